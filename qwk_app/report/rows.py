"""The tables of a report: kappas, groups, pairs, coefficients, raters, items, matrices."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan

import numpy as np

from qwk_app.figures.svg_matrix import MOST_NUMBERED
from qwk_app.report import pictures
from qwk_app.shared import access
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent, signed
from qwk_app.words.texts import N_, _, joined, plain, quoted
from qwk_core import KappaInterval
from qwk_core.errors import shown
from qwk_core.ratings import Category
from qwk_core.statistics.raters import (
    ERRATIC,
    LENIENT,
    SEVERE,
    RaterAgreement,
    limits,
    scale_numbers,
)
from qwk_core.statistics.raters.summaries import are_two_words
from qwk_core.study.checklist import checklist
from qwk_core.study.decimals import decimals_of_ends, decimals_of_kappa
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.method_values import share_words
from qwk_core.study.raw import raw_agreement
from qwk_core.study.sentences import percent_words, reference_words
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS

NAMES = {SEVERE: N_("severe"), LENIENT: N_("lenient"), ERRATIC: N_("erratic")}
_MOST_DISPUTED = 5  # items that are shown


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
    cells = [list(map(plain, row)) for row in data.rows]
    if data.chosen is not None:
        cells[data.chosen] = [f"**{cell}**" for cell in cells[data.chosen]]
    align = "|".join([":--" if data.wide else "--:"] * (len(data.head) - 1))
    access.table(f"| {' | '.join(map(plain, data.head))} |", f"|:--|{align}|", cells, key)


def level(study: Study) -> str:
    """Write the level of confidence."""
    return _("{number}%", number=number(100 * study.level, 1))


def kappa(study: Study, value: float) -> str:
    """Write a kappa, or another coefficient: with more decimals where it would look like 1."""
    return kappa_text(value, decimals_of_kappa(value, study.decimals))


def ends(study: Study, interval: KappaInterval) -> str:
    """Write both ends of an interval: with more decimals where one would look like 0 or 1."""
    if isnan(interval.low):
        return "–"
    decimals = decimals_of_ends(interval.low, interval.high, study.decimals)
    low, high = (kappa_text(end, decimals) for end in (interval.low, interval.high))
    return _("{low} to {high}", low=low, high=high)


def schemes(study: Study) -> Table:
    """Return kappa under each scheme; of names without an order, under the reported one."""
    listed = [study.scheme] if study.has_names else list(study.intervals)
    rows = [
        [_(scheme), kappa(study, own.kappa), ends(study, own)]
        for scheme, own in ((one, study.intervals[one]) for one in listed)
    ]
    head = [_("weights"), "κ", _("{level} interval", level=level(study))]
    return Table(head, rows, chosen=listed.index(study.scheme))


def against(study: Study) -> Table | None:
    """Return the kappa of each rater with the truth or the reference; None where nobody is one."""
    if not study.against:
        return None
    caption = _("Agreement with {reference}", reference=message_bare_text(reference_words(study)))
    return _each(study, study.against, _("rater"), caption)


def beside(study: Study) -> Table | None:
    """Return the two parts of each kappa with the truth, and both means; None without a truth."""
    rows = []
    for name, one in study.against.items():
        raw = raw_agreement(one)
        shares = (kappa(study, share) for share in (raw.observed, raw.expected))
        means = (_mean(study.categories, mean) for mean in reversed(raw.means or ()))
        rows.append([name, *shares, *means])
    if not rows:
        return None
    mean, reference = _mean_head(study.categories), study.raters[study.reference or 0]
    of_reference = _("{name}: {about}", name=reference, about=mean)
    return Table([_("rater"), "p_o", "p_e", mean, of_reference], rows)


def diagnostic(study: Study) -> Table | None:
    """Return each rater's sensitivity and specificity; None where there are none."""
    found = diagnostics(study)
    rows = [
        [name, *(message_bare_text(share_words(share, study.level, "plain")) for share in shares)]
        for name, shares in ((name, one.shares.values()) for name, one in found.items())
    ]
    positive = quoted(shown(study.categories[-1]))
    caption = _("Positive is {category}, the second of the two categories.", category=positive)
    head = [_("rater"), _("sensitivity"), _("specificity")]
    return Table(head, rows, caption, wide=True) if rows else None


