"""Shows what was recognised in a file, lets the reader correct it, and asks questions."""

import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from qwk_app.frame import state
from qwk_app.parts.many_raters.ratings import MOST_RATERS
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import N_, _, joined, plain, plural
from qwk_app.your_data.datasets import Dataset
from qwk_app.your_data.large import command
from qwk_app.your_data.texts import TEXTS
from qwk_core import RatingsError
from qwk_core.files.answers import COUNTS, JOINED, LONG, PAIRS, Answers, Question
from qwk_core.files.columns import Columns
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import parse_codes
from qwk_core.files.rows import RowColumns
from qwk_core.files.structure import Structure, recognise
from qwk_core.messages import Message
from qwk_core.study.roles import COMPARED, find_roles, place_of_reference

_LONGEST_CODES = 500  # characters
_GONE = ""  # stands for a missing rating
EACH_ROW = (N_("an item"), N_("one rating"), N_("one rater"))
TWO, ALL = HOW_MANY = (N_("two of them"), N_("all together"))
CHOSEN = ("columns", "shape", "raters")  # questions that are answered by choosing columns
_MOST_BYTES = 5_000_000  # bytes of a file whose raters can all be compared here
_MOST_NAMED = 6  # raters in a list


def answers_of(dataset: Dataset) -> Answers:
    """Return the reader's answers about these data so far."""
    known: Answers = st.session_state.get(dataset.key("answers"), Answers())
    return known


def answer(dataset: Dataset, answers: Answers) -> None:
    """Keep the reader's answers. For callbacks."""
    st.session_state[dataset.key("answers")] = answers


def asks(dataset: Dataset, name: str, now: object, say: Callable[[Any], Answers]) -> dict[str, Any]:
    """Return the key and the callback of a field that sets a part of the answers.

    `now` is that part's current value. If it changes elsewhere, the field has another key, so it is
    a new field and shows the new value. `say` returns the answers with the field's value.
    """
    key = dataset.key(f"{name}-{zlib.crc32(repr(now).encode())}")

    def take() -> None:
        value = st.session_state.get(key)
        if value is not None:  # None if the file was forgotten at the same moment
            answer(dataset, say(value))

    return {"key": key, "on_change": take}


def _choose(label: str, options: Sequence[str], at: int, asked: dict[str, Any]) -> None:
    """Let the reader choose one of a few options; the one at `at` is chosen."""
    st.segmented_control(
        label, options, default=options[at], required=True, format_func=_, wrap=True, **asked
    )


def structure(dataset: Dataset, layout: Layout) -> Structure:
    """Return where the ratings are, according to the reader's answers."""
    answers = answers_of(dataset)
    return dataset.reading(
        ("structure", layout, answers), lambda: recognise(dataset.open(), layout, answers)
    )


def line(found: Structure) -> str:
    """Return one line on what was recognised."""
    if found.shape == COUNTS:
        return _("Found: a table of counts")
    if found.rows is not None:
        return _(
            "Found: one rating per row, by {rater} ({n} raters)",
            rater=plain(found.rows.rater),
            n=len(found.raters or found.rows.raters),
        )
    if found.columns is None:
        return plural(len(found.names), "Found: {n} column", "Found: {n} columns")
    if found.columns.more:
        return _("Found: {n} raters, a column each", n=len(found.columns.raters))
    return _(
        "Found: {actual} and {predicted}, one item per row",
        actual=plain(found.columns.actual),
        predicted=plain(found.columns.predicted),
    )


def remarks(messages: Sequence[Message]) -> None:
    """Show messages on what was recognised."""
    if messages:
        components.note(joined(message_text(one) for one in messages))


def show(dataset: Dataset, found: Structure) -> None:
    """Show what was recognised, and let the reader correct it."""
    remarks(found.remarks)
    answers = answers_of(dataset)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if not found.layout.names_columns and found.shape != JOINED:
            row = found.layout.skipped + 1 if found.layout.header else 0
            st.number_input(
                _("Row with the names (0: none)"),
                0,
                100_000,
                row,
                width=state.width(220),
                **asks(dataset, "header-row", row, lambda at: Answers(header_row=int(at))),
            )
        if found.shape != COUNTS:
            _missing_codes(dataset, answers)
        for one in found.left_out[:3]:
            st.button(
                _("Row {row} is an item", row=one.row),
                key=dataset.key(f"keep-{one.row}"),
                icon=":material/undo:",
                on_click=partial(
                    answer, dataset, replace(answers, kept_rows=(*answers.kept_rows, one.row))
                ),
            )
        if answers != Answers():
            st.button(
                _("Start these questions over"),
                key=dataset.key("again"),
                icon=":material/restart_alt:",
                on_click=partial(answer, dataset, Answers()),
            )


