"""Hostile cases that Hypothesis draws: a visit to one page, and the messages sent to it."""

import json
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from qwk_app.frame import link
from tests.fuzz import corpus, rooms

STEPS_A_VISIT = 8
PARAMETERS = (*link.PARAMETERS, "embed", "embed_options", "no_such_parameter", "{0}", "")
KINDS = ("field", "field", "grid", "grid", "choice", "click", "button", "field")


@dataclass(frozen=True)
class Step:
    """One message to the app: its kind, the element of the page that gets it, its content."""

    kind: str
    at: int
    value: Any


@dataclass(frozen=True)
class Visit:
    """A session: the page, the link that opens it, and the messages that follow."""

    page: str
    query: dict[str, str]
    steps: tuple[Step, ...]


def weighed(*strategies: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Return a strategy that draws from one of these; a repeated one is drawn more often."""
    return st.sampled_from(strategies).flatmap(lambda one: one)


words = st.sampled_from(corpus.TEXTS)
pieces = st.one_of(words, words, st.text(max_size=12))
texts = st.one_of(
    words,
    words,
    st.lists(pieces, min_size=1, max_size=6).map(",".join),
    st.builds(
        "{}{}{}".format, words, st.sampled_from([",", ";", " ", "\n", "\t", "-", '"', "{"]), words
    ),
    st.text(max_size=40),
)
# Sockets and addresses carry UTF-8: half a character becomes a question mark.
sent_texts = texts.map(corpus.sendable)

scalars = st.one_of(
    texts,
    st.none(),
    st.booleans(),
    st.integers(-3, 9),
    st.sampled_from([10**30, -(10**400), 2**63, 1.5, -0.0, 1e308, float("nan"), float("inf")]),
)
values = st.one_of(
    scalars,
    scalars,
    st.lists(scalars, max_size=2),
    st.dictionaries(st.sampled_from(["a", "x", "customdata"]), scalars, max_size=2),
)
columns = st.one_of(
    st.sampled_from(["actual", "predicted", "0", "1", "2", "_index", "__proto__"]), pieces
)
row_names = st.one_of(st.integers(0, 6).map(str), st.sampled_from(["-1", "99999", "x", "", "1.5"]))
changes = st.dictionaries(columns, values, max_size=2)


# A forged report of an editor: mostly in the editor's format, sometimes in another.
_PARTS: dict[str, SearchStrategy[Any]] = {
    "edited_rows": st.dictionaries(row_names, changes, max_size=2),
    "added_rows": st.lists(changes, max_size=2),
    "deleted_rows": st.lists(st.integers(-1, 9), max_size=2),
}
_whole_edits = st.fixed_dictionaries(_PARTS).map(json.dumps)
_odd_edits = st.fixed_dictionaries({}, optional=dict.fromkeys(_PARTS, values)).map(json.dumps)
grid_edits = weighed(*[_whole_edits] * 4, _odd_edits)

# Forged reports of a component of the page.
_EVENTS = ("chosen", "chosen", "moved", "weighed", "undone", "shuffled", "none")
_report_fields = st.dictionaries(
    st.sampled_from(["id", "item", "at", "to", "side", "scheme"]),
    st.one_of(values, st.sampled_from(["actual", "predicted", "linear"])),
)
_report_values = st.one_of(st.lists(st.integers(-30, 30), max_size=3), _report_fields, values)
_reports = st.fixed_dictionaries({"event": st.sampled_from(_EVENTS), "value": _report_values})
_odd_reports = st.one_of(_reports, st.sampled_from([None, 3]))
clicks = weighed(*[st.lists(_reports, max_size=2)] * 4, _odd_reports).map(json.dumps)


@st.composite
def files(draw: DrawFn) -> bytes:
    """Draw a file: a known harmful one, a table of harmful words, or a damaged one of either."""
    how = draw(st.integers(0, 5))
    if how == 0:
        return draw(st.sampled_from(corpus.FILES))
    if how == 1:
        data = bytearray(draw(st.sampled_from(corpus.FILES + 3 * corpus.WHOLE)))
        for _damage in range(draw(st.integers(1, 6))):
            at = draw(st.integers(0, max(len(data) - 1, 0)))
            data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
        return bytes(data)
    header = [draw(pieces), draw(pieces), *draw(st.lists(pieces, max_size=2))]
    if draw(st.booleans()):
        header[:2] = "actual", "predicted"
    scale = draw(st.lists(pieces, min_size=1, max_size=4))
    cell = st.sampled_from(scale)
    rows = draw(st.lists(st.tuples(*(cell for _name in header)), min_size=1, max_size=8))
    # Excel files are slow to write.
    writers = 3 * (corpus.table, corpus.lines_of_json, corpus.parquet) + (corpus.workbook,)
    return draw(st.sampled_from(writers))(header, rows)


uploads = st.tuples(
    st.sampled_from(corpus.FILE_NAMES).map(corpus.sendable),
    files(),
).map(list)

_VALUES: dict[str, SearchStrategy[Any]] = {
    "field": sent_texts,
    "grid": grid_edits,
    "click": clicks,
    "choice": st.one_of(sent_texts, st.integers(-5, 30), st.sampled_from([1e308, float("nan")])),
    "button": st.none(),
    "upload": uploads,
    "paste": sent_texts,
    "reply": st.one_of(sent_texts, st.integers(-5, 30), st.sampled_from([0.3, 1e308])),
    "option": st.integers(0, 30),
}


def steps(kinds: tuple[str, ...]) -> SearchStrategy[Step]:
    """Return a strategy for messages of these kinds."""
    at = st.integers(0, 40)
    return weighed(*(st.builds(Step, st.just(kind), at, _VALUES[kind]) for kind in kinds))


@st.composite
def visits(draw: DrawFn, page: str) -> Visit:
    """Draw a visit to a page, by a link that may carry any parameter of any page."""
    query = draw(st.dictionaries(st.sampled_from(PARAMETERS), sent_texts, max_size=5))
    kinds = KINDS
    if page == "your_data":
        kinds = ("upload", "upload", "upload", "paste", "field", "choice")
    elif page == "live":
        query |= draw(rooms.links())
        kinds = (*KINDS, *["reply"] * 3, *["option"] * 4, "upload")
    sent = st.lists(steps(kinds), min_size=STEPS_A_VISIT - 1, max_size=STEPS_A_VISIT - 1)
    return Visit(page, query, tuple(draw(sent)))
