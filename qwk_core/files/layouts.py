"""How a file is to be read: what `detect` proposes and a reader corrects."""

from __future__ import annotations

import io
from dataclasses import dataclass

from qwk_core.errors import RatingsError, shown

HEAD = 256 * 1024
"""How many bytes, from the beginning, a table is judged by."""

DELIMITERS = ("\t", ";", "|", ",", " ")
"""What may stand between cells; the first that fits, since a comma may be a decimal one."""


@dataclass(frozen=True)
class Largest:
    """A column made of some that hold a category each: that of the largest number in a row.

    Attributes
    ----------
    name : str
        What it is called.
    columns : tuple of str, length k
        What it is made of: 0 and 1, or probabilities.
    labels : tuple of str, length k
        The category of each.
    mark : str
        What stands in the column of a row's category, such as yes; "" where these are numbers.
    """

    name: str
    columns: tuple[str, ...]
    labels: tuple[str, ...]
    mark: str = ""


ALL_SHEETS = "*"
"""All sheets of a workbook as one table, each a rater's; no sheet has this name."""

_GRIDS = ("text", "excel", "sav", "dta")  # read cell by cell: any row may have the names


@dataclass(frozen=True)
class Layout:
    """How a file is to be read. What does not apply to its kind keeps its default.

    Attributes
    ----------
    kind : {"text", "excel", "parquet", "jsonl", "sav", "dta"}
        The kind of file.
    encoding : str
        Python's name of a text's encoding.
    delimiter : str
        What stands between the cells of a text: one character.
    decimal : {".", ","}
        What stands before decimals.
    header : bool
        Whether the first row has the names of the columns: `recognise` finds it out.
    skipped : int
        Lines (of a sheet: rows) before that row which belong to no table: titles, comments,
        blank ones, "sep=;".
    sheet : str
        The sheet of an Excel file.
    sheets : tuple of str
        All its sheets; `ALL_SHEETS` among them where each may be a rater's.
    tables : tuple of str
        Those of several sheets that hold a table.
    second_header : bool
        Whether the row below the header has names, too: the two are joined.
    left_out : tuple of int
        The numbers of rows that are no items, such as totals below the table.
    dates : bool
        Whether a date was a rating such as 1-2 before a spreadsheet changed it.
    only : tuple of str
        A column and the value of the rows that count; () where all do.
    transposed : bool
        Whether a row is a rater, and a column an item.
    largest : tuple of Largest
        Columns that are made of others, behind those of the file.
    """

    kind: str
    encoding: str = "utf-8"
    delimiter: str = ","
    decimal: str = "."
    header: bool = True
    skipped: int = 0
    sheet: str = ""
    sheets: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    second_header: bool = False
    left_out: tuple[int, ...] = ()
    dates: bool = False
    only: tuple[str, ...] = ()
    transposed: bool = False
    largest: tuple[Largest, ...] = ()

    def __post_init__(self) -> None:
        try:
            io.TextIOWrapper(io.BytesIO(), encoding=self.encoding)
        except (LookupError, ValueError):
            raise RatingsError(
                "{value} is no encoding that is known here; utf-8 and cp1252 are usual.",
                value=shown(self.encoding),
            ) from None
        if len(self.delimiter) != 1 or not self.delimiter.isascii() or self.delimiter in '"\r\n\0':
            raise RatingsError(
                "{value} cannot stand between cells: give one character, such as a comma.",
                value=shown(self.delimiter),
            )

    @property
    def names_columns(self) -> bool:
        """Whether the file itself names its columns: no row has to do so."""
        return self.kind not in _GRIDS
