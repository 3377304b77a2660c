"""What the page on certainty shows: draws, intervals, tests, what more items bring, the word."""

import math
from dataclasses import dataclass

import numpy as np
import streamlit as st

from qwk_app.figures import chance
from qwk_app.figures.bands import bands as bands_figure
from qwk_app.figures.common import Matrix
from qwk_app.figures.draws import draws as draws_figure
from qwk_app.figures.funnel import funnel as funnel_figure
from qwk_app.frame import link, queue
from qwk_app.frame.state import Lesson
from qwk_app.parts import kappa as kappa_parts
from qwk_app.shared import components, seeds
from qwk_app.words import snippets
from qwk_app.words.formulas import coloured
from qwk_app.words.language import offered
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, percent, tex
from qwk_app.words.texts import N_, _, error_text
from qwk_core import ExplainedError, KappaInterval, kappa_interval
from qwk_core.statistics.bands import band_probabilities
from qwk_core.statistics.histograms import draw_histogram, shuffle_histogram
from qwk_core.statistics.intervals import INDEPENDENT, bootstrap_kappas
from qwk_core.statistics.permutation import PermutationTest, permutation_test
from qwk_core.statistics.planning import interval_ends, items_for_width

# Keys of this page's widgets, and their names in its link.
METHOD = "interval"
LEVEL = "level"
DRAWS = "draws"
SEED = seeds.SEED
WIDTH = "width"

# Keys of what is folded away.
SETTINGS = "sure-settings"
QUOTE = "sure-quote"
TEST = "sure-test"
ERRORS = "sure-errors"
MORE = "sure-more"
WORDS = "sure-words"
FOLDS = (SETTINGS, QUOTE, TEST, ERRORS, MORE, WORDS)

METHODS = (N_("smoothed"), N_("bootstrap"), N_("bca"), N_("analytic"))
LEVELS = {"90%": 0.9, "95%": 0.95, "99%": 0.99}
NUMBERS = ("200", "2000", "10000")
_USUAL = NUMBERS[1]  # quick, and enough for the ends of an interval
WIDTHS = ("0.4", "0.2", "0.1", "0.05")

_NAMES = {
    "smoothed": N_("smoothed"),
    "bootstrap": N_("bootstrap"),
    "bca": N_("BCa"),
    "analytic": N_("formula"),
}
_ORDER = ("analytic", "smoothed", "bootstrap", "bca")  # from top to bottom under the draws
_WORDS = {
    "smoothed": N_("by Fisher’s transformation after two items were added"),
    "analytic": N_("by the formula of Fleiss, Cohen & Everitt"),
    "bootstrap": N_("percentile bootstrap, {draws} draws, seed {seed}"),
    "bca": N_("BCa bootstrap, {draws} draws, seed {seed}"),
}
_HOW = {
    "smoothed": N_(
        "Two items are added, one on which the raters agree and one rated by chance. Then the "
        "interval is symmetric on Fisher’s scale, which ends at −1 and 1."
    ),
    "analytic": N_("It is κ ± {z} standard errors. The formula is made for many items."),
    "bootstrap": N_("It holds the middle {level} of the resampled kappas."),
    "bca": N_(
        "It holds the middle of the resampled kappas, corrected for bias and skewness (BCa)."
    ),
}
_GRID = 25  # points of a curve
_LEAST_P = 0.0001  # a normal curve's tail is not to be trusted farther out
_NARROW = 1e-6  # intervals below this have no picture: they are a point to the eye


