"""A lesson of 20 minutes in a room, played by a script: `python -m tests.benchmarks.lesson`.

A teacher, a board and 30 students meet the running app over real websockets, as browsers do. A
minute of the lesson takes five seconds. They join by the link and by the code, rate ten clouds,
some sleep and return, one name is removed; the class sees its κ, discusses, rates again, guesses a
κ, solves an exercise, and everything is deleted. What each of them reads is checked on the way;
printed is what happened, and what the board said. The replies of the last two activities are put
into the store, since their fields are those of a browser; all taps are taps on the page.
"""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from classroom import activities, clouds
from classroom.activities import Guess, Solve
from classroom.course import Course
from classroom.rooms import CLOSED, OPEN, REVEALED
from classroom.tallies import long_csv, tallies
from classroom.watch import EVERY
from tests.benchmarks.load import percentile
from tests.benchmarks.visitor import Visitor
from tests.browser.server import serve

STUDENTS = 30
MINUTE = 5.0  # seconds
ITEMS = 10
_DOTS = (14, 24, 40, 66, 110)
_SPREAD = {1: 0.9, 2: 0.5}  # of what they see, in categories, by round


@dataclass
class Student:
    """Somebody with a phone."""

    name: str
    visitor: Visitor
    token: str = ""

    @property
    def reads(self) -> str:
        """What the phone has shown last."""
        return "\n".join(self.visitor.said)


@dataclass
class Lesson:
    """The room, and who is in it."""

    base: str
    store: Course
    begun: float = field(default_factory=time.monotonic)
    code: str = ""
    secret: str = ""
    students: list[Student] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)

    def tell(self, what: str) -> None:
        """Print what happened, and when."""
        print(f"{(time.monotonic() - self.begun) / MINUTE:5.1f} min  {what}", flush=True)

    async def minutes(self, n: float) -> None:
        """Let time pass."""
        await asyncio.sleep(n * MINUTE)

    async def everybody(self) -> None:
        """Let every phone look once, as it does by itself; the server does so once a second."""
        await asyncio.sleep(EVERY + 0.1)
        await asyncio.gather(*(one.visitor.edit("") for one in self.students))

    def nobody_reads_kappa(self, *others: Visitor) -> None:
        """Fail if anything is shown before the reveal."""
        for visitor in [*others, *(one.visitor for one in self.students)]:
            assert not re.search("κ (=|is)", "\n".join(visitor.said)), visitor.said


async def open_room(lesson: Lesson) -> Visitor:
    """Open a room on the page; return the teacher's view."""
    teacher = Visitor(lesson.base, "live")
    await teacher.arrive()
    await teacher.press("Open a room")
    lesson.code = teacher.read("Code of the room")
    lesson.secret = teacher.read("The teacher’s key")
    teacher.query = {"room": lesson.code, "host": lesson.secret}
    return teacher


async def join(lesson: Lesson, name: str, *, by_code: bool) -> None:
    """Come in by the link or by the code."""
    visitor = Visitor(lesson.base, "live", {} if by_code else {"room": lesson.code})
    await visitor.arrive()
    if by_code:
        visitor.write("Code", f"{lesson.code[:3].lower()} {lesson.code[3:]}")
        await visitor.press("Go on")
        visitor.query = {"room": lesson.code}
    visitor.write("Your name here: keep this one, or type another", name)
    await visitor.press("Join")
    token = visitor.read("Your key")
    visitor.query = {"room": lesson.code, "me": token}
    lesson.students.append(Student(name, visitor, token))


async def rate(lesson: Lesson, student: Student, round: int, *, sleeps: bool) -> None:
    """Rate what is not rated yet; who sleeps comes back with the address of the tab."""
    dice = random.Random(f"{student.name} {round}")
    truths = [
        min(range(5), key=lambda at: abs(_DOTS[at] - clouds.n_dots(item.text)))
        for item in lesson.store.items(lesson.code)
    ]
    for item, truth in enumerate(truths):
        await lesson.minutes(dice.uniform(0, 0.6))
        if sleeps and item == ITEMS // 2:
            await student.visitor.leave()
            await lesson.minutes(1)
            student.visitor = Visitor(
                lesson.base, "live", {"room": lesson.code, "me": student.token}
            )
            await student.visitor.arrive()
            assert f"{item} of {ITEMS} saved" in student.reads, student.reads
            assert f"{item + 1} of {ITEMS}" in student.reads
        seen = min(max(round_half(dice.gauss(truth, _SPREAD[round])), 0), 4)
        lesson.taps.append(await student.visitor.press(str(seen + 1)))
    assert f"{ITEMS} of {ITEMS} saved" in student.reads, student.reads


def round_half(value: float) -> int:
    """Round to the nearest category."""
    return int(value + 0.5)


async def rate_all(lesson: Lesson, round: int) -> None:
    """Let all rate; three of them sleep meanwhile."""
    await asyncio.gather(
        *(
            rate(lesson, one, round, sleeps=number % 10 == 4)
            for number, one in enumerate(lesson.students)
        )
    )
    kept = lesson.store.progress(lesson.code).answered
    assert set(kept.values()) == {ITEMS}, kept
    assert len(kept) == len(lesson.students)


