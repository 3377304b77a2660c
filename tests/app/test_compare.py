"""A second rater against the same actual ratings, on the page Your data."""

from __future__ import annotations

import numpy as np
from streamlit.testing.v1 import AppTest

from qwk_core.statistics.difference import kappa_difference
from tests.app.reading import markdown
from tests.app.test_your_data import labelled, upload
from tests.apptest import Visit

_RANDOM = np.random.default_rng(4)
ACTUAL = _RANDOM.integers(1, 6, 80)
NEAR, FAR = (np.clip(ACTUAL + _RANDOM.integers(-far, far + 1, 80), 1, 5) for far in (1, 3))


def table(third: list[str]) -> bytes:
    rows = zip(range(1001, 1081), ACTUAL, NEAR, third, strict=True)
    lines = [",".join(map(str, row)) for row in rows]
    return ("essay,actual,predicted,model_b\n" + "\n".join(lines)).encode()


def bring(app: AppTest, third: list[str]) -> AppTest:
    """Upload three raters; where it is asked which two are meant, say so."""
    upload(app, table(third))
    for button in app.main.button:
        if button.label == "actual and predicted":
            return button.click().run()
    return app


def offers(app: AppTest) -> list[str]:
    return [
        option
        for box in app.main.selectbox
        if box.label.startswith("Compare “")
        for option in box.options
    ]


def test_another_column_is_compared_on_the_same_items(visit: Visit) -> None:
    app = bring(visit("your_data"), list(map(str, FAR)))
    assert offers(app) == ["model_b"], "no numbers of essays"
    box = labelled(app.main.selectbox, "Compare “predicted” with")
    box.set_value("model_b").run()
    assert not app.exception
    found = kappa_difference(ACTUAL, NEAR, FAR)
    said = markdown(app.main).replace("\\", "")
    assert f"The difference is {found.difference:.3f} (95% confidence interval" in said
    assert f"{found.low:.3f} to {found.high:.3f}" in said
    assert "“predicted” agrees better than “model_b”" in said


def test_no_column_on_the_same_scale_is_no_question(visit: Visit) -> None:
    app = bring(visit("your_data"), [f"{one}.5" for one in FAR])
    assert offers(app) == []
    assert offers(visit("your_data")) == [], "nor in the sample"
