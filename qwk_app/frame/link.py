"""The parameters of a link: what each means, its default and its page.

A widget that is bound to the link gets its binding here, mostly by `qwk_app.shared.fields`. So each
parameter is in the table `link.toml` beside this file:

    st.tabs(list(tools), key=CODE, bind=link.bind(CODE))

`make documents` writes the table in docs/links.md from it. `valid` checks the values of a link: it
returns the default for a value that the parameter cannot have.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from qwk_core.teaching.catalogues import read_catalogue

LONGEST_TEXT = 20_000  # characters of a field, so a link cannot make the app read more
LONGEST_LINK = 8_000  # characters; some servers cut off longer ones
MOST_SEED = 9_999
MOST_SCENES = 40  # of a lesson

SWITCH = ("true", "false")


@dataclass(frozen=True)
class Parameter:
    """Parameters of a link that have a line of docs/links.md in common, mostly one.

    The frame draws their widgets on every page, or the `page` does. `holds` is what the line says.
    A value is one of `options`, or, if there are none, a text of up to `longest` characters that
    fits `pattern`.
    """

    names: tuple[str, ...]
    holds: str
    page: str = ""
    default: str = ""
    options: tuple[str, ...] = ()
    longest: int = LONGEST_TEXT
    pattern: str = ".*"

    def valid(self, value: object) -> str:
        """Return the value if the parameter can have it, else the default.

        >>> PARAMETERS["scheme"].valid("linear"), PARAMETERS["scheme"].valid("<b>")
        ('linear', 'quadratic')
        """
        return value if isinstance(value, str) and self.accepts(value) else self.default

    def accepts(self, value: str) -> bool:
        """Tell whether the parameter can have this value."""
        if self.options:
            return value in self.options
        fits = re.fullmatch(self.pattern, value[: self.longest + 1], re.DOTALL)
        return fits is not None and len(value) <= self.longest

    @property
    def line(self) -> str:
        """Their line in docs/links.md."""
        names = ", ".join(f"`{name}`" for name in self.names)
        place = f"on `/{self.page}`, " if self.page else ""
        choice = ""
        if self.options and self.options != SWITCH:
            *others, last = (
                f"`{value}`" + " (the default)" * (value == self.default) for value in self.options
            )
            choice = f": {', '.join(others)} or {last}"
        return f"| {names} | {place}{self.holds}{choice} |"


_TABLE = [Parameter(**entry) for entry in read_catalogue(Path(__file__).with_suffix(".toml"))]

PARAMETERS: Mapping[str, Parameter] = {name: each for each in _TABLE for name in each.names}


def bind(name: str, *, private: bool = False) -> Literal["query-params"] | None:
    """Return the binding of a widget to the link; None if it shows `private` data of a reader."""
    assert name in PARAMETERS, f"{name} is not in the table of what a link carries"
    return None if private else "query-params"


def valid(name: str, value: object) -> str:
    """Return a parameter's value if it can have it, else its default."""
    return PARAMETERS[name].valid(value)


def table() -> str:
    """Return the table of all parameters, as docs/links.md has it."""
    lines = (each.line for each in _TABLE)
    return "\n".join(["| parameter | what it holds |", "|---|---|", *lines])
