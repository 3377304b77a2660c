"""How data come into "Your data": a file, pasted rows or counts, its columns, gaps and order."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from io import BytesIO

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import components, turns, your_data_cut_points
from pages.ui import your_data_kept as keeping
from pages.ui.figures.common import Matrix
from pages.ui.messages import say
from pages.ui.numbers import number, percent
from pages.ui.state import LONGEST_TEXT
from pages.ui.texts import N_, _, error_text, plain, plural
from pages.ui.your_data_guess import guess
from pages.ui.your_data_kept import (
    BY_COUNTS,
    BY_FILE,
    BY_PASTING,
    BY_SAMPLE,
    COUNTS,
    LARGE,
    LET_GO,
    NAMES,
    PASTED,
    SAMPLE,
    WAY,
    WAYS,
    Kept,
)
from qwk_core import RatingsError, format_categories, parse_categories, parse_counts, read_counts
from qwk_core.blocks import ROWS_PER_BLOCK
from qwk_core.layouts import DELIMITERS, Layout
from qwk_core.messages import Message
from qwk_core.ratings import Category
from qwk_core.samples import sample_files
from qwk_core.study import Study, make_study
from qwk_core.tables import (
    Columns,
    Order,
    Sample,
    Tally,
    detect,
    observed_of,
    propose_order,
    sample,
    scores,
    tally,
)

_NONE = ""  # the choice of no column
_MOST_GROUPS = 200
_MOST_PASTED = 1_000_000  # characters
_EXCEL_ROWS = 5_000  # at a time: about a fifth of a second, for the progress bar and to cancel
_MOST_MOVED = 12  # labels that are put in order by buttons
_ROWS = 5

# A matrix from a paper to begin with: Fleiss, Cohen & Everitt (1969), table 1, with n = 200.
_PAPER = "106,10,4; 22,28,10; 2,12,6"

_DELIMITERS = {
    ",": N_("comma"),
    ";": N_("semicolon"),
    "\t": N_("tab"),
    "|": N_("bar"),
    " ": N_("space"),
}
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
_CUT, _KEEP = _FRACTIONS = (N_("scores, to be cut into categories"), N_("categories of their own"))


@dataclass(frozen=True, eq=False)
class Taken:
    """Data that are ready: the counts, and how they came about."""

    observed: Matrix
    categories: tuple[Category, ...]
    source: str
    serial: int
    groups: Mapping[str, Matrix] = field(default_factory=dict)
    n_rows: int | None = None
    n_missing: int = 0
    choices: tuple[Message, ...] = ()
    columns: Columns | None = None
    studies: dict[str, Study] = field(default_factory=dict)

    def study(self, scheme: str) -> Study:
        """Return all that follows from the data, made once for each scheme."""
        if scheme not in self.studies:
            self.studies[scheme] = make_study(
                self.observed,
                self.categories,
                source=self.source,
                groups=self.groups,
                n_rows=self.n_rows,
                n_missing=self.n_missing,
                choices=self.choices,
                scheme=scheme,
            )
        return self.studies[scheme]


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
    except RatingsError as error:
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
        help=_("One row a line, cells by commas, tabs or spaces: paste it from a paper."),
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
                _("From Fleiss, Cohen & Everitt (1969): 200 patients, two raters, three diagnoses.")
            )
    observed, categories = read_counts(parse_counts(text), parse_categories(names))
    held = _of_text(BY_COUNTS, _("a table of counts"), f"{text}\n\n{names}")
    return held.reading("taken", lambda: Taken(observed, categories, held.name, held.number))


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
    layout = _layout(held)
    first = held.reading(("sample", layout), lambda: sample(_open(held), layout, _ROWS))
    st.dataframe(
        {name: [row[at] for row in first.rows] for at, name in enumerate(first.columns)},
        hide_index=True,
        height="content",
    )
    columns = _columns(held, first)
    held.columns = columns
    return _Reader(held, layout, first, columns, prepared=way == BY_SAMPLE).taken()


def _sample() -> Kept:
    files = {one.key: one for one in sample_files()}
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    key = left.selectbox(
        _("Sample"),
        list(files),
        format_func=lambda key: _(files[key].title),
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
            _("**{name}**, {size}", name=plain(held.name), size=_size(held.size)), width="content"
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


def _size(size: int) -> str:
    if size < 100_000:
        return _("{size} kB", size=number(max(size / 1000, 0.1), 1))
    return _("{size} MB", size=number(size / 1_000_000, 1))


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
        st.info(
            _("Paste two columns above, at least; a click elsewhere applies them."),
            icon=":material/arrow_upward:",
        )
        return None
    return _of_text(BY_PASTING, _("pasted rows"), text)


def _open(held: Kept) -> BytesIO:
    if held.data is None:
        raise RatingsError(
            "Of a file this large only the counts are kept, and these columns were not counted: "
            "upload it again to read it anew."
        )
    return BytesIO(held.data)


def _layout(held: Kept) -> Layout:
    """Show how the file is read, and let the reader correct it."""
    found = held.reading("layout", lambda: detect(_open(held), held.name))
    if found.kind == "parquet":
        components.note(_("A Parquet file: it says itself how it is to be read."))
        return found
    folded = st.expander(_("How it is read"), icon=":material/tune:", key=held.key("layout"))
    chosen = found
    with folded, st.container(horizontal=True):
        if found.kind == "text":
            chosen = replace(
                chosen,
                delimiter=_choice(
                    held, "delimiter", _("Between cells"), found.delimiter, DELIMITERS, _DELIMITERS
                ),
                decimal=_choice(
                    held, "decimal", _("Decimals"), found.decimal, _DECIMALS, _DECIMALS
                ),
            )
        if found.kind in ("text", "jsonl"):
            chosen = replace(
                chosen,
                encoding=_choice(held, "encoding", _("Encoding"), found.encoding, _ENCODINGS, {}),
            )
        if found.kind == "excel":
            chosen = replace(
                chosen, sheet=_choice(held, "sheet", _("Sheet"), found.sheet, found.sheets, {})
            )
        if found.kind != "jsonl":
            header = st.checkbox(
                _("The first row has the names"),
                found.header,
                key=held.key("header"),
                persist_state="session",
            )
            chosen = replace(chosen, header=header)
    with folded:
        components.note(
            _("Found in the file itself. Correct what is wrong: the rows below follow.")
        )
    return chosen


def _choice(
    held: Kept,
    name: str,
    label: str,
    found: str,
    options: Sequence[str] | Mapping[str, str],
    names: Mapping[str, str],
) -> str:
    offered = list(dict.fromkeys([*options, found]))
    chosen: str = st.selectbox(
        label,
        offered,
        index=offered.index(found),
        format_func=lambda option: _(names[option]) if option in names else option,
        key=held.key(name),
        persist_state="session",
        width=170,
    )
    return chosen


def _columns(held: Kept, first: Sample) -> Columns:
    """Let the reader pick the columns, the likeliest ones already picked."""
    likely = guess(first.columns, first.kinds)
    shape = zlib.crc32(repr(first.columns).encode())
    names = list(first.columns)
    places = st.columns(4)
    actual, predicted, count, group = (
        _column(place, held.key(f"{key}-{shape}"), label, options, index, help)
        for place, (key, label, help), options, index in zip(
            places,
            (
                ("actual", _("Actual"), _("The first rater, or the truth: the rows of O.")),
                (
                    "predicted",
                    _("Predicted"),
                    _("The second rater, or the model: the columns of O."),
                ),
                (
                    "count",
                    _("Count (optional)"),
                    _("How many items a row stands for, where it is not one."),
                ),
                (
                    "group",
                    _("Group (optional)"),
                    _("What to tell items apart by, to see kappa in each: school, site, year."),
                ),
            ),
            (names, names, [_NONE, *names], [_NONE, *names]),
            (
                likely.actual or 0,
                (likely.predicted if likely.predicted is not None else len(names) - 1),
                0 if likely.count is None else likely.count + 1,
                0 if likely.group is None else likely.group + 1,
            ),
            strict=True,
        )
    )
    return Columns(actual, predicted, count or None, group or None)


def _column(
    place: DeltaGenerator, key: str, label: str, options: Sequence[str], index: int, help: str
) -> str:
    chosen: str = place.selectbox(
        label,
        options,
        index=index,
        format_func=lambda name: name or _("none"),
        key=key,
        persist_state="session",
        help=help,
    )
    return chosen


@dataclass(frozen=True)
class _Cut:
    """What becomes of predictions that are fractions: nothing, rounding, or cut-points."""

    predicted_as: str | tuple[float, ...] | None = None
    categories: tuple[Category, ...] = ()
    said: tuple[Message, ...] = field(default=(), compare=False)

    @property
    def first(self) -> int:
        """The category below the first cut-point."""
        first = self.categories[0] if self.categories else 0
        assert isinstance(first, int), "scores are cut into whole numbers"
        return first


@dataclass(frozen=True)
class _Reader:
    """From a table and its columns to counts, asking on the way what only the reader knows.

    `prepared` is a sample, whose questions are answered beforehand: the page is to teach at once.
    """

    held: Kept
    layout: Layout
    first: Sample
    columns: Columns
    prepared: bool

    def key(self, name: str) -> str:
        """Return the key of a question; for other columns it is asked anew."""
        return self.held.key(f"{name}-{zlib.crc32(repr((self.layout, self.columns)).encode())}")

    def taken(self) -> Taken | None:
        """Ask one question after the other; None as long as one is open."""
        cut = self._cut()
        counts = None if cut is None else self._tally(cut)
        if cut is None or counts is None:
            return None
        dropped = self._drop(counts)
        if dropped is None:
            return None
        scale = self._scale(counts, cut)
        if scale is None:
            return None
        categories, how = scale
        said = (*cut.said, *dropped, how)
        # The way to cut is part of what was said: two may have the same cut-points.
        return self.held.reading(
            ("taken", self.layout, self.columns, cut, categories, tuple(map(str, said))),
            lambda: self._counted(counts, cut, categories, said),
        )

    @property
    def _large(self) -> bool:
        return self.held.size > LARGE[self.layout.kind]

    def _kind(self, column: str) -> str:
        return self.first.kinds[self.first.columns.index(column)]

    def _cut(self) -> _Cut | None:
        """Ask what fractions in the predictions are."""
        if self._kind(self.columns.predicted) != "fraction":
            return _Cut()
        default = _CUT if self._kind(self.columns.actual) == "whole" else _KEEP
        how = st.segmented_control(
            _("The fractions in “{column}” are", column=plain(self.columns.predicted)),
            _FRACTIONS,
            default=default,
            required=True,
            format_func=_,
            key=self.key("fractions"),
            persist_state="session",
        )
        if how == _KEEP:
            return _Cut()
        return self._round() if self._large else self._cut_points()

    def _round(self) -> _Cut | None:
        components.note(
            _(
                "This file is too large to search for cut-points here: take a random sample of its "
                "rows for that. What can be done with all of them is rounding."
            )
        )
        agreed = st.checkbox(
            _("Round the scores to whole categories; the report will say so"),
            key=self.key("round"),
            persist_state="session",
        )
        said = Message(
            N_("Predicted scores were rounded; beyond the scale they went to its nearest end.")
        )
        return _Cut("round", said=(said,)) if agreed else None

    def _cut_points(self) -> _Cut:
        actual, predicted = self.held.reading(
            ("scores", self.layout, self.columns),
            lambda: scores(_open(self.held), self.layout, self.columns),
        )
        order = propose_order(map(str, np.unique(actual).tolist()))
        categories = self._categories(order)
        chosen = your_data_cut_points.section(actual, predicted, categories)
        return _Cut(tuple(chosen.thresholds.tolist()), categories, (chosen.message,))

    def _tally(self, cut: _Cut) -> Tally | None:
        """Count the pairs: at once if the file is small, else when asked to, with a way to stop."""
        what = ("tally", self.layout, self.columns, cut)

        def count(progress: Callable[[float], object] | None = None) -> Tally:
            return tally(
                _open(self.held),
                self.layout,
                self.columns,
                predicted_as=cut.predicted_as,
                first_category=cut.first,
                progress=progress,
                rows_per_block=_EXCEL_ROWS if self.layout.kind == "excel" else ROWS_PER_BLOCK,
            )

        if what in self.held.readings or not self._large:
            return self.held.reading(what, count)
        asked = self.key("asked")
        place = st.empty()
        if not st.session_state.get(asked):
            with place.container():
                st.button(
                    _("Count all rows"),
                    icon=":material/play_arrow:",
                    on_click=partial(st.session_state.__setitem__, asked, True),
                    key=self.key("count"),
                )
                components.note(
                    _(
                        "Choose the columns first: {size} take a moment to read.",
                        size=_size(self.held.size),
                    )
                )
            return None
        try:
            with place.container():
                # Where the other button was: were that one to go only when it loses its focus,
                # this one would slip away under the finger. A click on anything ends this run;
                # this one sees to it that none follows.
                st.button(
                    _("Cancel"),
                    icon=":material/stop:",
                    on_click=partial(st.session_state.__setitem__, asked, False),
                    key=self.key("cancel"),
                )
                bar = st.progress(0.0, _("Reading …"))
                with turns.turn():
                    return self.held.reading(what, partial(count, _teller(bar, self.held.size)))
        finally:
            place.empty()
            if self.held.size > LET_GO and what in self.held.readings:
                self.held.data = None

    def _drop(self, counts: Tally) -> tuple[Message, ...] | None:
        """Say what is missing, and ask whether it is to be left out."""
        if not counts.n_missing:
            return ()
        said = Message(
            N_(
                "Left out: {missing} of {n} items, since a rating is missing (only the actual "
                "one: {actual}; only the predicted one: {predicted}; both: {both})."
            ),
            {
                "missing": counts.n_missing,
                "n": counts.n + counts.n_missing,
                "actual": counts.missing_actual,
                "predicted": counts.missing_predicted,
                "both": counts.missing_both,
            },
        )
        agreed = st.checkbox(
            plural(
                counts.n_missing,
                "Leave out the one item, of {all}, that misses a rating: the report will say so",
                "Leave out the {missing} items, of {all}, that miss a rating: the report will "
                "say so",
                missing=number(counts.n_missing),
                all=number(counts.n + counts.n_missing),
            ),
            self.prepared,
            key=self.key("drop"),
            persist_state="session",
            help=_(
                "Only the actual one is missing in {actual}, only the predicted one in "
                "{predicted}, both in {both}. Are they missing by chance? Items hard to rate often "
                "go unrated, and kappa then flatters.",
                actual=number(counts.missing_actual),
                predicted=number(counts.missing_predicted),
                both=number(counts.missing_both),
            ),
        )
        if not agreed:
            _waiting(
                _("κ waits for your word on the missing ratings: tick the box, or mend the file.")
            )
            return None
        return (said,)

    def _scale(self, counts: Tally, cut: _Cut) -> tuple[tuple[Category, ...], Message] | None:
        """Let the reader set the order of the categories; words wait until it is confirmed."""
        if cut.categories:
            return cut.categories, _declared(cut.categories)
        order = propose_order(counts.labels, declared=counts.declared)
        categories = self._categories(order)
        if order.certain:
            return categories, _declared(categories)
        self._move(categories)
        st.markdown(" < ".join(f"**{plain(category)}**" for category in categories))
        agreed = st.checkbox(
            _("Yes, this is the order, from lowest to highest"),
            self.prepared,
            key=self.key("ordered"),
            persist_state="session",
        )
        if not agreed:
            _waiting(_("κ waits for the order: how far two categories lie apart hangs on it."))
            return None
        said = Message(
            N_("The order of the categories was set by hand: {categories}."),
            {"categories": _written(categories)},
        )
        return categories, said

    def _categories(self, order: Order) -> tuple[Category, ...]:
        """Show the scale in a field, as the sidebar does, and return what it says."""
        text = st.text_input(
            _("Categories, from lowest to highest"),
            format_categories(order.categories),
            key=self.key("categories"),
            max_chars=LONGEST_TEXT,
            persist_state="session",
            help=_(
                "A range such as 0-4, or names in order: none, mild, severe. A category that "
                "nobody used belongs here as well: it keeps others apart."
            ),
        )
        components.note(say(order.reason))
        return parse_categories(text) or order.categories

    def _move(self, categories: tuple[Category, ...]) -> None:
        """Let the reader put words in order without typing."""
        if len(categories) > _MOST_MOVED:
            return
        components.note(_("One step lower:"))
        key = self.key("categories")
        with st.container(horizontal=True):
            for at, category in enumerate(categories[1:], start=1):
                lower = [*categories[: at - 1], category, categories[at - 1], *categories[at + 1 :]]
                st.button(
                    plain(category),
                    icon=":material/arrow_back:",
                    key=self.key(f"lower-{at}"),
                    on_click=partial(st.session_state.__setitem__, key, format_categories(lower)),
                )
            st.button(
                _("Turn around"),
                icon=":material/swap_horiz:",
                key=self.key("around"),
                on_click=partial(
                    st.session_state.__setitem__, key, format_categories(categories[::-1])
                ),
            )

    def _counted(
        self,
        counts: Tally,
        cut: _Cut,
        categories: tuple[Category, ...],
        said: tuple[Message, ...],
    ) -> Taken:
        clip = cut.predicted_as is not None
        return Taken(
            observed=observed_of(counts, categories, clip=clip),
            categories=categories,
            source=self.held.name,
            serial=self.held.number,
            groups={
                name or _("no group"): observed_of(part, categories, clip=clip)
                for name, part in self._groups(counts).items()
            },
            n_rows=None if self.columns.count else counts.n_rows,
            n_missing=round(counts.n_missing),
            choices=said,
            columns=self.columns,
        )

    def _groups(self, counts: Tally) -> dict[str, Tally]:
        """Return what was counted in each group; too many groups are none."""
        if self.columns.group is None:
            return {}
        pairs: dict[str, dict[tuple[str, str, str], int | float]] = {}
        for (group, actual, predicted), count in counts.pairs.items():
            pairs.setdefault(group, {})["", actual, predicted] = count
        if len(pairs) > _MOST_GROUPS:
            raise RatingsError(
                "The group column {column} has {n} different values, and {most} is the most that "
                "can be compared: choose another, or none.",
                column=self.columns.group,
                n=len(pairs),
                most=_MOST_GROUPS,
            )
        return {name: Tally(each) for name, each in pairs.items()}


def _declared(categories: tuple[Category, ...]) -> Message:
    return Message(
        N_("Categories, from lowest to highest: {categories}."),
        {"categories": _written(categories)},
    )


def _written(categories: tuple[Category, ...]) -> str:
    return format_categories(categories).replace(",", ", ")


def _waiting(what: str) -> None:
    st.info(what, icon=":material/pending:")


def _teller(bar: DeltaGenerator, size: int) -> Callable[[float], None]:
    """Return what moves the bar along, a hundredth at a time."""
    told = 0.0

    def tell(share: float) -> None:
        nonlocal told
        if share - told >= 0.01:
            told = share
            read = _("Read {share} of {size}", share=percent(share), size=_size(size))
            bar.progress(min(share, 1.0), read)

    return tell
