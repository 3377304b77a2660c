"""Lists that stand in a TOML file beside the tests that read them."""

import tomllib
from pathlib import Path
from typing import Any


def beside(test: str, name: str) -> dict[str, Any]:
    """Return what a TOML file beside a test lists."""
    return tomllib.loads(Path(test).with_name(name).read_text("utf-8"))
