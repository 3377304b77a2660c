"""Streamlit with answers kept in a dictionary: what a tap costs without any store.

Started in place of the module `streamlit` by `tests.benchmarks.classroom`, and only by it.
"""

from __future__ import annotations

import runpy
from collections import defaultdict
from typing import Any

from classroom.store import Store

_ANSWERS: defaultdict[str, dict[int, int]] = defaultdict(dict)


def _answer(_self: Store, _code: str, token: str, _round: int, item: int, category: int) -> None:
    _ANSWERS[token][item] = category


def _mine(_self: Store, _code: str, token: str) -> Any:
    return {1: dict(_ANSWERS[token])}


if __name__ == "__main__":
    Store.answer = _answer  # type: ignore[method-assign]
    Store.mine = _mine  # type: ignore[method-assign]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
