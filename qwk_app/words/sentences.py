"""Sentences about the numbers: about a cell, about kappa."""

from collections.abc import Sequence

from qwk_app.frame.state import HIDE_CELL, HIDE_KAPPA, Lesson, costliest
from qwk_app.words import names
from qwk_app.words.numbers import kappa_text, number, percent
from qwk_app.words.texts import N_, _, capitalized, joined, plain, plural
from qwk_core.matrices import largest_disagreement
from qwk_core.teaching.box import box
from qwk_core.walkthrough import Walkthrough

_MOST_LISTED = 8


_MEASURES = {
    "quadratic": N_("Quadratic weighted kappa"),
    "linear": N_("Linear weighted kappa"),
    "unweighted": N_("Unweighted kappa"),
}


WHICH_WEIGHTS = N_(
    "Use **quadratic** where far misses are much worse, **linear** where every step counts the "
    "same, **unweighted** where the categories have no order."
)


def opening(lesson: Lesson) -> str:
    """Explain kappa, the ratings, and the signs ● and ○, for a beginner."""
    what = _(
        "**{measure} (κ)** says how well two raters agree: 1 is perfect, 0 is no better than "
        "chance.",
        measure=_(_MEASURES[lesson.walk.scheme]),
    )
    return joined([what, _story(lesson)])


def _story(lesson: Lesson) -> str:
    if lesson.origin is not None and not names.are_custom():
        return _(lesson.origin.story)
    return _(
        "{items}: {count}, each rated from {lowest} (the lowest) to {highest} (the highest). "
        "● is {actual}, ○ is {predicted}.",
        items=plain(capitalized(names.items())),
        count=number(lesson.walk.n),
        actual=plain(names.actual()),
        predicted=plain(names.predicted()),
        lowest=plain(lesson.labels[0]),
        highest=plain(lesson.labels[-1]),
    )


def point(lesson: Lesson) -> str:
    """Say what a worked example teaches; empty if it is changed or would give the answer away."""
    if lesson.example is None or lesson.hidden or lesson.walk.scheme != "quadratic":
        return ""
    return _(lesson.example.point)


def about(lesson: Lesson) -> str:
    """Name the example, or describe the reader's own ratings."""
    if lesson.example is not None:
        return _("**{title}**", title=_(lesson.example.title))
    if lesson.origin is not None:
        return _("**{title}**, edited", title=_(lesson.origin.title))
    items, categories = lesson.walk.n, len(lesson.walk.categories)
    return _(
        "**Your own ratings**: {items}, {categories}",
        items=plural(items, "{count} item", "{count} items"),
        categories=plural(categories, "{n} category", "{n} categories"),
    )


def observed_cell(lesson: Lesson) -> str:
    """Say how many items are in the chosen cell, and which.

    >>> # "O[4, 0] = 2: items 1 and 4."
    """
    row, column = map(plain, lesson.label)
    count = number(lesson.walk.observed[lesson.cell])
    head = _("O[{row}, {column}] = {count}", row=row, column=column, count=count)
    if lesson.ratings is None:
        return head + "."
    items = [int(item) + 1 for item in lesson.ratings.items_in_cell(*lesson.cell)]
    if not items:
        return _("{head}: no item has this pair.", head=head)
    return plural(
        len(items),
        "{head}: item {items}.",
        "{head}: items {items}.",
        head=head,
        items=listed(items),
    )


def weights_cell(lesson: Lesson) -> str:
    """Say what one item in the chosen cell costs, and why."""
    walk = lesson.walk
    row, column = map(plain, lesson.label)
    i, j = lesson.places
    far = len(walk.categories) - 1
    value = number(walk.weights[lesson.cell], 4)
    head = _("w[{row}, {column}]", row=row, column=column)
    if i == j:
        return _("{head} = 0: agreement costs nothing.", head=head)
    if walk.scheme == "quadratic":
        how = f"({i} − {j})² ÷ {far}² = {(i - j) ** 2} ÷ {far**2} = {value}"
    elif walk.scheme == "linear":
        how = f"|{i} − {j}| ÷ {far} = {value}"
    else:
        how = value
    text = _("{head} = {how}.", head=head, how=how)
    if walk.scheme == "unweighted" or lesson.counts_from is not None:
        return text
    return joined([text, _("Here the categories are counted from 0.")])


def expected_cell(lesson: Lesson) -> str:
    """Say how many items chance alone would put in the chosen cell, and why."""
    walk = lesson.walk
    i, j = lesson.cell
    row, column = map(plain, lesson.label)
    if lesson.proportions:
        return _(
            "E[{row}, {column}] ÷ n = {row_share} × {column_share} = {value} of all items.",
            row=row,
            column=column,
            row_share=number(walk.actual_totals[i], 3),
            column_share=number(walk.predicted_totals[j], 3),
            value=number(walk.expected[i, j], 3),
        )
    return _(
        "E[{row}, {column}] = {row_total} × {column_total} ÷ {n} = {value}.",
        row=row,
        column=column,
        row_total=number(walk.actual_totals[i]),
        column_total=number(walk.predicted_totals[j]),
        n=number(walk.n),
        value=number(walk.expected[i, j], 4),  # as many decimals as the cost has
    )


