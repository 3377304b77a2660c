"""Two examples, A and B, compared by every measure."""

from collections.abc import Iterator

import streamlit as st

from qwk_app.figures.common import Matrix
from qwk_app.frame.state import Lesson, Texts, read
from qwk_app.parts.measures.every import format_value
from qwk_app.shared import access, fields, matrices
from qwk_app.words import names
from qwk_app.words.numbers import number
from qwk_app.words.texts import _, error_text, plural
from qwk_core import format_counts
from qwk_core.statistics.measures import MEASURES, Measures, measures, rankings_flip
from qwk_core.teaching.examples import Example
from qwk_core.teaching.pitfalls.catalogue import pitfall

# Keys of the widgets, and their names in the page's link.
A = "a"
B = "b"


def side_by_side(lesson: Lesson) -> None:
    """Let the reader keep two examples, A and B, and compare them by every measure."""
    st.markdown(
        _(
            "Which rater is better can depend on the measure. Put your own example in place of A "
            "or B. The link holds both."
        )
    )
    kept = []
    defaults = pitfall("rankings-flip").examples
    for place, key, default in zip(st.columns(2), (A, B), defaults, strict=True):
        with place.container(border=True):
            kept.append(_kept(lesson, key, default))
    a, b = map(measures, kept)
    table, words = st.columns([3, 2])
    with table:
        access.table(
            _("| Measure | A | B | Better |"), "|:--|--:|--:|:-:|", _rows(a, b), "measures-compared"
        )
    words.markdown(preferences_sentence(a, b))
    if len(kept[0]) != len(kept[1]):
        st.info(
            _(
                "A has {a} categories and B has {b}: errors are counted in categories, and kappas "
                "from scales of different length cannot be compared.",
                a=len(kept[0]),
                b=len(kept[1]),
            ),
            icon=":material/info:",
        )


def _kept(lesson: Lesson, key: str, default: Example) -> Matrix:
    """Show the example that is kept as A or B, and let the reader replace it."""
    name, first = key.upper(), format_counts(default.walk().observed)
    picture = st.container()
    st.button(
        _("Keep this example as {name}", name=name),
        icon=":material/bookmark_add:",
        key=f"keep-{name}",
        on_click=fields.put,
        args=(key, format_counts(lesson.walk.observed)),
    )
    text = fields.text(key, _("Counts of {name}", name=name), first, help=names.of_counts())
    source, errors = read(Texts(counts=text if text.strip() else first))
    for error in errors.values():
        st.warning(
            _(
                "{problem} Until then, {name} is the one it was at first.",
                problem=error_text(error),
                name=name,
            ),
            icon=":material/edit:",
        )
    observed = default.walk().observed if source is None else source.observed
    with picture:
        _glance(name, observed, default if format_counts(observed) == first else None)
    return observed


def _glance(name: str, observed: Matrix, known: Example | None) -> None:
    n, size = observed.sum(), len(observed)
    title = _(known.title) if known else name
    about = _(
        "{items}, {categories}",
        items=plural(n, "{count} item", "{count} items"),
        categories=plural(size, "{n} category", "{n} categories"),
    )
    st.markdown(f"**{title}**  \n:small[{about}]")
    matrices.glance(
        observed,
        [str(at) for at in range(size)],
        key=f"glance-{name}",
        alt=_(
            "{title}: O of {n} items, {agree} of them on the diagonal",
            title=title,
            n=number(n),
            agree=number(observed.trace()),
        ),
    )


def preferences_sentence(a: Measures, b: Measures) -> str:
    """Say which measures prefer A and which B, and whether they contradict each other."""
    compared = rankings_flip(a, b)
    sides = {
        side: _(", ").join(
            _(measure.title) for measure in MEASURES if compared.preferences[measure.key] == side
        )
        for side in ("a", "b", None)
    }
    if compared.flips:
        paragraphs = [
            _("**The measures do not agree on who is better.**"),
            _("For A: {a}.", a=sides["a"]),
            _("For B: {b}.", b=sides["b"]),
            _("Undecided: {even}.", even=sides[None]) if sides[None] else "",
            _(
                "First decide what a far miss costs you. Then choose the measure, before "
                "you see who wins."
            ),
        ]
        return "\n\n".join(filter(None, paragraphs))
    if not (sides["a"] or sides["b"]):
        return _("No measure tells A and B apart.")
    winner = "A" if sides["a"] else "B"
    if sides[None]:
        return _(
            "The rankings agree: no measure speaks against {winner}. Undecided: {even}.",
            winner=winner,
            even=sides[None],
        )
    return _("The rankings agree: by every measure, {winner} is better.", winner=winner)


def _rows(a: Measures, b: Measures) -> Iterator[tuple[str, ...]]:
    compared = rankings_flip(a, b)
    for measure in MEASURES:
        better = compared.preferences[measure.key]
        values = {
            side: format_value(measure, found[measure.key]) for side, found in (("a", a), ("b", b))
        }
        if better:
            values[better] = f"**{values[better]}**"
        yield _(measure.title), *values.values(), (better or "–").upper()
