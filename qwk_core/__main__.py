"""Kappa of a file, from the command line: `qwk ratings.csv` or `python -m qwk_core …`."""

from __future__ import annotations

import contextlib
import io
import math
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec

from qwk_core.command.options import check_options, make_parser, source_name
from qwk_core.command.questions import Unanswered, print_questions
from qwk_core.command.report import report_text
from qwk_core.command.sources import expand_patterns, opened, progress
from qwk_core.command.studies import study_of_files, study_of_matrix
from qwk_core.errors import RatingsError
from qwk_core.files.printable import printable
from qwk_core.study.document import study_json

_UNDEFINED = 4  # the exit status of a report without a kappa


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process without.

    Returns
    -------
    int
        0; 1 where the input cannot be used, or a package that reads it is missing, then standard
        error has one line that says why; 3 where something must be said first, then it has the
        question and the options that answer it; 4 where a report was printed, and its kappa is
        undefined.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # where a terminal has no “–”
    parser = make_parser()
    asked = parser.parse_args(arguments)
    folder = expand_patterns(asked)
    if len(asked.files) > 2 and not folder:
        parser.error("Name one file, two to be joined, or a pattern such as ratings-*.csv")
    check_options(asked, parser)
    if "-" in asked.files and (sys.stdin is None or sys.stdin.isatty()):
        parser.error("Name a file, or send one to standard input")
    if find_spec("pyarrow") is None:
        return _complain("qwk reads files with pyarrow: pip install 'qwk-explorer[files]'")
    try:
        with contextlib.ExitStack() as stack:
            if not asked.files:
                raise RatingsError("There is no file with such a name.")
            if folder and asked.matrix:
                raise RatingsError("--matrix is for one file.")
            first = asked.files[:1] if folder else asked.files
            sources = [stack.enter_context(opened(path)) for path in first]
            study = (
                study_of_matrix(asked, sources)
                if asked.matrix
                else study_of_files(asked, sources, folder=folder)
            )
            with progress(asked, "Drawing") as tell:
                study.draw(tell)
            text = study_json(study) if asked.json else printable(report_text(study))
    except Unanswered as waiting:
        print_questions(waiting.reading)
        return 3
    except RatingsError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{error.filename or source_name(asked)}: {error.strerror or error}")
    except MemoryError:
        return _failed(f"{source_name(asked)}: the memory of this machine is too small for it")
    except KeyboardInterrupt:
        return _failed("stopped")
    return _print(text) or (_UNDEFINED if math.isnan(study.kappa) else 0)


def _print(text: str) -> int:
    """Print the whole result, or say that it could not be: half of one is no success."""
    if sys.stdout is None:
        return _failed("standard output is closed")
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        # What waits to be written would fail once more when the process ends.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return _failed(f"standard output: {error.strerror or error}")
    return 0


def _failed(reason: str) -> int:
    return _complain(f"qwk: {printable(' '.join(reason.split()))}")


def _complain(line: str) -> int:
    if sys.stderr is not None:
        print(line, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
