"""How data come into "Your data": a sample, a file, pasted rows, or a table of counts."""

import re
from io import BytesIO

import streamlit as st

from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.frame.state import SCHEMES
from qwk_app.shared import components
from qwk_app.words.texts import _, error_text, plain
from qwk_app.your_data import kept as keeping
from qwk_app.your_data.kept import (
    BY_COUNTS,
    BY_FILE,
    BY_PASTING,
    BY_SAMPLE,
    COUNTS,
    NAMES,
    PASTED,
    SAMPLE,
    WAY,
    WAYS,
    Kept,
)
from qwk_app.your_data.questions import Questions, Taken, size_text
from qwk_app.your_data.table import choose_columns, choose_layout, show_rows
from qwk_core import (
    ExplainedError,
    RatingsError,
    format_ratings,
    parse_categories,
    parse_counts,
    read_counts,
)
from qwk_core.files.samples import sample_files
from qwk_core.files.tables import Columns, detect, sample
from qwk_core.ratings import Category

_MOST_PASTED = 1_000_000  # characters
_ROWS = 5
_NUMBER = re.compile(r"[+\-−]?\d+(?:[.,]\d*)?")

# A matrix from a paper to begin with: Fleiss, Cohen & Everitt (1969), table 1, with n = 200.
_PAPER = "106,10,4; 22,28,10; 2,12,6"


def take() -> Taken | None:
    """Let the reader bring data and say what they mean; None until all of it is said.

    Where something is wrong it is said, and the last data that were ready are returned.
    """
    way = st.segmented_control(
        _("Begin with"),
        WAYS,
        default=BY_SAMPLE,
        required=True,
        format_func=_,
        key=WAY,
        persist_state="session",
    )
    try:
        taken = _from_counts() if way == BY_COUNTS else _from_table(way)
        if taken is not None:
            taken.study(SCHEMES[0])  # which checks it
    except ExplainedError as error:
        st.error(error_text(error), icon=":material/edit:")
        good: Taken | None = keeping.last_good()
        if good is not None:
            components.note(
                _(
                    "Until then, you see the last that could be read: {name}.",
                    name=plain(good.source),
                )
            )
        return good
    if taken is not None:
        keeping.keep_good(taken)
    return taken


def columns() -> Columns:
    """Return the columns that the reader picked last, or the usual names."""
    held = keeping.get(st.session_state.get(WAY, BY_SAMPLE))
    return (held and held.columns) or Columns("actual", "predicted")


def _from_counts() -> Taken:
    left, right = st.columns([3, 2])
    text = left.text_area(
        _("Counts: rows are the actual categories, columns the predicted ones"),
        _PAPER.replace("; ", "\n"),
        key=COUNTS,
        max_chars=LONGEST_TEXT,
        persist_state="session",
        height=130,
        help=_(
            "One row a line, cells by commas, tabs or spaces: paste it from a paper, with or "
            "without the names of the categories above and before it."
        ),
    )
    names = right.text_input(
        _("Categories, from lowest to highest"),
        key=NAMES,
        max_chars=LONGEST_TEXT,
        persist_state="session",
        placeholder=_("0, 1, 2 …"),
        help=_("A range such as 1-5, or names in order: none, mild, severe."),
    )
    if text == _PAPER.replace("; ", "\n"):
        with left:
            components.note(
                _("A table from Fleiss, Cohen & Everitt (1969): 200 items, three categories.")
            )
    cells, headings = split_headings(text)
    declared = parse_categories(names) or headings
    observed, categories = read_counts(parse_counts(cells), declared)
    held = _of_text(BY_COUNTS, _("a table of counts"), f"{text}\n\n{names}")
    return held.reading("taken", lambda: Taken(observed, categories, held.name, held.number))


