"""What the page on O alone shows: how it grows, its totals, where its raters part."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from qwk_app.figures.film import Step, film
from qwk_app.figures.panel import texts as texts_of
from qwk_app.figures.panel import totals
from qwk_app.figures.totals import distances as distances_figure
from qwk_app.frame import presenting
from qwk_app.frame.state import HIDE_CELL, Lesson
from qwk_app.shared import components, matrices
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import _, plain, plural
from qwk_core.pictures.cells import HIDDEN, empty
from qwk_core.teaching.stages import Stage, stages_of_counts, stages_of_ratings

# A frame carries the whole of O: the more cells, the fewer frames, so that the film stays light.
_MOST_FRAMES = 40
_MOST_NUMBERS = 2_000
_MOST_NAMED = 4


def growth(lesson: Lesson) -> None:
    """Play how O grows, item by item; where only counts are known, cell by cell."""
    size = len(lesson.labels)
    most = max(1, min(_MOST_FRAMES, _MOST_NUMBERS // size**2))
    stages = (
        stages_of_counts(lesson.walk.observed, most)
        if lesson.ratings is None
        else stages_of_ratings(lesson.ratings, most)
    )
    steps = [_step(lesson, stage) for stage in stages]
    first = steps[0].caption
    st.markdown(_how_it_grows(lesson, stages))
    if len(stages) == 1:
        st.info(
            _("{caption}. That is all of O: there are no steps to play.", caption=plain(first)),
            icon=":material/check:",
        )
        return
    alt = plural(
        len(stages),
        "An animation of one step: {first}.",
        "An animation of {steps} steps. It begins with {first}, and ends with all {n} items "
        "in the matrix.",
        steps=len(stages),
        first=first,
        n=number(lesson.walk.n),
    )
    matrices.one(
        lesson,
        replace(matrices.panel(lesson, "observed"), name="growth", alt=alt),
        film=film(steps, size, begin=len(steps) - 1),
    )


def _step(lesson: Lesson, stage: Stage) -> Step:
    """Return a step of the film; a cell that is hidden stays so."""
    observed = stage.observed
    counts = observed.sum(axis=1), observed.sum(axis=0)
    texts, shades = list(texts_of(observed)), list(matrices.counted(lesson, "observed", observed))
    if lesson.hides(HIDE_CELL):
        for at in matrices.covered(lesson, "observed"):
            texts[at], shades[at] = HIDDEN, empty(lesson.palette)
    return Step(
        _caption(lesson, stage),
        tuple(texts),
        tuple(shades),
        stage.cells,
        totals(*counts),
        counts,
        None if lesson.ratings is None else int(stage.total),
    )


def _how_it_grows(lesson: Lesson, stages: Sequence[Stage]) -> str:
    if lesson.ratings is None:
        return _(
            "The actual category gives the row, the predicted one the column. These {n} "
            "items came as counts, so whole cells fill up, one after the other.",
            n=number(lesson.walk.n),
        )
    if len(stages) == lesson.ratings.n:
        return _(
            "The actual rating gives the row, the predicted one the column. The cell "
            "where they meet grows by 1."
        )
    return _(
        "The actual rating gives the row, the predicted one the column. The cell where "
        "they meet grows by 1. Here {size} items go in at a time.",
        size=number(stages[0].added),
    )


def _caption(lesson: Lesson, stage: Stage) -> str:
    """Say, in plain text, what was counted at one stage."""
    labels = lesson.labels
    if len(stage.cells) == 1:
        ((row, column),) = stage.cells
        what = _("actual {row}, predicted {column}", row=labels[row], column=labels[column])
    elif len(stage.cells) <= _MOST_NAMED:
        pairs = [f"[{labels[row]}, {labels[column]}]" for row, column in stage.cells]
        what = _("cells {cells}", cells=", ".join(pairs))
    else:
        what = _("{count} cells grow", count=len(stage.cells))
    if lesson.ratings is None:
        return plural(
            stage.added,
            "{added} item: {what}",
            "{added} items: {what}",
            added=number(stage.added),
            what=what,
        )
    if stage.added == 1:
        return _("item {item}: {what}", item=stage.total, what=what)
    return _(
        "items {first}–{last}: {what}",
        first=stage.total - stage.added + 1,
        last=stage.total,
        what=what,
    )


def histograms(lesson: Lesson) -> None:
    """Show the two ratings' histograms, and say that they are O's totals."""
    walk = lesson.walk
    matrices.bars(
        lesson,
        (_("actual (row sums)"), _("predicted (column sums)")),
        (walk.actual_totals, walk.predicted_totals),
        key="histograms",
        alt=_(
            "How often each category was given. Actual: {actual}. Predicted: {predicted}.",
            actual=_pairs(lesson.labels, walk.actual_totals.tolist()),
            predicted=_pairs(lesson.labels, walk.predicted_totals.tolist()),
        ),
    )
    row, column = map(plain, lesson.label)
    st.markdown(
        _(
            "Row {row} adds up to **{row_total}**: the items whose actual rating is {row}. Column "
            "{column} adds up to **{column_total}**: those whose predicted rating is {column}.",
            row=row,
            column=column,
            row_total=number(walk.actual_totals[lesson.cell[0]]),
            column_total=number(walk.predicted_totals[lesson.cell[1]]),
        )
    )


def distances(lesson: Lesson) -> None:
    """Show how far apart the two ratings lie, and say it in a sentence."""
    if lesson.hides(HIDE_CELL):
        st.markdown(presenting.invitation(lesson, HIDE_CELL))  # the count at its distance tells it
        return
    counts = lesson.walk.distance_totals
    components.chart(
        distances_figure(
            counts,
            _("categories apart (0 = they agree)"),
            palette=lesson.palette,
        ),
        key="distances",
        alt=_(
            "Number of items by the distance between their two ratings: {pairs}",
            pairs=_pairs([str(at) for at in range(len(counts))], counts.tolist()),
        ),
    )
    st.markdown(where_they_part(lesson))


def where_they_part(lesson: Lesson) -> str:
    """Say how many items agree, and how far apart the rest lie."""
    counts, n = lesson.walk.distance_totals.tolist(), lesson.walk.n
    if counts[0]:
        agree = plural(
            counts[0],
            "**{agree} of {items}** ({share}) is on the diagonal: the raters agree.",
            "**{agree} of {items}** ({share}) are on the diagonal: the raters agree.",
            agree=number(counts[0]),
            items=number(n),
            share=percent(counts[0] / n),
        )
    else:
        agree = _("**Nothing** is on the diagonal: the raters never agree exactly.")
    apart = [far for far, count in enumerate(counts) if far and count]
    if not apart:
        return agree
    farthest, others = apart[-1], n - counts[0]
    far = plural(farthest, "one category", "{far} categories", far=farthest)
    if len(apart) > 1:
        rest = plural(
            counts[farthest],
            "Of the {others} that differ, one differs by {far}, the most here.",
            "Of the {others} that differ, {count} differ by {far}, the most here.",
            others=number(others),
            count=number(counts[farthest]),
            far=far,
        )
    else:
        rest = plural(
            others,
            "One differs, by {far}.",
            "{others} differ, all by {far}.",
            others=number(others),
            far=far,
        )
    return f"{agree} {rest}"


def question(lesson: Lesson) -> bool:
    """Ask for the number of items that agree; return whether somebody has answered."""
    walk = lesson.walk
    diagonal, n = walk.observed.diagonal().tolist(), int(walk.n)
    right = sum(diagonal)
    wrong = [n - right, int(walk.observed.max()), diagonal[0], right + 1, right - 1, 0, n]
    options = sorted({right, *_first(wrong, right, n)})
    return components.question(
        "observed",
        _("On how many items do the two raters agree exactly?"),
        [number(option) for option in options],
        options.index(right),
        _(
            "The diagonal holds the agreement: {terms} = {sum} of {n} items.",
            terms=" + ".join(number(value) for value in diagonal),
            sum=number(right),
            n=number(n),
        ),
    )


def _first(candidates: Sequence[int], right: int, n: int, most: int = 3) -> list[int]:
    """Return the first few candidates that could be counts of items and are wrong."""
    possible = dict.fromkeys(c for c in candidates if 0 <= c <= n and c != right)
    return list(possible)[:most]


def _pairs(names: Sequence[str], counts: Sequence[float]) -> str:
    return ", ".join(f"{name}: {number(count)}" for name, count in zip(names, counts, strict=True))
