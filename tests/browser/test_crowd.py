"""Many visitors over real websockets: no errors, and no waiting for another reader's race."""

import asyncio

from tests.benchmarks.load import Crowd, Pace, gather
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import apart
from tests.browser.server import Server

RACE = "A race: from 10 items to a million"  # the fold with the race


def test_fifty_arrive_at_the_same_moment_and_edit(server: Server) -> None:
    pace = Pace(over=0, every=4, editing=15)
    crowd = Crowd()
    apart(gather(lambda _number: Visitor(server.base), server.memory, 50, pace, crowd))
    assert crowd.errors == []
    assert len(crowd.arrivals) == 50
    assert crowd.edits


def test_others_edit_during_a_race_and_the_next_racer_has_a_turn(server: Server) -> None:
    apart(race_twice(server))


async def race_twice(server: Server) -> None:
    """Start two races at the same time; a third visitor edits until both are done."""
    racers = [Visitor(server.base, "implementations") for _ in range(2)]
    for racer in racers:
        await racer.arrive()
        await racer.unfold(RACE)
    editor = Visitor(server.base, "overview")
    await editor.arrive()
    races = asyncio.gather(*(racer.press("Start the race") for racer in racers))
    edits = 0
    while not races.done():
        edits += 1
        await editor.edit(predictions(edits))
        await asyncio.sleep(0.3)
    assert edits > 1
    # Both visitors see the whole race, also the one who had to wait.
    assert [racer.charts > 1 for racer in racers] == [True, True]
    await races
    for visitor in (*racers, editor):
        await visitor.leave()
