"""What the command says of files, beside what it said of them before."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.recorded import RECORD, said

THEN = json.loads(RECORD.read_text("utf-8"))


@pytest.fixture(scope="module")
def now() -> Mapping[str, Any]:
    return said()


def test_every_file_is_recorded(now: Mapping[str, Any]) -> None:
    assert list(now) == list(THEN)


@pytest.mark.parametrize("name", THEN)
def test_the_command_says_what_it_said(name: str, now: Mapping[str, Any]) -> None:
    assert _near(now[name]) == _near(THEN[name])


def _near(found: Any) -> Any:
    """Round what may differ in the last digits on another machine."""
    return json.loads(json.dumps(found), parse_float=lambda one: round(float(one), 9))
