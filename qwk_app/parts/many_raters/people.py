"""Each rater, severe, lenient or erratic, and the most disputed items."""

import math
from collections.abc import Mapping, Sequence
from html import escape

import streamlit as st

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.frame import state
from qwk_app.report import rows
from qwk_app.shared import components
from qwk_app.words.numbers import number, percent, signed
from qwk_app.words.texts import _
from qwk_core.statistics.raters import (
    ERRATIC,
    LENIENT,
    SEVERE,
    Limits,
    RaterAgreement,
    RaterSummary,
    limits,
)
from qwk_core.study.study import Study

_ROW = 46  # pixels: an item's dots and the names below them
_MOST_NAMED = 3  # raters below a dot; more are counted
_FONT = 14  # pixels
_NEAR = 0.15  # of half the picture: names of closer dots would overlap
_MARGIN = 1.25  # times the farthest dot: the end of the axis


def raters(study: Study) -> None:
    """Show each rater's bias and spread against the others, and κ without this rater."""
    agreement = study.all_raters
    summaries, bounds = agreement.raters_summary, limits(agreement)
    called = {one.name: [_(rows.NAMES[name]) for name in bounds.names(one)] for one in summaries}
    shown = [one for one in summaries if not math.isnan(one.bias)]
    if shown and bounds.spread > 0:
        components.chart(
            _apart(shown, called, bounds),
            key="raters-apart",
            alt=_(
                "Each rater as a dot: {raters}",
                raters="; ".join(
                    f"{one.name} {signed(one.bias, 2)} ± {number(one.bias_spread)}" for one in shown
                ),
            ),
        )
    rows.show(rows.raters(study), "each-rater")
    components.note(rows.names_mean(agreement))


def _apart(
    shown: Sequence[RaterSummary],
    called: Mapping[str, Sequence[str]],
    bounds: Limits,
) -> Chart:
    """Draw each rater as a dot: bias to the right, spread upwards, or 0 without a spread.

    Raters in shaded regions are unusual; the dotted line separates severe from lenient.
    """
    bias, spread = bounds.bias, bounds.spread
    biases = [one.bias for one in shown]
    spreads = [0.0 if math.isnan(one.bias_spread) else one.bias_spread for one in shown]
    far = _MARGIN * max([*map(abs, biases), 1.3 * bias])
    top = _MARGIN * max([*spreads, 1.1 * spread])
    written = [(signed(one.bias, 2), number(one.bias_spread)) for one in shown]
    dots = marks.words(
        "dots",
        biases,
        spreads,
        [escape(shortened(one.name)) for one in shown],
        sides([(x / far, y / top) for x, y in zip(biases, spreads, strict=True)]),
        **_dots_style(shown, called, written),
    )
    axes = _("above or below the others, on average"), _("how much the difference varies")
    columns = dict(zip(axes, zip(*written, strict=True), strict=True))
    ends = [signed(-bias, 2), "0", signed(bias, 2)]
    return marks.chart(
        [dots],
        346,
        table([one.name for one in shown], columns),
        xaxis=marks.axis(-far, far, [-bias, 0, bias], ends, tickangle=0, title=axes[0]),
        yaxis=marks.axis(0, top, [0, spread], title=axes[1]),
        shapes=_regions(bounds, far, top),
        annotations=[
            _called(SEVERE, -far, 0, "left"),
            _called(LENIENT, far, 0, "right"),
            _called(ERRATIC, 0, top, "center"),
        ],
    )


def _dots_style(
    shown: Sequence[RaterSummary],
    called: Mapping[str, Sequence[str]],
    written: Sequence[tuple[str, str]],
) -> marks.Mark:
    """Return the look and the hover texts of the dots."""
    habits = [_(", ").join(called[one.name]) for one in shown]
    palette = state.palette()
    colours = [(palette.weights if each else palette.observed).ink for each in habits]
    return dict(
        mode="markers+text",
        textfont=dict(size=_FONT),
        marker=dict(size=14, opacity=1, color=colours),
        customdata=[
            [escape(one.name), *texts, escape(each)]
            for one, texts, each in zip(shown, written, habits, strict=True)
        ],
        hovertemplate="%{customdata[0]} %{customdata[3]}<br>%{customdata[1]} ± %{customdata[2]}"
        "<extra></extra>",
    )


