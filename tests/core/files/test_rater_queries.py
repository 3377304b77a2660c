"""Programs for other engines about many raters: run there, they give O of each pair."""

import math
import subprocess
import sys
from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import pytest

from qwk_core.files.queries import dask_of_columns, spark_of, sql_of_columns, sql_of_rows
from qwk_core.statistics.raters import RaterAgreement, rater_agreement
from tests.core.statistics.raters.cases import seeded_table

# Without escaping, these names would end their quotation marks too early, or run as code.
NAMES = ("grader \"a'`", "b'; DROP TABLE ratings; --", "<c>", "d\\n")
WIDE = pd.DataFrame(seeded_table(), columns=list(NAMES))
LONG = (
    WIDE.rename_axis("the 'item\"")
    .reset_index()
    .melt(id_vars="the 'item\"", var_name="who", value_name="mark`")
)


def check(pairs: pd.DataFrame) -> None:
    """Check that the counts are O of each pair."""
    agreement: RaterAgreement = rater_agreement(WIDE, categories=range(5))
    together = {*zip(pairs.first_rater, pairs.second_rater, strict=True)}
    assert len(together) == 6
    for one, other in together:
        found = pairs[(pairs.first_rater == one) & (pairs.second_rater == other)]
        observed = agreement.walk(one, other).observed
        counted = np.zeros_like(observed)
        counted[found.actual.astype(int), found.predicted.astype(int)] = found["count"]
        assert counted.tolist() == observed.tolist()


def test_sql_of_a_row_an_item_and_of_a_row_a_rating() -> None:
    assert math.isnan(WIDE.to_numpy().min())
    with duckdb.connect() as database:
        for frame, query in (
            (WIDE, sql_of_columns(NAMES)),
            (LONG, sql_of_rows("the 'item\"", "who", "mark`")),
        ):
            database.register("ratings", frame.astype(object).where(frame.notna(), None))
            check(database.sql(query).df())
            database.unregister("ratings")


def test_dask_of_a_row_an_item(tmp_path: Path) -> None:
    WIDE.to_parquet(tmp_path / "ratings.parquet")
    program = dask_of_columns(NAMES).replace("ratings/*.parquet", "*.parquet")
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], cwd=tmp_path, check=True)
    check(pd.read_csv(tmp_path / "pairs.csv"))


@pytest.mark.parametrize("quote", ['"', "`"])
def test_the_program_for_spark_holds_the_query_as_it_is(quote: str) -> None:
    query = sql_of_columns(NAMES, quote=quote)
    program = spark_of(query)
    compile(program, "spark", "exec")
    assert repr(query) in program
    assert f"{quote}ratings{quote}" in query
    # In a string, a backslash is an escape character in Spark, but not in standard SQL.
    apostrophe, newline = ("b\\'; DROP", "'d\\\\n'") if quote == "`" else ("b''; DROP", "'d\\n'")
    assert apostrophe in query
    assert newline in query
