"""Many raters as one HTML file: it has no script, opens without a network, and prints well."""

from math import isnan

import numpy as np
from markupsafe import Markup

from qwk_app.figures import vector
from qwk_app.figures.vector import MOST_NUMBERED, Panel, Picture
from qwk_app.parts.many_raters import pairs, people, together
from qwk_app.words.language import current
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent, signed
from qwk_app.words.texts import N_, _, plural
from qwk_app.your_data.report import Table, asset, policy, template
from qwk_core.pictures.hues import LIGHT
from qwk_core.statistics.raters import CoefficientInterval, limits
from qwk_core.study.rater_files import rater_bibtex, rater_citation, rater_sentence
from qwk_core.study.raters import RaterStudy
from qwk_core.study.references import COEFFICIENT_SOURCES, PROGRAM

_MEASURES = {
    "quadratic": N_("one kappa of all pairs, quadratic weights"),
    "linear": N_("one kappa of all pairs, linear weights"),
    "unweighted": N_("one kappa of all pairs, no weights"),
}


def report(study: RaterStudy) -> str:
    """Return the report as HTML, in the reader's language."""
    style = asset("report.css")
    agreement = study.agreement
    return template("raters.html.jinja").render(
        language=current().code,
        policy=policy(style),
        title=_("Who agrees with whom?"),
        style=Markup(style),
        about=_about(study),
        kappa=_("κ = {kappa}", kappa=_kappa(study, agreement.pooled)),
        interval=_interval(study),
        sentence=message_bare_text(rater_sentence(study), study.decimals),
        citation=rater_citation(study),
        bibtex=rater_bibtex(study),
        remarks=[
            *(message_bare_text(remark, study.decimals) for remark in study.remarks),
            *together.cautions(study),
        ],
        picture=Markup(picture(study).svg()),
        pairs=_pairs(study),
        too_large=_(
            "With {n} raters the pairs are too many to print: the CSV files and the JSON that come "
            "with this report have them at full precision.",
            n=number(len(agreement.raters)),
        ),
        coefficients=_coefficients(study),
        explained=[_explained(name) for name in agreement.coefficients],
        choice=together.which_to_report(),
        raters=_raters(study),
        names_mean=people.names_mean(agreement),
        items=_items(study),
        method=_method(study),
        footer=_(
            "Made with {program}. This file is all there is: it opens without a network and sends "
            "nothing anywhere. The notebook beside it computes every figure anew.",
            program=PROGRAM,
        ),
    )


def picture(study: RaterStudy) -> Picture:
    """Draw kappa of each pair as a matrix: green above 0, red below."""
    agreement = study.agreement
    size = len(agreement.raters)
    values = np.where(np.eye(size, dtype=bool), np.nan, agreement.pairs)
    panel = Panel(
        "pairs",
        _("κ of each pair"),
        LIGHT.kappa,
        values,
        pairs.cell_texts(agreement.pairs),
        1.0,
        below=LIGHT.fall,
    )
    return vector.matrix(
        panel,
        agreement.raters,
        (_("rater"), _("rater")),
        pairs.alt(agreement),
        cell=vector.cell_size([panel]),
    )


