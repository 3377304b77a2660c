"""The groups of a study as a forest plot: what the page and the report show of them."""

from collections.abc import Iterable, Sequence
from math import isnan

from qwk_app.figures import svg_forest
from qwk_app.figures.forest import Branch
from qwk_app.figures.svg import Picture
from qwk_app.report.rows import ends
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _
from qwk_core.study.study import Study


def branches(study: Study, shown: Iterable[str]) -> tuple[list[Branch], Branch]:
    """Return some of the groups, and all of them as one, as a forest plot shows them."""
    return [_branch(name, study.groups[name]) for name in shown], _branch(_("all as one"), study)


def _branch(name: str, study: Study) -> Branch:
    interval = study.interval
    words = {"kappa": kappa_text(study.kappa, study.decimals), "n": number(study.n)}
    note = _("{kappa}, n = {n}", **words)
    if not isnan(interval.low):
        note = _("{kappa} ({ends}), n = {n}", **words, ends=ends(study, interval))
    return Branch(name, study.n, study.kappa, interval.low, interval.high, note)


def axis(study: Study) -> str:
    """Return the title of the axis of a forest plot."""
    return _("kappa ({scheme})", scheme=_(study.scheme))


def in_words(groups: Sequence[Branch], pooled: Branch) -> str:
    """Say what a forest plot shows."""
    return _(
        "Kappa of each group with its interval: {groups}; all as one: {pooled}",
        groups="; ".join(f"{branch.name} {branch.note}" for branch in groups),
        pooled=pooled.note,
    )


def picture(study: Study, width: int | None = None) -> Picture:
    """Draw every group and all as one as SVG, so many pixels wide."""
    groups, pooled = branches(study, study.groups)
    alt = in_words(groups, pooled)
    return svg_forest.forest(groups, pooled, axis=axis(study), alt=alt, width=width)
