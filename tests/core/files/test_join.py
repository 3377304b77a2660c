"""Two lists of ratings that are joined by the id of the item."""

from __future__ import annotations

import io

import pytest

from qwk_core import RatingsError
from qwk_core.files import join
from qwk_core.files.answers import Answers
from qwk_core.files.join import joined_table
from qwk_core.files.reading import read
from qwk_core.files.scores import categories_of_scores
from qwk_core.statistics.rating_table import Exclusion

TRUTH = "".join(f"{n},{n % 3}\n" for n in range(1, 13))


def file(text):
    return io.BytesIO(text.encode())


def keys(reading):
    assert reading.table is None
    return [one.key for one in reading.questions]


def test_ids_that_come_twice_are_asked_about():
    files = file("id,grade\n" + TRUTH), file("id,grade\n" + TRUTH + "1,2\n")
    asked = read(files)
    assert keys(asked) == ["duplicates"]
    drop, first = (option.answers for option in asked.questions[0].options)
    reading = read(files, answers=drop)
    assert "Ids that come more than once: 0 in the first file" in str(reading.remarks[1])
    assert reading.table.n == 11
    kept = read(files, answers=first)
    assert str(kept.remarks[1]).endswith("The first of each counts, by the order of rows.")
    assert [isinstance(one.remarks[1], Exclusion) for one in (reading, kept)] == [True, True]
    assert kept.table.n == 12
    assert kept.table.observed[1, 1] == 4


def test_ids_in_one_file_alone_are_left_out_once_that_is_said():
    files = file("id,grade\n" + TRUTH), file("id,grade\n" + TRUTH + "13,2\n")
    asked = read(files, ("truth.csv", "mine.csv"))
    assert keys(asked) == ["one-sided"]
    assert "0 in truth.csv, 1 in mine.csv" in str(asked.questions[0].message)
    reading = read(files, answers=asked.questions[0].options[0].answers)
    assert reading.table.n == 12
    assert "Ids in one file alone" in str(reading.remarks[1])


def test_the_way_through_both_files_is_told():
    shown = []
    files = file("id,grade\n" + TRUTH), file("id,grade\n" + TRUTH)
    join.join(files, ("truth.csv", "mine.csv"), Answers(), progress=shown.append)
    assert shown == sorted(shown)
    assert shown[0] <= 0.5 < shown[-1] == 1.0


def test_ids_may_be_dates():
    days = "".join(f"2024-05-{n:02},{n % 3}\n" for n in range(1, 13))
    reading = read((file("date,grade\n" + days), file("date,grade\n" + days)))
    assert reading.table.n == 12


def test_the_columns_can_be_said():
    truth = file("id,style,content\n" + "".join(f"{n},{n % 3},{n % 2}\n" for n in range(1, 13)))
    other = file("id,grade\n" + TRUTH)
    asked = read((truth, other))
    assert keys(asked) == ["columns"]
    reading = read((truth, other), answers=asked.questions[0].options[0].answers)
    assert reading.table.observed.tolist() == [[4, 0, 0], [0, 4, 0], [0, 0, 4]]
    with pytest.raises(RatingsError, match="the second file: There is no column “style”"):
        read((truth, other), answers=Answers(columns=("style", "style")))


def test_a_list_that_is_too_long_to_join(monkeypatch):
    monkeypatch.setattr(join, "_MOST_ROWS", 5)
    with pytest.raises(RatingsError, match="more than 5 rows"):
        read((file("id,grade\n" + TRUTH), file("id,grade\n" + TRUTH)))


def test_the_other_column_of_two_is_the_rating_whatever_it_holds():
    texts = "".join(f"{n},comment number {n}\n" for n in range(1, 13))
    files = file("id,grade\n" + TRUTH), file("id,grade\n" + texts)
    # A column whose labels are all different may be the rating if no other column is left.
    reading = read(files)
    assert keys(reading) == ["order"]
    assert str(reading.remarks[0]).startswith("Joined by “id”: grade in the first file")


def test_a_list_without_a_filled_cell_is_called_empty():
    with pytest.raises(RatingsError, match="This file is empty"):
        read((file("id,grade\n" + TRUTH), file(",,\n,,\n")))


def test_scores_of_a_submission_are_asked_about_and_cut():
    truth = "id,grade\n" + "".join(f"E{n},{n % 3}\n" for n in range(30))
    scores = "id,score\n" + "".join(f"E{n},{n % 3 + 0.4:.2f}\n" for n in range(29)) + "E29,\n"

    def read_with(**sentence):
        return read((file(truth), file(scores)), answers=Answers(**sentence))

    asked = read_with()
    assert keys(asked) == ["fractions"]
    rounded, kept = (option.answers.predicted_as for option in asked.questions[0].options)
    found = read_with(predicted_as=rounded)
    assert found.table.observed[1, 1] == 10
    assert found.table.missing == (0, 1, 0)
    cut = read_with(predicted_as=(0.3, 1.3, 2.3))
    assert cut.table.observed[0, 1] == 10
    scores = scores.replace("0.40", "-0.60").replace("E29,", "E29,-99")
    found = read_with(predicted_as=rounded, missing=("-1",))
    assert (found.table.n, found.missing) == (29, {"-99": 1})
    assert found.table.observed[0, 0] == 10
    scores = scores.replace("-0.60", "0.40").replace("-99", "")
    assert read_with(predicted_as=kept).questions[0].key == "order"
    # A search for cut-points needs one table. In it, a missing rating stays blank.
    lines = joined_table((file(truth), file(scores)), ("a", "b"), Answers()).decode().splitlines()
    assert lines[:3] == ["actual,predicted", "0,0.4", "1,1.4"]
    assert lines[-1] == "2,"
    assert len(lines) == 31


@pytest.mark.parametrize(
    ("columns", "files", "raters"),
    [
        (("grade", "grade"), ("ann.csv", "ben.csv"), ("ann", "ben")),
        (("truth", "model"), ("a.csv", "b.csv"), ("truth", "model")),
        (("grade", "grade"), ("one/x.csv", "two/x.csv"), ("", "")),
    ],
)
def test_raters_are_called_by_their_columns_or_their_files(columns, files, raters):
    texts = [f"id,{one}\n" + "".join(f"E{n},{n % 3}\n" for n in range(9)) for one in columns]
    assert read([file(one) for one in texts], files).table.raters == raters


def test_dates_that_were_ratings_are_asked_about():
    truth = "id,grade\n" + "".join(f"E{n},{('1-2', '02-Mar', '3-4')[n % 3]}\n" for n in range(30))
    other = "id,mark\n" + "".join(f"E{n},{('1-2', '2-3', '04-Mar')[n % 3]}\n" for n in range(30))
    sentence = Answers(columns=("grade", "mark"))
    asked = read((file(truth), file(other)), answers=sentence)
    assert keys(asked) == ["dates"]
    assert "“02-Mar” in “grade” is a date" in str(asked.questions[0].message)
    sentence = asked.questions[0].options[0].answers
    found = read((file(truth), file(other)), answers=sentence)
    assert found.categories == ("1-2", "2-3", "3-4")
    assert found.table.observed[1, 1] == 10


def test_a_word_is_no_score():
    assert categories_of_scores(["1", "x"], None) == ["1", "x"]
    with pytest.raises(RatingsError, match="“x” is not a number"):
        categories_of_scores(["1", "x"], "round")


def test_a_row_without_an_id_is_no_item():
    files = file("id,grade\n" + TRUTH), file("id,grade\n" + TRUTH + ",2\n,1\n")
    assert read(files).table.n == 12
