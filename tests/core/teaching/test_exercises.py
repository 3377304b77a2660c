"""Exercises: reading answers, judging them, and every kind and level over many seeds."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from qwk_core import walk_through_counts
from qwk_core.messages import Message
from qwk_core.teaching.exercises.answers import Answer, parse_answer
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, MOST_SEED, exercise, exercise_of
from qwk_core.teaching.exercises.dice import Redraw
from qwk_core.teaching.exercises.exact import kappa_of
from qwk_core.teaching.exercises.model import ROUNDED, Mistake, Name, distinct, judge, read_given
from qwk_core.teaching.exercises.progress import Progress, score
from qwk_core.teaching.exercises.words import Words
from tests.core import oracle
from tests.core.beside import beside
from tests.core.refused import error_of
from tests.core.strategies import counts
from tests.core.teaching.exercise_checks import check_exercise

ANSWERS = beside(__file__, "answers.toml")


@pytest.mark.parametrize("value", ANSWERS["written"])
def test_a_number_is_read_as_people_write_it(value):
    for text, *decimals in ANSWERS["written"][value]:
        assert parse_answer(text, "κ") == Answer(Fraction(value), *decimals)


@pytest.mark.parametrize("says", ANSWERS["refused"])
def test_what_is_no_answer_is_named_in_a_line(says):
    for text in (*ANSWERS["refused"][says], *["9" * 100_000] * ("number" in says)):
        line = error_of(parse_answer, text, "w[0, 1]")
        assert line.startswith("w[0, 1]: ")
        assert says in line
        assert len(line) < 150


@given(counts(largest=9))
def test_a_kappa_of_small_counts_has_its_fraction_and_its_fraction_is_read(rows):
    walk, kappa = walk_through_counts(rows), oracle.kappa(rows)
    if kappa is None:
        with pytest.raises(Redraw):
            kappa_of(walk)
    else:
        assert kappa_of(walk) == kappa
        assert parse_answer(f"{kappa.numerator}/{kappa.denominator}", "κ").value == kappa


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_exercise_has_its_right_answer_and_recognises_its_mistakes(kind, level):
    asked = [exercise(kind, level=level, seed=seed) for seed in range(1, 31)]
    for each in asked:
        check_exercise(each)
    assert len({(str(each.ask), str(each.given), each.fields) for each in asked}) > 2
    assert any(each.mistakes for each in asked)


@pytest.mark.parametrize("kind", ANSWERS["stay"])
def test_links_stay_what_they_were(kind):
    asked = exercise(kind, level=2, seed=1)
    assert " ".join(map(str, asked.right)) == ANSWERS["stay"][kind]
    assert asked.key == f"{kind}-2-1"
    for name in (asked.key, f" {kind.upper()} - 2 - 0001"):
        assert exercise_of(name) == asked


def test_a_name_or_a_kind_that_is_none_is_refused_in_a_line():
    for name in (*ANSWERS["names"]["refused"], "a" * 100_000):
        line = error_of(exercise_of, name)
        assert "is not the name of an exercise" in line
        assert f"a number from 1 to {MOST_SEED}" in line
        assert len(line) < 250
    for kind, level in (("nothing", 1), ("compute-kappa", 4)):
        assert "is not the name of an exercise" in error_of(exercise, kind, level=level)


def asked_for(right, mistakes, tolerance=ROUNDED):
    """Make an exercise with these values and nothing else."""
    words = Words("", question=("?",), hint=("!",), mistakes=dict.fromkeys(mistakes, "…"))
    asked = words.pose(
        1, {}, map(Fraction, right), {}, fields="abc"[: len(right)], tolerance=tolerance
    )
    made = [
        Mistake(key, tuple(map(Fraction, gives)), Message(key)) for key, gives in mistakes.items()
    ]
    return replace(asked, mistakes=tuple(made))


def verdict_on(asked, *texts):
    return judge(asked, read_given(asked, texts))


def test_an_answer_may_be_off_by_its_rounding_and_no_more():
    asked = asked_for(["1/3"], {})
    assert all(verdict_on(asked, text).right for text in ("1/3", "0.33", "0,333", "33%", ".338"))
    assert not any(verdict_on(asked, text).right for text in ("0.3", "0.34", "0.327", "−0.33"))
    count = asked_for([2], {}, tolerance=Fraction(0))
    assert verdict_on(count, "2").right
    assert verdict_on(count, "2.0").fields == (True,)
    assert str(verdict_on(count, "2.001").feedback) == "That is too large."
    assert str(verdict_on(count, "1").feedback) == "That is too small."


@pytest.mark.parametrize("one", ANSWERS["judged"], ids=lambda one: one["right"])
def test_a_wrong_answer_is_met_with_its_mistake(one):
    mistakes = {key: gives.split() for key, gives in one.get("mistakes", {}).items()}
    for typed, mistake, feedback in one["wrong"]:
        verdict = verdict_on(asked_for(one["right"].split(), mistakes), *typed.split())
        assert not verdict.right
        assert verdict.mistake == (mistake or None)
        assert feedback in str(verdict.feedback)


def test_mistakes_with_the_same_answer_are_left_out():
    def named(right, mistakes):
        asked = asked_for(right, mistakes)
        return [one.key for one in distinct(asked.right, asked.mistakes, ROUNDED)]

    assert named([1], {"same": ["1.01"], "apart": ["1.03"]}) == ["apart"]
    assert named([1], {"a": [2], "b": ["2.01"], "c": [3]}) == ["c"]
    assert named([1, 1], {"a": [1, 2], "b": [1, 3], "c": [1, 1]}) == ["a", "b"]


def test_a_choice_is_judged_by_its_option():
    asked = exercise("undefined-or-not", level=1, seed=1)
    (right,) = asked.right
    assert verdict_on(asked, str(right)).right
    sentence = {str(verdict_on(asked, str(at)).feedback) for at in range(4) if at != right}
    assert len(sentence) == len({*map(str, [m.feedback for m in asked.mistakes])}) + (
        len(asked.mistakes) < 3
    )


def test_an_answer_is_read_as_it_was_given():
    choosing, typing = exercise("which-higher", seed=1), exercise("count-observed", seed=1)
    assert read_given(choosing, ["1"]) == (Answer(Fraction(1)),)
    assert read_given(typing, ["1/2"]) == (Answer(Fraction(1, 2)),)
    for nothing in ("", "-1", str(len(choosing.options)), "1.0"):
        assert "Choose one" in error_of(read_given, choosing, [nothing])


def test_points_fall_with_each_wrong_answer_and_with_a_hint():
    fresh = Progress(Name("compute-kappa", 1, 1))
    assert fresh.key == exercise("compute-kappa", level=1, seed=1).key
    assert fresh.points == 0
    assert fresh.answered(right=True).points == 3
    once = fresh.answered(right=False)
    assert once.answered(right=True).points == 2
    assert once.asked_for_hint().answered(right=True).points == 1
    twice = once.answered(right=False)
    assert twice.sees_hint
    assert twice.asked_for_hint() == twice  # the hint is already there, at no cost
    assert twice.answered(right=True).points == 1
    thrice = twice.answered(right=False)
    assert (thrice.shown, thrice.done, thrice.solved, thrice.points) == (True, True, False, 0)
    assert fresh.asked_for_hint().answered(right=False).answered(right=True).points == 1


def test_nothing_changes_after_an_exercise_is_done():
    solved = Progress(Name("compute-kappa", 1, 1)).answered(right=True)
    assert solved.answered(right=False) == solved
    assert solved.asked_for_hint() == solved
    assert solved.asked_for_solution() == solved
    shown = Progress(Name("compute-kappa", 1, 2)).asked_for_solution()
    assert shown.answered(right=True) == shown
    assert shown.points == 0
    total = score([solved, shown, Progress(Name("compute-kappa", 1, 3)).answered(right=False)])
    assert total == {"done": 2, "solved": 1, "points": 3, "most": 6}
