"""All parameters of a link are in one table."""

import re
from pathlib import Path

import pytest

from qwk_app.frame import link
from qwk_app.frame.link import PARAMETERS
from qwk_app.frame.state import SCHEMES
from qwk_app.frame.steps import BY_STEM
from tests import documents

ROOT = Path(__file__).parents[2]
HOSTILE = ["", "\x00", "<script>", "9" * 30_000, "1e999", "−1", "٣", "true\n", "../..", "NaN"]


def test_readme_has_the_table():
    assert documents.LINKS.read_text("utf-8") == documents.links()  # if not: run `make documents`


def test_every_binding_asks_the_table():
    sources = [*ROOT.glob("pages/*.py"), *ROOT.glob("qwk_app/**/*.py")]
    bound = [path for path in sources if re.search(r"bind=(?!link\.bind\()", path.read_text())]
    assert bound == []
    with pytest.raises(AssertionError, match="colour is not in the table"):
        link.bind("colour")


def test_every_parameter_is_named_where_it_is_read():
    sources = [path for path in ROOT.glob("qwk_app/**/*.py") if path.name != "link.py"]
    code = "\n".join(path.read_text() for path in sources)
    unread = [n for n in PARAMETERS if f'"{n}"' not in code and not n.startswith("dial_")]
    assert unread == []
    assert link._TABLE.keys() <= {link.EVERY_PAGE, *BY_STEM}


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=list(PARAMETERS))
def test_a_value_that_cannot_be_is_the_default(parameter):
    for value in HOSTILE:
        settled = parameter.valid(value)
        assert settled == parameter.default or parameter.accepts(settled), value
        assert len(settled) <= link.LONGEST_TEXT
    assert parameter.valid(None) == parameter.valid(7) == parameter.default


def test_the_table_knows_what_a_page_offers():
    assert PARAMETERS["scheme"].options == SCHEMES
    assert all(each.default in each.options for each in PARAMETERS.values() if each.options)
