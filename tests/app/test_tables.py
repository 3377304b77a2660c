"""Charts for everyone: the table behind each, a matrix as a figure, colours that can be read."""

import tomllib

import pytest

from qwk_app.figures.heatmap import heatmaps_html
from qwk_app.figures.panel import panel_table
from qwk_app.shared import matrices
from qwk_core.pictures.hues import DARK, LIGHT
from qwk_core.pictures.panel import Panel
from qwk_core.teaching.examples import example
from tests.app.acts import LINKS
from tests.app.reading import answered, handed
from tests.browser.pilot import page_names
from tests.browser.server import ROOT
from tests.core.test_pictures import contrast


def read(text):
    """Return Markdown as a reader sees it."""
    return text.replace("\\", "").replace("\u2060", "")


def shown(app):
    """Return the tables of the page as a reader sees them."""
    return [
        table.value.set_axis(map(read, table.value.columns), axis=1).rename(index=read).map(read)
        for table in app.main.table
    ]


TABLES = LINKS["tables"]


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
    pieces = shown(visit("overview", tables="true", hide_kappa="true"))[0]
    assert pieces["cost"].tolist()[-3:] == ["36", "?", "?"]


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


def test_a_page_of_figures_asks_for_plotly_once_and_escapes_names():
    walk = example("petfinder").walk()
    made = [matrices.make_panel(walk, name, DARK) for name in ("observed", "expected")]
    page = heatmaps_html(made, ["</script>", "1", "2", "3", "4"], ("a", "b"), DARK)
    counts = [page.count(part) for part in ("cdn.plot.ly", "Plotly.newPlot", LIGHT.page)]
    assert counts == [1, 2, 0]
    assert page.count("</script>") == page.count("<script")
    assert DARK.page in page


def test_the_menu_s_page_is_sent_when_asked_for(visit, monkeypatch):
    app = visit("observed")
    assert not any("file" in view for view in handed(app, "matrices"))
    monkeypatch.setattr(matrices, "_wants_file", lambda key: key == "observed")
    (sent,) = [view for view in handed(app.run(), "matrices") if "file" in view]
    assert sent["file"].startswith("<!doctype html>")
    assert sent["panels"][0]["name"] == "observed"


THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]
HUES = ["blue", "orange", "violet", "green"]


def channels(colour):
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def tint(colour, background):
    """Lay a tenth of `colour` over `background`, as Streamlit does behind a selected option."""
    mixed = [
        round(0.1 * top + 0.9 * under)
        for top, under in zip(channels(colour), channels(background), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_a_selected_option_and_a_tick_can_be_read(scheme, ground):
    theme = THEME[scheme]
    for colour in ("textColor", "linkColor", *(f"{hue}TextColor" for hue in HUES)):
        assert contrast(theme[colour], theme[ground]) >= 4.5
    accent = theme["primaryColor"]
    assert contrast(accent, tint(accent, theme[ground])) >= 4.5
    assert contrast(accent, "#FFFFFF") >= 3
    assert all(theme[f"{hue}Color"] == theme[f"{hue}TextColor"] for hue in HUES)
