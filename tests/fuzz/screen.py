"""What must hold on the screen after each message of the fuzzer."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from qwk_app.frame import state
from qwk_app.frame.steps import STEPS
from qwk_app.parts.many_raters import ratings
from qwk_core import RatingsError
from tests.app.reading import matrix_texts, panels

_WITHOUT_SIDEBAR = [step.stem for step in STEPS if step.own]
_WITH_DATA_OF_THEIR_OWN = tuple(_WITHOUT_SIDEBAR)
_HIDING = (*state.HIDEABLE, state.PRESENT)


def complaints_of(
    session: Any, good_before: Any, texts_before: list[str] | None, table_before: Any
) -> list[str]:
    """List what does not hold on the screen: see the module's first line."""
    app = session.app
    found = [f"an exception on screen: {shown.message[:200]}" for shown in app.exception]
    if found:
        return found
    values = app.session_state
    good = last_good(session)
    fields = state.Texts(
        *(
            str(values[key] or "") if key in values else ""
            for key in (state.ACTUAL, state.PREDICTED, state.COUNTS, state.CATEGORIES)
        )
    )
    if fields.counts.strip():
        fields = state.Texts(counts=fields.counts, categories=fields.categories)
    else:
        fields = state.Texts(fields.actual, fields.predicted, "", fields.categories)
    _source, errors = state.read(fields)
    if any(key in values and values[key] for key in _HIDING):
        return found  # what a teacher hid, or put on a projector, is not all there
    found += _complaints_of_raters(session, table_before)
    if session.page not in _WITHOUT_SIDEBAR:
        shown = len(app.sidebar.error)
        if shown < len(errors):
            found.append(f"{len(errors)} fields are wrong, and {shown} say so: {[*errors]}")
        if errors and not app.main.warning:
            found.append("a field is wrong, and the page does not say so")
    if errors and good != good_before:
        found.append("the last good example was lost")
    if not errors and good != fields:
        found.append("an example without fault is not kept")
    own = session.page in _WITH_DATA_OF_THEIR_OWN
    if errors and not own and texts_before is not None and observed(app) is None:
        found.append("the last good example is not on screen")
    return found


def _complaints_of_raters(session: Any, table_before: Any) -> list[str]:
    """List what does not hold for the table of many raters: the last good one stays."""
    app, values = session.app, session.app.session_state
    if all(area.key != ratings.RATERS for area in app.text_area):
        return []  # another page, or a button led away
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
            found.append("a table without fault is not kept")
    if "pairs" not in panels(app):
        found.append("no table of raters is on screen")
    return found


def good_table(session: Any) -> Any:
    values = session.app.session_state
    good = ratings._GOOD in values
    return values[ratings._GOOD] if good else ratings.DEFAULT


def last_good(session: Any) -> Any:
    values = session.app.session_state
    if state.LAST_GOOD in values:
        return values[state.LAST_GOOD]
    return state.DEFAULT


def observed(app: AppTest) -> list[str] | None:
    try:
        return matrix_texts(app, "observed")
    except KeyError:
        return None
