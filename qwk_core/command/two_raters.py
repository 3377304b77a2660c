"""The study that the options ask for: of two raters, from a matrix, a table or a folder."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO

from qwk_core.command.options import answers_of, layout_of, source_name
from qwk_core.command.questions import Unanswered
from qwk_core.command.sources import opened, progress_of
from qwk_core.errors import RatingsError
from qwk_core.files.counts_table import split_headings
from qwk_core.files.dependent import tables_of_clusters, weighted_items
from qwk_core.files.engines import count_by_engine
from qwk_core.files.join import read_two
from qwk_core.files.reading import Answers, Reading, count, first_of, read, recognise, settle
from qwk_core.files.tables import MOST_LABELS, Tally, observed_of
from qwk_core.files.typed import parse_counts
from qwk_core.messages import N_, Message
from qwk_core.ratings import Array, Category
from qwk_core.study.study import Cutting, Study, make_study
from qwk_core.text import parse_categories

_LARGEST_MATRIX = 64 * 2**20  # bytes of text


def study_of_matrix(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    """Read a matrix of counts as text.

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
    cells, names = split_headings(text)
    return make_study(
        parse_counts(cells),
        parse_categories(asked.categories or "") or names,
        source=source_name(asked),
        scheme=asked.scheme,
        level=asked.level,
    )


def study_of_table(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    """Read a table, or two that are joined.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    sources : sequence of binary file
        One file, or two.

    Returns
    -------
    Study
        Its kappa, and what belongs to it.

    Raises
    ------
    Unanswered
        If something is unclear that no option answers.
    """
    return _study(asked, sources, _read)


def study_of_folder(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    """Read many files of one kind as one table.

    Parameters
    ----------
    asked : argparse.Namespace
        The options, with all files' names.
    sources : sequence of binary file
        The first file: it tells what the columns are.

    Returns
    -------
    Study
        The kappa of all files together, and what belongs to it.

    Raises
    ------
    Unanswered
        If something is unclear that no option answers.
    """
    return _study(asked, sources, _read_folder)


def _study(
    asked: argparse.Namespace,
    sources: Sequence[BinaryIO],
    read_all: Callable[[argparse.Namespace, Sequence[BinaryIO], Answers], Reading],
) -> Study:
    reading = read_all(asked, sources, answers_of(asked))
    while reading.questions:
        proposal = reading.questions[0].proposal
        if not asked.yes or proposal is None:
            raise Unanswered(reading)
        reading = read_all(asked, sources, proposal.answers)
    counts = reading.tally
    assert counts is not None, "no question is open"
    answers, columns = reading.answers, reading.structure.columns
    clip = reading.structure.scores and answers.predicted_as != "keep"
    grouped = columns is not None and columns.group is not None
    observed, effective, clusters = observed_of(counts, reading.categories, clip=clip), None, None
    if answers.weight or answers.cluster:
        if not grouped:
            raise RatingsError("--cluster and --weights need a table with a row an item.")
        grouped = False
    if answers.weight:
        observed, effective = weighted_items(counts, reading.categories, clip=clip)
    elif answers.cluster:
        clusters = tables_of_clusters(counts, reading.categories, clip=clip)
    return make_study(
        observed,
        reading.categories,
        source=source_name(asked),
        groups=_groups(counts, reading.categories, clip) if grouped else None,
        n_missing=counts.n_missing,
        choices=[*reading.remarks, *_choices(asked, reading)],
        scheme=asked.scheme,
        level=asked.level,
        cutting=_cutting(reading),
        codes=reading.missing,
        effective=effective,
        clusters=clusters,
    )


def _read(asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers) -> Reading:
    layouts = [
        layout_of(asked, source, path) for source, path in zip(sources, asked.files, strict=True)
    ]
    if len(sources) == 2:
        return read_two(sources, asked.files, answers, layouts=layouts)
    with progress_of(asked, sources[0]) as progress:
        return read(sources[0], source_name(asked), answers, layout=layouts[0], progress=progress)


def _read_folder(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers
) -> Reading:
    """Read many files of one kind as one: what the columns are, the first tells."""
    structure = recognise(sources[0], layout_of(asked, sources[0], asked.files[0]), answers)
    if structure.questions:
        return Reading(structure, remarks=structure.remarks, questions=structure.questions)
    columns = structure.columns
    if columns is None:
        raise RatingsError("Many files are read as one only where a row is an item.")
    if asked.engine:
        counts = count_by_engine(
            asked.files,
            structure.layout,
            columns,
            asked.engine,
            predicted_as=None if answers.predicted_as == "keep" else answers.predicted_as,
            first_category=first_of(answers),
        )
        return settle(structure, counts, answers)
    same = replace(answers, columns=(columns.actual, columns.predicted), count=columns.count or "")
    total = Tally({})
    for path in asked.files:
        with opened(path) as source:
            one = recognise(source, layout_of(asked, source, path), same)
            if one.questions:
                raise RatingsError(
                    "{path}: {question}", path=path, question=one.questions[0].message
                )
            total += count(source, one, same)
    return settle(structure, total, answers)


def _cutting(reading: Reading) -> Cutting | None:
    predicted_as = reading.answers.predicted_as
    if not reading.structure.scores or predicted_as in (None, "keep"):
        return None
    if isinstance(predicted_as, str):
        return Cutting("rounded")
    return Cutting("given", predicted_as or ())


def _groups(counts: Tally, categories: tuple[Category, ...], clip: bool) -> dict[str, Array]:
    if len(counts.groups) > MOST_LABELS:
        raise RatingsError(
            "--group: {n} groups are too many to list; {most} is the most.",
            n=len(counts.groups),
            most=MOST_LABELS,
        )
    return {group: observed_of(counts, categories, group, clip=clip) for group in counts.groups}


def _choices(asked: argparse.Namespace, reading: Reading) -> Iterator[Message]:
    counts = reading.tally
    if counts is not None and counts.n_missing:
        yield Message(
            N_("Items that miss a rating, and were left out: {n}."), {"n": counts.n_missing}
        )
    if reading.answers.predicted_as == "round":
        yield Message(N_("Predictions were rounded, halves up."))
    elif asked.cut_points:
        yield Message(N_("Predictions were cut at {points}."), {"points": asked.cut_points})
