"""Time and memory of ten million rows: `python -m tests.benchmarks.large`.

Kappa of one CSV file, by `qwk_core.files.columns` and by pandas with scikit-learn, as most people
compute it. Each turn is a new process: it starts Python, imports its libraries, reads, prints
kappa, and reports its largest memory. The two take turns, and the program compares the medians. A
file with a tenth of the rows shows whether the memory grows with the file.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROWS, TURNS = 10**7, 3
N_CATEGORIES = 5
ROWS_AT_A_TIME = 10**6

OURS = """
from qwk_core import walk_through_counts
from qwk_core.files.columns import Columns, count_pairs
from qwk_core.files.detection import detect
from qwk_core.files.labelled import observed_of
from qwk_core.files.order import propose_order

with open(path, "rb") as file:
    counts = count_pairs(file, detect(file), Columns("actual", "predicted"))
order = propose_order(counts.totals())
kappa = walk_through_counts(observed_of(counts, order.categories)).kappa
"""

PANDAS = """
import pandas as pd
from sklearn.metrics import cohen_kappa_score

table = pd.read_csv(path)
kappa = cohen_kappa_score(table["actual"], table["predicted"], weights="quadratic")
"""

# The same with the smallest types of pandas, for a known scale.
PANDAS_INT8 = PANDAS.replace("path)", 'path, usecols=["actual", "predicted"], dtype="int8")')

# The largest memory, in KiB on Linux and in bytes on macOS. A process inherits this value from its
# parent. Therefore the parent imports nothing large, and other processes write the files.
REPORT = """
import resource, sys
most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(repr(float(kappa)), most * (1 if sys.platform == "darwin" else 1024))
"""

RUNNERS = {"ours": OURS, "pandas": PANDAS, "pandas int8": PANDAS_INT8}


def write(path: Path, rows: int) -> None:
    """Write two raters who mostly agree; near misses are more common than far ones."""
    import numpy as np

    generator = np.random.default_rng(rows)
    with path.open("wb") as file:
        file.write(b"item,actual,predicted\n")
        for start in range(0, rows, ROWS_AT_A_TIME):
            n = min(ROWS_AT_A_TIME, rows - start)
            actual = generator.integers(0, N_CATEGORIES, n)
            misses = generator.choice([-2, -1, 0, 0, 0, 1, 1], n)
            predicted = np.clip(actual + misses, 0, N_CATEGORIES - 1)
            table = np.column_stack([np.arange(start, start + n), actual, predicted])
            np.savetxt(file, table, fmt="%d", delimiter=",")


def run(runner: str, path: Path) -> tuple[float, float, float]:
    """Run one process; return its seconds, MiB and kappa."""
    code = f"path = {str(path)!r}\n{RUNNERS[runner]}{REPORT}"
    before = time.perf_counter()
    printed = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    seconds = time.perf_counter() - before
    kappa, most = printed.split()
    return seconds, int(most) / 2**20, float(kappa)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path, tenth = Path(folder, "ratings.csv"), Path(folder, "tenth.csv")
        for file, rows in ((path, ROWS), (tenth, ROWS // 10)):
            code = "import sys; from tests.benchmarks import large; "
            code += "large.write(large.Path(sys.argv[1]), int(sys.argv[2]))"
            subprocess.run([sys.executable, "-c", code, str(file), str(rows)], check=True)
        turns = [[run(runner, path) for runner in RUNNERS] for _turn in range(TURNS)]
        smaller = run("ours", tenth)
        size = path.stat().st_size / 2**20
    print(f"{ROWS:,} rows, {size:.0f} MiB; medians of {TURNS}, imports included")
    print(f"{'':12}{'seconds':>9}{'MiB':>7}{'time':>8}{'memory':>8}  kappa")
    own: list[float] = []
    for runner, *of_turns in zip(RUNNERS, *turns, strict=True):
        seconds, memory, kappa = map(statistics.median, zip(*of_turns, strict=True))
        own = own or [seconds, memory, kappa]
        ratios = f"{seconds / own[0]:>7.1f}×{memory / own[1]:>7.1f}×"
        print(f"{runner:12}{seconds:>9.2f}{memory:>7.0f}{ratios}  {kappa!r}")
        assert abs(kappa - own[2]) < 1e-12, "all must agree"
    print(f"ours with {ROWS // 10:,} rows: {smaller[1]:.0f} MiB")


if __name__ == "__main__":
    main()
