"""A second rater or model against the same actual ratings: which of the two agrees better?"""

from dataclasses import replace
from functools import partial

import streamlit as st

from qwk_app.shared import components
from qwk_app.words.messages import message_text
from qwk_app.words.texts import _, error_text, joined, plain, plural
from qwk_app.your_data.datasets import Dataset
from qwk_app.your_data.questions import LoadedData
from qwk_core import ExplainedError
from qwk_core.files.columns import Columns, count_pairs, sample
from qwk_core.files.labels import value_label
from qwk_core.files.layouts import Layout
from qwk_core.study.sentences import FixedKappa
from qwk_core.study.study import Study
from qwk_core.study.two_models import compare_columns

_LOOKED_AT = 200  # rows, to find columns that could be ratings on the same scale
_ALIKE = 0.8  # the share of a column's values that must be categories of the scale


def section(loaded: LoadedData, study: Study) -> None:
    """Offer the columns that could be a second rater, and compare the chosen one."""
    dataset, layout, columns = loaded.dataset, loaded.layout, loaded.columns
    if layout is None or columns is None or dataset.is_large(layout.kind):
        return
    known = {*columns.names}
    others = [name for name in _on_scale(dataset, layout, study) if name not in known]
    if not others:
        return
    st.header(_("Does another rater agree better?"), anchor=False)
    second = st.selectbox(
        _(
            "Compare “{predicted}” with another column, both against “{actual}”",
            predicted=plain(columns.predicted),
            actual=plain(columns.actual),
        ),
        others,
        index=None,
        placeholder=_("choose a column"),
        key=dataset.key("compare"),
        persist_state="session",
    )
    if second is not None:
        try:
            _compared(dataset, layout, columns, second, study)
        except ExplainedError as error:
            st.error(error_text(error), icon=":material/edit:")


def _compared(
    dataset: Dataset, layout: Layout, columns: Columns, second: str, study: Study
) -> None:
    """Say which of the two agrees better, and how sure that is."""
    picked = replace(columns, group=second)
    counts = dataset.reading(
        ("compare", layout, picked), lambda: count_pairs(dataset.open(), layout, picked)
    )
    found = compare_columns(
        counts,
        study.categories,
        (columns.actual, columns.predicted, second),
        [role for role in picked.apart if role != "group"],
        scheme=study.scheme,
        level=study.level,
    )
    number = partial(FixedKappa, decimals=found.decimals_from(study.decimals))
    st.markdown(message_text(found.sentence(number=number)))
    sentence = _(
        "Both kappas rest on the same items, so they rise and fall together: two intervals that "
        "overlap do not show that there is no difference."
    )
    if found.n_left_out:
        left_out = plural(
            found.n_left_out,
            "{n} item without the third rating is left out.",
            "{n} items without the third rating are left out.",
        )
        sentence = joined([sentence, left_out])
    components.note(sentence)


def _on_scale(dataset: Dataset, layout: Layout, study: Study) -> list[str]:
    """Return the columns whose first values are categories of the scale."""
    first = dataset.reading(
        ("compared", layout), lambda: sample(dataset.open(), layout, _LOOKED_AT)
    )
    scale = set(map(str, study.categories))
    found = []
    for name, cells in zip(first.columns, zip(*first.rows, strict=True), strict=True):
        values = [cell for cell in cells if cell.strip()]
        alike = sum(_label(cell, layout.decimal) in scale for cell in values)
        if values and alike >= _ALIKE * len(values):
            found.append(name)
    return found


def _label(cell: str, decimal: str) -> str:
    try:
        return value_label(cell, decimal)
    except ExplainedError:  # a date or a sentence is not a category
        return ""
