"""The papers that a study rests on: as a reader cites them, in BibTeX, and in RIS."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from qwk_core.messages import N_
from qwk_core.version import __version__

PROGRAM, NUMPY = f"QWK Explorer {__version__}", f"numpy {np.__version__}"
AUTHOR, YEAR = "QWK Explorer contributors", "2026"
"""Who made the program, and when, as CITATION.cff says it."""
NO_ADDRESS = N_("[address of the program]")
"""What stands in place of the program's address where nobody said it."""

# What RIS calls the kinds of BibTeX, and its fields.
_RIS_KINDS = {"article": "JOUR", "book": "BOOK", "misc": "COMP"}
_RIS = {
    "title": "TI",
    "journal": "JO",
    "publisher": "PB",
    "edition": "ET",
    "version": "ET",
    "volume": "VL",
    "number": "IS",
    "year": "PY",
    "note": "N1",
    "url": "UR",
    "doi": "DO",
}


@dataclass(frozen=True, eq=False)
class Source:
    """A paper, a book or a program.

    Attributes
    ----------
    key : str
        What BibTeX calls it.
    text : str
        The entry of a list of references, in APA style.
    short : str
        How a sentence cites it.
    fields : mapping of str to str
        The fields of BibTeX and their values.
    kind : str
        What it is, as BibTeX says it.
    """

    key: str
    text: str
    short: str
    fields: Mapping[str, str]
    kind: str = "article"

    @property
    def entry(self) -> str:
        """The entry of a list of references, with its address for good."""
        doi = self.fields.get("doi")
        return f"{self.text} https://doi.org/{doi}" if doi else self.text

    def bibtex(self) -> str:
        """Return the entry in BibTeX."""
        lines = [f"  {name} = {{{value}}}," for name, value in self.fields.items()]
        return "\n".join([f"@{self.kind}{{{self.key},", *lines, "}"]) + "\n"

    def ris(self) -> str:
        """Return the entry in RIS, which Zotero, EndNote and Mendeley read.

        Examples
        --------
        >>> program("https://example.org").ris().splitlines()[:2]
        ['TY  - COMP', 'AU  - QWK Explorer contributors']
        """
        lines = [f"TY  - {_RIS_KINDS[self.kind]}"]
        for name, value in self.fields.items():
            text = value.replace("\\&", "&").replace("``", "“").replace("''", "”").strip("{}")
            if name == "author":
                lines += [f"AU  - {one}" for one in text.split(" and ")]
            elif name == "pages":
                first, _, last = text.partition("--")
                lines += [f"SP  - {first}", f"EP  - {last}"]
            else:
                lines.append(f"{_RIS[name]}  - {text}")
        return "\n".join([*lines, "ER  - "]) + "\n"


def program(address: str) -> Source:
    """Return the program itself as a source.

    Parameters
    ----------
    address : str
        Where the program is; or `NO_ADDRESS`.

    Returns
    -------
    Source

    Examples
    --------
    >>> program("https://example.org").entry.split(". ")[0]
    'QWK Explorer contributors (2026)'
    """
    return Source(
        "qwkexplorer",
        f"{AUTHOR} ({YEAR}). {PROGRAM} [Computer software], with {NUMPY}. {address}",
        PROGRAM,
        {
            "author": f"{{{AUTHOR}}}",
            "title": "{QWK Explorer}",
            "version": __version__,
            "year": YEAR,
            "note": f"Computer software, with {NUMPY}",
            "url": address,
        },
        "misc",
    )


def _read(key: str, fields: dict[str, str]) -> Source:
    text, short, kind = fields.pop("entry"), fields.pop("short"), fields.pop("kind", "article")
    return Source(key, text, short, fields, kind)


_CATALOGUE = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_CITED = _CATALOGUE.pop("cited")
_SOURCES = {key: _read(key, fields) for key, fields in _CATALOGUE.items()}
MEASURE_SOURCES = {name: _SOURCES[key] for name, (key,) in _CITED["measure"].items()}
COEFFICIENT_SOURCES = {name: _SOURCES[key] for name, (key,) in _CITED["coefficient"].items()}
"""What to cite for a coefficient of many raters, by its name."""
INTERVAL_SOURCES = {
    name: tuple(_SOURCES[key] for key in keys) for name, keys in _CITED["interval"].items()
}
"""What to cite for an interval, by the name of its method."""
