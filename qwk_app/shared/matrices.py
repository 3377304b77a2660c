"""The linked matrices of a lesson, and its strip of items: all of them outline the same cell.

This module makes all that is drawn, and the sentence of each cell. The browser
(qwk_app/browser/matrices.js) looks up the sentence of the cell under the pointer.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from qwk_app.figures import panel as panels
from qwk_app.figures.chart import Table
from qwk_app.figures.common import Cell, Matrix
from qwk_app.figures.heatmap import heatmaps_html
from qwk_app.figures.panel import DIGITS
from qwk_app.frame import state
from qwk_app.frame.state import HIDE_CELL, Lesson, Source
from qwk_app.shared import access, browser, lines
from qwk_app.words import names
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, joined, plural
from qwk_core.pictures.cells import Shade, by_value
from qwk_core.pictures.hues import mix, text_on
from qwk_core.pictures.panel import VIEWS, Panel, hide_cells, make_panel, shading
from qwk_core.walkthrough import Walkthrough

LESSON = "lesson"  # the link of all views of the page's lesson
CELL = "_cell_{}"  # the chosen cell of matrices that are not the lesson's, by their key

SHARE = 0.36  # of a projector's height, for a matrix with text above and below it
SMALL_SHARE = 0.32  # for a matrix with more text above it

_COUNTED = ("observed", "expected")
_GLANCE = 140  # pixels
_MOST_BESIDE = 8  # categories
_LIGHT = 0.3  # the strength of the second bar's colour


OnCell = Callable[[int, int], None]


def is_large(lesson: Lesson) -> bool:
    """Tell whether a matrix of the lesson is so large that no words fit beside it."""
    return len(lesson.labels) > _MOST_BESIDE


def show(
    shown: Sequence[Panel],
    labels: Sequence[str],
    *,
    key: str,
    axes: tuple[str, str] | None = None,
    on_cell: OnCell | None = None,
    resets: Callable[[], None] | None = None,
    **more: Any,
) -> None:
    """Draw panels, side by side as far as they fit.

    Parameters
    ----------
    shown : sequence of Panel
        The matrices.
    labels : sequence of str, length N
        The categories, in order.
    key : str
        The component's key, unique on the page.
    axes : (rows, columns), optional
        The names of the axes, empty for no name; by default actual and predicted.
    on_cell : callable, optional
        Called with the cell that a click, a tap or a key chooses.
    resets : callable, optional
        Called to choose the costliest cell again; None if the menu does not offer it.
    **more
        Values for the browser: the chosen `cell`, which is outlined; `link`, the same text in all
        views that outline a cell together; `line`, the sentences about the cells (see `lines`), of
        which the one of the cell under the pointer is shown, or of the chosen cell; `film`, the
        steps of the first panel (see `film`); `closed`, the cells that must be predicted first, of
        which no view outlines the items; `note`, small text below; `below`, whether the panels are
        below the picture of kappa, which on a projector has the right side; `share`, the part of a
        projector's height for the cells, if the width allows it; `side`, the width in pixels of a
        small matrix on a desk, which has no menu.
    """
    axes = axes or (names.actual(), names.predicted())
    data = {
        "names": axes,
        "totals": any(each.totals is not None for each in shown),
        "panels": [panels.panel_data(each) for each in shown],
        # Only after a click on the menu.
        "file": heatmaps_html(shown, labels, axes, state.palette()) if _wants_file(key) else "",
        "share": SHARE,
        **more,
    }
    _mount(key, data, labels, on_cell, resets)
    for each in shown:
        title = " · ".join(filter(None, (each.symbol, each.title)))
        access.tables_behind([panels.panel_table(each, labels, axes)], title or each.alt)


def glance(values: Matrix, labels: Sequence[str], *, key: str, alt: str) -> None:
    """Show a small matrix of counts, shape (N, N), whose zeros are left empty."""
    palette = state.palette()
    shades = by_value(values, float(values.max()), palette.observed, palette)
    texts = tuple(
        text if count else "" for text, count in zip(panels.texts(values), values.flat, strict=True)
    )
    made = Panel("counts", texts, shades, alt=alt)
    show([made], labels, key=key, axes=(_("actual"), _("predicted")), side=_GLANCE)


def strip(
    vectors: Sequence[Matrix],
    names: Sequence[str],
    labels: Sequence[str],
    *,
    key: str,
    alt: str,
    chosen: Sequence[int] | None = None,
    on_cell: OnCell | None = None,
    **more: Any,
) -> None:
    """Draw ratings item by item: each vector of shape (n,) is a row.

    `chosen` are the outlined items; None outlines those of the cell under the pointer, or of the
    chosen cell. The other arguments are those of `show`.
    """
    steps = max(len(labels) - 1, 1)
    plain = state.palette().plain
    colours = [mix(plain.low, plain.high, at / steps) for at in range(len(labels))]
    data = {
        "names": list(names),
        "vectors": ["".join(DIGITS[at] for at in vector) for vector in vectors],
        "shades": [(f"#{bytes(one).hex()}", text_on(one)) for one in colours],
        "chosen": None if chosen is None else list(chosen),
        "alt": alt,
    }
    _mount(key, {"strip": data, **more}, labels, on_cell)
    rows = tuple(tuple(labels[at] for at in item) for item in zip(*vectors, strict=True))
    items = tuple(str(at + 1) for at in range(len(rows)))
    access.tables_behind([Table(_("item"), tuple(names), items, rows)], alt)


def bars(
    lesson: Lesson, names: tuple[str, str], totals: tuple[Matrix, Matrix], *, key: str, alt: str
) -> None:
    """Draw row totals and column totals, shape (N,) each, as bars side by side."""
    own = state.palette().observed
    light = mix(own.low, own.high, _LIGHT)
    texts = [panels.texts(side) for side in totals]
    data = {
        "names": names,
        "counts": [side.tolist() for side in totals],
        "texts": ["\t".join(side) for side in texts],
        "fills": [own.high, f"#{bytes(light).hex()}"],
        "alt": alt,
    }
    _mount(key, {"bars": data, "link": LESSON, "cell": lesson.cell}, lesson.labels)
    rows = tuple(zip(*texts, strict=True))
    access.tables_behind([Table("", names, tuple(lesson.labels), rows)], alt)


def _mount(
    key: str,
    data: dict[str, Any],
    labels: Sequence[str],
    on_cell: OnCell | None = None,
    resets: Callable[[], None] | None = None,
) -> None:
    full = {
        **data,
        "labels": list(labels),
        "chooses": on_cell is not None,
        "large": state.is_presenting(),
        "ink": state.palette().ink,
        "page": state.palette().page,
    }
    if data.get("panels") and not data.get("side"):
        full["words"] = _menu(chooses=on_cell is not None, resets=resets is not None)
    browser.show(
        "matrices",
        key=key,
        data={name: value for name, value in full.items() if value},  # empty values are not sent
        on_chosen_change=partial(_chosen, key, len(labels), on_cell, resets),
        on_file_change=browser.nothing,
    )


def _menu(*, chooses: bool, resets: bool) -> dict[str, str]:
    """Return the words of the menu below the matrices."""
    words = {
        "menu": _("Save or enlarge"),
        "png": _("Save as PNG"),
        "svg": _("Save as SVG"),
        "plotly": _("Plotly (HTML)"),
        "full": _("Full screen"),
    }
    if chooses:
        words |= {"menu": _("Choose, save, enlarge"), "row": _("Row"), "column": _("Column")}
    if resets:
        words["costliest"] = _("Costliest cell")
    return words


def _wants_file(key: str) -> bool:
    return st.session_state.get(key, {}).get("file") is True


def _chosen(key: str, size: int, on_cell: OnCell | None, resets: Callable[[], None] | None) -> None:
    reported = st.session_state.get(key, {}).get("chosen")
    cell = cell_of(reported, size)
    if cell is not None and on_cell is not None:
        on_cell(*cell)
    elif reported == [] and resets is not None:
        resets()


def cell_of(reported: object, n: int) -> Cell | None:
    """Return the cell of n × n that a browser reports; None if there is no such cell.

    A browser may send anything.

    >>> cell_of([2, 0], 3), cell_of([3, 0], 3), cell_of([True, 0], 3), cell_of("20", 3)
    ((2, 0), None, None, None)
    """
    match reported:
        case [int(row), int(column)] if not isinstance(row, bool) and not isinstance(column, bool):
            if 0 <= row < n and 0 <= column < n:
                return row, column
    return None


def of_lesson(
    lesson: Lesson,
    *names: str,
    between: Panel | None = None,
    key: str = "",
    line: bool = True,
    scope: lines.Scope = "chance",
    below: bool = False,
    underlined: bool = False,
    **more: Any,
) -> None:
    """Show matrices of the walkthrough, by the names of its fields; a click chooses a cell in all.

    The panel `between` is shown after the first. `key` makes keys unique if the same matrices are
    shown twice. `line` decides whether a sentence about the cell is shown below, and `scope` how
    much it says. `underlined` tells whether the picture of kappa above underlines the cell's items.
    The other arguments are those of `show`.
    """
    shown = [panel(lesson, name) for name in names]
    if between is not None:
        shown.insert(1, between)
    if below and state.is_presenting():  # other pages explain the totals
        shown = [replace(each, totals=None) for each in shown]
    hidden = covered(lesson, "weights") if lesson.hides(HIDE_CELL) else []
    hints = []
    if scope != "count" and set(names) & set(_COUNTED):
        hints.append(_("Grey: agreement. Strong colour: costly."))
    if line and not state.is_presenting():
        hints.append(_("Tap a cell to choose it."))
    if underlined and not state.is_presenting():
        hints.append(_("Its items are underlined above."))
    linked(
        lesson,
        *shown,
        key=f"{names[0]}{key}",
        line=lines.of_cells(lesson, scope, hidden) if line else None,
        note=joined(hints),
        below=below,
        **more,
    )


def of_walk(
    walk: Walkthrough, first: str, second: str, *which: str, key: str, scope: lines.Scope = "chance"
) -> None:
    """Show matrices of two raters with these names; a tap chooses a cell in them alone."""
    kept = CELL.format(key)
    cell = st.session_state.get(kept, (None, None))
    own = state.lesson(Source(walk.observed, walk.categories, None), walk.scheme, *cell)

    def choose(row: int, column: int) -> None:
        st.session_state[kept] = own.labels[row], own.labels[column]

    with names.of_pair(first, second):
        of_lesson(own, *which, key=f"-{key}", link=key, scope=scope, on_cell=choose)


def linked(
    lesson: Lesson,
    *shown: Panel,
    key: str = "",
    labels: Sequence[str] | None = None,
    on_cell: OnCell | None = None,
    **more: Any,
) -> None:
    """Show panels about the lesson, linked with its matrices.

    `labels` are those of a corner, if only a corner is shown. `on_cell` is called at a click in
    place of choosing the cell.
    """
    own = _of(lesson) | ({"on_cell": on_cell} if on_cell else {"resets": state.choose_costliest})
    show(shown, labels or lesson.labels, key=key or shown[0].name, **{**own, **more})


def _of(lesson: Lesson) -> dict[str, Any]:
    """Return the arguments that all views of a lesson share."""
    return {
        "cell": lesson.cell,
        "link": LESSON,
        "on_cell": partial(choose, tuple(lesson.labels)),
        "closed": [lesson.cell] if lesson.hides(HIDE_CELL) else [],
    }


def choose(labels: tuple[str, ...], row: int, column: int) -> None:
    """Choose a cell of a lesson with these labels. For callbacks."""
    state.choose_cell(labels[row], labels[column])


def panel(lesson: Lesson, name: str) -> Panel:
    """Return one matrix of the walkthrough; its hidden cells are covered."""
    walk, title = lesson.walk, _(VIEWS[name].title)
    made = make_panel(walk, name, state.palette(), decimals=lesson.decimals, write=number)
    value = number(getattr(walk, name)[lesson.cell], lesson.decimals)
    made = replace(made, title=title, alt=in_words(lesson, title, value))
    if lesson.hides(HIDE_CELL):
        return hide_cells(made, covered(lesson, name), state.palette())
    return made


def in_words(lesson: Lesson, title: str, value: str) -> str:
    """Describe a matrix and its chosen cell, for readers who cannot see it."""
    row, column = lesson.label
    return _(
        "{title} matrix, {n} by {n}: {value} at {first} {row}, {second} {column}",
        title=title,
        n=len(lesson.labels),
        value=_("a question mark") if lesson.hides(HIDE_CELL) else value,
        row=row,
        column=column,
        **names.both(str),
    )


def counted(lesson: Lesson, name: str, values: Matrix) -> tuple[Shade, ...]:
    """Return the shades of counts, shape (N, N), on the colour scales that O and E share."""
    return shading(lesson.walk, name, state.palette(), values=values)


def covered(lesson: Lesson, name: str, size: int = 0) -> list[int]:
    """Return the cells that would give the hidden cell away, as places in reading order.

    `size` is the size of a corner, if only a corner of the matrix is shown.
    """
    size, (row, column) = size or len(lesson.labels), lesson.cell
    if name != "weights":
        return [row * size + column] if max(row, column) < size else []
    # Cells at the same distance have the same weight.
    return [
        i * size + j for i in range(size) for j in range(size) if abs(i - j) == abs(row - column)
    ]


def items(lesson: Lesson) -> None:
    """Show the two ratings of each item, linked with the matrices."""
    assert lesson.ratings is not None, "counts have no items"
    ratings = lesson.ratings
    hidden = lesson.hides(HIDE_CELL)  # a class could count outlined items
    chosen = [] if hidden else ratings.items_in_cell(*lesson.cell).tolist()
    alt = (
        plural(ratings.n, "The ratings of one item", "The ratings of {n} items")
        if hidden
        else plural(
            ratings.n,
            "The ratings of one item; in the chosen cell: {chosen}",
            "The ratings of {n} items, {chosen} of them in the chosen cell",
            chosen=len(chosen),
        )
    )
    vectors, titles = [ratings.actual, ratings.predicted], [names.actual(), names.predicted()]
    strip(vectors, titles, lesson.labels, key="items", alt=alt, **_of(lesson))
