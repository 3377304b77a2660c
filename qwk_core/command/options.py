"""What can be asked for on the command line, and what the options say."""

from __future__ import annotations

import argparse
import csv
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import SHAPES, Answers
from qwk_core.files.detection import detect
from qwk_core.files.engines import ENGINES
from qwk_core.files.layouts import Layout
from qwk_core.files.meaning import parse_codes
from qwk_core.matrices import SCHEMES
from qwk_core.study.interval_choice import INTERVALS, IntervalChoice
from qwk_core.study.roles import ROLES
from qwk_core.text import parse_categories

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


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"qwk: {message} (--help lists the options)\n")


def make_parser() -> argparse.ArgumentParser:
    """Make the parser of all options.

    Returns
    -------
    argparse.ArgumentParser
        One whose errors are one line.
    """
    parser = _Parser(
        prog="qwk",
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
        "--columns",
        metavar="A,B",
        help="the columns of actual and predicted ratings; or of more raters: A,B,C",
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
    what.add_argument(
        "--shape", choices=SHAPES, help="one item per row, one rating per row, or counts"
    )
    lie = what.add_mutually_exclusive_group()
    lie.add_argument("--items-in-columns", action="store_true", help="a row is a rater")
    lie.add_argument("--items-in-rows", action="store_true", help="a row is an item or a rating")
    what.add_argument("--id", metavar="COLUMN", help="joins two files; A,B where names differ")
    what.add_argument("--duplicates", choices=("drop", "first"), help="what comes twice")
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
        "--same",
        metavar="A=B",
        action="append",
        help="label A is label B, spelled otherwise; as often as needed",
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
        help="their columns; or, of one rating per row, whose ratings count; two of these make the "
        "kappa of two raters; all: everybody's",
    )
    many.add_argument(
        "--item",
        metavar="COLUMN",
        help="of one rating per row: what was rated (A,B where two columns name it),",
    )
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
    how.add_argument(
        "--interval",
        choices=tuple(INTERVALS),
        help="smoothed (the default of two raters): two items added, on Fisher's scale; formula: "
        "kappa ± z standard errors; bootstrap; bca; jackknife (the default of more raters); "
        "cluster: whole clusters drawn, with --cluster. docs/intervals.md says how often each "
        "holds the true kappa. --json has the standard errors by name: formula (Fleiss, Cohen & "
        "Everitt, 1969), null (for the test of kappa = 0) and interval (of this method)",
    )
    how.add_argument(
        "--draws", type=int, default=10_000, metavar="N", help="of a bootstrap (%(default)s)"
    )
    how.add_argument("--seed", type=int, default=1, metavar="N", help="of the draws (%(default)s)")
    how.add_argument(
        "--roles",
        choices=tuple(ROLES),
        help="what the two are: a truth and a model, a reference and a rater, equals, or a first "
        "and a second time; without: what their names say",
    )
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


def answers_of(asked: argparse.Namespace) -> Answers:
    """Return what the options answer of the questions that a file may raise.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.

    Returns
    -------
    Answers
        None wherever an option is not given.

    Raises
    ------
    RatingsError
        If options contradict one another, or one cannot be read.
    """
    columns = tuple(listed(asked.columns)) or None
    if columns is not None and len(columns) < 2:
        raise _no_two("--columns", asked.columns)
    rows = _rows(asked)
    raters = None if asked.raters is None else tuple(listed(asked.raters))
    if raters == ("all",):
        raters = ()
    elif raters is not None and len(raters) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(raters)
        )
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
        sheet=asked.sheet,
        header_row=0 if asked.no_header else asked.header_row,
        kept_rows=tuple(_whole_numbers(asked.keep_rows or "")),
        left_out=asked.leave_out,
        shape=asked.shape,
        transposed=True if asked.items_in_columns else False if asked.items_in_rows else None,
        columns=columns,
        rows=rows,
        raters=raters,
        count="" if asked.counts == "none" else asked.counts,
        group=asked.group,
        cluster=asked.cluster,
        weight=asked.weights,
        missing=_codes(asked.missing),
        rated=_codes(asked.not_missing) or (),
        same=tuple(_same(one) for one in asked.same or ()),
        dates=asked.dates_are_ranges,
        categories=parse_categories(asked.categories or "") or None,
        predicted_as=predicted_as,
        id=_ids(asked.id),
        duplicates=asked.duplicates,
        one_sided=bool(asked.one_sided),
        order_matters=asked.scheme != "unweighted",
    )


