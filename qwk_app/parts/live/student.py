"""A student's phone: one item at a time, saved with each tap; and after the reveal their own κ."""

from functools import partial

import numpy as np
import streamlit as st

from classroom.activities import RATING
from classroom.errors import RoomError
from classroom.rooms import OPEN, REVEALED, WAITING, Room
from classroom.tallies import Own
from classroom.view import RoomView
from qwk_app.frame import frame
from qwk_app.frame.state import Texts
from qwk_app.parts.live import items, reply, session, submitted
from qwk_app.parts.live.session import Visit
from qwk_app.shared import matrices
from qwk_app.shared.components import note
from qwk_app.words import language
from qwk_app.words.keyed import KEYED, of_number
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, error_text, joined, plain

_AT = "_live_at"  # the item on the screen, by round
_SMALL = 2  # characters: buttons with so few stand in one row
_MOST_BESIDE = 6

# High buttons are easy to tap, and an item can be read at arm's length. A picture leaves room for
# the parts above and below it. It has its height before it is loaded, or the buttons would move
# under the finger.
_STYLE = """<style>
.st-key-live-choices button { min-height: 3.6rem; }
.st-key-live-choices button p { font-size: 1.25rem; }
.st-key-live-item p { font-size: 1.2rem; }
.st-key-live-phone, .st-key-live-message, .st-key-live-below { max-width: 34rem; margin: 0 auto; }
.st-key-live-phone .st-key-live-choices { gap: 0.4rem; }
.st-key-live-phone [data-testid="stImage"] img {
  max-height: min(48vh, 100vh - 364px); object-fit: contain;
}
.st-key-live-phone .st-key-live-picture img { height: min(48vh, 100vh - 364px); }
@media (max-width: 360px) { .st-key-live-item p { font-size: 1.05rem; } }
@media (max-height: 600px) { .st-key-live-choices button { min-height: 2.8rem; } }
</style>"""


def show(place: Visit, view: RoomView) -> None:
    """Show what a student sees in this phase."""
    me = session.member(place, view)
    st.html(_STYLE)
    if me.removed:
        frame.title(_("Room {code}", code=place.code))
        st.warning(_("The teacher has removed you from this room."), icon=":material/block:")
        session.leave()
        return
    rating, phase = view.activity.number == RATING, view.activity.phase
    if rating and phase == OPEN:
        st.fragment(_rate)(place, view)
        return
    given = submitted.of(place)
    given.save()
    if phase not in (OPEN, REVEALED):
        _wait(place, view, me.name)
    elif rating:
        _revealed(place, view)
        session.follow(view, every=session.pause(view), closely=True)
    else:
        reply.phone(place, view)
    with st.container(key="live-message"):
        given.show_problem_and_retry(view)


def _wait(place: Visit, view: RoomView, name: str) -> None:
    rating, waiting = view.activity.number == RATING, view.activity.phase == WAITING
    with st.container(key="live-phone"):
        frame.title(_("Room {code}", code=place.code))
        if rating:
            st.markdown(_("You are **{name}**.", name=plain(name)))
        icon = ":material/hourglass_top:" if waiting else ":material/lock:"
        says = KEYED["phone_waits_to_rate" if rating else "phone_waits_to_reply"]
        st.info(_(says[view.activity.phase]), icon=icon)
        if not waiting and not rating:
            reply.saved(place, view.activity)
    session.wait_for_change(view)


# -- rating ----------------------------------------------------------------------------------------


def _rate(place: Visit, drawn: RoomView) -> None:
    """Show the item, its buttons, and what is saved. A fragment: a tap draws nothing else."""
    with language.using(language.current()):
        given = submitted.of(place)
        given.save()
        view, mine = drawn, {}
        try:
            mine = given.ratings(drawn.room.round)
            if given.refused:  # the room is another one by now
                view = session.look_or_last(place.code)
        except RoomError as error:
            st.warning(error_text(error), icon=":material/cloud_off:")
        if session.phase_of(view) != session.phase_of(drawn):
            st.rerun()
        finished = len(mine) >= len(view.items)
        with st.container(key="live-phone"):
            _item(place, view, mine, finished)
        with st.container(key="live-message"):
            given.show_problem_and_retry(view)
        if not given.waiting:
            # Each tap starts the timer again: a phone looks by itself only in a student's pause,
            # and sooner after the last item.
            session.follow(view, every=session.pause(view, rates=not finished))


def _item(place: Visit, view: RoomView, mine: dict[int, int], finished: bool) -> None:
    room, n = view.room, len(view.items)
    at = _current(room, mine, n)
    if finished and at >= n:
        frame.title(_("All rated"))
        st.success(
            _("Thank you. You can look again and change, until the teacher closes the room."),
            icon=":material/check:",
        )
    else:
        frame.title(_("{at} of {n}", at=at + 1, n=n))
        st.markdown(f"**{items.question(room)}**")
        items.show(room, view.items[at], at + 1)
        _choices(place, room, at, mine.get(at))
    with st.container(horizontal=True, vertical_alignment="center"):
        if at:
            st.button(
                _("Back"),
                icon=":material/arrow_back:",
                key=f"live-back-{room.round}",
                on_click=partial(_turn_to, room.round, at - 1),
            )
        if at < n and at in mine:
            st.button(
                _("On"),
                icon=":material/arrow_forward:",
                key=f"live-on-{room.round}",
                on_click=partial(_turn_to, room.round, at + 1),
            )
        st.markdown(_saved(len(mine), len(submitted.of(place).waiting), n), width="content")


