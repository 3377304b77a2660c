"""What the command said of 60 files, and what is written of 60 studies, as it was once.

`python -m tests.recorded` writes it anew. `tests/core/test_recorded.py` compares it with what is
said now. Write it anew only where an answer was meant to change, and read the difference.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from qwk_core.__main__ import main
from qwk_core.command.report import report_text
from qwk_core.messages import Message
from qwk_core.study.cautions import find_cautions
from qwk_core.study.methods import methods
from qwk_core.study.sentences import citation, interval_notes, plain_text, sentence
from qwk_core.study.study import Study
from qwk_core.version import __version__
from tests.core.files.test_findings import ASKED, RIGHT, A, B, table
from tests.core.study.studies import ALL, OF_WORDS

FILES, WORDS = (Path(__file__).parent / "core" / f"recorded{name}.json" for name in ("", "_words"))
STUDIES = ALL | OF_WORDS

_IDS = [f"E{at + 1}" for at in range(60)]
_C = [min(5, max(1, a + (at % 3 == 0) - (at % 7 == 0))) for at, a in enumerate(A)]
_GAPS = [
    ["" if at % 11 == shift else one for at, one in enumerate(each)]
    for shift, each in enumerate((A, B, _C))
]
_WORDS = [
    [("none", "mild", "moderate", "severe", "fatal")[one - 1] for one in each]
    for each in (A, B, _C)
]
_SCORES = [f"{b + (at % 9 - 4) / 10:.1f}" for at, b in enumerate(B)]
_OF_THREE = table(("essay", "Ann", "Ben", "Cy"), _IDS, A, B, _C)
_ROWS = table(
    ("essay", "grader", "score", "school"),
    [one for one in _IDS for _ in "abc"],
    ["Ann", "Ben", "Cy"] * 60,
    [one for three in zip(A, B, _C, strict=True) for one in three],
    [f"S{at % 4}" for at in range(60) for _ in "abc"],
)
_GROUPED = table(
    ("essay", "a", "b", "school", "pupil", "weight"),
    _IDS, A, B,
    [f"S{at % 3}" for at in range(60)],
    [f"P{at % 12}" for at in range(60)],
    [1 + at % 5 / 4 for at in range(60)],
)  # fmt: skip
_SECOND = table(("id", "grade"), _IDS[::-1], B[::-1])
_AB = ("--columns", "a,b", "--counts", "none")

# Of each name: its files, and the options.
OWN: dict[str, tuple[tuple[bytes, ...], tuple[str, ...]]] = {
    "groups": ((_GROUPED,), (*_AB, "--group", "school")),
    "clusters": ((_GROUPED,), (*_AB, "--cluster", "pupil")),
    "survey weights": ((_GROUPED,), ("--columns", "a,b", "--weights", "weight")),
    "two files": ((table(("id", "grade"), _IDS, A), _SECOND), ()),
    "two files, one id more": (
        (table(("id", "grade"), [*_IDS, "F"], [*A, 3]), _SECOND), ("--one-sided", "drop")),
    "two files, an id twice": (
        (table(("id", "grade"), [*_IDS, "E1"], [*A, 3]), _SECOND), ("--duplicates", "first")),
    "scores, rounded": ((table(("truth", "score"), A, _SCORES),), ("--round",)),
    "scores, cut": ((table(("truth", "score"), A, _SCORES),), (
        "--cut-points", "1.4,2.4,3.4,4.4", "--categories", "1-5")),
    "scores, kept": ((table(("truth", "score"), A, _SCORES),), ("--keep-fractions",)),
    "counted items": (
        (b"a,b,n\n1,1,40\n1,2,9\n2,1,6\n2,2,45\n",), ("--columns", "a,b", "--counts", "n")),
    "three columns": ((_OF_THREE,), ("--raters", "Ann,Ben,Cy")),
    "three columns with gaps": (
        (table(("essay", "Ann", "Ben", "Cy"), _IDS, *_GAPS),), ("--raters", "Ann,Ben,Cy")),
    "three columns of words": (
        (table(("essay", "Ann", "Ben", "Cy"), _IDS, *_WORDS),), ("--raters", "Ann,Ben,Cy")),
    "two of three columns": ((_OF_THREE,), ("--columns", "Ann,Cy")),
    "one rating per row": ((_ROWS,), ("--item", "essay", "--rater", "grader", "--rating", "score")),
    "one rating per row, two raters": ((_ROWS,), ("--raters", "Ann,Cy")),
    "one rating per row, three raters": ((_ROWS,), ("--raters", "Ann,Cy,Ben")),
    "one rating per row, by group": ((_ROWS,), (
        "--item", "essay", "--rater", "grader", "--rating", "score", "--group", "school")),
    "a matrix": ((b"no,yes\n20,5\n10,15\n",), ("--matrix",)),
    "a matrix of the file": ((b",no,yes\nno,20,5\nyes,10,15\n",), ()),
    "a code within reach": ((table(("a", "b"), [*A, 9], [*B, 3]),), ("--missing", "9")),
    "a code that is a rating": ((table(("a", "b"), [*A, 9], [*B, 3]),), ("--not-missing", "9")),
    "a column that is not there": ((_OF_THREE,), ("--columns", "Ann,Dan")),
    "a rater who is not there": ((_ROWS,), ("--raters", "Ann,Dan,Ben")),
}  # fmt: skip

_KEYS = ("kappa", "n", "n_rows", "n_missing", "categories", "observed", "choices", "missing_codes")
_OF_MANY = ("pooled", "alpha", "fleiss", "pairs", "n_ratings")


def said_of(files: tuple[bytes, ...], options: tuple[str, ...]) -> dict[str, Any]:
    """Return what the command says of some files: its status, its words, and its numbers."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.dat" for name in ("one", "two")[: len(files)]]
        for path, content in zip(paths, files, strict=True):
            path.write_bytes(content)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main([*map(str, paths), *options, "--json"])
        told = err.getvalue().replace(f"{folder}/", "")
    found: dict[str, Any] = {"status": status, "told": told.splitlines()}
    if status == 0:
        content = json.loads(out.getvalue().replace(f"{folder}/", ""))
        found |= {key: content[key] for key in _KEYS}
        if content["all_raters"] is not None:
            found |= {key: content["all_raters"][key] for key in _OF_MANY}
            found["raters"] = content["raters"]
        if "interval" in content:
            found["interval"] = [content["interval"][key] for key in ("low", "high", "method")]
        if isinstance(content.get("groups"), list):
            found["groups"] = [[one["name"], one.get("kappa")] for one in content["groups"]]
        found = json.loads(json.dumps(found), parse_float=lambda one: round(float(one), 12))
    return found


