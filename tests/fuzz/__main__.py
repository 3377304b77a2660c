"""Try to break the app: `python -m tests.fuzz --cases 20000`.

Pages are visited in turn, each visit by a link of Hypothesis's choice, followed by what a browser
could send and what only a forger would: text in every field, edits of the grids, clicks on charts,
choices that were never offered, files. After each there may be no exception on screen, none in the
log, no warning; the last good example stays; no case takes over 2 s of the processor or 200 MiB.
One message follows another here: what comes in the middle of a run is `tests.browser.moments`.

Prints each finding when it is found; at the end what was tried by kind, and every finding with the
visit that repeats it:
`python -m tests.fuzz --repeat '<the visit>'`. Ends with 1 if there is any.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time

from tests.fuzz.cases import STEPS_A_VISIT, Visit
from tests.fuzz.drive import MOST_MEMORY, MOST_SECONDS, Finding, Result, visit
from tests.fuzz.explore import explore_share

_LINES = 5  # of a finding's kind that are printed
_SHARE = 52  # visits that a worker makes at a time, to each page as many


def main() -> int:
    """Read the command line, try, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--repeat", metavar="VISIT", help="one visit, as a finding prints it")
    asked = parser.parse_args()
    if asked.repeat:
        return _tell(visit(Visit.of_json(asked.repeat)), 0)
    began, result = time.monotonic(), Result()
    a_share = _SHARE * STEPS_A_VISIT
    shares = [
        (min(a_share, asked.cases - done), asked.seed * 1_000_000 + 100 * at)
        for at, done in enumerate(range(0, asked.cases, a_share))
    ]
    context = multiprocessing.get_context("spawn")
    with context.Pool(asked.workers, maxtasksperchild=8) as pool:
        for done in pool.imap_unordered(explore_share, shares):
            result.add(done)
            tried = sum(result.kinds.values())
            for found in done.findings:  # at once: who stops it early keeps what was found
                print(f"\r{_line(found)}", file=sys.stderr)
            print(
                f"\r{tried:,} cases, {len(result.findings)} findings",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    return _tell(result, time.monotonic() - began)


def _tell(result: Result, seconds: float) -> int:
    tried = sum(result.kinds.values())
    print(f"{tried:,} cases in {seconds:.0f} s")
    for kind, count in sorted(result.kinds.items(), key=lambda item: -item[1]):
        print(f"  {kind:<8} {count:>7,}")
    print(f"  answered with an error beside the field: {result.refused:,}")
    print(f"  slowest cases, of {MOST_SECONDS:.0f} s that one may take:")
    for seconds, what in result.slowest:
        print(f"    {seconds:.2f} s {what[:110]}")
    print(f"  largest cases, of {MOST_MEMORY} MiB:")
    for mib, what in result.largest:
        print(f"    {mib:.0f} MiB {what[:110]}")
    print(f"  slow once, and not again: {result.slow_once}")
    print(
        f"  editors' messages that Streamlit itself cannot read: {sum(result.platforms.values())}"
    )
    kinds: dict[str, list[str]] = {}
    for finding in result.findings:
        kinds.setdefault(finding.what[:160], []).append(
            f"    {finding.detail}\n    --repeat '{finding.visit.to_json()}'"
        )
    print(f"findings: {len(result.findings)}, of {len(kinds)} kinds")
    for what, lines in sorted(kinds.items(), key=lambda item: -len(item[1])):
        print(f"  {len(lines)} × {what}")
        print("\n".join(lines[:_LINES]))
    return bool(result.findings)


def _line(finding: Finding) -> str:
    return f"{finding.what}: {finding.detail} --repeat '{finding.visit.to_json()}'"


if __name__ == "__main__":
    sys.exit(main())
