"""A study as a Jupyter notebook that computes everything anew with numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import attrgetter
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qwk_core.kappa import SAME_KAPPA
from qwk_core.messages import Message
from qwk_core.pictures.heatmap import MOST_NUMBERED, heatmap
from qwk_core.ratings import Array
from qwk_core.statistics.raters.summaries import scale_of
from qwk_core.statistics.resampling import student_quantile
from qwk_core.study import notebook_code as code
from qwk_core.study.methods import filled_blanks, methods
from qwk_core.study.notebook_cells import escaped, literal, notebook_json
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import Study
from qwk_core.study.texts import message_of
from qwk_core.study.two_models import compare_with_reference

_MOST_WRITTEN_OUT = 30  # categories; larger matrices are written as the cells that are not 0
_IN_LINE = 20  # ratings of one item in a line of code
_MOST_WORK = 2_000_000_000  # of the interval's cell: beyond, it would take minutes
_DISPUTED = 5  # items, the most disputed ones
# What the report says of each rater, in the order of the notebook's own figures.
_OF_RATER = attrgetter(
    "n_rated", "mean", "spread", "bias", "bias_spread", "consensus_kappa", "pooled_without"
)


def notebook(study: Study, *, say: Callable[[Message], str] | None = None) -> str:
    """Return a notebook (nbformat 4.5) that recomputes a study from its counts, or its ratings.

    It needs numpy alone; its pictures need Plotly. The intervals are computed as in the report.

    Parameters
    ----------
    study : Study
        What to recompute.
    say : callable, optional
        Writes a `Message` as bare text, in another language for one; English without.

    Returns
    -------
    str
        The text of an .ipynb file.

    Examples
    --------
    >>> import json
    >>> from qwk_core.study.study import make_rater_study, make_study
    >>> content = json.loads(notebook(make_study([[40, 9], [6, 45]], source="ratings.csv")))
    >>> content["nbformat"], content["cells"][0]["source"].splitlines()[0]
    (4, '# How far the raters agree')
    >>> many = json.loads(notebook(make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])))
    >>> len(many["cells"])
    21
    """
    tell = say or (lambda message: plain_text(message, study.decimals))
    return notebook_json(_written(study, tell))


@dataclass(frozen=True)
class _Cell:
    """A text with code below it.

    Attributes
    ----------
    text : str
        Its key; empty where the code needs none.
    code : str
        Empty where there is nothing to compute.
    figures : mapping of str to object
        What the report says, by the expression that computes it here: numbers, or lists and dicts
        of them.
    """

    text: str
    code: str = ""
    figures: Mapping[str, Any] = field(default_factory=dict)


def _written(study: Study, say: Callable[[Message], str]) -> Iterator[tuple[str, str]]:
    """Yield the kind and the source of each cell."""
    yield "markdown", "\n\n".join(_heading(study, say))
    for cell in _cells(study):
        if cell.text:
            yield "markdown", say(message_of("notebook", cell.text))
        if cell.code:
            yield "code", cell.code


def _heading(study: Study, say: Callable[[Message], str]) -> Iterator[str]:
    yield f"# {escaped(say(message_of('notebook', 'title')))}"
    yield escaped(say(sentence(study)))
    if filled_blanks(study):
        yield escaped(" ".join(map(say, methods(study, "apa"))))
    if study.source:
        yield escaped(say(message_of("notebook", "source", source=study.source)))
    if study.remarks:
        yield escaped(say(message_of("notebook", "chosen")))
        yield "\n".join(f"- {escaped(say(choice))}" for choice in study.remarks)
    what = "counts" if study.agreement is None else "ratings"
    held = message_of("notebook", f"{what}-held")
    yield escaped(
        say(message_of("notebook", "about", what=message_of("notebook", what), held=held))
    )


def _cells(study: Study) -> tuple[_Cell, ...]:
    """Return what is computed, then the comparison with the report, and with scikit-learn."""
    of_counts = study.agreement is None
    computed = (
        _counts(study) if of_counts else _ratings(study),
        _Cell("weights", code.WEIGHTS.format(scheme=study.scheme)),
        *(_kappa_of_counts if of_counts else _kappas_of_ratings)(study),
        *_interval_of_pair(study),
        *_intervals_with_reference(study),
        *_difference(study),
        *(_groups if of_counts else _raters_and_items)(study),
    )
    checks = [
        f"check({mine}, {literal(reported)})"
        for cell in computed
        for mine, reported in cell.figures.items()
    ]
    done = 'print("All figures are the same.")'
    weights = None if study.scheme == "unweighted" else study.scheme
    return (
        *computed,
        _Cell("reported", code.CHECK + "\n".join([*checks, done])),
        _Cell("sklearn", code.SKLEARN)
        if of_counts
        else _Cell("sklearn-pairs", code.SKLEARN_PAIRS.format(weights=weights)),
    )


def _beginning(**lists: tuple[Any, ...]) -> str:
    """Return the code with these lists, the categories among them."""
    lines = [f"{name} = {literal(list(values))}\n" for name, values in lists.items()]
    return f"import math\n\nimport numpy as np\n\n{''.join(lines)}N = len(categories)\n"


def _counts(study: Study) -> _Cell:
    matrix = _matrix("O", study.observed)
    return _Cell("O", _beginning(categories=study.categories) + matrix + "n = O.sum()\nO")


def _matrix(name: str, counts: Array) -> str:
    """Return the code of a matrix of counts, shape (N, N)."""
    # As floats where the product of two totals would not fit 64 bits.
    kind = "float" if counts.dtype != np.int64 or int(counts.sum()) ** 2 >= 2**63 else "int"
    if len(counts) <= _MOST_WRITTEN_OUT:
        rows = [f"    {row!r},\n" for row in counts.tolist()]
        return f"{name} = np.array([\n{''.join(rows)}], dtype={kind})\n"
    cells = [(i, j, counts[i, j].item()) for i, j in np.argwhere(counts).tolist()]
    return (
        f"# row, column, count; all others are 0\ncells = {literal(cells)}\n"
        + f"{name} = np.zeros((N, N), dtype={kind})\n"
        + f"for row, column, count in cells:\n    {name}[row, column] = count\n"
    )


def _kappa_of_counts(study: Study) -> Iterator[_Cell]:
    yield _Cell("expected", code.EXPECTED)
    if len(study.categories) <= MOST_NUMBERED:
        yield _Cell("pictures", code.PICTURES)
        for name in ("observed", "weights", "expected"):
            yield _Cell("", f"picture({literal(heatmap(study.walk, name))})")
    kappas = {scheme: walk.kappa for scheme, walk in study.walks.items()}
    yield _Cell("kappa", code.KAPPA, {"kappas": kappas})
    yield _Cell("shares", code.SHARES)


def _interval_of_pair(study: Study) -> Iterator[_Cell]:
    """Yield the cell of two raters' default interval, or what is said of another one."""
    interval, of_counts = study.interval, study.agreement is None
    if study.has_interval and interval.method == "smoothed":
        pair = "" if of_counts else code.OF_THE_PAIR.format(pair="0, 1")
        figures = {"(low, high)": [interval.low, interval.high]}
        yield _Cell("interval", pair + _smoothed(study), figures)
    elif study.has_interval and of_counts:
        yield _Cell("other-interval")


