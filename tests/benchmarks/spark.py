"""The recipe for Spark, run on a local Spark: `python -m tests.benchmarks.spark`.

    python -m pip install "pyspark>=4,<5"      450 MB; Java 17 or later is needed, too
    python -m tests.benchmarks.spark

Not among the tests, because of its size. It makes a table of ratings up, lets Spark count it by the
program that the page shows, and compares the counts with those of the file itself. So for two
raters, and for many in one item per row and in one rating per row.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from qwk_core import RatingsError
from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.detection import detect
from qwk_core.files.queries import spark, spark_of, sql_of_columns, sql_of_rows
from tests.core.files.test_rater_queries import LONG, NAMES, WIDE, check

N = 20_000
SEED = 20261122
CASES = {
    "two columns": (Columns("rater a", "the `new` rater"), {}),
    "a count": (Columns("rater a", "the `new` rater", "n"), {}),
    "a group": (Columns("rater a", "the `new` rater", None, "site"), {}),
    "rounded": (Columns("rater a", "score"), {"predicted_as": "round"}),
    "cut": (Columns("rater a", "score"), {"predicted_as": (0.7, 1.6, 2.4), "first_category": 0}),
}


def ratings() -> pd.DataFrame:
    """Return ratings by two raters, scores, counts and sites; some ratings are missing."""
    random = np.random.default_rng(SEED)
    actual = random.integers(0, 4, N)
    predicted = np.clip(actual + random.integers(-1, 2, N), 0, 3).astype("float64")
    predicted[random.random(N) < 0.02] = np.nan
    return pd.DataFrame(
        {
            "rater a": actual,
            "the `new` rater": pd.array(predicted, dtype="Int64"),
            "n": random.integers(1, 9, N),
            "site": random.choice(["north", "south"], N),
            "score": np.clip(actual + random.normal(0, 0.6, N), -0.4, 3.4).round(3),
        }
    )


def main() -> int:
    """Run every case, and return 0 where all agree."""
    from pyspark.sql import SparkSession

    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    wrong = 0

    def see(table: pd.DataFrame, name: str) -> None:
        table.to_parquet(name, index=False)
        session.read.parquet(str(Path(name).resolve())).createOrReplaceTempView("ratings")

    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        see(ratings(), "ratings.parquet")
        whole = Path("ratings.parquet").read_bytes()
        for name, (columns, options) in CASES.items():
            exec(compile(spark(columns, **options), "recipe", "exec"), {})  # the page's own program
            written = io.BytesIO(Path("counts.csv").read_bytes())
            group = "group" if columns.group else None
            of_counts = Columns("actual", "predicted", "count", group)
            got = count_pairs(written, detect(written), of_counts)
            source = io.BytesIO(whole)
            wanted = count_pairs(source, detect(source), columns, **options)
            same = got.pairs == wanted.pairs and got.missing == wanted.missing
            wrong += not same
            print(
                f"{name:12} {'the same' if same else 'DIFFERENT'}: {len(got.pairs)} pairs, "
                f"n = {got.n:,}, missing {sum(got.missing):,}"
            )
        for name, many, query in (
            ("wide", WIDE, sql_of_columns(NAMES, quote="`")),
            ("long", LONG, sql_of_rows("the 'item\"", "who", "mark`", quote="`")),
        ):
            see(many, f"{name}.parquet")
            exec(compile(spark_of(query), "recipe", "exec"), {})
            pairs = pd.read_csv("pairs.csv")
            try:
                check(pairs)
            except (AssertionError, RatingsError):
                wrong += 1
                print(f"many, {name} DIFFERENT:\n{pairs}")
            else:
                print(f"many, {name:6} the same: {len(pairs)} rows, n = {pairs['count'].sum():,}")
    session.stop()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
