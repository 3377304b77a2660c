"""Sliders that make a second rater on the page What if, and κ along each of them."""

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import Matrix
from qwk_app.frame import history, link, state
from qwk_app.frame.state import SCHEMES, Lesson, Texts
from qwk_app.shared import components
from qwk_app.words.keyed import KEYED
from qwk_app.words.language import number_format, offered
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, capitalized
from qwk_core import Ratings, observed_matrix, walk_through_counts
from qwk_core.teaching.generators import SLIDERS, RaterSettings, Slider, kappa_curve, slider_values
from qwk_core.teaching.generators import second_rater as draw_second_rater

# Keys of the sliders, and their names in the page's link.
SLIDER = "dial_"
CURVE = "along"

FIELDS = (*(f"{SLIDER}{slider.key}" for slider in SLIDERS), CURVE)

_SEED = 1  # always the same, so that only the sliders change the items
_POINTS = 31
_DASHES = ("solid", "dash", "dot")  # of a curve, in the order of the schemes
_TICKS = [-1, -0.5, 0, 0.25, 0.5, 0.75, 1]
_TOP = 1.05
_ON_A_CURVE = tuple(slider for slider in SLIDERS if slider.key != "n")  # n changes no curve


def second_rater(lesson: Lesson) -> None:
    """Let the reader turn the sliders, and show κ along the one that is chosen."""
    st.markdown(_("Move one slider at a time. See what changes κ, and what does not."))
    left, right = st.columns([4, 7], gap="medium")
    with left:
        settings = _settings()
    with right:
        slider = _along()
        st.markdown(_(KEYED["slider_effect"][slider.key]))
        _curves(lesson, slider, settings)
        ratings = draw_second_rater(settings, seed=_SEED)
        _sample(ratings)


def _settings() -> RaterSettings:
    turned: dict[str, Any] = {
        slider.key: st.slider(
            capitalized(_(KEYED["slider"][slider.key])),
            slider.low,
            slider.high,
            slider.default,
            slider.step,
            number_format(),
            key=f"{SLIDER}{slider.key}",
            bind=link.bind(f"{SLIDER}{slider.key}"),
            help=_(slider.idea),
        )
        for slider in SLIDERS
    }
    return RaterSettings(**turned)


def _along() -> Slider:
    by_title = {KEYED["slider"][slider.key]: slider for slider in _ON_A_CURVE}
    title = st.pills(
        _("κ at every position of the slider"),
        offered(CURVE, list(by_title), _),
        default=next(iter(by_title)),
        required=True,
        format_func=_,
        key=CURVE,
        bind=link.bind(CURVE),
        wrap=True,
    )
    return by_title.get(title, _ON_A_CURVE[0])


def _curves(lesson: Lesson, slider: Slider, settings: RaterSettings) -> None:
    """Show κ under each scheme along a slider, and where the slider stands."""
    present, values = getattr(settings, slider.key), slider_values(slider, _POINTS)
    kappas = kappa_curve(slider.key, [*values, present], settings)
    here = zip(SCHEMES, kappas[:, -1].tolist(), strict=True)
    components.chart(
        _lines(lesson, _(KEYED["slider"][slider.key]), [*values.tolist(), present], kappas),
        key="curves",
        alt=_(
            "Kappa for every value of {slider}, now {value}: {kappas}",
            slider=_(KEYED["slider"][slider.key]),
            value=number(present),
            kappas=", ".join(f"{_(scheme)} {kappa_text(kappa)}" for scheme, kappa in here),
        ),
    )


def _lines(lesson: Lesson, title: str, values: Sequence[float], kappas: Matrix) -> Chart:
    """Draw κ along a slider, a curve a scheme; the last value is where the slider stands."""
    palette, (*places, present) = state.palette(), [round(value, 4) for value in values]
    names, room = [_(scheme) for scheme in SCHEMES], 0.02 * (places[-1] - places[0])
    hues = [palette.kappa if each == lesson.walk.scheme else palette.plain for each in SCHEMES]
    # What is undefined is left open.
    drawn = [
        [None if kappa != kappa else round(kappa, 4) for kappa in line] for line in kappas.tolist()
    ]
    lines = [
        marks.lines(
            escape(name),
            places,
            line[:-1],
            line=dict(color=hue.ink, width=4 if hue is palette.kappa else 2, dash=dash),
            hovertemplate="%{x}: κ = %{y:.3f}",
        )
        for name, line, hue, dash in zip(names, drawn, hues, _DASHES, strict=True)
    ]
    dot = dict(size=12, color=[hue.high for hue in hues], line=dict(color=palette.ink, width=2))
    here = [line[-1] for line in drawn]
    columns = {
        name: [number(kappa, 4) for kappa in line[:-1]]
        for name, line in zip(names, kappas.tolist(), strict=True)
    }
    return marks.chart(
        [*lines, marks.dots("marks", [present] * len(here), here, marker=dot, showlegend=False)],
        320,
        table([number(value, 4) for value in places], columns, title),
        margin=dict(r=16),
        showlegend=True,
        # Else a thumb that scrolls could hide a curve.
        legend=dict(orientation="h", x=0, y=1, yanchor="bottom", itemclick=False),
        xaxis=marks.axis(places[0] - room, places[-1] + room, nticks=8, title=title),
        yaxis=marks.axis(
            min(0.0, np.nanmin(kappas)) - 0.06, _TOP, _TICKS, showgrid=True, title="κ"
        ),
        shapes=[marks.upright(present, width=1, dash="dot")],
    )


def _sample(ratings: Ratings) -> None:
    """Show the kappas of the ratings that were drawn, and offer them as the example."""
    size = len(ratings.categories)
    observed = observed_matrix(ratings.actual, ratings.predicted, categories=range(size))
    kappas = walk_through_counts(observed).kappas
    st.markdown(
        _(
            "The curves are for very many items. In {n} items simulated with this "
            "setting, κ is {kappas}.",
            n=number(ratings.n),
            kappas=_(", ").join(f"{_(scheme)} {kappa_text(kappas[scheme])}" for scheme in SCHEMES),
        )
    )
    st.button(
        _("Use these items as my example"),
        icon=":material/input:",
        on_click=history.put,
        args=(Texts.of_items(ratings.actual, ratings.predicted, ratings.categories),),
        key="use-sliders",
    )
