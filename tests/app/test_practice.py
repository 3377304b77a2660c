"""The page for practice: every exercise, what is said of an answer, the way on, the results."""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame.state import SHARE
from qwk_app.parts.practice import results
from qwk_app.parts.practice.exercise import FIRST
from qwk_app.words.messages import message_text
from qwk_core.study.export import csv_text
from qwk_core.teaching import catalogues
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise_of
from qwk_core.teaching.exercises.model import Exercise, Name
from qwk_core.teaching.exercises.progress import Progress
from tests.app.reading import markdown, panels
from tests.app.reading import strip as strip_of
from tests.apptest import Visit
from tests.translations import extract

KAPPA = "compute-kappa-1-3"
# Every kind, the levels in turn.
SOME = [f"{kind}-{LEVELS[at % 3]}-3" for at, kind in enumerate(KINDS)]


def say_ask(name: str) -> str:
    return message_text(exercise_of(name).ask)


def press(app: AppTest, label: str) -> AppTest:
    (found,) = (one for one in app.main.button if one.label == label)
    return found.click().run()


def labels(app: AppTest) -> list[str]:
    return [one.label for one in app.main.button]


def give(app: AppTest, asked: Exercise, *texts: Any) -> AppTest:
    """Type an answer, or choose one by its position, and have it checked."""
    for at, text in enumerate(texts):
        key = f"answer-{asked.key}-{at}"
        if asked.options:
            app.radio(key=key).set_value(int(text))
        else:
            app.text_input(key=key).set_value(str(text))
    return press(app, "Check my answer")


def go_to(app: AppTest, name: str) -> Exercise:
    app.text_input(key="exercise").set_value(name).run()
    assert not app.exception
    return exercise_of(name)


@pytest.mark.parametrize("name", SOME)
def test_a_mistake_is_answered_and_the_right_answer_explained(visit: Visit, name: str) -> None:
    asked = exercise_of(name)
    app = visit("practice", exercise=name)
    assert not app.exception
    assert not app.error
    assert not app.warning
    assert message_text(asked.ask) in markdown(app.main)
    assert "Worked out" not in markdown(app.main)

    for mistake in asked.mistakes[:1]:
        give(app, asked, *mistake.values)
        assert message_text(mistake.feedback) in app.main.info[0].value
        assert not app.success
    press(app, "Give me a hint")
    assert message_text(asked.hint) in app.main.info[-1].value
    give(app, asked, *asked.right)
    assert not app.exception
    points = 2 - len(asked.mistakes[:1])
    assert app.success[0].value == f"Right. {points} of 3 points."
    assert "**Worked out**" in markdown(app.main)
    assert f"**{points} of 3 points**: 1 of 1 exercise solved." in markdown(app.main)
    # What was solved stays solved, and worth what it was worth.
    give(app, asked, *asked.right)
    assert app.success[0].value == f"Right. {points} of 3 points."


def test_every_exercise_is_shown_with_its_solution(visit: Visit) -> None:
    app = visit("practice")
    for kind in KINDS:
        for level in LEVELS:
            asked = go_to(app, f"{kind}-{level}-7")
            assert message_text(asked.ask) in markdown(app.main)
            assert app.selectbox(key="practice-kind").value == kind
            assert app.segmented_control(key="practice-level").value == level
            press(app, "Show me the solution")
            assert not app.exception
            assert "Follow it step by step" in markdown(app.main)
            if asked.options:
                right = asked.options[int(asked.right[0])]
                assert f"The answer: **{message_text(right)}**" in markdown(app.main)
            assert sum(len(view.proto.json) for view in app.get("bidi_component")) < 10 * 1024
    n = len(KINDS) * len(LEVELS)
    assert f"**0 of {3 * n} points**: 0 of {n} exercises solved." in markdown(app.main)


def test_pictures_say_their_numbers(visit: Visit) -> None:
    app = visit("practice", exercise="rise-or-fall-3-1")
    rows = [[int(cell) for cell in row] for row in exercise_of("rise-or-fall-3-1").given[0].values]
    (alt,) = (panel["alt"] for panel in panels(app).values())
    assert alt == "observed matrix, row by row. " + ". ".join(
        f"actual {at}: {'; '.join(map(str, row))}" for at, row in enumerate(rows)
    )
    strip = exercise_of(FIRST).given[0]
    go_to(app, FIRST)
    alt = strip_of(app)["alt"]
    assert f"actual: {', '.join(map(str, strip.vectors[0]))}. predicted: " in alt


