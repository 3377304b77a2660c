"""The page What if: each change has the core's κ, can be predicted first, and can be undone."""

import pytest

from qwk_app.figures.panel import texts
from qwk_app.frame.state import DEFAULT
from qwk_app.parts.what_if import experiments
from qwk_app.words.numbers import kappa_text, signed
from qwk_core import walk_through
from qwk_core.ratings import read_ratings
from qwk_core.statistics.extremes import kappa_extremes
from qwk_core.statistics.one_item import CHANGES, add_one_item, kappa_changes, rank_corrections
from qwk_core.teaching.examples import example
from qwk_core.teaching.generators import RaterSettings, kappa_curve, second_rater
from tests.app.acts import LINKS, UNDEFINED, check_says, do, every_walk, holds, link_of
from tests.app.reading import matrix_texts, panels, plots, query, trace

PETS = example("petfinder")
# The ratings of the first example.
FIRST = {"actual": DEFAULT.actual, "predicted": DEFAULT.predicted}


def offers(app, start):
    """Return the labels of the buttons whose keys begin with this."""
    return [button.label for button in app.button if str(button.key).startswith(start)]


def test_the_first_example_shows_its_changes_and_ranks_its_corrections(visit):
    app = visit("what_if")
    drawn = plots(app)["corrections-0"]
    items = ["item 1: 4 → 0", "item 4: 4 → 0", "item 3: 3 → 1"]
    assert drawn["layout"]["yaxis"]["ticktext"] == items
    effects = rank_corrections(read_ratings(PETS.actual, PETS.predicted))[:3]
    bars = trace(drawn, "bars")
    ends = [bars["base"] + length for length in bars["x"]]
    assert ends == pytest.approx([effect.corrected for effect in effects], abs=2e-6)
    cells = panels(app)["changes"]
    assert cells["texts"][20] == "−0.12"
    assert cells["view"]["line"]["lists"]["after"].split("\t")[20] == "0.1966"
    assert offers(app, "do-") == [
        "Add one: κ → **0.197** :red[▼ −0.122]",
        "Correct one: κ → **0.597** :green[▲ +0.279]",
        "Leave one out: κ → **0.521** :green[▲ +0.203]",
    ]
    app = visit("what_if", row="0", column="4")
    assert [app.button(key=f"do-{kind}").disabled for kind in CHANGES] == [False, True, True]
    assert offers(app, "do-correct") == ["Correct one"]
    assert visit("what_if", actual="2", predicted="2").button(key="do-leave_out").disabled
    small = matrix_texts(visit("what_if", counts="40000,9000;6000,45000"), "changes")
    change = kappa_changes([[40000, 9000], [6000, 45000]])[0, 1]
    assert small[1] == signed(change * 1e6, 1), "in a unit of their own"


def test_undo_is_not_offered_for_an_example_that_was_changed_elsewhere(visit):
    changed = "0,4,1,0,4,0,1,1,2,1,1"
    app = do(visit("what_if"), "do-add", ("predicted", changed))
    assert not offers(app, "undo")
    assert holds(do(app, "do-add", "undo"), predicted=changed)
    assert not offers(app, "undo")


@pytest.mark.parametrize(("link", "acts", "found"), LINKS["told"]["pushed"])
def test_a_push_changes_the_fields_and_is_taken_back(visit, link, acts, found):
    app, found = visit("what_if", **link_of(link)), link_of(found)
    before = {key: app.session_state[key] or None for key in found}
    assert holds(do(app, *acts), **found)
    while offers(app, "undo"):
        do(app, "undo")
    assert holds(app, **before)


LONG = "a" * 9_990
ITEMS = {"actual": ",".join("0123" * 125), "predicted": ",".join("1123" * 125)}
CHARACTERS = {"actual": f"{LONG},b", "predicted": f"b,{LONG}", "categories": f"b,{LONG}"}
CHARACTERS |= {"row": LONG, "column": LONG}


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (ITEMS, "Up to 500 items fit here, and these are 501"),
        ({"counts": f"{10**18 - 1},0;0,{10**18 - 1}"}, "is not a count"),
        (CHARACTERS, "another item does not fit"),
    ],
    ids=["items", "digits", "characters"],
)
def test_where_there_is_no_room_nothing_changes(link, message, visit):
    app = visit("what_if", **link)
    if "categories" in link:
        do(app, "do-add")
    before = {name: app.session_state[name] for name in link}
    do(app, "do-add")
    assert message in app.toast[0].value
    assert not app.error
    assert {name: app.session_state[name] for name in link} == before


