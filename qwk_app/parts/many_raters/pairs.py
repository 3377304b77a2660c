"""The matrix of pairs, and the chosen pair: its O, w, E, and the link to its walkthrough."""

import math
from functools import partial
from itertools import product
from typing import Any

import numpy as np
import streamlit as st

from qwk_app.frame import link, state
from qwk_app.frame.state import Texts as Example
from qwk_app.frame.steps import STEPS
from qwk_app.shared import matrices
from qwk_app.shared.lines import line
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _, joined, plain, plural
from qwk_core.pictures.cells import Shade
from qwk_core.pictures.hues import Palette, mix, text_on
from qwk_core.pictures.panel import Panel
from qwk_core.statistics.measures import measures
from qwk_core.statistics.raters import RaterAgreement
from qwk_core.study.cautions import FEW_COMMON
from qwk_core.walkthrough import Walkthrough

# Keys of this page's widgets, and their names in its link.
FIRST = "first_rater"
SECOND = "second_rater"

OF_PAIR = "of-pair"  # the key of the open pair's matrices

_FIELDS = "pair-fields"
_FAINT = 0.5  # of its colour is left in a cell with few items
_UNDEFINED = "–"
_NOTHING = 5e-10  # means that differ by less are equal except for rounding

Pair = tuple[int, int]


def choose(
    agreement: RaterAgreement,
    places: tuple[int, ...],
    own: str = "",
    reference: int | None = None,
) -> Pair:
    """Return the open pair, and let the reader choose another one by name.

    Without a choice it is the pair that agrees least: there is most to see. The `reference`, if
    one rater is the truth or the reference, is of this pair. `own` are data whose raters' names do
    not go into the link.
    """
    listed = [agreement.raters[at] for at in places]
    pair = _open_pair(agreement, own, reference)
    with st.container(horizontal=True, key=_FIELDS):
        # A field that nobody has set shows the open pair: as a choice, not as a faint hint.
        style = f".st-key-{_FIELDS} input::placeholder {{ color: inherit; opacity: 1; }}"
        st.html(f"<style>{style}</style>")
        for key, label, rater in (
            (FIRST, _("First rater"), pair[0]),
            (SECOND, _("Second rater"), pair[1]),
        ):
            st.selectbox(
                label,
                listed,
                index=None,
                key=key + own,
                bind=link.bind(key, private=bool(own)),
                placeholder=agreement.raters[rater],
            )
    names = [st.session_state.get(key + own) for key in (FIRST, SECOND)]
    if names[0] is not None and names[0] == names[1]:
        st.info(_("Choose two different raters."), icon=":material/info:")
    return _open_pair(agreement, own, reference)


def _open_pair(agreement: RaterAgreement, own: str, reference: int | None) -> Pair:
    """Return the pair that the fields name; an empty field stands for the least agreement."""
    first, second = (
        agreement.raters.index(name) if name in agreement.raters else None
        for name in (st.session_state.get(key + own) for key in (FIRST, SECOND))
    )
    everyone = range(len(agreement.raters))
    return min(
        (
            (g, h)
            for g in (everyone if first is None else [first])
            for h in (everyone if second in (None, first) else [second])
            if g != h
        ),
        key=lambda pair: (
            not agreement.pair_counts[pair],
            reference not in pair,
            math.isnan(agreement.pairs[pair]),
            np.nan_to_num(agreement.pairs[pair]),
            reference == pair[1],
            pair[0] > pair[1],
        ),
    )


def matrix(agreement: RaterAgreement, places: tuple[int, ...], pair: Pair, own: str = "") -> None:
    """Show kappa of every pair as a heatmap; a click opens the pair."""
    listed = [agreement.raters[at] for at in places]
    kappas = agreement.pairs[np.ix_(places, places)]
    counts = agreement.pair_counts[np.ix_(places, places)]
    thin = bool(((counts < FEW_COMMON) & ~np.eye(len(places), dtype=bool)).any())
    noted = [_("Tap a cell to open the pair.")]
    if thin:
        noted.insert(0, _("Faint: fewer than {n} common items.", n=FEW_COMMON))
    palette = state.palette()
    panel = Panel(
        "pairs",
        cell_texts(kappas),
        shades(kappas, counts, palette),
        "κ",
        _("of each pair"),
        palette.kappa.ink,
        alt=alt(agreement),
    )
    matrices.show(
        [panel],
        listed,
        key="pairs",
        cell=(places.index(pair[0]), places.index(pair[1])),
        link="pairs",
        on_cell=partial(_open, tuple(listed), own),
        line=_line(agreement, places),
        note=joined(noted),
        axes=("", ""),
    )


def _open(listed: tuple[str, ...], own: str, row: int, column: int) -> None:
    if row != column:
        st.session_state[FIRST + own] = listed[row]
        st.session_state[SECOND + own] = listed[column]
        st.session_state.pop(matrices.CELL.format(OF_PAIR), None)


def cell_texts(kappas: np.ndarray) -> tuple[str, ...]:
    """Write kappas of shape (r, r), cell by cell; nothing on the diagonal."""
    return tuple(
        "" if row == column else _UNDEFINED if math.isnan(kappa) else kappa_text(kappa, 2)
        for (row, column), kappa in np.ndenumerate(kappas)
    )


