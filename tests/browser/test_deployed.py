"""Two replicas behind nginx, as docs/deploying.md describes them."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from qwk_app.frame.security import HEADERS
from tests.browser.pilot import (
    NewPage,
    bring_by,
    download,
    expect_query,
    fetched,
    open_page,
    type_into,
    unfold,
    upload,
    wait_settled,
    wait_until,
)
from tests.browser.test_server import MOST
from tests.deploy.school import School, open_school
from tests.programs import ProgramMissing

LINK = {"actual": "1,2,3,3", "predicted": "1,3,3,2", "scheme": "linear"}
COOKIE = re.compile(r"qwk_replica=(r\d)")


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
    except ProgramMissing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture
def base(school: School) -> str:
    """Let windows open the app behind nginx."""
    return school.base


def at(page: Page) -> str:
    """Return the replica that serves a window."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return cookies["qwk_replica"]


def test_a_first_visit_through_nginx_is_light_too(new_page: NewPage) -> None:
    packed = fetched(new_page(fresh=True))
    assert packed <= MOST


def test_pages_live_under_what_nginx_says_of_them(page: Page) -> None:
    # At its end the window fails if an upload was refused, as Chromium logs that as an error.
    open_page(page, "kappa", {**LINK, "lang": "es", "tables": "true"})
    assert page.evaluate("document.documentElement.lang") == "es"
    open_page(page, "your_data")
    unfold(page, "Take it with you")
    assert download(page, "Take it all").path().read_bytes().startswith(b"PK")


def ask(school: School, path: str, method: str = "GET") -> tuple[int, Message]:
    """Return the status and headers of an answer."""
    with closing(HTTPConnection(urlsplit(school.base).netloc, timeout=60)) as connection:
        connection.request(method, path, headers={"Accept-Encoding": "gzip"})
        answer = connection.getresponse()
        return answer.status, answer.headers


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
        drawn[COOKIE.match(ask(school, "/")[1]["Set-Cookie"])[1]] += 1
    # The chance of fewer than 10 of 60 at either replica is one in a hundred million.
    assert set(drawn) == set(school.replicas)
    assert min(drawn.values()) >= 10


def test_a_replica_dies_and_its_visitor_comes_back_on_the_other(school: School, page: Page) -> None:
    open_page(page, "observed", LINK)
    type_into(page, "Predicted", "1,3,3,3")
    expect_query(page, predicted="1,3,3,3")
    shown = page.get_by_test_id("stMain").inner_text()
    home = at(page)
    (other,) = set(school.replicas) - {home}

    school.replicas[home].kill()
    # The window reconnects by itself, and nothing on it is lost.
    wait_until(page, lambda: at(page) == other)
    wait_settled(page)
    expect(page.get_by_label("Predicted", exact=True)).to_have_value("1,3,3,3")
    assert page.get_by_test_id("stMain").inner_text() == shown
    type_into(page, "Predicted", "1,2,3,3")
    expect_query(page, predicted="1,2,3,3")

    # After the first replica has started again, the window stays at the replica with its session:
    # uploads and downloads find the session there.
    school.replicas[home].start()
    open_page(page, "your_data")
    assert at(page) == other
    bring_by(page, "a file")
    rows = "".join(f"{i % 3},{(i + i // 7) % 3}\n" for i in range(30))
    upload(page, "graded.csv", f"a,b\n{rows}".encode())
    assert "/_stcore/stream 101 " in school.logged()
