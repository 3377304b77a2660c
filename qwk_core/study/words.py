"""What is said of a study: the sentence for a paper, what to cite, how it was computed."""

from __future__ import annotations

import math

import numpy as np

from qwk_core.errors import shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.statistics.intervals import KappaInterval
from qwk_core.study.study import SEED, Study
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
                "method": method_words(interval),
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
    QWK
    """
    sources = [_SOURCES[study.scheme]]
    if not math.isnan(study.interval.low) and study.interval.caution is None:
        sources.append(_SOURCES[study.interval.method])
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
    "Agreement between the two ratings, as {measure}, is undefined (0 ÷ 0): both raters gave every "
    "item one and the same category (n = {n} items, {size} ordered categories: {categories})."
)
_WITH_MISSING = N_("{said} {missing} of {rows} rows were left out, since a rating was missing.")

_METHODS = {
    "analytic": N_("by the standard error of Fleiss, Cohen & Everitt, 1969"),
    "bca": N_("by BCa bootstrap with {draws} draws, seed {seed}"),
}

_SOURCES = {
    "quadratic": "Cohen, J. (1968). Weighted kappa: Nominal scale agreement with provision for "
    "scaled disagreement or partial credit. Psychological Bulletin, 70(4), 213–220.",
    "unweighted": "Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational "
    "and Psychological Measurement, 20(1), 37–46.",
    "analytic": "Fleiss, J. L., Cohen, J. & Everitt, B. S. (1969). Large sample standard errors "
    "of kappa and weighted kappa. Psychological Bulletin, 72(5), 323–327.",
    "bca": "Efron, B. (1987). Better bootstrap confidence intervals. Journal of the American "
    "Statistical Association, 82(397), 171–185.",
}
_SOURCES["linear"] = _SOURCES["quadratic"]
_TOOL = f"QWK Explorer {__version__} [computer software], with numpy {np.__version__}."


def method_words(interval: KappaInterval) -> Message:
    """Say how an interval of a study was computed.

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> str(method_words(make_study([[40, 9], [6, 45]]).interval))
    'by the standard error of Fleiss, Cohen & Everitt, 1969'
    """
    if interval.method == "analytic":
        return Message(_METHODS["analytic"])
    return Message(_METHODS["bca"], {"draws": interval.n_draws, "seed": SEED})


def _percentage(share: float) -> int | float:
    percentage = round(100 * share, 6)
    return int(percentage) if percentage.is_integer() else percentage


def plain_text(message: Message, decimals: int = 3) -> str:
    """Write a message in English, its numbers short.

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
