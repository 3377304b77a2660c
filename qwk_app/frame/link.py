"""The parameters of a link: what each means, its default and its page.

A widget that is bound to the link gets its binding here, mostly by `qwk_app.shared.fields`. So each
parameter is in this table:

    st.tabs(list(tools), key=CODE, bind=link.bind(CODE))

`make documents` writes the table in docs/links.md from it. `valid` checks the values of a link: it
returns the default for a value that the parameter cannot have.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

EVERY_PAGE = ""  # in place of the stem of a page: the frame draws the widget
LONGEST_TEXT = 20_000  # characters of a field, so a link cannot make the app read more
LONGEST_LINK = 8_000  # characters; some servers cut off longer ones
MOST_SEED = 9_999
MOST_SCENES = 40  # of a lesson


@dataclass(frozen=True)
class Parameter:
    """One parameter of a link.

    `description` is its line in docs/links.md; parameters of a page with the same description share
    a line. The value is one of `options`, or, if there are none, a text of up to `longest`
    characters that fits `pattern`.
    """

    name: str
    description: str
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


def _choice(name: str, default: str, options: str, description: str = "") -> Parameter:
    written = [f"`{one}`" + " (the default)" * (one == default) for one in options.split()]
    listed = f"{', '.join(written[:-1])} or {written[-1]}"
    description = f"{description}: {listed}" if description else listed
    return Parameter(name, description, default, tuple(options.split()))


def _switch(name: str, does: str) -> Parameter:
    return Parameter(name, f"`true` {does}", "false", ("true", "false"))


_WORD = 200  # characters of an option whose words depend on the example or the language
_WHOLE = "[1-9][0-9]{0,3}"  # up to MOST_SEED
_DECIMAL = r"-?[0-9]{1,9}(\.[0-9]{1,9})?"
_DIALS = ("noise", "shift", "stretch", "prevalence", "n_categories", "n")

_RATINGS = "the two ratings, separated by commas"
_CELL = "the chosen cell; without it, the costliest"
_HIDES = "hides it until it is revealed"
_COUNTS = "two tables of counts to compare"
_PAIR = "the pair of raters that is open; without it, the one that agrees least"
_SLIDERS = "the sliders of the second rater, and the one that a curve follows"

# The parameters of each page that has their widgets.
_TABLE: Mapping[str, tuple[Parameter, ...]] = {
    EVERY_PAGE: (
        Parameter("actual", _RATINGS),
        Parameter("predicted", _RATINGS),
        Parameter(
            "counts", "a table of counts in their place: rows separated by `;`, cells by `,`"
        ),
        Parameter(
            "categories",
            "`0-4`, or names in order: `none,mild,moderate,severe`; without it, as the ratings are",
        ),
        _choice("scheme", "quadratic", "quadratic linear unweighted"),
        Parameter("row", _CELL, longest=_WORD),
        Parameter("column", _CELL, longest=_WORD),
        _switch("hide_kappa", _HIDES),
        _switch("hide_cell", _HIDES),
        _switch("hide_editor", _HIDES),
        _switch("present", "shows the page for a projector"),
        Parameter("plan", "a lesson of several scenes, as the page *Teaching* makes it"),
        Parameter("at", "the scene of the lesson", "1", pattern=_WHOLE),
        Parameter("title", "the browser's title of the page", longest=80),
        Parameter("question", "the teacher's own question, above the page", longest=300),
        Parameter(
            "names",
            "names for the two raters and the items: `Teacher A, Teacher B, essays`",
            longest=120,
        ),
        Parameter(
            "lang",
            "`en`, `de`, `es`, `fr`, `pt` or `zh`; without it, what the reader's browser asks for",
            longest=_WORD,
        ),
        _switch("tables", "writes a table below every chart"),
        Parameter(
            "seed",
            "on *Chance* and *How sure*, the random seed, from 1 to 9999",
            "1",
            pattern=_WHOLE,
        ),
        Parameter(
            "exercises",
            "on *Practice*, a homework: the names of its exercises, separated by commas",
            longest=1000,
        ),
    ),
    "weights": (Parameter("w", "weights of one's own, as a table"),),
    "expected": (
        _switch("fill", "shows how E is calculated"),
        _switch("difference", "shows O − E"),
        _choice("unit", "counts", "counts proportions"),
        _choice("shuffles", "100", "1 10 100 1000", "how many shuffles"),
    ),
    "how_sure": (
        _choice("draws", "2000", "200 2000 10000", "how many draws"),
        _choice("interval", "smoothed", "smoothed bootstrap bca analytic", "the interval"),
        _choice("level", "95%", "90% 95% 99%", "its confidence"),
    ),
    "study_plan": (
        _choice("width", "0.2", "0.4 0.2 0.1 0.05", "the width of the interval that is wanted"),
        Parameter(
            "totals",
            "before a study: the totals expected, as `50,30,20`, or a table of proportions",
            longest=2000,
        ),
        Parameter("expected", "the kappa expected", "0.7", longest=10),
        _choice(
            "narrow",
            "0.2",
            "0.4 0.3 0.2 0.1",
            "the width of the interval that the study is to have",
        ),
        Parameter("least", "the kappa that it is to show", "0.6", longest=10),
        _choice("power", "80%", "80% 90% 95%", "the share of studies that shall reach it"),
    ),
    "kappa": (
        Parameter("scale", "the reading scale, by its name", longest=_WORD),
        Parameter("code", "`numpy`, `scikit-learn` or `R`", longest=_WORD),
    ),
    "what_if": (
        _switch("predict", "hides what a change does until it is predicted"),
        Parameter("experiment", "the experiment that is unfolded, by its title", longest=_WORD),
        *(Parameter(f"dial_{slider}", _SLIDERS, pattern=_DECIMAL) for slider in _DIALS),
        Parameter("along", _SLIDERS, longest=_WORD),
    ),
    "pitfalls": (Parameter("find", "what is looked for", longest=80),),
    "measures": (Parameter("a", _COUNTS), Parameter("b", _COUNTS)),
    "many_raters": (
        Parameter(
            "raters",
            "a table of ratings: rows separated by `;`, one an item, cells by `,`, one a rater; "
            "the first row may hold the raters' names",
        ),
        Parameter("raters_scale", "its categories, written as `categories` are"),
        Parameter("first_rater", _PAIR, longest=_WORD),
        Parameter("second_rater", _PAIR, longest=_WORD),
        _choice("raters_order", "table", "table similar name", "the raters' order"),
    ),
    "implementations": (
        Parameter("implementation", "the one looked into", longest=_WORD),
        Parameter("case", "the hard ratings", longest=_WORD),
        _switch("extras", "runs libraries"),
        _switch("divide", "divides w by its largest"),
    ),
    "practice": (Parameter("exercise", "the exercise's name", longest=40),),
    "live": (
        Parameter("room", "the code of a room", longest=40),
        Parameter(
            "me",
            "a student’s own key, put there by joining: it is part of no link to share",
            longest=40,
        ),
        Parameter("host", "the teacher’s key to a room: whoever has it holds the room", longest=40),
        _switch("board", "shows a room’s board"),
    ),
}

PARAMETERS: Mapping[str, Parameter] = {each.name: each for some in _TABLE.values() for each in some}


def bind(name: str, *, private: bool = False) -> Literal["query-params"] | None:
    """Return the binding of a widget to the link; None if it shows `private` data of a reader."""
    assert name in PARAMETERS, f"{name} is not in the table of what a link carries"
    return None if private else "query-params"


def valid(name: str, value: object) -> str:
    """Return a parameter's value if it can have it, else its default."""
    return PARAMETERS[name].valid(value)


def table() -> str:
    """Return the table of all parameters, as docs/links.md has it."""
    rows: dict[str, list[str]] = {}
    for page, parameters in _TABLE.items():
        place = f"on `/{page}`, " if page else ""
        for each in parameters:
            rows.setdefault(f"{place}{each.description}", []).append(f"`{each.name}`")
    lines = [f"| {', '.join(names)} | {description} |" for description, names in rows.items()]
    return "\n".join(["| parameter | what it holds |", "|---|---|", *lines])