def test_a_hint_comes_after_two_wrong_answers_and_the_solution_after_three(visit: Visit) -> None:
    asked = exercise_of(KAPPA)
    app = visit("practice", exercise=KAPPA)
    give(app, asked, "99")
    assert app.main.info[0].value == "Not yet. That is too large."
    assert "**Hint.**" not in app.main.info[-1].value
    give(app, asked, "-99")
    assert app.main.info[0].value == "Not yet. That is too small."
    assert "**Hint.**" in app.main.info[-1].value
    assert "Give me a hint" not in labels(app)
    give(app, asked, "98")
    assert "Follow it step by step" in markdown(app.main)
    assert "Show me the solution" not in labels(app)
    # The answer is right, but it was shown before: no points.
    give(app, asked, asked.right[0])
    assert app.success[0].value == "Right."
    assert "**0 of 3 points**: 0 of 1 exercise solved." in markdown(app.main)


@pytest.mark.parametrize(
    ("name", "unread"),
    [
        (KAPPA, {
            "": "nothing is written here yet",
            "<b>1</b>": "is not a number",
            "1/0": "divides by 0",
        }),
        ("rise-or-fall-1-3", {None: "Choose one of the answers first."}),
    ],
)  # fmt: skip
def test_an_answer_that_cannot_be_read_costs_nothing(
    visit: Visit, name: str, unread: dict[str | None, str]
) -> None:
    asked = exercise_of(name)
    app = visit("practice", exercise=name)
    for given, says in unread.items():
        give(app, asked, *([] if given is None else [given]))
        assert not app.exception
        assert says in app.main.warning[0].value.replace("\\", "")
    assert give(app, asked, asked.right[0]).success[0].value == "Right. 3 of 3 points."


def test_each_cell_says_whether_it_is_right(visit: Visit) -> None:
    asked = exercise_of("fill-expected-1-3")
    app = visit("practice", exercise=asked.key)
    texts = [str(value) for value in asked.right]
    texts[4], texts[8] = "99", "98"
    give(app, asked, *texts)
    fields = [app.text_input(key=f"answer-{asked.key}-{at}").label for at in range(9)]
    marks = ["✗" if at in (4, 8) else "✓" for at in range(9)]
    assert fields == [f"{name} {mark}" for name, mark in zip(asked.fields, marks, strict=True)]
    said = app.main.info[0].value.replace("\\", "")
    assert said.startswith("Not yet. 7 of 9 cells are right so far.")
    assert f"Still wrong: {asked.fields[4]}, {asked.fields[8]}." in said


def test_the_way_on(visit: Visit) -> None:
    app = visit("practice", exercise=KAPPA)
    press(app, "Show me the solution")
    press(app, "Level 2")
    assert app.text_input(key="exercise").value == "compute-kappa-2-3"
    app.segmented_control(key="practice-level").set_value(3).run()
    assert app.text_input(key="exercise").value == "compute-kappa-3-3"
    app.selectbox(key="practice-kind").set_value("fill-weights").run()
    assert app.text_input(key="exercise").value == "fill-weights-3-3"
    press(app, "Show me the solution")
    assert "Level 4" not in labels(app)
    press(app, f"Next: {KINDS['expected-cell']}")
    assert app.text_input(key="exercise").value == "expected-cell-3-3"
    names = {press(app, "Another exercise").text_input(key="exercise").value for _ in range(5)}
    assert len(names) > 1
    assert all(name.startswith("expected-cell-3-") for name in names)
    go_to(app, f"{list(KINDS)[-1]}-3-1")
    press(app, "Show me the solution")
    assert not [label for label in labels(app) if label.startswith("Next")]


def test_an_exercise_is_shared_by_its_link(visit: Visit) -> None:
    app = visit("practice", exercise=KAPPA, actual="1,2", predicted="2,1")
    app.session_state[SHARE] = False  # one dialog at a time
    press(app, "Share this exercise")
    assert not app.exception
    (address,) = (code.value for code in app.code if "practice" in code.value)
    assert urlsplit(address).path.endswith("/practice")
    assert parse_qs(urlsplit(address).query) == {"exercise": [KAPPA]}


