"""The lesson as data: its pages in order. Navigation, progress and next/previous follow it."""

from dataclasses import dataclass

from qwk_app.words.texts import N_


@dataclass(frozen=True)
class Step:
    """One page: the stem of its file (and its address), its title, icon and section.

    A page `apart` is not about the example: an edit of it leaves the page as it is.
    """

    stem: str
    title: str
    icon: str
    section: str
    apart: bool = False

    @property
    def file(self) -> str:
        return f"pages/{self.stem}.py"


WALK = N_("Step by step")
EXPLORE = N_("Explore")
USE = N_("Use")

STEPS = (
    Step("overview", N_("Overview"), ":material/grid_view:", ""),
    Step("observed", N_("Observed"), ":material/visibility:", WALK),
    Step("weights", N_("Weights"), ":material/balance:", WALK),
    Step("expected", N_("Expected"), ":material/casino:", WALK),
    Step("kappa", N_("Kappa"), ":material/target:", WALK),
    Step("what_if", N_("What if"), ":material/science:", EXPLORE),
    Step("pitfalls", N_("Pitfalls"), ":material/warning:", EXPLORE),
    Step("measures", N_("Other measures"), ":material/straighten:", EXPLORE),
    Step("how_sure", N_("How sure"), ":material/query_stats:", EXPLORE),
    Step("implementations", N_("Implementations"), ":material/terminal:", EXPLORE),
    Step("your_data", N_("Your data"), ":material/upload_file:", USE, apart=True),
    Step("practice", N_("Practice"), ":material/fitness_center:", USE, apart=True),
    Step("teaching", N_("Teaching"), ":material/school:", USE),
)

BY_STEM = {step.stem: step for step in STEPS}


def walk_steps() -> tuple[Step, ...]:
    """Return the steps of the walkthrough proper, in order: the ones that are counted."""
    return tuple(step for step in STEPS if step.section == WALK)


def neighbours(stem: str) -> tuple[Step | None, Step | None]:
    """Return the pages before and after `stem`, None at either end."""
    at = STEPS.index(BY_STEM[stem])
    before = STEPS[at - 1] if at else None
    after = STEPS[at + 1] if at + 1 < len(STEPS) else None
    return before, after
