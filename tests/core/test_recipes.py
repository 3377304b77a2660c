"""docs/core.md: every example in it is run, and prints what the document says."""

import doctest
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "core.md"


@pytest.mark.release
def test_every_example_of_the_document_runs() -> None:
    found = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 40
    assert found.failed == 0
