"""Programs for other engines: run there, they give the counts of the file."""

import io
import sys

import numpy as np
import pandas as pd
import pytest

from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.detection import detect
from qwk_core.files.labelled import LabelCounts, observed_of
from qwk_core.files.queries import dask, spark_of, sql
from tests.programs import ran

# Without escaping, each of these names would end its quotation marks too early, and run as code.
CODE = "\"'`\\); import no_such_module; ('"
NASTY = Columns(*(name + CODE for name in ("=a", "--b", "n", "<b>")))
PLAIN = Columns("predicted", "actual")  # swapped on purpose
CASES = {
    "pairs": Columns(NASTY.actual, NASTY.predicted),
    "counts": Columns(NASTY.actual, NASTY.predicted, NASTY.count),
    "groups": Columns(NASTY.actual, NASTY.predicted, NASTY.count, NASTY.group),
    "plain": PLAIN,
}


@pytest.fixture(scope="module")
def ratings():
    generator = np.random.default_rng(4)
    actual = generator.integers(1, 6, 3_000).astype(float)
    predicted = np.clip(actual + generator.integers(-1, 2, 3_000), 1, 5)
    actual[::50] = np.nan
    predicted[::75] = np.nan
    return pd.DataFrame(
        {
            NASTY.actual: actual,
            NASTY.predicted: predicted,
            NASTY.count: generator.integers(1, 9, 3_000),
            NASTY.group: generator.choice(["x", "y, z"], 3_000),
            PLAIN.actual: predicted,
            PLAIN.predicted: actual,
            "not asked for": "…",
        }
    )


@pytest.fixture(scope="module")
def folder(ratings, tmp_path_factory):
    """The ratings as Parquet in three parts, and as text."""
    folder = tmp_path_factory.mktemp("ratings")
    for part in range(3):
        ratings[part::3].to_parquet(folder / f"part{part}.parquet")
    ratings.to_csv(folder / "ratings.csv", index=False)
    return folder


def of_the_file(folder, columns):
    with (folder / "ratings.csv").open("rb") as file:
        return count_pairs(file, detect(file), columns)


def of_the_result(written, columns):
    """Read the output of an engine like any other upload."""
    file = io.BytesIO(written)
    names = Columns("actual", "predicted", "count", "group" if columns.group else None)
    return count_pairs(file, detect(file), names)


def assert_same(got: LabelCounts, wanted: LabelCounts):
    assert got.pairs == wanted.pairs
    assert got.missing == wanted.missing != (0, 0, 0)
    np.testing.assert_array_equal(observed_of(got, range(7)), observed_of(wanted, range(7)))


# -- SQL ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database(ratings):
    import duckdb

    connection = duckdb.connect()
    connection.register("frame", ratings)
    connection.execute("CREATE TABLE ratings AS SELECT * FROM frame")
    yield connection
    connection.close()


@pytest.mark.parametrize("case", CASES)
def test_duckdb_counts_the_same(case, database, folder, tmp_path):
    columns = CASES[case]
    result = tmp_path / "counts.csv"
    database.execute(f"COPY ({sql(columns)}) TO '{result}' (HEADER)")
    wanted = of_the_file(folder, columns)
    assert_same(of_the_result(result.read_bytes(), columns), wanted)


def test_names_in_other_quotation_marks():
    query = sql(Columns("a`", "b", "n`"), quote="`")
    assert "`a``` AS actual" in query
    assert "SUM(`n```) AS count" in query
    assert "FROM `ratings`" in query
    assert 'counts.toPandas().to_csv("counts.csv"' in spark_of(query, "counts")


# -- Dask ---------------------------------------------------------------------------------------


# This script runs the program.py of each folder in that folder, all on one local cluster. The
# scheduler and the two workers are threads, because a process for each takes twenty seconds longer.
# The script has its own process, so that remains of the cluster do not affect the other tests.
CLUSTER = """
import contextlib, pathlib, runpy, sys
from distributed import Client, LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None
    ) as cluster:
        with Client(cluster) as client:
            for folder in sys.argv[1:]:
                with contextlib.chdir(folder):
                    runpy.run_path("program.py")
            ran = client.run(lambda: True)
    print(len(ran))
"""


@pytest.fixture(scope="module")
def dask_results(folder, tmp_path_factory):
    """Return the output of Dask by case."""
    home = tmp_path_factory.mktemp("dask")
    (home / "cluster.py").write_text(CLUSTER)
    folders = {}
    for case, columns in CASES.items():
        folders[case] = tmp_path_factory.mktemp("program")
        program = dask(columns).replace("ratings/*.parquet", str(folder / "part*.parquet"))
        (folders[case] / "program.py").write_text(program)
    assert ran(sys.executable, "cluster.py", *folders.values(), cwd=home) == "2\n", "two workers"
    return {key: (one / "counts.csv").read_bytes() for key, one in folders.items()}


@pytest.mark.parametrize("case", CASES)
def test_a_dask_cluster_counts_the_same(case, dask_results, folder):
    columns = CASES[case]
    wanted = of_the_file(folder, columns)
    assert_same(of_the_result(dask_results[case], columns), wanted)
