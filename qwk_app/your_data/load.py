"""How data come into "Your data": a sample, a file, pasted rows, or a table of counts."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from io import BytesIO
from typing import TypeVar

import streamlit as st

from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.frame.state import SCHEMES
from qwk_app.shared import components
from qwk_app.words.texts import _, error_text, plain
from qwk_app.your_data import counting, many, recognised
from qwk_app.your_data import kept as keeping
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.kept import (
    BY_COUNTS,
    BY_FILE,
    BY_PASTING,
    BY_SAMPLE,
    BY_SECOND,
    COUNTS,
    INPUT,
    INPUTS,
    NAMES,
    PASTED,
    SAMPLE,
    Kept,
)
from qwk_app.your_data.questions import Questions, Taken
from qwk_app.your_data.table import about, choose_columns, choose_layout, layout_of, show_rows
from qwk_core import (
    ExplainedError,
    RatingsError,
    parse_counts,
    read_counts,
)
from qwk_core.files.answers import COUNTS as SQUARE
from qwk_core.files.answers import JOINED, LONG, PAIRS, Answers
from qwk_core.files.columns import Columns, Sample, sample
from qwk_core.files.counts_table import split_headings
from qwk_core.files.detection import detect
from qwk_core.files.join import join, joined_table
from qwk_core.files.labels import typed_scale
from qwk_core.files.samples import sample_files
from qwk_core.files.structure import Structure, recognise
from qwk_core.statistics.rating_table import PairCounts

T = TypeVar("T")

_MOST_PASTED = 1_000_000  # characters
_ROWS = 5
_JOINED = ("actual", "predicted")  # the columns of a table made of two

# A matrix from a paper to begin with: Fleiss, Cohen & Everitt (1969), table 1, with n = 200.
_PAPER = "106,10,4; 22,28,10; 2,12,6"


def take() -> Taken | None:
    """Let the reader bring data and say what they mean; None until all of it is said.

    Where something is wrong or unclear it is said, and there is no kappa.
    """
    by = st.segmented_control(
        _("Begin with"),
        INPUTS,
        default=BY_SAMPLE,
        required=True,
        format_func=_,
        key=INPUT,
        persist_state="session",
    )
    try:
        taken = _from_counts() if by == BY_COUNTS else _from_table(by)
        if taken is not None:
            taken.study(SCHEMES[0])  # which checks it
    except ExplainedError as error:
        # No other kappa stands under these data: neither a guess, nor the last one.
        st.error(error_text(error), icon=":material/edit:")
        return None
    return taken


def columns() -> Columns:
    """Return the columns that the reader picked last, or the usual names."""
    held = keeping.get(st.session_state.get(INPUT, BY_SAMPLE))
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
    declared = typed_scale(names) or headings
    observed, categories = read_counts(parse_counts(cells), declared)
    held = _of_text(BY_COUNTS, _("a table of counts"), f"{text}\n\n{names}")
    return held.reading(
        "taken", lambda: Taken(PairCounts(observed, categories), held.name, held.number)
    )


def _of_text(by: str, name: str, text: str) -> Kept:
    """Return what is kept of a text: what was, unless the text changed."""
    held, data = keeping.get(by), text.encode(errors="replace")
    if held is None or held.data != data or held.name != name:
        held = keeping.keep(by, name, data)
    return held


def _from_table(by: str) -> Taken | None:
    held = {BY_SAMPLE: _sample, BY_FILE: _file, BY_PASTING: _pasted}[by]()
    if held is None:
        return None
    second = keeping.get(keeping.BY_SECOND) if by == BY_FILE else None
    if second is not None:
        _second_file()
        return _joined(held, second)
    found = _found(held)
    said = recognised.answers(held)
    # One line of what was recognised, which opens: by itself where something is chosen in it.
    fold = st.expander(
        recognised.line(found),
        expanded=any(one.key in recognised.CHOSEN for one in found.questions),
        icon=":material/tune:",
        key=held.key("read"),
    )
    first = None
    with fold:
        if by == BY_FILE:
            _second_file()
        choose_layout(held)
        if found.shape != SQUARE:
            table = found.layout
            first = held.reading(("sample", table), lambda: sample(held.open(), table, _ROWS))
            show_rows(first)
        recognised.show(held, found)
        recognised.choose_shape(held, found)
        everybody = many.chosen(held, found)
    if said.shape == LONG and found.rows is None:
        recognised.wait_for_columns()
        return None
    if everybody:
        many.show(held, found, fold)
        return None
    # Columns are chosen, and scores are cut, by widgets of their own.
    asked = [one for one in found.questions if one.key not in ("columns", "fractions")]
    if asked:
        recognised.ask(held, asked)
        return None
    if found.shape != PAIRS:
        return Questions(held, found, None, None, prepared=False, fold=fold).taken()
    assert first is not None, "a table with a row an item has a beginning"
    with fold:
        columns = choose_columns(held, first, found)
        held.columns = columns
        recognised.clusters(held, columns.group if columns is not None else None)
    if columns is None:
        recognised.ask(held, found.questions)
        return None
    return Questions(held, found, first, columns, prepared=by == BY_SAMPLE, fold=fold).taken()


def _found(held: Kept) -> Structure:
    """Return where the ratings are; where nothing is found, how it was read can be corrected."""
    layout = layout_of(held)
    try:
        return recognised.structure(held, layout)
    except RatingsError:
        with st.expander(about(layout), icon=":material/tune:", key=held.key("read")):
            choose_layout(held)
        raise


def _joined(first: Kept, second: Kept) -> Taken | None:
    """Join two files by the id of the item; how they differ is counted, and asked about."""
    said, names = recognised.answers(second), (first.name, second.name)
    read = _of_two(
        first,
        second,
        ("joined", first.number, said),
        lambda progress: join((first.open(), second.open()), names, said, progress=progress),
    )
    if read is None:
        return None
    found, labelled = read
    recognised.show(second, found)
    asked = [one for one in found.questions if one.key != "fractions"]
    if asked:
        recognised.ask(second, asked)
        if asked[0].key in ("id", "columns"):
            _choose_two(first, second, asked[0].key)
        return None
    source = _("{first} and {second}", first=first.name, second=second.name)
    if labelled is None:  # scores: cut as those of one file are
        return _joined_scores(first, second, found, source)
    return Questions(second, found, None, None, prepared=False, source=source).settled(labelled)


def _of_two(
    first: Kept, second: Kept, what: Hashable, read: Callable[[counting.Progress | None], T]
) -> T | None:
    """Return what is read of two files; None if the reader cancelled it."""
    size = first.size + second.size
    long = max(size, first.amount + second.amount) > keeping.LARGE[JOINED]
    return counting.reading(
        second, what, read, size=size, long=long, asked=second.key("joined-asked")
    )


def _choose_two(first: Kept, second: Kept, key: str) -> None:
    """Let the reader choose one column of each file, where none of the proposals is right."""
    with st.form(second.key(f"choose-{key}"), border=False), st.container(horizontal=True):
        chosen = [
            st.selectbox(
                _("Or, in {name}", name=plain(held.name)),
                _column_names(held),
                index=None,
                placeholder=_("Which column?"),
                key=second.key(f"{key}-{place}"),
            )
            for place, held in enumerate((first, second))
        ]
        taken = st.form_submit_button(_("Use these columns"))
    one, other = chosen
    if taken and (one is None or other is None):
        st.error(_("Choose a column of each file."), icon=":material/edit:")
    elif taken:
        said = recognised.answers(second)
        pair = (str(one), str(other))
        recognised.answer(
            second, replace(said, id=pair) if key == "id" else replace(said, columns=pair)
        )
        st.rerun()


def _column_names(held: Kept) -> list[str]:
    def names() -> tuple[str, ...]:
        found = recognised.structure(held, detect(held.open()))
        return tuple(sample(held.open(), found.layout, 1).columns)

    return list(held.reading(("names",), names))


def _joined_scores(first: Kept, second: Kept, found: Structure, source: str) -> Taken | None:
    """Ask how the scores of two files are cut, as one table."""
    said = recognised.answers(second)

    def as_one(progress: counting.Progress | None) -> tuple[Kept, Structure, Sample]:
        files, names = (first.open(), second.open()), (first.name, second.name)
        data = joined_table(files, names, said, progress=progress)
        table = Kept(second.number, source, data, len(data))
        named = Answers(columns=_JOINED)
        structure = recognise(table.open(), detect(table.open()), named)
        structure = replace(structure, remarks=found.remarks, scores=True)
        return table, structure, sample(table.open(), structure.layout, _ROWS)

    read = _of_two(first, second, ("joined scores", first.number, said), as_one)
    if read is None:
        return None
    table, structure, rows = read
    columns = Columns(*_JOINED)
    return Questions(table, structure, rows, columns, prepared=False, source=source).taken()


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
        _("CSV, TSV, spreadsheet, SPSS, Stata, Parquet or JSON lines; zipped, too"),
        key=key,
        on_change=keeping.take_upload,
        args=(key, _check_file),
    )
    refused = keeping.refused()
    if refused is not None:
        name, error = refused
        problem = error_text(error)
        st.error(
            _("**{name}**: {problem}", name=plain(name), problem=problem) if name else problem,
            icon=":material/upload_file:",
        )
    if held is None:
        components.note(
            _(
                "It stays in this server's memory, for you alone, until you forget it or close the "
                "page; if your connection is lost, for {seconds} more seconds. It is not logged, "
                "and it goes into no link.",
                seconds=st.get_option("server.disconnectedSessionTTL"),
            )
        )
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


def _second_file() -> None:
    """Let the reader add the file with the predictions, where they lie apart from the truth."""
    second = keeping.get(BY_SECOND)
    if second is None:
        key = keeping.uploader_key(BY_SECOND)
        st.file_uploader(
            _("Are the predicted ratings in another file? The two are joined by the item’s id"),
            key=key,
            on_change=keeping.take_upload,
            args=(key, _check_file, BY_SECOND),
        )
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            _(
                "Predicted ratings: **{name}**, {size}",
                name=plain(second.name),
                size=size_text(second.size),
            ),
            width="content",
        )
        st.button(
            _("Forget the second file"),
            icon=":material/delete:",
            key="data-forget-second",
            on_click=keeping.forget,
            args=(BY_SECOND,),
        )


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
