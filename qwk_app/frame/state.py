"""The keys of the session state, and how the texts of the fields become an example.

Only the link remembers an example: the keys of its fields are also the names of its parameters
(qwk_app.frame.link). The session keeps nothing that was computed.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

import streamlit as st

from qwk_app.frame import late
from qwk_app.frame.link import LONGEST_LINK
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.words.language import LANG, asked
from qwk_app.words.names import NAMES as NAMES
from qwk_app.words.texts import N_
from qwk_core import (
    Ratings,
    RatingsError,
    Walkthrough,
    format_categories,
    format_counts,
    format_ratings,
    observed_matrix,
    parse_counts,
    parse_ratings,
    read_counts,
    read_ratings,
    walk_through_counts,
)
from qwk_core.files.labels import seen, typed_scale
from qwk_core.pictures import hues
from qwk_core.pictures.hues import Palette
from qwk_core.ratings import Array, read_values
from qwk_core.teaching.examples import EXAMPLES, Example, example_rated

ACTUAL = "actual"
PREDICTED = "predicted"
COUNTS = "counts"
CATEGORIES = "categories"
SCHEME = "scheme"
ROW = "row"
COLUMN = "column"
OWN_WEIGHTS = "w"
RATERS = "raters"  # the table of many raters
HIDE_KAPPA = "hide_kappa"
HIDE_CELL = "hide_cell"
HIDE_EDITOR = "hide_editor"
PRESENT = "present"
PLAN = "plan"  # see qwk_app.frame.plan
AT = "at"
TITLE = "title"
QUESTION = "question"
EXERCISES = "exercises"
ROOM = "room"  # the code of a room on the page Live
HOST = "host"  # the teacher's key to the room

EXAMPLE = "example"  # the picker; the link carries the ratings themselves
SHARE = "share"  # whether the link is shown
SCREEN = "_screen"  # the address and title of the QR code that fills the screen
SHOW_CODE = "show-code"  # whether a step's code is shown
BEFORE = "_before"  # the texts of the example before LAST_GOOD
LAST_GOOD = "_last_good"  # the texts of the last example that could be read
_SHOWN = "_shown"  # the stem of the page that was shown last
_LARGER = 28 / 17  # the font size of a presented page, relative to other pages
_WHOLE = "_whole"  # the stem of a page that is drawn without a fragment
NEXT_PAGE = "_next_page"  # the file of the page to change to
REVEALED = "_revealed"  # see qwk_app.frame.presenting
SCENE = "_scene"  # the plan and the number of the scene that was put into the fields
OPENED = "_opened"  # how many examples were opened since then

# The fields of the example. One click may change several of them.
FIELDS = (ACTUAL, PREDICTED, COUNTS, CATEGORIES, SCHEME, ROW, COLUMN)

SCHEMES = (N_("quadratic"), N_("linear"), N_("unweighted"))
HIDEABLE = (HIDE_KAPPA, HIDE_CELL, HIDE_EDITOR)
WORDS = (QUESTION, TITLE, NAMES, EXERCISES)  # of the teacher
MOST_ITEMS = 500
MOST_CATEGORIES = 20

T = TypeVar("T")
Cell = tuple[int, int]

_NO_FIELD = object()  # None is the value of an empty field


@dataclass(frozen=True)
class Texts:
    """An example as text, in the fields and in the link. Its attributes are named like these."""

    actual: str = ""
    predicted: str = ""
    counts: str = ""
    categories: str = ""

    @classmethod
    def of(cls, example: Example) -> "Texts":
        """Return the texts of a worked example, or of a pitfall's example."""
        if example.observed is not None:
            return cls.of_counts(example.observed, example.categories)
        assert example.actual is not None
        assert example.predicted is not None
        texts = cls(format_ratings(example.actual), format_ratings(example.predicted))
        try:
            follows = read_ratings(example.actual, example.predicted).categories
        except RatingsError:
            follows = ()  # words have no order of their own
        if follows == example.categories:
            return texts
        return cls(texts.actual, texts.predicted, "", format_categories(example.categories))

    @classmethod
    def of_counts(
        cls, observed: Array | Sequence[Sequence[int]], scale: Sequence[int | str]
    ) -> "Texts":
        """Return the texts of counts."""
        return cls(counts=format_counts(observed), categories=format_categories(scale))

    @classmethod
    def of_items(cls, actual: Array, predicted: Array, scale: Sequence[int | str]) -> "Texts":
        """Return the texts of ratings, as positions on a scale; too many items become counts."""
        if len(actual) > MOST_ITEMS:
            observed = observed_matrix(actual, predicted, categories=range(len(scale)))
            return cls.of_counts(observed, scale)
        first, second = (
            format_ratings(scale[at] for at in side.tolist()) for side in (actual, predicted)
        )
        return cls(first, second, "", format_categories(scale))