@pytest.mark.parametrize(("link", "acts", "message"), LINKS["told"]["kappa"])
def test_what_became_of_kappa_is_said(visit, link, acts, message):
    link = link_of(link)
    app = visit("what_if", **link)
    if "predict" in link:
        assert not offers(app, "do-")
        assert "changes" not in panels(app)
    do(app, *acts)
    check_says(app, message)
    before = {key: link.get(key, getattr(DEFAULT, key)) for key in FIRST}
    assert holds(do(app, "undo"), **before)


def test_an_undefined_kappa_shows_what_would_define_it(visit):
    cells = matrix_texts(visit("what_if", **UNDEFINED), "changes")
    assert (cells[18], cells[0]) == ("–", "1")
    app = visit("what_if", actual="1,1,1", predicted="1,1,0")
    assert trace(plots(app)["corrections-0"], "notes")["text"] == ["  undefined"]


@every_walk
def test_every_example_shows_its_changes_and_limits(item, scheme, visit):
    app, walk = visit("what_if", scheme=scheme, **query(item)), item.walk(scheme)
    worst, best = kappa_extremes(walk.actual_totals, walk.predicted_totals, scheme=scheme)
    stretch, ends, mark = plots(app)["limits"]["data"]
    assert stretch["x"] == ends["x"] == [worst.kappa, best.kappa]
    assert mark["x"] == [walk.kappa]
    if len(walk.categories) <= 8:
        for name, one in (("worst", worst), ("best", best)):
            assert matrix_texts(app, f"limit-{name}") == list(texts(one.observed))
    # The first matrix of the page: the effect of one more item in every cell.
    cells, changes = panels(app)["changes"], kappa_changes(walk.observed, scheme=scheme)
    becomes = add_one_item(walk.observed, scheme=scheme).ravel().tolist()
    after = [kappa_text(kappa, 4) for kappa in becomes]
    assert cells["view"]["line"]["lists"]["after"].split("\t") == after
    for text, change in zip(cells["texts"], changes.ravel().tolist(), strict=True):
        assert text == "≈0" or text[0] == {1: "+", -1: "−", 0: "0"}[(change > 0) - (change < 0)]


# -- A second rater --------------------------------------------------------------------------------


@pytest.mark.parametrize("along", ["noise", "shift", "stretch", "prevalence", "categories"])
def test_curves_follow_the_dials(along, visit):
    drawn = plots(visit("what_if", along=along, dial_noise="0.3", dial_shift="0.1"))["curves"]
    assert drawn["layout"]["xaxis"]["title"]["text"] == along
    *lines, marks = drawn["data"]
    assert [line["name"] for line in lines] == ["quadratic", "linear", "unweighted"]
    low, high = drawn["layout"]["yaxis"]["range"]
    assert all(low <= kappa <= high for line in lines for kappa in line["y"])
    assert lines[0]["x"][0] <= marks["x"][0] <= lines[0]["x"][-1]
    if along == "noise":
        settings = RaterSettings(noise=0.3, shift=0.1)
        wanted = kappa_curve("noise", lines[0]["x"], settings)
        for line, kappas in zip(lines, wanted.tolist(), strict=True):
            assert line["y"] == pytest.approx(kappas, abs=5e-4)
        here = kappa_curve("noise", [0.3], settings)[:, 0]
        assert marks["y"] == pytest.approx(here, abs=1e-4)


@pytest.mark.parametrize(("n", "field"), [(500, "actual"), (510, "counts")])
def test_the_second_rater_can_become_the_example(n, field, visit):
    app = do(visit("what_if", dial_n=str(n), dial_n_categories="3"), "use-sliders")
    drawn = second_rater(RaterSettings(n=n, n_categories=3), seed=1)
    kappa = walk_through(drawn.actual, drawn.predicted, categories=range(3)).kappa
    assert app.text_input(key=field).value
    check_says(app, f"to {kappa_text(kappa)}.", f"Your own ratings: {n} items, 3 categories")
    assert holds(do(app, "undo"), **FIRST)


@pytest.mark.parametrize(("link", "unfolded"), LINKS["told"]["unfolded"])
def test_a_link_unfolds_what_it_asks_for(link, unfolded, visit):
    app = visit("what_if", folded=True, **link_of(link))
    opened = [e.label.strip("*") for e in app.main.expander if e.proto.expanded]
    assert [title for title in opened if title in experiments.TITLES.values()] == unfolded


@pytest.mark.parametrize("link", [{"experiment": "Pesos propios"}, {"w": "0,1;1,0"}], ids=str)
def test_an_old_link_has_weights_of_ones_own_which_are_on_weigh(link, visit):
    opened = visit("what_if", folded=True, **link).main.expander
    assert ("**Weights of your own**", True) in [(e.label, e.proto.expanded) for e in opened]
    assert "w" not in [field.key for field in visit("what_if", folded=True).text_input]
