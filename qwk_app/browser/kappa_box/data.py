"""The data of the picture of kappa: all that the browser draws, and looks up while a ring moves.

The browser computes nothing. For every item and every category, the data have the cost, the box and
kappa that would result, and every number as text. The data leave out what is hidden from a class.
"""

from math import isnan
from typing import Any

import numpy as np
import streamlit as st

from qwk_app.figures.chart import Table
from qwk_app.frame import state
from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, OPENED, Lesson
from qwk_app.shared.matrices import LESSON
from qwk_app.words import names
from qwk_app.words.keyed import KEYED
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, joined, plural
from qwk_core import Ratings
from qwk_core.matrices import disagreement
from qwk_core.statistics.one_item import Moves, kappa_moves
from qwk_core.teaching.box import Box, box, fill_box, shuffle_items
from qwk_core.walkthrough import ONE_CATEGORY

MOST_ITEMS = 40  # shown one by one; with more items, each pair of ratings is one square

_MOST_CELLS = 60  # squares; one more square stands for all the cheaper ones
_SHUFFLES = 20

Data = dict[str, Any]

# The spaces do not break, so that the formula stays on one line.
_FORMULA = "1 − {cost} ÷ {chance} = {kappa}".replace(" ", "\u00a0")


def data(lesson: Lesson, *, answered: int = 0, seed: int = 1, undo: bool = False) -> Data:
    """Return all that the picture draws and looks up, ready to be sent."""
    walk, found, ratings = lesson.walk, box(lesson.walk), _shown(lesson)
    size = len(walk.categories)
    costs = disagreement(size, walk.scheme)[0].tolist()
    handed: Data = {
        "scheme": walk.scheme,
        "rule": _rule(walk.scheme, size),
        "link": LESSON,
        "closed": lesson.cell if lesson.hides(HIDE_CELL) else None,
        "labels": lesson.labels,
        "base": _state(lesson, found),
        "costs": [number(cost) for cost in costs],
        "misses": [_miss(apart, cost) for apart, cost in enumerate(costs)],
        "hidden": False,
        "opened": st.session_state.get(OPENED, 0),
        "undo": undo,
        "still": False,
        "large": state.is_presenting(),
        "answered": answered,
        "sentences": _sentences(),
        "boxes": {verdict: _(text) for verdict, text in KEYED["box_in_words"].items()},
        "words": _words(),
        "cells": [],
        "pairs": 0,
        "reach": found.chance,
        **_NO_ITEMS,
    }
    handed |= _cells(lesson, found) if ratings is None else _items(lesson, ratings, seed)
    return _without_kappa(handed) if lesson.hides(HIDE_KAPPA) else handed


def still(lesson: Lesson) -> Data:
    """Return the data of a picture that cannot be moved and is not linked to other views."""
    return data(lesson) | {"still": True, "link": "", "chosen": [], **_NO_FILMS}


_NO_FILMS: Data = {"shuffles": None, "filling": {"items": [], "kappa": []}}
_NO_ITEMS: Data = {
    **{key: [] for key in ("actual", "predicted", "rows", "table", "chosen")},
    "chance": {},
    **_NO_FILMS,
}


def _without_kappa(handed: Data) -> Data:
    """Return the data without what would give kappa away, for a class that guesses it."""
    return handed | {
        "hidden": True,
        "base": handed["base"] | {"chance": None, "kappa": "", "verdict": "h"},
        "table": [
            row | {"kappa": [], "verdict": "h" * len(row["verdict"])} for row in handed["table"]
        ],
        "chance": {},
        "reach": 0,
        **{name: {"h": handed[name]["h"]} for name in ("sentences", "boxes")},
        **_NO_FILMS,
    }


def _shown(lesson: Lesson) -> Ratings | None:
    """Return the ratings, if their items can be shown one by one."""
    ratings = lesson.ratings
    return ratings if ratings is not None and ratings.n <= MOST_ITEMS else None


