"""A notebook runs unchanged, and its results are those of the report."""

import contextlib
import io
import json
import math
import sys

import nbformat
import numpy as np
import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwk_core.messages import Message
from qwk_core.pictures.heatmap import heatmap
from qwk_core.study import notebook as module
from qwk_core.study.notebook import notebook
from qwk_core.study.study import make_rater_study, make_study
from qwk_core.study.two_models import compare_with_reference
from tests.core.statistics.raters.cases import tables_with_gaps
from tests.core.study.studies import OF_COUNTS, OF_RATERS, listed
from tests.programs import ran


def cells(study, kind, **settings):
    content = json.loads(notebook(study, **settings))
    return [cell["source"] for cell in content["cells"] if cell["cell_type"] == kind]


def run(study):
    """Run the cells one after the other, as a reader would; return variables and output."""
    variables, sentence = {}, io.StringIO()
    with contextlib.redirect_stdout(sentence):
        for source in cells(study, "code"):
            exec(compile(source, "cell", "exec"), variables)
    return variables, sentence.getvalue()


def three_raters(**more):
    """Return a study of a truth and two models, of which the second misses some items."""
    random = np.random.default_rng(5)
    truth = random.integers(0, 4, 60)
    models = [np.clip(truth + random.integers(-1, 2, 60), 0, 3) for _ in range(2)]
    rows = np.column_stack([models[0], truth, models[1]]).astype(object)
    rows[:7, 2] = None
    names = ["old", "truth", "new"]
    return make_rater_study(rows.tolist(), raters=names, categories=range(4), **more)


def far_apart(n_categories=220):
    """Return a study with nearly all items on the diagonal: the formula's interval exceeds 1."""
    observed = np.diag(np.arange(n_categories) % 2 + 1)
    observed[0, -1] = 1
    return make_study(observed)


