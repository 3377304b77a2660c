"""What a page holds, read from AppTest."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1.element_tree import Block


def figures(app: Any) -> list[dict[str, Any]]:
    """Return the figures of the page as they are sent, in order."""
    return [json.loads(chart.proto.spec) for chart in app.get("plotly_chart")]


def matrix_texts(app: Any, name: str) -> list[str]:
    """Return the numbers in the cells of the page's first matrix of that name, row by row."""
    symbol = {"observed": "O", "weights": "w", "expected": "E"}[name]
    for figure in figures(app):
        for trace in figure["data"]:
            if str(trace.get("hovertemplate", "")).startswith(f"{symbol}["):
                texts: list[str] = trace["text"]
                return texts
    raise AssertionError(f"no matrix {symbol} on the page")


def sharing(app: Any) -> Any:
    """Return the dialog in which the link, its QR code and its frame are shared."""
    (dialog,) = app.get("dialog")
    return dialog


def markdown(block: Block | Any) -> str:
    """Return all the page's prose, a paragraph a line."""
    return "\n".join(element.value for element in block.markdown)
