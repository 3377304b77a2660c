"""The downloads of a study: report, notebook, figure, tables, or all in one file."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st
from streamlit.components.v2 import component

from qwk_app.frame import state
from qwk_app.report import page, pictures, printing, quote, rows
from qwk_app.shared import components, fields
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, joined
from qwk_core.study.document import study_json
from qwk_core.study.methods import bibtex, filled_blanks, ris
from qwk_core.study.notebook import notebook
from qwk_core.study.sentences import citation, sentence
from qwk_core.study.study import Study
from qwk_core.study.tables import counts_csv, study_tables

# Keys of this section.
FILES = "take-files"
FIGURE = "take-figure"
FOLD = "take"
TABLE = "take-table"

# The most cells of a matrix, and lines of counts, in a file: more would take seconds and megabytes
# while all others wait. The core and the command have no such limit.
MOST_CELLS = 10_000
_MOST_LINES = 100_000

SCHEMA = page.HERE.parents[1] / "docs" / "schema.json"


def fold(study: Study) -> None:
    """Draw a fold with the quotation and every file."""
    if place := components.fold(FOLD, _("Take it with you")):
        with place:
            quote.section(study)
            section(study)


def section(study: Study) -> None:
    """Offer all files of a study. Each is made at its download, in the reader's language.

    Files go only from this server to this reader.
    """
    st.markdown(page.contents(study))
    whole = len(study.categories) ** 2 <= MOST_CELLS
    if whole:
        _button(
            _("Take it all"),
            everything,
            study,
            "kappa.zip",
            "application/zip",
            icon=":material/folder_zip:",
            help=_("Everything below, in one zip file, with the description of the JSON."),
        )
    if place := components.fold(FILES, _("File by file")):
        with place:
            _cards(study, whole=whole)
            if figure := components.fold(FIGURE, _("The figure"), icon=":material/image:"):
                with figure:
                    _figure(study)


def _cards(study: Study, *, whole: bool) -> None:
    report_card, notebook_card, data_card = st.columns(3, border=True)
    with report_card:
        st.markdown(_("**Report.** For whoever asks what the kappa means."))
        components.note(_("One HTML file: it opens without a network and prints well."))
        _button(_("Report (HTML)"), page.report, study, "kappa.html", "text/html")
    with notebook_card:
        st.markdown(_("**Notebook.** For whoever doubts it."))
        components.note(
            _(
                "It computes every figure anew with numpy alone, and compares them with this "
                "page’s and with scikit-learn’s."
            )
        )
        _button(
            _("Notebook (Jupyter)"),
            notebook_text,
            study,
            "kappa.ipynb",
            "application/x-ipynb+json",
        )
    with data_card:
        st.markdown(_("**Data.** For more computing."))
        if whole:
            components.note(
                _("All matrices and figures at full precision, for programs and spreadsheets.")
            )
            _button(_("Everything as JSON"), study_json, study, "kappa.json", "application/json")
            _table(study)
        else:
            _counts(study)


def _counts(study: Study) -> None:
    """Offer only the counts, if the matrices are too large for a file."""
    components.note(
        _(
            "With {n} categories each matrix has {cells} cells; here up to {most} are written. The "
            "notebook computes all of them on your own machine, from the counts.",
            n=number(len(study.categories)),
            cells=number(len(study.categories) ** 2),
            most=number(MOST_CELLS),
        )
    )
    if study.is_pair and np.count_nonzero(study.observed) <= _MOST_LINES:
        _button(_("Counts (CSV)"), counts_csv, study, "counts.csv", "text/csv")


def _button(
    label: str,
    make: Callable[[Study], str | bytes],
    study: Study,
    file_name: str,
    mime: str,
    **more: Any,
) -> None:
    key = f"take-{file_name}"
    components.download(label, lambda: _bytes(make(study)), file_name, mime, key=key, **more)


def notebook_text(study: Study) -> str:
    """Return the notebook with its words in the reader's language."""
    return notebook(study, say=lambda message: message_bare_text(message, study.decimals))


def _table(study: Study) -> None:
    tables = study_tables(study)
    titles = {name: title for name, title in page.TEXTS["table"].items() if name in tables}
    name = fields.choose(_("Table"), titles, TABLE, width=state.width(420))
    _button(_("Table (CSV)"), lambda _study: tables[name](), study, name, "text/csv")


def _figure(study: Study) -> None:
    """Show a picture for print with its caption, and buttons for files of it."""
    there = {kind: page.TEXTS["picture"][kind] for kind in printing.kinds(study)}
    if not there:
        return
    with st.container(horizontal=True):
        wide = state.width(220)
        chosen = [
            fields.choose(_("Picture"), there, "take-picture", width=wide),
            fields.choose(_("Width"), page.TEXTS["width"], "take-width", width=wide),
            fields.choose(_("Colour"), page.TEXTS["colour"], "take-colour", width=wide),
        ]
    made = printing.printed(study, *chosen)
    # Registered anew with every run: an app that starts over knows no components.
    show = component(
        "qwk_figure",
        html="<figure></figure>",
        css=page.asset("figure.css"),
        js=page.asset("../browser/picture.js") + page.asset("figure.js"),
    )
    show(
        data={
            "svg": made.svg,
            "width": made.pixels[0],
            "height": made.pixels[1],
            "scale": made.scale,
            "alt": made.caption,
            "png": _("Figure as PNG, {dpi} dpi", dpi=printing.DPI),
            "as_svg": _("Figure as SVG"),
            "name": "-".join(chosen),
        },
        key="take-drawn",
    )
    components.note(_("Its caption:"))
    st.code(made.caption, language=None, wrap_lines=True)


def everything(study: Study) -> bytes:
    """Return a zip of all files, the same for the same study."""
    files: dict[str, str] = {
        "report.html": page.report(study),
        "kappa.ipynb": notebook_text(study),
        "kappa.svg": pictures.as_file(pictures.figure(study)),
        "kappa.json": study_json(study),
        "schema.json": SCHEMA.read_text(encoding="utf-8"),
        "sentence.txt": _sentence(study),
        "methods.txt": _paragraphs(study),
        "checklist.txt": _checklist(study),
        "references.bib": bibtex(study),
        "references.ris": ris(study),
    }
    files |= printing.files(study)
    files |= {f"tables/{name}": write() for name, write in study_tables(study).items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), _bytes(text), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _paragraphs(study: Study) -> str:
    parts = [
        f"{_(title)}\n\n{page.methods_text(study, style)}"
        for style, title in page.TEXTS["method"].items()
    ]
    return "\n\n".join(parts) + "\n"


def _checklist(study: Study) -> str:
    table = rows.grras(study)
    lines = [
        f"{number}. " + _("{name}: {about}", name=item, about=where)
        for number, where, item in table.rows
    ]
    return "\n".join([_("The items of GRRAS: where each is answered"), "", *lines]) + "\n"


def _bytes(content: str | bytes) -> bytes:
    """Encode text; a lone surrogate, which JSON may contain, becomes a question mark."""
    return content if isinstance(content, bytes) else content.encode(errors="replace")


def _sentence(study: Study) -> str:
    """Return the sentence for a paper, the author's additions, and the references."""
    paragraphs = [message_bare_text(sentence(study), study.decimals)]
    own = joined(map(message_bare_text, filled_blanks(study)))
    return "\n\n".join([*paragraphs, *filter(None, [own]), *citation(study)]) + "\n"
