"""All answers on the example: how far they agree, and one table of them."""

from collections.abc import Sequence
from contextlib import nullcontext

import streamlit as st

from qwk_app.frame import link
from qwk_app.frame.state import Lesson
from qwk_app.parts.implementations.running import Result, everyone, note, summary, value
from qwk_app.shared import access, components
from qwk_app.words.texts import _, error_text, plural
from qwk_core import RatingsError
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS, available

EXTRAS = "extras"  # the switch's key, and its name in the link
ANSWERS = "implementations-answers"  # the key of what is folded away

_LIBRARIES = {"numba": "numba", "sklearn": "scikit-learn"}  # by the name they are imported by


def extras() -> bool:
    """Tell whether the libraries take part; their switch stands further down the page."""
    asked = st.query_params.get(EXTRAS) == "true"
    return bool(st.session_state.get(EXTRAS, asked))


def agree(lesson: Lesson, *, extras: bool) -> list[Result]:
    """Run all on the example, and say how far they agree; return their answers."""
    try:
        with st.spinner(_("Loading the libraries …")) if extras else nullcontext():
            found = everyone(lesson, extras=extras)
    except RatingsError as error:
        st.info(error_text(error), icon=":material/info:")
        return []
    st.markdown(summary(found, lesson.walk.kappas["quadratic"]))
    if lesson.walk.scheme != "quadratic":
        components.note(_("All seven compute quadratic kappa, whatever the weights chosen."))
    return found


def table(lesson: Lesson, found: Sequence[Result]) -> None:
    """Show all answers to their last digit, and let the libraries take part."""
    if found:
        access.wide(_answers(found, lesson.walk.kappas["quadratic"]), "answers")
    libraries()


def libraries() -> None:
    """Let numba and scikit-learn take part where they are; else say how to add them."""
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
    if len(missing) == len(_LIBRARIES):
        return
    st.toggle(
        _("Run the libraries too"),
        key=EXTRAS,
        bind=link.bind(EXTRAS),
        help=_("Loading them, and compiling, takes a few seconds the first time."),
    )


def _answers(found: Sequence[Result], exact: float) -> str:
    """Return a table: what each implementation answers, and to how many digits it is right."""
    rows = [_("| program | kappa | right to |"), "|:--|:--|:--|"]
    for result in found:
        cells = _(result.implementation.key), value(result), note(result, exact)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
