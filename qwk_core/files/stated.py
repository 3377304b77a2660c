"""An order that labels state, and what a rule that finds one returns."""

from __future__ import annotations

from dataclasses import dataclass

from qwk_core.messages import N_, Message

UNUSED = N_("Nobody used {steps}, which may lie between: is it on your scale?")
"""The question about steps between others."""


@dataclass(frozen=True)
class Stated:
    """An order that labels state.

    Attributes
    ----------
    categories : tuple of str
        From lowest to highest, with the steps between that nobody used.
    reason : Message
        What states it.
    certain : bool
        Whether it can be no other.
    others : tuple of tuple of str
        Other orders that are as likely: then none is proposed.
    """

    categories: tuple[str, ...]
    reason: Message
    certain: bool
    others: tuple[tuple[str, ...], ...] = ()