def _mean(categories: Sequence[Category], mean: float) -> str:
    """Write a mean; of two words as the share of the second, which it is."""
    if are_two_words(categories) and not isnan(mean):
        return message_bare_text(percent_words(mean))
    return kappa_text(mean, 2)


def _mean_head(categories: Sequence[Category]) -> str:
    if are_two_words(categories):
        return _("share of {category}", category=quoted(shown(categories[1])))
    return _("mean")


def groups(study: Study) -> Table:
    """Return kappa of each group."""
    return _each(study, study.groups, _("group"))


def _each(study: Study, studies: Mapping[str, Study], name: str, caption: str = "") -> Table:
    """Return kappa of each study, which is a part of the whole one."""
    rows = [
        [
            called,
            number(one.n),
            kappa(study, one.kappa),
            ends(study, one.interval),
        ]
        for called, one in studies.items()
    ]
    return Table([name, "n", "κ", _("{level} interval", level=level(study))], rows, caption)


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
    expected = np.where(agreement.pair_counts > 0, agreement.pair_expected, nan)
    rows = [
        [
            _("{row} and {column}", row=names[g], column=names[h]),
            kappa(study, float(agreement.pairs[g, h])),
            number(int(agreement.pair_counts[g, h])),
            kappa_text(float(expected[g, h]), 4),
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
            kappa(study, value),
            ends(study, study.coefficient_intervals[name]),
        ]
        for name, value in study.all_raters.coefficients.items()
    ]
    head = [_("coefficient"), _("here"), _("{level} interval", level=level(study))]
    return Table(head, rows, chosen=0)


def raters(study: Study) -> Table:
    """Return the figures of each rater."""
    bounds, categories = limits(study.all_raters), study.categories
    rows = []
    for one in study.all_raters.raters_summary:
        called = _(", ").join(_(NAMES[name]) for name in bounds.names(one))
        rows.append(
            [
                _("{name}: {about}", name=one.name, about=called) if called else one.name,
                number(one.n_rated),
                _mean(categories, one.mean),
                signed(one.bias, 2),
                kappa_text(one.bias_spread, 2),
                kappa(study, one.consensus_kappa),
                kappa(study, one.pooled_without),
            ]
        )
    head = [
        _("rater"),
        _("items"),
        _mean_head(categories),
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
    for at in disputed_items(agreement):
        given = raters_by_category(agreement, at)
        text = "; ".join(
            _("{name}: {about}", name=labels[place], about=_(", ").join(given[place]))
            for place in sorted(given)
        )
        share = percent(float(agreement.items_summary.share[at]))
        rows.append([item_name(at), share, text])
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


def names_mean(agreement: RaterAgreement) -> str:
    """Say what severe, lenient and erratic mean here, and what the columns of the table are."""
    bounds = limits(agreement)
    places = _("The categories count as 1, 2, 3, … here, from the lowest.")
    means = _(
        "Severe or lenient: below or above the others by more than half a standard deviation of "
        "all ratings ({bias}). Erratic: the difference from the others varies more than the "
        "ratings do ({spread}). The consensus is the median of the others. κ without: of all but "
        "this rater; now {kappa}.",
        bias=number(bounds.bias),
        spread=number(bounds.spread),
        kappa=kappa_text(agreement.pooled, decimals_of_kappa(agreement.pooled, 3)),
    )
    has_unit = scale_numbers(agreement.categories) or are_two_words(agreement.categories)
    return means if has_unit else joined([places, means])


def disputed_items(agreement: RaterAgreement) -> list[int]:
    """Return the most disputed items, counted from 0; none where nobody disagrees."""
    summary = agreement.items_summary
    most = summary.most_disputed[:_MOST_DISPUTED].tolist()
    return [at for at in most if summary.share[at] > 0]


def item_name(at: int) -> str:
    """Return the name of an item, by its position from 0."""
    return _("Item {n}", n=at + 1)


def raters_by_category(agreement: RaterAgreement, item: int) -> dict[int, tuple[str, ...]]:
    """Return who gave each category to an item, by the category's place."""
    by_item: dict[int, tuple[str, ...]] = {}
    for name, place in zip(agreement.raters, agreement.positions[item].tolist(), strict=True):
        if place >= 0:
            by_item[place] = (*by_item.get(place, ()), name)
    return by_item


def which_to_report() -> str:
    """Say how to choose among the coefficients."""
    return _(
        "Nobody has settled which one to report. Decide before you see the numbers. Name the "
        "coefficient and its weights, and show the matrix of pairs, too."
    )
