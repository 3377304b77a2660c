"""Kappa of a file, from the command line: `python -m qwk_core ratings.csv`."""

from __future__ import annotations

import argparse
import contextlib
import io
import math
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import numpy as np

from qwk_core.errors import RatingsError, shown, shown_categories
from qwk_core.files.tables import (
    Columns,
    Layout,
    Tally,
    detect,
    observed_of,
    propose_order,
    sample,
    tally,
)
from qwk_core.matrices import SCHEMES
from qwk_core.messages import N_, Message
from qwk_core.ratings import Array, Category
from qwk_core.study.checks import find_checks
from qwk_core.study.files import study_json
from qwk_core.study.study import Study, make_study
from qwk_core.study.words import method_words, plain_text
from qwk_core.text import format_categories, parse_categories, parse_counts

_LONG = 16 * 2**20  # bytes: below, reading takes no time worth telling
_LARGEST_MATRIX = 64 * 2**20  # bytes of text
_WIDEST = 26  # categories: a larger matrix is not printed

_EXAMPLES = """
examples:
  python -m qwk_core ratings.csv --actual grader_a --predicted grader_b
  python -m qwk_core ratings.xlsx --sheet Round2 --categories none,mild,moderate,severe
  python -m qwk_core counts.csv --count count --json > kappa.json
  python -m qwk_core scores.parquet --actual y --predicted p --cut-points 0.5,1.5
  echo "20,5;10,15" | python -m qwk_core --matrix

Without --actual and --predicted, columns of these names are taken, or else the only two there are.
Exit status: 0, or 1 with one line that says what is wrong, or 2 for a wrong option.
"""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"qwk_core: {message} (--help lists the options)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m qwk_core",
        description="Print the weighted kappa of two raters with its interval and the matrices\n"
        "observed, weights and expected. Rows are actual, columns predicted.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        metavar="FILE",
        help="CSV, TSV, Excel, Parquet or JSON lines of any length; - or none: standard input",
    )
    what = parser.add_argument_group("what to read")
    what.add_argument("--actual", metavar="COLUMN", help="the column of actual ratings")
    what.add_argument("--predicted", metavar="COLUMN", help="the column of predicted ratings")
    what.add_argument("--count", metavar="COLUMN", help="how many items a row stands for")
    what.add_argument("--group", metavar="COLUMN", help="kappa for each group too")
    what.add_argument("--matrix", action="store_true", help="the input is a matrix of counts")
    what.add_argument(
        "--categories",
        metavar="SCALE",
        help="the scale from lowest to highest: 0-4, or none,mild,severe; needed for words",
    )
    what.add_argument(
        "--drop-missing", action="store_true", help="leave out rows that miss a rating"
    )
    fractions = what.add_mutually_exclusive_group()
    fractions.add_argument(
        "--round", action="store_true", help="round predictions, halves to the even neighbour"
    )
    fractions.add_argument(
        "--cut-points", metavar="LIST", help="cut predictions at these points: 0.5,1.5,2.5"
    )
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
    layout.add_argument("--no-header", action="store_true", help="columns: “column 1” and so on")
    layout.add_argument("--sheet", metavar="NAME", help="of an Excel file")
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
        0, or 1 where the input cannot be used; then standard error has one line that says why.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # where a terminal has no “–”
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.file == "-" and sys.stdin.isatty():
        parser.error("Name a file, or send one to standard input")
    try:
        with _opened(asked.file) as source:
            study = _matrix_study(asked, source) if asked.matrix else _table_study(asked, source)
        print(study_json(study) if asked.json else _printable(_report(study)), end="")
    except RatingsError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{asked.file}: {error.strerror or error}")
    except KeyboardInterrupt:
        return _failed("stopped")
    return 0


def _failed(reason: str) -> int:
    print(f"qwk_core: {_printable(' '.join(reason.split()))}", file=sys.stderr)
    return 1


@contextlib.contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    """Open a file, or copy standard input, which cannot be read twice, to one on the disk."""
    if path != "-":
        with Path(path).open("rb") as file:
            yield file
        return
    with tempfile.TemporaryFile() as copy:
        shutil.copyfileobj(sys.stdin.buffer, copy)
        yield copy


def _matrix_study(asked: argparse.Namespace, source: BinaryIO) -> Study:
    source.seek(0)
    text = source.read(_LARGEST_MATRIX).decode("utf-8", errors="replace")
    return make_study(
        parse_counts(text.removeprefix("\ufeff")),
        parse_categories(asked.categories or ""),
        source=_name(asked),
        scheme=asked.scheme,
        level=asked.level,
    )


