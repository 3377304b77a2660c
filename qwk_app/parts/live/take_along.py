"""What a teacher takes along: all ratings as a file, and what Many raters makes of them."""

from typing import TYPE_CHECKING

import streamlit as st

from qwk_app.frame import link, state
from qwk_app.frame.state import Texts as Example
from qwk_app.frame.steps import STEPS
from qwk_app.parts.live import board, items
from qwk_app.parts.many_raters import ratings
from qwk_app.parts.many_raters import take_along as files
from qwk_app.parts.many_raters.ratings import MOST_RATERS, Texts
from qwk_app.shared import components
from qwk_app.words.texts import _
from qwk_core import format_categories, format_counts
from qwk_core.files.typed_raters import format_rater_table
from qwk_core.study.raters import RaterStudy

if TYPE_CHECKING:
    from classroom.tallies import Tally
    from classroom.watch import Seen


def show(seen: "Seen") -> None:
    """Offer the ratings, and the report on them."""
    tally = seen.rounds[-1]
    if not tally.people:
        return
    st.header(_("Take it with you"), anchor=False)
    code = seen.room.code
    with st.container(horizontal=True):
        components.download(
            _("All ratings (CSV)"),
            lambda: _csv(seen),
            f"room-{code}.csv",
            "text/csv",
            key="live-csv",
        )
        opens = _texts(seen, tally)
        if opens is not None:
            st.button(
                _("Open in Many raters"),
                icon=":material/groups:",
                key="live-many",
                on_click=_open,
                args=(opens,),
            )
    _walks(seen)
    agreement = tally.agreement(board.called(tally, shown=seen.room.names_shown))
    if agreement is not None:
        files.section(RaterStudy(agreement, source=_("Room {code}", code=code)))


def _walks(seen: "Seen") -> None:
    """Lead to the class's matrix of each round, step by step: a link that can be kept."""
    walks = [(n, one.class_walk) for n, one in enumerate(seen.rounds, start=1)]
    named = {state.NAMES: f"{_('the reference')}, {_('the class')}"}
    with st.container(horizontal=True):
        for n, walk in walks:
            if walk is None:
                continue
            texts = Example(
                counts=format_counts(walk.observed), categories=format_categories(walk.categories)
            )
            st.link_button(
                _("The class, step by step")
                if len(walks) == 1
                else _("The class in round {n}, step by step", n=n),
                state.address(STEPS[0].stem, {**state.spelled(texts), **named}),
                icon=":material/open_in_new:",
                help=_("Opens O, w and E of the class and the reference on Overview."),
            )


def _csv(seen: "Seen") -> str:
    from classroom.tallies import long_csv

    texts = [items.text(seen.room, item) for item in seen.items]
    names = [board.called(tally, shown=seen.room.names_shown) for tally in seen.rounds]
    return long_csv(seen.rounds, texts, names)


def _texts(seen: "Seen", tally: "Tally") -> Texts | None:
    """Return the last round as the texts of Many raters; None where that page cannot hold it."""
    if not 2 <= len(tally.people) <= MOST_RATERS:
        return None
    scale = seen.room.categories
    rows = [
        [None if at < 0 else scale[at] for at in row]
        for row in tally.positions.tolist()
        if max(row) >= 0
    ]
    called = board.called(tally, shown=seen.room.names_shown)
    table = format_rater_table(called, rows)
    return Texts(table, format_categories(scale)) if len(table) <= link.LONGEST_TEXT else None


def _open(texts: Texts) -> None:
    st.session_state[state.RATERS], st.session_state[ratings.SCALE] = texts.table, texts.scale
    state.change_page("pages/many_raters.py")
