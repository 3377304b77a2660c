"""Grids of ratings, counts and weights, which change together with the text fields beside them.

The text decides, and the grid is drawn from it once. Streamlit's editor keeps a list of all edits
since then. Drawn again from its own result, it would lose every second edit. So the grid's base
stays the same until the example is changed elsewhere. A callback turns an edit into text before the
page is drawn. Streamlit 1.67 itself loses a number if Enter follows within one browser frame: Enter
takes the number of the last render.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from qwk_app.frame import state
from qwk_app.words import names
from qwk_app.words.language import number_format
from qwk_app.words.texts import _
from qwk_core import (
    RatingsError,
    format_counts,
    format_ratings,
    format_weights,
    parse_counts,
    parse_ratings,
)
from qwk_core.files.typed import WrittenTable, format_rater_table

Row = dict[str, Any]

# The grids, by their keys in the session.
_EXAMPLE = "_grid"
_WEIGHTS = "_weights_grid"
_RATERS = "_raters_grid"

_MOST = 10**18  # the text fields read no larger numbers either
_EMPTY = "–"  # an empty cell; Streamlit 1.67 would write None
_NARROW = 52  # pixels: five columns of numbers fit a phone


@dataclass(frozen=True)
class Grid:
    """A grid: the base it was drawn from, its current texts, its words' meanings, its number."""

    base: tuple[Row, ...]
    texts: tuple[str, ...]
    meaning: Mapping[str, int | str]
    number: int
    name: str

    @property
    def key(self) -> str:
        return f"{self.name}-{self.number}"

    def meant(self, word: str | None) -> int | str | None:
        """Return the rating that a word of the grid stands for."""
        return None if word is None else self.meaning.get(word, word)


def apply_edits(base: Sequence[Row], edits: Mapping[str, Any]) -> list[Row]:
    """Return the rows of a grid after its edits, as the browser reports them.

    >>> apply_edits([{"a": 1}, {"a": 2}], {"edited_rows": {0: {"a": 9}}, "deleted_rows": [1]})
    [{'a': 9}]
    """
    edited = {int(at): change for at, change in edits.get("edited_rows", {}).items()}
    deleted = set(edits.get("deleted_rows", ()))
    rows = [{**row, **edited.get(at, {})} for at, row in enumerate(base) if at not in deleted]
    added = edits.get("added_rows", ())
    return rows + [dict(row) for row in added if isinstance(row, Mapping)]


def ratings_grid(actual: str, predicted: str, categories: Sequence[int | str]) -> None:
    """Draw the grid of ratings: a row for each item, with the categories to choose from."""
    try:
        vectors = [parse_ratings(actual, "Actual"), parse_ratings(predicted, "Predicted")]
    except RatingsError:
        return  # the field says what is wrong
    _items_grid(
        _EXAMPLE,
        (actual, predicted),
        list(zip_longest(*vectors)),
        dict(zip((state.ACTUAL, state.PREDICTED), names.titles(), strict=True)),
        categories,
        height=260,
        on_change=_ratings_edited,
        alt=_("The ratings, one item a row: {first} and {second}", **names.both(str)),
    )


def raters_grid(
    text: str, table: WrittenTable, raters: Sequence[str], categories: Sequence[int | str]
) -> None:
    """Draw the grid of a table of ratings: a row for each item, a column for each rater.

    `raters` name the columns. A reader chooses from `categories`; other values of the table stay.
    """
    _items_grid(
        _RATERS,
        (text,),
        table.rows,
        {str(at): rater for at, rater in enumerate(raters)},
        categories,
        height=320,
        on_change=partial(_raters_edited, tuple(raters)),
        alt=_("The ratings, one item a row and one rater a column"),
    )


def _items_grid(
    name: str,
    texts: tuple[str, ...],
    listed: Sequence[Sequence[int | str | None]],
    titles: Mapping[str, str],
    categories: Sequence[int | str],
    **options: Any,
) -> None:
    """Draw a grid of ratings: a row for each item; columns are keys with their titles."""
    rows = tuple(dict(zip(titles, map(_word, row), strict=True)) for row in listed)
    # The grid also shows ratings of the text that are not categories.
    values = [*categories, *(value for row in listed for value in row if value is not None)]
    grid = _current(texts, rows, {str(value): value for value in values}, name)
    words = np.array([tuple(row.values()) for row in grid.base], dtype="object")
    # dtype object: with an index of pandas 3's own strings the grid takes twice as long.
    columns = pd.Index(list(titles), dtype="object")
    st.data_editor(
        pd.DataFrame(words.reshape(-1, len(columns)), columns=columns, dtype="object"),
        key=grid.key,
        num_rows="dynamic",
        hide_index=True,  # the editor cannot number the rows that are added
        placeholder=_EMPTY,
        column_config={
            key: st.column_config.SelectboxColumn(title, options=list(grid.meaning))
            for key, title in titles.items()
        },
        **options,
    )


