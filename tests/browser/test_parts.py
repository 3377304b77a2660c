"""An edit reruns only the parts that depend on the example; the others stay correct."""

from tests.benchmarks.sender import Sender
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import apart
from tests.browser.server import Server


def test_an_edit_sends_no_more_than_its_part(server: Server) -> None:
    async def edited(name: str) -> tuple[int, int]:
        async with Visitor(server.base, name) as visitor:
            first = visitor.unpacked
            await visitor.edit(predictions(2))
            return first, visitor.unpacked

    whole, part = apart(edited("overview"))
    assert part < 25 * 1024
    assert part < whole


def test_a_message_without_the_fields_of_a_forgotten_file_breaks_nothing(server: Server) -> None:
    async def again() -> list[str]:
        async with Sender(server.base) as visitor:
            for _time in range(2):
                await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
                await visitor.press("Forget this file")
            await visitor.bring("ratings.csv", b"actual,predicted\n1,1\n2,1\n2,2\n3,3\n")
            return list(visitor.texts)

    assert any("κ = 0.800" in text for text in apart(again()))
