"""What is said of a study: the sentence for a paper, what to cite, how it was computed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from functools import reduce
from typing import Self

from qwk_core.errors import shown, shown_categories
from qwk_core.messages import Kappa, Message
from qwk_core.statistics.notes import NOTES
from qwk_core.study.decimals import decimals_that_part
from qwk_core.study.diagnostic import diagnostics
from qwk_core.study.interval_choice import DRAWN
from qwk_core.study.raw import raw_agreement
from qwk_core.study.references import (
    COEFFICIENT_SOURCES,
    INTERVAL_SOURCES,
    MEASURE_SOURCES,
    NO_ADDRESS,
    Source,
    program,
)
from qwk_core.study.study import CLUSTER_DRAWS, Study
from qwk_core.study.texts import ends_words, message_of, percentage
from qwk_core.study.two_models import compare_with_reference


class FixedKappa(Kappa):
    """A kappa, or a share shown like one, with its own number of decimals."""

    decimals: int

    def __new__(cls, value: float, decimals: int) -> Self:
        """Make the number, and remember its decimals."""
        found = super().__new__(cls, value)
        found.decimals = decimals
        return found


class ShortKappa(FixedKappa):
    """A kappa as APA style writes it: no 0 before its decimals."""


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
    >>> text = plain_text(sentence(make_rater_study([[1, 1, 1], [1, 1, 1]])))
    >>> text.split(" (")[0].partition(", as ")[2]
    'pooled quadratically weighted kappa of all pairs of raters, is undefined'
    """
    interval, pair = study.interval, study.is_pair
    items: object = n_words(study) if study.is_uncounted else items_words(study)
    if not pair:
        items = message_of("sentence", "items-rated", items=items, given=given_words(study))
    values: dict[str, object] = {
        "agreement": message_of("sentence", "pair", both=study.named.both)
        if pair
        else message_of("sentence", "mixed" if study.against else "many", **_raters_words(study)),
        "kappa": Kappa(study.kappa),
        "measure": measure_words(study),
        "items": items,
        "scale": message_of(
            "sentence",
            "scale-names" if study.is_unordered else "scale",
            size=len(study.categories),
            categories=shown_categories(study.categories),
        ),
    }
    if study.has_interval:
        values |= {
            "level": percentage(study.level),
            "low": Kappa(interval.low),
            "high": Kappa(interval.high),
            "method": method_words(study),
        }
    key = "whole" if study.has_interval else "bare"
    if math.isnan(study.kappa):
        key = "undefined-pair" if pair else "undefined"
    whole = message_of("sentence", key, **values)
    if study.against:
        found = {"each": against_words(study, "plain"), "method": against_methods(study)}
        one = kappa_words(study)
        key = "against" if found["method"] is not None else "against-bare"
        own = message_of(
            "sentence", key, **values | _raters_words(study) | found | {"measure": one}
        )
        whole = message_of("sentence", "exclusion", said=own, exclusion=whole)
    if study.n_missing:
        whole = message_of(
            "sentence", "missing", said=whole, missing=study.n_missing, rows=study.n_rows
        )
    weighted = (message_of("both", "weighted"),) if study.is_weighted else ()
    gaps = () if study.is_pair or not study.table.n_missing else (gaps_words(study),)
    for exclusion in (*gaps, *study.exclusions, *weighted):
        whole = message_of("sentence", "exclusion", said=whole, exclusion=exclusion)
    return whole


def _raters_words(study: Study) -> dict[str, object]:
    """Return how many raters there are, and which one is the truth or the reference, if any."""
    found: dict[str, object] = {"raters": len(study.raters)}
    return found | {"reference": reference_words(study)} if study.against else found


def reference_words(study: Study) -> Message:
    """Return what the truth, or the reference, of more than two raters is called.

    Parameters
    ----------
    study : Study
        One of its raters is either.

    Returns
    -------
    Message
    """
    assert study.reference is not None, "one rater is the truth or the reference"
    return message_of("against", study.roles, name=study.raters[study.reference])


