"""A folder of files counted where they lie: file by file, or by DuckDB or Dask."""

from __future__ import annotations

import importlib
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from qwk_core.errors import RatingsError, shown
from qwk_core.files.answers import NOTHING_SAID, Answers
from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.labelled import LabelCounts
from qwk_core.files.layouts import Layout
from qwk_core.files.queries import sql

ENGINES = ("duckdb", "dask")
"""What can count a folder of files."""


def count_by_engine(
    paths: Sequence[str],
    layout: Layout,
    columns: Columns,
    engine: str,
    answers: Answers = NOTHING_SAID,
) -> LabelCounts:
    """Count the pairs of labels of many files of one kind, by an engine made for that.

    Parameters
    ----------
    paths : sequence of str
        The files.
    layout : Layout
        How they are read: that of the first.
    columns : Columns
        Their columns.
    engine : {"duckdb", "dask"}
        Whichever counts.
    answers : Answers
        What a person said.

    Returns
    -------
    LabelCounts
        The same as the files' own counts added up.

    Raises
    ------
    RatingsError
        If the engine is not installed, cannot read such files, or finds one that is unlike the
        first.
    """
    if len(columns.apart) > 1:
        raise RatingsError(
            "An engine tells items apart by one column: leave --engine out, and the files are read "
            "one by one."
        )
    own = replace(layout, skipped=0, left_out=(), second_header=False, header=True, only=())
    unread = RatingsError(
        "An engine reads Parquet, or UTF-8 text with its names in the first row, whole counts and "
        "no totals: leave --engine out, and the files are read one by one."
    )
    if layout.kind not in ("text", "parquet") or layout != own or layout.encoding != "utf-8":
        raise unread
    try:
        counts = {"duckdb": _duckdb, "dask": _dask}[engine](paths, layout, columns)
    except ImportError as error:
        raise RatingsError(
            "{package} is not installed: pip install {package}.", package=engine
        ) from error
    except Exception as error:  # whatever an engine says of files it cannot read
        raise RatingsError(
            "{engine} cannot read these files: {reason}",
            engine=engine,
            reason=shown(" ".join(str(error).split())),
        ) from error
    if layout.kind == "text" and (counts["count"] % 1 > 0).any():
        raise unread  # 1.204 may be thousands
    file = io.BytesIO()
    counts.to_parquet(file)
    of_counts = Columns("actual", "predicted", "count", "group" if columns.apart else None)
    own = Layout("parquet", decimal=layout.decimal, dates=layout.dates)
    found = count_pairs(file, own, of_counts, answers=answers)
    return replace(found, raters=(columns.actual, columns.predicted))


def _duckdb(paths: Sequence[str], layout: Layout, columns: Columns) -> Any:
    duckdb = importlib.import_module("duckdb")
    with duckdb.connect() as engine:
        if layout.kind == "parquet":
            engine.read_parquet(list(paths)).create_view("ratings")
        else:
            rows = engine.read_csv(
                list(paths), header=True, delimiter=layout.delimiter, all_varchar=True
            )
            if columns.count:
                name = '"' + columns.count.replace('"', '""') + '"'
                rows = rows.project(f"* REPLACE (CAST({name} AS DOUBLE) AS {name})")
            rows.create_view("ratings")
        return engine.sql(sql(columns)).df()


def _dask(paths: Sequence[str], layout: Layout, columns: Columns) -> Any:
    frames = importlib.import_module("dask.dataframe")
    keys = [*dict.fromkeys([columns.actual, columns.predicted, *columns.apart.values()])]
    needed = [*keys, columns.count] if columns.count else keys
    if layout.kind == "parquet":
        rows = frames.read_parquet(list(paths), columns=needed)
    else:
        kinds = {name: "float64" if name == columns.count else "string" for name in needed}
        rows = frames.read_csv(
            list(paths), sep=layout.delimiter, usecols=needed, dtype=kinds, keep_default_na=False
        )
    groups = rows.groupby(keys, dropna=False)
    sums = groups[columns.count].sum() if columns.count else groups.size()
    counts = sums.compute().rename("count").reset_index()
    roles = {columns.actual: "actual", columns.predicted: "predicted"}
    return counts.rename(columns=roles | dict.fromkeys(columns.apart.values(), "group"))
