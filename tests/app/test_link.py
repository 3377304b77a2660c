"""All parameters of a link are in one table; a lesson is one link, with its scenes in order."""

import base64
import re
import zlib
from pathlib import Path

import pytest

from qwk_app.frame import link, plan
from qwk_app.frame.link import LONGEST_LINK, MOST_SCENES, PARAMETERS
from qwk_app.frame.plan import Scene, decode, encode
from qwk_app.frame.state import SCHEMES
from qwk_app.frame.steps import BY_STEM
from qwk_core import RatingsError
from tests import documents
from tests.app.acts import check_says, do, go, holds
from tests.app.reading import markdown, shared

ROOT = Path(__file__).parents[2]
HOSTILE = ["", "\x00", "<script>", "9" * 30_000, "1e999", "−1", "٣", "true\n", "../..", "NaN"]


def test_readme_has_the_table():
    assert documents.LINKS.read_text("utf-8") == documents.links()  # if not: run `make documents`


def test_every_binding_asks_the_table():
    sources = [*ROOT.glob("pages/*.py"), *ROOT.glob("qwk_app/**/*.py")]
    bound = [path for path in sources if re.search(r"bind=(?!link\.bind\()", path.read_text())]
    assert bound == []
    with pytest.raises(AssertionError, match="colour is not in the table"):
        link.bind("colour")


def test_every_parameter_is_named_where_it_is_read():
    sources = [path for path in ROOT.glob("qwk_app/**/*.py") if path.name != "link.py"]
    code = "\n".join(path.read_text() for path in sources)
    unread = [n for n in PARAMETERS if f'"{n}"' not in code and not n.startswith("dial_")]
    assert unread == []
    assert {each.page for each in PARAMETERS.values()} <= {"", *BY_STEM}


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
def test_a_value_that_cannot_be_is_the_default(parameter):
    for value in HOSTILE:
        settled = parameter.valid(value)
        assert settled == parameter.default or parameter.accepts(settled), value
        assert len(settled) <= link.LONGEST_TEXT
    assert parameter.valid(None) == parameter.valid(7) == parameter.default


def test_the_table_knows_what_a_page_offers():
    assert PARAMETERS["scheme"].options == SCHEMES
    assert all(each.default in each.options for each in PARAMETERS.values() if each.options)


PETS = {"actual": "4,4,3,4,4,0,1,1,2,1", "predicted": "0,4,1,0,4,0,1,1,2,1"}
WORDS = {"title": "Predict", "question": "What is *it*, from −1 to 1?", "names": "A, B, cats"}
LESSON = (
    Scene("overview", {**PETS, **WORDS, "hide_kappa": "true", "hide_cell": "true"}),
    Scene("weights", {**PETS, "row": "4", "column": "0", "hide_cell": "true", "title": "Price"}),
    Scene("overview", {"counts": "8,2;1,9", "scheme": "linear", "hide_kappa": "true"}),
    Scene("practice", {"exercises": "count-observed-1-1,compute-kappa-2-17"}),
)


def test_a_plan_survives_its_link():
    assert decode(encode(LESSON)) == LESSON
    assert decode(f"https://host/weights?lang=es&plan={encode(LESSON)}&at=2") == LESSON
    assert plan.scene_of("https://host/app/kappa?row=4&lang=es&present=true&tables=true") == Scene(
        "kappa", {"row": "4"}
    )
    assert plan.scene_of("https://host/").stem == "overview"


def packed(text):
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("<script>", "not a lesson"),
        ("AAAA", "not a lesson"),
        (encode(LESSON)[:-9], "cut off|not a lesson"),
        (packed("x" * 1_000_000), "cut off, or too long"),
        (packed("\n" * MOST_SCENES), "up to 40 scenes"),
        (packed("nowhere?row=1"), "not a link to a page"),
        ("A" * (LONGEST_LINK + 1), "too long for a link"),
        (base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(), "not a lesson"),
    ],
)
def test_what_is_no_plan_is_refused(visit, text, says):
    with pytest.raises(RatingsError, match=says):
        decode(text)
    if len(text) < LONGEST_LINK:
        app = visit(plan=text)
        assert "κ = 0.318" in markdown(app)
        assert app.error


def test_what_a_scene_cannot_have_is_left_out(visit):
    one = plan.scene("kappa", {"scheme": "cubic", "hide_cell": "maybe", "lang": "es", "row": None})
    assert one == Scene("kappa", {})
    bad = Scene("kappa", {"actual": "1,x", "predicted": "2", "row": "9", "exercise": "7"})
    assert holds(visit(plan=encode([bad])), actual=PETS["actual"], row=None)


def test_the_scenes_follow_each_other(visit):
    app = visit(plan=encode(LESSON))
    assert {button.proto.shortcut for button in app.main.button} == {""}  # for presenters alone
    assert "What is" in app.subheader[0].value
    check_says(app, "1/4 Predict · 10 cats, rated by A and B")
    assert (app.text_input(key="actual").label, app.text_input(key="predicted").label) == ("A", "B")
    do(app, "reveal-next")  # reveals kappa, the topic of the scene, but not the cell
    assert "κ = 0.318" in markdown(app)
    assert "The chosen cell" not in markdown(app.main)
    check_says(do(app, "scene-on"), "Weigh each miss", "2/4 Price")
    assert app.selectbox(key="row").value == "4"
    assert not app.toggle(key="hide_kappa").value
    assert not app.subheader
    do(app, "reveal-next", "scene-on")
    assert holds(app, scheme="linear", counts="8,2;1,9")
    check_says(do(app, "reveal-next", "scene-on"), "work it out yourself", "End of the lesson")
    check_says(do(app, "scene-back"), "3/4")
    assert holds(app, counts="8,2;1,9")


def test_what_was_revealed_stays_in_an_edit_and_is_asked_in_the_next_scene(visit):
    twice = Scene("kappa", {**PETS, "hide_kappa": "true"})
    app = do(visit(plan=encode([LESSON[0], twice])), "reveal-next")
    assert "κ = 0.597" in markdown(do(app, ("predicted", "4,4,1,0,4,0,1,1,2,1")))
    assert "κ = ?" in markdown(do(app, "scene-on").sidebar)


def test_who_wanders_off_finds_back(visit):
    asked = {**LESSON[0].query, "question": "What is the agreement?"}
    app = visit(plan=encode([Scene(LESSON[0].stem, asked), *LESSON[1:]]))
    assert app.subheader[0].value == "What is the agreement?"
    away = go(app, "how_sure")
    assert "What is the agreement?" not in [one.value for one in away.subheader]
    assert "1/4" not in markdown(away)
    check_says(do(away, "scene-here"), "1/4 Predict", "How")


def test_a_lesson_is_shared_whole_at_its_scene(visit):
    app = visit(plan=encode(LESSON), present="true")
    assert {button.proto.shortcut for button in app.main.button} - {""} == {"right"}
    do(app, "reveal-next", "scene-on")
    stem, query = shared(app)
    assert decode(query.pop("plan")) == LESSON
    assert (stem, query) == ("weights", {"at": "2"})


def test_a_lesson_too_long_for_a_link_is_refused():
    words = "".join(chr(0x4E00 + at * 37 % 20_000) for at in range(20_000))
    long = [Scene("kappa", {"question": words[at : at + 300]}) for at in range(0, 9_000, 300)]
    with pytest.raises(RatingsError, match="Leave out a scene"):
        plan.address(tuple(long))
