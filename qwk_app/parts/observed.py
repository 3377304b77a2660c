"""The page on O: how it is counted, its totals, and the gaps between the raters."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures import marks
from qwk_app.figures.chart import table
from qwk_app.figures.film import Step, film
from qwk_app.figures.panel import texts
from qwk_app.frame import state
from qwk_app.frame.state import HIDE_CELL, Lesson
from qwk_app.shared import components, matrices
from qwk_app.words import names
from qwk_app.words.keyed import of_number
from qwk_app.words.numbers import number, percent
from qwk_app.words.texts import _, joined, plain, plural
from qwk_core.teaching.stages import Stage, stages_of_counts, stages_of_ratings

# Each frame has all of O. With more cells there are fewer frames, so that the film stays small.
_MOST_FRAMES = 40
_MOST_NUMBERS = 2_000
_MOST_NAMED = 4
_MOST_WRITTEN = 10  # categories; with more, the numbers above the bars would overlap


def counted(lesson: Lesson) -> DeltaGenerator:
    """Show O, which a film counts item by item; return the place for its words."""
    return components.explained(
        lesson, "observed", scope="count", share=matrices.SMALL_SHARE, film=_film(lesson)
    )


def _film(lesson: Lesson) -> dict[str, Any] | None:
    """Return the film that counts O item by item; if only counts are known, cell by cell.

    It begins at its end, which is O. Without a film while a cell is hidden: it would show the cell.
    """
    if lesson.hides(HIDE_CELL):
        return None
    size = len(lesson.labels)
    most = max(1, min(_MOST_FRAMES, _MOST_NUMBERS // size**2))
    stages = (
        stages_of_counts(lesson.walk.observed, most)
        if lesson.ratings is None
        else stages_of_ratings(lesson.ratings, most)
    )
    if len(stages) == 1:
        return None  # nothing to play
    *steps, whole = [_step(lesson, stage) for stage in stages]
    n = lesson.walk.n
    whole = replace(whole, caption=plural(n, "{count} item", "{count} items"))
    return film([*steps, whole], size, begin=len(steps))


def _step(lesson: Lesson, stage: Stage) -> Step:
    observed = stage.observed
    return Step(
        _caption(lesson, stage),
        texts(observed),
        matrices.counted(lesson, "observed", observed),
        stage.cells,
        (observed.sum(axis=1), observed.sum(axis=0)),
        None if lesson.ratings is None else int(stage.total),
    )


def _caption(lesson: Lesson, stage: Stage) -> str:
    """Return the caption of a stage: what was counted."""
    labels = lesson.labels
    if len(stage.cells) == 1:
        ((row, column),) = stage.cells
        what = names.cell(labels[row], labels[column])
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
    """Show the histograms of both ratings, which are O's totals."""
    walk = lesson.walk
    first, second = names.actual(), names.predicted()
    matrices.bars(
        lesson,
        (_("{name} (row sums)", name=first), _("{name} (column sums)", name=second)),
        (walk.actual_totals, walk.predicted_totals),
        key="histograms",
        alt=_(
            "How often each category was given. {first}: {actual}. {second}: {predicted}.",
            **names.both(str),
            actual=_pairs(lesson.labels, walk.actual_totals.tolist()),
            predicted=_pairs(lesson.labels, walk.predicted_totals.tolist()),
        ),
    )
    row, column = map(plain, lesson.label)
    st.markdown(
        _(
            "Row {row} adds up to **{row_total}**: the items with {first} {row}. Column {column} "
            "adds up to **{column_total}**: those with {second} {column}.",
            **names.both(),
            row=row,
            column=column,
            row_total=number(walk.actual_totals[lesson.cell[0]]),
            column_total=number(walk.predicted_totals[lesson.cell[1]]),
        )
    )


def distances(lesson: Lesson) -> None:
    """Show a histogram of the gaps: agreement in grey, the rest in O's hue."""
    palette, n, title = state.palette(), lesson.walk.n, _("categories apart (0 = they agree)")
    counts = lesson.walk.distance_totals.tolist()
    size, written = len(counts), [(number(count), percent(count / n)) for count in counts]
    names = list(map(str, range(size)))
    bars = marks.bars(
        "items",
        list(range(size)),
        counts,
        text=list(map("<br>".join, written)) if size <= _MOST_WRITTEN else None,
        textposition="outside",
        textangle=0,
        constraintext="none",
        marker=dict(color=[palette.plain.high, *[palette.observed.high] * (size - 1)]),
        hovertemplate="%{x}: %{y:,}<extra></extra>",
    )
    components.chart(
        marks.chart(
            [bars],
            260,
            table(names, {_("items"): list(map(", ".join, written))}, title),
            bargap=0.25,
            xaxis=marks.axis(-0.6, size - 0.4, range(size), names, title=title),
            # Room above the tallest bar for its number.
            yaxis=marks.axis(0, 1.25 * max(counts), visible=False),
        ),
        key="distances",
        alt=_(
            "Number of items by the distance between their two ratings: {pairs}",
            pairs=_pairs(names, counts),
        ),
    )
    st.markdown(gaps_sentence(lesson))


def gaps_sentence(lesson: Lesson) -> str:
    """Say how many items agree, and how large the gaps of the others are."""
    counts, n = lesson.walk.distance_totals.tolist(), lesson.walk.n
    if counts[0]:
        of_all = dict(agree=number(counts[0]), items=number(n), share=percent(counts[0] / n))
        agree = of_number(counts[0], "gaps", "none", **of_all)
    else:
        agree = _("**Nothing** is on the diagonal: the raters never agree exactly.")
    apart = [far for far, count in enumerate(counts) if far and count]
    if not apart:
        return agree
    farthest, others = apart[-1], n - counts[0]
    far = plural(farthest, "one category", "{far} categories", far=farthest)
    kind = "several" if len(apart) > 1 else "one_size"  # then the farthest are all that differ
    rest = of_number(counts[farthest], "gaps", kind, others=number(others), far=far)
    return joined([agree, rest])


def question(lesson: Lesson) -> None:
    """Ask how O changes if the two raters change places."""
    observed = lesson.walk.observed
    mirrored = np.array_equal(observed, observed.T)
    row, column = lesson.cell
    if row == column:  # on the diagonal nothing moves: take the cell that changes most
        row, column = divmod(int(abs(observed - observed.T).argmax()), len(observed))
    same = _("Here rows and columns hold the same counts. κ stays the same, too.")
    components.question(
        "observed",
        0 if mirrored else 1,
        because=same if mirrored else "",
        row=plain(lesson.labels[row]),
        column=plain(lesson.labels[column]),
    )


def _pairs(names: Sequence[str], counts: Sequence[float]) -> str:
    return _(", ").join(
        _("{name}: {about}", name=name, about=number(count))
        for name, count in zip(names, counts, strict=True)
    )