def split_headings(text: str) -> tuple[str, tuple[Category, ...] | None]:
    r"""Take the names off a table that has them above its rows, before them, or both.

    Returns the cells alone, and the names; the text as it is, and none, where it has none.

    >>> split_headings("\tno\tyes\nno\t20\t5\nyes\t10\t15")
    ('20\t5\n10\t15', ('no', 'yes'))
    >>> split_headings(",1,2\n1,20,5\n2,10,15"), split_headings("no 20 5\nyes 10 15")
    (('20,5\n10,15', (1, 2)), ('20 5\n10 15', ('no', 'yes')))
    >>> split_headings("20,5\n10,15"), split_headings("20,5;10,15")
    (('20,5\n10,15', None), ('20,5;10,15', None))
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines or any(mark in text for mark in "[(;"):  # as programs write it: cells alone
        return text, None
    mark = next((mark for mark in "\t," if mark in lines[0]), None)
    rows = [[cell.strip() for cell in line.split(mark)] for line in lines]
    # Where the names are numbers, the corner tells: it is empty, or it has words.
    corner = len(rows) == len(rows[0]) > 1 and not any(map(str.isdigit, rows[0][0]))
    above = corner or (len(rows) > 1 and not any(map(_NUMBER.fullmatch, rows[0])))
    body = rows[above:]
    before = corner or not any(_NUMBER.fullmatch(row[0]) for row in body)
    if not (above or before):
        return text, None
    names = [row[0] for row in body] if before else rows[0]
    if above and before and rows[0][-len(names) :] != names:
        raise RatingsError(
            "Counts: the names above the table are {above}, and those before it {before}. Give the "
            "rows and the columns the same order.",
            above=", ".join(rows[0]),
            before=", ".join(names),
        )
    cells = "\n".join((mark or " ").join(row[before:]) for row in body)
    return cells, parse_categories(format_ratings(names))


def _of_text(way: str, name: str, text: str) -> Kept:
    """Return what is kept of a text: what was, unless the text changed."""
    held, data = keeping.get(way), text.encode(errors="replace")
    if held is None or held.data != data or held.name != name:
        held = keeping.keep(way, name, data)
    return held


def _from_table(way: str) -> Taken | None:
    held = {BY_SAMPLE: _sample, BY_FILE: _file, BY_PASTING: _pasted}[way]()
    if held is None:
        return None
    layout = choose_layout(held)
    first = held.reading(("sample", layout), lambda: sample(held.open(), layout, _ROWS))
    show_rows(first)
    columns = choose_columns(held, first)
    held.columns = columns
    return Questions(held, layout, first, columns, prepared=way == BY_SAMPLE).taken()


def _sample() -> Kept:
    files = {one.key: one for one in sample_files()}
    titles = {key: _(one.title) for key, one in files.items()}
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    key = left.selectbox(
        _("Sample"),
        list(files),
        format_func=titles.__getitem__,
        key=SAMPLE,
        persist_state="session",
    )
    chosen = files[key]
    right.download_button(
        _("Download it"),
        chosen.text,
        file_name=chosen.file_name,
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="data-sample-download",
        width="stretch",
    )
    return _of_text(BY_SAMPLE, chosen.file_name, chosen.text)


def _file() -> Kept | None:
    held = keeping.get(BY_FILE)
    key = keeping.uploader_key()
    st.file_uploader(
        _("CSV, TSV, Excel (.xlsx), Parquet or JSON lines"),
        key=key,
        on_change=keeping.take_upload,
        args=(key, _check_file),
    )
    components.note(
        _(
            "It stays in this server's memory, for you alone, until you forget it or leave. It is "
            "not logged, and it goes into no link."
        )
    )
    refused = keeping.refused()
    if refused is not None:
        name, error = refused
        st.error(
            _("**{name}**: {problem}", name=plain(name), problem=error_text(error)),
            icon=":material/upload_file:",
        )
    if held is None:
        st.info(
            _("Choose a file above: a header, a row an item, two columns of ratings."),
            icon=":material/arrow_upward:",
        )
        return None
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            _("**{name}**, {size}", name=plain(held.name), size=size_text(held.size)),
            width="content",
        )
        st.button(
            _("Forget this file"),
            icon=":material/delete:",
            key="data-forget",
            on_click=keeping.forget,
            args=(BY_FILE,),
        )
    return held


def _check_file(name: str, data: bytes) -> None:
    detect(BytesIO(data), name)


def _pasted() -> Kept | None:
    text = st.text_area(
        _("Paste from a spreadsheet, with the names of the columns in the first row"),
        key=PASTED,
        max_chars=_MOST_PASTED,
        persist_state="session",
        height=160,
        placeholder=_("actual\tpredicted\n4\t3\n2\t2"),
    )
    if not text.strip():
        keeping.forget(BY_PASTING)
        st.info(
            _("Paste two columns above, at least; a click elsewhere applies them."),
            icon=":material/arrow_upward:",
        )
        return None
    return _of_text(BY_PASTING, _("pasted rows"), text)
