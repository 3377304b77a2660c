"""Past one machine: the same counts from an engine that has the data already.

Each query gives a table with the columns actual, predicted and count (and group, where there is a
group column), which `qwk_core.tables` reads like any other file. Rows with missing values are
counted too, so that nothing is left out unseen.
"""

from __future__ import annotations

from qwk_core.tables import Columns


def sql(columns: Columns, table: str = "ratings", *, quote: str = '"') -> str:
    r"""Return a query in standard SQL; run on DuckDB in the tests.

    Parameters
    ----------
    columns : Columns
        The person's own names, of which each is quoted.
    table : str
        The table's name; its parts separated by dots.
    quote : {'"', '`'}
        What the engine quotes names with: the standard's, or the one of MySQL, BigQuery and Spark.

    Examples
    --------
    >>> print(sql(Columns("grader a", 'the "new" grader'), "school.ratings"))
    SELECT
      "grader a" AS actual,
      "the ""new"" grader" AS predicted,
      COUNT(*) AS count
    FROM "school"."ratings"
    GROUP BY "grader a", "the ""new"" grader"
    ORDER BY 1, 2
    """

    def quoted(name: str) -> str:
        return quote + name.replace(quote, quote * 2) + quote

    keys = _keys(columns)
    selected = [
        *(f"{quoted(name)} AS {quoted(role) if role == 'group' else role}" for name, role in keys),
        f"SUM({quoted(columns.count)}) AS count" if columns.count else "COUNT(*) AS count",
    ]
    return "\n".join(
        [
            "SELECT",
            ",\n".join(f"  {one}" for one in selected),
            f"FROM {'.'.join(map(quoted, table.split('.')))}",
            f"GROUP BY {', '.join(dict.fromkeys(quoted(name) for name, _ in keys))}",
            f"ORDER BY {', '.join(str(place) for place in range(1, len(keys) + 1))}",
        ]
    )


def dask(columns: Columns, path: str = "ratings/*.parquet") -> str:
    """Return a Dask program, which writes counts.csv; run on a local Dask cluster in the tests.

    Parameters
    ----------
    columns : Columns
        The person's own names.
    path : str
        Where the ratings are: Parquet files, or text where the path ends in .csv.

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
    reader, chosen = "read_parquet", "columns"
    if path.endswith(".csv"):
        reader, chosen = "read_csv", "usecols"
    return "\n".join(
        [
            "import dask.dataframe as dd",
            "",
            f"keys = {[name for name, _ in keys]!r}",
            f"ratings = dd.{reader}({path!r}, {chosen}={needed})",
            f"counts = ratings.groupby(keys, dropna=False){count}.compute().reset_index()",
            f"counts.columns = {[*(role for _, role in keys), 'count']!r}",
            'counts.to_csv("counts.csv", index=False)',
        ]
    )


def spark(columns: Columns, table: str = "ratings") -> str:
    """Return a PySpark program, which writes counts.csv. Not run in the tests: it says so itself.

    Parameters
    ----------
    columns : Columns
        The person's own names.
    table : str
        The table's name in the catalogue; its parts separated by dots.

    Examples
    --------
    >>> print(spark(Columns("grader a", "grader b")))
    # Written after Spark's documentation, and not tested here.
    from pyspark.sql import SparkSession, functions as F
    <BLANKLINE>
    spark = SparkSession.builder.getOrCreate()
    counts = (
        spark.table('`ratings`')
        .groupBy(
            F.col('`grader a`').alias("actual"),
            F.col('`grader b`').alias("predicted"),
        )
        .agg(F.count(F.lit(1)).alias("count"))
    )
    counts.toPandas().to_csv("counts.csv", index=False)
    """

    def quoted(name: str) -> str:
        return "`" + name.replace("`", "``") + "`"

    count = "F.count(F.lit(1))"
    if columns.count:
        count = f"F.sum({quoted(columns.count)!r})"
    return "\n".join(
        [
            "# Written after Spark's documentation, and not tested here.",
            "from pyspark.sql import SparkSession, functions as F",
            "",
            "spark = SparkSession.builder.getOrCreate()",
            "counts = (",
            f"    spark.table({'.'.join(map(quoted, table.split('.')))!r})",
            "    .groupBy(",
            *(f'        F.col({quoted(name)!r}).alias("{role}"),' for name, role in _keys(columns)),
            "    )",
            f'    .agg({count}.alias("count"))',
            ")",
            'counts.toPandas().to_csv("counts.csv", index=False)',
        ]
    )


def _keys(columns: Columns) -> list[tuple[str, str]]:
    """Return the columns to count by, each with what it is."""
    keys = [(columns.actual, "actual"), (columns.predicted, "predicted")]
    return keys if columns.group is None else [*keys, (columns.group, "group")]
