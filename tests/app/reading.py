"""Reads the parts of a page from AppTest."""

import json
import re
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from streamlit.testing.v1.element_tree import Block

from qwk_app.frame.state import Lesson, Texts, read
from qwk_core import walk_through_counts
from qwk_core.teaching.examples import Example

ESCAPING = re.compile(r"\\(?![a-zA-Z])|\u2060")  # of Markdown; the commands of a formula stay


def handed(block: Any, *names: str) -> list[dict[str, Any]]:
    """Return the data of the components with these names, or of all components in files."""
    found = []
    for one in block.get("bidi_component"):
        owner, _dot, name = one.proto.component_name.partition(".")
        if owner == "qwk" and name in (names or (name,)):
            found += json.loads(one.proto.json)
    return found


def plots(app: Any) -> dict[str, dict[str, Any]]:
    """Return the Plotly figures of the page by their keys, in order, as they are sent."""
    charts = app.get("plotly_chart")
    return {chart.proto.id.split("-", 2)[2]: json.loads(chart.proto.spec) for chart in charts}


def trace(figure: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the trace of that name."""
    (found,) = (one for one in figure["data"] if one.get("name") == name)
    return dict(found)


# The values that the app does not send because they are empty.
_EMPTY: dict[str, Any] = {
    **dict.fromkeys(("link", "note"), ""),
    **{key: [] for key in ("closed", "panels")},
    **dict.fromkeys(("cell", "strip", "bars", "line", "film"), None),
    **dict.fromkeys(("totals", "chooses", "large", "below"), False),
}


def views(app: Any) -> list[dict[str, Any]]:
    """Return the data of the app's components on a page: matrices, strips, bars."""
    return [_EMPTY | view for view in handed(app, "matrices")]


def panels(app: Any) -> dict[str, dict[str, Any]]:
    """Return the page's matrices by name, the first of each; their lists are split."""
    found: dict[str, dict[str, Any]] = {}
    for view in views(app):
        for panel in view["panels"]:
            made = {**panel, "texts": panel["texts"].split("\t"), "view": view}
            found.setdefault(panel["name"], made)
    return found


def matrix_texts(app: Any, name: str) -> list[str]:
    """Return the numbers in the cells of the page's first matrix of that name, row by row."""
    return list(panels(app)[name]["texts"])


def line(app: Any, name: str, cell: tuple[int, int] | None = None) -> str:
    """Return the sentence about a cell (by default the chosen one) below the matrix `name`."""
    view = panels(app)[name]["view"]
    row, column = cell or view["cell"]
    labels, sentence = view["labels"], view["line"]
    at = row * len(labels) + column
    fields = {field: texts.split("\t")[at] for field, texts in sentence["lists"].items()}
    template = sentence["templates"][int(sentence["kinds"][at])]
    return str(template).format(row=labels[row], column=labels[column], **fields)


def strip(app: Any) -> dict[str, Any]:
    """Return the page's first strip of items."""
    return next(view["strip"] for view in views(app) if view["strip"])


def picture(app: Any) -> dict[str, Any]:
    """Return the data of the picture of kappa."""
    (found,) = handed(app.main, "kappa_box")
    return found


def sharing(app: Any) -> Any:
    """Return the dialog in which the link, its QR code and its frame are shared."""
    (dialog,) = app.get("dialog")
    return dialog


def opened_by(address: str) -> tuple[str, dict[str, str]]:
    """Return the page that an address opens, "" for the first one, and its parameters."""
    parts = urlsplit(address)
    return parts.path.rpartition("/")[2], dict(parse_qsl(parts.query))


def shared(app: Any) -> tuple[str, dict[str, str]]:
    """Return the page that the shared link opens, and its parameters."""
    return opened_by(sharing(app).code[0].value)


def markdown(block: Block | Any) -> str:
    """Return all prose of the page, one paragraph on each line."""
    return "\n".join(element.value for element in block.markdown)


def words(app: Any) -> str:
    """Return all texts of a page or of a part of it: one element on each line, unescaped."""
    block = getattr(app, "main", app)
    kinds = ("title", "header", "caption", "markdown", "code")
    kinds += ("info", "success", "warning", "error")
    text = "\n".join(str(part.value) for kind in kinds for part in block.get(kind))
    formulas = (part.value for part in block.get("latex"))
    return "\n".join([ESCAPING.sub("", text), *formulas])


def table(app: Any, start: str) -> list[list[str]]:
    """Return the rows of the Markdown table whose head begins with this, without marks."""
    text = next(each.value for each in app.main.markdown if each.value.startswith(f"| {start}"))
    return [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:]]


def query(texts: Texts | Example) -> dict[str, str]:
    """Return an example as the parameters of a link."""
    spelled = texts if isinstance(texts, Texts) else Texts.of(texts)
    return {name: text for name, text in vars(spelled).items() if text}


def lesson(texts: Texts, scheme: str = "quadratic") -> Lesson:
    """Return the data of a page with this example."""
    source, errors = read(texts)
    assert source is not None, errors
    walk = walk_through_counts(source.observed, categories=source.categories, scheme=scheme)
    return Lesson(walk=walk, ratings=source.ratings, cell=(0, 0))


def right_answers(app: Any, question: str) -> list[str]:
    """Choose each option of a question, one by one; return those that the page calls right."""
    (key,) = (one.key for one in app.radio if one.key.startswith(f"question-{question}"))
    options = list(app.radio(key=key).options)
    assert len(set(options)) == len(options) == 3
    right = []
    for option in options:
        app.radio(key=key).set_value(option).run()
        sentence = [box.value.partition(".")[0] for box in (*app.main.success, *app.main.info)]
        assert ("Yes" in sentence) != ("Not quite" in sentence)
        right += [option] * ("Yes" in sentence)
    return right


def answered(app: Any) -> Any:
    """Answer the question, so that the page shows the rest."""
    return app.main.radio[0].set_value(app.main.radio[0].options[0]).run()
