"""For a class: lessons as links, the guide, what stays hidden until the reveal, a projector."""

import re
from urllib.parse import parse_qsl

import pytest

from qwk_app.frame import plan, sharing
from qwk_app.frame.state import HIDE_CELL, HIDE_EDITOR, HIDE_KAPPA, HIDEABLE, PRESENT, REVEALED
from qwk_app.frame.steps import BY_STEM, STEPS, walk_steps
from qwk_app.parts.teaching import guide
from qwk_app.parts.teaching.lesson import LESSON
from qwk_core.teaching.examples import example
from tests.app import reading
from tests.app.acts import NOT, check_says, do, go, page_text
from tests.app.reading import markdown, panels, plots, views
from tests.app.reading import query as query_of
from tests.core.test_pictures import contrast

# -- the page for teachers ------------------------------------------------------------------------


def test_a_link_is_made_to_measure(visit):
    app = visit("teaching")
    assert _made(app)[0] == ""
    assert "prepare-page" not in {box.key for box in visit("teaching", folded=True).selectbox}
    texts = {"question": "How many, on *average*?", "names": "Teacher A, Teacher B, essays"}
    chosen = {"page": "expected", "row": "4", "column": "0", **texts}
    switches = dict.fromkeys((*HIDEABLE, PRESENT), True)
    for name, value in {"example": "steps", **chosen, **switches}.items():
        do(app, (f"prepare-{name}", value))
    stem, found = made = _made(app)
    assert stem == "expected"
    assert found == {
        **query_of(example("steps")),
        "scheme": "quadratic",
        "row": "4",
        "column": "0",
        **dict.fromkeys(switches, "true"),
        **texts,
    }
    opened = visit("expected", **found)
    assert opened.selectbox(key="example").value == "steps"
    assert "Reveal the cell" in labels(opened)
    # The settings are the same after a visit to another page.
    assert _made(go(app, "overview", "teaching")) == made


def test_ratings_too_long_for_a_link_are_not_made_into_one(visit):
    word = "immeasurable"
    long = ",".join([word] * 400)
    app = visit("teaching", actual=long, predicted=long, categories=f"no,{word}")
    assert "8,000 characters" in app.main.info[0].value
    assert [code for code in app.main.code if "plan=" not in code.value] == []


LINKS = re.compile(r"\[\w+&nbsp;(\d+)\]\(" + re.escape(guide.HOST) + r"/(\w*)\?([^)]*)\)")
LANGUAGES = sorted(
    (path.name.removesuffix(".md").partition(".")[2] or "en")
    for path in guide.GUIDES.glob("teaching*.md")
)


WORDS = ("lang", "question")  # parameters that depend on the language


def ready_links(language):
    """Return the guide's links by their number: the page and the parameters."""
    found = {}
    for section in guide.sections_of(language):
        for at, stem, carried in LINKS.findall(section.body):
            link = stem or STEPS[0].stem, dict(parse_qsl(carried))
            assert found.setdefault(int(at), link) == link, f"Link {at} is two links"
    return found


def answers(language):
    """Return the sentences of pages that the guide quotes, by the links' numbers."""
    body = guide.sections_of(language)[-1].body
    items = re.split(r"^(\d+)\. ", body, flags=re.MULTILINE)[1:]
    return {
        int(at): [
            " ".join(sentence.split()) for sentence in re.findall(r"\*\*(.+?)\*\*", text, re.DOTALL)
        ]
        for at, text in zip(items[::2], items[1::2], strict=True)
    }


