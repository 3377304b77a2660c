"""The pages as data (`steps.toml`), in their order: navigation, progress and next/previous."""

from dataclasses import dataclass
from pathlib import Path

from qwk_core.teaching.catalogues import read_catalogue


@dataclass(frozen=True)
class Step:
    """One page: the stem of its file and address, its title, its question.

    `number` is its place in the walk, 0 for other pages. `section` is its menu, empty for pages
    that are always visible. The way through the pages leaves out those marked `beside`. Pages
    marked `own` have their own ratings, not the sidebar's example; `weighs` marks those of them
    where the reader chooses the weights. Pages that are not `listed` are in no menu. On a
    projector, the right arrow key reveals the parts `builds` of a page, in this order, before it
    leads to the next page.
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
    builds: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The page's script."""
        return f"pages/{self.stem}.py"


STEPS = tuple(
    Step(section=section["title"], **page)
    for section in read_catalogue(Path(__file__).with_suffix(".toml"))
    for page in section["pages"]
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
    if BY_STEM[stem].beside:
        return None, None
    path = [None, *(step for step in STEPS if not step.beside), None]
    at = path.index(BY_STEM[stem])
    return path[at - 1], path[at + 1]
