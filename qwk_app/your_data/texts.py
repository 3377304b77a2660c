"""What is said of a reader's data, as texts: all stand in texts.toml, by kind and key."""

from pathlib import Path

from qwk_app.words.texts import catalogue

TEXTS = catalogue(Path(__file__).with_suffix(".toml"))
