"""The page on pitfalls: the search, and a card for each belief."""

from collections.abc import Mapping, Sequence
from functools import cache

import streamlit as st

from qwk_app.frame import state
from qwk_app.frame.state import Texts
from qwk_app.frame.steps import STEPS
from qwk_app.shared import components, fields, matrices
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _, plain, plural
from qwk_core import Walkthrough
from qwk_core.teaching.examples import Example
from qwk_core.teaching.pitfalls.catalogue import PITFALLS, Pitfall

FIND = "find"

_OPENED = "_pitfalls_opened"  # the cards that a reader has opened or closed

_SHARES = ("accuracy", "above")  # numbers with these parts in their names are shares of all items


def show() -> None:
    """Show the search and the beliefs; on a projector the search is below them."""
    places = st.container(), st.container()
    looking, cards = reversed(places) if state.is_presenting() else places
    with looking:
        pitfalls = search()
    with cards:
        gallery(pitfalls)


def search() -> list[Pitfall]:
    """Draw the search field, and return the pitfalls to show."""
    find = fields.text(
        FIND,
        _("Find a pitfall"),
        type="search",
        live=True,
        label_visibility="collapsed",
        placeholder=_("accuracy, sample …"),
    )
    matches = found(find)
    if len(matches) < len(PITFALLS):
        n = len(PITFALLS)
        text = (
            _("{found} of {n} pitfalls", found=len(matches), n=n)
            if matches
            else _("None of the {n} pitfalls speaks of “{find}”.", n=n, find=plain(find))
        )
        with st.container(horizontal=True, vertical_alignment="center"):
            components.note(text, width="content")
            st.button(
                _("Show all"), type="tertiary", on_click=fields.put, args=(FIND, ""), key="show-all"
            )
    return matches


def found(find: str) -> list[Pitfall]:
    """Return the pitfalls that contain all these words; one with this name is first."""
    words = find.casefold().split()
    matches = [one for one in PITFALLS if all(word in _words(one) for word in words)]
    return sorted(matches, key=lambda one: one.key != find.strip().casefold())


def _words(pitfall: Pitfall) -> str:
    texts = (pitfall.belief, pitfall.happens, pitfall.why, pitfall.instead)
    titles = [example.title for example in pitfall.examples]
    return " ".join([pitfall.key, *map(_, texts), *map(_, titles)]).casefold()


@st.fragment
def gallery(pitfalls: Sequence[Pitfall]) -> None:
    """Show the beliefs as a list, in which open ones are cards.

    The first is open at first. A tap reruns only the list.
    """
    state.change_page_if_asked()
    opened: Mapping[str, bool] = st.session_state.get(_OPENED, {})
    with st.container(gap="xsmall"):
        for at, pitfall in enumerate(pitfalls):
            if opened.get(pitfall.key, at == 0):
                card(pitfall)
            else:
                st.button(
                    _(pitfall.belief),
                    key=f"guess-{pitfall.key}",
                    on_click=_open_or_close,
                    args=(pitfall.key, True),
                    width="stretch",
                    wrap=True,
                )


def _open_or_close(key: str, opens: bool) -> None:
    st.session_state[_OPENED] = {**st.session_state.get(_OPENED, {}), key: opens}


@st.fragment
def _guess(pitfall: Pitfall) -> None:
    """Ask for a guess about the first ratings; then explain what really happens.

    A guess reruns only this card.
    """
    state.change_page_if_asked()
    first = pitfall.examples[0]
    guess = st.pills(
        _("Guess first. “{title}”: κ is …", title=_(first.title)),
        list(KEYED["kappa_range"]),
        format_func=lambda name: _(KEYED["kappa_range"][name]),
        key=f"guessed-{pitfall.key}",
        persist_state="session",
    )
    if guess is None:
        _example(pitfall, first, hidden=True)
        return
    st.markdown(_verdict(guess, first.walk()))
    _examples(pitfall)
    st.markdown(_("**What really happens.** {happens}", happens=what_happens(pitfall)))
    st.markdown(_("**Why.** {why}", why=_(pitfall.why)))
    st.markdown(_("**Do this instead.** {instead}", instead=_(pitfall.instead)))
    with st.popover(_("Link to this card"), icon=":material/link:", type="tertiary"):
        st.write(_("Whoever opens this link sees this card first."))
        st.code(state.address("pitfalls", {FIND: pitfall.key}), language=None)


