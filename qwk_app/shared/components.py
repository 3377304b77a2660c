"""What pages show: the linked matrices, the chosen cell, the items, questions, code, downloads."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures.chart import Chart
from qwk_app.figures.large import enlarged
from qwk_app.frame import presenting, state
from qwk_app.frame.state import HIDE_CELL, Lesson
from qwk_app.shared import access, lines, matrices
from qwk_app.words.language import SOURCE, bound, current
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plain
from qwk_core.pictures.hues import LIGHT
from qwk_core.pictures.panel import VIEWS, View
from qwk_core.study.export import matrix_csv

# Of Plotly's buttons, only the download of a picture and Streamlit's full screen stay.
_CONFIG = {
    "toImageButtonOptions": {"scale": 3},
    "responsive": True,
    "modeBarButtonsToRemove": [
        f"{button}2d" for button in ("zoom", "pan", "zoomIn", "zoomOut", "autoScale", "resetScale")
    ],
}


def heading(view: View) -> str:
    """Return a matrix's letter and name in its hue, as Markdown."""
    word = LIGHT.hue(view.hue).word
    return f":{word}[**{view.symbol}** · {_(view.title)}]"


_FOLDS = "_folds"  # the key in the session: which folds are open


def explained(
    lesson: Lesson,
    name: str,
    *,
    detail: lines.Detail,
    share: float = matrices.SHARE,
    film: Mapping[str, Any] | None = None,
) -> DeltaGenerator:
    """Show one matrix and return the place for its words: beside it, or below a large one.

    `detail` is how much the sentence of a cell says, `share` what the matrix takes of a projector's
    height, `film` how it comes about.
    """
    aligned = "top" if state.is_presenting() else "center"
    picture, words = beside(lesson, [4, 5], vertical_alignment=aligned)
    with picture:
        matrices.of_lesson(lesson, name, detail=detail, share=share, film=film)
    return words


def beside(lesson: Lesson, widths: int | Sequence[float], **more: Any) -> list[DeltaGenerator]:
    """Return places for a matrix and words beside it; they stand below it where it is large."""
    if matrices.is_large(lesson):
        return [st.container(), st.container()]
    return st.columns(widths, **more)


def chart(
    drawn: Chart,
    *,
    key: str,
    alt: str,
    labels: Sequence[str] | None = None,
    on_cell: Callable[[int, int], None] | None = None,
) -> None:
    """Draw a chart; where `labels` are given, a click on what stands for a cell chooses that cell.

    Where `on_cell` is given, it is called with the cell's positions instead. `alt` is the chart in
    words.
    """
    figure = drawn.figure
    if state.is_presenting():
        figure = enlarged(figure, palette=state.palette())
    on: dict[str, Any] = {}
    if labels is not None:
        clicked = partial(_clicked, key, tuple(labels), on_cell)
        on = {"on_select": clicked, "selection_mode": "points"}
    # Streamlit's theme would replace the template.
    st.plotly_chart(figure, theme=None, key=key, config=_config(), alt=alt, **on)
    access.tables_behind(drawn.tables, alt)


def _config() -> dict[str, Any]:
    """Return how Plotly behaves, in the reader's language: it would write numbers in English."""
    spoken = current()
    if spoken.code == SOURCE:
        return _CONFIG
    decimal, thousands, _four = spoken.marks
    words = {"Download plot as a PNG": _("Download plot as a PNG")}
    marks = {"decimal": decimal, "thousands": thousands, "grouping": [3], "currency": ["", ""]}
    return {
        **_CONFIG,
        "locale": spoken.code,
        "locales": {spoken.code: {"dictionary": words, "format": marks}},
    }


def _clicked(key: str, labels: tuple[str, ...], on_cell: Callable[[int, int], None] | None) -> None:
    sent = st.session_state.get(key)
    cell = _cell_of(sent.selection.points, len(labels)) if sent is not None else None
    if cell is not None:
        row, column = cell
        if on_cell is None:
            state.choose_cell(labels[row], labels[column])
        else:
            on_cell(row, column)


def _cell_of(points: object, n: int) -> tuple[int, int] | None:
    """Return the cell of n × n that a chart reports as clicked: None if there is no such cell.

    What is reported comes from the browser, and a browser may say anything.

    >>> _cell_of([{"customdata": [2, 0]}], 3), _cell_of([{"customdata": [3, 0]}], 3)
    ((2, 0), None)
    >>> _cell_of([{"customdata": None}], 3), _cell_of([{"x": "x"}], 3), _cell_of([], 3)
    (None, None, None)
    """
    point = points[0] if isinstance(points, list) and points else None
    if not isinstance(point, dict):
        return None
    return matrices.cell_of(point.get("customdata"), n)


