"""What a class is asked beside rating: how it is shown, replied to, and what came of it.

Each form of reply has one class. The phones, the board, the list of activities and the files are
drawn from it.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import streamlit as st

from classroom import activities, outcomes
from classroom.activities import Guess, Solve, Task
from classroom.outcomes import Numbers
from qwk_app.figures.common import shortened
from qwk_app.frame import frame, state
from qwk_app.frame.state import HIDE_KAPPA, Texts
from qwk_app.parts.live import charts, shown
from qwk_app.parts.practice import exercise
from qwk_app.shared import components
from qwk_app.words import names, sentences
from qwk_app.words.messages import message_bare_text, message_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, plain
from qwk_core.teaching.examples import example
from qwk_core.teaching.exercises.catalogue import KINDS
from qwk_core.teaching.exercises.words import MISTAKES

_LONGEST = 40  # characters of a question in a list
_GUESSES = [hundredth / 100 for hundredth in range(-100, 101)]  # of a kappa


@dataclass(frozen=True)
class _Asked(ABC):
    """The teacher's own question. A reply is a text, as the store keeps it."""

    task: Guess

    @property
    def name(self) -> str:
        """What it is called in a list."""
        return _("Question: {text}", text=plain(shortened(self.task.text, _LONGEST)))

    @property
    def ask(self) -> str:
        """The question, as Markdown."""
        return plain(self.task.text)

    def about(self, *, large: bool) -> None:  # noqa: B027
        """Show what the question is about, without what is hidden; `large` is the board."""

    @abstractmethod
    def field(self, key: str, kept: str | None) -> None:
        """Draw what a reply is given in, as it was left."""

    def given(self, key: str) -> str:
        """Return what the field holds."""
        found = st.session_state[key]
        return "" if found is None else str(found)

    @abstractmethod
    def read(self, value: str) -> str:
        """Return a reply as it is read."""

    def written(self, value: str) -> str:
        """Return a reply as a file has it: numbers as a program reads them."""
        return value

    @abstractmethod
    def outcome(self, now: Sequence[str], before: Sequence[str]) -> None:
        """Show the board all replies of a round, and of the round before."""

    def worked_out(self) -> None:  # noqa: B027
        """Show the board what stands below the outcome."""

    def show_result(self, value: str | None, before: str | None) -> None:
        """Show a phone the outcome of its reply, and of its reply in the round before."""
        frame.title(self._answer())
        st.markdown(f"**{self.ask}**")
        if value is None:
            st.info(_("You sent nothing in this round."))
        elif before is not None and before != value:
            st.markdown(
                _("Before: {before}. Now: {now}.", before=self.read(before), now=self.read(value))
            )
        else:
            st.markdown(_("Your reply: {reply}.", reply=self.read(value)))

    def _answer(self) -> str:
        if self.task.truth:
            return _("It is {truth}", truth=self.read(self.task.truth))
        return _("Look at the board")


class _Sentence(_Asked):
    def field(self, key: str, kept: str | None) -> None:
        st.text_area(_("Your reply"), kept or "", key=key, max_chars=activities.LONGEST_SENTENCE)

    def read(self, value: str) -> str:
        return plain(value)

    def outcome(self, now: Sequence[str], before: Sequence[str]) -> None:
        st.markdown("\n".join(f"- {plain(one)}" for one in now))


class _Choice(_Asked):
    def about(self, *, large: bool) -> None:
        if large:
            st.markdown("\n".join(f"- {plain(option)}" for option in self.task.options))

    def field(self, key: str, kept: str | None) -> None:
        st.radio(
            _("Your reply"),
            list(range(len(self.task.options))),
            index=int(kept) if kept is not None else None,
            format_func=lambda at: plain(self.task.options[at]),
            key=key,
        )

    def read(self, value: str) -> str:
        return plain(self.written(value))

    def written(self, value: str) -> str:
        return self.task.options[int(value)]

    def outcome(self, now: Sequence[str], before: Sequence[str]) -> None:
        options = self.task.options
        right = int(self.task.truth) if self.task.truth else None
        named = [
            _("{option} (right)", option=option) if at == right else option
            for at, option in enumerate(options)
        ]
        chosen, earlier = (outcomes.chosen(options, each) for each in (now, before))
        charts.bars(named, chosen, earlier, right)


