"""Translation: every text on the screen goes through these functions."""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from qwk_app.words.language import current
from qwk_core import ExplainedError
from qwk_core.messages import N_ as N_
from qwk_core.messages import Message
from qwk_core.pictures.cells import write_number


def _(message: str, /, **values: object) -> str:
    """Return `message` in the reader's language, with its ``{placeholders}`` filled in."""
    translated = current().translate(message)
    return translated.format(**values) if values else translated


def joined(sentences: Iterable[str]) -> str:
    """Join sentences as the language does; empty ones are left out."""
    between = _("{first} {second}", first="", second="")
    return between.join(filter(None, sentences))


def capitalized(text: str) -> str:
    """Return a text that begins with a capital letter; the other letters stay as they are.

    >>> capitalized("anteil der Ziehungen")
    'Anteil der Ziehungen'
    """
    return text[:1].upper() + text[1:]


def plural(n: float, one: str, many: str, /, **values: object) -> str:
    """Return `one` or `many` in the reader's language, as the number `n` requires.

    Both may have the field {count}, the number as the language writes it; or {n}, a small one.
    """
    # Languages have forms for whole numbers; a fraction takes the plural.
    whole = int(n) if n == n // 1 and abs(n) < _MANY else _MANY
    values = {"n": n, "count": current().digits(write_number(n)), **values}
    return current().translate_plural(one, many, whole).format(**values)


_MANY = 10**9


@cache
def template(file: Path, **options: Any) -> Template:
    """Return the template in a file; the texts in it are translated for the reader."""
    environment = Environment(
        loader=FileSystemLoader(file.parent), undefined=StrictUndefined, trim_blocks=True, **options
    )
    environment.globals["_"] = _
    return environment.get_template(file.name)


@cache
def catalogue(file: Path) -> dict[str, dict[str, str]]:
    """Return the texts in a file of data, by kind and key; they are translated later."""
    kinds = tomllib.loads(file.read_text("utf-8"))
    return {kind: of_kind["text"] for kind, of_kind in kinds.items()}


def plain(text: object) -> str:
    r"""Return a text so that Markdown shows it letter by letter.

    An invisible word joiner keeps an address from becoming a link.

    >>> plain("**x** <b> $y$"), plain("a@b")
    ('\\*\\*x\\*\\* \\<b\\> \\$y\\$', 'a\\@\u2060b')
    """
    escaped = "".join(f"\\{c}" if c in _MARKDOWN else c for c in str(text))
    return _ADDRESS.sub("\\g<0>\u2060", escaped)


_MARKDOWN = frozenset("\\`*_{}[]()<>#+-!|~$:&^=@./")
_ADDRESS = re.compile(r"\\[:@]|www", re.IGNORECASE)


def quoted(text: str) -> str:
    """Return a text of the core with the quotation marks of the language."""
    # Translators: the quotation marks of your language.
    return re.sub("“(.*?)”", lambda found: _("“{text}”", text=found[1]), text)


def error_text(error: ExplainedError) -> str:
    """Return an error of the core in the reader's language, as Markdown."""
    return _filled(error.template, error.values)


def _filled(template: str, values: Mapping[str, object]) -> str:
    return _(template, **{name: _value(name, value) for name, value in values.items()})


def _value(name: str, value: object) -> str:
    if isinstance(value, Message):
        return _filled(value.template, value.values)
    if isinstance(value, int | float):
        return current().digits(f"{value:,}").replace("-", "−")
    # The core's own words are translated; all other text was typed by a person.
    named = name in _KINDS or (name == "name" and value in _NAMES)
    return plain(_(str(value)) if named else quoted(str(value)))


# Fields of messages that have words of the core, and the core's names for the inputs.
_KINDS = frozenset({"slider", "kind"})
_NAMES = frozenset(
    {
        N_("Actual"),
        N_("Predicted"),
        N_("Counts"),
        N_("Categories"),
        N_("Weights"),
        N_("Scores"),
        N_("Sample weights"),
        N_("Items"),
        N_("Ratings"),
        N_("Totals"),
    }
)
