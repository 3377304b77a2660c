"""What a link hides stays hidden until it is revealed; a page on a projector; a QR code."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from qwk_app.figures.large import FACTOR
from qwk_app.frame import presenting, sharing
from qwk_app.frame.state import HIDE_CELL, HIDE_EDITOR, HIDE_KAPPA, PRESENT, REVEALED
from qwk_app.frame.steps import BY_STEM, STEPS, walk_steps
from qwk_core.teaching.examples import example
from tests.app import reading
from tests.app.conftest import FOLDS
from tests.app.reading import figures, markdown, panels, views
from tests.apptest import Visit, start
from tests.core.test_pictures import contrast

KAPPA = f"{example('petfinder').walk().kappa:.3f}"
TELLING = [
    stem
    for stem, parts in presenting.BUILDS.items()
    if HIDE_KAPPA in parts and not BY_STEM[stem].own
]
OTHERS = [step.stem for step in STEPS if step.stem not in (*TELLING, "teaching", "guide")]
WALK = [step.stem for step in walk_steps()]


def everything(app: AppTest) -> str:
    """Return all that the page sends: words, formulas, figures, text alternatives."""
    return "\n".join(str(element.proto) for element in app.main if hasattr(element, "proto"))


def press(app: AppTest, key: str) -> AppTest:
    return app.main.button(key=key).click().run()


def reveal_all(app: AppTest) -> AppTest:
    """Press every reveal button of the page."""
    while keys := [str(b.key) for b in app.main.button if str(b.key).startswith("reveal-hide")]:
        press(app, keys[0])
    return app


# -- hiding ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("stem", TELLING)
def test_hidden_kappa_is_nowhere_on_the_page_until_it_is_revealed(visit: Visit, stem: str) -> None:
    app = visit(stem, hide_kappa="true")
    assert not app.exception
    assert app.title[0].value
    assert KAPPA not in everything(app)
    assert "0.318181" not in everything(app)  # as figures have it
    press(app, f"reveal-{HIDE_KAPPA}")
    assert KAPPA in everything(app)
    assert not [button for button in app.main.button if "Reveal" in button.label]


@pytest.mark.parametrize("stem", OTHERS)
def test_pages_that_do_not_turn_on_kappa_do_not_tell_it(visit: Visit, stem: str) -> None:
    app = visit(stem, hide_kappa="true")
    assert not app.exception
    said = everything(app).replace(r"0.3181", "")  # one of the pitfalls has this kappa of its own
    assert KAPPA not in (said if stem == "pitfalls" else everything(app))


@pytest.mark.parametrize("stem", ["overview", *WALK])
def test_a_hidden_cell_is_a_question_mark_in_every_matrix(visit: Visit, stem: str) -> None:
    app = visit(stem, hide_cell="true", row="4", column="0")
    found = panels(app)
    assert found
    for name, panel in found.items():
        if name not in ("columns", "rows"):
            assert panel["texts"][20] == "?", name
            assert [4, 0] in panel["view"]["closed"]
    assert reading.line(app, next(iter(found))) == "actual 4, predicted 0: what belongs here?"
    assert "a question mark at actual 4, predicted 0" in everything(app)
    press(app, f"reveal-{HIDE_CELL}")
    assert reading.line(app, next(iter(found))).startswith("actual 4, predicted 0: 2 items")
    assert "a question mark" not in everything(app)


@pytest.mark.parametrize(
    ("stem", "answer"),
    [("observed", "= 2"), ("weights", "= 1"), ("expected", "= 1.2")],
)
def test_the_formula_asks_for_the_hidden_cell(visit: Visit, stem: str, answer: str) -> None:
    app = visit(stem, hide_cell="true", row="4", column="0")
    assert r"= \text{?}" in app.latex[0].value
    assert answer not in app.latex[0].value
    press(app, f"reveal-{HIDE_CELL}")
    assert answer in app.latex[0].value


@pytest.mark.parametrize("stem", WALK)
def test_films_shuffles_files_and_equal_cells_wait_for_the_hidden_cell(
    visit: Visit, stem: str
) -> None:
    """What would tell the cell is not on the page at all, and opens with it."""
    hidden = visit(stem, hide_cell="true", row="4", column="0", fill="true", divide="true")
    assert not hidden.get("download_button")
    assert not figures(hidden)
    assert "1 for the two ends" not in said(hidden)
    assert "as much as 16" not in said(hidden)
    assert hidden.button(key=f"reveal-{HIDE_CELL}")
    assert visit(stem, row="4", column="0").get("download_button")
    assert reveal_all(hidden).get("download_button")
    assert ("as much as 16" in said(hidden)) == (stem == "weights")


def test_kappa_is_known_on_every_page_and_a_cell_is_predicted_in_each_matrix(visit: Visit) -> None:
    app = reveal_all(visit(hide_kappa="true", hide_cell="true"))
    assert f"κ = {KAPPA}" in markdown(app)
    app.switch_page("pages/kappa.py").run()
    assert f"κ = {KAPPA}" in markdown(app)
    assert matrix_question(app) == "?"
    # Other weights ask anew, and the first ones remain known.
    app.segmented_control(key="scheme").set_value("linear").run()
    assert "Reveal kappa" in labels(app)
    app.segmented_control(key="scheme").set_value("quadratic").run()
    assert "Reveal kappa" not in labels(app)
    # Another example asks anew, too.
    app.selectbox(key="example").set_value("steps").run()
    assert {"Reveal kappa", "Reveal the cell"} <= labels(app)


def test_what_was_revealed_can_be_hidden_again(visit: Visit) -> None:
    app = visit(hide_kappa="true")
    assert "Hide again what was revealed" not in labels(app)
    reveal_all(app)
    next(b for b in app.button if b.label == "Hide again what was revealed").click().run()
    assert "Reveal kappa" in labels(app)
    assert not app.session_state[REVEALED]


def test_the_point_of_an_example_does_not_give_the_answer_away(visit: Visit) -> None:
    assert example("petfinder").point in markdown(visit("what_if"))
    # It is about squares: of another scheme it may be wrong.
    assert example("petfinder").point not in markdown(visit("what_if", scheme="linear"))
    for part in (HIDE_KAPPA, HIDE_CELL):
        assert example("petfinder").point not in markdown(visit("what_if", **{part: "true"}))
    revealed = reveal_all(visit("what_if", hide_kappa="true"))
    assert example("petfinder").point in markdown(revealed)
    assert "89%" not in everything(visit(hide_cell="true"))


def test_an_undefined_kappa_is_hidden_like_any_other(visit: Visit) -> None:
    for stem in ("overview", "expected", "kappa", "how_sure"):
        app = visit(stem, actual="3,3", predicted="3,3", hide_kappa="true")
        assert not app.exception
        assert "undefined" not in everything(app).lower()
        assert "Reveal kappa" in labels(app)
    constant = visit("expected", actual="0,0", predicted="1,2", hide_kappa="true")
    assert "kappa is 0" not in markdown(constant).replace("the mean kappa is 0", "")


def test_the_hidden_editor_waits_folded_and_keeps_what_it_holds(visit: Visit) -> None:
    app = visit(actual="0,1,2", predicted="0,2,2", hide_editor="true")
    folded = next(e for e in app.sidebar.expander if e.label == "Reveal the ratings")
    assert not folded.proto.expanded
    assert [field.value for field in folded.text_input][:2] == ["0,1,2", "0,2,2"]
    assert [each.label for each in folded.toggle] == ["Edit in a table"]
    folded.text_input(key="predicted").set_value("0,1,2").run()
    assert "**κ = 1.000**" in markdown(app)
    app.toggle(key=HIDE_EDITOR).set_value(False).run()
    assert app.text_input(key="predicted").value == "0,1,2"
    assert "Reveal the ratings" not in {e.label for e in app.sidebar.expander}


def test_a_hidden_editor_folds_a_table_of_counts_too(visit: Visit) -> None:
    app = visit(counts="3,1;0,4", hide_editor="true")
    assert not any(e.proto.expanded for e in app.sidebar.expander)
    app.toggle(key=HIDE_EDITOR).set_value(False).run()
    opened = [e.label for e in app.sidebar.expander if e.proto.expanded]
    assert opened == ["Table, scale, class"]


def test_a_shared_link_hides_what_is_hidden_and_does_not_present(visit: Visit) -> None:
    app = visit("expected", hide_kappa="true", hide_cell="true", present="true")
    shared = parse_qs(urlsplit(reading.sharing(app).code[0].value).query)
    assert shared[HIDE_KAPPA] == shared[HIDE_CELL] == ["true"]
    assert HIDE_EDITOR not in shared
    assert PRESENT not in shared


# -- presenting -----------------------------------------------------------------------------------


def test_presenting_enlarges_the_type_and_shows_three_matrices_side_by_side(visit: Visit) -> None:
    for large in (True, False):
        app = visit(present=str(large).lower())
        assert any(":root { font-size: 175%; }" in style for style in styles(app)) == large
        assert [panel["symbol"] for panel in panels(app).values()] == ["O", "w", "E"]
        assert {view["large"] for view in views(app)} == {large}
    embedded = start()
    embedded.context["is_embedded"] = True
    assert not embedded.run().exception
    assert not any("175%" in style for style in styles(embedded))


@pytest.mark.parametrize("present", ["true", "false"])
def test_the_first_page_asks_one_question_at_a_time(visit: Visit, present: str) -> None:
    app = visit(hide_kappa="true", hide_cell="true", present=present)
    cell = "Which number belongs"
    assert cell not in everything(app)
    assert "what belongs here?" not in everything(app)
    if present == "true":  # the bar leads on to pages that ask for the cell
        assert cell not in everything(reveal_all(app))
    else:
        press(app, f"reveal-{HIDE_KAPPA}")
        assert cell in everything(app)
    assert cell in everything(visit(hide_cell="true", present=present))


def test_a_presented_page_marks_its_menu(visit: Visit) -> None:
    def marked(stem: str) -> bool:
        return any(
            ":nth-child(7) > button {" in each for each in styles(visit(stem, present="true"))
        )

    assert marked("measures")
    assert not marked("kappa")


def test_what_kappa_is_guessed_from_is_shown(visit: Visit) -> None:
    for stem in ("what_if", "measures", "how_sure", "implementations"):
        assert [panel["symbol"] for panel in panels(visit(stem, hide_kappa="true")).values()] == [
            "O", "w", "E",
        ]  # fmt: skip
    seen = markdown(visit("many_raters", hide_kappa="true", present="true").main)
    assert "|**Dan**|2|5|–|1|–|4|" in seen
    assert "|**Dan**|" not in markdown(visit("many_raters", hide_kappa="true").main)


def test_the_right_arrow_key_reveals_then_leads_on_and_the_left_one_leads_back(
    visit: Visit,
) -> None:
    app = visit("kappa", present="true", hide_kappa="true", hide_cell="true", actual="1,2,2,1")
    app.text_input(key="predicted").set_value("1,2,1,1").run()
    for label in ("Reveal the cell", "Reveal kappa", "Practice", "What if"):
        (right,) = (b for b in app.main.button if b.proto.shortcut == "right")
        assert right.label == label
        right.click().run()
    assert "What if one item were different?" in heading(app)
    assert app.text_input(key="predicted").value == "1,2,1,1"  # the example came along
    for title in ("Work it out", "How does the disagreement", "What would chance"):
        (left,) = (b for b in app.main.button if b.proto.shortcut == "left")
        left.click().run()
        assert title in heading(app)
    assert app.toggle(key=PRESENT).value


def test_the_ends_of_the_walk_have_one_arrow(visit: Visit) -> None:
    assert {b.proto.shortcut for b in visit(present="true").main.button} >= {"right"}
    assert "left" not in {b.proto.shortcut for b in visit(present="true").main.button}
    last = visit(STEPS[-1].stem, present="true")
    assert "right" not in {b.proto.shortcut for b in last.main.button}
    assert not {b.proto.shortcut for b in visit().main.button} - {""}  # keys are for presenters


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("stem", ["overview", "observed", "kappa", "how_sure"])
def test_every_word_in_a_presented_figure_is_large_and_stands_out(
    visit: Visit, stem: str, theme: str
) -> None:
    small = figures(visit(stem))
    app = start()
    app.context["theme"] = theme
    app.query_params[PRESENT] = "true"
    for key in FOLDS:
        app.session_state[key] = True
    app.run()
    if stem != "overview":
        app.switch_page(f"pages/{stem}.py").run()
    large = figures(app)
    page = "#0E1117" if theme == "dark" else "#FFFFFF"
    assert len(large) == len(small)
    for figure in large:
        on_cells = _cell_fonts(figure)
        for font in _fonts(figure):
            if font in on_cells:
                continue
            for colour in _listed(font.get("color", "#000000" if theme == "light" else "#FFFFFF")):
                assert contrast(colour, page) >= 7, (stem, font)
    heights = [figure["layout"]["height"] for figure in large]
    if heights:
        assert all(
            tall >= FACTOR * figure["layout"]["height"] - 1
            for tall, figure in zip(heights, small, strict=True)
        )


# -- sharing --------------------------------------------------------------------------------------


def test_a_qr_code_is_offered_for_what_one_can_hold(visit: Visit) -> None:
    app = _tab(visit("kappa"), "QR code")
    (image,) = reading.sharing(app).get("image")
    assert "opens “Kappa”" in str(image.proto)
    assert sharing.qr_png("https://host/").startswith(b"\x89PNG")
    assert 'viewBox="0 0 ' in sharing.qr_svg("https://host/")
    word = "immeasurable"
    long = ",".join([word] * 120)
    app = _tab(visit(actual=long, predicted=long, categories=f"no,{word}"), "QR code")
    assert not reading.sharing(app).get("image")
    assert "the largest QR code holds 2,331" in reading.sharing(app).info[0].value
    sharing.qr_svg("x" * sharing._MOST)
    with pytest.raises(ValueError, match="too large"):
        sharing.qr_svg("x" * (sharing._MOST + 1))


def test_the_qr_code_fills_the_screen_and_nothing_shows_beside_it(visit: Visit) -> None:
    app = _tab(visit("kappa"), "QR code")
    app.button(key="share-fill").click().run()
    assert not app.exception
    assert not app.title
    assert KAPPA not in everything(app)
    assert len(app.sidebar) == 0
    (image,) = app.main.get("image")
    assert "opens “Kappa”" in str(image.proto)
    app.button(key="qr-close").click().run()
    assert app.title[0].value
    assert app.text_input(key="actual").value


# -- reading --------------------------------------------------------------------------------------


def labels(app: AppTest) -> set[str]:
    return {button.label for button in app.button}


def styles(app: AppTest) -> list[str]:
    return [element.proto.body for element in app._tree if element.type == "html"]


def heading(app: AppTest) -> str:
    """Return the heading of a presented page, which stands in its bar."""
    (found,) = (body for body in styles(app) if body.startswith("<h1"))
    return found


def matrix_question(app: AppTest) -> str:
    text: str = next(iter(panels(app).values()))["texts"][20]
    return text


def _tab(app: AppTest, label: str) -> AppTest:
    app.session_state["share-offer"] = label
    return app.run()


def _fonts(node: object, name: str = "") -> list[dict[str, object]]:
    """Return every font of a figure."""
    if isinstance(node, dict):
        own = [node] if name.endswith("font") else []
        return own + [font for key, value in node.items() for font in _fonts(value, key)]
    if isinstance(node, list):
        return [font for each in node for font in _fonts(each, name)]
    return []


def _cell_fonts(figure: dict[str, object]) -> list[dict[str, object]]:
    """Return the fonts of numbers that stand on a coloured ground: black or white, as it asks."""
    return [font for font in _fonts(figure) if isinstance(font.get("color"), list)]


def _listed(colour: object) -> list[str]:
    return [str(each) for each in colour] if isinstance(colour, list) else [str(colour)]


def said(app: AppTest) -> str:
    """Return the page's prose without its marks, and what is said of the chosen cell."""
    coloured = re.compile(r":\w+\[((?:[^][]|\[[^]]*\])*)\]")
    bare = coloured.sub(r"\1", markdown(app.main)).replace("*", "")
    lines = [
        reading.line(app, name) for name, panel in panels(app).items() if panel["view"]["line"]
    ]
    return " ".join([*bare.replace("\\", "").split(), *" ".join(lines).split()])
