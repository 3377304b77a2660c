"""What the page for teachers shows: links made to measure, and the guide with plans and answers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from urllib.parse import parse_qsl

import streamlit as st

from qwk_app.frame import link, plan, presenting, sharing, state
from qwk_app.frame.state import (
    COLUMN,
    HIDEABLE,
    PLAN,
    PRESENT,
    QUESTION,
    ROW,
    SCHEME,
    TITLE,
    Lesson,
    Source,
    Texts,
)
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.shared import access, components
from qwk_app.words.language import current
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, error_text, plain
from qwk_core import RatingsError
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
_QUESTION = re.compile(r"(?<!\*)\*([^*]+[?.])\*(?!\*)")  # sentences in the guide's italics
_TITLE = re.compile(r"\*\*(.+?)[.*]")
_SCENES = "_scenes"  # of the lesson that is being made
_PLANS = (2, 3)  # where the guide's two plans stand among its sections


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
        words = _words()
    chosen = {SCHEME: lesson.walk.scheme, ROW: row, COLUMN: column, **words}
    switches = dict.fromkeys([*hidden, *([PRESENT] if present else [])], "true")
    query = {**state.spelled(texts), **chosen, **switches}
    address = state.address(stem, query)
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
        with st.container(horizontal=True):
            st.link_button(_("Try it in a new tab"), address, icon=":material/open_in_new:")
            st.button(
                _("Add it to the lesson"),
                icon=":material/playlist_add:",
                on_click=partial(_add, plan.scene(stem, query)),
                key="scene-add",
            )


def _words() -> dict[str, str | None]:
    """Let a teacher write a question, a title and names."""
    fields = {
        QUESTION: (_("Your question to the class"), 300),
        TITLE: (_("Title of the page"), 80),
        state.NAMES: (_("Names: first rater, second rater, items"), 120),
    }
    return {
        name: st.text_input(label, key=f"prepare-{name}", max_chars=most, persist_state="session")
        for name, (label, most) in fields.items()
    }


def lesson_link() -> None:
    """Let a teacher put scenes in order, and offer the whole lesson as one link."""
    with st.container(horizontal=True, vertical_alignment="center"):
        for at, section in zip(_PLANS, plan_sections(), strict=True):
            st.button(
                _("Begin with “{title}”", title=section.title),
                icon=":material/playlist_play:",
                on_click=partial(_put, plan_of(section)),
                key=f"scenes-plan-{at}",
            )
        if _scenes():
            st.button(
                _("Empty the lesson"),
                icon=":material/playlist_remove:",
                on_click=partial(_put, ()),
                key="scenes-empty",
            )
    scenes = _scenes()
    if not scenes:
        components.note(
            _("No scene yet. Begin with a plan of the guide, or prepare a link and add it.")
        )
        return
    for at, one in enumerate(scenes):
        _scene_row(scenes, at, one)
    try:
        address = plan.address(scenes)
    except RatingsError as error:
        st.error(error_text(error), icon=":material/link_off:")
        return
    presented = f"{address}&{PRESENT}=true"
    sharing.offer(address, _("Lesson"), key="lesson")
    with st.container(horizontal=True):
        st.link_button(_("Try it in a new tab"), address, icon=":material/open_in_new:")
        st.link_button(_("Present it"), presented, icon=":material/present_to_all:")


def _scene_row(scenes: plan.Plan, at: int, one: plan.Scene) -> None:
    """Show one scene with the buttons that move it up or down, or take it out."""
    name = plain(one.title) or _(BY_STEM[one.stem].title)
    asked = plain(one.query.get(QUESTION, ""))
    without = scenes[:at] + scenes[at + 1 :]
    moves = (
        (":material/arrow_upward:", _("Earlier"), at - 1, at > 0),
        (":material/arrow_downward:", _("Later"), at + 1, at + 1 < len(scenes)),
    )
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
        st.markdown(f"{at + 1}. **{name}** {asked}", width="stretch")
        for icon, label, to, possible in moves:
            st.button(
                label,
                icon=icon,
                on_click=partial(_put, (*without[:to], one, *without[to:])),
                disabled=not possible,
                key=f"scene-{at}-to-{to}",
                type="tertiary",
            )
        st.button(
            _("Remove"),
            icon=":material/delete:",
            on_click=partial(_put, without),
            key=f"scene-{at}-out",
            type="tertiary",
        )


def _scenes() -> plan.Plan:
    found: plan.Plan = st.session_state.get(_SCENES, ())
    return found


def _put(scenes: plan.Plan) -> None:
    """Make these the scenes of the lesson. For callbacks."""
    st.session_state[_SCENES] = scenes[: link.MOST_SCENES]


def _add(one: plan.Scene) -> None:
    _put((*_scenes(), one))


def plan_sections() -> list[Section]:
    sections = sections_of(current().code)
    return [sections[at] for at in _PLANS]


@cache
def plan_of(section: Section) -> plan.Plan:
    """Return a plan of the guide as a lesson: a scene a link, with the question in italics."""
    scenes = []
    for row in section.body.splitlines():
        title = _TITLE.search(row)
        asked = _QUESTION.findall(row)
        links = [each for each in _LINK.findall(row) if not each[1].startswith(f"{PLAN}=")]
        for at, (stem, query) in enumerate(links):
            given = dict(parse_qsl(query))
            given.setdefault(QUESTION, asked[at].strip() if at < len(asked) else "")
            given.setdefault(TITLE, title[1] if title else "")
            scenes.append(plan.scene(stem or STEPS[0].stem, given))
    return tuple(scenes)


def _example() -> tuple[Texts, Source]:
    titles = {_HERE: _("your current example")} | {each.key: _(each.title) for each in EXAMPLES}
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
            placeholder=_("costliest cell"),
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
        access.wide(_linked(section.body), f"guide-{at}", stacked=True)
    if plan.is_student():
        components.note(
            _(
                "The answers are for the teacher: this visit began with a link made for a class. "
                "Open this page by its own address to read them."
            )
        )
        return
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
        query = dict(parse_qsl(match[2]))
        return state.address(match[1] or STEPS[0].stem, query)

    return _LINK.sub(here, text)
