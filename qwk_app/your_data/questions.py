"""From what was recognised to ratings on a scale: what only the reader can say is asked here."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import queue
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_app.your_data import counting, cut_points, recognised
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.cut_points import Cut
from qwk_app.your_data.kept import LET_GO, RATERS, Kept
from qwk_app.your_data.waits import Waits, wait
from qwk_core import ExplainedError, RatingsError, format_categories
from qwk_core.files.answers import COUNTS, LONG, Answers
from qwk_core.files.blocks import ROWS_PER_BLOCK
from qwk_core.files.columns import Columns, Sample, read_scores
from qwk_core.files.labelled import Labelled
from qwk_core.files.labels import typed_scale
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import Reading, understood
from qwk_core.files.order import propose_order
from qwk_core.files.places import Order
from qwk_core.files.reading import labels_of
from qwk_core.files.structure import Structure
from qwk_core.messages import Message
from qwk_core.ratings import Category
from qwk_core.statistics.rating_table import PairCounts, Table
from qwk_core.study.study import Cutting, Study

_MOST_GROUPS = 200
_EXCEL_ROWS = 5_000  # at a time: about a fifth of a second, for the progress bar and to cancel
_MANY_SCORES = 3_000_000  # bytes; a smaller file has no more scores than can be searched
_MOST_MOVED = 12  # labels that are put in order by buttons

_ROUNDED = N_(
    "Predicted scores were rounded, halves up; beyond the scale they went to its nearest end."
)
_CUT, _KEEP = _FRACTIONS = (N_("scores, to be cut into categories"), N_("categories of their own"))


Fold = DeltaGenerator | None
"""Where what was recognised stands; None while it is closed, and nothing in it is drawn."""


@dataclass(frozen=True, eq=False)
class Taken:
    """Data that are ready: ratings on a scale, and how they came about.

    `columns` and `layout` are those of a file with two columns of ratings, which others can be
    compared with.
    """

    table: Table
    source: str
    held: Kept
    choices: tuple[Message, ...] = ()
    columns: Columns | None = None
    layout: Layout | None = None
    cutting: Cutting | None = None
    codes: tuple[str, ...] = ()
    studies: dict[str, Study] = field(default_factory=dict)

    def study(self, scheme: str) -> Study:
        """Return all that follows from the data, made once for each scheme."""
        if scheme not in self.studies:
            many = not isinstance(self.table, PairCounts)
            cost = round(self.table.n_items) * len(self.table.raters) ** 2 if many else 0
            with queue.place(cost=cost, busy=_("Comparing …")):
                made = Study(
                    self.table,
                    source=self.source,
                    choices=self.choices,
                    scheme=scheme,
                    cutting=self.cutting,
                    codes=self.codes,
                )
                if many:
                    _computed = made.coefficient_intervals  # they take the longest
            self.studies[scheme] = made
        return self.studies[scheme]


@dataclass(frozen=True)
class Questions:
    """From where the ratings are to ratings on a scale, asking on the way what only a reader knows.

    `prepared` is a sample, whose questions are answered beforehand: the page is to teach at once.
    """

    held: Kept
    found: Structure
    fold: Fold
    first: Sample | None = None  # the beginning of a table with two columns of ratings
    prepared: bool = False
    source: str = ""  # where the data came from; the file's name without

    def key(self, name: str) -> str:
        """Return the key of a question; for other columns it is asked anew."""
        asked = (self.found.layout, self.found.columns)
        return self.held.key(f"{name}-{zlib.crc32(repr(asked).encode())}")

    def taken(self, labelled: Labelled | None = None) -> Taken:
        """Ask one question after the other."""
        cut = self._cut()
        said = replace(self._said, predicted_as=cut.predicted_as)
        if cut.categories:
            said = replace(said, categories=cut.categories)
        taken = self._settled(labelled or self._labels(said), said, cut)
        if self.held.size > LET_GO:  # an answer may lead to another reading
            self.held.data = None
        return taken

    def _settled(self, labelled: Labelled, said: Answers, cut: Cut) -> Taken:
        """Decide what the labels mean, asking what is unclear."""
        found = replace(self.found, scores=said.conversion is not None)
        reading = understood(found, labelled, said)
        if self.fold:
            with self.fold:
                recognised.remarks(reading.remarks[len(found.remarks) :])
        for question in reading.questions:
            if question.key != "order":
                raise Waits(self.held, question)
        choices = (*reading.remarks, *cut.said)
        if found.shape != COUNTS:
            categories, stated = cut.categories, _declared(cut.categories)
            if not cut.categories:
                categories, stated = self._ordered(reading, labelled)
            said = replace(said, categories=categories)
            reading = replace(understood(found, labelled, said), remarks=reading.remarks)
            choices = (*choices, *self._left_out(reading.table), stated)
        table = self._with_named_groups(reading.table)
        what = ("taken", found.layout, found.columns, found.raters, said, *map(str, choices))
        of_file = found.columns is not None and not (self.source or found.columns.more)
        return self.held.reading(
            what,
            lambda: Taken(
                table,
                self.source or self.held.name,
                self.held,
                choices,
                found.columns if of_file else None,
                found.layout if of_file and not found.scores else None,
                cut.cutting,
                tuple(reading.missing),
            ),
        )

    @property
    def _said(self) -> Answers:
        """What was said of these data, with the columns that were recognised or picked."""
        columns = self.found.columns
        group = columns.group if columns is not None else None
        return replace(recognised.answers(self.held), group=group)

    def _cut(self) -> Cut:
        """Ask what fractions in the predictions are."""
        columns, first = self.found.columns, self.first
        if columns is None or first is None:
            return Cut()
        kinds = dict(zip(first.columns, first.kinds, strict=True))
        if kinds[columns.predicted] != "fraction":
            return Cut()
        scores = self.found.scores or kinds[columns.actual] == "whole"
        how = st.segmented_control(
            _("The fractions in “{column}” are", column=plain(columns.predicted)),
            _FRACTIONS,
            default=_CUT if self.prepared else None if scores else _KEEP,
            required=True,
            format_func=_,
            key=self.key("fractions"),
            persist_state="session",
        )
        if how is None:
            wait(_("κ waits for your answer: are these fractions scores, or categories?"))
        if how == _KEEP:
            return Cut()
        if self.held.is_large(self.found.layout.kind):
            return self._round()
        return self._cut_points(columns)

    def _round(self) -> Cut:
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
        if not agreed:
            raise Waits
        return Cut("round", (), (Message(_ROUNDED),), Cutting("rounded"))

    def _cut_points(self, columns: Columns) -> Cut:
        layout = self.found.layout
        try:
            actual, predicted = self.held.reading(
                ("scores", layout, columns),
                lambda: read_scores(self.held.open(), layout, columns),
            )
        except ExplainedError as error:
            if self.held.size < _MANY_SCORES:
                raise
            # Perhaps too many for that: what is wrong with a score is said again by who counts.
            st.warning(error_text(error), icon=":material/content_cut:")
            return self._round()
        order = propose_order(map(str, np.unique(actual).tolist()))
        categories = self._categories(order)
        chosen = cut_points.section(
            self.held,
            (actual, predicted, categories),
            key=self.key(cut_points.METHOD),
            proposed=self.prepared,
        )
        if chosen is None:
            wait(_("κ waits for your answer: how are the scores cut?"))
        return chosen

    def _labels(self, said: Answers) -> Labelled:
        """Read the labels: at once if the file is small, else when asked to, with a way to stop."""
        held, found = self.held, self.found
        shapes = [LONG] if found.rows is not None else []
        if found.columns is not None and found.columns.more:
            shapes = [RATERS]
        how = (said.conversion, said.first_category, said.duplicates)
        picked = self.first is not None  # two columns, which may be others than the reader means
        return counting.reading(
            held,
            ("labels", found.layout, found.rows, found.raters, found.columns, *how),
            lambda progress: labels_of(
                held.open(),
                found,
                said,
                progress=progress,
                rows_per_block=_EXCEL_ROWS if found.layout.kind == "excel" else ROWS_PER_BLOCK,
            ),
            size=held.size,
            long=found.shape != COUNTS and held.is_large(found.layout.kind, *shapes),
            asked=self.key("asked") if picked else held.key("asked"),
            first=_(
                "Choose the columns first: {size} take a moment to read.",
                size=size_text(held.size),
            )
            if picked
            else "",
        )

    def _left_out(self, table: Table | None) -> tuple[Message, ...]:
        """Say which items are left out, since one of their two ratings is missing."""
        if not isinstance(table, PairCounts) or not table.n_missing:
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
        if self.fold:
            with self.fold:
                components.note(message_text(said))
        return (said,)

    def _ordered(
        self, reading: Reading, labelled: Labelled
    ) -> tuple[tuple[Category, ...], Message]:
        """Let the reader set the order of the categories; words wait until it is confirmed."""
        asked = reading.questions[0] if reading.questions else None
        order = propose_order(
            map(str, asked.labels if asked else reading.categories),
            declared=(*labelled.orders, ())[0],
        )
        given = labelled.totals()
        labels = [label for label in map(str, order.categories) if label in given]
        if asked is None:
            categories = self._folded(order, labels)
            return categories, _declared(categories)
        categories = self._by_hand(order, labels, asked.alike)
        said = Message(
            N_("The order of the categories was set by hand: {categories}."),
            {"categories": _in_order(categories)},
        )
        return categories, said

    def _by_hand(
        self, order: Order, labels: Sequence[str], alike: Sequence[tuple[str, str]]
    ) -> tuple[Category, ...]:
        """Let the reader put labels in order, and make two of them one, until it is agreed."""
        why, line, moved, agreement, below = (st.container() for _place in range(5))
        with below:
            categories = self._categories(order, why=False)
            recognised.mend(self.held, labels, alike)
        line.markdown(" < ".join(f"**{plain(category)}**" for category in categories))
        with moved:
            self._move(categories, self._scale_key(order))
        # Labels stand as they were first met: a mere click does not make that an order.
        known = order.ordered or self._was_changed(categories, order)
        agreed = agreement.checkbox(
            _("Yes, this is the order, from lowest to highest")
            if known
            else _("They already stand from lowest to highest"),
            self.prepared,
            key=self.key("ordered" if known else "stand-in-order"),
            persist_state="session",
        )
        if not agreed:
            why.warning(message_text(order.reason), icon=":material/help:")
            with agreement:
                wait(_("κ waits for the order: the distance between two categories depends on it."))
        return categories

    def _folded(self, order: Order, labels: Sequence[str]) -> tuple[Category, ...]:
        """Show the scale in the fold; while that is closed, what was typed there holds."""
        if not self.fold:
            typed: str = st.session_state.get(self._scale_key(order), "")
            return typed_scale(typed) or order.categories
        with self.fold:
            categories = self._categories(order)
            recognised.mend(self.held, labels)
        return categories

    def _categories(self, order: Order, *, why: bool = True) -> tuple[Category, ...]:
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
        if why:
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

        def button(name: str, icon: str, scale: Sequence[Category]) -> None:
            become = partial(st.session_state.__setitem__, key, format_categories(scale))
            st.button(
                name,
                icon=f":material/{icon}:",
                key=self.key(icon),
                disabled=tuple(scale) == categories,
                on_click=become,
            )

        with st.container(horizontal=True, vertical_alignment="bottom"):
            chosen = st.radio(
                _("Which label?"),
                categories,
                format_func=lambda one: plain(one),
                horizontal=True,
                key=self.key("moved"),
            )
            at = categories.index(chosen) if chosen in categories else 0
            chosen, others = categories[at], [*categories[:at], *categories[at + 1 :]]
            for name, icon, to in (
                (_("One step lower"), "arrow_back", max(at - 1, 0)),
                (_("One step higher"), "arrow_forward", at + 1),
            ):
                button(name, icon, [*others[:to], chosen, *others[to:]])
            button(_("Turn around"), "swap_horiz", categories[::-1])

    def _with_named_groups(self, table: Table | None) -> Table:
        """Return the table with its groups in the order of the file, those without a name last."""
        assert table is not None, "no question is open"
        if not isinstance(table, PairCounts):
            return table
        if len(table.groups) > _MOST_GROUPS:
            raise RatingsError(
                "The group column {column} has {n} different values, and {most} is the most that "
                "can be compared: choose another, or none.",
                column=self._said.group,
                n=len(table.groups),
                most=_MOST_GROUPS,
            )
        named = sorted(table.groups.items(), key=lambda item: not item[0])
        return replace(table, groups={name or _("no group"): each for name, each in named})


def _declared(categories: Sequence[Category]) -> Message:
    return Message(
        N_("Categories, from lowest to highest: {categories}."),
        {"categories": _in_order(categories)},
    )


def _in_order(categories: Sequence[Category]) -> str:
    return format_categories(categories).replace(",", ", ")
