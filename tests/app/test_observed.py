"""The page on O: how it grows, its totals, where the raters differ."""

from __future__ import annotations

import json
from typing import Any

import plotly.graph_objects as go
import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.frame.state import Texts
from qwk_core import walk_through, walk_through_counts
from qwk_core.teaching.examples import EXAMPLES, Example
from tests.app.reading import figures, markdown, matrix_texts
from tests.apptest import Visit


def link(example: Example) -> dict[str, str]:
    texts = Texts.of(example)
    if texts.counts:
        return {"counts": texts.counts, "categories": texts.categories}
    return {
        "actual": texts.actual,
        "predicted": texts.predicted,
        "categories": texts.categories,
    }


def film(app: AppTest) -> dict[str, Any]:
    """Return the figure that plays."""
    (figure,) = (figure for figure in figures(app) if figure.get("frames"))
    return figure


def captions(figure: dict[str, Any]) -> list[str]:
    return [
        frame["layout"]["title"]["text"].removeprefix("<b>").removesuffix("</b>")
        for frame in figure["frames"]
    ]


def bars(app: AppTest) -> list[dict[str, Any]]:
    """Return the bars of the page: the actual totals, the predicted ones, the distances."""
    return [trace for figure in figures(app) for trace in figure["data"] if trace["type"] == "bar"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_every_example_is_counted(visit: Visit, example: Example) -> None:
    walk = example.walk()
    app = visit("observed", **link(example))
    assert not app.exception
    actual, predicted, distances = bars(app)
    assert actual["y"] == walk.actual_totals.tolist()
    assert predicted["y"] == walk.predicted_totals.tolist()
    assert distances["y"] == walk.distance_totals.tolist()
    frames = film(app)["frames"]
    assert frames[-1]["data"][0]["z"] == walk.observed.tolist()
    sums = [sum(map(sum, frame["data"][0]["z"])) for frame in frames]
    assert sums == sorted(set(sums))
    assert sums[-1] == walk.n


def test_the_default_example_grows_item_by_item(visit: Visit) -> None:
    figure = film(visit("observed"))
    assert captions(figure)[3] == "item 4: actual 4, predicted 0"
    assert captions(figure)[-1] == "item 10: actual 1, predicted 1"
    assert [step["label"] for step in figure["layout"]["sliders"][0]["steps"]] == [
        str(item) for item in range(1, 11)
    ]
    third, fourth = (frame["data"] for frame in figure["frames"][2:4])
    assert (third[0]["z"][4][0], fourth[0]["z"][4][0]) == (1, 2)
    # The outline is around row 4, column 0.
    assert (min(fourth[1]["x"]), max(fourth[1]["x"])) == (-0.47, 0.47)
    assert (min(fourth[1]["y"]), max(fourth[1]["y"])) == (3.53, 4.47)
    # The film opens on its first frame, and the slider stands there.
    assert figure["data"][0]["z"] == figure["frames"][0]["data"][0]["z"]
    assert figure["layout"]["title"]["text"] == "<b>item 1: actual 4, predicted 0</b>"
    assert figure["layout"]["sliders"][0]["active"] == 0


def test_the_film_is_a_figure_plotly_knows_and_it_is_light(visit: Visit) -> None:
    for example in EXAMPLES:
        if len(example.categories) != 5:
            continue
        app = visit("observed", **link(example))
        go.Figure(film(app))
        sizes = [len(chart.proto.spec) for chart in app.get("plotly_chart")]
        assert sum(sizes) < 25 * 1024, (example.key, sizes)


def test_many_items_share_a_frame(visit: Visit) -> None:
    actual, predicted = ["0", "1", "2"] * 60, ["0", "0", "2"] * 60
    app = visit("observed", actual=",".join(actual), predicted=",".join(predicted))
    figure = film(app)
    assert len(figure["frames"]) == 36
    assert captions(figure)[0] == "items 1–5: cells [0, 0], [1, 0], [2, 2]"
    walk = walk_through(list(map(int, actual)), list(map(int, predicted)))
    assert figure["frames"][-1]["data"][0]["z"] == walk.observed.tolist()
    assert "Here 5 items go in at a time." in markdown(app)


def test_many_cells_make_few_frames(visit: Visit) -> None:
    counts = [[(i + j) % 3 for j in range(20)] for i in range(20)]
    app = visit("observed", counts=";".join(",".join(map(str, row)) for row in counts))
    figure = film(app)
    assert len(figure["frames"]) == 5
    assert captions(figure)[0].endswith("cells grow")
    assert figure["frames"][-1]["data"][0]["z"] == counts


def test_counts_grow_cell_by_cell_in_reading_order(visit: Visit) -> None:
    app = visit("observed", counts="100000,0;9,1", categories="0-1")
    assert captions(film(app)) == [
        "100,000 items: actual 0, predicted 0",
        "9 items: actual 1, predicted 0",
        "1 item: actual 1, predicted 1",
    ]
    prose = markdown(app)
    assert "These 100,010 items came as counts" in prose
    assert "**100,001 of 100,010** (99.99%) lie on the diagonal" in prose
    assert "The 9 that differ are all one category apart." in prose


def test_a_single_item_leaves_nothing_to_play(visit: Visit) -> None:
    app = visit("observed", actual="3", predicted="1")
    assert not [figure for figure in figures(app) if figure.get("frames")]
    assert "there is nothing to play" in app.main.info[0].value
    assert "**Nothing** lies on the diagonal" in markdown(app)
    assert "The one that differs is 2 categories apart." in markdown(app)


def test_one_category_still_teaches(visit: Visit) -> None:
    app = visit("observed", actual="3,3,3,3,3", predicted="3,3,3,3,3")
    assert matrix_texts(app, "observed") == ["5"]
    assert "**5 of 5** (100%) lie on the diagonal: full agreement." in markdown(app)
    assert bars(app)[2]["y"] == [5]


def test_the_sentence_says_where_the_raters_differ(visit: Visit) -> None:
    prose = markdown(visit("observed"))
    assert "**7 of 10** (70%) lie on the diagonal: full agreement." in prose
    assert "Of the 3 that differ, 2 are farthest: 4 categories apart." in prose


def test_the_chosen_cell_is_framed_in_the_histograms_too(visit: Visit) -> None:
    app = visit("observed", row="3", column="1")
    actual, predicted, _distances = bars(app)
    assert [width > 0 for width in actual["marker"]["line"]["width"]].index(True) == 3
    assert [width > 0 for width in predicted["marker"]["line"]["width"]].index(True) == 1
    assert "Row 3 adds up to **1**" in markdown(app)
    assert "Column 1 adds up to **4**" in markdown(app)
    assert "O[3, 1] = 1: item 3." in markdown(app)
    assert r"\text{predicted} = 1\,\} = 1" in app.latex[0].value


def test_typed_labels_stay_text_in_the_film(visit: Visit) -> None:
    app = visit("observed", actual="<b>,$x$,<b>", predicted="$x$,$x$,<b>", categories="<b>,$x$")
    text = json.dumps(film(app))
    assert "actual <b>" not in text
    assert captions(film(app))[0] == "item 1: actual &lt;b&gt;, predicted $x$"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.key)
