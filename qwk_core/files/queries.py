"""Past one machine: the same counts from an engine that has the data already.

Of two raters, each query gives a table with the columns actual, predicted and count (and group,
where there is a group column), which is read like any other file. Rows with missing values are
counted too, so that nothing is left out unseen. Of more raters, it has the columns first_rater and
second_rater as well: O of each pair, on the items that both rated.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from qwk_core.files.columns import Columns
from qwk_core.files.printable import on_one_line

_TABLE = "ratings"
_READ = "ratings = dd.read_parquet('ratings/*.parquet', columns={})"


def sql(columns: Columns, *, quote: str = '"') -> str:
    r"""Return a query in standard SQL; run on DuckDB in the tests.

    Parameters
    ----------
    columns : Columns
        The person's own names, of which each is quoted.
    quote : {'"', '`'}
        What the engine quotes names with: the standard's, or the one of MySQL, BigQuery and Spark.

    Examples
    --------
    >>> print(sql(Columns("grader a", 'the "new" grader')))
    SELECT
      "grader a" AS actual,
      "the ""new"" grader" AS predicted,
      COUNT(*) AS count
    FROM "ratings"
    GROUP BY "grader a", "the ""new"" grader"
    ORDER BY 1, 2
    """
    keys = {role: _quoted(name, quote) for name, role in _keys(columns)}
    selected = [
        *(
            f"{key} AS {_quoted(role, quote) if role == 'group' else role}"
            for role, key in keys.items()
        ),
        f"SUM({_quoted(columns.count, quote)}) AS count" if columns.count else "COUNT(*) AS count",
    ]
    return "\n".join(
        [
            "SELECT",
            ",\n".join(f"  {one}" for one in selected),
            f"FROM {_quoted(_TABLE, quote)}",
            f"GROUP BY {', '.join(dict.fromkeys(keys.values()))}",
            f"ORDER BY {', '.join(str(place) for place in range(1, len(keys) + 1))}",
        ]
    )


def dask(columns: Columns) -> str:
    """Return a Dask program, which writes counts.csv; run on a local Dask cluster in the tests.

    Parameters
    ----------
    columns : Columns
        The person's own names.

    Examples
    --------
    >>> print(dask(Columns("grader a", "grader b")))
    import dask.dataframe as dd
    <BLANKLINE>
    keys = ['grader a', 'grader b']
    ratings = dd.read_parquet('ratings/*.parquet', columns=keys)
    counts = ratings.groupby(keys, dropna=False).size().compute().reset_index()
    counts.columns = ['actual', 'predicted', 'count']
    counts.to_csv("counts.csv", index=False)
    """
    keys = _keys(columns)
    count, needed = ".size()", "keys"
    if columns.count:
        count, needed = f"[{columns.count!r}].sum()", f"[*keys, {columns.count!r}]"
    return "\n".join(
        [
            "import dask.dataframe as dd",
            "",
            f"keys = {[name for name, _ in keys]!r}",
            _READ.format(needed),
            f"counts = ratings.groupby(keys, dropna=False){count}.compute().reset_index()",
            f"counts.columns = {[*(role for _, role in keys), 'count']!r}",
            'counts.to_csv("counts.csv", index=False)',
        ]
    )


def _keys(columns: Columns) -> list[tuple[str, str]]:
    """Return the columns to count by, each with what it is."""
    keys = [(columns.actual, "actual"), (columns.predicted, "predicted")]
    return keys if columns.group is None else [*keys, (columns.group, "group")]


def _quoted(name: str, quote: str) -> str:
    return quote + on_one_line(name).replace(quote, quote * 2) + quote


def sql_of_columns(raters: Sequence[str], *, quote: str = '"') -> str:
    """Return a query in standard SQL for one item per row; run on DuckDB in the tests.

    Parameters
    ----------
    raters : sequence of str, length r
        The raters' columns, of which each is quoted.
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
    source = _quoted(_TABLE, quote)
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


def sql_of_rows(item: str, rater: str, rating: str, *, quote: str = '"') -> str:
    """Return a query in standard SQL for one rating per row; run on DuckDB in the tests.

    Parameters
    ----------
    item, rater, rating : str
        The columns, of which each is quoted.
    quote
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
    source = _quoted(_TABLE, quote)
    i, r, x = (_quoted(name, quote) for name in (item, rater, rating))
    return (
        f"SELECT a.{r} AS first_rater, b.{r} AS second_rater,\n"
        f"  a.{x} AS actual, b.{x} AS predicted, COUNT(*) AS count\n"
        f"FROM {source} AS a\n"
        f"JOIN {source} AS b ON a.{i} = b.{i} AND a.{r} < b.{r}\n"
        f"WHERE a.{x} IS NOT NULL AND b.{x} IS NOT NULL\n"
        f"GROUP BY a.{r}, b.{r}, a.{x}, b.{x}"
    )


def dask_of_columns(raters: Sequence[str]) -> str:
    """Return a Dask program for one item per row, which writes pairs.csv.

    Parameters
    ----------
    raters : sequence of str, length r
        The raters' columns.

    Examples
    --------
    >>> print(dask_of_columns(["Ann", "Ben"]).splitlines()[4])
    raters = ['Ann', 'Ben']
    """
    return "\n".join(
        [
            "import dask.dataframe as dd",
            "import pandas as pd",
            "from itertools import combinations",
            "",
            f"raters = {list(raters)!r}",
            _READ.format("raters"),
            "pairs = []",
            "for one, other in combinations(raters, 2):",
            "    counts = ratings.dropna(subset=[one, other]).groupby([one, other]).size()",
            "    counts = counts.compute().reset_index()",
            '    counts.columns = ["actual", "predicted", "count"]',
            "    pairs.append(counts.assign(first_rater=one, second_rater=other))",
            'pd.concat(pairs).to_csv("pairs.csv", index=False)',
        ]
    )


def spark_of(query: str, name: str = "pairs") -> str:
    """Return a PySpark program that runs a query and writes its result as CSV.

    Parameters
    ----------
    query : str
        With Spark's quote.
    name : str
        Of the result, and of its file.

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
            f"{name} = spark.sql({query!r})",
            f'{name}.toPandas().to_csv("{name}.csv", index=False)',
        ]
    )


def _literal(name: str, quote: str) -> str:
    """Write text: engines that quote names with backticks read a backslash as an escape."""
    text = on_one_line(name)
    if quote == "`":
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return "'" + text.replace("'", "''") + "'"
