"""The common parts of the benchmarks of the running app: the bare app, percentiles, options."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

BARE_APP = Path(__file__).with_name("bare_app.py")


def percentile(seconds: Sequence[float], percent: int) -> float:
    """Return a percentile in milliseconds."""
    return 1000 * float(np.percentile(seconds, percent)) if seconds else float("nan")


def asked(doc: str, **options: Any) -> argparse.Namespace:
    """Read the command line: an option for each default, a list where the default is one."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    for name, default in options.items():
        many = isinstance(default, list)
        kind = type(default[0] if many else default)
        parser.add_argument(f"--{name}", type=kind, nargs="+" if many else None, default=default)
    return parser.parse_args()
