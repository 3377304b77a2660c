"""From scores to categories: three methods compared, one chosen, its picture, its code."""

import csv
import io

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.words import numbers, texts
from qwk_app.words.messages import message_text
from qwk_app.words.numbers import kappa_text, signed
from qwk_app.your_data import cut_points as section
from qwk_app.your_data import cut_points_code
from qwk_app.your_data.cut_points_chart import scores_chart
from qwk_core.files.samples import sample_files
from qwk_core.pictures.hues import LIGHT
from qwk_core.statistics.cut_points import best_cut_points, cross_validated
from qwk_core.statistics.histograms import score_histogram
from qwk_core.study.study import Cutting
from tests.app.acts import LINKS, check_says, do, page_text
from tests.app.pseudo import PSEUDO
from tests.app.reading import plots
from tests.app.spoken import unspoken
from tests.app.test_snippets import run

WORDS = ("none", "mild", "severe")


def script(actual, scores, categories):
    """Show the section on a page, and keep its result for the test."""
    import numpy as np
    import streamlit as st

    from qwk_app.words.texts import error_text
    from qwk_app.your_data import cut_points
    from qwk_app.your_data.datasets import Dataset
    from qwk_core import RatingsError

    dataset = st.session_state.setdefault("held", Dataset(1, "", b"", 0))
    try:
        st.session_state["chosen"] = cut_points.section(
            dataset, (np.array(actual), np.array(scores), categories), key=cut_points.METHOD
        )
    except RatingsError as error:
        st.error(error_text(error))


def shown(actual, scores, categories, method="rounded"):
    app = AppTest.from_function(script, default_timeout=20, args=(actual, scores, categories))
    for fold in (section.FOLD, section.CODE, section.WHY):
        app.session_state[fold] = True
    app.session_state[section.METHOD] = method
    assert not app.run().exception
    return app


def pets():
    rows = list(csv.DictReader(io.StringIO(sample_files()[2].text)))
    return [int(row["adoption_speed"]) for row in rows], [float(row["model_score"]) for row in rows]


@pytest.fixture(scope="module")
def app():
    actual, scores = pets()
    return shown(actual, scores, tuple(range(5)))


def test_the_table_says_what_the_core_computes(app):
    trials = cross_validated(*pets(), categories=range(5))
    lines = page_text(app).splitlines()
    for method in section.METHODS:
        trial = trials[method]
        row = next(line for line in lines if section.TEXTS["cut"][method] in line)
        assert kappa_text(trial.cut_points.kappa) in row
        assert row.rstrip(" |").endswith(kappa_text(trial.held_out_kappa))
    gain = trials["tuned"].cut_points.kappa - trials["rounded"].cut_points.kappa
    # Stretching agrees as well on new items, and is simpler.
    simple = "nothing is clearly better than stretching"
    check_says(app, f"by {signed(gain)} on these items", simple)


# A part of the code that the page shows for each method.
MARKS = {"tuned": "range(20)", "stretched": "stretch =", "rounded": "[0.5, 1.5"}


@pytest.mark.parametrize("method", section.METHODS)
def test_the_chosen_way_is_returned_drawn_and_told(method, app):
    actual, scores = pets()
    do(app, (section.METHOD, method))
    chosen = app.session_state["chosen"]
    trial = cross_validated(actual, scores, categories=range(5))[method]
    cuts = trial.cut_points.thresholds.tolist()
    assert (chosen.predicted_as, chosen.cutting.way) == (tuple(cuts), method)
    check_says(app, MARKS[method], ", ".join(map(repr, cuts)))
    message = message_text(chosen.remarks[0]).replace("\\", "")
    # The report has what new items will give.
    told = (kappa_text(trial.held_out_kappa), " · ".join(map(str, cuts)))
    for text in ("rounding to the nearest",) if method == "rounded" else told:
        assert text in message
    (figure,) = plots(app).values()
    lines = [shape["x0"] for shape in figure["layout"]["shapes"] if shape.get("yref") == "paper"]
    assert lines == cuts
    assert len(figure["data"]) == 6, "five rows, and what carries the axis above"


@pytest.mark.parametrize("method", section.METHODS)
@pytest.mark.parametrize("many", [True, False])
def test_the_code_runs_and_finds_the_same(method, many, tmp_path, monkeypatch):
    actual, scores = pets()
    if not many:
        actual, scores = actual[:90], scores[:90]
    cut = cross_validated(actual, scores, categories=range(5))[method].cut_points
    code = cut_points_code.code(
        method, actual, scores, cut.thresholds.tolist(), ["a 'quoted' one", "b", "c", "d", "e"]
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / cut_points_code.FILE).write_text(cut_points_code.file(actual, scores))
    names = run(code)
    assert names["kappa"] == pytest.approx(cut.kappa, abs=1e-12)
    assert names["predicted"].tolist() == cut.apply(scores).tolist()
    assert ("loadtxt" in code) == many
    assert max(map(len, code.splitlines())) <= 90


