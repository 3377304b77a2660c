"""A lesson for a class as one link: an ordered list of scenes.

A scene is a page with the parameters of its link: the example, what is hidden, the teacher's
question, title and names. One parameter of the lesson's link has all scenes, compressed. Another
one has the number of the current scene.
"""

import base64
import zlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlencode, urlsplit

import streamlit as st

from qwk_app.frame import history, link, state
from qwk_app.frame.link import LONGEST_LINK, MOST_SCENES
from qwk_app.frame.state import Lesson, Texts
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.words.texts import _, plain
from qwk_core import RatingsError

_MOST_BYTES = 60_000  # of all scenes, unpacked: a short text must not unpack to a huge one

# The parameters of a scene: what is shown, but not who sees it or in which language.
_CARRIED = (*state.FIELDS, *state.HIDEABLE, *state.WORDS, "exercise")


@dataclass(frozen=True)
class Scene:
    """One scene: the stem of a page, and the parameters of its link."""

    stem: str
    query: Mapping[str, str]

    @property
    def title(self) -> str:
        """The teacher's title, empty where there is none."""
        return self.query.get(state.TITLE, "")

    @property
    def name(self) -> str:
        """What it is called in a list: its title, or that of the page."""
        return plain(self.title) or _(BY_STEM[self.stem].title)

    @property
    def texts(self) -> Texts:
        """The texts of its example, or of the first example if the scene has none."""
        return state.texts_in({**vars(state.DEFAULT), **self.query})

    @property
    def hidden(self) -> list[str]:
        """The parts that it hides."""
        return [part for part in state.HIDEABLE if self.query.get(part) == "true"]

    def lesson(self, revealed: Collection[str] = ()) -> Lesson | None:
        """Return the scene's lesson, with its hidden parts; None if it cannot be read."""
        source, errors = state.read(self.texts)
        if source is None or errors:
            return None
        scheme = link.valid(state.SCHEME, self.query.get(state.SCHEME))
        found = state.lesson(
            source, scheme, self.query.get(state.ROW), self.query.get(state.COLUMN)
        )
        return replace(found, hidden=dict.fromkeys(set(self.hidden) - set(revealed)))


Plan = tuple[Scene, ...]


def scene(stem: str, query: Mapping[str, str | None]) -> Scene:
    """Make a scene from a link's parameters; other parameters are left out.

    >>> scene("kappa", {"row": "4", "lang": "es", "scheme": "cubic"})
    Scene(stem='kappa', query={'row': '4'})
    """
    kept = {
        name: value
        for name, value in query.items()
        if name in _CARRIED and value and link.PARAMETERS[name].accepts(value)
    }
    return Scene(stem, kept)


def scene_of(address: str) -> Scene:
    """Make a scene from a link to this app that a teacher has pasted."""
    parts = urlsplit(address.strip())
    stem = parts.path.strip("/").rpartition("/")[2] or STEPS[0].stem
    if stem not in BY_STEM:
        raise RatingsError("This is not a link to a page of this app.")
    return scene(stem, {name: values[-1] for name, values in parse_qs(parts.query).items()})


def line(one: Scene) -> str:
    """Write a scene as one line that `scene_of` can read.

    >>> line(Scene("kappa", {"row": "4"}))
    'kappa?row=4'
    """
    return f"{one.stem}?{urlencode(one.query, safe=',;:/?')}"