@pytest.mark.parametrize("name", ["<img src=x>", "9" * 5000, "$x$"])
def test_a_wrong_name_changes_nothing_and_none_is_the_first(visit: Visit, name: str) -> None:
    app = visit("practice", exercise=name)

    def type_name(text: str) -> None:
        app.text_input(key="exercise").set_value(text).run()

    for wrong, shown in ((None, FIRST), ("compute kappa 2 17", ""), ("compute kapa 2 17", "")):
        if wrong is not None:
            type_name(wrong)
        assert not app.exception
        refused = [error for error in app.main.error if "is not the name" in error.value]
        assert bool(refused) == (wrong != "compute kappa 2 17")
        assert say_ask(shown or "compute-kappa-2-17") in markdown(app.main)
    press(app, "Another exercise")
    assert not app.error
    type_name("")
    assert say_ask(FIRST) in markdown(app.main)


def test_what_was_done_survives_another_page_is_listed_and_goes_into_files(visit: Visit) -> None:
    asked = exercise_of(KAPPA)
    app = visit("practice", exercise=KAPPA)
    assert not app.main.expander
    app.session_state["results"] = True
    give(app, asked, asked.right[0])
    app.switch_page("pages/kappa.py").run()
    app.switch_page("pages/practice.py").run()
    assert not app.exception
    assert app.text_input(key=f"answer-{KAPPA}-0").value == str(asked.right[0])
    assert app.success[0].value == "Right. 3 of 3 points."
    assert "**3 of 3 points**" in markdown(app.main)
    assert app.main.table[0].value["name"].tolist() == [KAPPA]
    assert [button.label for button in app.get("download_button")] == [
        "Download the certificate",
        "Download the list as CSV",
    ]
    app.text_input(key="name").set_value("Ana").run()
    assert not app.exception


DONE = [
    Progress(Name("compute-kappa", 1, 3)).answered(right=False).answered(right=True),
    Progress(Name("fill-weights", 2, 5)).asked_for_hint().asked_for_solution(),
]


def test_the_list_can_be_read_by_a_spreadsheet() -> None:
    text = csv_text([results.heads(), *(results.row(one) for one in DONE)])
    assert list(csv.reader(io.StringIO(text))) == [
        ["exercise", "name", "answers", "hint", "outcome", "points"],
        ["Compute κ", "compute-kappa-1-3", "2", "no", "solved", "2"],
        ["Fill in w", "fill-weights-2-5", "0", "yes", "solution shown", "0"],
    ]


@pytest.mark.parametrize("name", ["Ana", "  ", "<script>alert(1)</script>", "{name} {0} %s"])
def test_the_certificate_says_who_and_what_and_runs_nothing(name: str) -> None:
    page = results.certificate(name, DONE)
    assert "<script" not in page
    assert "http" not in page
    assert 'lang="en"' in page
    assert "2 of 6 points: 1 of 2 exercises solved." in page
    assert "Self-reported" in page
    assert page.count("<tr>") == 3
    wanted = {"  ": "Without a name", "<script>alert(1)</script>": "&lt;script&gt;alert(1)"}
    assert wanted.get(name, name) in page


def sentences(value: object) -> Iterator[str]:
    """Yield what is more than one word in a file of data, however deep it lies."""
    if isinstance(value, str):
        yield from [value] if " " in value else []
    elif isinstance(value, (dict, list)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from sentences(one)


def test_translators_are_given_every_sentence_of_the_catalogues() -> None:
    given = {message.id for message in extract()}
    for path in Path(catalogues.__file__).parent.glob("*.toml"):
        assert set(sentences(tomllib.loads(path.read_text("utf-8")))) <= given, path.name


def test_a_homework_is_one_link(visit: Visit) -> None:
    app = visit(exercises="Compute kappa 2 17, nonsense, count-observed-1-1")
    app.switch_page("pages/practice.py").run()
    assert not app.exception
    assert "0 of 2 exercises done" in markdown(app.main)
    assert say_ask("compute-kappa-2-17") in markdown(app.main)
    app.button(key="solution").click().run()
    assert "1 of 2 exercises done" in markdown(app.main)
    app.button(key="next-homework").click().run()
    assert say_ask("count-observed-1-1") in markdown(app.main)
    assert app.button(key="homework-0").label == "1 ✓"
    app.button(key="homework-0").click().run()
    assert say_ask("compute-kappa-2-17") in markdown(app.main)
