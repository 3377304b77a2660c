"""What a class can rate at once: sets made for this app, each with a reference and its reasons.

Every text is a message, so that each student reads it in their own language.
"""

from __future__ import annotations

import csv
import io
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from classroom import clouds
from classroom.errors import RoomError
from classroom.rooms import LONGEST_LABEL, Item, check_n_items
from qwk_core.messages import N_

CLOUDS = "clouds"
OWN = "own"
"""The kind of a room with the teacher's own items."""

N_CLOUDS = 10
"""How many clouds a room has, unless the teacher wants more or fewer."""


@dataclass(frozen=True)
class ItemSet:
    """Items to rate, and what is asked about them.

    `words` say what the categories mean, one each. `make` returns the items, newly drawn where they
    are generated.
    """

    key: str
    title: str
    question: str
    categories: tuple[int, ...]
    words: tuple[str, ...]
    make: Callable[[], tuple[Item, ...]]

    def on(self, scale: Sequence[int | str]) -> tuple[Item, ...]:
        """Return the items for another scale: their references belong to their own one alone.

        >>> {item.reference for item in SETS["essays"].on((0, 1, 2, 3))}
        {None}
        """
        if tuple(scale) == self.categories:
            return self.make()
        return tuple(Item(item.text) for item in self.make())


def _set(
    key: str,
    title: str,
    question: str,
    categories: Sequence[int],
    words: Sequence[str],
    items: Sequence[tuple[int, str, str]],
) -> ItemSet:
    """Make a set of items: each its category, its text, and why it is in that category."""
    made = tuple(Item(text, categories.index(category), reason) for category, text, reason in items)
    return ItemSet(key, title, question, tuple(categories), tuple(words), lambda: made)


def some_clouds(n: int) -> tuple[Item, ...]:
    """Return `n` clouds that nobody has seen before, as many as a room may hold.

    Raises
    ------
    RoomError
        If they are none, or too many.

    Examples
    --------
    >>> len(some_clouds(25))
    25
    """
    check_n_items(n)
    return clouds.new_clouds(n, secrets.randbelow(10**6))


_CLOUDS = ItemSet(
    CLOUDS,
    N_("Clouds of dots"),
    N_("How dense is this cloud?"),
    clouds.CATEGORIES,
    (N_("sparse"), "", "", "", N_("dense")),
    lambda: some_clouds(N_CLOUDS),
)

_REVIEWS = _set(
    "reviews",
    N_("Ten film reviews"),
    N_("How much did the writer like the film?"),
    (1, 2, 3, 4, 5),
    (N_("not at all"), "", N_("so-so"), "", N_("very much")),
    [
        (
            5,
            N_("I laughed, I cried, and I bought a ticket for tomorrow before I left the cinema."),
            N_("Wants to see it again at once: nothing is held against it."),
        ),
        (
            2,
            N_("The first ten minutes are fine. After that I counted the lamps on the ceiling."),
            N_("One good word for ten minutes, boredom for the rest."),
        ),
        (
            3,
            N_("Good actors, weak story. You can watch it, or you can wash your car."),
            N_("One strength, one weakness, and no advice either way."),
        ),
        (
            1,
            N_("Two hours that nobody will give me back. Even the popcorn was ashamed."),
            N_("No good word at all."),
        ),
        (
            4,
            N_("A bit long in the middle, but the ending alone is worth the evening."),
            N_("One small complaint; the praise is larger."),
        ),
        (
            4,
            N_("My children loved it, and I only looked at my watch once."),
            N_("Liked by all, with a hint that it was long."),
        ),
        (
            2,
            N_("The music is lovely. It has to be: it covers the dialogue."),
            N_("The praise is for the music alone, and serves to mock the rest."),
        ),
        (
            5,
            N_("I have seen all her films. This is the one I will show my grandchildren."),
            N_("The best of many: no reserve."),
        ),
        (
            3,
            N_("Not her best film, not her worst. I had expected more, and feared less."),
            N_("In the middle, in so many words."),
        ),
        (
            1,
            N_("I walked out. So did the man who had slept next to me."),
            N_("Left before the end."),
        ),
    ],
)

_ESSAYS = _set(
    "essays",
    N_("Eight short essays"),
    N_("Why do leaves fall in autumn? How good is this answer?"),
    (0, 1, 2, 3, 4),
    (N_("nothing right"), "", N_("half of it"), "", N_("complete")),
    [
        (
            4,
            N_(
                "In autumn there is less light and the ground is cold, so leaves cost the tree "
                "more water than they bring sugar. The tree takes back what is useful, such as the "
                "green, grows a layer of cork at the stalk, and the wind breaks the leaf off there."
            ),
            N_("Names the cause, what is taken back, and how the leaf comes off."),
        ),
        (
            1,
            N_("The leaves fall because it is windy in autumn and they are old by then."),
            N_("Wind takes part, but it is not why; no cause in the tree."),
        ),
        (
            3,
            N_(
                "Trees lose water through their leaves. In winter the ground is frozen and they "
                "cannot drink, so they drop the leaves and save water."
            ),
            N_("The main cause is right; how the leaf comes off is missing."),
        ),
        (
            0,
            N_("Leaves fall because gravity is stronger in autumn than in summer."),
            N_("Wrong, and nothing else is said."),
        ),
        (
            2,
            N_(
                "There is less sun, so the leaf cannot make food any more. It turns yellow and "
                "falls down."
            ),
            N_("Less light is right; why the tree gains by it is missing."),
        ),
        (
            2,
            N_(
                "The tree pulls the green out of the leaf because it needs it again. That is why "
                "leaves are red and yellow."
            ),
            N_("True, but it explains the colour and not the fall."),
        ),
        (
            3,
            N_(
                "The tree makes a thin wall between twig and leaf. It does this when days get "
                "short, and then a little wind is enough."
            ),
            N_("How, and when; what the tree gains is missing."),
        ),
        (
            1,
            N_("The tree is tired and sleeps in winter, so it does not need its leaves."),
            N_("A picture with some truth in it, but no cause."),
        ),
    ],
)