def encode(plan: Iterable[Scene]) -> str:
    """Write a plan as the text that a link carries.

    >>> decode(encode([Scene("kappa", {"row": "4"})]))
    (Scene(stem='kappa', query={'row': '4'}),)
    """
    packed = zlib.compress("\n".join(map(line, plan)).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def decode(text: str) -> Plan:
    """Read a plan from the text that a link carries, or from the whole link.

    Raises
    ------
    RatingsError
        If the text is not a plan, or is too long.
    """
    text = text.strip()
    if "plan=" in text:
        text = parse_qs(urlsplit(text).query).get(state.PLAN, [""])[-1]
    if len(text) > LONGEST_LINK:
        raise RatingsError("This lesson is too long for a link.")
    if not text:
        raise RatingsError("This is not a lesson: copy the whole link.")
    reader = zlib.decompressobj()
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        raw = reader.decompress(packed, _MOST_BYTES)
        lines = raw.decode().split("\n") if reader.eof else []
    except (ValueError, zlib.error):
        raise RatingsError("This is not a lesson: copy the whole link.") from None
    if not reader.eof:
        raise RatingsError("This lesson is cut off, or too long.")
    if len(lines) > MOST_SCENES:
        raise RatingsError("A lesson has up to {most} scenes.", most=MOST_SCENES)
    return tuple(scene_of(line) for line in lines)


def current() -> tuple[Plan, int] | None:
    """Return the current plan and the number of its scene, from 1; None without a plan."""
    text = st.session_state.get(state.PLAN) or ""
    if not text.strip():
        return None
    try:
        plan = decode(text)
    except RatingsError:
        return None  # the field says what is wrong
    number = int(link.valid(state.AT, st.session_state.get(state.AT)))
    return plan, min(number, len(plan))


def title() -> str:
    """Return the number and title of the scene for the browser's tab; empty without a plan."""
    found = current()
    if found is None:
        return str(st.session_state.get(state.TITLE) or "")
    plan, at = found
    return f"{at}/{len(plan)} {plan[at - 1].title}".strip()


def follow() -> None:
    """Put the parameters of the link's scene into the fields, once for each scene.

    Call it before the fields are drawn.
    """
    found = current()
    if found is None:
        st.session_state.pop(state.SCENE, None)
        return
    plan, at = found
    mark = (st.session_state[state.PLAN], at)
    if st.session_state.get(state.SCENE) == mark:
        return
    reloaded = state.SCENE not in st.session_state and any(
        name in st.query_params for name in (state.ACTUAL, state.PREDICTED, state.COUNTS)
    )
    st.session_state[state.SCENE] = mark
    if not reloaded:  # after a reload, the link has the reader's changes to the scene
        show(plan[at - 1])


def show(one: Scene) -> None:
    """Put a scene into the fields, and change to its page. Call it before the fields are drawn."""
    source, errors = state.read(one.texts)
    texts = state.DEFAULT if source is None or errors else one.texts
    state.load(texts)
    labels = [] if source is None else [str(category) for category in source.categories]
    row, column = (
        label if label in labels else None
        for label in map(one.query.get, (state.ROW, state.COLUMN))
    )
    state.put(
        {
            state.ROW: row,
            state.COLUMN: column,
            state.SCHEME: link.valid(state.SCHEME, one.query.get(state.SCHEME)),
        }
    )
    history.forget()
    for name in state.HIDEABLE:
        st.session_state[name] = one.query.get(name) == "true"
    for name in state.WORDS:
        st.session_state[name] = one.query.get(name, "")
    if "exercise" in one.query:
        st.session_state["exercise"] = one.query["exercise"]
    st.session_state[state.OPENED] = 0
    st.session_state[state.NEXT_PAGE] = BY_STEM[one.stem].file


def go(number: int) -> None:
    """Go to a scene by its number. For callbacks."""
    st.session_state[state.AT] = str(number)
    st.session_state[state.SCENE] = None  # the scene is put again, even if it is the current one
    st.rerun()


def is_left(stem: str) -> bool:
    """Tell whether page `stem` is not that of the lesson's scene: somebody went elsewhere."""
    found = current()
    return found is not None and found[0][found[1] - 1].stem != stem


def is_student() -> bool:
    """Tell whether this visitor follows a lesson as a student, without presenting it."""
    prepared = st.session_state.get(state.PLAN) or state.hidden_by_teacher()
    return bool(prepared) and not st.session_state.get(state.PRESENT)


def address(plan: Plan, at: int = 1) -> str:
    """Return the link that opens a plan at one of its scenes, on that scene's page.

    Raises
    ------
    RatingsError
        If it would be longer than some servers accept.
    """
    number = str(at) if at > 1 else None
    found = state.address(plan[at - 1].stem, {state.PLAN: encode(plan), state.AT: number})
    if len(found) > LONGEST_LINK:
        raise RatingsError(
            "This lesson is too long for a link of {most} characters. Leave out a scene.",
            most=LONGEST_LINK,
        )
    return found


def shared() -> str | None:
    """Return the link to the current lesson at its scene; None without a lesson."""
    found = current()
    return None if found is None else address(*found)
