"""Ways to a kappa for what is too large to upload: the command line, and a query where it lies."""

import shlex

import streamlit as st

from qwk_app.shared.components import note
from qwk_app.words.texts import N_, _
from qwk_core.files.columns import Columns
from qwk_core.files.printable import on_one_line
from qwk_core.files.queries import dask, spark, sql
from qwk_core.files.structure import Structure

SHOWN = "data-large"  # whether this is unfolded
RECIPE = "data-query"

RECIPES = (N_("Command line"), N_("SQL"), N_("Dask"), N_("Spark"))
_LINE, _SQL, _DASK, _SPARK = RECIPES


def section(columns: Columns) -> None:
    """Offer, folded away, what counts a table of any size by these columns."""
    folded = st.expander(
        _("Too large to upload, or in a database?"),
        icon=":material/database:",
        key=SHOWN,
        on_change="rerun",
    )
    if folded.open:
        with folded:
            _ways(columns)


def _ways(columns: Columns) -> None:
    st.markdown(
        _(
            "This page takes {most} MB, since the file waits in the memory that everyone here "
            "shares. Kappa needs only the counts, and these can be made where the data are: the "
            "result of each query, a row for each pair of categories, can be uploaded here.",
            most=st.get_option("server.maxUploadSize"),
        )
    )
    recipe = st.segmented_control(
        _("Count with"),
        RECIPES,
        default=_LINE,
        required=True,
        format_func=_,
        key=RECIPE,
        persist_state="session",
    )
    if recipe == _SQL:
        st.code(sql(columns), language="sql", wrap_lines=True)
        note(_("Tested on DuckDB; any engine with standard SQL reads it."))
    elif recipe == _DASK:
        st.code(dask(columns), language="python", wrap_lines=True)
        note(_("Tested on a local Dask cluster."))
    elif recipe == _SPARK:
        st.code(spark(columns), language="python", wrap_lines=True)
        note(_("Tried on a local Spark 4.3, with the counts of this page."))
    else:
        st.code(command(columns), language="bash", wrap_lines=True)
        note(
            _(
                "It reads a file of any size in blocks, on your own machine, and prints kappa with "
                "its interval and the three matrices."
            )
        )


def command(columns: Columns) -> str:
    """Return the command that reads these columns of a file.

    >>> command(Columns("grader a", "grader_b", count="n"))
    "python -m qwk_core ratings.csv --actual='grader a' --predicted=grader_b --count=n"
    """
    return _command(actual=columns.actual, predicted=columns.predicted, count=columns.count)


def command_of_raters(found: Structure) -> str:
    """Return the command that compares all raters of a file: its columns, or one row a rating."""
    if found.rows is not None:
        rows = found.rows
        return _command(item=",".join(rows.items), rater=rows.rater, rating=rows.rating)
    return _command(raters=",".join(found.many))


def _command(**options: str | None) -> str:
    # A name may begin with a hyphen, and hold what a terminal would obey.
    given = (
        f"--{option}={shlex.quote(on_one_line(name))}" for option, name in options.items() if name
    )
    return " ".join(["python -m qwk_core ratings.csv", *given])