class _Number(_Asked):
    def field(self, key: str, kept: str | None) -> None:
        text = self.read(kept) if kept is not None else ""
        st.text_input(_("Your reply"), text, key=key, max_chars=activities.LONGEST_FIELD)

    def read(self, value: str) -> str:
        return number(float(value), 4)

    def outcome(self, now: Sequence[str], before: Sequence[str]) -> None:
        guesses, earlier = (outcomes.numbers(self.task, each) for each in (now, before))
        line = "" if guesses.truth is None else self._truth(guesses.truth)
        sentences = self._sentences(guesses, earlier)
        st.markdown("  \n".join(sentences))
        charts.dots(
            guesses.values,
            guesses.truth,
            line,
            before=earlier.values,
            ends=self._ends(guesses, earlier),
            alt=" ".join([*sentences, line]).replace("**", ""),
        )

    def _truth(self, truth: float) -> str:
        return _("the truth: {truth}", truth=number(truth, 4))

    def _ends(self, now: Numbers, before: Numbers) -> tuple[float, float]:
        """Return a scale that holds all numbers, with some room at both ends."""
        found = [*now.values, *before.values, *([] if now.truth is None else [now.truth])]
        low, high = min(found), max(found)
        room = 0.08 * (high - low) or max(abs(high), 1) / 2
        return low - room, high + room

    def _sentences(self, now: Numbers, before: Numbers) -> list[str]:
        low, middle, high = (
            self.read(str(value)) for value in (now.values[0], now.middle, now.values[-1])
        )
        sentences = [
            _(
                "From {low} to {high}; the middle guess is {middle}.",
                low=low,
                high=high,
                middle=middle,
            )
        ]
        if now.truth is not None:
            sentences.append(
                _(
                    "Near, at most {reach} off: **{near} of {n}**.",
                    reach=number(now.reach),
                    near=now.near,
                    n=len(now.values),
                )
            )
        if not before.values:
            return sentences
        was = self.read(str(before.middle))
        if now.truth is None:
            change = _(
                "The middle guess was {before} before, and is **{after}** now.",
                before=was,
                after=middle,
            )
        else:
            change = _(
                "Before the discussion the middle guess was {before}, and {near} of {n} were near.",
                before=was,
                near=before.near,
                n=len(before.values),
            )
        return [*sentences, change]


class _Kappa(_Number):
    """The kappa of an example."""

    @property
    def name(self) -> str:
        return _("Guess: {example}", example=_(example(self.task.example).title))

    @property
    def ask(self) -> str:
        return _("Which κ do you expect, from −1 to 1?")

    def about(self, *, large: bool) -> None:
        """Show the example without its kappa. A phone has no room for its matrix."""
        one = example(self.task.example)
        source = state.source_of(Texts.of(one))
        read = state.lesson(source, "quadratic")
        covered = replace(read, hidden={HIDE_KAPPA: None})
        words, picture = st.columns(2) if large else (st.container(), st.container())
        with words, names.of_pair(f"● {_('actual')}", f"○ {_('predicted')}"):
            st.markdown(_("**{title}.** {text}", title=_(one.title), text=_(one.story)))
            shown.ratings(covered)
        if large or read.ratings is None:
            with picture:
                shown.quietly(covered, "observed", key="asked")

    def field(self, key: str, kept: str | None) -> None:
        # The slider begins outside the scale. If it began at 0, many would send 0.
        st.select_slider(
            _("Your κ"),
            [None, *_GUESSES],
            None if kept is None else float(kept),
            format_func=lambda kappa: "?" if kappa is None else self.read(str(kappa)),
            key=key,
        )
        components.note(
            _("below 0: worse than random pairing · 0: as by chance · 1: always the same")
        )

    def read(self, value: str) -> str:
        return kappa_text(float(value), 2)

    def _answer(self) -> str:
        kappa = self.task.number
        assert kappa is not None, "every example has a kappa"
        return _("κ is {kappa}", kappa=kappa_text(kappa))

    def _truth(self, truth: float) -> str:
        return _("κ = {kappa}", kappa=kappa_text(truth))

    def _ends(self, now: Numbers, before: Numbers) -> tuple[float, float]:
        return -1, 1

    def worked_out(self) -> None:
        st.markdown(self._why())
        self.about(large=True)

    def show_result(self, value: str | None, before: str | None) -> None:
        super().show_result(value, before)
        st.markdown(self._why())

    def _why(self) -> str:
        source = state.source_of(Texts.of(example(self.task.example)))
        return sentences.compared_with_chance(state.lesson(source, "quadratic"))


