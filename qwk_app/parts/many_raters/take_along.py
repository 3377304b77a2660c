"""What a reader takes along: the sentence to quote, and the figures as files."""

import io
import zipfile
from collections.abc import Callable

import streamlit as st

from qwk_app.frame import state
from qwk_app.parts.many_raters import report
from qwk_app.shared import components
from qwk_app.words.messages import message_bare_text
from qwk_app.words.texts import N_, _
from qwk_app.your_data.export import SCHEMA
from qwk_core.study.rater_files import rater_bibtex, rater_sentence, rater_study_csv
from qwk_core.study.rater_notebook import rater_notebook
from qwk_core.study.raters import RaterStudy, rater_study_json

TABLE = "raters-table"

TABLES = {
    "pairs.csv": N_("the pairs: κ, common items, E"),
    "coefficients.csv": N_("the coefficients, with intervals"),
    "raters.csv": N_("the raters"),
    "items.csv": N_("the items, with all ratings"),
}


def section(study: RaterStudy) -> None:
    """Show the sentence to quote, and offer the figures as files."""
    st.code(_sentence(study), language=None, wrap_lines=True)
    with st.container(horizontal=True):
        _button(_("Report (HTML)"), lambda: report.report(study), "raters.html", "text/html")
        _button(
            _("Notebook (Jupyter)"),
            lambda: notebook_text(study),
            "raters.ipynb",
            "application/x-ipynb+json",
        )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = st.selectbox(
            _("Table"),
            list(TABLES),
            format_func=lambda name: _(TABLES[name]),
            key=TABLE,
            width=state.width(280),
        )
        _button(_("Table (CSV)"), lambda: rater_study_csv(study)[name], name, "text/csv")
        _button(
            _("Everything as JSON"),
            lambda: rater_study_json(study),
            "raters.json",
            "application/json",
        )
        _button(
            _("Take it all"),
            lambda: everything(study),
            "raters.zip",
            "application/zip",
        )


def notebook_text(study: RaterStudy) -> str:
    """Return the notebook with its words in the reader's language."""
    return rater_notebook(study, say=lambda message: message_bare_text(message, study.decimals))


def _sentence(study: RaterStudy) -> str:
    return message_bare_text(rater_sentence(study), study.decimals)


def _button(label: str, make: Callable[[], str | bytes], file_name: str, mime: str) -> None:
    components.download(
        label,
        lambda: _bytes(make()),
        file_name,
        mime,
        key=f"raters-{file_name}",
    )


def everything(study: RaterStudy) -> bytes:
    """Return a zip of all files, the same for the same study."""
    files = {
        "report.html": report.report(study),
        "raters.ipynb": notebook_text(study),
        "pairs.svg": report.picture_svg(study),
        "references.bib": rater_bibtex(study),
        "raters.json": rater_study_json(study),
        "raters_schema.json": SCHEMA.with_name("raters_schema.json").read_text("utf-8"),
        "sentence.txt": f"{_sentence(study)}\n",
        **{f"tables/{name}": text for name, text in rater_study_csv(study).items()},
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), _bytes(text), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _bytes(content: str | bytes) -> bytes:
    """Encode what is text; half a character, which a file can hold, becomes a question mark."""
    return content if isinstance(content, bytes) else content.encode(errors="replace")
