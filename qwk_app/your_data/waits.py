"""There is no kappa yet: a question is open, or something is still to be chosen or read."""

from typing import NoReturn

import streamlit as st

from qwk_app.your_data.kept import Kept
from qwk_core.files.answers import Question


class Waits(Exception):
    """Kappa waits. `question` is asked above all else; without one, the page says what is missing.

    The answer belongs to the data `held`.
    """

    def __init__(self, held: Kept | None = None, question: Question | None = None) -> None:
        super().__init__()
        self.held, self.question = held, question


def wait(what: str) -> NoReturn:
    """Say what kappa waits for."""
    st.info(what, icon=":material/pending:")
    raise Waits
