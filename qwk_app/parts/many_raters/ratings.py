"""The table of ratings: examples, and a grid and two fields to change it."""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import history, link, sidebar, state
from qwk_app.frame.editor import raters_grid
from qwk_app.frame.picker import pick_example
from qwk_app.frame.state import MOST_CATEGORIES, MOST_ITEMS, RATERS
from qwk_app.shared import access, fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.language import offered
from qwk_app.words.texts import _, error_text, plain, plural
from qwk_core import RatingsError, format_categories
from qwk_core.files.labels import seen, typed_scale
from qwk_core.files.typed import WrittenTable, format_rater_table, parse_rater_table
from qwk_core.ratings import Category
from qwk_core.statistics.raters import RaterAgreement, by_similarity, rater_agreement
from qwk_core.statistics.raters.table import letters
from qwk_core.study.study import Study
from qwk_core.teaching.rater_examples import RATER_EXAMPLES, RaterExample

SCALE = "raters_scale"  # the field's key, and its name in the link

ORDER = "raters_order"  # its key and its name in the link
ORDERS = KEYED["order"]
MOST_RATERS = 40
_MOST_SEEN = 15  # items in a row on a projector
_EXAMPLE = "raters-example"
_GOOD = "_raters_good"  # the last texts that could be read


@dataclass(frozen=True)
class Texts:
    """A table of ratings as text, in the fields and in the link."""

    table: str
    scale: str

    @classmethod
    def of(cls, example: RaterExample) -> "Texts":
        """Return the texts of an example."""
        return cls(
            format_rater_table(example.raters, example.rows), format_categories(example.categories)
        )

    def parsed(self) -> tuple[tuple[Category, ...] | None, WrittenTable]:
        """Return the scale, None if none is declared, and the table."""
        scale = typed_scale(self.scale)
        return scale, parse_rater_table(seen(self.table), scale)

    def read(self, scheme: str) -> RaterAgreement:
        """Compute how far the raters of these texts agree."""
        scale, written = self.parsed()
        _check_size("raters", len(written.rows[0]), MOST_RATERS)
        _check_size("items", len(written.rows), MOST_ITEMS)
        found = rater_agreement(
            written.rows, categories=scale, raters=written.raters, scheme=scheme
        )
        _check_size("categories", len(found.categories), MOST_CATEGORIES)
        return found


DEFAULT = Texts.of(RATER_EXAMPLES[0])
_WORKED = {Texts.of(example): example for example in RATER_EXAMPLES}


@dataclass(frozen=True)
class Comparison:
    """The data of the page: the raters' agreement, and the example if it is one.

    `places` are the raters in the order of the page, as columns of the table. `stale` says that the
    fields have a newer text, which cannot be read.
    """

    agreement: RaterAgreement
    places: tuple[int, ...]
    example: RaterExample | None
    stale: bool

    def study(self) -> Study:
        """Return the study of the ratings."""
        return Study(self.agreement.table, "QWK Explorer", scheme=self.agreement.scheme)


def edit(place: DeltaGenerator) -> Comparison:
    """Draw the table and read it; a fold below it has the options."""
    with place:
        picker, grid, errors = (st.container() for _place in range(3))
        # Its fields are also drawn while it is closed, or they lose their parameter of the link.
        folded = st.expander(_("Weights, scale, order, and the ratings as text"))
    with folded:
        scheme = sidebar.explained_scheme()
        ordering = st.container()
        texts = _fields()
    kept = st.session_state.get(_GOOD, DEFAULT)
    try:
        found, problem = texts.read(scheme), None
        st.session_state[_GOOD] = kept = texts
    except RatingsError as error:
        found, problem = kept.read(scheme), error
        errors.error(error_text(error), icon=":material/edit:")
    with picker:
        _pick(texts)
    with grid:
        _grid(texts)
        history.offer(RATERS, SCALE)
    with ordering:
        places = order(found)
    return Comparison(found, places, _WORKED.get(kept), problem is not None)


def _check_size(what: str, n: int, most: int) -> None:
    if n > most:
        raise RatingsError(KEYED["too_many"][what], most=most, n=n)


