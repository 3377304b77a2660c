"""Small files, one by one: what is read, asked, said or refused. The files are in cases/*.toml.

A case has the text of a `file`, or of several `files` with one claim; `rows` follow it, `times`
over (6 without), and a `foot`. {n} in a row counts, {r[3]} is the rest of its division by 3. Where
there is a `format`, or several `formats`, the cells of this text are written in it. `say` are
options of the command line. `options` has what each answer to the question leads to, `also` what
other options lead to.
"""

import csv
import io
import shlex
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from qwk_core.command.answering import answers_of
from qwk_core.command.options import make_parser
from qwk_core.files.answers import Answers
from qwk_core.files.meaning import Reading
from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read
from qwk_core.statistics.rating_table import Exclusion, RatingTable
from tests.core.refused import error_of
from tests.survey.made import written

Case = Mapping[str, Any]
CASES: dict[str, Case] = {
    f"{path.stem}: {name}, {format}, {at}": case | {"file": file, "format": format}
    for path in sorted(Path(__file__).with_name("cases").glob("*.toml"))
    for name, case in tomllib.loads(path.read_text("utf-8")).items()
    for at, file in enumerate(case.get("files") or [case["file"]])
    for format in case.get("formats") or [case.get("format", "text")]
}
OF_THE_FILE = (
    "file", "files", "rows", "times", "foot", "format", "formats", "encoding", "second", "called",
)  # fmt: skip


def content_of(case: Case) -> str:
    rows = "".join(
        row.format(n=n, r={by: n % by for by in range(2, 9)}) + "\n"
        for n in range(case.get("times", 6))
        for row in case.get("rows", ())
    )
    return case["file"] + rows + case.get("foot", "")


def bytes_of(case: Case) -> bytes:
    content = content_of(case)
    if case.get("format", "text") == "text":
        return content.encode(case.get("encoding", "utf-8"))
    return written(list(csv.reader(content.splitlines())), case["format"])


def reading_of(case: Case, answers: Answers) -> Reading:
    sources = [bytes_of(one) for one in (case, case.get("second")) if one]
    names = case.get("called", ["the first file", "the second file"])[: len(sources)]
    if len(sources) == 2:
        return read([io.BytesIO(one) for one in sources], names, answers)
    with unpacked(io.BytesIO(sources[0])) as file:
        return read(file, names, answers)


def found_in(reading: Reading) -> dict[str, Any]:
    """Return all that a case may say of a reading."""
    table, structure = reading.table, reading.structure
    columns = structure.columns
    found: dict[str, Any] = {
        "asks": " ".join(one.key for one in reading.questions),
        "categories": [*reading.categories],
        "columns": [columns.actual, columns.predicted] if columns else [],
        "codes": reading.missing,
        "excluded": sum(isinstance(one, Exclusion) for one in reading.remarks),
        "many": [*structure.many],
        "names": [*structure.names],
        "queryable": structure.queryable,
        "remarks": [*map(str, reading.remarks)],
        "shape": structure.shape,
    }
    for one in reading.questions:
        found |= {
            "alike": [*map(list, one.alike)],
            "labels": [*one.labels],
            "message": str(one.message),
            "offered": [str(option.label) for option in one.options],
            "first": str(one.options[0].label) if one.options else "",
            "last": str(one.options[-1].label) if one.options else "",
            "offers": len(one.options),
            "proposed": one.proposed,
            "scales": [[*(option.answers.categories or ())] for option in one.options],
        }
    if isinstance(table, RatingTable):
        found |= {"n": table.n_items, "positions": table.positions.tolist()}
        found["clusters"] = table.n_clusters
        found["parts"] = [*table.parts]
        weights = table.item_weights
        found["weights"] = [] if weights is None else weights.tolist()
    elif table is not None:
        found |= {"n": table.n, "observed": table.observed.tolist(), "missed": [*table.missing]}
        found["groups"] = [[name, one.n] for name, one in table.groups.items()]
        found["clusters"] = 0 if table.clusters is None else len(table.clusters)
    if table is not None:
        found |= {"raters": [*table.raters], "missing": table.n_missing}
    return found


def check(case: Case, wanted: Case, answers: Answers) -> None:
    """Check what a file leads to, and what each answer to its question does."""
    if "refused" in wanted:
        assert wanted["refused"] in error_of(reading_of, case, answers)
        return
    reading = reading_of(case, answers)
    found = found_in(reading)
    for key in found.keys() & wanted.keys():
        if key == "message":
            assert wanted[key] in found[key]
        else:
            assert found[key] == wanted[key], key
    said = " ".join(found["remarks"])
    assert wanted.get("says", "") in said
    assert "unsaid" not in wanted or wanted["unsaid"] not in said
    # What is wanted of a table is not there while a question is open, and the other way round.
    assert wanted.keys() - found.keys() <= {"says", "unsaid", "options"}
    for at, then in enumerate(wanted.get("options", ())):
        check(case, then, reading.questions[0].options[at].answers)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_file_leads_to_what_it_should(case: Case) -> None:
    wanted = {key: case[key] for key in case.keys() - {*OF_THE_FILE, "say", "also"}}
    for one in ({"say": case.get("say", ""), **wanted}, *case.get("also", ())):
        answers = answers_of(make_parser().parse_args(shlex.split(one["say"])))
        check(case, {key: value for key, value in one.items() if key != "say"}, answers)
