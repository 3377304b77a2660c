"""The results on Your data: kappa, pictures, groups, cautions, the link to the walkthrough."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from math import isnan

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from qwk_app.figures.forest import forest
from qwk_app.frame import sidebar, state
from qwk_app.frame.state import (
    COLUMN,
    MOST_CATEGORIES,
    ROW,
    SCHEME,
    Lesson,
    Source,
    Texts,
)
from qwk_app.frame.steps import STEPS
from qwk_app.parts.many_raters import ratings, sections, together
from qwk_app.report import by_group, downloads, page, quote, rows, settings
from qwk_app.shared import components, fields
from qwk_app.shared.matrices import of_lesson
from qwk_app.words import names, sentences
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, number
from qwk_app.words.texts import _, error_text, plain
from qwk_app.your_data.questions import LoadedData
from qwk_core import ExplainedError
from qwk_core.study.cautions import Caution
from qwk_core.study.interval_choice import FEWEST_CLUSTERS
from qwk_core.study.sentences import interval_notes, sentence
from qwk_core.study.study import Pooling, Study

LONGEST_CARRIED = 2_000  # characters of a link; longer data do not go into a link
# Keys of folds.
CELLS = "data-cells"

_POOLING = "pooling"  # the caution that is shown with the groups
_LINK = "study"  # these matrices are linked with each other, not with the page's lesson
_MANY = 300  # categories; more need a spinner
_MOST_GROUPS = 30  # rows of a forest that can be read
_ICONS = {
    "note": ":material/info:",
    "warning": ":material/warning:",
    "error": ":material/block:",
}


def study_of(loaded: LoadedData, waiting: DeltaGenerator) -> Study | None:
    """Return the study of the data, with the weights and settings that the reader chooses.

    `waiting` is the place beside the settings that shows how far the samples are drawn. After an
    error, which is shown, return None.
    """
    try:
        made = loaded.study(sidebar.explained_scheme())
    except ExplainedError as error:
        st.error(error_text(error), icon=":material/edit:")
        return None
    with waiting:
        return quote.filled(settings.chosen(made, loaded.studies), loaded.studies)


def headline(lesson: Lesson | None, study: Study) -> None:
    """Show κ, its interval and the link to the walkthrough; beside them the sentence to quote."""
    left, right = st.columns([2, 3], vertical_alignment="center")
    with left:
        if (against := rows.against(study)) is not None:
            st.header(against.caption, anchor=False)
            rows.show(against, "against")
        elif not isnan(study.kappa):
            st.header(page.kappa(study), anchor=False)
            if study.has_interval:  # the sentence beside it names the weights
                st.markdown(
                    _(
                        "{level} confidence interval {ends}",
                        level=rows.level(study),
                        ends=rows.ends(study, study.interval),
                    )
                )
        if study.has_interval and len(study.groups) >= FEWEST_CLUSTERS and not study.n_clusters:
            components.note(
                _(
                    "If the items of one group are alike, the interval is too narrow. Then choose "
                    "the group’s column under *Items that belong together*."
                )
            )
        if not study.is_pair or isnan(study.kappa):  # otherwise the sentence says it
            components.note(plain(page.about(study)))
        if study.is_pair:
            _onward(study)
    with right:
        if not isnan(study.kappa):
            st.markdown(message_text(sentence(study)))
        if lesson is not None:
            with settings.called(study):
                st.markdown(sentences.compared(lesson))
        elif isnan(study.kappa):
            st.markdown(together.headline(study))
        elif not study.against:  # with a truth, the heading is not the κ of all raters
            st.markdown(together.left_out(study.all_raters))


def _kappas(study: Study) -> None:
    """Show kappa with every scheme, with its interval and remarks on it."""
    # The first time, the kappas of a thousand categories take seconds.
    wait = st.spinner(_("Computing …")) if len(study.categories) > _MANY else nullcontext()
    with wait:
        kappas = rows.schemes(study)
    rows.show(kappas, "kappas")
    for note in interval_notes(study):
        components.note(message_text(note))


def lesson_of(study: Study, loaded: LoadedData) -> Lesson | None:
    """Return the walk through two raters' counts, with the chosen cell.

    A cell that was chosen in one table has no meaning in another, so its fields belong to these
    data. None with more raters: there, each pair has its own walk.
    """
    if not study.is_pair:
        return None
    source = Source(study.observed, study.categories, None)
    cell = map(st.session_state.get, _cell_keys(loaded))
    return state.lesson(source, study.scheme, *cell)


def _cell_keys(loaded: LoadedData) -> tuple[str, str]:
    return loaded.dataset.key("row"), loaded.dataset.key("column")


def pictures(lesson: Lesson | None, study: Study, loaded: LoadedData) -> None:
    """Show O, w and E of two raters; of more, kappa of every pair, and the chosen pair."""
    if lesson is not None:
        _matrices(lesson, loaded)
        return
    top, own = st.container(), loaded.dataset.suffix
    places = ratings.order(study.all_raters, own)
    with top:
        sections.first(study, places, own, headline=False)


def _matrices(lesson: Lesson, loaded: LoadedData) -> None:
    """Show O, w and E; a click outlines a cell in all of them."""
    if len(lesson.labels) > MOST_CATEGORIES:
        st.info(
            _(
                "{n} categories are too many to draw as heatmaps, which stop at {most}. All "
                "matrices are in the files to take away.",
                n=number(len(lesson.labels)),
                most=MOST_CATEGORIES,
            ),
            icon=":material/grid_off:",
        )
        return
    choose = partial(fields.put_cell, _cell_keys(loaded), lesson.labels)
    of_lesson(lesson, "observed", "weights", "expected", link=_LINK, on_cell=choose)


def folds(lesson: Lesson | None, study: Study, loaded: LoadedData) -> None:
    """Draw the folds: details of kappa, and downloads."""
    if (
        lesson is not None
        and len(lesson.labels) <= MOST_CATEGORIES
        and (place := components.fold(CELLS, _("What each cell costs")))
    ):
        with place:
            _cells(lesson, study, loaded)
    title = _("Who the raters are, and which interval")
    if place := components.fold(settings.SETTINGS, title):
        with place:
            settings.fields(study)
            _kappas(study)
    if lesson is not None:
        downloads.fold(study)
    else:
        sections.further(study)


def _cells(lesson: Lesson, study: Study, loaded: LoadedData) -> None:
    """Show the cost of each cell, and sentences about the chosen one."""
    keys = _cell_keys(loaded)
    choose = partial(fields.put_cell, keys, lesson.labels)
    picture, words = st.columns([4, 5], vertical_alignment="center")
    with picture, settings.called(study):
        of_lesson(lesson, "weighted_observed", link=_LINK, line=False, on_cell=choose)
    with words, settings.called(study):
        help = _("The cell that is outlined in every matrix. Click a cell, or choose it here.")
        row, wide = st.container(horizontal=True), state.width(160)
        fields.cell((row, row), keys, names.titles(), lesson.labels, help=help, width=wide)
        components.cell_card(lesson, *sentences.CELL)


def groups(study: Study, cautions: Sequence[Caution]) -> None:
    """Show κ of each group and of all as a forest plot, and of two raters the effect of pooling."""
    if len(study.groups) < 2:
        return
    st.markdown(f"**{_('Group by group')}**")
    names = list(study.groups)
    shown = names
    if len(names) > _MOST_GROUPS:
        largest = sorted(names, key=lambda name: -study.groups[name].n)[:_MOST_GROUPS]
        shown = [name for name in names if name in set(largest)]
        components.note(
            _(
                "The {shown} largest of {n} groups; all are in the files to take away.",
                shown=len(shown),
                n=number(len(names)),
            )
        )
    branches, pooled = by_group.branches(study, shown)
    components.chart(
        forest(
            branches,
            pooled,
            axes=(by_group.axis(study), _("group")),
        ),
        key="forest",
        alt=by_group.in_words(branches, pooled),
    )
    if study.pooling is not None:
        st.markdown(_pooling(study.pooling, cautions))


def _pooling(found: Pooling, cautions: Sequence[Caution]) -> str:
    for one in cautions:
        if one.key == _POOLING:
            return f"{_ICONS[one.severity]} {message_text(one.message)}"
    return _(
        "As one, the groups give κ = {pooled}; within groups, on average, {within}.",
        pooled=kappa_text(found.pooled),
        within=kappa_text(found.within),
    )


def checks(study: Study, cautions: Sequence[Caution]) -> None:
    """Show the cautions before κ is quoted, the most serious first, without that on the groups."""
    found = [one for one in cautions if one.key != _POOLING or study.pooling is None]
    if not found:
        st.markdown(_("The usual checks find nothing to warn of."))
        return
    st.header(_("Before you quote it"), anchor=False)
    texts = [f"{_ICONS[one.severity]} {message_text(one.message)}" for one in found]
    st.markdown("  \n".join(texts))


def _onward(study: Study) -> None:
    """Offer to open the study in the walkthrough, as counts; if that is not possible, say why."""
    obstacle = _obstacle(study)
    if obstacle is not None:
        components.note(obstacle)
        return
    # The counts go into the address, as those of all examples, so that every page can show them.
    st.button(
        _("Open on Overview"),
        icon=":material/open_in_new:",
        key="data-open",
        on_click=_open,
        args=(Texts.of_counts(study.observed, study.categories),),
        help=_(
            "Every page then shows these counts, and its address carries them: O and the names of "
            "the categories, nothing else of your file."
        ),
    )


def _open(texts: Texts) -> None:
    state.load(texts)
    state.change_page(STEPS[0].file)


def _obstacle(study: Study) -> str | None:
    if len(study.categories) > MOST_CATEGORIES:
        return _(
            "The walkthrough shows up to {most} categories; these are {n}.",
            most=MOST_CATEGORIES,
            n=len(study.categories),
        )
    if study.observed.dtype.kind != "i":
        return _(
            "The walkthrough counts items; these weights are not whole numbers, so they stay here."
        )
    longest = max(map(str, study.categories), key=len)  # the link also needs room for a chosen cell
    texts = Texts.of_counts(study.observed, study.categories)
    length = len(
        state.address(
            max((step.stem for step in STEPS), key=len),
            {**vars(texts), SCHEME: study.scheme, ROW: longest, COLUMN: longest},
        )
    )
    if length > LONGEST_CARRIED:
        return _(
            "These counts would make a link of {length} characters. A link carries {most} "
            "at most, so they cannot be opened in the walkthrough.",
            length=number(length),
            most=number(LONGEST_CARRIED),
        )
    return None
