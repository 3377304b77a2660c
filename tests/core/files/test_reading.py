"""Statistics files, packed files, cut and wide ones, and files that are made up."""

import bz2
import gzip
import io

import numpy as np
import pandas as pd
import pytest

from qwk_core.files.answers import Answers
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from tests.core.files.made import KAPPA, A, B, in_parquet, kappa, of, statistics, table, zipped
from tests.core.refused import error_of
from tests.survey.outcomes import outcome
from tests.survey.plain import plain


def test_what_spss_declares_as_missing_is_missing():
    reading = of(
        statistics("sav", a=[*map(float, A), 7.0], b=[*B, 1], missing_ranges={"r1": [7.0]})
    )
    assert kappa(reading) == pytest.approx(KAPPA)
    assert reading.table.n_missing == 1


def test_what_the_codes_of_a_statistics_file_mean():
    meaning = {1: "mild", 2: "moderate", 3: "severe", 9: "Don't know"}
    many = dict.fromkeys(range(20), "<b>x</b>")
    both = {"a": [*A, 9, 1], "b": [*B, 1, 9]}
    reading = of(statistics("sav", {"r1": meaning, "r2": meaning}, **both))
    other = of(statistics("dta", {"r2": many}, **both), Answers(missing=("9",)))
    # A code that the file declares as missing is missing, inside the scale and outside it.
    assert kappa(reading) == kappa(other) == pytest.approx(KAPPA)
    assert reading.table.n_missing == 2
    assert (
        "What the codes of “r1” mean: 1 = “mild”, 2 = “moderate”, 3 = “severe”, 9 = “Don't know”."
    ) in map(str, reading.remarks)
    (sentence,) = [text for text in map(str, other.remarks) if "codes" in text]
    assert sentence.startswith("What the codes of “r2” mean: 0 = “<b>x</b>”")
    assert sentence.endswith(", ….")


def test_codes_that_are_in_no_order_or_differ_between_columns_are_refused():
    meaning = {1: "high", 2: "low", 3: "medium"}
    content = statistics("dta", {"r1": meaning, "r2": meaning})
    assert "in the order of the alphabet: “high”, “low”, “medium”" in error_of(of, content)
    said = of(content, Answers(categories=(2, 3, 1, 4, 5)))
    assert said.table.categories == (2, 3, 1, 4, 5)
    apart = {"r1": {1: "high", 2: "low"}, "r2": {1: "high", 2: "medium"}}
    assert "code 2 is “low” in “r1”, and “medium” in “r2”" in error_of(of, statistics("sav", apart))


def test_an_ordered_categorical_in_the_order_of_the_alphabet_is_asked_about():
    scale = pd.CategoricalDtype(["high", "low", "medium"], ordered=True)
    words = ["low", "medium", "high", "low", "high", "medium"] * 3
    frame = pd.DataFrame({"a": words, "b": [*words[1:], "low"]}).astype(scale)
    (question,) = read(in_parquet(frame), "file").questions
    orders = [option.answers.categories for option in question.options]
    assert orders == [("low", "medium", "high"), ("high", "low", "medium")]


def test_a_full_disk_is_no_damage(monkeypatch):
    class Full(io.BytesIO):
        def write(self, _block):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", Full)
    with pytest.raises(OSError, match="No space left"):
        unpacked(io.BytesIO(gzip.compress(table("ab", A, B))))


def test_compressed_files():
    plain = table("ab", A, B)
    files = {"ratings.csv": plain, "__MACOSX/._ratings.csv": b"x"}
    for packed in (gzip.compress(plain), bz2.compress(plain), zipped(files)):
        assert kappa(of(packed)) == pytest.approx(KAPPA)
    assert "unpacks to more than" in error_of(unpacked, io.BytesIO(gzip.compress(plain)), most=10)
    assert "compressed file is damaged" in error_of(unpacked, io.BytesIO(gzip.compress(plain)[:40]))


def test_a_file_that_is_cut_while_it_is_read():
    class Cut(io.BytesIO):
        def read(self, size=-1):
            block = super().read(size)
            return block if self.tell() < 900_000 or size < 0 else b""

    file = Cut(b"a,b\n" + b"1,2\n2,2\n" * 400_000)
    assert "became shorter" in error_of(read, file, "file", Answers(columns=("a", "b")))


release = pytest.mark.release


@pytest.mark.parametrize(
    ("seed", "n_files"),
    [(3, 20), pytest.param(4, 50, marks=release), pytest.param(5, 50, marks=release)],
)
def test_made_up_files_end_in_the_right_kappa_or_in_a_question(seed, n_files):
    random = np.random.default_rng(seed)
    ends = [outcome(plain(random)) for _ in range(n_files)]
    assert not [why for end, why in ends if end == "wrong"]
    assert sum(end == "right" for end, _ in ends) >= 0.85 * len(ends)


def test_of_many_columns_alike_none_is_taken_without_asking():
    names = [f"topic{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(300)]
    rows = [[str((at * 7 + item * 3) % 4) for at in range(300)] for item in range(8)]
    columns = list(zip(*rows, strict=True))
    (question,) = of(table(names, *columns)).questions
    assert question.key == "columns"
    names[250:252] = "truth", "predicted"
    found = of(table(names, *columns)).structure.columns
    assert found is not None
    assert (found.actual, found.predicted) == ("truth", "predicted")


def test_more_columns_than_anybody_compares_are_not_offered():
    row = [str(at % 4) for at in range(501)]
    names = [f"q{at}" for at in range(501)]
    assert of(table(names, *zip(row, row[::-1], row, strict=True))).structure.many == ()


def test_a_table_too_wide_to_look_through_says_so():
    row = ",".join("1" * 4_001)
    assert "This table has 4001 columns; 4000 is the most" in error_of(of, "\n".join([row] * 4))
