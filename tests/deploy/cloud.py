"""Imitate Streamlit Community Cloud on one machine: `python -m tests.deploy.cloud`.

The setup: a new environment with the newest Python here and requirements.txt alone, and a checkout
that nobody may write to. A browser opens the first page, uploads a file and opens a room; then the
app must have used 690 MB at most. This takes minutes, as it installs everything. It does not try
the host's proxy, its sleep and its secrets; tests/browser/test_deployed.py tries a proxy.
"""

import subprocess
import tempfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.chromium import launched
from tests.browser.pilot import bring_by, open_page, open_room, upload
from tests.browser.server import ROOT, serve
from tests.versions import pythons

MEMORY = 690  # MB
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
    version, newest = max(pythons().items())
    print(f"Python 3.{version}")
    with tempfile.TemporaryDirectory(prefix="qwk-cloud-") as place:
        folder = Path(place)
        install = INSTALL.format(root=ROOT, python=newest)
        subprocess.run(["sh", "-ec", install], cwd=folder, check=True)
        python = (*ENTER, f"{folder}/venv/bin/python")
        outside = {"HOME": place, "QWK_DATABASE_URL": "", "PYTHONDONTWRITEBYTECODE": "1"}
        serving = serve(python=python, root=folder / "checkout", environment=outside)
        with serving as app, launched() as browser:
            visit(browser.new_page(base_url=app.base, locale="en-GB"))
            memory = app.peak() * 2**20 / 10**6
            print(f"memory at most: {memory:.0f} MB")
            assert memory <= MEMORY
            app.check_log()


if __name__ == "__main__":
    main()