def on_the_board(board: Visitor) -> str:
    """Return what the board says of κ."""
    said = [re.sub(r":green\[|\*\*|\]", "", text) for text in board.said if "κ" in text]
    return " | ".join(line.strip() for text in said for line in text.splitlines() if "κ" in line)


async def reveal(lesson: Lesson, teacher: Visitor, board: Visitor) -> None:
    """Close, talk, reveal; check what is seen before and after."""
    await teacher.press("Close")
    await lesson.everybody()
    await board.edit("")
    lesson.nobody_reads_kappa(teacher, board)
    assert all("The room is closed" in one.reads for one in lesson.students)
    lesson.tell("closed; no phone and no board shows a κ")
    await lesson.minutes(0.5)
    await teacher.press("Reveal")
    await lesson.everybody()
    await board.edit("")
    owns = [re.search(r"Your κ is (\S+)", one.reads) for one in lesson.students]
    assert all(owns)
    shown = sorted(float(own.group(1).replace("−", "-")) for own in owns if own)
    lesson.tell(f"revealed: the phones show κ from {shown[0]} to {shown[-1]}")
    lesson.tell(f"the board: {on_the_board(board)}")


async def guess_and_solve(lesson: Lesson, board: Visitor) -> None:
    """Let all guess a κ, twice, and solve an exercise."""
    store, code, secret = lesson.store, lesson.code, lesson.secret
    solve = Solve("compute-kappa-1-1")
    right = [str(one) for one in activities.exercise(solve.exercise).right]
    for task in (Guess(example="petfinder"), solve):
        number = store.add(code, secret, [task])
        store.set_phase(code, secret, OPEN, number)
        await lesson.everybody()
        assert all("Your turn" in one.reads for one in lesson.students), lesson.students[0].reads
        for at, one in enumerate(lesson.students):
            value = (
                f"{at / STUDENTS:.2f}"
                if isinstance(task, Guess)
                else activities.solved(right if at % 3 else ["0"])
            )
            store.reply(code, one.token, number, 1, value)
        for phase in (CLOSED, REVEALED):
            store.set_phase(code, secret, phase, number)
        await lesson.everybody()
        await board.edit("")
        lesson.tell(f"{type(task).__name__}: the board says {' | '.join(board.said[1:6])}")
        await lesson.minutes(1)


async def play(lesson: Lesson) -> None:
    """Play the lesson from its beginning to its end."""
    teacher = await open_room(lesson)
    board = Visitor(lesson.base, "live", {"room": lesson.code, "board": "true"})
    await board.arrive()
    lesson.tell(f"room {lesson.code} is open; the board shows the code")
    await join(lesson, "xX The Boss Xx", by_code=False)
    await asyncio.gather(
        *(join(lesson, f"Student {n}", by_code=n % 5 == 0) for n in range(1, STUDENTS))
    )
    await join(lesson, "Student 1", by_code=False)  # a taken name gets a number
    names = [one.name for one in lesson.store.progress(lesson.code).participants]
    assert len(names) == len(set(names)) == STUDENTS + 1
    lesson.tell(f"{len(names)} joined, some of them by the code")
    await teacher.refresh()
    await teacher.press("Remove")  # the first of the list
    boss = lesson.students.pop(0)
    await boss.visitor.edit("")
    await lesson.minutes(2)

    await teacher.press("Open: they rate")
    await lesson.everybody()
    await boss.visitor.edit("")
    assert "The teacher has removed you" in "\n".join(boss.visitor.said), boss.visitor.said
    lesson.tell("one name is removed, and its phone says so; the others rate")
    await rate_all(lesson, 1)
    await board.edit("")
    lesson.nobody_reads_kappa(teacher, board)
    lesson.tell(f"{len(lesson.students)} have rated all, three of them slept and came back")
    await reveal(lesson, teacher, board)
    await lesson.minutes(3)
    await teacher.press("Discuss and rate again")
    await lesson.everybody()
    lesson.tell("they have discussed, and rate again")
    await rate_all(lesson, 2)
    await reveal(lesson, teacher, board)

    items = lesson.store.items(lesson.code)
    rounds = tallies(lesson.store.given(lesson.code), items)
    rows = long_csv(rounds, [item.text for item in items], [one.names(False) for one in rounds])
    n_rows = len(rows.splitlines()) - 1
    assert n_rows == 2 * ITEMS * len(lesson.students)
    lesson.tell(f"taken along: {n_rows} ratings as CSV")
    await guess_and_solve(lesson, board)
    lesson.store.delete(lesson.code, lesson.secret)
    await lesson.everybody()
    assert all("There is no room with this code" in one.reads for one in lesson.students)
    lesson.tell("ended and deleted; the phones say so")
    for visitor in (teacher, board, boss.visitor, *(one.visitor for one in lesson.students)):
        await visitor.leave()


def main() -> None:
    """Play the lesson on a server of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'rooms.db'}"
        store = Course(url)
        with serve(environment={"QWK_DATABASE_URL": url}) as server:
            lesson = Lesson(server.base, store)
            asyncio.run(play(lesson))
            server.check_log()
            print(
                f"{len(lesson.taps)} taps, p50 {percentile(lesson.taps, 50):.0f} ms, p95 "
                f"{percentile(lesson.taps, 95):.0f} ms; {server.memory():.0f} MiB; nothing in the "
                f"log but what belongs there"
            )
        store.close()


if __name__ == "__main__":
    main()
