"""The facts that the project states about itself are true."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import qwk_core
from tests import mutants

ROOT = Path(__file__).resolve().parents[2]


def test_the_citation_and_the_changes_name_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == qwk_core.__version__
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.search(r"^## (\S+)", changes, re.MULTILINE)[1] == qwk_core.__version__


def test_what_pip_installs_is_the_core_alone() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needs = {re.match(r"[\w-]+", each)[0] for each in project["project"]["dependencies"]}
    assert needs == {"numpy"}
    assert project["tool"]["setuptools"]["packages"]["find"]["include"] == ["qwk_core*"]


def test_every_file_that_the_readme_and_the_docs_link_to_is_there() -> None:
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *ROOT.glob(".github/*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_forty_faults_have_their_places() -> None:
    for each in mutants.mutants():
        assert each.mutated()
        assert (ROOT / each.test).exists(), each


def test_every_requirement_is_pinned_to_a_version_that_it_allows() -> None:
    locked = (ROOT / "docs/deploy/locked.txt").read_text("utf-8").lower().replace("_", "-")
    pins = dict(line.split("==") for line in locked.splitlines())
    for name in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / name).read_text("utf-8").splitlines():
            wanted = line.split("  #")[0].strip()
            if wanted and not wanted.startswith(("#", "-r")):
                requirement = Requirement(wanted)
                pin = pins.get(requirement.name.lower().replace("_", "-"))
                assert pin, f"{requirement.name} is not pinned: make lock"
                assert requirement.specifier.contains(pin), f"{line}: pinned to {pin}: make lock"


@pytest.mark.release
def test_every_example_of_the_core_s_document_runs() -> None:
    document = str(ROOT / "docs" / "core.md")
    found = doctest.testfile(document, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 40
    assert found.failed == 0