@dataclass(frozen=True)
class Source:
    """An example that was read: counts, categories and, if known, its items."""

    observed: Array
    categories: tuple[int | str, ...]
    ratings: Ratings | None


@dataclass(frozen=True)
class Lesson:
    """The data of a page: the walk through one example, its items if known, the chosen cell.

    `example` is the worked example, None for the reader's own ratings. `hidden` are the parts that
    are hidden until the class has predicted them, each with the mark that reveals it.
    """

    walk: Walkthrough
    ratings: Ratings | None
    cell: Cell
    example: Example | None = None
    proportions: bool = False
    hidden: Mapping[str, Hashable] = field(default_factory=dict)

    def hides(self, part: str) -> bool:
        """Tell whether a part, one of HIDEABLE, is hidden now."""
        return part in self.hidden

    @property
    def origin(self) -> Example | None:
        """The worked example of these items, even if the reader moved predictions."""
        if self.example is not None or self.ratings is None:
            return self.example
        categories = self.ratings.categories
        return example_rated([categories[at] for at in self.ratings.actual.tolist()], categories)

    @property
    def labels(self) -> list[str]:
        """The categories as they are written."""
        return [str(category) for category in self.walk.categories]

    @property
    def label(self) -> tuple[str, str]:
        """The chosen cell's row and column as they are written."""
        row, column = self.cell
        return self.labels[row], self.labels[column]

    @property
    def counts_from(self) -> int | None:
        """The first category if all are consecutive whole numbers; else None."""
        first, n = self.walk.categories[0], len(self.walk.categories)
        if isinstance(first, int) and first >= 0:
            return first if self.walk.categories == tuple(range(first, first + n)) else None
        return None

    @property
    def places(self) -> tuple[int, int]:
        """The chosen cell's row and column as numbers: its categories, or positions from 0."""
        row, column = self.cell
        first = self.counts_from or 0
        return first + row, first + column

    @property
    def in_proportions(self) -> "Lesson":
        """The same lesson with shares of n in place of numbers of items."""
        return replace(self, walk=self.walk.proportions, proportions=True)

    @property
    def decimals(self) -> int:
        """How many decimals O and E have at most."""
        return 3 if self.proportions else 2


DEFAULT = Texts.of(EXAMPLES[0])


def read(texts: Texts) -> tuple[Source | None, dict[str, RatingsError]]:
    """Read an example from its texts; return the error of each field that is wrong."""
    errors: dict[str, RatingsError] = {}

    def attempt(field: str, step: Callable[[], T]) -> T | None:
        try:
            return step()
        except RatingsError as error:
            errors[field] = error
            return None

    categories = attempt(CATEGORIES, lambda: typed_scale(texts.categories))
    if texts.counts.strip():
        table = attempt(COUNTS, lambda: parse_counts(texts.counts))
        if table is None or errors:
            return None, errors
        return attempt(COUNTS, lambda: _source_of_counts(table, categories)), errors
    actual = attempt(ACTUAL, lambda: parse_ratings(seen(texts.actual), "Actual"))
    predicted = attempt(PREDICTED, lambda: parse_ratings(seen(texts.predicted), "Predicted"))
    if actual is None or predicted is None or errors:
        return None, errors
    # Ratings that worked so far are not wrong: their new scale is.
    good = last_good()
    as_before = (texts.actual, texts.predicted) == (good.actual, good.predicted)
    field = CATEGORIES if categories and as_before else PREDICTED
    source = attempt(field, lambda: source_of_ratings(actual, predicted, categories))
    if PREDICTED in errors and errors[PREDICTED].values.get("name") == "Actual":
        # Only the first mistake was found. A second reading looks for one of the other rater.
        errors[ACTUAL] = errors.pop(PREDICTED)
        right = [(categories or (0,))[0]] * max(1, len(predicted))
        attempt(PREDICTED, lambda: read_values(right, predicted, categories))
    return source, errors


def source_of_ratings(
    actual: Sequence[Any], predicted: Sequence[Any], categories: Sequence[int | str] | None
) -> Source:
    """Read two lists of ratings.

    Raises
    ------
    RatingsError
        If they cannot be used, or are more than a page can show.
    """
    longest = max(len(actual), len(predicted))
    if longest > MOST_ITEMS:
        raise RatingsError(
            "Up to {most} items fit here, and these are {n}: enter them as a table of counts.",
            most=MOST_ITEMS,
            n=longest,
        )
    ratings = read_ratings(actual, predicted, categories=categories)
    _check_categories(len(ratings.categories))
    observed = observed_matrix(
        ratings.actual, ratings.predicted, categories=range(len(ratings.categories))
    )
    return Source(observed, ratings.categories, ratings)


def _source_of_counts(
    table: Sequence[Sequence[int]], categories: Sequence[int | str] | None
) -> Source:
    _check_categories(len(table))
    observed, named = read_counts(table, categories=categories)
    return Source(observed, named, None)


