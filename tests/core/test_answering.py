"""An option of the command line is read as the answer that it was written for."""

import shlex
from dataclasses import fields, replace
from typing import Any

import pytest

from qwk_core.command.answering import answers_of, option_of
from qwk_core.command.options import OPTIONS, make_parser
from qwk_core.files.answers import Answers

NASTY = ("a, b", 'the "new" one', "it's")
EACH = [
    ("--sheet 'Round, 2'", Answers(sheet="Round, 2")),
    ("--header-row 3", Answers(header_row=3)),
    ("--no-header", Answers(header_row=0)),
    ("--keep-rows 5,6", Answers(kept_rows=(5, 6))),
    ("--leave-out", Answers(left_out=True)),
    ("--shape long", Answers(shape="long")),
    ("--items-in-columns", Answers(transposed=True)),
    ("--items-in-rows", Answers(transposed=False)),
    ("--columns a,b", Answers(columns=("a", "b"))),
    ("--item essay --rater who --rating mark", Answers(rows=(("essay",), "who", "mark"))),
    ("--item pupil,visit --rater who --rating m", Answers(rows=(("pupil", "visit"), "who", "m"))),
    ("--raters all", Answers(raters=())),
    ("--raters a,b,c", Answers(raters=("a", "b", "c"))),
    ("""--raters '"a, b","the ""new"" one",it'"'"'s'""", Answers(raters=NASTY)),
    ("--only trait=style", Answers(only=("trait", "style"))),
    ("--only all", Answers(only=())),
    ("--counts none", Answers(count="")),
    ("--counts n", Answers(count="n")),
    ("--group 'a, b'", Answers(group="a, b")),
    ("--cluster pupil", Answers(cluster="pupil")),
    ("--weights w", Answers(weight="w")),
    ("--missing=-99,9", Answers(missing=("-99", "9"))),
    ("--missing=55 --not-missing=9", Answers(missing=("55",), rated=("9",))),
    ("--same lo=low --same hi=high", Answers(same=(("lo", "low"), ("hi", "high")))),
    ("--dates-are-ranges", Answers(dates=True)),
    ("--categories 1-3", Answers(categories=(1, 2, 3))),
    ("--categories 'not at all,a bit'", Answers(categories=("not at all", "a bit"))),
    ("--round", Answers(predicted_as="round")),
    ("--keep-fractions", Answers(predicted_as="keep")),
    ("--cut-points 0.5,1.5", Answers(predicted_as=(0.5, 1.5))),
    ("--id key", Answers(id=("key", "key"))),
    ("--id one,other", Answers(id=("one", "other"))),
    ("--duplicates first", Answers(duplicates="first")),
    ("--one-sided drop", Answers(one_sided=True)),
]


@pytest.mark.parametrize(("option", "answers"), EACH)
def test_an_option_is_read_as_the_answer_that_it_was_written_for(
    option: str, answers: Answers
) -> None:
    assert option_of(Answers(), answers) == option
    assert answers_of(make_parser().parse_args(shlex.split(option))) == answers


@pytest.mark.parametrize(
    ("option", "changes"),
    [
        ("--columns a,b", {"shape": "pairs", "columns": ("a", "b")}),
        ("--raters a,b,c", {"shape": "pairs", "columns": ("a", "b", "c")}),
        ("--raters all", {"shape": "long", "raters": ()}),
    ],
)
def test_an_answer_that_changes_two_fields_is_one_option(option: str, changes: Any) -> None:
    before = Answers(group="school")
    assert option_of(before, replace(before, **changes)) == option


def test_every_field_has_an_option() -> None:
    others = {"rows", "order_matters"}  # three options together; the option --scheme
    answered = {one["answers"] for one in OPTIONS if "answers" in one}
    assert answered | others == {one.name for one in fields(Answers)}
