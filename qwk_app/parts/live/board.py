"""The board: the progress of the class, and the revealed results."""

import math

import numpy as np
import streamlit as st

from classroom.activities import RATING
from classroom.rooms import REVEALED, WAITING
from classroom.tallies import Tally
from classroom.view import RoomView
from qwk_app.frame import sharing, state
from qwk_app.parts.live import charts, items, reply, session, shown
from qwk_app.parts.many_raters import pairs
from qwk_app.shared import access, components, matrices
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined, plain, plural
from qwk_core import Walkthrough
from qwk_core.statistics.raters import RaterAgreement

_QR, _QR_PROJECTED = 420, 560  # pixels
_LARGE = "font-size: 5rem; font-weight: 700; letter-spacing: 0.08em; margin: 0"
# On a projector, what a class waits for is read from the last row.
_PROJECTED = """<style>
.st-key-live-invitation :is(code, code *) { font-size: 1.3rem !important; }
.st-key-live-numbers [data-testid="stMetricValue"] { font-size: 3.6rem; line-height: 1.1; }
.st-key-frame-live-progress table { font-size: 1.5rem; }
.st-key-frame-live-progress :is(th, td) { padding: 0.3rem 0.7rem; }
</style>"""
_MOST_CELLS = 40  # raters whose pairs are drawn as cells
_MOST_DISPUTED = 5
_OWN = "-live"  # tells this page's fields from those of Many raters


def show(view: RoomView) -> None:
    """Show what the projector shows."""
    if state.is_presenting():
        st.html(_PROJECTED)
    if view.activity.number != RATING:
        reply.board(view)
    elif view.room.phase == REVEALED:
        results(view)
        session.follow(view, closely=True)
    else:
        if view.room.phase == WAITING:
            _invitation(view)
        else:
            st.header(items.question(view.room), anchor=False)
        session.follow(view, _progress)


def _invitation(view: RoomView) -> None:
    """Show how to come in: the code, large, and its QR code."""
    code = view.room.code
    address = session.address(code)
    with st.container(key="live-invitation"):
        picture, words = st.columns([1, 2], vertical_alignment="center")
    picture.image(
        sharing.qr_svg(address),
        width=_QR_PROJECTED if state.is_presenting() else _QR,
        alt=_("A QR code that opens room {code}", code=code),
    )
    with words:
        st.markdown(_("Open this page on your phone, or point its camera at the code:"))
        st.code(address, language=None, wrap_lines=True)
        if state.is_local():
            components.note(
                _(
                    "Only this computer can open it. For phones, open the app by this computer’s "
                    "address in the network, or put the app on the web."
                )
            )
        st.html(f'<p style="{_LARGE}">{code[:3]} {code[3:]}</p>')


def _progress(view: RoomView) -> None:
    """Show how many are here and done, and the progress of each item, but no ratings."""
    shown.progress(view)
    if view.room.phase == WAITING:
        return
    per_item, n = view.per_item, len(view.items)
    head = f"| {_('Item')} | {' | '.join(str(item + 1) for item in range(n))} |"
    counts = [number(per_item.get(item, 0)) for item in range(n)]
    access.table(head, f"|:--|{'--:|' * n}", [[_("rated by"), *counts]], "live-progress")


# -- after the reveal ------------------------------------------------------------------------------


def results(view: RoomView) -> None:
    """Show the results: against the reference, among each other, and item by item."""
    tally = view.rounds[-1]
    if not tally.people:
        st.info(_("Nobody rated in this round."), icon=":material/info:")
        return
    agreement = tally.agreement(called(tally, shown=view.room.names_shown))
    if len(view.rounds) > 1:
        _before_and_after(view.rounds[-2], tally)
    if tally.class_walk is not None:
        st.header(_("The class and the reference"), anchor=False)
        _class(tally.class_walk)
    st.header(_("Everyone’s κ"), anchor=False)
    _everyone(tally)
    if agreement is not None:
        st.header(_("Who agrees with whom?"), anchor=False)
        _pairs(agreement)
    if len(tally.people) > 1:
        st.header(_("Which items do they dispute?"), anchor=False)
        _disputed(view, tally)


def called(tally: Tally, *, shown: bool) -> tuple[str, ...]:
    """Return the names of the raters, or S1, S2, … while names are hidden."""
    return tally.names(shown, numbered("{n}"))


def numbered(at: int | str) -> str:
    """Return what a student is called whose name is hidden."""
    # Translators: a student's number in place of a name, as short as can be.
    return _("S{n}", n=at)