def _check_categories(n: int) -> None:
    if n > MOST_CATEGORIES:
        raise RatingsError(
            "Up to {most} categories fit here, and these are {n}: use a coarser scale.",
            most=MOST_CATEGORIES,
            n=n,
        )


def texts_in(fields: Mapping[str, object]) -> Texts:
    """Return the texts of the example in the fields: counts replace ratings."""
    texts = Texts(*(str(fields[key] or "") for key in (ACTUAL, PREDICTED, COUNTS, CATEGORIES)))
    return replace(texts, actual="", predicted="") if texts.counts else texts


def last_good() -> Texts:
    """Return the texts of the last example that could be read."""
    texts = st.session_state.get(LAST_GOOD, DEFAULT)
    assert isinstance(texts, Texts)
    return texts


def current() -> Texts:
    """Return the texts in the fields; those of the last example if they cannot be read.

    In a callback the fields may be ahead of the last example that was drawn: the reader types and
    clicks before the page is drawn again, or clicks twice.
    """
    texts, drawn = texts_in({key: linked(key) for key in FIELDS}), last_good()
    return drawn if texts == drawn or read(texts)[0] is None else texts


_WORKED = {Texts.of(each): each for each in EXAMPLES}


def worked_example(texts: Texts) -> Example | None:
    """Return the worked example with these texts; None for the reader's own ratings."""
    return _WORKED.get(texts)


def keep(texts: Texts) -> None:
    """Remember the texts of an example that could be read, and the texts before it."""
    before = st.session_state.get(LAST_GOOD, texts)  # who opens a link has changed nothing
    if texts != before:
        st.session_state[BEFORE] = before
    st.session_state[LAST_GOOD] = texts


def walk_before(lesson: Lesson) -> Walkthrough | None:
    """Return the walk before the reader's last edit; None without an edit."""
    texts = st.session_state.get(BEFORE)
    if texts is None or lesson.example is not None:
        return None
    source, _errors = read(texts)
    if source is None or source.categories != lesson.walk.categories:
        return None  # another example, not an edit
    return walk_through_counts(
        source.observed, categories=source.categories, scheme=lesson.walk.scheme
    )


def last_good_source() -> Source:
    """Return the last example that could be read."""
    return source_of(last_good())


def source_of(texts: Texts) -> Source:
    """Read an example from texts that can be read."""
    source, _errors = read(texts)
    assert source is not None, "only texts that could be read are kept"
    return source


def palette() -> Palette:
    """Return the colours of the visitor's page."""
    return hues.palette(dark=st.context.theme.type == "dark")


def is_presenting() -> bool:
    """Tell whether the page is drawn for a projector."""
    return is_on(PRESENT)


def in_room() -> bool:
    """Tell whether the page shows a room in which a class rates."""
    return is_shown("live") and bool(linked(ROOM))


def is_guest() -> bool:
    """Tell whether the page shows a room without its controls: on a phone, or on the board."""
    return in_room() and not linked(HOST)


def has_example() -> bool:
    """Tell whether the link or the session has an example, or a teacher's settings."""
    keys = (*FIELDS, *HIDEABLE, PRESENT, PLAN, AT, TITLE, QUESTION, NAMES)
    return any(key in st.session_state or key in st.query_params for key in keys)


def hidden_by_teacher() -> list[str]:
    """Return the parts that the teacher hides, whether or not they are revealed by now."""
    return [part for part in HIDEABLE if st.session_state.get(part)]


def is_shown(stem: str) -> bool:
    """Tell whether a page is the one that was shown last."""
    return bool(st.session_state.get(_SHOWN) == stem)


def linked(key: str) -> object:
    """Return the value of a field; before the field is drawn, the link's value."""
    value = st.session_state.get(key, _NO_FIELD)
    return st.query_params.get(key) if value is _NO_FIELD else value


def is_on(key: str) -> bool:
    """Tell whether a switch is on; before it is drawn, whether the link says so."""
    return linked(key) in (True, "true")


def is_local() -> bool:
    """Tell whether only this computer can open the app's address."""
    return urlsplit(st.context.url or "").hostname in ("localhost", "127.0.0.1", "::1")


def width(pixels: int) -> int:
    """Return the width of a field, larger on a presented page."""
    return round(pixels * _LARGER) if is_presenting() else pixels


def lesson(
    source: Source, scheme: str, row: str | None = None, column: str | None = None
) -> Lesson:
    """Return the walk through a source, with its chosen cell."""
    walk = walk_through_counts(source.observed, categories=source.categories, scheme=scheme)
    return Lesson(walk, source.ratings, _chosen_cell(walk, row, column))


