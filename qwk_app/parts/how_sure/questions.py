"""The question of the page How sure: how many items halve the interval?"""

from qwk_app.frame.state import Lesson
from qwk_app.parts.how_sure.interval import Certainty
from qwk_app.shared import components
from qwk_app.words.numbers import number


def question(lesson: Lesson, sure: Certainty | None) -> None:
    """Ask how many items halve the width; if there is no width, ask what that means."""
    n = int(lesson.walk.n)
    if sure is None:
        components.question("sure-nothing", 1)
        return
    if not sure.formula.standard_error > 0:
        components.question("sure-point", 1, n=number(n))
        return
    options = [number(times * n) for times in (2, 4, 8)]
    turn = (n + len(lesson.labels)) % 3  # so that the right answer has no fixed place
    turned = options[turn:] + options[:turn]
    components.question(
        "sure",
        turned.index(options[1]),
        options=turned,
        n=number(n),
        low=sure.places(sure.formula.low),
        high=sure.places(sure.formula.high),
        answer=options[1],
    )
