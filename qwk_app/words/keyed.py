"""Texts that code chooses by a key: all stand in keyed.toml, by their kind."""

import tomllib
from pathlib import Path

KEYED: dict[str, dict[str, str]] = {
    kind: own["text"]
    for kind, own in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
}
"""The texts by kind and key, in English: `_` translates them and fills in their fields."""
