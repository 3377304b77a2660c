"""The page Practice: every exercise, the feedback, the next exercise, the results."""

import csv
import io
from itertools import cycle

import pytest

from qwk_app.frame.state import SHARE
from qwk_app.parts.practice import results
from qwk_app.parts.practice.exercise import FIRST
from qwk_app.words.messages import message_text
from qwk_core.study.export import csv_text
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, exercise_of
from qwk_core.teaching.exercises.model import Name
from qwk_core.teaching.exercises.progress import Progress
from tests.app.acts import LINKS, check_says, do, go
from tests.app.reading import markdown, opened_by, panels
from tests.app.reading import strip as strip_of

KAPPA = "compute-kappa-1-3"
# Every kind of exercise; one level for each, in rotation.
SOME = [f"{kind}-{LEVELS[at % 3]}-3" for at, kind in enumerate(KINDS)]
HINT, SOLUTION = "Give me a hint", "Show me the solution"


def asked_in(app, name):
    return message_text(exercise_of(name).ask) in markdown(app.main)


def named(app):
    """Return the name of the current exercise."""
    return str(app.text_input(key="exercise").value)


def give(app, asked, *texts):
    """Type an answer, or choose one by its position; then click to check it."""
    for at, text in enumerate(texts):
        key = f"answer-{asked.key}-{at}"
        if asked.options:
            app.radio(key=key).set_value(int(text))
        else:
            app.text_input(key=key).set_value(str(text))
    return do(app, "Check my answer")


@pytest.mark.parametrize("name", SOME)
def test_a_mistake_is_answered_and_the_right_answer_explained(visit, name):
    asked = exercise_of(name)
    app = visit("practice", exercise=name)
    assert not [*app.error, *app.warning]
    assert asked_in(app, name)
    check_says(app, "not: Worked out")
    for mistake in asked.mistakes[:1]:
        give(app, asked, *mistake.values)
        assert message_text(mistake.feedback) in app.main.info[0].value
        assert not app.success
    assert message_text(asked.hint) in do(app, HINT).main.info[-1].value
    points = 2 - len(asked.mistakes[:1])
    give(app, asked, *asked.right)
    assert app.success[0].value == f"Right. {points} of 3 points."
    (check,) = (button for button in app.button if button.label == "Check my answer")
    assert check.disabled
    check_says(app, "Worked out", f"{points} of 3 points: 1 of 1 exercise solved.")


def test_every_exercise_is_shown_with_its_solution(visit):
    app = visit("practice")
    every = [*zip(KINDS, cycle(LEVELS[::-1]), strict=False)]
    for kind, level in every:
        asked = exercise_of(f"{kind}-{level}-7")
        do(app, ("exercise", asked.key))
        assert asked_in(app, asked.key)
        assert app.selectbox(key="practice-kind").value == kind
        assert app.segmented_control(key="practice-level").value == level
        check_says(do(app, SOLUTION), "Follow it step by step")
        if asked.options:
            right = message_text(asked.options[int(asked.right[0])])
            assert f"The answer: **{right}**" in markdown(app.main)
        assert sum(len(view.proto.json) for view in app.get("bidi_component")) < 10 * 1024
    check_says(app, f"0 of {3 * len(every)} points: 0 of {len(every)} exercises solved.")


def test_pictures_say_their_numbers(visit):
    app = visit("practice", exercise="rise-or-fall-3-1")
    rows = [[int(cell) for cell in row] for row in exercise_of("rise-or-fall-3-1").given[0].values]
    (alt,) = (panel["alt"] for panel in panels(app).values())
    assert alt == "observed matrix, row by row. " + ". ".join(
        f"actual {at}: {'; '.join(map(str, row))}" for at, row in enumerate(rows)
    )
    actual = ", ".join(map(str, exercise_of(FIRST).given[0].vectors[0]))
    alt = strip_of(do(app, ("exercise", FIRST)))["alt"]
    assert f"actual: {actual}. predicted: " in alt


def test_a_hint_comes_after_two_wrong_answers_and_the_solution_after_three(visit):
    asked = exercise_of(KAPPA)
    app = visit("practice", exercise=KAPPA)
    check_says(give(app, asked, "99"), "Not yet. That is too large.", "not: Hint.")
    assert HINT in labels(app)
    last = "One more wrong answer shows the solution."
    check_says(give(app, asked, "-99"), "Not yet. That is too small.", last, "Hint.")
    assert HINT not in labels(app)
    check_says(give(app, asked, "98"), "Follow it step by step")
    assert SOLUTION not in labels(app)
    # The page has shown the answer before: it gives no points.
    assert give(app, asked, asked.right[0]).success[0].value == "Right."
    check_says(app, "0 of 3 points: 0 of 1 exercise solved.")


def test_the_solution_takes_the_place_of_what_was_said_of_the_last_answer(visit):
    asked = exercise_of(KAPPA)
    app = visit("practice", exercise=KAPPA)
    for answer in ("99", "no number"):
        assert [*give(app, asked, answer).main.info, *app.main.warning]
    do(app, SOLUTION)
    assert not [*app.main.info, *app.main.warning]
    assert not [each.label for each in app.main.text_input if "✗" in each.label]
    check_says(give(app, asked, "99"), "Not yet.", "Worked out.")


def labels(app):
    return [one.label for one in app.main.button]