@pytest.mark.parametrize(
    "language",
    [
        one if one in ("en", "es") else pytest.param(one, marks=pytest.mark.release)
        for one in LANGUAGES
    ],
)
def test_every_ready_link_hides_its_answer_and_then_gives_it(visit, language):
    links, expected = ready_links(language), answers(language)
    assert list(expected) == sorted(links) == list(range(1, len(links) + 1))
    for at, (stem, query) in links.items():
        assert stem in BY_STEM
        assert (language == "en") == ("lang" not in query)
        app = visit(stem, **query)
        assert not app.error
        assert not all(answer in all_text(app) for answer in expected[at]), f"Link {at} tells"
        reveal_all(app)
        for answer in expected[at]:
            assert answer in all_text(app), f"Link {at}: {answer}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guide_is_a_page_with_links_to_this_server(visit, language):
    app = visit("guide", lang=language)
    shown = markdown(app.main)
    assert guide.HOST not in shown
    sections = guide.sections_of(language)
    assert [header.value for header in app.main.header] == [s.title for s in sections[:-1]]
    (folded,) = (e for e in app.main.expander if e.label == f"**{sections[-1].title}**")
    assert "4 × 3 ÷ 10 = 1" in markdown(folded)
    assert "4 × 3 ÷ 10 = 1" not in markdown(visit("guide", lang=language, folded=True).main)
    plans = 2  # each has a link of its own
    assert len(re.findall(r"\]\(/\w*\?", shown)) == plans + sum(
        len(LINKS.findall(section.body)) for section in sections
    )
    assert guide.HOST not in guide._written()


def structure(language):
    """Return the parts that every language shares: sections, links, and numbers of answers."""
    links = {
        at: (stem, {key: value for key, value in query.items() if key not in WORDS})
        for at, (stem, query) in ready_links(language).items()
    }
    sentence = {at: len(each) for at, each in answers(language).items()}
    return len(guide.sections_of(language)), links, sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_guides_have_one_structure(language):
    assert structure(language) == structure("en")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("at", guide.PLANS)
def test_a_plan_of_the_guide_is_one_link(language, at):
    section = guide.sections_of(language)[at]
    scenes = guide.plan_of(section)
    links = [int(number) for number, _stem, _query in LINKS.findall(section.body)]
    assert len(scenes) == len(links) == {2: 3, 3: 9}[at]
    assert all(scene.query["question"] for scene in scenes)
    (whole,) = re.findall(r"\?plan=([^&)]*)", section.body)
    assert plan.decode(whole) == scenes, f"the link is now ?plan={plan.encode(scenes)}"
    assert len(plan.encode(scenes)) < 2_000  # short enough for one QR code


def test_a_lesson_is_started_in_two_clicks(visit):
    app = visit("teaching", folded=True)
    for choice, at, first in (("2", 2, "O"), ("3", 3, "O")):
        do(app, (LESSON, choice))
        scenes = guide.plan_of(guide.sections_of("en")[at])
        links = {
            button.proto.label: reading.opened_by(button.proto.url)[1]
            for button in app.main.get("link_button")
        }
        assert links["Present it"][PRESENT] == "true"
        assert plan.decode(links["Present it"]["plan"]) == scenes
        assert PRESENT not in links["Try it as a student"]
        # The first screen for the class: the cell and κ are hidden.
        (panel,) = panels(app).values()
        assert (panel["symbol"], panel["texts"][20]) == (first, "?")
        assert KAPPA not in everything(app)


def test_a_lesson_is_made_and_put_in_order(visit):
    app = visit("teaching")
    do(app, (LESSON, "3"))
    before = _titles(app)
    assert before[:3] == ["Predict", "Count", "Weigh"]
    do(app, "scene-0-to-1")
    assert app.segmented_control(key=LESSON).value == "own"
    do(app, "scene-8-out", ("prepare-page", "kappa"), ("prepare-title", "Mine"), "scene-add")
    titles = [before[1], before[0], *before[2:-1], "Mine"]
    assert _titles(app) == titles
    # The lesson is kept after a visit to another page; a button deletes it.
    assert _titles(go(app, "kappa", "teaching")) == titles
    check_says(do(app, "scenes-empty"), "No scene yet")
    assert not app.main.get("link_button")[:-1]  # the last button belongs to the reader's own link


def _titles(app):
    (found,) = (code.value for code in app.main.code if "plan=" in code.value)
    return [scene.title for scene in plan.decode(found)]


@pytest.mark.parametrize("link", [{"hide_kappa": "true"}, {"plan": "first"}])
def test_the_answers_are_not_in_a_students_link(visit, link):
    if "plan" in link:
        link = {"plan": plan.encode(guide.plan_of(guide.sections_of("en")[3]))}
    for present in (False, True):
        app = visit(**link, present=str(present).lower(), state={"guide-answers": True})
        go(app, "guide")
        assert ("4 × 3 ÷ 10 = 1" in markdown(app)) == present
        assert ("The answers are for the teacher" in markdown(app)) == (not present)


