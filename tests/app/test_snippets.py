"""The code to copy runs unchanged and gives the figures of the page."""

import math
import shutil
import warnings

import numpy as np
import pytest
from sklearn.exceptions import UndefinedMetricWarning

from qwk_app.frame.state import Texts
from qwk_app.words.snippets import snippet
from qwk_core import SCHEMES, format_categories, format_ratings, kappa_interval
from qwk_core.statistics.intervals import bootstrap_kappas
from qwk_core.statistics.one_item import kappa_changes
from qwk_core.teaching.examples import EXAMPLES
from tests.app.reading import lesson
from tests.core.beside import beside
from tests.programs import ran

RANDOM = np.random.default_rng(7)
LONG = [",".join(map(str, RANDOM.integers(0, 7, 500))) for _ in range(2)]
SCALE = ["not at all", "a little", "quite a bit", "extremely"]
WORDS = [",".join(each) for each in RANDOM.choice(SCALE, (2, 60))]
HARD = ('"it" is', "'s", "back\\slash", "é\u2028ü\t", "{x} %d $y", "<b>", "#")

LISTED = beside(__file__, "snippets.toml")
TEXTS = {
    **{item.key: Texts.of(item) for item in EXAMPLES},
    **{name: Texts(*texts) for name, texts in LISTED.items()},
    "quotes": Texts(
        format_ratings(HARD), format_ratings(HARD[1:] + HARD[-1:]), "", format_categories(HARD)
    ),
    "long": Texts(*LONG),
    "long words": Texts(*WORDS, "", ",".join(SCALE)),
}
UNDEFINED = {"one category", "one cell", "one count", "one cell of counts"}
every_text = pytest.mark.parametrize("name", TEXTS)


def lessons(name):
    return [lesson(TEXTS[name], scheme) for scheme in SCHEMES]


def run(snippet, name=""):
    """Run a snippet as a reader would and return its variables.

    Where kappa is undefined, numpy and scikit-learn warn.
    """
    variables = {}
    with warnings.catch_warnings():
        if name in UNDEFINED:
            warnings.filterwarnings("ignore", "invalid value encountered", RuntimeWarning)
            warnings.filterwarnings("ignore", "A single label was found", UserWarning)
            warnings.filterwarnings("ignore", category=UndefinedMetricWarning)
        exec(compile(snippet, "snippet", "exec"), variables)
    return variables


def same_kappa(mine, theirs):
    return (math.isnan(mine) and math.isnan(theirs)) or math.isclose(mine, theirs, abs_tol=1e-12)


@every_text
def test_python_gives_what_the_page_shows(name):
    for shown in lessons(name):
        walk = shown.walk
        assert math.isnan(walk.kappa) == (name in UNDEFINED)
        python = snippet("kappa", shown), snippet("scikit_learn", shown)
        for code in python:
            assert same_kappa(walk.kappa, run(code, name)["kappa"])
            assert code.endswith("print(kappa)\n") or name in UNDEFINED
        if walk.scheme == "quadratic":  # moments work only with this scheme
            assert same_kappa(walk.kappa, run(snippet("moments", shown), name)["kappa"])
        for code in (*python, snippet("r", shown)):
            assert ("# 0 / 0: nan" in code) == (name in UNDEFINED)
            assert max(map(len, code.split("\n"))) <= 100, code
        np.testing.assert_array_equal(run(snippet("observed", shown))["O"], walk.observed)
        np.testing.assert_allclose(run(snippet("expected", shown))["E"], walk.expected, rtol=1e-12)
        made = run(snippet("changes", shown), name)
        np.testing.assert_allclose(made["w"], walk.weights, rtol=1e-15)
        # The snippet computes differences of sums with floats; the core computes them exactly.
        np.testing.assert_allclose(
            made["changes"], kappa_changes(walk.observed, scheme=walk.scheme), atol=1e-9
        )


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed here")
def test_r_gives_what_the_page_shows(tmp_path):
    """All cases run in one session of R."""
    cases = [(name, shown) for name in TEXTS for shown in lessons(name)]
    script = tmp_path / "kappas.R"
    parts = [
        f"cat(format(local({{\n{snippet('r', shown)}}}), digits = 17), '\\n')"
        for _name, shown in cases
    ]
    script.write_text("\n".join(parts), encoding="utf-8")
    printed = ran("Rscript", "--vanilla", "--encoding=UTF-8", script, timeout=120)
    for (name, shown), kappa in zip(cases, map(float, printed.split()), strict=True):
        assert same_kappa(shown.walk.kappa, kappa), (name, shown.walk.scheme)


# Without an interval, the page shows no code.
SURE = sorted(set(TEXTS) - UNDEFINED - {"one item", "constant rater", "imbalanced-none"})


@pytest.mark.parametrize("name", SURE)
def test_numpy_interval(name):
    for shown in lessons(name):
        counts, scheme = shown.walk.observed, shown.walk.scheme
        found = run(snippet("interval", shown, level=0.9, n_draws=200, seed=3))
        formula = kappa_interval(counts, scheme=scheme, level=0.9)
        assert found["error"] == pytest.approx(formula.standard_error, rel=1e-6, abs=1e-7)
        assert found["z"] == formula.n_standard_errors
        smoothed = kappa_interval(counts, scheme=scheme, level=0.9, method="auto")
        ends = pytest.approx((smoothed.low, smoothed.high), abs=1e-7)
        assert (found["low"], found["high"]) == ends
        draws = bootstrap_kappas(counts, n_draws=200, seed=3, scheme=scheme)
        np.testing.assert_allclose(found["kappas"], draws[~np.isnan(draws)], atol=1e-9)
