"""What is said of a study: the sentence for a paper, what to cite, how it was computed."""

from __future__ import annotations

import math

import numpy as np

from qwk_core.errors import shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.statistics.intervals import INDEPENDENT
from qwk_core.study.study import Study
from qwk_core.version import __version__


def sentence(study: Study) -> Message:
    """Return the sentence for a paper: kappa, weights, interval and its method, n, categories.

    Parameters
    ----------
    study : Study
        What the sentence is about.

    Returns
    -------
    Message
    """
    interval = study.interval
    values = {
        "kappa": Kappa(study.kappa),
        "measure": Message(_MEASURES[study.scheme]),
        "n": study.n,
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
    }
    if math.isnan(study.kappa):
        said = Message(_UNDEFINED_SENTENCE, values)
    elif math.isnan(interval.low) or interval.caution is not None:
        said = Message(_BARE_SENTENCE, values)
    else:
        said = Message(
            _SENTENCE,
            values
            | {
                "level": _percentage(study.level),
                "low": Kappa(interval.low),
                "high": Kappa(interval.high),
                "method": method_words(study),
            },
        )
    if not study.n_missing:
        return said
    return Message(_WITH_MISSING, {"said": said, "missing": study.n_missing, "rows": study.n_rows})


def citation(study: Study) -> tuple[str, ...]:
    """Return what to cite beside the figure, an entry each: measure, interval, tool.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> for entry in citation(make_study([[40, 9], [6, 45]])):
    ...     print(entry.split(" ")[0])
    Cohen,
    Fleiss,
    Lin,
    Agresti,
    QWK
    """
    sources = [_SOURCES[study.scheme]]
    if not math.isnan(study.interval.low) and study.interval.caution is None:
        sources += _INTERVAL_SOURCES
    return (*sources, _TOOL)


_MEASURES = {
    "quadratic": N_("quadratically weighted kappa"),
    "linear": N_("linearly weighted kappa"),
    "unweighted": N_("unweighted kappa"),
}

_SENTENCE = N_(
    "Agreement between the two ratings was κ = {kappa} ({measure}; {level}% confidence interval "
    "{low} to {high}, {method}; n = {n} items, {size} ordered categories: {categories})."
)
_BARE_SENTENCE = N_(
    "Agreement between the two ratings was κ = {kappa} ({measure}; no confidence interval can be "
    "given; n = {n} items, {size} ordered categories: {categories})."
)
_UNDEFINED_SENTENCE = N_(
    "Agreement between the two ratings, as {measure}, is undefined (0 ÷ 0): both raters "
    "gave every item the same category (n = {n} items, {size} ordered categories: "
    "{categories})."
)
_WITH_MISSING = N_("{said} {missing} of {rows} rows were left out, since a rating was missing.")

_METHOD = N_("by Fisher’s transformation after two items were added")
_METHOD_EFFECTIVE = N_("{method}, for {items} independent items")

_SOURCES = {
    "quadratic": "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for "
    "scaled disagreement or partial credit. Psychological Bulletin, 70(4), 213–220.",
    "unweighted": "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational "
    "and Psychological Measurement, 20(1), 37–46.",
}
_SOURCES["linear"] = _SOURCES["quadratic"]
_INTERVAL_SOURCES = (
    "Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors "
    "of kappa and weighted kappa. Psychological Bulletin, 72(5), 323–327.",
    "Lin, L. I.-K. (1989). A concordance correlation coefficient to evaluate reproducibility. "
    "Biometrics, 45(1), 255–268. [Fisher’s transformation of this kappa]",
    "Agresti, A., & Coull, B. A. (1998). Approximate is better than “exact” for interval "
    "estimation of binomial proportions. The American Statistician, 52(2), 119–126. [added items]",
)
_TOOL = f"QWK Explorer {__version__} [computer software], with numpy {np.__version__}."


def method_words(study: Study) -> Message:
    """Say how the intervals of a study were computed.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> str(method_words(make_study([[40, 9], [6, 45]])))
    'by Fisher’s transformation after two items were added'
    """
    method = Message(_METHOD)
    if study.effective_n is None:
        return method
    return Message(_METHOD_EFFECTIVE, {"method": method, "items": round(study.effective_n)})


def interval_notes(study: Study) -> tuple[Message, ...]:
    """Say what to know of the interval: why this one, how often it holds, what it supposes.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    tuple of Message

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> for note in interval_notes(make_study([[40, 9], [6, 45]])):
    ...     print(str(note).split(",")[0])
    Two items are added first
    The items are taken as independent of one another: several items of one pupil
    """
    interval = study.interval
    if interval.reason is None or interval.caution is not None:
        return ()
    supposed = () if study.effective_n is not None else (Message(INDEPENDENT),)
    return (interval.reason, *supposed)


def _percentage(share: float) -> int | float:
    percentage = round(100 * share, 6)
    return int(percentage) if percentage.is_integer() else percentage


def plain_text(message: Message, decimals: int = 3) -> str:
    """Write a message in English, its numbers short.

    Parameters
    ----------
    message : Message
        The message.
    decimals : int
        How many decimals a kappa gets.

    Returns
    -------
    str

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> plain_text(Message("κ = {kappa}, n = {n}", {"kappa": 0.31818, "n": 12000}))
    'κ = 0.318, n = 12,000'
    """
    return message.template.format(
        **{name: _plain_value(value, decimals) for name, value in message.values.items()}
    )


def _plain_value(value: object, decimals: int) -> str:
    if isinstance(value, Message):
        return plain_text(value, decimals)
    if isinstance(value, Kappa):
        # Adding 0 after rounding takes the sign from a minus zero.
        return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")
    if isinstance(value, float):
        text = f"{value:,.{decimals}f}"
        return text.rstrip("0").rstrip(".").replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)
