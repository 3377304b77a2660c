"""The lesson as data: its pages in order. Navigation, progress and next/previous follow it."""

from dataclasses import dataclass

from pages.ui.texts import N_


@dataclass(frozen=True)
class Step:
    """One page: the stem of its file (and its address), its title, icon and section."""

    stem: str
    title: str
    icon: str
    section: str
    help: str

    @property
    def file(self) -> str:
        return f"pages/{self.stem}.py"


WALK = N_("Step by step")
EXPLORE = N_("Explore")

STEPS = (
    Step(
        "overview",
        N_("Overview"),
        ":material/grid_view:",
        "",
        N_("The whole of kappa on one screen: two ratings, three matrices, one number."),
    ),
    Step(
        "observed",
        N_("Observed"),
        ":material/visibility:",
        WALK,
        N_("Count how often the two ratings meet in each pair of categories."),
    ),
    Step(
        "weights",
        N_("Weights"),
        ":material/balance:",
        WALK,
        N_("Set the price of each disagreement: the farther apart, the dearer."),
    ),
    Step(
        "expected",
        N_("Expected"),
        ":material/casino:",
        WALK,
        N_("See what chance alone would give two raters with these totals."),
    ),
    Step(
        "kappa",
        N_("Kappa"),
        ":material/target:",
        WALK,
        N_("Weigh both matrices, divide, and read the number."),
    ),
    Step(
        "what_if",
        N_("What if"),
        ":material/science:",
        EXPLORE,
        N_("Push on the example and see what lifts kappa, and what lowers it."),
    ),
    Step(
        "pitfalls",
        N_("Pitfalls"),
        ":material/warning:",
        EXPLORE,
        N_("What many believe of kappa, and what really happens."),
    ),
    Step(
        "measures",
        N_("Other measures"),
        ":material/straighten:",
        EXPLORE,
        N_("See what accuracy, correlation and other kappas say of the same ratings."),
    ),
    Step(
        "how_sure",
        N_("How sure"),
        ":material/query_stats:",
        EXPLORE,
        N_("See how far kappa could move, and whether chance would do as well."),
    ),
    Step(
        "implementations",
        N_("Implementations"),
        ":material/terminal:",
        EXPLORE,
        N_("Seven programs for one kappa: their code, their traps, and a race."),
    ),
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
