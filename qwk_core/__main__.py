"""Kappa of a file, from the command line: `python -m qwk_core ratings.csv`."""

from __future__ import annotations

import argparse
import contextlib
import csv
import glob
import io
import math
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import numpy as np

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.counts_table import split_headings
from qwk_core.files.dependent import tables_of_clusters, weighted_items
from qwk_core.files.detection import detect
from qwk_core.files.engines import ENGINES, count_by_engine
from qwk_core.files.join import read_two
from qwk_core.files.layouts import Layout
from qwk_core.files.packed import unpacked
from qwk_core.files.printable import printable
from qwk_core.files.rater_reading import RaterReading, any_is_column, read_raters
from qwk_core.files.reading import (
    SHAPES,
    Answers,
    Reading,
    count,
    first_of,
    parse_codes,
    read,
    recognise,
    settle,
)
from qwk_core.files.tables import MOST_LABELS, Tally, observed_of
from qwk_core.files.typed import parse_counts
from qwk_core.matrices import SCHEMES
from qwk_core.messages import N_, Message
from qwk_core.ratings import Array, Category
from qwk_core.study.checks import find_checks
from qwk_core.study.files import study_json
from qwk_core.study.raters import RaterStudy, make_rater_study, rater_report, rater_study_json
from qwk_core.study.study import Cutting, Study, make_study
from qwk_core.study.words import interval_notes, method_words, plain_text
from qwk_core.text import parse_categories

_LONG = 16 * 2**20  # bytes: below, reading takes no time worth telling
_LARGEST_MATRIX = 64 * 2**20  # bytes of text
_WIDEST = 26  # categories: a larger matrix is not printed

_EXAMPLES = """
examples:
  qwk ratings.csv
  qwk ratings.csv --columns grader_a,grader_b
  qwk ratings.xlsx --sheet Round2 --categories none,mild,moderate,severe
  qwk truth.csv submission.csv --id id
  qwk marks.csv --raters ann,ben,cy
  qwk marks.csv --item essay --rater marker --rating mark
  qwk "ratings-*.parquet" --engine duckdb
  qwk counts.csv --counts count --json > kappa.json
  qwk scores.parquet --columns y,p --cut-points 0.5,1.5
  echo "20,5;10,15" | qwk --matrix

What is found in the file is printed first. Where something is unclear, no kappa is printed but the
question, and the option that answers it; --yes takes every proposal.
Exit status: 0; 1 with one line that says what is wrong; 2 for a wrong option; 3 with a question.
"""