def _table_study(asked: argparse.Namespace, source: BinaryIO) -> Study:
    layout = _layout(asked, source)
    columns = _columns(asked, sample(source, layout).columns)
    predicted_as: str | list[float] | None = "round" if asked.round else None
    first = 0
    categories = parse_categories(asked.categories or "")
    if asked.cut_points:
        predicted_as = _cut_points(asked.cut_points)
        if categories and isinstance(categories[0], int):
            first = categories[0]
    with _progress(asked, source) as progress:
        counts = tally(
            source,
            layout,
            columns,
            predicted_as=predicted_as,
            first_category=first,
            progress=progress,
        )
    if counts.n_missing and not asked.drop_missing:
        raise RatingsError(
            "{missing} of {n} items miss a rating: {actual} the actual one, {predicted} the "
            "predicted one, {both} both. Leave them out with --drop-missing, or fill them in.",
            missing=counts.n_missing,
            n=counts.n + counts.n_missing,
            actual=counts.missing_actual,
            predicted=counts.missing_predicted,
            both=counts.missing_both,
        )
    categories = categories or _proposed(counts)
    clip = predicted_as == "round" and asked.categories is not None
    return make_study(
        observed_of(counts, categories, clip=clip),
        categories,
        source=_name(asked),
        groups=_groups(counts, categories, clip) if columns.group else None,
        n_rows=counts.n_rows,
        n_missing=counts.n_missing,
        choices=_choices(asked, counts),
        scheme=asked.scheme,
        level=asked.level,
    )


def _name(asked: argparse.Namespace) -> str:
    return "standard input" if asked.file == "-" else Path(asked.file).name


def _layout(asked: argparse.Namespace, source: BinaryIO) -> Layout:
    layout = detect(source, _name(asked))
    changes: dict[str, Any] = {
        name: getattr(asked, name)
        for name in ("decimal", "encoding", "sheet")
        if getattr(asked, name) is not None
    }
    if asked.delimiter is not None:
        changes["delimiter"] = asked.delimiter.replace("\\t", "\t")
    if asked.no_header:
        changes["header"] = False
    return replace(layout, **changes)


def _columns(asked: argparse.Namespace, names: Sequence[str]) -> Columns:
    """Return the columns asked for; those that are not, by their names or as the only two."""
    by_name = {name.lower(): name for name in reversed(names)}
    actual = asked.actual or by_name.get("actual")
    predicted = asked.predicted or by_name.get("predicted")
    if actual is None and predicted is None and len(names) == 2:
        actual, predicted = names
    if actual is None or predicted is None:
        raise RatingsError(
            "Which columns? Name two with --actual and --predicted. There are: {columns}.",
            columns=", ".join(map(shown, names[:20])) + (", …" if len(names) > 20 else ""),
        )
    count = asked.count
    if count is None and set(by_name) == {"actual", "predicted", "count"}:
        count = by_name["count"]  # what the queries for large tables write
    return Columns(actual, predicted, count, asked.group)


def _cut_points(text: str) -> list[float]:
    try:
        return [float(point) for point in text.split(",")]
    except ValueError:
        raise RatingsError(
            "--cut-points: {value} is not a list of numbers such as 0.5,1.5,2.5.", value=shown(text)
        ) from None


def _proposed(counts: Tally) -> tuple[Category, ...]:
    order = propose_order(counts.labels, declared=counts.declared)
    if not order.certain:
        raise RatingsError(
            "{reason} Say the order, from lowest to highest: --categories {categories}",
            reason=order.reason,
            categories=shlex.quote(format_categories(order.categories)),
        )
    return order.categories


def _groups(counts: Tally, categories: tuple[Category, ...], clip: bool) -> dict[str, Array]:
    return {group: observed_of(counts, categories, group, clip=clip) for group in counts.groups}


def _choices(asked: argparse.Namespace, counts: Tally) -> Iterator[Message]:
    if counts.n_missing:
        yield Message(N_("{n} items that miss a rating were left out."), {"n": counts.n_missing})
    if asked.round:
        yield Message(N_("Predictions were rounded, halves to the even neighbour."))
    if asked.cut_points:
        yield Message(N_("Predictions were cut at {points}."), {"points": asked.cut_points})


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
    lines = [f"{study.source}: n = {study.n}, categories {shown_categories(walk.categories)}"]
    lines += [plain_text(choice, digits) for choice in study.choices]
    lines += ["", f"kappa     {_number(walk.kappa, digits)}  ({walk.scheme} weights)"]
    if math.isnan(interval.low):
        lines.append("interval  none")
    else:
        method = plain_text(method_words(study), digits)
        low, high = (_number(end, digits) for end in (interval.low, interval.high))
        lines.append(f"interval  {low} to {high}  ({interval.level * 100:.6g}%, {method})")
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


def _printable(text: str) -> str:
    """Return text without what a terminal would obey: a label may hold anything."""
    return "".join(c if c.isprintable() or c == "\n" else "�" for c in text)


if __name__ == "__main__":
    sys.exit(main())
