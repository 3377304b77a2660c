"""The pinned set of packages: it has all that is required, in a version that is allowed."""

from __future__ import annotations

from packaging.requirements import Requirement

from tests.browser.server import ROOT


def test_every_requirement_is_pinned_to_a_version_that_it_allows() -> None:
    pins = dict(
        line.lower().replace("_", "-").split("==")
        for line in (ROOT / "docs/deploy/locked.txt").read_text("utf-8").splitlines()
    )
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text("utf-8").splitlines():
            wanted = line.split("  #")[0].strip()
            if wanted and not wanted.startswith(("#", "-r")):
                requirement = Requirement(wanted)
                pin = pins.get(requirement.name.lower().replace("_", "-"))
                assert pin, f"{requirement.name} is not pinned: make lock"
                assert requirement.specifier.contains(pin), f"{line}: pinned to {pin}: make lock"
