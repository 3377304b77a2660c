"""Make the folder that nginx serves from: `python -m docs.deploy.prepare FOLDER ADDRESS…`.

From the root of the repository, with the app's requirements installed: the copy of
Streamlit's files must be of the version that the replicas run. It takes a minute; the folder then
holds

    nginx.conf, proxy.conf   copies
    listen.conf              the port, and where to log; change it for TLS
    replicas.conf            the replicas, and which one replaces which
    headers.conf             the headers that the app would add
    static/, brotli/         Streamlit's files, each text also compressed
    temp/                    what nginx writes while it runs

An ADDRESS belongs to a replica, such as 172.30.0.11:8501. It has numbers, because nginx looks up
names only when it starts. `--listen` and `--log` say where nginx listens, and where it logs
requests.
"""

from __future__ import annotations

import argparse
import gzip
import re
import shutil
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import brotli

from qwk_app.frame.security import HEADERS
from qwk_app.frame.serving import STATIC

HERE = Path(__file__).parent
TEXTS = {".html", ".css", ".js", ".json", ".svg"}
ADDRESS = re.compile(r"\d{1,3}(\.\d{1,3}){3}:\d{1,5}")


def copy_static(source: Path, folder: Path, quality: int = 11) -> tuple[int, int, int]:
    """Copy Streamlit's files, texts also compressed; return their bytes as is, in gzip, in brotli.

    The uncompressed texts stay for clients that accept no other.
    """
    target = folder / "static"
    shutil.copytree(source, target, copy_function=shutil.copyfile, dirs_exist_ok=True)
    texts = [path for path in sorted(target.rglob("*")) if path.suffix in TEXTS]

    def compress(path: Path) -> tuple[int, int, int]:
        text = path.read_bytes()
        zipped = gzip.compress(text, compresslevel=9, mtime=0)
        path.with_name(path.name + ".gz").write_bytes(zipped)
        small = brotli.compress(text, quality=quality)
        shelf = folder / "brotli" / path.relative_to(target)
        shelf.parent.mkdir(parents=True, exist_ok=True)
        shelf.write_bytes(small)
        return len(text), len(zipped), len(small)

    with ThreadPoolExecutor() as pool:  # both release Python's lock
        sizes = list(pool.map(compress, texts))
    plain, zipped, small = (sum(column) for column in zip(*sizes, strict=True))
    return plain, zipped, small


def headers() -> str:
    """Write the headers of the app, for the answers of nginx."""
    return "".join(f'add_header {name} "{value}" always;\n' for name, value in HEADERS.items())


def replicas(addresses: Sequence[str]) -> str:
    """Write the replicas, which one replaces which, and how a visitor finds their replica.

    A cookie tells it, because a whole class may share one address.
    """
    names = {f"r{number}": address for number, address in enumerate(addresses, start=1)}
    lines = []
    for name in names:
        lines += [f"upstream {name} {{", f"    zone {name} 64k;"]  # all processes of nginx know
        lines += [
            f"    server {address} max_fails=1 fail_timeout=5s{'' if other == name else ' backup'};"
            for other, address in names.items()
        ]
        lines += ["    keepalive 16;", "}"]
    # A new visitor gets a cookie. A visitor without one is known by address and browser.
    for variable, key in (("$drawn", "$request_id"), ("$guessed", "$remote_addr$http_user_agent")):
        *most, last = names
        lines += [f'split_clients "{key}" {variable} {{']
        lines += [f"    {100 / len(names):.2f}% {name};" for name in most]
        lines += [f"    * {last};", "}"]
    lines += ["map $cookie_qwk_replica $replica {", "    default $guessed;"]
    lines += [*(f"    {name} {name};" for name in names), "}"]
    lines += ["map $cookie_qwk_replica $welcome {", "    default $drawn;"]
    lines += [*(f'    {name} "";' for name in names), "}"]
    # nginx names all that it tried; the last one has answered.
    lines += ["map $upstream_addr $served {", "    default $replica;"]
    lines += [f'    "~(^|[ ,:]){re.escape(at)}$" {name};' for name, at in names.items()]
    return "\n".join([*lines, "}", ""])


def prepare(
    folder: Path, addresses: Sequence[str], listen: str, log: str, quality: int = 11
) -> tuple[int, int, int]:
    """Make the folder; return the bytes of the texts, as they are and compressed."""
    (folder / "temp").mkdir(parents=True, exist_ok=True)
    sizes = copy_static(STATIC, folder, quality)
    for name in ("nginx.conf", "proxy.conf"):
        shutil.copyfile(HERE / name, folder / name)
    (folder / "headers.conf").write_text(headers(), encoding="utf-8")
    (folder / "replicas.conf").write_text(replicas(addresses), encoding="utf-8")
    (folder / "listen.conf").write_text(
        f"listen {listen};\naccess_log {log} lesson;\n", encoding="utf-8"
    )
    return sizes


def main(arguments: list[str]) -> None:
    """Make the folder, and say what was gained."""
    parser = argparse.ArgumentParser(
        prog="python -m docs.deploy.prepare", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("addresses", nargs="+", metavar="ADDRESS")
    parser.add_argument("--listen", default="8080", help="port, or address and port (8080)")
    parser.add_argument("--log", default="/dev/stdout", help="of requests (/dev/stdout)")
    options = parser.parse_args(arguments)
    for address in options.addresses:
        if not ADDRESS.fullmatch(address):
            parser.error(f"{address!r} is not like 172.30.0.11:8501.")
    sizes = prepare(options.folder, options.addresses, options.listen, options.log)
    plain, zipped, small = (f"{size / 2**20:.1f} MiB" for size in sizes)
    print(f"{options.folder}: texts of {plain}, in gzip {zipped}, in brotli {small}")


if __name__ == "__main__":
    main(sys.argv[1:])
