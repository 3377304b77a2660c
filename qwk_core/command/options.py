"""What can be asked for on the command line, and what the options say."""

from __future__ import annotations

import argparse
import csv
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from qwk_core.files.answers import SHAPES
from qwk_core.files.detection import detect
from qwk_core.files.engines import ENGINES
from qwk_core.files.layouts import Layout
from qwk_core.matrices import SCHEMES
from qwk_core.study.interval_choice import INTERVALS, IntervalChoice
from qwk_core.study.roles import ROLES

_CATALOGUE: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))

OPTIONS: list[dict[str, Any]] = [one for group in _CATALOGUE["group"] for one in group["option"]]
"""All options, as `options.toml` describes them."""

_ANSWERING = ("answers", "value", "form", "empty")  # what `answering.py` needs, and argparse not

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
            settings = {key: value for key, value in option.items() if key not in _ANSWERING}
            names, either = settings.pop("names"), settings.pop("either", "")
            if either and either not in instead:
                instead[either] = place.add_mutually_exclusive_group()
            for key in ("choices", "type"):
                if isinstance(settings.get(key), str):
                    settings[key] = _NAMED[settings[key]]
            (instead[either] if either else place).add_argument(*names, **settings)
    return parser


def settings_of(asked: argparse.Namespace) -> dict[str, Any]:
    """Return what the options say of any study: its source, weights, level and interval.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.

    Returns
    -------
    dict of str to object
        As `Study` takes them.
    """
    return {
        "source": source_name(asked),
        "scheme": asked.scheme,
        "level": asked.level,
        "choice": IntervalChoice(asked.interval or "auto", asked.draws, asked.seed),
    }


def check_options(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """End the process where options do not go together.

    Parameters
    ----------
    asked : argparse.Namespace
        The options.
    parser : argparse.ArgumentParser
        Says which.
    """
    if asked.group and asked.group == asked.cluster:
        parser.error("A group of one cluster has no interval: name a column for each")
    if asked.only and len(asked.files) > 1:
        parser.error("--only is for one file")
    rows = (asked.item, asked.rater, asked.rating)
    if any(rows) and not all(rows):
        parser.error("--item, --rater and --rating go together")
    if not any(rows) and len(listed(asked.raters)) < 3:
        return
    of_two = ("columns", "actual", "predicted", "matrix", "shape", "id", "round", "cut_points")
    for name in (*of_two, "keep_fractions", *(["counts"] if any(rows) else [])):
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
    layout = detect(source)
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
