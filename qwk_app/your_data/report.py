"""A study as one HTML file: it opens without a network, and nothing in it can ask for anything.

Everything that a person named is escaped; and should a name slip through, the file's own security
policy lets only its one script and its one style sheet run, known by their digests.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import sha256
from math import isnan
from pathlib import Path

import numpy as np

from qwk_app.figures import vector
from qwk_app.figures.common import Matrix
from qwk_app.figures.vector import MOST_NUMBERED, Panel, Picture, Row, clean
from qwk_app.shared.hues import hue
from qwk_app.words.language import current
from qwk_app.words.messages import spell
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, plural
from qwk_core import KappaInterval
from qwk_core.study.study import Study, method_words

MOST_READ = 100  # categories; of larger matrices a report has the pictures, not every cell's words
_MOST_DECIMALS = 4  # of a weight or a cost, where counts are small
_LEAST_SHARE = 0.0001  # smaller ones are "under 1%"
_SEVERITIES = {"error": N_("No figure"), "warning": N_("Take care"), "note": N_("Good to know")}
HERE = Path(__file__).parent


@cache
def asset(name: str) -> str:
    """Return a file that lies beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def report(study: Study) -> str:
    """Return the report as HTML, in the reader's language."""
    style, script = asset("report.css"), asset("picture.js") + asset("report.js")
    title = _("How far do the two ratings agree?")
    body = "\n".join(
        [
            _head(study, title),
            "<main>",
            _section(_("To quote"), _quote(study)),
            _section(_("Before you quote it"), _checks(study)),
            _section(_("Where the disagreement lies"), _figure(study)),
            _section(_("Three ways to weigh"), _schemes(study)),
            _section(_("The groups"), _groups(study)),
            _section(_("How it was computed"), _method(study)),
            _section(_("All numbers"), _numbers(study)),
            "</main>",
            f"<footer><p>{clean(_footer())}</p></footer>",
        ]
    )
    return (
        f'<!DOCTYPE html>\n<html lang="{clean(current().code)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script, style)}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{clean(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}\n"
        f'<script type="application/json" id="data">{_data(study)}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _footer() -> str:
    return _(
        "Made with QWK Explorer. This file is all there is: it opens without a network and sends "
        "nothing anywhere. The notebook beside it computes every figure anew."
    )


def _policy(script: str, style: str) -> str:
    def digest(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    return (
        f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{clean(title)}</h2>\n{content}\n</section>" if content else ""


def _paragraph(text: str, attributes: str = "") -> str:
    return f"<p{attributes}>{clean(text)}</p>"


def _head(study: Study, title: str) -> str:
    size = len(study.categories)
    about = _(
        "{items}, {categories}",
        items=plural(study.n, "{count} item", "{count} items", count=number(study.n)),
        categories=plural(size, "{n} category", "{n} categories"),
    )
    if study.source:
        about = _("{source}: {items}", source=study.source, items=about)
    kappa = kappa_text(study.kappa, study.decimals)
    parts = [
        f"<header>\n<h1>{clean(title)}</h1>",
        _paragraph(about),
        _paragraph(_("κ = {kappa}", kappa=kappa), ' class="kappa"'),
    ]
    if study.interval.caution is None:
        parts.append(
            _paragraph(
                _(
                    "{level} confidence interval {ends}, {measure}",
                    level=_level(study),
                    ends=_ends(study, study.interval),
                    measure=_(_MEASURES[study.scheme]),
                ),
                ' class="interval"',
            )
        )
    if not isnan(study.kappa):
        walk = study.walk
        parts.append(
            _paragraph(
                _(
                    "The disagreement costs {seen}; by chance alone it would cost {by_chance}. "
                    "κ = 1 − {seen} ÷ {by_chance}.",
                    seen=_cost(walk.numerator),
                    by_chance=_cost(walk.denominator),
                )
            )
        )
    return "\n".join([*parts, "</header>"])


_MEASURES = {
    "quadratic": N_("quadratically weighted kappa"),
    "linear": N_("linearly weighted kappa"),
    "unweighted": N_("unweighted kappa"),
}


def _level(study: Study) -> str:
    return _("{number}%", number=number(100 * study.level, 1))


def _ends(study: Study, interval: KappaInterval) -> str:
    if isnan(interval.low):
        return "–"
    return _(
        "{low} to {high}",
        low=kappa_text(interval.low, study.decimals),
        high=kappa_text(interval.high, study.decimals),
    )


def _quote(study: Study) -> str:
    cited = "".join(f"<li>{clean(entry)}</li>" for entry in study.citation())
    return (
        f"<blockquote>{clean(spell(study.sentence, study.decimals))}</blockquote>\n"
        f'{_paragraph(_("And cite:"))}\n<ul class="cite">{cited}</ul>'
    )


def _checks(study: Study) -> str:
    if not study.checks:
        return _paragraph(_("The usual checks find nothing to warn of."))
    listed = "".join(
        f'<li class="{check.severity}"><strong>{clean(_(_SEVERITIES[check.severity]))}.</strong> '
        f"{clean(spell(check.message, study.decimals))}</li>"
        for check in study.checks
    )
    return f'<ul class="checks">{listed}</ul>'


def _figure(study: Study) -> str:
    drawn = "".join(picture.svg() for picture in pictures(study))
    readable = len(study.categories) <= MOST_READ
    choose = (
        '<div class="tools" data-script hidden>'
        f'<label>{clean(_("Actual"))} <select id="row"></select></label>'
        f'<label>{clean(_("Predicted"))} <select id="column"></select></label></div>\n'
        '<p id="words" aria-live="polite"></p>\n'
    )
    return (
        _paragraph(
            _(
                "Rows are the actual ratings, columns the predicted ones. Point at a cell, or "
                "choose one: it is marked in all four."
            )
            if readable
            else _("Rows are the actual ratings, columns the predicted ones.")
        )
        + "\n"
        + (choose if readable else "")
        + f'<div id="figure">{drawn}</div>\n'
        '<div class="tools" data-script hidden>'
        f'<button type="button" id="png">{clean(_("Figure as PNG"))}</button>'
        f'<button type="button" id="svg">{clean(_("Figure as SVG"))}</button></div>'
    )


def figure(study: Study) -> Picture:
    """Draw all four matrices as one figure."""
    return vector.together(
        pictures(study),
        2,
        _(
            "The matrices of kappa = {kappa}: observed, expected, weights, and what each cell "
            "adds to the disagreement",
            kappa=kappa_text(study.kappa, study.decimals),
        ),
    )


def figure_svg(study: Study) -> str:
    """Return the figure as an SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{figure(study).svg()}\n'


def pictures(study: Study) -> tuple[Picture, ...]:
    """Draw O, E, w and the contributions."""
    drawn = panels(study)
    labels = [str(category) for category in study.categories]
    cell = vector.cell_size(drawn)
    return tuple(
        vector.matrix(
            panel,
            labels,
            (_("actual"), _("predicted")),
            _(
                "{title}: a matrix of {n} by {n}, its largest value {value}",
                title=panel.title,
                n=len(labels),
                value=_cost(float(panel.values.max())),
            ),
            cell=cell,
        )
        for panel in drawn
    )


def panels(study: Study) -> tuple[Panel, ...]:
    """Return O, E, w and the contributions, their numbers written unless nobody could read them."""
    walk = study.walk
    totals = _counts(walk.actual_totals), _counts(walk.predicted_totals), number(walk.n)
    top = float(max(walk.observed.max(), walk.expected.max()))
    return (
        Panel(
            "observed",
            _("O · observed"),
            hue("observed", dark=False),
            walk.observed,
            _counts(walk.observed),
            top,
            totals,
        ),
        Panel(
            "expected",
            _("E · expected by chance"),
            hue("expected", dark=False),
            walk.expected,
            _counts(walk.expected),
            top,
            totals,
        ),
        Panel(
            "weights",
            _("w · weights"),
            hue("weights", dark=False),
            walk.weights,
            _texts(walk.weights, number),
            1.0,
        ),
        Panel(
            "shares",
            _("share of all disagreement"),
            hue("fall", dark=False),
            walk.shares,
            _texts(walk.shares, _share),
            float(walk.shares.max()),
        ),
    )


def _counts(values: Matrix) -> list[str]:
    return _texts(values, _count)


def _texts(values: Matrix, write: Callable[[float], str]) -> list[str]:
    if len(values) > MOST_READ:
        return []
    # Many cells hold the same number: a matrix of weights has no more than N.
    return list(map(cache(write), values.ravel().tolist()))


def _count(value: float) -> str:
    """Write a count, with fewer decimals the larger it is."""
    return number(value, 2 if value < 100 else 1 if value < 1000 else 0)


def _share(value: float) -> str:
    """Write a share as short as its cell asks for."""
    if value < _LEAST_SHARE:
        return percent(value) if value else "0"
    return _("{number}%", number=number(100 * value, 0))


def _cost(value: float) -> str:
    return number(value, _MOST_DECIMALS)


def _data(study: Study) -> str:
    """Return what the script needs as JSON that does not end its element, whatever is in it."""
    labels = [str(category) for category in study.categories]
    content: dict[str, object] = {"labels": labels, "texts": None}
    if len(labels) <= MOST_READ:
        walk = study.walk
        costliest = walk.costliest or ((0, 0),)
        content |= {
            "chosen": costliest[0],
            "texts": {
                **{panel.name: panel.texts for panel in panels(study)},
                "shares": _texts(walk.shares, percent),
                "cost": _texts(walk.weighted_observed, _cost),
            },
            # Filled in by the script, for whichever cell is chosen.
            "sentence": _(
                "Actual {row}, predicted {column}: O = {observed}, and by chance E = {expected}. "
                "At a weight of {weights}, these items cost {cost}, or {shares} of all "
                "disagreement."
            ),
        }
    text = json.dumps(content, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    caption: str = "",
    chosen: int | None = None,
    words: int | None = None,
) -> str:
    """Write a table; the first column names its rows, column `words` is prose."""

    def cell(at: int, text: str) -> str:
        if at == 0:
            return f'<th scope="row">{clean(text)}</th>'
        return f"<td{_classed('words', at == words)}>{clean(text)}</td>"

    headed = "".join(
        f'<th scope="col"{_classed("words", at == words)}>{clean(text)}</th>'
        for at, text in enumerate(head)
    )
    filled = "".join(
        f"<tr{_classed('chosen', at == chosen)}>{''.join(map(cell, range(len(row)), row))}</tr>"
        for at, row in enumerate(rows)
    )
    named = f"<caption>{clean(caption)}</caption>" if caption else ""
    return (
        f'<div class="scroll"><table>{named}<thead><tr>{headed}</tr></thead>'
        f"<tbody>{filled}</tbody></table></div>"
    )


def _classed(name: str, applies: bool) -> str:
    return f' class="{name}"' if applies else ""


def _schemes(study: Study) -> str:
    rows = [
        [
            _(scheme),
            kappa_text(interval.kappa, study.decimals),
            _ends(study, interval),
            _by(interval),
        ]
        for scheme, interval in study.intervals.items()
    ]
    interval = _("{level} interval", level=_level(study))
    return _paragraph(
        _(
            "Quadratic weights charge a disagreement its distance squared, linear ones its "
            "distance, and without weights every disagreement costs the same."
        )
    ) + _table(
        [_("weights"), "κ", interval, _("computed")],
        rows,
        chosen=list(study.intervals).index(study.scheme),
        words=3,
    )


def _by(interval: KappaInterval) -> str:
    if interval.caution is not None:
        return _(interval.caution)
    return spell(method_words(interval))


def _groups(study: Study) -> str:
    if not study.groups:
        return ""
    rows = [
        Row(name, interval.kappa, interval.low, interval.high)
        for name, interval in study.group_intervals.items()
    ]
    pooled = study.interval
    rows.append(Row(_("All as one"), pooled.kappa, pooled.low, pooled.high, whole=True))
    picture = vector.forest(
        rows,
        _("kappa"),
        _(
            "Kappa of {n} groups with their intervals, and of all as one: {kappa}",
            n=len(study.groups),
            kappa=kappa_text(study.kappa, study.decimals),
        ),
        decimals=study.decimals,
    )
    listed = [
        [
            name,
            number(study.group_walks[name].n),
            kappa_text(interval.kappa, study.decimals),
            _ends(study, interval),
            _by(interval),
        ]
        for name, interval in study.group_intervals.items()
    ]
    table = _table(
        [_("group"), "n", "κ", _("{level} interval", level=_level(study)), _("computed")],
        listed,
        words=4,
    )
    return f'<div class="scroll">{picture.svg()}</div>{table}'


def _method(study: Study) -> str:
    rows = _("{n} of {rows} rows have both ratings.", n=number(study.n), rows=number(study.n_rows))
    said = [rows, *(spell(choice) for choice in study.choices)]
    said.append(
        _(
            "Expected counts: row total × column total ÷ n. Kappa: 1 − ΣwO ÷ ΣwE, with w the "
            "weights of disagreement, 0 on the diagonal."
        )
    )
    if study.interval.caution is None:
        said.append(_("The interval: {how}.", how=spell(method_words(study.interval))))
    return "<ul>" + "".join(f"<li>{clean(text)}</li>" for text in said) + "</ul>"


def _numbers(study: Study) -> str:
    labels = [str(category) for category in study.categories]
    if len(labels) > MOST_NUMBERED:
        return _paragraph(
            _(
                "With {n} categories the matrices are too large to print: the CSV files and the "
                "JSON that come with this report have them at full precision.",
                n=number(len(labels)),
            )
        )
    tables = []
    for panel in panels(study):
        cells = np.array(panel.texts, dtype=object).reshape(len(labels), -1).tolist()
        rows = [[label, *row] for label, row in zip(labels, cells, strict=True)]
        tables.append(_table([_("actual / predicted"), *labels], rows, caption=panel.title))
    summary = f"<summary>{clean(_('Show the four matrices'))}</summary>"
    return f"<details>{summary}{''.join(tables)}</details>"
