"""Files to practise on: made up from fixed seeds, each with what files of one's own have, too."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from functools import cache

import numpy as np

from qwk_core.messages import N_

_GRADES = (1, 5)  # the lowest and the highest
_YEARS = (("year 7", 60, 1.8), ("year 9", 55, 3.0), ("year 11", 45, 4.2))
_SEVERITIES = ("none", "mild", "moderate", "severe", "proliferative")
_EYES = (40, 26, 20, 9, 5)  # of a hundred, by severity
_CLINICS = (("North", 90, 0.45), ("Harbour", 60, 0.6), ("Hill", 30, 0.9))


@dataclass(frozen=True)
class SampleFile:
    """A file to practise on.

    Attributes
    ----------
    key : str
        Its short name.
    title : str
        What it holds, in a few words.
    file_name : str
        What it is called when it is downloaded.
    text : str
        The file itself: CSV with a header.
    """

    key: str
    title: str
    file_name: str
    text: str


@cache
def sample_files() -> tuple[SampleFile, ...]:
    r"""Return the files to practise on, the one to begin with first.

    Essays graded 1 to 5 by two teachers, whose marks in each year lie closer together than in all;
    eyes graded in words; and pets with a model's scores instead of grades. In each of the first
    two, a few ratings are missing.

    Examples
    --------
    >>> [sample.file_name for sample in sample_files()]
    ['essays.csv', 'eyes.csv', 'pets.csv']
    >>> print(*sample_files()[0].text.splitlines()[:3], sep="\n")
    essay,year,teacher_1,teacher_2
    1,year 7,4,2
    2,year 7,1,1
    """
    return (
        SampleFile(
            "essays", N_("Essays, graded by two teachers in three years"), "essays.csv", _essays()
        ),
        SampleFile("eyes", N_("Eyes, graded in words at three clinics"), "eyes.csv", _eyes()),
        SampleFile("pets", N_("Pets, and the scores of a model"), "pets.csv", _pets()),
    )


def _essays() -> str:
    # RandomState's stream is frozen: the file is the same with every numpy to come.
    random = np.random.RandomState(1960)
    rows: list[tuple[object, ...]] = []
    for year, n, mean in _YEARS:
        merit = random.normal(mean, 0.75, n)
        for latent in merit.tolist():
            first, second = np.clip(np.round(latent + random.normal(0, 0.55, 2)), *_GRADES).tolist()
            rows.append((len(rows) + 1, year, int(first), int(second)))
    unmarked = {(30, 2), (77, 3), (101, 3), (140, 2), (140, 3)}
    return _as_csv(
        ("essay", "year", "teacher_1", "teacher_2"),
        [
            tuple("" if (at, column) in unmarked else cell for column, cell in enumerate(row))
            for at, row in enumerate(rows)
        ],
    )


def _eyes() -> str:
    random = np.random.RandomState(1968)
    most = len(_SEVERITIES) - 1
    rows: list[tuple[object, ...]] = []
    for clinic, n, noise in _CLINICS:
        for grade in random.choice(most + 1, n, p=np.divide(_EYES, sum(_EYES))).tolist():
            seen = np.clip(np.round(grade + random.normal(0, noise, 2)), 0, most).astype(int)
            rows.append((f"E{len(rows) + 1:03}", clinic, *(_SEVERITIES[at] for at in seen)))
    unread = {(12, 3), (95, 2), (150, 3)}
    return _as_csv(
        ("eye", "clinic", "doctor_a", "doctor_b"),
        [
            tuple("NA" if (at, column) in unread else cell for column, cell in enumerate(row))
            for at, row in enumerate(rows)
        ],
    )


def _pets() -> str:
    random = np.random.RandomState(2018)
    speeds = random.choice(5, 400, p=(0.04, 0.2, 0.27, 0.22, 0.27))
    # A model that minimises squared error keeps to the middle: rounding wastes what it knows.
    scores = 2.4 + 0.45 * (speeds - 2.4) + random.normal(0, 0.5, len(speeds))
    return _as_csv(
        ("pet", "adoption_speed", "model_score"),
        [
            (at + 1, speed, f"{score:.3f}")
            for at, (speed, score) in enumerate(zip(speeds.tolist(), scores.tolist(), strict=True))
        ],
    )


def _as_csv(columns: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return text.getvalue()
