"""The pictures of a report as SVG: the box, the matrices, every pair."""

import re
from collections.abc import Callable
from functools import cache
from math import isnan

import numpy as np

from qwk_app.figures import svg_box, svg_matrix
from qwk_app.figures.common import Matrix, shortened
from qwk_app.figures.svg import Picture, together
from qwk_app.figures.svg_box import Piece
from qwk_app.parts.many_raters import pairs
from qwk_app.words.messages import message_bare_text
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import _
from qwk_core.pictures.cells import by_value
from qwk_core.pictures.hues import LIGHT
from qwk_core.pictures.panel import Panel, Totals, shading
from qwk_core.study.study import Study
from qwk_core.walkthrough import Walkthrough

MOST_READ = (
    100  # categories; for larger matrices a report has pictures, but no sentence for each cell
)
_MOST_DECIMALS = 4  # of a weight or a cost
_LEAST_SHARE = 0.0001  # smaller ones are "under 1%"
_MOST_PIECES = 60  # in the box; one more piece stands for all the cheaper ones
_LONGEST = 30  # characters of a rater's name beside a matrix
_ZERO = re.compile(r"^(−?)0(?=\.)")  # journals omit it before a point


def axes(study: Study) -> tuple[str, str]:
    """Return the names of the rows and the columns."""
    if not study.is_pair:
        return _("the first of a pair"), _("the second of a pair")
    row, column = (
        shortened(message_bare_text(name), _LONGEST)
        for name in (study.named.row, study.named.column)
    )
    return row, column


def figure(study: Study) -> Picture:
    """Draw the figure for a paper: the four matrices of two raters, or the matrix of pairs."""
    if not study.is_pair:
        return of_pairs(study)
    return together(
        matrices(study),
        _(
            "The matrices of kappa = {kappa}: observed, expected, weights, and what each cell "
            "adds to the disagreement",
            kappa=kappa_text(study.kappa, study.decimals),
        ),
    )


def as_file(picture: Picture) -> str:
    """Return a picture as an SVG file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{picture.svg()}\n'


def of_pairs(study: Study, width: int | None = None) -> Picture:
    """Draw kappa of each pair as a matrix: green above 0, red below, pale if items are few."""
    agreement = study.all_raters
    texts = pairs.cell_texts(agreement.pairs)
    panel = Panel(
        "pairs",
        texts if width is None else tuple(_ZERO.sub(r"\1", text) for text in texts),
        pairs.shades(agreement.pairs, agreement.pair_counts, LIGHT),
        title=_("κ of each pair"),
        ink=LIGHT.kappa.ink,
        alt=pairs.alt(agreement),
    )
    raters, both = agreement.raters, (_("rater"), _("rater"))
    if width is None:
        return svg_matrix.matrix(panel, raters, both, cell=svg_matrix.cell_size([panel]))
    return svg_matrix.fitted(panel, raters, both, width)


def of_kappa(study: Study, width: int = svg_box.WIDTH) -> Picture:
    """Draw the box of the cost of chance, the misses that fill it, and kappa: the empty part."""
    walk = study.walk
    costs = walk.weighted_observed
    places = np.argwhere(costs).tolist()
    places.sort(key=lambda cell: -costs[tuple(cell)])
    labels = [str(category) for category in study.categories]
    pieces = [
        Piece(
            float(costs[row, column]),
            f"{labels[row]} → {labels[column]}",
            cost_text(costs[row, column]),
        )
        for row, column in places[:_MOST_PIECES]
    ]
    rest = sum(float(costs[row, column]) for row, column in places[_MOST_PIECES:])
    if rest:
        pieces.append(Piece(rest, _("others"), cost_text(rest)))
    kappa = kappa_text(study.kappa, study.decimals)
    alt = _(
        "A box of what chance would cost, {chance}; the disagreement costs {cost}. κ is {kappa}.",
        **costs_of(walk),
        kappa=kappa,
    )
    return svg_box.box(pieces, walk.denominator, _("{kappa} empty", kappa=kappa), alt, width=width)


def costs_of(walk: Walkthrough) -> dict[str, str]:
    """Write what the disagreement costs, and what chance would cost."""
    return {"cost": cost_text(walk.numerator), "chance": cost_text(walk.denominator)}


def has_box(study: Study) -> bool:
    """Tell whether chance would cost something, so that there is a box."""
    return study.is_pair and not isnan(study.kappa)


def matrices(study: Study) -> tuple[Picture, ...]:
    """Draw O, E, w and the contributions."""
    drawn, labels = matrix_panels(study), list(map(str, study.categories))
    cell = svg_matrix.cell_size(drawn)
    return tuple(svg_matrix.matrix(panel, labels, axes(study), cell=cell) for panel in drawn)


def of_observed(study: Study, width: int) -> Picture:
    """Draw O with its totals."""
    labels = list(map(str, study.categories))
    return svg_matrix.fitted(matrix_panels(study)[0], labels, axes(study), width)


def matrix_panels(study: Study) -> tuple[Panel, ...]:
    """Return O, E, w and the contributions; their numbers are texts unless they are too many.

    The shades are those of the screen: agreement is grey, misses are coloured by their cost.
    """
    walk = study.walk
    totals = Totals(_counts(walk.actual_totals), _counts(walk.predicted_totals), number(walk.n))
    shades = {name: shading(walk, name) for name in ("observed", "expected", "weights")}
    shades["shares"] = by_value(walk.shares, float(walk.shares.max()), LIGHT.fall, LIGHT)
    drawn = {
        "observed": (_("O · observed"), LIGHT.observed, _counts(walk.observed)),
        "expected": (_("E · expected by chance"), LIGHT.expected, _counts(walk.expected)),
        "weights": (_("w · weights"), LIGHT.weights, texts_of(walk.weights, number)),
        "shares": (_("share of all disagreement"), LIGHT.fall, texts_of(walk.shares, _share)),
    }
    return tuple(
        Panel(
            name,
            texts,
            shades[name],
            title=title,
            ink=hue.ink,
            totals=totals if name in ("observed", "expected") else None,
            alt=_(
                "{title}: a matrix of {n} by {n}, its largest value {value}",
                title=title,
                n=len(study.categories),
                value=cost_text(float(getattr(walk, name).max())),
            ),
        )
        for name, (title, hue, texts) in drawn.items()
    )


def _counts(values: Matrix) -> tuple[str, ...]:
    return texts_of(values, _count)


def texts_of(values: Matrix, write: Callable[[float], str]) -> tuple[str, ...]:
    """Write the numbers of a matrix in reading order; none if there are too many to read."""
    if len(values) > MOST_READ:
        return ()
    # Many cells have the same number: a matrix of weights has at most N different ones.
    return tuple(map(cache(write), values.ravel().tolist()))


def _count(value: float) -> str:
    """Write a count; larger ones have fewer decimals."""
    return number(value, 2 if value < 100 else 1 if value < 1000 else 0)


def _share(value: float) -> str:
    """Write a share, short enough for a cell."""
    if value < _LEAST_SHARE:
        return percent(value) if value else "0"
    return _("{number}%", number=number(100 * value, 0))


def cost_text(value: float) -> str:
    """Write a cost."""
    return number(value, _MOST_DECIMALS)
