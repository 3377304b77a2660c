"""The page on E: O, the average of its shuffles, and E; how E is filled."""

from dataclasses import replace
from typing import Any

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures import panel as panels
from qwk_app.figures.chart import Chart
from qwk_app.figures.common import Matrix
from qwk_app.figures.film import Step, film
from qwk_app.frame import link, presenting, queue, state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.shared import components, fields, matrices
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number, signed
from qwk_app.words.texts import N_, _, error_text, joined, plain, plural
from qwk_core import ExplainedError
from qwk_core.pictures.cells import changed, empty
from qwk_core.pictures.panel import Panel, hide_cells
from qwk_core.statistics.histograms import Histogram, shuffle_histogram
from qwk_core.statistics.shuffle import Shuffles, shuffle_predictions

UNIT = "unit"
FILL = "fill"
DIFFERENCE = "difference"
SHUFFLES = "shuffles"

_COUNTS, _SHARES = N_("counts"), N_("proportions")  # the units, in the link's words
_SHARE = 0.4  # of a projector's height, for the matrices
_MOST_BY_CELL = 6  # categories; with more, a step of the film fills a whole row
_OPENS = "_opens_more_chance"  # whether the link opens the fold


def options(lesson: Lesson) -> tuple[Lesson, int]:
    """Draw the fold with the options: how E is filled, O − E, the unit, the seed.

    Return the lesson in the chosen unit, and the seed.
    """
    several, hidden = len(lesson.labels) > 1, lesson.hides(HIDE_CELL)
    filling = None
    if several and not hidden:  # the film would fill the hidden cell, too
        filling = st.expander(
            _("How E is filled, cell by cell"),
            key=FILL,
            on_change="rerun",
            bind=link.bind(FILL),
        )
    asked = any(name in st.query_params for name in (DIFFERENCE, UNIT))
    # Its fields are always drawn: a field that is not drawn loses its parameter of the link.
    opens = st.session_state.setdefault(_OPENS, asked)
    with st.expander(_("O − E, shares of all items, random seed"), expanded=opens):
        shown = _in_unit(lesson)
        apart = several and fields.switch(DIFFERENCE, _("Show O − E"))
        if apart:
            _difference(shown)
        seed = fields.settled(
            fields.typed(
                _("Random seed"),
                help=_("The same seed makes the same shuffles, so a link shows what you see."),
            )
        )
    if filling is not None and filling.open:
        with filling:
            panel = matrices.panel(shown, "expected")
            matrices.linked(shown, replace(panel, name="filling"), film=_filling(shown))
    return shown, seed


def _in_unit(lesson: Lesson) -> Lesson:
    """Let the reader choose items or shares, and say that O and E have the same sums."""
    with st.container(horizontal=True, vertical_alignment="center"):
        unit = fields.buttons(UNIT, _("Unit"), _, label_visibility="collapsed")
        shown = lesson.in_proportions if unit == _SHARES else lesson
        total = number(shown.walk.n)
        components.note(_("O and E add up to {sum}.", sum=total), width="content")
    return shown


def shuffled(lesson: Lesson, shown: Lesson, seed: int) -> Shuffles | None:
    """Let the reader shuffle the predictions; show O, the average of the shuffles, and E.

    `shown` is the lesson in the reader's unit. Return the shuffles; None where there are too many
    items for them, or while the class predicts a cell of E.
    """
    if lesson.hides(HIDE_CELL):
        _matrices(shown, None)
        return None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        count = int(fields.slider(SHUFFLES, _("Number of shuffles"), str, width="stretch"))
        fields.next_one(_("Shuffle again"))
    drawn = None
    try:
        with queue.place(cost=lesson.walk.observed.size * count, busy=_("Shuffling …")):
            drawn = shuffle_predictions(
                lesson.walk.observed, n_shuffles=count, seed=seed, scheme=lesson.walk.scheme
            )
    except ExplainedError as error:
        st.info(error_text(error), icon=":material/info:")
    _matrices(shown, drawn)
    return drawn


def _matrices(shown: Lesson, drawn: Shuffles | None) -> None:
    matrices.of_lesson(
        shown,
        "observed",
        "expected",
        between=None if drawn is None else _average(shown, drawn),
        share=_SHARE,
    )


