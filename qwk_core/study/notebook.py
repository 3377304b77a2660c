"""A study as a Jupyter notebook that computes everything anew with numpy."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from qwk_core.messages import Message
from qwk_core.study.methods import filled_blanks, methods
from qwk_core.study.notebook_cells import escaped, notebook_json
from qwk_core.study.notebook_of_counts import cells_of_counts
from qwk_core.study.notebook_of_ratings import cells_of_ratings
from qwk_core.study.sentences import plain_text, sentence
from qwk_core.study.study import Study
from qwk_core.study.texts import said


def notebook(study: Study, *, say: Callable[[Message], str] | None = None) -> str:
    """Return a notebook (nbformat 4.5) that recomputes a study from its counts, or its ratings.

    It needs numpy alone; its pictures need Plotly. The intervals are computed as in the report.

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
    yield "markdown", "\n\n".join(_heading(study, say))
    cells = cells_of_counts(study) if study.agreement is None else cells_of_ratings(study)
    for text, code in cells:
        if text:
            yield "markdown", say(said("notebook", text))
        if code:
            yield "code", code


def _heading(study: Study, say: Callable[[Message], str]) -> Iterator[str]:
    yield f"# {escaped(say(said('notebook', 'title')))}"
    yield escaped(say(sentence(study)))
    if filled_blanks(study):
        yield escaped(" ".join(map(say, methods(study, "apa"))))
    if study.source:
        yield escaped(say(said("notebook", "source", source=study.source)))
    if study.choices:
        yield escaped(say(said("notebook", "chosen")))
        yield "\n".join(f"- {escaped(say(choice))}" for choice in study.choices)
    what = "counts" if study.agreement is None else "ratings"
    held = said("notebook", f"{what}-held")
    yield escaped(say(said("notebook", "about", what=said("notebook", what), held=held)))
