"""What is said of a study: the sentence for a paper, what to cite, how it was computed."""

from __future__ import annotations

import math

from qwk_core.errors import shown_categories
from qwk_core.messages import N_, Kappa, Message
from qwk_core.statistics.intervals import INDEPENDENT
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    INTERVAL_SOURCES,
    MEASURE_SOURCES,
    NO_ADDRESS,
    Source,
    program,
)
from qwk_core.study.study import CLUSTER_DRAWS, Study


class ShortKappa(Kappa):
    """A kappa as APA style writes it: two decimals, and no 0 before them."""


def sentence(study: Study) -> Message:
    """Return the sentence for a paper: kappa, weights, interval and its method, n, categories.

    Parameters
    ----------
    study : Study
        What the sentence is about.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> said = plain_text(sentence(make_rater_study([[1, 1, 1], [1, 1, 1]])))
    >>> said.split(" (")[0]
    'Agreement of 3 raters, as quadratically weighted kappa of all pairs, is undefined'
    """
    interval = study.interval
    if study.is_pair:
        agreement = Message(_OF_TWO, {"both": study.named.both})
        items = Message(_ITEMS, {"n": study.n})
    else:
        agreement = Message(_OF_MANY, {"raters": len(study.raters)})
        items = Message(_ITEMS_RATED, {"n": study.n, "ratings": study.all_raters.n_ratings})
    values = {
        "agreement": agreement,
        "kappa": Kappa(study.kappa),
        "measure": measure_words(study),
        "items": items,
        "size": len(study.categories),
        "categories": shown_categories(study.categories),
    }
    if math.isnan(study.kappa):
        said = Message(_UNDEFINED_PAIR if study.is_pair else _UNDEFINED_SENTENCE, values)
    elif not study.has_interval:
        said = Message(_BARE_SENTENCE, values)
    else:
        ends = {
            "level": percentage(study.level),
            "low": Kappa(interval.low),
            "high": Kappa(interval.high),
            "method": method_words(study),
        }
        said = Message(_SENTENCE, values | ends)
    if not study.n_missing:
        return said
    return Message(_WITH_MISSING, {"said": said, "missing": study.n_missing, "rows": study.n_rows})


def measure_words(study: Study) -> Message:
    """Return what was measured: the kappa, and how scores became categories before it.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import Cutting, make_study
    >>> cutting = Cutting("tuned", (0.4,), 0.66, 5)
    >>> print(plain_text(measure_words(make_study([[40, 9], [6, 45]], cutting=cutting)))[:70])
    quadratically weighted kappa, after cut-points tuned on the same items
    """
    measure = Message(MEASURES[study.scheme])
    if not study.is_pair:
        return Message(_OF_ALL_PAIRS, {"measure": measure})
    if study.cutting is None:
        return measure
    return Message(_CUT_MEASURES[study.cutting.way], {"measure": measure, **cut_values(study)})


def cut_values(study: Study) -> dict[str, str | Kappa | int]:
    """Return what a sentence about cut scores names: their cut-points, kappa held out, the folds.

    Parameters
    ----------
    study : Study
        Its scores were cut.

    Returns
    -------
    dict of str to str, Kappa or int
    """
    cutting = study.cutting
    assert cutting is not None, "the study says how its scores were cut"
    return {
        "thresholds": " · ".join(f"{point:.6g}" for point in cutting.thresholds),
        "held_out": Kappa(cutting.held_out),
        "folds": cutting.folds,
    }


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
    return tuple(source.entry for source in (*sources(study), program_of(study)))


def program_of(study: Study) -> Source:
    """Return the program as a source, at the address that the study's author gave.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    Source
    """
    return program(study.details.get("address") or NO_ADDRESS)


def sources(study: Study) -> tuple[Source, ...]:
    """Return the papers behind a study: of its measure, then of its interval.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
    """
    own = [MEASURE_SOURCES[study.scheme]]
    if not study.is_pair:
        own.append(COEFFICIENT_SOURCES["conger"])
    if study.has_interval:
        own += INTERVAL_SOURCES[study.interval.method]
    return tuple(own)


MEASURES = {
    "quadratic": N_("quadratically weighted kappa"),
    "linear": N_("linearly weighted kappa"),
    "unweighted": N_("unweighted kappa"),
}

COEFFICIENT_NAMES = {
    "pooled": N_("Pooled kappa"),
    "conger": N_("Conger’s kappa"),
    "light": N_("Light’s kappa"),
    "fleiss": N_("Fleiss’ kappa"),
    "alpha": N_("Krippendorff’s α"),
    "ac2": N_("Gwet’s AC2"),
}
"""What the coefficients of all raters are called."""

