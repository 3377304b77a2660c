"""A matrix as a Plotly figure: in the reader's language, with the screen's cells and shades."""

from __future__ import annotations

import plotly.graph_objects as go
import pytest

from qwk_app.figures.heatmap import heatmap, heatmaps_html
from qwk_app.shared import matrices
from qwk_core import walk_through
from qwk_core.pictures.hues import DARK, LIGHT
from qwk_core.pictures.panel import VIEWS
from tests.app.reading import handed, panels
from tests.apptest import Visit

WALK = walk_through([4, 4, 3, 4, 4, 0, 1, 1, 2, 1], [0, 4, 1, 0, 4, 0, 1, 1, 2, 1])


@pytest.mark.parametrize("name", VIEWS)
def test_a_heatmap_is_a_figure_with_the_screen_s_texts(visit: Visit, name: str) -> None:
    figure = heatmap(WALK, name)
    assert isinstance(figure, go.Figure)
    cells, numbers = figure.data
    page = "kappa" if name.startswith("weighted") else "overview"
    shown = panels(visit(page))[name]
    assert list(numbers.text[:25]) == shown["texts"]
    kinds = [background for background, _ink in shown["shades"]]
    order = "0123456789abcdefghijklmnopqrstuvwxyz"
    on_screen = [kinds[order.index(digit)] for digit in shown["cells"]]
    bands = [colour for _end, colour in cells.colorscale][::2]
    assert [bands[at] for row in cells.z for at in row] == on_screen


def test_a_page_of_figures_asks_for_plotly_once_and_escapes_names() -> None:
    made = [matrices.make_panel(WALK, name, DARK) for name in ("observed", "expected")]
    page = heatmaps_html(made, ["</script>", "1", "2", "3", "4"], ("a", "b"), DARK)
    assert page.count("cdn.plot.ly") == 1
    assert page.count("Plotly.newPlot") == 2
    assert page.count("</script>") == page.count("<script")
    assert DARK.page in page
    assert LIGHT.page not in page


def test_the_menu_s_page_is_sent_once_it_is_asked_for(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = visit("observed")
    assert not any("file" in view for view in handed(app, "matrices"))
    monkeypatch.setattr(matrices, "_wants_file", lambda key: key == "observed")
    (sent,) = [view for view in handed(app.run(), "matrices") if "file" in view]
    assert sent["file"].startswith("<!doctype html>")
    assert sent["panels"][0]["name"] == "observed"
