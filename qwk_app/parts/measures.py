"""What the page on other measures shows: all of them, what ties three together, and A against B."""

import streamlit as st

from qwk_app.figures import agreement as figures
from qwk_app.figures.common import Matrix
from qwk_app.frame import link
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.frame.state import SCHEMES, Lesson, Texts, read
from qwk_app.shared import access, components, matrices
from qwk_app.words import snippets
from qwk_app.words.formulas import coloured, word
from qwk_app.words.numbers import kappa_text, number, percent, tex
from qwk_app.words.texts import _, error_text, plural
from qwk_core import format_counts
from qwk_core.statistics.measures import MEASURES, Measure, Measures, measures, rankings_flip
from qwk_core.teaching.examples import Example
from qwk_core.teaching.pitfalls.catalogue import pitfall

# Keys of this page's widgets, and their names in its link.
A = "a"
B = "b"

# Keys of what is folded away.
IDEAS = "ideas"
IDENTITY = "measures-identity"
ERROR = "measures-error"
FACTORS = "measures-factors"
PAIR = "measures-pair"
FOLDS = (IDENTITY, ERROR, FACTORS, PAIR)

_ON_ONE_SCALE = [m for m in MEASURES if m.higher_is_better]
_ERRORS = [m for m in MEASURES if not m.higher_is_better]
_CHOSEN = "quadratic"
_NOTHING = 1e-9  # a factor so near to 1 is 1, computed in another order
_OPTIONS = 4


def all_of_them(lesson: Lesson) -> Measures:
    """Show every measure of this example, and return them."""
    found = measures(lesson.walk.observed)
    names = [_(measure.title) for measure in _ON_ONE_SCALE]
    values = [found[measure.key] for measure in _ON_ONE_SCALE]
    components.chart(
        figures.agreement(
            values,
            names,
            [measure.key for measure in _ON_ONE_SCALE].index(_CHOSEN),
            palette=lesson.palette,
        ),
        key="agreement",
        alt=_(
            "The measures of this example: {measures}",
            measures="; ".join(
                f"{name} {kappa_text(value)}" for name, value in zip(names, values, strict=True)
            ),
        ),
    )
    st.markdown(
        " · ".join(
            _("{measure}: **{value}**", measure=_(measure.title), value=number(found[measure.key]))
            for measure in _ERRORS
        )
    )
    reasons = dict.fromkeys(found.undefined.values())
    if reasons:
        st.info(" ".join(map(_, reasons)), icon=":material/info:")
    return found


def ideas(found: Measures) -> None:
    """Say, folded away, what each measure counts."""
    folded = st.expander(
        _("What each one counts"), key=IDEAS, on_change="rerun", icon=":material/list:"
    )
    if folded.open:
        rows = [
            f"| {_(one.title)} | {format_value(one, found[one.key])} | {_(one.idea)} |"
            for one in MEASURES
        ]
        head = _("| Measure | Here | What it counts |")
        with folded:
            access.wide("\n".join([head, "|:--|--:|:--|", *rows]), "what-measures-count")


def format_value(measure: Measure, value: float) -> str:
    """Write a measure as its kind is written: errors in categories, all else to three places."""
    return kappa_text(value) if measure.higher_is_better else number(value, 3)


def identity(lesson: Lesson, found: Measures) -> None:
    """Show quadratic kappa as a share of error and as a concordance, with the live numbers."""
    k, o, e = (
        coloured(text, name, palette=lesson.palette)
        for text, name in (
            (r"\kappa", "kappa"),
            (word(_("MSE")), "observed"),
            (word(_("MSE by chance")), "expected"),
        )
    )
    mse, by_chance = _tex(found.mean_squared_error), _tex(found.expected_mse)
    value = (
        word(_("undefined"))
        if found.expected_mse == 0
        else coloured(_tex(found.quadratic, fixed=True), "kappa", palette=lesson.palette)
    )
    covariance = word(_("covariance"))
    # Line by line, so that a phone shows them whole.
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.7em}}{k} &= 1 - \frac{{{o}}}{{{e}}}\\[1em] "
        rf"&= 1 - \frac{{{mse}}}{{{by_chance}}}\\[1em] "
        rf"&= \frac{{2\,{covariance}}}{{s_a^2 + s_p^2 + (\bar p - \bar a)^2}}\\[1em] "
        rf"&= \frac{{2 \times {_signed(found.covariance)}}}{{{_tex(found.actual_variance)} + "
        rf"{_tex(found.predicted_variance)} + {_signed(_means_apart(found))}^2}}\\[1em] "
        rf"&= {value}\end{{aligned}}"
    )
    st.markdown(
        _(
            "First kappa, written with mean squared errors (MSE); then **Lin's "
            "concordance** (with 1/n moments). With quadratic weights the two are the "
            "same number."
        )
    )
    if lesson.walk.scheme != SCHEMES[0]:
        components.note(_("This is true for quadratic weights only, so they are used here."))


