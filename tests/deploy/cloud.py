"""Streamlit Community Cloud, as far as one machine can be it: `python -m tests.deploy.cloud`.

A fresh environment with the newest Python here and requirements.txt alone; a checkout that nobody
may write to; a process without rights; 690 MB, where the system's control groups may be set; and
nginx in front, which knows GET, POST, PUT and WebSockets and nothing else. A browser then opens the
first page, uploads a file and opens a room. Minutes: it installs everything. What is not tried: the
real host, its sleep after 12 hours, and its way to read secrets.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.chromium import ARGUMENTS, ensure_chromium
from tests.browser.pilot import open_page
from tests.browser.server import ROOT, free_port
from tests.browser.test_live import press, room_of
from tests.browser.test_your_data import upload
from tests.deploy.nginx import ensure_nginx
from tests.deploy.school import run_nginx
from tests.versions import pythons

MEMORY = 690 * 10**6  # bytes
GROUP = Path("/sys/fs/cgroup/memory/qwk-cloud")

NGINX = """
daemon off;
pid {folder}/nginx.pid;
events {{ }}
http {{
    access_log {folder}/access.log;
    client_max_body_size 210m;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" close; }}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            limit_except GET POST PUT {{ deny all; }}
            proxy_pass http://127.0.0.1:{app};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
        }}
    }}
}}
"""


def run(*command: object, **settings: object) -> str:
    """Run a command that must succeed, and return what it printed."""
    done = subprocess.run([*map(str, command)], check=True, stdout=subprocess.PIPE, **settings)  # type: ignore[call-overload]
    return str(done.stdout, "utf-8")


def install(folder: Path) -> Path:
    """Make a read-only checkout and a fresh environment; return the environment's Python."""
    version, python = max(pythons().items())
    checkout = folder / "checkout"
    checkout.mkdir()
    archive = run("git", "-C", ROOT, "archive", "--output", folder / "all.tar", "HEAD")
    assert archive == ""
    run("tar", "-xf", folder / "all.tar", "-C", checkout)
    run("chmod", "-R", "a+rX,a-w", checkout)
    run(python, "-m", "venv", folder / "venv")
    inside = folder / "venv/bin/python"
    pip = (inside, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    began = time.monotonic()
    run(*pip, "-r", checkout / "requirements.txt")
    print(f"Python 3.{version}: requirements.txt installed in {time.monotonic() - began:.0f} s")
    return inside


def limit_memory() -> bool:
    """Make a control group with the memory of the host; tell whether this system allows it."""
    try:
        GROUP.mkdir(exist_ok=True)
        (GROUP / "memory.limit_in_bytes").write_text(str(MEMORY))
    except OSError:
        return False
    return True


@contextlib.contextmanager
def app(folder: Path, python: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run the app without a right to write outside the temporary folder and its home."""
    home = folder / "home"
    home.mkdir()
    limited = limit_memory()
    print(f"memory: {'690 MB by a control group' if limited else 'not limited here, measured'}")
    enter = f"echo $$ > {GROUP}/cgroup.procs && " if limited else ""
    user = "setpriv --bounding-set=-all --inh-caps=-all --no-new-privs"  # root is nobody special
    serve = f"{python} -m streamlit run app.py --server.port {port} --server.headless true"
    process = subprocess.Popen(
        ["sh", "-c", f"{enter}exec {user} {serve}"],
        cwd=folder / "checkout",
        env={"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=(folder / "app.log").open("wb"),
        stderr=subprocess.STDOUT,
    )
    try:
        yield process
    except Exception as error:
        error.add_note((folder / "app.log").read_text("utf-8"))
        raise
    finally:
        process.terminate()
        process.wait(timeout=30)


def peak(process: subprocess.Popen[bytes]) -> int:
    """Return the most memory that the app held, in MB."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024 // 10**6


def visit(page: Page, base: str) -> None:
    """Open the first page, upload a file, open a room."""
    began = time.monotonic()
    open_page(page, base)
    expect(page.get_by_test_id("stMain")).to_contain_text("0.318")
    print(f"first page: {time.monotonic() - began:.1f} s")
    open_page(page, base, "your_data")
    page.get_by_role("radio", name="a file", exact=True).click()
    upload(page, "good.csv", b"actual,predicted\n1,1\n2,2\n2,1\n3,3\n")
    expect(page.get_by_test_id("stMain")).to_contain_text("0.8")
    print("upload: read")
    open_page(page, base, "live")
    press(page, "live-open")
    print(f"room: {room_of(page)}")


def main() -> None:
    """Install, serve, visit, and say what was seen."""
    nginx = ensure_nginx()
    with tempfile.TemporaryDirectory(prefix="qwk-cloud-") as place, contextlib.ExitStack() as stack:
        folder = Path(place)
        folder.chmod(0o755)
        python = install(folder)
        port, behind = free_port(), free_port()
        text = NGINX.format(folder=folder, port=port, app=behind)
        (folder / "nginx.conf").write_text(text, encoding="utf-8")
        process = stack.enter_context(app(folder, python, behind))
        base = f"http://127.0.0.1:{port}"
        stack.enter_context(run_nginx(nginx, folder, base))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=str(ensure_chromium()), args=ARGUMENTS)
        page = browser.new_page(locale="en-GB")
        visit(page, base)
        print(f"memory at most: {peak(process)} MB")
        log = (folder / "app.log").read_text("utf-8")
        print("log: no error" if "Traceback" not in log else log)
        browser.close()
    if GROUP.exists():
        GROUP.rmdir()


if __name__ == "__main__":
    main()
