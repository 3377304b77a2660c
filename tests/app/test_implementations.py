"""The page on implementations: their answers, their source code, their traps, the race."""

import math
from itertools import pairwise

import pytest
from streamlit.delta_generator import DeltaGenerator

from qwk_app.frame import queue, state
from qwk_app.parts.implementations import answers as answers_part
from qwk_app.parts.implementations import inside, racing
from qwk_app.parts.implementations.race_chart import race_chart
from qwk_core.pictures.hues import palette
from qwk_core.teaching.examples import example
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS, source
from qwk_core.teaching.implementations.race import Lap
from tests.app.acts import check_says, do
from tests.app.reading import plots, query, table

NAMES = [one.name for one in IMPLEMENTATIONS]
LIBRARIES = ("one-pass", "scikit-learn")


def answers(app):
    """Return the answer of each implementation, and how many of its digits are right."""
    return {name: cells for name, *cells in table(app, "program | kappa")}


# One with ratings, one with counts.
@pytest.mark.parametrize(("key", "extras"), [("petfinder", True), ("ten-thousand", False)])
def test_all_answer_an_example_alike(key, extras, visit):
    item = example(key)
    app = visit("implementations", extras=str(extras).lower(), **query(item))
    assert list(answers(app)) == NAMES
    for name, (value, note) in answers(app).items():
        if name in LIBRARIES and not extras:
            assert (value, note) == ("a library: switch it on", "")
            continue
        kappa = float(value.replace("−", "-"))
        assert kappa == pytest.approx(item.walk().kappa, rel=1e-9, abs=1e-9)
        assert note == "to the last bit" or int(note.removesuffix(" digits")) >= 10
    check_says(app, f"All {7 if extras else 5} that ran agree")


@pytest.mark.parametrize("one", IMPLEMENTATIONS, ids=lambda one: one.name)
def test_a_link_opens_each_with_its_source_its_answer_and_its_traps(one, visit):
    app = visit("implementations", implementation=one.name, extras="true")
    assert app.main.code[0].value == source(one).rstrip("\n")
    numbers = {"histograms": "of 6 pairs, O holds 5", "scikit-learn": "kappa is 0.481; without"}
    check_says(
        app,
        f"{one.title}. {one.idea}".replace("*", ""),
        "On your example: 0.318181818181818",
        numbers.get(one.name, ""),
        *(f"{trap.title}." for trap in one.traps),
    )
    assert not [block for block in app.main.markdown if "{" in block.value]


def test_a_trap_that_takes_a_library_waits_for_it(visit):
    app = visit("implementations", implementation="one-pass")
    check_says(app, "Switch the libraries on, under “All answers”, to see it.")
    check_says(do(app, (answers_part.EXTRAS, True)), "stops with a TypingError")


@pytest.mark.parametrize("missing", [("numba",), ("numba", "sklearn")])
def test_what_is_not_installed_sits_out_and_can_be_added(missing, visit, monkeypatch):
    for module in (answers_part, inside):
        monkeypatch.setattr(module, "available", lambda one: one.needs not in missing)
    app = visit("implementations", extras="true", implementation="one-pass")
    assert answers(app)["one-pass"] == ["not installed", ""]
    missed = "It needs numba, which is not installed here."
    check_says(app, "On your example: not installed.", missed)
    names = " ".join({"numba": "numba", "sklearn": "scikit-learn"}[name] for name in missing)
    assert app.main.code[-1].value == f"pip install {names}"
    extras = [each for each in app.main.toggle if each.key == "extras"]
    assert bool(extras) == (len(missing) == 1)
    assert "one-pass" not in {name for name, *_ in table(app, "program | answers")}


@pytest.fixture(autouse=True)
def short_race(monkeypatch):
    monkeypatch.setattr(racing, "SIZES", (10, 100))


def test_a_race_draws_everyone_and_keeps_nothing(visit):
    app = visit("implementations")
    assert not app.get("plotly_chart"), "no race before it is asked for"
    drawn = plots(do(app, "race-start"))["race-14"]
    assert [trace["x"] for trace in drawn["data"]] == [[10, 100]] * 7
    assert all(y > 0 for trace in drawn["data"] for y in trace["y"])
    assert sorted(note["text"] for note in drawn["layout"]["annotations"]) == sorted(NAMES)
    check_says(app, "With 100 items, ", "times as long")
    assert "race-stop" not in [button.key for button in app.button]
    app.run()
    assert not app.get("plotly_chart")


def test_one_race_at_a_time(visit, monkeypatch):
    waited = []

    def end_the_other_race(_place, text, **_icon):
        waited.append(text)
        queue.RACE.release()

    app = visit("implementations")
    queue.RACE.acquire()
    monkeypatch.setattr(DeltaGenerator, "info", end_the_other_race)
    check_says(do(app, "race-start"), "With 100 items, ")  # it runs after the other race
    assert waited == ["Another reader is computing: your turn comes."]
    assert "race-stop" not in [button.key for button in app.button]


@pytest.mark.parametrize("n", [3, 4, 5])
def test_the_question(n, visit):
    ratings = ",".join(map(str, range(n)))
    app = visit("implementations", actual=ratings, predicted=ratings)
    radio = app.radio(key="question-implementations")
    assert radio.options.index("double-loop") == {3: 0, 4: 2, 5: 1}[n]
    check_says(do(app, (radio.key, "histograms")), "Not quite.")
    check_says(do(app, (radio.key, "double-loop")), "double-loop stops with IndexError")


@pytest.mark.parametrize("dark", [False, True])
def test_the_fastest_at_the_end_stands_out_and_names_keep_apart(dark, monkeypatch):
    monkeypatch.setattr(state, "palette", lambda: palette(dark=dark))
    drawn = race_chart(
        [
            Lap(name, n, seconds)
            for n, times in ((10, (1e-6, 1e-5, 1e-6, 1e-7)), (1000, (1e-2, 1e-3, 1.01e-2)))
            for name, seconds in zip("abcd", times, strict=False)
        ],
    ).figure
    green = [trace.line.color == palette(dark=dark).kappa.ink for trace in drawn.data]
    assert green == [False, True, False, False], "d is faster, but did not run to the end"
    heights = sorted(note.y for note in drawn.layout.annotations)
    low, high = drawn.layout.yaxis.range
    assert min(b - a for a, b in pairwise(heights)) > 0.04 * (high - low)
    assert heights[-1] < high, "a name beyond the axes would be hidden"
    assert drawn.layout.yaxis.ticktext == ("100 ns", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms")
    assert math.isclose(drawn.layout.xaxis.range[0], 0.9)
