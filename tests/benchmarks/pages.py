"""What an edit costs on every page, beside the bare app.

    python -m tests.benchmarks.pages
    python -m tests.benchmarks.pages --pages kappa expected --edits 60

For each page, of edits that take turns with the bare app's (`bare_app.py`, on a server with the
same settings: one text field, and as many default Plotly heatmaps as the page has charts): the time
that its script takes on the server; the time from sending the edit to the end of the answer; and
the bytes of the answer, as they are on the wire and unpacked. Medians. On a page without the field,
the part that its own fields change is run again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.common import BARE_APP, Contestant, asked, bare, timed
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import page_names
from tests.browser.server import Server

WARM_UP = 3
KIB = 25  # to reach: at most so much on the wire an edit
Edit = tuple[float, float, float, float]  # ms of the script and the answer, KiB packed and unpacked


async def edit(visitor: Visitor, times: Path, number: int) -> Edit:
    """Edit once; return what it took."""

    def lines() -> list[str]:
        return times.read_text(encoding="utf-8").splitlines()

    before = len(lines())
    answer = await visitor.edit(predictions(number))
    # The line is written when the script's thread is done, a moment after its last message.
    while len(ran := lines()[before:]) < 1:
        await asyncio.sleep(0.002)
    return sum(map(float, ran)), 1000 * answer, visitor.wire / 1024, visitor.unpacked / 1024


async def measure(
    name: str, servers: Sequence[tuple[Server, Path]], edits: int
) -> tuple[int, list[list[float]]]:
    """Return how many charts a page has, and the medians of its edits and of the bare app's."""
    (app, app_times), (beside, bare_times) = servers
    ours = Contestant(name, page=name).visitor(app)
    await ours.arrive()
    charts = ours.charts
    theirs = bare(charts).visitor(beside)
    await theirs.arrive()
    took: tuple[list[Edit], list[Edit]] = ([], [])
    for number in range(WARM_UP + edits):
        took[0].append(await edit(ours, app_times, number))
        took[1].append(await edit(theirs, bare_times, number))
    await ours.leave()
    await theirs.leave()
    return charts, [[median(each) for each in zip(*one[WARM_UP:], strict=True)] for one in took]


def main() -> None:
    """Print a row for each page; the last line says which send more than they should."""
    options = asked(__doc__, pages=page_names(), edits=30)
    print(
        f"{'page':<16}{'charts':>6}{'script ms':>9}{'bare':>7}{'ratio':>7}"
        f"{'answer ms':>9}{'bare':>7}{'ratio':>7}{'KiB wire':>9}{'unpacked':>10}"
    )
    over = []
    with timed() as app, timed(BARE_APP) as beside:
        for name in options.pages:
            charts, (ours, theirs) = asyncio.run(measure(name, (app, beside), options.edits))
            cells = (
                f"{a:>9.1f}{b:>7.1f}{a / b:>7.2f}"
                for a, b in zip(ours[:2], theirs[:2], strict=True)
            )
            print(
                f"{name:<16}{charts:>6}{''.join(cells)}{ours[2]:>9.1f}{ours[3]:>10.1f}", flush=True
            )
            over += [name] if ours[2] > KIB else []
        app[0].check_log()
    verdict = "Beyond: " + ", ".join(over) if over else "All within."
    print(f"to reach: at most {KIB} KiB on the wire. {verdict}")


if __name__ == "__main__":
    main()
