"""A test language with every message in brackets: words outside brackets are not translated.

Brackets surround only messages that the code marks for translation. They surround only the words
of a message, not the values of its fields. So a sentence made of unmarked pieces is found, too.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from streamlit.testing.v1.element_tree import Block, Element

from qwk_app.words.language import Language
from tests import translations
from tests.core.beside import beside

CODE = "xx"

_FIELD = re.compile(r"(\{\w*\})")
_SAMPLES = {"12,345.6": "12\u202f345,6", "1,234": "1234"}


class _Brackets(NullTranslations):
    def gettext(self, message: str) -> str:
        if message in _SAMPLES:
            return _SAMPLES[message]
        if message not in _messages():
            return message
        parts = _FIELD.split(message)
        return "".join(
            part if not part or _FIELD.fullmatch(part) else f"⟦{part}⟧" for part in parts
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


PSEUDO = Language(CODE, _Brackets())


@cache
def _messages() -> frozenset[str]:
    """Return every message of a catalogue, with each form of a plural."""
    return frozenset(
        form
        for message in translations.compiled(translations.paths()["es"])
        for form in (message if isinstance(message, tuple) else (message,))
    )


def texts(app: Any) -> Iterator[tuple[str, str]]:
    """Return every text from the page to the browser, with its place."""
    for node in _nodes(app._tree):
        kind = node.type if isinstance(node, Element) else type(node).__name__
        # Code is not translated. A text to quote is, and its `language` is not that of a program.
        if node.proto is None or getattr(node.proto, "language", "plaintext") != "plaintext":
            continue
        for where, text in _strings(node.proto):
            yield f"{kind}.{where}", text


def _nodes(block: Block) -> Iterator[Any]:
    for child in block.children.values():
        yield child
        if isinstance(child, Block):
            yield from _nodes(child)


PLACES = beside(__file__, "pseudo.toml")
_UNSEEN = re.compile(rf"(^|\.)({'|'.join(PLACES['unseen'])})(\.|$)")


def _strings(message: Message, path: str = "") -> Iterator[tuple[str, str]]:
    for field, value in message.ListFields():
        here = f"{path}.{field.name}" if path else field.name
        values = value if field.is_repeated else [value]
        if field.name == "spec":
            yield from _figure(json.loads(value), here)
        elif field.name == "json":  # the data of one of the app's own components
            handed = json.loads(value)  # it is a list if the component's code is a file
            for part in handed if isinstance(handed, list) else [handed]:
                yield from _given(part, here)
        elif field.name == "columns":
            found = leaves(json.loads(value), here)
            yield from (leaf for leaf in found if leaf[0].endswith(".label"))
        elif field.type == FieldDescriptor.TYPE_MESSAGE:
            if field.message_type.GetOptions().map_entry:
                continue
            for one in values:
                yield from _strings(one, here)
        elif field.type == FieldDescriptor.TYPE_STRING and not _UNSEEN.search(here):
            for one in values:
                yield here, one


def leaves(part: Any, path: str) -> Iterator[tuple[str, str]]:
    """Return the texts in data, each with the names that lead to it."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from leaves(value, f"{path}.{key}")
    elif isinstance(part, list):
        for value in part:
            yield from leaves(value, path)
    elif isinstance(part, str):
        yield path, part


def _figure(figure: dict[str, Any], path: str) -> Iterator[tuple[str, str]]:
    for trace in figure["data"]:  # its name is seen only if a legend shows it
        if not figure["layout"].get("showlegend") or trace.get("showlegend") is False:
            trace.pop("name", None)
    for where, text in leaves(figure, path):
        if where.rpartition(".")[2] in PLACES["seen_in_figures"]:
            yield where, text


def _given(part: Any, path: str) -> Iterator[tuple[str, str]]:
    if part.keys() & {"panels", "strip", "bars", "base"}:
        for where, text in leaves(part, ""):
            if not {*where.split(".")}.intersection(PLACES["unseen_in_matrices"]):
                yield path + where, re.sub(r"\{\w+\}", " ", text)
    else:
        for key, value in part.items():
            if isinstance(value, str) and key not in {"name", "file", "key"}:
                yield f"{path}.{key}", value


_BRACKETED = re.compile(r"⟦[^⟦⟧]*⟧")
_COLOUR = re.compile(r"⟦:⟧[a-z]+⟦\[")  # a colour as the value of a field
# Text without words: markup, icons, addresses.
_MARKUP = re.compile(
    r"<(?:style|script)>(?s:.*?)</(?:style|script)>|<[^>]*>|:material/\w+:|:(?:blue|orange|violet|green|red|gray|small)\[|&\w+;"
    r"|%\{[^}]*\}|\{note\}|https?://\S+|/\w*\?[\w=&,;-]+|doi\.org\S*|\[[^\]]*\]\(https[^)]*\)"
    r"|\b[a-z]+(?:-[a-z]+)+-\d+-\d+\b|&\w+=true"  # the name of an exercise; a part of an address
)
_IN_FORMULAS = re.compile(
    r"\\rule(?:\[[^\]]*\])?\{[^}]*\}\{[^}]*\}"
    r"|\\(?:begin|end|mathrm|textcolor|colorbox)\{[^}]*\}"
    r"|\[-?[\d.]+(?:em|pt)\]|_\{[^}]*\}|\\[A-Za-z]+"
)
_KATEX_WORDS = re.compile(r"\\text\{([^}]*)\}")
_WORD = re.compile(r"[^\W\d_]{2,}|\d\.\d+")


def words_left(text: str, *, formula: bool = False) -> list[str]:
    """Return the words of a text that did not come through translation, and decimal points.

    >>> words_left("⟦Kappa is ⟧0.5⟦.⟧ of chance"), words_left("κ = **0,5**, O[4, 0]")
    (['0.5', 'of', 'chance'], [])
    """
    bare = _BRACKETED.sub(" ", _COLOUR.sub("⟦:[", text))
    if formula:
        words = " ".join(_KATEX_WORDS.findall(bare))
        bare = words + _IN_FORMULAS.sub(" ", _KATEX_WORDS.sub(" ", bare))
    return _WORD.findall(_MARKUP.sub(" ", bare))