def test_a_language_without_a_guide_gets_the_english_one():
    assert guide.sections_of("tlh") == guide.sections_of("en")


def _made(app):
    return reading.opened_by(app.main.code[-1].value)


KAPPA = f"{example('petfinder').walk().kappa:.3f}"
TELLING = [step.stem for step in STEPS if HIDE_KAPPA in step.builds and not step.own]
PAGES = [step.stem for step in STEPS if step.stem not in ("teaching", "guide")]
WALK = [step.stem for step in walk_steps()]
# Some pages have more matrices with these settings, which would show the hidden cell.
CELL = {"row": "4", "column": "0", "hide_cell": "true"}
CELL |= dict.fromkeys(("fill", "divide", "difference"), "true")
POINT = example("petfinder").point.replace("*", "")


def everything(app):
    """Return everything that the page sends: words, formulas, figures, text alternatives."""
    return "\n".join(str(element.proto) for element in app.main if hasattr(element, "proto"))


def labels(app):
    return {button.label for button in app.button}


def styles(app):
    return [element.proto.body for element in app._tree if element.type == "html"]


def reveal_all(app):
    """Press every reveal button of the page."""
    while keys := [str(b.key) for b in app.main.button if str(b.key).startswith("reveal-hide")]:
        do(app, keys[0])
    return app


def all_text(app):
    """Return all texts of the page, with the sentences about the chosen cells, on one line."""
    lines = [
        reading.line(app, name) for name, panel in panels(app).items() if panel["view"]["line"]
    ]
    return " ".join(" ".join([page_text(app), *lines]).replace("\\", "").split())


# -- hiding ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", PAGES)
def test_hidden_kappa_is_nowhere_until_it_is_revealed(visit, stem):
    app = visit(stem, hide_kappa="true")
    shown = everything(app)
    if stem == "pitfalls":  # an example of a pitfall has the same kappa
        shown = shown.replace("0.3181", "")
    assert KAPPA not in shown
    assert "0.318181" not in shown  # kappa in the data of a figure
    if stem in TELLING:
        assert KAPPA in everything(do(app, f"reveal-{HIDE_KAPPA}"))
        assert not [button for button in app.main.button if "Reveal" in button.label]


# The end of the sentence about the revealed cell: the result of its formula.
ANSWERS = {"observed": "= 2", "weights": "= 1", "expected": "= 1.2"}


@pytest.mark.parametrize("stem", ["overview", *WALK])
def test_a_hidden_cell_is_a_question_mark_in_every_matrix(visit, stem):
    app = visit(stem, **CELL)
    found = panels(app)
    assert found
    for name, panel in found.items():
        if name not in ("columns", "rows"):
            assert panel["texts"][20] == "?", name
            assert [4, 0] in panel["view"]["closed"]
    first = next(iter(found))
    assert reading.line(app, first) == "actual 4, predicted 0: what belongs here?"
    assert "a question mark at actual 4, predicted 0" in everything(app)
    # The page lacks everything that would show the hidden cell, until the reveal.
    assert not [*app.get("download_button"), *plots(app)]
    check_says(app, NOT + "1 for the two ends", NOT + "as much as 16")
    if stem in ANSWERS:
        assert r"= \text{?}" in app.latex[0].value
        assert ANSWERS[stem] not in app.latex[0].value
    do(app, f"reveal-{HIDE_CELL}")
    assert reading.line(app, first).startswith("actual 4, predicted 0: 2 items")
    assert "a question mark" not in everything(app)
    assert ANSWERS.get(stem, "") in app.latex[0].value
    assert bool(app.get("download_button")) == (stem in WALK)
    assert ("as much as 16" in all_text(app)) == (stem == "weights")


