"""The page on w: the cost of a distance, the construction of w, and its divisor."""

from collections.abc import Mapping, Sequence
from html import escape

import numpy as np
import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures import panel as panels
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import Matrix
from qwk_app.figures.template import FONT
from qwk_app.frame import state
from qwk_app.frame.state import HIDE_CELL, SCHEMES, Lesson
from qwk_app.shared import components, fields, matrices
from qwk_app.words import names, sentences
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined, plain
from qwk_core import walk_through_counts
from qwk_core.kappa import SAME_KAPPA
from qwk_core.matrices import disagreement, largest_disagreement, weight_matrix
from qwk_core.pictures.cells import by_value
from qwk_core.pictures.panel import Panel, hide_cells
from qwk_core.teaching.construction import add_unused_category

DIVIDE = "divide"


_DIVISORS = {"quadratic": "(N − 1)²", "linear": "N − 1"}
# The side of a curve's name at its point, and its distance from the curve.
_PLACES = {
    "unweighted": ("bottom center", -0.04),
    "linear": ("top left", 0.02),
    "quadratic": ("bottom right", -0.02),
}
_COSTS = [0, 0.25, 0.5, 0.75, 1]
_MOST_TICKS = 12  # with more, only every second distance has a text
_MOST_SMALL = 8  # categories of a small matrix; more are too small to read
_DIGITS = 6  # enough decimals to see that kappa does not change


def penalties(lesson: Lesson) -> None:
    """Show the cost of each distance with the three schemes, and explain it."""
    walk = lesson.walk
    if len(walk.categories) == 1:
        st.info(
            _(
                "With one category, two ratings cannot differ: the only weight is 0. "
                "Enter a longer scale under Categories, such as 0-4."
            ),
            icon=":material/straighten:",
        )
        return
    curves = {scheme: weight_matrix(len(walk.categories), scheme)[0].tolist() for scheme in SCHEMES}
    components.chart(
        _curves(lesson, curves),
        key="penalties",
        alt=_(
            "The cost of a miss by its distance. {curves}",
            curves=" ".join(
                _(
                    "{name}: {about}",
                    name=_(scheme),
                    about="; ".join(number(cost, 4) for cost in curve),
                )
                + "."
                for scheme, curve in curves.items()
            ),
        ),
    )


def _curves(lesson: Lesson, curves: Mapping[str, Sequence[float]]) -> Chart:
    """Draw the cost of each distance: the current scheme thick and in w's hue, the others thin.

    A dotted line goes from the chosen cell's distance to its cost.
    """
    chosen = lesson.walk.scheme
    farthest = len(curves[chosen]) - 1
    distance = abs(lesson.cell[0] - lesson.cell[1])
    cost = curves[chosen][distance]
    mark = marks.lines(
        "mark",
        [distance, distance, -0.3],
        [-0.06, cost, cost],
        line=dict(color=state.palette().ink, width=1, dash="dot"),
        cliponaxis=True,
    )
    names = {scheme: _(scheme) for scheme in SCHEMES}
    if farthest == 1:
        names = {"linear": _("all three schemes")}
    columns = {name: [number(cost, 4) for cost in curves[scheme]] for scheme, name in names.items()}
    axes = _("categories apart"), _("cost")
    ticks = list(range(0, farthest + 1, 1 if farthest <= _MOST_TICKS else 2))
    # The current scheme is drawn last, on top of the others.
    drawn = sorted(curves, key=lambda scheme: scheme == chosen)
    return marks.chart(
        [
            mark,
            *(_curve(each, curves[each], thick=each == chosen) for each in drawn),
            _names(names, curves, chosen),
        ],
        280,
        table([str(far) for far in range(farthest + 1)], columns, axes[0]),
        # To measure the words of the axes, Plotly would draw the chart twice for each change.
        margin=dict(l=58, r=16, b=48),
        xaxis=marks.axis(
            -0.04 * farthest - 0.06, 1.04 * farthest + 0.02, ticks, title=axes[0], automargin=False
        ),
        yaxis=marks.axis(-0.06, 1.08, _COSTS, showgrid=True, title=axes[1], automargin=False),
    )


