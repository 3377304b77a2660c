"""A real Streamlit server for the browser tests and the benchmarks."""

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
APP = ROOT / "app.py"

# A traceback in the log is an error that the screen did not show. The other patterns are warnings
# of Streamlit.
COMPLAINTS = ("Traceback (most recent call last)", "DeprecationWarning", "will be removed")


@dataclass(frozen=True)
class Server:
    """A running server: its address, and its log."""

    base: str
    log: Path
    process: int  # its process id

    @property
    def rooms(self) -> str:
        """The file of its rooms, unless the settings name another database."""
        return f"sqlite:///{self.log.parent / 'rooms.db'}"

    def logged(self) -> str:
        """The server's log so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def memory(self) -> float:
        """Return the resident memory in MiB."""
        return mib("VmRSS", self.process)

    def peak(self) -> float:
        """Return the largest memory so far in MiB."""
        return mib("VmHWM", self.process)

    def check_log(self) -> None:
        """Fail if the server wrote a traceback or a deprecation."""
        logged = self.logged()
        for complaint in COMPLAINTS:
            assert complaint not in logged, f"The server complained:\n{logged}"


def mib(field: str, process: int | str = "self") -> float:
    """Return the memory of a process on Linux: the current (VmRSS) or the largest (VmHWM)."""
    found = Path(f"/proc/{process}/status").read_text().partition(f"{field}:")[2]
    return int(found.split()[0]) / 1024


def free_port() -> int:
    """Find a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def running(
    command: Sequence[str], log: Path, health: str, patience: float = 180, **options: Any
) -> Iterator[int]:
    """Run a server until the block ends, which begins when `health` answers; yield its process.

    If four servers start at once on a busy machine, each may take more than a minute.
    """
    with log.open("wb") as sink:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sink, stderr=subprocess.STDOUT, **options
        )
    try:
        deadline = time.monotonic() + patience
        while not answers(health):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} does not serve.")
            time.sleep(0.05)
        yield process.pid
    except Exception as error:
        error.add_note(f"The server's log:\n{log.read_text('utf-8', 'replace')}")
        raise
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def answers(address: str) -> bool:
    with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5):
        return True
    return False


@contextlib.contextmanager
def serve(
    script: Path = Path("app.py"),
    *,
    root: Path = ROOT,
    python: Sequence[str] = (sys.executable,),
    port: int | None = None,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    """Run a script on a free port or on `port`, with the settings of `root`, until the block ends.

    The server is healthy but has had no visitor: the health check runs no page.
    """
    port = port or free_port()
    settings = {
        "server.port": port,
        "server.address": "127.0.0.1",
        "server.headless": "true",
        "server.fileWatcherType": "none",
        # If Rich is installed, Streamlit would log boxes instead of tracebacks.
        "logger.enableRich": "false",
    }
    command = [*python, "-m", "streamlit", "run", str(script)]
    command += [f"--{name}={value}" for name, value in settings.items()]
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory(prefix="qwk-server-") as folder:
        log = Path(folder) / "server.log"
        rooms = {"QWK_DATABASE_URL": f"sqlite:///{Path(folder) / 'rooms.db'}"}
        inside = {**os.environ, "PYTHONUNBUFFERED": "1", **rooms, **(environment or {})}
        with running(command, log, f"{base}/_stcore/health", cwd=root, env=inside) as process:
            yield Server(base, log, process)
