"""The documented coverage of intervals, and the program that measures it."""

import json
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from qwk_core import kappa_interval
from qwk_core.statistics import coverage
from qwk_core.statistics.coverage import measured_coverage
from tests.benchmarks import coverage as benchmark

FIGURES = json.loads(Path(coverage.__file__).with_name("coverage.json").read_text(encoding="utf-8"))


def test_the_figures_are_complete_and_say_where_they_come_from():
    assert FIGURES["made_by"] == "python -m tests.benchmarks.coverage --measure"
    assert FIGURES["informative_items_from"] == list(benchmark.GROUPS)
    assert set(FIGURES["held"]) == {"smoothed", "analytic", "bootstrap", "bca"}
    for method, shares in FIGURES["held"].items():
        assert len(shares) == len(benchmark.GROUPS)
        assert FIGURES["studies"][method] > 10_000
    assert all(0.93 <= share <= 1 for share in FIGURES["held"]["smoothed"])


def test_a_figure_belongs_to_a_method_and_a_number_of_informative_items():
    shares = FIGURES["held"]["analytic"]
    assert measured_coverage("analytic", 0) == shares[0]
    assert measured_coverage("analytic", 5.9) == shares[3]
    assert measured_coverage("analytic", 1e9) == shares[-1]
    assert measured_coverage("analytic", None) is None
    assert measured_coverage("a guess", 3) is None
    assert measured_coverage("analytic", -1) is None


def test_an_interval_that_is_likely_too_narrow_says_so():
    counts = [[90, 2, 0], [1, 2, 1], [0, 0, 1]]
    formula, chosen = (kappa_interval(counts, method=one) for one in ("analytic", "auto"))
    assert formula.held < 0.93 <= chosen.held
    assert f"only {round(100 * formula.held)}% of such" in str(formula.too_narrow)
    assert chosen.too_narrow is None
    assert f"{round(100 * chosen.held)}% of such" in str(chosen.reason)
    assert formula.reason is None
    assert kappa_interval([[900, 100], [100, 900]]).too_narrow is None
    perfect = kappa_interval([[5, 0], [0, 5]])
    assert perfect.too_narrow is perfect.held is None, "its caution says more"


def test_a_table_unlike_those_that_were_simulated_has_no_figure():
    table = np.array([[20, 4], [5, 21]])
    thirty = np.zeros((30, 30), dtype=int)
    thirty[:2, :2] = table
    assert kappa_interval(table).held is not None
    for other in (thirty, 100 * table, table[::-1], [[3, 1], [1, 3]], [[98, 1], [0, 1]]):
        assert kappa_interval(other).held is None
    assert "simulated" not in str(kappa_interval(thirty, method="auto").reason)


@pytest.mark.parametrize("run", benchmark.RUNS)
def test_the_benchmark_runs(run):
    studies, _size = benchmark.RUNS[run]
    drawn = studies(benchmark.Size(100, 2, 20), np.random.default_rng(1))
    (kind, by_method), *_ = benchmark.count(islice(drawn, 100)).items()
    assert kind
    for found in by_method.values():
        assert 0.5 <= found.share <= 1
        assert 0.1 < found.length / found.n < 1.3
    assert max(found.share for found in by_method.values() if found.n > 10) >= 0.9
