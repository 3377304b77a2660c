"""The modules that `import qwk_core` loads at once, and those that it loads later."""

import importlib
import sys

import pytest

import qwk_core
from tests.programs import ran


def test_every_public_name_is_there():
    assert len(set(qwk_core.__all__)) == len(qwk_core.__all__)
    for name in qwk_core.__all__:
        assert getattr(qwk_core, name) is not None
    public = {"RatingsError", "kappa_interval", "walk_through", "walk_through_counts"}
    assert public <= set(qwk_core.__all__)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match=r"^module 'qwk_core' has no attribute 'kapppa'$"):
        _ = qwk_core.kapppa


def test_names_that_wait_are_listed_and_are_those_of_their_rooms():
    assert set(qwk_core._IN_ROOMS) <= set(dir(qwk_core))
    for name, room in qwk_core._IN_ROOMS.items():
        assert getattr(qwk_core, name) is getattr(importlib.import_module(room), name)


def test_the_core_loads_nothing_that_is_not_needed_for_a_kappa():
    code = "import sys, qwk_core; print(*sorted(sys.modules))"
    loaded = ran(sys.executable, "-c", code).split()
    assert "qwk_core.walkthrough" in loaded
    others = ("statistics", "pictures", "teaching", "files", "study")
    rooms = {f"qwk_core.{room}" for room in others}
    optional = {"pandas", "pyarrow", "openpyxl", "sklearn", "numba", "scipy", "streamlit", "plotly"}
    assert not (rooms | optional) & set(loaded)
