"""From a recognised structure to ratings on a scale: asks what only the reader knows."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import queue
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components, fields
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_app.your_data import counting, cut_points, recognised
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.cut_points import Cut
from qwk_app.your_data.datasets import MOST_KEPT, RATERS, Dataset
from qwk_app.your_data.not_ready import NotReady, stop
from qwk_app.your_data.texts import TEXTS
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
_EXCEL_ROWS = 5_000  # in a block: a fifth of a second between two steps of the progress bar
_MANY_SCORES = 3_000_000  # bytes; a smaller file has few enough scores for a search of cut-points
_MOST_MOVED = 12  # labels with buttons to order them

_CUT, _KEEP = _FRACTIONS = (N_("scores, to be cut into categories"), N_("categories of their own"))


Fold = DeltaGenerator | None
"""Where what was recognised stands; None while it is closed, and nothing in it is drawn."""


@dataclass(frozen=True, eq=False)
class LoadedData:
    """Ratings on a scale, ready for a study, and the choices that led to them.

    `columns` and `layout` are those of a file with two columns of ratings; other columns of it can
    be compared with them.
    """

    table: Table
    source: str
    dataset: Dataset
    choices: tuple[Message, ...] = ()
    columns: Columns | None = None
    layout: Layout | None = None
    cutting: Cutting | None = None
    codes: tuple[str, ...] = ()
    studies: dict[str, Study] = field(default_factory=dict)

    def study(self, scheme: str) -> Study:
        """Return the study of the data, made once for each scheme."""
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
    """The questions between a structure and ratings on a scale.

    `prepared` marks a sample, whose questions are answered already: the page teaches at once.
    """

    dataset: Dataset
    found: Structure
    fold: Fold
    first: Sample | None = None  # the beginning of a table with two columns of ratings
    prepared: bool = False
    source: str = ""  # the origin of the data; if empty, the file's name

    def key(self, name: str) -> str:
        """Return the key of a question; with other columns it is asked again."""
        asked = (self.found.layout, self.found.columns)
        return self.dataset.key(f"{name}-{zlib.crc32(repr(asked).encode())}")

    def load(self, labelled: Labelled | None = None) -> LoadedData:
        """Ask one question after the other; return the ratings."""
        cut = self._cut()
        answers = replace(self._answers, predicted_as=cut.predicted_as)
        if cut.categories:
            answers = replace(answers, categories=cut.categories)
        loaded = self._settled(labelled or self._labels(answers), answers, cut)
        if self.dataset.size > MOST_KEPT:  # an answer may lead to another reading
            self.dataset.data = None
        return loaded

    def _settled(self, labelled: Labelled, answers: Answers, cut: Cut) -> LoadedData:
        """Decide what the labels mean; ask about unclear ones."""
        found = replace(self.found, scores=answers.conversion is not None)
        reading = understood(found, labelled, answers)
        if self.fold:
            with self.fold:
                recognised.remarks(reading.remarks[len(found.remarks) :])
        for question in reading.questions:
            if question.key != "order":
                raise NotReady(self.dataset, question)
        choices = (*reading.remarks, *cut.remarks)
        if found.shape != COUNTS or reading.questions:
            categories, stated = cut.categories, _order_of(cut.categories)
            if not cut.categories:
                categories, stated = self._ordered(reading, labelled)
            answers = replace(answers, categories=categories)
            reading = replace(understood(found, labelled, answers), remarks=reading.remarks)
            # The order that was confirmed or changed takes the place of the recognised one.
            choices = tuple(one for one in choices if one.template != stated.template)
            choices = (*choices, *self._left_out(reading.table), stated)
        table = self._with_named_groups(reading.table)
        what = ("taken", found.layout, found.columns, found.raters, answers, *map(str, choices))
        of_file = found.columns is not None and not (self.source or found.columns.more)
        return self.dataset.reading(
            what,
            lambda: LoadedData(
                table,
                self.source or self.dataset.name,
                self.dataset,
                choices,
                found.columns if of_file else None,
                found.layout if of_file and not found.scores else None,
                cut.cutting,
                tuple(reading.missing),
            ),
        )

    @property
    def _answers(self) -> Answers:
        """The reader's answers, with the group of the recognised or chosen columns."""
        columns = self.found.columns or self.found.rows
        group = columns.group if columns is not None else None
        return replace(recognised.answers_of(self.dataset), group=group)

    def _cut(self) -> Cut:
        """Ask what fractions in the predictions mean."""
        columns, first = self.found.columns, self.first
        if columns is None or first is None:
            return Cut()
        kinds = dict(zip(first.columns, first.kinds, strict=True))
        if kinds[columns.predicted] != "fraction":
            return Cut()
        scores = self.found.scores or kinds[columns.actual] == "whole"
        how = fields.pick(
            _("The fractions in “{column}” are", column=plain(columns.predicted)),
            _FRACTIONS,
            self.key("fractions"),
            default=_CUT if self.prepared else None if scores else _KEEP,
        )
        if how is None:
            stop(_("κ waits for your answer: are these fractions scores, or categories?"))
        if how == _KEEP:
            return Cut()
        if self.dataset.is_large(self.found.layout.kind):
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
            raise NotReady
        return Cut("round", (), (Message(TEXTS["remark"]["rounded"]),), Cutting("rounded"))

    def _cut_points(self, columns: Columns) -> Cut:
        layout = self.found.layout
        try:
            actual, predicted = self.dataset.reading(
                ("scores", layout, columns),
                lambda: read_scores(self.dataset.open(), layout, columns),
            )
        except ExplainedError as error:
            if self.dataset.size < _MANY_SCORES:
                raise
            # Perhaps there are too many scores. Counting them raises an error in a score again.
            st.warning(error_text(error), icon=":material/content_cut:")
            return self._round()
        order = propose_order(map(str, np.unique(actual).tolist()))
        categories = self._categories(order)
        chosen = cut_points.section(
            self.dataset,
            (actual, predicted, categories),
            key=self.key(cut_points.METHOD),
            proposed=self.prepared,
        )
        if chosen is None:
            stop(_("κ waits for your answer: how are the scores cut?"))
        return chosen

    def _labels(self, answers: Answers) -> Labelled:
        """Read the labels: at once if the file is small, else after a click, and with Cancel."""
        dataset, found = self.dataset, self.found
        shapes = [LONG] if found.rows is not None else []
        if found.columns is not None and found.columns.more:
            shapes = [RATERS]
        how = (answers.conversion, answers.first_category, answers.duplicates)
        picked = self.first is not None  # two columns, perhaps not those that the reader means
        return counting.reading(
            dataset,
            ("labels", found.layout, found.rows, found.raters, found.columns, *how),
            lambda progress: labels_of(
                dataset.open(),
                found,
                answers,
                progress=progress,
                rows_per_block=_EXCEL_ROWS if found.layout.kind == "excel" else ROWS_PER_BLOCK,
            ),
            size=dataset.size,
            long=found.shape != COUNTS and dataset.is_large(found.layout.kind, *shapes),
            asked=self.key("asked") if picked else dataset.key("asked"),
            first=_(
                "Choose the columns first: {size} take a moment to read.",
                size=size_text(dataset.size),
            )
            if picked
            else "",
        )

    def _left_out(self, table: Table | None) -> tuple[Message, ...]:
        """Say how many items are left out because a rating is missing."""
        if not isinstance(table, PairCounts) or not table.n_missing:
            return ()
        first, second, both = table.missing
        remark = Message(
            TEXTS["remark"]["left-out"],
            {
                "missing": table.n_missing,
                "n": round(table.n_items),
                "first": first,
                "second": second,
                "both": both,
            },
        )
        if self.fold:
            with self.fold:
                components.note(message_text(remark))
        return (remark,)

    def _ordered(
        self, reading: Reading, labelled: Labelled
    ) -> tuple[tuple[Category, ...], Message]:
        """Let the reader set the order of the categories; an order of words must be confirmed."""
        asked = reading.questions[0] if reading.questions else None
        order = propose_order(
            map(str, asked.labels if asked else reading.categories),
            declared=(*labelled.orders, ())[0],
        )
        given = labelled.totals()
        labels = [label for label in map(str, order.categories) if label in given]
        if asked is None:
            categories = self._folded(order, labels)
            return categories, _order_of(categories)
        categories = self._by_hand(order, labels, asked.alike)
        return categories, _order_of(categories, "by-hand")

    def _by_hand(
        self, order: Order, labels: Sequence[str], alike: Sequence[tuple[str, str]]
    ) -> tuple[Category, ...]:
        """Let the reader order and merge labels, and confirm the order."""
        # The box stands above the buttons: so a phone shows it on the first screen, too.
        line, agreement, why, moved, below = (st.container() for _place in range(5))
        with below:
            categories = self._categories(order, why=False)
            recognised.mend(self.dataset, labels, alike)
        line.markdown(" < ".join(f"**{plain(category)}**" for category in categories))
        with moved:
            self._move(categories, self._scale_key(order))
        # Without a reason, labels are listed by first occurrence, which is not an order by itself.
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
                stop(_("κ waits for the order: the distance between two categories depends on it."))
        return categories

    def _folded(self, order: Order, labels: Sequence[str]) -> tuple[Category, ...]:
        """Show the scale in the fold; while the fold is closed, use what was typed there."""
        if not self.fold:
            typed: str = st.session_state.get(self._scale_key(order), "")
            return typed_scale(typed) or order.categories
        with self.fold:
            categories = self._categories(order)
            recognised.mend(self.dataset, labels)
        return categories

    def _categories(self, order: Order, *, why: bool = True) -> tuple[Category, ...]:
        """Show the scale in a field, as the sidebar does, and return its value."""
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
        """Return the key of the field with the scale; other labels have another field."""
        return self.key(f"categories-{zlib.crc32(repr(order.categories).encode())}")

    def _was_changed(self, categories: tuple[Category, ...], order: Order) -> bool:
        """Tell whether the reader has changed the order of first occurrence."""
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
        """Return the table with a name for the group of the items that have none."""
        assert table is not None, "no question is open"
        n = len({*table.groups})
        if n > _MOST_GROUPS:
            raise RatingsError(
                "The group column {column} has {n} different values, and {most} is the most that "
                "can be compared: choose another, or none.",
                column=self._answers.group,
                n=n,
                most=_MOST_GROUPS,
            )
        return table.with_named_groups(_("no group"))


def _order_of(categories: Sequence[Category], remark: str = "categories") -> Message:
    in_order = format_categories(categories).replace(",", ", ")
    return Message(TEXTS["remark"][remark], {"categories": in_order})