def against_words(study: Study, style: str, number: Callable[[float], Kappa] = Kappa) -> Message:
    """Return the kappa of each other rater with the truth, or the reference, in one list.

    Parameters
    ----------
    study : Study
        One of its raters is either.
    style : {"apa", "plain"}
        How an interval is written.
    number : callable
        Writes a kappa.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> rows = [[1, 2, 1], [2, 2, 2], [3, 3, 3]]
    >>> study = make_rater_study(rows, raters=["truth", "old", "new"])
    >>> print(plain_text(against_words(study, "apa"), 2))
    κ = 0.67 for “old”, 95% CI [−0.16, 0.93], n = 3; κ = 1.00 for “new”, 95% CI [−0.43, 1.00], n = 3
    """
    each = []
    for place, name in enumerate(study.raters):
        if place == study.reference:
            continue
        one = study.against.get(name)
        if one is None:
            each.append(message_of("against", "apart", rater=shown(name)))
            continue
        key = "undefined" if math.isnan(one.kappa) else "whole" if one.has_interval else "bare"
        sure = one.interval
        ends = ends_words(style, one.level, number(sure.low), number(sure.high))
        values = {"kappa": number(one.kappa), "n": one.n, "ends": ends}
        each.append(message_of("against", key, rater=shown(name), **values))
    return one_by_one(each)


def one_by_one(messages: Iterable[Message]) -> Message:
    """Return one message or more as a list.

    Parameters
    ----------
    messages : iterable of Message

    Returns
    -------
    Message
    """
    return reduce(
        lambda one, other: message_of("against", "more", first=one, second=other), messages
    )


def against_methods(study: Study) -> Message | None:
    """Say how the intervals with the truth, or the reference, were computed.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message or None
        Each rater's way where they differ; None without an interval.
    """
    ways = {name: method_words(one) for name, one in study.against.items() if one.has_interval}
    first = next(iter(ways.values()), None)
    if first is None or len({*map(str, ways.values())}) < 2:
        return first
    bases = {str(way.values.get("method")) for way in ways.values()}
    if len(bases) == 1 and "method" in first.values:  # each with its effective number of items
        items = one_by_one(
            message_of("against", "items", rater=shown(name), items=way.values["items"])
            for name, way in ways.items()
        )
        return message_of("computed", "effective-each", method=first.values["method"], items=items)
    each = [
        message_of("against", "method", rater=shown(name), method=way) for name, way in ways.items()
    ]
    return one_by_one(each)


def gaps_words(study: Study) -> Message:
    """Say how many ratings of more than two raters are missing.

    Parameters
    ----------
    study : Study
        Each rater's ratings are known.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> print(plain_text(gaps_words(make_rater_study([[1, 1, 2], [2, 2, None], [3, 3, 3]]))))
    Not every rater rated every item: 8 of 9 possible ratings were given.
    """
    n_ratings = study.all_raters.n_ratings
    return message_of(
        "both", "gaps", n_ratings=n_ratings, n_cells=study.table.n_missing + n_ratings
    )


def items_words(study: Study) -> Message:
    """Return how many items there are; of sums of weights, what these weights come to.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message
    """
    return message_of("sentence", "total-weight" if study.is_uncounted else "items", n=study.n)


def n_words(study: Study) -> Message | int | float:
    """Return what stands behind "n =": of sums of weights, that it is one.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message, int or float

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> print(n_words(make_study([[0.4, 0.1], [0.1, 0.4]])), n_words(make_study([[4, 1], [1, 4]])))
    1.0, a sum of weights 10
    """
    return message_of("sentence", "sum", n=study.n) if study.is_uncounted else study.n


def given_words(study: Study) -> Message:
    """Return how many ratings many raters gave, and how many items can be compared.

    Parameters
    ----------
    study : Study
        Each rater's ratings are known.

    Returns
    -------
    Message

    Examples
    --------
    >>> from qwk_core.study.study import make_rater_study
    >>> print(plain_text(given_words(make_rater_study([[1, 1, 2], [2, 2, 2], [None, 3, None]]))))
    7 ratings, 2 items with two or more
    """
    given = message_of("sentence", "ratings", ratings=study.all_raters.n_ratings)
    shared = study.all_raters.n_shared_items
    if shared == study.n:
        return given
    return message_of("sentence", "shared", given=given, shared=shared)