def test_kappa_is_known_on_every_page_and_a_cell_is_predicted_in_each_matrix(visit):
    app = reveal_all(visit(hide_kappa="true", hide_cell="true"))
    assert f"κ = {KAPPA}" in markdown(app)
    go(app, "kappa")
    assert f"κ = {KAPPA}" in markdown(app)
    assert next(iter(panels(app).values()))["texts"][20] == "?"
    # Other weights or examples hide the parts again; the first weights keep them revealed.
    for key, value, asked in (
        ("scheme", "linear", {"Reveal kappa"}),
        ("scheme", "quadratic", set()),
        ("example", "steps", {"Reveal kappa", "Reveal the cell"}),
    ):
        do(app, (key, value))
        assert labels(app) & {"Reveal kappa", *asked} == asked
    again = "Hide again what was revealed"
    assert again in labels(reveal_all(app))
    assert "Reveal kappa" in labels(do(app, again))
    assert REVEALED not in app.session_state


def test_what_was_revealed_tells_the_point(visit):
    check_says(reveal_all(visit("what_if", hide_kappa="true")), POINT)
    assert "89%" not in everything(visit(hide_cell="true"))


@pytest.mark.parametrize("stem", ["overview", "expected", "kappa", "how_sure"])
def test_an_undefined_kappa_and_that_of_a_constant_rater_are_hidden_like_any_other(visit, stem):
    app = visit(stem, actual="3,3", predicted="3,3", hide_kappa="true")
    assert "undefined" not in everything(app).lower()
    assert "Reveal kappa" in labels(app)
    constant = visit(stem, actual="0,0", predicted="1,2", hide_kappa="true")
    assert "kappa is 0" not in markdown(constant).replace("the mean kappa is 0", "")


def test_the_hidden_editor_waits_folded_and_keeps_what_it_holds(visit):
    app = visit(actual="0,1,2", predicted="0,2,2", hide_editor="true")
    (folded,) = (e for e in app.sidebar.expander if e.label == "Reveal the ratings")
    assert not folded.proto.expanded
    assert [field.value for field in folded.text_input][:2] == ["0,1,2", "0,2,2"]
    assert [each.label for each in folded.toggle] == ["Edit in a table"]
    do(app, ("predicted", "0,1,2"))
    check_says(app.sidebar, "κ = 1.000")
    do(app, (HIDE_EDITOR, False))
    assert app.text_input(key="predicted").value == "0,1,2"
    assert "Reveal the ratings" not in {e.label for e in app.sidebar.expander}
    # The setting also folds a table of counts.
    app = visit(counts="3,1;0,4", hide_editor="true")
    assert not any(e.proto.expanded for e in app.sidebar.expander)
    do(app, (HIDE_EDITOR, False))
    opened = [e.label for e in app.sidebar.expander if e.proto.expanded]
    assert opened == ["Table, scale, class"]


def test_a_shared_link_hides_what_is_hidden_and_does_not_present(visit):
    app = visit("expected", hide_kappa="true", hide_cell="true", present="true")
    _stem, shared = reading.shared(app)
    assert shared[HIDE_KAPPA] == shared[HIDE_CELL] == "true"
    assert not {HIDE_EDITOR, PRESENT} & set(shared)


# -- presenting ------------------------------------------------------------------------------------


def test_presenting_enlarges_the_type_and_shows_three_matrices_side_by_side(visit):
    for large in (True, False):
        app = visit(present=str(large).lower())
        assert any("1.46vw, 175%); }" in style for style in styles(app)) == large
        assert [panel["symbol"] for panel in panels(app).values()] == ["O", "w", "E"]
        assert {view["large"] for view in views(app)} == {large}
    embedded = visit(context={"is_embedded": True})
    assert not any("175%" in style for style in styles(embedded))
    for stem, is_marked in (("measures", True), ("kappa", False)):
        shown = styles(visit(stem, present="true"))
        assert any(":nth-child(7) > button {" in each for each in shown) == is_marked


@pytest.mark.parametrize("present", ["true", "false"])
def test_the_first_page_asks_one_question_at_a_time(visit, present):
    cell = "Which number belongs"
    app = visit(hide_kappa="true", hide_cell="true", present=present)
    assert cell not in everything(app)
    assert "what belongs here?" not in everything(app)
    # When it is presented, the bar leads to other pages, and those ask for the cell.
    shown = everything(do(app, "Reveal kappa"))
    assert (cell in shown) == (present == "false")
    assert cell in everything(visit(hide_cell="true", present=present))


