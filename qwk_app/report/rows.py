"""The tables of a report: kappas, groups, pairs, coefficients, raters, items, matrices."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from qwk_app.figures.svg_matrix import MOST_NUMBERED
from qwk_app.parts.many_raters import people
from qwk_app.report import pictures
from qwk_app.shared import access
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent, signed
from qwk_app.words.texts import _, joined, plain
from qwk_core import KappaInterval
from qwk_core.statistics.raters import limits
from qwk_core.study.checklist import checklist
from qwk_core.study.references import COEFFICIENT_SOURCES
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS


@dataclass(frozen=True)
class Table:
    """A table of the report: its first column names its rows; its last one may hold sentences."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    chosen: int | None = None
    wide: bool = False


def show(data: Table, key: str) -> None:
    """Show a table on a page; its chosen row is bold."""
    lines = [data.head, [":--", *[":--" if data.wide else "--:"] * (len(data.head) - 1)]]
    for at, row in enumerate(data.rows):
        cells = map(plain, row)
        lines.append([f"**{cell}**" for cell in cells] if at == data.chosen else [*cells])
    access.wide("\n".join(f"| {' | '.join(cells)} |" for cells in lines), key)


def level(study: Study) -> str:
    """Write the level of confidence."""
    return _("{number}%", number=number(100 * study.level, 1))


def ends(study: Study, interval: KappaInterval) -> str:
    """Write both ends of an interval."""
    if isnan(interval.low):
        return "–"
    return _(
        "{low} to {high}",
        low=kappa_text(interval.low, study.decimals),
        high=kappa_text(interval.high, study.decimals),
    )


def schemes(study: Study) -> Table:
    """Return kappa under each scheme."""
    rows = [
        [_(scheme), kappa_text(interval.kappa, study.decimals), ends(study, interval)]
        for scheme, interval in study.intervals.items()
    ]
    head = [_("weights"), "κ", _("{level} interval", level=level(study))]
    return Table(head, rows, chosen=list(study.intervals).index(study.scheme))


def groups(study: Study) -> Table:
    """Return kappa of each group."""
    rows = [
        [
            name,
            number(group.n),
            kappa_text(group.kappa, study.decimals),
            ends(study, group.interval),
        ]
        for name, group in study.groups.items()
    ]
    return Table([_("group"), "n", "κ", _("{level} interval", level=level(study))], rows)


def matrices(study: Study) -> list[Table]:
    """Return the four matrices as tables; none if they are too large to print."""
    labels = [str(category) for category in study.categories]
    if len(labels) > MOST_NUMBERED:
        return []
    tables = []
    corner = _("{row} / {column}", row=pictures.axes(study)[0], column=pictures.axes(study)[1])
    for panel in pictures.matrix_panels(study):
        cells = np.array(panel.texts, dtype=object).reshape(len(labels), -1).tolist()
        rows = [[label, *row] for label, row in zip(labels, cells, strict=True)]
        tables.append(Table([corner, *labels], rows, caption=panel.title))
    return tables


def every_pair(study: Study) -> Table | None:
    """Return each pair's kappa, common items and E; None for too many raters."""
    agreement = study.all_raters
    names = agreement.raters
    if len(names) > MOST_NUMBERED:
        return None
    rows = [
        [
            _("{row} and {column}", row=names[g], column=names[h]),
            kappa_text(float(agreement.pairs[g, h]), study.decimals),
            number(int(agreement.pair_counts[g, h])),
            number(float(agreement.pair_expected[g, h]), 4),
            _why_undefined(study, g, h),
        ]
        for g in range(len(names))
        for h in range(g + 1, len(names))
    ]
    head = [_("pair"), "κ", _("common items"), "E"]
    if any(row[-1] for row in rows):
        return Table([*head, _("why undefined")], rows, wide=True)
    return Table(head, [row[:-1] for row in rows])


def _why_undefined(study: Study, g: int, h: int) -> str:
    if not isnan(study.all_raters.pairs[g, h]):
        return ""
    reason = study.all_raters.pair_reason(g, h)
    assert reason is not None, "an undefined kappa has its reason"
    return _(reason)


def coefficients(study: Study) -> Table:
    """Return every coefficient of all raters."""
    rows = [
        [
            _(TEXTS["coefficient"][name]),
            kappa_text(value, study.decimals),
            ends(study, study.coefficient_intervals[name]),
        ]
        for name, value in study.all_raters.coefficients.items()
    ]
    head = [_("coefficient"), _("here"), _("{level} interval", level=level(study))]
    return Table(head, rows, chosen=0)


def explained() -> list[dict[str, str]]:
    """Return for each coefficient how it differs from the others, and when to report it."""
    return [
        {
            "name": _(title),
            "differs": _(TEXTS["differs"][name]),
            "when": _("Report it when: {when}", when=_(TEXTS["when"][name])),
            "source": COEFFICIENT_SOURCES[name].text if name in COEFFICIENT_SOURCES else "",
        }
        for name, title in TEXTS["coefficient"].items()
    ]


def raters(study: Study) -> Table:
    """Return the figures of each rater."""
    bounds = limits(study.all_raters)
    rows = []
    for one in study.all_raters.raters_summary:
        called = _(", ").join(_(people.NAMES[name]) for name in bounds.names(one))
        rows.append(
            [
                _("{name}: {about}", name=one.name, about=called) if called else one.name,
                number(one.n_rated),
                number(one.mean),
                signed(one.bias, 2),
                number(one.bias_spread),
                kappa_text(one.consensus_kappa, study.decimals),
                kappa_text(one.pooled_without, study.decimals),
            ]
        )
    head = [
        _("rater"),
        _("items"),
        _("mean"),
        _("above the others"),
        _("varies by"),
        _("κ with the consensus"),
        _("κ without"),
    ]
    return Table(head, rows)


def items(study: Study) -> Table | None:
    """Return the most disputed items; None if nobody disagrees."""
    agreement = study.all_raters
    labels = [str(category) for category in study.categories]
    rows = []
    for at in people.disputed_items(agreement):
        given = people.raters_by_category(agreement, at)
        text = "; ".join(
            _("{name}: {about}", name=labels[place], about=_(", ").join(given[place]))
            for place in sorted(given)
        )
        share = percent(float(agreement.items_summary.share[at]))
        rows.append([people.item_name(at), share, text])
    head = [_("item"), _("share of all disagreement"), _("who gave what")]
    return Table(head, rows, wide=True) if rows else None


def grras(study: Study) -> Table:
    """Return the items of GRRAS, and where the report answers each."""
    rows = []
    for item in checklist(study):
        where, own = message_bare_text(item.where), joined(map(message_bare_text, item.own))
        if own and item.answered:
            where = _("{name}: {about}", name=where, about=own)
        else:  # answered items come before missing ones
            where = joined([own, where])
        rows.append([str(item.number), where, message_bare_text(item.text)])
    return Table([_("checklist item"), _("where"), _("what a report says")], rows, wide=True)
