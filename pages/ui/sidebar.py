"""The sidebar: the example, its editor, its categories, its weights, the chosen cell, the link."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import access, language, presenting, sharing, state
from pages.ui.components import note
from pages.ui.editor import counts_grid, ratings_grid
from pages.ui.language import offered
from pages.ui.state import (
    ACTUAL,
    CATEGORIES,
    COLUMN,
    COUNTS,
    DEFAULT,
    EXAMPLE,
    PREDICTED,
    ROW,
    SCHEME,
    SCHEMES,
    SHARE,
    Lesson,
    Source,
    Texts,
)
from pages.ui.steps import BY_STEM
from pages.ui.texts import _, error_text
from qwk_core import EXAMPLES, RatingsError, example
from qwk_core.text import format_categories

_OWN = "own"
_HALF = 136  # pixels: two fields in one line of the sidebar


def draw() -> tuple[DeltaGenerator, frozenset[str]]:
    """Draw what an edit leaves as it is; return the editor's place, and the parts to be hidden."""
    with st.sidebar:
        place = st.container()
        hidden = presenting.controls()
        _link()
        language.choose()
        access.choose()
    return place, hidden


def edit(place: DeltaGenerator, stem: str, hidden: frozenset[str]) -> Lesson:
    """Draw the editor of the example in its place, and return what page `stem` is to show."""
    with place:
        example = st.container()
        with presenting.editor(hidden):
            texts, shown, errors = _ratings()
        with example:
            _example(texts)
        scheme = _scheme()
        row, column = _cell([str(category) for category in shown.categories])
    kept = state.last_good()
    if st.session_state.get(SHARE):
        sharing.dialog(state.link(kept, stem), _(BY_STEM[stem].title))
    if errors:
        _banner(errors)
    lesson = state.lesson(shown, state.worked_example(kept), scheme, row, column)
    return replace(lesson, veils=presenting.veils(lesson, stem, hidden))


def _ratings() -> tuple[Texts, Source, dict[str, RatingsError]]:
    """Draw the fields and the grid; return the texts, what they show, and what is wrong with them.

    The fields are read before what depends on them is drawn, and stand in the order that a reader
    expects: hence the place for the ratings. Counts, where there are any, are there instead.
    """
    ratings = st.container()
    table = st.expander(
        _("Have a table of counts?"),
        expanded=bool(st.session_state.get(COUNTS)),
        icon=":material/table:",
    )
    with table:
        counts = _field(
            COUNTS,
            _("Counts"),
            "",
            placeholder="40,9; 6,45",
            help=_(
                "Rows are the actual categories, separated by a semicolon; columns the predicted "
                "ones. Counts take the place of the ratings: empty this field to return to them."
            ),
        )
    categories = _field(
        CATEGORIES,
        _("Categories"),
        "",
        placeholder=_("follow the ratings"),
        help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
    )
    with ratings:
        texts = replace(_texts(counts), categories=categories)
    source, errors = state.read(texts)
    if source is not None:
        state.keep(texts)
    shown = source or state.last_good_source()
    for field, error in errors.items():
        below = {ACTUAL: ratings, PREDICTED: ratings, COUNTS: table}.get(field, st)
        below.error(error_text(error), icon=":material/edit:")
    if not categories.strip():
        note(_("Now: {categories}", categories=format_categories(shown.categories)))
    with ratings:
        _grid(texts, shown)
    return texts, shown, errors


def _texts(counts: str) -> Texts:
    """Draw the fields of the two ratings, unless there are counts."""
    if counts.strip():
        return Texts(counts=counts)
    how = _("Type or paste, separated by commas, spaces, tabs or new lines. Enter applies it.")
    return Texts(
        _field(ACTUAL, _("Actual"), DEFAULT.actual, help=how),
        _field(PREDICTED, _("Predicted"), DEFAULT.predicted, help=how),
    )


def _field(key: str, label: str, default: str, *, help: str, placeholder: str = "") -> str:
    return st.text_input(
        label,
        default,
        key=key,
        bind="query-params",
        max_chars=state.LONGEST_TEXT,
        help=help,
        placeholder=placeholder or None,
    )


def _example(texts: Texts) -> None:
    """Let the reader pick a worked example; ratings that are none of them are the reader's own."""
    picked = state.worked_example(texts)
    keys = [item.key for item in EXAMPLES]
    st.session_state[EXAMPLE] = picked.key if picked else _OWN
    titles = {item.key: _(item.title) for item in EXAMPLES} | {_OWN: _("Your own ratings")}
    st.selectbox(
        _("Example"),
        keys if picked else [_OWN, *keys],
        format_func=titles.__getitem__,
        key=EXAMPLE,
        on_change=_load_example,
    )


def _load_example() -> None:
    key = st.session_state[EXAMPLE]
    if key in {item.key for item in EXAMPLES}:
        state.load(Texts.of(example(key)))


def _grid(texts: Texts, shown: Source) -> None:
    note(_("Or edit them here:"))
    if texts.counts.strip():
        counts_grid(texts.counts, [str(category) for category in shown.categories])
    else:
        ratings_grid(texts.actual, texts.predicted, shown.categories)


def _scheme() -> str:
    scheme = st.segmented_control(
        _("Weights"),
        offered(SCHEME, SCHEMES, _),
        default=SCHEMES[0],
        required=True,
        format_func=_,
        key=SCHEME,
        bind="query-params",
        help=_("How much a disagreement costs: its distance squared, its distance, or always 1."),
        width="stretch",
    )
    return scheme if scheme in SCHEMES else SCHEMES[0]


def _cell(labels: list[str]) -> tuple[str | None, str | None]:
    how = _("The cell that every matrix marks. Click a cell, or choose here.")
    with st.container(horizontal=True):
        row = st.selectbox(
            _("Row"),
            labels,
            index=None,
            key=ROW,
            bind="query-params",
            placeholder=_("costliest"),
            help=how,
            width=_HALF,
        )
        column = st.selectbox(
            _("Column"),
            labels,
            index=None,
            key=COLUMN,
            bind="query-params",
            placeholder=_("costliest"),
            width=_HALF,
        )
    return row, column


def _link() -> None:
    st.button(
        _("Share this example"),
        icon=":material/share:",
        width="stretch",
        on_click=sharing.open_dialog,
    )
    st.button(
        _("Start over"),
        icon=":material/restart_alt:",
        on_click=state.start_over,
        width="stretch",
        help=_("Return to the first example and quadratic weights."),
    )


def _banner(errors: Mapping[str, RatingsError]) -> None:
    """Say on the page itself, too, what is wrong: on a phone the sidebar is out of sight."""
    for error in errors.values():
        st.warning(
            _(
                "{problem} Until then, you see the last example that worked.",
                problem=error_text(error),
            ),
            icon=":material/edit:",
        )
