"""How kappa, error and correlation belong together: three ways to write one number."""

import streamlit as st

from qwk_app.figures import agreement as figures
from qwk_app.frame.state import SCHEMES, Lesson
from qwk_app.shared import components
from qwk_app.words.formulas import coloured, word
from qwk_app.words.numbers import kappa_text, number, percent, tex
from qwk_app.words.texts import _, joined
from qwk_core.statistics.measures import Measures

TOGETHER = "measures-together"  # the key of what is folded away

_NOTHING = 1e-9  # closer to 1 is 1: only rounding differs


def identity(lesson: Lesson, found: Measures) -> None:
    """Show quadratic kappa as a share of error and as a concordance, with the live numbers."""
    k, o, e = (
        coloured(text, name, palette=lesson.palette)
        for text, name in (
            (r"\kappa", "kappa"),
            (word(_("MSE")), "observed"),
            (word(_("MSE by chance")), "expected"),
        )
    )
    mse, by_chance = _tex(found.mean_squared_error), _tex(found.expected_mse)
    value = (
        word(_("undefined"))
        if found.expected_mse == 0
        else coloured(_tex(found.quadratic, fixed=True), "kappa", palette=lesson.palette)
    )
    covariance = word(_("covariance"))
    # In short lines, because of phones.
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.7em}}{k} &= 1 - \frac{{{o}}}{{{e}}}\\[1em] "
        rf"&= 1 - \frac{{{mse}}}{{{by_chance}}}\\[1em] "
        rf"&= \frac{{2\,{covariance}}}{{s_a^2 + s_p^2 + (\bar p - \bar a)^2}}\\[1em] "
        rf"&= \frac{{2 \times {_signed(found.covariance)}}}{{{_tex(found.actual_variance)} + "
        rf"{_tex(found.predicted_variance)} + {_signed(_means_apart(found))}^2}}\\[1em] "
        rf"&= {value}\end{{aligned}}"
    )
    st.markdown(
        _(
            "The first lines are kappa, written with mean squared errors (MSE). The next are "
            "**Lin's concordance** (with 1/n moments). With quadratic weights they are the same "
            "number."
        )
    )
    if lesson.walk.scheme != SCHEMES[0]:
        components.note(_("This is true for quadratic weights only, so they are used here."))


def _means_apart(found: Measures) -> float:
    return found.predicted_mean - found.actual_mean


def chance_error(lesson: Lesson, found: Measures) -> None:
    """Show the mean squared error beside the one that chance would give."""
    by_chance = (
        (_("actual"), found.actual_variance),
        (_("predicted"), found.predicted_variance),
        (_("means"), _means_apart(found) ** 2),
    )
    st.markdown(what_is_left(found))
    if found.expected_mse == 0:
        return
    components.chart(
        figures.errors(
            found.mean_squared_error,
            by_chance,
            (_("observed"), _("by chance")),
            palette=lesson.palette,
        ),
        key="errors",
        alt=_(
            "Mean squared error {mse}; by chance {total}: {parts}",
            mse=number(found.mean_squared_error, 3),
            total=number(found.expected_mse, 3),
            parts=", ".join(f"{name} {number(part, 3)}" for name, part in by_chance),
        ),
    )


def what_is_left(found: Measures) -> str:
    """Say where chance's error comes from, and how much of it is left."""
    if found.expected_mse == 0:
        return _(
            "Random pairing makes no error here, and neither do the raters: there is "
            "nothing to compare."
        )
    return _(
        "Chance makes an error of {by_chance}, in three parts: how much each rater's ratings "
        "spread, and how far apart their means are. The raters make :blue[**{share}**] of that: "
        ":green[**κ = 1 − {share}**].",
        by_chance=number(found.expected_mse, 3),
        share=percent(found.mean_squared_error / found.expected_mse),
    )


def split(lesson: Lesson, found: Measures) -> None:
    """Show quadratic kappa as correlation × spread × means, and say what costs most."""
    if "pearson" in found.undefined:
        st.info(
            _(
                "There is no correlation here: at least one rater gives every item the "
                "same category."
            ),
            icon=":material/info:",
        )
        return
    parts = (
        (found.pearson, _("correlation")),
        (found.spread_factor, _("spread")),
        (found.shift_factor, _("means")),
    )
    product = r" \times ".join(
        rf"\underbrace{{{_tex(part, fixed=True)}}}_{{{word(name)}}}" for part, name in parts
    )
    kappa, value = (
        coloured(text, "kappa", palette=lesson.palette)
        for text in (r"\kappa", _tex(found.quadratic, fixed=True))
    )
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.2em}}{kappa} &= {product}\\ &= {value}\end{{aligned}}"
    )
    st.markdown(what_costs(found))


def what_costs(found: Measures) -> str:
    """Say what takes the correlation down to kappa: unlike spreads, unlike means, or neither."""
    rule = _(
        "Correlation looks for any straight line, kappa for the line of equal ratings. So κ is the "
        "correlation times two factors. One is 1 if both raters spread alike, the other if their "
        "means are equal."
    )
    spread, means = (
        percent(1 - factor) if 1 - factor > _NOTHING else ""
        for factor in (found.spread_factor, found.shift_factor)
    )
    if spread and means:
        here = _(
            "Here different spreads take away {spread} of the correlation, and different "
            "means {means} of the rest.",
            spread=spread,
            means=means,
        )
    elif spread:
        here = _("Here different spreads take away {spread} of the correlation.", spread=spread)
    elif means:
        here = _("Here different means take away {means} of the correlation.", means=means)
    else:
        here = _("Here both are 1, so κ equals the correlation.")
    return joined([rule, here])


def _tex(value: float, *, fixed: bool = False) -> str:
    vanishing = value and abs(value) < 0.0005
    return tex(kappa_text(value) if fixed and not vanishing else number(value, 3))


def _signed(value: float) -> str:
    """Write a number in a product or a power: in brackets, unless it is a plain one."""
    text = _tex(value)
    return f"({text})" if text.startswith("-") or "^" in text else text
