"""The layout of a file and the meaning of its columns: shown, with corrections."""

import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from qwk_app.figures.common import shortened
from qwk_app.frame import state
from qwk_app.shared import components
from qwk_app.words.texts import _, error_text, plain, plural
from qwk_app.your_data import recognised
from qwk_app.your_data.datasets import Dataset
from qwk_app.your_data.texts import TEXTS
from qwk_core.files.answers import Answers
from qwk_core.files.blocks import amount
from qwk_core.files.columns import Columns, Sample
from qwk_core.files.detection import detect
from qwk_core.files.layouts import ALL_SHEETS, DELIMITERS, Layout
from qwk_core.files.names import likely_group
from qwk_core.files.structure import Structure

_NONE = ""  # the choice of no column
_MOST_SHOWN = 8  # columns
_LONGEST_CELL = 30  # characters

_ENCODINGS = (
    "utf-8",
    "utf-16",
    "cp1252",
    "latin-1",
    "cp1250",
    "cp1251",
    "mac-roman",
    "shift_jis",
    "gb18030",
)


_TITLES = {
    "parquet": "Parquet",
    "sav": "SPSS",
    "dta": "Stata",
}  # kinds of files that need no choice of how to read them


_CORRECTED = ("delimiter", "decimal", "encoding")  # fields of a layout


def layout_of(dataset: Dataset) -> Layout:
    """Return the layout that was found, with the reader's corrections."""
    found = dataset.reading("layout", lambda: detect(dataset.open()))
    dataset.amount = dataset.amount or amount(dataset.open(), found)
    chosen = {
        name: st.session_state.get(dataset.key(name)) or getattr(found, name) for name in _CORRECTED
    }
    return replace(found, **chosen)


def choose_layout(dataset: Dataset) -> None:
    """Show the layout, and let the reader correct it."""
    found = dataset.reading("layout", lambda: detect(dataset.open()))
    components.note(about(found))
    with st.container(horizontal=True):
        if found.kind == "text":
            _choice(dataset, found, "delimiter", _("Between cells"), DELIMITERS)
            _choice(dataset, found, "decimal", _("Decimals"), TEXTS["decimal"])
        if found.kind in ("text", "jsonl"):
            _choice(dataset, found, "encoding", _("Encoding"), _ENCODINGS)
        if found.kind == "excel":
            sheet = recognised.answers_of(dataset).sheet or found.sheet

            def say(chosen: str) -> Answers:
                return replace(recognised.answers_of(dataset), sheet=chosen)

            st.selectbox(
                _("Sheet"),
                found.sheets,
                found.sheets.index(sheet),
                format_func=lambda one: _("all sheets") if one == ALL_SHEETS else one,
                width=state.width(170),
                **recognised.asks(dataset, "sheet", sheet, say),
            )


def about(found: Layout) -> str:
    """Return one line on the layout of a file."""
    if found.kind == "text":
        return _(
            "Found: {mark} between cells, decimal {point}, {encoding}",
            mark=_(TEXTS["delimiter"].get(found.delimiter, "")) or plain(found.delimiter),
            point=_(TEXTS["decimal-mark"][found.decimal]),
            encoding=found.encoding,
        )
    if found.kind == "excel":
        return _("Found: a spreadsheet, sheet {sheet}", sheet=plain(found.sheet))
    if found.kind == "jsonl":
        return _("Found: JSON lines, {encoding}", encoding=found.encoding)
    title = _TITLES.get(found.kind, found.kind)
    return _("Found: {kind}. The file itself says how to read it.", kind=title)


def _choice(
    dataset: Dataset, layout: Layout, name: str, label: str, options: Iterable[str]
) -> None:
    """Let the reader correct a field of the layout; the value that was found is chosen."""
    found, names = getattr(layout, name), TEXTS.get(name, {})
    offered = list(dict.fromkeys([*options, found]))
    labels = {option: _(names[option]) if option in names else option for option in offered}
    st.selectbox(
        label,
        offered,
        index=offered.index(found),
        format_func=labels.__getitem__,
        key=dataset.key(name),
        persist_state="session",
        width=state.width(170),
    )


def show_rows(first: Sample) -> None:
    """Show the first rows of a table as text, and only the first columns of a wide one."""
    shown = first.columns[:_MOST_SHOWN]
    # Not as an interactive table, which offers its cells as CSV, with formulas.
    st.table(
        {plain(name): [_cell(row[at]) for row in first.rows] for at, name in enumerate(shown)},
        hide_index=True,
        border="horizontal",
        alt=_(
            "The first {rows} rows: {columns}",
            rows=len(first.rows),
            columns=_(", ").join(shown),
        ),
    )
    more = len(first.columns) - len(shown)
    if more:
        components.note(plural(more, "And one more column.", "And {n} more columns."))


def _cell(text: str) -> str:
    return plain(shortened(" ".join(text.split()), _LONGEST_CELL))


def likely_columns(dataset: Dataset, first: Sample, found: Structure) -> Columns | None:
    """Return the recognised or chosen columns; None if there are none."""
    likely = found.columns
    if likely is not None and likely.group is None and recognised.answers_of(dataset).group is None:
        group = likely_group(first.columns, first.kinds)
        if group not in (*likely.raters, likely.count, likely.cluster, likely.weight):
            likely = replace(likely, group=group)
    return likely


def choose_columns(dataset: Dataset, first: Sample, likely: Columns | None) -> None:
    """Let the reader choose the columns; the likely ones are chosen at first."""
    shape = zlib.crc32(repr(first.columns).encode())
    keys = {
        name: dataset.key(f"{name}-{shape}") for name in ("actual", "predicted", "count", "group")
    }
    for place, (name, label, help) in zip(st.columns(4), _column_fields(), strict=True):
        names = list(first.columns)
        if name in ("count", "group"):
            names.insert(0, _NONE)
        if likely is not None:
            st.session_state[keys[name]] = getattr(likely, name) or _NONE
        place.selectbox(
            label,
            names,
            index=None if names[0] else 0,
            format_func={name: name or _("no column") for name in names}.__getitem__,
            key=keys[name],
            placeholder=_("Which column?"),
            help=help,
            on_change=partial(_take_columns, dataset, keys, likely),
            disabled=dataset.data is None,
        )
    if dataset.data is None:
        components.note(error_text(dataset.gone()))


def _column_fields() -> tuple[tuple[str, str, str], ...]:
    """Return the fields that choose columns: their names, titles, and explanations."""
    return (
        ("actual", _("Actual ratings"), _("The first rater, or the truth: the rows of O.")),
        (
            "predicted",
            _("Predicted ratings"),
            _("The second rater, or the model: the columns of O."),
        ),
        ("count", _("Count (optional)"), _("How many items a row stands for, if not one.")),
        (
            "group",
            _("Group (optional)"),
            _("What splits the items into groups, to see the kappa of each: school, site, year."),
        ),
    )


def _take_columns(dataset: Dataset, keys: Mapping[str, str], before: Columns | None) -> None:
    """Keep the chosen columns; forget answers about the labels of other columns."""
    actual, predicted, count, group = (st.session_state.get(key) for key in keys.values())
    if not (actual and predicted):
        return
    now = Columns(actual, predicted, count or None, group or None)
    answers = recognised.answers_of(dataset)
    if before is None or now.raters != before.raters:
        answers = replace(answers, columns=now.raters)
    if before is None or now.count != before.count:
        answers = replace(answers, count=now.count or "")
    if before is None or now.group != before.group:
        answers = replace(answers, group=now.group or "")
    recognised.answer(dataset, answers)