def interval_of(asked: argparse.Namespace) -> IntervalChoice:
    """Return which interval the options ask for.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.

    Returns
    -------
    IntervalChoice
    """
    return IntervalChoice(asked.interval or "auto", asked.draws, asked.seed)


def check_options(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """End the process where options do not go together.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    parser : argparse.ArgumentParser
        Says which.
    """
    if sum(map(bool, (asked.group, asked.cluster, asked.weights))) > 1:
        parser.error("Give one of --group, --cluster and --weights")
    rows = (asked.item, asked.rater, asked.rating)
    if any(rows) and not all(rows):
        parser.error("--item, --rater and --rating go together")
    if not any(rows) and len(listed(asked.raters)) < 3:
        return
    of_two = ("columns", "actual", "predicted", "counts", "matrix", "shape", "id", "round")
    for name in (*of_two, "cut_points", "keep_fractions"):
        if getattr(asked, name):
            parser.error(f"--{name.replace('_', '-')} is for two raters")
    if len(asked.files) > 1:
        parser.error("Many raters are read from one file")


def layout_of(asked: argparse.Namespace, source: BinaryIO, path: str) -> Layout:
    """Detect how a file is laid out, and correct it by the options.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    source : binary file
        The file.
    path : str
        Its name, whose ending may tell the format.

    Returns
    -------
    Layout
        How to read it.
    """
    layout = detect(source, Path(path).name)
    changes: dict[str, Any] = {
        name: getattr(asked, name)
        for name in ("decimal", "encoding", "sheet")
        if getattr(asked, name) is not None
    }
    if asked.delimiter is not None:
        changes["delimiter"] = asked.delimiter.replace("\\t", "\t")
    return replace(layout, **changes)


def source_name(asked: argparse.Namespace) -> str:
    """Name what is read, for a title or an error.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.

    Returns
    -------
    str
        The file's name, two of them with a plus, or the first and the last of many.
    """
    if len(asked.files) > 2:
        return f"{Path(asked.files[0]).name} … {Path(asked.files[-1]).name}"
    names = ["standard input" if path == "-" else Path(path).name for path in asked.files]
    return " + ".join(names)


def listed(text: str | None) -> list[str]:
    """Split what stands between commas; a name with a comma stands in quotes.

    Parameters
    ----------
    text : str or None
        Such as ``ann,ben,cy``.

    Returns
    -------
    list of str
        The names; none for None.

    Examples
    --------
    >>> listed('ann, "Ben, B.", cy')
    ['ann', 'Ben, B.', 'cy']
    """
    return next(csv.reader([text or ""], skipinitialspace=True), [])


def _rows(asked: argparse.Namespace) -> tuple[tuple[str, ...], str, str] | None:
    """Return the columns of one rating per row."""
    given = (asked.item, asked.rater, asked.rating)
    if not all(given):  # all or none: `check_options` saw to it
        return None
    return tuple(listed(asked.item)), asked.rater, asked.rating


def _same(text: str) -> tuple[str, str]:
    """Return a label and the one that it is."""
    label, mark, kept = text.partition("=")
    if not (mark and label and kept):
        raise RatingsError(
            "--same: {value} is not two labels such as modrate=moderate.", value=shown(text)
        )
    return label, kept


def _ids(text: str | None) -> tuple[str, str] | None:
    """Return the columns of two files that name an item; one name is that of both."""
    if text is None:
        return None
    parts = listed(text)
    if len(parts) not in (1, 2):
        raise _no_two("--id", text)
    return parts[0], parts[-1]


def _no_two(option: str, text: str) -> RatingsError:
    return RatingsError(
        "{option}: give two names with a comma between them, not {value}.",
        option=option,
        value=shown(text),
    )


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
