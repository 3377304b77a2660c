"""The guide for teachers: a document in docs/, with links to this server and plans as lessons."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import parse_qsl

import streamlit as st

from qwk_app.frame import plan, state
from qwk_app.frame.state import PLAN, QUESTION, TITLE
from qwk_app.frame.steps import STEPS
from qwk_app.shared import access, components
from qwk_app.words import language
from qwk_app.words.language import current
from qwk_app.words.texts import _

GUIDES = Path(__file__).resolve().parents[3] / "docs"
HOST = "https://your-app.streamlit.app"  # stands for this server in the guide's links

PLANS = (2, 3)
"""Where the guide's two plans stand among its sections."""

_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_LINK = re.compile(re.escape(HOST) + r"/(\w*)\?([^\s)]*)")
_QUESTION = re.compile(r"(?<!\*)\*([^*]+[?.？。])\*(?!\*)")  # sentences in the guide's italics
_TITLE = re.compile(r"\*\*(.+?)[.。*]")


@dataclass(frozen=True)
class Section:
    """One section of the guide: its title and its Markdown."""

    title: str
    body: str


def show() -> None:
    """Show the guide in the reader's language, with links to this server."""
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
    # Closed, because this page may be on the projector.
    if place := components.fold("guide-answers", answers.title):
        place.markdown(_linked(answers.body))


def download() -> None:
    """Offer the guide as a file; students get it without the answers."""
    components.download(
        _("Download the guide (Markdown)"), _written, "teaching.md", "text/markdown", key="guide"
    )


def _written() -> str:
    *sections, answers = sections_of(current().code)
    kept = sections if plan.is_student() else [*sections, answers]
    return "\n\n".join(f"## {each.title}\n\n{_linked(each.body)}" for each in kept) + "\n"


@cache
def sections_of(code: str) -> tuple[Section, ...]:
    """Read the guide in a language; in English if there is no translation."""
    translated = GUIDES / f"teaching.{code}.md"
    file = translated if translated.exists() else GUIDES / "teaching.md"
    _before, *parts = _HEADING.split(file.read_text(encoding="utf-8"))
    return tuple(
        Section(title, body.strip()) for title, body in zip(parts[::2], parts[1::2], strict=True)
    )


def plan_sections() -> list[Section]:
    """Return the sections of the guide that are plans."""
    sections = sections_of(current().code)
    return [sections[at] for at in PLANS]


@cache
def plan_of(section: Section) -> plan.Plan:
    """Return a plan of the guide as a lesson: a link is a scene, with the question in italics."""
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


def _linked(text: str) -> str:
    """Return a text of the guide whose links lead to this server, in the current language."""

    def here(match: re.Match[str]) -> str:
        query = dict(parse_qsl(match[2]))
        return state.address(match[1] or STEPS[0].stem, query)

    return language.unbroken(_LINK.sub(here, text))
