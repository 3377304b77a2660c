"""What the page on E alone shows: E beside O, how it fills from the totals, and the shuffles."""

import math
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures import chance
from qwk_app.figures import panel as panels
from qwk_app.figures.common import Matrix
from qwk_app.figures.film import Step, film
from qwk_app.frame import link, presenting, queue, state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.shared import components, matrices, seeds
from qwk_app.words import names
from qwk_app.words.language import offered
from qwk_app.words.numbers import kappa_text, number, signed
from qwk_app.words.texts import N_, _, error_text, plain, plural
from qwk_core import ExplainedError
from qwk_core.pictures.cells import changed, empty
from qwk_core.pictures.panel import Panel, hide_cells
from qwk_core.statistics.histograms import shuffle_histogram
from qwk_core.statistics.shuffle import Shuffles, shuffle_predictions
from qwk_core.teaching.costs import likeliest_cell

UNIT = "unit"
FILL = "fill"
APART = "difference"
SHUFFLES = "shuffles"
SEED = seeds.SEED

UNITS = (N_("counts"), N_("proportions"))
NUMBERS = ("1", "10", "100", "1000")
_SHARE = 0.4  # of a projector's height, for O and E
_SIDE_BY_SIDE = 8  # categories; beyond, matrices stand below each other
_MOST_BY_CELL = 6  # categories; beyond, a step fills a whole row


def observed_and_expected(lesson: Lesson) -> tuple[Lesson, DeltaGenerator | None]:
    """Show O and E on one scale, E ready to be filled; return the lesson in the unit chosen.

    On a projector there is a place beside them for the average of the shuffles, which E predicts:
    it is returned, too.
    """
    pictures = st.container()
    with st.container(horizontal=True, vertical_alignment="center"):
        shown = _in_unit(lesson)
        filling = (
            len(lesson.labels) > 1
            and not lesson.hides(HIDE_CELL)  # it fills the hidden cell, too
            and st.toggle(_("Show how E is calculated"), key=FILL, bind=link.bind(FILL))
        )
        apart = len(lesson.labels) > 1 and st.toggle(
            _("Show O − E"), key=APART, bind=link.bind(APART)
        )
    with pictures:
        left, right, *third = _places(lesson)
        place = third[0] if third and not lesson.hides(HIDE_CELL) else None
        decimals = _decimals(shown)
        with left:
            matrices.of_lesson(shown, "observed", decimals=decimals, share=_SHARE)
        with right:
            if apart:
                _difference(shown, decimals)
                return shown, place
            matrices.of_lesson(
                shown,
                "expected",
                decimals=decimals,
                films=_film(shown) if filling else None,
                line=False,
                legend=False,  # it stands below O
                share=_SHARE,
            )
    return shown, place


def _places(lesson: Lesson) -> Sequence[DeltaGenerator]:
    """Return the places of O, of E and, on a projector with room for it, of the average."""
    # The third one is empty while the cell is hidden: nothing moves when it is revealed.
    if state.is_presenting() and len(lesson.labels) <= _MOST_BY_CELL:
        return st.columns(3)
    return _two_places(lesson)


def _difference(lesson: Lesson, decimals: int) -> None:
    """Show O − E: in O's hue what the raters gave more often than chance, in E's what less."""
    walk, palette = lesson.walk, lesson.palette
    values = walk.observed - walk.expected
    hidden = lesson.hides(HIDE_CELL)
    row, column = lesson.label
    made = Panel(
        "observed-minus-expected",
        "O − E",
        _("observed minus expected"),
        palette.ink,
        tuple(signed(value, decimals) for value in values.ravel().tolist()),
        changed(values, palette.observed, palette.expected, palette).listed,
        alt=_(
            "{title} matrix, {n} by {n}: {value} at {first} {row}, {second} {column}",
            title=_("observed minus expected"),
            n=len(lesson.labels),
            value=_("a question mark") if hidden else signed(values[lesson.cell], decimals),
            first=names.actual(),
            row=row,
            second=names.predicted(),
            column=column,
        ),
    )
    if hidden:
        made = hide_cells(made, matrices.covered(lesson, "expected"), palette)
    matrices.one(
        lesson, made, note=_("Blue: more often than by chance. Violet: less often."), share=_SHARE
    )


def _two_places(lesson: Lesson) -> Sequence[DeltaGenerator]:
    """Return two places next to each other; below each other where the matrices are large."""
    if len(lesson.labels) <= _SIDE_BY_SIDE:
        return st.columns(2)
    return st.container(), st.container()


def _in_unit(lesson: Lesson) -> Lesson:
    """Let the reader choose items or shares, and say that O and E have the same sums."""
    unit = st.segmented_control(
        _("Unit"),
        offered(UNIT, UNITS, _),
        default=UNITS[0],
        required=True,
        format_func=_,
        key=UNIT,
        bind=link.bind(UNIT),
        label_visibility="collapsed",
    )
    shown = lesson.in_proportions if unit == UNITS[1] else lesson
    total = number(shown.walk.n)
    components.note(_("Both matrices add up to {sum}.", sum=total), width="content")
    return shown


