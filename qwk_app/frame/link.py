"""What a link carries: every parameter, with its type, its default, its page and its reader.

A widget that is bound to the link asks here for its binding, so no parameter exists that is not in
this table:

    st.toggle(_("Charts as tables, too"), key=TABLES, bind=link.bind(TABLES))

The table in docs/links.md is made from it (`make documents`). What comes out of a link is checked
here, too: `valid` returns the default for a value that the parameter cannot have.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import parse_qsl

EVERY_PAGE = ""  # the parameter is read on every page
LONGEST_TEXT = 20_000  # characters of a field; a link cannot make the app read more
LONGEST_LINK = 8_000  # characters; servers on the way cut off longer ones
MOST_SEED = 9_999
MOST_SCENES = 40  # of a lesson


@dataclass(frozen=True)
class Parameter(ABC):
    """One parameter of a link.

    `page` is the stem of the page that shows its widget, EVERY_PAGE for the frame's own. `reader`
    is the module that reads it. `holds` is its line in docs/links.md; parameters in a row of this
    table with the same line share it.
    """

    name: str
    default: str
    page: str
    reader: str
    holds: str

    def valid(self, value: object) -> str:
        """Return the value if the parameter can have it, else the default.

        >>> PARAMETERS["scheme"].valid("linear"), PARAMETERS["scheme"].valid("<b>")
        ('linear', 'quadratic')
        """
        return value if isinstance(value, str) and self.accepts(value) else self.default

    @abstractmethod
    def accepts(self, value: str) -> bool:
        """Tell whether the parameter can have this value."""


@dataclass(frozen=True)
class Text(Parameter):
    """Text that its reader parses; up to `longest` characters."""

    longest: int = LONGEST_TEXT

    def accepts(self, value: str) -> bool:
        return len(value) <= self.longest


@dataclass(frozen=True)
class Choice(Parameter):
    """One of a few words; `options` is empty where they depend on the example or the language."""

    options: tuple[str, ...] = ()
    longest: int = 200

    def accepts(self, value: str) -> bool:
        return value in self.options if self.options else len(value) <= self.longest


@dataclass(frozen=True)
class Switch(Parameter):
    """On or off: `true` or `false`."""

    def accepts(self, value: str) -> bool:
        return value in ("true", "false")


@dataclass(frozen=True)
class Whole(Parameter):
    """A whole number from `low` to `high`."""

    low: int = 1
    high: int = MOST_SEED

    def accepts(self, value: str) -> bool:
        plain = re.fullmatch(r"[0-9]{1,6}", value.strip())
        return plain is not None and self.low <= int(value) <= self.high


@dataclass(frozen=True)
class Number(Parameter):
    """A number that a slider shows, within the slider's own range."""

    def accepts(self, value: str) -> bool:
        return re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", value) is not None


_FRAME = "qwk_app.frame"
_PARTS = "qwk_app.parts"
_RATINGS = "the two ratings, separated by commas"
_CELL = "the chosen cell; without it, the costliest"
_HIDES = "`true` hides it until it is revealed"
_KEPT = "two tables of counts to compare"
_PAIR = "the pair of raters that is open; without it, the one that agrees least"
_SLIDERS = "the sliders of the second rater, and the one that a curve follows"

