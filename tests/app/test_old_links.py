"""Links made before parts of a page were folded away or moved still show what they showed."""

from __future__ import annotations

import pytest

from qwk_app.parts import kappa
from tests.app.conftest import FOLDS
from tests.app.reading import line, panels, plots, words
from tests.apptest import Visit


@pytest.mark.parametrize(
    ("link", "name", "first"),
    [
        ({"fill": "true"}, "filling", "0.3"),
        ({"difference": "true"}, "observed-minus-expected", "+0.70"),
        ({"unit": "proportions"}, "expected", "0.03"),
        ({"shuffles": "1000", "seed": "7"}, "mean-shuffle", "0.3"),
    ],
)
def test_chance(visit: Visit, link: dict[str, str], name: str, first: str) -> None:
    app = visit("expected", closed=FOLDS, **link)
    assert panels(app)[name]["texts"][0] == first
    fresh = panels(visit("expected", closed=FOLDS))
    assert name not in fresh or fresh[name]["texts"][0] != first


def test_kappa(visit: Visit) -> None:
    app = visit("kappa", closed=FOLDS, scale="McHugh (2012)", code="R", row="3", column="1")
    assert "**minimal**: from" in words(app)
    assert "reading" in plots(app)
    assert "factor(actual, categories)" in app.code[0].value
    assert line(app, "weighted_observed").startswith("actual 3, predicted 1: 1 item")
    assert app.selectbox(key=kappa.SCALE).value == "McHugh (2012)"
