"""The report on a study as one HTML file, which makes no network requests.

All names from the data are escaped. In addition, the file's content security policy allows only its
one script and its one style sheet, by their hashes.
"""

import json
from functools import cache
from math import isnan
from pathlib import Path

from markupsafe import Markup

from qwk_app.figures.svg import printable
from qwk_app.frame.security import allowed
from qwk_app.report import by_group, pictures, rows
from qwk_app.report.pictures import MOST_READ
from qwk_app.words.language import current
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _, catalogue, joined, plural, template
from qwk_core.study.cautions import find_cautions
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.interval_choice import FEW_CLUSTERS
from qwk_core.study.methods import bibtex, methods, ris
from qwk_core.study.references import COEFFICIENT_SOURCES, PROGRAM
from qwk_core.study.sentences import (
    citation,
    interval_notes,
    items_words,
    measure_words,
    method_words,
    sentence,
)
from qwk_core.study.study import Study
from qwk_core.study.texts import TEXTS as STUDY_TEXTS

HERE = Path(__file__).parent
TEXTS = catalogue(HERE / "texts.toml")


@cache
def asset(name: str) -> str:
    """Return the text of a file beside this one."""
    return (HERE / name).read_text(encoding="utf-8")


def report(study: Study) -> str:
    """Return the report as HTML, in the reader's language."""
    style, script = asset("report.css"), asset("../browser/picture.js") + asset("report.js")
    made = template(
        HERE / "report.html.jinja",
        autoescape=True,
        finalize=_without_controls,
        keep_trailing_newline=True,
    )
    return made.render(
        study=study,
        language=current().code,
        policy=_policy(style, script),
        style=style,
        script=script,
        page={
            "about": about,
            "kappa": kappa,
            "interval": interval,
            "contents": contents,
            "methods_text": methods_text,
            "data": _data,
        },
        rows=rows,
        pictures=pictures,
        forest=by_group.picture,
        cautions=find_cautions(study),
        sentence=sentence(study),
        citation=citation(study),
        how=message_bare_text(method_words(study)),
        interval_notes=list(map(message_bare_text, interval_notes(study))),
        sources=COEFFICIENT_SOURCES,
        texts=STUDY_TEXTS,
        isnan=isnan,
        few_clusters=FEW_CLUSTERS,
        cautions_of_diagnostic={*(one.caution for one in diagnostics(study).values())} - {None},
        methods={style: _(title) for style, title in TEXTS["method"].items()},
        bibtex=bibtex(study),
        ris=ris(study),
        program=PROGRAM,
        severities={kind: _(title) for kind, title in TEXTS["severity"].items()},
        number=number,
        text=lambda message: message_bare_text(message, study.decimals),
    )


def contents(study: Study) -> str:
    """Say which data are in the report and the notebook."""
    if study.agreement is None:
        return _(
            "The report and the notebook hold the counts of each pair of categories, the names of "
            "the categories, of the groups and of the file; none of the rows."
        )
    return _(
        "The report and the JSON hold the raters’ names; the report also holds the items that are "
        "disputed most, with who gave what. The notebook and the table of the items hold every "
        "single rating."
    )


def _without_controls(text: object) -> object:
    """Replace characters that HTML and XML forbid, except in text that this module has made."""
    return text if isinstance(text, Markup) else printable(str(text))


def methods_text(study: Study, style: str) -> str:
    """Return the paragraph on the method in the reader's language."""
    return joined(message_bare_text(one, study.decimals) for one in methods(study, style))


def _policy(style: str, script: str) -> str:
    """Return a content security policy that allows only this style and this script."""
    return (
        f"default-src 'none'; script-src {allowed(script)}; "
        f"style-src {allowed(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )


def kappa(study: Study) -> str:
    """Write kappa with the decimals of this study."""
    return _("κ = {kappa}", kappa=kappa_text(study.kappa, study.decimals))


def about(study: Study) -> str:
    """Say where the ratings came from, and how many items, raters and categories they have."""
    size, n_raters = len(study.categories), len(study.raters)
    parts = [message_bare_text(items_words(study))]
    if study.agreement is not None:
        parts.append(plural(n_raters, "{n} rater", "{n} raters"))
    parts.append(plural(size, "{n} category", "{n} categories"))
    n_gaps = 0 if study.agreement is None else study.table.n_missing
    if n_gaps:
        parts.append(plural(n_gaps, "one missing rating", "{n} missing ratings"))
    counted = _(", ").join(parts)
    return _("{source}: {items}", source=study.source, items=counted) if study.source else counted


def interval(study: Study) -> str:
    """Say how sure kappa is."""
    return _(
        "{level} confidence interval {ends}, {measure}",
        level=rows.level(study),
        ends=rows.ends(study, study.interval),
        measure=message_bare_text(measure_words(study)),
    )


def _data(study: Study) -> str:
    """Return the data of the script as JSON that cannot end its HTML element."""
    labels = [str(category) for category in study.categories]
    content: dict[str, object] = {"labels": labels, "texts": None}
    if len(labels) <= MOST_READ:
        walk = study.walk
        costliest = walk.costliest or ((0, 0),)
        row, column = pictures.axes(study)
        content |= {
            "chosen": costliest[0],
            "texts": {
                **{panel.name: panel.texts for panel in pictures.matrix_panels(study)},
                "weights": pictures.texts_of(walk.weights, pictures.cost_text),
                "shares": pictures.texts_of(walk.shares, percent),
                "cost": pictures.texts_of(walk.weighted_observed, pictures.cost_text),
            },
            "names": {"first": row, "second": column},
            # The script fills it in for the chosen cell.
            "sentence": _(
                "{first}: {row}, {second}: {column}. O = {observed}, and by chance E = {expected}. "
                "At a weight of {weights}, these items cost {cost}, or {shares} of all "
                "disagreement."
            ),
        }
    text = json.dumps(content, ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
