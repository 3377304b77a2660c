"""Imitate Streamlit Community Cloud on one machine: `python -m tests.deploy.cloud`.

The setup: a new environment with the newest Python here and requirements.txt alone; a checkout that
nobody may write to; and nginx in front, which allows GET, POST, PUT and WebSockets. A browser opens
the first page, uploads a file and opens a room; then the app must have used 690 MB at most. This
takes minutes, as it installs everything. It does not try the host's sleep and its secrets.
"""

import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chromium import launched
from tests.browser.pilot import bring_by, open_page, open_room, upload
from tests.browser.server import ROOT, free_port, serve
from tests.deploy.nginx import ensure_nginx
from tests.deploy.school import run_nginx
from tests.versions import pythons

MEMORY = 690  # MB
NGINX = """
daemon off; pid nginx.pid; events { } http {
    access_log off; client_max_body_size 210m; client_body_temp_path body; proxy_temp_path proxy;
    map $http_upgrade $connection_upgrade { default upgrade; "" close; }
    server {
        listen 127.0.0.1:FRONT;
        location / {
            limit_except GET POST PUT { deny all; }
            proxy_pass http://127.0.0.1:APP; proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
        }
    }
}
"""
# Make a read-only checkout and an environment.
INSTALL = """
mkdir checkout
git -C {root} archive HEAD | tar -x -C checkout
chmod -R a+rX,a-w checkout
{python} -m venv venv
venv/bin/python -m pip install -q --disable-pip-version-check -r checkout/requirements.txt
"""
# Root has no special rights in that process.
ENTER = ("setpriv", "--bounding-set=-all", "--inh-caps=-all")


def visit(page: Page) -> None:
    """Open the first page, upload a file, open a room."""
    open_page(page)
    expect(page.get_by_test_id("stMain")).to_contain_text("0.318")
    open_page(page, "your_data")
    bring_by(page, "a file")
    upload(page, "good.csv", b"actual,predicted\n1,1\n2,2\n2,1\n3,3\n")
    expect(page.get_by_role("heading", name="κ = 0.800")).to_be_visible()
    print(f"first page: read; upload: read; room: {open_room(page)}")


def main() -> None:
    """Install, serve, visit, and print the results."""
    nginx = ensure_nginx()
    version, newest = max(pythons().items())
    print(f"Python 3.{version}")
    with tempfile.TemporaryDirectory(prefix="qwk-cloud-") as place:
        folder, front, port = Path(place), free_port(), free_port()
        folder.chmod(0o755)  # root's nginx runs as the user nobody
        install = INSTALL.format(root=ROOT, python=newest)
        subprocess.run(["sh", "-ec", install], cwd=folder, check=True)
        configured = NGINX.replace("FRONT", str(front)).replace("APP", str(port))
        (folder / "nginx.conf").write_text(configured, encoding="utf-8")
        python = (*ENTER, f"{folder}/venv/bin/python")
        outside = {"HOME": place, "QWK_DATABASE_URL": "", "PYTHONDONTWRITEBYTECODE": "1"}
        base = f"http://127.0.0.1:{front}"
        with (
            serve(python=python, root=folder / "checkout", port=port, environment=outside) as app,
            run_nginx(nginx, folder, base),
            launched() as browser,
        ):
            visit(browser.new_page(base_url=base, locale="en-GB"))
            memory = app.peak() * 2**20 / 10**6
            print(f"memory at most: {memory:.0f} MB")
            assert memory <= MEMORY
            app.check_log()


if __name__ == "__main__":
    main()