FALLING = (100, "62.5", *range(40, 0, -2), 0)
CASES = {
    **OF_COUNTS,
    "large scale": far_apart(),
    **{f"{name} of raters": study for name, study in OF_RATERS.items()},
    "falling numbers of raters": make_rater_study(
        [[100, 20, None], ["62.5", 20, 20], [0, 20, 0], [None, 100, "62.5"]], categories=FALLING
    ),
    **listed("notebook"),
    "difference": three_raters(scheme="linear", level=0.9),
    "difference of clusters": three_raters(clusters=[str(at // 3) for at in range(60)]),
    "no difference": make_rater_study(
        [[1, 1, 1], [2, 1, 2], [1, 1, 1]] * 3, raters=["truth", "a", "b"]
    ),
}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)
each_kind = pytest.mark.parametrize("study", [OF_COUNTS["many"], OF_RATERS["gaps"]])


@every_case
def test_it_is_a_notebook_whose_lines_can_be_read(study):
    read = nbformat.reads(notebook(study), as_version=4)
    nbformat.validate(read)
    assert len({cell.id for cell in read.cells}) == len(read.cells)
    for source in cells(study, "code"):
        assert max(map(len, source.split("\n"))) <= 110


@every_case
def test_it_computes_what_the_report_says(study):
    """The last cells of the notebook assert this; the rest is compared here."""
    variables, sentence = run(study)
    assert "All figures are the same." in sentence
    shown = [study.interval, *(one.interval for one in study.against.values())]
    with_code = any(one.method == "smoothed" and one.caution is None for one in shown)
    assert ("low" in variables) == with_code, "the notebook has the default interval alone"
    for name, ends in variables.get("against", {}).items():
        own = study.against[name].interval
        assert ends == pytest.approx((own.low, own.high))
    compared = compare_with_reference(study)
    assert ("difference" in variables) == (compared is not None)
    if compared is not None:
        found = compared.difference
        assert variables["difference"] == pytest.approx(found.difference)
        assert ("difference_low" in variables) == (found.caution is None)
        ends = (variables.get(f"difference_{end}", math.nan) for end in ("low", "high"))
        assert (*ends,) == pytest.approx((found.low, found.high), nan_ok=True)
    assert variables["categories"] == list(study.categories)
    if study.agreement is not None:
        np.testing.assert_array_equal(variables["R"], study.agreement.positions)
        assert variables["raters"] == list(study.agreement.raters)
        shares = study.agreement.items_summary.share
        np.testing.assert_allclose(variables["shares"], shares, atol=1e-12)
        assert ("the same\n" in sentence) != math.isnan(study.kappa)
        return
    np.testing.assert_array_equal(variables["O"], study.observed)
    for name, own in (("E", "expected"), ("w", "weights"), ("shares", "shares")):
        np.testing.assert_allclose(variables[name], getattr(study.walk, own), rtol=1e-12)
    defined = [one for one in variables["kappas"].values() if not math.isnan(one)]
    assert sentence.count("the same\n") == len(defined)


@given(tables_with_gaps(), st.sampled_from(["quadratic", "linear", "unweighted"]))
def test_it_holds_for_any_table(table, scheme):
    q, rows = table
    study = make_rater_study(rows, categories=range(q), scheme=scheme)
    assert "All figures are the same." in run(study)[1]


RATED = make_rater_study(
    [[3, 3, 2], [1, 1, 1], [3, None, 3], [4, 2, 2], [2, 2, 4], [1, 2, 1], [4, 4, 3]]
)


@pytest.mark.parametrize(
    ("study", "mine", "other"),
    [
        (OF_COUNTS["steps"], "[0, 3, 0, 0, 0]", "[0, 4, 0, 0, 0]"),
        (OF_COUNTS["steps"], '["quadratic"]', '["linear"]'),
        (RATED, "\n2 2 1\n", "\n2 3 1\n"),
        (RATED, '["quadratic"]', '["linear"]'),
        (RATED, "(n - 1) / n", "n / (n - 1)"),
        (RATED, "lowest = 1", "lowest = 0"),
        (RATED, "/ both.sum()", "* both.sum()"),
    ],
)
def test_a_figure_that_is_not_the_reports_is_noticed(study, mine, other):
    program = "\n".join(cells(study, "code"))
    assert mine in program
    with contextlib.redirect_stdout(io.StringIO()), pytest.raises(AssertionError):
        exec(program.replace(mine, other), {})


def test_its_pictures_are_those_of_the_app(monkeypatch):
    study = OF_COUNTS["many"]
    made, _said = run(study)
    drawn = [one for one in cells(study, "code") if one.startswith("picture(")]
    for source, name in zip(drawn, ("observed", "weights", "expected"), strict=True):
        figure = eval(source, made)
        assert isinstance(figure, go.Figure)
        assert figure == go.Figure(heatmap(study.walks[study.scheme], name))
    monkeypatch.setitem(sys.modules, "plotly.graph_objects", None)
    assert "not installed" in eval(drawn[0], made)


@each_kind
def test_it_runs_without_scikit_learn(study, monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    assert "scikit-learn is not installed" in run(study)[1]


def test_a_table_that_would_take_minutes_has_no_intervals(monkeypatch):
    """Equal items are left out only once: the work depends on the number of distinct items."""
    study = make_rater_study([[1, 2], [2, 2]] * 500)
    work = 2000 + 1000 + 4
    monkeypatch.setattr(module, "_MOST_WORK", 2 * work)
    assert "intervals" in run(study)[0]
    monkeypatch.setattr(module, "_MOST_WORK", 2 * work - 1)
    variables, sentence = run(study)
    assert "intervals" not in variables
    assert "All figures are the same." in sentence
    assert any("would take minutes" in text for text in cells(study, "markdown"))


def test_what_people_named_is_shown_letter_by_letter():
    """A notebook would show HTML, images and formulas in its text as such."""
    study = make_study(
        [[40, 9], [6, 45]],
        ("<script>", "$x$"),
        source="![](https://x.example/)\n# <img src=x>.csv",
        choices=[Message("Rows of {name} only.", {"name": "*<b>*"})],
    ).with_details({"raters": "two nurses"})
    heading = cells(study, "markdown")[0]
    assert "The ratings were given by two nurses" in heading
    assert r"\!\[\]\(https\:\/\/x\.example\/\) \# \<img src\=x\>\.csv" in heading
    assert r"\*\<b\>\*" in heading
    assert r"“\<script\>”\, “\$x\$”" in heading
    for sign in "<$![":
        assert heading.count(sign) == heading.count("\\" + sign)


@each_kind
def test_its_words_can_be_another_languages(study):
    sentence = cells(study, "markdown", say=lambda message: f"ES {message.template[:9]}")
    assert all("ES " in text for text in sentence)
    assert not any("This notebook" in text for text in sentence)


@pytest.mark.release
def test_jupyter_runs_it(tmp_path):
    """It runs in its own process with a real kernel: its output is in the saved notebook."""
    file = tmp_path / "kappa.ipynb"
    file.write_text(notebook(OF_COUNTS["pooled"]), encoding="utf-8")
    program = (
        "import sys, nbformat; from nbclient import NotebookClient\n"
        "file = sys.argv[1]\n"
        "read = nbformat.read(file, as_version=4)\n"
        "NotebookClient(read, timeout=120, kernel_name='python3').execute()\n"
        "nbformat.write(read, file)\n"
    )
    ran(sys.executable, "-c", program, file, timeout=150)
    outputs = [
        output
        for cell in nbformat.read(file, as_version=4).cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    assert not [output for output in outputs if output.output_type == "error"]
    streams = "".join(output.get("text", "") for output in outputs)
    assert "All figures are the same." in streams
    assert "quadratic" in streams
