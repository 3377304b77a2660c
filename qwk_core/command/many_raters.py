"""The study that the options ask for: of many raters."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import BinaryIO

from qwk_core.command.options import answers_of, layout_of, listed, source_name
from qwk_core.command.questions import Unanswered
from qwk_core.command.sources import progress_of
from qwk_core.files.rater_reading import RaterReading, any_is_column, read_raters
from qwk_core.files.reading import (
    Answers,
)
from qwk_core.study.study import Study, make_rater_study


def asks_for_many(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], parser: argparse.ArgumentParser
) -> bool:
    """Tell whether the options are those of many raters, and of nothing else.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    sources : sequence of binary file
        The files.
    parser : argparse.ArgumentParser
        Ends the process where options do not go together.

    Returns
    -------
    bool
        True for many raters.
    """
    long = [asked.item, asked.rater, asked.rating]
    names = listed(asked.raters)
    if not any(long) and asked.raters is None:
        return False
    if any(long) and not all(long):
        parser.error("--item, --rater and --rating go together")
    if not any(long) and len(names) == 2:
        layout = layout_of(asked, sources[0], asked.files[0])
        if not any_is_column(sources[0], names, layout, answers_of(asked)):
            return False
    of_two = ("columns", "actual", "predicted", "counts", "matrix", "shape", "id", "round")
    for name in (*of_two, "cut_points", "keep_fractions"):
        if getattr(asked, name):
            parser.error(f"--{name.replace('_', '-')} is for two raters")
    if len(sources) > 1:
        parser.error("Many raters are read from one file")
    return True


def study_of_raters(asked: argparse.Namespace, source: BinaryIO) -> Study:
    """Read the ratings of many raters.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    source : binary file
        The file.

    Returns
    -------
    Study
        Every pair's kappa, and that of all.

    Raises
    ------
    Unanswered
        If something is unclear that no option answers.
    """
    reading = _read_raters(asked, source, answers_of(asked))
    while reading.questions:
        proposal = reading.questions[0].proposal
        if not asked.yes or proposal is None:
            raise Unanswered(reading)
        reading = _read_raters(asked, source, proposal.answers)
    labels = reading.labels
    assert labels is not None, "no question is open"
    return make_rater_study(
        labels.on_scale(reading.categories),
        categories=reading.categories,
        raters=labels.raters,
        groups=labels.groups,
        source=source_name(asked),
        choices=reading.remarks,
        scheme=asked.scheme,
        level=asked.level,
    )


def _read_raters(asked: argparse.Namespace, source: BinaryIO, answers: Answers) -> RaterReading:
    with progress_of(asked, source) as progress:
        return read_raters(
            source,
            source_name(asked),
            answers,
            raters=None if asked.raters is None else listed(asked.raters),
            long=(asked.item, asked.rater, asked.rating) if asked.item else None,
            layout=layout_of(asked, source, asked.files[0]),
            progress=progress,
        )
