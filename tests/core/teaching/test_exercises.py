"""Exercises: reading answers, judging them, and every kind and level over many seeds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core import RatingsError, walk_through_counts
from qwk_core.messages import Message
from qwk_core.teaching.exercises.answers import Answer, parse_answer
from qwk_core.teaching.exercises.catalogue import KINDS, LEVELS, MOST_SEED, exercise, exercise_of
from qwk_core.teaching.exercises.dice import Redraw
from qwk_core.teaching.exercises.exact import kappa_of
from qwk_core.teaching.exercises.model import ROUNDED, Mistake, Name, distinct, judge, read_given
from qwk_core.teaching.exercises.progress import Progress, score
from qwk_core.teaching.exercises.words import Words
from tests.core import oracle
from tests.core.teaching.exercise_checks import check_exercise

# By what is read: how it may be written, and with how many decimals.
WRITTEN = {
    "3/20": [("0.15", 2), ("0,15", 2), (" .15 ", 2), ("+0.150", 3), ("15%", 2), ("3/20", None),
             ("3÷20", None), ("3⁄20", None), ("3:20", None)],
    "-3/20": [("-0.15", 2), ("−0,15", 2), ("−3 / 20", None), ("3/-20", None)],
    "1/2": [(",5", 1)],
    "5": [("5.", 0)],
    "-1": [("–1", 0)],
    "1/8": [("12,5 %", 3)],
    "15/22": [("2,25/3,3", None)],
}  # fmt: skip
# What is no answer, and what its error says.
REFUSED = {
    r"is not a number\. Write it": ["abc", "1.2.3", "1,234.5", "1/2/3", "1 1/2", "--1", "/2", "1/",
                                    "٣", "1e5", "nan", "∞", "%", "9" * 100_000],
    r"nothing is written here yet\.$": ["", "  "],
    r"divides by 0\.$": ["3/0", "1/0,0", "0/−0"],
}  # fmt: skip


@pytest.mark.parametrize("value", WRITTEN)
def test_a_number_is_read_as_people_write_it(value):
    for text, decimals in WRITTEN[value]:
        assert parse_answer(text, "κ") == Answer(Fraction(value), decimals)


@pytest.mark.parametrize("says", REFUSED)
def test_what_is_no_answer_is_named_in_a_line(says):
    for text in REFUSED[says]:
        with pytest.raises(RatingsError, match=f"^w\\[0, 1\\]: .*{says}") as caught:
            parse_answer(text, "w[0, 1]")
        assert len(str(caught.value)) < 150


@given(st.fractions(-1000, 1000, max_denominator=999))
def test_every_fraction_is_read_exactly(value):
    assert parse_answer(f"{value.numerator}/{value.denominator}", "κ").value == value


@given(
    st.lists(st.lists(st.integers(0, 9), min_size=5, max_size=5), min_size=5, max_size=5).filter(
        lambda rows: any(map(any, rows))
    )
)
def test_a_kappa_of_small_counts_has_its_fraction(rows):
    walk = walk_through_counts(rows)
    kappa = oracle.kappa(rows)
    if kappa is None:
        with pytest.raises(Redraw):
            kappa_of(walk)
    else:
        assert kappa_of(walk) == kappa


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_exercise_has_its_right_answer_and_recognises_its_mistakes(kind, level):
    asked = [exercise(kind, level=level, seed=seed) for seed in range(1, 31)]
    for each in asked:
        check_exercise(each)
    assert len({(str(each.ask), str(each.given), each.fields) for each in asked}) > 2
    assert any(each.mistakes for each in asked)


# Shared links must show the same tomorrow, in any version of Python: these were written down.
STAY = {
    "count-observed": "1",
    "fill-weights": "0 1/25 4/25 9/25 16/25 1",
    "expected-cell": "8/15",
    "fill-expected": "9/2 3 1/2 45/16 15/8 5/16 27/16 9/8 3/16",
    "compute-kappa": "2/7",
    "which-higher": "0",
    "rise-or-fall": "1",
    "spot-pitfall": "0",
    "undefined-or-not": "1",
    "three-raters": "2/3",
}


@pytest.mark.parametrize("kind", STAY)
def test_links_stay_what_they_were(kind):
    asked = exercise(kind, level=2, seed=1)
    assert " ".join(map(str, asked.right)) == STAY[kind]
    assert asked.key == f"{kind}-2-1"
    for name in (asked.key, f" {kind.upper()} - 2 - 0001"):
        assert exercise_of(name) == asked


@pytest.mark.parametrize(
    "name",
    ["", "kappa", "compute-kappa", "compute-kappa-1", "compute-kappa-4-1", "compute-kappa-0-1",
     "compute-kappa-1-0", "compute-kappa-1-10000", "compute-kappa-1-1e9", "compute-kappa-١-١",
     "no-such-kind-1-1", "<script>-1-1", "a" * 100_000],
)  # fmt: skip
def test_a_name_that_is_none_is_refused_in_a_line(name):
    with pytest.raises(RatingsError, match=r"is not the name of an exercise") as caught:
        exercise_of(name)
    assert len(str(caught.value)) < 250
    assert f"a number from 1 to {MOST_SEED}" in str(caught.value)


@pytest.mark.parametrize(("kind", "level"), [("nothing", 1), ("compute-kappa", 4)])
def test_an_exercise_there_is_not(kind, level):
    with pytest.raises(RatingsError, match="is not the name of an exercise"):
        exercise(kind, level=level)


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


# What is right, the mistakes, what is typed, the mistake that is named, and a part of the feedback.
THIRD = (["1/3"], {})
APART = ([1, 2, 3], {"a": [4, 2, 6], "b": [4, 5, 3]})
WHOLE = ([1, 2, 3], {"a": [4, 2, 3], "b": [4, 5, 3]})
NEAR = (["0.028", "1"], {"n": ["0.0204", "0.735"]})
JUDGED = [
    (*THIRD, "0.3", None, "too coarse"),
    (*THIRD, "0.4", None, "too large"),
    (*THIRD, "0.30", None, "too small"),
    (*THIRD, "0", None, "too small"),
    (["1/3"], {"ratio": ["0.3"]}, "0.3", "ratio", "ratio"),  # the mistake comes first
    (["1/3", "1/2"], {}, "0.3 0.5", None, "too coarse"),
    (["1/3", "1/2"], {}, "0.3 0.7", None, "0 of 2 cells are right"),
    (*APART, "4 2 6", "a", ""),
    (*APART, "1 2 6", "a", ""),  # made in one cell
    (*APART, "4 5 3", "b", ""),
    (*APART, "4 2 3", None, "2 of 3 cells are right so far."),  # both explain the 4, neither all
    (*APART, "4 9 6", None, ""),  # nothing explains all that is wrong
    (*WHOLE, "4 2 3", "a", ""),  # of two, the one of the whole answer
    (*WHOLE, "4 5 3", "b", ""),
    (*NEAR, "0.02 1", None, ""),  # near the right answer it explains nothing
    (*NEAR, "0.02 0.73", "n", ""),
]


@pytest.mark.parametrize(("right", "mistakes", "typed", "mistake", "feedback"), JUDGED)
def test_a_wrong_answer_is_met_with_its_mistake(right, mistakes, typed, mistake, feedback):
    verdict = verdict_on(asked_for(right, mistakes), *typed.split())
    assert not verdict.right
    assert verdict.mistake == mistake
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
    said = {str(verdict_on(asked, str(at)).feedback) for at in range(4) if at != right}
    assert len(said) == len({*map(str, [m.feedback for m in asked.mistakes])}) + (
        len(asked.mistakes) < 3
    )


def test_an_answer_is_read_as_it_was_given():
    choosing, typing = exercise("which-higher", seed=1), exercise("count-observed", seed=1)
    assert read_given(choosing, ["1"]) == (Answer(Fraction(1)),)
    assert read_given(typing, ["1/2"]) == (Answer(Fraction(1, 2)),)
    for nothing in ("", "-1", str(len(choosing.options)), "1.0"):
        with pytest.raises(RatingsError, match="Choose one"):
            read_given(choosing, [nothing])


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
    assert twice.asked_for_hint() == twice  # it is there already, and costs nothing
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
    assert (total.done, total.solved, total.points, total.most) == (2, 1, 3, 6)
