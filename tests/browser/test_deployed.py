"""Two replicas behind nginx, as docs/deploying.md describes them."""

import re
from collections import Counter
from collections.abc import Iterator
from email.message import Message
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest
from playwright.sync_api import Page, Response, expect

from qwk_app.frame.security import HEADERS
from tests.benchmarks.visitor import Failed, Visitor, predictions
from tests.browser.pilot import (
    NewPage,
    address,
    apart,
    bring_by,
    download,
    open_page,
    type_into,
    unfold,
    upload,
    wait_settled,
    wait_until,
)
from tests.browser.test_answers import MOST
from tests.deploy.first_visit import fetched
from tests.deploy.nginx import HOW_TO_GET_ONE
from tests.deploy.school import School, open_school
from tests.programs import ProgramMissing

LINK = {"actual": "1,2,3,3", "predicted": "1,3,3,2", "scheme": "linear"}
COOKIE = re.compile(r"qwk_replica=(r\d)")
CROWD = 12


@pytest.fixture(scope="module")
def school() -> Iterator[School]:
    """Start two replicas and nginx, for the tests of this file."""
    try:
        with open_school() as running:
            yield running
            for replica in running.replicas.values():
                replica.server.check_log()
            # The logs do not contain what people typed, neither in requests nor in errors.
            assert "predicted" not in running.logged()
    except ProgramMissing:
        pytest.fail(HOW_TO_GET_ONE, pytrace=False)