_CUT_MEASURES = {
    "rounded": N_("{measure}, after predicted scores were rounded, halves up"),
    "given": N_("{measure}, after predicted scores were cut at {thresholds}"),
    "tuned": N_(
        "{measure}, after cut-points tuned on the same items: on items held out from the tuning "
        "quadratic κ = {held_out}, by cross-validation with {folds} folds"
    ),
    "stretched": N_(
        "{measure}, after scores stretched to the mean and spread of the same items: on items held "
        "out quadratic κ = {held_out}, by cross-validation with {folds} folds"
    ),
}

_OF_TWO = N_("Agreement between {both}")
_OF_MANY = N_("Agreement of {raters} raters")
_OF_ALL_PAIRS = N_("{measure} of all pairs")
_ITEMS = N_("{n} items")
_ITEMS_RATED = N_("{n} items, {ratings} ratings")
_SENTENCE = N_(
    "{agreement} was κ = {kappa} ({measure}; {level}% confidence interval {low} to {high}, "
    "{method}; n = {items}, {size} ordered categories: {categories})."
)
_BARE_SENTENCE = N_(
    "{agreement} was κ = {kappa} ({measure}; no confidence interval can be given; n = {items}, "
    "{size} ordered categories: {categories})."
)
_UNDEFINED_SENTENCE = N_(
    "{agreement}, as {measure}, is undefined (n = {items}, {size} ordered categories: "
    "{categories})."
)
_UNDEFINED_PAIR = N_(
    "{agreement}, as {measure}, is undefined (0 ÷ 0): both raters gave every item the same "
    "category (n = {items}, {size} ordered categories: {categories})."
)
_WITH_MISSING = N_("{said} {missing} of {rows} rows were left out, since a rating was missing.")

_METHODS = {
    "smoothed": N_("by Fisher’s transformation after two items were added"),
    "formula": N_("by the standard error of Fleiss, Cohen and Everitt"),
    "bootstrap": N_("by the percentiles of {draws} bootstrap samples of the items, seed {seed}"),
    "bca": N_("by Efron’s BCa, from {draws} bootstrap samples of the items, seed {seed}"),
    "jackknife": N_("by the jackknife over items, on Fisher’s scale, with Student’s t"),
    "cluster": N_("by the percentiles of {draws} bootstrap samples of whole clusters, seed {seed}"),
    "fisher": N_("jackknife over items, on Fisher’s scale"),
}
_METHOD_CLUSTERS = N_(
    "{method}, for {items} independent items, since items come in {clusters} clusters"
)
_DRAWN = N_(
    "Where whole clusters are drawn with replacement, {draws} times, the middle {level}% of the "
    "kappas lie between {low} and {high}."
)
_METHOD_EFFECTIVE = N_("{method}, for {items} independent items")


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
    drawn = {"draws": study.interval.n_draws, "seed": str(study.choice.seed)}
    method = Message(_METHODS[study.interval.method], drawn if study.interval.n_draws else {})
    if study.independent_items is None or study.interval.method == "cluster":
        return method
    values = {"method": method, "items": round(study.independent_items)}
    if study.clusters is None:
        return Message(_METHOD_EFFECTIVE, values)
    return Message(_METHOD_CLUSTERS, values | {"clusters": len(study.clusters)})


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
    ...     print(str(note).replace(".", ",").split(",")[0])
    Two items are added first
    The interval assumes that the items are independent of one another
    """
    interval = study.interval
    if not study.has_interval or not study.is_pair or interval.method == "cluster":
        return ()
    supposed = () if study.independent_items is not None else (Message(INDEPENDENT),)
    drawn = study.cluster_draws
    if drawn is not None:
        values = {
            "draws": CLUSTER_DRAWS,
            "level": percentage(study.level),
            "low": Kappa(drawn[0]),
            "high": Kappa(drawn[1]),
        }
        supposed = (Message(_DRAWN, values),)
    return (*((interval.reason,) if interval.reason is not None else ()), *supposed)


def percentage(share: float) -> int | float:
    """Return a share in hundredths, whole where it is.

    Parameters
    ----------
    share : float

    Returns
    -------
    int or float

    Examples
    --------
    >>> percentage(0.95), percentage(0.975)
    (95, 97.5)
    """
    found = round(100 * share, 6)
    return int(found) if found.is_integer() else found


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
    if isinstance(value, ShortKappa):
        return _plain_value(Kappa(value), 2).replace("0.", ".", 1)
    if isinstance(value, Kappa):
        # Adding 0 after rounding takes the sign from a minus zero.
        return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")
    if isinstance(value, float):
        text = f"{value:,.{decimals}f}"
        return text.rstrip("0").rstrip(".").replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)
