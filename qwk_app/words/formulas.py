r"""The formulas, in the colours of the matrices and with the numbers of the example.

Each function returns KaTeX with words and numbers in the reader's language.
"""

from qwk_app.frame import state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson
from qwk_app.words import names
from qwk_app.words.numbers import kappa_text, number, tex
from qwk_app.words.texts import _
from qwk_core import Walkthrough

_HIDDEN = r"\text{?}"
_HUES = ("kappa", "observed", "weights", "expected")  # of the letters in the formula of kappa

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{c: f"\\{c}" for c in "&%$#_{}"},
}


def label(text: str) -> str:
    r"""Write a category so that KaTeX shows it letter by letter.

    >>> label("4"), label("very_bad")
    ('4', '\\text{very\\_bad}')
    """
    if text.lstrip("-").isdigit():
        return text
    return word(text)


def word(text: str) -> str:
    r"""Write words so that KaTeX shows them letter by letter.

    >>> word("row total")
    '\\text{row total}'
    """
    return r"\text{" + "".join(_SPECIAL.get(c, c) for c in text) + "}"


def coloured(text: str, name: str) -> str:
    """Write `text` in the hue of the matrix called `name`."""
    return rf"\textcolor{{{state.palette().hue(name).ink}}}{{{text}}}"


def observed(lesson: Lesson) -> str:
    """O at the chosen cell: how many items have this pair."""
    row, column = map(label, lesson.label)
    o = coloured("O", "observed")
    count = _answer(lesson, _number(lesson.walk.observed[lesson.cell]))
    actual, predicted = word(names.actual()), word(names.predicted())
    # On two lines, so that a phone shows them whole.
    return (
        rf"\begin{{aligned}}{o}_{{{row},\,{column}}} &= \#\{{\,{actual} = {row},\\ "
        rf"&\qquad {predicted} = {column}\,\}} = {count}\end{{aligned}}"
    )


def weights(lesson: Lesson) -> str:
    """w in general and at the chosen cell, for the current scheme."""
    walk, (i, j) = lesson.walk, lesson.places
    row, column = map(label, lesson.label)
    w = coloured("w", "weights")
    value = _answer(lesson, _number(walk.weights[lesson.cell], 4))
    here = rf"{w}_{{{row},\,{column}}}"
    n = len(walk.categories)
    if walk.scheme == "unweighted" or n == 1:
        general = r"\begin{cases}0 & i = j\\1 & i \neq j\end{cases}"
        live = value
    elif walk.scheme == "linear":
        general = r"\frac{|i - j|}{N - 1}"
        live = rf"\frac{{|{i} - {j}|}}{{{n} - 1}} = {value}"
    else:
        general = r"\frac{(i - j)^2}{(N - 1)^2}"
        live = rf"\frac{{({i} - {j})^2}}{{({n} - 1)^2}} = {value}"
    # On two lines, so that they fit a phone. The rules without width keep the formula's edges from
    # cutting the fractions.
    return (
        rf"\begin{{aligned}}\rule{{0pt}}{{1.9em}}{w}_{{i,j}} &= {general}\\[1em] "
        rf"{here} &= {live}\rule[-1.2em]{{0pt}}{{1.2em}}\end{{aligned}}"
    )


def expected(lesson: Lesson) -> str:
    """E in general and at the chosen cell: row total times column total, over n."""
    walk, (i, j) = lesson.walk, lesson.cell
    row, column = map(label, lesson.label)
    e = coloured("E", "expected")
    here = rf"{e}_{{{row},\,{column}}}"
    value = _answer(lesson, _number(walk.expected[i, j], 3 if lesson.proportions else 4))
    if lesson.proportions:
        of_row, of_column = word(_("row share")), word(_("column share"))
        general = rf"\frac{{{e}_{{i,j}}}}{{n}} = {of_row}_i \times {of_column}_j"
        here = (
            rf"\frac{{{here}}}{{n}} = {_number(walk.actual_totals[i], 3)} \times "
            rf"{_number(walk.predicted_totals[j], 3)} = {value}"
        )
    else:
        of_row, of_column = word(_("row total")), word(_("column total"))
        general = rf"{e}_{{i,j}} = \frac{{{of_row}_i \times {of_column}_j}}{{n}}"
        here = (
            rf"{here} = \frac{{{_number(walk.actual_totals[i])} \times "
            rf"{_number(walk.predicted_totals[j])}}}{{{_number(walk.n)}}} = {value}"
        )
    # The rule without width keeps tall Chinese characters from being cut.
    return rf"\begin{{gathered}}\rule{{0pt}}{{1.8em}} {general} \\[6pt] {here} \end{{gathered}}"


def kappa(lesson: Lesson) -> str:
    """Kappa, from its letters to its number."""
    walk = lesson.walk
    k, o, w, e = map(coloured, (r"\kappa", "O", "w", "E"), _HUES)
    letters = rf"{k} = 1 - \frac{{\sum {w}\,{o}}}{{\sum {w}\,{e}}}"
    if lesson.hides(HIDE_KAPPA):
        return f"{letters} = {_HIDDEN}"
    value = _result(walk)
    return (
        rf"{letters} = "
        rf"1 - \frac{{{_number(walk.numerator, 3)}}}{{{_number(walk.denominator, 3)}}} = {value}"
    )


def one_more(lesson: Lesson, after: Walkthrough) -> str:
    """Kappa of the walk `after`, which has one more item in the chosen cell."""
    walk = lesson.walk
    row, column = map(label, lesson.label)
    k, o, w, e = map(coloured, (r"\kappa^{+}", "O", "w", "E^{+}"), _HUES)
    value = _result(after)
    # On two lines, so that they fit a phone; the rules keep the fractions from being cut.
    return (
        rf"\begin{{aligned}}\rule{{0pt}}{{1.9em}}{k} &= 1 - \frac{{\sum {w}\,{o} + {w}_{{{row},\,"
        rf"{column}}}}}{{\sum {w}\,{e}}}\\[1em] &= 1 - \frac{{{_number(walk.numerator, 3)} + "
        rf"{_number(walk.weights[lesson.cell], 4)}}}{{{_number(after.denominator, 3)}}} = {value}"
        r"\rule[-1.2em]{0pt}{1.2em}\end{aligned}"
    )


def _answer(lesson: Lesson, value: str) -> str:
    """Return the value of the chosen cell, or a question mark while the class predicts it."""
    return _HIDDEN if lesson.hides(HIDE_CELL) else value


def kappa_now(lesson: Lesson) -> str:
    """Write the current κ in its hue."""
    return " = ".join((coloured(r"\kappa", "kappa"), _result(lesson.walk)))


def _result(walk: Walkthrough) -> str:
    """Write the result of the formula."""
    if walk.undefined_reason is not None:
        return word(_("undefined"))
    return coloured(tex(kappa_text(walk.kappa)), "kappa")


def _number(value: float, decimals: int = 2) -> str:
    return tex(number(value, decimals))