def _decimals(lesson: Lesson) -> int:
    return 3 if lesson.proportions else 2


def _film(lesson: Lesson) -> dict[str, Any]:
    """Return the film that fills E from its totals, cell by cell; a large one row by row."""
    walk, size = lesson.walk, len(lesson.labels)
    by_cell = size <= _MOST_BY_CELL
    if by_cell and lesson.proportions:
        say = N_("row share {row} × column share {column} = {value}")
    elif by_cell:
        say = N_("row total {row} × column total {column} ÷ {n} = {value}")
    elif lesson.proportions:
        say = N_("row share {row} × each column share")
    else:
        say = N_("row total {row} × each column total ÷ {n}")
    whole = matrices.panel(lesson, "expected", _decimals(lesson))
    blank = empty(lesson.palette)
    steps = []
    for last in range(0 if by_cell else size - 1, size * size, 1 if by_cell else size):
        row, column = divmod(last, size)
        caption = _(
            say,
            row=number(walk.actual_totals[row]),
            column=number(walk.predicted_totals[column]),
            n=number(walk.n),
            value=number(walk.expected[row, column], _decimals(lesson)),
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


def versus(lesson: Lesson) -> str:
    """Say whether the raters gave the chosen pair more often than chance would."""
    observed, expected = lesson.walk.observed[lesson.cell], lesson.walk.expected[lesson.cell]
    if lesson.proportions:
        seen = _(
            "The raters gave this pair to {observed} of all items", observed=number(observed, 3)
        )
    else:
        seen = plural(
            observed,
            "The raters gave this pair once",
            "The raters gave this pair {observed} times",
            observed=number(observed),
        )
    if math.isclose(observed, expected, abs_tol=1e-12):
        return _("{seen}: as often as by chance.", seen=seen)
    if observed > expected:
        return _("{seen}: more often than by chance.", seen=seen)
    return _("{seen}: less often than by chance.", seen=seen)


def no_choice(lesson: Lesson) -> None:
    """Where a rater never varies, say that the totals leave chance no choice."""
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


def shuffles(lesson: Lesson, beside: DeltaGenerator | None) -> None:
    """Let the reader shuffle the predictions; show one shuffle, the mean of all, and the kappas.

    The mean goes `beside` E, with what changes it, where there is a place.
    """
    mean = beside.container() if beside else None
    with beside or nullcontext():
        count, seed = _controls()
    try:
        with queue.place(cost=lesson.walk.observed.size * count, busy=_("Shuffling …")):
            drawn = shuffle_predictions(
                lesson.walk.observed, n_shuffles=count, seed=seed, scheme=lesson.walk.scheme
            )
    except ExplainedError as error:
        st.info(error_text(error), icon=":material/info:")
        return
    one, mean = (st.container(), mean) if mean else _two_places(lesson)
    with one:
        _one_shuffle(lesson, drawn)
    with mean:
        _mean(lesson, drawn, count)
    _kappas(lesson, drawn, count)


def _controls() -> tuple[int, int]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        chosen = st.segmented_control(
            _("Number of shuffles"),
            NUMBERS,
            default=NUMBERS[2],
            required=True,
            key=SHUFFLES,
            bind=link.bind(SHUFFLES),
        )
        seed = seeds.field(
            SEED,
            _("Random seed"),
            _("Shuffle again"),
            help=_("The same seed makes the same shuffles, so a link shows what you see."),
        )
    seed = seeds.settle(seed, N_("A seed is a whole number from 1 to {most}. Seed 1 is used here."))
    return int(link.valid(SHUFFLES, chosen)), seed


def _one_shuffle(lesson: Lesson, drawn: Shuffles) -> None:
    row, column = lesson.label
    hidden = lesson.hides(HIDE_CELL)
    _table(
        lesson,
        "one-shuffle",
        "observed",
        ("O", _("after one shuffle")),
        drawn.first_observed,
        _(
            "O after one shuffle: {value} at actual {row}, predicted {column}; the "
            "totals stay the same",
            value=_("a question mark") if hidden else number(drawn.first_observed[lesson.cell]),
            row=row,
            column=column,
        ),
    )


def _table(
    lesson: Lesson, key: str, name: str, title: tuple[str, str], values: Matrix, alt: str
) -> None:
    """Show a shuffled matrix in the colours of `name`; what is hidden in E is hidden here."""
    own, walk = lesson.palette.hue(name), lesson.walk
    shades = matrices.counted(lesson, name, values)
    totals = panels.totals(walk.actual_totals, walk.predicted_totals)
    made = Panel(key, *title, own.ink, panels.texts(values), shades, totals, alt=alt)
    if lesson.hides(HIDE_CELL):
        made = hide_cells(made, matrices.covered(lesson, name), lesson.palette)
    matrices.one(lesson, made, share=_SHARE)


def _mean(lesson: Lesson, drawn: Shuffles, count: int) -> None:
    shuffled = plural(count, "{count} shuffle", "{count} shuffles", count=number(count))
    _table(
        lesson,
        "mean-shuffle",
        "expected",
        (_("average O"), shuffled),
        drawn.mean_observed,
        _(
            "The average of {count} shuffled matrices; no cell differs from E by more than {gap}",
            count=number(count),
            gap=number(drawn.gaps[-1]),
        ),
    )


def gap_sentence(drawn: Shuffles) -> str:
    """Say how far the mean is from E, and how far it was before."""
    if not drawn.gaps.any():
        return _("Every shuffle gives exactly E.")
    start, *rest = (number(gap) for gap in drawn.gaps.tolist())
    if not rest:
        return _(
            "The largest gap to :violet[**E**] is {gap}. One shuffle alone can be far from it.",
            gap=start,
        )
    steps = ", ".join(
        _("{gap} after {passed}", gap=gap, passed=number(passed))
        for passed, gap in zip(drawn.checkpoints[1:], rest, strict=True)
    )
    return _(
        "The average gets closer to :violet[**E**]: the largest gap is {start} after one "
        "shuffle, {steps}.",
        start=start,
        steps=steps,
    )


def reach_sentence(lesson: Lesson, drawn: Shuffles) -> str:
    """Say how many shuffles did at least as well as the raters."""
    count, reached = len(drawn.kappas), drawn.reaching(lesson.walk.kappa)
    kappa = kappa_text(lesson.walk.kappa)
    if lesson.walk.has_constant_rater:
        return _("Kappa is 0 in every shuffle, and 0 for these raters.")
    mean = round(drawn.kappas.mean().item(), 3) + 0.0  # and not −0
    around = _("The average kappa of the shuffles is {mean}.", mean=number(mean, 3))
    if count == 1:
        return (
            _("This shuffle reached the raters' κ = {kappa} or more.", kappa=kappa)
            if reached
            else _("This shuffle did not reach the raters' κ = {kappa}.", kappa=kappa)
        )
    many = number(count)
    if reached == 0:
        verdict = _("**None of {many}** shuffles reached κ = {kappa}.", many=many, kappa=kappa)
    elif reached == count:
        verdict = _("**All {many}** shuffles reached κ = {kappa} or more.", many=many, kappa=kappa)
    else:
        verdict = _(
            "**{reached} of {many}** shuffles reached κ = {kappa} or more.",
            reached=number(reached),
            many=many,
            kappa=kappa,
        )
    return f"{verdict} {around}"


def _kappas(lesson: Lesson, drawn: Shuffles, count: int) -> None:
    walk = lesson.walk
    if lesson.hides(HIDE_KAPPA):
        st.markdown(gap_sentence(drawn))
        presenting.ask_first(lesson, HIDE_KAPPA)
        return
    if walk.undefined_reason is not None:
        st.markdown(gap_sentence(drawn))
        st.info(
            _("No shuffle has a kappa. {reason}", reason=_(walk.undefined_reason)),
            icon=":material/info:",
        )
        return
    st.markdown(f"{gap_sentence(drawn)}\n\n{reach_sentence(lesson, drawn)}")
    if walk.has_constant_rater:
        return  # a histogram of one bar, at 0
    components.chart(
        chance.kappas(
            shuffle_histogram(drawn.kappas, walk.kappa),
            walk.kappa,
            palette=lesson.palette,
            mark=_("κ = {kappa}", kappa=kappa_text(walk.kappa)),
            axes=(_("kappa of a shuffle"), _("shuffles")),
            height=220,
        ),
        key="shuffled-kappas",
        alt=_(
            "Histogram of kappa in {count} shuffles, around 0; {kappa} or more in {reached}",
            count=number(count),
            reached=number(drawn.reaching(walk.kappa)),
            kappa=kappa_text(walk.kappa),
        ),
    )


def question(lesson: Lesson) -> None:
    """Ask what happens to a cell of E when every count doubles: not four times as much."""
    walk = lesson.walk
    i, j = likeliest_cell(walk)
    if (i, j) == lesson.cell and lesson.hides(HIDE_CELL):
        return  # it would name what the class is to predict
    now = walk.expected[i, j].item()
    values = [number(times * now) for times in (1, 2, 4)]
    # Another example, another order: the place must not give the answer away.
    turn = (i + j + int(walk.n)) % 3
    options = values[turn:] + values[:turn]
    components.question(
        "expected",
        _(
            "The same raters rate twice as many items, and every count in O doubles. "
            "What is E[{row}, {column}] then? Now it is {now}.",
            row=plain(lesson.labels[i]),
            column=plain(lesson.labels[j]),
            now=values[0],
        ),
        options,
        options.index(values[1]),
        _(
            "Both totals double, and so does n: {row} × {column} ÷ {n} = {answer}.",
            row=number(2 * walk.actual_totals[i]),
            column=number(2 * walk.predicted_totals[j]),
            n=number(2 * walk.n),
            answer=values[1],
        ),
    )
