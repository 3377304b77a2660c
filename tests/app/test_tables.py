"""The table behind every chart, and the steps of a film."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.panel import panel_table
from qwk_core.pictures.panel import Panel
from tests.app.reading import answered, handed
from tests.apptest import Visit
from tests.browser.pilot import page_names


def test_a_matrix_is_read_with_its_totals_and_what_is_hidden_stays_hidden(visit: Visit) -> None:
    observed = shown(visit("overview", tables="true"))[1]
    assert observed.index.name == "actual ╲ predicted"
    assert list(observed.columns) == list(observed.index) == ["0", "1", "2", "3", "4", "Σ"]
    assert list(observed.loc["4"]) == ["2", "0", "0", "0", "2", "4"]
    hidden = shown(visit("overview", tables="true", hide_cell="true"))[1]
    assert hidden.loc["4", "0"] == "?"


def test_a_strip_is_read_item_by_item(visit: Visit) -> None:
    strip = shown(visit("observed", tables="true"))[0]
    assert list(strip.columns) == ["actual", "predicted"]
    assert list(strip.iloc[0]) == ["4", "0"]
    assert len(strip) == 10


def shown(app: AppTest) -> list[Any]:
    """Return the tables of the page as a reader sees them."""
    return [
        table.value.set_axis(map(read, table.value.columns), axis=1).rename(index=read).map(read)
        for table in app.main.table
    ]


def test_bars_and_lines_are_read_by_their_names(visit: Visit) -> None:
    measures = shown(visit("measures", tables="true"))[0]
    assert list(measures.loc["Quadratic kappa"]) == ["0.318"]
    prices = next(
        table for table in shown(visit("weights", tables="true")) if "linear" in table.columns
    )
    assert set(prices.columns) == {"quadratic", "linear", "unweighted"}
    assert prices.loc["1", "quadratic"] == "0.0625"


@pytest.mark.parametrize(
    ("name", "row", "columns"),
    [
        ("kappa", "4 → 0", {"cost": "2", "cost by chance": "1.2"}),
        ("observed", "0", {"items": "7, 70%"}),
        ("how_sure", "poor", {"share of the resamples": "13%"}),
    ],
)
def test_a_column_says_what_its_numbers_are(
    visit: Visit, name: str, row: str, columns: dict[str, str]
) -> None:
    app = visit(name, tables="true")
    if name == "observed":
        answered(app)  # this picture waits for it
    shown = [element.value for element in app.main.table]
    names = [[read(name) for name in table.columns] for table in shown]
    table = next(
        table.set_axis(own, axis=1).rename(index=read)
        for table, own in zip(shown, names, strict=True)
        if {*columns} <= {*own}
    )
    assert {column: read(table.loc[row, column]) for column in columns} == columns
    assert not any("value" in own for own in names)


def read(text: str) -> str:
    """Return Markdown as a reader sees it."""
    return text.replace("\\", "").replace("\u2060", "")


def test_names_are_read_as_they_were_typed() -> None:
    labels = ["<b>a</b>", "b & c"]
    made = Panel("o", ("1", "0", "0", "1"), (("#fff", "#000"),) * 4, "O", "observed")
    table = panel_table(made, labels, ("actual", "predicted"))
    assert table.columns == table.names == ("<b>a</b>", "b & c")


@pytest.mark.parametrize("name", page_names())
def test_every_chart_has_a_text_and_a_table_behind_it(visit: Visit, name: str) -> None:
    plain, app = visit(name), visit(name, tables="true")
    assert not app.exception
    charts = app.get("plotly_chart")
    pictures = [picture for view in handed(app) for picture in _pictures(view)]
    found = grids(app)
    # Switched off, nothing more is sent: what is there then is the page's own.
    assert len(found) - len(grids(plain)) >= len(charts) + len(pictures)
    for table in found:
        assert len(table.value), "a table of nothing"
        assert not any("<br>" in str(text) for text in table.value.to_numpy().ravel())
    assert all(chart.proto.alt.strip() for chart in charts)
    assert all(picture["alt"].strip() for picture in pictures)


def _pictures(view: dict[str, Any]) -> list[dict[str, Any]]:
    single = (view.get("strip"), view.get("bars"))
    return [*view.get("panels", ()), *(one for one in single if one)]


def grids(app: AppTest) -> list[Any]:
    return [*app.main.table, *app.main.dataframe]
