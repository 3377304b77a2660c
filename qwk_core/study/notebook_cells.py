"""What every notebook is made of: its cells as JSON, words that stay words, lists as code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pprint import pformat
from typing import Any

_WIDTH = 80  # characters of a line of numbers
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

_CHECK_CODE = """\
from math import nan


def same(mine, reported):
    if math.isnan(reported):
        return math.isnan(mine)
    return math.isclose(mine, reported, rel_tol=1e-9, abs_tol=1e-9)


def check(mine, reported):
    if isinstance(reported, dict):
        mine, reported = [mine[name] for name in reported], list(reported.values())
    if isinstance(reported, list | tuple):
        for one, other in zip(mine, reported, strict=True):
            check(one, other)
    else:
        assert same(mine, reported), (mine, reported)


"""


def checks(figures: Mapping[str, Any]) -> str:
    """Return the code that compares what a notebook computes with what the report says.

    Parameters
    ----------
    figures : mapping of str to object
        What the report says, by the expression that computes it: numbers, or lists and dicts of
        them.

    Returns
    -------
    str

    Examples
    --------
    >>> checks({"kappas": {"linear": 0.5}}).splitlines()[-2]
    "check(kappas, {'linear': 0.5})"
    """
    lines = [f"check({mine}, {literal(reported)})" for mine, reported in figures.items()]
    return _CHECK_CODE + "\n".join([*lines, 'print("All figures are the same.")'])


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


def literal(value: object) -> str:
    """Return numbers, texts, lists and dicts as code, in lines that are not too long.

    Parameters
    ----------
    value : object
        nan is written as `nan`.

    Returns
    -------
    str

    Examples
    --------
    >>> literal({"low": 0.5, "high": float("nan")})
    "{'low': 0.5, 'high': nan}"
    """
    return pformat(value, width=_WIDTH, compact=True, sort_dicts=False)