def _smoothed(study: Study) -> str:
    """Return the code of the default interval of two raters, from O, kappa and n."""
    return code.INTERVAL.format(
        z=NormalDist().inv_cdf((1 + study.level) / 2),
        items="n" if study.independent_items is None else repr(study.independent_items),
    )


def _intervals_with_reference(study: Study) -> Iterator[_Cell]:
    """Yield a cell for each rater whose kappa with the truth, or the reference, is the default."""
    text, ends = "interval", {}
    for name, one in study.against.items():
        if not one.has_interval or one.interval.method != "smoothed":
            continue
        places = sorted([study.reference or 0, study.raters.index(name)])
        pair = code.OF_THE_PAIR.format(pair=", ".join(map(str, places)))
        begun = "against = {}\n" if text else ""
        kept = f"\nagainst[{literal(name)}] = low, high"
        ends[name] = one.interval.low, one.interval.high
        yield _Cell(text, begun + pair + _smoothed(one) + kept, {"against": dict(ends)})
        text = ""


def _difference(study: Study) -> Iterator[_Cell]:
    """Yield the cells of the difference of two raters' kappas with the truth, or the reference."""
    compared = compare_with_reference(study)
    if compared is None:
        return
    found = compared.difference
    places = [study.raters.index(name) for name in compared.names]
    yield _Cell(
        "difference",
        code.DIFFERENCE.format(places=places),
        {"difference": found.difference},
    )
    if found.caution is not None:
        return
    units = code.OF_ITEMS
    if study.is_weighted:
        units = code.OF_CLUSTERS.format(clusters="np.arange(len(worth))")
    if found.n_clusters:
        numbers: dict[str, int] = {}
        rated = np.flatnonzero((study.all_raters.positions[:, places] >= 0).all(axis=1))
        names = [study.all_raters.table.clusters[at] for at in rated.tolist()]
        clusters = [numbers.setdefault(name, len(numbers)) for name in names]
        units = code.OF_CLUSTERS.format(clusters=f"np.array({literal(clusters)})")
    t = student_quantile((1 + study.level) / 2, found.df)
    yield _Cell(
        "",
        units + code.DIFFERENCE_INTERVAL.format(t=t),
        {"(difference_low, difference_high)": [found.low, found.high]},
    )


def _groups(study: Study) -> Iterator[_Cell]:
    if not study.groups:
        return
    matrices = [
        _matrix("one", _on_one_scale(study, group)) + f"groups[{name!r}] = one\n\n"
        for name, group in study.groups.items()
    ]
    figures: dict[str, Any] = {
        "group_kappas": {name: group.kappa for name, group in study.groups.items()}
    }
    if study.pooling is not None:
        figures["within"] = study.pooling.within
    yield _Cell("groups", f"groups = {{}}\n\n{''.join(matrices)}{code.GROUPS}", figures)


