"""An option of the command line is read as the answer that it was written for."""

import shlex
from dataclasses import fields, replace
from typing import Any

import pytest

from qwk_core.command.answering import answers_of, option_of
from qwk_core.command.options import OPTIONS, make_parser
from qwk_core.files.answers import Answers
from tests.core.beside import beside

OPTION_OF = beside(__file__, "options.toml")


def frozen(value: Any) -> Any:
    """Return a value of a TOML file with tuples in place of its lists."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("option", OPTION_OF)
def test_an_option_is_read_as_the_answer_that_it_was_written_for(option: str) -> None:
    answers = Answers(**{name: frozen(value) for name, value in OPTION_OF[option].items()})
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
