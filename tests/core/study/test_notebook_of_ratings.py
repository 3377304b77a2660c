"""The notebook on many raters runs as it stands, and what comes out is what the report says."""

import contextlib
import io
import math
import sys

import nbformat
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwk_core.messages import Message
from qwk_core.study import notebook_of_ratings as module
from qwk_core.study.methods import bibtex
from qwk_core.study.notebook import notebook
from qwk_core.study.sentences import citation
from qwk_core.study.study import make_rater_study
from tests.core.statistics.raters.cases import RAW5, ZAPF, tables_with_gaps
from tests.core.study.notebook_cells import cells, run
from tests.core.study.test_raters import STUDIES

CASES = STUDIES | {
    "unweighted": make_rater_study(RAW5, scheme="unweighted", level=0.99),
    "many alike": make_rater_study(ZAPF),
    "quotes": make_rater_study(
        [[0, 1], [1, 1], [0, 0]], raters=['it\'s "so"', '"""\nraise SystemExit']
    ),
    "one item": make_rater_study([[1, 2, 3]]),
    "one category": make_rater_study([[1, 1], [1, 1]]),
    "all agree": make_rater_study([[1, 1], [2, 2], [3, 3]]),
    "nobody rated": make_rater_study([[1, 2, None], [2, 2, None], [None] * 3, [1, 1, None]]),
    "−1 but for rounding": make_rater_study(
        [[0, 2, None], [1, 1, 1], [2, 0, 2], [None, 2, 0], [1, 1, 1]], categories=range(3)
    ),
    "not a run": make_rater_study([[1, 4], [9, 4], [9, 9]], categories=[1, 4, 9]),
}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)


@every_case
def test_it_is_a_notebook(study):
    read = nbformat.reads(notebook(study), as_version=4)
    nbformat.validate(read)
    assert len({cell.id for cell in read.cells}) == len(read.cells)
    for source in cells(study, "code"):
        assert max(map(len, source.split("\n"))) <= 110


@every_case
def test_it_computes_what_the_report_says(study):
    variables, said = run(study)
    agreement = study.agreement
    np.testing.assert_array_equal(variables["R"], agreement.positions)
    assert variables["raters"] == list(agreement.raters)
    assert variables["categories"] == list(agreement.categories)
    np.testing.assert_allclose(variables["pooled"], agreement.pooled, atol=1e-12)
    for (g, h), kappa in variables["kappas"].items():
        np.testing.assert_allclose(kappa, agreement.pairs[g, h], atol=1e-12)
        assert variables["counts"][g, h] == agreement.pair_counts[g, h]
    for name, value in agreement.coefficients.items():
        np.testing.assert_allclose(variables["all_together"][name], value, atol=1e-9)
        one = study.coefficient_intervals[name]
        if "intervals" in variables and one.method == "fisher":
            np.testing.assert_allclose(variables["intervals"][name], (one.low, one.high), atol=1e-7)
    for mine, one in zip(variables["each_rater"], agreement.raters_summary, strict=True):
        np.testing.assert_allclose(
            mine,
            (
                one.n_rated,
                one.mean,
                one.spread,
                one.bias,
                one.bias_spread,
                one.consensus_kappa,
                one.pooled_without,
            ),
            atol=1e-9,
        )
    np.testing.assert_allclose(variables["shares"], agreement.items_summary.share, atol=1e-12)
    if study.is_pair and study.has_interval:
        ends = study.interval.low, study.interval.high
        np.testing.assert_allclose((variables["low"], variables["high"]), ends, atol=1e-9)
    assert "All figures are the same." in said
    assert ("the same\n" in said) != math.isnan(agreement.pooled)


@settings(max_examples=60, deadline=None)
@given(tables_with_gaps(), st.sampled_from(["quadratic", "linear", "unweighted"]))
def test_it_holds_for_any_table(table, scheme):
    q, rows = table
    study = make_rater_study(rows, categories=range(q), scheme=scheme)
    assert "All figures are the same." in run(study)[1]


@pytest.mark.parametrize(
    ("mine", "other"),
    [
        ("\n2 2 1\n", "\n2 3 1\n"),
        ('["quadratic"]', '["linear"]'),
        ("(n - 1) / n", "n / (n - 1)"),
        ("lowest = 1", "lowest = 0"),
        ("/ both.sum()", "* both.sum()"),
    ],
)
def test_a_figure_that_is_not_the_reports_is_noticed(mine, other):
    ratings = [[3, 3, 2], [1, 1, 1], [3, None, 3], [4, 2, 2], [2, 2, 4], [1, 2, 1], [4, 4, 3]]
    program = "\n".join(cells(make_rater_study(ratings), "code"))
    assert mine in program
    with contextlib.redirect_stdout(io.StringIO()):
        exec(program, {})
        with pytest.raises(AssertionError):
            exec(program.replace(mine, other), {})


def test_it_runs_without_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    assert "scikit-learn is not installed" in run(STUDIES["anxiety"])[1]


def test_a_table_that_would_take_minutes_has_no_intervals(monkeypatch):
    """Items that are alike are left out once: what counts is how many there are."""
    study = make_rater_study([[1, 2], [2, 2]] * 500)
    work = 2000 + 1000 + 4
    monkeypatch.setattr(module, "_MOST_WORK", 2 * work)
    assert "intervals" in run(study)[0]
    monkeypatch.setattr(module, "_MOST_WORK", 2 * work - 1)
    variables, said = run(study)
    assert "intervals" not in variables
    assert "All figures are the same." in said
    assert any("would take minutes" in text for text in cells(study, "markdown"))


def test_what_people_named_is_shown_letter_by_letter():
    """A notebook shows HTML, images and formulas that stand in its text."""
    study = make_rater_study(
        [[1, 2], [2, None]],
        source="![](https://x.example/)\n# <img src=x>.csv",
        choices=[Message("Rows of {name} only.", {"name": "*<b>*"})],
    )
    heading = cells(study, "markdown")[0]
    assert r"\!\[\]\(https\:\/\/x\.example\/\) \# \<img src\=x\>\.csv" in heading
    assert r"\*\<b\>\*" in heading
    for sign in "<$![":
        assert heading.count(sign) == heading.count("\\" + sign)


def test_its_words_can_be_another_languages():
    said = cells(STUDIES["gaps"], "markdown", say=lambda message: f"ES {message.template[:9]}")
    assert all("ES " in text for text in said)
    assert not any("This notebook" in text for text in said)


@every_case
def test_what_is_cited_has_its_entry(study):
    entries = bibtex(study)
    assert entries.count("@") == len({line for line in entries.splitlines() if "@" in line})
    assert entries.count("{") == entries.count("}")
    cited = citation(study)
    assert any("Efron" in one for one in cited) == (study.has_interval and not study.is_pair)
    for one in cited[:-1]:
        title = one.split("). ", 1)[1].split(". ")[0].split(" (")[0]
        plain = title.replace("“", "``").replace("”", "''")
        assert f"= {{{plain}}}" in entries
