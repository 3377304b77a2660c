"""What every notebook is made of: its cells as JSON, words that stay words, lists as code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

_WIDTH = 96  # characters of a line of code
_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")

WEIGHTS_CODE = """\
i, j = np.indices((N, N))
far = max(N - 1, 1)
schemes = {{
    "quadratic": (i - j) ** 2 / far**2,
    "linear": abs(i - j) / far,
    "unweighted": (i != j).astype(float),
}}
w = schemes["{scheme}"]
w"""
"""The code for the weights of N categories; `scheme` is filled in."""

SAME_CODE = """\
def same(mine, reported):
    if math.isnan(reported):
        return math.isnan(mine)
    return math.isclose(mine, reported, rel_tol=1e-9, abs_tol=1e-9)


"""
"""The code that compares two numbers."""


def notebook_json(cells: Iterable[tuple[str, str]]) -> str:
    """Return a notebook (nbformat 4.5) of these cells.

    Parameters
    ----------
    cells : iterable of (kind, source)
        The kind is "markdown" or "code".

    Returns
    -------
    str
        The text of an .ipynb file.

    Examples
    --------
    >>> json.loads(notebook_json([("code", "1 + 1")]))["cells"][0]["source"]
    '1 + 1'
    """
    content = {
        "cells": [
            {
                "cell_type": kind,
                "id": f"cell-{at}",
                "metadata": {},
                "source": source.rstrip("\n"),
                **({"execution_count": None, "outputs": []} if kind == "code" else {}),
            }
            for at, (kind, source) in enumerate(cells)
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def escaped(text: str) -> str:
    r"""Return text so that Markdown shows it letter by letter: no markup, no HTML, no formula.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> print(escaped("<b> $x$"))
    \<b\> \$x\$
    """
    return _MARKDOWN.sub(r"\\\1", " ".join(text.split()))


def listed(before: str, items: Sequence[str], after: str) -> str:
    r"""Return a list as code, in lines that are not too long.

    Parameters
    ----------
    before : str
        What stands in front of the items: a name and an opening bracket.
    items : sequence of str
        The items as code.
    after : str
        What stands behind them: the closing bracket.

    Returns
    -------
    str

    Examples
    --------
    >>> listed("x = [", ["1", "2"], "]")
    'x = [1, 2]\n'
    """
    lines, current = [], before
    for at, item in enumerate(items):
        piece = item if at == len(items) - 1 else f"{item}, "
        if len(current) + len(piece) > _WIDTH:
            lines.append(current.rstrip())
            current = "    "
        current += piece
    return "\n".join([*lines, current + after]) + "\n"


def number_code(value: float) -> str:
    """Return a number as code.

    Parameters
    ----------
    value : float
        nan is written as `math.nan`.

    Returns
    -------
    str

    Examples
    --------
    >>> number_code(0.5), number_code(float("nan"))
    ('0.5', 'math.nan')
    """
    return "math.nan" if value != value else repr(value)
