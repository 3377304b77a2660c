"""Counts of a class's ratings: against the reference, among each other, and for each person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from classroom.rooms import Item, Participant, Room
from qwk_core import RatingsError, Walkthrough, observed_matrix, walk_through_counts
from qwk_core.statistics.raters import RaterAgreement, rater_agreement
from qwk_core.study.export import csv_text

Answer = tuple[int, int, int, int]
"""A rating: the round, the participant, the item, and the position of the category."""

Places = NDArray[np.int16]
"""Positions of categories; −1 where there is none."""


@dataclass(frozen=True, eq=False)
class Own:
    """One participant's ratings beside the reference, or beside the rest of the class.

    Attributes
    ----------
    walk : Walkthrough
        Every step of κ; rows are the reference, columns the participant.
    with_reference : bool
        True for the set's reference, False for the others' median rating.
    items : ndarray of int, shape (m,)
        The compared items, from 0.
    theirs, own : ndarray of int16, shape (m,)
        The positions of the categories.
    """

    walk: Walkthrough
    with_reference: bool
    items: NDArray[np.intp]
    theirs: Places
    own: Places

    @property
    def bias(self) -> float:
        """The participant's mean difference from the reference, in steps of the scale."""
        return float((self.own - self.theirs).mean())

    def furthest(self, most: int = 3) -> list[tuple[int, int, int]]:
        """Return the items with the largest gaps, as (item, reference, participant's rating)."""
        apart = np.abs(self.own - self.theirs)
        order = np.argsort(-apart, kind="stable")[:most]
        return [
            (int(self.items[at]), int(self.theirs[at]), int(self.own[at]))
            for at in order
            if apart[at]
        ]


