"""The inputs of Your data: a sample, a file, pasted rows, or a table of counts."""

from collections.abc import Callable, Hashable
from dataclasses import replace
from io import BytesIO
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import state
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components, fields
from qwk_app.words.texts import _, error_text, plain
from qwk_app.your_data import counting, datasets, large, recognised
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.datasets import (
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
    Dataset,
)
from qwk_app.your_data.not_ready import NotReady, stop
from qwk_app.your_data.questions import Fold, LoadedData, Questions
from qwk_app.your_data.table import (
    about,
    choose_columns,
    choose_layout,
    layout_of,
    likely_columns,
    show_rows,
)
from qwk_app.your_data.texts import TEXTS
from qwk_core import ExplainedError, read_counts
from qwk_core.files.answers import COUNTS as SQUARE
from qwk_core.files.answers import JOINED, LONG, PAIRS, Answers, Question
from qwk_core.files.blocks import Progress
from qwk_core.files.columns import Sample, sample
from qwk_core.files.counts_table import typed_counts
from qwk_core.files.detection import detect
from qwk_core.files.join import join, joined_table
from qwk_core.files.labels import typed_scale
from qwk_core.files.packed import unpacked
from qwk_core.files.samples import sample_files
from qwk_core.files.structure import Structure, recognise
from qwk_core.statistics.rating_table import PairCounts

T = TypeVar("T")

_MOST_PASTED = 1_000_000  # characters
_ROWS = 5
_JOINED = ("actual", "predicted")  # the columns of a table that joins two

# The first table of counts: Fleiss, Cohen & Everitt (1969), table 1, with n = 200.
_PAPER = "106,10,4; 22,28,10; 2,12,6"