_TABLE: tuple[Parameter, ...] = (
    Text("actual", "", EVERY_PAGE, f"{_FRAME}.sidebar", _RATINGS),
    Text("predicted", "", EVERY_PAGE, f"{_FRAME}.sidebar", _RATINGS),
    Text(
        "counts",
        "",
        EVERY_PAGE,
        f"{_FRAME}.sidebar",
        "a table of counts in their place: rows separated by `;`, cells by `,`",
    ),
    Text(
        "categories",
        "",
        EVERY_PAGE,
        f"{_FRAME}.sidebar",
        "`0-4`, or names in order: `none,mild,moderate,severe`; without it, as the ratings are",
    ),
    Choice(
        "scheme",
        "quadratic",
        EVERY_PAGE,
        f"{_FRAME}.sidebar",
        "`quadratic` (the default), `linear` or `unweighted`",
        ("quadratic", "linear", "unweighted"),
    ),
    Choice("row", "", EVERY_PAGE, f"{_FRAME}.sidebar", _CELL),
    Choice("column", "", EVERY_PAGE, f"{_FRAME}.sidebar", _CELL),
    Switch("hide_kappa", "false", EVERY_PAGE, f"{_FRAME}.presenting", _HIDES),
    Switch("hide_cell", "false", EVERY_PAGE, f"{_FRAME}.presenting", _HIDES),
    Switch("hide_editor", "false", EVERY_PAGE, f"{_FRAME}.presenting", _HIDES),
    Switch(
        "present",
        "false",
        EVERY_PAGE,
        f"{_FRAME}.presenting",
        "`true` shows the page for a projector",
    ),
    Text(
        "plan",
        "",
        EVERY_PAGE,
        f"{_FRAME}.plan",
        "a lesson of several scenes, as the page *Teaching* makes it",
    ),
    Whole("at", "1", EVERY_PAGE, f"{_FRAME}.plan", "the scene of the lesson", 1, MOST_SCENES),
    Text("title", "", EVERY_PAGE, f"{_FRAME}.plan", "the browser's title of the page", 80),
    Text(
        "question",
        "",
        EVERY_PAGE,
        f"{_FRAME}.presenting",
        "the teacher's own question, above the page",
        300,
    ),
    Text(
        "names",
        "",
        EVERY_PAGE,
        "qwk_app.words.names",
        "names for the two raters and the items: `Teacher A, Teacher B, essays`",
        120,
    ),
    Choice(
        "lang",
        "",
        EVERY_PAGE,
        "qwk_app.words.language",
        "`en`, `de`, `es`, `fr`, `pt` or `zh`; without it, what the reader's browser asks for",
    ),
    Switch(
        "tables",
        "false",
        EVERY_PAGE,
        "qwk_app.shared.access",
        "`true` writes a table below every chart",
    ),
    Switch(
        "divide", "false", "implementations", f"{_PARTS}.weights", "`true` divides w by its largest"
    ),
    Switch("fill", "false", "expected", f"{_PARTS}.expected", "`true` shows how E is calculated"),
    Switch("difference", "false", "expected", f"{_PARTS}.expected", "`true` shows O − E"),
    Choice(
        "unit",
        "counts",
        "expected",
        f"{_PARTS}.expected",
        "`counts` (the default) or `proportions`",
        ("counts", "proportions"),
    ),
    Choice(
        "shuffles",
        "100",
        "expected",
        f"{_PARTS}.expected",
        "how many shuffles: `1`, `10`, `100` or `1000`",
        ("1", "10", "100", "1000"),
    ),
    Choice(
        "draws",
        "2000",
        "how_sure",
        f"{_PARTS}.how_sure.interval",
        "how many draws: `200`, `2000` or `10000`",
        ("200", "2000", "10000"),
    ),
    Whole(
        "seed",
        "1",
        EVERY_PAGE,
        "qwk_app.shared.seeds",
        "on *Chance* and *How sure*, the random seed, from 1 to 9999",
    ),
    Choice(
        "interval",
        "smoothed",
        "how_sure",
        f"{_PARTS}.how_sure.interval",
        "the interval: `smoothed`, `bootstrap`, `bca` or `analytic`",
        ("smoothed", "bootstrap", "bca", "analytic"),
    ),
    Choice(
        "level",
        "95%",
        "how_sure",
        f"{_PARTS}.how_sure.interval",
        "its confidence: `90%`, `95%` or `99%`",
        ("90%", "95%", "99%"),
    ),
    Choice(
        "width",
        "0.2",
        "study_plan",
        f"{_PARTS}.study_plan.more_items",
        "the width of the interval that is wanted",
        ("0.4", "0.2", "0.1", "0.05"),
    ),
    Text(
        "totals",
        "",
        "study_plan",
        f"{_PARTS}.study_plan.simulated",
        "before a study: the totals expected, as `50,30,20`, or a table of proportions",
        2_000,
    ),
    Text(
        "expected",
        "0.7",
        "study_plan",
        f"{_PARTS}.study_plan.simulated",
        "the kappa expected",
        10,
    ),
    Choice(
        "narrow",
        "0.2",
        "study_plan",
        f"{_PARTS}.study_plan.simulated",
        "the width of the interval that the study is to have",
        ("0.4", "0.3", "0.2", "0.1"),
    ),
    Text(
        "least",
        "0.6",
        "study_plan",
        f"{_PARTS}.study_plan.simulated",
        "the kappa that it is to show",
        10,
    ),
    Choice(
        "power",
        "80%",
        "study_plan",
        f"{_PARTS}.study_plan.simulated",
        "the share of studies that shall reach it: `80%`, `90%` or `95%`",
        ("80%", "90%", "95%"),
    ),
    Choice("scale", "", "kappa", f"{_PARTS}.kappa", "the reading scale, by its name"),
    Choice("code", "", "kappa", f"{_PARTS}.kappa", "`numpy`, `scikit-learn` or `R`"),
    Switch(
        "predict",
        "false",
        "what_if",
        f"{_PARTS}.what_if.guess",
        "`true` hides what a change does until it is predicted",
    ),
    Choice(
        "experiment",
        "",
        "what_if",
        f"{_PARTS}.what_if.experiments",
        "the experiment that is unfolded, by its title",
    ),
    Text("w", "", "what_if", f"{_PARTS}.what_if.weights", "weights of one's own, as a table"),
    *(
        Number(f"dial_{slider}", "", "what_if", f"{_PARTS}.what_if.sliders", _SLIDERS)
        for slider in ("noise", "shift", "stretch", "prevalence", "n_categories", "n")
    ),
    Choice("along", "", "what_if", f"{_PARTS}.what_if.sliders", _SLIDERS),
    Text("find", "", "pitfalls", f"{_PARTS}.pitfalls", "what is looked for", 80),
    Text("a", "", "measures", f"{_PARTS}.measures.pair", _KEPT),
    Text("b", "", "measures", f"{_PARTS}.measures.pair", _KEPT),
    Text(
        "raters",
        "",
        "many_raters",
        f"{_PARTS}.many_raters.ratings",
        "a table of ratings: rows separated by `;`, one an item, cells by `,`, one a rater; the "
        "first row may hold the raters' names",
    ),
    Text(
        "raters_scale",
        "",
        "many_raters",
        f"{_PARTS}.many_raters.ratings",
        "its categories, written as `categories` are",
    ),
    Choice("first_rater", "", "many_raters", f"{_PARTS}.many_raters.pairs", _PAIR),
    Choice("second_rater", "", "many_raters", f"{_PARTS}.many_raters.pairs", _PAIR),
    Choice(
        "raters_order",
        "table",
        "many_raters",
        f"{_PARTS}.many_raters.ratings",
        "the raters' order: `table`, `similar` or `name`",
        ("table", "similar", "name"),
    ),
    Choice(
        "implementation",
        "",
        "implementations",
        f"{_PARTS}.implementations.inside",
        "the one looked into",
    ),
    Choice("case", "", "implementations", f"{_PARTS}.implementations.cases", "the hard ratings"),
    Switch(
        "extras",
        "false",
        "implementations",
        f"{_PARTS}.implementations.answers",
        "`true` runs libraries",
    ),
    Text("exercise", "", "practice", f"{_PARTS}.practice.exercise", "the exercise's name", 40),
    Text(
        "exercises",
        "",
        EVERY_PAGE,
        f"{_FRAME}.presenting",
        "on *Practice*, a homework: the names of its exercises, separated by commas",
        1_000,
    ),
    Text("room", "", "live", f"{_PARTS}.live.session", "the code of a room", 40),
    Text(
        "me",
        "",
        "live",
        f"{_PARTS}.live.session",
        "a student’s own key, put there by joining: it is part of no link to share",
        40,
    ),
    Text(
        "host",
        "",
        "live",
        f"{_PARTS}.live.session",
        "the teacher’s key to a room: whoever has it holds the room",
        40,
    ),
    Switch("board", "false", "live", f"{_PARTS}.live.session", "`true` shows a room’s board"),
)