@dataclass(frozen=True, eq=False)
class Tally:
    """The ratings of a class in one round.

    Attributes
    ----------
    categories : tuple of int or str, length q
        From lowest to highest.
    people : tuple of Participant, length r
        Those who rated at least one item.
    places : tuple of int, length r
        Their numbers among all in the room, from 1, the same in every round.
    positions : ndarray of int16, shape (n, r)
        The position of the category that each person gave to each item, −1 for none.
    reference : ndarray of int16, shape (n,)
        The positions of the right categories, −1 for none.
    """

    categories: tuple[int | str, ...]
    people: tuple[Participant, ...]
    places: tuple[int, ...]
    positions: Places
    reference: Places

    @property
    def has_reference(self) -> bool:
        """Whether any item has a right category."""
        return bool((self.reference >= 0).any())

    def names(self, shown: bool, called: str = "{n}") -> tuple[str, ...]:
        """Return the names of the raters, or their numbers in the room."""
        if shown:
            return tuple(one.name for one in self.people)
        return tuple(called.format(n=at) for at in self.places)

    @cached_property
    def class_walk(self) -> Walkthrough | None:
        """The walk of all ratings against the reference; None without a reference."""
        right = np.broadcast_to(self.reference[:, None], self.positions.shape)
        both = (right >= 0) & (self.positions >= 0)
        return self._walk(right[both], self.positions[both]) if both.any() else None

    @cached_property
    def owns(self) -> tuple[Own | None, ...]:
        """Each participant against the reference or the class, in the order of `people`.

        None if nothing can be compared.
        """
        return tuple(self._own(at) for at in range(len(self.people)))

    @property
    def kappas(self) -> NDArray[np.float64]:
        """κ of each participant, shape (r,); nan if it is undefined."""
        return np.array([np.nan if one is None else one.walk.kappa for one in self.owns])

    def own(self, number: int) -> Own | None:
        """Return a participant's ratings against the reference; None if there are none."""
        at = next((at for at, one in enumerate(self.people) if one.number == number), None)
        return None if at is None else self.owns[at]

    def agreement(self, names: Sequence[str]) -> RaterAgreement | None:
        """Return the agreement of the participants; None if there are fewer than two."""
        if len(self.people) < 2:
            return None
        try:
            return rater_agreement(self.ratings, categories=self.categories, raters=names)
        except RatingsError:
            return None

    @property
    def ratings(self) -> list[list[int | str | None]]:
        """The category that each person gave to each item, None for none."""
        return [
            [None if at < 0 else self.categories[at] for at in row]
            for row in self.positions.tolist()
        ]

    @property
    def counts(self) -> NDArray[np.int64]:
        """The number of people who gave each category to each item, shape (n, q)."""
        q = len(self.categories)
        return np.stack([np.bincount(row[row >= 0], minlength=q) for row in self.positions])

    def most_disputed(self, most: int = 5) -> list[int]:
        """Return the items with the greatest spread of ratings, the largest first."""
        spreads = [
            float(row[row >= 0].var()) if (row >= 0).any() else 0.0 for row in self.positions
        ]
        order = sorted(range(len(spreads)), key=lambda item: -spreads[item])
        return [item for item in order if spreads[item] > 0][:most]

    def _own(self, at: int) -> Own | None:
        own = self.positions[:, at]
        theirs = self.reference if self.has_reference else self._others(at)
        items = np.flatnonzero((own >= 0) & (theirs >= 0))
        if not len(items):
            return None
        walk = self._walk(theirs[items], own[items])
        return Own(walk, self.has_reference, items, theirs[items], own[items])

    def _others(self, at: int) -> Places:
        """Return the lower median of the others' ratings for each item, shape (n,); −1 for none."""
        middle = np.full(len(self.positions), -1, np.int16)
        for item, row in enumerate(np.delete(self.positions, at, axis=1)):
            sorted_row = np.sort(row[row >= 0])
            if len(sorted_row):
                middle[item] = sorted_row[(len(sorted_row) - 1) // 2]
        return middle

    def _walk(self, actual: Places, predicted: Places) -> Walkthrough:
        observed = observed_matrix(actual, predicted, categories=range(len(self.categories)))
        return walk_through_counts(observed, categories=self.categories)


def places(people: Sequence[Participant]) -> dict[int, int]:
    """Return the place of each participant in the room, from 1, by their number."""
    inside = (one.number for one in people if not one.removed)
    return {number: at for at, number in enumerate(inside, start=1)}


def tallies(
    room: Room, participants: Sequence[Participant], given: Sequence[Answer], listed: Sequence[Item]
) -> tuple[Tally, ...]:
    """Return a tally for each round, the first round first, of all who are in the room."""
    reference = np.array(
        [-1 if item.reference is None else item.reference for item in listed], np.int16
    )
    found = []
    at_place = places(participants)
    for round in range(1, room.round + 1):
        answers = [one for one in given if one[0] == round and one[1] in at_place]
        rated = {participant for _round, participant, _item, _category in answers}
        people = tuple(one for one in participants if one.number in rated)
        columns = {one.number: at for at, one in enumerate(people)}
        positions = np.full((len(listed), len(people)), -1, np.int16)
        for _round, participant, item, category in answers:
            positions[item, columns[participant]] = category
        at = tuple(at_place[one.number] for one in people)
        found.append(Tally(room.categories, people, at, positions, reference))
    return tuple(found)


def long_csv(rounds: Sequence[Tally], items: Sequence[str], names: Sequence[Sequence[str]]) -> str:
    """Return all ratings as CSV, with a row for each rating; Many raters can read it.

    Parameters
    ----------
    rounds : sequence of Tally
        The first round first.
    items : sequence of str, length n
        The names of the items.
    names : sequence of sequences of str
        The names of the participants of each round.
    """
    rows: list[list[object]] = [["round", "item", "text", "rater", "rating", "reference"]]
    for number, (tally, called) in enumerate(zip(rounds, names, strict=True), start=1):
        scale = tally.categories
        for item, row in enumerate(tally.positions.tolist()):
            right = int(tally.reference[item])
            rows += [
                [
                    number,
                    item + 1,
                    items[item],
                    called[at],
                    scale[category],
                    scale[right] if right >= 0 else "",
                ]
                for at, category in enumerate(row)
                if category >= 0
            ]
    return csv_text(rows)
