"""Downloads for the teacher: ratings and replies as files, and links to Many raters."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from classroom.activities import Activity, Reply
from classroom.outcomes import replies_csv
from classroom.rooms import REVEALED
from classroom.tallies import Tally, long_csv, places
from classroom.view import RoomView
from qwk_app.frame import frame, link, state
from qwk_app.frame.state import Texts as Example
from qwk_app.frame.steps import BY_STEM
from qwk_app.parts.live import board, items, questions, session
from qwk_app.parts.many_raters import ratings
from qwk_app.parts.many_raters.ratings import MOST_RATERS, Texts
from qwk_app.report import downloads as files
from qwk_app.shared import components
from qwk_app.words.texts import _
from qwk_core import format_categories
from qwk_core.files.typed import format_rater_table
from qwk_core.study.roles import EQUAL
from qwk_core.study.study import Study


def show(view: RoomView) -> None:
    """Offer what is revealed: the ratings with the report on them, while they are; all replies."""
    tally = view.rounds[-1] if view.rounds and view.rounds[-1].people else None
    revealed = any(one.phase == REVEALED for one in view.activities)
    replied = session.store().all_replies(view.room.code) if revealed else []
    if tally is None and not replied:
        return
    st.header(_("Take it with you"), anchor=False)
    with st.container(horizontal=True):
        if tally is not None:
            _ratings(view, tally)
        if replied:
            components.download(
                _("All replies (CSV)"),
                lambda: _replies_csv(view, replied),
                f"room-{view.room.code}-replies.csv",
                "text/csv",
                key="live-replies-csv",
            )
    if tally is None:
        return
    _walks(view)
    agreement = tally.agreement(board.called(tally, shown=view.room.names_shown))
    if agreement is not None:
        name = _("Room {code}", code=view.room.code)
        files.section(Study(agreement.table, name, roles=EQUAL))  # whatever pupils are called


def _ratings(view: RoomView, tally: Tally) -> None:
    components.download(
        _("All ratings (CSV)"),
        lambda: _csv(view),
        f"room-{view.room.code}.csv",
        "text/csv",
        key="live-csv",
    )
    opens = _texts(view, tally)
    if opens is not None:
        st.button(
            _("Open in: {page}", page=frame.menu_title(BY_STEM["many_raters"])),
            icon=":material/groups:",
            key="live-many",
            on_click=partial(_open, opens),
        )


def _walks(view: RoomView) -> None:
    """Lead to the class's matrix of each round, step by step: a link that can be kept."""
    walks = [(n, one.class_walk) for n, one in enumerate(view.rounds, start=1)]
    with st.container(horizontal=True):
        for n, walk in walks:
            if walk is None:
                continue
            texts = Example.of_counts(walk.observed, walk.categories)
            st.link_button(
                _("The class, step by step")
                if len(walks) == 1
                else _("The class in round {n}, step by step", n=n),
                session.address_on_overview(texts, _("the reference"), _("the class")),
                icon=":material/open_in_new:",
                help=_("Opens O, w and E of the class and the reference on Overview."),
            )


def _csv(view: RoomView) -> str:
    texts = [items.text(view.room, item) for item in view.items]
    names = [board.called(tally, shown=view.room.names_shown) for tally in view.rounds]
    return long_csv(view.rounds, texts, names)


def _replies_csv(view: RoomView, replied: Sequence[tuple[Activity, Sequence[Reply]]]) -> str:
    people = view.participants
    if view.room.names_shown:
        names = {one.number: one.name for one in people}
    else:
        names = {number: board.numbered(at) for number, at in places(people).items()}
    return replies_csv(replied, names, lambda task, value: questions.of(task).written(value))


def _texts(view: RoomView, tally: Tally) -> Texts | None:
    """Return the last round as the texts of Many raters; None where that page cannot hold it."""
    if not 2 <= len(tally.people) <= MOST_RATERS:
        return None
    rows = [row for row in tally.ratings if any(rating is not None for rating in row)]
    called = board.called(tally, shown=view.room.names_shown)
    table = format_rater_table(called, rows)
    return (
        Texts(table, format_categories(view.room.categories))
        if len(table) <= link.LONGEST_TEXT
        else None
    )


def _open(texts: Texts) -> None:
    st.session_state[state.RATERS], st.session_state[ratings.SCALE] = texts.table, texts.scale
    state.change_page("pages/many_raters.py")
