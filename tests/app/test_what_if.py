"""The page What if: every push is what the core says, can be foretold, and can be taken back."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.panel import texts
from qwk_app.frame.state import DEFAULT
from qwk_app.parts.what_if import experiments
from qwk_app.words.numbers import kappa_text, signed
from qwk_core import walk_through, walk_through_counts
from qwk_core.ratings import read_ratings
from qwk_core.statistics.extremes import kappa_extremes
from qwk_core.statistics.one_item import CHANGES, add_one_item, kappa_changes, rank_items
from qwk_core.teaching.construction import construct_weights
from qwk_core.teaching.examples import EXAMPLES, Example, example
from qwk_core.teaching.generators import RaterSettings, kappa_curve, second_rater
from tests.app.reading import matrix_texts, panels, plots, query, trace, words
from tests.apptest import Visit

WEIGHTS = "Weights of your own"
SLIDERS = "Simulate a second rater"
UNDEFINED = {"actual": "3,3,3,3,3", "predicted": "3,3,3,3,3", "categories": "0-4"}


def press(app: AppTest, key: str) -> AppTest:
    assert not app.button(key=key).disabled
    return app.button(key=key).click().run()


def ratings(app: AppTest) -> tuple[str, str]:
    return app.text_input(key="actual").value, app.text_input(key="predicted").value


def test_the_first_example_shows_its_changes(visit: Visit) -> None:
    app = visit("what_if")
    cells = panels(app)["changes"]
    assert cells["texts"][20] == "−0.12"
    assert cells["view"]["line"]["lists"]["after"].split("\t")[20] == "0.1966"
    assert [app.button(key=f"do-{kind}").label for kind in CHANGES] == [
        "Add one: κ → **0.197** :red[▼ −0.122]",
        "Correct one: κ → **0.597** :green[▲ +0.279]",
        "Leave one out: κ → **0.521** :green[▲ +0.203]",
    ]
    assert "the cost grows by 44%, the cost by chance by only 23%. So κ falls" in words(app)
    assert r"\frac{2.25 + 1}{4.045} = " in app.latex[1].value


def test_small_changes_are_read_in_a_unit_of_their_own(visit: Visit) -> None:
    app = visit("what_if", counts="40000,9000;6000,45000")
    assert "with one more item there, in millionths" in words(app)
    change = kappa_changes([[40000, 9000], [6000, 45000]])[0, 1]
    assert matrix_texts(app, "changes")[1] == signed(change * 1e6, 1)


def test_adding_goes_into_the_fields_and_undo_takes_it_back(visit: Visit) -> None:
    app = visit("what_if", row="0", column="4")
    press(press(app, "do-add"), "do-add")
    assert ratings(app) == (DEFAULT.actual + ",0,0", DEFAULT.predicted + ",4,4")
    assert (app.selectbox(key="row").value, app.selectbox(key="column").value) == ("0", "4")
    pets = example("petfinder")
    before, after = (
        kappa_text(walk_through([*pets.actual, *[0] * n], [*pets.predicted, *[4] * n]).kappa)
        for n in (1, 2)
    )
    assert f"κ **fell** from {before} to {after}." in words(app)
    press(app, "undo")
    assert ratings(app) == (DEFAULT.actual + ",0", DEFAULT.predicted + ",4")
    press(app, "undo")
    assert ratings(app) == (DEFAULT.actual, DEFAULT.predicted)
    assert app.selectbox(key="example").value == "petfinder"
    assert not [button for button in app.button if button.key == "undo"]


def test_undo_is_not_offered_for_an_example_that_was_changed_elsewhere(visit: Visit) -> None:
    app = press(visit("what_if"), "do-add")
    app.text_input(key="predicted").set_value("0,4,1,0,4,0,1,1,2,1,1").run()
    assert not [button for button in app.button if button.key == "undo"]
    press(app, "do-add")
    press(app, "undo")
    assert ratings(app)[1] == "0,4,1,0,4,0,1,1,2,1,1"
    assert not [button for button in app.button if button.key == "undo"]


def test_counts_are_changed_as_counts(visit: Visit) -> None:
    app = visit("what_if", counts="100000,0;9,1", categories="0-1", row="1", column="0")
    press(app, "do-correct")
    assert app.text_input(key="counts").value == "100000,0;8,2"
    press(app, "do-leave_out")
    assert app.text_input(key="counts").value == "100000,0;7,2"
    press(press(app, "undo"), "undo")
    assert app.text_input(key="counts").value == "100000,0;9,1"


def test_the_scale_stays_when_the_item_at_its_end_goes(visit: Visit) -> None:
    app = visit("what_if", actual="0,1,2,0", predicted="0,1,2,4", row="0", column="4")
    press(app, "do-correct")
    assert app.text_input(key="categories").value == "0-4"
    assert ratings(app) == ("0,1,2,0", "0,1,2,0")
    press(app, "undo")
    assert app.text_input(key="categories").value == ""


@pytest.mark.parametrize(
    ("link", "says"),
    [
        (
            {"actual": ",".join("0123" * 125), "predicted": ",".join("1123" * 125)},
            "Up to 500 items fit here, and these are 501",
        ),
        ({"counts": f"{10**18 - 1},0;0,{10**18 - 1}"}, "is not a count"),
        (
            {
                "actual": f"{'a' * 9_990},b",
                "predicted": f"b,{'a' * 9_990}",
                "categories": f"b,{'a' * 9_990}",
            },
            "another item does not fit",
        ),
    ],
    ids=["items", "digits", "characters"],
)
def test_where_there_is_no_room_nothing_changes(
    link: dict[str, str], says: str, visit: Visit
) -> None:
    app = visit("what_if", **link)
    if "actual" in link and "b" in link["actual"]:
        app.selectbox(key="row").select("a" * 9_990)
        app.selectbox(key="column").select("a" * 9_990).run()
        press(app, "do-add")
    before = {name: app.text_input(key=name).value for name in link}
    press(app, "do-add")
    assert says in app.toast[0].value
    assert not app.error
    assert {name: app.text_input(key=name).value for name in link} == before


def test_an_undefined_kappa_shows_what_would_define_it(visit: Visit) -> None:
    app = visit("what_if", **UNDEFINED)
    cells = matrix_texts(app, "changes")
    assert cells[18] == "–"
    assert cells[0] == "1"
    assert "with one more item there: so far, it is undefined" in words(app)
    app.selectbox(key="row").select("0")
    app.selectbox(key="column").select("0").run()
    press(app, "do-add")
    assert "κ was undefined, and **became** 1.000." in words(app)


def test_where_nothing_can_be_done_it_is_said(visit: Visit) -> None:
    app = visit("what_if", row="0", column="4")
    assert [app.button(key=f"do-{kind}").disabled for kind in CHANGES] == [False, True, True]
    assert app.button(key="do-correct").label == "Correct one"
    app = visit("what_if", actual="2", predicted="2")
    assert app.button(key="do-leave_out").disabled
    assert "Every prediction is right" in words(app)
    constant = visit("what_if", actual="0,0,0,0", predicted="1,2,3,4")
    assert "κ can only be 0" in words(constant)


@pytest.mark.parametrize(
    ("said", "verdict"), [("fall", "Right: κ **fell**"), ("rise", "Not quite: κ **fell**")]
)
def test_saying_it_does_it_and_reveals(said: str, verdict: str, visit: Visit) -> None:
    app = visit("what_if", predict="true", row="0", column="4")
    assert not [button for button in app.button if str(button.key).startswith("do-")]
    assert "The ranking is hidden while you guess" in words(app)
    assert "changes" not in panels(app)
    press(app, f"say-{said}")
    assert verdict in words(app)
    assert ratings(app)[0] == DEFAULT.actual + ",0"
    press(app, "undo")
    assert ratings(app)[0] == DEFAULT.actual


def test_a_correction_can_be_foretold_too(visit: Visit) -> None:
    app = visit("what_if", predict="true")
    choice = next(group for group in app.get("button_group") if "change" in group.key)
    choice.set_value("correct").run()
    press(app, "say-rise")
    assert "Right: κ **rose** from 0.318 to 0.597." in words(app)
    assert ratings(app)[1] == "4,4,1,0,4,0,1,1,2,1"


def test_an_undefined_kappa_is_foretold_in_its_own_words(visit: Visit) -> None:
    app = visit("what_if", predict="true", row="0", column="3", **UNDEFINED)
    assert [b.label for b in app.button if str(b.key).startswith("say-")] == [
        "become defined",
        "stay undefined",
    ]
    press(app, "say-defined")
    assert "Right: κ was undefined, and **became** 0.000." in words(app)


def test_corrections_are_ranked_and_applied(visit: Visit) -> None:
    app = visit("what_if")
    assert "Correcting item 1: 4 → 0 raises κ from 0.318 to **0.597**." in words(app)
    drawn = plots(app)["corrections-0"]
    assert drawn["layout"]["yaxis"]["ticktext"] == [
        "item 1: 4 → 0",
        "item 4: 4 → 0",
        "item 3: 3 → 1",
    ]
    pets = example("petfinder")
    effects = rank_items(read_ratings(pets.actual, pets.predicted))[:3]
    bars = trace(drawn, "bars")
    ends = [bars["base"] + length for length in bars["x"]]
    assert ends == pytest.approx([effect.corrected for effect in effects], abs=2e-6)
    choice = next(box for box in app.main.selectbox if box.label == "Item")
    choice.set_value(1).run()
    press(app, "correct-item")
    assert ratings(app)[1] == "0,4,1,4,4,0,1,1,2,1"  # item 4, and not the first of its cell


def test_a_correction_that_would_leave_no_kappa_says_so(visit: Visit) -> None:
    app = visit("what_if", actual="1,1,1", predicted="1,1,0")
    assert "would leave κ undefined" in words(app)
    assert trace(plots(app)["corrections-0"], "notes")["text"] == ["  undefined"]
    press(app, "correct-item")
    assert "κ was 0.000, and **became undefined**." in words(app)


@pytest.mark.parametrize(
    ("item", "scheme"),
    [*((item, "quadratic") for item in EXAMPLES), (EXAMPLES[0], "linear")],
    ids=lambda one: getattr(one, "key", one),
)
def test_every_example_shows_what_each_change_and_what_its_totals_allow(
    item: Example, scheme: str, visit: Visit
) -> None:
    app, walk = visit("what_if", scheme=scheme, **query(item)), item.walk(scheme)
    worst, best = kappa_extremes(walk.actual_totals, walk.predicted_totals, scheme=scheme)
    stretch, ends, mark = plots(app)["limits"]["data"]
    assert stretch["x"] == ends["x"] == [worst.kappa, best.kappa]
    assert mark["x"] == [walk.kappa]
    assert worst.kappa <= walk.kappa <= best.kappa
    if len(walk.categories) <= 8:
        for name, one in (("worst", worst), ("best", best)):
            assert matrix_texts(app, f"limit-{name}") == list(texts(one.observed))
    # The first screen of the same visit: what one more item does in every cell.
    cells, changes = panels(app)["changes"], kappa_changes(walk.observed, scheme=scheme)
    becomes = add_one_item(walk.observed, scheme=scheme).ravel().tolist()
    after = [kappa_text(kappa, 4) for kappa in becomes]
    assert cells["view"]["line"]["lists"]["after"].split("\t") == after
    for text, change in zip(cells["texts"], changes.ravel().tolist(), strict=True):
        assert text == "≈0" or text[0] == {1: "+", -1: "−", 0: "0"}[(change > 0) - (change < 0)]


@pytest.mark.parametrize(
    ("scheme", "beside"), [("quadratic", "unweighted"), ("unweighted", "quadratic")]
)
def test_without_a_choice_another_scheme_is_compared(
    scheme: str, beside: str, visit: Visit
) -> None:
    kappas = example("petfinder").walk().kappas
    shown = [metric.value for metric in visit("what_if", scheme=scheme).metric]
    assert shown == [kappa_text(kappas[scheme]), kappa_text(kappas[beside])]


def test_a_link_brings_weights_of_ones_own_and_their_ranking(visit: Visit) -> None:
    weights = [[abs(i - j) * (9 if i == 3 else 1) for j in range(5)] for i in range(5)]
    text = ";".join(",".join(map(str, row)) for row in weights)
    app = visit("what_if", w=text)
    own = walk_through_counts(example("petfinder").walk().observed, scheme=weights)
    assert app.metric[1].value == kappa_text(own.kappa)
    assert "3 → 1 now costs the most, 69% of the disagreement; it was number 2 before." in words(
        app
    )
    [first, second, *_names] = plots(app)["ranking"]["data"]
    assert (first["y"], second["y"]) == ([1, 0], [0, 1])


def test_any_scheme_is_a_start(visit: Visit) -> None:
    app = visit("what_if")
    for scheme, kappa in example("petfinder").walk().kappas.items():
        typed = press(app, f"start-{scheme}").text_input(key="w").value
        weights = [[float(cell) for cell in row.split(",")] for row in typed.split(";")]
        assert weights == construct_weights(5, scheme).undivided.tolist()
        assert app.metric[1].value == kappa_text(kappa)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0,1;1,0", "2 × 2 do not fit 5 categories"),
        ("<script>alert(1)</script>", "is not a weight"),
    ],
)
def test_weights_that_do_not_fit_are_named(text: str, says: str, visit: Visit) -> None:
    app = visit("what_if", w=text)
    assert not app.exception
    assert says in app.warning[0].value.replace("\\", "").replace("\u2060", "")
    assert app.text_input(key="w").value == text
    assert app.metric[1].value == kappa_text(example("petfinder").walk().kappas["unweighted"])


def test_weights_of_nothing_leave_kappa_undefined(visit: Visit) -> None:
    app = visit("what_if", actual="0,1,1", predicted="0,1,0", w="0,0;0,0")
    assert app.metric[1].value == "–"
    assert "random pairing costs nothing" in words(app)
    assert "nothing costs anything" in words(app)


def test_curves_follow_the_sliders(visit: Visit) -> None:
    app = visit("what_if", dial_noise="0.3", dial_shift="0.1")
    settings = RaterSettings(noise=0.3, shift=0.1)
    *lines, marks = plots(app)["curves"]["data"]
    assert [line["name"] for line in lines] == ["quadratic", "linear", "unweighted"]
    wanted = kappa_curve("noise", lines[0]["x"], settings)
    for line, kappas in zip(lines, wanted.tolist(), strict=True):
        assert line["y"] == pytest.approx(kappas, abs=5e-4)
    assert marks["x"] == [0.3] * 3
    assert marks["y"] == pytest.approx(kappa_curve("noise", [0.3], settings)[:, 0], abs=1e-4)


@pytest.mark.parametrize("along", ["shift", "stretch", "prevalence", "categories"])
def test_every_dial_has_its_curves(along: str, visit: Visit) -> None:
    drawn = plots(visit("what_if", along=along))["curves"]
    assert drawn["layout"]["xaxis"]["title"]["text"] == along
    *lines, marks = drawn["data"]
    low, high = drawn["layout"]["yaxis"]["range"]
    assert all(low <= kappa <= high for line in lines for kappa in line["y"])
    assert lines[0]["x"][0] <= marks["x"][0] <= lines[0]["x"][-1]


@pytest.mark.parametrize(("n", "field"), [(500, "actual"), (510, "counts")])
def test_the_second_rater_can_become_the_example_and_be_taken_back(
    n: int, field: str, visit: Visit
) -> None:
    app = visit("what_if", dial_n=str(n), dial_n_categories="3")
    press(app, "use-sliders")
    drawn = second_rater(RaterSettings(n=n, n_categories=3), seed=1)
    kappa = walk_through(drawn.actual, drawn.predicted, categories=range(3)).kappa
    assert app.text_input(key=field).value
    assert f"to {kappa_text(kappa)}." in words(app)
    assert f"**Your own ratings**: {n} items, 3 categories" in words(app)
    press(app, "undo")
    assert ratings(app) == (DEFAULT.actual, DEFAULT.predicted)


@pytest.mark.parametrize(
    ("link", "unfolded"),
    [
        ({}, []),
        ({"experiment": "<script>", "predict": "perhaps"}, []),
        ({"experiment": "Between worst and best"}, ["Between worst and best"]),
        ({"experiment": "Pesos propios"}, [WEIGHTS]),
        ({"w": "0,1;1,0"}, [WEIGHTS]),
        ({"dial_noise": "0.3"}, [SLIDERS]),
        ({"along": "shift"}, [SLIDERS]),
    ],
    ids=str,
)
def test_a_link_unfolds_what_it_asks_for_and_nothing_else(
    link: dict[str, str], unfolded: list[str], visit: Visit
) -> None:
    app = visit("what_if", closed=experiments.FOLDS, **link)
    assert not app.exception
    opened = [e.label.strip("*") for e in app.main.expander if e.proto.expanded]
    assert [title for title in opened if title in experiments.TITLES.values()] == unfolded