def _on_one_scale(study: Study, group: Study) -> Array:
    """Return O of a group, shape (N, N), so that those of all groups make O of the whole."""
    if study.scale == group.scale:
        return group.observed
    scaled: Array = group.observed * (study.scale / group.scale)
    return scaled


def _ratings(study: Study) -> _Cell:
    agreement, weights = study.all_raters, study.all_raters.table.item_weights
    counting = "np.ones(len(R))" if weights is None else f"np.array({literal(weights.tolist())})"
    lines = []
    for item in agreement.positions.tolist():
        cells = ["." if place < 0 else str(place) for place in item]
        lines += [" ".join(cells[at : at + _IN_LINE]) for at in range(0, len(cells), _IN_LINE)]
    return _Cell(
        "R",
        _beginning(raters=agreement.raters, categories=agreement.categories)
        + 'table = """\n'
        + "\n".join(lines)
        + '\n"""\n'
        + 'cells = table.replace(".", "-1").split()\n'
        + "R = np.array(cells, dtype=int).reshape(-1, len(raters))\n"
        + f"item_weights = {counting}\nR",
    )


def _kappas_of_ratings(study: Study) -> Iterator[_Cell]:
    agreement = study.all_raters
    pairs = np.triu_indices(len(agreement.raters), 1)
    kappas, counts = agreement.pairs[pairs].tolist(), agreement.pair_counts[pairs].tolist()
    yield _Cell("pairs", code.PAIRS, {"kappas.values()": kappas, "counts.values()": counts})
    yield _Cell("pooled", code.POOLED, {"pooled": agreement.pooled})
    if study.is_weighted:
        yield from _jackknife_of_weighted(study)
        return
    coefficients = {"all_together": dict(agreement.coefficients)}
    yield _Cell("coefficients", code.COEFFICIENTS, coefficients)
    yield _jackknife(study)


def _jackknife(study: Study) -> _Cell:
    """Return the cell of the coefficients' intervals; no code where none are computed."""
    positions = study.all_raters.positions
    rated = positions[(positions >= 0).any(axis=1)]
    if _takes_minutes(rated, len(study.categories)):
        return _Cell("too-large")
    if study.choice.method == "bootstrap" or study.n_clusters:
        return _Cell("other-interval")
    df = study.coefficient_intervals["alpha"].df
    if not df:
        return _Cell("one-item")
    t = student_quantile((1 + study.level) / 2, df)
    figures = {
        name: (sure.low, sure.high)
        for name, sure in study.coefficient_intervals.items()
        if sure.method == "fisher"  # that of two raters has a cell of its own
    }
    lines = code.JACKKNIFE.format(t=t, same=SAME_KAPPA)
    return _Cell("jackknife", lines, {"intervals": figures})


def _jackknife_of_weighted(study: Study) -> Iterator[_Cell]:
    """Yield the cell of the pooled kappa's interval where items bear survey weights."""
    table, found = study.all_raters.table, study.interval
    rated = table.positions[(table.positions >= 0).any(axis=1)]
    if study.is_pair:
        return  # its own interval follows
    if _takes_minutes(rated, len(study.categories)):
        yield _Cell("too-large")
    elif found.method != "fisher" or study.n_clusters or not study.has_interval:
        yield _Cell("other-interval")
    else:
        t = student_quantile((1 + study.level) / 2, found.df)
        lines = code.JACKKNIFE_OF_WEIGHTED.format(t=t)
        yield _Cell("jackknife", lines, {"ends": [found.low, found.high]})


def _takes_minutes(rated: NDArray[np.int16], n_categories: int) -> bool:
    """Return whether leaving out each item once, of shape (m, r), is too much for a notebook."""
    n, n_raters = rated.shape
    n_pairs = n_raters * (n_raters - 1) // 2
    work = n_pairs * (2000 + n + n_categories**2)
    # Items that are alike are left out once; these are counted only where it matters.
    return work * n > _MOST_WORK and bool(work * len(np.unique(rated, axis=0)) > _MOST_WORK)


def _raters_and_items(study: Study) -> Iterator[_Cell]:
    agreement = study.all_raters
    if study.is_weighted:
        yield _Cell("weighted")
        return
    lowest, worth = scale_of(agreement.categories)
    steps = np.array_equal(worth, np.arange(len(worth)))
    listed = "np.arange(N)" if steps else f"np.array({literal(worth.tolist())})"
    raters = code.RATERS.format(lowest=lowest, worth=listed, scheme=study.scheme)
    yield _Cell("raters", raters, {"each_rater": [*map(_OF_RATER, agreement.raters_summary)]})
    items = agreement.items_summary
    most = items.most_disputed[:_DISPUTED].tolist()
    shares = {at: float(items.share[at]) for at in most}
    yield _Cell("items", code.ITEMS, {"shares": shares})
