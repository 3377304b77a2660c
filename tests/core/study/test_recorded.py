"""The figures of 38 files are those of the day before two raters and many became one study."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from qwk_core.__main__ import main
from qwk_core.study.notebook import notebook
from qwk_core.study.study import Study
from qwk_core.study.tables import study_csv
from tests.core.study.figures import of_csv, of_json, of_text, printed

HERE = Path(__file__).parent
FILES = json.loads((HERE / "recorded_files.json").read_text(encoding="utf-8"))
OUTPUTS = json.loads((HERE / "recorded_outputs.json").read_text(encoding="utf-8"))

# Where a figure of many raters stands now.
PLACES = {"/n_items": "/n"}
OF_ALL = ("/n_ratings", "/pairs", "/pair_counts", "/pooled", "/conger", "/light", "/fleiss")
OF_ALL += ("/alpha", "/ac2", "/intervals", "/raters_summary")
TEXTS = ("/citation", "/choices", "/remarks")

every_output = pytest.mark.parametrize(
    "before", OUTPUTS, ids=lambda one: f"{one['file']} {one['arguments']}"
)


# Figures of cautions that said what was not so: how many items a clustered study would need, and
# on how many items of a lopsided one its spread rests.
SAID_NO_MORE = {
    "essays.csv": {"94", "0.2"},
    "weighted.csv": {"103", "127", "0.2"},
    "skewed.txt": {"6", "196"},
}


def gone(before: list[str], now: list[str], file: str) -> set[str]:
    """Return the figures that were said and are not any more, but for those that were wrong."""
    return set(before) - set(now) - SAID_NO_MORE.get(file, set())


def place_now(place: str, *, many: bool) -> str:
    if many and place.startswith("/groups/"):
        _, groups, at, name, *more = place.split("/")
        return f"/{groups}/{at}{place_now('/'.join(['', name, *more]), many=True)}"
    if many and place.startswith(OF_ALL):
        return f"/all_raters{place}"
    return PLACES.get(place, place)


def study_of(before: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    """Return the study that the command makes of a file."""
    made: list[Study] = []
    monkeypatch.setattr("qwk_core.__main__.report_text", lambda study: made.append(study) or "")
    main([str(written(before, folder)), *before["arguments"]])
    return made[0]


def written(before: dict[str, Any], folder: Path) -> Path:
    path = folder / before["file"]
    path.write_text(FILES[before["file"]], encoding="utf-8", newline="")
    return path


def compare(now: dict[str, float], before: dict[str, float], *, many: bool) -> None:
    for place, figure in before.items():
        if place not in TEXTS:
            there = place_now(place, many=many)
            assert math.isclose(now[there], figure, rel_tol=1e-9, abs_tol=1e-12), place


@every_output
def test_json_and_the_command(before: dict[str, Any], tmp_path: Path) -> None:
    path = written(before, tmp_path)
    now = of_json(printed(path, before["arguments"], json_wanted=True))
    compare(now, before["json"], many=before["many"])
    said = of_text(printed(path, before["arguments"], json_wanted=False))
    assert gone(before["command"], said, before["file"]) == set()


@every_output
def test_tables_and_the_notebook(
    before: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of(before, tmp_path, monkeypatch)
    compare(of_csv(study_csv(study)), before["csv"], many=False)
    cells = json.loads(notebook(study))["cells"]
    (last,) = (cell["source"] for cell in cells if "assert same(" in cell["source"])
    assert set(before["notebook"]) <= set(of_text(last))
