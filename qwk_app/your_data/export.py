"""What a reader takes away from "Your data": report, notebook, figure, tables, all in one."""

import io
import zipfile
from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st
from streamlit.components.v2 import component

from qwk_app.figures import vector
from qwk_app.shared import components
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import number
from qwk_app.words.texts import N_, _
from qwk_app.your_data import report
from qwk_core.study.files import counts_csv, study_csv, study_json
from qwk_core.study.methods import bibtex
from qwk_core.study.notebook import notebook
from qwk_core.study.study import Study
from qwk_core.study.words import citation, sentence

# Keys of this section.
FILES = "take-files"
FIGURE = "take-figure"
TABLE = "take-table"

# Cells of a matrix that are written, and lines of counts: seconds and megabytes beyond, while all
# others wait. The core and the command write as many as there are.
MOST_CELLS = 10_000
_MOST_LINES = 100_000

SCHEMA = report.HERE.parents[1] / "docs" / "schema.json"

TABLES = {
    "observed.csv": N_("O, observed"),
    "expected.csv": N_("E, expected by chance"),
    "weights.csv": N_("w, weights"),
    "weighted_observed.csv": N_("weights × observed"),
    "weighted_expected.csv": N_("weights × expected"),
    "shares.csv": N_("each cell’s share of the disagreement"),
    "cells.csv": N_("all matrices, a line for each cell"),
    "kappas.csv": N_("kappa under three weightings, with intervals"),
    "groups.csv": N_("the groups’ kappas, with intervals"),
}


def section(study: Study) -> None:
    """Offer everything about a study; a file is made when it is asked for, in the language shown.

    Nothing leaves for anywhere else: files go from this server to this reader.
    """
    st.markdown(
        _(
            "Take kappa with you, and all that is behind it. Every file is made from the "
            "counts; none of your rows is in it."
        )
    )
    whole = study.observed.size <= MOST_CELLS
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
            _figure(study)


def _cards(study: Study, *, whole: bool) -> None:
    report_card, notebook_card, data_card = st.columns(3, border=True)
    with report_card:
        st.markdown(_("**Report.** For whoever asks what the kappa means."))
        components.note(
            _(
                "One HTML file: it opens without a network, prints well, and its matrices answer "
                "to the pointer."
            )
        )
        _button(_("Report (HTML)"), report.report, study, "kappa.html", "text/html")
    with notebook_card:
        st.markdown(_("**Notebook.** For whoever doubts it."))
        components.note(
            _(
                "It computes every figure anew from the counts, with numpy alone, and compares "
                "them with this page’s and with scikit-learn’s."
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
    """Offer the counts alone, where the matrices are too large to be written."""
    components.note(
        _(
            "With {n} categories each matrix has {cells} cells; here up to {most} are written. The "
            "notebook computes all of them on your own machine, from the counts.",
            n=number(len(study.categories)),
            cells=number(study.observed.size),
            most=number(MOST_CELLS),
        )
    )
    if np.count_nonzero(study.observed) <= _MOST_LINES:
        _button(_("Counts (CSV)"), counts_csv, study, "counts.csv", "text/csv")


def _button(
    label: str,
    make: Callable[[Study], str | bytes],
    study: Study,
    file_name: str,
    mime: str,
    *,
    icon: str = ":material/download:",
    help: str | None = None,
) -> None:
    components.download(
        label,
        lambda: _bytes(make(study)),
        file_name,
        mime,
        icon=icon,
        help=help,
        key=f"take-{file_name}",
    )


def notebook_text(study: Study) -> str:
    """Return the notebook with its words in the reader's language."""
    return notebook(study, say=lambda message: message_bare_text(message, study.decimals))


def _table(study: Study) -> None:
    titles = {
        name: _(title) for name, title in TABLES.items() if study.groups or name != "groups.csv"
    }
    name = st.selectbox(
        _("Table"),
        list(titles),
        format_func=titles.__getitem__,
        key=TABLE,
        persist_state="session",
    )
    _button(_("Table (CSV)"), partial(_csv, name), study, name, "text/csv")


def _csv(name: str, study: Study) -> str:
    return study_csv(study)[name]


def _figure(study: Study) -> None:
    unfolded = st.expander(_("The figure"), icon=":material/image:", key=FIGURE, on_change="rerun")
    if unfolded.open:  # else it need not be drawn with every change
        with unfolded:
            _draw(report.figure(study))


def _draw(whole: vector.Picture) -> None:
    """Show a drawing with buttons for files of it; the PNG is made by the browser."""
    # Registered anew with every run: an app that starts over knows no components.
    show = component(
        "qwk_figure",
        html="<figure></figure>",
        css=report.asset("figure.css"),
        js=report.asset("picture.js") + report.asset("figure.js"),
    )
    show(
        data={
            "svg": whole.svg(),
            "width": whole.width,
            "height": whole.height,
            "alt": whole.alt,
            "png": _("Figure as PNG"),
            "as_svg": _("Figure as SVG"),
            "name": "kappa",
        },
        key="take-drawn",
    )


def everything(study: Study) -> bytes:
    """Return a zip of all files, the same for the same study."""
    files: dict[str, str] = {
        "report.html": report.report(study),
        "kappa.ipynb": notebook_text(study),
        "kappa.svg": report.figure_svg(study),
        "kappa.json": study_json(study),
        "schema.json": SCHEMA.read_text(encoding="utf-8"),
        "sentence.txt": _sentence(study),
        "methods.txt": _paragraphs(study),
        "references.bib": bibtex(study),
    }
    files |= {f"tables/{name}": text for name, text in study_csv(study).items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), _bytes(text), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _paragraphs(study: Study) -> str:
    parts = [
        f"{_(title)}\n\n{report.methods_text(study, style)}"
        for style, title in report.METHOD_TITLES.items()
    ]
    return "\n\n".join(parts) + "\n"


def _bytes(content: str | bytes) -> bytes:
    """Encode what is text; half a character, which JSON can name, becomes a question mark."""
    return content if isinstance(content, bytes) else content.encode(errors="replace")


def _sentence(study: Study) -> str:
    return (
        "\n\n".join([message_bare_text(sentence(study), study.decimals), *citation(study)]) + "\n"
    )
