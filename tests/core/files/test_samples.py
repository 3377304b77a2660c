"""The sample files contain what they should teach."""

import csv
import io
from collections.abc import Callable

import pytest

from qwk_core import quadratic_weighted_kappa
from qwk_core.files.samples import SampleFile, sample_files

ESSAYS, EYES, PETS = sample_files()
SEVERITIES = ("none", "mild", "moderate", "severe", "proliferative")


def rows(sample: SampleFile) -> list[list[str]]:
    return list(csv.reader(io.StringIO(sample.text)))[1:]


def kappa(rows: list[list[str]], read: Callable[[str], object], **options: object) -> float:
    kept = [row for row in rows if row[2] not in ("", "NA") and row[3] not in ("", "NA")]
    return quadratic_weighted_kappa(
        [read(row[2]) for row in kept], [read(row[3]) for row in kept], **options
    )


@pytest.mark.parametrize("sample", sample_files(), ids=lambda sample: sample.key)
def test_every_file_is_a_table(sample: SampleFile) -> None:
    header, *body = csv.reader(io.StringIO(sample.text))
    assert len(set(header)) == len(header)
    assert {len(row) for row in body} == {len(header)}


def test_essays_agree_better_when_years_are_pooled() -> None:
    pooled = kappa(rows(ESSAYS), int)
    years = {row[1] for row in rows(ESSAYS)}
    assert len(years) == 3
    for year in years:
        of_year = [row for row in rows(ESSAYS) if row[1] == year]
        assert kappa(of_year, int) < pooled - 0.15
    assert {cell for row in rows(ESSAYS) for cell in row[2:]} == {"", *"12345"}
    assert sum("" in row[2:] for row in rows(ESSAYS)) == 4
    assert sum(row[2:] == ["", ""] for row in rows(ESSAYS)) == 1


def test_eyes_are_graded_in_words() -> None:
    assert {cell for row in rows(EYES) for cell in row[2:]} == {"NA", *SEVERITIES}
    assert 0.7 < kappa(rows(EYES), str, categories=SEVERITIES) < 0.9


def test_rounding_wastes_what_the_model_knows() -> None:
    actual, scores = ([float(row[at]) for row in rows(PETS)] for at in (1, 2))
    rounded, stretched = (
        quadratic_weighted_kappa(
            actual, [min(max(round(score), 0), 4) for score in used], categories=range(5)
        )
        for used in (scores, [2.4 + (score - 2.4) * 2 for score in scores])
    )
    assert 0 < rounded < stretched
