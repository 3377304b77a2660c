"""A new server is ready for its first visitor on every page."""

from tests.benchmarks.visitor import Visitor
from tests.browser.pilot import apart, page_names
from tests.browser.server import Server, serve

HEAVY = ("pages", "qwk_app", "qwk_core", "numpy", "pandas", "plotly")


def test_no_visitor_waits_for_an_import() -> None:
    with serve(environment={"PYTHONPROFILEIMPORTTIME": "1"}) as server:
        at_start = server.logged()
        assert "qwk_app.frame.frame" in imported(at_start), "imports are not written down"
        apart(visit(server, *page_names()))
        later = server.logged()[len(at_start) :]
        server.check_log()
    assert [name for name in imported(later) if name.partition(".")[0] in HEAVY] == []


def imported(log: str) -> list[str]:
    """Return the modules whose import Python has logged."""
    lines = (line for line in log.splitlines() if line.startswith("import time:"))
    return [line.rpartition("|")[2].strip() for line in lines]


async def visit(server: Server, *names: str) -> None:
    """Open pages, each as a new visitor."""
    for name in names:
        async with Visitor(server.base, name):
            pass