@dataclass(frozen=True)
class Certainty:
    """What the page knows once its settings are read."""

    draws: Matrix
    seed: int
    chosen: KappaInterval
    intervals: tuple[KappaInterval, ...]
    level: str

    @property
    def formula(self) -> KappaInterval:
        """The interval by the formula, with both standard errors."""
        return self.intervals[_ORDER.index("analytic")]

    @property
    def flat(self) -> bool:
        """Whether the draws have no spread that could be seen."""
        defined = self.draws[~np.isnan(self.draws)]
        return not len(defined) or float(np.ptp(defined)) < _NARROW

    @property
    def smoothed(self) -> KappaInterval:
        """The interval that every page shows unless another is chosen."""
        return self.intervals[_ORDER.index("smoothed")]

    def places(self, kappa: float, fewer: int = 0) -> str:
        """Write a kappa with as many decimals as the chosen interval's width asks for."""
        width = self.chosen.width
        more = math.ceil(-math.log10(width)) - 2 if width > 0 else 0
        return kappa_text(kappa, min(max(3, 3 + more), 12) - fewer)


# A link that a class opens at once, or a click elsewhere on the page, need not draw anew.
@st.cache_data(max_entries=64, show_spinner=False)
def _draws(observed: Matrix, scheme: str, n_draws: int, seed: int) -> Matrix:
    return bootstrap_kappas(observed, n_draws=n_draws, seed=seed, scheme=scheme)


@st.cache_data(max_entries=64, show_spinner=False)
def _test(observed: Matrix, scheme: str, n_shuffles: int, seed: int) -> PermutationTest:
    return permutation_test(observed, n_shuffles=n_shuffles, seed=seed, scheme=scheme)


def certain(lesson: Lesson) -> Certainty | None:
    """Show the draws and the intervals; return what was drawn, None where there is nothing."""
    walk = lesson.walk
    first = kappa_interval(walk.observed, scheme=walk.scheme, method="auto")
    if math.isnan(first.low):
        assert first.caution is not None, "an interval is never missing without a reason"
        st.info(_(first.caution), icon=":material/info:")
        st.markdown(
            _(
                "There is no interval yet. With more items, and raters who both vary, this page "
                "shows how much κ could vary."
            )
        )
        return None
    picture, sentence = st.columns([8, 7], vertical_alignment="center")
    # The settings are drawn while they are folded away, too: a link has them.
    folded = st.expander(
        _("Choose the interval, and how it is found"),
        key=SETTINGS,
        icon=":material/tune:",
        on_change="rerun",
    )
    with folded:
        method, level = _settings()
        how = st.container()
        n_draws, seed = _chance()
    with picture:
        try:
            with queue.place(cost=walk.observed.size * n_draws, busy=_("Resampling …")):
                draws = _draws(walk.observed, walk.scheme, n_draws, seed)
        except ExplainedError as error:  # too many others are drawing
            st.info(error_text(error), icon=":material/hourglass_top:")
            st.stop()
    intervals = tuple(
        kappa_interval(
            walk.observed, scheme=walk.scheme, level=LEVELS[level], method=each, draws=draws
        )
        for each in _ORDER
    )
    sure = Certainty(draws, seed, intervals[_ORDER.index(method)], intervals, level)
    with sentence:
        st.markdown(_interval_sentence(sure))
    if folded.open:
        how.markdown(_how(sure))
    with picture:
        if sure.chosen.caution:
            st.info(_(sure.chosen.caution), icon=":material/info:")
        if sure.flat:
            st.markdown(_no_spread(sure))
        else:
            _picture(lesson, sure, compared=bool(folded.open))
    return sure


def _no_spread(sure: Certainty) -> str:
    return _(
        "All {draws} resamples give κ = {kappa}, so there is no spread to show. This "
        "does not prove that other items would give the same.",
        draws=number(len(sure.draws) - sure.chosen.n_undefined),
        kappa=kappa_text(sure.chosen.kappa),
    )


def _settings() -> tuple[str, str]:
    method = st.segmented_control(
        _("Interval"),
        offered(METHOD, METHODS, _),
        default=METHODS[0],
        required=True,
        format_func=_,
        key=METHOD,
        bind=link.bind(METHOD),
    )
    level = st.segmented_control(
        _("Confidence"),
        offered(LEVEL, list(LEVELS), _level),
        default="95%",
        required=True,
        format_func=_level,
        key=LEVEL,
        bind=link.bind(LEVEL),
    )
    return (
        link.valid(METHOD, method),
        link.valid(LEVEL, level),
    )