@pytest.mark.parametrize(("actual", "scores", "why"), LINKS["cut_points"]["nothing_to_learn"])
def test_without_learning_rounding_is_left(actual, scores, why):
    app = shown(actual, scores, (0, 1, 2, 3))
    check_says(app, why)
    assert app.session_state["chosen"].cutting == Cutting("rounded")


def test_a_score_that_is_none_is_told():
    unusable = shown([0, 1, 2], [0.1, float("nan"), 0.2], (0, 1, 2))
    assert "item 2" in unusable.error[0].value  # the caller shows the error


def test_many_items_show_how_far_the_work_is(monkeypatch):
    message = []
    monkeypatch.setattr(section, "_MANY", 10)
    monkeypatch.setattr(section, "_show_progress", lambda _place, share: message.append(share))
    actual, scores = pets()
    app = shown(actual, scores, tuple(range(5)))
    assert message[-1] == 1
    message.clear()
    app.run()
    assert not message, "nothing is computed twice"


def scored(n, size, score):
    """Draw actual ratings, and a model's score of each; return them with the scale."""
    random = np.random.default_rng(9)
    actual = random.integers(0, size, n)
    return actual.tolist(), score(actual, random.normal(0, 1, n)).tolist(), tuple(range(size))


STEPS = np.array([0.0, 0.1, 0.2, 3.0])  # uneven steps, which stretching cannot fit
BACKWARDS = scored(80, 4, lambda x, noise: 3 - x + 0.1 * noise)
# Nobody gave the highest category: its cut-point is infinite.
NOBODY = (*scored(90, 3, lambda x, noise: x + 0.2 * noise)[:2], (0, 1, 2, 3))
SHRUNK = scored(300, 5, lambda x, noise: 2 + 0.4 * (x - 2) + 0.5 * noise)


@pytest.mark.parametrize(
    ("items", "method", "message"),
    [
        (scored(300, 5, lambda x, noise: x + 0.3 * noise), "rounded", "keep it simple"),
        (SHRUNK, "rounded", "the simpler way"),
        (scored(400, 4, lambda x, noise: STEPS[x] + 0.03 * noise), "rounded", "tuning is best"),
        (BACKWARDS, "tuned", "do not rise with the actual ratings"),
        (BACKWARDS, "tuned", "nowhere: one category for all"),
        (NOBODY, "tuned", "1.5 · ∞"),
        # The page has no room for forty rows.
        (scored(400, 40, lambda x, noise: x + 4 * noise), "rounded", "39 places"),
    ],
)
def test_what_is_said_fits_the_scores(items, method, message):
    app = shown(*items, method)
    check_says(app, message)
    assert len(plots(app)) == (len(items[2]) <= 20)
    assert any(code.value.endswith(", inf") for code in app.code) >= ("∞" in message)


def test_green_is_where_actual_and_predicted_are_one():
    actual, scores = pets()
    cuts = best_cut_points(actual, scores).thresholds.tolist()
    figure = scores_chart(score_histogram(actual, scores), cuts, list("01234")).figure
    green = LIGHT.kappa.high
    *rows, _above = figure.data
    for row, trace in enumerate(rows):
        for x, width, colour in zip(trace.x, trace.width, trace.marker.color, strict=True):
            column = np.searchsorted(cuts, x, side="right")
            assert (colour == green) == (column == row)
            near = 0.02 * width + 1e-3
            assert not any(x - width / 2 + near < cut < x + width / 2 - near for cut in cuts)


def test_names_are_escaped_and_far_cut_points_left_out():
    bars = score_histogram(["<b>", "c", "c"], [0.0, 1.0, 0.5], categories=["<b>", "c", "d"])
    figure = scores_chart(bars, [0.4, 7.0], ["<b>", "c", "d"]).figure
    assert figure.layout.yaxis.ticktext[0] == "&lt;b&gt;"
    assert figure.layout.xaxis2.ticktext == ("&lt;b&gt;", "c")
    assert [shape.x0 for shape in figure.layout.shapes if shape.yref == "paper"] == [0.4]
    assert figure.layout.xaxis.range[1] < 2


def test_every_word_can_be_translated(monkeypatch):
    for module in (texts, numbers):
        monkeypatch.setattr(module, "current", lambda: PSEUDO)
    for method in section.METHODS:
        app = shown(*pets(), tuple(range(5)), method)
        check_says(app, "⟦Kappa compares categories")
        assert unspoken(app) == []
