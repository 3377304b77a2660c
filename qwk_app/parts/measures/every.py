"""Every measure of the example, its meaning, and a question."""

from collections.abc import Iterable, Mapping
from html import escape
from textwrap import wrap

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.shared import access, components
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined
from qwk_core.statistics.measures import MEASURES, Measure, Measures, measures

_ON_ONE_SCALE = [m for m in MEASURES if m.higher_is_better]
_ERRORS = [m for m in MEASURES if not m.higher_is_better]
_CHOSEN = "quadratic"
_OPTIONS = 3
_ROW = 36  # pixels
_ROOM = 0.55  # of the scale: to the right of 1, for the numbers
_NAME = 20  # characters in a line of a measure's name: two lines fit a row


def all_of_them(lesson: Lesson) -> Measures:
    """Show every measure of this example on one scale, and return them."""
    found = measures(lesson.walk.observed)
    values = {_(measure.title): found[measure.key] for measure in _ON_ONE_SCALE}
    components.chart(
        _on_one_scale(values),
        key="agreement",
        alt=_(
            "The measures of this example: {measures}",
            measures="; ".join(f"{name} {kappa_text(value)}" for name, value in values.items()),
        ),
    )
    reasons = dict.fromkeys(found.undefined.values())
    if reasons:
        st.info(joined(map(_, reasons)), icon=":material/info:")
    return found


def _on_one_scale(values: Mapping[str, float]) -> Chart:
    """Draw each measure as a dot in a row: 1 on the right, −1 only if it is needed.

    Quadratic kappa has its own colour; undefined measures have no dot.
    """
    palette = state.palette()
    rows, texts = list(range(len(values))), list(map(kappa_text, values.values()))
    drawn = {at: value for at, value in enumerate(values.values()) if value == value}
    low = -1 if min(drawn.values()) < 0 else 0
    high = 1 + _ROOM * (1 - low)
    chosen = [measure.key for measure in _ON_ONE_SCALE].index(_CHOSEN)
    inks = [(palette.kappa if at == chosen else palette.plain).ink for at in rows]

    def stressed(lines: Iterable[str]) -> list[str]:
        return [f"<b>{text}</b>" if at == chosen else text for at, text in enumerate(lines)]

    stems = [(0, value, at) for at, value in drawn.items()]
    marker = dict(
        size=[16 if at == chosen else 12 for at in drawn],
        color=[inks[at] for at in drawn],
        opacity=1,
    )
    ends = dict(textfont=dict(color=inks))
    named = ("<br>".join(map(escape, wrap(name, _NAME))) for name in values)
    return marks.chart(
        [
            marks.stretches("stems", stems, color=palette.plain.high, width=2),
            marks.dots("dots", list(drawn.values()), list(drawn), marker=marker),
            marks.words(
                "numbers", [high] * len(rows), rows, stressed(texts), "middle left", **ends
            ),
        ],
        _ROW * len(rows) + 62,
        table(list(values), {_("value"): texts}),
        xaxis=marks.axis(low - 0.04, high, [-1, 0, 1] if low else [0, 0.5, 1], showgrid=True),
        yaxis=marks.axis(len(rows) - 0.5, -0.5, rows, stressed(named)),
    )


def errors_in_words(found: Measures) -> None:
    """State the two errors, which are on another scale."""
    st.markdown(
        " · ".join(
            _("{measure}: **{value}**", measure=_(measure.title), value=number(found[measure.key]))
            for measure in _ERRORS
        )
    )


def ideas(found: Measures) -> None:
    """Explain each measure."""
    access.table(
        _("| Measure | Here | What it counts |"),
        "|:--|--:|:--|",
        [(_(one.title), format_value(one, found[one.key]), _(one.idea)) for one in MEASURES],
        "what-measures-count",
    )


def format_value(measure: Measure, value: float) -> str:
    """Write a measure: errors in categories, others with three decimals."""
    return kappa_text(value) if measure.higher_is_better else number(value, 3)


def question(found: Measures) -> None:
    """Ask which error would make kappa 0. It is the error of chance."""
    right = number(found.expected_mse, 3)
    wrong = [found.mean_squared_error, found.actual_variance, 2 * found.expected_mse, 0.0, 1.0, 2.0]
    values = {right: found.expected_mse}
    for value in wrong:
        if len(values) < _OPTIONS:
            values.setdefault(number(value, 3), value)
    options = sorted(values, key=values.__getitem__)
    answer = options.index(right)
    if found.expected_mse == 0:
        components.question("measures-undefined", answer, options=options)
    else:
        components.question("measures", answer, options=options, about=right, error=right)
