"""Codes of rooms, names of people, and secrets."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Collection
from pathlib import Path

from classroom.errors import RoomError
from qwk_core.messages import N_
from qwk_core.teaching.catalogues import read_catalogue

ALPHABET = "ABCDEFGHJKMNPQRTUVWXYZ2346789"
"""Without look-alikes: no 0 and O, 1, I and L, 5 and S."""

LENGTH = 6
_BYTES = 16  # 128 bits

LONGEST_NAME = 40

_NAMES = read_catalogue(Path(__file__).with_name("names.toml"))


def new_code() -> str:
    """Return a code for a room: 6 characters, one of 600 million codes."""
    return "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))


def read_code(text: str) -> str:
    """Return a code that a person typed, in its standard form; empty if it is not one.

    >>> read_code(" abc-2 3d "), read_code("abc"), read_code("ABC1OX")
    ('ABC23D', '', '')
    """
    if len(text) > 100:
        return ""
    code = "".join(c for c in text.upper() if not c.isspace() and c not in "-–·.")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def new_secret() -> str:
    """Return a secret of 128 bits, as text for an address."""
    return secrets.token_urlsafe(_BYTES)


def hashed(secret: str) -> str:
    """Return the hash of a secret, which is stored in its place.

    The secrets are random and long: nobody can guess them, so a plain hash is enough.
    """
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def opens(secret: str, stored: str) -> bool:
    """Return whether a secret has the stored hash, in a time that does not depend on either.

    >>> opens("key", hashed("key")), opens("kex", hashed("key")), opens("", hashed("key"))
    (True, False, False)
    """
    return hmac.compare_digest(hashed(secret), stored)


def proposed_name() -> tuple[str, str]:
    """Return two friendly words, each a message to translate."""
    first, second = (secrets.choice(part["words"]) for part in _NAMES)
    return first, second


def read_name(text: str) -> str:
    """Check a name; return it as the store keeps it: 1 to 40 characters on one line.

    Raises
    ------
    RoomError
        If it has no visible character, or is too long.

    Examples
    --------
    >>> read_name("  Ana   María "), read_name("<b>x</b>")
    ('Ana María', '<b>x</b>')
    """
    name = one_line(text, LONGEST_NAME, N_("A name has up to {most} characters."))
    if not name:
        raise RoomError(N_("Type a name, or take the one that was proposed."))
    return name


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, with a number if it is in use.

    >>> free_name("Ana", {"Ana", "Ana 2"})
    'Ana 3'
    """
    found, number = name, 1
    while found in taken:
        number += 1
        end = f" {number}"
        found = name[: LONGEST_NAME - len(end)] + end
    return found


def one_line(
    text: str, longest: int, too_long: str = N_("That is longer than {most} characters.")
) -> str:
    """Return a text as the store keeps it: on one line, with visible characters only.

    Raises
    ------
    RoomError
        If it is too long.

    Examples
    --------
    >>> one_line("  Why \\n this?\\0", 20)
    'Why this?'
    """
    line = _seen(text) if len(text) <= 10 * longest else text
    if len(line) > longest:
        raise RoomError(too_long, most=longest)
    return line


def _seen(text: str) -> str:
    # Invisible characters, and those that change the writing direction, could make two names
    # look alike.
    seen = "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else " "
        for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(seen.split())
