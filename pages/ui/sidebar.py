"""The sidebar: the example, its editor, its categories, its weights, the chosen cell, the link."""

from collections.abc import Mapping
from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.ui import access, language, presenting, sharing, state
from pages.ui.components import note
from pages.ui.editor import counts_grid, ratings_grid
from pages.ui.language import LANG, offered
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


def draw(stem: str) -> Lesson:
    """Draw the sidebar of page `stem` and return what it says to show.

    The fields are read before anything that depends on them is drawn, and drawn in the order that a
    reader expects: hence the slots.
    """
    with st.sidebar:
        slots = {
            name: st.container()
            for name in (EXAMPLE, "editor", SCHEME, "cell", "class", "link", LANG, access.TABLES)
        }
    with slots[LANG]:
        language.choose()
    with slots[access.TABLES]:
        access.choose()
    with slots["class"]:
        hidden = presenting.controls()
    with slots["editor"], presenting.editor(hidden):
        slots |= {name: st.container() for name in (PREDICTED, "grid", COUNTS, CATEGORIES)}
    texts = _fields(slots)
    source, errors = state.read(texts)
    if source is not None:
        state.keep(texts)
    for field, error in errors.items():
        slots[PREDICTED if field == ACTUAL else field].error(
            error_text(error), icon=":material/edit:"
        )
    shown = source or state.last_good_source()
    with slots[EXAMPLE]:
        _example(texts)
    with slots["grid"]:
        _grid(texts, shown)
    with slots[CATEGORIES]:
        if not texts.categories.strip():
            note(_("Now: {categories}", categories=format_categories(shown.categories)))
    with slots[SCHEME]:
        scheme = _scheme()
    with slots["cell"]:
        row, column = _cell([str(category) for category in shown.categories])
    with slots["link"]:
        _link(state.last_good(), stem)
    if errors:
        _banner(errors)
    lesson = state.lesson(shown, state.worked_example(state.last_good()), scheme, row, column)
    return replace(lesson, veils=presenting.veils(lesson, stem, hidden))


def _fields(slots: Mapping[str, DeltaGenerator]) -> Texts:
    """Draw the text fields. Counts, where there are any, take the place of the ratings."""
    with slots[COUNTS].expander(
        _("Have a table of counts?"),
        expanded=bool(st.session_state.get(COUNTS)),
        icon=":material/table:",
    ):
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
    with slots[CATEGORIES]:
        categories = _field(
            CATEGORIES,
            _("Categories"),
            "",
            placeholder=_("follow the ratings"),
            help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
        )
    if counts.strip():
        return Texts(counts=counts, categories=categories)
    with slots[PREDICTED]:
        how = _("Type or paste, separated by commas, spaces, tabs or new lines. Enter applies it.")
        actual = _field(ACTUAL, _("Actual"), DEFAULT.actual, help=how)
        predicted = _field(PREDICTED, _("Predicted"), DEFAULT.predicted, help=how)
    return Texts(actual, predicted, "", categories)


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
    left, right = st.columns(2)
    how = _("The cell that every matrix marks. Click a cell, or choose here.")
    with left:
        row = st.selectbox(
            _("Row"),
            labels,
            index=None,
            key=ROW,
            bind="query-params",
            placeholder=_("costliest"),
            help=how,
        )
    with right:
        column = st.selectbox(
            _("Column"),
            labels,
            index=None,
            key=COLUMN,
            bind="query-params",
            placeholder=_("costliest"),
        )
    return row, column


def _link(texts: Texts, stem: str) -> None:
    st.button(
        _("Share this example"),
        icon=":material/share:",
        width="stretch",
        on_click=sharing.open_dialog,
    )
    if st.session_state.get(SHARE):
        sharing.dialog(state.link(texts, stem), _(BY_STEM[stem].title))
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