def _curve(scheme: str, curve: Sequence[float], *, thick: bool) -> marks.Mark:
    palette = state.palette()
    colour = (palette.weights if thick else palette.plain).ink
    return marks.lines(
        scheme,
        list(range(len(curve))),
        [round(cost, 6) for cost in curve],
        mode="lines+markers",
        line=dict(color=colour, width=4 if thick else 1.5),
        marker=dict(color=colour, size=11 if thick else 6),
        hovertemplate="%{x}: %{y}<extra></extra>",
    )


def _names(
    names: Mapping[str, str], curves: Mapping[str, Sequence[float]], chosen: str
) -> marks.Mark:
    """Return the names of all curves as one trace, because each trace takes time."""
    palette, farthest = state.palette(), len(curves[chosen]) - 1
    # The name of the flat curve is between two points, other names are at a point.
    at = [(1 + farthest) / 2 if one == "unweighted" else max(1, farthest // 2) for one in names]
    return marks.words(
        "names",
        at,
        [curves[one][int(x)] + _PLACES[one][1] for one, x in zip(names, at, strict=True)],
        map(escape, names.values()),
        [_PLACES[one][0] for one in names],
        textfont=dict(
            color=[(palette.weights if one == chosen else palette.plain).ink for one in names],
            size=[marks.LARGER_FONT if one == chosen else FONT for one in names],
        ),
    )


def how_prices_grow(lesson: Lesson) -> str:
    """Say how many near misses one far miss is worth."""
    far = len(lesson.walk.categories) - 1
    if far == 0:
        return _("There is no distance yet, so nothing costs anything.")
    if far == 1:
        return _(
            "With two categories the only distance is 1, and it costs 1 in every scheme: "
            "the choice makes no difference."
        )
    # Before the division, a distance of 1 costs 1, and the largest distance costs the divisor.
    worth = largest_disagreement(far + 1, lesson.walk.scheme)
    return _(KEYED["growth"][lesson.walk.scheme], far=far, worth=worth)


def construction(lesson: Lesson) -> None:
    """Show the matrices that w is built from, and that its divisor does not change κ."""
    walk = lesson.walk
    st.markdown(
        _(
            "scikit-learn takes a matrix minus its transpose: in each cell, column minus "
            "row. That is the distance between the two ratings."
        )
    )
    columns = np.tile(np.arange(len(walk.categories)), (len(walk.categories), 1))
    first, second, third = st.columns(3)
    # The switch is below the matrix that it changes.
    with third:
        matrix = st.container()
        divide = _divide(lesson)
    with first:
        _small(lesson, columns, "columns", _("**columns**: every row is arange(N)"))
    with second:
        _small(lesson, columns.T, "rows", _("**rows**: its transpose"))
    with matrix:
        _small(
            lesson,
            walk.weights if divide else disagreement(len(walk.categories), walk.scheme),
            "undivided",
            ":orange[**w**]: " + _(KEYED["difference"][walk.scheme]),
        )
    if len(walk.categories) > _MOST_SMALL:
        components.note(
            _(
                "Drawn here: the first {most} of {n} categories. The rest goes on in the same way.",
                most=_MOST_SMALL,
                n=len(walk.categories),
            )
        )
    _cancelling(lesson, divide=divide)


def _small(lesson: Lesson, values: Matrix, key: str, title: str) -> None:
    """Show a small matrix, or the first corner of a large one."""
    st.markdown(title)
    corner = values[:_MOST_SMALL, :_MOST_SMALL]
    labels = lesson.labels[:_MOST_SMALL]
    hidden = key == "undivided" and lesson.hides(HIDE_CELL)
    own = state.palette().hue("weights" if key == "undivided" else "plain")
    alt = _(
        "{title}: {value} at {cell}",
        title=title.replace("*", "").replace(":orange[w]", "w"),
        value=_("a question mark") if hidden else number(values[lesson.cell], 4),
        cell=names.cell(*lesson.label),
    )
    shades = by_value(corner, float(corner.max()), own, state.palette())
    made = Panel(key, panels.texts(corner), shades, alt=alt)
    if hidden:
        made = hide_cells(made, matrices.covered(lesson, "weights", len(labels)), state.palette())
    matrices.linked(lesson, made, labels=labels)


def _divide(lesson: Lesson) -> bool:
    divisor = largest_disagreement(len(lesson.labels), lesson.walk.scheme)
    if divisor == 1:
        components.note(_("These weights are 0 and 1 already: there is nothing to divide by."))
        return False
    return fields.switch(
        DIVIDE,
        _(
            "Divide by {divisor} = {value}",
            divisor=_DIVISORS[lesson.walk.scheme],
            value=number(divisor),
        ),
    )


def _cancelling(lesson: Lesson, *, divide: bool) -> None:
    """Show numerator, denominator and κ with and without the division, which does not change κ."""
    walk = lesson.walk
    size = len(walk.categories)
    undivided, divisor = disagreement(size, walk.scheme), largest_disagreement(size, walk.scheme)
    whole = walk_through_counts(walk.observed, categories=walk.categories, scheme=undivided)
    now, other = (walk, whole) if divide else (whole, walk)
    versus = _("{value} undivided") if divide else _("{value} divided")
    numbers = [
        (_("Numerator, the sum of w × O"), number(now.numerator, 4), number(other.numerator, 4)),
        (
            _("Denominator, the sum of w × E"),
            number(now.denominator, 4),
            number(other.denominator, 4),
        ),
        (_("κ"), kappa_text(now.kappa, _DIGITS), kappa_text(other.kappa, _DIGITS)),
    ]
    for column, (label, value, before) in zip(st.columns(3), numbers, strict=True):
        column.metric(
            label,
            value,
            None if divisor == 1 else versus.format(value=before),
            delta_color="off",
            delta_arrow="off",
        )
    if walk.undefined_reason is not None:
        st.markdown(sentences.kappa_meaning(lesson))
        return
    if divisor == 1:
        return
    st.markdown(
        _(
            "The division makes both sums {divisor} times smaller. In the fraction the "
            "{divisor} cancels, so κ stays the same. That is why scikit-learn never "
            "divides.",
            divisor=number(divisor),
        )
    )


def letters(lesson: Lesson) -> str:
    """Explain i, j and N, and the fraction of the smallest weight."""
    notes = [
        _(
            "i is the row ({first}), j the column ({second}), N the number of categories.",
            **names.both(),
        )
    ]
    if lesson.counts_from is None:
        notes.append(_("Here the categories are counted from 0."))
    if len(lesson.labels) > 1 and not lesson.hides(HIDE_CELL):
        divisor = largest_disagreement(len(lesson.labels), lesson.walk.scheme)
        rounded = number(1 / divisor)
        if rounded != number(1 / divisor, 6):
            part = number(divisor)
            notes.append(_("{rounded} is 1 ÷ {divisor}, rounded.", rounded=rounded, divisor=part))
    return joined(notes)


def question(lesson: Lesson) -> None:
    """Ask for the effect of doubled weights, and of an unused category."""
    components.question("doubled", 1)
    walk, size = lesson.walk, len(lesson.labels)
    if size == 1 or walk.undefined_reason is not None:
        return
    middle = size // 2
    at_end, between = (_kappa_with_unused(lesson, at) for at in (size, middle))
    because = ""
    if walk.scheme == "unweighted":
        because = _("Here each miss costs 1, however far it is. So no unused category changes κ.")
    components.question(
        "unused",
        1 if abs(between - walk.kappa) > SAME_KAPPA else 2,
        because=because,
        at_end=kappa_text(at_end),
        between=kappa_text(between),
        low=plain(lesson.labels[middle - 1]),
        high=plain(lesson.labels[middle]),
    )


def _kappa_with_unused(lesson: Lesson, at: int) -> float:
    counts = add_unused_category(lesson.walk.observed, at)
    return walk_through_counts(counts, scheme=lesson.walk.scheme).kappa
