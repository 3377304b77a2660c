"""Write documents from the code: `make documents`.

The table of docs/links.md comes from the registry of a link's parameters. A test fails if the table
is out of date.
"""

import re
from pathlib import Path

from qwk_app.frame import link

LINKS = Path(__file__).resolve().parents[1] / "docs" / "links.md"
_TABLE = re.compile(r"^\| parameter \|.*?(?=\n\n)", re.MULTILINE | re.DOTALL)


def links() -> str:
    """Return docs/links.md with the table from the registry."""
    text, found = _TABLE.subn(lambda _old: link.table(), LINKS.read_text("utf-8"))
    assert found == 1, "docs/links.md has no table of parameters"
    return text


if __name__ == "__main__":
    LINKS.write_text(links(), encoding="utf-8")
