"""The table behind every chart, and the steps of a film."""

import pytest

from qwk_app.figures.panel import panel_table
from qwk_core.pictures.panel import Panel
from tests.app.reading import answered, handed
from tests.browser.pilot import page_names


def read(text):
    """Return Markdown as a reader sees it."""
    return text.replace("\\", "").replace("\u2060", "")


def shown(app):
    """Return the tables of the page as a reader sees them."""
    return [
        table.value.set_axis(map(read, table.value.columns), axis=1).rename(index=read).map(read)
        for table in app.main.table
    ]


# Each case: a page, the columns of one of its tables, a row, and the cells of this row.
LABELS = [*"01234", "Σ"]
TABLES = {
    "a matrix with its totals": ("overview", LABELS, "4", ["2", "0", "0", "0", "2", "4"]),
    "a strip of items": ("observed", ["actual", "predicted"], 0, ["4", "0"]),
    "bars": ("measures", None, "Quadratic kappa", ["0.318"]),
    "lines": ("weights", ["quadratic", "linear", "unweighted"], "1", ["0.0625", "0.25", "1"]),
    "costs": ("kappa", ["cost", "cost by chance"], "4 → 0", ["2", "1.2"]),
    "distances": ("observed", ["items"], "0", ["7, 70%"]),
}


@pytest.mark.parametrize(("page", "columns", "row", "cells"), TABLES.values(), ids=TABLES)
def test_a_chart_is_read_by_its_names(visit, page, columns, row, cells):
    app = visit(page, tables="true")
    if columns == ["items"]:
        answered(app)  # the picture appears after the answer
    table = next(each for each in shown(app) if not columns or {*columns} <= {*each.columns})
    found = table.iloc[row] if isinstance(row, int) else table.loc[row]
    assert [found[name] for name in columns or table.columns] == cells
    assert not columns or not any("value" in each.columns for each in shown(app))


def test_what_is_hidden_is_hidden_in_the_table_too(visit):
    observed = shown(visit("overview", tables="true", hide_cell="true"))[1]
    assert observed.index.name == "actual ╲ predicted"
    assert observed.loc["4", "0"] == "?"


def test_names_are_read_as_they_were_typed():
    names = ("<b>a</b>", "b & c")
    made = Panel("o", ("1", "0", "0", "1"), (("#fff", "#000"),) * 4, "O", "observed")
    table = panel_table(made, names, ("actual", "predicted"))
    assert table.columns == table.names == names


@pytest.mark.parametrize("name", page_names())
def test_every_chart_has_a_text_and_a_table_behind_it(visit, name):
    plain, app = visit(name), visit(name, tables="true")
    charts = app.get("plotly_chart")
    pictures = [picture for view in handed(app) for picture in _pictures(view)]
    found = grids(app)
    # Without the setting, the page has only its own tables.
    assert len(found) - len(grids(plain)) >= len(charts) + len(pictures)
    for table in found:
        assert len(table.value), "a table of nothing"
        assert not any("<br>" in str(text) for text in table.value.to_numpy().ravel())
    assert all(chart.proto.alt.strip() for chart in charts)
    assert all(picture["alt"].strip() for picture in pictures)


def _pictures(view):
    single = (view.get("strip"), view.get("bars"))
    return [*view.get("panels", ()), *(one for one in single if one)]


def grids(app):
    return [*app.main.table, *app.main.dataframe]
