"""The interval on the page How sure: resamples, the interval in them, and how it is found."""

import math
from dataclasses import dataclass

import numpy as np
import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.figures.draws import draws as draws_figure
from qwk_app.frame import link, queue
from qwk_app.frame.state import Lesson
from qwk_app.shared import components, seeds
from qwk_app.words import snippets
from qwk_app.words.language import offered
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, error_text, joined
from qwk_core import ExplainedError, KappaInterval, kappa_interval
from qwk_core.statistics.histograms import draw_histogram
from qwk_core.statistics.intervals import INDEPENDENT, bootstrap_kappas

# Keys of this page's widgets, and their names in its link.
METHOD = "interval"
LEVEL = "level"
DRAWS = "draws"

SETTINGS = "sure-settings"  # the key of what is folded away

METHODS = (N_("smoothed"), N_("bootstrap"), N_("bca"), N_("analytic"))
LEVELS = {"90%": 0.9, "95%": 0.95, "99%": 0.99}
NUMBERS = ("200", "2000", "10000")
_USUAL = NUMBERS[1]  # quick, and enough for the ends of an interval

_NAMES = {
    "smoothed": N_("smoothed"),
    "bootstrap": N_("bootstrap"),
    "bca": N_("BCa"),
    "analytic": N_("formula"),
}
_ORDER = ("analytic", "smoothed", "bootstrap", "bca")  # from top to bottom under the draws
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
NARROW = 1e-6
"""Intervals below this have no picture: they are a point to the eye."""


@dataclass(frozen=True)
class Certainty:
    """What the page knows once its settings are read."""

    draws: Matrix
    seed: int
    chosen: KappaInterval
    formula: KappaInterval
    level: str

    @property
    def flat(self) -> bool:
        """Whether the draws have no spread that could be seen."""
        defined = self.draws[~np.isnan(self.draws)]
        return not len(defined) or float(np.ptp(defined)) < NARROW

    def places(self, kappa: float, fewer: int = 0) -> str:
        """Write a kappa with as many decimals as the chosen interval's width asks for."""
        width = self.chosen.width
        more = math.ceil(-math.log10(width)) - 2 if width > 0 else 0
        return kappa_text(kappa, min(max(3, 3 + more), 12) - fewer)


# With many categories this takes seconds; a class opens the same link at once.
@st.cache_data(max_entries=64, show_spinner=False)
def _draws(observed: Matrix, scheme: str, n_draws: int, seed: int) -> Matrix:
    return bootstrap_kappas(observed, n_draws=n_draws, seed=seed, scheme=scheme)


def show(lesson: Lesson) -> Certainty | None:
    """Show the draws and the intervals; return what was drawn, None where there is nothing."""
    walk = lesson.walk
    first = kappa_interval(walk.observed, scheme=walk.scheme, method="analytic")  # the quickest
    if math.isnan(first.low) or walk.has_constant_rater:
        assert first.caution is not None, "an interval is never missing without a reason"
        st.info(_(first.caution), icon=":material/info:")
        st.markdown(_("There is no interval yet. It takes more items, and raters who both vary."))
        return None
    picture, sentence = st.columns([8, 7], vertical_alignment="center")
    with sentence:
        level, said = choose_level(), st.container()
    components.note(_(INDEPENDENT))
    folded = st.expander(f"**{_('How the interval is found')}**", key=SETTINGS, on_change="rerun")
    # A field that is not drawn loses its part of the link. So fields in the link are drawn.
    asked = folded.open or any(name in st.query_params for name in (METHOD, DRAWS, seeds.SEED))
    with folded:
        method, n_draws, seed = _settings() if asked else (METHODS[0], int(_USUAL), 1)
        how = st.container()
    with picture:
        try:
            with queue.place(cost=walk.observed.size * n_draws, busy=_("Resampling …")):
                draws = _draws(walk.observed, walk.scheme, n_draws, seed)
        except ExplainedError as error:  # too many others are drawing
            st.info(error_text(error), icon=":material/hourglass_top:")
            st.stop()
    sure = Certainty(
        draws,
        seed,
        _interval(lesson, level, method, draws),
        _interval(lesson, level, "analytic", draws),
        level,
    )
    said.markdown(_interval_sentence(sure))
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


def _interval(lesson: Lesson, level: str, method: str, draws: Matrix) -> KappaInterval:
    walk = lesson.walk
    return kappa_interval(
        walk.observed, scheme=walk.scheme, level=LEVELS[level], method=method, draws=draws
    )


def _no_spread(sure: Certainty) -> str:
    return _(
        "All {draws} resamples give κ = {kappa}, so there is no spread to show. This "
        "does not prove that other items would give the same.",
        draws=number(len(sure.draws) - sure.chosen.n_undefined),
        kappa=kappa_text(sure.chosen.kappa),
    )


def choose_level() -> str:
    """Let the reader choose the confidence of the interval."""
    level = st.select_slider(
        _("Confidence"),
        offered(LEVEL, list(LEVELS), level_text),
        "95%",
        format_func=level_text,
        key=LEVEL,
        bind=link.bind(LEVEL),
    )
    return link.valid(LEVEL, level)


def _settings() -> tuple[str, int, int]:
    """Let the reader choose the method, how many resamples, and their seed."""
    method = st.segmented_control(
        _("Interval"),
        offered(METHOD, METHODS, _),
        default=METHODS[0],
        required=True,
        format_func=_,
        key=METHOD,
        bind=link.bind(METHOD),
    )
    return (link.valid(METHOD, method), *_chance())


def level_text(level: str) -> str:
    """Write a level of confidence."""
    return percent(LEVELS[level])


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
        typed = seeds.typed(
            _("Seed"),
            help=_("The same seed makes the same resamples, so a link shows what you see."),
        )
        seeds.next_one(_("Resample again"))
    return int(link.valid(DRAWS, number_of_draws)), seeds.settled(typed)


def _interval_sentence(sure: Certainty) -> str:
    chosen = sure.chosen
    said = _(
        "The {level} confidence interval goes from **{low}** to **{high}**.",
        level=level_text(sure.level),
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
    return "\n\n".join([remarks[0], joined(remarks[1:])]).strip()


def _how(sure: Certainty) -> str:
    """Say how the chosen interval is found, and how often such intervals are right."""
    chosen = sure.chosen
    remarks = [
        _(_HOW[chosen.method], z=number(chosen.n_standard_errors), level=level_text(sure.level)),
        _(
            "A resample draws as many items as there are from these: some come twice, some not at "
            "all. Then its κ is computed, again and again. This is called the bootstrap."
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
    methods = _ORDER if compared else (chosen.method,)
    intervals = [
        chosen if method == chosen.method else _interval(lesson, sure.level, method, sure.draws)
        for method in methods
    ]
    components.chart(
        draws_figure(
            draw_histogram(sure.draws),
            intervals,
            intervals.index(chosen),
            [_(_NAMES[method]) for method in methods] if compared else [level_text(sure.level)],
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
            level=level_text(sure.level),
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


def code(lesson: Lesson, sure: Certainty | None) -> None:
    """Show the lines that compute both kinds of interval on this example."""
    if sure is not None:
        components.code(
            snippets.interval(
                lesson, level=LEVELS[sure.level], n_draws=len(sure.draws), seed=sure.seed
            )
        )
