"""All raters together: the pooled kappa as a mean of the pairs, and other coefficients."""

import math
from html import escape
from itertools import accumulate, combinations

import numpy as np
import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.report import rows
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _, joined, plain, plural
from qwk_core.statistics.raters import RaterAgreement
from qwk_core.study.cautions import find_cautions
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS

_NARROWEST = 0.055  # of the width; narrower bars have no names
_ABOVE = 0.01  # on the scale of kappa, below the words in a bar
_FONT = 14  # pixels


def headline(study: Study) -> str:
    """State the pooled kappa, its interval, and the range of the pairs' kappas."""
    agreement = study.all_raters
    if math.isnan(agreement.pooled):
        return _(
            "All together: :green[κ is **undefined**]. {reason}",
            reason=_(agreement.reasons["pooled"]),
        )
    kappas = agreement.pairs[np.triu_indices(len(agreement.raters), 1)]
    defined = kappas[~np.isnan(kappas)]
    text = _(
        "All together: :green[κ = **{kappa}**] (95% interval: {ends}).",
        kappa=kappa_text(agreement.pooled),
        ends=rows.ends(study, study.coefficient_intervals["pooled"]),
    )
    low, high = (kappa_text(float(end)) for end in (defined.min(), defined.max()))
    pairs = _("The pairs go from {low} to {high}.", low=low, high=high)
    if low == high:
        pairs = _("Every pair that has a κ has {kappa}.", kappa=low)
    return joined([text, pairs, left_out(agreement)])


def left_out(agreement: RaterAgreement) -> str:
    """Say which rater's removal would raise the pooled kappa most."""
    if len(agreement.raters) < 3:
        return ""
    gains = {
        rater.name: rater.pooled_without
        for rater in agreement.raters_summary
        if rater.pooled_without > agreement.pooled
    }
    if not gains:
        return ""
    name = max(gains, key=gains.__getitem__)
    return _(
        "Without {rater} it would be {kappa}.",
        rater=plain(name),
        kappa=kappa_text(gains[name]),
    )


def mean_of_cells(agreement: RaterAgreement) -> None:
    """Show the pooled kappa as the mean of the pairs' kappas, weighted by their E."""
    if math.isnan(agreement.pooled):
        st.info(_(agreement.reasons["pooled"]), icon=":material/info:")
        return
    components.chart(
        _bars(agreement),
        key="pooled",
        alt=_(
            "Bars, one for each pair, as high as its kappa and as wide as its expected "
            "disagreement; their mean is {kappa}",
            kappa=kappa_text(agreement.pooled),
        ),
    )
    st.markdown(why_not_the_mean(agreement))
    gaps = gaps_sentence(agreement)
    if gaps:
        st.markdown(gaps)


def _bars(agreement: RaterAgreement) -> Chart:
    """Draw the pairs' kappas, the highest first; widths are weights, and a line is the mean.

    Wide bars have names; the hover text has all.
    """
    kappas, widths, names = zip(*_pairs(agreement), strict=True)
    texts = list(map(kappa_text, kappas)), list(map(percent, widths))
    centres = [end - width / 2 for end, width in zip(accumulate(widths), widths, strict=True)]
    wide = [at for at, width in enumerate(widths) if width >= _NARROWEST]
    pairs, axes = list(map(" – ".join, names)), (_("pairs, as wide as their E"), "κ")
    low, font = min(0.0, *kappas) - 0.05, dict(size=_FONT)
    line = f"<b>{escape(_('all together: {kappa}', kappa=kappa_text(agreement.pooled)))}</b>"
    return marks.chart(
        [
            marks.bars(
                "bars",
                centres,
                kappas,
                width=widths,
                marker=marks.signed_fill(kappas),
                customdata=list(zip(map(escape, pairs), *texts, strict=True)),
                hovertemplate="%{customdata[0]}<br>κ %{customdata[1]} · %{customdata[2]}"
                "<extra></extra>",
            ),
            marks.words(
                "names",
                [centres[at] for at in wide],
                [_ABOVE] * len(wide),
                [
                    "<br>".join([*map(escape, map(shortened, names[at])), texts[0][at]])
                    for at in wide
                ],
                "top center",
            ),
        ],
        326,
        table(pairs, {axes[1]: texts[0], axes[0]: texts[1]}),
        bargap=0,
        xaxis=marks.axis(0, 1, showticklabels=False, title=axes[0]),
        yaxis=marks.axis(low, 1.05, marks.halves(low), showgrid=True, title=axes[1]),
        shapes=[marks.level(agreement.pooled, width=3, dash="dash")],
        annotations=[marks.note(1, agreement.pooled, line, side="right", xref="paper", font=font)],
    )


