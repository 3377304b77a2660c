"""Several replicas behind nginx, as docs/deploying.md sets them up, on this machine."""

import contextlib
import secrets
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from docs.deploy.prepare import prepare
from tests.browser.server import Server, free_port, running, serve
from tests.deploy.nginx import ensure_nginx

BROTLI = 5  # its quality: 11 saves a further seventh of the bytes, and takes half a minute


@dataclass
class Replica:
    """One replica, which can be killed and started again at the same address."""

    name: str  # its name in the cookie
    port: int
    environment: dict[str, str]
    server: Server | None = None  # it runs
    _running: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    def start(self) -> None:
        """Start, and wait until it is healthy."""
        serving = serve(port=self.port, environment=self.environment)
        self.server = self._running.enter_context(serving)

    def kill(self) -> None:
        """Kill the process, without closing any connection first."""
        self.server.check_log()
        subprocess.run(["kill", "-KILL", str(self.server.process)], check=True)
        self.stop()

    def stop(self) -> None:
        """End the server, or clean up after it was killed."""
        self._running.close()
        self.server = None


@dataclass(frozen=True)
class School:
    """nginx, and the replicas behind it."""

    base: str
    replicas: dict[str, Replica]
    folder: Path

    def logged(self) -> str:
        """The log of nginx."""
        names = ("nginx.log", "temp/access.log")
        return "".join((self.folder / name).read_text(encoding="utf-8") for name in names)

    def memory(self) -> float:
        """Return the resident memory of all replicas in MiB."""
        return sum(replica.server.memory() for replica in self.replicas.values())


@contextlib.contextmanager
def open_school(count: int = 2) -> Iterator[School]:
    """Run `count` replicas behind nginx until the block ends."""
    nginx = ensure_nginx()
    # All replicas have the same secret, so each accepts the cookies of the others.
    shared = {"STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(32)}
    names = [f"r{number}" for number in range(1, count + 1)]
    replicas = {name: Replica(name, free_port(), shared) for name in names}
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="qwk-school-") as place:
        folder = Path(place)
        folder.chmod(0o755)  # root's nginx runs as the user nobody
        addresses = [f"127.0.0.1:{replica.port}" for replica in replicas.values()]
        prepare(folder, addresses, f"127.0.0.1:{port}", "temp/access.log", BROTLI)
        try:
            with ThreadPoolExecutor() as pool:
                list(pool.map(Replica.start, replicas.values()))
            school = School(f"http://127.0.0.1:{port}", replicas, folder)
            command = [str(nginx), "-e", "stderr", "-p", place, "-c", "nginx.conf"]
            with running(command, folder / "nginx.log", f"{school.base}/_stcore/health"):
                yield school
        finally:
            for replica in replicas.values():
                replica.stop()
