"""Many visitors over real websockets, without errors."""

from tests.benchmarks.load import Crowd, Pace, gather
from tests.benchmarks.visitor import Visitor
from tests.browser.pilot import apart
from tests.browser.server import Server


def test_fifty_arrive_at_the_same_moment_and_edit(server: Server) -> None:
    pace = Pace(over=0, every=4, editing=15)
    crowd = Crowd()
    apart(gather(lambda _number: Visitor(server.base), server.memory, 50, pace, crowd))
    assert crowd.errors == []
    assert len(crowd.arrivals) == 50
    assert crowd.edits
