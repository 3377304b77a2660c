"""Try to break the app: `python -m tests.fuzz --cases 20000`.

Pages are visited in turn, each visit by a link of Hypothesis's choice, followed by what a browser
could send and what only a forger would: text in every field, edits of the grids, clicks on charts,
choices that were never offered, files. After each there may be no exception on screen, none in the
log, no warning; the last good example stays; no case takes over 2 s of the processor or 200 MiB.

Prints each finding with the visit that repeats it, `python -m tests.fuzz --repeat '<the visit>'`,
and what was tried by kind. Ends with 1 if there is a finding.
"""

from __future__ import annotations

import argparse
import multiprocessing
import shlex
import sys

from tests.fuzz.cases import STEPS_A_VISIT, Visit
from tests.fuzz.drive import Result, visit
from tests.fuzz.explore import explore_share

_SHARE = 52 * STEPS_A_VISIT  # cases that a worker tries at a time


def main() -> int:
    """Read the command line, try, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeat", metavar="VISIT", help="one visit, as a finding prints it")
    asked = parser.parse_args()
    if asked.repeat:
        return _tell(visit(Visit.of(asked.repeat)))
    result = Result()
    shares = [
        (min(_SHARE, asked.cases - done), asked.seed * 1_000_000 + 100 * at)
        for at, done in enumerate(range(0, asked.cases, _SHARE))
    ]
    context = multiprocessing.get_context("spawn")
    with context.Pool(asked.workers, maxtasksperchild=8) as pool:
        for done in pool.imap_unordered(explore_share, shares):
            _tell(done)  # at once: who stops it early keeps what was found
            result.add(done)
    return _tell(Result(result.kinds, result.platforms)) or bool(result.findings)


def _tell(result: Result) -> int:
    for found in result.findings:
        print(f"{found.what}: {found.detail}\n    --repeat {shlex.quote(repr(found.visit))}")
    kinds = ", ".join(f"{kind} {count:,}" for kind, count in result.kinds.most_common())
    unread = result.platforms.total()
    print(f"{result.kinds.total():,} cases: {kinds}; {unread} that Streamlit itself cannot read")
    return bool(result.findings)


if __name__ == "__main__":
    sys.exit(main())
