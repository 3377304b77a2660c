"""Parts of what is recognised in small tables; whole tables: see test_cases.py."""

import io

import pytest

from qwk_core.files import grid
from qwk_core.files.header import find_table
from qwk_core.files.meaning import likely_typos
from qwk_core.files.missing import find_codes
from qwk_core.files.names import are_twins, likely_group
from qwk_core.files.packed import unpacked
from qwk_core.files.profiles import Profile
from tests.core.files.made import TEXTS, of, zipped
from tests.core.files.test_labels import LABELS
from tests.core.refused import error_of


def test_a_count_that_merely_numbers_the_rows_is_none():
    assert not Profile("n", ("1", "2", "3", "4", "5")).looks_like_counts
    assert Profile("n", ("40", "9", "6", "45")).looks_like_counts
    assert not Profile("n", ("a", "b")).looks_like_counts


def test_scores_in_steps_of_a_quarter_are_scores():
    assert Profile("x", tuple(f"{n % 15}.25" for n in range(20))).is_continuous


@pytest.mark.parametrize("cells", [("2024-05-21", "1"), ("2-Jan", "x"), ("Feb 2024", "1")])
def test_dates_that_were_no_ratings(cells):
    assert Profile("a", cells).dates == ()


def test_names_of_groups_and_of_two_raters():
    assert likely_group(["school"], ["fraction"]) is None
    assert likely_group(["a", "b"], ["whole", "whole"]) is None
    assert are_twins("rater a", "rater c")
    assert are_twins("score", "score 2")
    assert not are_twins("score", "essay score mean")


@pytest.mark.parametrize("case", LABELS["codes"], ids=lambda case: " ".join(case["labels"]))
def test_codes_for_missing_ratings(case):
    found = find_codes(case["labels"])
    assert [*found.certain] == case.get("certain", [])
    assert [*found.likely] == case.get("likely", [])


def test_the_total_at_the_end_of_a_long_text_is_left_out(monkeypatch):
    monkeypatch.setattr(grid, "_LARGEST_WHOLE", 100)
    reading = of("id,a,b\n" + "".join(f"{n},{n % 3},{n % 2}\n" for n in range(200)) + "Total,9,9\n")
    assert reading.table.n == 200
    assert any(str(one).startswith("Left out: row 202, “Total”") for one in reading.remarks)


def test_one_item_between_titles_and_a_note():
    rows = [("Study",), ("Spring",), ("1", "2")]
    table = find_table(grid.Grid(tuple(grid.Row(at, row) for at, row in enumerate(rows, 1))))
    assert [row.cells for row in table.rows] == [("1", "2")]
    assert len(table.titles) == 2
    assert of("a,b\n1,2\nNote: counted by hand\n").structure.left_out[0].row == 3


def test_an_archive_of_many_files_names_the_first_of_them():
    archive = zipped({f"{n}.csv": "a,b\n1,2\n" for n in range(7)})
    named = "holds 7 files: “0.csv”, “1.csv”, “2.csv”, “3.csv”, “4.csv”, …."
    assert named in error_of(unpacked, io.BytesIO(archive))


@pytest.mark.parametrize("case", TEXTS["slips"], ids=str)
def test_a_slip_is_rare_and_tells_no_other_words_apart(case):
    assert likely_typos(case["totals"]) == tuple(map(tuple, case["found"]))