def _saved(rated: int, unsaved: int, n: int) -> str:
    if unsaved:
        return _("{saved} of {n} saved", saved=rated - unsaved, n=n)
    if not rated:
        return ""
    return _(":green[:material/cloud_done: {saved} of {n} saved]", saved=rated, n=n)


def _current(room: Room, mine: dict[int, int], n: int) -> int:
    """Return the item on the screen: where one went, or else the first without a rating."""
    round, at = st.session_state.get(_AT, (0, 0))
    if round == room.round and 0 <= at <= n:
        return int(at)
    return next((item for item in range(n) if item not in mine), n)


def _choices(place: Visit, room: Room, at: int, chosen: int | None) -> None:
    labels, scale = items.buttons(room)
    beside = len(labels) <= _MOST_BESIDE and all(len(label) <= _SMALL for label in labels)
    if scale:
        note(plain(scale))
    with st.container(key="live-choices", horizontal=beside, gap="small"):
        for category, label in enumerate(labels):
            # The item is part of the key: a second tap in a row cannot rate the next one.
            st.button(
                plain(label),
                icon=":material/check:" if category == chosen else None,
                key=f"live-{room.round}-{at}-{category}",
                width="stretch",
                on_click=partial(_tap, place, room.round, at, category),
            )


def _turn_to(round: int, at: int) -> None:
    st.session_state[_AT] = round, at


def _tap(place: Visit, round: int, item: int, category: int) -> None:
    submitted.of(place).submit((RATING, round, item), category)
    _turn_to(round, item + 1)


# -- after the reveal ------------------------------------------------------------------------------


def _revealed(place: Visit, view: RoomView) -> None:
    me = session.member(place, view)
    own = view.rounds[-1].own(me.number) if view.rounds else None
    with st.container(key="live-phone"):
        if own is None:
            frame.title(_("Room {code}", code=place.code))
            st.info(_("You rated nothing in this round, so there is no κ of yours."))
            return
        frame.title(
            _("Your κ is undefined")
            if own.walk.undefined_reason
            else _("Your κ is {kappa}", kappa=kappa_text(own.walk.kappa, 2))
        )
        st.markdown(_against(own))
        before = view.rounds[-2].own(me.number) if len(view.rounds) > 1 else None
        if before is not None and np.array_equal(before.items, own.items):
            st.markdown(
                _(
                    "Before: κ = {before}. Now: κ = {now}.",
                    before=kappa_text(before.walk.kappa, 2),
                    now=kappa_text(own.walk.kappa, 2),
                )
            )
        _furthest(view, own)
        texts = Texts.of_items(own.theirs, own.own, view.room.categories)
        matrices.of_walk(own.walk, _rows(own), _("you"), "observed", key="mine")
        st.link_button(
            _("Walk through mine"),
            session.address_on_overview(texts, _rows(own), _("you")),
            icon=":material/open_in_new:",
            help=_("Opens your ratings on Overview, in another tab: every step is there."),
        )
        session.leave()


def _rows(own: Own) -> str:
    return _("the reference") if own.with_reference else _("the class")


def _against(own: Own) -> str:
    """Say what κ is about, and whether one rates high or low."""
    if own.with_reference:
        first = _("This is how far you and the reference agree, beyond chance.")
    else:
        first = _(
            "This is how far you and the others agree, beyond chance. Each item’s measure is the "
            "middle one of their ratings."
        )
    if own.walk.undefined_reason:
        first = _(own.walk.undefined_reason)
    if not own.bias:
        return joined([first, _("You rate neither higher nor lower on average.")])
    size, way = abs(own.bias), "higher" if own.bias > 0 else "lower"
    return joined([first, of_number(size, "bias", way, steps=number(size))])


def _furthest(view: RoomView, own: Own) -> None:
    apart = own.furthest()
    if not apart:
        st.success(_("You agree on every item."), icon=":material/check:")
        return
    st.markdown(f"**{_('Where you differ most')}**")
    labels = view.room.labels
    lines = []
    for item, theirs, mine in apart:
        what = view.items[item]
        line = _(
            "Item {item} (you {mine}, {first} {theirs}).",
            item=items.short(view.room, what, item + 1),
            mine=labels[mine],
            first=_rows(own),
            theirs=labels[theirs],
        )
        because = _(what.reason) if what.reason else ""
        lines.append(plain(joined([line, because])))
    st.markdown("\n".join(f"- {line}" for line in lines))
