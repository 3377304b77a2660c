"""The page on other measures: their values, an identity of three, and A against B."""

import pytest

from qwk_app.words.numbers import kappa_text, number
from qwk_core import format_counts
from qwk_core.statistics.measures import MEASURES, measures
from qwk_core.teaching.examples import EXAMPLES
from qwk_core.teaching.pitfalls.catalogue import pitfall
from tests.app.acts import LINKS, check_says, do, every_example
from tests.app.reading import markdown, plots, query, table, trace, views

A = pitfall("rankings-flip").examples[0].walk().observed
NO_SPREAD = {"actual": "0,0,0,0", "predicted": "1,2,3,4"}
BILLIONS = {"counts": "999999998,1;1,0", "categories": "0-1"}


def scale(app):
    """Return the picture with a dot for each measure."""
    return plots(app)["agreement"]


def glance(app):
    """Return the numbers in the cells of A, row by row; an empty cell is 0."""
    return [int(text or 0) for text in views(app)[0]["panels"][0]["texts"].split("\t")]


def plain(texts):
    return [text.replace("<b>", "").replace("</b>", "") for text in texts]


@every_example
def test_every_measure_of_every_example(visit, item):
    app, found = visit("measures", **query(item)), measures(item.walk().observed)
    _stems, dots, texts = scale(app)["data"]
    drawn = [m for m in MEASURES if m.higher_is_better]
    titles = plain(scale(app)["layout"]["yaxis"]["ticktext"])
    assert titles == [m.title.replace("'", "&#x27;") for m in drawn]
    assert plain(texts["text"]) == [kappa_text(found[m.key]) for m in drawn]
    defined = [at for at, m in enumerate(drawn) if found[m.key] == found[m.key]]
    assert (dots["y"], dots["x"]) == (defined, [found[drawn[at].key] for at in defined])
    check_says(app, f"Mean absolute error: {number(found.mean_absolute_error)}")
    check_says(app, f"Mean squared error: {number(found.mean_squared_error)}")


def test_errors_are_drawn_beside_each_other(visit):
    mse, *parts = plots(visit("measures"))["errors"]["data"]
    assert mse["x"] == [3.6]
    assert [part["x"][0] for part in parts] == pytest.approx([2.24, 2.04, 1])
    dots = trace(scale(visit("measures", **BILLIONS)), "dots")
    assert dots["x"][4] == pytest.approx(-1.0e-9, abs=1e-15)


def test_what_is_undefined_is_not_drawn_and_nothing_is_split(visit):
    app = visit("measures", actual="3,3,3", predicted="3,3,3")
    assert app.main.latex[0].value.count("undefined") == 1
    assert trace(scale(app), "dots")["y"] == [0, 1]
    assert len(plots(app)) == 1  # the scale
    assert len(views(app)) == 2  # A and B
    assert len(visit("measures", **NO_SPREAD).main.latex) == 1


def test_what_each_measure_counts_is_folded(visit):
    check_says(visit("measures"), *(measure.idea.replace("*", "") for measure in MEASURES))
    assert MEASURES[0].idea not in markdown(visit("measures", folded=True))


def test_an_example_is_kept_and_stays(visit):
    app, observed = do(visit("measures"), "keep-A"), EXAMPLES[0].walk().observed
    assert app.text_input(key="a").value == format_counts(observed)
    check_says(app, "10 items, 5 categories")
    do(app, ("example", "perfect"), "keep-B")
    assert glance(app) == observed.ravel().tolist()
    check_says(app, "The rankings agree: by every measure, B is better.")
    assert {row[-1] for row in table(app, "Measure | A")} == {"B"}


@pytest.mark.parametrize(("text", "message"), LINKS["measures"]["unread"])
def test_what_cannot_be_read_is_told(visit, text, message):
    app = visit("measures", a=text)
    (warning,) = app.main.warning
    assert warning.value.count("<") == warning.value.count("\\<")
    check_says(app, message, "A is the one it was at first")
    assert glance(app) == A.ravel().tolist()
    do(app, ("a", " "))  # an empty field has its first value again
    assert not app.main.warning
    assert glance(app) == A.ravel().tolist()