def kappa_words(study: Study) -> Message:
    """Return the name of the kappa of two raters.

    Parameters
    ----------
    study : Study
        The study.

    Returns
    -------
    Message
        With two categories the weights play no part, and it has one name.

    Examples
    --------
    >>> from qwk_core.study.study import make_study
    >>> str(kappa_words(make_study([[40, 9], [6, 45]])))
    'Cohen’s kappa'
    """
    return message_of("measure", "two" if len(study.categories) == 2 else study.scheme)


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
    >>> print(plain_text(measure_words(make_study([[40, 9], [6, 45]], cutting=cutting)))[:60])
    Cohen’s kappa, after cut-points were tuned on the same items
    """
    measure = kappa_words(study)
    if not study.is_pair:
        return message_of("sentence", "all-pairs", measure=measure)
    if study.cutting is None:
        return measure
    return message_of("cut", study.cutting.way, measure=measure, **cut_values(study))


def cut_values(study: Study) -> dict[str, Message | Kappa | int]:
    """Return what a sentence about cut scores names: their cut-points, kappa held out, the folds.

    Parameters
    ----------
    study : Study
        Its scores were cut.

    Returns
    -------
    dict of str to Message, Kappa or int
    """
    cutting = study.cutting
    assert cutting is not None, "the study says how its scores were cut"
    return {
        "thresholds": points_words(cutting.thresholds),
        "held_out": Kappa(cutting.held_out),
        "folds": cutting.folds,
    }


def points_words(points: Iterable[float]) -> Message:
    """Return cut-points as words, in the marks of whoever reads them.

    Parameters
    ----------
    points : iterable of float

    Returns
    -------
    Message

    Examples
    --------
    >>> print(plain_text(points_words([-0.5, 1.25, 1000])))
    −0.5 · 1.25 · 1000
    """
    values = {f"p{at}": FixedKappa(one, _decimals_of(one)) for at, one in enumerate(points)}
    return Message(" · ".join(f"{{{name}}}" for name in values), values)


def _decimals_of(number: float) -> int:
    """Return how many decimals a number needs: six digits in all."""
    return len(f"{number:.6g}".partition(".")[2])


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
    Wilson,
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
    """Return the papers behind a study: of its kappa, its interval, and Krippendorff's α.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
    """
    own = (
        *measure_sources(study),
        *against_sources(study),
        *difference_sources(study),
        *interval_sources(study),
        *means_sources(study),
        *diagnostic_sources(study),
    )
    if not study.is_pair and not math.isnan(study.all_raters.coefficients["alpha"]):
        own += (COEFFICIENT_SOURCES["alpha"],)
    return tuple(dict.fromkeys(own))


def against_sources(study: Study) -> tuple[Source, ...]:
    """Return the papers behind the intervals with the truth, or the reference.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        Each once.
    """
    each = (source for one in study.against.values() for source in interval_sources(one))
    return tuple(dict.fromkeys(each))


def difference_sources(study: Study) -> tuple[Source, ...]:
    """Return the paper behind the difference of two raters' kappas with the truth.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        None where there is no interval of a difference.
    """
    compared = compare_with_reference(study)
    if compared is None or compared.difference.caution is not None:
        return ()
    return INTERVAL_SOURCES["jackknife"]


def means_sources(study: Study) -> tuple[Source, ...]:
    """Return the source of the interval of the means' difference where items come in clusters.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        None without clusters, or without that interval.
    """
    if not study.n_clusters or math.isnan(raw_agreement(study).low):
        return ()
    return INTERVAL_SOURCES["means-clusters"]


def diagnostic_sources(study: Study) -> tuple[Source, ...]:
    """Return the paper behind the intervals of sensitivity and specificity.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        None where there is no such interval.
    """
    each = diagnostics(study).values()
    return INTERVAL_SOURCES["wilson"] if any(one.caution is None for one in each) else ()


def interval_sources(study: Study) -> tuple[Source, ...]:
    """Return the papers behind the interval of a study.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        None where it has no interval.
    """
    if not study.has_interval:
        return ()
    effective = INTERVAL_SOURCES["effective"] if _counts_effectively(study) else ()
    return INTERVAL_SOURCES[study.interval.method] + effective[: 2 if study.is_pair else 1]


def measure_sources(study: Study) -> tuple[Source, ...]:
    """Return the papers behind the kappa of a study.

    Parameters
    ----------
    study : Study
        What is cited.

    Returns
    -------
    tuple of Source
        With Conger's only where the kappa of all pairs in one is his: where nothing is missing.
    """
    own = MEASURE_SOURCES[study.named_scheme]
    if study.is_pair or study.table.n_missing:
        return (own,)
    return own, COEFFICIENT_SOURCES["conger"]


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
    'by Fisher’s transformation with a small-sample correction that smooths the table by two items'
    """
    interval = study.interval
    clusters = study.n_clusters
    jackknife = "jackknife-clusters" if clusters else "jackknife"
    method = message_of(
        "computed",
        interval.method.replace("fisher", jackknife),
        clusters=clusters,
        df=interval.df,
        draws=interval.n_draws,
        seed=str(study.choice.seed),
    )
    if not _counts_effectively(study):
        return method
    items = round(study.independent_items or 0)
    key = "clusters" if clusters else "effective"
    if clusters and items >= study.n:
        key = "clusters-no-wider"
    return message_of("computed", key, method=method, items=items, clusters=clusters)


