"""Try to break the app: repeat the faults that were found before, and search for more.

Hypothesis chooses the links of the visits, and then the messages, real ones of a browser and forged
ones: text in every field, edits of the grids, clicks on charts, choices that were never offered,
files. After each message there may be no exception on screen or in the log, and no warning; the
last good example stays; no case takes over 2 s of processor time or 200 MiB.

`make test` tries one visit for each page, always the same; `make fuzz` tries 20,000 cases.
Hypothesis shortens a failing case and prints it as a `Visit`: add it to FOUND after the fix.
"""

import io
import json
import os
import sys
from contextlib import suppress
from itertools import cycle
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from classroom.activities import SENTENCE, Guess
from classroom.rooms import OPEN
from qwk_app.frame.steps import STEPS
from qwk_app.parts.live import session as live
from qwk_core import RatingsError
from qwk_core.files.columns import Columns, count_pairs, sample
from qwk_core.files.detection import detect
from qwk_core.files.packed import unpacked
from tests.fuzz import rooms
from tests.fuzz.cases import STEPS_A_VISIT, Step, Visit, uploads, visits
from tests.fuzz.corpus import FILES, lines_of_json
from tests.fuzz.drive import Session, Watch, visit

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="The fuzzer reads its own memory from /proc: run it on Linux."
)
CASES = int(os.environ.get("QWK_FUZZ_CASES", 0))  # 0: a few cases, always the same
PAGES = [step.stem for step in STEPS]


def edits(**changes: Any) -> Step:
    grid = {"edited_rows": {}, "added_rows": [], "deleted_rows": [], **changes}
    return Step("grid", 0, json.dumps(grid))


def rated(value: Any) -> Step:
    return edits(edited_rows={"0": {"actual": value}})


def chosen(*cell: Any) -> Step:
    return Step("click", 0, json.dumps([{"event": "chosen", "value": list(cell)}]))


ASKED_FOR_A_SENTENCE = next(
    at
    for at, (task, phase) in enumerate(rooms.SCENES)
    if isinstance(task, Guess) and task.reply == SENTENCE and phase == OPEN
)
HALF = lines_of_json(("a", "b"), [("\ud800", "x"), ("x", "\udfff"), ("x", "x")])
FOUND = {
    "counts that are not square": Visit("overview", {"counts": "0,1,2,3"}, ()),
    "half a character in a grid": Visit("overview", {}, (rated("\ud800"),)),
    "a list in a cell": Visit("overview", {}, (rated([3]),)),
    "an endless rating": Visit("overview", {}, (rated(float("inf")),)),
    "a row added to counts": Visit(
        "teaching", {"counts": "1,2;3,4"}, (edits(added_rows=[{}, {"x": 1}]),)
    ),
    "a click on no cell": Visit("observed", {}, (chosen(),)),
    "a click beside the matrix": Visit("observed", {}, (chosen(0, 9),)),
    "half a character in a file": Visit(
        "your_data", {}, (Step("upload", 0, ["half.jsonl", HALF]),)
    ),
}


@pytest.mark.parametrize("what", FOUND)
def test_what_was_found_once_is_mended(what: str) -> None:
    assert visit(FOUND[what], forged=False) == []


def test_the_driver_reaches_the_app() -> None:
    session = Session("observed").run()
    session.take(rated("3"))
    assert session.app.session_state["actual"] == "3,4,3,4,4,0,1,1,2,1"
    session.take(chosen(2, 1))
    assert (session.app.session_state["row"], session.app.session_state["column"]) == ("2", "1")
    session.take(Step("field", 0, "<b>"))
    assert session.app.sidebar.error
    assert not session.app.exception


def test_the_driver_reaches_the_rooms_of_a_class() -> None:
    store = live.store()
    everyone = cycle([rooms.TEACHER, rooms.STUDENT, rooms.BOARD])
    for (scene, (task, phase)), who in zip(enumerate(rooms.SCENES), everyone, strict=False):
        session = Session("live", {rooms.AS: f"{who} {scene}"}).run()
        assert not session.app.exception
        assert not session.app.error
        code = session.app.session_state["room"]
        listed = store.view(code).activities
        assert [one.phase for one in listed] == ([] if task is None else [phase])
    phone = Session("live", {rooms.AS: f"{rooms.STUDENT} {ASKED_FOR_A_SENTENCE}"}).run()
    phone.take(Step("reply", 0, "new <b>"))
    values = phone.app.session_state
    assert store.mine(values["room"], values["me"])[1, 1, 0] == "new <b>"


def test_the_driver_notices_what_it_looks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_anything: object) -> None:
        raise ZeroDivisionError("found")

    monkeypatch.setattr("qwk_app.words.sentences.opening", broken)
    found = "; ".join(visit(Visit("overview", {}, ())))
    assert "ZeroDivisionError: found" in found  # as the log shows it
    assert "an exception on screen" in found


def read(data: bytes) -> list[str]:
    """Read the first and last column of a file; return what is wrong."""
    watch = Watch()
    with (
        watch.measuring(),
        watch.listening(),
        suppress(RatingsError),
        unpacked(io.BytesIO(data)) as file,
    ):
        layout = detect(file)
        found = sample(file, layout)
        count_pairs(file, layout, Columns(found.columns[0], found.columns[-1]))
    return watch.faults + watch.platform_faults


@pytest.mark.release
def test_every_known_file_is_read_or_refused() -> None:
    assert [found for data in FILES if (found := read(data))] == []


def searching(share: int, of_all: float) -> settings:
    """Return the settings of a search: a few fixed cases, or a share of all cases."""
    return settings(
        max_examples=max(share, round(CASES * of_all)),
        derandomize=not CASES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


@searching(20, 1 / 10)
@given(uploads)
def test_a_file_is_read_or_refused(upload: list[Any]) -> None:
    _name, data = upload
    assert read(data) == []


@pytest.mark.parametrize("page", PAGES)
@searching(1, 1 / STEPS_A_VISIT / len(PAGES))
@given(data=st.data())
def test_nothing_breaks_a_page(page: str, data: DataObject) -> None:
    wanted = data.draw(visits(page))
    found = visit(wanted)
    if any(each.startswith("slow") for each in found):
        found = visit(wanted)  # a run that is slow only once is not a fault of the app
    assert found == [], wanted
