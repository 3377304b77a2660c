"""How a file of the reader's own is read, and which of its columns mean what: found, to correct."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import state
from qwk_app.shared import components
from qwk_app.words.texts import N_, _, plain, plural
from qwk_app.your_data import recognised
from qwk_app.your_data.kept import Kept
from qwk_core.files.blocks import amount
from qwk_core.files.columns import Columns, Sample
from qwk_core.files.detection import detect
from qwk_core.files.layouts import DELIMITERS, Layout
from qwk_core.files.names import likely_group
from qwk_core.files.structure import Structure

_NONE = ""  # the choice of no column
_MOST_SHOWN = 8  # columns
_LONGEST_CELL = 30  # characters

_DELIMITERS = {
    ",": N_("comma"),
    ";": N_("semicolon"),
    "\t": N_("tab"),
    "|": N_("bar"),
    " ": N_("space"),
}
_POINTS = {".": N_("point"), ",": N_("comma")}
_DECIMALS = {".": N_("point: 1.5"), ",": N_("comma: 1,5")}
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


_SELF_TOLD = {"parquet": "Parquet", "sav": "SPSS", "dta": "Stata"}


_CORRECTED = {
    "text": ("delimiter", "decimal", "encoding"),
    "jsonl": ("encoding",),
    "excel": ("sheet",),
}


def layout_of(held: Kept) -> Layout:
    """Return how the file is read: as was found, corrected by what the reader chose."""
    found = held.reading("layout", lambda: detect(held.open(), held.name))
    held.amount = held.amount or amount(held.open(), found)
    chosen = {
        name: st.session_state.get(held.key(name)) or getattr(found, name)
        for name in _CORRECTED.get(found.kind, ())
    }
    return replace(found, **chosen)


def choose_layout(held: Kept) -> None:
    """Say how the file is read, and let the reader correct it."""
    found = held.reading("layout", lambda: detect(held.open(), held.name))
    if found.kind in _SELF_TOLD:
        components.note(
            _("Found: {kind}. The file itself says how to read it.", kind=_SELF_TOLD[found.kind])
        )
        return
    components.note(about(found))
    with st.container(horizontal=True):
        if found.kind == "text":
            _choice(held, "delimiter", _("Between cells"), found.delimiter, DELIMITERS, _DELIMITERS)
            _choice(held, "decimal", _("Decimals"), found.decimal, _DECIMALS, _DECIMALS)
        if found.kind in ("text", "jsonl"):
            _choice(held, "encoding", _("Encoding"), found.encoding, _ENCODINGS, {})
        if found.kind == "excel":
            if sheet := recognised.answers(held).sheet:
                st.session_state[held.key("sheet")] = sheet
            _choice(held, "sheet", _("Sheet"), found.sheet, found.sheets, {})


def about(found: Layout) -> str:
    """Say in a line how a file is laid out."""
    if found.kind == "text":
        return _(
            "Found: {mark} between cells, decimal {point}, {encoding}",
            mark=_(_DELIMITERS.get(found.delimiter, "")) or plain(found.delimiter),
            point=_(_POINTS[found.decimal]),
            encoding=found.encoding,
        )
    if found.kind == "excel":
        return _("Found: a spreadsheet, sheet {sheet}", sheet=plain(found.sheet))
    return _("Found: JSON lines, {encoding}", encoding=found.encoding)


def _choice(
    held: Kept,
    name: str,
    label: str,
    found: str,
    options: Sequence[str] | Mapping[str, str],
    names: Mapping[str, str],
) -> None:
    """Show one field; a sheet that is chosen here is also the answer to the question of sheets."""
    offered = list(dict.fromkeys([*options, found]))
    labels = {option: _(names[option]) if option in names else option for option in offered}
    st.selectbox(
        label,
        offered,
        index=offered.index(found),
        format_func=labels.__getitem__,
        key=held.key(name),
        persist_state="session",
        width=state.width(170),
        on_change=partial(_take_sheet, held) if name == "sheet" else None,
    )


def _take_sheet(held: Kept) -> None:
    sheet = st.session_state[held.key("sheet")]
    recognised.answer(held, replace(recognised.answers(held), sheet=sheet))


def show_rows(first: Sample) -> None:
    """Show the first rows of a table as they are written, the first columns of a wide one."""
    shown = first.columns[:_MOST_SHOWN]
    # Not the interactive table: that offers its cells as CSV, formulas and all.
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
    line = " ".join(text.split())
    return plain(line if len(line) <= _LONGEST_CELL else line[: _LONGEST_CELL - 1] + "…")


def choose_columns(held: Kept, first: Sample, found: Structure) -> Columns | None:
    """Let the reader pick the columns, those that were recognised already picked.

    None while nothing was recognised, and nothing picked.
    """
    shape = zlib.crc32(repr(first.columns).encode())
    names = list(first.columns)
    likely = found.columns
    group = likely_group(first.columns, first.kinds) if likely is None else likely.group
    if likely is not None and likely.group is None:
        group = likely_group(first.columns, first.kinds)
    if likely is not None and group in (likely.actual, likely.predicted, likely.count):
        group = None
    weighs = group is not None and group == recognised.answers(held).weight
    picked: list[str | None] = []
    places = st.columns(4)
    for place, (key, label, help), chosen in zip(
        places,
        (
            ("actual", _("Actual ratings"), _("The first rater, or the truth: the rows of O.")),
            (
                "predicted",
                _("Predicted ratings"),
                _("The second rater, or the model: the columns of O."),
            ),
            (
                "count",
                _("Count (optional)"),
                _("How many items a row stands for, if not one."),
            ),
            ("group", _("Survey weights"), _("How many of all people an item stands for."))
            if weighs
            else (
                "group",
                _("Group (optional)"),
                _(
                    "What splits the items into groups, to see the kappa of each: school, site, "
                    "year."
                ),
            ),
        ),
        (
            likely and likely.actual,
            likely and likely.predicted,
            likely and likely.count,
            group,
        ),
        strict=True,
    ):
        optional = key in ("count", "group")
        options = [_NONE, *names] if optional else names
        index = options.index(chosen) if chosen in options else 0 if optional else None
        widget = held.key(f"{key}-{shape}-{chosen}")
        picked.append(_column(place, widget, label, options, index, help))
    actual, predicted, count, chosen_group = picked
    if not actual or not predicted:
        return None
    return Columns(actual, predicted, count or None, chosen_group or None)


def _column(
    place: DeltaGenerator,
    key: str,
    label: str,
    options: Sequence[str],
    index: int | None,
    help: str,
) -> str | None:
    labels = {name: name or _("no column") for name in options}
    chosen: str | None = place.selectbox(
        label,
        options,
        index=index,
        format_func=labels.__getitem__,
        key=key,
        persist_state="session",
        placeholder=_("Which column?"),
        help=help,
    )
    return chosen
