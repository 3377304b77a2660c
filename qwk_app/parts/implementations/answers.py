"""The result of each implementation on the example, and its number of right digits."""

import math
from collections.abc import Iterable, Mapping
from contextlib import nullcontext

import streamlit as st

from qwk_app.frame import state
from qwk_app.frame.state import Lesson
from qwk_app.shared import access, components, fields
from qwk_app.words.language import current
from qwk_app.words.texts import _, error_text, plain, plural
from qwk_core import RatingsError
from qwk_core.teaching.implementations.cases import Outcome, digits_shared, items_of_counts
from qwk_core.teaching.implementations.catalogue import (
    IMPLEMENTATIONS,
    Implementation,
    Trap,
    available,
)

EXTRAS = "extras"  # the switch's key, and its name in the link

_LIBRARIES = {"numba": "numba", "sklearn": "scikit-learn"}  # by the name they are imported by
_ALL_DIGITS = 17


Result = Outcome | str
"""The outcome of one implementation on the example, or why it did not run."""


def why_not(one: Implementation | Trap) -> str:
    """Say why something does not run here; empty if it does."""
    if not available(one):
        return _("not installed")
    return _("a library: switch it on") if one.needs and not state.is_on(EXTRAS) else ""


def agree(lesson: Lesson) -> dict[str, Result]:
    """Run all on the example, and say how far they agree; return their answers by name."""
    try:
        with st.spinner(_("Loading the libraries …")) if state.is_on(EXTRAS) else nullcontext():
            found = _everyone(lesson)
    except RatingsError as error:
        st.info(error_text(error), icon=":material/info:")
        return {}
    st.markdown(_summary(found.values(), lesson.walk.kappas["quadratic"]))
    if lesson.walk.scheme != "quadratic":
        components.note(_("All seven compute quadratic kappa, whatever the weights chosen."))
    return found


def _everyone(lesson: Lesson) -> dict[str, Result]:
    """Run all on the positions of the ratings, which are whole numbers for any category names."""
    if lesson.ratings is None:
        pair = items_of_counts(lesson.walk.observed)
    else:
        pair = lesson.ratings.actual, lesson.ratings.predicted
    return {
        one.name: why_not(one) or one.run(*pair, range(len(lesson.labels)))
        for one in IMPLEMENTATIONS
    }


def table(lesson: Lesson, found: Mapping[str, Result]) -> None:
    """Show all results with all digits, and the switch for the libraries."""
    if found:
        exact = lesson.walk.kappas["quadratic"]
        rows = [(_(name), _value(one), note(one, exact)) for name, one in found.items()]
        access.table(_("| program | kappa | right to |"), "|:--|:--|:--|", rows, "answers")
    _libraries()


def _libraries() -> None:
    """Draw the switch for numba and scikit-learn; if they are missing, say how to add them."""
    missing = [_LIBRARIES[one.needs] for one in IMPLEMENTATIONS if one.needs and not available(one)]
    if missing:
        components.note(
            plural(
                len(missing),
                "{names} is not installed here and does not take part. In your own copy "
                "of this app, add it with:",
                "{names} are not installed here and do not take part. In your own copy "
                "of this app, add them with:",
                names=_(" and ").join(missing),
            )
        )
        st.code(f"pip install {' '.join(missing)}", language="shell")
    if len(missing) < len(_LIBRARIES):
        fields.switch(
            EXTRAS,
            _("Run the libraries too"),
            help=_("Loading them, and compiling, takes a few seconds the first time."),
        )


def _value(result: Result) -> str:
    """Write its answer, its error, or why it did not run."""
    if isinstance(result, str):
        return result
    return plain(result.error) if result.error else full(result.kappa)


def full(kappa: float) -> str:
    """Write all digits of κ, as Python does.

    >>> full(-0.25), full(float("nan"))
    ('−0.25', 'nan')
    """
    return current().digits(repr(kappa + 0.0).replace("-", "−"))


def note(result: Result, exact: float) -> str:
    """Say how many digits are right."""
    if isinstance(result, str) or result.error:
        return ""
    if math.isnan(exact):
        return _("as it should") if math.isnan(result.kappa) else ""
    return _digits_text(digits_shared(result.kappa, exact))


def _digits_text(shared: int) -> str:
    if shared == _ALL_DIGITS:
        return _("to the last bit")
    return plural(shared, "{n} digit", "{n} digits")


def _summary(found: Iterable[Result], exact: float) -> str:
    """Say to how many digits all results agree."""
    ran = [one for one in found if not isinstance(one, str)]
    if math.isnan(exact):
        return _(
            "Kappa is 0 ÷ 0 here. Of the {ran} that ran, {stopped} stop with an error; the others "
            "say nan: not a number.",
            ran=len(ran),
            stopped=sum(bool(one.error) for one in ran),
        )
    least = min(digits_shared(one.kappa, exact) for one in ran)  # an error's kappa is nan
    if least == _ALL_DIGITS:
        return _("All {ran} that ran agree **to the last bit**.", ran=len(ran))
    return _(
        "All {ran} that ran agree to **{digits}** or more. The rest is rounding: each adds in "
        "another order.",
        ran=len(ran),
        digits=_digits_text(least),
    )