def picture_svg(study: RaterStudy) -> str:
    """Return the same as an SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture(study).svg()}\n'


def _about(study: RaterStudy) -> str:
    agreement = study.agreement
    n_missing = agreement.positions.size - agreement.n_ratings
    parts = [
        plural(agreement.n_items, "{count} item", "{count} items", count=number(agreement.n_items)),
        plural(len(agreement.raters), "{n} rater", "{n} raters"),
        plural(len(agreement.categories), "{n} category", "{n} categories"),
        plural(n_missing, "one missing rating", "{n} missing ratings") if n_missing else "",
    ]
    about = _(", ").join(filter(None, parts))
    return _("{source}: {items}", source=study.source, items=about) if study.source else about


def _kappa(study: RaterStudy, kappa: float) -> str:
    return kappa_text(kappa, study.decimals)


def _level(study: RaterStudy) -> str:
    return _("{number}%", number=number(100 * study.level, 1))


def _ends(study: RaterStudy, interval: CoefficientInterval) -> str:
    if isnan(interval.low):
        return "–"
    return _("{low} to {high}", low=_kappa(study, interval.low), high=_kappa(study, interval.high))


def _interval(study: RaterStudy) -> str:
    """Say how sure the pooled kappa is, or why nothing can be said."""
    interval = study.intervals["pooled"]
    if isnan(interval.low) and interval.caution is not None:
        return _(interval.caution)
    return _(
        "{level} confidence interval {ends}, {measure}",
        level=_level(study),
        ends=_ends(study, interval),
        measure=_(_MEASURES[study.agreement.scheme]),
    )


def _pairs(study: RaterStudy) -> Table | None:
    agreement = study.agreement
    names = agreement.raters
    if len(names) > MOST_NUMBERED:
        return None
    rows = [
        [
            _("{row} and {column}", row=names[g], column=names[h]),
            _kappa(study, float(agreement.pairs[g, h])),
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


def _why_undefined(study: RaterStudy, g: int, h: int) -> str:
    if not isnan(study.agreement.pairs[g, h]):
        return ""
    reason = study.agreement.pair_reason(g, h)
    assert reason is not None, "an undefined kappa has its reason"
    return _(reason)


def _coefficients(study: RaterStudy) -> Table:
    rows = [
        [
            _(together.COEFFICIENTS[name][0]),
            _kappa(study, value),
            _ends(study, study.intervals[name]),
        ]
        for name, value in study.agreement.coefficients.items()
    ]
    head = [_("coefficient"), _("here"), _("{level} interval", level=_level(study))]
    return Table(head, rows, chosen=0)


def _explained(name: str) -> dict[str, str]:
    title, differs, when = map(_, together.COEFFICIENTS[name])
    source = COEFFICIENT_SOURCES.get(name)
    return {
        "name": title,
        "differs": differs,
        "when": _("Report it when: {when}", when=when),
        "source": "" if source is None else source.text,
    }


def _raters(study: RaterStudy) -> Table:
    bounds = limits(study.agreement)
    rows = []
    for one in study.agreement.raters_summary:
        called = _(", ").join(_(people.NAMES[name]) for name in bounds.names(one))
        rows.append(
            [
                _("{name}: {about}", name=one.name, about=called) if called else one.name,
                number(one.n_rated),
                number(one.mean),
                signed(one.bias, 2),
                number(one.bias_spread),
                _kappa(study, one.consensus_kappa),
                _kappa(study, one.pooled_without),
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


def _items(study: RaterStudy) -> Table | None:
    agreement = study.agreement
    labels = [str(category) for category in agreement.categories]
    rows = []
    for at in people.disputed_items(agreement):
        given = people.given_to(agreement, at)
        said = "; ".join(
            _("{name}: {about}", name=labels[place], about=_(", ").join(given[place]))
            for place in sorted(given)
        )
        share = percent(float(agreement.items_summary.share[at]))
        rows.append([people.item_name(at), share, said])
    head = [_("item"), _("share of all disagreement"), _("who gave what")]
    return Table(head, rows, wide=True) if rows else None


def _method(study: RaterStudy) -> list[str]:
    texts = [
        _(
            "Each pair is compared on the items that both rated: κ = 1 − D ÷ E, where D is what "
            "they disagree and E what chance would give, both as means of these items."
        ),
        _(
            "All together: κ = 1 − ΣD ÷ ΣE over all pairs. This is the mean of the pairs’ kappas, "
            "and each counts as much as its E."
        ),
    ]
    interval = study.intervals["pooled"]
    if not isnan(interval.low):
        texts.append(_("The intervals: {how}.", how=_("jackknife over items, on Fisher’s scale")))
    return texts