def test_what_kappa_is_guessed_from_is_shown(visit):
    for stem in ("what_if", "measures", "how_sure", "implementations"):
        shown = panels(visit(stem, hide_kappa="true"))
        assert [panel["symbol"] for panel in shown.values()] == ["O", "w", "E"]
    row = "|**Dan**|2|5|–|1|–|4|"
    assert row in markdown(visit("many_raters", hide_kappa="true", present="true").main)
    assert row not in markdown(visit("many_raters", hide_kappa="true").main)


def on(app, arrow):
    """Return the labels of the buttons that arrow keys press."""
    return [b.label for b in app.main.button if b.proto.shortcut == arrow]


def test_the_right_arrow_reveals_and_leads_on_and_the_left_one_back(visit):
    def heading():
        """Return the heading of a presented page, which is in its bar."""
        return next(body for body in styles(app) if body.startswith("<h1"))

    app = visit("kappa", present="true", hide_kappa="true", hide_cell="true", actual="1,2,2,1")
    do(app, ("predicted", "1,2,1,1"))
    for label in ("Reveal the cell", "Reveal kappa", "Practice", "What if"):
        assert on(app, "right") == [label]
        do(app, label)
    assert "What if one item were different?" in heading()
    assert app.text_input(key="predicted").value == "1,2,1,1"  # the example stays the same
    for title in ("Practice", "Kappa compares", "What would chance"):
        do(app, on(app, "left")[0])
        assert title in heading()
    assert app.toggle(key=PRESENT).value
    # The first and the last page have one arrow each. Without presenting there are no arrow keys.
    first, last = visit(present="true"), visit(STEPS[-1].stem, present="true")
    assert on(first, "right")
    assert not [*on(first, "left"), *on(last, "right"), *on(visit(), "right")]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("stem", ["observed", "kappa", "how_sure"])
def test_words_in_a_presented_figure_stand_out(visit, stem, theme):
    small = plots(visit(stem))
    large = plots(visit(stem, context={"theme": theme}, present="true"))
    page, ink = ("#0E1117", "#FFFFFF") if theme == "dark" else ("#FFFFFF", "#000000")
    assert [*large] == [*small]
    for key, figure in large.items():
        # It is larger, and with the heading above it ends on a screen of 800 pixels.
        assert small[key]["layout"]["height"] < figure["layout"]["height"] <= 560
        for font in _fonts(figure):
            colour = font.get("color", ink)
            # Numbers on a coloured background are black or white, whichever is easier to read.
            assert isinstance(colour, list) or contrast(str(colour), page) >= 7, (stem, font)


def _fonts(node, name=""):
    """Return every font of a figure."""
    if isinstance(node, dict):
        own = [node] if name.endswith("font") else []
        return own + [font for key, value in node.items() for font in _fonts(value, key)]
    if isinstance(node, list):
        return [font for each in node for font in _fonts(each, name)]
    return []


# -- sharing ---------------------------------------------------------------------------------------


def _tab(app):
    app.session_state["share-offer"] = "QR code"
    return app.run()


def test_a_qr_code_is_offered_for_what_one_can_hold(visit):
    word = "immeasurable"
    long = ",".join([word] * 120)
    app = _tab(visit(actual=long, predicted=long, categories=f"no,{word}"))
    assert not reading.sharing(app).get("image")
    assert "the largest QR code holds 2,331" in reading.sharing(app).info[0].value
    assert sharing.qr_png("https://host/").startswith(b"\x89PNG")
    assert 'viewBox="0 0 ' in sharing.qr_svg("x" * sharing._MOST)
    with pytest.raises(ValueError, match="too large"):
        sharing.qr_svg("x" * (sharing._MOST + 1))


def test_the_qr_code_fills_the_screen_and_nothing_shows_beside_it(visit):
    app = _tab(visit("kappa"))
    (image,) = reading.sharing(app).get("image")
    assert "opens “Kappa”" in str(image.proto)
    do(app, "share-fill")
    assert not app.title
    assert KAPPA not in everything(app)
    assert len(app.sidebar) == 0
    (image,) = app.main.get("image")
    assert "opens “Kappa”" in str(image.proto)
    do(app, "qr-close")
    assert app.title[0].value
    assert app.text_input(key="actual").value
