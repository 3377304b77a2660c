"""Every public function of the core names all its arguments in its docstring."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import qwk_core
from qwk_core.teaching.implementations.catalogue import IMPLEMENTATIONS

# A page shows the source of these. Their docstrings have one line, and the module's docstring
# describes their arguments.
SHOWN = {one.function for one in IMPLEMENTATIONS} | {one.helper for one in IMPLEMENTATIONS}


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the functions and the methods whose names begin with no underscore, once each."""
    for found in pkgutil.walk_packages(qwk_core.__path__, "qwk_core."):
        if found.name.rpartition(".")[2].startswith("_"):
            continue  # this is a program
        module = importlib.import_module(found.name)
        for name, value in vars(module).items():
            if name.startswith("_") or getattr(value, "__module__", None) != found.name:
                continue
            if inspect.isclass(value):
                yield from methods(value)
            elif callable(value) and value not in SHOWN:
                yield f"{found.name}.{name}", inspect.unwrap(value)


def methods(kind: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name, value in vars(kind).items():
        function = getattr(value, "__func__", value)
        if not name.startswith("_") and inspect.isfunction(function):
            yield f"{kind.__module__}.{kind.__qualname__}.{name}", function


def arguments(function: Callable[..., Any]) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name not in ("self", "cls")]


def documented(docstring: str) -> list[str]:
    """Return the names in the section Parameters, without their stars."""
    section = re.search(r"^Parameters\n-+\n(.*?)(?=^[^\n]+\n-{3,}\n|\Z)", docstring, re.S | re.M)
    entries = re.findall(r"^(\S[^\n]*?)(?: : [^\n]*)?$", section[1], re.M) if section else []
    return [name.strip().lstrip("*") for entry in entries for name in entry.split(",")]


def test_a_docstring_names_every_argument_and_no_other() -> None:
    found = dict(public_functions())
    assert len(found) > 150
    methods_too = {
        "qwk_core.matrices.weight_matrix",
        "qwk_core.statistics.scales.ReadingScale.band",
    }
    assert methods_too <= set(found)
    for name, function in found.items():
        assert documented(inspect.getdoc(function) or "") == arguments(function), name
        assert function.__doc__, name


ARRAYS = re.compile(r"\b(Array|NDArray|ArrayLike)\b")
SHAPES = re.compile(r"shape|\([nNkrmb1], |\(n,\)|length n")


def private_functions() -> Iterator[tuple[str, str]]:
    """Yield the private functions of the core that take an array, with their docstrings."""
    for path in sorted(Path(qwk_core.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not re.match("_[a-z]", node.name):
                continue
            taken = [each.annotation for each in (*node.args.args, *node.args.kwonlyargs)]
            words = [ast.unparse(each) for each in taken if each is not None]
            if any(ARRAYS.search(each) and "Callable" not in each for each in words):
                yield f"{path.stem}.{node.name}", ast.get_docstring(node) or ""


def test_a_private_function_says_the_shapes_of_its_arrays() -> None:
    found = dict(private_functions())
    assert len(found) > 50
    assert [name for name, text in found.items() if not SHAPES.search(text)] == []
