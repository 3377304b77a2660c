r"""A table drawn for a reader, made into text with tabs: a terminal's, Stata's, Markdown, LaTeX.

>>> as_text(b"+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n| 3 | 3 |\n+---+---+\n(2 rows)")
b'a\tb\n1\t2\n3\t3\n'
>>> as_text(b"     | a   b |\n     |-------|\n  1. | 1   2 |\n  2. | 3   3 |")
b'a\tb\n1\t2\n3\t3\n'
>>> as_text(rb"\begin{tabular}{ll} a & b \\ \hline 1 & 2 \\ \textbf{3} & 3 \\ \end{tabular}")
b'a\tb\n1\t2\n3\t3\n'
"""

from __future__ import annotations

import re

_BARS = re.compile(r"[|│┃║┆]")
_FRAME = re.compile(  # a line between rows that begins with a sign of the frame
    r"\s*(?:\+[-=+]{3,}|\|[-=+:|\s]*-{3}[-=+:|\s]*|[┌╔┏╭├╞╟┡╠└][─═━┄╌┬╤┳┼╪╇╬┴│┐╗┓╮┤╡╢┩╣┘]+)\s*"
)
_BELOW_NAMES = re.compile(r"\s*:?-{3,}:?(?:\s*[|+]\s*:?-*:?)+\s*")  # of psql and of Markdown
_NUMBERED = re.compile(r"\s*\d+\.\s*(?=\|)")  # Stata numbers its rows before the frame
_KIND = re.compile(r"---|str|string|varchar|[iuf]\d{1,2}|u?int\d+|float\d+|double|bigint|cat|enum")
_LATEX_ROW = re.compile(r"(?m)^[^&\n]*&.*\\\\\s*(?:\\hline\s*)*$")
_INSIDE = re.compile(r"(?s)\\begin\{(tabular\*?|longtable|array)\}(.*?)(?:\\end\{\1\}|\Z)")
_COLUMNS = re.compile(r"\s*(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^}]*\})*\}\s*){1,2}")
_ROW = re.compile(r"(?<!\\)\\\\(?:\[[^\]]*\])?")
_RULE = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|cline\{[^}]*\}|\w*rule\{[^}]*\})"
)
_SPAN = re.compile(r"\\multicolumn\{(\d{1,2})\}\{[^}]*\}\{([^{}]*)\}")
_STYLED = re.compile(r"\\[A-Za-z]+\{([^{}]*)\}")
_MARKED = re.compile(r"([*_`~]{1,3})([^*_`~]+)\1")  # bold, italic or code in Markdown
_HEAD = 64 * 1024  # bytes by which one is known


def as_text(content: bytes) -> bytes | None:
    """Return the rows of a drawn table, its cells parted by tabs; None where no table is drawn.

    Parameters
    ----------
    content : bytes
        A whole file.

    Returns
    -------
    bytes or None
        Without the frame, and without what stands outside it.
    """
    if not _is_drawn(content[:_HEAD].decode(errors="replace")):
        return None
    text = content.decode("utf-8-sig", errors="replace")
    rows = _of_latex(text) if _is_latex(text) else _of_frame(text)
    rows = [[_MARKED.sub(r"\2", " ".join(cell.split())) for cell in row] for row in rows]
    lines = ("\t".join(row) + "\n" for row in rows if any(row))
    return "".join(lines).encode() or None


def _is_drawn(head: str) -> bool:
    lines = [line for line in head.splitlines() if line.strip()][:40]
    below = any(map(_BELOW_NAMES.fullmatch, lines[1:4]))
    return bool(below or _is_latex(head) or any(map(_FRAME.fullmatch, lines)))


def _is_latex(text: str) -> bool:
    """Tell whether there is a table of LaTeX, or its rows alone."""
    return bool(_INSIDE.search(text)) or len(_LATEX_ROW.findall(text)) > 2


def _of_frame(text: str) -> list[list[str]]:
    rows = []
    for line in text.splitlines():
        if _BARS.search(line) and not (_FRAME.fullmatch(line) or _BELOW_NAMES.fullmatch(line)):
            inner = _NUMBERED.sub("", line).strip()
            parts = _BARS.split(inner)
            rows.append(parts[not parts[0] : len(parts) - (not parts[-1])])
    if all(len(row) == 1 for row in rows):  # a frame around rows whose cells have none
        apart = [row[0].split() for row in rows]
        even = len(set(map(len, apart))) == 1
        rows = apart if even else [re.split(r"\s{2,}", row[0].strip()) for row in rows]
    # Polars and DuckDB write the kinds of columns below their names.
    kinds = (row for row in rows[1:3] if all(_KIND.fullmatch(cell.strip()) for cell in row))
    gone = [id(row) for row in kinds]
    return [row for row in rows if id(row) not in gone]


def _of_latex(text: str) -> list[list[str]]:
    text = re.sub(r"(?<!\\)%.*", "", text)
    inside = _INSIDE.search(text)
    body = _COLUMNS.sub("", inside[2], count=1) if inside else text
    rows = []
    for row in _ROW.split(_RULE.sub(" ", body)):
        row = _SPAN.sub(lambda span: span[2] + "&" * (int(span[1]) - 1), row)
        while _STYLED.search(row):
            row = _STYLED.sub(r"\1", row)
        if re.search(r"(?<!\\)&", row):
            cells = re.split(r"(?<!\\)&", row.replace("$", "").replace("~", " "))
            rows.append([re.sub(r"\\([%&_#$])", r"\1", cell) for cell in cells])
    return rows
