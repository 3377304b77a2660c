"""A study as one HTML file: it opens without a network, and nothing in it can ask for anything.

Everything that a person named is escaped; and should a name slip through, the file's own security
policy lets only its one script and its one style sheet run, known by their digests.
"""

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import isnan
from pathlib import Path

import numpy as np
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from qwk_app.figures import vector
from qwk_app.figures.common import Matrix
from qwk_app.figures.vector import MOST_NUMBERED, Panel, Picture, Row, printable
from qwk_app.words.language import current
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, plural
from qwk_core import KappaInterval
from qwk_core.pictures.hues import LIGHT
from qwk_core.study.checks import find_checks
from qwk_core.study.methods import bibtex, methods
from qwk_core.study.study import Study
from qwk_core.study.words import citation, interval_notes, method_words, sentence

MOST_READ = 100  # categories; of larger matrices a report has the pictures, not every cell's words
_MOST_DECIMALS = 4  # of a weight or a cost, where counts are small
_LEAST_SHARE = 0.0001  # smaller ones are "under 1%"
_SEVERITIES = {"error": N_("No figure"), "warning": N_("Take care"), "note": N_("Good to know")}
METHOD_TITLES = {"apa": N_("In APA style"), "plain": N_("In plain words")}
HERE = Path(__file__).parent


@cache
def asset(name: str) -> str:
    """Return a file that lies beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def report(study: Study) -> str:
    """Return the report as HTML, in the reader's language."""
    style, script = asset("report.css"), asset("picture.js") + asset("report.js")
    labels = [str(category) for category in study.categories]
    return template("report.html.jinja").render(
        language=current().code,
        policy=policy(style, script),
        title=_("How well do the two raters agree?"),
        style=Markup(style),
        script=Markup(script),
        data=Markup(_data(study)),
        about=_about(study),
        kappa=_("κ = {kappa}", kappa=kappa_text(study.kappa, study.decimals)),
        interval=_interval(study),
        costs=_costs(study),
        sentence=message_bare_text(sentence(study), study.decimals),
        citation=citation(study),
        methods={_(title): methods_text(study, style) for style, title in METHOD_TITLES.items()},
        bibtex=bibtex(study),
        checks=[
            {
                "severity": check.severity,
                "name": _(_SEVERITIES[check.severity]),
                "text": message_bare_text(check.message, study.decimals),
            }
            for check in find_checks(study)
        ],
        readable=len(labels) <= MOST_READ,
        pictures=[Markup(picture.svg()) for picture in pictures(study)],
        schemes=_schemes(study),
        groups=_groups(study),
        forest=Markup(_forest(study).svg()) if study.groups else "",
        method=_method(study),
        tables=_matrices(study, labels),
        too_large=_(
            "With {n} categories the matrices are too large to print: the CSV files and the "
            "JSON that come with this report have them at full precision.",
            n=number(len(labels)),
        ),
        footer=_footer(),
    )


@cache
def template(name: str) -> Template:
    """Return the template of a report that lies beside this file."""
    environment = Environment(
        loader=FileSystemLoader(HERE),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        finalize=_without_controls,
        keep_trailing_newline=True,
    )
    environment.globals["_"] = _
    return environment.get_template(name)


def _without_controls(text: object) -> object:
    """Replace what neither HTML nor XML can hold; what is marked as safe was made here."""
    return text if isinstance(text, Markup) else printable(str(text))


def _footer() -> str:
    return _(
        "Made with QWK Explorer. This file is all there is: it opens without a network and sends "
        "nothing anywhere. The notebook beside it computes every figure anew."
    )


def methods_text(study: Study, style: str) -> str:
    """Return the paragraph on the method in the reader's language."""
    return " ".join(message_bare_text(one, study.decimals) for one in methods(study, style))


