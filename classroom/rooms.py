"""Rooms: their phases, items, participants, and limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from classroom.errors import RoomError
from qwk_core import parse_categories
from qwk_core.messages import N_

WAITING = "waiting"
OPEN = "open"
CLOSED = "closed"
REVEALED = "revealed"

# The phases that a teacher may choose in each phase. Another round begins after a revealed one.
MAY_FOLLOW: Mapping[str, tuple[str, ...]] = {
    WAITING: (OPEN,),
    OPEN: (CLOSED,),
    CLOSED: (OPEN, REVEALED),
    REVEALED: (CLOSED,),
}

DAYS = 14
MOST_PARTICIPANTS = 500
MOST_ITEMS = 60
MOST_CATEGORIES = 11
MOST_ROUNDS = 5
LONGEST_ITEM = 4_000  # characters
LONGEST_LABEL = 40


@dataclass(frozen=True)
class Item:
    """An item to rate: a text; the position of the right category and its reason, if there is one.

    If an item is a picture, the text describes it for those who cannot see it.
    """

    text: str
    reference: int | None = None
    reason: str = ""
    pictured: bool = False


@dataclass(frozen=True)
class Room:
    """A room as everybody in it may see it.

    `kind` is the key of the item set, or OWN. `categories` go from lowest to highest. `counter`
    grows with every change in the room. `phase` and `round` are those of rating, also while another
    activity is the current one. `taught` is the time when the teacher's view was last open.
    """

    number: int
    code: str
    kind: str
    categories: tuple[int | str, ...]
    phase: str
    round: int
    counter: int
    names_shown: bool
    expires: int
    activity: int = 0
    taught: int = field(default=0, compare=False)

    @property
    def labels(self) -> tuple[str, ...]:
        """The categories as they are written."""
        return tuple(map(str, self.categories))


@dataclass(frozen=True)
class Participant:
    """A participant: a number, the typed name, and whether the teacher removed them."""

    number: int
    name: str
    removed: bool


def read_categories(text: str) -> tuple[int | str, ...]:
    """Return the scale that a teacher typed, such as ``1-5`` or ``none, mild, severe``.

    Raises
    ------
    RoomError, RatingsError
        If it is not a scale, or does not fit a phone.

    Examples
    --------
    >>> read_categories("1-5"), read_categories("none, mild, severe")
    ((1, 2, 3, 4, 5), ('none', 'mild', 'severe'))
    """
    found = parse_categories(text)
    if found is None:
        raise RoomError(N_("Type the categories, from lowest to highest: 1-5, or none, mild."))
    check_categories(found)
    return tuple(found)


def check_categories(categories: Sequence[int | str]) -> None:
    """Refuse a scale that a room cannot have."""
    if not 2 <= len(categories) <= MOST_CATEGORIES:
        raise RoomError(
            N_("A room has from 2 to {most} categories, and these are {n}."),
            most=MOST_CATEGORIES,
            n=len(categories),
        )
    for each in categories:
        if len(str(each)) > LONGEST_LABEL:
            raise RoomError(N_("A category has up to {most} characters."), most=LONGEST_LABEL)


def check_n_items(n: int) -> None:
    """Refuse a number of items that a room cannot have."""
    if n < 1:
        raise RoomError(N_("Type at least one item."))
    if n > MOST_ITEMS:
        raise RoomError(
            N_("A room has up to {most} items, and these are {n}."), most=MOST_ITEMS, n=n
        )


def check_items(items: Sequence[Item], n_categories: int) -> None:
    """Refuse items that a room cannot have."""
    check_n_items(len(items))
    for number, item in enumerate(items, start=1):
        if not item.text.strip():
            raise RoomError(N_("Item {number} is empty."), number=number)
        if len(item.text) > LONGEST_ITEM or len(item.reason) > LONGEST_ITEM:
            raise RoomError(
                N_("Item {number} is longer than {most} characters."),
                number=number,
                most=LONGEST_ITEM,
            )
        if item.reference is not None and not 0 <= item.reference < n_categories:
            raise RoomError(
                N_("Item {number}: its reference is none of the categories."), number=number
            )