def test_the_question_is_answered_on_the_spot(visit: Visit, example: Example) -> None:
    walk = example.walk()
    app = visit("observed", **link(example))
    options = list(app.main.radio[0].options)
    assert len(set(options)) == len(options) >= 2
    right = f"{int(walk.observed.trace()):,}"
    for option in options:
        app.main.radio[0].set_value(option).run()
        assert len(app.main.success) == (option == right)
        assert len(app.main.info) == (option != right)
        said = (app.main.success or app.main.info)[0].value
        assert f"= {right} of {walk.n:,} items." in said


def test_the_right_answer_does_not_always_stand_in_one_place(visit: Visit) -> None:
    places = set()
    for example in EXAMPLES[:5]:
        options = visit("observed", **link(example)).main.radio[0].options
        places.add(options.index(str(example.walk().observed.trace())))
    assert len(places) > 1


def test_an_answer_outlives_no_edit_that_changes_the_options(visit: Visit) -> None:
    app = visit("observed")
    app.main.radio[0].set_value("7").run()
    assert app.main.success
    app.text_input(key="predicted").set_value("0,0,0,0,0,0,0,0,0,0").run()
    assert not app.exception
    assert not app.main.success
    app.text_input(key="counts").set_value("5,1;2,9").run()
    assert not app.exception
    walk = walk_through_counts([[5, 1], [2, 9]])
    assert str(walk.observed.trace()) in app.main.radio[0].options


def test_a_bad_edit_keeps_the_last_good_counts(visit: Visit) -> None:
    app = visit("observed")
    good = matrix_texts(app, "observed")
    app.text_input(key="actual").set_value("4,4,x").run()
    assert app.main.warning
    assert matrix_texts(app, "observed") == good
    assert len(film(app)["frames"]) == 10
