"""From a table and its columns to the counts: what only the reader can say is asked on the way."""

import zlib
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_app.your_data import counting, cut_points, recognised
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.kept import LET_GO, Kept
from qwk_core import ExplainedError, RatingsError, format_categories
from qwk_core.files.answers import COUNTS, LONG, Answers
from qwk_core.files.blocks import ROWS_PER_BLOCK
from qwk_core.files.columns import Columns, Sample, read_scores
from qwk_core.files.labelled import Labelled
from qwk_core.files.labels import typed_scale
from qwk_core.files.layouts import Layout
from qwk_core.files.order import Order, propose_order
from qwk_core.files.reading import Reading, labels_of, understood
from qwk_core.files.structure import Structure
from qwk_core.messages import Message
from qwk_core.ratings import Category
from qwk_core.statistics.rating_table import PairCounts
from qwk_core.study.study import Cutting, Study

_MOST_GROUPS = 200
_EXCEL_ROWS = 5_000  # at a time: about a fifth of a second, for the progress bar and to cancel
_MANY_SCORES = 3_000_000  # bytes; a smaller file has no more scores than can be searched
_MOST_MOVED = 12  # labels that are put in order by buttons

_ROUNDED = N_(
    "Predicted scores were rounded, halves up; beyond the scale they went to its nearest end."
)
_CUT, _KEEP = _FRACTIONS = (N_("scores, to be cut into categories"), N_("categories of their own"))


@dataclass(frozen=True, eq=False)
class Taken:
    """Data that are ready: the counts, and how they came about."""

    table: PairCounts
    source: str
    serial: int
    choices: tuple[Message, ...] = ()
    columns: Columns | None = None
    layout: Layout | None = None
    cutting: Cutting | None = None
    codes: tuple[str, ...] = ()
    studies: dict[str, Study] = field(default_factory=dict)

    def study(self, scheme: str) -> Study:
        """Return all that follows from the data, made once for each scheme."""
        if scheme not in self.studies:
            self.studies[scheme] = Study(
                self.table,
                source=self.source,
                choices=self.choices,
                scheme=scheme,
                cutting=self.cutting,
                codes=self.codes,
            )
        return self.studies[scheme]


@dataclass(frozen=True)
class Cut:
    """What becomes of predictions that are fractions: nothing, rounding, or cut-points."""

    predicted_as: str | tuple[float, ...] | None = None
    categories: tuple[Category, ...] = ()
    said: tuple[Message, ...] = field(default=(), compare=False)
    cutting: Cutting | None = field(default=None, compare=False)

    @property
    def first(self) -> int:
        """The category below the first cut-point."""
        first = self.categories[0] if self.categories else 0
        assert isinstance(first, int), "scores are cut into whole numbers"
        return first


_NOT_CUT = Cut()


def _rounded() -> Cut:
    return Cut("round", said=(Message(_ROUNDED),), cutting=Cutting("rounded"))