@dataclass(frozen=True)
class _Exercise:
    """An exercise: its own fields, or its options. It answers what `_Asked` does."""

    task: Solve

    @property
    def name(self) -> str:
        return _("Solve: {exercise}", exercise=_(KINDS[self.task.asked.name.kind]))

    @property
    def ask(self) -> str:
        return message_text(self.task.asked.ask)

    def about(self, *, large: bool) -> None:
        asked = self.task.asked
        exercise.show(asked.given, f"live-given-{asked.key}", least=2 if large else 1)

    def field(self, key: str, kept: str | None) -> None:
        exercise.answer(self.task.asked)

    def given(self, key: str) -> str:
        return activities.solved(exercise.typed(self.task.asked))

    def read(self, value: str) -> str:
        typed, options = activities.solution(value), self.task.asked.options
        return message_text(options[int(typed[0])]) if options else ", ".join(map(plain, typed))

    def written(self, value: str) -> str:
        typed, options = activities.solution(value), self.task.asked.options
        return message_bare_text(options[int(typed[0])]) if options else "; ".join(typed)

    def show_result(self, value: str | None, before: str | None) -> None:
        if value is None:
            frame.title(_("Worked out"))
            st.info(_("You sent nothing in this round."))
        else:
            made = outcomes.verdict(self.task.asked, value)
            frame.title(_("Right") if made.right else _("Not yet"))
            st.markdown(_("Your reply: {reply}.", reply=self.read(value)))
            if not made.right:
                st.info(message_text(made.feedback), icon=":material/lightbulb:")
        st.markdown(f"**{self.ask}**")
        self.worked_out()

    def worked_out(self) -> None:
        with st.container(border=True):
            st.markdown(_("**Worked out**"))
            exercise.solution(self.task.asked)

    def outcome(self, now: Sequence[str], before: Sequence[str]) -> None:
        asked = self.task.asked
        found, earlier = (outcomes.solutions(asked, each) for each in (now, before))
        st.markdown(_("**{right} of {n}** are right.", right=found.right, n=found.n))
        if earlier.n:
            st.markdown(
                _("Before the discussion: {right} of {n}.", right=earlier.right, n=earlier.n)
            )
        if asked.options:
            chosen, was = (
                outcomes.chosen(asked.options, [activities.solution(one)[0] for one in each])
                for each in (now, before)
            )
            charts.bars(list(map(message_text, asked.options)), chosen, was, int(asked.right[0]))
        else:
            made = [mistake for mistake, _count in found.mistakes]
            called = [_("right"), *(_(MISTAKES[one.key]) for one in made), _("something else")]
            charts.bars(called, found.counts(made), earlier.counts(made), 0)
        st.markdown(
            "\n".join(
                _("- {n} × {why}", n=count, why=message_text(mistake.feedback))
                for mistake, count in found.mistakes
            )
        )


Question = _Asked | _Exercise
_FORMS: Mapping[str, type[_Asked]] = {
    activities.KAPPA: _Kappa,
    activities.NUMBER: _Number,
    activities.CHOICE: _Choice,
    activities.SENTENCE: _Sentence,
}


def of(task: Task) -> Question:
    """Return how a task is shown that has replies."""
    if isinstance(task, Solve):
        return _Exercise(task)
    assert isinstance(task, Guess), "only guesses and exercises have replies"
    return _FORMS[task.reply](task)
