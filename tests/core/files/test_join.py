"""Two lists that are joined, beside what test_cases.py reads: their progress, length and scores."""

from qwk_core.files import join
from qwk_core.files.answers import Answers
from qwk_core.files.join import joined_table
from qwk_core.files.reading import read
from tests.core.files.made import text
from tests.core.refused import error_of

TRUTH = "id,grade\n" + "".join(f"{n},{n % 3}\n" for n in range(1, 13))


def test_the_way_through_both_files_is_told():
    shown = []
    files = text(TRUTH), text(TRUTH)
    join.join(files, ("truth.csv", "mine.csv"), Answers(), progress=shown.append)
    assert shown == sorted(shown)
    assert shown[0] <= 0.5 < shown[-1] == 1.0


def test_a_list_that_is_too_long_to_join(monkeypatch):
    monkeypatch.setattr(join, "_MOST_ROWS", 5)
    assert "more than 5 rows" in error_of(read, (text(TRUTH), text(TRUTH)))


def test_a_search_for_cut_points_has_one_table_in_which_a_missing_rating_stays_blank():
    truth = "id,grade\n" + "".join(f"E{n},{n % 3}\n" for n in range(30))
    scores = "id,score\n" + "".join(f"E{n},{n % 3 + 0.4:.2f}\n" for n in range(29)) + "E29,\n"
    lines = joined_table((text(truth), text(scores)), ("a", "b"), Answers()).decode().splitlines()
    assert lines[:3] == ["actual,predicted", "0,0.4", "1,1.4"]
    assert (lines[-1], len(lines)) == ("2,", 31)