def _items(lesson: Lesson, ratings: Ratings, seed: int) -> Data:
    scheme = lesson.walk.scheme
    moves = kappa_moves(ratings, scheme)
    # Items with the same two ratings have the same row, and the same prediction the same boxes.
    pairs = list(zip(ratings.actual.tolist(), ratings.predicted.tolist(), strict=True))
    firsts = {pair: at for at, pair in reversed(list(enumerate(pairs)))}
    order = {pair: at for at, pair in enumerate(firsts)}
    by_prediction = {predicted: at for (_actual, predicted), at in firsts.items()}
    handed: Data = {
        "actual": ratings.actual.tolist(),
        "predicted": ratings.predicted.tolist(),
        # A class could count outlined items.
        "chosen": [] if lesson.hides(HIDE_CELL) else ratings.items_in_cell(*lesson.cell).tolist(),
        "rows": [order[pair] for pair in pairs],
        "table": [_row(moves, at) for at in firsts.values()],
        "chance": {
            str(predicted): [_area(chance) for chance in moves.chance[at].tolist()]
            for predicted, at in by_prediction.items()
        },
        "reach": float(np.maximum(moves.cost, moves.chance).max()),
    }
    if lesson.walk.undefined_reason is None:
        filling = fill_box(ratings, scheme)
        shuffles = shuffle_items(ratings, n_shuffles=_SHUFFLES, seed=seed, scheme=scheme)
        handed["filling"] = {
            "items": filling.items.tolist(),
            "kappa": [kappa_text(kappa) for kappa in filling.kappa.tolist()],
        }
        handed["shuffles"] = {
            "predicted": shuffles.predicted.tolist(),
            "cost": [number(cost) for cost in shuffles.cost.tolist()],
            "kappa": [kappa_text(kappa) for kappa in shuffles.kappa.tolist()],
        }
    return handed


def _row(moves: Moves, at: int) -> Data:
    """Return cost, box and kappa for each category that the item `at` could be predicted as."""
    kappas, agreeing = moves.kappa[at].tolist(), moves.agreeing[at]
    return {
        "cost": [number(cost) for cost in moves.cost[at].tolist()],
        "kappa": [kappa_text(kappa) for kappa in kappas],
        "verdict": "".join(map(_verdict, kappas)),
        "right": [
            _right(each.item(), len(moves.kappa)) for each in (agreeing.min(), agreeing.max())
        ],
    }


def _state(lesson: Lesson, found: Box) -> Data:
    return {
        "cost": number(found.cost),
        "chance": _area(found.chance),
        "kappa": kappa_text(found.kappa),
        "verdict": _verdict(found.kappa),
        "right": _right(found.agreeing, lesson.walk.n),
    }


def _cells(lesson: Lesson, found: Box) -> Data:
    """Return the pairs of ratings, the dearest first, and of equal ones the most frequent."""
    observed, costs = lesson.walk.observed, found.costs
    pairs = [tuple(cell) for cell in np.argwhere(observed).tolist()]
    pairs.sort(key=lambda cell: (-costs[cell], -observed[cell]))
    missing = [cell for cell in pairs if costs[cell]]
    shown = missing[:_MOST_CELLS]
    cells = [
        [*cell, number(observed[cell].item()), float(costs[cell]), number(costs[cell])]
        for cell in [*shown, *(cell for cell in pairs if not costs[cell])]
    ]
    rest = sum(costs[cell] for cell in missing[_MOST_CELLS:])
    return {"cells": cells, "rest": [float(rest), number(rest)], "pairs": len(pairs)}


def _area(tiles: float) -> list[float | str] | None:
    """Return a number of tiles, as a number and as text; None where there is no box."""
    return [float(f"{tiles:.8g}"), number(tiles)] if tiles else None


def _verdict(kappa: float) -> str:
    """Return the key of the sentence that says what kappa is.

    >>> "".join(map(_verdict, (float("nan"), 1.0, 0.3, 0.0, -0.3)))
    'uplsm'
    """
    if isnan(kappa):
        return "u"
    if kappa == 1:
        return "p"
    return "l" if kappa > 0 else "m" if kappa < 0 else "s"


