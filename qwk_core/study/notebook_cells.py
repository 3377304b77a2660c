"""How a notebook is written: its cells as JSON, words that stay words, lists as code."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pprint import pformat

_WIDTH = 80  # characters of a line of numbers
_MARKDOWN = re.compile(r"([!-/:-@\[-`{-~])")


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