def _missing_codes(dataset: Dataset, answers: Answers) -> None:
    """Let the reader say which labels stand for a missing rating."""
    codes = ", ".join(answers.missing or ())

    def say(typed: str) -> Answers:
        try:
            named = tuple(parse_codes(typed))
        except RatingsError:  # a date is not a label, so it needs no code
            named = ()
        return replace(answers_of(dataset), missing=named or None)

    st.text_input(
        _("Codes for a missing rating"),
        codes,
        max_chars=_LONGEST_CODES,
        placeholder=_("-99, x"),
        width=state.width(220),
        help=_(
            "Labels with commas between them. Blank cells, NA and the like are missing anyway; "
            "what looks like a code is asked about."
        ),
        **asks(dataset, "missing", codes, say),
    )


def choose_shape(dataset: Dataset, found: Structure) -> None:
    """Let the reader say that a row is one rating, and which columns have what."""
    if found.shape not in (PAIRS, LONG) or len(found.names) < 3:
        return
    of_rows = found.rows is not None or answers_of(dataset).shape == LONG
    turned = found.layout.transposed

    def say(chosen: str) -> Answers:
        shape = LONG if chosen == EACH_ROW[1] else PAIRS
        answers = replace(answers_of(dataset), transposed=chosen == EACH_ROW[2], shape=shape)
        return replace(answers, rows=None, raters=None, columns=None)

    _choose(
        _("Each row of the table is"),
        EACH_ROW if turned or found.transposable else EACH_ROW[:2],
        2 if turned else of_rows,
        asks(dataset, "lie", (of_rows, turned), say),
    )
    if of_rows:
        _columns_of_rows(dataset, found)


def _columns_of_rows(dataset: Dataset, found: Structure) -> None:
    """Let the reader say which columns have the item, the rater and the rating."""
    names, rows = list(found.names), found.rows
    with st.container(horizontal=True, vertical_alignment="bottom"):
        items = st.multiselect(
            _("Item: one column, or several together"),
            names,
            list(rows.items) if rows is not None else [],
            key=dataset.key("row-items"),
            width=state.width(280),
        )
        rater, rating = (
            st.selectbox(
                label,
                names,
                index=names.index(known) if known in names else None,
                placeholder=_("Which column?"),
                key=dataset.key(f"row-{name}"),
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
            key=dataset.key("row-columns"),
            disabled=not all(chosen) or len({*items, rater, rating}) < len(items) + 2,
            on_click=partial(
                answer, dataset, replace(answers_of(dataset), shape=LONG, rows=chosen, columns=None)
            ),
        )


def choose_raters(dataset: Dataset, found: Structure) -> None:
    """Let the reader compare all raters, or two of them, if there are three or more."""
    rows, columns = found.rows, found.columns
    listed = rows.raters if rows is not None else found.many
    if len(listed) < 3 or any(one.key in CHOSEN for one in found.questions):
        return  # the question offers all of them
    if dataset.size > _MOST_BYTES or dataset.is_large(found.layout.kind):
        components.note(
            _(
                "{n} columns or raters may be compared. Here that is done for files of up to "
                "{most} MB. For a larger one, this command does it on your own machine:",
                n=len(listed),
                most=_MOST_BYTES // 10**6,
            )
        )
        st.code(command(found, listed), language="bash", wrap_lines=True)
        return
    _choose_how_many(dataset, found, listed)
    if columns is not None and columns.more:
        _choose_among(dataset, found, columns)


def _choose_how_many(dataset: Dataset, found: Structure, listed: tuple[str, ...]) -> None:
    rows, columns = found.rows, found.columns
    together = len(found.raters) != 2 if rows is not None else bool(columns and columns.more)
    named = ", ".join(map(plain, listed[:_MOST_NAMED]))

    def say(chosen: str) -> Answers:
        answers = replace(answers_of(dataset), columns=None, raters=None)
        if chosen == TWO:
            return answers
        answers = replace(answers, count=None)
        return replace(answers, raters=()) if rows is not None else replace(answers, columns=listed)

    _choose(
        _(
            "{n} columns or raters may be compared: {raters}",
            n=len(listed),
            raters=named + (", …" if len(listed) > _MOST_NAMED else ""),
        ),
        HOW_MANY,
        together,
        asks(dataset, "how-many", together, say),
    )


def _choose_among(dataset: Dataset, found: Structure, columns: Columns) -> None:
    """Let the reader choose the columns of the raters."""

    def say(chosen: Sequence[str]) -> Answers:
        answers = answers_of(dataset)
        return replace(answers, columns=tuple(chosen)) if len(chosen) > 1 else answers

    chosen = st.multiselect(
        _("Raters"),
        list(found.names),
        list(columns.raters),
        max_selections=MOST_RATERS,
        **asks(dataset, "raters", "", say),  # always the same key, so the field stays open
    )
    if len(chosen) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(chosen)
        )


