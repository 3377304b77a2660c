"""The sidebar: the example, its weights, its ratings, the link; folded away, what few need."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import late, link, plan, presenting, sharing, state
from qwk_app.frame.editor import counts_grid, ratings_grid
from qwk_app.frame.state import (
    ACTUAL,
    CATEGORIES,
    COLUMN,
    COUNTS,
    DEFAULT,
    EXAMPLE,
    HIDE_EDITOR,
    HIDE_KAPPA,
    HIDEABLE,
    PREDICTED,
    ROW,
    SCHEME,
    SCHEMES,
    SHARE,
    Lesson,
    Source,
    Texts,
)
from qwk_app.frame.steps import BY_STEM, Step
from qwk_app.shared.components import note, unseen
from qwk_app.words import names
from qwk_app.words.language import offered
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import N_, _, error_text, plain
from qwk_core import RatingsError
from qwk_core.teaching.examples import EXAMPLES

PAGE = "page"  # the key of what the page shows, and its name in a style

AS_TABLE = "as-table"  # the key of the switch that shows the ratings as a table

REST = "rest"  # the key of what is folded away

_OWN = "own"
_PICKED = "_picked"  # what the reader picked from the examples, until it is opened
_UNSEEN = "unseen-example"
_UNSEEN_CELL = "unseen-cell"
_KAPPA = "side-kappa"
_KAPPA_BESIDE = f"{_KAPPA}-beside"  # the page has the same
# Beside the page κ would stand twice; on a phone the sidebar covers the page. What an edit makes of
# κ stands at the right of the line that names the weights: it takes no room of its own, or it would
# move the fields under the hand.
_BOTH = f".st-key-{_KAPPA}, .st-key-{_KAPPA_BESIDE}"
_BESIDE_A_PAGE = f"""<style>
{_BOTH} {{ margin-top: 1rem; }}
@media (min-width: 641px) {{ .st-key-{_KAPPA_BESIDE} * {{ visibility: hidden; }} }}
</style>"""
# On a projector that line has no room for both.
_AT_A_DESK = f"""{_BESIDE_A_PAGE}<style>@media (min-width: 641px) {{
  {_BOTH} {{
    max-height: 0; margin-top: 0; align-items: flex-end; transform: translateY(0.8rem);
    pointer-events: none;
  }}
}}</style>"""


@dataclass(frozen=True)
class Settings:
    """What the sidebar holds besides the ratings. An edit of the ratings leaves it as it is.

    `top` is the place for the picker and κ, `editor` the one for the ratings, and `table` the one
    for the same as a table, None while nobody asks for it; `below` is the one for errors in what is
    folded away; `values` are what the fields held when they were drawn; `hidden` are the parts that
    a teacher hides; `cell` is where nobody sees the fields of the chosen cell.
    """

    top: DeltaGenerator
    editor: DeltaGenerator
    table: DeltaGenerator | None
    below: DeltaGenerator
    values: Mapping[str, object]
    hidden: frozenset[str]
    cell: DeltaGenerator


def draw(step: Step, foot: DeltaGenerator) -> Settings | None:
    """Draw the sidebar, but for the ratings, which `edit` draws.

    A page with ratings of its own has no sidebar: then what a teacher sets goes to the page's foot,
    and the fields of the example go where nobody sees them, so that the address keeps it.
    """
    if step.own:
        # A student's phone does not show the teacher's settings.
        student = state.is_guest()
        if student and not state.has_example():
            return None  # nothing to keep: three hundred phones may come at once
        with foot:
            with unseen(f"{_UNSEEN}-class") if student else st.container():
                presenting.controls()
            with unseen(_UNSEEN):
                if not step.weighs:
                    scheme()
                _categories()
                _counts_field()
                _texts()
        return None
    with st.sidebar, st.container(key="side"):
        st.html(_BESIDE_A_PAGE if state.is_presenting() else _AT_A_DESK)
        top = st.container(gap=None)  # κ below the example takes its room from its style
        weights, ratings = st.container(), st.container()
        _share()
        # Counts take the place of the ratings, so they are in sight, unless they are hidden.
        opens = state.linked(COUNTS) and state.linked(HIDE_EDITOR) not in (True, "true")
        # The browser remembers by the key what a reader unfolded. Counts have a key of their own:
        # with the same key they would stay folded.
        key = f"{REST}-counts" if opens else REST
        rest = st.expander(_("Table, scale, class"), expanded=bool(opens), key=key)
        below = st.container()
        with rest:
            tools = st.container()
            hidden = presenting.controls()
            _start_over()
        with weights:
            scheme()
        with ratings:
            place = presenting.editor(hidden)
        editor = place.container()
        # Hidden, they are all in the one place that reveals them.
        with place if HIDE_EDITOR in hidden else tools:
            table = st.container() if _as_table() else None
            _categories()
            _counts_field()
        cell = unseen(_UNSEEN_CELL)
    return Settings(top, editor, table, below, _values(), hidden, cell)


def _as_table() -> bool:
    # On demand: nothing else costs an edit as much, here and in the browser.
    return st.toggle(_("Edit in a table"), key=AS_TABLE, persist_state="session")


def _values() -> dict[str, object]:
    return {key: st.session_state.get(key) for key in (SCHEME, CATEGORIES, COUNTS)}


def begin(stem: str) -> None:
    """Put into the fields what belongs there, before they are drawn on a page."""
    to_another_page = not state.is_shown(stem)
    shown_before = [state.texts_in(held) for held in late.begin(sure=to_another_page)]
    key = st.session_state.pop(_PICKED, None)
    for item in EXAMPLES:
        # A late request brings the example that was shown before: then nobody picked it.
        if item.key == key and Texts.of(item) not in shown_before:
            state.opened()
            state.load(Texts.of(item))


def edit(settings: Settings, stem: str) -> Lesson:
    """Draw the editor of the ratings in its place, and return what page `stem` is to show."""
    if _values() != settings.values:
        st.rerun()  # a full run: a callback has set what was drawn outside this fragment
    with settings.editor:
        texts, source, errors = _texts()
        shown = source or state.last_good_source()
        if settings.table is None:
            _say(errors, settings.below)
    with settings.cell:
        row, column = _cell([str(category) for category in shown.categories])
    if settings.table is not None:
        with settings.table:
            _grid(texts, shown)
            _say(errors, settings.below)  # above it, they would move what is under the hand
    with settings.top:
        _example(texts)
    kept = state.last_good()
    if st.session_state.get(SHARE):
        sharing.dialog(plan.shared() or state.link(kept, stem), _(BY_STEM[stem].title))
    if errors:
        _fade()
    lesson = _lesson(shown, stem, row, column, settings.hidden)
    with settings.top:
        _kappa(lesson, stale=bool(errors))
    return lesson


def last_lesson(stem: str) -> Lesson:
    """Return the lesson of the last example that worked, for a page without the sidebar."""
    cell = st.session_state.get(ROW), st.session_state.get(COLUMN)
    hidden = frozenset(part for part in HIDEABLE if st.session_state.get(part))
    return _lesson(state.last_good_source(), stem, *cell, hidden)


def _lesson(
    source: Source, stem: str, row: str | None, column: str | None, hidden: frozenset[str]
) -> Lesson:
    scheme = link.valid(SCHEME, st.session_state.get(SCHEME))
    example = state.worked_example(state.last_good())
    lesson = state.lesson(source, example, scheme, row, column)
    return replace(lesson, hidden=presenting.hidden_parts(lesson, stem, hidden))


def _kappa(lesson: Lesson, *, stale: bool) -> None:
    """Show κ above the fields: on a phone the sidebar covers the page.

    What it was stands on the same line: one more line would move the fields under the hand.
    """
    now = "?" if lesson.hides(HIDE_KAPPA) else kappa_text(lesson.walk.kappa)
    before = None if stale or lesson.hides(HIDE_KAPPA) else state.walk_before(lesson)
    was = now if before is None else kappa_text(before.kappa)
    line = f":gray[κ = {now}]" if stale else f":green[**κ = {now}**]"
    with st.container(key=_KAPPA if was != now else _KAPPA_BESIDE):
        if was != now:  # an edit made it another one: here the answer stands beside the act
            st.markdown(f"{line} · {_('was {before}', before=was)}", width="content")
        else:
            st.markdown(line)


def _fade() -> None:
    """Show that the page is about an older example; the field itself says what is wrong."""
    st.html(f"<style>.st-key-{PAGE} {{ opacity: 0.45; }}</style>")
    st.warning(
        _(
            "You see the last example that worked. The ratings in the sidebar have a mistake: it "
            "is named under their field."
        ),
        icon=":material/edit:",
    )


def _say(errors: Mapping[str, RatingsError], below: DeltaGenerator) -> None:
    """Say what is wrong: here, or below what is folded away, which may be closed."""
    for field, error in errors.items():
        place = below if field in (CATEGORIES, COUNTS) else st
        place.error(error_text(error), icon=":material/edit:")


def _texts() -> tuple[Texts, Source | None, dict[str, RatingsError]]:
    """Draw the fields of the ratings; return the texts, what they mean, and what is wrong."""
    texts = Texts(counts=st.session_state[COUNTS], categories=st.session_state[CATEGORIES])
    if not texts.counts.strip():
        how = _("Type or paste, separated by commas, spaces, tabs or new lines. Enter applies it.")
        first, second = map(plain, names.titles())
        actual = _field(ACTUAL, first, DEFAULT.actual, help=how)
        predicted = _field(PREDICTED, second, DEFAULT.predicted)
        texts = Texts(actual, predicted, "", texts.categories)
    source, errors = state.read(texts)
    if source is not None:
        state.keep(texts)
    return texts, source, errors


def _categories() -> None:
    _field(
        CATEGORIES,
        _("Categories"),
        "",
        placeholder=_("automatic"),
        help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
    )


def _counts_field() -> None:
    _field(
        COUNTS,
        _("Table of counts"),
        "",
        placeholder="40,9; 6,45",
        help=_(
            "Rows are the actual categories, separated by a semicolon; columns the predicted "
            "ones. Counts take the place of the ratings: empty this field to return to them."
        ),
    )


def _field(key: str, label: str, default: str, *, help: str = "", placeholder: str = "") -> str:
    return st.text_input(
        label,
        default,
        key=key,
        bind=link.bind(key),
        max_chars=link.LONGEST_TEXT,
        help=help or None,
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
        on_change=_pick,
    )


def _pick() -> None:
    st.session_state[_PICKED] = st.session_state[EXAMPLE]


def _grid(texts: Texts, shown: Source) -> None:
    # The grid's buttons appear on the line above it, so there is one.
    if texts.counts.strip():
        note(_("Rows are actual, columns predicted."))
        counts_grid(texts.counts, [str(category) for category in shown.categories])
    else:
        note(
            _(
                "The empty row at the end adds an item. To delete one, mark its row, then press "
                "the bin."
            )
        )
        ratings_grid(texts.actual, texts.predicted, shown.categories)


def scheme() -> None:
    """Let the reader choose the weights: in the sidebar, or on a page without one."""
    st.segmented_control(
        _("Weights"),
        offered(SCHEME, SCHEMES, _),
        default=SCHEMES[0],
        required=True,
        format_func=_,
        key=SCHEME,
        bind=link.bind(SCHEME),
        width="stretch",
    )


def _cell(labels: list[str]) -> tuple[str | None, str | None]:
    """Return the chosen cell, which the link carries; it is chosen in the matrices."""
    row, column = (
        st.selectbox(_(word), labels, index=None, key=key, bind=link.bind(key))
        for key, word in ((ROW, N_("Row")), (COLUMN, N_("Column")))
    )
    return row, column


def _share() -> None:
    st.button(
        _("Share this example"),
        icon=":material/share:",
        width="stretch",
        on_click=sharing.open_dialog,
    )


def _start_over() -> None:
    st.button(
        _("Start over"),
        icon=":material/restart_alt:",
        on_click=state.start_over,
        width="stretch",
        help=_("Return to the first example and quadratic weights."),
    )
