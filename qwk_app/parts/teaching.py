"""What the page for teachers shows: links made to measure, and the guide with plans and answers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import streamlit as st

from qwk_app.frame import link, presenting, sharing, state
from qwk_app.frame.state import COLUMN, HIDEABLE, PRESENT, ROW, SCHEME, Lesson, Source, Texts
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.shared import access, components
from qwk_app.words.language import current
from qwk_app.words.numbers import number
from qwk_app.words.texts import _
from qwk_core.teaching.examples import EXAMPLES, example

# The guide stands in the repository for whoever reads it there; this page shows the same file.
GUIDES = Path(__file__).resolve().parents[2] / "docs"
HOST = "https://your-app.streamlit.app"  # stands for this server in the guide's links

_HERE = "here"  # the example in the sidebar
_ROW = "prepare-row"
_COLUMN = "prepare-column"
_MATRICES = {"weights": "weights", "expected": "expected"}  # what a page is about, if not O
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(re.escape(HOST) + r"/(\w*)\?([^\s)]*)")


@dataclass(frozen=True)
class Section:
    """One section of the guide: its title and its Markdown."""

    title: str
    body: str


def prepare(lesson: Lesson) -> None:
    """Let a teacher choose what a link opens, and offer the link, its QR code and its frame."""
    left, right = st.columns(2)
    with left:
        texts, source = _example()
        stem = _page()
        row, column = _cell(source)
        hidden = _hidden()
        present = st.toggle(
            _("for the projector: large type, arrow keys"),
            key="prepare-present",
            persist_state="session",
        )
    chosen = {SCHEME: lesson.walk.scheme, ROW: row, COLUMN: column}
    switches = dict.fromkeys([*hidden, *([PRESENT] if present else [])], "true")
    address = state.address(stem, {**state.spelled(texts), **chosen, **switches})
    prepared = state.lesson(source, None, lesson.walk.scheme, row, column)
    with right:
        # A click marks the cell that the link will open, and leaves the sidebar's as it is.
        components.matrix(
            replace(prepared, hidden=dict.fromkeys(hidden)),
            _MATRICES.get(stem, "observed"),
            key="-prepared",
            link="prepared",
            on_cell=partial(_choose_cell, prepared.labels),
        )
        if len(address) > link.LONGEST_LINK:
            st.info(
                _(
                    "These ratings are too many for a link of {most} characters. Enter them in the "
                    "sidebar as a table of counts.",
                    most=number(link.LONGEST_LINK),
                ),
                icon=":material/link_off:",
            )
            return
        sharing.offer(address, _(BY_STEM[stem].title), key="prepare")
        st.link_button(_("Try it in a new tab"), address, icon=":material/open_in_new:")


def _example() -> tuple[Texts, Source]:
    titles = {_HERE: _("the one in the sidebar")} | {each.key: _(each.title) for each in EXAMPLES}
    key = st.selectbox(
        _("Example"),
        list(titles),
        format_func=titles.__getitem__,
        key="prepare-example",
        persist_state="session",
    )
    texts = state.last_good() if key == _HERE else Texts.of(example(key))
    source, _errors = state.read(texts)
    assert source is not None, "the examples can be read, and so can what was kept"
    return texts, source


def _page() -> str:
    return st.selectbox(
        _("Page"),
        [step.stem for step in STEPS],
        format_func=lambda stem: _(BY_STEM[stem].title),
        key="prepare-page",
        persist_state="session",
    )


def _cell(source: Source) -> tuple[str | None, str | None]:
    labels = [str(category) for category in source.categories]
    chosen = [
        place.selectbox(
            label,
            labels,
            index=None,
            placeholder=_("costliest"),
            key=key,
            persist_state="session",
        )
        for place, label, key in zip(
            st.columns(2),
            (_("Row"), _("Column")),
            (_ROW, _COLUMN),
            strict=True,
        )
    ]
    return chosen[0], chosen[1]


def _choose_cell(labels: Sequence[str], row: int, column: int) -> None:
    st.session_state[_ROW] = labels[row]
    st.session_state[_COLUMN] = labels[column]


def _hidden() -> list[str]:
    st.markdown(_("Hidden, until it is revealed:"))
    return [
        part
        for part in HIDEABLE
        if st.checkbox(_(presenting.NAMES[part]), key=f"prepare-{part}", persist_state="session")
    ]


def guide() -> None:
    """Show the guide in the reader's language, its links leading to this server."""
    *sections, answers = sections_of(current().code)
    for at, section in enumerate(sections):
        st.header(section.title, anchor=False)
        access.wide(_linked(section.body), f"guide-{at}")
    # Closed, since this page may be on the projector, too.
    with st.expander(answers.title, icon=":material/key:"):
        st.markdown(_linked(answers.body))


@cache
def sections_of(language: str) -> tuple[Section, ...]:
    """Read the guide in a language, in English where it has not been translated yet."""
    translated = GUIDES / f"teaching.{language}.md"
    file = translated if translated.exists() else GUIDES / "teaching.md"
    _before, *parts = _HEADING.split(file.read_text(encoding="utf-8"))
    return tuple(
        Section(title, body.strip()) for title, body in zip(parts[::2], parts[1::2], strict=True)
    )


def _linked(text: str) -> str:
    """Let the guide's links lead to this server, in the language that is spoken."""

    def here(match: re.Match[str]) -> str:
        query = dict(pair.split("=", 1) for pair in match[2].split("&"))
        return state.address(match[1] or STEPS[0].stem, query)

    return _LINK.sub(here, text)
