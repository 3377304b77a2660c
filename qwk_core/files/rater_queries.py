"""Past one machine: the counts of each pair of raters from an engine that has the data already.

Each query gives a table with the columns first_rater, second_rater, actual, predicted and count: O
of each pair, on the items that both rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from qwk_core.files.printable import printable


def sql_of_columns(raters: Sequence[str], table: str = "ratings", *, quote: str = '"') -> str:
    """Return a query in standard SQL for a row an item; run on DuckDB in the tests.

    Parameters
    ----------
    raters : sequence of str, length r
        The raters' columns, of which each is quoted.
    table : str
        The table's name; its parts separated by dots.
    quote : {'"', '`'}
        What the engine quotes names with: the standard's, or the one of MySQL, BigQuery and Spark.

    Examples
    --------
    >>> print(sql_of_columns(["Ann", "Ben"]))
    SELECT 'Ann' AS first_rater, 'Ben' AS second_rater,
      "Ann" AS actual, "Ben" AS predicted, COUNT(*) AS count
    FROM "ratings"
    WHERE "Ann" IS NOT NULL AND "Ben" IS NOT NULL
    GROUP BY "Ann", "Ben"
    """
    source = _table(table, quote)
    parts = []
    for one, other in combinations(raters, 2):
        first, second = _quoted(one, quote), _quoted(other, quote)
        parts.append(
            f"SELECT {_literal(one, quote)} AS first_rater, "
            f"{_literal(other, quote)} AS second_rater,\n"
            f"  {first} AS actual, {second} AS predicted, COUNT(*) AS count\n"
            f"FROM {source}\n"
            f"WHERE {first} IS NOT NULL AND {second} IS NOT NULL\n"
            f"GROUP BY {first}, {second}"
        )
    return "\nUNION ALL\n".join(parts)


def sql_of_rows(
    item: str, rater: str, rating: str, table: str = "ratings", *, quote: str = '"'
) -> str:
    """Return a query in standard SQL for a row a rating; run on DuckDB in the tests.

    Parameters
    ----------
    item, rater, rating : str
        The columns, of which each is quoted.
    table, quote
        As in `sql_of_columns`.

    Examples
    --------
    >>> print(sql_of_rows("essay", "marker", "mark"))
    SELECT a."marker" AS first_rater, b."marker" AS second_rater,
      a."mark" AS actual, b."mark" AS predicted, COUNT(*) AS count
    FROM "ratings" AS a
    JOIN "ratings" AS b ON a."essay" = b."essay" AND a."marker" < b."marker"
    WHERE a."mark" IS NOT NULL AND b."mark" IS NOT NULL
    GROUP BY a."marker", b."marker", a."mark", b."mark"
    """
    source = _table(table, quote)
    i, r, x = (_quoted(name, quote) for name in (item, rater, rating))
    return (
        f"SELECT a.{r} AS first_rater, b.{r} AS second_rater,\n"
        f"  a.{x} AS actual, b.{x} AS predicted, COUNT(*) AS count\n"
        f"FROM {source} AS a\n"
        f"JOIN {source} AS b ON a.{i} = b.{i} AND a.{r} < b.{r}\n"
        f"WHERE a.{x} IS NOT NULL AND b.{x} IS NOT NULL\n"
        f"GROUP BY a.{r}, b.{r}, a.{x}, b.{x}"
    )


def dask_of_columns(raters: Sequence[str], path: str = "ratings/*.parquet") -> str:
    """Return a Dask program for a row an item, which writes pairs.csv.

    Parameters
    ----------
    raters : sequence of str, length r
        The raters' columns.
    path : str
        Where the ratings are: Parquet files, or text where the path ends in .csv.

    Examples
    --------
    >>> print(dask_of_columns(["Ann", "Ben"]).splitlines()[4])
    raters = ['Ann', 'Ben']
    """
    reader, chosen = "read_parquet", "columns"
    if path.endswith(".csv"):
        reader, chosen = "read_csv", "usecols"
    return "\n".join(
        [
            "import dask.dataframe as dd",
            "import pandas as pd",
            "from itertools import combinations",
            "",
            f"raters = {list(raters)!r}",
            f"ratings = dd.{reader}({path!r}, {chosen}=raters)",
            "pairs = []",
            "for one, other in combinations(raters, 2):",
            "    counts = ratings.dropna(subset=[one, other]).groupby([one, other]).size()",
            "    counts = counts.compute().reset_index()",
            '    counts.columns = ["actual", "predicted", "count"]',
            "    pairs.append(counts.assign(first_rater=one, second_rater=other))",
            'pd.concat(pairs).to_csv("pairs.csv", index=False)',
        ]
    )


def spark_of(query: str) -> str:
    """Return a PySpark program that runs a query and writes pairs.csv.

    `tests.benchmarks.spark` runs it on a local Spark.

    Parameters
    ----------
    query : str
        Of `sql_of_columns` or `sql_of_rows`, with Spark's quote.

    Examples
    --------
    >>> print(spark_of("SELECT 1").splitlines()[-1])
    pairs.toPandas().to_csv("pairs.csv", index=False)
    """
    return "\n".join(
        [
            "from pyspark.sql import SparkSession",
            "",
            "spark = SparkSession.builder.getOrCreate()",
            f"pairs = spark.sql({query!r})",
            'pairs.toPandas().to_csv("pairs.csv", index=False)',
        ]
    )


def _quoted(name: str, quote: str) -> str:
    return quote + printable(name).replace("\n", " ").replace(quote, quote * 2) + quote


def _literal(name: str, quote: str) -> str:
    """Write text: engines that quote names with backticks read a backslash as an escape."""
    text = printable(name).replace("\n", " ")
    if quote == "`":
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return "'" + text.replace("'", "''") + "'"


def _table(table: str, quote: str) -> str:
    return ".".join(_quoted(part, quote) for part in table.split("."))
