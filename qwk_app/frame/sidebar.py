"""The sidebar: the example, its weights, its ratings, the link; the rest is folded away."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import history, late, link, plan, presenting, sharing, state
from qwk_app.frame.editor import counts_grid, ratings_grid
from qwk_app.frame.picker import pick_example
from qwk_app.frame.state import Lesson, Source, Texts
from qwk_app.frame.steps import BY_STEM, Step
from qwk_app.shared import fields
from qwk_app.shared.components import note, unseen
from qwk_app.words import names, sentences
from qwk_app.words.numbers import kappa_text
from qwk_app.words.texts import N_, _, error_text, joined, plain
from qwk_core import RatingsError
from qwk_core.teaching.examples import EXAMPLES

PAGE = "page"  # the key of the page's container, and its name in CSS

AS_TABLE = "as-table"  # the key of the switch that shows the ratings as a table

REST = "rest"  # the key of the fold

_PICKED = "_picked"  # the example that the reader picked, until it is opened
_UNSEEN = "unseen-example"
_KAPPA = "side-kappa"
_KAPPA_BESIDE = f"{_KAPPA}-beside"  # κ on a page that shows it, too
# On a phone the sidebar covers the page, so it shows κ. Beside the page κ would be there twice. The
# new κ after an edit is at the right of the line that names the weights: a line of its own would
# move the fields under the hand.
_BOTH = f".st-key-{_KAPPA}, .st-key-{_KAPPA_BESIDE}"
_BESIDE_A_PAGE = f"""<style>
.st-key-{state.ROW}, .st-key-{state.COLUMN} {{ display: none; }} /* for the link alone */
{_BOTH} {{ margin-top: 1rem; }}
@media (min-width: 641px) {{ .st-key-{_KAPPA_BESIDE} * {{ visibility: hidden; }} }}
.st-key-side .st-key-{state.SCHEME} button {{ padding-inline: 0.5rem; }} /* German: one line */
</style>"""
# On a projector that line has no room for κ.
_AT_A_DESK = f"""{_BESIDE_A_PAGE}<style>@media (min-width: 641px) {{
  {_BOTH} {{
    max-height: 0; margin-top: 0; align-items: flex-end; transform: translateY(0.8rem);
    pointer-events: none;
  }}
}}</style>"""


@dataclass(frozen=True)
class Settings:
    """The parts of the sidebar that an edit of the ratings does not change.

    These are places: `top` for the picker and κ, `editor` for the ratings, `table` for the ratings
    as a table (None unless the reader wants it), `below` for errors in folded fields. `values` are
    the values of the fields when they were drawn.
    """

    top: DeltaGenerator
    editor: DeltaGenerator
    table: DeltaGenerator | None
    below: DeltaGenerator
    values: Mapping[str, object]


def draw(step: Step, foot: DeltaGenerator) -> Settings | None:
    """Draw the sidebar without the ratings, which `edit` draws.

    A page with its own ratings has no sidebar. There the teacher's settings are at the bottom of
    the page. The fields of the example are invisible, so that the address keeps the example.
    """
    if step.own:
        # A student's phone does not show the teacher's settings.
        student = state.is_guest()
        if student and not state.has_example():
            return None  # no example to keep: three hundred phones may come at once
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
        top = st.container(gap=None)  # the CSS of κ below the example sets the gap
        weights, ratings = st.container(), st.container()
        st.button(
            _("Share this example"),
            icon=":material/share:",
            width="stretch",
            on_click=sharing.open_dialog,
        )
        # Counts replace the ratings, so they are visible unless the teacher hides them.
        opens = state.linked(state.COUNTS) and not state.is_on(state.HIDE_EDITOR)
        # The browser remembers by the key whether a fold is open. Counts have their own key, or
        # they would stay folded.
        key = f"{REST}-counts" if opens else REST
        rest = st.expander(_("Table, scale, class"), expanded=bool(opens), key=key)
        below = st.container()
        with rest:
            tools = st.container()
            presenting.controls()
            st.button(
                _("Start over"),
                icon=":material/restart_alt:",
                on_click=state.start_over,
                width="stretch",
                help=_("Return to the first example and quadratic weights."),
            )
        with weights:
            scheme()
        with ratings:
            place = presenting.editor()
        editor = place.container()
        # If hidden, all are in one fold that reveals them.
        with place if st.session_state[state.HIDE_EDITOR] else tools:
            # A help sign beside the field would be one more thing to touch on every page.
            note(
                _(
                    "Type or paste, separated by commas, spaces, tabs or new lines. Enter "
                    "applies it."
                )
            )
            # Only if the reader wants it: no other part makes an edit slower.
            wanted = st.toggle(_("Edit in a table"), key=AS_TABLE, persist_state="session")
            table = st.container() if wanted else None
            _categories()
            _counts_field()
    return Settings(top, editor, table, below, _values())


def _values() -> dict[str, object]:
    return {
        key: st.session_state.get(key) for key in (state.SCHEME, state.CATEGORIES, state.COUNTS)
    }


def begin(stem: str) -> None:
    """Set the fields before they are drawn on a page."""
    to_another_page = not state.is_shown(stem)
    shown_before = [state.texts_in(held) for held in late.begin(sure=to_another_page)]
    key = st.session_state.pop(_PICKED, None)
    for item in EXAMPLES:
        # A late request brings the earlier example: the reader did not pick it.
        if item.key == key and Texts.of(item) not in shown_before:
            state.opened()
            state.load(Texts.of(item))


def edit(settings: Settings, stem: str) -> Lesson:
    """Draw the editor of the ratings, and return the lesson of page `stem`."""
    if _values() != settings.values:
        st.rerun()  # a full run: a callback has set fields that are outside this fragment
    with settings.editor:
        texts, source, errors = _texts()
        shown = source or state.last_good_source()
        if settings.table is None:
            _say(errors, settings.below)
        _cell([str(category) for category in shown.categories])
    if settings.table is not None:
        with settings.table:
            _grid(texts, shown)
            _say(errors, settings.below)  # errors above the fields would move them under the hand
    # Below all fields: above one it would move it under the hand. Something is always drawn:
    # Streamlit 1.67 lets a fragment write only where it wrote in the last full run.
    with settings.below:
        if errors or history.is_typed():
            fields.undo(_back_to_last_good if errors else history.undo, "side-undo")
        else:
            st.container()
    with settings.top:
        _example(texts)
    kept = state.last_good()
    if st.session_state.get(state.SHARE):
        sharing.dialog(plan.shared() or state.link(kept, stem), _(BY_STEM[stem].title))
    if errors:
        _fade()
    lesson = _lesson(shown, stem)
    with settings.top:
        _kappa(lesson, stale=bool(errors))
    return lesson


def _back_to_last_good() -> None:
    cell = {key: st.session_state.get(key) for key in (state.ROW, state.COLUMN)}
    state.load(state.last_good())
    state.put(cell)


def last_lesson(stem: str) -> Lesson:
    """Return the lesson of the last example that worked, for a page without the sidebar."""
    return _lesson(state.last_good_source(), stem)


def _lesson(source: Source, stem: str) -> Lesson:
    scheme = link.valid(state.SCHEME, st.session_state.get(state.SCHEME))
    example = state.worked_example(state.last_good())
    cell = st.session_state.get(state.ROW), st.session_state.get(state.COLUMN)
    lesson = state.lesson(source, scheme, *cell)
    hidden = presenting.hidden_parts(lesson, stem)
    return replace(lesson, example=example, hidden=hidden)


def _kappa(lesson: Lesson, *, stale: bool) -> None:
    """Show κ above the fields: on a phone the sidebar covers the page.

    The earlier κ is on the same line: another line would move the fields under the hand.
    """
    now = "?" if lesson.hides(state.HIDE_KAPPA) else kappa_text(lesson.walk.kappa)
    edited = not (stale or lesson.hides(state.HIDE_KAPPA) or history.is_of_weights())
    before = state.walk_before(lesson) if edited else None
    was = now if before is None else kappa_text(before.kappa)
    named = _("κ = {kappa}", kappa=now)
    line = f":gray[{named}]" if stale else f":green[**{named}**]"
    with st.container(key=_KAPPA if was != now else _KAPPA_BESIDE):
        if was != now:  # after an edit, the change of κ is beside the field
            st.markdown(f"{line} · {_('was {before}', before=was)}", width="content")
        else:
            st.markdown(line)


def _fade() -> None:
    """Make the page pale: it shows an older example. The field says what is wrong."""
    # Streamlit 1.67 keeps a style that stands alone after the next run of a fragment.
    st.html(f"<style>.st-key-{PAGE} {{ opacity: 0.45; }}</style><span></span>")
    st.warning(
        _(
            "You see the last example that worked. The ratings in the sidebar have a mistake: it "
            "is named there."
        ),
        icon=":material/edit:",
    )


def _say(errors: Mapping[str, RatingsError], below: DeltaGenerator) -> None:
    """Show errors here, or below the fold, which may be closed."""
    for field, error in errors.items():
        place = below if field in (state.CATEGORIES, state.COUNTS) else st
        place.error(error_text(error), icon=":material/edit:")


def _texts() -> tuple[Texts, Source | None, dict[str, RatingsError]]:
    """Draw the fields of the ratings; return their texts, the example, and the errors."""
    texts = Texts(
        counts=st.session_state[state.COUNTS], categories=st.session_state[state.CATEGORIES]
    )
    if not texts.counts.strip():
        first, second = map(plain, names.titles())
        actual = fields.text(state.ACTUAL, first, state.DEFAULT.actual)
        predicted = fields.text(state.PREDICTED, second, state.DEFAULT.predicted)
        texts = Texts(actual, predicted, "", texts.categories)
    source, errors = state.read(texts)
    if source is not None:
        state.keep(texts)
        history.follow(texts)
    return texts, source, errors


def _categories() -> None:
    fields.text(
        state.CATEGORIES,
        _("Categories"),
        placeholder=_("automatic"),
        help=_("A range such as 0-4, or names in order: none, mild, moderate, severe."),
    )


def _counts_field() -> None:
    fields.text(
        state.COUNTS,
        _("Table of counts"),
        placeholder="40,9; 6,45",
        help=joined(
            [
                names.of_counts(),
                _("Counts take the place of the ratings: empty this field to return to them."),
            ]
        ),
    )


def _example(texts: Texts) -> None:
    """Let the reader pick a worked example."""
    shown = state.worked_example(texts)
    titles = {item.key: _(item.title) for item in EXAMPLES}
    pick_example(state.EXAMPLE, titles, shown.key if shown else None, _pick)


def _pick(key: str) -> None:
    st.session_state[_PICKED] = key


def _grid(texts: Texts, shown: Source) -> None:
    # The grid's buttons are drawn over the line above it.
    if texts.counts.strip():
        note(names.of_counts())
        counts_grid(texts.counts, [str(category) for category in shown.categories])
    else:
        note(
            _(
                "The empty row at the end adds an item. To delete one, mark its row, then press "
                "the bin."
            )
        )
        ratings_grid(texts.actual, texts.predicted, shown.categories)


def scheme(**more: str) -> str:
    """Let the reader choose the weights, in the sidebar or on a page without one; return them."""
    return fields.buttons(state.SCHEME, _("Weights"), _, width="stretch", **more)


def explained_scheme() -> str:
    """Let the reader choose the weights, with help on which to choose; return them."""
    return scheme(help=joined([_(sentences.WHICH_WEIGHTS), _("The choice holds on every page.")]))


def _cell(labels: list[str]) -> None:
    """Draw the invisible fields that carry the chosen cell in the link.

    A field without a value has nothing to bind, and would cost time with every edit. Its key stays
    in the session: Streamlit 1.67 writes into the address only the values of keys that it knew.
    """
    for key, word in ((state.ROW, N_("Row")), (state.COLUMN, N_("Column"))):
        if key in st.query_params or st.session_state.setdefault(key, None) is not None:
            st.selectbox(_(word), labels, index=None, key=key, bind=link.bind(key))
