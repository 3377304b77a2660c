"""Past one machine: the same counts from an engine that has the data already."""

from __future__ import annotations

from qwk_core.tables import Columns


def sql(columns: Columns, table: str = "ratings") -> str:
    """Return a query in standard SQL.

    Examples
    --------
    >>> print(sql(Columns("grader a", "grader b")))
    SELECT "grader a" AS actual, "grader b" AS predicted, COUNT(*) AS count
    FROM "ratings"
    GROUP BY 1, 2
    ORDER BY 1, 2
    """

    def q(name: str) -> str:
        return '"' + name.replace('"', '""') + '"'

    count = f"SUM({q(columns.count)})" if columns.count else "COUNT(*)"
    selected = [f"{q(columns.actual)} AS actual", f"{q(columns.predicted)} AS predicted"]
    if columns.group:
        selected.append(f'{q(columns.group)} AS "group"')
    places = ", ".join(str(place) for place in range(1, len(selected) + 1))
    selected.append(f"{count} AS count")
    return f"SELECT {', '.join(selected)}\nFROM {q(table)}\nGROUP BY {places}\nORDER BY {places}"