def _before_and_after(before: Tally, after: Tally) -> None:
    lines = []
    if before.class_walk is not None and after.class_walk is not None:
        lines.append(
            _(
                "κ with the reference: {before} before, **{after}** after.",
                before=kappa_text(before.class_walk.kappa),
                after=kappa_text(after.class_walk.kappa),
            )
        )
    agreements = [one.agreement(one.names(shown=False, called="r{n}")) for one in (before, after)]
    pooled = [math.nan if one is None else one.pooled for one in agreements]
    if not any(map(math.isnan, pooled)):
        lines.append(
            _(
                "κ among themselves: {before} before, **{after}** after.",
                before=kappa_text(pooled[0]),
                after=kappa_text(pooled[1]),
            )
        )
    rated = [int(np.count_nonzero(one.positions >= 0)) for one in (before, after)]
    if lines and rated[0] != rated[1]:
        lines.append(_("Ratings: {before} before, {after} after.", before=rated[0], after=rated[1]))
    if lines:
        with st.container(border=True):
            st.markdown("  \n".join([f"**{_('Before and after the discussion')}**", *lines]))


def _class(walk: Walkthrough) -> None:
    """Show O, w and E of all ratings of the class against the reference."""
    st.markdown(
        (walk.undefined_reason and _(walk.undefined_reason))
        or _(
            "All {n} ratings beside the reference: "
            ":green[**κ = 1 − {numerator} ÷ {denominator} = {kappa}**].",
            n=number(walk.n),
            numerator=number(walk.numerator, 3),
            denominator=number(walk.denominator, 3),
            kappa=kappa_text(walk.kappa),
        )
    )
    first, second = _("the reference"), _("the class")
    which = "observed", "weights", "expected"
    matrices.of_walk(walk, first, second, *which, key="class", scope="ratings")


def _everyone(tally: Tally) -> None:
    """Show the spread of the class's kappas, and its most severe and most lenient raters."""
    kappas = tally.kappas[~np.isnan(tally.kappas)]
    if len(kappas):
        middle = float(np.median(kappas))
        first = (
            _("Each student’s κ with the reference.")
            if tally.has_reference
            else _("Each student’s κ with the middle rating of the others.")
        )
        st.markdown(
            joined(
                [
                    first,
                    _(
                        "From {low} to {high}; half of the class has {middle} or more.",
                        low=kappa_text(float(kappas.min()), 2),
                        high=kappa_text(float(kappas.max()), 2),
                        middle=kappa_text(middle, 2),
                    ),
                ]
            )
        )
        charts.kappas(kappas.tolist(), "live-kappas", _("students"))
    else:
        st.markdown(_("No student’s κ is defined: everyone used one category, as the measure did."))
    biases = [own.bias for own in tally.owns if own is not None]
    if len(biases) > 1:
        components.note(
            _(
                "On average, in steps: the most severe of the class rates {low} lower, the most "
                "lenient {high} higher.",
                low=number(max(-min(biases), 0)),
                high=number(max(*biases, 0)),
            )
        )


def _pairs(agreement: RaterAgreement) -> None:
    """Show κ of every pair: as cells for a class, as a distribution for a crowd."""
    if math.isnan(agreement.pooled):
        st.markdown(_(agreement.reasons["pooled"]))
        return
    st.markdown(
        _(
            "Among themselves, all pairs together: :green[**κ = {kappa}**].",
            kappa=kappa_text(agreement.pooled),
        )
    )
    n = len(agreement.raters)
    if n > _MOST_CELLS:
        kappas = agreement.pairs[np.triu_indices(n, 1)]
        charts.kappas(kappas[~np.isnan(kappas)].tolist(), "live-pairs", _("pairs"))
        return
    picture, words = st.columns([3, 2], vertical_alignment="center")
    places = tuple(range(n))
    with words, st.container(border=True):
        pair = pairs.choose(agreement, places, _OWN)
        pairs.opened(agreement, pair)
    with picture:
        pairs.matrix(agreement, places, pair, _OWN)


def _disputed(view: RoomView, tally: Tally) -> None:
    """Show the most disputed items, with counts of their ratings, without names."""
    disputed = tally.most_disputed(_MOST_DISPUTED)
    if not disputed:
        st.markdown(_("None: everyone gave each item the same category."))
        return
    labels = view.room.labels
    rows = []
    for item in disputed:
        right = int(tally.reference[item])
        name = items.short(view.room, view.items[item], item + 1)
        counts = [str(count) if count else "" for count in tally.counts[item].tolist()]
        rows.append([plain(name), *counts, plain(labels[right]) if right >= 0 else ""])
    head = f"| {_('Item')} | {' | '.join(map(plain, labels))} | {_('Reference')} |"
    access.table(head, f"|:--|{'--:|' * len(labels)}--:|", rows, "live-disputed")
    pictured = [item for item in disputed if view.items[item].pictured]
    if pictured:
        with st.container(horizontal=True):
            for item in pictured:
                items.small(view.room, view.items[item], item + 1)
    for item in disputed:
        reason = view.items[item].reason
        if reason:
            components.note(plain(_("{name}: {about}", name=item + 1, about=_(reason))))
    components.note(plural(len(tally.people), "One student rated.", "{n} students rated."))