PARAMETERS: Mapping[str, Parameter] = {each.name: each for each in _TABLE}


def bind(name: str, *, private: bool = False) -> Literal["query-params"] | None:
    """Return the binding of a widget to the link; none where it shows a reader's own data.

    An unknown name is a mistake in the code.
    """
    assert name in PARAMETERS, f"{name} is not in the table of what a link carries"
    return None if private else "query-params"


def valid(name: str, value: object) -> str:
    """Return a parameter's value if it can have it, else its default."""
    return PARAMETERS[name].valid(value)


def parse(query: str) -> dict[str, str]:
    """Return the parameters of a query string that are known and can have their value.

    >>> parse("scheme=linear&row=4&hide_cell=maybe&colour=red")
    {'scheme': 'linear', 'row': '4'}
    """
    pairs = parse_qsl(query[:LONGEST_LINK], keep_blank_values=False)
    return {
        name: value
        for name, value in pairs
        if name in PARAMETERS and PARAMETERS[name].accepts(value)
    }


def table() -> str:
    """Return the table of all parameters, as docs/links.md has it."""
    rows: dict[str, list[str]] = {}
    for each in _TABLE:
        rows.setdefault(f"{_place(each)}{each.holds}", []).append(f"`{each.name}`")
    lines = [f"| {', '.join(names)} | {holds} |" for holds, names in rows.items()]
    return "\n".join(["| parameter | what it holds |", "|---|---|", *lines])


def _place(each: Parameter) -> str:
    return f"on `/{each.page}`, " if each.page else ""