def card(pitfall: Pitfall) -> None:
    """Show one pitfall: the belief and its ratings, a guess, and then what really happens."""
    with st.container(border=True):
        with st.container(horizontal=True, horizontal_alignment="distribute"):
            st.header(_(pitfall.belief), anchor=False, width="content")
            st.button(
                _("Close"),
                type="tertiary",
                icon=":material/close:",
                key=f"close-{pitfall.key}",
                on_click=_open_or_close,
                args=(pitfall.key, False),
            )
        _guess(pitfall)


def _verdict(guess: str, walk: Walkthrough) -> str:
    if guess == range_of(walk):
        return _("**You guessed right.**")
    guessed = _(KEYED["kappa_range"][guess])
    truth = _("undefined") if walk.undefined_reason is not None else kappa_text(walk.kappa)
    return _("You guessed: {guess}. It is **{truth}**.", guess=guessed, truth=truth)


def range_of(walk: Walkthrough) -> str:
    """Return the right guess: the key of one of the ranges."""
    if walk.undefined_reason is not None:
        return "undefined"
    kappa = round(walk.kappa, 3)
    if kappa <= 0:
        return "zero" if kappa == 0 else "negative"
    return "low" if kappa < 0.5 else "high"


def what_happens(pitfall: Pitfall) -> str:
    """Explain what really happens, with numbers that are computed now."""
    return _(pitfall.happens, **format_numbers(_numbers(pitfall)))


@cache
def _numbers(pitfall: Pitfall) -> Mapping[str, float]:
    # Kept, because they never change, and one needs a bootstrap of thousands of draws.
    return pitfall.numbers()


def format_numbers(numbers: Mapping[str, float]) -> dict[str, str]:
    """Write the numbers of a pitfall, each by its kind; all are bold, and shares are percentages.

    >>> format_numbers({"kappa": -0.4706, "rare_accuracy": 0.85, "n": 10})
    {'kappa': '**−0.471**', 'rare_accuracy': '**85%**', 'n': '**10**'}
    """
    return {name: f"**{_format_number(name, value)}**" for name, value in numbers.items()}


def _format_number(name: str, value: float) -> str:
    if any(share in name.split("_") for share in _SHARES):
        return percent(value)
    return number(value) if value == int(value) else kappa_text(value)


def _examples(pitfall: Pitfall) -> None:
    for at in range(0, len(pitfall.examples), 2):
        pair = pitfall.examples[at : at + 2]
        for place, example in zip(st.columns(2), pair, strict=False):
            with place.container(border=True):
                _example(pitfall, example, hidden=False)


def _example(pitfall: Pitfall, example: Example, *, hidden: bool) -> None:
    walk = example.walk()
    picture, words = st.columns(2, vertical_alignment="center")
    labels = [str(category) for category in walk.categories]
    with picture:
        matrices.glance(
            walk.observed,
            labels,
            key=f"{pitfall.key}-{example.key}",
            alt=_(
                "{title}: O of {n} items, {agree} of them on the diagonal; kappa {kappa}",
                title=_(example.title),
                n=number(walk.n),
                agree=number(walk.observed.trace()),
                kappa="?" if hidden else kappa_text(walk.kappa),
            ),
        )
    with words:
        kappa = _(":green[κ = **{kappa}**]", kappa="?") if hidden else _kappa(walk)
        st.markdown("  \n".join([f"**{_(example.title)}**", kappa, *_ratings(example, walk)]))
    if hidden:
        return
    # A button, because every link carries the ratings of the sidebar.
    st.button(
        _("Open on Overview"),
        icon=":material/open_in_new:",
        key=f"open-{pitfall.key}-{example.key}",
        on_click=_open,
        args=(Texts.of(example), example.scheme),
    )


def _open(texts: Texts, scheme: str) -> None:
    state.load(texts)
    st.session_state[state.SCHEME] = scheme
    state.change_page(STEPS[0].file)


def _kappa(walk: Walkthrough) -> str:
    if walk.undefined_reason is not None:
        return _(":green[κ is **undefined**]")
    text = _(":green[κ = **{kappa}**]", kappa=kappa_text(walk.kappa))
    if walk.scheme == state.SCHEMES[0]:
        return text
    return _("{kappa}, {scheme}", kappa=text, scheme=_(walk.scheme))


def _ratings(example: Example, walk: Walkthrough) -> list[str]:
    if example.actual is None or example.predicted is None:
        items = plural(walk.n, "{count} item", "{count} items")
        return [f":small[{items}]"]
    return [
        ":small[" + _("{name}: {ratings}", name=name, ratings=", ".join(map(plain, vector))) + "]"
        for name, vector in (
            (_("actual"), example.actual),
            (_("predicted"), example.predicted),
        )
    ]