def said() -> dict[str, Any]:
    """Return what the command says of each file, with and without its proposals."""
    found = {}
    for name, content in RIGHT.items():
        found[name] = said_of((content,), ())
        found[name].pop("observed", None)  # which its own test holds
    for name, (content, _key) in ASKED.items():
        found[name] = said_of((content,), ())
        found[f"{name}, --yes"] = said_of((content,), ("--yes",))
    return found | {name: said_of(*each) for name, each in OWN.items()}


def unversioned(text: str) -> str:
    """Return a text without the versions of the program and of numpy, if it names them."""
    named = text.replace(f"numpy {np.__version__}", "numpy")
    return named.replace(__version__, "VERSION") if "QWK Explorer" in text else named


def written_of(study: Study) -> dict[str, Any]:
    """Return all that is written of a study: for a terminal, for a paper, and beside its kappa."""

    def written(message: Message) -> str:
        return unversioned(plain_text(message, study.decimals))

    return {
        "report": report_text(study).splitlines(),
        "sentence": written(sentence(study)),
        "apa": [*map(written, methods(study, "apa"))],
        "plain": [*map(written, methods(study, "plain"))],
        "notes": [*map(written, interval_notes(study))],
        "cited": [*map(unversioned, citation(study))],
        "cautions": [[one.severity, one.key, written(one.message)] for one in find_cautions(study)],
    }


def written() -> dict[str, Any]:
    """Return what is written of each study."""
    return {name: written_of(study) for name, study in STUDIES.items()}


if __name__ == "__main__":
    for path, record in ((FILES, said()), (WORDS, written())):
        lines = (
            f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}"
            for name, each in record.items()
        )
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