def _level(level: str) -> str:
    return percent(LEVELS[level])


def _width(width: str) -> str:
    return number(float(width))


def _chance() -> tuple[int, int]:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number_of_draws = st.segmented_control(
            _("Resamples"),
            NUMBERS,
            default=_USUAL,
            required=True,
            key=DRAWS,
            bind=link.bind(DRAWS),
            help=_(
                "With more resamples the ends of the interval move less. Choose the "
                "most before you quote it."
            ),
        )
        seed = seeds.field(
            SEED,
            _("Seed"),
            _("Resample again"),
            help=_("The same seed makes the same resamples, so a link shows what you see."),
        )
    seed = seeds.settle(seed, N_("A seed is a whole number from 1 to {most}. Seed 1 is used here."))
    return int(link.valid(DRAWS, number_of_draws)), seed


def _interval_sentence(sure: Certainty) -> str:
    chosen = sure.chosen
    said = _(
        "The {level} confidence interval goes from **{low}** to **{high}**.",
        level=_level(sure.level),
        low=sure.places(chosen.low),
        high=sure.places(chosen.high),
    )
    meaning = _(
        "Of 100 such intervals, about {held} hold the true κ: that of all items one could rate.",
        held=round(100 * LEVELS[sure.level]),
    )
    remarks = [said, meaning]
    if chosen.high > 1:
        remarks.append(_("It goes beyond 1, and no kappa can. Use the smoothed interval."))
    if chosen.low <= 0 <= chosen.high and chosen.width > 0:
        remarks.append(
            _("The interval includes 0. Could it be chance? The test below answers that.")
        )
    if chosen.too_narrow is not None:
        remarks.append(f"**{message_text(chosen.too_narrow)}**")
    return "\n\n".join([remarks[0], " ".join(remarks[1:])]).strip()


def _how(sure: Certainty) -> str:
    """Say how the chosen interval is found, and how often such intervals are right."""
    chosen = sure.chosen
    remarks = [
        _(_HOW[chosen.method], z=number(chosen.n_standard_errors), level=_level(sure.level)),
        _(
            "A resample draws as many items as there are from these, some of them twice, some not "
            "at all. Then its κ is computed. Doing this again and again is called the bootstrap."
        ),
    ]
    if chosen.n_undefined:
        remarks.append(
            _(
                "In {undefined} of {draws} resamples κ is undefined. They are left out.",
                undefined=number(chosen.n_undefined),
                draws=number(chosen.n_draws),
            )
        )
    if chosen.too_narrow is None and chosen.held is not None:
        remarks.append(
            _(
                "In simulated studies with counts like these, {held} of such 95% intervals held "
                "the true κ.",
                held=percent(chosen.held),
            )
        )
    return "\n\n".join(remarks)


def _picture(lesson: Lesson, sure: Certainty, *, compared: bool) -> None:
    """Show the resamples and the chosen interval, or all four to compare."""
    chosen = sure.chosen
    shown = [
        (method, one)
        for method, one in zip(_ORDER, sure.intervals, strict=True)
        if compared or one is chosen
    ]
    intervals = [one for _method, one in shown]
    components.chart(
        draws_figure(
            draw_histogram(sure.draws),
            intervals,
            intervals.index(chosen),
            [_(_NAMES[method]) for method, _one in shown] if compared else [_level(sure.level)],
            [(sure.places(one.low, fewer=1), sure.places(one.high, fewer=1)) for one in intervals],
            palette=lesson.palette,
            mark=_("κ = {kappa}", kappa=kappa_text(chosen.kappa)),
            axis=_("κ of a sample drawn at random"),
            compared=compared,
        ),
        key="draws-of-kappa",
        alt=_(
            "How often each κ came up in {draws} resamples, around {kappa}; the {level} "
            "interval goes from {low} to {high}",
            draws=number(len(sure.draws)),
            kappa=kappa_text(chosen.kappa),
            level=_level(sure.level),
            low=sure.places(chosen.low),
            high=sure.places(chosen.high),
        ),
    )
    components.note(
        _(
            "Bars: the resamples. Dots: the spread the formula predicts. Shaded: the "
            "chosen interval."
        )
        if compared
        else _("Bars: κ of samples drawn at random from these items. Shaded: the interval.")
    )


