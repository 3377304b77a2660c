"""What can be asked for on the command line, and what the options say."""

from __future__ import annotations

import argparse
import csv
import tomllib
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

_CATALOGUE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

# What the catalogue names: the lists of choices, and the types of numbers.
_NAMED: dict[str, Any] = {
    "engines": ENGINES,
    "shapes": SHAPES,
    "schemes": SCHEMES,
    "intervals": tuple(INTERVALS),
    "roles": tuple(ROLES),
    "int": int,
    "float": float,
}


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
        description=_CATALOGUE["description"],
        epilog=_CATALOGUE["examples"],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    for group in _CATALOGUE["group"]:
        place = parser.add_argument_group(group["title"]) if group["title"] else parser
        instead: dict[str, argparse._MutuallyExclusiveGroup] = {}
        for option in group["option"]:
            told = dict(option)
            names, either = told.pop("names"), told.pop("either", "")
            if either and either not in instead:
                instead[either] = place.add_mutually_exclusive_group()
            for key in ("choices", "type"):
                if isinstance(told.get(key), str):
                    told[key] = _NAMED[told[key]]
            (instead[either] if either else place).add_argument(*names, **told)
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
    return Answers(
        sheet=asked.sheet,
        header_row=0 if asked.no_header else asked.header_row,
        kept_rows=tuple(_whole_numbers(asked.keep_rows or "")),
        left_out=asked.leave_out,
        shape=asked.shape,
        transposed=True if asked.items_in_columns else False if asked.items_in_rows else None,
        columns=_columns(asked),
        rows=_rows(asked),
        raters=_raters(asked),
        count="" if asked.counts == "none" else asked.counts,
        group=asked.group,
        cluster=asked.cluster,
        weight=asked.weights,
        missing=_codes(asked.missing),
        rated=_codes(asked.not_missing) or (),
        same=tuple(_same(one) for one in asked.same or ()),
        dates=asked.dates_are_ranges,
        categories=parse_categories(asked.categories or "") or None,
        predicted_as=_predicted_as(asked),
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


def _columns(asked: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the columns of two raters, or of more."""
    if asked.actual is not None and asked.predicted is not None:
        return asked.actual, asked.predicted
    if asked.actual is not None or asked.predicted is not None:
        raise RatingsError("--actual and --predicted go together: name both columns.")
    columns = tuple(listed(asked.columns))
    if len(columns) == 1:
        raise _no_two("--columns", asked.columns)
    return columns or None


def _raters(asked: argparse.Namespace) -> tuple[str, ...] | None:
    """Return the raters who count: none of them by name for all."""
    raters = tuple(listed(asked.raters))
    if asked.raters is None or raters == ("all",):
        return None if asked.raters is None else ()
    if len(raters) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(raters)
        )
    return raters


def _predicted_as(asked: argparse.Namespace) -> str | tuple[float, ...] | None:
    if asked.cut_points:
        return tuple(_cut_points(asked.cut_points))
    return "round" if asked.round else "keep" if asked.keep_fractions else None


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
