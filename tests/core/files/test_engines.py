"""Every engine finds the same counts in a folder of files."""

import json
import sys

import numpy as np
import pandas as pd
import pytest

from qwk_core.__main__ import main
from qwk_core.files.columns import Columns
from qwk_core.files.engines import ENGINES, count_by_engine
from qwk_core.files.layouts import Layout
from tests.core.files.made import TEXTS
from tests.core.refused import error_of

RANDOM = np.random.default_rng(4)
CUT = "--cut-points 1.5,2.5,3.5 --categories 1-4"


@pytest.fixture
def folder(request, tmp_path):
    ending = getattr(request, "param", "csv")
    for part in range(3):
        a = RANDOM.integers(1, 5, 200)
        b = np.clip(a + RANDOM.integers(-1, 2, 200), 1, 4).astype(float)
        b[:4] = np.nan
        table = pd.DataFrame(
            {
                "rater1": a,
                "rater2": b,
                "n": RANDOM.integers(1, 9, 200),
                "score": a + RANDOM.normal(0, 0.4, 200).round(2),
                "coded": [99, 99, *(a[2:] + RANDOM.normal(0, 0.4, 198)).round(2)],
                "site": f"s{part}",
            }
        )
        path = tmp_path / f"ratings-{part}.{ending}"
        table.to_parquet(path) if path.suffix == ".parquet" else table.to_csv(path, index=False)
    return str(tmp_path / f"ratings-*.{ending}")


def answer(capsys, *arguments):
    status = main([*arguments, "--json"])
    out = capsys.readouterr()
    assert status == 0, out.err
    return json.loads(out.out)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("folder", "options"), TEXTS["engines"]["asked"], indirect=["folder"])
def test_an_engine_answers_as_file_by_file_does(folder, engine, options, capsys):
    asked = options.split()
    assert answer(capsys, folder, *asked, "--engine", engine) == answer(capsys, folder, *asked)


@pytest.mark.parametrize("engine", ENGINES)
def test_an_engine_reads_no_thousands(engine, tmp_path):
    path = tmp_path / "ratings.csv"
    path.write_text("rater1;rater2;n\n0;0;1.204\n1;1;3.050\n")
    columns = Columns("rater1", "rater2", "n")
    assert "whole counts" in error_of(
        count_by_engine, [str(path)], Layout("text", delimiter=";"), columns, engine
    )


def test_many_files_are_their_sum(folder, capsys):
    options = ("--columns", "rater1,rater2", "--counts", "none")
    whole = answer(capsys, folder, *options)
    parts = [answer(capsys, folder.replace("*", str(part)), *options) for part in range(3)]
    assert whole["observed"] == np.sum([part["observed"] for part in parts], axis=0).tolist()
    assert whole["source"].startswith("ratings-0")


def fails(capsys, *arguments):
    status = main(list(arguments))
    assert status == 1
    return capsys.readouterr().err


def test_what_cannot_be_read_as_one(tmp_path, capsys):
    assert "no file with such a name" in fails(capsys, str(tmp_path / "no-*.csv"))
    (tmp_path / "a-1.csv").write_text("a,b\n" + "1,2\n2,3\n3,3\n" * 9)
    (tmp_path / "a-2.csv").write_text("a,b\n" + "1,0.2\n2,1.7\n3,2.9\n" * 9)
    pattern = str(tmp_path / "a-*.csv")
    assert "a-2.csv: “b” holds fractions" in fails(capsys, pattern)
    assert "--matrix is for one file" in fails(capsys, pattern, "--matrix")
    (tmp_path / "c-1.csv").write_text(",no,yes\nno,20,5\nyes,10,15\n")
    assert "where a row is an item" in fails(capsys, str(tmp_path / "c-*.csv"))
    (tmp_path / "q-1.csv").write_text("a,b,c\n" + "1,2,1\n2,3,1\n3,3,2\n" * 9)
    assert main([str(tmp_path / "q-*.csv")]) == 3


def test_what_an_engine_cannot_read(tmp_path, monkeypatch):
    columns = Columns("a", "b")
    assert "leave --engine out" in error_of(
        count_by_engine, ["x.csv"], Layout("text", skipped=2), columns, "duckdb"
    )
    apart = Columns("a", "b", group="g", weight="w")
    assert "tells items apart by one column: leave --engine out" in error_of(
        count_by_engine, ["x.csv"], Layout("text"), apart, "duckdb"
    )
    assert "duckdb cannot read these files" in error_of(
        count_by_engine, [str(tmp_path / "no.csv")], Layout("text"), columns, "duckdb"
    )
    monkeypatch.setitem(sys.modules, "duckdb", None)
    assert "pip install duckdb" in error_of(
        count_by_engine, ["x.csv"], Layout("text"), columns, "duckdb"
    )


def test_a_code_among_scores_is_no_category(folder, capsys):
    options = f"--columns rater1,coded --counts none {CUT}"
    assert answer(capsys, folder, *options.split())["n"] == 594
