"""Exported files of labelling tools, in their documented format."""

from __future__ import annotations

import json

import numpy as np

from tests.survey.made import File, hashed, two

FOUR = ("1", "2", "3", "4")
WORDS = ("Poor", "Fair", "Good", "Excellent")


def _lines(records) -> bytes:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in records).encode()


def _texts(n):
    return [f"An answer, number {at}: it is long enough to be read." for at in range(n)]


def label_studio(random: np.random.Generator) -> File:
    """Label Studio's JSON: tasks with annotations, each with a result."""
    words = random.random() < 0.5
    made = two(random, WORDS if words else FOUR)
    who = (
        ({"id": 3, "email": "ana@x.org"}, {"id": 5, "email": "luis@x.org"})
        if random.random() < 0.5
        else (3, 5)
    )
    tasks = []
    for at in range(made.n):
        annotations = []
        for one, side in zip(who, (made.a, made.b), strict=True):
            value = {"choices": [WORDS[side[at]]]} if words else {"rating": int(side[at]) + 1}
            annotations.append(
                {
                    "id": 1000 + 2 * at + (one == who[1]),
                    "completed_by": one,
                    "was_cancelled": False,
                    "result": [
                        {
                            "id": hashed(random, 1, 10)[0],
                            "from_name": "quality",
                            "to_name": "text",
                            "type": "choices" if words else "rating",
                            "value": value,
                        }
                    ],
                    "created_at": "2024-03-09T21:52:49.513742Z",
                    "lead_time": 4.2,
                    "task": at + 1,
                }
            )
        tasks.append(
            {
                "id": at + 1,
                "data": {"text": _texts(made.n)[at]},
                "annotations": annotations,
                "predictions": [],
                "project": 83,
            }
        )
    return File(
        json.dumps(tasks).encode(),
        (made.kappa(),),
        {"labels": "choices" if words else "rating"},
        made.n,
        name="export.json",
        scale=made.labels,
    )


def prodigy(random: np.random.Generator) -> File:
    """Prodigy's JSON lines: a line for each annotation, the choice in a list."""
    made = two(random, FOUR)
    hashes = random.integers(-(2**31), 2**31, made.n).tolist()
    records = [
        {
            "text": _texts(made.n)[at],
            "_input_hash": hashes[at],
            "_task_hash": hashes[at] // 3,
            "options": [{"id": one, "text": one} for one in FOUR],
            "accept": [FOUR[side[at]]],
            "answer": "accept",
            "_view_id": "choice",
            "_annotator_id": who,
            "_session_id": who,
            "_timestamp": 1_700_000_000 + at,
        }
        for who, side in (("ds-ana", made.a), ("ds-luis", made.b))
        for at in range(made.n)
    ]
    return File(_lines(records), (made.kappa(),), {}, made.n, name="ds.jsonl")


def doccano(random: np.random.Generator) -> File:
    """doccano's JSON lines: annotations, each with its user."""
    made = two(random, FOUR)
    records = [
        {
            "id": at + 15,
            "text": _texts(made.n)[at],
            "annotations": [
                {"label": int(side[at]) + 1, "user": who}
                for who, side in ((1, made.a), (2, made.b))
            ],
            "meta": {},
        }
        for at in range(made.n)
    ]
    return File(_lines(records), (made.kappa(),), {}, made.n, name="all.jsonl")


def argilla(random: np.random.Generator) -> File:
    """Argilla's records: each has responses of users, nested or in lists side by side."""
    made = two(random, FOUR)
    users = ["6f1c7b2e-9d4a-4b51-8a0e-2d7c1f0e5a11", "0b9e4c3d-1a2b-4c5d-9e8f-7a6b5c4d3e22"]
    nested = random.random() < 0.5
    records = []
    for at in range(made.n):
        values = [int(made.a[at]) + 1, int(made.b[at]) + 1]
        if nested:
            records.append(
                {
                    "id": hashed(random, 1, 32)[0],
                    "fields": {"text": _texts(made.n)[at]},
                    "metadata": {},
                    "suggestions": {},
                    "responses": {
                        "rating": [
                            {"value": value, "user_id": user}
                            for value, user in zip(values, users, strict=True)
                        ]
                    },
                    "status": "completed",
                }
            )
        else:
            records.append(
                {
                    "id": hashed(random, 1, 32)[0],
                    "status": "completed",
                    "_server_id": hashed(random, 1, 32)[0],
                    "text": _texts(made.n)[at],
                    "rating.responses": values,
                    "rating.responses.users": users,
                    "rating.responses.status": ["submitted", "submitted"],
                }
            )
    return File(
        json.dumps(records).encode(),
        (made.kappa(),),
        {"shape": "nested" if nested else "lists"},
        made.n,
        name="records.json",
    )


def nested_raters(random: np.random.Generator) -> File:
    """Objects in objects: the raters below the item."""
    made = two(random, FOUR)
    records = [
        {
            "item": f"E{at}",
            "ratings": {"ana": int(made.a[at]) + 1, "luis": int(made.b[at]) + 1},
            "meta": {"source": "x"},
        }
        for at in range(made.n)
    ]
    return File(json.dumps(records).encode(), (made.kappa(),), {}, made.n, name="nested.json")