def load_data() -> LoadedData | None:
    """Let the reader choose data and answer questions about them; None until all is answered.

    Errors and open questions are shown, and there is no kappa.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        by = fields.pick(_("Begin with"), INPUTS, INPUT, default=BY_SAMPLE) or BY_SAMPLE
        if by == BY_FILE and datasets.get(BY_FILE) is not None:
            # After each file the popover has another key, which closes it.
            key = f"another-{datasets.uploader_key()}"
            with st.popover(_("Another file"), icon=":material/upload_file:", key=key):
                _upload(BY_FILE)
                _forget(BY_FILE)
    try:
        return _from_counts() if by == BY_COUNTS else _from_table(by)
    except ExplainedError as error:
        # No other kappa is shown below these data: neither a guess, nor the last one.
        st.error(error_text(error), icon=":material/edit:")
        return None


def _from_counts() -> LoadedData:
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
    counts, headings = typed_counts(text)
    observed, categories = read_counts(counts, typed_scale(names) or headings)
    dataset = _of_text(BY_COUNTS, _("a table of counts"), f"{text}\n\n{names}")
    return dataset.reading(
        "taken", lambda: LoadedData(PairCounts(observed, categories), dataset.name, dataset)
    )


def _of_text(by: str, name: str, text: str) -> Dataset:
    """Return the dataset of a text; a new one if the text has changed."""
    dataset, data = datasets.get(by), text.encode(errors="replace")
    if dataset is None or dataset.data != data or dataset.name != name:
        dataset = datasets.keep(by, name, data)
    return dataset


def _from_table(by: str) -> LoadedData | None:
    dataset = {BY_SAMPLE: _sample, BY_FILE: _file, BY_PASTING: _pasted}[by]()
    if dataset is None:
        return None
    second = datasets.get(BY_SECOND) if by == BY_FILE else None
    above, place = st.container(), st.container()
    try:
        if second is not None:
            return _joined(dataset, second, place)
        return _of_one(dataset, place, by)
    except NotReady as reason:
        if reason.dataset is not None and reason.question is not None:
            with above:
                recognised.ask(reason.dataset, reason.question)
        return None


def _found(dataset: Dataset, place: DeltaGenerator, by: str) -> tuple[Structure, Fold]:
    """Return where the ratings are in one table, and the fold with the corrections."""
    layout, found = None, None
    try:
        layout = layout_of(dataset)
        found = recognised.structure(dataset, layout)
    finally:  # also after an error the reader can correct the layout
        chosen = found is None or any(one.key in recognised.CHOSEN for one in found.questions)
        line = "" if layout is None else about(layout)
        if found is not None and (found.names or found.counts is not None):
            line = recognised.line(found)
        fold = _fold(place, dataset, line, opened=chosen)
        named = found is not None and found.layout.header and not found.layout.names_columns
        if by == BY_PASTING and named:
            with place:
                components.note(_("The first row was read as names."))
        if fold:
            with fold:
                if by == BY_FILE:
                    _files(found)
                if layout is not None:
                    choose_layout(dataset)
    return found, fold


def _of_one(dataset: Dataset, place: DeltaGenerator, by: str) -> LoadedData:
    """Load one table: the reader can correct what was recognised, and answers open questions."""
    found, fold = _found(dataset, place, by)
    first = None
    if found.shape != SQUARE:
        first = dataset.reading(
            ("sample", found.layout), lambda: sample(dataset.open(), found.layout, _ROWS)
        )
    if fold:
        with fold:
            if first is not None:
                show_rows(first)
            recognised.show(dataset, found)
            recognised.choose_shape(dataset, found)
            recognised.choose_raters(dataset, found)
    if recognised.answers_of(dataset).shape == LONG and found.rows is None:
        stop(_("Choose above which columns have the item, the rater and the rating."))
    # Other widgets choose columns and cut scores.
    if asked := _asked(found, "columns", "fractions"):
        raise NotReady(dataset, asked)
    many = found.columns is not None and found.columns.more
    if found.shape != PAIRS or first is None or many:
        if fold:
            with fold:
                recognised.choose_apart(dataset, found)
        return Questions(dataset, found, fold).load()
    columns = likely_columns(dataset, first, found)
    if fold:
        with fold:
            choose_columns(dataset, first, columns)
            recognised.choose_apart(dataset, replace(found, columns=columns))
    if columns is None:
        raise NotReady(dataset, found.questions[0])
    found = replace(found, columns=columns)
    return Questions(dataset, found, fold, first, prepared=by == BY_SAMPLE).load()


def _asked(found: Structure, *but: str) -> Question | None:
    """Return the first open question that is not of these kinds."""
    return next((one for one in found.questions if one.key not in but), None)


def _fold(place: DeltaGenerator, dataset: Dataset, line: str, *, opened: bool) -> Fold:
    """Return the fold with what was recognised; it is open if the reader must choose something.

    None while it is closed, so that its content is not sent with every edit.
    """
    # Two keys, because a fold stays open or closed as the reader left it.
    key = dataset.key("to-choose" if opened else "read")
    title = f"**{plain(dataset.name)}** · {line}" if line else f"**{plain(dataset.name)}**"
    with place:
        return components.fold(key, title, opens=opened, icon=":material/tune:")


def _joined(first: Dataset, second: Dataset, place: DeltaGenerator) -> LoadedData:
    """Load two files, joined by the id of the item; the reader answers questions about them."""
    answers, names = recognised.answers_of(second), (first.name, second.name)
    source = _("{first} and {second}", first=first.name, second=second.name)
    read = None
    try:
        read = _of_two(
            first,
            second,
            ("joined", first.number, answers),
            lambda progress: join((first.open(), second.open()), names, answers, progress=progress),
        )
    finally:
        if fold := _fold(place, first, "", opened=read is None):
            with fold:
                _files(None)
    found, labelled = read
    if fold:
        with fold:
            recognised.show(second, found)
    asked = _asked(found, "fractions")
    if asked is not None and asked.key in ("id", "columns"):
        _choose_two(first, second, asked.key)
    if asked is not None:
        raise NotReady(second, asked)
    if labelled is None:  # scores are cut like those of one file
        return _joined_scores(first, second, found, source, fold)
    return Questions(second, found, fold, source=source).load(labelled)


def _of_two(
    first: Dataset, second: Dataset, what: Hashable, read: Callable[[Progress | None], T]
) -> T:
    """Return the result of reading two files."""
    size = first.size + second.size
    long = max(size, first.amount + second.amount) > datasets.LARGE[JOINED]
    return counting.reading(
        second, what, read, size=size, long=long, asked=second.key("joined-asked")
    )


def _choose_two(first: Dataset, second: Dataset, key: str) -> None:
    """Let the reader choose a column of each file, if no proposal is right."""
    with st.form(second.key(f"choose-{key}"), border=False), st.container(horizontal=True):
        chosen = [
            st.selectbox(
                _("Or, in {name}", name=plain(dataset.name)),
                _column_names(dataset),
                index=None,
                placeholder=_("Which column?"),
                key=second.key(f"{key}-{place}"),
            )
            for place, dataset in enumerate((first, second))
        ]
        submitted = st.form_submit_button(_("Use these columns"))
    one, other = chosen
    if submitted and (one is None or other is None):
        st.error(_("Choose a column of each file."), icon=":material/edit:")
    elif submitted:
        answers = recognised.answers_of(second)
        pair = (str(one), str(other))
        recognised.answer(
            second, replace(answers, id=pair) if key == "id" else replace(answers, columns=pair)
        )
        st.rerun()


def _column_names(dataset: Dataset) -> list[str]:
    def names() -> tuple[str, ...]:
        found = recognised.structure(dataset, detect(dataset.open()))
        return tuple(sample(dataset.open(), found.layout, 1).columns)

    return list(dataset.reading(("names",), names))


def _joined_scores(
    first: Dataset, second: Dataset, found: Structure, source: str, fold: Fold
) -> LoadedData:
    """Load two files with scores as one table, and let the reader cut the scores."""
    answers = recognised.answers_of(second)

    def as_one(progress: Progress | None) -> tuple[Dataset, Structure, Sample]:
        files, names = (first.open(), second.open()), (first.name, second.name)
        data = joined_table(files, names, answers, progress=progress)
        table = Dataset(second.number, source, data, len(data))
        named = Answers(columns=_JOINED)
        structure = recognise(table.open(), detect(table.open()), named)
        structure = replace(structure, remarks=found.remarks, scores=True)
        return table, structure, sample(table.open(), structure.layout, _ROWS)

    table, structure, rows = _of_two(
        first, second, ("joined scores", first.number, answers), as_one
    )
    return Questions(table, structure, fold, rows, source=source).load()


def _sample() -> Dataset:
    files = {one.key: one for one in sample_files()}
    titles = {key: one.title for key, one in files.items()}
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        chosen = files[fields.choose(_("Sample"), titles, SAMPLE, width=state.width(400))]
    row.download_button(
        _("Download it"),
        chosen.text,
        file_name=chosen.file_name,
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key="data-sample-download",
    )
    return _of_text(BY_SAMPLE, chosen.file_name, chosen.text)


def _file() -> Dataset | None:
    """Return the uploaded file; without one, say which files are possible."""
    dataset = datasets.get(BY_FILE)
    if dataset is None:
        _upload(BY_FILE)
    refused = datasets.refused()
    if refused is not None:
        name, error = refused
        problem = error_text(error)
        st.error(
            _("**{name}**: {problem}", name=plain(name), problem=problem) if name else problem,
            icon=":material/upload_file:",
        )
    if dataset is None:
        components.note(
            _(
                "It stays in this server's memory, for you alone, until you forget it or close the "
                "page; if your connection is lost, for {seconds} more seconds. It is not logged, "
                "and it goes into no link.",
                seconds=st.get_option("server.disconnectedSessionTTL"),
            )
        )
        st.info(
            _("Choose a file above: a header, one item per row, two columns of ratings."),
            icon=":material/arrow_upward:",
        )
        large.section()
    return dataset


def _upload(by: str) -> None:
    key = datasets.uploader_key(by)
    st.file_uploader(
        _(TEXTS["upload"][by]), key=key, on_change=datasets.take_upload, args=(key, by)
    )


def _files(found: Structure | None) -> None:
    """Show the files; let the reader upload the second, or forget one."""
    for by in (BY_FILE, BY_SECOND):
        dataset = datasets.get(by)
        if dataset is not None:
            named = _(TEXTS["uploaded"][by], name=plain(dataset.name), size=size_text(dataset.size))
            st.markdown(named, width="content")
    if datasets.get(BY_SECOND) is not None:
        _forget(BY_SECOND)
    else:
        _upload(BY_SECOND)
    large.section(found)


def _forget(by: str) -> None:
    st.button(
        _(TEXTS["forget"][by]),
        icon=":material/delete:",
        key=f"data-forget-{by}",
        on_click=datasets.forget,
        args=(by,),
    )


def _pasted() -> Dataset | None:
    text = st.text_area(
        _("Paste from a spreadsheet, with the names of the columns in the first row"),
        key=PASTED,
        max_chars=_MOST_PASTED,
        persist_state="session",
        height=160,
        placeholder=_("actual\tpredicted\n4\t3\n2\t2"),
    )
    if not text.strip():
        datasets.forget(BY_PASTING)
        st.info(
            _("Paste two columns above, at least; a click elsewhere applies them."),
            icon=":material/arrow_upward:",
        )
        return None
    with unpacked(BytesIO(text.encode(errors="replace"))) as table:  # JSON, or a table with lines
        text = table.read().decode(errors="replace")
    return _of_text(BY_PASTING, _("pasted rows"), text)
