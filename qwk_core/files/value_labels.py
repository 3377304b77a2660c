"""What codes mean, where the file itself says it, as those of SPSS and Stata do."""

from __future__ import annotations

from collections.abc import Mapping

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import Answers
from qwk_core.files.columns import Columns
from qwk_core.files.labels import is_number
from qwk_core.files.order import is_alphabetical, propose_order
from qwk_core.messages import N_, Message

_SHOWN_CODES = 12  # and what they mean


def about_codes(columns: Columns, labels: Mapping[str, Mapping[str, str]]) -> list[Message]:
    """Say what the codes of the two columns mean, where the file says it; once if they agree.

    Parameters
    ----------
    columns : Columns
    labels : mapping of str to mapping of str to str
        What each code of a column means, by the name of the column.

    Returns
    -------
    list of Message
    """
    remarks = []
    text = N_("What the codes of {column} mean: {labels}.")
    for column in (columns.actual, columns.predicted):
        codes = labels.get(column, {})
        if not codes or (column == columns.predicted and codes == labels.get(columns.actual)):
            continue
        meant = [f"{code} = {shown(word)}" for code, word in codes.items()]
        if len(meant) > _SHOWN_CODES:
            meant[_SHOWN_CODES:] = ["…"]
        remarks.append(Message(text, {"column": shown(column), "labels": ", ".join(meant)}))
    return remarks


def check_codes(
    columns: Columns, labels: Mapping[str, Mapping[str, str]], answers: Answers
) -> None:
    """Raise a RatingsError if codes mean different things, or stand in the order of the alphabet.

    Parameters
    ----------
    columns : Columns
    labels : mapping of str to mapping of str to str
        What each code of a column means, by the name of the column.
    answers : Answers
        Whether a person said which order the codes have.

    Raises
    ------
    RatingsError
        Kappa of the codes would compare words that have nothing to do with each other, or take the
        alphabet for a scale.
    """
    one, other = (labels.get(name, {}) for name in (columns.actual, columns.predicted))
    for code in filter(other.__contains__, one):
        if one[code].casefold() != other[code].casefold():
            raise RatingsError(
                "The code {code} is {word} in {column}, and {other_word} in {other}. Save the "
                "words themselves, not their codes.",
                code=code,
                word=shown(one[code]),
                column=shown(columns.actual),
                other_word=shown(other[code]),
                other=shown(columns.predicted),
            )
    words = [one[code] for code in sorted(one, key=float)] if all(map(is_number, one)) else []
    alphabetical = is_alphabetical(words) and propose_order(words).contradicts(words)
    if answers.categories is None and answers.order_matters and alphabetical:
        raise RatingsError(
            "The codes of {column} stand in the order of the alphabet: {labels}. Save the words "
            "themselves, not their codes: then their order is asked about.",
            column=shown(columns.actual),
            labels=", ".join(map(shown, words)),
        )
