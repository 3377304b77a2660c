"""Tables that programs draw as text for a reader."""

import io

import pytest

from qwk_core.files.packed import unpacked
from qwk_core.files.reading import read

ROWS = [[f"E{at}", at % 3, at % 3 if at % 4 else 1] for at in range(12)]


def lines(pattern):
    return "".join(pattern.format(*row) for row in ROWS)


DRAWN = {
    "MySQL": "+----+---+---+\n| id | a | b |\n+----+---+---+\n"
    + lines("| {} | {} | {} |\n")
    + "+----+---+---+\n12 rows in set\n",
    "PostgreSQL": " id | a | b \n----+---+---\n" + lines(" {} | {} | {}\n") + "(12 rows)\n",
    "Markdown": "| id | a | b |\n|:---|--:|---|\n" + lines("| {} | {} | {} |\n"),
    "Stata": "     +------------+\n     | id   a   b |\n     |------------|\n"
    + "".join(f"{at:3}. | {i}   {a}   {b} |\n" for at, (i, a, b) in enumerate(ROWS, 1))
    + "     +------------+\n",
    "Stata, one blank": "     +--------+\n     | id a  b |\n     +--------+\n"
    + lines("  1. | {}   {} {} |\n"),
    "Polars": "shape: (12, 3)\n┌─────┬─────┬─────┐\n│ id  ┆ a   ┆ b   │\n│ --- ┆ --- ┆ --- │\n"
    + "│ str ┆ i64 ┆ i64 │\n╞═════╪═════╪═════╡\n"
    + lines("│ {} ┆ {} ┆ {} │\n")
    + "└─────┴─────┴─────┘\n",
    "R": "# A tibble: 12 × 3\n   id        a     b\n   <chr> <int> <int>\n"
    + "".join(f"{at:>2} {i}       {a}     {b}\n" for at, (i, a, b) in enumerate(ROWS, 1)),
    "LaTeX": "\\begin{table}\n\\caption{Marks}\n\\begin{tabular}{l@{}rr} % marks\n\\toprule\n"
    + "\\textbf{id} & $a$ & \\multicolumn{1}{c}{b} \\\\[2pt]\n\\midrule\n"
    + lines("{} & {} & {} \\\\\n")
    + "\\bottomrule\n\\end{tabular}\n\\end{table}\n",
}


@pytest.mark.parametrize("text", DRAWN.values(), ids=list(DRAWN))
def test_a_drawn_table_is_read(text):
    with unpacked(io.BytesIO(text.encode())) as file:
        table = read(file, "table.txt").table
    assert table.observed.tolist() == [[3, 1, 0], [0, 4, 0], [0, 1, 3]]
    assert table.raters == ("a", "b")


def test_a_frame_around_nothing_stays_as_it_is():
    source = io.BytesIO(b"+-----+\n+-----+\n")
    assert unpacked(source) is source
