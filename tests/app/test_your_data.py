"""Your data: questions about files, clear errors, the core's figures; what is kept and released."""

import logging

import pytest
import streamlit as st
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.uploaded_file_manager import DeletedFile, UploadedFile, UploadedFileRec

from qwk_app.figures.forest import Branch, forest
from qwk_app.frame import memory
from qwk_app.frame.link import LONGEST_TEXT
from qwk_app.report import settings
from qwk_app.your_data import counting, datasets, large
from qwk_app.your_data.load import _PAPER as PAPER
from qwk_app.your_data.questions import LoadedData
from qwk_app.your_data.result import LONGEST_CARRIED
from qwk_core import NoRoomError, walk_through
from qwk_core.files.columns import Columns
from qwk_core.files.layouts import Layout
from qwk_core.files.samples import sample_files
from qwk_core.files.structure import Structure
from qwk_core.study.interval_choice import INTERVALS
from qwk_core.study.study import Study
from tests.app.acts import LINKS, NOT, check_says, do, field, go, page_text
from tests.app.conftest import WAITING
from tests.app.reading import matrix_texts, panels, plots
from tests.core.files.made import workbook

TEN = (
    b"actual,predicted\n" + b"4,0\n4,4\n3,1\n4,0\n4,4\n0,0\n1,1\n1,1\n2,2\n1,1\n"
)  # the first example of the app, whose kappa is 0.318
WORDS = b"a,b\nlow,low\nlow,medium\nmedium,medium\nmedium,high\nhigh,high\nhigh,medium\n"
ODD_WORDS = WORDS.replace(b"low", b"wee").replace(b"medium", b"big").replace(b"high", b"huge")
TRUTH = b"id,grade\n" + b"".join(b"E%d,%d\n" % (n, n % 4) for n in range(40))


def upload(app, data, name="ratings.csv", *, second=0):
    app.file_uploader[second].set_value((name, data, "application/octet-stream")).run()
    assert not app.exception
    return app


def add(app, data):
    """Upload the second of two files."""
    return upload(app, data, "submission.csv", second=1)


def paste(app, text):
    return do(app, (datasets.INPUT, datasets.BY_PASTING), (datasets.PASTED, text))


def kappa(app):
    """Return the kappa on the page, or None."""
    found = [one.value for one in app.main.header if one.value.startswith("κ = ")]
    return found[0].removeprefix("κ = ") if found else None


CUT = ("The fractions in", "scores, to be cut into categories")


def test_the_page_teaches_before_anyone_brings_anything(visit):
    page = visit("your_data")
    assert kappa(page) == "0.769"
    assert set(panels(page)) == {"observed", "weights", "expected", "weighted_observed"}
    assert len(plots(page)) == 1  # the forest plot
    check_says(page, "Pooling lifts kappa", "since a rating was missing: 4 of 160 items")
    text = page_text(page)
    assert text.index("Agreement between") < text.index("| weights | κ |")


@pytest.mark.parametrize("sample", sample_files(), ids=lambda sample: sample.key)
def test_every_sample_leads_to_a_kappa_at_once(visit, sample):
    page = visit("your_data")
    check_says(do(page, (datasets.SAMPLE, sample.key)), sample.file_name)
    assert not page.error
    assert kappa(page)


def test_sheets_of_a_workbook(page):
    sheets = {"first": 2, "second <b>": 1}
    file = workbook({name: [("a", "b"), (1, 1), (2, two), (1, 2)] for name, two in sheets.items()})
    upload(page, file.getvalue(), "book.xlsx")
    # Both sheets contain a table: the page asks for one, and the reader can change it later.
    assert not panels(page)
    do(page, "The sheet “first”")
    assert matrix_texts(page, "observed") == ["1", "1", "0", "1"]
    do(page, ("Sheet", "second <b>"))
    assert matrix_texts(page, "observed") == ["1", "1", "1", "0"]