def _counts_effectively(study: Study) -> bool:
    """Tell whether an effective number of items makes the interval."""
    return study.independent_items is not None and study.interval.method not in DRAWN


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
    alone = study.independent_items is None or study.is_weighted
    supposed = (Message(NOTES["independent"]),) if alone else ()
    if study.cluster_draws is not None:
        low, high = map(Kappa, study.cluster_draws)
        level = percentage(study.level)
        drawn = message_of(
            "computed", "clusters-drawn", draws=CLUSTER_DRAWS, level=level, low=low, high=high
        )
        supposed = (drawn,)
    return (*((interval.reason,) if interval.reason is not None else ()), *supposed)


def short_percentage(share: float) -> int | float:
    """Return a share in hundredths with one decimal; with more, where that would be all or none.

    Parameters
    ----------
    share : float
        Between 0 and 1.

    Returns
    -------
    int or float

    Examples
    --------
    >>> short_percentage(0.9412), short_percentage(2999 / 3000), short_percentage(1.0)
    (94.1, 99.97, 100)
    """
    return percentage(round(share, decimals_that_part([(share, 0), (share, 1)], 3)))


def percent_words(share: float) -> Message:
    """Return a share in hundredths: see `short_percentage`.

    Parameters
    ----------
    share : float
        Between 0 and 1.

    Returns
    -------
    Message

    Examples
    --------
    >>> plain_text(percent_words(0.9412))
    '94.1%'
    """
    return message_of("diagnostic", "percent", number=short_percentage(share))


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
    return message.english.format(
        **{name: _plain_value(value, decimals) for name, value in message.values.items()}
    )


def without_0(number: str) -> str:
    """Return a number without the 0 before its decimal point; before a comma it stays.

    Parameters
    ----------
    number : str

    Returns
    -------
    str

    Examples
    --------
    >>> without_0("−0.25"), without_0("10.5"), without_0("0,25")
    ('−.25', '10.5', '0,25')
    """
    return re.sub(r"^(−?)0(?=\.)", r"\1", number)


def _plain_value(value: object, decimals: int) -> str:
    if isinstance(value, Message):
        return plain_text(value, decimals)
    if isinstance(value, FixedKappa):
        text = _plain_value(Kappa(value), value.decimals)
        return without_0(text) if isinstance(value, ShortKappa) else text
    if isinstance(value, Kappa):
        # Adding 0 after rounding takes the sign from a minus zero.
        return f"{round(value, decimals) + 0.0:.{decimals}f}".replace("-", "−")
    if isinstance(value, float):
        text = f"{round(value, decimals) + 0.0:,.{decimals}f}"
        return text.rstrip("0").rstrip(".").replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)
