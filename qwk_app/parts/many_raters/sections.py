"""The sections about many raters, for the page's own ratings and for those of a file."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.parts.many_raters import pairs, people, together
from qwk_app.report import downloads, quote
from qwk_app.shared.components import fold
from qwk_app.words.texts import _
from qwk_core.study.study import Study


def first(
    study: Study,
    places: tuple[int, ...],
    own: str = "",
    picture: DeltaGenerator | None = None,
    headline: bool = True,
) -> None:
    """Show every pair's kappa, the open pair beside it, and below these its O, w and E.

    `own` marks data whose raters' names do not go into the link. `picture` is the place of the
    matrix of pairs, if it is elsewhere. Without `headline`, another part shows the pooled kappa.
    """
    agreement = study.all_raters
    if picture is None:
        picture, words = st.columns([2, 3], vertical_alignment="center")
    else:
        words = st.container()
    below = st.container()
    with words:
        if headline:
            st.markdown(together.headline(study))
        with st.container(border=True):
            pair = pairs.choose(agreement, places, own, study.reference)
            walked = pairs.opened(agreement, pair)
    with picture:
        pairs.matrix(agreement, places, pair, own)
    if walked is not None:
        with below:
            pairs.matrices_of(agreement, pair, walked)


def further(study: Study) -> None:
    """Draw the folds: all raters together, each rater and item, and downloads."""
    if place := fold("raters-together", _("All raters together: six coefficients")):
        with place:
            together.mean_of_cells(study.all_raters)
            together.coefficients(study)
    if place := fold("raters-each", _("Who is severe, and which items are disputed?")):
        with place:
            people.raters(study)
            people.items(study.all_raters)
    downloads.fold(quote.filled(study, {}))
