"""Parts of pages: matrices, the chosen cell, items, questions, code, downloads."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures.chart import Chart
from qwk_app.figures.large import enlarged
from qwk_app.frame import presenting, state
from qwk_app.frame.state import HIDE_CELL, Lesson
from qwk_app.shared import access, matrices
from qwk_app.words import names
from qwk_app.words.keyed import QUESTIONS
from qwk_app.words.language import SOURCE, bound, current
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, plain
from qwk_core.pictures.panel import VIEWS
from qwk_core.study.export import matrix_csv

# Plotly's buttons for zoom and pan are removed; the download of a picture stays.
_CONFIG = {
    "toImageButtonOptions": {"scale": 3},
    "responsive": True,
    "modeBarButtonsToRemove": [
        f"{button}2d" for button in ("zoom", "pan", "zoomIn", "zoomOut", "autoScale", "resetScale")
    ],
}


_FOLDS = "_folds"  # the key of the session: which folds are open


def explained(lesson: Lesson, name: str, **more: Any) -> DeltaGenerator:
    """Show one matrix and return the place for its explanation: beside it, or below a large one.

    The other arguments are those of `matrices.of_lesson`.
    """
    aligned = "top" if state.is_presenting() else "center"
    picture, words = beside(lesson, [4, 5], vertical_alignment=aligned)
    with picture:
        matrices.of_lesson(lesson, name, **more)
    return words


def beside(lesson: Lesson, widths: int | Sequence[float], **more: Any) -> list[DeltaGenerator]:
    """Return places for a matrix and for words beside it, or below it if it is large."""
    if matrices.is_large(lesson):
        return [st.container(), st.container()]
    return st.columns(widths, **more)


def chart(
    drawn: Chart, *, key: str, alt: str, size: int = 0, on_cell: matrices.OnCell | None = None
) -> None:
    """Draw a chart; `alt` is the chart in words.

    A click on a mark that stands for a cell of `size` × `size` calls `on_cell`.
    """
    figure = drawn.figure
    if state.is_presenting():
        figure = enlarged(figure)
    on: dict[str, Any] = {}
    if on_cell is not None:
        clicked = partial(_clicked, key, size, on_cell)
        on = {"on_select": clicked, "selection_mode": "points"}
    # Streamlit's theme would replace the template.
    st.plotly_chart(figure, theme=None, key=key, config=_config(), alt=alt, **on)
    access.tables_behind(drawn.tables, alt)


def _config() -> dict[str, Any]:
    """Return Plotly's configuration in the reader's language; by default numbers are English."""
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


def _clicked(key: str, size: int, on_cell: matrices.OnCell) -> None:
    sent = st.session_state.get(key)
    cell = _cell_of(sent.selection.points, size) if sent is not None else None
    if cell is not None:
        on_cell(*cell)


def _cell_of(points: object, n: int) -> tuple[int, int] | None:
    """Return the clicked cell of n × n that a chart reports; None if there is no such cell.

    The report comes from the browser, which may send anything.

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
    """Write small text in the full text colour: the grey of a caption is too pale."""
    st.markdown(text if state.is_presenting() else f":small[{text}]", width=width)


def chosen(lesson: Lesson) -> str:
    """Name the chosen cell, as a heading."""
    return _("**The chosen cell: {cell}**", cell=plain(names.cell(*lesson.label)))


def cell_card(lesson: Lesson, *says: Callable[[Lesson], str]) -> None:
    """Show sentences about the chosen cell, each on a line."""
    if presenting.ask_first(lesson, HIDE_CELL):
        return
    with st.container(border=True):
        st.markdown("  \n".join([chosen(lesson), *(say(lesson) for say in says)]))


def items(lesson: Lesson) -> None:
    """Show the two ratings of each item; those of the chosen cell are framed."""
    if lesson.ratings is None:
        note(
            _(
                "{n} items, given as counts: there are no single ratings to show.",
                n=number(lesson.walk.n),
            )
        )
        return
    matrices.items(lesson)


def question(
    name: str,
    answer: int,
    /,
    *,
    options: Sequence[str] = (),
    because: str = "",
    about: str = "",
    **values: object,
) -> None:
    """Ask a question of questions.toml, and show at once whether the answer is right.

    `answer` is the position of the right option. `options`, and the reason `because`, take the
    place of those in the file; `values` fill in its fields. A question `about` something else is
    not answered yet.
    """
    texts = QUESTIONS[name]
    ask, options = _(texts["question"], **values), options or list(map(_, texts["options"]))
    because = because or _(texts["reason"], **values)
    with st.container(border=True):
        st.markdown(_("**Check yourself.** {ask}", ask=ask))
        choice: Any = st.radio(
            ask,
            options,
            index=None,
            key="-".join(filter(None, ["question", name, about])),
            label_visibility="collapsed",
            horizontal=True,
        )
        if choice is None:
            return
        if options.index(choice) == answer:
            st.success(_("Yes. {because}", because=because), icon=":material/check:")
        else:
            st.info(_("Not quite. {because}", because=because), icon=":material/lightbulb:")


def unseen(key: str) -> DeltaGenerator:
    """Return an invisible place, for fields that only bind the address to the session."""
    place = st.container(key=key)
    place.html(f"<style>.st-key-{key} {{ display: none; }}</style>")
    return place


def fold(
    key: str, title: str, *, asked: Sequence[str] = (), opens: bool = False, icon: str | None = None
) -> DeltaGenerator | None:
    """Return the place inside a fold with this `title`; None while the fold is closed.

    With an `icon`, the fold is a part of something else, and its title is not bold.

    The content of a closed fold is not sent with every edit. The fold is open at first if `opens`,
    or if the link has one of the fields `asked`: a field that is not drawn loses its parameter of
    the link. It stays open or closed while the reader is on other pages.
    """
    held: dict[str, bool] = st.session_state.setdefault(_FOLDS, {})
    opened = held.get(key, opens or any(name in st.query_params for name in asked))
    title = title if icon else f"**{title}**"
    place = st.expander(title, opened, key=key, icon=icon, on_change="rerun")
    held[key] = bool(place.open)
    return place if place.open else None


def code(snippet: str, title: str = "") -> DeltaGenerator | None:
    """Show the lines of numpy that compute this step on this example, ready to copy.

    Return the place inside the fold; None while it is closed.
    """
    shown = st.expander(
        title or _("This step as code"),
        icon=":material/code:",
        key=state.SHOW_CODE,
        on_change="rerun",
    )
    if shown.open:  # the code of a closed fold is not sent with every edit
        shown.code(snippet, language="python")
    return shown if shown.open else None


def export_step(lesson: Lesson, name: str, snippet: str) -> None:
    """Draw a fold with the code of a step and its matrix as a file."""
    if place := code(snippet, _("This step as code and as a file")):
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
    """Draw a download button; the file is made at the click, in the reader's language."""
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
