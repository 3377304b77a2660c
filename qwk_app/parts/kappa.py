"""The page on kappa: the reading, the costs, the schemes, code and files."""

import math
from collections.abc import Iterable, Sequence
from functools import partial
from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures import marks
from qwk_app.figures.chart import Chart, table
from qwk_app.figures.common import shortened
from qwk_app.frame import link, state
from qwk_app.frame.state import SCHEMES, Cell, Lesson
from qwk_app.shared import access, components, fields, matrices
from qwk_app.words import names, snippets
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _, joined, plural
from qwk_core import kappa_interval, walk_through_counts
from qwk_core.statistics.scales import READING_SCALES, Band, ReadingScale
from qwk_core.study.export import walkthrough_csv, walkthrough_json
from qwk_core.teaching.costs import Cost, rank_costs

# Keys of this page's widgets, and their names in its link.
SCALE = "scale"
CODE = "code"

# Rows and columns: no, yes. 94 of 100 agree on no, and none on yes.
_RARE = ((94, 3), (3, 0))


_MOST_COSTS = 8
_LONGEST_NAME = 10  # characters of a category beside a bar: a phone has no room for more
_ROW = 34  # pixels of a bar
_ROOM = 1.7  # times the longest bar: the length of the axis, with room for the notes


def weighted(lesson: Lesson) -> DeltaGenerator:
    """Show w∘O and w∘E side by side on one scale; return the formula's place."""
    # On a projector the formula is beside the matrices, elsewhere below.
    if state.is_presenting():
        pictures, formula = st.columns([5, 4], vertical_alignment="center")
    else:
        pictures, formula = st.container(), st.container()
    with pictures:
        matrices.of_lesson(lesson, "weighted_observed", "weighted_expected")
    return formula


def special(lesson: Lesson) -> None:
    """Explain a κ that is undefined, below 0, 1, or 0 because of a constant rater."""
    walk = lesson.walk
    if walk.undefined_reason is not None:
        st.markdown(_("This is neither 1 nor 0: there is no kappa to report."))
    elif walk.has_constant_rater:
        st.markdown(
            _(
                "One rater gives every item the same category. Then O and E are equal in "
                "every cell, and κ is 0, however far apart the two raters are."
            )
        )
    elif walk.kappa < 0:
        st.markdown(_("A kappa below 0 is not a mistake: random pairing would have come closer."))
    elif walk.kappa == 1:
        st.markdown(_("All of O lies on the diagonal, where w is 0: no disagreement is left."))


def scale_in_words(lesson: Lesson) -> None:
    """Explain in a line each 1, 0, negative and undefined κ, and how sure the reader may be."""
    lines = (
        _("**κ = 1**: both ratings of every item are the same."),
        _("**κ = 0**: no better than random pairing."),
        _("**κ below 0**: worse than random pairing."),
        _("**κ undefined**: only one category was used: 0\u00a0÷\u00a00."),
    )
    st.markdown("\n".join(f"- {line}" for line in lines))
    st.markdown(_how_sure(lesson))


def go_on() -> None:
    """Say that the walk is complete."""
    st.success(
        _("**You can stop here.** You have seen all four steps."),
        icon=":material/flag:",
    )


def _how_sure(lesson: Lesson) -> str:
    walk = lesson.walk
    found = kappa_interval(walk.observed, scheme=walk.scheme, method="auto")
    if math.isnan(found.low):
        return _("These items give no interval yet.")
    text = plural(
        walk.n,
        "With {count} item, the 95% interval goes from {low} to {high}.",
        "With {count} items, the 95% interval goes from {low} to {high}.",
        low=kappa_text(found.low),
        high=kappa_text(found.high),
    )
    if not found.low <= 0 <= found.high:
        return text
    chance = _("It includes 0: these items are too few to be sure.")
    return joined((text, chance))


def reading(lesson: Lesson) -> None:
    """Show κ among the words of a reading scale that the reader chooses."""
    scale = choose_scale()
    kappa = lesson.walk.kappa
    chosen = scale.band(kappa)
    here = [kappa_text(kappa) if each is chosen else "" for each in scale.bands]
    words_of(scale, chosen, "κ", here)
    st.markdown(f"{verdict(lesson, scale)}\n\n:small[{_(scale.source)}]")
    st.info(_warning(lesson), icon=":material/warning:")


def words_of(scale: ReadingScale, chosen: Band | None, title: str, beside: Sequence[str]) -> None:
    """Show the words of a scale, the highest first, each with a text `beside` it.

    The chosen word is bold; `title` is that of the texts.
    """
    rows = [
        (
            f"**{_(band.label)}**" if band is chosen else _(band.label),
            f"{number(band.low)} – {number(band.high)}",
            text,
        )
        for band, text in zip(scale.bands, beside, strict=True)
    ]
    head = _("| Word | Range of κ | {beside} |", beside=title)
    access.table(head, "|:--|:--|:--|", reversed(rows), "words-for-kappa")


