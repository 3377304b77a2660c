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
from qwk_app.words.texts import N_, _, joined, plain, plural
from qwk_app.your_data.kept import Kept
from qwk_core import RatingsError, format_categories
from qwk_core.files.answers import COUNTS, JOINED, LONG, PAIRS, Answers, Question
from qwk_core.files.labels import typed_scale
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import parse_codes
from qwk_core.files.structure import Structure, recognise
from qwk_core.messages import Message
from qwk_core.ratings import Category

_LONGEST_CODES = 500  # characters
_GONE = ""  # what a label becomes that is no rating
EACH_ROW = (N_("an item"), N_("one rating"))
CHOSEN = ("columns", "shape", "raters")  # what is answered by choosing columns


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


def mend(held: Kept, labels: Sequence[str], alike: Sequence[tuple[str, str]] = ()) -> None:
    """Let the reader say that a label is another one, or stands for a missing rating."""
    said = answers(held)
    if alike:
        with st.container(horizontal=True):
            for at, (rarer, other) in enumerate(alike):
                st.button(
                    _("“{one}” is “{other}”", one=plain(rarer), other=plain(other)),
                    icon=":material/merge:",
                    key=held.key(f"alike-{at}-{zlib.crc32(rarer.encode())}"),
                    on_click=partial(
                        answer, held, replace(said, same=(*said.same, (rarer, other)))
                    ),
                )
    if len(labels) < 2:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        label = st.selectbox(
            _("A label to change"),
            labels,
            index=None,
            placeholder=_("Which label?"),
            key=held.key("mend-label"),
            width=state.width(200),
        )
        names = {_GONE: _("a missing rating"), **{one: one for one in labels if one != label}}
        becomes = st.selectbox(
            _("It is"),
            list(names),
            format_func=names.__getitem__,
            key=held.key("mend-becomes"),
            width=state.width(200),
        )
        st.button(
            _("Change it"),
            key=held.key("mend"),
            disabled=label is None,
            on_click=partial(_set_label, held, label or "", becomes),
        )


def _set_label(held: Kept, label: str, becomes: str) -> None:
    said = answers(held)
    if becomes == _GONE:
        said = replace(said, missing=tuple(dict.fromkeys([*(said.missing or ()), label])))
    else:
        said = replace(said, same=(*said.same, (label, becomes)))
    st.session_state.pop(held.key("mend-label"), None)
    answer(held, said)


def line(found: Structure) -> str:
    """Say in one line what was recognised."""
    if found.shape == COUNTS:
        return _("Found: a table of counts")
    if found.rows is not None:
        return _(
            "Found: a row a rating, by {rater} ({n} raters)",
            rater=plain(found.rows.rater),
            n=len(found.raters or found.rows.raters),
        )
    if found.columns is None:
        return plural(len(found.names), "Found: {n} column", "Found: {n} columns")
    if found.columns.more:
        return _("Found: {n} raters, a column each", n=len(found.columns.raters))
    return _(
        "Found: {actual} and {predicted}, a row an item",
        actual=plain(found.columns.actual),
        predicted=plain(found.columns.predicted),
    )


def choose_shape(held: Kept, found: Structure) -> None:
    """Let the reader say that a row is one rating, and which columns have what."""
    if found.shape not in (PAIRS, LONG) or len(found.names) < 3:
        return
    rows, wanted = found.rows, answers(held).shape == LONG
    of_rows = rows is not None or wanted
    key = held.key(f"lie-{of_rows}")
    st.segmented_control(
        _("Each row of the table is"),
        EACH_ROW,
        default=EACH_ROW[of_rows],
        required=True,
        format_func=_,
        key=key,
        on_change=partial(_set_shape, held, key),
    )
    if not of_rows:
        return
    names = list(found.names)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        items = st.multiselect(
            _("Item: one column, or several together"),
            names,
            list(rows.items) if rows is not None else [],
            key=held.key("row-items"),
            width=state.width(280),
        )
        rater, rating = (
            st.selectbox(
                label,
                names,
                index=names.index(known) if known in names else None,
                placeholder=_("Which column?"),
                key=held.key(f"row-{name}"),
                width=state.width(200),
            )
            for name, label, known in (
                ("rater", _("Rater"), rows.rater if rows is not None else ""),
                ("rating", _("Rating"), rows.rating if rows is not None else ""),
            )
        )
        chosen = (tuple(items), rater or "", rating or "")
        st.button(
            _("Read it so"),
            key=held.key("row-columns"),
            disabled=not all(chosen) or len({*items, rater, rating}) < len(items) + 2,
            on_click=partial(
                answer, held, replace(answers(held), shape=LONG, rows=chosen, columns=None)
            ),
        )


def _set_shape(held: Kept, key: str) -> None:
    chosen = st.session_state.get(key)
    if chosen is not None:  # likewise
        shape = LONG if chosen == EACH_ROW[1] else PAIRS
        said = replace(answers(held), shape=shape, rows=None, raters=None, columns=None)
        answer(held, said)


def wait_for_columns() -> None:
    """Say that the columns of a row a rating are to be chosen first."""
    st.info(
        _("Choose above which columns have the item, the rater and the rating."),
        icon=":material/pending:",
    )


def remarks(said: Sequence[Message]) -> None:
    """Show what was recognised, a sentence each."""
    if said:
        components.note(joined(message_text(one) for one in said))


def ask(held: Kept, questions: Sequence[Question]) -> None:
    """Ask the first open question; a click on an answer settles it."""
    question = questions[0]
    st.warning(message_text(question.message), icon=":material/help:")
    if question.labels and not question.proposed:
        _order(held, question.labels)
    with st.container(horizontal=True):
        for at, option in enumerate(question.options):
            st.button(
                message_text(option.label),
                key=held.key(f"answer-{question.key}-{at}"),
                type="primary" if option is question.proposal else "secondary",
                on_click=partial(answer, held, option.answers),
            )
    if question.labels:
        mend(held, list(map(str, question.labels)))
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