def policy(style: str, script: str = "") -> str:
    """Return the policy of a file that lets its own style and its own script run, nothing else."""

    def digest(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    own_script = digest(script) if script else "'none'"
    return (
        f"default-src 'none'; script-src {own_script}; "
        f"style-src {digest(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _about(study: Study) -> str:
    size = len(study.categories)
    about = _(
        "{items}, {categories}",
        items=plural(study.n, "{count} item", "{count} items", count=number(study.n)),
        categories=plural(size, "{n} category", "{n} categories"),
    )
    return _("{source}: {items}", source=study.source, items=about) if study.source else about


def _interval(study: Study) -> str:
    if study.interval.caution is not None:
        return ""
    return _(
        "{level} confidence interval {ends}, {measure}",
        level=_level(study),
        ends=_ends(study, study.interval),
        measure=_(_MEASURES[study.scheme]),
    )


def _costs(study: Study) -> str:
    if isnan(study.kappa):
        return ""
    return _(
        "The disagreement costs {seen}; by chance alone it would cost {by_chance}. "
        "κ = 1 − {seen} ÷ {by_chance}.",
        seen=_cost(study.walk.numerator),
        by_chance=_cost(study.walk.denominator),
    )


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
            LIGHT.observed,
            walk.observed,
            _counts(walk.observed),
            top,
            totals,
        ),
        Panel(
            "expected",
            _("E · expected by chance"),
            LIGHT.expected,
            walk.expected,
            _counts(walk.expected),
            top,
            totals,
        ),
        Panel(
            "weights",
            _("w · weights"),
            LIGHT.weights,
            walk.weights,
            _texts(walk.weights, number),
            1.0,
        ),
        Panel(
            "shares",
            _("share of all disagreement"),
            LIGHT.fall,
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


@dataclass(frozen=True)
class Table:
    """A table of the report: its first column names its rows; its last one may hold sentences."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""
    chosen: int | None = None
    wide: bool = False


def _schemes(study: Study) -> Table:
    rows = [
        [
            _(scheme),
            kappa_text(interval.kappa, study.decimals),
            _ends(study, interval),
        ]
        for scheme, interval in study.intervals.items()
    ]
    interval = _("{level} interval", level=_level(study))
    return Table(
        [_("weights"), "κ", interval],
        rows,
        chosen=list(study.intervals).index(study.scheme),
    )


def _groups(study: Study) -> Table | None:
    if not study.groups:
        return None
    rows = [
        [
            name,
            number(study.group_walks[name].n),
            kappa_text(interval.kappa, study.decimals),
            _ends(study, interval),
        ]
        for name, interval in study.group_intervals.items()
    ]
    head = [_("group"), "n", "κ", _("{level} interval", level=_level(study))]
    return Table(head, rows)


def _forest(study: Study) -> Picture:
    """Draw kappa of every group with its interval, and of all as one."""
    rows = [
        Row(name, interval.kappa, interval.low, interval.high)
        for name, interval in study.group_intervals.items()
    ]
    pooled = study.interval
    rows.append(Row(_("All as one"), pooled.kappa, pooled.low, pooled.high, whole=True))
    return vector.forest(
        rows,
        _("kappa"),
        _(
            "Kappa of {n} groups with their intervals, and of all as one: {kappa}",
            n=len(study.groups),
            kappa=kappa_text(study.kappa, study.decimals),
        ),
        decimals=study.decimals,
    )


def _method(study: Study) -> list[str]:
    texts = [
        _("{n} of {rows} rows have both ratings.", n=number(study.n), rows=number(study.n_rows)),
        *(message_bare_text(choice) for choice in study.choices),
        _(
            "Expected counts: row total × column total ÷ n. Kappa: 1 − ΣwO ÷ ΣwE, with w the "
            "weights of disagreement, 0 on the diagonal."
        ),
    ]
    if study.interval.caution is None:
        texts.append(_("The interval: {how}.", how=message_bare_text(method_words(study))))
        texts += [message_bare_text(note) for note in interval_notes(study)]
    else:
        texts.append(_("No interval: {why}", why=_(study.interval.caution)))
    return texts


def _matrices(study: Study, labels: Sequence[str]) -> list[Table]:
    """Return the four matrices as tables, none if they are too large to print."""
    if len(labels) > MOST_NUMBERED:
        return []
    tables = []
    for panel in panels(study):
        cells = np.array(panel.texts, dtype=object).reshape(len(labels), -1).tolist()
        rows = [[label, *row] for label, row in zip(labels, cells, strict=True)]
        tables.append(Table([_("actual / predicted"), *labels], rows, caption=panel.title))
    return tables
