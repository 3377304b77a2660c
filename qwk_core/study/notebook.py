"""A study as a Jupyter notebook that computes everything anew with numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qwk_core.messages import N_, Message
from qwk_core.study.methods import BLANKS, methods
from qwk_core.study.notebook_cells import escaped, notebook_json
from qwk_core.study.notebook_of_counts import cells_of_counts
from qwk_core.study.notebook_of_ratings import cells_of_ratings
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import Study

_TITLE = N_("How far the raters agree")
_ABOUT = N_(
    "This notebook computes everything in the report anew, from {what} alone, with numpy. Its last "
    "cells compare what comes out with what the report says, and with scikit-learn where that is "
    "installed. It holds {held}."
)
_COUNTS = N_("the counts")
_COUNTS_HELD = N_("the counts of each pair of categories, and nothing else of your data")
_RATINGS = N_("the ratings")
_RATINGS_HELD = N_("every single rating, and the raters’ names")
_SOURCE = N_("The ratings came from {source}.")
_CHOSEN = N_("What was chosen on the way from the file:")


def notebook(study: Study, *, say: Callable[[Message], str] | None = None) -> str:
    """Return a notebook (nbformat 4.5) that recomputes a study from its counts, or its ratings.

    It needs numpy alone. The intervals are computed as in the report.

    Parameters
    ----------
    study : Study
        What to recompute.
    say : callable, optional
        Writes a `Message` as bare text, in another language for one; English without.

    Returns
    -------
    str
        The text of an .ipynb file.

    Examples
    --------
    >>> import json
    >>> from qwk_core.study.study import make_rater_study, make_study
    >>> content = json.loads(notebook(make_study([[40, 9], [6, 45]], source="ratings.csv")))
    >>> content["nbformat"], content["cells"][0]["source"].splitlines()[0]
    (4, '# How far the raters agree')
    >>> many = json.loads(notebook(make_rater_study([[1, 2, 1], [2, 2, 2], [3, 3, 2]])))
    >>> len(many["cells"])
    21
    """
    tell = say or (lambda message: plain_text(message, study.decimals))
    return notebook_json(_cells(study, tell))


def _cells(study: Study, say: Callable[[Message], str]) -> Iterator[tuple[str, str]]:
    yield "markdown", _heading(study, say)
    for words, code in (
        cells_of_counts(study) if study.agreement is None else cells_of_ratings(study)
    ):
        yield "markdown", say(Message(words))
        if code:
            yield "code", code


def _heading(study: Study, say: Callable[[Message], str]) -> str:
    said = [f"# {escaped(say(Message(_TITLE)))}", escaped(say(sentence(study)))]
    if any(study.details.get(key) for key in BLANKS):  # what the author filled in goes along
        said.append(escaped(" ".join(map(say, methods(study, "apa")))))
    if study.source:
        said.append(escaped(say(Message(_SOURCE, {"source": study.source}))))
    if study.choices:
        said.append(escaped(say(Message(_CHOSEN))))
        said.append("\n".join(f"- {escaped(say(choice))}" for choice in study.choices))
    from_counts = study.agreement is None
    about = {
        "what": Message(_COUNTS if from_counts else _RATINGS),
        "held": Message(_COUNTS_HELD if from_counts else _RATINGS_HELD),
    }
    return "\n\n".join([*said, escaped(say(Message(_ABOUT, about)))])
