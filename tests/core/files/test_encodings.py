"""Text that is not UTF-8: the encoding of its country is recognised."""

import io

import pytest

from qwk_core.files import detection
from qwk_core.files.detection import detect

TEXTS = {
    "gb18030": "评分员甲,评分员乙\n差,好\n",
    "cp932": "評価者一,評価者二\n低い,高い\n",
    "big5": "評分員甲,評分員乙\n差,普通\n",
    "cp949": "평가자 가,평가자 나\n낮음,높음\n",
    "cp1250": "Oceniający A,Oceniający B\nsłaby,średni\n",
    "cp1251": "Оценщик А,Оценщик Б\nхорошо,плохо\n",
    "cp1254": "değerlendirici,puan\niyi,kötü\nşöyle,çok\n",
    "cp1252": "Évaluateur,Avaliação\nmoyen – niño,“gut”\n",
}


@pytest.mark.parametrize("encoding", TEXTS)
def test_text_is_read_in_the_encoding_of_its_country(encoding):
    content = (TEXTS[encoding] * 6).encode(encoding)
    assert content.decode(detect(io.BytesIO(content)).encoding) == TEXTS[encoding] * 6


def test_what_is_judged_and_cannot_be_decoded(monkeypatch):
    monkeypatch.setattr(detection, "_judged", lambda lines: "big5")
    cut = "評分員甲,評分員乙\n".encode("big5") + b"\xb5"
    assert detection._old_encoding(cut) == "big5", "a character is cut in two"
    assert detection._old_encoding(b"\xb5\xfb\xff\xff\xff,1\n" + b"2,3\n" * 9) == "latin-1"
    assert detection._judged(b"") == "big5"
