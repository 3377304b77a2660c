"""The languages of the app, and which of them this reader gets.

A language is one file in the folder `locale`, ``<code>/LC_MESSAGES/qwk.po``: `make translations`
compiles it, and the app finds it. English needs no file: the messages in the code are English.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, cached_property, wraps
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import ParamSpec, TypeVar

import streamlit as st

from qwk_core.messages import N_

LANG = "lang"  # the key of the language, and its name in the link
SOURCE = "en"
DOMAIN = "qwk"
FOLDER = Path(__file__).with_name("locale")
NAMES = (
    FOLDER / "names.json"
)  # the translation of NAME in each catalogue, so that the menu reads no catalogue

P = ParamSpec("P")
T = TypeVar("T")


# Translators: the name of your language, as it calls itself.
NAME = N_("English")
# Translators: this number in your language: its decimal mark, and its separator of thousands.
_LARGE_SAMPLE = N_("12,345.6")
# Translators: the same with four digits, which some languages do not separate.
_SMALL_SAMPLE = N_("1,234")


@dataclass(frozen=True)
class Language:
    """One language: its messages, and how it writes numbers."""

    code: str
    messages: NullTranslations = field(default_factory=NullTranslations)

    def translate(self, message: str) -> str:
        """Return a message in this language; without a translation it stays English."""
        return unbroken(self.messages.gettext(message)) if message else ""

    def translate_plural(self, one: str, many: str, n: int) -> str:
        """Return the message for this number in this language."""
        return unbroken(self.messages.ngettext(one, many, n))

    @cached_property
    def marks(self) -> tuple[str, str, str]:
        """The decimal mark, the separator of thousands, and the one in numbers of four digits.

        >>> Language("en").marks
        ('.', ',', ',')
        """
        return _marks(self.translate(_LARGE_SAMPLE), self.translate(_SMALL_SAMPLE))

    def digits(self, text: str) -> str:
        """Return a number in this language's form; `text` is Python's, with ``,`` for thousands.

        >>> Language("en").digits("1,234.5")
        '1,234.5'
        """
        decimal, thousands, thousands_of_four = self.marks
        if decimal == "." and thousands == thousands_of_four == ",":
            return text
        whole, point, fraction = text.partition(".")
        apart = thousands_of_four if _FOUR.fullmatch(whole) else thousands
        return whole.replace(",", apart) + (decimal + fraction if point else "")


def unbroken(text: str) -> str:
    """Return a text in which no line ends beside an equals sign, or after another sign.

    >>> unbroken("so κ = 1 − 2 ÷ 3")
    'so κ\xa0=\xa01 −\xa02 ÷\xa03'
    """
    text = text.replace(" = ", "\u00a0=\u00a0")
    for sign in "−×÷":
        text = text.replace(f"{sign} ", f"{sign}\u00a0")
    return text


_FOUR = re.compile(r"\D*\d,\d{3}")


def _marks(large: str, small: str) -> tuple[str, str, str]:
    """Read the marks from the two examples that a translator wrote.

    >>> _marks("12.345,6", "1234")
    (',', '.', '')
    """
    found = re.fullmatch(r"12(\D?)345(\D)6", large), re.fullmatch(r"1(\D?)234", small)
    assert found[0] is not None and found[1] is not None, "samples of numbers, see `make lint`"
    return found[0][2], found[0][1], found[1][1]


@cache
def languages() -> Mapping[str, str]:
    """Return the own name of every language by its code, English first."""
    others: dict[str, str] = json.loads(NAMES.read_text("utf-8"))
    return {SOURCE: NAME} | others


@cache
def language(code: str) -> Language:
    """Return a language by its code."""
    if code == SOURCE:
        return Language(SOURCE)
    with (FOLDER / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Language(code, GNUTranslations(file))


# The language of the current run. A run of the script is one thread, so it belongs to one visitor.
_in_use: ContextVar[Language | None] = ContextVar("in_use", default=None)


def current() -> Language:
    """Return this reader's language.

    The frame sets it for a page. Callbacks and fragments run without the frame and read it from the
    session. Outside a session it is English.
    """
    found = _in_use.get()
    if found is not None:
        return found
    for code in (st.session_state.get(LANG), st.query_params.get(LANG)):
        if code in languages():
            return language(str(code))
    return language(of_browser())


@contextmanager
def using(one: Language) -> Iterator[None]:
    """Use one language inside the block, instead of the reader's."""
    token = _in_use.set(one)
    try:
        yield
    finally:
        _in_use.reset(token)


def bound(function: Callable[P, T]) -> Callable[P, T]:
    """Return a function that uses this reader's language in any thread.

    It may then run after the page is drawn, for instance to make a file at its download.
    """
    chosen = current()

    @wraps(function)
    def translated(*args: P.args, **kwargs: P.kwargs) -> T:
        with using(chosen):
            return function(*args, **kwargs)

    return translated


def of_browser() -> str:
    """Return the language that the reader's browser asks for, or English if the app lacks it."""
    return best(st.context.locale or SOURCE)


def number_format() -> str | None:
    """Return the number format for Streamlit's widgets: the browser's, or a decimal point.

    Streamlit 1.67 only knows the browser's language. If the reader chose another, use a point.
    """
    return "localized" if current().code == of_browser() != SOURCE else None


def asked() -> str | None:
    """Return the language for a link; None if the browser may decide."""
    code = current().code
    return None if code == of_browser() else code


def best(locale: str) -> str:
    """Return the language that is nearest to a locale such as es-MX.

    >>> best("en-GB"), best("tlh"), best("")
    ('en', 'en', 'en')
    """
    code = locale.replace("_", "-").lower()
    known = languages()
    return next((each for each in (code, code.partition("-")[0]) if each in known), SOURCE)


def _translated(message: object) -> str:
    return current().translate(str(message))


def offered(key: str, options: Sequence[T], label: Callable[[T], str]) -> Sequence[T]:
    """Return the options of a widget bound to the link; the link may name one in any language.

    A link carries the words of an option. If it was made in another language, this replaces its
    word by the one in this reader's language. Call it for the argument `options` of the widget.
    """
    asked = st.query_params.get(key)
    if asked is None or asked in map(label, options):
        return options
    if key in st.session_state:
        # The reader has changed the language since. Setting the value updates the word.
        st.session_state[key] = st.session_state[key]
        return options
    meant = _meant(asked, options, label)
    if meant is not None:
        st.query_params[key] = label(meant)
        st.rerun()
    return options


def means(word: str, title: str) -> bool:
    """Tell whether a word of a link is this title in any language."""
    return bool(word) and _meant(word, [title], _translated) is not None


def _meant(word: str, options: Sequence[T], label: Callable[[T], str]) -> T | None:
    """Return the option that a word stands for in any language, None if it stands for none."""
    for code in languages():
        with using(language(code)):
            meant = next(
                (each for each in options if word in (each, label(each), _translated(each))), None
            )
        if meant is not None:
            return meant
    return None
