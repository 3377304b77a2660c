"""The page on w: the cost of distances, the construction of w, and weights of one's own."""

import numpy as np
import pytest

from qwk_app.frame.state import SCHEMES, Texts
from qwk_app.words.numbers import kappa_text
from qwk_app.words.snippets import snippet
from qwk_core import walk_through_counts
from qwk_core.matrices import disagreement
from qwk_core.teaching.examples import EXAMPLES
from tests.app.acts import LINKS, check_says, do, link_of
from tests.app.reading import lesson, matrix_texts, panels, plots, table, trace

COSTS = {
    "quadratic": [0, 0.0625, 0.25, 0.5625, 1],
    "linear": [0, 0.25, 0.5, 0.75, 1],
    "unweighted": [0, 1, 1, 1, 1],
}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_curve_in_force_is_thick_and_every_curve_is_named(visit, scheme):
    chart = plots(visit("weights", scheme=scheme))["penalties"]
    found = {each: trace(chart, each) for each in SCHEMES}
    assert {each: curve["y"] for each, curve in found.items()} == COSTS
    assert max(found, key=lambda each: found[each]["line"]["width"]) == scheme
    assert trace(chart, "names")["text"] == list(SCHEMES)


BUILT = LINKS["built"]


@pytest.mark.parametrize(("link", "costs", "divisor", "values"), BUILT.values(), ids=BUILT)
def test_how_w_is_built(visit, link, costs, divisor, values):
    app = visit("implementations", **link_of(link))
    assert matrix_texts(app, "undivided")[: len(costs)] == costs
    switches = [each.label for each in app.main.toggle if each.key == "divide"]
    assert switches == ([f"Divide by {divisor}"] if divisor else [])
    metrics = [(each.value, each.delta) for each in app.main.metric]
    assert [value for value, _delta in metrics if values] == values
    assert all(delta.endswith(" divided") for _value, delta in metrics) == bool(divisor)


def test_dividing_moves_both_sums_and_not_kappa(visit):
    app = do(visit("implementations"), ("divide", True))
    assert [(metric.value, metric.delta) for metric in app.main.metric] == [
        ("2.25", "36 undivided"),
        ("3.3", "52.8 undivided"),
        ("0.318182", "0.318182 undivided"),
    ]
    assert matrix_texts(app, "undivided")[:5] == ["0", "0.06", "0.25", "0.56", "1"]


def test_w_is_built_from_two_matrices_whose_chosen_cell_is_marked(visit):
    app = visit("implementations", row="1", column="3")
    assert matrix_texts(app, "columns") == ["0", "1", "2", "3", "4"] * 5
    assert matrix_texts(app, "rows") == [str(i) for i in range(5) for _ in range(5)]
    for name in ("columns", "rows", "undivided"):
        assert panels(app)[name]["view"]["cell"] == [1, 3]
    # A large matrix shows only a corner, without the chosen cell.
    view = panels(visit("implementations", **link_of(BUILT["a corner"][0])))["columns"]["view"]
    assert (view["cell"], len(view["labels"])) == ([9, 0], 8)


def test_with_one_or_two_categories_there_is_little_to_draw(visit):
    app = visit("weights", actual="3,3", predicted="3,3")
    assert not app.get("plotly_chart")
    assert matrix_texts(app, "weights") == ["0"]
    two = plots(visit("weights", counts="5,1;2,9"))["penalties"]
    assert trace(two, "names")["text"] == ["all three schemes"]


def test_the_chosen_cell_is_marked(visit):
    app = visit("weights", row="1", column="3")
    assert panels(app)["weights"]["view"]["cell"] == [1, 3]
    mark = trace(plots(app)["penalties"], "mark")
    assert (mark["x"][:2], mark["y"][1]) == ([2, 2], 0.25)


@pytest.mark.parametrize("divide", [False, True])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_code_builds_this_very_w(scheme, *, divide, capsys):
    for example in (EXAMPLES[0], EXAMPLES[-1]):
        names = {}
        shown = lesson(Texts.of(example), scheme)
        exec(snippet("construction", shown, divide=divide), names)
        assert capsys.readouterr().out.strip() == str(names["w"])
        w = names["w"] if divide else names["w"] / names["w"].max()
        np.testing.assert_allclose(w, shown.walk.weights)


# -- Weights of one's own ------------------------------------------------------------------------

PETS = EXAMPLES[0]
KAPPAS = PETS.walk().kappas


@pytest.mark.parametrize(("link", "schemes", "message"), LINKS["without_weights"]["compared"])
def test_without_weights_of_ones_own_another_scheme_is_compared(visit, link, schemes, message):
    link = link_of(link)
    app = visit("weights", **link)
    assert [metric.value for metric in app.metric] == [kappa_text(KAPPAS[one]) for one in schemes]
    check_says(app, message)
    assert app.text_input(key="w").value == link.get("w", "") or not message


def test_a_link_brings_weights_of_ones_own_and_their_ranking(visit):
    weights = [[abs(i - j) * (9 if i == 3 else 1) for j in range(5)] for i in range(5)]
    app = visit("weights", w=";".join(",".join(map(str, row)) for row in weights))
    own = walk_through_counts(PETS.walk().observed, scheme=weights)
    assert app.metric[1].value == kappa_text(own.kappa)
    assert table(app, "Miss") == [
        ["3 → 1", "2. · 11%", "1. · 69% :orange[▲]"],
        ["4 → 0", "1. · 89%", "2. · 31% :gray[▼]"],
    ]
    for scheme, kappa in KAPPAS.items():  # every scheme can fill the field
        typed = do(app, f"start-{scheme}").text_input(key="w").value
        weights = [[float(cell) for cell in row.split(",")] for row in typed.split(";")]
        assert weights == disagreement(5, scheme).tolist()
        assert app.metric[1].value == kappa_text(kappa)
    nothing = visit("weights", actual="0,1,1", predicted="0,1,0", w="0,0;0,0")
    assert nothing.metric[1].value == "–"
    check_says(nothing, "random pairing costs nothing", "nothing costs anything")
    assert not do(visit("weights", hide_kappa="true")).metric, "it would give κ away"
