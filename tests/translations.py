"""The catalogues: `make translations` brings every language up to date with the code.

    python -m tests.translations        extract, update and compile the existing languages
    python -m tests.translations pt     the same, after beginning a catalogue for Portuguese

A catalogue is one file, qwk_app/words/locale/<language>/LC_MESSAGES/qwk.po. The program adds new
messages without a translation, removes messages that the code no longer has, and does not guess.
It writes the compiled catalogue into the same folder; the app reads that file.
"""

import ast
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

from qwk_app.words.language import DOMAIN, FOLDER, NAME, NAMES
from qwk_core.teaching.catalogues import TEXTS

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ("pages", "qwk_app", "classroom", "qwk_core")
# The positions of the arguments with messages, by the name of the function.
KEYWORDS = {
    "_": (0,), "N_": (0,), "plural": (1, 2), "RatingsError": (0,), "NoRoomError": (0,),
}  # fmt: skip
_TO_TRANSLATORS = "Translators:"

# Unused lines of the header.
_IDLE = re.compile(
    rb'^"(?:Report-Msgid-Bugs-To|PO-Revision-Date|Last-Translator|Language-Team|Generated-By):.*\n',
    re.MULTILINE,
)
_HEADER = """\
# QWK Explorer in {language}: the one file to write, see docs/translating.md.
# {{fields}} and **marks** stay as they are; numbers are written as the language writes them.
#"""

Key = str | tuple[str, str]


def extract() -> Catalog:
    """Return every message of the code, with the files that contain it.

    The messages come from Python's syntax tree, because Babel's extractor finds neither calls
    within calls nor calls inside an f-string. Jinja reads the templates, `tomllib` the catalogues
    of data.
    """
    found = Catalog(project="QWK Explorer", charset="utf-8")
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            text = path.read_text("utf-8")
            lines = text.splitlines()
            for call in _calls(ast.parse(text)):
                message = _message(call)
                if message:
                    found.add(
                        message,
                        locations=[(path.relative_to(ROOT).as_posix(), call.lineno)],
                        auto_comments=_comments(lines, call.lineno - 1),
                    )
        catalogues = (
            "teaching/*.toml",
            "statistics/*.toml",
            "files/questions.toml",
            "files/labelling_tools.toml",
            "files/no_tables.toml",
            "*/texts.toml",
            "frame/steps.toml",
            "words/*.toml",
            "*.toml",
        )
        for path in sorted(path for one in catalogues for path in (ROOT / source).glob(one)):
            for message in _texts(tomllib.loads(path.read_text("utf-8"))):
                found.add(message, locations=[(path.relative_to(ROOT).as_posix(), 1)])
        for path in sorted((ROOT / source).rglob("*.jinja")):
            with path.open("rb") as file:
                for line, _function, message, _above in babel_extract(file, ["_"], [], {}):
                    if isinstance(message, str):  # one that is computed is in a catalogue
                        found.add(message, locations=[(path.relative_to(ROOT).as_posix(), line)])
    return found


def _texts(catalogue: object) -> Iterator[Key]:
    """Yield the messages of a catalogue of data, at any depth; a pair has a plural."""
    if isinstance(catalogue, list):
        for entry in catalogue:
            yield from _texts(entry)
    elif isinstance(catalogue, dict):
        for key, value in catalogue.items():
            if key in TEXTS and isinstance(value, dict):
                for text in value.values():
                    yield text if isinstance(text, str) else (text["one"], text["many"])
            elif key in TEXTS:
                yield from filter(None, [value] if isinstance(value, str) else value)
            else:
                yield from _texts(value)


def _calls(tree: ast.AST) -> list[ast.Call]:
    """Return the calls that mark a message, in their order."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in KEYWORDS
    ]
    return sorted(calls, key=lambda call: (call.lineno, call.col_offset))


def _message(call: ast.Call) -> Key | None:
    """Return a call's message, or a pair if it has a plural, or None if it is computed."""
    words = [
        argument.value
        for argument in (call.args[at] for at in KEYWORDS[call.func.id] if at < len(call.args))
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    ]
    if len(words) == 2:
        return words[0], words[1]
    return words[0] if words else None


def _comments(lines: Sequence[str], at: int) -> list[str]:
    """Return the code's note to translators, from the comment right above a line."""
    above: list[str] = []
    while at and lines[at - 1].lstrip().startswith("#"):
        at -= 1
        above.insert(0, lines[at].strip("# "))
        if above[0].startswith(_TO_TRANSLATORS):
            above[0] = above[0].removeprefix(_TO_TRANSLATORS).strip()
            return above
    return []


def paths() -> dict[str, Path]:
    """Return the catalogues by language."""
    return {path.parts[-3]: path for path in sorted(FOLDER.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))}


def read(path: Path) -> Catalog:
    """Read a catalogue as the translator saved it."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], domain=DOMAIN, abort_invalid=True)


def compiled(path: Path) -> dict[Key, object]:
    """Return the translations of the compiled file beside a catalogue."""
    with path.with_suffix(".mo").open("rb") as file:
        return {_whole(one.id): _whole(one.string) for one in read_mo(file) if one.id}


def translated(message: Message) -> bool:
    """Return whether a message is translated in all its forms, and not marked as fuzzy."""
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    return all(forms) and not message.fuzzy


def _whole(forms: str | list[str] | tuple[str, ...]) -> str | tuple[str, ...]:
    """Return one form unchanged, and several forms as a tuple."""
    return forms if isinstance(forms, str) else tuple(forms)


def begin(language: str) -> None:
    """Begin a catalogue for another language, without translations."""
    name = Locale.parse(language).get_display_name("en")  # an unknown language stops here
    path = FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        header = _HEADER.format(language=name)
        _write(Catalog(language, header_comment=header, project="QWK Explorer", fuzzy=False), path)


def update(path: Path, messages: Catalog) -> Catalog:
    """Bring a catalogue up to date with the code, compile it, and return it."""
    catalogue = read(path)
    messages.creation_date = catalogue.creation_date  # otherwise every update would change the file
    catalogue.update(messages, no_fuzzy_matching=True, update_header_comment=False)
    _write(catalogue, path)
    return catalogue


def _write(catalogue: Catalog, path: Path) -> None:
    text = BytesIO()
    write_po(text, catalogue, width=100, include_lineno=False, ignore_obsolete=True)
    path.write_bytes(_IDLE.sub(b"", text.getvalue()))
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, catalogue)


def main() -> None:
    """Begin, update and compile catalogues: see the module's docstring."""
    for language in sys.argv[1:]:
        begin(language)
    messages = extract()
    names = {}
    for language, path in paths().items():
        catalogue = update(path, messages)
        missing = sum(not translated(message) for message in catalogue if message.id)
        print(f"{language}: {len(catalogue)} messages, {missing} to translate, in {path}")
        names[language] = catalogue[NAME].string or language
    NAMES.write_text(json.dumps(names, ensure_ascii=False, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