def cost_cell(lesson: Lesson) -> str:
    """Say what the chosen cell adds to the numerator and to the denominator."""
    walk = lesson.walk
    i, j = lesson.cell
    return _(
        "This cell costs w × O = {weight} × {count} = {cost}. That is {share} of the "
        "disagreement. By chance it would cost {weight} × {expected} = {chance_cost}.",
        weight=number(walk.weights[i, j], 4),
        count=number(walk.observed[i, j]),
        cost=number(walk.weighted_observed[i, j], 4),
        share=percent(walk.shares[i, j]),
        expected=number(walk.expected[i, j], 4),
        chance_cost=number(walk.weighted_expected[i, j], 4),
    )


def kappa_meaning(lesson: Lesson) -> str:
    """Say what this kappa is, and what it means for this example."""
    if lesson.walk.undefined_reason is not None:
        return compared(lesson)
    kappa = kappa_text(lesson.walk.kappa)
    return _("**κ = {kappa}**. {meaning}", kappa=kappa, meaning=compared(lesson))


def compared(lesson: Lesson) -> str:
    """Say how the raters' disagreement compares with that of shuffled ratings."""
    walk = lesson.walk
    if walk.undefined_reason is not None:
        return _("Kappa is undefined here. {reason}", reason=_(walk.undefined_reason))
    if walk.kappa == 1:
        return _("The two raters agree on every item.")
    return joined([_share_of_chance(walk), dearest(lesson)])


def _share_of_chance(walk: Walkthrough) -> str:
    ratio = percent(walk.numerator / walk.denominator)
    if ratio == percent(1):
        return _("The disagreement is what shuffled ratings would give on average.")
    return _(
        "The disagreement is {ratio} of what shuffled ratings would give on average.", ratio=ratio
    )


def compared_with_chance(lesson: Lesson) -> str:
    """Say how often the raters and shuffled ratings agree, and compare what their misses cost."""
    walk = lesson.walk
    if walk.undefined_reason is not None or walk.kappa == 1:
        return compared(lesson)
    shares = walk.proportions
    agree, by_chance = _apart(shares.observed.trace().item(), shares.expected.trace().item())
    agreement = _(
        "They agree on {agree} of all items. With shuffled ratings it would be {by_chance}.",
        agree=agree,
        by_chance=by_chance,
    )
    return joined([agreement, _share_of_chance(walk)])


def _apart(first: float, second: float) -> tuple[str, str]:
    """Write two shares as percentages; if they look equal, with up to two decimals.

    >>> _apart(0.8, 0.82), _apart(0.94, 0.942), _apart(0.99980002, 0.99980004)
    (('80%', '82%'), ('94%', '94.2%'), ('99.98%', '99.98%'))
    """
    if percent(first) == percent(second):
        for places in (1, 2):
            one, other = (number(100 * share, places) for share in (first, second))
            if one != other:
                return _("{number}%", number=one), _("{number}%", number=other)
    return percent(first), percent(second)


def tiles(lesson: Lesson) -> str:
    """Say how tiles of the picture become sums of the formula; empty if they are equal."""
    walk = lesson.walk
    widest = largest_disagreement(len(walk.categories), walk.scheme)
    if widest <= 1 or walk.undefined_reason is not None or lesson.hides(HIDE_KAPPA):
        return ""
    found = box(walk)
    return _(
        "{cost} tiles ÷ {widest} = {numerator}, {chance} tiles ÷ {widest} = {denominator}: w "
        "counts a miss as a share of the widest, which costs {widest} tiles.",
        cost=number(found.cost),
        chance=number(found.chance),
        widest=number(widest),
        numerator=number(walk.numerator, 3),
        denominator=number(walk.denominator, 3),
    )


def dearest(lesson: Lesson) -> str:
    """Say which cell costs most and how much of all disagreement that is."""
    walk = lesson.walk
    if not walk.costliest or lesson.hides(HIDE_CELL):
        return ""
    i, j = costliest(walk)
    labels = lesson.labels
    count = walk.observed[i, j]
    return plural(
        count,
        "One item with {first} {row} and {second} {column} causes {share} of the disagreement.",
        "{count} items with {first} {row} and {second} {column} cause {share} of the disagreement.",
        **names.both(),
        row=plain(labels[i]),
        column=plain(labels[j]),
        share=percent(walk.shares[i, j]),
    )


def listed(items: Sequence[int]) -> str:
    """List item numbers as in "1, 4 and 7"; of many, the first few and how many more."""
    if len(items) > _MOST_LISTED:
        shown = _(", ").join(map(str, items[:_MOST_LISTED]))
        return _("{shown} and {more} more", shown=shown, more=len(items) - _MOST_LISTED)
    if len(items) == 1:
        return str(items[0])
    return _("{first} and {last}", first=_(", ").join(map(str, items[:-1])), last=items[-1])


# The sentences about a cell, in the order of the matrices.
CELL = (observed_cell, weights_cell, expected_cell, cost_cell)