def _fields() -> Texts:
    """Draw the fields of the table, and return their texts."""
    text = st.text_area(
        _("As text"),
        DEFAULT.table,
        key=RATERS,
        bind=link.bind(RATERS),
        max_chars=link.LONGEST_TEXT,
        height=120,
        help=_(
            "One item a row, one rater a column: from a spreadsheet, or cells with commas and rows "
            "with semicolons. The first row may hold names; a missing rating is an empty cell."
        ),
    )
    scale = fields.text(
        SCALE,
        _("Categories"),
        DEFAULT.scale,
        placeholder=_("automatic"),
        help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
    )
    return Texts(str(text or DEFAULT.table), scale)


def _grid(texts: Texts) -> None:
    try:
        scale, written = texts.parsed()
    except RatingsError:
        return  # the error is shown below
    n_raters = len(written.rows[0])
    if n_raters > MOST_RATERS or len(written.rows) > MOST_ITEMS:
        return  # this error is also shown below
    raters_grid(texts.table, written, written.raters or letters(n_raters), _choices(written, scale))


def _choices(written: WrittenTable, scale: tuple[int | str, ...] | None) -> tuple[int | str, ...]:
    """Return the choices of a cell: the scale, or all whole numbers of its range."""
    if scale is not None:
        return scale
    numbers = [cell for row in written.rows for cell in row if isinstance(cell, int)]
    if not numbers or max(numbers) - min(numbers) >= MOST_CATEGORIES:
        return ()
    return tuple(range(min(numbers), max(numbers) + 1))


def order(agreement: RaterAgreement, own: str = "") -> tuple[int, ...]:
    """Let the reader choose the order of the raters; return them as columns of the table.

    `own` are data that are not in the link.
    """
    st.selectbox(
        _("Order of the raters"),
        offered(ORDER + own, list(ORDERS), lambda key: _(ORDERS[key])),
        format_func=lambda key: _(ORDERS[key]),
        key=ORDER + own,
        bind=link.bind(ORDER, private=bool(own)),
    )
    chosen = link.valid(ORDER, st.session_state.get(ORDER + own))
    columns = range(len(agreement.raters))
    if chosen == "similar":
        return by_similarity(agreement.pairs)
    if chosen == "name":
        return tuple(sorted(columns, key=lambda at: agreement.raters[at].casefold()))
    return tuple(columns)


def _pick(texts: Texts) -> None:
    """Let the reader pick a worked example."""
    shown = _WORKED.get(texts)
    titles = {example.key: _(example.title) for example in RATER_EXAMPLES}
    pick_example(_EXAMPLE, titles, shown.key if shown else None, _load)


def _load(key: str) -> None:
    (texts,) = (texts for texts, example in _WORKED.items() if example.key == key)
    st.session_state[RATERS], st.session_state[SCALE] = texts.table, texts.scale


def about(comparison: Comparison) -> str:
    """Say whose ratings these are."""
    agreement = comparison.agreement
    if comparison.example is not None:
        return _(comparison.example.story)
    n_missing = agreement.positions.size - agreement.n_ratings
    parts = [
        plural(len(agreement.raters), "{n} rater", "{n} raters"),
        plural(agreement.n_items, "{count} item", "{count} items"),
        plural(len(agreement.categories), "{n} category", "{n} categories"),
        plural(n_missing, "one missing rating", "{n} missing ratings") if n_missing else "",
    ]
    return _(", ").join(filter(None, parts))


def show_first_ratings(comparison: Comparison) -> None:
    """Show the first ratings on a projector, because the grid's letters are too small there."""
    if not state.is_presenting():
        return
    agreement = comparison.agreement
    items = range(min(agreement.n_items, _MOST_SEEN))
    rows = [["", *(str(item + 1) for item in items)], ["---"] * (len(items) + 1)]
    for place in comparison.places:
        given = agreement.positions[: len(items), place].tolist()
        named = [plain(agreement.categories[at]) if at >= 0 else "–" for at in given]
        rows.append([f"**{plain(agreement.raters[place])}**", *named])
    access.wide("\n".join("|".join(["", *row, ""]) for row in rows), "raters-seen")


def warn_if_stale(comparison: Comparison) -> None:
    """Warn that the page shows an older table; the field says what is wrong."""
    if comparison.stale:
        st.warning(
            _("You see the last table that worked. This one has a mistake: it is named below."),
            icon=":material/edit:",
        )