def _pairs(agreement: RaterAgreement) -> list[tuple[float, float, tuple[str, str]]]:
    """Return the kappa, the share of the weight and the names of each pair that has a kappa."""
    rows, columns = np.triu_indices(len(agreement.raters), 1)
    weights = agreement.pair_expected[rows, columns]
    shares, kappas = (weights / np.nansum(weights)).tolist(), agreement.pairs[rows, columns]
    names = combinations(agreement.raters, 2)
    found = zip(kappas.tolist(), shares, names, strict=True)
    return sorted((one for one in found if not math.isnan(one[0])), key=lambda one: -one[0])


def why_not_the_mean(agreement: RaterAgreement) -> str:
    """Explain how the pooled kappa follows from the cells, and how far the plain mean is."""
    rule = _(
        "Each bar is a pair: as high as its κ, and as wide as its E, the disagreement by chance. "
        "**The pooled kappa is the mean of the bars; wide ones count more.** So it is 1 − (all "
        "disagreement) ÷ (all by chance)."
    )
    light = agreement.coefficients["light"]
    if agreement.n_undefined_pairs == 0 and abs(light - agreement.pooled) < 5e-10:
        return joined([rule, _("Here the plain mean is the same.")])
    here = _(
        "The plain mean of the cells is {light}, not {pooled}: there, every pair counts the same.",
        light=kappa_text(light, 4),
        pooled=kappa_text(agreement.pooled, 4),
    )
    return joined([rule, here])


def gaps_sentence(agreement: RaterAgreement) -> str:
    """Explain the effect of missing ratings, and of leaving out their items."""
    rated = agreement.positions >= 0
    n_missing = int((~rated).sum())
    if not n_missing:
        return ""
    complete = rated.all(axis=1)
    text = plural(
        n_missing,
        "**One rating is missing.** Each pair is compared on the items that both rated, so nothing "
        "else is lost.",
        "**{n} ratings are missing.** Each pair is compared on the items that both rated, so "
        "nothing else is lost.",
    )
    if not complete.any():
        return joined([text, _("No item has all ratings: some programs would have nothing left.")])
    others = agreement.of_items(complete).pooled
    return joined(
        [
            text,
            _(
                "Some programs leave out every item with a gap: {kept} of {n} items would be left, "
                "and κ would be {kappa}.",
                kept=number(int(complete.sum())),
                n=number(agreement.n_items),
                kappa=kappa_text(others),
            ),
        ]
    )


def coefficients(study: Study) -> None:
    """Show all coefficients in a table, and explain why they differ and which to report."""
    numbers, words = st.columns([2, 3])
    with numbers:
        rows.show(rows.coefficients(study), "coefficients")
    words.markdown(
        "\n".join(
            _(
                "- **{coefficient}**. {differs} *Report it when:* {when}",
                coefficient=_(TEXTS["coefficient"][name]),
                differs=_(TEXTS["differs"][name]),
                when=_(TEXTS["reported"][name]),
            )
            for name in study.all_raters.coefficients
        )
    )
    st.markdown(rows.which_to_report())
    for caution in find_cautions(study):
        if caution.key != "gaps":  # shown above
            components.note(message_text(caution.message))
