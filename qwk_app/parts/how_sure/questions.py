"""The question of the page How sure: how many items halve the interval?"""

from qwk_app.frame.state import Lesson
from qwk_app.parts.how_sure.interval import Certainty
from qwk_app.shared import components
from qwk_app.words.numbers import number
from qwk_app.words.texts import _


def question(lesson: Lesson, sure: Certainty | None) -> None:
    """Ask how many items halve the width; if there is no width, ask what that means."""
    n = int(lesson.walk.n)
    if sure is None:
        components.question(
            "sure-nothing",
            _("What would make this kappa more precise?"),
            [_("more resamples"), _("more items, rated by both"), _("a higher confidence level")],
            1,
            _(
                "Resamples and confidence levels use the same items again. Only new items "
                "tell you more."
            ),
        )
        return
    if not sure.formula.standard_error > 0:
        components.question(
            "sure-point",
            _("The formula's interval has no width. Must the next item agree, too?"),
            [_("yes"), _("no"), _("only with these weights")],
            1,
            _(
                "The formula knows only these {n} items. They do not vary, so it cannot "
                "say how others would.",
                n=number(n),
            ),
        )
        return
    options = [number(times * n) for times in (2, 4, 8)]
    turn = (n + len(lesson.labels)) % 3  # so that the right answer has no fixed place
    turned = options[turn:] + options[:turn]
    components.question(
        "sure",
        _(
            "By the usual formula, the interval of {n} items goes from {low} to {high}. How many "
            "items would halve its width?",
            n=number(n),
            low=sure.places(sure.formula.low),
            high=sure.places(sure.formula.high),
        ),
        turned,
        turned.index(options[1]),
        _(
            "The width shrinks with the square root of n: 4 × {n} = {answer} items for half of it.",
            n=number(n),
            answer=options[1],
        ),
    )