def note(text: str, *, width: Literal["auto", "content"] = "auto") -> None:
    """Say something in passing: small, but in full ink, since a caption's grey is too faint."""
    st.markdown(text if state.is_presenting() else f":small[{text}]", width=width)


def cell_card(lesson: Lesson, *says: Callable[[Lesson], str]) -> None:
    """Say what the chosen cell holds, a sentence a line."""
    if presenting.ask_first(lesson, HIDE_CELL):
        return
    row, column = map(plain, lesson.label)
    title = _("**The chosen cell: actual {row}, predicted {column}**", row=row, column=column)
    with st.container(border=True):
        st.markdown("  \n".join([title, *(say(lesson) for say in says)]))


def items(lesson: Lesson) -> None:
    """Show the two ratings item by item, those of the chosen cell framed."""
    if lesson.ratings is None:
        note(
            _(
                "{n} items, given as counts: there are no single ratings to show.",
                n=number(lesson.walk.n),
            )
        )
        return
    matrices.items(lesson)


def question(key: str, ask: str, options: Sequence[str], answer: int, because: str) -> bool:
    """Ask one question and answer on the spot; return whether somebody has chosen an option.

    `answer` is the position of the right option.
    """
    with st.container(border=True):
        st.markdown(_("**Check yourself.** {ask}", ask=ask))
        choice: Any = st.radio(
            ask,
            options,
            index=None,
            key=f"question-{key}",
            label_visibility="collapsed",
            horizontal=True,
        )
        if choice is None:
            return False
        if options.index(choice) == answer:
            st.success(_("Yes. {because}", because=because), icon=":material/check:")
        else:
            st.info(_("Not quite. {because}", because=because), icon=":material/lightbulb:")
    return True


def unseen(key: str) -> DeltaGenerator:
    """Return a place that nobody sees, for fields that only tie the address to the session."""
    place = st.container(key=key)
    place.html(f"<style>.st-key-{key} {{ display: none; }}</style>")
    return place


def fold(
    key: str, title: str, *, asked: Sequence[str] = (), opens: bool = False, icon: str | None = None
) -> DeltaGenerator | None:
    """Return the place of what is folded away under `title`; None while it is closed.

    One with an `icon` is a part of something else, and its title is not bold.

    What is closed is not sent with every edit. It opens at once where the link has one of the
    fields `asked`, since a field that is not drawn would lose its part of the link, or asks for it
    in another way, which `opens` says. It stays as it was left while the reader is on other pages.
    """
    held: dict[str, bool] = st.session_state.setdefault(_FOLDS, {})
    opened = held.get(key, opens or any(name in st.query_params for name in asked))
    title = title if icon else f"**{title}**"
    place = st.expander(title, opened, key=key, icon=icon, on_change="rerun")
    held[key] = bool(place.open)
    return place if place.open else None


def code(snippet: str, title: str = "") -> DeltaGenerator | None:
    """Show the lines of numpy that compute this step on this example, ready to copy.

    Return their place, for what else is taken along from there; None while it is closed.
    """
    shown = st.expander(
        title or _("This step as code (Python, numpy)"),
        icon=":material/code:",
        key=state.SHOW_CODE,
        on_change="rerun",
    )
    if shown.open:  # a closed fold is not sent with every edit
        shown.code(snippet, language="python")
    return shown if shown.open else None


def export_step(lesson: Lesson, name: str, snippet: str) -> None:
    """Offer a step of the walk as code and its matrix as a file, folded away together."""
    if place := code(snippet, _("This step as code (Python, numpy) and as a file")):
        with place:
            download_matrix(lesson, name)


def download(
    label: str,
    make: Callable[[], str | bytes],
    file_name: str,
    mime: str,
    *,
    key: str,
    icon: str = ":material/download:",
    help: str | None = None,
) -> None:
    """Offer a file, which is made when it is asked for, in the reader's language."""
    st.download_button(
        label,
        bound(make),
        file_name=file_name,
        mime=mime,
        icon=icon,
        help=help,
        on_click="ignore",
        key=key,
    )


def download_matrix(lesson: Lesson, name: str) -> None:
    """Offer one matrix of the walkthrough as a CSV file."""
    download(
        _("Download {symbol} as CSV", symbol=VIEWS[name].symbol),
        lambda: matrix_csv(getattr(lesson.walk, name), lesson.walk.categories),
        f"{name}.csv",
        "text/csv",
        key=f"download-{name}",
    )
