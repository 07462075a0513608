"""Pages that seldom change: a mark of their content, so that a browser that has them loads them no second time."""

from __future__ import annotations

import hashlib

from starlette.requests import Request
from starlette.responses import Response


def kept(request: Request, response: Response) -> Response:
    """The page with its mark; an empty answer for a browser that has just this one."""
    mark = f'W/"{hashlib.sha256(bytes(response.body)).hexdigest()[:24]}"'
    headers = {
        "etag": mark,
        "cache-control": "private, no-cache",
        "vary": "Cookie, Accept-Language, HX-Request, Accept-Encoding",
    }
    if mark in (one.strip() for one in request.headers.get("if-none-match", "").split(",")):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response
