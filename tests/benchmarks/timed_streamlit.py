"""Streamlit's own command line, with a stopwatch around each run of a script.

    QWK_SCRIPT_TIMES=times.txt python -m tests.benchmarks.timed_streamlit run app.py

Adds a line of milliseconds to the file for each run: callbacks, script and the building of its
messages, as the server's thread spends them; not the sending, and not what the browser does.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from streamlit.runtime.scriptrunner import script_runner
from streamlit.web.cli import main

TIMES = Path(os.environ["QWK_SCRIPT_TIMES"])

# Streamlit has no public hook around a run. Should a version move this function, the benchmark
# fails here, at once, and not with times of something else.
execute = script_runner.exec_func_with_error_handling


def timed(*arguments: Any, **options: Any) -> Any:
    """Run the script as Streamlit does, and write down how long it took."""
    start = time.perf_counter()
    try:
        return execute(*arguments, **options)
    finally:
        took = time.perf_counter() - start
        with TIMES.open("a", encoding="utf-8") as times:
            times.write(f"{took * 1000:.3f}\n")


if __name__ == "__main__":
    script_runner.exec_func_with_error_handling = timed
    main(prog_name="streamlit")
