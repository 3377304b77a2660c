"""The page for teachers: lessons as links, and a guide with correct links and quotes."""

import re
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from qwk_app.frame import plan
from qwk_app.frame.state import HIDEABLE, PRESENT
from qwk_app.frame.steps import BY_STEM, STEPS
from qwk_app.parts.teaching import guide
from qwk_app.parts.teaching.lesson import LESSON
from qwk_core.teaching.examples import example
from tests.app.acts import check_says, do, go
from tests.app.reading import markdown, panels
from tests.app.reading import query as query_of
from tests.app.test_presenting import KAPPA, all_text, everything, labels, reveal_all

# -- the page for teachers ------------------------------------------------------------------------


def test_a_link_is_made_to_measure(visit):
    app = visit("teaching")
    assert _made(app).path.endswith("/")
    assert "prepare-page" not in {box.key for box in visit("teaching", folded=True).selectbox}
    texts = {"question": "How many, on *average*?", "names": "Teacher A, Teacher B, essays"}
    chosen = {"page": "expected", "row": "4", "column": "0", **texts}
    switches = dict.fromkeys((*HIDEABLE, PRESENT), True)
    for name, value in {"example": "steps", **chosen, **switches}.items():
        do(app, (f"prepare-{name}", value))
    made = _made(app)
    assert made.path.endswith("/expected")
    found = {key: value for key, (value,) in parse_qs(made.query).items()}
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


@pytest.mark.parametrize("language", LANGUAGES)
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
            button.proto.label: urlsplit(button.proto.url) for button in app.main.get("link_button")
        }
        presented = parse_qs(links["Present it"].query)
        assert presented[PRESENT] == ["true"]
        assert plan.decode(presented["plan"][0]) == scenes
        assert PRESENT not in links["Try it as a student"].query
        # The first screen for the class: the cell and κ are hidden.
        (panel,) = panels(app).values()
        assert (panel["symbol"], panel["texts"][20]) == (first, "?")
        assert KAPPA not in everything(app)


def test_a_lesson_is_made_and_put_in_order(visit):
    app = visit("teaching")
    do(app, (LESSON, "3"))
    before = _titles(app)
    assert before[:3] == ["Predict", "Count", "Price"]
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
    return urlsplit(app.main.code[-1].value)
