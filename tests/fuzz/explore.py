"""Hypothesis chooses the visits, and each is made."""

from __future__ import annotations

import traceback

from hypothesis import HealthCheck, Phase, given, seed, settings

from qwk_app.frame.steps import STEPS
from tests.fuzz.cases import STEPS_A_VISIT, Visit, visits
from tests.fuzz.drive import Result, parameters, visit


def explore(cases: int, seeded: int) -> Result:
    """Try so many cases, in as many visits to each page."""
    result, names = Result(), parameters()
    for at, step in enumerate(STEPS):

        @seed(seeded + at)
        @settings(
            max_examples=max(1, round(cases / STEPS_A_VISIT / len(STEPS))),
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(visits(step.stem, names))
        def run(wanted: Visit) -> None:
            found = visit(wanted)
            if any(each.what.startswith("slow") for each in found.findings):
                found = visit(wanted)  # a slowness that does not come back is the machine's
            result.add(found)

        run()
    return result


def explore_share(share: tuple[int, int]) -> Result:
    """Do a worker's share: so many cases, from this seed."""
    try:
        return explore(*share)
    except Exception:  # noqa: BLE001 - not all of them find their way back from another process
        raise RuntimeError(traceback.format_exc()) from None
