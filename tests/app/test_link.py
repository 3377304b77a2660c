"""What a link carries: one table, and nothing beside it."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from qwk_app.frame import link
from qwk_app.frame.link import PARAMETERS, Choice, Parameter
from qwk_app.frame.state import HIDEABLE, SCHEMES
from qwk_app.frame.steps import BY_STEM
from qwk_app.parts import expected
from qwk_app.parts.how_sure import interval
from qwk_app.parts.study_plan import more_items
from qwk_app.words.language import languages
from tests import documents

ROOT = Path(__file__).parents[2]
EACH = pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
HOSTILE = ["", "\x00", "<script>", "9" * 30_000, "1e999", "−1", "٣", "true\n", "../..", "NaN"]


def test_readme_has_the_table() -> None:
    assert documents.LINKS.read_text("utf-8") == documents.links()  # else: make documents


def test_every_binding_asks_the_table() -> None:
    sources = [*ROOT.glob("pages/*.py"), *ROOT.glob("qwk_app/**/*.py")]
    bound = [path for path in sources if re.search(r"bind=(?!link\.bind\()", path.read_text())]
    assert bound == []
    with pytest.raises(AssertionError, match="colour is not in the table"):
        link.bind("colour")


@EACH
def test_a_parameter_names_the_module_that_reads_it(parameter: Parameter) -> None:
    assert parameter.page == link.EVERY_PAGE or parameter.page in BY_STEM
    names = {
        v for v in vars(importlib.import_module(parameter.reader)).values() if isinstance(v, str)
    }
    prefixes = {name for name in names if name.endswith("_")}
    assert parameter.name in {*names, *HIDEABLE, "predicted"} or parameter.name.startswith(
        tuple(prefixes)
    )


@EACH
@pytest.mark.parametrize("value", HOSTILE, ids=lambda value: repr(value)[:12])
def test_a_value_that_cannot_be_is_the_default(parameter: Parameter, value: str) -> None:
    settled = parameter.valid(value)
    assert settled == parameter.default or parameter.accepts(settled)
    assert len(settled) <= link.LONGEST_TEXT
    assert parameter.valid(None) == parameter.valid(7) == parameter.default


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("scheme", SCHEMES),
        ("unit", expected.UNITS),
        ("shuffles", expected.NUMBERS),
        ("draws", interval.NUMBERS),
        ("interval", interval.METHODS),
        ("level", interval.LEVELS),
        ("width", more_items.WIDTHS),
    ],
)
def test_the_table_knows_what_a_page_offers(name: str, options: object) -> None:
    parameter = PARAMETERS[name]
    assert isinstance(parameter, Choice)
    assert parameter.options == tuple(options)  # type: ignore[call-overload]
    assert parameter.default in parameter.options


def test_a_query_is_parsed_by_the_table() -> None:
    assert link.parse("lang=es&scheme=cubic&embed=true&row=4&hide_kappa=true&seed=0") == {
        "lang": "es",
        "row": "4",
        "hide_kappa": "true",
    }
    assert "es" in languages()
    assert link.parse("&&&==&a=1&a=2") == {"a": "2"}
