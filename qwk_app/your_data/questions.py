"""From a table and its columns to the counts: what only the reader can say is asked on the way."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_app.your_data import counting, cut_points, recognised
from qwk_app.your_data.counting import size_text
from qwk_app.your_data.kept import LET_GO, Kept
from qwk_core import ExplainedError, RatingsError, format_categories
from qwk_core.files.blocks import ROWS_PER_BLOCK
from qwk_core.files.dependent import tables_of_clusters, weighted_items
from qwk_core.files.labels import typed_scale
from qwk_core.files.layouts import Layout
from qwk_core.files.reading import (
    COUNTS,
    LONG,
    Structure,
    count,
    merge_spellings,
    settle,
    without,
)
from qwk_core.files.tables import (
    Columns,
    Order,
    Sample,
    Tally,
    observed_of,
    propose_order,
    scores,
    tally,
)
from qwk_core.messages import Message
from qwk_core.ratings import Category
from qwk_core.study.study import Cutting, Study, make_study

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

    observed: Matrix
    categories: tuple[Category, ...]
    source: str
    serial: int
    groups: Mapping[str, Matrix] = field(default_factory=dict)
    n_rows: int | None = None
    n_missing: int = 0
    choices: tuple[Message, ...] = ()
    columns: Columns | None = None
    layout: Layout | None = None
    cutting: Cutting | None = None
    codes: tuple[str, ...] = ()
    effective: Mapping[str, float] = field(default_factory=dict)
    clusters: Matrix | None = None
    studies: dict[str, Study] = field(default_factory=dict)

    def study(self, scheme: str) -> Study:
        """Return all that follows from the data, made once for each scheme."""
        if scheme not in self.studies:
            self.studies[scheme] = make_study(
                self.observed,
                self.categories,
                source=self.source,
                groups=self.groups,
                n_missing=self.n_missing,
                choices=self.choices,
                scheme=scheme,
                cutting=self.cutting,
                codes=self.codes,
                effective=self.effective,
                clusters=self.clusters,
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
        cut = self._cut()
        counts = None if cut is None else self._tally(cut)
        if cut is None or counts is None:
            return None
        taken = self._settled(counts, cut)
        if taken is not None and self.held.size > LET_GO:  # an answer may lead to another reading
            self.held.data = None
        return taken

    def other_shape(self) -> Taken | None:
        """Count a table that is not a row an item, and ask what is open about its labels."""
        counts = counting.reading(
            self.held,
            ("tally", self.layout, self.found.long, self.found.raters),
            lambda progress: count(self.held.open(), self.found, progress=progress),
            size=self.held.size,
            long=self.found.shape == LONG and self.held.is_large(self.layout.kind, LONG),
            asked=self.held.key("asked"),
        )
        if counts is None:
            return None
        if self.found.shape == COUNTS:
            reading = settle(self.found, counts)
            return self._counted(reading.tally or counts, Cut(), reading.categories, ())
        return self._settled(counts, Cut())

    def joined(self, counts: Tally) -> Taken | None:
        """Ask what is open about the labels of two files that were joined."""
        return self._settled(counts, Cut())

    def _settled(self, counts: Tally, cut: Cut) -> Taken | None:
        """Decide what the labels mean, asking what is unclear."""
        answers = recognised.answers(self.held)
        reading = settle(self.found, counts, replace(answers, predicted_as=cut.predicted_as))
        recognised.remarks(reading.remarks[len(self.found.remarks) :])
        asked = [one for one in reading.questions if one.key != "order"]
        if asked:
            recognised.ask(self.held, asked)
            return None
        counts = without(merge_spellings(counts)[0], tuple(reading.missing))
        dropped = self._drop(counts)
        scale = self._scale(counts, cut)
        if scale is None:
            return None
        categories, how = scale
        said = (*reading.remarks, *cut.said, *dropped, how)
        # The way to cut is part of what was said: two may have the same cut-points.
        return self.held.reading(
            ("taken", self.layout, self.columns, cut, categories, tuple(map(str, said))),
            lambda: self._counted(counts, cut, categories, said, tuple(reading.missing)),
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
                lambda: scores(self.held.open(), self.layout, self._columns),
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

    def _tally(self, cut: Cut) -> Tally | None:
        """Count the pairs: at once if the file is small, else when asked to, with a way to stop."""
        what = ("tally", self.layout, self.columns, cut)

        def counted(progress: counting.Progress | None) -> Tally:
            return tally(
                self.held.open(),
                self.layout,
                self._columns,
                predicted_as=cut.predicted_as,
                first_category=cut.first,
                progress=progress,
                rows_per_block=_EXCEL_ROWS if self.layout.kind == "excel" else ROWS_PER_BLOCK,
            )

        return counting.reading(
            self.held,
            what,
            counted,
            size=self.held.size,
            long=self._large,
            asked=self.key("asked"),
            first=_(
                "Choose the columns first: {size} take a moment to read.",
                size=size_text(self.held.size),
            ),
        )

    def _drop(self, counts: Tally) -> tuple[Message, ...]:
        """Say what is missing, and is left out."""
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
        components.note(message_text(said))
        return (said,)

    def _scale(self, counts: Tally, cut: Cut) -> tuple[tuple[Category, ...], Message] | None:
        """Let the reader set the order of the categories; words wait until it is confirmed."""
        if cut.categories:
            return cut.categories, _declared(cut.categories)
        # Scores that were rounded may lie beyond the scale, which the actual ratings tell.
        rounded = cut.predicted_as is not None
        labels = [actual for _group, actual, _score in counts.pairs] if rounded else counts.labels
        order = propose_order(labels, declared=counts.declared)
        categories = self._categories(order)
        if order.certain and not counts.conflict:
            return categories, _declared(categories)
        self._move(categories, self._scale_key(order))
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

    def _counted(
        self,
        counts: Tally,
        cut: Cut,
        categories: tuple[Category, ...],
        said: tuple[Message, ...],
        codes: tuple[str, ...] = (),
    ) -> Taken:
        clip = cut.predicted_as is not None
        known = recognised.answers(self.held)
        group = self.columns.group if self.columns is not None else None
        observed, clusters = observed_of(counts, categories, clip=clip), None
        effective: dict[str, float] = {}
        if group is not None and group == known.weight:
            observed, effective = weighted_items(counts, categories, clip=clip)
        elif group is not None and group == known.cluster:
            clusters = tables_of_clusters(counts, categories, clip=clip)
        apart = self._groups(counts) if not effective and clusters is None else {}
        return Taken(
            observed=observed,
            effective=effective,
            clusters=clusters,
            categories=categories,
            source=self.source or self.held.name,
            serial=self.held.number,
            groups={
                name or _("no group"): observed_of(part, categories, clip=clip)
                for name, part in apart.items()
            },
            n_rows=round(counts.n + counts.n_missing),
            n_missing=round(counts.n_missing),
            choices=said,
            cutting=cut.cutting,
            codes=codes,
            columns=None if self.source else self.columns,  # of no file, if they were joined
            layout=None if clip else self.layout,
        )

    def _groups(self, counts: Tally) -> dict[str, Tally]:
        """Return what was counted in each group; too many groups are none."""
        if self.columns is None or self.columns.group is None:
            return {}
        pairs: dict[str, dict[tuple[str, str, str], int | float]] = {}
        for (group, actual, predicted), n in counts.pairs.items():
            pairs.setdefault(group, {})["", actual, predicted] = n
        if len(pairs) > _MOST_GROUPS:
            raise RatingsError(
                "The group column {column} has {n} different values, and {most} is the most that "
                "can be compared: choose another, or none.",
                column=self.columns.group,
                n=len(pairs),
                most=_MOST_GROUPS,
            )
        # In the order of the file, those without a group last.
        named = sorted(pairs.items(), key=lambda item: not item[0])
        return {name: Tally(each) for name, each in named}


def _declared(categories: tuple[Category, ...]) -> Message:
    return Message(
        N_("Categories, from lowest to highest: {categories}."),
        {"categories": _in_order(categories)},
    )


def _in_order(categories: tuple[Category, ...]) -> str:
    return format_categories(categories).replace(",", ", ")


def _waiting(what: str) -> None:
    st.info(what, icon=":material/pending:")