def _average(shown: Lesson, drawn: Shuffles) -> Panel:
    """Return the average of the shuffled matrices, in the unit of `shown`, with E's colours."""
    count, walk = len(drawn.kappas), shown.walk
    values = drawn.mean_proportions if shown.proportions else drawn.mean_observed
    return Panel(
        "mean-shuffle",
        panels.texts(values, shown.decimals),
        matrices.counted(shown, "expected", values),
        _("average O") if count > 1 else "O",
        plural(count, "one shuffle", "{count} shuffles"),
        state.palette().expected.ink,
        panels.totals(walk.actual_totals, walk.predicted_totals, shown.decimals),
        alt=plural(
            count,
            "O after one shuffle; no cell differs from E by more than {gap}",
            "The average of {count} shuffled matrices; no cell differs from E by more than {gap}",
            gap=number(drawn.gaps[-1]),
        ),
    )


def result(lesson: Lesson, drawn: Shuffles | None) -> None:
    """Say how close the average came to E, and how the kappas of the shuffles compare."""
    if drawn is None:
        return
    reason, text = lesson.walk.undefined_reason, [gap_sentence(drawn)]
    if reason is None and not lesson.hides(HIDE_KAPPA):
        text.append(reach_sentence(lesson, drawn))
    st.markdown(joined(text))
    if reason is not None:
        st.info(_("No shuffle has a kappa. {reason}", reason=_(reason)), icon=":material/info:")


def kappas(lesson: Lesson, drawn: Shuffles | None) -> None:
    """Show the kappas of the shuffles beside that of the raters."""
    walk = lesson.walk
    if drawn is None or presenting.ask_first(lesson, HIDE_KAPPA) or walk.has_constant_rater:
        return  # with a constant rater all are 0
    histogram(lesson, drawn.kappas, drawn.reaching(walk.kappa), key="shuffled-kappas")


def histogram(lesson: Lesson, shuffled: Matrix, reached: int, *, key: str) -> None:
    """Show the kappas of shuffles, of which `reached` are at least as high as the raters'."""
    kappa = lesson.walk.kappa
    components.chart(
        _bars(shuffle_histogram(shuffled, kappa), kappa),
        key=key,
        alt=_(
            "Histogram of kappa in {count} shuffles, around 0; {kappa} or more in {reached}",
            count=number(len(shuffled)),
            reached=number(reached),
            kappa=kappa_text(kappa),
        ),
    )


def _bars(found: Histogram, kappa: float) -> Chart:
    """Draw a histogram of the shuffles' kappas; those that reached `kappa` have its colour."""
    edges, most = found.edges.tolist(), found.counts.max().item()
    extent = low, high = min(edges[0], kappa, 0.0), max(edges[-1], kappa, 0.0)
    margin = (high - low) * 0.05
    ends = round(low - margin, 9), round(high + margin, 9)
    palette = state.palette()
    colours = [(palette.kappa if edge >= kappa else palette.plain).high for edge in edges[:-1]]
    line, words = marks.at_kappa(kappa, extent)
    across, upward = _("kappa of a shuffle"), _("shuffles")
    bars, numbers = marks.histogram("shuffles", found, colours, across, upward)
    whole: marks.Mark = dict(nticks=4, tickformat=",d") | (dict(dtick=1) if most < 5 else {})
    return marks.chart(
        [bars],
        220,
        numbers,
        margin=dict(t=40),  # room for the words at kappa
        xaxis=marks.axis(*ends, nticks=6, zeroline=True, zerolinecolor=palette.ink, title=across),
        yaxis=marks.axis(0, most * 1.05, title=upward, **whole),
        shapes=[line],
        annotations=[words],
    )


def _difference(lesson: Lesson) -> None:
    """Show O − E: pairs more frequent than by chance in O's hue, less frequent ones in E's."""
    walk, palette = lesson.walk, state.palette()
    values, decimals = walk.observed - walk.expected, lesson.decimals
    title = _("observed minus expected")
    made = Panel(
        "observed-minus-expected",
        tuple(signed(value, decimals) for value in values.ravel().tolist()),
        changed(values, palette.observed, palette.expected, palette),
        "O − E",
        title,
        palette.ink,
        alt=matrices.in_words(lesson, title, signed(values[lesson.cell], decimals)),
    )
    if lesson.hides(HIDE_CELL):
        made = hide_cells(made, matrices.covered(lesson, "expected"), palette)
    matrices.linked(
        lesson, made, note=_("Blue: more often than by chance. Violet: less often."), share=_SHARE
    )


