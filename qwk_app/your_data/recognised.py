"""What was recognised in a file, with a way to correct it; what is unclear is asked here."""

import zlib
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import streamlit as st

from qwk_app.frame import state
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import _, plain
from qwk_app.your_data.kept import Kept
from qwk_core import RatingsError, format_categories
from qwk_core.files.answers import COUNTS, JOINED, Answers, Question
from qwk_core.files.labels import typed_scale
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import parse_codes
from qwk_core.files.structure import Structure, recognise
from qwk_core.messages import Message
from qwk_core.ratings import Category

_LONGEST_CODES = 500  # characters


def answers(held: Kept) -> Answers:
    """Return what the reader said about these data so far."""
    known: Answers = st.session_state.get(held.key("answers"), Answers())
    return known


def answer(held: Kept, said: Answers) -> None:
    """Remember what the reader said. For callbacks."""
    st.session_state[held.key("answers")] = said


def structure(held: Kept, layout: Layout, said: Answers | None = None) -> Structure:
    """Return where the ratings are, with all that was said taken into account."""
    said = said or answers(held)
    return held.reading(("structure", layout, said), lambda: recognise(held.open(), layout, said))


def show(held: Kept, found: Structure) -> None:
    """Say what was recognised, and let the reader correct it."""
    remarks(found.remarks)
    said = answers(held)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if found.layout.kind not in ("parquet", "jsonl") and found.shape != JOINED:
            _header_row(held, found)
        if found.shape != COUNTS:
            _missing_codes(held, said)
        for one in found.left_out[:3]:
            st.button(
                _("Row {row} is an item", row=one.row),
                key=held.key(f"keep-{one.row}"),
                icon=":material/undo:",
                on_click=partial(answer, held, replace(said, kept_rows=(*said.kept_rows, one.row))),
            )
        if said != Answers():
            st.button(
                _("Start these questions over"),
                key=held.key("again"),
                icon=":material/restart_alt:",
                on_click=partial(answer, held, Answers()),
            )


def clusters(held: Kept, group: str | None) -> None:
    """Let the reader say that the items of a group belong together."""
    said = answers(held)
    if not group or said.weight == group:
        return
    key = held.key(f"cluster-{zlib.crc32(group.encode())}-{said.cluster == group}")
    st.checkbox(
        _("Items with the same “{group}” belong together: allow for that", group=plain(group)),
        said.cluster == group,
        key=key,
        on_change=partial(_set_cluster, held, key, group),
        help=_(
            "A pupil’s essays or a patient’s images are alike, and tell less than as many items of "
            "different pupils or patients. The interval becomes wider; whole clusters are drawn."
        ),
    )


def _set_cluster(held: Kept, key: str, group: str) -> None:
    ticked = st.session_state.get(key)
    if ticked is not None:  # the field is gone where the file was forgotten at the same moment
        chosen = group if ticked else None
        answer(held, replace(answers(held), cluster=chosen, group=group))


def _header_row(held: Kept, found: Structure) -> None:
    row = found.layout.skipped + 1 if found.layout.header else 0
    key = held.key(f"header-row-{row}")
    st.number_input(
        _("Row with the names (0: none)"),
        0,
        100_000,
        row,
        key=key,
        on_change=partial(_set_header, held, key),
        width=state.width(220),
    )


def _missing_codes(held: Kept, said: Answers) -> None:
    """Let the reader say which labels stand for a missing rating."""
    codes = ", ".join(said.missing or ())
    key = held.key(f"missing-{zlib.crc32(codes.encode())}")
    st.text_input(
        _("Codes for a missing rating"),
        codes,
        key=key,
        max_chars=_LONGEST_CODES,
        placeholder=_("-99, x"),
        on_change=partial(_set_missing, held, key),
        width=state.width(220),
        help=_(
            "Labels with commas between them. Blank cells, NA and the like are missing anyway; "
            "what looks like a code is asked about."
        ),
    )


def _set_missing(held: Kept, key: str) -> None:
    typed = st.session_state.get(key)
    if typed is None:  # likewise
        return
    try:
        codes = tuple(parse_codes(typed))
    except RatingsError:  # a date is no label, so it needs no code
        codes = ()
    answer(held, replace(answers(held), missing=codes or None))


def _set_header(held: Kept, key: str) -> None:
    typed = st.session_state.get(key)
    if typed is not None:  # likewise
        answer(held, replace(Answers(), header_row=int(typed)))


def remarks(said: Sequence[Message]) -> None:
    """Show what was recognised, a sentence each."""
    if said:
        components.note(" ".join(message_text(one) for one in said))


def ask(held: Kept, questions: Sequence[Question]) -> None:
    """Ask the first open question; a click on an answer settles it."""
    question = questions[0]
    st.warning(message_text(question.message), icon=":material/help:")
    if question.labels and not question.options:
        _order(held, question.labels)
    with st.container(horizontal=True):
        for at, option in enumerate(question.options):
            st.button(
                message_text(option.label),
                key=held.key(f"answer-{question.key}-{at}"),
                type="primary" if option is question.proposal else "secondary",
                on_click=partial(answer, held, option.answers),
            )
    st.info(_("κ waits for your answer."), icon=":material/pending:")


def _order(held: Kept, labels: Sequence[Category]) -> None:
    """Let the reader put labels in order that say none; as they were first met is no answer."""
    met = format_categories(labels)
    key = held.key(f"order-{zlib.crc32(met.encode())}")
    typed = st.text_input(
        _("Categories, from lowest to highest"), met, key=key, max_chars=LONGEST_TEXT
    )
    scale = typed_scale(typed)
    st.button(
        _("Take this order"),
        key=held.key("ordered"),
        disabled=typed == met or not scale,
        on_click=partial(answer, held, replace(answers(held), categories=scale)),
    )