def _means_apart(found: Measures) -> float:
    return found.predicted_mean - found.actual_mean


def chance_error(lesson: Lesson, found: Measures) -> None:
    """Show the mean squared error beside the one that chance would give."""
    by_chance = (
        (_("actual"), found.actual_variance),
        (_("predicted"), found.predicted_variance),
        (_("means"), _means_apart(found) ** 2),
    )
    st.markdown(what_is_left(found))
    if found.expected_mse == 0:
        return
    components.chart(
        figures.errors(
            found.mean_squared_error,
            by_chance,
            (_("observed"), _("by chance")),
            palette=lesson.palette,
        ),
        key="errors",
        alt=_(
            "Mean squared error {mse}; by chance {total}: {parts}",
            mse=number(found.mean_squared_error, 3),
            total=number(found.expected_mse, 3),
            parts=", ".join(f"{name} {number(part, 3)}" for name, part in by_chance),
        ),
    )


def what_is_left(found: Measures) -> str:
    """Say where chance's error comes from, and how much of it is left."""
    if found.expected_mse == 0:
        return _(
            "Random pairing makes no error here, and neither do the raters: there is "
            "nothing to compare."
        )
    return _(
        "By chance, the error has three parts: how much each rater's ratings spread, and "
        "how far apart their means are. Together {by_chance}. The raters make "
        ":blue[**{share}**] of that: :green[**κ = 1 − {share}**].",
        by_chance=number(found.expected_mse, 3),
        share=percent(found.mean_squared_error / found.expected_mse),
    )


def split(lesson: Lesson, found: Measures) -> None:
    """Show quadratic kappa as correlation × spread × means, and say what costs most."""
    if "pearson" in found.undefined:
        st.info(
            _(
                "There is no correlation here: at least one rater gives every item the "
                "same category."
            ),
            icon=":material/info:",
        )
        return
    parts = (
        (found.pearson, _("correlation")),
        (found.spread_factor, _("spread")),
        (found.shift_factor, _("means")),
    )
    product = r" \times ".join(
        rf"\underbrace{{{_tex(part, fixed=True)}}}_{{{word(name)}}}" for part, name in parts
    )
    kappa, value = (
        coloured(text, "kappa", palette=lesson.palette)
        for text in (r"\kappa", _tex(found.quadratic, fixed=True))
    )
    st.latex(
        rf"\begin{{aligned}}\rule{{0pt}}{{1.2em}}{kappa} &= {product}\\ &= {value}\end{{aligned}}"
    )
    st.markdown(what_costs(found))


def what_costs(found: Measures) -> str:
    """Say what takes the correlation down to kappa: unlike spreads, unlike means, or neither."""
    rule = _(
        "Correlation looks for any straight line; kappa for the line of equal ratings. "
        "So κ is the correlation times two factors. One is 1 if both raters spread "
        "alike; the other is 1 if their means are equal."
    )
    spread, means = (
        percent(1 - factor) if 1 - factor > _NOTHING else ""
        for factor in (found.spread_factor, found.shift_factor)
    )
    if spread and means:
        here = _(
            "Here different spreads take away {spread} of the correlation, and different "
            "means {means} of the rest.",
            spread=spread,
            means=means,
        )
    elif spread:
        here = _("Here different spreads take away {spread} of the correlation.", spread=spread)
    elif means:
        here = _("Here different means take away {means} of the correlation.", means=means)
    else:
        here = _("Here both are 1, so κ equals the correlation.")
    return f"{rule} {here}"


