"""What every measure says of the example, what each one counts, and a question about it."""

import streamlit as st

from qwk_app.figures import agreement as figures
from qwk_app.frame.state import Lesson
from qwk_app.shared import access, components
from qwk_app.words import snippets
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined
from qwk_core.statistics.measures import MEASURES, Measure, Measures, measures

IDEAS = "ideas"  # the key of what is folded away

_ON_ONE_SCALE = [m for m in MEASURES if m.higher_is_better]
_ERRORS = [m for m in MEASURES if not m.higher_is_better]
_CHOSEN = "quadratic"
_OPTIONS = 3


def all_of_them(lesson: Lesson) -> Measures:
    """Show every measure of this example, and return them."""
    found = measures(lesson.walk.observed)
    names = [_(measure.title) for measure in _ON_ONE_SCALE]
    values = [found[measure.key] for measure in _ON_ONE_SCALE]
    components.chart(
        figures.agreement(
            values,
            names,
            [measure.key for measure in _ON_ONE_SCALE].index(_CHOSEN),
            palette=lesson.palette,
        ),
        key="agreement",
        alt=_(
            "The measures of this example: {measures}",
            measures="; ".join(
                f"{name} {kappa_text(value)}" for name, value in zip(names, values, strict=True)
            ),
        ),
    )
    reasons = dict.fromkeys(found.undefined.values())
    if reasons:
        st.info(joined(map(_, reasons)), icon=":material/info:")
    return found


def errors_in_words(found: Measures) -> None:
    """Say the two errors, which are on another scale."""
    st.markdown(
        " · ".join(
            _("{measure}: **{value}**", measure=_(measure.title), value=number(found[measure.key]))
            for measure in _ERRORS
        )
    )


def ideas(found: Measures) -> None:
    """Say what each measure counts."""
    access.table(
        _("| Measure | Here | What it counts |"),
        "|:--|--:|:--|",
        [(_(one.title), format_value(one, found[one.key]), _(one.idea)) for one in MEASURES],
        "what-measures-count",
    )


def format_value(measure: Measure, value: float) -> str:
    """Write a measure as its kind is written: errors in categories, all else to three places."""
    return kappa_text(value) if measure.higher_is_better else number(value, 3)


def question(found: Measures) -> None:
    """Ask which error would make kappa 0: that of chance."""
    right = number(found.expected_mse, 3)
    wrong = [found.mean_squared_error, found.actual_variance, 2 * found.expected_mse, 0.0, 1.0, 2.0]
    values = {right: found.expected_mse}
    for value in wrong:
        if len(values) < _OPTIONS:
            values.setdefault(number(value, 3), value)
    options = sorted(values, key=values.__getitem__)
    if found.expected_mse == 0:
        components.question(
            "measures-undefined",
            _("What mean squared error would chance give here?"),
            options,
            options.index(right),
            _("Both raters use only one category, the same one: chance cannot miss."),
        )
        return
    components.question(
        f"measures-{right}",
        _("The totals stay the same. At which mean squared error would κ be 0?"),
        options,
        options.index(right),
        _("At that of chance: 1 − {error} ÷ {error} = 0.", error=right),
    )


def code(lesson: Lesson) -> None:
    """Show the lines that compute quadratic kappa from five sums."""
    components.code(snippets.moments(lesson))
