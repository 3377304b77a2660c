"""Past one machine: the same counts from an engine that has the data already.

Of two raters, each query gives a table with the columns actual, predicted and count (and group,
where a column tells items apart; or group, cluster, weight, where several do), which is read like
any other file. Rows with missing values are counted too, so that nothing is left out unseen. Of
more raters, it has the columns first_rater and second_rater as well: O of each pair, on the items
that both rated.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from qwk_core.files.columns import Columns
from qwk_core.files.printable import on_one_line

_TABLE = "ratings"
_CODE: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


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
    # "group" is a word of SQL itself.
    roles = {role: _quoted(role, quote) if role == "group" else role for role in keys}
    return _CODE["sql"].format(
        selected=",\n  ".join(f"{key} AS {roles[role]}" for role, key in keys.items()),
        count=f"SUM({_quoted(columns.count, quote)})" if columns.count else "COUNT(*)",
        table=_quoted(_TABLE, quote),
        keys=", ".join(dict.fromkeys(keys.values())),
        places=", ".join(map(str, range(1, len(keys) + 1))),
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
    names = [*(role for _, role in keys), "count"]
    return _CODE["dask"].format(
        keys=[name for name, _ in keys], needed=needed, count=count, names=names
    )


def _keys(columns: Columns) -> list[tuple[str, str]]:
    """Return the columns to count by, each with what it is."""
    keys = [(columns.actual, "actual"), (columns.predicted, "predicted")]
    apart = columns.apart
    roles = apart if len(apart) > 1 else ["group"]
    return [*keys, *zip(apart.values(), roles, strict=False)]


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
    parts = (
        _CODE["sql-of-pair"].format(
            one=_literal(one, quote),
            other=_literal(other, quote),
            first=_quoted(one, quote),
            second=_quoted(other, quote),
            table=_quoted(_TABLE, quote),
        )
        for one, other in combinations(raters, 2)
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
    names = {"table": _TABLE, "item": item, "rater": rater, "rating": rating}
    return _CODE["sql-of-rows"].format(**{key: _quoted(one, quote) for key, one in names.items()})


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
    return _CODE["dask-of-columns"].format(raters=list(raters))


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
    return _CODE["spark"].format(name=name, query=query)


def _literal(name: str, quote: str) -> str:
    """Write text: engines that quote names with backticks read a backslash as an escape."""
    text = on_one_line(name)
    if quote == "`":
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
    return "'" + text.replace("'", "''") + "'"
