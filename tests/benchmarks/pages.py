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

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path
from statistics import median

from tests.benchmarks.load import BARE_APP
from tests.benchmarks.visitor import Visitor, predictions
from tests.browser.pilot import page_names
from tests.browser.server import Server, serve

WARM_UP = 3
KIB = 25  # to reach: at most so much on the wire an edit


class Timed:
    """A visitor of a server that writes down how long its scripts take."""

    def __init__(self, visitor: Visitor, times: Path) -> None:
        self.visitor = visitor
        self.answers: list[float] = []
        self.scripts: list[float] = []
        self.wire: list[int] = []
        self.unpacked: list[int] = []
        self._times = times

    async def edit(self, number: int) -> None:
        """Edit once, and note what it took; the first few are not noted."""
        before = len(self._script_times())
        answer = await self.visitor.edit(predictions(number))
        # The line is written when the script's thread is done, a moment after its last message.
        while len(lines := self._script_times()[before:]) < 1:
            await asyncio.sleep(0.002)
        if number < WARM_UP:
            return
        self.answers.append(1000 * answer)
        self.scripts.append(sum(lines))
        self.wire.append(self.visitor.wire)
        self.unpacked.append(self.visitor.unpacked)

    def _script_times(self) -> list[float]:
        return [float(line) for line in self._times.read_text(encoding="utf-8").splitlines()]


async def measure(
    name: str, app: Server, bare: Server, times: tuple[Path, Path], edits: int
) -> tuple[str, float]:
    """Return a row of the table for a page, and the KiB on the wire of its edits."""
    ours = Timed(Visitor(app.base, name), times[0])
    await ours.visitor.arrive()
    charts = ours.visitor.charts
    theirs = Timed(Visitor(bare.base, "overview", {"charts": str(charts)}), times[1])
    await theirs.visitor.arrive()
    for number in range(WARM_UP + edits):
        await ours.edit(number)
        await theirs.edit(number)
    await ours.visitor.leave()
    await theirs.visitor.leave()
    cells = []
    for app_times, bare_times in ((ours.scripts, theirs.scripts), (ours.answers, theirs.answers)):
        a, b = median(app_times), median(bare_times)
        cells.append(f"{a:>9.1f}{b:>7.1f}{a / b:>7.2f}")
    wire = median(ours.wire) / 1024
    return (
        f"{name:<16}{charts:>6}{''.join(cells)}{wire:>9.1f}{median(ours.unpacked) / 1024:>10.1f}",
        wire,
    )


def main(arguments: list[str]) -> None:
    """Print a row for each page; the last line says which send more than they should."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.pages", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("--pages", nargs="+", default=page_names(), metavar="PAGE")
    parser.add_argument("--edits", type=int, default=30, help="measured edits a page")
    options = parser.parse_args(arguments)

    print(
        f"{'page':<16}{'charts':>6}{'script ms':>9}{'bare':>7}{'ratio':>7}"
        f"{'answer ms':>9}{'bare':>7}{'ratio':>7}{'KiB wire':>9}{'unpacked':>10}"
    )
    with tempfile.TemporaryDirectory(prefix="qwk-bench-") as folder:
        times = (Path(folder) / "app.txt", Path(folder) / "bare.txt")
        environments = [{"QWK_SCRIPT_TIMES": str(path)} for path in times]
        timed = "tests.benchmarks.timed_streamlit"
        with (
            serve(streamlit=timed, environment=environments[0]) as app,
            serve(BARE_APP, streamlit=timed, environment=environments[1]) as bare,
        ):
            over = []
            for name in options.pages:
                row, wire = asyncio.run(measure(name, app, bare, times, options.edits))
                print(row, flush=True)
                if wire > KIB:
                    over.append(name)
            app.check_log()
    verdict = "Beyond: " + ", ".join(over) if over else "All within."
    print(f"to reach: at most {KIB} KiB on the wire. {verdict}")


if __name__ == "__main__":
    main(sys.argv[1:])