def report(lesson: Lesson, sure: Certainty | None) -> None:
    """Show the line to quote, ready to copy; folded away, since code takes a library of its own."""
    if sure is None:
        return
    components.note(_(INDEPENDENT))
    place = components.fold(QUOTE, _("A line to quote"))
    if place is None:
        return
    chosen = sure.chosen
    how = _(_WORDS[chosen.method], draws=number(chosen.n_draws), seed=sure.seed)
    place.code(
        _(
            "κ = {kappa}, {level} interval {low} to {high} ({how}); {scheme} weights, "
            "{categories} categories, n = {n}",
            kappa=sure.places(chosen.kappa),
            level=_level(sure.level),
            low=sure.places(chosen.low),
            high=sure.places(chosen.high),
            how=how,
            scheme=_(lesson.walk.scheme),
            categories=len(lesson.labels),
            n=number(lesson.walk.n),
        ),
        language=None,
        wrap_lines=True,
    )


def test(lesson: Lesson, sure: Certainty | None) -> None:
    """Shuffle the predictions, and say how often chance alone does as well."""
    walk = lesson.walk
    if sure is None or walk.has_constant_rater:
        st.markdown(_("Shuffling always gives the same κ here, so there is nothing to test."))
        return
    try:
        with queue.place(cost=walk.observed.size * len(sure.draws), busy=_("Shuffling …")):
            tested = _test(walk.observed, walk.scheme, len(sure.draws), sure.seed)
    except ExplainedError as error:
        st.info(error_text(error), icon=":material/info:")
        return
    kappa = kappa_text(walk.kappa)
    components.chart(
        chance.kappas(
            shuffle_histogram(tested.kappas, walk.kappa),
            walk.kappa,
            palette=lesson.palette,
            mark=_("κ = {kappa}", kappa=kappa),
            axes=(_("kappa of a shuffle"), _("shuffles")),
            height=220,
        ),
        key="kappa-by-chance",
        alt=_(
            "Histogram of kappa in {count} shuffles, around 0; {kappa} or more in {reached}",
            count=number(tested.n_shuffles),
            reached=number(tested.hits),
            kappa=kappa,
        ),
    )
    st.markdown(
        _(
            "Shuffled predictions agree with the actual ratings by chance alone. "
            "**{hits} of {shuffles}** shuffles reached this κ or more: p = (1 + {hits}) "
            "÷ (1 + {shuffles}) = **{p}** (one-sided).",
            hits=number(tested.hits),
            shuffles=number(tested.n_shuffles),
            p=number(tested.p_value, 3),
        )
    )


def errors(lesson: Lesson, sure: Certainty | None) -> None:
    """Keep the two standard errors apart: one for the interval, one for the test."""
    st.markdown(
        _(
            "**Var** asks: how much would this κ vary with other items? **Var₀** asks: "
            "if the raters agreed only by chance, how far from 0 would κ be? Use Var for "
            "an interval and Var₀ for a test of κ = 0, never the other way round."
        )
    )
    k = coloured(r"\kappa", "kappa", palette=lesson.palette)
    if sure is not None:
        st.latex(_live_errors(k, sure.formula))
        if not math.isnan(sure.formula.z):
            st.markdown(_z_sentence(sure.formula))
    st.latex(_FORMULAS)
    components.note(
        _(
            "v = 1 − w, p = O ÷ n. Fleiss, Cohen & Everitt (1969), Psychological Bulletin 72, "
            "323–327, equations 8 and 9."
        )
    )


