"""The interval on the page How sure, its resamples, and its method."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

import numpy as np
import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import Matrix
from qwk_app.frame import queue, state
from qwk_app.frame.state import Lesson
from qwk_app.shared import components, fields
from qwk_app.words.keyed import KEYED
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, error_text, joined
from qwk_core import ExplainedError, KappaInterval, kappa_interval
from qwk_core.statistics.histograms import Histogram, draw_histogram
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.notes import NOTES

# Keys of this page's widgets, and their names in its link.
METHOD = "interval"
LEVEL = "level"
DRAWS = "draws"

SETTINGS = "sure-settings"  # the key of what is folded away

LEVELS = {"90%": 0.9, "95%": 0.95, "99%": 0.99}
_UNASKED = ("smoothed", 2000, fields.FIRST)  # method, number of resamples, seed

# The methods, in the words of older links; their names, from top to bottom below the draws.
_NAMES = {
    N_("analytic"): N_("formula"),
    N_("smoothed"): N_("smoothed"),
    N_("bootstrap"): N_("bootstrap"),
    N_("bca"): N_("BCa"),
}
NARROW = 1e-6
"""Intervals below this have no picture: they are a point to the eye."""

_SPLIT = 0.34  # of the height: the part for the intervals, below the draws
_ROOM = 0.2  # of the width, on either side of the widest interval, for the numbers at its ends
_POINTS = 31  # of a curve
_DIGITS = 3  # of each number; more would make the figure larger


@dataclass(frozen=True)
class Certainty:
    """The settings of the page, with the resamples and intervals."""

    draws: Matrix
    seed: int
    chosen: KappaInterval
    formula: KappaInterval
    level: str

    @property
    def flat(self) -> bool:
        """Whether the draws have no visible spread."""
        defined = self.draws[~np.isnan(self.draws)]
        return not len(defined) or float(np.ptp(defined)) < NARROW

    def places(self, kappa: float, fewer: int = 0) -> str:
        """Write a kappa with as many decimals as the width of the chosen interval needs."""
        width = self.chosen.width
        more = math.ceil(-math.log10(width)) - 2 if width > 0 else 0
        return kappa_text(kappa, min(max(3, 3 + more), 12) - fewer)


# With many categories this takes seconds; a class opens the same link at once.
_draws = st.cache_data(max_entries=64, show_spinner=False)(bootstrap_kappas)


def show(lesson: Lesson) -> Certainty | None:
    """Show the draws and the intervals; return them, or None if there are none."""
    walk = lesson.walk
    first = kappa_interval(walk.observed, scheme=walk.scheme, method="analytic")  # the quickest
    if math.isnan(first.low) or walk.has_constant_rater:
        assert first.caution is not None, "an interval is never missing without a reason"
        st.info(_(first.caution), icon=":material/info:")
        st.markdown(_("There is no interval yet. It takes more items, and raters who both vary."))
        return None
    picture, sentence = st.columns([8, 7], vertical_alignment="center")
    with sentence:
        level, text = choose_level(), st.container()
    components.note(_(NOTES["independent"]))
    folded = st.expander(f"**{_('How the interval is found')}**", key=SETTINGS, on_change="rerun")
    # A field that is not drawn loses its parameter of the link. So fields in the link are drawn.
    asked = folded.open or any(name in st.query_params for name in (METHOD, DRAWS, fields.SEED))
    with folded:
        method, n_draws, seed = _settings() if asked else _UNASKED
        how = st.container()
    with picture:
        try:
            with queue.place(cost=walk.observed.size * n_draws, busy=_("Resampling …")):
                draws = _draws(walk.observed, n_draws=n_draws, seed=seed, scheme=walk.scheme)
        except ExplainedError as error:  # too many others are waiting
            st.info(error_text(error), icon=":material/hourglass_top:")
            st.stop()
    sure = Certainty(
        draws,
        seed,
        _interval(lesson, level, method, draws),
        _interval(lesson, level, "analytic", draws),
        level,
    )
    text.markdown(_interval_sentence(sure))
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
    return fields.slider(LEVEL, _("Confidence"), level_text)


def level_text(level: str) -> str:
    """Write a level of confidence."""
    return percent(LEVELS[level])


def _settings() -> tuple[str, int, int]:
    """Let the reader choose the method, how many resamples, and their seed."""
    method = fields.buttons(METHOD, _("Interval"), lambda name: _(_NAMES[name]))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n_draws = fields.buttons(
            DRAWS,
            _("Resamples"),
            str,
            help=_(
                "With more resamples the ends of the interval move less. Choose the "
                "most before you quote it."
            ),
        )
        typed = fields.typed(
            _("Seed"),
            help=_("The same seed makes the same resamples, so a link shows what you see."),
        )
        fields.next_one(_("Resample again"))
    return method, int(n_draws), fields.settled(typed)


def _interval_sentence(sure: Certainty) -> str:
    chosen = sure.chosen
    text = _(
        "The {level} confidence interval goes from **{low}** to **{high}**.",
        level=level_text(sure.level),
        low=sure.places(chosen.low),
        high=sure.places(chosen.high),
    )
    meaning = _(
        "Of 100 such intervals, about {held} hold the true κ: that of all items one could rate.",
        held=round(100 * LEVELS[sure.level]),
    )
    remarks = [meaning]
    if chosen.high > 1:
        remarks.append(_("It goes beyond 1, and no kappa can. Use the smoothed interval."))
    if chosen.low <= 0 <= chosen.high and chosen.width > 0:
        remarks.append(_("It includes 0: the agreement may be chance."))
    if chosen.too_narrow is not None:
        remarks.append(f"**{message_text(chosen.too_narrow)}**")
    return f"{text}\n\n{joined(remarks)}"


def _how(sure: Certainty) -> str:
    """Explain the method of the chosen interval, and say how often it contains κ."""
    chosen = sure.chosen
    remarks = [
        _(
            KEYED["interval_is"][chosen.method],
            z=number(chosen.n_standard_errors),
            level=level_text(sure.level),
        ),
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
    methods = tuple(_NAMES) if compared else (chosen.method,)
    intervals = [
        chosen if method == chosen.method else _interval(lesson, sure.level, method, sure.draws)
        for method in methods
    ]
    names = [_(_NAMES[method]) for method in methods] if compared else [level_text(sure.level)]
    components.chart(
        _chart(sure, dict(zip(names, intervals, strict=True))),
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


def _chart(sure: Certainty, shown: Mapping[str, KappaInterval]) -> Chart:
    """Draw the resamples of κ above intervals, by their names, on one axis.

    The chosen interval is thick, and shaded through the draws. If several are compared, the
    formula's spread is drawn as a curve.
    """
    histogram, compared = draw_histogram(sure.draws), len(shown) > 1
    extent = low, high = _extent(histogram.edges.tolist(), shown.values())
    decimals = _DIGITS - floor(log10(high - low))
    ends = round(low, decimals), round(high, decimals)
    split = _SPLIT if compared else _SPLIT / 2
    line, words = marks.at_kappa(sure.chosen.kappa, extent)
    palette = state.palette()
    place = dict(x0=sure.chosen.low, x1=sure.chosen.high, y0=0, y1=1, yref="paper")
    shade = dict(type="rect", fillcolor=palette.kappa.high, opacity=0.18, line=dict(width=0))
    rows = enumerate(shown.items())
    # The name of a single row is short and fits a fixed margin. To measure names, Plotly would draw
    # the chart twice for each change.
    margin, auto = ({}, True) if compared else (dict(l=48, b=48), False)
    axis = _("κ of a sample drawn at random")
    bars, numbers = marks.histogram("draws", histogram, palette.plain.high, axis, _("resamples"))
    return marks.chart(
        [
            bars,
            *([_curve(sure, histogram, extent, decimals)] if compared else []),
            *(_stroke(row, name, one, sure, decimals) for row, (name, one) in rows),
        ],
        400 if compared else 320,
        numbers,
        table(list(shown), {axis: [" – ".join(_ends(sure, one)) for one in shown.values()]}),
        margin=margin,
        xaxis=marks.axis(*ends, anchor="y2", nticks=7, showgrid=True, title=axis, automargin=auto),
        yaxis=marks.axis(0, 1.08 * histogram.counts.max().item(), visible=False, domain=[split, 1]),
        yaxis2=marks.rows(list(shown), above=0.6, below=0.6)
        | dict(domain=[0, split - 0.04], automargin=auto),
        shapes=[shade | place | marks.BELOW, line],
        annotations=[words],
    )


def _ends(sure: Certainty, interval: KappaInterval) -> tuple[str, str]:
    return sure.places(interval.low, fewer=1), sure.places(interval.high, fewer=1)


def _extent(edges: Sequence[float], shown: Iterable[KappaInterval]) -> tuple[float, float]:
    """Return the ends of the axis, with room for the numbers beside draws and intervals."""
    places = [edges[0], edges[-1], *(end for one in shown for end in (one.low, one.high))]
    room = _ROOM * (max(places) - min(places))
    return min(places) - room, max(places) + room


def _curve(
    sure: Certainty,
    histogram: Histogram,
    extent: tuple[float, float],
    decimals: int,
) -> marks.Mark:
    """Return the normal curve of the formula, scaled to the number of draws."""
    places = np.linspace(*extent, _POINTS)
    width = histogram.edges[1] - histogram.edges[0]
    heights = sure.formula.density(places) * histogram.counts.sum() * width
    drawn = not np.isnan(heights).any()
    return marks.lines(
        "curve",
        places.round(decimals).tolist() if drawn else [],
        heights.round(1).tolist() if drawn else [],
        line=dict(color=state.palette().ink, width=1.5, dash="dot", shape="spline"),
        cliponaxis=True,
    )


def _stroke(row: int, name: str, one: KappaInterval, sure: Certainty, decimals: int) -> marks.Mark:
    """Return an interval, its ends written beside it; the chosen one is thick."""
    low, high = _ends(sure, one)
    palette = state.palette()
    colour = (palette.kappa if one is sure.chosen else palette.plain).ink
    return marks.words(
        escape(name),
        [round(one.low, decimals + 1), round(one.high, decimals + 1)],
        [row, row],
        [f"{low} ", f" {high}"],
        ["middle left", "middle right"],
        mode="lines+markers+text",
        yaxis="y2",
        line=dict(color=colour, width=5 if one is sure.chosen else 1),
        marker=dict(symbol="line-ns", size=14, line=dict(color=colour, width=2)),
    )


def question(lesson: Lesson, sure: Certainty | None) -> None:
    """Ask how many items halve the width; if there is no width, ask what that means."""
    n = int(lesson.walk.n)
    if sure is None:
        components.question("sure-nothing", 1)
        return
    if not sure.formula.standard_error > 0:
        components.question("sure-point", 1, n=number(n))
        return
    options = [number(times * n) for times in (2, 4, 8)]
    turn = (n + len(lesson.labels)) % 3  # so that the right answer has no fixed place
    turned = options[turn:] + options[:turn]
    components.question(
        "sure",
        turned.index(options[1]),
        options=turned,
        n=number(n),
        low=sure.places(sure.formula.low),
        high=sure.places(sure.formula.high),
        answer=options[1],
    )
