"""Each rater: severe, lenient or erratic? And the items that they dispute most."""

import math
from collections.abc import Sequence

import streamlit as st

from qwk_app.figures.disputed import Item
from qwk_app.figures.disputed import items as items_figure
from qwk_app.figures.raters import Dot
from qwk_app.figures.raters import raters as raters_figure
from qwk_app.shared import access, components
from qwk_app.words.numbers import kappa_text, number, percent, signed
from qwk_app.words.texts import N_, _, plain
from qwk_core.pictures.hues import Palette
from qwk_core.statistics.raters import ERRATIC, LENIENT, SEVERE, RaterAgreement, limits

NAMES = {SEVERE: N_("severe"), LENIENT: N_("lenient"), ERRATIC: N_("erratic")}
_MOST_DISPUTED = 5  # items that are shown


def raters(agreement: RaterAgreement, palette: Palette) -> None:
    """Show where each rater stands among the others, and what κ is without them."""
    summaries = agreement.raters_summary
    bounds = limits(agreement)
    called = {one.name: [_(NAMES[name]) for name in bounds.names(one)] for one in summaries}
    shown = [one for one in summaries if not math.isnan(one.bias)]
    if shown and bounds.spread > 0:
        components.chart(
            raters_figure(
                [
                    Dot(one.name, one.bias, one.bias_spread, _(", ").join(called[one.name]))
                    for one in shown
                ],
                (bounds.bias, bounds.spread),
                palette=palette,
                axes=(_("above or below the others, on average"), _("how much that varies")),
                regions=tuple(map(_, NAMES.values())),  # type: ignore[arg-type]
            ),
            key="raters-apart",
            alt=_(
                "Each rater as a dot: {raters}",
                raters="; ".join(
                    f"{one.name} {signed(one.bias, 2)} ± {number(one.bias_spread)}" for one in shown
                ),
            ),
        )
    rows = [
        (
            _named(one.name, called[one.name]),
            number(one.n_rated),
            signed(one.bias, 2),
            number(one.bias_spread),
            kappa_text(one.consensus_kappa),
            kappa_text(one.pooled_without),
        )
        for one in summaries
    ]
    head = _("| Rater | Items | Above the others | Varies by | κ with the consensus | κ without |")
    access.table(head, "|:--|--:|--:|--:|--:|--:|", rows, "each-rater")
    components.note(names_mean(agreement))


def _named(rater: str, called: Sequence[str]) -> str:
    name = plain(rater)
    return _("{name}: {about}", name=f"**{name}**", about=_(", ").join(called)) if called else name


def names_mean(agreement: RaterAgreement) -> str:
    """Say what severe, lenient and erratic mean here, and what the columns of the table are."""
    bounds = limits(agreement)
    return _(
        "Severe or lenient: below or above the others by more than half a standard deviation of "
        "all ratings ({bias}). Erratic: the difference from the others varies more than the "
        "ratings do ({spread}). The consensus is the median of the others. κ without: of all but "
        "this rater; now {kappa}.",
        bias=number(bounds.bias),
        spread=number(bounds.spread),
        kappa=kappa_text(agreement.pooled),
    )


def disputed_items(agreement: RaterAgreement) -> list[int]:
    """Return the most disputed items, counted from 0; none where nobody disagrees."""
    summary = agreement.items_summary
    most = summary.most_disputed[:_MOST_DISPUTED].tolist()
    return [at for at in most if summary.share[at] > 0]


def items(agreement: RaterAgreement, palette: Palette) -> None:
    """Show the most disputed items first, and who gave which category."""
    summary = agreement.items_summary
    disputed = disputed_items(agreement)
    if not disputed:
        st.markdown(_("Nobody disagrees about any item."))
        return
    labels = [str(category) for category in agreement.categories]
    components.chart(
        items_figure(
            [Item(item_name(at), given_to(agreement, at)) for at in disputed],
            labels,
            palette=palette,
            axes=(_("category"), ""),
        ),
        key="disputed",
        alt=_(
            "The most disputed items: {items}",
            items="; ".join(
                f"{item_name(at)}, {percent(float(summary.share[at]))}" for at in disputed
            ),
        ),
    )
    most = disputed[0]
    st.markdown(
        _(
            "{item} alone causes {share} of all disagreement; these {n} together cause {together}.",
            item=item_name(most),
            share=percent(float(summary.share[most])),
            n=len(disputed),
            together=percent(float(sum(summary.share[at] for at in disputed))),
        )
        if len(disputed) > 1
        else _("{item} causes all of the disagreement.", item=item_name(most))
    )


def item_name(at: int) -> str:
    """Return what an item is called, by its place counted from 0."""
    return _("Item {n}", n=at + 1)


def given_to(agreement: RaterAgreement, item: int) -> dict[int, tuple[str, ...]]:
    """Return who gave each category to an item, by the category's place."""
    given: dict[int, tuple[str, ...]] = {}
    for name, place in zip(agreement.raters, agreement.positions[item].tolist(), strict=True):
        if place >= 0:
            given[place] = (*given.get(place, ()), name)
    return given