_FORMULAS = r"""
\begin{aligned}
p_o &= \textstyle\sum v_{ij}\,p_{ij},\quad p_e = \sum v_{ij}\,p_{i\cdot}\,p_{\cdot j}\\
\bar v_{i\cdot} &= \textstyle\sum_j v_{ij}\,p_{\cdot j},\quad
\bar v_{\cdot j} = \sum_i v_{ij}\,p_{i\cdot}\\[8pt]
A &= \textstyle\sum p_{ij}\bigl[v_{ij}(1-p_e)\\
&\qquad - (\bar v_{i\cdot}+\bar v_{\cdot j})(1-p_o)\bigr]^2\\
B &= (p_o\,p_e - 2p_e + p_o)^2\\
\mathrm{Var} &= \frac{A - B}{n\,(1-p_e)^4}\\[8pt]
A_0 &= \textstyle\sum p_{i\cdot}\,p_{\cdot j}\bigl[v_{ij}\\
&\qquad - (\bar v_{i\cdot}+\bar v_{\cdot j})\bigr]^2\\
\mathrm{Var}_0 &= \frac{A_0 - p_e^2}{n\,(1-p_e)^2}
\end{aligned}
"""


def _live_errors(k: str, formula: KappaInterval) -> str:
    error, null_error, kappa, z = (
        tex(number(value, decimals))
        for value, decimals in (
            (formula.standard_error, 3),
            (formula.null_standard_error, 3),
            (formula.kappa, 3),
            (formula.z, 2),
        )
    )
    lines = [
        rf"{k} \pm z\sqrt{{\mathrm{{Var}}}} &= {kappa} \pm "
        rf"{tex(number(formula.n_standard_errors))} \times {error}"
    ]
    if not math.isnan(formula.z):
        lines.append(
            rf"\frac{{{k}}}{{\sqrt{{\mathrm{{Var}}_0}}}} &= \frac{{{kappa}}}{{{null_error}}} = "
            rf"{z}"
        )
    return r"\begin{aligned}" + r"\\[10pt] ".join(lines) + r"\end{aligned}"


def _z_sentence(formula: KappaInterval) -> str:
    return _(
        "This is z: κ in standard errors from 0. By the normal curve p = **{greater}** "
        "(one-sided) or {both} (two-sided). With few items, prefer the shuffles above.",
        greater=_p_text(formula.p_value_greater),
        both=_p_text(formula.p_value),
    )


def _p_text(p: float) -> str:
    return number(p, 3) if p >= _LEAST_P else _("under {least}", least=number(_LEAST_P, 4))


def more_items(lesson: Lesson, sure: Certainty | None) -> None:
    """Show how the interval closes with n, and how many items a wanted width takes."""
    walk = lesson.walk
    if sure is None:
        st.markdown(_("More items make an interval narrower. Here there is none yet."))
        return
    if sure.smoothed.width < _NARROW:
        st.markdown(_("This interval is already very narrow."))
        return
    wanted = st.segmented_control(
        _("How wide should the interval be?"),
        offered(WIDTH, WIDTHS, _width),
        default=WIDTHS[1],
        required=True,
        format_func=_width,
        key=WIDTH,
        bind=link.bind(WIDTH),
    )
    wanted = link.valid(WIDTH, wanted)
    level, n = LEVELS[sure.level], float(walk.n)
    needed = items_for_width(walk.observed, float(wanted), scheme=walk.scheme, level=level)
    if needed is None:
        st.markdown(_("No number of items that anyone could rate makes it so narrow."))
        return
    sizes = np.geomspace(max(min(n, needed) / 4, 1), 4 * max(n, needed), _GRID)
    components.chart(
        funnel_figure(
            sizes.tolist(),
            interval_ends(walk.observed, sizes, scheme=walk.scheme, level=level),
            walk.kappa,
            [(n, _("now")), (needed, number(needed))],
            palette=lesson.palette,
            axes=(_("items"), _("kappa")),
        ),
        key="more-items",
        alt=_(
            "The {level} interval narrows as items are added; it is {width} wide at {needed} items",
            level=_level(sure.level),
            width=_width(wanted),
            needed=number(needed),
        ),
    )
    st.markdown(_needed_sentence(sure, wanted, needed, n))


