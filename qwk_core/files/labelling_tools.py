"""Which labelling tool wrote these records, and which rows of ratings are in them?

Each tool has its own shape, and each rule here knows one: it returns a row an annotation, with the
item, the annotator and the label, or None where the records are another's. Records in which a tool
wrote no rating are refused by its name.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from qwk_core.errors import RatingsError

Record = Mapping[str, Any]
_TOOLS: list[Record] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["tool"]
_LOOKED_AT = 20  # records by which a tool is known
_CASES = ("rating", "number", "choices", "text", "taxonomy")


def rows_of_tool(records: Sequence[Record]) -> list[Record] | None:
    """Return a row an annotation of what a labelling tool exported, None for other records.

    Parameters
    ----------
    records : sequence of mapping

    Returns
    -------
    list of mapping, or None

    Raises
    ------
    RatingsError
        If a known tool wrote them, and nothing in them is a rating.

    Examples
    --------
    >>> result = [{"from_name": "mark", "type": "rating", "value": {"rating": 4}}]
    >>> annotation = {"completed_by": 7, "result": result}
    >>> rows_of_tool([{"id": 1, "data": {}, "annotations": [annotation]}])
    [{'task': 1, 'annotator': 7, 'mark': 4}]
    >>> rows_of_tool([{"a": 1, "b": 2}]) is None
    True
    """
    first = records[:_LOOKED_AT]
    for known in _TOOLS:
        if first and all(_is_of(known, record) for record in first):
            tool = known["tool"]
            rows = list(_ROWS_OF[tool](records))
            if not rows:
                raise RatingsError(
                    "This is an export of {tool}, and nothing in it is a rating: it marks passages "
                    "or areas. {instead}",
                    tool=tool,
                    instead=known["instead"],
                )
            return rows
    return None


def _is_of(tool: Record, record: Record) -> bool:
    """Tell whether a record has what those of a tool have."""
    kinds = {name: type(value).__name__ for name, value in record.items()}
    one_of = tool.get("one-of", kinds)
    whole = tool.get("has", {}).items() <= kinds.items() and {*tool.get("needs", ())} <= {*kinds}
    return whole and not kinds.keys().isdisjoint(one_of)


def _of_label_studio(records: Iterable[Record]) -> Iterator[Record]:
    for place, task in enumerate(records, start=1):
        for annotation in task["annotations"]:
            if annotation.get("was_cancelled"):
                continue
            who = annotation.get("completed_by")
            if isinstance(who, dict):
                who = who.get("email") or who.get("id")
            labels = {
                str(one.get("from_name")): label
                for one in annotation.get("result") or ()
                if isinstance(one, dict) and (label := _value(one)) is not None
            }
            if labels:
                yield {"task": task.get("id", place), "annotator": who, **labels}


def _value(result: Record) -> object:
    """Return the rating, the number or the one choice in a result of Label Studio."""
    value = result.get("value")
    if not isinstance(value, dict) or "start" in value or "x" in value:
        return None
    found = next((value[kind] for kind in _CASES if kind in value), None)
    return only(found)


def only(value: object) -> object:
    """Return what a list holds that has one thing in it, and its parts in a row if it has more.

    Parameters
    ----------
    value : object

    Examples
    --------
    >>> only([["mild"]]), only(["a", "b"]), only(3), only([])
    ('mild', 'a, b', 3, None)
    """
    if not isinstance(value, list):
        return value
    if len(value) == 1:
        return only(value[0])
    return ", ".join(map(str, value)) if value else None


def _of_prodigy(records: Iterable[Record]) -> Iterator[Record]:
    for one in records:
        answer = one["answer"]
        label: object = None
        if "accept" in one:
            label = only(one["accept"]) if answer == "accept" else None
        elif "label" in one and not one.get("spans"):
            label = answer  # is it so, or not?
        elif "spans" in one or "tokens" in one:
            continue
        yield {
            "item": one.get("_input_hash", one.get("_task_hash")),
            "annotator": one.get("_annotator_id") or one.get("_session_id"),
            "label": None if answer == "ignore" else label,
        }


def _of_doccano(records: Iterable[Record]) -> Iterator[Record]:
    for place, document in enumerate(records, start=1):
        for one in document["annotations"]:
            if isinstance(one, dict) and "label" in one and "start_offset" not in one:
                yield {
                    "item": document.get("id", place),
                    "annotator": one.get("user"),
                    "label": only(one["label"]),
                }


def _of_argilla(records: Iterable[Record]) -> Iterator[Record]:
    for place, record in enumerate(records, start=1):
        item = record.get("id") or record.get("external_id") or place
        by_user: dict[object, dict[str, object]] = {}
        for question, given in record["responses"].items():
            for one in given or ():
                by_user.setdefault(one.get("user_id"), {})[question] = only(one.get("value"))
        for user, labels in by_user.items():
            yield {"item": item, "annotator": user, **labels}


def _of_zooniverse(records: Iterable[Record]) -> Iterator[Record]:
    for record in records:
        labels = dict(_tasks(record["annotations"]))
        if labels:
            yield {"subject": record["subject_ids"], "user": record.get("user_name"), **labels}


def _tasks(annotations: Iterable[Any]) -> Iterator[tuple[str, object]]:
    """Yield the tasks of a classification that were answered by one choice, and the choice."""
    for one in annotations:
        if not isinstance(one, dict):
            continue
        value = one.get("value")
        if isinstance(value, list) and all(isinstance(part, dict) for part in value):
            if len(value) == 1 and not {"x", "points", "task"} & value[0].keys():  # of a menu
                yield str(one.get("task")), value[0].get("choice", value[0].get("label"))
            yield from _tasks(part for part in value if "task" in part)
        elif value is not None:
            yield str(one.get("task_label") or one.get("task")), only(value)


_ROWS_OF: dict[str, Callable[[Iterable[Record]], Iterable[Record]]] = {
    "Label Studio": _of_label_studio,
    "Prodigy": _of_prodigy,
    "doccano": _of_doccano,
    "Argilla": _of_argilla,
    "Zooniverse": _of_zooniverse,
}
