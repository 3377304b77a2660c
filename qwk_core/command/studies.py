"""The study that the options ask for: of a matrix, of a table of two, or of a folder."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from qwk_core.command.answering import answers_of
from qwk_core.command.options import layout_of, settings_of
from qwk_core.command.questions import Unanswered
from qwk_core.command.sources import opened, progress
from qwk_core.errors import RatingsError
from qwk_core.files.answers import Answers
from qwk_core.files.counts_table import typed_counts
from qwk_core.files.engines import count_by_engine
from qwk_core.files.grid import read_grid
from qwk_core.files.labelled import LabelCounts
from qwk_core.files.meaning import Reading, understood
from qwk_core.files.reading import labels_of, read
from qwk_core.files.structure import recognise
from qwk_core.messages import N_, Message
from qwk_core.statistics.rating_table import PairCounts
from qwk_core.study.roles import EQUAL
from qwk_core.study.sentences import points_words
from qwk_core.study.study import Cutting, Study, make_study
from qwk_core.text import parse_categories

_LARGEST_MATRIX = 64 * 2**20  # bytes of text


def study_of_matrix(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    """Read a matrix of counts, as text or in a spreadsheet.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    sources : sequence of binary file
        The file, alone.

    Returns
    -------
    Study
        Its kappa, and what belongs to it.
    """
    (source, *_) = sources
    source.seek(0)
    text = source.read(_LARGEST_MATRIX).decode("utf-8", errors="replace").removeprefix("\ufeff")
    if "\0" in text:  # no UTF-8: a spreadsheet
        rows = read_grid(source, layout_of(asked, source, *asked.files)).rows
        text = "\n".join("\t".join(row.cells) for row in rows)
    counts, names = typed_counts(text)
    return make_study(
        counts,
        parse_categories(asked.categories or "") or names,
        roles=asked.roles or EQUAL,
        **settings_of(asked),
    )


def study_of_files(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], *, folder: bool
) -> Study:
    """Read a table, two that are joined, or many files of one kind as one table.

    Each question is answered by its proposal where that was asked for.

    Parameters
    ----------
    asked : argparse.Namespace
        The options, with all files' names.
    sources : sequence of binary file
        One file, or two; of a folder the first, which tells what the columns are.
    folder : bool
        Whether many files are counted as one.

    Returns
    -------
    Study
        Of two raters, or of more.

    Raises
    ------
    Unanswered
        If something is unclear that no option answers.
    """
    read_all = _read_folder if folder else _read
    reading = read_all(asked, sources, answers_of(asked))
    while reading.questions:
        proposal = reading.questions[0].proposal
        if not asked.yes or proposal is None:
            raise Unanswered(reading)
        reading = read_all(asked, sources, proposal.answers)
    assert reading.table is not None, "no question is open"
    unnamed = len(asked.files) == 1 and not any(reading.table.raters)  # a table of counts
    return Study(
        reading.table,
        choices=[*reading.remarks, *_choices(reading)],
        roles=asked.roles or (EQUAL if unnamed else ""),
        cutting=_cutting(reading),
        codes=tuple(reading.missing),
        **settings_of(asked),
    )


def _read(asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers) -> Reading:
    layouts = [
        layout_of(asked, source, path) for source, path in zip(sources, asked.files, strict=True)
    ]
    with progress(asked, "Reading", sources[0]) as tell:
        names = [Path(path).name for path in asked.files]
        names = asked.files if len({*names}) < len(names) else names
        return read(sources, names, answers, layouts=layouts, progress=tell)


def _read_folder(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers
) -> Reading:
    """Read many files of one kind as one: what the columns are, the first tells."""
    structure = recognise(sources[0], layout_of(asked, sources[0], asked.files[0]), answers)
    if structure.questions:
        return understood(structure, None, answers)
    columns = structure.columns
    if columns is None or columns.more:
        raise RatingsError("Many files are read as one only where a row is an item of two raters.")
    if asked.engine:
        counts = count_by_engine(asked.files, structure.layout, columns, asked.engine, answers)
        return understood(structure, counts, answers)
    same = replace(answers, columns=columns.raters, count=columns.count or "")
    total = LabelCounts({}, raters=(columns.actual, columns.predicted))
    for path in asked.files:
        with opened(path) as source:
            one = recognise(source, layout_of(asked, source, path), same)
            if one.questions:
                raise RatingsError(
                    "{path}: {question}", path=path, question=one.questions[0].message
                )
            found = labels_of(source, one, same)
            assert isinstance(found, LabelCounts), "two columns are counted"
            total += found
    return understood(structure, total, answers)


def _cutting(reading: Reading) -> Cutting | None:
    predicted_as = reading.answers.predicted_as
    if not reading.structure.scores or predicted_as in (None, "keep"):
        return None
    if isinstance(predicted_as, str):
        return Cutting("rounded")
    return Cutting("given", predicted_as or ())


def _choices(reading: Reading) -> Iterator[Message]:
    table = reading.table
    if isinstance(table, PairCounts) and table.n_missing:
        yield Message(
            N_("Items that miss a rating, and were left out: {n}."), {"n": table.n_missing}
        )
    cutting = _cutting(reading)
    if cutting is not None and cutting.thresholds:
        points = points_words(cutting.thresholds)
        yield Message(N_("Predictions were cut at {points}."), {"points": points})
    elif cutting is not None:
        yield Message(N_("Predictions were rounded, halves up."))
