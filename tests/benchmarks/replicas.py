"""How many students a core and a GB carry: `python -m tests.benchmarks.replicas`.

Sessions arrive over some seconds at one replica and then at two, through nginx as
docs/deploying.md sets it up, and change the field "Predicted" every few seconds. Printed are the
time from an edit to the end of its answer, what an edit costs the replicas in processor time, and
their memory; and from these the table: a core is counted as full when it works 60 % of the time,
as classes press a button at the same moment and not evenly. The replicas, nginx and the visitors
share this machine, so the times are an upper bound; the processor time and the memory are not
disturbed by that.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys

from tests.benchmarks import load
from tests.benchmarks.load import Crowd, percentile
from tests.benchmarks.visitor import Visitor, predictions
from tests.deploy.nginx import ensure_nginx
from tests.deploy.school import School, open_school

FULL = 0.6  # of a core's time


def spent(school: School) -> float:
    """Return the processor seconds of all replicas since their start."""
    seconds = 0.0
    for replica in school.replicas.values():
        command = ["ps", "-o", "cputimes=", "-p", str(replica.server.process)]
        seconds += int(subprocess.run(command, capture_output=True, check=True).stdout)
    return seconds


async def warm_up(school: School, page: str) -> None:
    """Visit every replica once."""
    for name in school.replicas:
        visitor = Visitor(school.base, page, headers={"Cookie": f"qwk_replica={name}"})
        await visitor.arrive()
        await visitor.edit(predictions(1))
        await visitor.leave()


async def gather(school: School, sessions: int, options: argparse.Namespace) -> Crowd:
    """Let sessions come to all replicas in turn."""
    names = list(school.replicas)
    return await load.gather(
        school,
        options.page,
        {},
        sessions=sessions,
        over=options.over,
        every=options.every,
        seconds=options.seconds,
        headers=lambda number: {"Cookie": f"qwk_replica={names[number % len(names)]}"},
    )


HEAD = (
    f"{'replicas':>8}{'sessions':>10}{'edits':>7}{'p50 ms':>8}{'p95':>7}"
    f"{'first p50':>11}{'p95':>7}{'errors':>8}{'MiB each':>10}{'cpu ms a run':>14}"
)


def row(count: int, sessions: int, crowd: Crowd, cost: float) -> str:
    """Write the figures of so many sessions at so many replicas."""
    return (
        f"{count:>8}{sessions:>10}{len(crowd.edits):>7}"
        f"{percentile(crowd.edits, 50):>8.0f}{percentile(crowd.edits, 95):>7.0f}"
        f"{percentile(crowd.arrivals, 50):>11.0f}{percentile(crowd.arrivals, 95):>7.0f}"
        f"{len(crowd.errors):>8}{crowd.mib / count:>10.0f}{cost:>14.1f}"
    )


def main(arguments: list[str]) -> None:
    """Print a row for each number of replicas and sessions, then what follows from them."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.replicas", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--replicas", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--sessions", type=int, nargs="+", default=[50, 100, 200])
    parser.add_argument("--page", default="overview")
    parser.add_argument("--over", type=float, default=20, help="seconds that arriving takes")
    parser.add_argument("--every", type=float, default=5, help="seconds from edit to edit")
    parser.add_argument("--seconds", type=float, default=20, help="of editing, after arriving")
    options = parser.parse_args(arguments)
    ensure_nginx()

    print(f"{options.page}, an edit every {options.every:g} s")
    print(HEAD)
    costs, weights, empty = [], [], 0.0
    for count in options.replicas:
        with open_school(count) as school:
            asyncio.run(warm_up(school, options.page))
            empty = max(empty, school.memory() / count)
            for sessions in options.sessions:
                before = spent(school)
                crowd = asyncio.run(gather(school, sessions, options))
                runs = len(crowd.arrivals) + len(crowd.edits)
                cost = 1000 * (spent(school) - before) / runs
                print(row(count, sessions, crowd, cost), flush=True)
                costs.append(cost)
                weights.append((crowd.mib / count - empty) / (sessions / count))
    cost, weight = max(costs), max(weights)
    print(
        f"A run costs at most {cost:.0f} ms of a core, a session {weight:.2f} MiB beyond the "
        f"{empty:.0f} MiB of an empty replica. So {FULL:.0%} of a core carries"
    )
    for every in (5, 20, 60):
        print(f"{1000 * FULL * every / cost:>8.0f} students who edit every {every} s")
    room = 1e9 / 2**20 - empty
    print(f"and a GB {room / weight:.0f} sessions, in one replica.")


if __name__ == "__main__":
    main(sys.argv[1:])
