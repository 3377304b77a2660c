"""The output of the command and the texts of studies are compared with a record."""

import json
from typing import Any

import pytest

from tests import recorded
from tests.core.files.made import KAPPA, N
from tests.core.files.test_findings import RIGHT

FILES, WORDS = (json.loads(path.read_text("utf-8")) for path in (recorded.FILES, recorded.WORDS))


def test_every_file_and_every_study_is_recorded() -> None:
    assert list(recorded.OUTPUTS) == list(FILES)
    assert recorded.STUDIES.keys() == WORDS.keys()


@pytest.mark.parametrize("name", FILES)
def test_the_command_prints_what_was_recorded(name: str) -> None:
    assert _near(recorded.OUTPUTS[name]()) == _near(FILES[name])


@pytest.mark.parametrize("name", RIGHT)
def test_a_clear_file_has_the_right_kappa(name: str) -> None:
    assert (FILES[name]["kappa"], FILES[name]["n"]) == (pytest.approx(KAPPA, abs=1e-9), N)


@pytest.mark.parametrize("name", FILES)
def test_every_answer_has_the_shape_of_its_kind(name: str) -> None:
    answer = FILES[name]
    messages = answer["messages"]
    assert not any("\x1b" in line for line in (*messages, *answer.get("printed", ())))
    match answer["status"]:
        case 0 | 4:  # a report, of which 4 has no kappa
            assert not any(line.startswith("qwk: ") for line in messages)
        case 3:  # a question has an option that answers it, and no kappa
            assert any("No kappa was computed." in line for line in messages)
            assert messages[-1].lstrip().startswith("--")
            assert "printed" not in answer
        case 1 | 2:  # one clear line
            assert len(messages) == 1
            assert messages[0].startswith("qwk: ")
            assert "printed" not in answer


@pytest.mark.parametrize("name", WORDS)
def test_the_texts_of_a_study_are_those_that_were_recorded(name: str) -> None:
    assert recorded.texts_of(recorded.STUDIES[name]) == WORDS[name]


def _near(found: Any) -> Any:
    """Round numbers, because their last digits may differ on another machine."""
    return json.loads(json.dumps(found), parse_float=lambda one: round(float(one), 9))