def _regions(bounds: Limits, far: float, top: float) -> list[marks.Mark]:
    """Return the shaded regions of severe, lenient and erratic raters, and the middle line."""
    palette, bias, spread = state.palette(), bounds.bias, bounds.spread
    shade = dict(type="rect", fillcolor=palette.weights.low, line=dict(width=0)) | marks.BELOW
    middle = dict(color=palette.plain.high, width=1, dash="dot")
    return [
        shade | dict(x0=-far, x1=-bias, y0=0, y1=top),
        shade | dict(x0=bias, x1=far, y0=0, y1=top),
        shade | dict(x0=-bias, x1=bias, y0=spread, y1=top),
        marks.upright(0, 0, top, yref="y", **middle) | marks.BELOW,
    ]


def _called(name: str, x: float, y: float, side: str) -> marks.Mark:
    font = dict(size=_FONT, color=state.palette().weights.ink)
    where = "top" if y else "bottom"
    return marks.note(x, y, f"<i>{_(rows.NAMES[name])}</i>", side=side, yanchor=where, font=font)


def sides(places: Sequence[tuple[float, float]]) -> list[str]:
    """Return the side of each name: above its dot, or below it if another dot is near.

    >>> sides([(0.1, 0.5), (0.12, 0.5), (-0.9, 0.5)])
    ['top center', 'bottom center', 'top center']
    """
    found: list[str] = []
    for x, y in places:
        crowded = any(
            side == "top center" and abs(x - other[0]) < _NEAR and abs(y - other[1]) < _NEAR
            for other, side in zip(places, found, strict=False)
        )
        found.append("bottom center" if crowded else "top center")
    return found


def items(agreement: RaterAgreement) -> None:
    """Show the most disputed items, and who gave which category."""
    summary = agreement.items_summary
    disputed = rows.disputed_items(agreement)
    if not disputed:
        st.markdown(_("Nobody disagrees about any item."))
        return
    components.chart(
        _disputed(agreement, disputed),
        key="disputed",
        alt=_(
            "The most disputed items: {items}",
            items="; ".join(
                f"{rows.item_name(at)}, {percent(float(summary.share[at]))}" for at in disputed
            ),
        ),
    )
    most = disputed[0]
    st.markdown(
        _(
            "{item} alone causes {share} of all disagreement; these {n} together cause {together}.",
            item=rows.item_name(most),
            share=percent(float(summary.share[most])),
            n=len(disputed),
            together=percent(float(sum(summary.share[at] for at in disputed))),
        )
        if len(disputed) > 1
        else _("{item} causes all of the disagreement.", item=rows.item_name(most))
    )


def _disputed(agreement: RaterAgreement, items: Sequence[int]) -> Chart:
    """Draw items as rows: a dot at each used category, and below it who gave it."""
    labels = [str(category) for category in agreement.categories]
    by_item = [rows.raters_by_category(agreement, at) for at in items]
    names = [rows.item_name(at) for at in items]
    spans = [(min(each), max(each), row) for row, each in enumerate(by_item)]
    dots = [(place, row, who) for row, each in enumerate(by_item) for place, who in each.items()]
    sizes = [12 + 4 * min(len(who), 5) for _place, _row, who in dots]
    columns = {
        label: [", ".join(each.get(place, ())) for each in by_item]
        for place, label in enumerate(labels)
    }
    return marks.chart(
        [
            marks.stretches("spans", spans, color=state.palette().weights.ink, width=3),
            marks.words(
                "dots",
                [place for place, _row, _who in dots],
                [row for _place, row, _who in dots],
                [brief(who) for _place, _row, who in dots],
                "bottom center",
                mode="markers+text",
                marker=dict(size=sizes, opacity=1, color=state.palette().observed.ink),
                customdata=[[escape(", ".join(who))] for _place, _row, who in dots],
                hovertemplate="%{customdata[0]}<extra></extra>",
            ),
        ],
        _ROW * len(items) + 96,
        table(names, columns),
        margin=dict(r=24),
        xaxis=marks.axis(
            -0.6,
            len(labels) - 0.4,
            range(len(labels)),
            [escape(shortened(label)) for label in labels],
            showgrid=True,
            title=_("category"),
        ),
        yaxis=marks.rows(names, above=0.6, below=0.65),
    )


def brief(names: Sequence[str]) -> str:
    """List who gave a category, short enough for the room.

    >>> brief(["Ana", "Ben"]), brief(["A", "B", "C", "D", "E"])
    ('Ana, Ben', 'A, B +3')
    """
    shown = names if len(names) <= _MOST_NAMED else names[: _MOST_NAMED - 1]
    rest = f" +{len(names) - len(shown)}" if len(names) > len(shown) else ""
    return ", ".join(escape(shortened(name)) for name in shown) + rest
