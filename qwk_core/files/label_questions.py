"""The kinds of questions about labels: which are missing, which are one, and how they are ordered.

>>> question = AreTheyMissing.about(["9"], {"9": 2}, Answers())
>>> question.key, str(question.message), [option.flag for option in question.options]
('missing', 'Do these stand for a missing rating? 9 (2).', ['--missing=9', '--not-missing=9'])
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from qwk_core.errors import shown, shown_categories
from qwk_core.files.answers import Answers, Option, Question
from qwk_core.files.order import Order
from qwk_core.messages import N_, Message
from qwk_core.text import format_categories


def flag_of(name: str, values: Sequence[str], mark: str = " ") -> str:
    """Return an option of the command line with names after it, as a terminal takes them.

    Parameters
    ----------
    name : str
        The option.
    values : sequence of str
        What follows it.
    mark : str
        What stands between the two.

    Returns
    -------
    str
    """
    given = ('"' + one.replace('"', '""') + '"' if set(one) & set(',"') else one for one in values)
    return f"{name}{mark}{shlex.quote(','.join(given))}"


@dataclass(frozen=True)
class AreTheyMissing(Question):
    """Do labels stand for a missing rating?"""

    key: ClassVar[str] = "missing"
    flags: ClassVar[tuple[str, ...]] = ("--missing", "--not-missing")

    @classmethod
    def about(
        cls, codes: Sequence[str], totals: Mapping[str, int | float], said: Answers
    ) -> AreTheyMissing:
        """Ask about labels that look like codes.

        Parameters
        ----------
        codes : sequence of str
            The labels.
        totals : mapping of str to number
            How often each label occurs.
        said : Answers
            What a person said so far.

        Returns
        -------
        AreTheyMissing
        """
        named = ", ".join(f"{code} ({totals[code]})" for code in codes)
        values = {"codes": ",".join(codes)}
        return cls(
            Message(N_("Do these stand for a missing rating? {codes}."), {"codes": named}),
            (
                cls._are(Message(N_("Yes, {codes} means missing"), values), codes, said),
                cls._are_not(Message(N_("No, they are ratings")), codes, said),
            ),
        )

    @classmethod
    def about_far(
        cls, codes: Sequence[str], totals: Mapping[str, int | float], said: Answers
    ) -> AreTheyMissing:
        """Ask about numbers far from all others.

        Parameters
        ----------
        codes : sequence of str
            The labels.
        totals : mapping of str to number
            How often each label occurs.
        said : Answers
            What a person said so far.

        Returns
        -------
        AreTheyMissing
        """
        named = ", ".join(f"{label} ({totals[label]})" for label in codes)
        values = {"codes": ",".join(codes)}
        return cls(
            Message(N_("{codes} lies far from all others. Is it a rating?"), {"codes": named}),
            (
                cls._are(Message(N_("No: count {codes} as missing"), values), codes, said),
                cls._are_not(Message(N_("Yes, it is a rating")), codes, said),
            ),
        )

    @classmethod
    def _are(cls, label: Message, codes: Sequence[str], said: Answers) -> Option:
        missing = tuple(dict.fromkeys([*(said.missing or ()), *codes]))
        return Option(label, replace(said, missing=missing), cls._told(missing, said.rated))

    @classmethod
    def _are_not(cls, label: Message, codes: Sequence[str], said: Answers) -> Option:
        rated = tuple(dict.fromkeys([*said.rated, *codes]))
        return Option(label, replace(said, rated=rated), cls._told(said.missing or (), rated))

    @classmethod
    def _told(cls, *codes: Sequence[str]) -> str:
        given = zip(cls.flags, codes, strict=True)
        return " ".join(flag_of(flag, labels, "=") for flag, labels in given if labels)


@dataclass(frozen=True)
class WhichOrder(Question):
    """In which order do the categories stand, and which labels are one, or none?"""

    key: ClassVar[str] = "order"
    flags: ClassVar[tuple[str, ...]] = ("--categories", "--same", "--missing")

    @classmethod
    def of(
        cls,
        order: Order,
        orders: Sequence[Sequence[str]],
        alike: Sequence[tuple[str, str]],
        said: Answers,
    ) -> WhichOrder:
        """Ask for the order; `orders` are two that the file declares, where they differ.

        Parameters
        ----------
        order : Order
            What is proposed.
        orders : sequence of sequence of str
            The orders that the file declares, where they differ.
        alike : sequence of (str, str)
            Labels that may be one: the rarer, and what it is like.
        said : Answers
            What a person said so far.

        Returns
        -------
        WhichOrder
        """
        message = order.reason
        # Without a reason for an order there is nothing to take, but labels to be put in order.
        options = [tuple(order.categories)] if order.ordered or order.others else []
        options += order.others
        if len(orders) > 1:
            options = [tuple(order.categories)]
            message = Message(
                N_("The two columns declare different orders: {one}, and {other}. Which is right?"),
                {"one": shown_categories(orders[0]), "other": shown_categories(orders[1])},
            )
            options.append(tuple(orders[1]))
        if alike:
            pairs = ", ".join(f"{shown(rarer)} = {shown(other)}" for rarer, other in alike)
            message = Message(
                N_("{about} These may be one label, spelled in two ways: {pairs}."),
                {"about": message, "pairs": pairs},
            )
        return cls(
            message,
            (
                *(
                    Option(
                        Message(
                            N_("{categories}, from lowest to highest"),
                            {"categories": " < ".join(map(str, one))},
                        ),
                        replace(said, categories=tuple(one)),
                        f"--categories {shlex.quote(format_categories(one))}",
                    )
                    for one in options
                ),
                *(
                    Option(
                        Message(
                            N_("{rarer} is {other}, spelled otherwise"),
                            {"rarer": shown(rarer), "other": shown(other)},
                        ),
                        replace(said, same=(*said.same, (rarer, other))),
                        f"--same {shlex.quote(f'{rarer}={other}')}",
                    )
                    for rarer, other in alike
                ),
            ),
            proposed=(order.ordered or len(orders) > 1) and not alike,
            labels=order.categories,
            alike=tuple(alike),
        )