def choose_apart(dataset: Dataset, found: Structure) -> None:
    """Let the reader choose the columns that tell items apart; of two raters, groups are above."""
    columns = found.columns or found.rows
    if columns is None:
        return
    taken = (columns.rater, columns.rating) if isinstance(columns, RowColumns) else columns.raters
    count = None if isinstance(columns, RowColumns) else columns.count
    others = [name for name in found.names if name not in (*taken, count)]
    if not others:
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if isinstance(columns, RowColumns) or columns.more:
            help = _(
                "What splits the items into groups, to see the kappa of each: school, site, year."
            )
            _choose_column(dataset, "group", _("Group (optional)"), others, help)
        _choose_column(
            dataset,
            "cluster",
            _("Items that belong together"),
            others,
            _(TEXTS["note"]["together"]),
            none=_("none: each item is alone"),
            named=lambda column: _("those with the same “{group}”", group=column),
        )
        help = _("How many of all people an item stands for.")
        _choose_column(dataset, "weight", _("Survey weights"), others, help)


def _choose_column(
    dataset: Dataset,
    role: str,
    label: str,
    others: Sequence[str],
    help: str,
    none: str = "",
    named: Callable[[str], str] = str,
) -> None:
    """Let the reader choose a column, one of the `others`, or none."""
    chosen = getattr(answers_of(dataset), role) or ""
    options = ["", *others]
    none = none or _("no column")

    def say(column: str) -> Answers:
        given: dict[str, Any] = {role: column or None}
        return replace(answers_of(dataset), **given)

    st.selectbox(
        label,
        options,
        options.index(chosen) if chosen in options else 0,
        format_func=lambda column: named(column) if column else none,
        help=help,
        width=state.width(240),
        **asks(dataset, role, chosen, say),
    )


def mend(dataset: Dataset, labels: Sequence[str], alike: Sequence[tuple[str, str]] = ()) -> None:
    """Let the reader say that a label means another label, or a missing rating."""
    answers = answers_of(dataset)
    if alike:
        with st.container(horizontal=True):
            for at, (rarer, other) in enumerate(alike):
                st.button(
                    _("“{one}” is “{other}”", one=plain(rarer), other=plain(other)),
                    icon=":material/merge:",
                    key=dataset.key(f"alike-{at}-{zlib.crc32(rarer.encode())}"),
                    on_click=partial(
                        answer, dataset, replace(answers, same=(*answers.same, (rarer, other)))
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
            key=dataset.key("mend-label"),
            width=state.width(200),
        )
        names = {_GONE: _("a missing rating"), **{one: one for one in labels if one != label}}
        becomes = st.selectbox(
            _("It is"),
            list(names),
            format_func=names.__getitem__,
            key=dataset.key("mend-becomes"),
            width=state.width(200),
        )
        st.button(
            _("Change it"),
            key=dataset.key("mend"),
            disabled=label is None,
            on_click=partial(_set_label, dataset, label or "", becomes),
        )


def _set_label(dataset: Dataset, label: str, becomes: str) -> None:
    answers = answers_of(dataset)
    if becomes == _GONE:
        answers = replace(answers, missing=tuple(dict.fromkeys([*(answers.missing or ()), label])))
    else:
        answers = replace(answers, same=(*answers.same, (label, becomes)))
    st.session_state.pop(dataset.key("mend-label"), None)
    answer(dataset, answers)


def _truth_first(question: Question) -> Question:
    """Return a question that first offers the truth, or the reference, against all others."""
    by_columns = {option.answers.columns or (): option for option in question.options}
    names = max(by_columns, key=len, default=())
    if len(names) < 3 or find_roles(names) not in COMPARED:
        return question
    truth = names[place_of_reference(names)]
    label = Message(N_("All {n}: each against “{truth}”"), {"n": len(names), "truth": truth})
    together = replace(by_columns.pop(names), label=label)
    pairs = sorted(by_columns.items(), key=lambda pair: truth not in pair[0])
    options = (together, *(option for _columns, option in pairs))
    return replace(question, options=options, proposed=True)


def ask(dataset: Dataset, question: Question) -> None:
    """Ask a question; a click on an answer settles it."""
    st.warning(message_text(question.message), icon=":material/help:")
    question = _truth_first(question)
    with st.container(horizontal=True):
        for at, option in enumerate(question.options):
            st.button(
                message_text(option.label),
                key=dataset.key(f"answer-{question.key}-{at}"),
                type="primary" if option is question.proposal else "secondary",
                on_click=partial(answer, dataset, option.answers),
            )
    st.info(_("κ waits for your answer."), icon=":material/pending:")