def counts_grid(counts: str, labels: Sequence[str]) -> None:
    """Draw the grid of counts: rows are actual categories, columns predicted ones.

    `labels` name them. If the table has another size, positions do.
    """
    try:
        table = parse_counts(counts)
    except RatingsError:
        return  # the field says what is wrong
    if not table or len(table[0]) != len(table):
        return  # likewise
    if len(labels) != len(table):
        labels = [str(at) for at in range(len(table))]
    _square_grid(
        _EXAMPLE,
        counts,
        table,
        labels,
        number=partial(st.column_config.NumberColumn, step=1),
        on_change=partial(_table_edited, _EXAMPLE, state.COUNTS, format_counts),
        alt=_(
            "How often each pair of categories was given: rows {first}, columns {second}",
            **names.both(str),
        ),
    )


def weights_grid(weights: Sequence[Sequence[float]], labels: Sequence[str]) -> None:
    """Draw the grid of the reader's own weights: rows actual categories, columns predicted ones."""
    _square_grid(
        _WEIGHTS,
        format_weights(weights),
        weights,
        labels,
        number=partial(st.column_config.NumberColumn, format=number_format()),
        on_change=partial(_table_edited, _WEIGHTS, state.OWN_WEIGHTS, format_weights),
        alt=_(
            "What each pair of categories costs: rows {first}, columns {second}", **names.both(str)
        ),
    )


def _square_grid(
    name: str,
    text: str,
    table: Sequence[Sequence[float]],
    labels: Sequence[str],
    *,
    number: Callable[..., Any],
    **options: Any,
) -> None:
    """Draw a grid of numbers: rows are actual categories, columns predicted ones."""
    columns = [str(at) for at in range(len(labels))]
    rows = tuple(dict(zip(columns, row, strict=True)) for row in table)
    grid = _current((text,), rows, {}, name)
    st.data_editor(
        pd.DataFrame(list(grid.base), index=list(labels)),
        key=grid.key,
        num_rows="fixed",
        placeholder=_EMPTY,
        column_config={
            column: number(label, min_value=0, required=True, width=_NARROW)
            for column, label in zip(columns, labels, strict=True)
        },
        **options,
    )


def _word(cell: object) -> str | None:
    """Return a cell as text that can be shown. A browser may report anything.

    >>> _word("mild"), _word(3), _word("\\ud83d"), _word(None)
    ('mild', '3', '?', None)
    """
    return None if cell is None else str(cell).encode("utf-8", "replace").decode("utf-8")


def _amount(cell: object) -> int | float:
    """Return the number in a cell, 0 if it holds none.

    >>> _amount(3), _amount(None), _amount("x"), _amount(float("inf")), _amount(10**30)
    (3, 0, 0, 0, 0)
    """
    return cell if isinstance(cell, int | float) and abs(cell) < _MOST else 0


def _edited(name: str) -> tuple[Grid, list[Row]]:
    """Return a grid and its rows after an edit. For callbacks."""
    grid: Grid = st.session_state[name]
    return grid, apply_edits(grid.base, st.session_state[grid.key])


def _put(grid: Grid, texts: Mapping[str, str]) -> None:
    """Put the values of a grid into its text fields. For callbacks."""
    st.session_state.update(texts)
    st.session_state[grid.name] = replace(grid, texts=tuple(texts.values()))


def _ratings_edited() -> None:
    grid, rows = _edited(_EXAMPLE)
    # Without a new row, which is empty.
    rows = [row for row in rows if row.get(state.ACTUAL) or row.get(state.PREDICTED)]
    _put(
        grid,
        {
            name: format_ratings([grid.meant(_word(row.get(name))) for row in rows])
            for name in (state.ACTUAL, state.PREDICTED)
        },
    )


def _raters_edited(raters: tuple[str, ...]) -> None:
    grid, rows = _edited(_RATERS)
    columns = [str(at) for at in range(len(raters))]
    listed = ([grid.meant(_word(row.get(column))) for column in columns] for row in rows)
    _put(grid, {state.RATERS: format_rater_table(raters, listed)})


def _table_edited(name: str, field: str, written: Callable[[Any], str]) -> None:
    grid, rows = _edited(name)
    _put(grid, {field: written([[_amount(row.get(at)) for at in grid.base[0]] for row in rows])})


def _current(
    texts: tuple[str, ...], rows: tuple[Row, ...], meaning: Mapping[str, int | str], name: str
) -> Grid:
    """Return the grid of these texts; a new one if they were changed elsewhere."""
    grid: Grid | None = st.session_state.get(name)
    if grid is None or grid.texts != texts:
        grid = Grid(rows, texts, meaning, grid.number + 1 if grid else 0, name)
        st.session_state[name] = grid
    return grid
