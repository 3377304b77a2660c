"""The number of students for a core and for a GB: `python -m tests.benchmarks.replicas`.

Sessions arrive over some seconds at one replica and then at two, through nginx as
docs/deploying.md sets it up, and change the field "Predicted" every few seconds. The program prints
the time from an edit to the end of its answer, the replicas' processor time for an edit, and their
memory. The table follows from these figures. A core counts as full when it works 60 % of the time,
since the students of a class press a button at the same moment. The replicas, nginx and the
visitors share this machine, so the times are an upper bound. That does not change the processor
time and the memory.
"""

import asyncio
import subprocess
from functools import partial

from tests.benchmarks.load import HEAD, Crowd, gather, warm_up
from tests.benchmarks.visitor import Visitor
from tests.deploy.school import School, open_school

REPLICAS, SESSIONS = (1, 2), (50, 100, 200)
FULL = 0.6  # of a core's time


def spent(school: School) -> float:
    """Return the processor seconds of all replicas since their start."""
    seconds = 0.0
    for replica in school.replicas.values():
        command = ["ps", "-o", "cputimes=", "-p", str(replica.server.process)]
        seconds += int(subprocess.run(command, capture_output=True, check=True).stdout)
    return seconds


def visitor(school: School, number: int) -> Visitor:
    """Return a visitor of the next replica in turn."""
    names = list(school.replicas)
    cookie = f"qwk_replica={names[number % len(names)]}"
    return Visitor(school.base, headers={"Cookie": cookie})


def main() -> None:
    """Print a row for each number of replicas and sessions, then the conclusions."""
    print(f"{'replicas':>8}{'sessions':>10}{HEAD}{'MiB each':>10}{'cpu ms a run':>14}")
    costs, weights, empty = [], [], 0.0
    for count in REPLICAS:
        with open_school(count) as school:
            visitor_of = partial(visitor, school)
            for number in range(count):
                asyncio.run(warm_up(visitor_of(number)))
            empty = max(empty, school.memory() / count)
            for sessions in SESSIONS:
                before = spent(school)
                crowd = asyncio.run(gather(visitor_of, school.memory, sessions, Crowd()))
                runs = len(crowd.arrivals) + len(crowd.edits)
                costs.append(1000 * (spent(school) - before) / runs)
                each = crowd.mib / count
                print(f"{count:>8}{sessions:>10}{crowd}{each:>10.0f}{costs[-1]:>14.1f}", flush=True)
                weights.append((each - empty) / (sessions / count))
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
    main()