# Words.


def _rule(scheme: str, size: int) -> str:
    """Say what the widest and the narrowest gap cost, as examples."""
    far = size - 1
    # Of two categories, all misses cost the same.
    return _(KEYED["gap_costs"]["unweighted" if far < 2 else scheme], far=far)


def _right(agreeing: float, n: float) -> str:
    if agreeing == n:
        return plural(n, "● and ○ agree.", "● and ○ agree on all {count}.")
    if not agreeing:
        return _("● and ○ never agree.")
    return _("● and ○ agree on {right} of {n}.", right=number(agreeing), n=number(n))


def _miss(apart: int, cost: int) -> str:
    if not apart:
        return _("they agree")
    return plural(
        cost,
        "{apart} apart, which costs one tile",
        "{apart} apart, which costs {cost} tiles",
        apart=apart,
        cost=number(cost),
    )


# The browser fills in the fields while a ring moves.


def _sentences() -> dict[str, str]:
    """Return the sentence for each verdict; "h" asks while kappa is hidden."""
    box = _("The box is the average cost when the ○ ratings are shuffled.")
    by_verdict = {
        "l": ("{right}", "{rule}", box, _("κ is the part of it that stays empty.")),
        "p": ("{right}", box, _("No gap, no cost: all of it stays empty, and κ is 1.")),
        "s": ("{right}", "{rule}", box, _("It is full: κ is 0.")),
        "m": ("{right}", "{rule}", box, _("It overflows: κ is below 0.")),
        "u": ("{right}", _(ONE_CATEGORY)),
        "h": ("{right}", "{rule}", box, _("How large is it? How much of it stays empty?")),
    }
    return {verdict: joined(sentences) for verdict, sentences in by_verdict.items()}


def _words() -> dict[str, str]:
    return {key: _(text) for key, text in KEYED["box"].items()} | {
        "strip": _(
            "The {items}: ● {actual}, ○ {predicted}. The arrow keys move ○.",
            items=names.items(),
            actual=names.actual(),
            predicted=names.predicted(),
        ),
        "item": _(
            "Item {number}: {first} {actual}, {second}",
            number="{number}",
            actual="{actual}",
            **names.both(str),
        ),
        "brief": joined([_("{right} Cost {cost}, by chance {chance}:"), _FORMULA]),
        "ticks": " ".join(number(end) for end in (-1, 0, 1)),
    }


def table(lesson: Lesson) -> Table:
    """Return the picture as a table with a row for each item, or for each pair of ratings."""
    walk, labels = lesson.walk, lesson.labels
    found, hidden = box(walk), lesson.hides(HIDE_KAPPA)
    tiles = disagreement(len(labels), walk.scheme)
    ratings = _shown(lesson)
    columns = [names.actual(), names.predicted(), _("gap"), _("cost")]
    if ratings is None:
        pairs = [tuple(cell) for cell in np.argwhere(walk.observed).tolist()]
        heads = [number(walk.observed[cell].item()) for cell in pairs]
        spent = [number(found.costs[cell]) for cell in pairs]
        corner = names.items()
    else:
        heads = [str(at + 1) for at in range(ratings.n)]
        pairs = list(zip(ratings.actual.tolist(), ratings.predicted.tolist(), strict=True))
        spent = [number(tiles[pair].item()) for pair in pairs]
        corner = _("Item")
    rows = [
        (labels[a], labels[p], str(abs(a - p)), cost)
        for (a, p), cost in zip(pairs, spent, strict=True)
    ]
    heads += [_("All"), _("By chance"), "κ"]
    rows += [("", "", "", number(found.cost))]
    ends = (number(found.chance), kappa_text(found.kappa))
    rows += [("", "", "", "?" if hidden else end) for end in ends]
    return Table(corner, tuple(columns), tuple(heads), tuple(rows))