def _needed_sentence(sure: Certainty, wanted: str, needed: int, n: float) -> str:
    if needed > n:
        return _(
            "These {n} items give an interval {width} wide. If the shares in O stay the same, an "
            "expected width of {wanted} needs about **{needed} items**; about half of such studies "
            "have a narrower interval. Half the width needs about four times the items.",
            n=number(n),
            width=number(sure.smoothed.width, 3),
            wanted=_width(wanted),
            needed=number(needed),
        )
    return _(
        "These {n} items give an interval {width} wide. With the same shares in O, about "
        "**{needed}** would have an expected width of {wanted}.",
        n=number(n),
        width=number(sure.smoothed.width, 3),
        wanted=_width(wanted),
        needed=number(needed),
    )


def words(lesson: Lesson, sure: Certainty | None) -> None:
    """Show how probable each band of a reading scale is: the share of the draws in it."""
    if sure is None:
        st.markdown(_("Without resamples nobody can say how often each word would come up."))
        return
    scale = kappa_parts.choose_scale()
    shares = band_probabilities(sure.draws, scale).tolist()
    band = scale.band(sure.chosen.kappa)
    assert band is not None, "kappa is defined here"
    chosen = scale.bands.index(band)
    names = [_(each.label) for each in scale.bands]
    notes = [percent(share) for share in shares]
    components.chart(
        bands_figure(shares, names, notes, chosen, palette=lesson.palette),
        key="bands",
        alt=_(
            "Share of the resamples in each band: {bands}",
            bands=", ".join(f"{name} {note}" for name, note in zip(names, notes, strict=True)),
        ),
    )
    st.markdown(
        _(
            "You would report **{band}**. {share} of the resamples give the same word; "
            "the others give another one.",
            band=names[chosen],
            share=notes[chosen],
        )
        if shares[chosen] < 1
        else _(
            "You would report **{band}**, and every resample gives the same word.",
            band=names[chosen],
        )
    )


def question(lesson: Lesson, sure: Certainty | None) -> None:
    """Ask how many items halve the width; where there is no width, what that means."""
    n = int(lesson.walk.n)
    if sure is None:
        components.question(
            "sure-nothing",
            _("What would make this kappa more precise?"),
            [_("more resamples"), _("more items, rated by both"), _("a higher confidence level")],
            1,
            _(
                "Resamples and confidence levels use the same items again. Only new items "
                "tell you more."
            ),
        )
        return
    if not sure.formula.standard_error > 0:
        components.question(
            "sure-point",
            _("The formula's interval has no width. Must the next item agree, too?"),
            [_("yes"), _("no"), _("only with these weights")],
            1,
            _(
                "The formula knows only these {n} items. They do not vary, so it cannot "
                "say how others would.",
                n=number(n),
            ),
        )
        return
    options = [number(times * n) for times in (2, 4, 8)]
    turn = (n + len(lesson.labels)) % 3  # the place must not give the answer away
    turned = options[turn:] + options[:turn]
    components.question(
        "sure",
        _(
            "With {n} items the formula's interval is {width} wide. How many would halve that?",
            n=number(n),
            width=number(sure.formula.width, 3),
        ),
        turned,
        turned.index(options[1]),
        _(
            "The width shrinks with the square root of n: 4 × {n} = {answer} items for half of it.",
            n=number(n),
            answer=options[1],
        ),
    )


def code(lesson: Lesson, sure: Certainty | None) -> None:
    """Show the lines that compute both kinds of interval on this example."""
    if sure is not None:
        components.code(
            snippets.interval(
                lesson, level=LEVELS[sure.level], n_draws=len(sure.draws), seed=sure.seed
            )
        )
