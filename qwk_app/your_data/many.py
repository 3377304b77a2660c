"""Three raters or more in a reader's own table: all of them together, if the reader wants it."""

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import frame, queue, sidebar
from qwk_app.parts.many_raters import sections
from qwk_app.parts.many_raters.ratings import MOST_RATERS, order
from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import number
from qwk_app.words.texts import N_, _, error_text, plain, plural
from qwk_app.your_data import counting, recognised
from qwk_app.your_data.kept import RATERS, Kept
from qwk_app.your_data.large import command_of_raters
from qwk_core import ExplainedError, RatingsError
from qwk_core.files.answers import LONG, PAIRS, Answers
from qwk_core.files.queries import dask_of_columns, spark_of, sql_of_columns, sql_of_rows
from qwk_core.files.reading import Reading, labels_of, understood
from qwk_core.files.structure import Structure
from qwk_core.messages import Message
from qwk_core.study.study import Study

TWO, ALL = HOW_MANY = (N_("two of them"), N_("all together"))

_MOST_BYTES = 5_000_000  # of a file that is read at once
_MOST_NAMED = 6  # raters that are listed


def raters(found: Structure) -> tuple[str, ...]:
    """Return who may have rated, if they are three or more."""
    if found.rows is not None:
        return found.rows.raters if len(found.rows.raters) > 2 else ()
    return found.many


def _are_named(found: Structure) -> bool:
    """Tell whether an answer named more than two raters."""
    if found.rows is not None:
        return not found.questions and len(found.raters) != 2
    return found.columns is not None and bool(found.columns.more)


def chosen(held: Kept, found: Structure) -> bool:
    """Offer all raters where there are more than two; tell whether the reader wants them."""
    listed = raters(found)
    if _are_named(found):
        return True
    if not listed:
        return False
    if held.size > _MOST_BYTES or held.is_large(found.layout.kind):
        components.note(
            _(
                "{n} columns or raters may be compared. Here that is done for files of up to "
                "{most} MB. For a larger one, this command does it on your own machine:",
                n=len(listed),
                most=_MOST_BYTES // 10**6,
            )
        )
        st.code(command_of_raters(found), language="bash", wrap_lines=True)
        return False
    named = ", ".join(map(plain, listed[:_MOST_NAMED]))
    how = st.segmented_control(
        _(
            "{n} columns or raters may be compared: {raters}",
            n=len(listed),
            raters=named + (", …" if len(listed) > _MOST_NAMED else ""),
        ),
        HOW_MANY,
        default=TWO,
        required=True,
        format_func=_,
        key=held.key("how-many"),
        persist_state="session",
    )
    return how == ALL


def show(held: Kept, found: Structure, fold: DeltaGenerator) -> None:
    """Show how far all raters agree; what is unclear is asked first."""
    listed = raters(found)
    if found.rows is not None and len(found.raters) > 2:
        listed = found.raters
    if found.columns is not None and found.columns.more:
        listed = found.columns.raters
    if found.shape != LONG:
        with fold:
            chosen = st.multiselect(
                _("Raters"),
                list(found.names),
                list(listed),
                key=held.key("raters"),
                persist_state="session",
                max_selections=MOST_RATERS,
            )
        listed = tuple(chosen)
    try:
        reading = _read(held, found, listed)
        if reading is None:
            return
        if reading.questions:
            recognised.remarks(reading.remarks)
            recognised.ask(held, reading.questions)
            return
        study = _study(held, reading, listed, frame.weights())
    except ExplainedError as error:
        st.error(error_text(error), icon=":material/edit:")
        return
    lesson = sidebar.kept_lesson("your_data")
    st.markdown(_about(study))
    st.markdown(" ".join(message_text(one) for one in study.choices))
    top = st.container()
    places = order(study.all_raters, held.suffix)
    sections.first(top, study, places, lesson, held.suffix)
    sections.further(study, lesson)
    _queries(found, listed)


def _queries(found: Structure, listed: tuple[str, ...]) -> None:
    """Offer, folded away, what counts each pair where the data are."""
    folded = st.expander(
        _("Too large to upload, or in a database?"),
        icon=":material/database:",
        key="data-raters-queries",
        on_change="rerun",
    )
    if not folded.open:
        return
    if found.rows is not None:
        columns = " + ".join(found.rows.items), found.rows.rater, found.rows.rating
        query, for_spark = sql_of_rows(*columns), sql_of_rows(*columns, quote="`")
    else:
        query, for_spark = sql_of_columns(listed), sql_of_columns(listed, quote="`")
    with folded:
        st.markdown(_("Each counts O of every pair: a row for each pair of raters and ratings."))
        st.code(query, language="sql")
        if found.shape != LONG:
            st.code(dask_of_columns(listed), language="python")
        st.code(spark_of(for_spark), language="python")


def _read(held: Kept, found: Structure, listed: tuple[str, ...]) -> Reading | None:
    """Return the ratings of these raters; None if the reader cancelled it."""
    if len(listed) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(listed)
        )
    said = recognised.answers(held)
    about = _about_raters(said, found, listed)
    structure = recognised.structure(held, found.layout, about)
    if structure.questions:
        return Reading(structure, remarks=structure.remarks, questions=structure.questions)
    labelled = counting.reading(
        held,
        ("raters", structure.layout, structure.rows, said.duplicates, listed),
        lambda progress: labels_of(held.open(), structure, about, progress=progress, as_table=True),
        size=held.size,
        long=held.is_large(structure.layout.kind, LONG if structure.rows else RATERS),
        asked=held.key("raters-asked"),
    )
    return None if labelled is None else understood(structure, labelled, about)


def _about_raters(said: Answers, found: Structure, listed: tuple[str, ...]) -> Answers:
    """Return what is said once these raters are chosen; no row stands for many items."""
    said = replace(said, count="", predicted_as="keep", group=None)
    if found.rows is not None:
        return replace(said, shape=LONG, columns=None, raters=listed)
    return replace(said, shape=PAIRS, columns=listed, raters=None)


def _study(held: Kept, reading: Reading, listed: tuple[str, ...], scheme: str) -> Study:
    table = reading.table
    assert table is not None, "no question is open"
    remarks: tuple[Message, ...] = reading.remarks

    def study() -> Study:
        made = Study(table, source=held.name, choices=remarks, scheme=scheme)
        _kept = made.coefficient_intervals  # they take the longest
        return made

    what = ("raters-study", listed, reading.categories, scheme, tuple(map(str, remarks)))
    # Outside of what is kept: that the queue was too long once is no property of the file.
    cost = 0 if what in held.readings else round(table.n_items) * table.n_raters**2
    with queue.place(cost=cost, busy=_("Comparing …")):
        return held.reading(what, study)


def _about(study: Study) -> str:
    agreement = study.all_raters
    return _(
        "{source}: {raters}, {items}",
        source=plain(study.source),
        raters=plural(len(agreement.raters), "{n} rater", "{n} raters"),
        items=plural(
            agreement.n_items, "{count} item", "{count} items", count=number(agreement.n_items)
        ),
    )
