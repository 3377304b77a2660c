"""Exports of programs, each with a difficulty: slips, letters, encodings, and rows all alike."""

import numpy as np
import pyarrow as pa
import pytest

from qwk_core.files.columns import Columns
from qwk_core.files.meaning import likely_typos
from tests.core.files.made import IDS, TEXTS, A, count, in_parquet, of, table

TURKISH = ["Katılmıyorum", "Kararsızım", "Katılıyorum"]


def test_turkish_words_are_read_and_none_is_a_slip_of_another():
    words = [TURKISH[n % 3] for n in A]
    content = table(("id", "a", "b"), IDS, words, words[1:] + words[:1], encoding="cp1254")
    (question,) = of(content).questions
    assert set(question.labels) == set(TURKISH)
    assert (question.proposal, question.alike) == (None, ())


@pytest.mark.parametrize("case", TEXTS["slips"], ids=str)
def test_a_slip_is_rare_and_tells_no_other_words_apart(case):
    assert likely_typos(case["totals"]) == tuple(map(tuple, case["found"]))


@pytest.mark.parametrize("group", [None, "g"])
def test_rows_that_are_all_alike_are_counted_at_once(group):
    ones = pa.array(np.ones(1_000, "int8"))
    ratings = pa.table({"a": ones, "b": ones, "n": ones, "g": ["x", "y"] * 500})
    for column in (None, "n"):
        counts = count(in_parquet(ratings), Columns("a", "b", column, group))
        assert sum(counts.pairs.values()) == 1_000
        assert len(counts.pairs) == (2 if group else 1)
