"""Results on the page Practice: the score, a table, a file, a certificate."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import streamlit as st

from qwk_app.shared import components
from qwk_app.words.language import current
from qwk_app.words.texts import _, plural, template
from qwk_core.study.export import csv_text
from qwk_core.teaching.exercises.catalogue import KINDS
from qwk_core.teaching.exercises.progress import Progress, score

_CERTIFICATE = Path(__file__).with_name("certificate.html.jinja")
_LONGEST_NAME = 80  # characters


def show(made: Sequence[Progress], set_: Sequence[str] = ()) -> None:
    """Show the score of this session, and offer it as a CSV file and as a certificate.

    If `set_` names the exercises of a homework, only these count.
    """
    done = [one for one in made if one.done and (not set_ or one.key in set_)]
    if not done:
        components.note(
            _(
                "Nothing yet. An exercise is worth 3 points. A wrong answer costs one, a "
                "hint costs one, the solution costs all. Your results are listed here "
                "until you close the page."
            )
        )
        return
    st.markdown(_summary(done))
    unfolded = st.expander(
        _("List and certificate"),
        icon=":material/workspace_premium:",
        key="results",
        on_change="rerun",
    )
    if not unfolded.open:
        return
    with unfolded:
        _files(done)


def _files(done: Sequence[Progress]) -> None:
    """Show the list, and offer it and the certificate as files."""
    rows = [row(one) for one in done]
    st.table(rows)
    name = st.text_input(
        _("Your name, for the certificate"),
        key="name",
        max_chars=_LONGEST_NAME,
        autocomplete="name",
        help=_("It goes only into the file that you download."),
    )
    with st.container(horizontal=True):
        components.download(
            _("Download the certificate"),
            lambda: certificate(name or "", done),
            "practice.html",
            "text/html",
            icon=":material/workspace_premium:",
            key="download-certificate",
        )
        components.download(
            _("Download the list as CSV"),
            lambda: csv_text([list(rows[0]), *(list(cells.values()) for cells in rows)]),
            "practice.csv",
            "text/csv",
            key="download-practice",
        )


def _summary(done: Sequence[Progress]) -> str:
    total = score(done)
    return plural(
        total["done"],
        "**{points} of {most} points**: {solved} of {done} exercise solved.",
        "**{points} of {most} points**: {solved} of {done} exercises solved.",
        **total,
    )


def row(one: Progress) -> dict[str, str | int]:
    """Return the row of one exercise, by the names of the columns."""
    return {
        _("exercise"): _(KINDS[one.name.kind]),
        _("name"): one.key,
        _("answers"): one.tries,
        _("hint"): _("yes") if one.hinted else _("no"),
        _("outcome"): _("solved") if one.solved else _("solution shown"),
        _("points"): one.points,
    }


def certificate(name: str, done: Sequence[Progress]) -> str:
    """Return a page to print or hand in, in one file, with name, exercises and points."""
    return template(_CERTIFICATE, autoescape=True).render(
        language=current().code,
        name=name.strip(),
        score=_summary(done).replace("*", ""),
        date=datetime.now(UTC).date().isoformat(),
        rows=[row(one) for one in done],
    )
