"""The cost of an edit on every page, compared with the bare app.

    python -m tests.benchmarks.pages
    python -m tests.benchmarks.pages --edits 60

The edits of each page take turns with those of the bare app (`bare_app.py`, on a server with the
same settings: one text field, and as many default Plotly heatmaps as the page has charts). The
program prints medians: the time from sending the edit to the end of the answer, and the bytes of
the answer on the wire and unpacked. On a page without the field, the program runs the part again
that the page's own fields change.
"""

import asyncio
from statistics import median

from tests.benchmarks.common import BARE_APP, asked
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import page_names
from tests.browser.server import Server, serve

WARM_UP = 3
KIB = 25  # goal: the largest answer to an edit on the wire


async def measure(name: str, app: Server, beside: Server, edits: int) -> tuple[float, ...]:
    """Return a page's number of charts, and for an edit: ms, the bare app's ms, KiB, unpacked."""
    took = []
    async with Visitor(app.base, name) as app_page:
        charts = app_page.charts
        async with Visitor(beside.base, query={"charts": str(charts)}) as bare_page:
            for number in range(WARM_UP + edits):
                own = 1000 * await app_page.edit(predictions(number))
                other = 1000 * await bare_page.edit(predictions(number))
                took.append((own, other, app_page.wire / 1024, app_page.unpacked / 1024))
    return charts, *(median(each) for each in zip(*took[WARM_UP:], strict=True))


def main() -> None:
    """Print a row for each page; the last line names the pages that send too much."""
    edits = asked(__doc__, edits=30).edits
    print(f"{'page':<16}charts answer ms   bare  ratio  KiB wire    raw")
    over = []
    with serve() as app, serve(BARE_APP) as beside:
        for name in page_names():
            charts, app_ms, bare_ms, wire, raw = asyncio.run(measure(name, app, beside, edits))
            ratio = app_ms / bare_ms
            times = f"{app_ms:>10.1f}{bare_ms:>7.1f}{ratio:>7.2f}"
            print(f"{name:<16}{charts:>6}{times}{wire:>10.1f}{raw:>7.1f}", flush=True)
            over += [name] if wire > KIB else []
        app.check_log()
    print(f"to reach: at most {KIB} KiB on the wire. Beyond: {', '.join(over) or 'none'}")


if __name__ == "__main__":
    main()