@pytest.mark.parametrize(("name", "given", "message"), LINKS["practice"]["unread"])
def test_an_answer_that_cannot_be_read_costs_nothing(visit, name, given, message):
    asked = exercise_of(name)
    app = give(visit("practice", exercise=name), asked, *given)
    check_says(app, message)
    assert app.main.warning
    assert give(app, asked, asked.right[0]).success[0].value == "Right. 3 of 3 points."


def test_each_cell_says_whether_it_is_right(visit):
    asked = exercise_of("fill-expected-1-3")
    app = visit("practice", exercise=asked.key)
    wrong = {4: "99", 8: "98"}
    give(app, asked, *(wrong.get(at, str(value)) for at, value in enumerate(asked.right)))
    fields = [app.text_input(key=f"answer-{asked.key}-{at}").label for at in range(9)]
    assert fields == [f"{name} {'✗✓'[at not in wrong]}" for at, name in enumerate(asked.fields)]
    check_says(
        app,
        "Not yet. 7 of 9 cells are right so far.",
        f"Still wrong: {asked.fields[4]}, {asked.fields[8]}.",
    )


def test_the_way_on(visit):
    app = visit("practice", exercise=KAPPA)
    for steps, name in (
        ([SOLUTION, "Level 2"], "compute-kappa-2-3"),
        ([("practice-level", 3)], "compute-kappa-3-3"),
        ([("practice-kind", "fill-weights")], "fill-weights-3-3"),
        ([SOLUTION], "fill-weights-3-3"),
        ([f"Next: {KINDS['expected-cell']}"], "expected-cell-3-3"),
    ):
        assert named(do(app, *steps)) == name
        assert "Level 4" not in labels(app)
    names = {named(do(app, "Another exercise")) for _ in range(5)}
    assert len(names) > 1
    assert all(name.startswith("expected-cell-3-") for name in names)
    do(app, ("exercise", f"{list(KINDS)[-1]}-3-1"), SOLUTION)
    assert not [label for label in labels(app) if label.startswith("Next")]


def test_an_exercise_is_shared_by_its_link(visit):
    app = visit("practice", exercise=KAPPA, actual="1,2", predicted="2,1")
    app.session_state[SHARE] = False  # Streamlit allows only one open dialog
    do(app, "Share this exercise")
    (address,) = (code.value for code in app.code if "practice" in code.value)
    assert opened_by(address) == ("practice", {"exercise": KAPPA})


@pytest.mark.parametrize("name", ["<img src=x>", "9" * 5000, "$x$"])
def test_a_wrong_name_changes_nothing_and_none_is_the_first(visit, name):
    app = visit("practice", exercise=name)
    check_says(app, "is not the name")
    assert asked_in(app, FIRST)
    for typed in ("compute kappa 2 17", "compute kapa 2 17"):
        do(app, ("exercise", typed))
        check_says(app, "not: " * ("kappa" in typed) + "is not the name")
        assert asked_in(app, "compute-kappa-2-17")
    assert not do(app, "Another exercise").error
    assert asked_in(do(app, ("exercise", "")), FIRST)


def test_what_was_done_survives_another_page_is_listed_and_goes_into_files(visit):
    asked = exercise_of(KAPPA)
    app = visit("practice", exercise=KAPPA)
    assert not app.main.expander
    app.session_state["results"] = True
    go(give(app, asked, asked.right[0]), "kappa", "practice")
    assert app.text_input(key=f"answer-{KAPPA}-0").value == str(asked.right[0])
    check_says(app, "Right. 3 of 3 points.")
    assert app.main.table[0].value["name"].tolist() == [KAPPA]
    files = [button.label for button in app.get("download_button")]
    assert files == ["Download the certificate", "Download the list as CSV"]


DONE = [
    Progress(Name("compute-kappa", 1, 3)).answered(right=False).answered(right=True),
    Progress(Name("fill-weights", 2, 5)).asked_for_hint().asked_for_solution(),
]


def test_the_list_can_be_read_by_a_spreadsheet():
    rows = [results.row(one) for one in DONE]
    text = csv_text([list(rows[0]), *(list(cells.values()) for cells in rows)])
    assert list(csv.reader(io.StringIO(text))) == [
        ["exercise", "name", "answers", "hint", "outcome", "points"],
        ["Compute κ", "compute-kappa-1-3", "2", "no", "solved", "2"],
        ["Fill in w", "fill-weights-2-5", "0", "yes", "solution shown", "0"],
    ]


@pytest.mark.parametrize(("name", "shown"), LINKS["practice"]["certified"])
def test_the_certificate_says_who_and_what_and_runs_nothing(name, shown):
    page = results.certificate(name, DONE)
    assert not [part for part in ("<script", "http") if part in page]
    for part in (shown, 'lang="en"', "2 of 6 points: 1 of 2 exercises solved.", "Self-reported"):
        assert part in page
    assert page.count("<tr>") == 3


def test_a_homework_is_one_link(visit):
    app = go(visit(exercises="Compute kappa 2 17, nonsense, count-observed-1-1"), "practice")
    for steps, name, done in (
        ([], "compute-kappa-2-17", 0),
        (["solution"], "compute-kappa-2-17", 1),
        (["next-homework"], "count-observed-1-1", 1),
        (["homework-0"], "compute-kappa-2-17", 1),
    ):
        assert asked_in(do(app, *steps), name)
        check_says(app, f"{done} of 2 exercises done")
    assert app.button(key="homework-0").label == "1 ✓"
