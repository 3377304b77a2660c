"""Kappa of data that are too large to upload: with the command line, or a database query."""

import shlex
from collections.abc import Callable, Sequence

import streamlit as st

from qwk_app.shared import fields
from qwk_app.shared.components import fold, note
from qwk_app.words.texts import N_, _
from qwk_app.your_data.texts import TEXTS
from qwk_core.files import queries
from qwk_core.files.columns import Columns
from qwk_core.files.printable import on_one_line
from qwk_core.files.structure import Structure

SHOWN = "data-large"  # whether the fold is open
RECIPE = "data-query"

RECIPES = (N_("Command line"), N_("SQL"), N_("Dask"), N_("Spark"))
_LINE, _SQL, _DASK, _SPARK = RECIPES
_LANGUAGES = {_LINE: "bash", _SQL: "sql", _DASK: "python", _SPARK: "python"}


def section(found: Structure | None = None) -> None:
    """Draw a fold with programs that count a table of any size, by the columns found."""
    title = _("Too large to upload, or in a database?")
    if place := fold(SHOWN, title, icon=":material/database:"):
        with place:
            _ways(found)


def _ways(found: Structure | None) -> None:
    many = found is not None and (found.rows is not None or bool(_columns(found).more))
    st.markdown(
        _("Each counts O of every pair: a row for each pair of raters and ratings.")
        if many
        else _(
            "This page takes {most} MB, since the file waits in the memory that everyone here "
            "shares. Kappa needs only the counts, and these can be made where the data are: the "
            "result of each query, a row for each pair of categories, can be uploaded here.",
            most=st.get_option("server.maxUploadSize"),
        )
    )
    recipes = _recipes(found)
    if st.session_state.get(RECIPE) not in recipes:
        st.session_state.pop(RECIPE, None)  # it belongs to another file
    recipe = fields.pick(_("Count with"), recipes, RECIPE, default=_LINE) or _LINE
    st.code(recipes[recipe](), language=_LANGUAGES[recipe], wrap_lines=True)
    if recipe == _LINE or not many:
        note(_(TEXTS["program"][recipe]))


def _columns(found: Structure | None) -> Columns:
    return (found and found.columns) or Columns("actual", "predicted")


def _recipes(found: Structure | None) -> dict[str, Callable[[], str]]:
    """Return the programs that can count, each with the function that writes its code."""
    line, columns = {_LINE: lambda: command(found)}, _columns(found)
    if found is not None and not found.queryable:
        return line
    if columns.more and (columns.count or columns.weight):
        return line  # no query expands the rows, or weighs them
    if found is not None and found.rows is not None:
        rows = found.rows
        if rows.weight:
            return line
        names = rows.items[0], rows.rater, rows.rating
        return line | {
            _SQL: lambda: queries.sql_of_rows(*names),
            _SPARK: lambda: queries.spark_of(queries.sql_of_rows(*names, quote="`")),
        }
    if columns.more:
        raters = columns.raters
        return line | {
            _SQL: lambda: queries.sql_of_columns(raters),
            _DASK: lambda: queries.dask_of_columns(raters),
            _SPARK: lambda: queries.spark_of(queries.sql_of_columns(raters, quote="`")),
        }
    return line | {
        _SQL: lambda: queries.sql(columns),
        _DASK: lambda: queries.dask(columns),
        _SPARK: lambda: queries.spark_of(queries.sql(columns, quote="`"), "counts"),
    }


def command(found: Structure | None, raters: Sequence[str] = ()) -> str:
    """Return the command that reads a file of this structure; `raters` are columns.

    >>> from qwk_core.files.layouts import Layout
    >>> command(Structure(Layout("text"), columns=Columns("grader a", "b", count="n")))
    "python -m qwk_core ratings.csv --actual='grader a' --predicted=b --count=n"
    >>> command(Structure(Layout("text", only=("trait", "style")), columns=Columns("a", "b")))
    'python -m qwk_core ratings.csv --actual=a --predicted=b --only=trait=style'
    """
    columns = _columns(found)
    options: dict[str, str | None]
    if found is not None and found.rows is not None:
        rows = found.rows
        options = {"item": ",".join(rows.items), "rater": rows.rater, "rating": rows.rating}
    elif raters or columns.more:
        options = {"raters": ",".join(raters or columns.raters), "count": columns.count}
    else:
        options = {
            "actual": columns.actual,
            "predicted": columns.predicted,
            "count": columns.count,
        }
    apart = (found and found.rows) or columns
    options |= {"cluster": apart.cluster, "weights": apart.weight}
    if found is not None and found.layout.only:
        options["only"] = "=".join(found.layout.only)
    # A name may begin with a hyphen, or contain characters that a shell interprets.
    given = (
        f"--{option}={shlex.quote(on_one_line(name))}" for option, name in options.items() if name
    )
    return " ".join(["python -m qwk_core ratings.csv", *given])
