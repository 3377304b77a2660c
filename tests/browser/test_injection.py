"""Input from people is shown letter by letter everywhere, and none of it runs.

Labels, column names, the file's name and the link contain markup of every kind that the app uses:
HTML, Markdown, KaTeX, Plotly's markup, and formulas of spreadsheets. The window's watch fails the
test if a request goes to another host, or if the content policy stops a script. The tests here
check that no markup became an element of the page.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pilot import box_of, bring_by, open_page, page_names, upload, wait_settled
from tests.fuzz.corpus import FORMULAS, MARKUP, lines_of_json, parquet, table, workbook

# Any of these elements comes from a label: the app has no such elements.
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

# An example has at most twenty categories; these labels contain most of the corpus.
MARKS = tuple(dict.fromkeys(text.strip() for text in MARKUP + FORMULAS))
PARTS = [MARKS[at : at + 20] for at in range(0, len(MARKS), 20)]


def quoted(texts: tuple[str, ...]) -> str:
    """Quote labels of any content for the text fields."""
    return ",".join('"' + text.replace('"', '""') + '"' for text in texts)


def expect_harmless(page: Page) -> None:
    wait_settled(page)
    assert page.evaluate(ELEMENTS) == []


def hover_cells(page: Page) -> None:
    """Show the texts of a matrix under the mouse."""
    matrix = page.get_by_test_id("stMain").locator("svg[data-name]").last
    if not matrix.count():
        return
    matrix.scroll_into_view_if_needed()
    box = box_of(matrix)
    for share in (0.45, 0.6, 0.75):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] * share, steps=3)


@pytest.mark.parametrize("part", range(len(PARTS)))
def test_labels_in_a_link_are_shown_and_not_run(page: Page, part: int) -> None:
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
    # The pages take turns: some pages show each part of the labels, and each page shows some.
    for name in page_names()[part :: len(PARTS)]:
        open_page(page, name, query)
        # The page must not show the last good example instead of the labels: it would be harmless.
        expect(page.get_by_test_id("stSidebar").get_by_role("alert")).to_have_count(0)
        hover_cells(page)
        expect_harmless(page)


def test_a_files_names_are_shown_and_not_run(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail(f"a dialog: {dialog.message}"))
    open_page(page, "your_data")
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
        agreed = page.get_by_text("Yes, this is the order")
        if agreed.count():  # the file does not say the order of its labels
            agreed.click()
            wait_settled(page, quiet=0.6)
        hover_cells(page)
        expect_harmless(page)
