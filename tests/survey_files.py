"""How the app reads realistic files: `python -m tests.survey_files`.

    python -m tests.survey_files
    python -m tests.survey_files --n 500 --seed 7 --show 10 --shape canvas

The program makes up files from a seed: some are tables from `tests/survey/plain.py`, the others
look like exports of surveys, learning platforms, hospitals and labelling tools. The right kappa of
each is known. A file ends in the right kappa, in a question (or an error), or in a wrong kappa. A
wrong kappa must never happen, also if every proposal is accepted. Each question has an answer that
leads to the right kappa.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from qwk_core import RatingsError, walk_through_counts
from qwk_core.files.answers import Answers
from qwk_core.files.meaning import Reading
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from qwk_core.statistics.raters import agreement_of
from qwk_core.statistics.rating_table import RatingTable
from tests.survey import columns, exports, plain, sheets, tools
from tests.survey.made import File

SEED = 20261122
N_FILES = 2_000
_DEEPEST = 5  # the largest number of questions in turn

PLAIN = 0.4  # the share of plain tables
SHAPES: dict[str, Callable[[np.random.Generator], File]] = {
    shape.__name__: shape
    for shape in (
        plain.plain,
        exports.canvas,
        exports.moodle,
        exports.blackboard,
        exports.qualtrics,
        exports.surveymonkey,
        exports.google_forms,
        exports.wenjuan,
        exports.redcap_events,
        exports.redcap_wide,
        columns.ids_and_measures,
        columns.raters_by_criteria,
        columns.long_with_visits,
        columns.long_with_duplicates,
        columns.long_with_hashes,
        tools.label_studio,
        tools.prodigy,
        tools.doccano,
        tools.argilla,
        tools.nested_raters,
        sheets.two_tables,
        sheets.away_from_the_corner,
        sheets.hidden_rows,
    )
}


def make_file(random: np.random.Generator, shape: str = "") -> File:
    """Make up a file of a given shape, or of a random one."""
    if not shape:
        shape = "plain" if random.random() < PLAIN else str(random.choice(list(SHAPES)))
    return replace(SHAPES[shape](random), shape=shape)


def reading_of(file: File, answers: Answers | None = None) -> Reading:
    """Read a file like the command."""
    with unpacked(io.BytesIO(file.content)) as table:
        return read(table, file.name, answers)


def end_of(file: File, reading: Reading) -> tuple[str, str]:
    """Return the result of a reading without a question: "right" or "wrong"."""
    table = reading.table
    assert table is not None
    if isinstance(table, RatingTable):
        found, n = agreement_of(table).pooled, float(table.n_items)
    else:
        found, n = walk_through_counts(table.observed).kappa, float(table.n)
    near = [abs(found - kappa) < 1e-9 for kappa in file.kappas]
    undefined = np.isnan(found) and np.isnan(file.kappas).any()
    right = "right" if any(near) or undefined else "wrong"
    right = "wrong" if file.must_ask and reading.answers == Answers() else right
    return right, f"κ {found:.4f} for {file.kappas}; n {n:g} for {file.n}"


def outcome(file: File, answers: Answers | None = None) -> tuple[str, str]:
    """Read a file and return the result: "right", "question", "error" or "wrong"."""
    try:
        reading = reading_of(file, answers)
        if reading.questions:
            asked = "; ".join(f"{one.key}: {one.message}" for one in reading.questions)
            return "question", asked
        return end_of(file, reading)
    except RatingsError as error:
        return ("error" if file.kappas else "right"), str(error)


def with_proposals(file: File) -> tuple[str, str]:
    """Accept every proposal and return the result: "open" if a question has no proposal."""
    answers: Answers | None = None
    for _ in range(_DEEPEST):
        try:
            reading = reading_of(file, answers)
            if not reading.questions:
                return end_of(file, reading)
        except RatingsError as error:
            return ("error" if file.kappas else "right"), str(error)
        proposal = _proposal(reading.questions[0])
        if proposal is None:
            return "open", str(reading.questions[0].message)
        answers = proposal.answers
    return "open", "too many questions"


def _proposal(question):
    options = question.options
    return getattr(question, "proposal", options[0] if options else None)


def can_be_right(file: File, answers: Answers | None = None, depth: int = 0) -> bool:
    """Return whether some answers lead to the right kappa."""
    try:
        reading = reading_of(file, answers)
        if not reading.questions:
            return end_of(file, reading)[0] == "right"
    except RatingsError:
        return not file.kappas
    return depth < _DEEPEST and any(
        can_be_right(file, said, depth + 1) for said in _answers(file, reading, answers)
    )


def _answers(file: File, reading: Reading, said: Answers | None) -> Iterator[Answers]:
    question = reading.questions[0]
    if question.key == "order" and file.scale:
        yield replace(said or Answers(), categories=file.scale)
    for option in question.options:
        yield option.answers


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=N_FILES)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--show", type=int, default=2, help="files of each end and shape to show")
    parser.add_argument("--shape", choices=SHAPES, help="this shape alone")
    asked = parser.parse_args()
    random = np.random.default_rng(asked.seed)
    ends: Counter[str] = Counter()
    shown: Counter[tuple[str, str]] = Counter()
    by: dict[str, Counter[str]] = {}
    for _ in range(asked.n):
        file = make_file(random, asked.shape or "")
        end, why = outcome(file)
        found = Counter({end: 1})
        if end == "question":
            then, why_then = with_proposals(file)
            found[f"then {then}"] += 1
            found["answerable"] += can_be_right(file)
            why = f"{why}  → {then}: {why_then}"
        ends += found
        by.setdefault(file.shape, Counter()).update(found)
        bad = (
            end in ("wrong", "error")
            or found["then wrong"]
            or (end == "question" and not found["answerable"])
        )
        if (bad or asked.shape) and shown[file.shape, end] < asked.show:
            shown[file.shape, end] += 1
            print(end.upper(), file.shape, file.about, why)
    return report(asked.n, ends, by)


def report(n: int, ends: Counter[str], by: dict[str, Counter[str]]) -> int:
    """Print the table; return 1 if a file was read wrong."""
    listed = (f"{end} {count} ({count / n:.1%})" for end, count in ends.items())
    print(f"\n{n} files: {', '.join(listed)}")
    ends_of = ("right", "question", "error", "wrong")
    then = ("then right", "then wrong", "then open", "then error", "answerable")
    print(" " * 22, *(f"{name:>11}" for name in ("n", *ends_of, *then)))
    for shape, found in sorted(by.items()):
        numbers = (sum(found[end] for end in ends_of), *(found[end] for end in (*ends_of, *then)))
        print(f"  {shape:20}", *(f"{number:11}" for number in numbers))
    return 1 if ends["wrong"] or ends["then wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
