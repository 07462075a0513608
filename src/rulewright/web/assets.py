"""Files that pages load: our style and script, and htmx out of its installed package. Named by their content, kept."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import PlainTextResponse, Response

if TYPE_CHECKING:
    from starlette.requests import Request

TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
_PLACES = {
    "style.css": ("rulewright.web", "static/style.css"),
    "app.js": ("rulewright.web", "static/app.js"),
    "icon.svg": ("rulewright.web", "static/icon.svg"),
    "htmx.js": ("js_lib_htmx", "static/htmx/htmx.min.js"),
}


class Asset(msgspec.Struct, frozen=True):
    """A file as it goes over the wire, plain and packed, and the mark of its content."""

    plain: bytes
    packed: bytes
    mark: str
    type: str


@cache
def assets() -> MappingProxyType[str, Asset]:
    """All files by name."""
    read = {}
    for name, (package, path) in _PLACES.items():
        plain = files(package).joinpath(path).read_bytes()
        mark = hashlib.sha256(plain).hexdigest()[:12]
        read[name] = Asset(plain, gzip.compress(plain, 9, mtime=0), mark, TYPES[name.rsplit(".", 1)[-1]])
    return MappingProxyType(read)


def address(name: str) -> str:
    """The path under which a page loads a file."""
    return f"/static/{assets()[name].mark}/{name}"


async def static(request: Request) -> Response:
    """One of the files."""
    asset = assets().get(request.path_params["name"])
    if asset is None or asset.mark != request.path_params["mark"]:
        return PlainTextResponse("not found", 404)
    packed = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    if packed:
        headers["content-encoding"] = "gzip"
    return Response(asset.packed if packed else asset.plain, headers=headers, media_type=asset.type)
