"""An order of labels, and the way to it from the place that each label states.

>>> places = places_of(["3rd", "1st"], lambda label: int(label[0]))
>>> in_order(places, {2: "2nd"})
('1st', '2nd', '3rd')
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from qwk_core.errors import shown
from qwk_core.messages import N_, Message
from qwk_core.ratings import Category

_UNUSED = N_("Nobody used {steps}, which may lie between: is it on your scale?")
_SEVERAL_UNUSED = N_("Nobody used {steps}, which may lie between: are they on your scale?")


@dataclass(frozen=True)
class Order:
    """An order of labels, from lowest to highest.

    Attributes
    ----------
    categories : tuple of int or str, length N
        From lowest to highest, with the steps between that nobody used.
    reason : Message
        What says so, or what is missing.
    certain : bool
        Whether it can be no other.
    ordered : bool
        Whether there is a reason for this order; else the labels stand as they were first met.
    others : tuple of tuple of int or str
        Other orders that are as likely, or the labels without the steps that nobody used.
    """

    categories: tuple[Category, ...]
    reason: Message
    certain: bool
    ordered: bool = True
    others: tuple[tuple[Category, ...], ...] = ()

    def contradicts(self, labels: Sequence[str]) -> bool:
        """Tell whether labels stand in another order than this one, which has a reason.

        Parameters
        ----------
        labels : sequence of str
            Those that are in this order.

        Returns
        -------
        bool
            From highest to lowest is no other order.
        """
        known = [str(one) for one in self.categories if str(one) in labels]
        return self.ordered and known not in ([*labels], [*labels][::-1])


def places_of(labels: Sequence[str], place: Callable[[str], Any]) -> dict[str, Any] | None:
    """Return the place of each label; None if one has none, or two have the same.

    Parameters
    ----------
    labels : sequence of str
    place : callable
        From a label to its place, which has an order; None where it states none.

    Returns
    -------
    dict from str to place, or None
    """
    places = {label: place(label) for label in labels}
    distinct = set(places.values())
    return places if None not in distinct and len(distinct) == len(labels) else None


def in_order(
    places: Mapping[str, Any], between: Mapping[Any, str] | None = None
) -> tuple[str, ...]:
    """Return labels from lowest to highest.

    Parameters
    ----------
    places : dict from str to place
    between : dict from place to str, optional
        Labels for places that none of them has.

    Returns
    -------
    tuple of str
    """
    by_place = {**(between or {}), **{place: label for label, place in places.items()}}
    return tuple(by_place[place] for place in sorted(by_place))


def certain_if_used(
    steps: Sequence[Category], labels: Sequence[Category], reason: Message
) -> Order:
    """Return an order that is certain, unless nobody used some of its steps.

    Parameters
    ----------
    steps : sequence of int or str
        From lowest to highest.
    labels : sequence of int or str
        Those that were used.
    reason : Message
        What says so.

    Returns
    -------
    Order
    """
    unused = [step for step in steps if step not in labels]
    if unused:
        text = _UNUSED if len(unused) == 1 else _SEVERAL_UNUSED
        reason = Message(text, {"steps": ", ".join(map(shown, unused))})
    return Order(tuple(steps), reason, certain=not unused)
