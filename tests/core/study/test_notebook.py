"""The notebook runs as it stands, and what comes out is what the report says."""

import contextlib
import io
import math
import subprocess
import sys

import nbformat
import numpy as np
import pytest

from qwk_core.messages import Message
from qwk_core.study.notebook import notebook
from qwk_core.study.study import make_study
from tests.core.study.notebook_cells import cells, run
from tests.core.study.test_study import STUDIES, WORDS


def far_apart(n_categories=220):
    """Nearly all on the diagonal of a large scale: the formula's interval runs past 1."""
    observed = np.diag(np.arange(n_categories) % 2 + 1)
    observed[0, -1] = 1
    return make_study(observed)


CASES = STUDIES | {
    "large scale": far_apart(),
    "near 1": make_study([[10**9, 1], [0, 10**9]]),
    "quotes": make_study([[40, 9], [6, 45]], ('it\'s "so"', "back\\slash\n{x}")),
    "weighted": make_study([[15.5, 2.25], [1, 13.5]], effective_n=21.5),
    "percent": make_study([[30, 1], [2, 9]], scheme="linear", level=0.9),
}
every_case = pytest.mark.parametrize("study", CASES.values(), ids=CASES)


@every_case
def test_it_is_a_notebook(study):
    read = nbformat.reads(notebook(study), as_version=4)
    nbformat.validate(read)
    assert len({cell.id for cell in read.cells}) == len(read.cells)


@every_case
def test_it_computes_what_the_report_says(study):
    variables, said = run(study)
    np.testing.assert_array_equal(variables["O"], study.observed)
    np.testing.assert_allclose(variables["E"], study.walk.expected, rtol=1e-12)
    np.testing.assert_allclose(variables["w"], study.walk.weights, rtol=1e-15)
    np.testing.assert_allclose(variables["shares"], study.walk.shares, rtol=1e-12)
    np.testing.assert_allclose(variables["kappa"], study.kappa, atol=1e-12)
    assert ("low" in variables) == (study.interval.caution is None)
    if "low" in variables:
        np.testing.assert_allclose(variables["low"], study.interval.low, rtol=1e-9)
        np.testing.assert_allclose(variables["high"], study.interval.high, rtol=1e-9)
    assert "All figures are the same." in said
    assert said.count("the same\n") == sum(
        not math.isnan(one) for one in variables["kappas"].values()
    )


@pytest.mark.parametrize(
    ("mine", "other"), [("[0, 3, 0, 0, 0]", "[0, 4, 0, 0, 0]"), ('["quadratic"]', '["linear"]')]
)
def test_a_figure_that_is_not_the_reports_is_noticed(mine, other):
    program = "\n".join(cells(STUDIES["steps"], "code"))
    assert mine in program
    with pytest.raises(AssertionError), contextlib.redirect_stdout(io.StringIO()):
        exec(program.replace(mine, other), {})


def test_it_runs_without_scikit_learn(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.metrics", None)
    _variables, said = run(STUDIES["many"])
    assert "scikit-learn is not installed" in said


@every_case
def test_its_lines_can_be_read(study):
    for source in cells(study, "code"):
        assert max(map(len, source.split("\n"))) <= 110


def test_what_people_named_is_shown_letter_by_letter():
    """A notebook shows HTML, images and formulas that stand in its text."""
    study = make_study(
        [[40, 9], [6, 45]],
        ("<script>", "$x$"),
        source="![](https://x.example/)\n# <img src=x>.csv",
        choices=[Message("Rows of {name} only.", {"name": "*<b>*"})],
    )
    heading = cells(study, "markdown")[0]
    assert r"\!\[\]\(https\:\/\/x\.example\/\) \# \<img src\=x\>\.csv" in heading
    assert r"\*\<b\>\*" in heading
    assert r"“\<script\>”\, “\$x\$”" in heading
    for sign in "<$![":
        assert heading.count(sign) == heading.count("\\" + sign)


def test_its_words_can_be_another_languages():
    said = cells(STUDIES["many"], "markdown", say=lambda message: f"ES {message.template[:9]}")
    assert all("ES " in text for text in said)
    assert not any("This notebook" in text for text in said)


def test_text_that_ends_code_stays_text():
    study = make_study([[40, 9], [6, 45]], ('"""\nraise SystemExit', "]\nprint(1"))
    variables, _said = run(study)
    assert variables["categories"] == ['"""\nraise SystemExit', "]\nprint(1"]


def test_jupyter_runs_it(tmp_path):
    """In a process of its own, with a real kernel: what it prints is in the saved notebook."""
    file = tmp_path / "kappa.ipynb"
    grouped = make_study(
        [[80, 12, 3], [10, 60, 15], [2, 9, 70]],
        WORDS,
        source="eyes.csv",
        groups={
            "north": [[60, 12, 3], [0, 60, 15], [2, 9, 0]],
            "south": [[20, 0, 0], [10, 0, 0], [0, 0, 70]],
        },
    )
    file.write_text(notebook(grouped), encoding="utf-8")
    program = (
        "import sys, nbformat; from nbclient import NotebookClient\n"
        "file = sys.argv[1]\n"
        "read = nbformat.read(file, as_version=4)\n"
        "NotebookClient(read, timeout=120, kernel_name='python3').execute()\n"
        "nbformat.write(read, file)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, str(file)],
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )
    assert ran.returncode == 0, ran.stderr
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


def test_what_its_author_filled_in_goes_along():
    study = make_study([[40, 9], [6, 45]])
    filled = study.with_details({"raters": "two nurses"})
    said = [cells(one, "markdown")[0] for one in (study, filled)]
    assert ["The raters were two nurses" in text for text in said] == [False, True]
