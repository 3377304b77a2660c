"""The table behind every chart, the steps of a film, and numbers that can be read on any cell."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.changes import changes
from qwk_app.figures.common import legible
from qwk_app.figures.items import items
from qwk_app.figures.matrix import matrix
from qwk_app.figures.tables import caption, tables
from qwk_app.shared.hues import DARK, LIGHT, Hue, palette
from tests.app.reading import figures
from tests.app.test_theme import contrast
from tests.apptest import Visit
from tests.browser.pilot import page_names

HUES = [field.name for field in fields(LIGHT) if isinstance(getattr(LIGHT, field.name), Hue)]
FIVE = ["0", "1", "2", "3", "4"]


def test_a_matrix_is_read_with_its_totals_and_what_is_hidden_stays_hidden(visit: Visit) -> None:
    observed = figures(visit("overview"))[1]
    (table,) = tables(observed)
    assert table.corner == "actual ╲ predicted"
    assert table.columns == table.names == ("0", "1", "2", "3", "4", "Σ")
    assert table.rows[4] == ("2", "0", "0", "0", "2", "4")
    hidden = figures(visit("overview", hide_cell="true"))[1]
    assert tables(hidden)[0].rows[4][0] == "?"


def test_a_strip_is_read_item_by_item(visit: Visit) -> None:
    (table,) = tables(figures(visit("overview"))[0])
    assert table.columns == ("actual", "predicted")
    assert table.rows[0] == ("4", "0")
    assert len(table.rows) == 10


def test_bars_and_lines_are_read_by_their_names(visit: Visit) -> None:
    measures = tables(figures(visit("measures"))[0])[0]
    assert measures.rows[measures.names.index("Quadratic kappa")] == ("0.318",)
    prices = next(
        table
        for figure in figures(visit("weights"))
        for table in tables(figure)
        if "linear" in table.columns
    )
    assert set(prices.columns) == {"quadratic", "linear", "unweighted"}
    assert prices.rows[1][prices.columns.index("quadratic")] == "0.0625"


@pytest.mark.parametrize(
    ("name", "row", "columns"),
    [
        ("kappa", "4 → 0", {"cost": "2", "cost by chance": "1.2"}),
        ("observed", "0", {"items": "7, 70%"}),
        ("implementations", "moments", {"kappa": "0.3181818181818182"}),
        ("how_sure", "poor", {"share of the draws": "13%"}),
    ],
)
def test_a_column_says_what_its_numbers_are(
    visit: Visit, name: str, row: str, columns: dict[str, str]
) -> None:
    shown = [element.value for element in visit(name, tables="true").main.table]
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
    vectors = [np.array([0, 1]), np.array([1, 1])]
    figure = items(vectors, ["actual", "predicted"], labels, [], palette=DARK)
    (table,) = tables(legible(figure, palette=DARK))
    assert table.rows == (("<b>a</b>", "b & c"), ("b & c", "b & c"))


@pytest.mark.parametrize("name", page_names())
def test_every_chart_has_a_text_and_a_table_behind_it(visit: Visit, name: str) -> None:
    plain, app = visit(name), visit(name, tables="true")
    assert not app.exception
    charts = app.get("plotly_chart")
    found = [table for chart in charts for table in tables(json.loads(chart.proto.spec))]
    assert len(found) >= len(charts)
    for table in found:
        assert table.names, "a table of nothing"
        assert any(any(row) for row in table.rows)
        assert not any("<br>" in text for row in table.rows for text in row)
    # Switched off, nothing more is sent: what is there then is the page's own.
    assert len(grids(app)) - len(grids(plain)) == len(found)
    assert all(chart.proto.alt.strip() for chart in charts)


def test_a_film_goes_step_by_step_and_its_table_with_it(visit: Visit) -> None:
    app = visit("observed", tables="true")

    def film() -> dict[str, Any]:
        return next(figure for figure in figures(app) if figure.get("frames"))

    assert app.button(key="step-growth--1").disabled
    for _step in range(3):
        app.button(key="step-growth-1").click().run()
    assert caption(film()) == "item 4: actual 4, predicted 0"
    assert film()["layout"]["sliders"][0]["active"] == 3
    assert tables(film())[0].rows[4][0] == "2"
    app.button(key="step-growth--1").click().run()
    assert tables(film())[0].rows[4][0] == "1"
    # Another example begins anew.
    app.text_input(key="predicted").set_value("0,4,1,0,4,0,1,1,2,2").run()
    assert film()["layout"]["sliders"][0]["active"] == 0


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", HUES)
def test_the_number_in_a_cell_can_be_read_at_every_value(name: str, dark: bool) -> None:
    colours = palette(dark=dark)
    own = colours.hue(name)
    values = np.linspace(0, 1, 400).reshape(20, 20)
    labels = [str(at) for at in range(20)]
    figure = matrix(values, labels, own, palette=colours, cell=(0, 0), axes=("a", "p"))
    check(figure, values / values.max(), own.low, own.high)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_change_can_be_read_at_every_value(dark: bool) -> None:
    colours = palette(dark=dark)
    rise, fall = colours.kappa, colours.fall
    for sign, own in ((1, rise), (-1, fall)):
        values = sign * np.linspace(0, 1, 25).reshape(5, 5)
        texts = ["0"] * 25
        figure = changes(
            values, texts, texts, "{note}", FIVE,
            palette=colours, cell=(0, 0), axes=("a", "p"), height=300, width=300,
        )  # fmt: skip
        scale = {round(at, 6): colour for at, colour in figure["data"][0]["colorscale"]}
        assert scale[(1 + sign) / 2] == own.high
        inks = figure["data"][1]["textfont"]["color"]
        shares = np.abs(values).ravel()
        for ink, share in zip(inks, shares.tolist(), strict=True):
            assert contrast(long(ink), between(own.low, own.high, share)) >= 4.5


def grids(app: AppTest) -> list[Any]:
    return [*app.main.table, *app.main.dataframe]


def check(figure: dict[str, Any], shares: Any, low: str, high: str) -> None:
    heatmap, cells = figure["data"][:2]
    assert heatmap["colorscale"] == [[0, low], [1, high]]
    for ink, share in zip(cells["textfont"]["color"], shares.ravel().tolist(), strict=True):
        assert contrast(long(ink), between(low, high, share)) >= 4.5


def long(colour: str) -> str:
    """Write #000 as #000000."""
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


def between(low: str, high: str, share: float) -> str:
    """Return the colour that a browser puts so far between two."""
    ends = ([int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in (low, high))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(*ends, strict=True))
