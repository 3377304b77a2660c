"""Tables with columns that are not ratings, or with more than one possible pair of ratings."""

from __future__ import annotations

import numpy as np

from tests.survey.made import File, Rows, hashed, table_of, text_of, two

FOUR = ("1", "2", "3", "4")
NAMES = (
    ("rater1", "rater2"),
    ("Ana", "Luis"),
    ("score_1", "score_2"),
    ("Reader A", "Reader B"),
    ("eval_x", "eval_y"),
)


def ids_and_measures(random: np.random.Generator) -> File:
    """Make columns of hashes, times, minutes, words and constants beside two ratings."""
    made = two(random, FOUR)
    n = made.n
    names = NAMES[random.integers(len(NAMES))]
    extras = {
        "session": hashed(random, n, 32),
        "annotator_hash_1": [hashed(random, 3)[at % 3] for at in range(n)],
        "url": [f"https://x.org/img/{at}.png" for at in range(n)],
        "started": [f"{at % 24:02}:{at * 7 % 60:02}:{at * 3 % 60:02}" for at in range(n)],
        "minutes_1": random.integers(1, 9, n).tolist(),
        "minutes_2": random.integers(1, 9, n).tolist(),
        "words_1": random.integers(100, 400, n).tolist(),
        "words_2": random.integers(100, 400, n).tolist(),
        "batch": [4] * n,
        "version": ["v2"] * n,
        "worker_1": [f"A{w}XQ" for w in random.integers(100, 130, n).tolist()],
        "worker_2": [f"A{w}XQ" for w in random.integers(100, 130, n).tolist()],
        "seconds": random.integers(10, 99, n).tolist(),
    }
    chosen = random.choice(list(extras), 5, replace=False).tolist()
    columns = {name: extras[name] for name in chosen} | dict(
        zip(names, (made.first, made.second), strict=True)
    )
    order = random.permutation(len(columns)).tolist()
    items = list(columns.items())
    columns = dict(items[at] for at in order)
    # The order of the two ratings does not change kappa.
    return File(text_of(table_of(columns)), (made.kappa(),), {"names": "/".join(names)}, n)


def raters_by_criteria(random: np.random.Generator) -> File:
    """Two raters, several criteria, side by side."""
    n = int(random.integers(40, 100))
    criteria = ["content", "style", "grammar", "structure"][: random.integers(2, 5)]
    names = (("r1", "r2"), ("Ana", "Luis"), ("rater1", "rater2"))[random.integers(3)]
    columns: dict[str, list] = {"essay": [f"E{at}" for at in range(n)]}
    pairs = {}
    by_rater: dict[str, list[np.ndarray]] = {name: [] for name in names}
    for criterion in criteria:
        made = two(random, FOUR, n)
        pairs[criterion] = made
        by_rater[names[0]].append(made.a)
        by_rater[names[1]].append(made.b)
    first_rater = random.random() < 0.5
    order = (
        [(name, criterion) for name in names for criterion in criteria]
        if first_rater
        else [(name, criterion) for criterion in criteria for name in names]
    )
    ends = random.random() < 0.5
    for name, criterion in order:
        label = f"{criterion}_{name}" if ends else f"{name}_{criterion}"
        side = pairs[criterion].first if name == names[0] else pairs[criterion].second
        columns[label] = side
    if random.random() < 0.4:
        for name in names:
            columns[f"{name}_total"] = [
                int(sum(c[at] + 1 for c in by_rater[name])) for at in range(n)
            ]
    return File(
        text_of(table_of(columns)),
        tuple(made.kappa() for made in pairs.values()),
        {"order": "rater" if first_rater else "criterion"},
        n,
        asks="which criterion?",
    )


def long_with_visits(random: np.random.Generator) -> File:
    """One rating per row; subject and visit together are the item."""
    made = two(random, FOUR, 60)
    rows: Rows = [["subject", "visit", "reader", "score"]]
    for at in range(60):
        for who, side in (("Kim", made.first), ("Lee", made.second)):
            rows.append([f"S{at // 2:02}", f"V{at % 2 + 1}", who, side[at]])
    return File(text_of(rows), (made.kappa(),), {}, 60, asks="which columns name the item?")


def long_with_duplicates(random: np.random.Generator) -> File:
    """One rating per row, some rows twice."""
    made = two(random, FOUR)
    rows: Rows = [["item", "rater", "rating"]]
    for at in range(made.n):
        for who, side in (("Kim", made.first), ("Lee", made.second)):
            rows.append([f"I{at}", who, side[at]])
    again = random.choice(np.arange(1, len(rows)), 3, replace=False).tolist()
    rows += [rows[at] for at in again]
    return File(text_of(rows), (made.kappa(),), {}, made.n)


def long_with_hashes(random: np.random.Generator) -> File:
    """One rating per row, items and workers by hash, with seconds and a status."""
    made = two(random, FOUR)
    ids, who = hashed(random, made.n), hashed(random, 2, 14)
    names = "HITId,AssignmentId,WorkerId,WorkTimeInSeconds,AssignmentStatus,Input.url,Answer.rating"
    rows: Rows = [names.split(",")]
    for at in range(made.n):
        for one, side in zip(who, (made.first, made.second), strict=True):
            job = [ids[at], hashed(random, 1)[0], one, int(random.integers(9, 300)), "Approved"]
            rows.append([*job, f"https://x.org/{at}.png", side[at]])
    return File(text_of(rows), (made.kappa(),), {}, made.n)