def at(page: Page) -> str:
    """Return the replica that serves a window."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return cookies["qwk_replica"]


def test_a_first_visit_through_nginx_is_light_too(school: School, new_page: NewPage) -> None:
    packed, _ = fetched(new_page(fresh=True), school.base)
    print(f"first visit: {packed / 2**20:.2f} MiB through nginx")
    assert packed <= MOST


def is_looked_for(answer: Response) -> bool:
    return answer.request.resource_type == "fetch" and answer.url.endswith(".csv")


def test_pages_live_under_what_nginx_says_of_them(school: School, page: Page) -> None:
    # At its end the window fails if an upload was refused, as Chromium logs that as an error.
    open_page(page, school.base, "kappa", {**LINK, "lang": "es", "tables": "true"})
    assert page.evaluate("document.documentElement.lang") == "es"
    unfold(page, "Este kappa en código y en archivos")
    # Streamlit requests the file once more by itself. The test waits for the answer, then leaves.
    with page.expect_response(is_looked_for):
        saved = download(page, "Descargar w∘O como CSV").path().read_text("utf-8")
    assert saved.count("\n") == 4
    open_page(page, school.base, "your_data")
    unfold(page, "Take it with you", "File by file", "The figure")
    drawn = download(page, "Figure as PNG").path().read_bytes()
    assert drawn.startswith(b"\x89PNG")


class Stay(HTTPRedirectHandler):
    """A handler that returns a redirect and does not follow it."""

    def redirect_request(self, *_arguments: object) -> None:
        return None


def ask(school: School, path: str, method: str = "GET") -> tuple[int, Message]:
    """Return the status and headers of an answer."""
    request = Request(school.base + path, method=method, headers={"Accept-Encoding": "gzip"})
    try:
        with build_opener(Stay).open(request, timeout=60) as answer:
            return answer.status, answer.headers
    except HTTPError as error:
        error.close()
        return error.code, error.headers


def test_every_answer_says_what_browsers_may_do_with_it(school: School) -> None:
    for path in ("/", "/observed?actual=1,2", "/favicon.png", "/_stcore/host-config"):
        status, headers = ask(school, path)
        assert status == 200
        assert {name: headers[name] for name in HEADERS} == HEADERS
    status, headers = ask(school, "/kappa")
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Cache-Control"] == "no-cache"
    assert COOKIE.match(headers["Set-Cookie"])
    # nginx refuses other methods, and addresses that the app does not use or that only its
    # operator may see.
    for path in ("/_stcore/agent/openapi.json", "/_stcore/metrics", "/kappa/_stcore/health"):
        assert ask(school, path)[0] == 404
    assert ask(school, "/kappa", "POST")[0] == 403
    assert ask(school, "/_stcore/health")[0] == 200
    # nginx removes an extra slash, and never redirects to another host.
    assert ask(school, "/kappa/?lang=es")[1]["Location"] == "/kappa?lang=es"
    assert ask(school, "//example.com/")[1]["Location"] == "/example.com"


def test_newcomers_are_spread_although_they_share_an_address(school: School) -> None:
    drawn: Counter[str] = Counter()
    for _ in range(60):
        match = COOKIE.match(ask(school, "/")[1]["Set-Cookie"])
        assert match is not None
        drawn[match[1]] += 1
    # The chance of fewer than 10 of 60 at either replica is one in a hundred million.
    assert set(drawn) == set(school.replicas)
    assert min(drawn.values()) >= 10


def test_a_replica_dies_and_its_visitors_come_back_on_the_other(school: School, page: Page) -> None:
    open_page(page, school.base, "observed", LINK)
    type_into(page, "Predicted", "1,3,3,3")
    expect(page).to_have_url(re.compile("predicted=1%2C3%2C3%2C3"))
    wait_settled(page)
    shown = page.get_by_test_id("stMain").inner_text()
    home = at(page)
    (other,) = set(school.replicas) - {home}

    crowds = apart(before_and_after(school, home))
    print(f"{CROWD} more, at {Counter(crowds[0])}; {home} killed; they are at {Counter(crowds[1])}")
    assert Counter(crowds[0]) == {home: CROWD // 2, other: CROWD // 2}
    assert Counter(crowds[1]) == {other: CROWD}

    # The window has reconnected by itself, and nothing on it is lost.
    wait_until(page, lambda: at(page) == other)
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,3,3")
    assert page.get_by_test_id("stMain").inner_text() == shown
    type_into(page, "Predicted", "1,2,3,3")
    expect(page).to_have_url(re.compile("predicted=1%2C2%2C3%2C3"))
    wait_settled(page)

    # After the first replica has started again, the window stays at the replica with its session:
    # uploads and downloads find the session there.
    school.replicas[home].start()
    page.goto(address(school.base, "your_data"))
    wait_settled(page)
    assert at(page) == other
    bring_by(page, "a file")
    rows = "".join(f"{i % 3},{(i + i // 7) % 3}\n" for i in range(30))
    upload(page, "graded.csv", f"a,b\n{rows}".encode())
    assert "/_stcore/stream 101 " in school.logged()


async def before_and_after(school: School, home: str) -> tuple[list[str], list[str]]:
    """Connect a crowd to both replicas, kill one, reconnect; return the replicas of both times."""

    def where(visitor: Visitor) -> str:
        match = COOKIE.match(visitor.answered("Set-Cookie"))
        assert match is not None
        return match[1]

    crowd = [
        Visitor(school.base, "overview", {**LINK}, {"Cookie": f"qwk_replica={name}"})
        for name in [*school.replicas] * (CROWD // 2)
    ]
    for number, visitor in enumerate(crowd):
        await visitor.arrive()
        await visitor.edit(predictions(number))
    before = [*map(where, crowd)]
    school.replicas[home].kill()
    for number, visitor in enumerate(crowd):
        if before[number] != home:  # their replica still runs
            await visitor.edit(predictions(number + 1))
            continue
        with pytest.raises(Failed, match="hung up"):
            await visitor.edit(predictions(number + 1))
        # A browser reconnects with the cookie that it had, and at its current address.
        crowd[number] = Visitor(school.base, visitor.page, visitor.query, visitor.headers)
        await crowd[number].arrive()
        assert crowd[number].text == predictions(number + 1)
    after = [*map(where, crowd)]
    for visitor in crowd:
        await visitor.leave()
    return before, after
