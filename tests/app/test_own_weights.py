"""Weights of one's own on Weigh: the κ that they give, and the ranking of the cells."""

import pytest

from qwk_app.words.numbers import kappa_text
from qwk_core import walk_through_counts
from qwk_core.teaching.construction import construct_weights
from qwk_core.teaching.examples import example
from tests.app.acts import check_says, do
from tests.app.reading import table
from tests.apptest import Link, Visit

PETS = example("petfinder")
KAPPAS = PETS.walk().kappas


@pytest.mark.parametrize(
    ("link", "beside", "message"),
    [
        ({}, KAPPAS["unweighted"], ""),
        ({"scheme": "unweighted"}, KAPPAS["quadratic"], ""),
        ({"w": "0,1;1,0"}, KAPPAS["unweighted"], "2 × 2 do not fit 5 categories"),
        ({"w": "<script>alert(1)</script>"}, KAPPAS["unweighted"], "is not a weight"),
    ],
    ids=str,
)
def test_without_weights_of_ones_own_another_scheme_is_compared(
    visit: Visit, link: Link, beside: float, message: str
) -> None:
    app = visit("weights", **link)
    own = KAPPAS[link.get("scheme", "quadratic")]
    assert [metric.value for metric in app.metric] == [kappa_text(own), kappa_text(beside)]
    check_says(app, message)
    assert app.text_input(key="w").value == link.get("w", "") or not message


def test_a_link_brings_weights_of_ones_own_and_their_ranking(visit: Visit) -> None:
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
        assert weights == construct_weights(5, scheme).undivided.tolist()
        assert app.metric[1].value == kappa_text(kappa)
    nothing = visit("weights", actual="0,1,1", predicted="0,1,0", w="0,0;0,0")
    assert nothing.metric[1].value == "–"
    check_says(nothing, "random pairing costs nothing", "nothing costs anything")
    assert not do(visit("weights", hide_kappa="true")).metric, "it would give κ away"