def side_by_side(lesson: Lesson) -> None:
    """Let the reader keep two examples, A and B, and compare them by every measure."""
    kept = []
    defaults = pitfall("rankings-flip").examples
    for place, key, default in zip(st.columns(2), (A, B), defaults, strict=True):
        with place.container(border=True):
            kept.append(_kept(lesson, key, default))
    a, b = map(measures, kept)
    table, words = st.columns([3, 2])
    with table:
        access.wide(_table(a, b), "measures-compared")
    words.markdown(who_wins(a, b))
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
    """Show what is kept as A or as B, and let the reader put something else there."""
    name, first = key.upper(), format_counts(default.walk().observed)
    picture = st.container()
    st.button(
        _("Keep this example as {name}", name=name),
        icon=":material/bookmark_add:",
        key=f"keep-{name}",
        on_click=_keep,
        args=(key, format_counts(lesson.walk.observed)),
    )
    text = st.text_input(
        _("Counts of {name}", name=name),
        first,
        key=key,
        bind=link.bind(key),
        max_chars=LONGEST_TEXT,
        help=_(
            "Rows are the actual categories, separated by a semicolon; columns the predicted ones."
        ),
    )
    source, errors = read(Texts(counts=text if text and text.strip() else first))
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
        _glance(lesson, name, observed, default if format_counts(observed) == first else None)
    return observed


def _keep(key: str, counts: str) -> None:
    st.session_state[key] = counts


def _glance(lesson: Lesson, name: str, observed: Matrix, known: Example | None) -> None:
    n, size = observed.sum(), len(observed)
    title = _(known.title) if known else name
    about = _(
        "{items}, {categories}",
        items=plural(n, "{count} item", "{count} items", count=number(n)),
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
        palette=lesson.palette,
        axes=(_("actual"), _("predicted")),
    )


def who_wins(a: Measures, b: Measures) -> str:
    """Say which measures prefer A and which B; where they contradict each other, that they do."""
    compared = rankings_flip(a, b)
    sides = {
        side: _(", ").join(
            _(measure.title) for measure in MEASURES if compared.preferences[measure.key] == side
        )
        for side in ("a", "b", None)
    }
    if compared.flips:
        told = [
            _("**The measures do not agree on who is better.**"),
            _("For A: {a}.", a=sides["a"]),
            _("For B: {b}.", b=sides["b"]),
            _("Undecided: {even}.", even=sides[None]) if sides[None] else "",
            _(
                "First decide what a far miss costs you. Then choose the measure, before "
                "you see who wins."
            ),
        ]
        return "\n\n".join(filter(None, told))
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


def _table(a: Measures, b: Measures) -> str:
    compared = rankings_flip(a, b)
    rows = [_("| Measure | A | B | Better |"), "|:--|--:|--:|:-:|"]
    for measure in MEASURES:
        better = compared.preferences[measure.key]
        values = [
            f"**{format_value(measure, found[measure.key])}**"
            if side == better
            else format_value(measure, found[measure.key])
            for side, found in (("a", a), ("b", b))
        ]
        rows.append(f"| {_(measure.title)} | {' | '.join(values)} | {(better or '–').upper()} |")
    return "\n".join(rows)


def question(found: Measures) -> None:
    """Ask which error would make kappa 0: that of chance."""
    right = number(found.expected_mse, 3)
    wrong = [found.mean_squared_error, found.actual_variance, 2 * found.expected_mse, 0.0, 1.0, 2.0]
    values = {right: found.expected_mse}
    for value in wrong:
        if len(values) < _OPTIONS:
            values.setdefault(number(value, 3), value)
    options = sorted(values, key=values.__getitem__)
    if found.expected_mse == 0:
        components.question(
            "measures-undefined",
            _("What mean squared error would chance give here?"),
            options,
            options.index(right),
            _("Both raters use only one category, the same one: chance cannot miss."),
        )
        return
    components.question(
        f"measures-{right}",
        _("The totals stay the same. At which mean squared error would κ be 0?"),
        options,
        options.index(right),
        _("At that of chance: 1 − {error} ÷ {error} = 0.", error=right),
    )


def code(lesson: Lesson) -> None:
    """Show the lines that compute quadratic kappa from five sums."""
    components.code(snippets.moments(lesson))


def _tex(value: float, *, fixed: bool = False) -> str:
    vanishing = value and abs(value) < 0.0005
    return tex(kappa_text(value) if fixed and not vanishing else number(value, 3))


def _signed(value: float) -> str:
    """Write a number in a product or a power: in brackets, unless it is a plain one."""
    text = _tex(value)
    return f"({text})" if text.startswith("-") or "^" in text else text