@dataclass(frozen=True)
class Questions:
    """From a table and its columns to counts, asking on the way what only the reader knows.

    `prepared` is a sample, whose questions are answered beforehand: the page is to teach at once.
    """

    held: Kept
    found: Structure
    first: Sample | None
    columns: Columns | None
    prepared: bool
    fold: DeltaGenerator | None = None  # where what was recognised stands
    source: str = ""  # where the data came from; the file's name without

    @property
    def layout(self) -> Layout:
        """How the table is read, titles and totals left out."""
        return self.found.layout

    def key(self, name: str) -> str:
        """Return the key of a question; for other columns it is asked anew."""
        return self.held.key(f"{name}-{zlib.crc32(repr((self.layout, self.columns)).encode())}")

    def taken(self) -> Taken | None:
        """Ask one question after the other; None as long as one is open."""
        cut = self._cut() if self.columns is not None else Cut()
        labelled = None if cut is None else self._labels(cut)
        if cut is None or labelled is None:
            return None
        taken = self.settled(labelled, cut)
        if taken is not None and self.held.size > LET_GO:  # an answer may lead to another reading
            self.held.data = None
        return taken

    def settled(self, labelled: Labelled, cut: Cut = _NOT_CUT) -> Taken | None:
        """Decide what the labels mean, asking what is unclear."""
        found = replace(self.found, columns=self.columns, scores=cut.predicted_as is not None)
        said = replace(self._said, predicted_as=cut.predicted_as)
        if cut.categories:
            said = replace(said, categories=cut.categories)
        reading = understood(found, labelled, said)
        with self._folded:
            recognised.remarks(reading.remarks[len(self.found.remarks) :])
        asked = [one for one in reading.questions if one.key != "order"]
        if asked:
            recognised.ask(self.held, asked)
            return None
        how: tuple[Message, ...] = ()
        if self.found.shape != COUNTS and not cut.categories:
            ordered = self._ordered(reading, labelled)
            if ordered is None:
                return None
            categories, said_how = ordered
            how = (said_how,)
            reading = replace(
                understood(found, labelled, replace(said, categories=categories)),
                remarks=reading.remarks,
            )
        elif cut.categories:
            how = (_declared(cut.categories),)
        table = reading.table
        assert isinstance(table, PairCounts), "two raters are compared, and no question is open"
        if self.found.shape == COUNTS:
            return Taken(self._named_groups(table), self._source, self.held.number)
        said_all = (*reading.remarks, *cut.said, *self._drop(table), *how)
        # The way to cut is part of what was said: two may have the same cut-points.
        what = ("taken", self.layout, self.columns, cut, table.categories, *map(str, said_all))
        return self.held.reading(
            what,
            lambda: Taken(
                self._named_groups(table),
                self._source,
                self.held.number,
                said_all,
                None if self.source else self.columns,  # of no file, if they were joined
                None if cut.predicted_as is not None else self.layout,
                cut.cutting,
                tuple(reading.missing),
            ),
        )

    @property
    def _folded(self) -> AbstractContextManager[object]:
        return self.fold or nullcontext()

    @property
    def _source(self) -> str:
        return self.source or self.held.name

    @property
    def _said(self) -> Answers:
        """What was said of these columns: a column is a weight or a cluster if it is chosen."""
        said = recognised.answers(self.held)
        group = self.columns.group if self.columns is not None else None
        return replace(
            said,
            group=group,
            cluster=said.cluster if said.cluster == group else None,
            weight=said.weight if said.weight == group else None,
        )

    @property
    def _columns(self) -> Columns:
        assert self.columns is not None, "a row is an item"
        return self.columns

    @property
    def _large(self) -> bool:
        return self.held.is_large(self.layout.kind)

    def _kind(self, column: str) -> str:
        assert self.first is not None, "a row is an item"
        return self.first.kinds[self.first.columns.index(column)]

    def _cut(self) -> Cut | None:
        """Ask what fractions in the predictions are."""
        if self._kind(self._columns.predicted) != "fraction":
            return Cut()
        scores = self.found.scores or self._kind(self._columns.actual) == "whole"
        default = _CUT if self.prepared else None if scores else _KEEP
        how = st.segmented_control(
            _("The fractions in “{column}” are", column=plain(self._columns.predicted)),
            _FRACTIONS,
            default=default,
            required=True,
            format_func=_,
            key=self.key("fractions"),
            persist_state="session",
        )
        if how is None:
            _waiting(_("κ waits for your answer: are these fractions scores, or categories?"))
            return None
        if how == _KEEP:
            return Cut()
        return self._round() if self._large else self._cut_points()

    def _round(self) -> Cut | None:
        components.note(
            _(
                "In a file this large, cut-points are not searched for: take a random sample "
                "of its rows for that. All of them can be rounded."
            )
        )
        agreed = st.checkbox(
            _("Round the scores to whole categories; the report will say so"),
            key=self.key("round"),
            persist_state="session",
        )
        return _rounded() if agreed else None

    def _cut_points(self) -> Cut | None:
        try:
            actual, predicted = self.held.reading(
                ("scores", self.layout, self.columns),
                lambda: read_scores(self.held.open(), self.layout, self._columns),
            )
        except ExplainedError as error:
            if self.held.size < _MANY_SCORES:
                raise
            # Perhaps too many for that: what is wrong with a score is said again by who counts.
            st.warning(error_text(error), icon=":material/content_cut:")
            return self._round()
        order = propose_order(map(str, np.unique(actual).tolist()))
        categories = self._categories(order)
        key = cut_points.METHOD if self.prepared else self.key(cut_points.METHOD)
        chosen = cut_points.section(actual, predicted, categories, key=key, proposed=self.prepared)
        if chosen is None:
            _waiting(_("κ waits for your answer: how are the scores cut?"))
            return None
        return Cut(tuple(chosen.thresholds.tolist()), categories, (chosen.message,), chosen.cutting)

    def _labels(self, cut: Cut) -> Labelled | None:
        """Read the labels: at once if the file is small, else when asked to, with a way to stop."""
        found = replace(self.found, columns=self.columns)
        said = replace(self._said, predicted_as=cut.predicted_as)
        if cut.categories:
            said = replace(said, categories=cut.categories)
        of_rows = found.shape == LONG
        return counting.reading(
            self.held,
            ("labels", self.layout, found.rows, found.raters, self.columns, cut, said.duplicates),
            lambda progress: labels_of(
                self.held.open(),
                found,
                said,
                progress=progress,
                rows_per_block=_EXCEL_ROWS if self.layout.kind == "excel" else ROWS_PER_BLOCK,
            ),
            size=self.held.size,
            long=found.shape != COUNTS
            and self.held.is_large(self.layout.kind, *([LONG] if of_rows else [])),
            asked=self.held.key("asked") if self.columns is None else self.key("asked"),
            first=""
            if self.columns is None
            else _(
                "Choose the columns first: {size} take a moment to read.",
                size=size_text(self.held.size),
            ),
        )

    def _drop(self, table: PairCounts) -> tuple[Message, ...]:
        """Say what is missing, and is left out."""
        if not table.n_missing:
            return ()
        actual, predicted, both = table.missing
        said = Message(
            N_(
                "Left out: {missing} of {n} items, since a rating is missing (only the actual "
                "one: {actual}; only the predicted one: {predicted}; both: {both})."
            ),
            {
                "missing": table.n_missing,
                "n": round(table.n_items),
                "actual": actual,
                "predicted": predicted,
                "both": both,
            },
        )
        with self._folded:
            components.note(message_text(said))
        return (said,)

    def _ordered(
        self, reading: Reading, labelled: Labelled
    ) -> tuple[tuple[Category, ...], Message] | None:
        """Let the reader set the order of the categories; words wait until it is confirmed."""
        asked = reading.questions[0].labels if reading.questions else reading.categories
        order = propose_order(map(str, asked), declared=(*labelled.orders, ())[0])
        given = labelled.totals()
        labels = [label for label in map(str, asked) if label in given]
        if not reading.questions:
            with self._folded:
                categories = self._categories(order)
                recognised.mend(self.held, labels)
            return categories, _declared(categories)
        categories = self._categories(order)
        self._move(categories, self._scale_key(order))
        recognised.mend(self.held, labels, reading.questions[0].alike)
        st.markdown(" < ".join(f"**{plain(category)}**" for category in categories))
        agreed = st.checkbox(
            _("Yes, this is the order, from lowest to highest"),
            self.prepared,
            key=self.key("ordered"),
            persist_state="session",
            disabled=not (order.ordered or self._was_changed(categories, order)),
        )
        if not agreed:
            _waiting(_("κ waits for the order: the distance between two categories depends on it."))
            return None
        said = Message(
            N_("The order of the categories was set by hand: {categories}."),
            {"categories": _in_order(categories)},
        )
        return categories, said

    def _categories(self, order: Order) -> tuple[Category, ...]:
        """Show the scale in a field, as the sidebar does, and return what it says."""
        text = st.text_input(
            _("Categories, from lowest to highest"),
            format_categories(order.categories),
            key=self._scale_key(order),
            max_chars=LONGEST_TEXT,
            persist_state="session",
            help=_(
                "A range such as 0-4, or names in order: none, mild, severe. A category that "
                "nobody used belongs here as well: it keeps others apart."
            ),
        )
        components.note(message_text(order.reason))
        return typed_scale(text) or order.categories

    def _scale_key(self, order: Order) -> str:
        """Return the key of the field with the scale: for other labels it begins anew."""
        return self.key(f"categories-{zlib.crc32(repr(order.categories).encode())}")

    def _was_changed(self, categories: tuple[Category, ...], order: Order) -> bool:
        """Tell whether the reader has set an order: that in which labels were first met is none."""
        key = self.key("order-changed")
        if categories != order.categories:
            st.session_state[key] = True
        return key in st.session_state

    def _move(self, categories: tuple[Category, ...], key: str) -> None:
        """Let the reader put words in order without typing."""
        if len(categories) > _MOST_MOVED:
            return
        components.note(_("One step lower:"))
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

    def _named_groups(self, table: PairCounts) -> PairCounts:
        """Return the table with its groups in the order of the file, those without a name last."""
        if len(table.groups) > _MOST_GROUPS:
            raise RatingsError(
                "The group column {column} has {n} different values, and {most} is the most that "
                "can be compared: choose another, or none.",
                column=self._columns.group,
                n=len(table.groups),
                most=_MOST_GROUPS,
            )
        named = sorted(table.groups.items(), key=lambda item: not item[0])
        return replace(table, groups={name or _("no group"): each for name, each in named})


def _declared(categories: tuple[Category, ...]) -> Message:
    return Message(
        N_("Categories, from lowest to highest: {categories}."),
        {"categories": _in_order(categories)},
    )


def _in_order(categories: tuple[Category, ...]) -> str:
    return format_categories(categories).replace(",", ", ")


def _waiting(what: str) -> None:
    st.info(what, icon=":material/pending:")
