"""What a person says about a file, and the form of a question."""

from __future__ import annotations

from dataclasses import dataclass

from qwk_core.messages import Message
from qwk_core.ratings import Category

PAIRS, LONG, COUNTS = SHAPES = ("pairs", "long", "counts")
"""How ratings lie in a table: one item per row, one rating per row, or as a table of counts."""

JOINED = "joined"
"""How they lie in two files that are joined."""


def columns_apart(group: str | None, cluster: str | None, weight: str | None) -> dict[str, str]:
    """Return the columns that tell items apart, by what they say.

    Parameters
    ----------
    group, cluster, weight : str or None
        A column for each.

    Returns
    -------
    dict of str to str
        Those that there are, in this order. A column of clusters makes no groups as well: a group
        of one cluster cannot show how sure its kappa is.

    Examples
    --------
    >>> columns_apart("school", "pupil", None), columns_apart("pupil", "pupil", "w")
    ({'group': 'school', 'cluster': 'pupil'}, {'cluster': 'pupil', 'weight': 'w'})
    """
    named = {"group": group if group != cluster else None, "cluster": cluster, "weight": weight}
    return {role: column for role, column in named.items() if column}


@dataclass(frozen=True)
class Answers:
    """What a person said about a file; None where nothing was said.

    Attributes
    ----------
    sheet : str, optional
        The sheet of a workbook in which several hold a table.
    header_row : int, optional
        The row with the names of the columns; 0 where there is none.
    kept_rows : tuple of int
        Rows that are items, though they look like none.
    left_out : bool
        Whether the rows that are asked about are left out.
    shape : {"pairs", "long", "counts"}, optional
    only : tuple of str, optional
        A column, and the value that rows must have there to count; () for all rows.
    transposed : bool, optional
        Whether a row is a rater, and a column an item.
    columns : tuple of str, optional
        The columns with the ratings: two, the actual ones first, or more.
    rows : tuple of (tuple of str, str, str), optional
        Where a row is a rating: the columns that name the item, the rater and the rating.
    raters : tuple of str, optional
        Whose ratings are compared, two or more; () for all.
    count : str, optional
        The column that counts items; "" for none.
    group : str, optional
        The column that tells items apart; "" for none.
    cluster : str, optional
        The column whose items belong together: a pupil's, a patient's.
    weight : str, optional
        The column with survey weights.
    missing : tuple of str, optional
        The labels that stand for a missing rating; those that are certain belong to them.
    rated : tuple of str
        Labels that are ratings, though they look like codes for a missing one.
    same : tuple of (str, str)
        Labels that are one: a spelling, and the one that is kept.
    dates : bool
        Whether dates were ratings such as 1-2 before a spreadsheet changed them.
    categories : tuple of int or str, optional
        The scale from lowest to highest.
    order_matters : bool
        Whether kappa depends on the order of the categories: without weights it does not.
    predicted_as : "keep", "round" or tuple of float, optional
        What becomes of predictions that are fractions.
    id : tuple of str, optional
        The columns that identify an item in two files.
    duplicates : {"drop", "first"}, optional
        What becomes of an item that comes more than once: in a file, or by one rater.
    one_sided : bool
        Whether items in one of two files alone are left out.
    """

    sheet: str | None = None
    header_row: int | None = None
    kept_rows: tuple[int, ...] = ()
    left_out: bool = False
    shape: str | None = None
    only: tuple[str, ...] | None = None
    transposed: bool | None = None
    columns: tuple[str, ...] | None = None
    rows: tuple[tuple[str, ...], str, str] | None = None
    raters: tuple[str, ...] | None = None
    count: str | None = None
    group: str | None = None
    cluster: str | None = None
    weight: str | None = None
    missing: tuple[str, ...] | None = None
    rated: tuple[str, ...] = ()
    same: tuple[tuple[str, str], ...] = ()
    dates: bool = False
    categories: tuple[Category, ...] | None = None
    order_matters: bool = True
    predicted_as: str | tuple[float, ...] | None = None
    id: tuple[str, str] | None = None
    duplicates: str | None = None
    one_sided: bool = False

    @property
    def apart(self) -> dict[str, str]:
        """The columns that tell items apart: see `columns_apart`."""
        return columns_apart(self.group, self.cluster, self.weight)

    @property
    def first_category(self) -> int:
        """The category below the first cut-point: the lowest of a scale that was named, or 0."""
        first = self.categories[0] if self.categories else 0
        return first if isinstance(first, int) else 0

    @property
    def conversion(self) -> str | tuple[float, ...] | None:
        """What becomes of fractions, None where they are kept."""
        return None if self.predicted_as == "keep" else self.predicted_as


NOTHING_SAID = Answers()
"""The answers before anybody was asked."""


@dataclass(frozen=True)
class Option:
    """One answer to a question.

    Attributes
    ----------
    label : Message
        The answer in words.
    answers : Answers
        All that is said once it is chosen.
    """

    label: Message
    answers: Answers


@dataclass(frozen=True)
class Question:
    """What only a person knows. A function of `questions` makes each.

    Attributes
    ----------
    key : str
        The kind's short name, which never changes.
    message : Message
    options : tuple of Option
        The proposal first.
    proposed : bool
        Whether the first option is a proposal: there is a reason for it. If not, it is not taken
        without a look.
    labels : tuple of int or str
        The labels that a person has to put in order; empty for any other question.
    alike : tuple of (str, str)
        Of these, what may be two spellings of one: the rarer and the more frequent.
    """

    key: str
    message: Message
    options: tuple[Option, ...]
    proposed: bool = True
    labels: tuple[Category, ...] = ()
    alike: tuple[tuple[str, str], ...] = ()

    @property
    def proposal(self) -> Option | None:
        """The answer that may be taken without a look; None where there is no reason for one."""
        return self.options[0] if self.options and self.proposed else None
