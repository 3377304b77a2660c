"""Which answers do the options give to questions about a file, and which option gives an answer?

`options.toml` says of an option which field of `Answers` it `answers`: with its text, which has a
`form`, or with a `value`; and which word stands for an `empty` answer.

>>> option_of(Answers(), Answers(missing=("-99", "9"))), option_of(Answers(), Answers(raters=()))
('--missing=-99,9', '--raters all')
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import Any, NamedTuple

from qwk_core.command.options import OPTIONS, listed
from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import Answers
from qwk_core.files.meaning import parse_codes
from qwk_core.text import format_categories, parse_categories

_BOTH = ("missing", "rated")  # what one of them says, the other may have to say again


def _joined(names: Iterable[str]) -> list[str]:
    """Return what `listed` splits again, each name once."""
    quoted = (
        f'"{name.replace(chr(34), chr(34) * 2)}"' if set(name) & set(',"') else name
        for name in dict.fromkeys(names)
    )
    return [",".join(quoted)]


def _no_two(text: str, flag: str) -> RatingsError:
    return RatingsError(
        "{option}: give two names with a comma between them, not {value}.",
        option=flag,
        value=shown(text),
    )


def _columns(text: str, flag: str) -> tuple[str, ...] | None:
    """Return the columns of two raters, or of more."""
    columns = tuple(listed(text))
    if len(columns) == 1:
        raise _no_two(text, flag)
    return columns or None


def _raters(text: str, _flag: str) -> tuple[str, ...]:
    """Return the raters who count."""
    raters = tuple(listed(text))
    if len(raters) < 2:
        raise RatingsError(
            "Raters: {given} are not enough; at least two are needed.", given=len(raters)
        )
    return raters


def _ids(text: str, flag: str) -> tuple[str, str]:
    """Return the columns of two files that name an item; one name is that of both."""
    parts = listed(text)
    if len(parts) not in (1, 2):
        raise _no_two(text, flag)
    return parts[0], parts[-1]


def _same(texts: Iterable[str], _flag: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of a label and the one that it is."""
    pairs = []
    for text in texts:
        label, mark, kept = text.partition("=")
        if not (mark and label and kept):
            raise RatingsError(
                "--same: {value} is not two labels such as modrate=moderate.", value=shown(text)
            )
        pairs.append((label, kept))
    return tuple(pairs)


def _only(text: str, flag: str) -> tuple[str, str]:
    """Return a column and the value of the rows that count."""
    column, mark, value = text.partition("=")
    if not (mark and column and value):
        raise RatingsError(
            "{option}: {value} is not a column and its value, such as criterion=style.",
            option=flag,
            value=shown(text),
        )
    return column, value


def _whole_numbers(text: str, _flag: str) -> tuple[int, ...]:
    try:
        return tuple(int(row) for row in text.split(",") if row.strip())
    except ValueError:
        raise RatingsError(
            "--keep-rows: {value} is not a list of rows such as 52,53.", value=shown(text)
        ) from None


def _cut_points(text: str, _flag: str) -> tuple[float, ...]:
    try:
        return tuple(float(point) for point in text.split(","))
    except ValueError:
        raise RatingsError(
            "--cut-points: {value} is not a list of numbers such as 0.5,1.5,2.5.", value=shown(text)
        ) from None


class _Form(NamedTuple):
    """A form of an option's text."""

    read: Callable[[Any, str], Any]  # from the text and the option's name
    write: Callable[[Any], list[str]]  # texts, as the option may be given several times
    mark: str = " "  # between the option and its text


_TEXT = _Form(lambda text, _flag: text, lambda value: [str(value)])
_FORMS = {
    "codes": _Form(lambda text, _flag: tuple(parse_codes(text)), _joined, "="),
    "columns": _Form(_columns, _joined),
    "id": _Form(_ids, _joined),
    "only": _Form(_only, lambda value: ["=".join(value)]),
    "points": _Form(_cut_points, lambda value: [",".join(map(str, value))]),
    "raters": _Form(_raters, _joined),
    "rows": _Form(_whole_numbers, lambda value: [",".join(map(str, value))]),
    "same": _Form(_same, lambda value: ["=".join(pair) for pair in value]),
    "scale": _Form(
        lambda text, _flag: parse_categories(text) or None, lambda value: [format_categories(value)]
    ),
}
_ANSWERING = [option for option in OPTIONS if "answers" in option]


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
    found: dict[str, Any] = {"order_matters": asked.scheme != "unweighted"}
    for option in _ANSWERING:
        flag = option["names"][0]
        text = getattr(asked, flag[2:].replace("-", "_"))
        if text is None or text is False:
            continue
        form = _form(option)
        if text == option.get("empty"):
            found[option["answers"]] = "" if form is _TEXT else ()
        else:
            found[option["answers"]] = (
                option["value"] if "value" in option else form.read(text, flag)
            )
    if (asked.actual is None) != (asked.predicted is None):
        raise RatingsError("--actual and --predicted go together: name both columns.")
    if asked.actual is not None:
        found["columns"] = asked.actual, asked.predicted
    if asked.item:  # with the other two: `check_options` saw to it
        found["rows"] = tuple(listed(asked.item)), asked.rater, asked.rating
    return Answers(**found)


def option_of(before: Answers, after: Answers) -> str:
    """Return the option of the command line that gives an answer, as a terminal takes it.

    Parameters
    ----------
    before, after : Answers
        What was known without the answer, and with it.

    Returns
    -------
    str
        Of several fields that differ, the option of the last.
    """
    names = [one.name for one in fields(Answers)]
    name = [one for one in names if getattr(before, one) != getattr(after, one)][-1]
    if name == "rows":
        items, rater, rating = after.rows or ((), "", "")
        named = (("--item", ",".join(items)), ("--rater", rater), ("--rating", rating))
        return " ".join(f"{flag} {shlex.quote(text)}" for flag, text in named)
    if name in _BOTH:
        return " ".join(_written(one, value) for one in _BOTH if (value := getattr(after, one)))
    value = getattr(after, name)
    many = name == "columns" and len(value) > 2
    return _written("raters" if many else name, value)


def _written(name: str, value: Any) -> str:
    """Return the option that gives a field of `Answers` a value."""
    of_field = [one for one in _ANSWERING if one["answers"] == name]
    able = [one for one in of_field if one.get("value", value) == value]
    with_value = [one for one in able if "value" in one]
    option = (with_value or able)[0]
    flag, form = option["names"][0], _form(option)
    if "value" in option:
        return " ".join([flag, *option.get("choices", ())])
    texts = form.write(value) if value else [option["empty"]]
    return " ".join(f"{flag}{form.mark}{shlex.quote(text)}" for text in texts)


def _form(option: Mapping[str, Any]) -> _Form:
    return _FORMS.get(option.get("form", ""), _TEXT)
