"""The recorded output of the command for files, and the recorded texts on studies.

`python -m tests.recorded` writes the records again. `tests/core/test_recorded.py` compares them
with the current output. Write them again only if an answer should change, and read the difference.
"""

import contextlib
import io
import json
import re
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from qwk_core.__main__ import main
from qwk_core.command.report import report_text
from qwk_core.messages import Message
from qwk_core.study.cautions import find_cautions
from qwk_core.study.methods import METHOD_STYLES, methods
from qwk_core.study.sentences import citation, interval_notes, plain_text, sentence
from qwk_core.study.study import Study
from qwk_core.version import __version__
from tests.core.files.test_findings import ASKED, RIGHT
from tests.core.study.studies import ALL, OF_WORDS

CORE = Path(__file__).parent / "core"
FILES, WORDS = CORE / "recorded.json", CORE / "recorded_words.json"
STUDIES = ALL | OF_WORDS

# For each name: the contents of the files, the options, and whether to record the printed text.
COMMANDS = json.loads((CORE / "commands.json").read_text("utf-8"))

_KEYS = ("kappa", "n", "n_rows", "n_missing", "categories", "observed", "choices", "missing_codes")
_PROGRESS = re.compile(r"\w+ \d+%")  # printed after a second, so only on a busy machine
_OF_MANY = ("pooled", "alpha", "fleiss", "pairs", "n_ratings")


def output_of(
    files: Sequence[bytes], options: Sequence[str], *, printed: bool = False
) -> dict[str, Any]:
    """Return the command's output for some files: its status, its texts, and its numbers."""
    out, err = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.dat" for name in ("one", "two", "three")[: len(files)]]
        for path, content in zip(paths, files, strict=True):
            path.write_bytes(content)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = main([*map(str, paths), *options, *["--json"] * (not printed)])
            except SystemExit as left:  # wrong options
                status = int(str(left.code))
        errors, output = (each.getvalue().replace(f"{folder}/", "") for each in (err, out))
    lines = [line for line in errors.splitlines() if not _PROGRESS.fullmatch(line)]
    found: dict[str, Any] = {"status": status, "messages": lines}
    if status not in (0, 4) or printed:
        return found | {"printed": output.splitlines()} if output else found
    content = json.loads(output)
    found |= {key: content[key] for key in _KEYS}
    if content["all_raters"] is not None:
        found |= {key: content["all_raters"][key] for key in _OF_MANY}
        found["raters"] = content["raters"]
    if "interval" in content:
        found["interval"] = [content["interval"][key] for key in ("low", "high", "method")]
    if isinstance(content.get("groups"), list):
        found["groups"] = [[one["name"], one.get("kappa")] for one in content["groups"]]
    return json.loads(json.dumps(found), parse_float=lambda one: round(float(one), 12))


def _of_right(content: bytes) -> dict[str, Any]:
    found = output_of((content,), ())
    found.pop("observed", None)  # another test checks it
    return found


def _of_command(each: dict[str, Any]) -> dict[str, Any]:
    files = [content.encode() for content in each["files"]]
    return output_of(files, each["options"], printed="printed" in each)


def _outputs() -> dict[str, Callable[[], dict[str, Any]]]:
    """Return what computes the command's output for each file, with and without its proposals."""
    found = {name: partial(_of_right, content) for name, content in RIGHT.items()}
    for name, content in ASKED.items():
        found[name] = partial(output_of, (content,), ())
        found[f"{name}, --yes"] = partial(output_of, (content,), ("--yes",))
    return found | {name: partial(_of_command, each) for name, each in COMMANDS.items()}


OUTPUTS = _outputs()


def unversioned(text: str) -> str:
    """Return a text without the versions of the program and of numpy, if it names them."""
    named = text.replace(f"numpy {np.__version__}", "numpy")
    return named.replace(__version__, "VERSION") if "QWK Explorer" in text else named


def texts_of(study: Study) -> dict[str, Any]:
    """Return all texts on a study: for a terminal, for a paper, and beside its kappa."""

    def text(message: Message) -> str:
        return unversioned(plain_text(message, study.decimals))

    return {
        "report": report_text(study).splitlines(),
        "sentence": text(sentence(study)),
        **{style: [*map(text, methods(study, style))] for style in METHOD_STYLES},
        "notes": [*map(text, interval_notes(study))],
        "cited": [*map(unversioned, citation(study))],
        "cautions": [[one.severity, one.key, text(one.message)] for one in find_cautions(study)],
    }


def texts() -> dict[str, Any]:
    """Return the texts on each study."""
    return {name: texts_of(study) for name, study in STUDIES.items()}


if __name__ == "__main__":
    outputs = {name: output() for name, output in OUTPUTS.items()}
    for path, record in ((FILES, outputs), (WORDS, texts())):
        lines = (
            f"{json.dumps(name)}: {json.dumps(each, ensure_ascii=False)}"
            for name, each in record.items()
        )
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