def shades(kappas: np.ndarray, counts: np.ndarray, palette: Palette) -> tuple[Shade, ...]:
    """Return shades of kappas: green for agreement, red below 0, pale if items are few."""
    found = []
    for (row, column), kappa in np.ndenumerate(kappas):
        if row == column or math.isnan(kappa):
            found.append((palette.plain.low, palette.plain.ink))
            continue
        hue = palette.kappa if kappa >= 0 else palette.fall
        share = 0.1 + 0.9 * abs(kappa)
        if counts[row, column] < FEW_COMMON:
            share *= _FAINT
        colour = mix(hue.low, hue.high, round(share, 2))
        found.append((f"#{bytes(colour).hex()}", text_on(colour)))
    return tuple(found)


def alt(agreement: RaterAgreement) -> str:
    """Describe the matrix of pairs, for readers who cannot see it."""
    kappas = agreement.pairs[np.triu_indices(len(agreement.raters), 1)]
    defined = kappas[~np.isnan(kappas)]
    n = len(agreement.raters)
    if not len(defined):
        return _("Kappa of each pair, {n} by {n}: none is defined", n=n)
    low, high = kappa_text(float(defined.min())), kappa_text(float(defined.max()))
    if low == high:
        return _("Kappa of each pair, {n} by {n}: {kappa} throughout", n=n, kappa=low)
    return _("Kappa of each pair, {n} by {n}: from {low} to {high}", n=n, low=low, high=high)


def _line(agreement: RaterAgreement, places: tuple[int, ...]) -> dict[str, Any]:
    """Return the sentence of each cell, for `matrices`."""
    cells = list(product(places, places))
    kappas = [float(agreement.pairs[cell]) for cell in cells]
    counts = [int(agreement.pair_counts[cell]) for cell in cells]
    by_cell = [_template(agreement, *each) for each in zip(cells, kappas, counts, strict=True)]
    return line(by_cell, {"kappa": list(map(kappa_text, kappas)), "n": list(map(number, counts))})


def _template(agreement: RaterAgreement, cell: Pair, kappa: float, n: int) -> str:
    fields = {name: f"{{{name}}}" for name in ("row", "column", "kappa", "n")}
    if cell[0] == cell[1]:
        return plural(n, "{row}: one rating", "{row}: {n} ratings", **fields)
    if math.isnan(kappa):
        reason = agreement.pair_reason(*cell)
        assert reason is not None
        return _("{row} and {column}: {reason}", **fields, reason=_(reason))
    return plural(
        n,
        "{row} and {column}: κ = {kappa}, on one common item",
        "{row} and {column}: κ = {kappa}, on {n} common items",
        **fields,
    )


def opened(agreement: RaterAgreement, pair: Pair) -> Walkthrough | None:
    """Explain the agreement of the open pair, and link to its walkthrough.

    Return the walk through the pair, for `matrices_of`; None where there is no common item.
    """
    first, second = (agreement.raters[at] for at in pair)
    if not agreement.pair_counts[pair]:
        title = _("{first} and {second}", first=plain(first), second=plain(second))
        st.markdown(f"**{title}**")
        st.info(_(agreement.pair_reason(*pair) or ""), icon=":material/info:")
        return None
    walk = agreement.walk(*pair)
    st.markdown(_(walk.undefined_reason) if walk.undefined_reason else _why(walk, first, second))
    if agreement.table.item_weights is None:
        _walk_button(agreement, pair)
    return walk


def matrices_of(agreement: RaterAgreement, pair: Pair, walk: Walkthrough) -> None:
    """Show O, w and E of the open pair; a click chooses a cell in all three."""
    first, second = (agreement.raters[at] for at in pair)
    matrices.of_walk(walk, first, second, "observed", "weights", "expected", key=OF_PAIR)


def _why(walk: Walkthrough, first: str, second: str) -> str:
    """Compare the pair's correlation with kappa, and explain the effect of different means."""
    found = measures(walk.observed)
    if "pearson" in found.undefined or walk.scheme != state.SCHEMES[0]:
        return ""
    apart = found.predicted_mean - found.actual_mean
    correlation = kappa_text(found.pearson)
    if abs(apart) < _NOTHING:
        return _(
            "Both give the same mean, so κ loses nothing for that. The correlation is {r}.",
            r=correlation,
        )
    return _(
        "On average {lower} rates {steps} lower than {higher}. This lowers κ by {share}. It does "
        "not change the correlation ({r}).",
        r=correlation,
        lower=plain(first if apart > 0 else second),
        higher=plain(second if apart > 0 else first),
        steps=number(abs(apart)),
        share=percent(1 - found.shift_factor),
    )


def _walk_button(agreement: RaterAgreement, pair: Pair) -> None:
    # A button, because every link carries the ratings of the sidebar.
    st.button(
        _("Walk through this pair"),
        icon=":material/open_in_new:",
        help=_("Opens the two raters’ common items on Overview: every step is there."),
        key="walk-pair",
        on_click=_walk,
        args=(
            _example(agreement, pair),
            ", ".join(agreement.raters[at].replace(",", " ") for at in pair),
        ),
    )


def _example(agreement: RaterAgreement, pair: Pair) -> Example:
    """Return the pair's common items as the texts of an example."""
    both = agreement.positions[:, list(pair)]
    both = both[(both >= 0).all(axis=1)]
    return Example.of_items(both[:, 0], both[:, 1], agreement.categories)


def _walk(example: Example, raters: str) -> None:
    state.opened()
    state.load(example)
    st.session_state[state.NAMES] = raters
    state.change_page(STEPS[0].file)
