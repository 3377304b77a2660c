"""The symbols of the lesson, a line each, for readers who open a link."""

from qwk_app.words import names
from qwk_app.words.texts import _


def introduction() -> str:
    """Return as Markdown what is compared, and the meaning of O, w, E and κ."""
    return "\n".join(
        f"- {line}"
        for line in (
            _(
                "Two raters put the same items into categories, such as 0 to 4. So every item has "
                "two ratings, called **{first}** and **{second}** here. The raters may also be two "
                "doctors, or a teacher and a program.",
                **names.both(),
            ),
            _(
                ":blue[**O**], *observed*: how many items have each pair of ratings. The row is "
                "{first}, the column {second}. On the diagonal they agree.",
                **names.both(),
            ),
            _(
                ":orange[**w**], *weights*: what a miss costs. 0 where the ratings agree, and more "
                "the farther apart they are."
            ),
            _(
                ":violet[**E**], *expected*: what O would be on average if the same ratings were "
                "paired at random. That is what *by chance* means on these pages."
            ),
            _(
                ":green[**κ**], *quadratic weighted kappa* (QWK): κ = 1 − ΣwO ÷ ΣwE, where Σ is "
                "the sum of all cells. The numerator ΣwO is what the disagreement costs, the "
                "denominator ΣwE what it would cost by chance. 1 is perfect agreement, 0 is no "
                "better than chance, below 0 is worse."
            ),
            _(
                "n is the number of items, N the number of categories, and O[i, j] the cell in "
                "row i and column j."
            ),
        )
    )
