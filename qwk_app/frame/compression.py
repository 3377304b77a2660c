"""Compresses Streamlit's own files once: a first visit is 1.3 MiB instead of 9.3.

Streamlit 1.67 sends its files uncompressed. Compressing them again for each visitor would cost more
than it saves. Here a thread compresses a file at its first request. The largest takes a sixth of a
second, less than it takes to send it uncompressed. Later visitors get the copy. Behind nginx this
does nothing: nginx has its own copies (docs/deploying.md).

The copies stay in memory and take 2 MiB for the overview, 4 MiB for all pages. A folder on the disk
could be full, or somebody could empty it while the server runs.

Two libraries were tried. starlette-compress 2.0 compresses again for each visitor: a class that
comes at once waits twice as long. servestatic 4.4 needs files that are compressed before the server
starts, which takes a minute.
"""

import asyncio
import gzip
import hashlib
import importlib
import importlib.util
import mimetypes
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response, StreamingResponse
from starlette.staticfiles import NotModifiedResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TEXTS = frozenset({".html", ".css", ".js", ".json", ".svg"})
_SMALL = 1000  # bytes; smaller files gain nothing
_PACKET = 64 * 1024  # bytes; between two packets the server waits for a slow reader


ENCODINGS: dict[str, Callable[[bytes], bytes]] = {}
"""The smallest copies first: the first encoding that a browser accepts is used."""
if importlib.util.find_spec("brotli") is not None:  # optional
    # Quality 6 takes as long as gzip; 11 saves a further ninth, and takes a minute.
    ENCODINGS["br"] = partial(importlib.import_module("brotli").compress, quality=6)
ENCODINGS["gzip"] = partial(gzip.compress, compresslevel=9, mtime=0)


@dataclass(frozen=True)
class Copy:
    """A file, compressed in one encoding, with the headers of its answer."""

    data: bytes
    headers: Mapping[str, str]


class Compressed:
    """Answers with the compressed copy of a file, if the browser accepts its encoding.

    Parameters
    ----------
    app
        Answers all other requests.
    folder
        The folder of the files; only texts are compressed.
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
        # A range of bytes refers to the uncompressed file.
        if not encoding or "range" in asked or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, _varying(send))
            return
        copy = await self._copy(path, encoding)
        if copy.headers["etag"] in _tags(asked.get("if-none-match", "")):
            await NotModifiedResponse(Headers(copy.headers))(scope, receive, send)
        elif scope["method"] == "HEAD":
            await Response(headers=copy.headers)(scope, receive, send)
        else:
            await StreamingResponse(_packets(copy.data), headers=copy.headers)(scope, receive, send)

    async def _copy(self, path: Path, encoding: str) -> Copy:
        key = path, encoding
        if key not in self._copies:
            self._copies[key] = asyncio.ensure_future(asyncio.to_thread(make_copy, path, encoding))
        # The copy is also for other visitors: it is made even if this one leaves.
        return await asyncio.shield(self._copies[key])


def make_copy(path: Path, encoding: str) -> Copy:
    """Compress a file."""
    data = ENCODINGS[encoding](path.read_bytes())
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # As Streamlit 1.67 sets it: all names but these two hold a hash of the content.
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
    """Return the encoding with the smallest copy that a browser accepts; empty if there is none.

    `accepted` is the header Accept-Encoding: names, each accepted unless its quality is 0; ``*``
    stands for all others.
    """
    taken: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        name, _, quality = (piece.strip() for piece in part.partition(";"))
        taken[name] = not quality or quality.removeprefix("q=").strip(" 0.") != ""
    return next((name for name in ENCODINGS if taken.get(name, taken.get("*", False))), "")


def _varying(send: Send) -> Send:
    """Tell caches that the answer depends on the encodings that a browser accepts."""

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