def choose_scale() -> ReadingScale:
    """Let the reader choose a reading scale."""
    by_name = {scale.name: scale for scale in READING_SCALES}
    return fields.named(SCALE, _("Scale of words"), by_name)


def verdict(lesson: Lesson, scale: ReadingScale) -> str:
    """Say in which band of the scale κ is."""
    band = scale.band(lesson.walk.kappa)
    if band is None:
        return _("Kappa is undefined here, so it falls into no band.")
    kappa = lesson.walk.kappa
    text = kappa_text(kappa)
    if not band.low <= kappa <= band.high:  # the limits of the scales have two places
        text = _("{kappa}, or about {rounded},", kappa=text, rounded=kappa_text(kappa, 2))
    return _(
        "{scale} calls κ = {kappa} **{band}**: {extent}.",
        scale=_(scale.name),
        kappa=text,
        band=_(band.label),
        extent=_("from {low} to {high}", low=number(band.low), high=number(band.high)),
    )


def _warning(lesson: Lesson) -> str:
    source = "[Warrens 2013](https://doi.org/10.1155/2013/325831)"
    rule = _(
        "Be careful with such words. No single scale works for all weighted kappas "
        "({source}): with other weights, or more categories, the same raters get another "
        "kappa.",
        source=source,
    )
    bands = [scale.band(lesson.walk.kappa) for scale in READING_SCALES]
    labels = list(dict.fromkeys(_(band.label) for band in bands if band is not None))
    if len(labels) < 2:
        return rule
    words = _("{first} or {last}", first=_(", ").join(labels[:-1]), last=labels[-1])
    return joined([rule, _("The scales disagree: they call this κ {words}.", words=words)])


def costs(lesson: Lesson) -> None:
    """Show which cells cost most; a click on a bar chooses its cell."""
    ranked = rank_costs(lesson.walk, most=_MOST_COSTS)
    if not ranked:
        st.markdown(_("No cell costs anything here: every item lies on the diagonal."))
        return
    st.markdown(
        _(
            ":blue[**Bars**]: what each kind of miss costs here. :violet[**Marks**]: "
            "what it would cost by chance."
        )
    )
    misses, notes = zip(*(_named(lesson, cost) for cost in ranked), strict=True)
    components.chart(
        _bars(lesson, ranked, misses, notes),
        key="costs",
        size=len(lesson.labels),
        on_cell=partial(matrices.choose, tuple(lesson.labels)),
        alt=_(
            "The cells that cost the most, from {first} to {second}, with their share of "
            "the disagreement: {costs}",
            **names.both(str),
            costs="; ".join(f"{miss} {note}" for miss, note in zip(misses, notes, strict=True)),
        ),
    )


def _bars(
    lesson: Lesson, ranked: Sequence[Cost], names: Sequence[str], notes: Sequence[str]
) -> Chart:
    """Draw the costs of cells, the first on top, beside their costs by chance.

    The chosen cell's bar is framed. Invisible bars let a finger tap anywhere in a row.
    """
    palette, rows = state.palette(), list(range(len(ranked)))
    cells = [cost.cells[0] if len(cost.cells) == 1 else None for cost in ranked]
    ends = [max(cost.cost, cost.chance_cost) for cost in ranked]
    end = _ROOM * max(ends)
    columns = {
        _("cost"): [number(cost.cost, 4) for cost in ranked],
        _("cost by chance"): [number(cost.chance_cost, 4) for cost in ranked],
        _("share of the disagreement"): notes,
    }
    hovers = [
        _hover(name, columns, row)
        for name, row in zip(names, zip(*columns.values(), strict=True), strict=True)
    ]
    frames = [3 if cell == lesson.cell else 0 for cell in cells]
    bar = dict(color=palette.observed.high, line=dict(color=palette.ink, width=frames))
    line = dict(symbol="line-ns", size=20, line=dict(color=palette.expected.high, width=4))
    traces = [
        marks.bars(
            "costs", [cost.cost for cost in ranked], rows, lying=True, width=0.6, marker=bar
        ),
        marks.dots("chance", [cost.chance_cost for cost in ranked], rows, marker=line),
        marks.words("notes", ends, rows, [f"  {escape(note)}" for note in notes]),
        _unseen_rows(end, cells, hovers),
    ]
    return marks.chart(
        [trace | marks.UNFADED for trace in traces],
        _ROW * len(rows) + 38,
        table(names, columns),
        barmode="overlay",
        xaxis=marks.axis(0, end, visible=False),
        yaxis=marks.rows(names),
    )


