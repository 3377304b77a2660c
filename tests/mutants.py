"""Do the tests find faults? For each single fault of `tests/mutants.toml`, a test must fail.

python -m tests.mutants               all of them (20 minutes), each in a copy of the project
python -m tests.mutants kappa.py 31   those of files with this name, or with this number
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "mutants.toml"
LEFT_OUT = (".git", ".venv", "out", ".data", ".hypothesis", "*_cache", "__pycache__")


@dataclass(frozen=True)
class Mutant:
    """A fault of one line: `line` of `file` becomes `fault`, and `test` fails.

    `once` says that the project has had this fault.
    """

    number: int
    file: str
    line: str
    fault: str
    what: str
    test: str
    once: bool = False

    def mutated(self) -> str:
        """Return the file with the fault in it."""
        text = (ROOT / self.file).read_text("utf-8")
        assert text.count(self.line) == 1, f"{self.number}: not once in {self.file}: {self.line}"
        return text.replace(self.line, self.fault)


def mutants() -> list[Mutant]:
    listed = tomllib.loads(LIST.read_text("utf-8"))["mutant"]
    return [Mutant(number, **each) for number, each in enumerate(listed, 1)]


def run(tests: list[str], folder: Path) -> tuple[int, str]:
    """Run tests in a copy of the project; return pytest's status and the first that failed."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-rf", *tests]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", done.stdout, re.MULTILINE)
    return done.returncode, failed[1] if failed else done.stdout[-500:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("which", nargs="*", help="numbers, or parts of the files' names")
    asked = parser.parse_args()
    chosen = [
        each
        for each in mutants()
        if not asked.which or any(w == str(each.number) or w in each.file for w in asked.which)
    ]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "project"
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
        for test in sorted({each.test for each in chosen}):
            status, failed = run([test], folder)
            if status:
                print("Without a fault, a test fails already:", failed)
                return 1
        missed = [each.number for each in chosen if not _is_caught(each, folder)]
    print(f"{len(chosen) - len(missed)} of {len(chosen)} faults are caught; missed: {missed}")
    return bool(missed)


def _is_caught(mutant: Mutant, folder: Path) -> bool:
    path = folder / mutant.file
    whole = path.read_text("utf-8")
    path.write_text(mutant.mutated(), "utf-8")
    status, failed = run([mutant.test], folder)
    path.write_text(whole, "utf-8")
    caught = status == 1  # some test failed; other codes are errors of pytest, or mean success
    print(
        f"{mutant.number:3} {'caught' if caught else 'MISSED':7} {mutant.what}: {failed}",
        flush=True,
    )
    return caught


if __name__ == "__main__":
    sys.exit(main())
