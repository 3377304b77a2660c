"""Exports of labelling tools: their ratings are read, or a refusal names the tool."""

import csv
import io
import json

import pytest

from qwk_core.files.detection import detect
from qwk_core.files.json_document import as_lines
from qwk_core.files.labelling_tools import rows_of_tool
from tests.core.refused import error_of


def rows(records):
    """Return the rows that a document becomes, and whether it changed."""
    content = as_lines(json.dumps(records).encode()).decode()
    return [json.loads(line) for line in content.splitlines()]


def test_label_studio_leaves_out_what_was_cancelled_and_what_is_no_rating():
    choice = {"from_name": "quality", "value": {"choices": ["Good"]}}
    box = {"from_name": "tag", "value": {"x": 3, "y": 4, "rectanglelabels": ["Car"]}}
    passage = {"from_name": "tag", "value": {"start": 3, "end": 4, "labels": ["Name"]}}
    several = {"from_name": "quality", "value": {"choices": ["Good", "Long"]}}
    task = {
        "id": 7,
        "data": {"text": "x"},
        "annotations": [
            {"completed_by": {"id": 3, "email": "ana@x.org"}, "result": [choice, box]},
            {"completed_by": {"id": 5}, "result": [several, "odd"]},
            {"completed_by": 5, "was_cancelled": True, "result": [choice]},
            {"completed_by": 5, "result": [passage, {"from_name": "a", "value": {}}]},
            {"completed_by": 5, "result": [{"from_name": "a"}]},
        ],
    }
    assert rows_of_tool([task]) == [
        {"task": 7, "annotator": "ana@x.org", "quality": "Good"},
        {"task": 7, "annotator": 5, "quality": "Good, Long"},
    ]
    assert "Label Studio, and nothing in it is a rating" in error_of(
        rows_of_tool, [{**task, "annotations": [{"completed_by": 1, "result": [box]}]}]
    )


def test_prodigy_counts_what_was_ignored_as_missing():
    def one(**more):
        return {"_input_hash": 5, "_session_id": "ana", **more}

    found = rows_of_tool(
        [
            one(answer="accept", accept=["3"]),
            one(answer="accept", accept=[]),
            one(answer="ignore", accept=["3"]),
            one(answer="reject", accept=["3"]),
            one(answer="reject", label="GOOD"),
            one(answer="accept"),
        ]
    )
    assert [row["label"] for row in found] == ["3", None, None, None, "reject", None]
    assert "Prodigy" in error_of(
        rows_of_tool, [one(answer="accept", spans=[{"start": 1}]), one(answer="accept", tokens=[])]
    )


def test_doccano_that_marks_passages_is_refused():
    passage = {"label": 2, "start_offset": 0, "end_offset": 3, "user": 1}
    message = error_of(rows_of_tool, [{"id": 1, "text": "x", "annotations": [passage]}])
    assert "doccano" in message
    assert "text classification" in message


def test_argilla_before_version_2():
    record = {
        "fields": {"text": "x"},
        "responses": [{"user_id": "u", "values": {"mark": {"value": 3}, "tone": "warm"}}],
    }
    assert rows([record]) == [
        {"fields.text": "x", "user_id": "u", "values.mark.value": 3, "values.tone": "warm"}
    ]


def test_zooniverse_writes_its_answers_into_a_cell():
    answers = [
        {"task": "T0", "task_label": "How bright?", "value": "3"},
        {"task": "T1", "value": [{"choice": "LION", "answers": {}}]},
        {"task": "T2", "value": [{"task": "T3", "value": ["Smooth"]}]},
        {"task": "T4", "value": [{"x": 3, "y": 4}]},
        {"task": "T5", "value": None},
        "odd",
    ]
    text = io.StringIO()
    names = ["classification_id", "user_name", "annotations", "subject_ids"]
    csv.writer(text).writerows([names, [1, "kim", json.dumps(answers), 77]])
    content = as_lines(text.getvalue().encode())
    assert json.loads(content) == {
        "subject": "77",
        "user": "kim",
        "How bright?": "3",
        "T1": "LION",
        "T3": "Smooth",
    }
    assert "Zooniverse" in error_of(rows_of_tool, [{"subject_ids": 77, "annotations": answers[3:]}])


@pytest.mark.parametrize(
    "text",
    [
        "#FORMAT=WebAnno TSV 3.3\n#T_SP=custom.Quality\n",
        '{"%TYPES" : {}, "%FEATURE_STRUCTURES" : []}',
        '<?xml version="1.0"?><xmi:XMI xmlns:xmi="http://www.omg.org/XMI"></xmi:XMI>',
    ],
)
def test_inception_marks_passages(text):
    assert "INCEpTION" in error_of(detect, io.BytesIO(text.encode()))


# -- Nested records of any program -----------------------------------------------------------------


def test_a_list_of_objects_becomes_rows():
    found = rows([{"item": 1, "by": [{"who": "Ana", "mark": 3}, {"who": "Luis", "item": 4}]}])
    assert found == [
        {"item": 1, "who": "Ana", "mark": 3},
        {"item": 1, "who": "Luis", "by.item": 4},
    ]


def test_lists_side_by_side_become_rows_and_one_list_columns():
    found = rows([{"id": 1, "marks": [3, 4], "by": ["a", "b"], "tags": [[1, 2]]}])
    assert found == [
        {"id": 1, "tags": "[[1, 2]]", "marks": 3, "by": "a"},
        {"id": 1, "tags": "[[1, 2]]", "marks": 4, "by": "b"},
    ]
    assert rows([{"id": 1, "marks": [3, 4], "one": [7]}]) == [
        {"id": 1, "one": 7, "marks.1": 3, "marks.2": 4}
    ]
    assert rows([{"id": 1, "marks": []}]) == [{"id": 1}]


def test_a_list_with_one_object_in_it_is_that_object():
    by = [{"who": who, "given": [{"mark": mark}]} for who, mark in (("Ana", 3), ("Luis", 4))]
    assert rows([{"id": 1, "by": by}]) == [
        {"id": 1, "who": "Ana", "given.mark": 3},
        {"id": 1, "who": "Luis", "given.mark": 4},
    ]


def test_records_below_a_name():
    assert rows({"n": 2, "results": [{"a": 1}, {"a": 2}]}) == [{"a": 1}, {"a": 2}]


def test_records_that_become_too_many_rows_stay(monkeypatch):
    monkeypatch.setattr("qwk_core.files.json_document._MOST_ROWS", 1)
    content = b'{"a": [{"b": 1}, {"b": 2}]}\n{"a": [{"b": 3}]}\n'
    assert as_lines(content) is None