def _unseen_rows(
    end: float, cells: Sequence[tuple[int, int] | None], hovers: Sequence[str]
) -> marks.Mark:
    """Return invisible bars over the whole width of the chart, one for each row."""
    return marks.bars(
        "rows",
        [end] * len(cells),
        list(range(len(cells))),
        lying=True,
        width=1,
        marker=dict(color="rgba(0,0,0,0)", line=dict(width=0)),
        customdata=[list(cell) if cell else None for cell in cells],
        hovertext=hovers,
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _hover(name: str, titles: Iterable[str], texts: Iterable[str]) -> str:
    lines = map(": ".join, zip(titles, texts, strict=True))
    return "<br>".join([f"<b>{escape(name)}</b>", *map(escape, lines)])


def _named(lesson: Lesson, cost: Cost) -> tuple[str, str]:
    """Return the texts before and after a bar."""
    one = len(cost.cells) == 1
    others = _("{n} others", n=len(cost.cells))
    note = plural(
        cost.count,
        "{share} · {count} item",
        "{share} · {count} items",
        share=percent(cost.share),
    )
    return pair(lesson, cost.cells[0], most=_LONGEST_NAME) if one else others, note


def pair(lesson: Lesson, cell: Cell, *, most: int | None = None) -> str:
    """Write a cell as a miss from its actual to its predicted category: "4 → 0"."""
    row, column = (lesson.labels[at] for at in cell)
    if most is not None:
        row, column = shortened(row, most), shortened(column, most)
    return f"{row} → {column}"


def schemes(lesson: Lesson) -> None:
    """Show κ with all three schemes, and explain their difference."""
    walk = lesson.walk
    kappas = walk.kappas
    st.markdown(schemes_sentence(lesson))
    if walk.undefined_reason is not None:
        return
    with st.container(horizontal=True):
        for scheme in SCHEMES:
            name = f":green[**{_(scheme)}**]" if scheme == walk.scheme else _(scheme)
            st.metric(name, kappa_text(kappas[scheme]), width="content")


def schemes_sentence(lesson: Lesson) -> str:
    """Explain why quadratic κ is above, below or equal to unweighted κ."""
    walk = lesson.walk
    if walk.undefined_reason is not None:
        return _("All three schemes give 0 ÷ 0.")
    kappas = walk.kappas
    if not walk.numerator:
        return _("Where nobody disagrees, weights change nothing.")
    if max(kappas.values()) - min(kappas.values()) < 5e-4:
        return _("Misses here are as large as by chance. So all schemes give the same κ.")
    if kappas["quadratic"] > kappas["unweighted"]:
        return _(
            "Misses here are smaller than by chance. So quadratic κ is higher than unweighted κ."
        )
    return _("Misses here are larger than by chance. So quadratic κ is lower than unweighted κ.")


def surprises() -> None:
    """Say what changes κ less, or more, than one would think."""
    rare = walk_through_counts(_RARE)
    lines = (
        _("**w doubled**: both sums double, κ stays."),
        _(
            "**A category nobody uses**: at the end of the scale κ stays. In the middle, ratings "
            "get farther apart, and weighted κ can change."
        ),
        _(
            "**{agree} agreement, κ = {kappa}**: two doctors look for a rare illness. Of 100 "
            "people, both say *no* to 94. Each says *yes* to three others, never to the same. "
            "Random pairing agrees on {chance}, too.",
            agree=percent(rare.proportions.observed.trace()),
            kappa=kappa_text(rare.kappa),
            # In whole percent, both shares would be 94%, and κ would seem to be 0.
            chance=_("{number}%", number=number(100 * rare.proportions.expected.trace(), 1)),
        ),
    )
    st.markdown("\n".join(f"- {line}" for line in lines))


def downloads(lesson: Lesson) -> None:
    """Offer both weighted matrices, and the whole walk as CSV and as JSON."""
    with st.container(horizontal=True):
        components.download_matrix(lesson, "weighted_observed")
        components.download_matrix(lesson, "weighted_expected")
        components.download(
            _("All steps as CSV"),
            lambda: walkthrough_csv(lesson.walk),
            "kappa.csv",
            "text/csv",
            icon=":material/table:",
            key="download-walk-csv",
        )
        components.download(
            _("All steps as JSON"),
            lambda: walkthrough_json(lesson.walk),
            "kappa.json",
            "application/json",
            icon=":material/data_object:",
            key="download-walk-json",
        )


def code(lesson: Lesson) -> None:
    """Show the lines that compute this κ, for the chosen tool."""
    tools: dict[str, tuple[snippets.Step, str]] = {
        "numpy": ("kappa", "python"),
        "scikit-learn": ("scikit_learn", "python"),
        "R": ("r", "r"),
    }
    tabs = st.tabs(list(tools), key=CODE, bind=link.bind(CODE))
    for tab, (step, language) in zip(tabs, tools.values(), strict=True):
        if tab.open:  # closed tabs are not sent with every edit
            tab.code(snippets.snippet(step, lesson), language=language)
