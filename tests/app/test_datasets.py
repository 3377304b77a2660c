"""A reader's own data: kept for that reader only, limited, released and deleted."""

import logging

import pytest
import streamlit as st
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec

from qwk_app.frame import memory
from qwk_app.your_data import counting, datasets
from tests.app.acts import NOT, check_says, do, field, go
from tests.app.reading import matrix_texts
from tests.app.test_your_data import TEN, TRUTH, WORDS, add, kappa, upload

RATED = b"essay,grader,score\n" + b"".join(
    b"e%d,Ana,%d\ne%d,Luis,%d\n" % (n, n % 3, n, n % 4 % 3) for n in range(40)
)


def test_a_forgotten_file_is_gone(visit):
    page = upload(visit("your_data", folded=True), WORDS)
    suffix = page.session_state["_data"][datasets.BY_FILE].suffix
    assert [key for key in page.session_state if str(key).endswith(suffix)]
    do(page, "Forget this file")
    assert kappa(page) is None
    check_says(page, NOT + "ratings.csv")
    assert datasets.BY_FILE not in page.session_state["_data"]
    assert not [key for key in page.session_state if str(key).endswith(suffix)]


def test_a_file_that_is_reported_again_is_no_mistake(monkeypatch):
    """A click right after an upload sends the uploader's last state again, without the file."""
    state = {"upload": DeletedFile("one")}
    monkeypatch.setattr(st, "session_state", state)
    datasets.take_upload("upload")
    refused = datasets.refused()
    assert "Upload it again" in str(refused[1])
    state.clear()
    record = UploadedFileRec("two", "a.csv", "text/csv", TEN)
    state["upload"] = UploadedFile(record, FileURLs())
    datasets.take_upload("upload")
    state["upload"] = DeletedFile("two")
    datasets.take_upload("upload")
    assert datasets.refused() is None
    dataset = datasets.get(datasets.BY_FILE)
    assert dataset.data == TEN
    datasets.forget(datasets.BY_FILE)
    assert dataset.data is None


def test_matrices_made_of_a_file_are_part_of_what_it_weighs(page):
    rows = "".join(f"{at},{at + at % 2}\n" for at in range(101))
    upload(page, b"actual,predicted\n" + rows.encode())
    dataset = page.session_state["_data"][datasets.BY_FILE]
    one = 101 * 101 * 8  # the bytes of O with the categories 0 to 100
    assert dataset.weight() >= dataset.size + one
    dataset.release()
    assert dataset.weight() == 0


def test_streamlit_keeps_no_copy_of_the_file(page):
    upload(page, TEN)
    assert page.file_uploader[0].value is None


def test_nothing_of_a_file_is_logged_or_put_into_the_link(page, caplog, capfd):
    secret = "xylophone"
    with caplog.at_level(logging.DEBUG):
        upload(page, f"{secret} a,b\n{secret},1\n".encode(), f"{secret}.csv")
        upload(page, f"a,b\n1,{secret}\n2,2\n".encode(), f"{secret}.csv")
    assert secret in page.session_state["_data"][datasets.BY_FILE].name
    written = capfd.readouterr()
    assert secret not in caplog.text + written.out + written.err
    assert secret not in str(dict(page.query_params))


@pytest.mark.parametrize("what", ["one rating per row", "two files", "all raters"])
def test_what_takes_long_begins_by_itself_and_waits_once_it_was_cancelled(page, monkeypatch, what):
    for shape in (datasets.LONG, datasets.JOINED, datasets.RATERS):
        monkeypatch.setitem(datasets.LARGE, shape, 50)
    shares = []
    monkeypatch.setattr(counting, "percent", lambda share: str(shares.append(share)))
    key, of, shown = "asked", datasets.BY_FILE, "40 items"
    if what == "one rating per row":
        upload(page, RATED)
    elif what == "two files":
        key, of = "joined-asked", datasets.BY_SECOND
        add(upload(page, TRUTH), TRUTH.replace(b",3", b",2"))
    else:
        shown = "60 items"
        do(upload(page, b"a,b,c\n" + b"1,2,2\n2,2,1\n3,3,3\n" * 20), "All 3 together")
    check_says(page, shown)
    assert max(shares) == 1.0
    # A click on Cancel ends the run in the middle, and leaves this state.
    dataset = page.session_state["_data"][of]
    dataset.readings.clear()
    page.session_state[dataset.key(key)] = False
    check_says(page.run(), NOT + shown)
    check_says(do(page, "Count all rows"), shown)


def test_large_files_wait_while_there_is_room(visit, monkeypatch):
    # Files of other tests may still be in memory.
    monkeypatch.setattr(memory, "_all_kept", type(memory._all_kept)())
    monkeypatch.setattr(memory, "MOST", len(TEN))
    monkeypatch.setattr(memory, "SMALL", 50)
    monkeypatch.setattr("qwk_app.your_data.questions.MOST_KEPT", 50)
    monkeypatch.setitem(datasets.LARGE, "text", 50)
    first, second = visit("your_data"), visit("your_data")
    upload(first, TEN)
    assert not first.error
    upload(second, TEN)
    assert "Try again in a few minutes" in second.error[0].value
    do(first, "Count all rows")
    upload(second, TEN)
    assert not second.error
    for reader in (first, second):
        do(reader, "Forget this file")


def test_a_large_file_waits_for_all_answers_and_then_only_its_counts_stay(page, monkeypatch):
    monkeypatch.setitem(datasets.LARGE, "text", 100)
    monkeypatch.setattr("qwk_app.your_data.questions.MOST_KEPT", 200)
    rows = b"1,1,0\n2,1,1\n2,2,0\n3,3,0\n4,4,1\n" * 30 + b"9,1,0\n" * 3
    upload(page, b"actual,predicted,other\n" + rows)
    for answer in ("Count all rows", "Yes, count as missing: 9"):
        assert kappa(page) is None
        do(page, answer)
    assert kappa(page) is not None
    go(page, "overview", "your_data")
    assert matrix_texts(page, "observed")[:6] == ["30", "0", "0", "0", "30", "30"]
    assert page.session_state["_data"][datasets.BY_FILE].data is None
    assert field(page, "Predicted").disabled
    check_says(page, "Upload it again")
