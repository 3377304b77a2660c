"""The pages as data, in their order. Navigation, progress and next/previous come from this list."""

from dataclasses import dataclass

from qwk_app.words.texts import N_


@dataclass(frozen=True)
class Step:
    """One page: the stem of its file and address, its title, its question.

    `number` is its place in the walk, 0 for other pages. `section` is its menu, ALWAYS for pages
    that are always visible. The way through the pages leaves out those marked `beside`. Pages
    marked `own` have their own ratings, not the sidebar's example; `weighs` marks those of them
    where the reader chooses the weights. Pages that are not `listed` are in no menu.
    """

    stem: str
    title: str
    question: str
    section: str
    number: int = 0
    beside: bool = False
    own: bool = False
    weighs: bool = False
    listed: bool = True

    @property
    def file(self) -> str:
        """The page's script."""
        return f"pages/{self.stem}.py"


ALWAYS = ""
EXPLORE = N_("More about κ")
USE = N_("Your data, your class")

STEPS = (
    Step("overview", N_("Overview"), N_("What is kappa?"), ALWAYS),
    Step("observed", N_("Count"), N_("What did the raters give?"), ALWAYS, 1),
    Step("weights", N_("Weigh"), N_("What does a miss cost?"), ALWAYS, 2),
    Step("expected", N_("Chance"), N_("What would chance give?"), ALWAYS, 3),
    Step("kappa", N_("Kappa"), N_("How much better than chance?"), ALWAYS, 4),
    Step("practice", N_("Practice"), N_("Can you do it yourself?"), ALWAYS, own=True),
    Step("what_if", N_("What if"), N_("What if one item were different?"), EXPLORE),
    Step("pitfalls", N_("Pitfalls"), N_("What do people get wrong?"), EXPLORE, own=True),
    Step("measures", N_("Other measures"), N_("What do other measures say?"), EXPLORE),
    Step("how_sure", N_("How sure"), N_("How sure is this kappa?"), EXPLORE),
    Step(
        "many_raters",
        N_("Many raters"),
        N_("Who agrees with whom?"),
        EXPLORE,
        own=True,
        weighs=True,
    ),
    Step(
        "implementations",
        N_("Implementations"),
        N_("How do programs compute it?"),
        EXPLORE,
        beside=True,
    ),
    Step(
        "your_data",
        N_("Your data"),
        N_("What is the kappa of your ratings?"),
        USE,
        beside=True,
        own=True,
        weighs=True,
    ),
    Step(
        "study_plan",
        N_("Plan a study"),
        N_("How many items do you need?"),
        USE,
        beside=True,
        own=True,
        weighs=True,
    ),
    Step("teaching", N_("Teaching"), N_("How do you teach it?"), USE, beside=True, own=True),
    Step(
        "guide",
        N_("Teacher’s guide"),
        N_("What to do and say in class?"),
        USE,
        beside=True,
        own=True,
        listed=False,
    ),
    Step("live", N_("Live"), N_("Live: the κ of your class"), USE, beside=True, own=True),
)

BY_STEM = {step.stem: step for step in STEPS}


def walk_steps() -> tuple[Step, ...]:
    """Return the numbered steps of the walk, in order."""
    return tuple(step for step in STEPS if step.number)


def neighbours(stem: str) -> tuple[Step | None, Step | None]:
    """Return the previous and the next page for a learner; None at an end and for `beside` pages.

    >>> [step.stem for step in neighbours("kappa") if step]
    ['expected', 'practice']
    """
    path = [step for step in STEPS if not step.beside]
    if BY_STEM[stem] not in path:
        return None, None
    at = path.index(BY_STEM[stem])
    before = path[at - 1] if at else None
    after = path[at + 1] if at + 1 < len(path) else None
    return before, after
