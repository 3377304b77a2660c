"""The relation of kappa, error and correlation: three ways to write one number."""

from collections.abc import Mapping
from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.frame import state
from qwk_app.frame.state import SCHEMES, Lesson
from qwk_app.shared import components
from qwk_app.words import names
from qwk_app.words.formulas import coloured, word
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number, percent, tex
from qwk_app.words.texts import _, joined
from qwk_core.pictures.hues import mix, text_on
from qwk_core.statistics.measures import Measures

_NOTHING = 1e-9  # a number this near to 1 is 1 except for rounding


def identity(lesson: Lesson, found: Measures) -> None:
    """Show quadratic kappa as a share of error and as a concordance, with the live numbers."""
    k, o, e = map(
        coloured,
        (r"\kappa", word(_("MSE")), word(_("MSE by chance"))),
        ("kappa", "observed", "expected"),
    )
    mse, by_chance = _tex(found.mean_squared_error), _tex(found.expected_mse)
    value = (
        word(_("undefined"))
        if found.expected_mse == 0
        else coloured(_tex(found.quadratic, fixed=True), "kappa")
    )
    covariance = word(_("covariance"))
    # In short lines, which fit a phone.
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.7em}}{k} &= 1 - \frac{{{o}}}{{{e}}}\\[1em] "
        rf"&= 1 - \frac{{{mse}}}{{{by_chance}}}\\[1em] "
        rf"&= \frac{{2\,{covariance}}}{{s_a^2 + s_p^2 + (\bar p - \bar a)^2}}\\[1em] "
        rf"&= \frac{{2 \times {_signed(found.covariance)}}}{{{_tex(found.actual_variance)} + "
        rf"{_tex(found.predicted_variance)} + {_signed(_difference_of_means(found))}^2}}\\[1em] "
        rf"&= {value}\end{{aligned}}"
    )
    st.markdown(
        _(
            "The first lines are kappa, written with mean squared errors (MSE). The next are "
            "**Lin's concordance** (its variances divide by n). With quadratic weights they are "
            "the same number."
        )
    )
    if lesson.walk.scheme != SCHEMES[0]:
        components.note(_("This is true for quadratic weights only, so they are used here."))


def _difference_of_means(found: Measures) -> float:
    return found.predicted_mean - found.actual_mean


def chance_error(found: Measures) -> None:
    """Show the mean squared error, and the one by chance in its three parts."""
    st.markdown(error_sentence(found))
    if found.expected_mse == 0:
        return
    parts = {
        names.actual(): found.actual_variance,
        names.predicted(): found.predicted_variance,
        _("means"): _difference_of_means(found) ** 2,
    }
    components.chart(
        _bars(found.mean_squared_error, parts),
        key="errors",
        alt=_(
            "Mean squared error {mse}; by chance {total}: {parts}",
            mse=number(found.mean_squared_error, 3),
            total=number(found.expected_mse, 3),
            parts=", ".join(f"{name} {number(part, 3)}" for name, part in parts.items()),
        ),
    )


def _bars(error: float, parts: Mapping[str, float]) -> Chart:
    """Draw the error as a bar, and below it a bar with the three parts of chance's error."""
    palette = state.palette()
    own, chance = palette.observed.high, palette.expected
    shades = [mix(chance.low, chance.high, share) for share in (1, 0.6, 0.25)]
    names = _("observed"), _("by chance")
    columns = {names[0]: error, **{f"{names[1]}: {name}": part for name, part in parts.items()}}
    texts = [number(value, 3) for value in columns.values()]
    return marks.chart(
        [
            _bar(names[0], error, 0, mix(own, own, 1)),
            *(
                _bar(name, part, 1, shade)
                for (name, part), shade in zip(parts.items(), shades, strict=True)
            ),
        ],
        230,
        table(list(columns), {_("value"): texts}),
        barmode="stack",
        # A short bar has no words, mostly on a phone. The legend has all.
        uniformtext=dict(minsize=13, mode="hide"),
        showlegend=True,
        legend=dict(orientation="h", x=0, xanchor="left", y=0, yanchor="top", itemclick=False)
        | dict(traceorder="normal"),
        xaxis=marks.axis(0, 1.01 * max(error, sum(parts.values())), visible=False),
        yaxis=marks.rows(names),
    )


def _bar(name: str, length: float, row: int, colour: tuple[int, int, int]) -> marks.Mark:
    texts = [escape(name), number(length, 3)]
    return marks.bars(
        " ".join(texts),
        [length],
        [row],
        lying=True,
        width=0.62,
        text=["<br>".join(texts) if row else texts[1]],
        textposition="inside" if row else "auto",
        insidetextanchor="middle",
        textangle=0,
        insidetextfont=dict(color=text_on(colour)),
        showlegend=bool(row),
        marker=dict(color=f"rgb{colour}", line=dict(color=state.palette().ink, width=0.5)),
        hovertemplate=f"{' '.join(texts)}<extra></extra>",
    )


def error_sentence(found: Measures) -> str:
    """Explain the parts of chance's error, and how much error the raters make."""
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


def split(found: Measures) -> None:
    """Show quadratic kappa as correlation × spread × means, and explain the smallest factor."""
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
    kappa = coloured(r"\kappa", "kappa")
    value = coloured(_tex(found.quadratic, fixed=True), "kappa")
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.2em}}{kappa} &= {product}\\ &= {value}\end{{aligned}}"
    )
    st.markdown(correlation_sentence(found))


def correlation_sentence(found: Measures) -> str:
    """Explain the difference of kappa and correlation: other spreads, other means, or none."""
    rule = _(
        "Correlation looks for any straight line, kappa for the line of equal ratings. So κ is the "
        "correlation times two factors. One is 1 if both raters spread alike, the other if their "
        "means are equal."
    )
    spread, means = (
        percent(1 - factor) if 1 - factor > _NOTHING else ""
        for factor in (found.spread_factor, found.shift_factor)
    )
    differ = {(True, True): "both", (True, False): "spreads", (False, True): "means"}
    here = KEYED["differ"][differ.get((bool(spread), bool(means)), "neither")]
    return joined([rule, _(here, spread=spread, means=means)])


def _tex(value: float, *, fixed: bool = False) -> str:
    vanishing = value and abs(value) < 0.0005
    return tex(kappa_text(value) if fixed and not vanishing else number(value, 3))


def _signed(value: float) -> str:
    """Write a number in a product or a power; a negative one is in brackets."""
    text = _tex(value)
    return f"({text})" if text.startswith("-") or "^" in text else text
