"""Common parts of the benchmarks of the running app: contestants, servers, options."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.server import APP, Server

BARE_APP = Path(__file__).with_name("bare_app.py")


@dataclass(frozen=True)
class Contestant:
    """A page of the app, or the bare app with as many charts as that page has."""

    name: str
    script: Path = APP
    page: str = "overview"
    query: Mapping[str, str] = field(default_factory=dict)

    def visitor(self, server: Server) -> Visitor:
        """Return a visitor who has not opened the page yet."""
        return Visitor(server.base, self.page, dict(self.query))


def bare(charts: int = 5) -> Contestant:
    """Return the bare app."""
    return Contestant("bare", BARE_APP, query={"charts": str(charts)})


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    if not seconds:
        return float("nan")
    if len(seconds) == 1:
        return 1000 * seconds[0]
    return 1000 * quantiles(seconds, n=100, method="inclusive")[percent - 1]


async def warm_up(visitor: Visitor) -> int:
    """Visit and edit once; return the number of charts of the page."""
    await visitor.arrive()
    if not visitor.can_edit:
        raise Failed(f"There is nothing to edit on {visitor.page}.")
    await visitor.edit(predictions(1))
    await visitor.leave()
    return visitor.charts


def asked(doc: str, **options: Any) -> argparse.Namespace:
    """Read the command line: an option for each default; a default that is a list makes a list."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    for name, default in options.items():
        many = isinstance(default, list | tuple)
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            type=type(default[0] if many else default),
            nargs="+" if many else None,
            default=default,
            help=f"default: {default}",
        )
    return parser.parse_args()
