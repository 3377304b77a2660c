"""The items of GRRAS: where each is answered, and where only the author can answer."""

from __future__ import annotations

from dataclasses import dataclass

from qwk_core.messages import N_, Message
from qwk_core.study.methods import BLANKS
from qwk_core.study.study import Study


@dataclass(frozen=True)
class Item:
    """One item of the guideline.

    Attributes
    ----------
    number : int
        Its number in GRRAS.
    text : Message
        What a report of agreement should say.
    where : Message
        Where it is answered, or what is missing.
    answered : bool
        Whether it is answered.
    """

    number: int
    text: Message
    where: Message
    answered: bool


_PARAGRAPH = N_("in the paragraph")
_FILES = N_("in the report, the notebook and the tables")
_AUTHOR = N_("yours to write")
_MISSING = N_("a blank: {blank}")

# What answers an item: a text above, or the keys of the blanks that must be filled.
_ITEMS: tuple[tuple[str, str | tuple[str, ...]], ...] = (
    (N_("Title: agreement between raters, or within one, was investigated"), _PARAGRAPH),
    (N_("The instrument or device is named and described"), _AUTHOR),
    (N_("The population of the items or persons is specified"), ("sampling",)),
    (N_("The population of the raters is specified"), ("raters",)),
    (N_("What is known already, and why this study"), _AUTHOR),
    (N_("How the numbers of raters and items were chosen"), ("size",)),
    (N_("How items and raters were sampled"), ("sampling", "raters")),
    (N_("How the ratings were made: time between, blinding"), ("blinding",)),
    (N_("Whether the ratings were made independently"), ("blinding",)),
    (N_("The statistical analysis, its weights fixed beforehand"), ("scheme",)),
    (N_("How many raters and items were included"), _PARAGRAPH),
    (N_("Who the raters and the items were: training, experience"), ("raters",)),
    (N_("Estimates of reliability and agreement with their uncertainty"), _PARAGRAPH),
    (N_("What the results mean in practice"), _AUTHOR),
    (N_("Detailed results for others"), _FILES),
)


def checklist(study: Study) -> tuple[Item, ...]:
    """Return each item of GRRAS with where it is answered.

    Parameters
    ----------
    study : Study
        The study, with what its author filled in.

    Returns
    -------
    tuple of Item, length 15

    References
    ----------
    Kottner, J., Audigé, L., Brorson, S., et al. (2011). Guidelines for Reporting Reliability and
    Agreement Studies (GRRAS) were proposed. Journal of Clinical Epidemiology 64(1), 96–106.

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> items = checklist(make_study([[40, 9], [6, 45]]))
    >>> len(items), sum(item.answered for item in items)
    (15, 4)
    """
    found = []
    for number, (text, answer) in enumerate(_ITEMS, start=1):
        if isinstance(answer, str):
            where, answered = Message(answer), answer != _AUTHOR
        else:
            blanks = [key for key in answer if not study.details.get(key, "").strip()]
            answered = not blanks
            where = Message(_PARAGRAPH)
            if blanks:
                where = Message(_MISSING, {"blank": Message(BLANKS[blanks[0]])})
        found.append(Item(number, Message(text), where, answered))
    return tuple(found)