class _Open(Exception):
    """What has to be answered first."""

    def __init__(self, reading: Reading | RaterReading) -> None:
        super().__init__()
        self.reading = reading


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"qwk_core: {message} (--help lists the options)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m qwk_core",
        description="Print the weighted kappa of two raters with its interval and the matrices\n"
        "observed, weights and expected. Rows are actual, columns predicted. Of more raters,\n"
        "print every pair's kappa and that of all together.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "files",
        nargs="*",
        default=["-"],
        metavar="FILE",
        help="CSV, TSV, spreadsheet, SPSS, Stata, Parquet or JSON lines, of any length; two, the "
        "actual ratings first: joined by --id; - or none: standard input",
    )
    what = parser.add_argument_group("what to read")
    what.add_argument(
        "--columns", metavar="A,B", help="the columns of actual and predicted ratings"
    )
    what.add_argument("--actual", metavar="COLUMN", help="the column of actual ratings")
    what.add_argument("--predicted", metavar="COLUMN", help="the column of predicted ratings")
    what.add_argument(
        "--counts", "--count", metavar="COLUMN", help="how many items a row stands for; none: one"
    )
    what.add_argument("--group", metavar="COLUMN", help="kappa for each group too")
    what.add_argument(
        "--cluster",
        metavar="COLUMN",
        help="whose items belong together (a pupil's, a patient's): the interval allows for it",
    )
    what.add_argument(
        "--weights", metavar="COLUMN", help="survey weights: the interval allows for them"
    )
    what.add_argument("--matrix", action="store_true", help="the input is a matrix of counts")
    what.add_argument(
        "--engine", choices=ENGINES, help="what counts a folder of files, FILE being a pattern"
    )
    what.add_argument("--shape", choices=SHAPES, help="a row an item, a row a rating, or counts")
    what.add_argument("--id", metavar="COLUMN", help="joins two files; A,B where names differ")
    what.add_argument("--duplicates", choices=("drop", "first"), help="ids that come twice")
    what.add_argument("--one-sided", choices=("drop",), help="ids in one file alone")
    what.add_argument(
        "--categories",
        metavar="SCALE",
        help="the scale from lowest to highest: 0-4, or none,mild,severe",
    )
    what.add_argument(
        "--missing", metavar="CODES", help="what stands for a missing rating: -99,. ; none: nothing"
    )
    what.add_argument(
        "--not-missing", metavar="CODES", help="what is a rating, though it looks like such a code"
    )
    what.add_argument(
        "--dates-are-ranges",
        action="store_true",
        help="dates were ratings such as 1-2 before a spreadsheet changed them",
    )
    what.add_argument("--leave-out", action="store_true", help="rows asked about are no items")
    what.add_argument("--keep-rows", metavar="ROWS", help="rows that are items: 52,53")
    many = parser.add_argument_group("more than two raters")
    many.add_argument(
        "--raters",
        metavar="A,B,C",
        help="their columns; or, of a row a rating, whose ratings count; two of these make the "
        "kappa of two raters",
    )
    many.add_argument("--item", metavar="COLUMN", help="of a row a rating: what was rated,")
    many.add_argument("--rater", metavar="COLUMN", help="who rated it,")
    many.add_argument("--rating", metavar="COLUMN", help="and the rating")
    fractions = what.add_mutually_exclusive_group()
    fractions.add_argument("--round", action="store_true", help="round predictions, halves up")
    fractions.add_argument(
        "--cut-points", metavar="LIST", help="cut predictions at these points: 0.5,1.5,2.5"
    )
    fractions.add_argument(
        "--keep-fractions", action="store_true", help="fractions are categories of their own"
    )
    what.add_argument("--yes", action="store_true", help="take every proposal")
    how = parser.add_argument_group("how to compute and print")
    how.add_argument("--scheme", choices=SCHEMES, default="quadratic", help="(%(default)s)")
    how.add_argument("--level", type=float, default=0.95, help="of the interval (%(default)s)")
    how.add_argument("--json", action="store_true", help="print JSON, as docs/schema.json says")
    how.add_argument("--quiet", action="store_true", help="no progress on long files")
    layout = parser.add_argument_group("corrections of what is found in the file")
    layout.add_argument("--delimiter", metavar="CHARACTER", help="\\t for a tab")
    layout.add_argument(
        "--decimal", choices=(".", ","), metavar="MARK", help=". or , before decimals"
    )
    layout.add_argument("--encoding", metavar="NAME", help="such as utf-8 or cp1252")
    layout.add_argument("--header-row", type=int, metavar="ROW", help="the row with the names")
    layout.add_argument("--no-header", action="store_true", help="columns: “column 1” and so on")
    layout.add_argument("--sheet", metavar="NAME", help="of a spreadsheet")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process without.

    Returns
    -------
    int
        0; 1 where the input cannot be used, then standard error has one line that says why; 3 where
        something must be said first, then it has the question and the options that answer it.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # where a terminal has no “–”
    parser = _parser()
    asked = parser.parse_args(arguments)
    folder = _expanded(asked)
    if len(asked.files) > 2 and not folder:
        parser.error("Name one file, two to be joined, or a pattern such as ratings-*.csv")
    if sum(map(bool, (asked.group, asked.cluster, asked.weights))) > 1:
        parser.error("Give one of --group, --cluster and --weights")
    if "-" in asked.files and (sys.stdin is None or sys.stdin.isatty()):
        parser.error("Name a file, or send one to standard input")
    try:
        with contextlib.ExitStack() as stack:
            if not asked.files:
                raise RatingsError("There is no file with such a name.")
            if folder and asked.matrix:
                raise RatingsError("--matrix is for one file.")
            first = asked.files[:1] if folder else asked.files
            sources = [stack.enter_context(_opened(path)) for path in first]
            if _asks_for_many(asked, sources, parser):
                many = _rater_study(asked, sources[0])
                text = rater_study_json(many) if asked.json else printable(rater_report(many))
            else:
                make = _matrix_study if asked.matrix else _table_study
                if folder:
                    make = _folder_study
                study = make(asked, sources)
                text = study_json(study) if asked.json else printable(_report(study))
    except _Open as waiting:
        _print_questions(waiting.reading)
        return 3
    except RatingsError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{error.filename or _name(asked)}: {error.strerror or error}")
    except MemoryError:
        return _failed(f"{_name(asked)}: the memory of this machine is too small for it")
    except KeyboardInterrupt:
        return _failed("stopped")
    return _print(text)


