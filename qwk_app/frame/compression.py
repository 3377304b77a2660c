"""Streamlit's own files, compressed once: a first visit is 1.3 MiB instead of 9.3.

Streamlit sends them as they lie on its disk, since to compress them anew for each visitor would
cost more than it saves. Here a file is compressed when it is first asked for, in a thread: a sixth
of a second for the largest, less than it takes to send it as it is. Later visitors get the copy.
Behind nginx this does nothing: nginx has copies of its own (docs/deploying.md).

The copies stay in memory, and weigh what is sent: 2 MiB for the overview, 4 for all pages. A folder
for them could be full, or be emptied while the server runs.

Two libraries were tried. starlette-compress 2.0 compresses anew for each visitor: a class that
comes at once takes twice as long. servestatic 4.4 wants files that are compressed: a minute.
"""

import asyncio
import gzip
import hashlib
import importlib
import importlib.util
import mimetypes
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

# Optional: used if it is installed.
_brotli = importlib.import_module("brotli") if importlib.util.find_spec("brotli") else None

TEXTS = frozenset({".html", ".css", ".js", ".json", ".svg"})
_SMALL = 1000  # bytes; smaller files gain nothing; Streamlit has the same limit
_PACKET = 64 * 1024  # bytes; the server waits for a slow reader between two of them


def _gzipped(text: bytes) -> bytes:
    return gzip.compress(text, compresslevel=9, mtime=0)


def _brotlied(text: bytes) -> bytes:
    assert _brotli is not None
    # Quality 6 takes as long as gzip; 11 saves a further ninth, and takes a minute.
    packed: bytes = _brotli.compress(text, quality=6)
    return packed


# The encoding with the smaller copies stands first: the first one that a browser takes is used.
ENCODINGS: Mapping[str, Callable[[bytes], bytes]] = {
    **({"br": _brotlied} if _brotli is not None else {}),
    "gzip": _gzipped,
}


@dataclass(frozen=True)
class Copy:
    """A file, compressed in one encoding, and what is said of it."""

    data: bytes
    headers: Mapping[str, str]


class Compressed:
    """Answers with the compressed copy of a file, where there is one that the browser takes.

    Parameters
    ----------
    app
        Answers all other requests.
    folder
        Holds the files; those that are no texts are not touched.
    base
        The path below which the app is served.
    """

    def __init__(self, app: ASGIApp, folder: Path, base: str = "") -> None:
        self.app = app
        self._files: dict[str, Path] = {}
        prefix = f"/{base.strip('/')}".rstrip("/")
        for path in folder.rglob("*"):
            if path.suffix in TEXTS and path.is_file() and path.stat().st_size >= _SMALL:
                name = path.relative_to(folder).as_posix()
                self._files[f"{prefix}/{'' if name == 'index.html' else name}"] = path
        self._copies: dict[tuple[Path, str], asyncio.Future[Copy]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = self._files.get(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self.app(scope, receive, send)
            return
        asked = Headers(scope=scope)
        encoding = best_encoding(asked.get("accept-encoding", ""))
        # A range of bytes means the file as it lies on the disk.
        if not encoding or "range" in asked or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, _varying(send))
            return
        copy = await self._copy(path, encoding)
        if copy.headers["etag"] in _tags(asked.get("if-none-match", "")):
            kept = {name: copy.headers[name] for name in ("etag", "vary", "cache-control")}
            await Response(status_code=304, headers=kept)(scope, receive, send)
        elif scope["method"] == "HEAD":
            await Response(headers=copy.headers)(scope, receive, send)
        else:
            await StreamingResponse(_packets(copy.data), headers=copy.headers)(scope, receive, send)

    async def _copy(self, path: Path, encoding: str) -> Copy:
        key = path, encoding
        if key not in self._copies:
            self._copies[key] = asyncio.ensure_future(asyncio.to_thread(make_copy, path, encoding))
        # If one visitor leaves, the copy is still made for the others.
        return await asyncio.shield(self._copies[key])


def make_copy(path: Path, encoding: str) -> Copy:
    """Compress a file."""
    data = ENCODINGS[encoding](path.read_bytes())
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # As Streamlit says it: names hold a hash of the content, but for these two.
    fixed = path.name in ("index.html", "manifest.json")
    headers = {
        "content-type": f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        "content-encoding": encoding,
        "content-length": str(len(data)),
        "vary": "Accept-Encoding",
        "etag": f'"{hashlib.sha256(data).hexdigest()[:32]}"',
        "cache-control": "no-cache" if fixed else "public, immutable, max-age=31536000",
    }
    return Copy(data, headers)


def best_encoding(accepted: str) -> str:
    """Return the encoding that makes the smallest copy a browser takes; empty where there is none.

    `accepted` is its Accept-Encoding: names, each without a quality or with one above 0; ``*``
    stands for all that are not named.
    """
    taken: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        name, _, quality = (piece.strip() for piece in part.partition(";"))
        taken[name] = not quality or quality.removeprefix("q=").strip(" 0.") != ""
    return next((name for name in ENCODINGS if taken.get(name, taken.get("*", False))), "")


def _varying(send: Send) -> Send:
    """Tell caches that what is sent depends on the encodings that a browser takes."""

    async def send_varying(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).add_vary_header("Accept-Encoding")
        await send(message)

    return send_varying


def _tags(header: str) -> set[str]:
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}


async def _packets(data: bytes) -> AsyncIterator[bytes]:
    for at in range(0, len(data), _PACKET):
        yield data[at : at + _PACKET]
