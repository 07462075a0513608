"""Who a visitor is: a signed cookie with a random person id, what they watch, and how they like their pages.

The cookie says who somebody is and nothing about what they may do: a seat is a person's because the store says so.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec
from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import cookie_parser
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "rulewright"
YEAR = 365 * 24 * 3600
AGING = 30 * 24 * 3600
"""Seconds after which a cookie is written anew, so that whoever comes now and then keeps their seats."""
MOST_WATCHED = 40
"""Tables that one cookie remembers to watch."""

Theme: TypeAlias = Literal["auto", "light", "dark"]


class Likes(msgspec.Struct, frozen=True, omit_defaults=True):
    """How somebody likes their pages; `language` "" leaves it to the browser."""

    language: Literal["", "en", "fi", "ja", "zh"] = ""
    theme: Theme = "auto"
    sound: bool = False
    motion: bool = True


class Session(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the cookie holds: the person, tables they watch with the generation of the link, and their likes."""

    person: str
    watches: Mapping[str, int] = {}
    likes: Likes = Likes()


class Sessions:
    """Signs sessions and reads them back."""

    def __init__(self, secret: str) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="session")

    def read(self, cookie: str | None) -> Session | None:
        """The session of a cookie; None where it is missing, too old or not ours."""
        return self.read_aged(cookie)[0]

    def read_aged(self, cookie: str | None) -> tuple[Session | None, bool]:
        """The session of a cookie, and whether it is so old that it should be written anew."""
        if not cookie:
            return None, False
        try:
            plain, written = self._signer.loads(cookie, max_age=YEAR, return_timestamp=True)
            return msgspec.convert(plain, Session), time.time() - written.timestamp() > AGING
        except (BadData, msgspec.ValidationError):
            return None, False

    def write(self, session: Session) -> str:
        """The text of a cookie."""
        text = self._signer.dumps(msgspec.to_builtins(session))
        return text if isinstance(text, str) else text.decode()


class SessionMiddleware:
    """Puts the session in `scope["session"]`; whoever has none gets a new one. A changed one goes back as a cookie."""

    def __init__(self, app: ASGIApp, sessions: Sessions, secure: bool) -> None:
        self.app = app
        self.sessions = sessions
        self.secure = secure

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        header = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
        before, aging = self.sessions.read_aged(cookie_parser(header.decode("latin-1")).get(COOKIE))
        scope["session"] = before or Session(secrets.token_urlsafe(16))

        async def sending(message: Message) -> None:
            changed = aging or scope["session"] != before
            if message["type"] == "http.response.start" and changed and self._keeps(scope):
                flags = f"Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{'; Secure' if self.secure else ''}"
                cookie = f"{COOKIE}={self.sessions.write(scope['session'])}; {flags}"
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, sending)

    @staticmethod
    def _keeps(scope: Scope) -> bool:
        """Programs that use the API and files that anybody may have need no cookie."""
        return not scope["path"].startswith(("/api", "/static", "/health"))