def _print(text: str) -> int:
    """Print the whole result, or say that it could not be: half of one is no success."""
    if sys.stdout is None:
        return _failed("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # What waits to be written would fail once more when the process ends.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed(f"standard output: {error.strerror or error}")
    return 0


def _failed(reason: str) -> int:
    if sys.stderr is not None:
        print(f"qwk_core: {printable(' '.join(reason.split()))}", file=sys.stderr)
    return 1


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Open a file; copy what cannot be read twice, such as a pipe, to one on the disk."""
    with contextlib.ExitStack() as stack:
        given = stack.enter_context(Path(path).open("rb")) if path != "-" else sys.stdin.buffer
        source: BinaryIO = given
        if not given.seekable() or path == "-":
            source = stack.enter_context(tempfile.TemporaryFile())
            shutil.copyfileobj(given, source)
        table = unpacked(source)
        stack.callback(table.close)
        yield table


def _matrix_study(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    (source, *_) = sources
    source.seek(0)
    text = source.read(_LARGEST_MATRIX).decode("utf-8", errors="replace").removeprefix("\ufeff")
    cells, names = split_headings(text)
    return make_study(
        parse_counts(cells),
        parse_categories(asked.categories or "") or names,
        source=_name(asked),
        scheme=asked.scheme,
        level=asked.level,
    )


def _expanded(asked: argparse.Namespace) -> bool:
    """Put the files that a pattern names in its place, and tell whether there is one."""
    patterns = [path for path in asked.files if glob.has_magic(path) and not Path(path).exists()]
    if patterns:
        found = [glob.glob(one) if one in patterns else [one] for one in asked.files]  # noqa: PTH207 - patterns may be absolute
        asked.files = sorted(one for paths in found for one in paths)
    return bool(patterns or asked.engine)


def _folder_study(asked: argparse.Namespace, sources: Sequence[BinaryIO]) -> Study:
    return _table_study(asked, sources, _read_folder)


def _table_study(
    asked: argparse.Namespace,
    sources: Sequence[BinaryIO],
    read_all: Callable[[argparse.Namespace, Sequence[BinaryIO], Answers], Reading] | None = None,
) -> Study:
    read_all = read_all or _read
    reading = read_all(asked, sources, _answers(asked))
    while reading.questions:
        if not asked.yes or not reading.questions[0].options:
            raise _Open(reading)
        reading = read_all(asked, sources, reading.questions[0].options[0].answers)
    counts = reading.tally
    assert counts is not None, "no question is open"
    clip = reading.structure.scores and reading.answers.predicted_as != "keep"
    columns = reading.structure.columns
    said = reading.answers
    grouped = columns is not None and columns.group is not None
    observed, effective, clusters = observed_of(counts, reading.categories, clip=clip), None, None
    if said.weight or said.cluster:
        if not grouped:
            raise RatingsError("--cluster and --weights need a table with a row an item.")
        grouped = False
    if said.weight:
        observed, effective = weighted_items(counts, reading.categories, clip=clip)
    elif said.cluster:
        clusters = tables_of_clusters(counts, reading.categories, clip=clip)
    return make_study(
        observed,
        reading.categories,
        source=_name(asked),
        groups=_groups(counts, reading.categories, clip) if grouped else None,
        n_rows=counts.n + counts.n_missing,
        n_missing=counts.n_missing,
        choices=[*reading.remarks, *_choices(asked, reading)],
        scheme=asked.scheme,
        level=asked.level,
        cutting=_cutting(reading),
        codes=reading.missing,
        effective=effective,
        clusters=clusters,
    )


def _cutting(reading: Reading) -> Cutting | None:
    way = reading.answers.predicted_as
    if not reading.structure.scores or way in (None, "keep"):
        return None
    return Cutting("rounded") if isinstance(way, str) else Cutting("given", way or ())


def _read(asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers) -> Reading:
    layouts = [
        _layout(asked, source, path) for source, path in zip(sources, asked.files, strict=True)
    ]
    if len(sources) == 2:
        return read_two(sources, asked.files, answers, layouts=layouts)
    with _progress(asked, sources[0]) as progress:
        return read(sources[0], _name(asked), answers, layout=layouts[0], progress=progress)


def _read_folder(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], answers: Answers
) -> Reading:
    """Read many files of one kind as one: what the columns are, the first tells."""
    structure = recognise(sources[0], _layout(asked, sources[0], asked.files[0]), answers)
    if structure.questions:
        return Reading(structure, remarks=structure.remarks, questions=structure.questions)
    columns = structure.columns
    if columns is None:
        raise RatingsError("Many files are read as one only where a row is an item.")
    if asked.engine:
        way = answers.predicted_as
        counts = count_by_engine(
            asked.files,
            structure.layout,
            columns,
            asked.engine,
            predicted_as=None if way == "keep" else way,
            first_category=first_of(answers),
        )
        return settle(structure, counts, answers)
    said = replace(answers, columns=(columns.actual, columns.predicted), count=columns.count or "")
    total = Tally({})
    for path in asked.files:
        with _opened(path) as source:
            one = recognise(source, _layout(asked, source, path), said)
            if one.questions:
                raise RatingsError(
                    "{path}: {question}", path=path, question=one.questions[0].message
                )
            total += count(source, one, said)
    return settle(structure, total, answers)


def _asks_for_many(
    asked: argparse.Namespace, sources: Sequence[BinaryIO], parser: argparse.ArgumentParser
) -> bool:
    """Tell whether the options are those of many raters, and of nothing else."""
    long = [asked.item, asked.rater, asked.rating]
    names = _listed(asked.raters)
    if not any(long) and asked.raters is None:
        return False
    if any(long) and not all(long):
        parser.error("--item, --rater and --rating go together")
    if not any(long) and len(names) == 2:
        layout = _layout(asked, sources[0], asked.files[0])
        if not any_is_column(sources[0], names, layout, _answers(asked)):
            return False
    of_two = ("columns", "actual", "predicted", "counts", "matrix", "shape", "id", "round")
    for name in (*of_two, "cut_points", "keep_fractions"):
        if getattr(asked, name):
            parser.error(f"--{name.replace('_', '-')} is for two raters")
    if len(sources) > 1:
        parser.error("Many raters are read from one file")
    return True


def _rater_study(asked: argparse.Namespace, source: BinaryIO) -> RaterStudy:
    reading = _read_raters(asked, source, _answers(asked))
    while reading.questions:
        if not asked.yes:
            raise _Open(reading)
        reading = _read_raters(asked, source, reading.questions[0].options[0].answers)
    labels = reading.labels
    assert labels is not None, "no question is open"
    return make_rater_study(
        labels.on_scale(reading.categories),
        categories=reading.categories,
        raters=labels.raters,
        groups=labels.groups,
        source=_name(asked),
        remarks=reading.remarks,
        scheme=asked.scheme,
        level=asked.level,
    )


def _read_raters(asked: argparse.Namespace, source: BinaryIO, answers: Answers) -> RaterReading:
    with _progress(asked, source) as progress:
        return read_raters(
            source,
            _name(asked),
            answers,
            raters=None if asked.raters is None else _listed(asked.raters),
            long=(asked.item, asked.rater, asked.rating) if asked.item else None,
            layout=_layout(asked, source, asked.files[0]),
            progress=progress,
        )


def _name(asked: argparse.Namespace) -> str:
    if len(asked.files) > 2:
        return f"{Path(asked.files[0]).name} … {Path(asked.files[-1]).name}"
    names = ["standard input" if path == "-" else Path(path).name for path in asked.files]
    return " + ".join(names)


def _layout(asked: argparse.Namespace, source: BinaryIO, path: str) -> Layout:
    layout = detect(source, Path(path).name)
    changes: dict[str, Any] = {
        name: getattr(asked, name)
        for name in ("decimal", "encoding", "sheet")
        if getattr(asked, name) is not None
    }
    if asked.delimiter is not None:
        changes["delimiter"] = asked.delimiter.replace("\\t", "\t")
    return replace(layout, **changes)


def _answers(asked: argparse.Namespace) -> Answers:
    """Return what the options say."""
    columns = _two(asked.columns, "--columns")
    if asked.actual is not None and asked.predicted is not None:
        columns = (asked.actual, asked.predicted)
    elif asked.actual is not None or asked.predicted is not None:
        raise RatingsError("--actual and --predicted go together: name both columns.")
    predicted_as: str | tuple[float, ...] | None = "round" if asked.round else None
    if asked.keep_fractions:
        predicted_as = "keep"
    if asked.cut_points:
        predicted_as = tuple(_cut_points(asked.cut_points))
    return Answers(
        header_row=0 if asked.no_header else asked.header_row,
        kept_rows=tuple(_whole_numbers(asked.keep_rows or "")),
        left_out=True if asked.leave_out else None,
        shape=asked.shape,
        columns=columns,
        count="" if asked.counts == "none" else asked.counts,
        group=asked.group,
        cluster=asked.cluster,
        weight=asked.weights,
        raters=_pair(asked.raters),
        missing=_codes(asked.missing),
        rated=_codes(asked.not_missing) or (),
        dates=True if asked.dates_are_ranges else None,
        categories=parse_categories(asked.categories or "") or None,
        predicted_as=predicted_as,
        id=_two(asked.id, "--id") if "," in (asked.id or "") else asked.id and (asked.id, asked.id),
        duplicates=asked.duplicates,
        one_sided=True if asked.one_sided else None,
    )


def _listed(text: str | None) -> list[str]:
    return next(csv.reader([text or ""], skipinitialspace=True), [])


def _pair(text: str | None) -> tuple[str, str] | None:
    """Return the two raters that are named; None for none, or more."""
    names = _listed(text)
    return (names[0], names[1]) if len(names) == 2 else None


def _two(text: str | None, option: str) -> tuple[str, str] | None:
    if text is None:
        return None
    parts = _listed(text)
    if len(parts) != 2:
        raise RatingsError(
            "{option}: give two names with a comma between them, not {value}.",
            option=option,
            value=shown(text),
        )
    return parts[0], parts[1]


def _codes(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    return () if text == "none" else tuple(parse_codes(text))


def _whole_numbers(text: str) -> list[int]:
    try:
        return [int(row) for row in text.split(",") if row.strip()]
    except ValueError:
        raise RatingsError(
            "--keep-rows: {value} is not a list of rows such as 52,53.", value=shown(text)
        ) from None


def _cut_points(text: str) -> list[float]:
    try:
        return [float(point) for point in text.split(",")]
    except ValueError:
        raise RatingsError(
            "--cut-points: {value} is not a list of numbers such as 0.5,1.5,2.5.", value=shown(text)
        ) from None


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
        yield Message(N_("{n} items that miss a rating were left out."), {"n": counts.n_missing})
    if reading.answers.predicted_as == "round":
        yield Message(N_("Predictions were rounded, halves up."))
    elif asked.cut_points:
        yield Message(N_("Predictions were cut at {points}."), {"points": asked.cut_points})


def _print_questions(reading: Reading | RaterReading) -> None:
    """Print what was recognised, and what has to be said first, with the options that say it."""
    lines = [str(remark) for remark in reading.remarks]
    for question in reading.questions:
        lines.append(f"qwk: {question.message}")
        width = max((len(option.flag) for option in question.options), default=0)
        lines += [f"  {option.flag:{width}}  {option.label}" for option in question.options]
    lines.append("--yes takes the first answer to each question. No kappa was computed.")
    print(printable("\n".join(lines)), file=sys.stderr)


@contextlib.contextmanager
def _progress(
    asked: argparse.Namespace, source: BinaryIO
) -> Iterator[Callable[[float], None] | None]:
    """Yield what tells standard error how far reading has come, for long files alone."""
    if asked.quiet or source.seek(0, io.SEEK_END) < _LONG:
        yield None
        return
    on_screen = sys.stderr.isatty()
    told = 0

    def tell(share: float) -> None:
        nonlocal told
        percent = int(share * 100)
        if percent // (1 if on_screen else 10) > told // (1 if on_screen else 10):
            print(
                f"\rReading {percent}%" if on_screen else f"Reading {percent}%",
                end="" if on_screen else "\n",
                file=sys.stderr,
                flush=True,
            )
            told = percent

    try:
        yield tell
    finally:
        if on_screen:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _report(study: Study) -> str:
    walk, interval = study.walk, study.interval
    digits = study.decimals
    scale = shown_categories(walk.categories)
    lines = [f"{study.source}: n = {_items(study.n)}, categories {scale}"]
    lines += [plain_text(choice, digits) for choice in study.choices]
    lines += ["", f"kappa     {_number(walk.kappa, digits)}  ({walk.scheme} weights)"]
    if math.isnan(interval.low):
        lines.append("interval  none")
    else:
        method = plain_text(method_words(study), digits)
        low, high = (_number(end, digits) for end in (interval.low, interval.high))
        lines.append(f"interval  {low} to {high}  ({interval.level * 100:.6g}%, {method})")
        if study.clusters is not None:
            lines += [plain_text(note, digits) for note in interval_notes(study)[1:]]
    if study.groups:
        lines += ["", "By group"]
        width = max(map(len, study.groups))
        for name, one in study.group_intervals.items():
            ends = f"{_number(one.low, digits)} to {_number(one.high, digits)}"
            n = study.groups[name].sum()
            lines.append(f"  {name:{width}}  {_number(one.kappa, digits)}  {ends}  n = {n}")
    if len(walk.categories) > _WIDEST:
        lines += ["", f"The matrices have {len(walk.categories)} rows: --json has them."]
    else:
        for title, matrix in (
            ("Observed", walk.observed),
            ("Weights", walk.weights),
            ("Expected", walk.expected),
        ):
            lines += ["", f"{title} (rows actual, columns predicted)"]
            lines += _table(matrix, list(map(str, walk.categories)))
    checks = find_checks(study)
    lines += [""] * bool(checks)
    lines += [f"{check.severity}: {plain_text(check.message, digits)}" for check in checks]
    return "\n".join([*lines, ""])


def _items(n: int | float) -> str:
    return str(n) if isinstance(n, int) else f"{n:.2f}".rstrip("0").rstrip(".")


def _number(value: float, digits: int) -> str:
    return "undefined" if math.isnan(value) else f"{value:.{digits}f}"


def _table(matrix: Array, names: Sequence[str]) -> list[str]:
    decimals = _decimals(matrix)
    cells = [[f"{cell:.{decimals}f}" for cell in row] for row in matrix.tolist()]
    stub = max(map(len, names))
    width = max(map(len, [*names, *(cell for row in cells for cell in row)]))
    return [
        "  ".join([f"  {name:{stub}}", *(f"{cell:>{width}}" for cell in row)])
        for name, row in zip(["", *names], [names, *cells], strict=True)
    ]


def _decimals(matrix: Array) -> int:
    """Return how many decimals a matrix needs, four at most, and one where it has thousands."""
    most = 1 if matrix.max() >= 1_000 else 4
    rounded = (places for places in range(most) if np.allclose(matrix, matrix.round(places)))
    return next(rounded, most)


if __name__ == "__main__":
    sys.exit(main())
