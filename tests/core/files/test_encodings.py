"""Text that is not UTF-8: the encoding of its country is recognised."""

import io

import pytest

from qwk_core.files import detection
from qwk_core.files.detection import detect
from tests.core.files.made import TEXTS

ENCODINGS = TEXTS["encodings"]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_text_is_read_in_the_encoding_of_its_country(encoding):
    content = (ENCODINGS[encoding] * 6).encode(encoding)
    assert content.decode(detect(io.BytesIO(content)).encoding) == ENCODINGS[encoding] * 6


def test_what_is_judged_and_cannot_be_decoded(monkeypatch):
    monkeypatch.setattr(detection, "_judged", lambda lines: "big5")
    cut = "評分員甲,評分員乙\n".encode("big5") + b"\xb5"
    assert detection._old_encoding(cut) == "big5", "a character is cut in two"
    assert detection._old_encoding(b"\xb5\xfb\xff\xff\xff,1\n" + b"2,3\n" * 9) == "latin-1"
    assert detection._judged(b"") == "big5"
