"""Acts of a reader on a page, and checks of its texts."""

import re
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import parse_qsl

import pytest
from streamlit.testing.v1 import AppTest

from qwk_core.teaching.examples import EXAMPLES
from tests.app.reading import ESCAPING, words
from tests.core.beside import beside

UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3", "categories": "0-4"}
every_example = pytest.mark.parametrize("item", EXAMPLES, ids=lambda item: item.key)
every_walk = pytest.mark.parametrize(
    ("item", "scheme"),
    [*((item, "quadratic") for item in EXAMPLES), (EXAMPLES[0], "linear")],
    ids=lambda one: getattr(one, "key", one),
)

LINKS = beside(__file__, "links.toml")


def link_of(query: str) -> dict[str, str]:
    """Return the parameters of a link, for the fixture `visit`."""
    return dict(parse_qsl(query, keep_blank_values=True))


_FIELDS = (
    "selectbox", "text_input", "text_area", "number_input", "checkbox", "toggle", "radio",
    "multiselect", "button_group", "slider", "select_slider",
)  # fmt: skip


def find(widgets: Iterable[Any], name: str) -> Any:
    """Return the widget with this key, or the first whose label begins with it."""
    listed = list(widgets)
    found = [one for one in listed if one.key == name]
    found += [one for one in listed if one.label.startswith(name)]
    assert found, f"{name} is not among {[one.label for one in listed]}"
    return found[0]


def field(app: AppTest, name: str) -> Any:
    """Return the field with this key, or the first whose label begins with it."""
    return find([one for kind in _FIELDS for one in app.get(kind)], name)


def do(app: AppTest, *steps: str | Sequence[Any]) -> AppTest:
    """Click buttons, and fill in fields (name, value), in order; no act may raise an exception."""
    for step in steps:
        if isinstance(step, str):
            button = find(app.button, step)
            assert not button.disabled
            button.click().run()
        else:
            field(app, step[0]).set_value(step[1]).run()
        assert not app.exception
    return app


def go(app: AppTest, *stems: str) -> AppTest:
    """Go on to other pages."""
    for stem in stems:
        app.switch_page(f"pages/{stem}.py").run()
        assert not app.exception
    return app


def holds(app: AppTest, **values: str | None) -> bool:
    """Return whether these fields have these values; None: the field is empty."""
    return all((app.session_state[key] or None) == value for key, value in values.items())


_COLOURED = re.compile(r":\w+\[((?:[^][]|\[[^]]*\])*)\]")


def page_text(app: Any) -> str:
    """Return all texts of a page or of a part of it, without the marks of Markdown."""
    folds = [ESCAPING.sub("", one.label) for one in app.get("expander")]
    return _COLOURED.sub(r"\1", "\n".join([words(app), *folds])).replace("*", "")


NOT = "not: "


def check_in(found: str, *texts: str) -> None:
    """Check that a text has these texts, and none of those that begin with `NOT`."""
    for text in texts:
        assert (text.removeprefix(NOT) in found) != text.startswith(NOT), text


def check_says(app: AppTest, *texts: str) -> None:
    """Check that a page has these texts, and none of those that begin with `NOT`."""
    check_in(page_text(app), *texts)