def _chosen_cell(walk: Walkthrough, row: str | None, column: str | None) -> Cell:
    """Return the chosen cell. Without a row or a column, the costliest cell decides."""
    labels = [str(category) for category in walk.categories]
    rows = [labels.index(row)] if row in labels else []
    columns = [labels.index(column)] if column in labels else []
    return costliest(walk, rows, columns)


def costliest(walk: Walkthrough, rows: Sequence[int] = (), columns: Sequence[int] = ()) -> Cell:
    """Return the costliest cell of the walk, or of some rows or columns.

    If several cost the same, it is the one with the most items; then the one in the last row.
    """
    every = range(len(walk.categories))
    cells = [(i, j) for i in rows or every for j in columns or every]
    return max(cells, key=lambda cell: (walk.weighted_observed[cell], walk.observed[cell], cell[0]))


def load(texts: Texts) -> None:
    """Put an example into the fields. For callbacks, which run before any field is drawn."""
    put(
        {
            **vars(texts),
            ACTUAL: texts.actual or DEFAULT.actual,
            PREDICTED: texts.predicted or DEFAULT.predicted,
            ROW: None,
            COLUMN: None,
        }
    )


def put(values: Mapping[str, object]) -> None:
    """Put values into fields of the example. They stay there if the next click is late."""
    late.put(values, FIELDS)


def opened() -> None:
    """Note that another example was opened, of which nothing is revealed yet."""
    st.session_state[OPENED] = st.session_state.get(OPENED, 0) + 1


def choose_cell(row: str, column: str) -> None:
    """Choose a cell by its labels. For callbacks."""
    put({ROW: row, COLUMN: column})


def choose_costliest() -> None:
    """Choose the costliest cell, also after later edits. For callbacks."""
    put({ROW: None, COLUMN: None})


def start_over() -> None:
    """Return to the first example with quadratic weights. For callbacks."""
    opened()
    load(DEFAULT)
    put({SCHEME: SCHEMES[0]})


def change_page(file: str) -> None:
    """Change to another page, with the same example. For callbacks."""
    st.session_state[NEXT_PAGE] = file
    # A full run first: Streamlit 1.67 forgets all fields outside the fragment when a page is
    # changed inside it.
    st.rerun()


def change_page_if_asked() -> None:
    """Change to the page that a callback asked for. Call it after the sidebar is drawn.

    If that page is shown already, it stays: a change would clear the parameters of its address, and
    nothing would write them again.
    """
    file = st.session_state.pop(NEXT_PAGE, None)
    shown = BY_STEM.get(st.session_state.get(_SHOWN, ""))
    if file is not None and (shown is None or file != shown.file):
        st.switch_page(file, query_params={})


def run_in_one_piece() -> None:
    """Draw the current page without a fragment from now on, so that a click can end a long run.

    If a click is in a fragment, Streamlit 1.67 lets the current run go on to its end.
    """
    if not is_in_one_piece():
        st.session_state[_WHOLE] = st.session_state.get(_SHOWN)
        st.rerun()


def is_in_one_piece() -> bool:
    """Tell whether the current page is drawn without a fragment."""
    return _WHOLE in st.session_state and st.session_state[_WHOLE] == st.session_state.get(_SHOWN)


def keep_in_address(stem: str) -> None:
    """Write the example into the address of a page that was just opened. Call it first.

    When a field moves to another place, as from the sidebar to a page without one, Streamlit 1.67
    forgets that it belongs to the address. A field that code sets is written there again.
    """
    if is_shown(stem):
        return
    st.session_state[_SHOWN] = stem
    for key in FIELDS:
        if key in st.session_state and key not in st.query_params:
            st.session_state[key] = st.session_state[key]


def link(texts: Texts, stem: str) -> str | None:
    """Return the address of this page with this example; None if it would be too long."""
    chosen = {key: st.session_state.get(key) for key in (SCHEME, ROW, COLUMN)}
    # Hidden parts stay hidden for a person who opens the link. The page is not presented.
    chosen |= dict.fromkeys(hidden_by_teacher(), "true")
    chosen |= {key: st.session_state.get(key) for key in (TITLE, QUESTION, NAMES)}
    found = address(stem, {**vars(texts), **chosen})
    return found if len(found) <= LONGEST_LINK else None


def address(stem: str, query: Mapping[str, str | None]) -> str:
    """Return the address of a page with these parameters; those without a value are left out."""
    page = "" if stem == STEPS[0].stem else stem
    query = {**query, LANG: query.get(LANG) or asked()}
    carried = urlencode({key: value for key, value in query.items() if value}, safe=",;")
    return f"{base()}/{page}?{carried}"


def base() -> str:
    """Return the address of the app itself."""
    # Streamlit 1.67 promises the address without the page, but sometimes the page is in it.
    url = (st.context.url or "").rstrip("/")
    app, _slash, last = url.rpartition("/")
    return app if last in BY_STEM else url
