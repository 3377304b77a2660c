"""The reports of 38 files show the figures that they showed before they were one report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from qwk_app.report import page
from tests.app.test_report import Parts
from tests.core.study.figures import of_text
from tests.core.study.test_recorded import every_output, gone, study_of


@every_output
def test_the_report_shows_every_figure(
    before: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = Parts(page.report(study_of(before, tmp_path, monkeypatch)))
    shown = set(of_text(" ".join(parts.texts)))
    assert gone(before["report"], [*shown], before["file"]) == set()
