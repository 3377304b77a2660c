"""What must be true on the screen after each message of the fuzzer."""

from typing import Any

from streamlit.testing.v1 import AppTest

from qwk_app.frame import state
from qwk_app.frame.steps import STEPS
from qwk_app.parts.many_raters import ratings
from qwk_core import RatingsError
from tests.app.reading import matrix_texts, panels

_WITHOUT_SIDEBAR = {step.stem for step in STEPS if step.own}  # these pages have their own data
_HIDING = (*state.HIDEABLE, state.PRESENT)


def complaints_of(
    session: Any, good_before: Any, texts_before: list[str] | None, table_before: Any
) -> list[str]:
    """List what is wrong on the screen."""
    app = session.app
    found = [f"an exception on screen: {shown.message[:200]}" for shown in app.exception]
    if found:
        return found
    values = app.session_state
    good = last_good(session)
    actual, predicted, counts, categories = (
        str(values[key] or "") if key in values else ""
        for key in (state.ACTUAL, state.PREDICTED, state.COUNTS, state.CATEGORIES)
    )
    fields = state.Texts(actual, predicted, "", categories)
    if counts.strip():
        fields = state.Texts(counts=counts, categories=categories)
    _source, errors = state.read(fields)
    if any(key in values and values[key] for key in _HIDING):
        return found  # a hidden or presented page does not show all
    found += _complaints_of_raters(session, table_before)
    aside = session.page not in _WITHOUT_SIDEBAR
    if aside:
        shown = len(app.sidebar.error)
        if shown < len(errors):
            found.append(f"{len(errors)} fields are wrong, and {shown} say so: {[*errors]}")
        if errors and not app.main.warning:
            found.append("a field is wrong, and the page does not say so")
    if errors and good != good_before:
        found.append("the last good example was lost")
    if not errors and good != fields:
        found.append("a valid example is not stored")
    if errors and aside and texts_before is not None and observed(app) is None:
        found.append("the last good example is not on screen")
    return found


def _complaints_of_raters(session: Any, table_before: Any) -> list[str]:
    """List what is wrong with the table of many raters: the last good table must stay."""
    app, values = session.app, session.app.session_state
    if all(area.key != ratings.RATERS for area in app.text_area):
        return []  # another page is open, perhaps after a click on a button
    scale = str(values[ratings.SCALE] or "") if ratings.SCALE in values else ratings.DEFAULT.scale
    texts = ratings.Texts(str(values[ratings.RATERS] or ratings.DEFAULT.table), scale)
    found = []
    try:
        texts.read("quadratic")
    except RatingsError:
        if not app.main.error:
            found.append("the table is wrong, and the page does not say so")
        if good_table(session) != table_before:
            found.append("the last good table was lost")
    else:
        if good_table(session) != texts:
            found.append("a valid table is not stored")
    if "pairs" not in panels(app):
        found.append("no table of raters is on screen")
    return found


def good_table(session: Any) -> Any:
    return _stored(session, ratings._GOOD, ratings.DEFAULT)


def last_good(session: Any) -> Any:
    return _stored(session, state.LAST_GOOD, state.DEFAULT)


def _stored(session: Any, key: str, default: Any) -> Any:
    values = session.app.session_state
    there = key in values  # `values` has no `get`
    return values[key] if there else default


def observed(app: AppTest) -> list[str] | None:
    try:
        return matrix_texts(app, "observed")
    except KeyError:
        return None
