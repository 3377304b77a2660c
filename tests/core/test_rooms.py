"""Imports point one way: kernel ← statistics, pictures ← teaching, files ← study ← app ← pages."""

import ast
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCREEN = {"streamlit", "plotly"}
PACKAGES = ("qwk_core", "classroom", "qwk_app", "pages")
# A room is a folder of the core, its kernel, or its roof: the package itself and its command. The
# other packages are rooms above it. This is what each may import of the others and of the screen;
# pages may import nothing else.
CORE = {"kernel", "statistics", "pictures", "teaching", "files", "study", "command", "roof"}
MAY_IMPORT = {
    "kernel": {"kernel"},
    "statistics": {"kernel", "statistics"},
    "pictures": {"kernel", "pictures"},
    "teaching": {"kernel", "statistics", "teaching"},
    "files": {"kernel", "statistics", "files"},
    "study": {"kernel", "statistics", "pictures", "teaching", "files", "study"},
    "command": {"kernel", "statistics", "files", "study", "command"},
    "roof": CORE,
    "classroom": {"classroom", *CORE},
    "qwk_app": {"qwk_app", "classroom", *CORE, *SCREEN},
    "pages": {"qwk_app", "classroom", *CORE, "streamlit"},
}

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    """Return the path of every module, by its dotted name."""
    found = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(source: str, known: set[str]) -> set[str]:
    """Return what a source imports: modules from `known`, and names of packages from outside.

    Imports inside functions count too.
    """
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are written with their full name"
            assert node.module is not None
            inner = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [one if one in known else node.module for one in inner]
        else:
            continue
        found |= {name if name in known else name.partition(".")[0] for name in names}
    return found


@cache
def whole() -> Graph:
    """Return the graph of all modules. It is built only once."""
    paths = modules()
    return {name: imports(path.read_text("utf-8"), set(paths)) for name, path in paths.items()}


def room(module: str) -> str:
    """Return the room of a module; a package from outside is a room of its own."""
    package, _, rest = module.partition(".")
    if package != "qwk_core":
        return package
    if rest in ("", "__main__"):
        return "roof"
    first, _, inner = rest.partition(".")
    return first if inner or first in MAY_IMPORT else "kernel"


def test_no_modules_import_one_another_in_a_circle() -> None:
    TopologicalSorter(whole()).prepare()  # raises a CycleError that names them


def test_a_room_imports_what_lies_below_it() -> None:
    assert {room(name) for name in whole()} == set(MAY_IMPORT)
    watched = {*MAY_IMPORT, *SCREEN, "tests"}
    for name, targets in whole().items():
        found = {room(target) for target in targets}
        if room(name) != "pages":
            found &= watched
        assert found <= MAY_IMPORT[room(name)], name


def test_every_page_enters_the_frame_before_anything_else() -> None:
    """Otherwise a link shows a page without its frame to the first visitor of a new server."""
    for path in sorted((ROOT / "pages").glob("*.py")):
        does = [
            node
            for node in ast.parse(path.read_text("utf-8")).body[1:]  # after its docstring
            if not isinstance(node, ast.Import | ast.ImportFrom)
        ]
        assert ast.unparse(does[0]).endswith(f"frame.enter('{path.stem}')"), path.name


def test_the_kernel_can_be_read_at_one_sitting() -> None:
    kernel = {name.rpartition(".")[2] for name in whole() if room(name) == "kernel"}
    assert kernel == {
        "errors", "messages", "ratings", "text", "matrices", "kappa", "walkthrough", "version",
    }  # fmt: skip
    paths = modules()
    read = [paths[f"qwk_core.{name}"].read_text("utf-8") for name in kernel - {"version"}]
    assert sum(len(source.splitlines()) for source in read) < 1850
