"""The app uses public names of its libraries; only platform.py uses a few private ones."""

import ast

from tests.browser.server import APP, ROOT

PLATFORM = ROOT / "qwk_app" / "frame" / "platform.py"
# The modules that the documentation of Streamlit and Plotly imports.
PUBLIC = {
    "streamlit",
    "streamlit.components.v2",
    "streamlit.delta_generator",
    "streamlit.errors",
    "streamlit.testing.v1",
    "streamlit.typing",
    "plotly",
    "plotly.graph_objects",
    "plotly.io",
}
LIBRARIES = {"streamlit", "plotly", "uvicorn"}
ROOMS = {"runtime", "proto", "elements", "web", "config", "file_util"}  # of Streamlit


def named(node):
    """Return the modules that a node imports, and the private names that it uses."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        yield node.module
        for each in node.names:
            if each.name in ROOMS or each.name.startswith("_"):
                yield f"{node.module}.{each.name}"
    elif isinstance(node, ast.keyword) and (node.arg or "").startswith("_"):
        yield f"plotly.{node.arg}"
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        hidden = node.attr.startswith("_") and not node.attr.endswith("__")
        if node.value.id == "st" and (hidden or node.attr in ROOMS):
            yield f"streamlit.{node.attr}"


def private(code):
    found = {name for node in ast.walk(ast.parse(code)) for name in named(node)}
    return {name for name in found - PUBLIC if name.split(".")[0] in LIBRARIES}


def test_only_platform_uses_private_names():
    folders = (ROOT / "qwk_app", ROOT / "classroom", ROOT / "pages")
    modules = [APP, *(path for each in folders for path in each.rglob("*.py"))]
    assert len(modules) > 100
    found = {path: private(path.read_text(encoding="utf-8")) for path in modules}
    assert {path for path, names in found.items() if names} == {PLATFORM}
    assert len(found[PLATFORM]) <= 3
