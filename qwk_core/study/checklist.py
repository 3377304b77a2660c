"""The items of GRRAS: where each is answered, and where only the author can answer."""

from __future__ import annotations

import math
from dataclasses import dataclass

from qwk_core.messages import Message
from qwk_core.study.methods import BLANKS, filled_blanks
from qwk_core.study.study import Study
from qwk_core.study.texts import ITEMS, message_of

_ANSWERED = ("paragraph", "files")


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
    own : tuple of Message
        What the author filled in for it, a sentence each.
    """

    number: int
    text: Message
    where: Message
    answered: bool
    own: tuple[Message, ...]


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
    (15, 2)
    """
    found = []
    for number, item in enumerate(ITEMS, start=1):
        answer = item["answer"]
        if answer == "numbers":  # these paragraphs say nothing of how many raters there were
            counted = not study.is_pair or study.roles in ("equal", "reference")
            answer = "paragraph" if counted else ["raters"]
        blanks = answer if isinstance(answer, list) else []
        open_ones = [key for key in blanks if not filled_blanks(study, [key])]
        if answer == "estimate":
            answer = _where_the_estimate_is(study)
        where = message_of("answered", "paragraph" if blanks else answer)
        if open_ones:
            where = message_of("answered", "blank", blank=Message(BLANKS[open_ones[0]]))
        found.append(
            Item(
                number=number,
                text=Message(item["text"]),
                where=where,
                answered=bool(blanks and not open_ones) or answer in _ANSWERED,
                own=filled_blanks(study, blanks),
            )
        )
    return tuple(found)


def _where_the_estimate_is(study: Study) -> str:
    if math.isnan(study.kappa):
        return "undefined"
    return "paragraph" if study.has_interval else "bare"