_PATIENTS = _set(
    "patients",
    N_("Ten patients’ answers"),
    N_("How severe is the trouble with sleep?"),
    (0, 1, 2, 3),
    (N_("no trouble"), N_("mild"), N_("moderate trouble"), N_("severe trouble")),
    [
        (
            0,
            N_("I go to bed at eleven and the alarm wakes me. Why do you ask?"),
            N_("No trouble is named."),
        ),
        (
            3,
            N_("Three hours, if I am lucky. Last week I fell asleep at the wheel."),
            N_("Very little sleep, and a danger by day."),
        ),
        (
            1,
            N_("On Sundays I lie awake a while because of Monday. Otherwise it is fine."),
            N_("One night a week, without consequences."),
        ),
        (
            2,
            N_("I wake at four most nights and cannot go back. At work I need coffee all day."),
            N_("Most nights, and felt by day; work goes on."),
        ),
        (
            2,
            N_(
                "It takes me an hour or two to fall asleep. I have stopped doing sports after work."
            ),
            N_("Every night, and one thing in life has been given up."),
        ),
        (
            1,
            N_("The baby next door wakes me now and then. I turn around and sleep on."),
            N_("Woken now and then, and asleep again at once."),
        ),
        (
            3,
            N_(
                "I am afraid of the evening. I have not been at work for two weeks, I could not "
                "think straight."
            ),
            N_("No longer able to work, and afraid."),
        ),
        (
            0,
            N_("I sleep like a stone. My wife complains about the snoring, not me."),
            N_("Sleeps well; the snoring is another question."),
        ),
        (
            2,
            N_("With a pill I get five hours. Without one I do not try any more."),
            N_("Only with a pill, and short; nothing is said of the day."),
        ),
        (
            1,
            N_("Since the new job it takes me half an hour longer to fall asleep, nothing more."),
            N_("A small change, without consequences."),
        ),
    ],
)

SETS = {each.key: each for each in (_CLOUDS, _REVIEWS, _ESSAYS, _PATIENTS)}


# What the columns of a teacher's table may be called, in the app's languages.
_COLUMNS = {
    "text": ("text", "item", "texto", "ítem"),
    "reference": ("reference", "referencia"),
    "reason": ("reason", "razón", "motivo"),
    "picture": ("picture", "image", "imagen"),
}


def table_items(
    text: str, categories: Sequence[int | str], shown: Collection[str] = ()
) -> tuple[tuple[Item, ...], dict[int, str]]:
    """Return the items of a table in CSV, and the name of the picture of each that has one.

    Its first line names the columns: text, and if you like reference, reason, picture.

    Parameters
    ----------
    text : str
        The table, parted by commas, semicolons or tabs.
    categories : sequence of int or str
        From lowest to highest.
    shown : collection of str
        The names of the pictures that were given beside the table.

    Raises
    ------
    RoomError
        If a column is missing, a reference is no category, or a picture is not there.

    Examples
    --------
    >>> table_items("text,reference\\nA poem,2\\n", (1, 2, 3))
    ((Item(text='A poem', reference=1, reason='', pictured=False),), {})
    """
    head = text.partition("\n")[0]
    parting = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=parting))
    except csv.Error as error:
        raise RoomError(N_("The table cannot be read: {problem}."), problem=str(error)) from error
    names = [cell.strip().lower() for cell in rows[0]] if rows else []
    places = {
        column: next((names.index(name) for name in called if name in names), -1)
        for column, called in _COLUMNS.items()
    }
    if places["text"] < 0 and places["picture"] < 0:
        raise RoomError(N_("The table’s first line must name a column “text” or “picture”."))
    labels = [str(category) for category in categories]
    found: list[Item] = []
    with_picture: dict[int, str] = {}
    for number, row in enumerate(rows[1:], start=2):
        cells = {
            column: row[at].strip() if 0 <= at < len(row) else "" for column, at in places.items()
        }
        if not any(cells.values()):
            continue
        right, picture = cells["reference"], cells["picture"]
        if right and right not in labels:
            raise RoomError(
                N_("Line {number} of the table: the reference {right} is none of the categories."),
                number=number,
                right=right[:LONGEST_LABEL],
            )
        if picture and picture not in shown:
            raise RoomError(
                N_("Line {number} of the table: the picture {name} was not given with it."),
                number=number,
                name=picture[:LONGEST_LABEL],
            )
        if picture:
            with_picture[len(found)] = picture
        said = cells["text"] or PurePath(picture).stem
        found.append(Item(said, labels.index(right) if right else None, cells["reason"]))
    return tuple(found), with_picture


def own_items(text: str, categories: Sequence[int | str]) -> tuple[Item, ...]:
    """Return the items that a teacher typed, one a line.

    A line may end with a tab or ``|`` and one of the categories: the reference.

    >>> for item in own_items("A poem | 4\\nAnother one", (1, 2, 3, 4)):
    ...     print(item.text, item.reference)
    A poem 3
    Another one None
    """
    labels = [str(category) for category in categories]
    found = []
    for line in text.splitlines():
        if not line.strip():
            continue
        words, bar, last = line.replace("\t", "|").rpartition("|")
        if bar and last.strip() in labels:
            found.append(Item(words.strip(), labels.index(last.strip())))
        else:
            found.append(Item(line.strip()))
    return tuple(found)
