"""There is no kappa yet: a question is open, or something is still to be chosen or read."""

from typing import NoReturn

import streamlit as st

from qwk_app.your_data.datasets import Dataset
from qwk_core.files.answers import Question


class NotReady(Exception):
    """Kappa waits. `question` is asked above all else; without one, the page says what is missing.

    The answer belongs to `dataset`.
    """

    def __init__(self, dataset: Dataset | None = None, question: Question | None = None) -> None:
        super().__init__()
        self.dataset, self.question = dataset, question


def stop(what: str) -> NoReturn:
    """Show what kappa waits for, and end the page’s part about these data."""
    st.info(what, icon=":material/pending:")
    raise NotReady
