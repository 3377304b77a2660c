"""Input from people is shown letter by letter everywhere, and none of it runs.

Labels, column names, the file's name and the link carry markup of every language that the app
speaks: HTML, Markdown, KaTeX, Plotly's own, and a spreadsheet's formulas. The window's watch fails
the test if anything asks another host, or if the content policy had to stop a script; here it is
checked that nothing of it became an element of the page.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from qwk_app.frame.security import HEADERS
from tests.browser.pilot import (
    box_of,
    bring_by,
    go_on,
    open_page,
    page_names,
    unfold,
    upload,
    wait_settled,
)
from tests.browser.server import Server
from tests.browser.windows import STILL
from tests.fuzz.corpus import FORMULAS, MARKUP, lines_of_json, parquet, table, workbook

# Any of these on the page came out of a label: the app has none of its own.
ELEMENTS = """
() => {
    const found = [];
    const own = document.querySelector('[data-testid="stApp"]');
    for (const element of own.querySelectorAll('*')) {
        for (const {name, value} of element.attributes) {
            if (/^on/i.test(name)) found.push(`${element.tagName} ${name}=${value}`);
            if (/^(href|src|xlink:href|action|data|srcdoc)$/i.test(name)
                && /^\\s*javascript:|^\\s*(https?:)?\\/\\/[^/?]*evil\\.example/i.test(value))
                found.push(`${element.tagName} ${name}=${value}`);
            if (name === 'style' && /evil\\.example/.test(value)) found.push(`style ${value}`);
        }
    }
    if (window.hit !== undefined) found.push('a script ran');
    return found;
}
"""

# Twenty categories fit one example; what they hold is most of what the corpus has.
MARKS = tuple(dict.fromkeys(text.strip() for text in MARKUP + FORMULAS))
PARTS = [MARKS[at : at + 20] for at in range(0, len(MARKS), 20)]


def quoted(texts: tuple[str, ...]) -> str:
    """Write labels as the fields take them, whatever they hold."""
    return ",".join('"' + text.replace('"', '""') + '"' for text in texts)


def expect_harmless(page: Page) -> None:
    wait_settled(page)
    assert page.evaluate(ELEMENTS) == []


def hover_cells(page: Page) -> None:
    """Bring up the words that a matrix shows under the mouse."""
    matrix = page.get_by_test_id("stMain").locator("svg[data-name]").last
    if not matrix.count():
        return
    matrix.scroll_into_view_if_needed()
    box = box_of(matrix)
    for share in (0.45, 0.6, 0.75):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * share, steps=3)


def order_by_hand(page: Page) -> None:
    """Set the order of the labels, which nothing else says, and agree to it."""
    page.get_by_role("button", name="Turn around").click()
    wait_settled(page)
    page.get_by_text("Yes, this is the order").click()
    wait_settled(page, quiet=0.6)


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_labels_in_a_link_are_shown_and_not_run(server: Server, page: Page, part: int) -> None:
    """By a link that is opened cold, and then from page to page."""
    labels = PARTS[part]
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    query = {
        "actual": quoted(labels),
        "predicted": quoted(labels[1:] + labels[:1]),
        "categories": quoted(labels),
        "row": labels[0],
        "column": labels[1],
        "find": labels[-1],
        "seed": labels[2],
        "exercise": labels[3],
        "w": labels[4],
    }
    # Pages in turn: each part of the labels is seen on some, and each page sees some.
    for at, name in enumerate(page_names()[part :: len(PARTS)]):
        (go_on if at else open_page)(page, server.base, name, query)
        # Not the last good example in their place: it would be harmless indeed.
        expect(page.get_by_test_id("stSidebar").get_by_role("alert")).to_have_count(0)
        hover_cells(page)
        expect_harmless(page)


def test_a_files_names_are_shown_and_not_run(server: Server, page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    open_page(page, server.base, "your_data")
    bring_by(page, "a file")
    name = "<img src=x onerror=window.hit=1>$x$![y](https:evil.example)=1+1.dat"
    for shift, write in ((0, table), (11, lines_of_json), (23, workbook), (37, parquet)):
        marks = MARKS[shift:] + MARKS[:shift]
        header = (f"actual {marks[0]}", f"predicted {marks[1]}", f"group {marks[2]}")
        rows = [
            (marks[at % 5 + 3], marks[(at + at % 2) % 5 + 3], marks[at % 2 + 9]) for at in range(20)
        ]
        upload(page, f"{shift}{name}", write(header, rows))
        expect_harmless(page)
        if page.get_by_text("Yes, this is the order").count():
            order_by_hand(page)
        hover_cells(page)
        expect_harmless(page)


def test_a_report_and_tables_run_nothing(server: Server, page: Page, tmp_path: Path) -> None:
    open_page(page, server.base, "your_data")
    bring_by(page, "pasted")
    attack = "<img src=x onerror=window.hit=1>"
    script = "</script><script>window.hit=1</script>"
    rows = [(attack, attack), (script, script), ("=1+1", "=1+1"), (attack, script)] * 3
    text = "\n".join("\t".join(row) for row in [(f"actual {script}", f"predicted {attack}"), *rows])
    field = page.get_by_test_id("stMain").locator("textarea").first
    field.fill(text)
    field.press("ControlOrMeta+Enter")
    wait_settled(page, quiet=0.6)
    order_by_hand(page)
    expect_harmless(page)

    unfold(page, "Take it with you", "A paragraph on the method", "File by file")
    saved = []
    buttons = page.get_by_test_id("stMain").get_by_test_id("stDownloadButton")
    for at in range(buttons.count()):
        with page.expect_download() as waiting:
            buttons.nth(at).get_by_role("button").click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        saved.append(path)
    assert {path.suffix for path in saved} >= {".html", ".csv", ".ipynb"}
    for path in saved:
        if path.suffix == ".csv":
            cells = re.split(r'[,\n]"?', path.read_text(encoding="utf-8-sig"))
            assert not [cell for cell in cells if re.match(r"[=+@\t\r]", cell)], path.name
        if path.suffix == ".html":
            # Without the app's policy, as someone opens what was sent to them.
            page.goto(path.as_uri())  # until all is loaded, or has failed to
            assert page.evaluate("window.hit") is None
            assert page.locator("img[src='x']").count() == 0


def test_headers_let_no_foreign_script_run(server: Server, browser: Browser) -> None:
    page = browser.new_page(
        reduced_motion=STILL
    )  # not watched: what is refused is an error on its console
    answer = page.goto(server.base)
    assert answer is not None
    for name, value in HEADERS.items():
        assert answer.headers[name.lower()] == value
    wait_settled(page)
    # If markup came through, the policy would still refuse its script.
    refused = page.evaluate(
        """() => new Promise(resolve => {
            document.addEventListener(
                'securitypolicyviolation', event => resolve(event.effectiveDirective));
            const image = document.createElement('a');
            image.setAttribute('onclick', 'window.hit = 1');
            document.body.append(image);
            image.click();
        })"""
    )
    assert refused == "script-src-attr"
    assert page.evaluate("window.hit") is None
    page.close()
