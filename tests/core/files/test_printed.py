"""What a program printed is read: a crosstab with its counts, a tibble, two lists."""

import io

import pytest

from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read

COUNTS = [[10, 2, 0], [1, 8, 3], [0, 2, 9]]
BODY = "1 10  2  0\n2  1  8  3\n3  0  2  9\n"
CROSSTABS = {
    "pandas": f"y_pred  1  2  3\ny_true         \n{BODY}",
    "R": f"   \n     1  2  3\n{BODY}",
    "R, with names": f"   b\na    1  2  3\n{BODY}",
    "caret": "Confusion Matrix and Statistics\n\n          Reference\n"
    f"Prediction  1  2  3\n{BODY}\nOverall Statistics\n\n               Accuracy : 0.77\n",
}
LISTS = {
    "Python": "y_true = [1, 2, 3, 3, 2, 1, 1]\ny_pred = [1, 2, 3, 2, 2, 1, 2]",
    "numpy": "a = np.array([1, 2, 3, 3, 2, 1, 1])\nb = np.array([1, 2, 3, 2, 2, 1, 2]);\n",
    "R": "a <- c(1,2,3,3,2,1,1)\nb <- c(1,2,3,2,2,1,2)\n",
    "words": "a: ['x', 'y', 'z', 'z', 'y', 'x', 'x']\nb: ['x', 'y', 'z', 'y', 'y', 'x', 'y']",
}


def printed(text):
    with unpacked(io.BytesIO(text.encode())) as file:
        return read(file, "print.txt")


@pytest.mark.parametrize("text", CROSSTABS.values(), ids=CROSSTABS)
def test_the_counts_of_a_crosstab_are_read(text):
    table = printed(text).table
    assert (table.observed.tolist(), table.categories) == (COUNTS, (1, 2, 3))


@pytest.mark.parametrize("text", LISTS.values(), ids=LISTS)
def test_two_lists_are_two_columns(text):
    reading = printed(text)
    assert reading.structure.names in (("y_true", "y_pred"), ("a", "b"))
    assert reading.table is None or reading.table.n == 7


def test_two_lists_without_names_are_asked_about():
    question = printed("[1 2 3 3 2 1 1]\n[1 2 3 2 2 1 2]").questions[0]
    assert [option.answers.columns for option in question.options] == [("first", "second")]


@pytest.mark.parametrize(
    "text",
    [
        "a = [1, 2, 3]\nb = [1, 2]",  # of different lengths
        "a = [1]\nb = [2]",
        "y_pred  1  2\ny_true\n1 10 x\n2  1  8\n",  # no counts
        "a  1  2\n1 10 2\n2  1 8\n",  # may be items and raters: others ask
        "1, 2, 3\n1, 2, 2\n",
        "x" * 70_000,
    ],
)
def test_what_is_no_print_stays_as_it_is(text):
    with unpacked(io.BytesIO(text.encode())) as file:
        assert file.read() == text.encode()


def test_an_agreement_of_words_is_no_second_row_of_headings():
    text = "y_true,y_pred\nlow,low\nhigh,high\nlow,mid\nmid,mid\n"
    for content in (text, "id," + text.replace("\n", "\nE,")[:-2]):
        table = printed(content).table
        assert (table.n, table.raters) == (4, ("y_true", "y_pred"))
