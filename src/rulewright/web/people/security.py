"""What every answer and every request must keep: headers, size limits, rates, and forms that are ours."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
MOST_REMEMBERED = 20_000


class SecurityHeaders:
    """Adds the headers that forbid inline scripts, frames and guesses; pages are not kept by caches."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, sending)


class BodyLimit:
    """Ends requests whose body is too long, whatever they say of their length."""

    def __init__(self, app: ASGIApp, most: int, most_upload: int) -> None:
        self.app = app
        self.most = most
        self.most_upload = most_upload

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        most = self.most_upload if headers.get("content-type", "").startswith("multipart/") else self.most
        told = headers.get("content-length", "0")
        if not told.isascii() or not told.isdigit() or int(told[:20]) > most:
            await self.app(scope, _cut_off, send)  # which says so when it finds the body cut off
            return
        had = 0

        async def receiving() -> Message:
            nonlocal had
            message = await receive()
            if message["type"] == "http.request":
                had += len(message.get("body", b""))
                if had > most:
                    return {"type": "http.disconnect"}
            return message

        await self.app(scope, receiving, send)


async def _cut_off() -> Message:
    return {"type": "http.disconnect"}


class Rates:
    """How often each visitor has done something lately, as a bucket that fills up again over a minute."""

    def __init__(self, most: int, seconds: float = 60.0) -> None:
        self.most = most
        self.seconds = seconds
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str) -> bool:
        """Count one more; false where it is one too many."""
        now = time.monotonic()
        left, then = self._left.pop(who, (float(self.most), now))
        left = min(self.most, left + (now - then) * self.most / self.seconds)
        allowed = left >= 1.0
        self._left[who] = (left - 1.0 if allowed else left, now)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        return allowed


def own_path(path: str) -> str:
    """A path of this server, or the start page; nothing that a browser could take for an address elsewhere."""
    plain = path.startswith("/") and not path.startswith("//") and "\\" not in path
    return path if plain and path.isprintable() else "/"  # browsers leave out tabs and line ends


def same_origin(headers: Headers) -> bool:
    """Whether a browser says that a request comes from one of our own pages; other programs say nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is None or origin.split("://")[-1] == headers.get("host")
