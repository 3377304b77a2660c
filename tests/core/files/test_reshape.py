"""Tables with a column per category or per item are read as one with a column per rater."""

import io
import json

import pytest

from qwk_core import RatingsError
from qwk_core.files.answers import Answers
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read

A = [1, 2, 3, 3, 1, 2, 2, 1, 3, 2, 1, 3]
B = [1, 2, 3, 2, 1, 2, 3, 1, 3, 1, 1, 3]
IDS = [f"E{at}" for at in range(len(A))]


def hot(ratings, high=1, low=0):
    return [[high if one == at else low for one in ratings] for at in (1, 2, 3)]


def written(names, columns):
    rows = [names, *zip(*columns, strict=True)]
    return "\n".join(",".join(map(str, row)) for row in rows)


def reading(text, answers=None, name="table.csv"):
    with unpacked(io.BytesIO(text.encode())) as table:
        return read(table, name, answers)


def observed(found):
    assert not found.questions, found.questions[0].message
    return found.table.observed.tolist()


PLAIN = observed(reading(written(["id", "Ana", "Luis"], [IDS, A, B])))


@pytest.mark.parametrize(
    ("names", "columns", "raters"),
    [
        (["label", "pred_1", "pred_2", "pred_3"], [A, *hot(B)], ("label", "pred")),
        (["label", "p(1)", "p(2)", "p(3)"], [A, *hot(B, 0.8, 0.1)], ("label", "p")),
        (["label", "class1", "class2", "class3"], [A, *hot(B)], ("label", "class")),
        (["label", "pred01", "pred02", "pred03"], [A, *hot(B)], ("label", "pred")),
        (["label", "1 prob", "2 prob", "3 prob"], [A, *hot(B, 0.9, 0.05)], ("label", "prob")),
        (["label", "1", "2", "3"], [A, *hot(B)], ("label", "1 … 3")),
        (["p", "p_1", "p_2", "p_3"], [A, *hot(B)], ("p", "p (2)")),
        (["a_1", "a_2", "a_3", "b_1", "b_2", "b_3"], [*hot(A), *hot(B)], ("a", "b")),
    ],
)
def test_a_column_a_category_is_a_rating(names, columns, raters):
    found = reading(written(["id", *names], [IDS, *columns]))
    assert observed(found) == PLAIN
    assert found.table.raters == raters
    assert "of each row, the category of the largest" in str(found.remarks[0])


def test_a_list_of_probabilities_counts_from_0():
    records = [
        {"id": one, "label": a - 1, "probs": [0.8 if b == at else 0.1 for at in (1, 2, 3)]}
        for one, a, b in zip(IDS, A, B, strict=True)
    ]
    found = reading(json.dumps(records))
    assert (observed(found), found.categories) == (PLAIN, (0, 1, 2))


def test_a_row_with_two_largest_is_asked_about_and_one_with_none_has_no_rating():
    columns = hot(B, 0.8, 0.1)
    for column in columns:
        column[1] = ""
    columns[0][0] = columns[1][0] = 0.45
    text = written(["id", "label", "p_1", "p_2", "p_3"], [IDS, A, *columns])
    found = reading(text)
    assert "1 or 2" in found.questions[0].labels
    assert reading(text, Answers(missing=("1 or 2",))).table.missing == (0, 2, 0)


def test_categories_that_one_of_the_two_lacks_are_asked_about():
    found = reading(written(["id", "label", "p_0", "p_1", "p_2"], [IDS, A, *hot(B)]))
    (question,) = found.questions
    assert "only one has “3”" in str(question.message)
    assert question.proposal is None
    assert reading(written(["id", "label", "p_0", "p_1", "p_2"], [IDS, A, *hot(B)]),
                   question.options[0].answers).categories == (0, 1, 2, 3)  # fmt: skip


def test_a_column_of_a_category_can_be_compared_by_name():
    text = written(["id", "label", "p_1", "p_2", "p_3"], [IDS, A, *hot(B)])
    found = reading(text, Answers(columns=("p_1", "p_2")))
    assert found.table.raters == ("p_1", "p_2")


def test_two_raters_who_never_agree_are_two_raters():
    one = [at % 2 for at in range(12)]
    found = reading(written(["id", "r1", "r2"], [IDS, one, [1 - each for each in one]]))
    assert observed(found) == [[0, 6], [6, 0]]


TURNED = "\n".join(",".join(map(str, row)) for row in (["rater", *IDS], ["Ana", *A], ["Luis", *B]))


def test_raters_in_rows_are_proposed_where_names_say_so():
    (question,) = reading(TURNED).questions
    assert question.proposal.answers == Answers(transposed=True)
    found = reading(TURNED, question.proposal.answers)
    assert (observed(found), found.table.raters) == (PLAIN, ("Ana", "Luis"))
    assert reading(TURNED, question.options[1].answers).questions[0].key == "columns"


@pytest.mark.parametrize(
    ("text", "raters"),
    [
        (TURNED.replace("rater", "", 1), ("Ana", "Luis")),
        ("\n".join(",".join(map(str, row)) for row in (A, B)), ("row 1", "row 2")),
    ],
)
def test_raters_in_rows_are_offered_where_nothing_says_so(text, raters):
    (question,) = reading(text).questions
    assert question.proposal is None
    (option,) = [one for one in question.options if one.answers.transposed]
    found = reading(text, option.answers)
    assert (observed(found), found.table.raters) == (PLAIN, raters)


def test_items_that_are_numbered_stand_above_rows_of_raters():
    numbers = range(1, len(A) + 1)
    text = "\n".join(
        ",".join(map(str, row)) for row in (["marker", *numbers], ["x", *A], ["y", *B])
    )
    assert observed(reading(text, reading(text).questions[0].proposal.answers)) == PLAIN


def test_rows_of_raters_may_hold_a_column_a_category():
    columns = {f"{who}_{at + 1}": one for who, each in (("a", A), ("b", B))
               for at, one in enumerate(hot(each))}  # fmt: skip
    text = "\n".join(
        ",".join(map(str, row))
        for row in (["", *IDS], *([name, *one] for name, one in columns.items()))
    )
    found = reading(text, Answers(transposed=True))
    assert (observed(found), found.table.raters) == (PLAIN, ("a", "b"))


def test_too_many_rows_are_no_raters():
    text = written(["id", "a", "b"], [range(1_000), [1, 2] * 500, [1, 2] * 500])
    with pytest.raises(RatingsError, match="too many"):
        reading(text, Answers(transposed=True))
