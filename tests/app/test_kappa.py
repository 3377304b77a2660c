"""The page on kappa: both weighted matrices, the reading, the costs, the schemes, the code."""

import pytest

from qwk_app.figures.panel import texts
from qwk_app.frame.state import Texts
from qwk_app.parts import kappa as kappa_parts
from qwk_app.words.numbers import kappa_text, number
from qwk_core import kappa_interval
from qwk_core.statistics.scales import READING_SCALES
from qwk_core.teaching.examples import example
from tests.app.acts import NOT, UNDEFINED, check_says, every_walk
from tests.app.reading import lesson, line, matrix_texts, plots, query, table, trace


@every_walk
def test_every_example_shows_its_matrices_sums_and_kappa(item, scheme, visit):
    app, walk = visit("kappa", scheme=scheme, **query(item)), item.walk(scheme)
    for name in ("weighted_observed", "weighted_expected"):
        assert matrix_texts(app, name) == list(texts(getattr(walk, name)))
    sums = (number(total, 3).replace(",", "{,}") for total in (walk.numerator, walk.denominator))
    assert r"\frac{{{}}}{{{}}}".format(*sums) in app.latex[0].value
    assert kappa_text(walk.kappa).replace("−", "-") in app.latex[0].value.replace("−", "-")
    read = [cells for cells in table(app, "Word") if cells[2]]
    assert [cells[2] for cells in read] == [kappa_text(walk.kappa)] * (walk.kappa == walk.kappa)
    kappas = [kappa_text(kappa) for kappa in walk.kappas.values()]
    assert [metric.value for metric in app.metric] == kappas
    marked = [metric.label for metric in app.metric if metric.label.startswith(":green[")]
    assert marked == [f":green[**{scheme}**]"]
    found = kappa_interval(walk.observed, method="auto", scheme=scheme)
    ends = f"goes from {kappa_text(found.low)} to {kappa_text(found.high)}."
    check_says(app, ends if found.low == found.low else NOT + ends)


def test_the_costs_of_the_first_example_and_its_files(visit):
    app = visit("kappa", row="3", column="1")
    costs = plots(app)["costs"]
    assert costs["layout"]["yaxis"]["ticktext"] == ["4 → 0", "3 → 1"]
    assert trace(costs, "costs")["x"] == [2, 0.25]
    assert trace(costs, "chance")["x"] == pytest.approx([1.2, 0.1])
    assert trace(costs, "notes")["text"] == ["  89% · 2 items", "  11% · 1 item"]
    assert trace(costs, "rows")["customdata"] == [[4, 0], [3, 1]]
    assert trace(costs, "costs")["marker"]["line"]["width"] == [0, 3], "the chosen cell is framed"
    labels = [button.proto.label for button in app.get("download_button")]
    steps = ["All steps as CSV", "All steps as JSON"]
    assert labels == ["Download w∘O as CSV", "Download w∘E as CSV", *steps]


def test_agreement_is_compared_with_that_of_shuffled_ratings(visit):
    ten = {"actual": "1,1,1,1,1,1,1,1,1,0", "predicted": "1,1,1,1,1,1,1,1,0,1"}
    app = visit("kappa", **ten)
    said = "They agree on 80% of all items. With shuffled ratings it would be 82%."
    check_says(app, said, "The disagreement is 111% of what shuffled ratings would give")
    # Of two misses that cost the same, the sentence names the one that is marked.
    check_says(visit(**ten), "One item with actual 1 and predicted 0 causes 50%")
    assert line(app, "weighted_observed").startswith("actual 1, predicted 0: ")
    rare = {"counts": "9999,1;1,0"}
    check_says(visit("kappa", **rare), "They agree on 99.98% of all items.")


@pytest.mark.parametrize("scale", READING_SCALES, ids=lambda scale: scale.key)
def test_a_link_chooses_the_reading_scale(scale, visit):
    app = visit("kappa", scale=scale.name)
    band = scale.band(example("petfinder").walk().kappa)
    assert [row[0] for row in table(app, "Word")] == [each.label for each in scale.bands][::-1]
    extent = f"{number(band.low)} – {number(band.high)}"
    assert [band.label, extent, "0.318"] in table(app, "Word")
    check_says(app, f"{band.label}: from")


def test_what_a_link_asks_for_is_shown_though_it_is_folded_away(visit):
    app = visit("kappa", folded=True, scale="McHugh (2012)", code="R", row="3", column="1")
    check_says(app, "minimal: from", "factor(actual, categories)")
    assert app.selectbox(key=kappa_parts.SCALE).value == "McHugh (2012)"
    assert line(app, "weighted_observed").startswith(
        "actual 3, predicted 1: 1 item × cost 0.25 = 0.25. By chance"
    )


def test_undefined_kappa_is_not_drawn(visit):
    app = visit("kappa", **UNDEFINED)
    assert not any(cells[2] for cells in table(app, "Word"))
    assert "costs" not in plots(app)
    assert not app.metric
    assert "undefined" in app.latex[0].value


def test_long_names_are_cut_beside_the_bars_alone():
    long = lesson(Texts("moderately severe,none", "none,none", "", "none,moderately severe"))
    assert kappa_parts.pair(long, (1, 0), most=10) == "moderatel… → none"
    assert kappa_parts.pair(long, (1, 0)) == "moderately severe → none"


def test_many_costs_are_listed_by_eight_and_a_rest(visit):
    item = example("ten-thousand")
    figure = plots(visit("kappa", **query(item)))["costs"]
    assert len(trace(figure, "costs")["x"]) == 9
    assert figure["layout"]["yaxis"]["ticktext"][-1] == "4 others"
    assert sum(trace(figure, "costs")["x"]) == pytest.approx(item.walk().numerator)
    assert trace(figure, "rows")["customdata"][-1] is None
