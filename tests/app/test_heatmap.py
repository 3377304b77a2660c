"""A matrix as a Plotly figure: in the reader's language, with the screen's cells and shades."""

from qwk_app.figures.heatmap import heatmaps_html
from qwk_app.shared import matrices
from qwk_core.pictures.hues import DARK, LIGHT
from qwk_core.teaching.examples import example
from tests.app.reading import handed


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
