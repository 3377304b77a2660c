"""What kind of table a file is: found from its first bytes, before anything is read."""

from __future__ import annotations

import codecs
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from qwk_core.errors import RatingsError
from qwk_core.files.formats import excel, json_lines
from qwk_core.files.formats import text as plain_text
from qwk_core.files.formats.common import empty_file
from qwk_core.files.html_table import MARKUP
from qwk_core.files.layouts import HEAD, Layout
from qwk_core.messages import N_

# A word processor's or a camera's file, whatever it is called.
_MAGIC = (
    (
        N_("a compressed file"),
        (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf", b"Rar!"),
    ),
    (N_("a PDF"), (b"%PDF",)),
    (N_("a picture"), (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")),
)

# What is written for a reader or another program: how it begins, and what to bring instead.
_TEXTS: list[Mapping[str, str]] = tomllib.loads(
    Path(__file__).with_name("no_tables.toml").read_text("utf-8")
)["kind"]

# Files are looked through for bytes that are no UTF-8 up to here.
_LOOKED_THROUGH = 64 * 2**20

# Encodings from before UTF-8, beside western Europe's: of central Europe, Russia, Greece, China,
# Japan and Korea.
_OLD = (
    *("cp1250", "cp1251", "cp1253", "koi8_r"),
    *("gb18030", "big5", "cp932", "euc_jp", "cp949"),
)
_WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
_WESTERN = frozenset(
    "äöüßéèêëàâáãåæçìíîïñòóôõøùúûýÿœÄÖÜÉÈÊËÀÂÁÃÅÆÇÌÍÎÏÑÒÓÔÕØÙÚÛÝŒ“”‘’„–—…€£°ªº¿¡«»·%§±½¼¾×÷©®™†‡•\xa0"
)
_ASCII = frozenset(map(chr, range(128)))
_JUDGED = 2**14  # bytes of lines with other letters than ASCII

# Text has no characters that control a terminal, but for one that slipped into a comment.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f]")
_MOST_CONTROLS = 0.02


def detect(source: BinaryIO) -> Layout:
    r"""Find out what kind of table a file is.

    Parameters
    ----------
    source : binary file
        Open for reading, able to seek, and unpacked (`packed.unpacked`).

    Returns
    -------
    Layout
        A proposal: change what is wrong with `dataclasses.replace`.

    Raises
    ------
    RatingsError
        If the file is empty, no table, or larger unpacked than can be read.

    Examples
    --------
    >>> import io
    >>> layout = detect(io.BytesIO(b"grader a;grader b\n1,5;2\n2;2\n"))
    >>> layout.kind, layout.delimiter, layout.decimal, layout.header
    ('text', ';', ',', True)
    """
    source.seek(0)
    head = source.read(HEAD)
    if not head.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise empty_file()
    if head.startswith(b"PAR1"):
        return Layout("parquet")
    if excel.kind_of(head):
        return excel.find_layout(source)
    for kind, beginnings in _MAGIC:
        if head.startswith(beginnings):
            raise _no_table(kind)
    encoding = _encoding(source, head)
    text = head.decode(encoding, errors="replace").removeprefix("\ufeff")
    controls = len(_CONTROL.findall(text))
    if "\0" in text or controls > len(text) * _MOST_CONTROLS:
        raise _no_table(N_("a binary file"))
    for one in _TEXTS:
        if re.match(one["begins"], text):
            raise RatingsError(one["text"])
    if MARKUP.match(text):
        raise _no_table(N_("a web page (HTML) or XML"))
    if json_lines.BEGINNING.match(text):
        return json_lines.find_layout(text.lstrip(), encoding)
    return plain_text.find_layout(text, encoding)


def _no_table(kind: str) -> RatingsError:
    return RatingsError(
        "This is {kind}, not a table. Unpack it or save it as CSV, Excel (.xlsx), Parquet "
        "or JSON lines.",
        kind=kind,
    )


def _encoding(source: BinaryIO, head: bytes) -> str:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF32_LE, "utf-32"),
        (codecs.BOM_UTF32_BE, "utf-32"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if head.startswith(mark):
            return encoding
    if wide := next((one for one in _WIDE if _is_text(head, one)), None):
        return wide
    decoder = codecs.getincrementaldecoder("utf-8")()
    source.seek(0)
    try:
        for _ in range(0, _LOOKED_THROUGH, HEAD):
            block = source.read(HEAD)
            decoder.decode(block, final=not block)
            if not block:
                break
    except UnicodeDecodeError:
        return _old_encoding(head)
    return "utf-8"


def _is_text(head: bytes, encoding: str) -> bool:
    """Tell whether bytes with zeros are text of two or four bytes a character, without its mark."""
    text = head[: len(head) // 4 * 4].decode(encoding, errors="replace") if b"\0" in head else ""
    kinds = {unicodedata.category(one) for one in set(text) - set("\r\n\t\ufeff")}
    return "\n" in text and "\ufffd" not in text and not kinds & {"Cc", "Cn", "Co", "Cs"}


def _old_encoding(head: bytes) -> str:
    """Return the encoding of a country in which a text is written that is no UTF-8."""
    lines = b"\n".join(line for line in head.splitlines() if not line.isascii())[:_JUDGED]
    best = "cp1252" if _is_western(lines) else _judged(lines)
    best = "cp1254" if _is_turkish(lines) else best
    try:
        head.decode(best)
    except UnicodeDecodeError as error:
        # A character may be cut in two at the end of what was read.
        return best if error.start > len(head) - 4 else "latin-1"
    return best


def _is_western(lines: bytes) -> bool:
    """Tell whether lines are in a language of western Europe: single letters beyond ASCII."""
    text = lines.decode("cp1252", errors="replace")
    runs = re.findall(r"[^\x00-\x7f]+", text)
    together = sum(len(run) for run in runs if len(run) > 2)
    return set().union(*runs) <= _WESTERN and together < 0.2 * sum(map(len, runs))


def _is_turkish(lines: bytes) -> bool:
    """Tell whether lines have no letters but Turkish ones: where ı, ş and ğ are, others are not."""
    letters = set(filter(str.isalpha, lines.decode("cp1254", errors="replace"))) - _ASCII
    return bool(letters & set("ıİşŞğĞ")) and letters <= set("ıİşŞğĞçÇöÖüÜâÂîÎûÛ")


def _judged(lines: bytes) -> str:
    from charset_normalizer import from_bytes

    found = from_bytes(lines, cp_isolation=list(_OLD), threshold=0.3).best()
    return found.encoding if found is not None else "cp1252"