def test_two_files_are_joined_by_id(page):
    upload(page, TRUTH, "truth.csv")
    rows = b"".join(b"E%d,%d\n" % (n, (n + (n % 5 == 0)) % 4) for n in range(39, 1, -1))
    add(page, b"id,grade\n" + rows + b"E5,1\nE77,2\n")
    for found in (
        "more than once: 0 in truth.csv, 1 in submission.csv",
        "Ids in one file alone: 2",
    ):
        assert kappa(page) is None
        check_says(page, found)
        do(page, "Leave these items out")
    check_says(page, "Joined by “id”", "n = 37 items")
    do(page, "Forget the second file")
    assert kappa(page) is None  # one file has only an id and one rating


def test_where_no_proposal_is_right_the_columns_of_two_files_are_chosen(page):
    head = b"essay,first,second,third,fourth\n"
    rows = b"".join(
        b"E%d,%d,%d,%d,%d\n" % (n, n % 4, n % 3, n // 2 % 4, (n + n // 9) % 4) for n in range(40)
    )
    upload(page, head + rows, "truth.csv")
    add(page, head.replace(b"essay", b"text") + rows)
    do(page, "Use these columns")
    assert "Choose a column of each file." in page.main.error[0].value
    for one, other in (("essay", "text"), ("third", "fourth")):
        assert kappa(page) is None
        field(page, "Or, in truth").set_value(one)
        field(page, "Or, in submission").set_value(other)
        do(page, "Use these columns")
    check_says(page, "third in truth.csv and fourth in submission.csv are the ratings")
    assert kappa(page) is not None
    upload(page, TRUTH, "truth.csv")
    check_says(page, "not: submission")  # the second file is gone with the first


def test_more_scores_than_can_be_searched_are_rounded_if_the_reader_agrees(page, monkeypatch):
    monkeypatch.setattr("qwk_core.files.columns.MOST_SCORES", 3)
    monkeypatch.setattr("qwk_app.your_data.questions._MANY_SCORES", 10)
    upload(page, b"actual,score\n0,0.2\n1,1.4\n2,1.6\n2,2.9\n")
    check_says(do(page, CUT), "too many to search for cut-points")
    assert kappa(page) is None
    check_says(do(page, ("Round the scores", True)), "Which is the whole scale?")
    do(page, r"0 \< 1 \< 2, from lowest to highest")
    assert matrix_texts(page, "observed") == ["1", "0", "0", "0", "1", "0", "0", "0", "2"]


PUBLISHED = (PAPER.replace("; ", "\n"), "", "0.567", "n = 200 items")


@pytest.mark.parametrize(
    ("text", "names", "expected", "message"), [PUBLISHED, *LINKS["typed"]["counts"]]
)
def test_a_table_of_counts_is_typed(page, text, names, expected, message):
    do(page, (datasets.INPUT, datasets.BY_COUNTS))
    assert page.text_area(key=datasets.COUNTS).max_chars == LONGEST_TEXT
    check_says(do(page, (datasets.COUNTS, text), (datasets.NAMES, names)), message)
    assert (kappa(page) or "") == expected


# After a refused file, the page keeps the file before it. An accepted file with errors shows the
# errors, and no kappa of another file. tests/core/files tests the kinds of errors.
@pytest.mark.parametrize(
    ("data", "message", "before"),
    [
        (bytes(range(256)) * 20, "a binary file", True),
        (b"a\n1\n2\n", "one column", False),
        (b"a,b\n1,2\n1,2,3\n", "Row 3 has 3 cells", False),
        (b"a,b\n1,\n,2\n", "There is no rating", False),
    ],
)
def test_bad_files_say_what_is_wrong_and_lose_nothing(visit, data, message, before):
    page = upload(visit("your_data", folded=True, state=WAITING), TEN, "good.csv")
    assert not page.main.expander[0].proto.expanded, "of what was recognised one line is seen"
    upload(page, data, "bad.csv")
    assert message in page.error[0].value.replace("\\", "")
    assert ("**bad.csv**" in page.error[0].value.replace("\\", "")) == before
    assert kappa(page) == ("0.318" if before else None)
    if message == "one column":
        assert page.main.expander[0].proto.expanded, "where it is corrected"
    upload(page, TEN, "good.csv")
    assert not page.error


def many(size):
    """Return ratings on a scale with this number of categories."""
    rows = "".join(f"{at},{min(at + at % 2, size - 1)}\n" for at in range(size))
    return b"actual,predicted\n" + rows.encode()


LONG_NAMES = [f"an immeasurably long name of category {at}" for at in range(20)]
LONG_NAMED = "actual,predicted\n" + 11 * "".join(
    f"{one},{other}\n" for one in LONG_NAMES for other in LONG_NAMES
)


@pytest.mark.parametrize(
    ("data", "message", "offered", "missing"),
    [
        (LONG_NAMED.encode(), f"A link carries {LONGEST_CARRIED:,} at most", "Take it all", "Open"),
        (many(25), "25 categories are too many to draw", "Take it all", "Open on Overview"),
        (many(101), "101 categories each matrix has 10,201 cells", "Counts (CSV)", "Take it all"),
    ],
)
def test_what_is_too_large_is_not_offered(page, data, message, offered, missing):
    upload(page, data)
    assert kappa(page)
    labels = [one.proto.label for one in (*page.get("download_button"), *page.main.button)]
    assert offered in labels
    assert not any(label.startswith(missing) for label in labels)
    check_says(page, message)


def test_many_groups_show_the_largest(page):
    rows = "".join(f"{at % 3},{(at + at % 2) % 3},{at % 35}\n" for at in range(350))
    upload(page, b"actual,predicted,group\n" + rows.encode() + b"1,1,34\n")
    ticks = plots(page)["forest"]["layout"]["yaxis"]["ticktext"]
    assert len(ticks) == 31
    assert "34" in ticks
    check_says(page, "The 30 largest of 35 groups")


def test_a_cell_is_chosen_for_these_data_alone(page):
    check_says(upload(page, TEN), "O[4, 0] = 2.")
    next(box for box in page.main.selectbox if box.label == "actual").set_value("3").run()
    check_says(page, "O[3, 1] = 1.")
    assert go(page, "kappa").session_state["row"] is None  # the cell of the example
    upload(go(page, "your_data"), b"one,two\n7,8\n8,8\n7,7\n")
    check_says(page, "O[7, 8] = 1.")


def test_a_query_in_the_person_s_own_names(page):
    assert "--actual=actual --predicted=predicted" in page.main.code[-1].value
    upload(page, b'"my ""a""",b,n\n1,1,3\n2,1,4\n2,2,9\n')
    do(page, "Yes, each row stands for")
    for name, message in (("Command line", "qwk_core"), ("SQL", '"my ""a"""'), ("Spark", "spark")):
        assert message in do(page, ("Count with", name)).main.code[0].value
    check_says(page, "Tried on a local Spark")
    # The command contains no control characters of a terminal.
    columns = Columns("a\x1b[201~\x15touch X #\x0f", "-b\nc")
    written = large.command(Structure(Layout("text"), columns=columns))
    assert written.isprintable()
    assert "--predicted='-b c'" in written


def test_a_forest_of_what_is_there():
    nan = float("nan")
    groups = [
        Branch("<i>a group with a very long name", 90, 0.5, 0.3, 0.7, "0.5"),
        Branch("undefined", 3, nan, nan, nan, "–"),
        Branch("wide", 2, -0.4, -1.6, 1.2, "−0.4"),
    ]
    drawn = forest(groups, Branch("all", 95, 0.4, 0.2, 0.6, "0.4"), axes=("κ", "group"))
    intervals, squares, diamond, notes = drawn.figure.data
    assert intervals.x == (0.3, 0.7, None, -1.0, 1.0, None, 0.2, 0.6, None)
    assert squares.x == (0.5, -0.4)
    assert squares.marker.size[0] > squares.marker.size[1]
    assert diamond.x == (0.4,)
    assert notes.text == ("0.5", "–", "−0.4", "<b>0.4</b>")
    assert drawn.figure.layout.xaxis.range == (-1.0, 1.0)
    assert drawn.figure.layout.yaxis.ticktext[0] == "&lt;i&gt;a group with…"
    [table] = drawn.tables
    assert table.corner == "group"
    assert table.names == (groups[0].name, "undefined", "wide", "all")
    nothing = Branch("all", 0, nan, nan, nan, "–")
    assert not forest([], nothing, axes=("κ", "group")).figure.layout.shapes


def test_roles_and_the_interval_are_chosen_and_followed(visit):
    page = visit("your_data")
    assert field(page, settings.ROLE).value == "equal"  # teacher_1 and teacher_2
    check_says(page, "the ratings by “teacher_1” and by “teacher_2”")
    assert list(field(page, settings.INTERVAL).options) == [
        INTERVALS[name] for name in ("smoothed", "formula", "bootstrap", "bca", "jackknife")
    ]
    do(page, (settings.ROLE, "times"))
    check_says(page, "the ratings at the first and at the second time")
    do(page, (settings.INTERVAL, "bca"), (settings.N_DRAWS, 500))
    sentence = "by Efron’s BCa, from 500 bootstrap samples of the items, seed 1"
    check_says(page, sentence, "Efron, B. (1987)")


def test_each_model_is_set_against_the_truth_unless_that_is_refused(page):
    rows = [(n % 4, n % 4 if n % 3 else 0, n % 4 if n % 5 else 3) for n in range(60)]
    table = "label,gpt,claude\n" + "\n".join(",".join(map(str, row)) for row in rows)
    upload(page, table.encode())
    together = "All 3: each against “label”"
    offered = [each.label for each in page.main.button]
    at = offered.index(together)
    assert offered[at + 1 : at + 4] == ["label and gpt", "label and claude", "gpt and claude"]
    do(page, together)
    truth, *models = zip(*rows, strict=True)
    kappas = [walk_through(truth, model).kappa for model in models]
    titles = [one.value for one in page.main.header]
    assert "Agreement with “label” (the truth)" in titles
    assert kappa(page) is None
    check_says(page, f"| gpt | 60 | {kappas[0]:.3f} |", f"| claude | 60 | {kappas[1]:.3f} |")
    assert "times" not in field(page, settings.ROLE).options
    do(page, (settings.ROLE, "equal"))
    assert kappa(page) is not None
    check_says(page, "Agreement of 3 raters was κ = ", NOT + "(the truth)")


def test_the_report_names_the_categories_once(page, monkeypatch):
    told = []
    read = LoadedData.study

    def study(loaded, scheme):
        told.append([str(one).replace("“", "").replace("”", "") for one in loaded.choices])
        return read(loaded, scheme)

    monkeypatch.setattr(LoadedData, "study", study)
    for data, box, scale in (
        (WORDS, "", "Categories, from lowest to highest: low, medium, high."),
        (ODD_WORDS, "They already", "The order of the categories was set by hand: wee, big, huge."),
    ):
        upload(page, data)
        if box:  # nothing says the order of these words
            field(page, box).set_value(True).run()
        assert [one for one in told[-1] if "categor" in one.lower()] == [scale]


def test_the_wait_for_draws_is_shown_beside_the_settings(visit, monkeypatch):
    page = visit("your_data")

    def refuse(*_anything):
        raise NoRoomError("You stopped waiting: nothing was computed.")

    monkeypatch.setattr(Study, "draw", refuse)
    do(page, (settings.INTERVAL, "bca"))
    (message,) = page.error
    shown = [*page.main]
    (checks,) = (one for one in page.header if one.value == "Before you quote it")
    places = [shown.index(one) for one in (checks, message, field(page, settings.INTERVAL))]
    assert places == sorted(places)


RATED = b"essay,grader,score\n" + b"".join(
    b"e%d,Ana,%d\ne%d,Luis,%d\n" % (n, n % 3, n, n % 4 % 3) for n in range(40)
)


def test_a_forgotten_file_is_gone_and_streamlit_never_keeps_a_copy(visit):
    page = upload(visit("your_data", folded=True, state=WAITING), WORDS)
    assert page.file_uploader[0].value is None
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
    first, second = (visit("your_data", state=WAITING) for _reader in range(2))
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