def _filling(lesson: Lesson) -> dict[str, Any]:
    """Return the film that fills E from its totals, cell by cell, or row by row if E is large."""
    walk, size = lesson.walk, len(lesson.labels)
    by_cell = size <= _MOST_BY_CELL
    filled = KEYED["cell_filled" if by_cell else "row_filled"]
    whole = matrices.panel(lesson, "expected")
    blank = empty(state.palette())
    steps = []
    for last in range(0 if by_cell else size - 1, size * size, 1 if by_cell else size):
        row, column = divmod(last, size)
        caption = _(
            filled[_SHARES if lesson.proportions else _COUNTS],
            row=number(walk.actual_totals[row]),
            column=number(walk.predicted_totals[column]),
            n=number(walk.n),
            value=number(walk.expected[row, column], lesson.decimals),
        )
        rest = size * size - last - 1
        steps.append(
            Step(
                caption,
                (*whole.texts[: last + 1], *[""] * rest),
                (*whole.shades[: last + 1], *[blank] * rest),
                tuple((row, at) for at in ([column] if by_cell else range(size))),
            )
        )
    return film(steps, size, begin=0)


def why_both_totals(lesson: Lesson) -> str:
    """Say why a cell of E needs both totals, with those of the chosen cell."""
    walk, (row, column) = lesson.walk, lesson.cell
    return _(
        "Row {row} holds {part} of {n} items. So by chance, this cell gets {part}/{n} of column "
        "{column}, which holds {total}: {part}/{n} × {total} = {value}.",
        row=plain(lesson.label[0]),
        column=plain(lesson.label[1]),
        part=number(walk.actual_totals[row]),
        total=number(walk.predicted_totals[column]),
        n=number(walk.n),
        value=number(walk.expected[lesson.cell]),
    )


def no_choice(lesson: Lesson) -> None:
    """If a rater is constant, say that every shuffle gives O."""
    walk = lesson.walk
    if not walk.has_constant_rater or lesson.hides(HIDE_KAPPA):
        return
    outcome = (
        _("and kappa is 0.")
        if walk.undefined_reason is None
        else _("and kappa is 0 ÷ 0: undefined.")
    )
    st.info(
        _(
            "One rater always gives the same category. Then there is only one way to "
            "pair the ratings: E is exactly O, {outcome}",
            outcome=outcome,
        ),
        icon=":material/info:",
    )


def gap_sentence(drawn: Shuffles) -> str:
    """Say how far the mean is from E, and how far it was before."""
    if not drawn.gaps.any():
        return _("Every shuffle gives exactly E.")
    start, *rest = (number(gap) for gap in drawn.gaps.tolist())
    if not rest:
        return _(
            "The largest difference from :violet[**E**] is {gap}. One shuffle alone can be far "
            "from it.",
            gap=start,
        )
    steps = _(", ").join(
        _("{gap} after {passed}", gap=gap, passed=number(passed))
        for passed, gap in zip(drawn.checkpoints[1:], rest, strict=True)
    )
    return _(
        "The largest difference from :violet[**E**] is {start} after one shuffle, {steps}.",
        start=start,
        steps=steps,
    )


def reach_sentence(lesson: Lesson, drawn: Shuffles) -> str:
    """Say how many shuffles did at least as well as the raters."""
    if lesson.walk.has_constant_rater:
        return _("Kappa is 0 in every shuffle, and 0 for these raters.")
    count, reached = len(drawn.kappas), drawn.reaching(lesson.walk.kappa)
    if count == 1 and reached:
        text = N_("This shuffle reached the raters' κ = {kappa} or more.")
    elif count == 1:
        text = N_("This shuffle did not reach the raters' κ = {kappa}.")
    elif reached == 0:
        text = N_("**None of {many}** shuffles reached κ = {kappa}.")
    elif reached == count:
        text = N_("**All {many}** shuffles reached κ = {kappa} or more.")
    else:
        text = N_("**{reached} of {many}** shuffles reached κ = {kappa} or more.")
    kappa = kappa_text(lesson.walk.kappa)
    verdict = _(text, reached=number(reached), many=number(count), kappa=kappa)
    mean = round(drawn.kappas.mean().item(), 3) + 0.0  # + 0.0 makes 0 of −0
    around = _("The average kappa of the shuffles is {mean}.", mean=number(mean, 3))
    return verdict if count == 1 else joined([verdict, around])
