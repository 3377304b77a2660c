r"""What a file holds, read as a person would: bytes, layout, questions, table.

Either what is recognised is certain, or there is a question. As long as one is open there is no
table, and so no kappa.

>>> import io
>>> file = io.BytesIO(b"Study 7\n\nessay,Ana,Luis\n1,3,4\n2,4,4\n3,-99,4\n4,3,3\nTotal,10,15\n")
>>> reading = read(file, "study.csv")
>>> reading.questions, reading.categories, reading.table.n, reading.table.n_missing
((), (3, 4), 3, 1)
>>> for remark in reading.remarks:
...     print(remark)
Names in row 3. Rows above it that are no part of the table: 1.
Left out: row 8, “Total” (a total or a mean, no item).
Ana and Luis are the ratings. These two share the values 3–4.
Counted as missing: -99 (1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from qwk_core.files.answers import NOTHING_SAID, Answers
from qwk_core.files.blocks import ROWS_PER_BLOCK, Progress
from qwk_core.files.columns import count_pairs, read_columns
from qwk_core.files.detection import detect
from qwk_core.files.join import join
from qwk_core.files.labelled import LabelCounts, Labelled
from qwk_core.files.labels import label_of
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import Reading, understood
from qwk_core.files.rows import read_rows
from qwk_core.files.structure import Structure, recognise


def read(
    source: BinaryIO | Sequence[BinaryIO],
    name: str | Sequence[str] = "",
    answers: Answers = NOTHING_SAID,
    *,
    layouts: Sequence[Layout] | None = None,
    progress: Progress | None = None,
) -> Reading:
    """Read a file, or two that are joined, as far as it is clear what they hold.

    Parameters
    ----------
    source : binary file, or a sequence of one or two
        Open for reading, and able to seek. Of two, the first has the actual ratings.
    name : str, or a sequence of one or two
        The files' names, for messages.
    answers : Answers
        What a person said about them.
    layouts : sequence of Layout, optional
        How each is to be read; found without.
    progress : callable, optional
        Told the share read so far, from 0 to 1.

    Returns
    -------
    Reading

    Raises
    ------
    RatingsError
        If it cannot be read at all.
    """
    sources = [*source] if isinstance(source, Sequence) else [source]
    names = [name] if isinstance(name, str) else [*name]
    if len(sources) == 2 and len(names) < 2:
        names = ["the first file", "the second file"]
    layouts = layouts or [*map(detect, sources)]
    labelled: Labelled | None
    if len(sources) == 2:
        structure, labelled = join(sources, names, answers, layouts=layouts, progress=progress)
    else:
        structure, labelled = recognise(sources[0], layouts[0], answers), None
        if not structure.questions:
            labelled = labels_of(sources[0], structure, answers, progress=progress)
    return understood(structure, labelled, answers)


def labels_of(
    source: BinaryIO,
    structure: Structure,
    answers: Answers = NOTHING_SAID,
    *,
    progress: Progress | None = None,
    rows_per_block: int = ROWS_PER_BLOCK,
) -> Labelled:
    """Read the labels of a file that was recognised.

    Parameters
    ----------
    source : binary file
        Open for reading, and able to seek.
    structure : Structure
        What `recognise` found; no question is open.
    answers : Answers
        What a person said.
    progress : callable, optional
        Told the share read so far, from 0 to 1.
    rows_per_block : int
        About how many rows of two columns are held at a time.

    Returns
    -------
    LabelCounts or LabelTable
        Of two raters the counts of their labels, of more the table.

    Raises
    ------
    RatingsError
        If a row cannot be read.
    """
    if structure.counts is not None:
        found = structure.counts
        labels = [label_of(one) for one in found.labels]
        return LabelCounts(
            {
                ("", one, other): found.counts[i][j]
                for i, one in enumerate(labels)
                for j, other in enumerate(labels)
            }
        )
    if structure.rows is not None:
        table = read_rows(
            source,
            structure.layout,
            structure.rows,
            raters=structure.raters,
            twice=answers.duplicates,
            progress=progress,
        )
        return table.counts() if len(table.raters) == 2 else table
    columns = structure.columns
    assert columns is not None, "a question about the columns is open"
    if columns.more:
        return read_columns(source, structure.layout, columns, progress=progress)
    return count_pairs(
        source,
        structure.layout,
        columns,
        answers=answers,
        progress=progress,
        rows_per_block=rows_per_block,
    )
