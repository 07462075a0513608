"""The server's log: one line for each request, as JSON or for people, and nothing in it that opens a door.

A request is told by the template of its path and never by the path itself, which may hold the token of a seat's
link. Neither headers nor forms are told. An error is told by its kind and where it came up; what it says may quote
what somebody sent, and is told to whoever asks for the level "debug" alone.
"""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LEVELS = ("debug", "info", "warning", "error")
FORMATS = ("json", "plain")
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))
QUIET = ("/health", "/static")
"""Paths that are asked for so often that they are told at the level "debug"."""
_TABLE = re.compile(r"[0-9a-f]{16}")
_SEAT = re.compile(r"[\w.-]{1,24}")

log = logging.getLogger("rulewright.requests")


class RequestLog:
    """Tells of each request when its answer has gone; of a stream, when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            quiet = status < 500 and scope["path"].startswith(QUIET)
            level = logging.DEBUG if quiet else logging.ERROR if status >= 500 else logging.INFO
            if log.isEnabledFor(level):
                facts = {**_request(scope), "status": status, "ms": round((time.perf_counter() - began) * 1000, 1)}
                log.log(level, "request", extra={"facts": facts})


def _request(scope: Scope) -> dict[str, str]:
    """What may be told of a request: its method, the template of its path, the table and the seat."""
    method = scope["method"] if scope["method"] in METHODS else "other"
    facts = {"method": method, "path": getattr(scope.get("route"), "path", "none")}
    # a path is whatever somebody typed: what does not look like a table or a seat may be a part of a link
    for name, looks in (("table", _TABLE), ("seat", _SEAT)):
        value = scope.get("path_params", {}).get(name)
        if isinstance(value, str) and looks.fullmatch(value):
            facts[name] = value
    return facts


def set_up(level: str, form: str) -> None:
    """Let what this process logs from one of `LEVELS` on go to standard error in one of `FORMATS`."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson(level == "debug") if form == "json" else AsText(level == "debug"))
    logging.getLogger().handlers[:] = [handler]
    # other people's parts may tell what they read, such as forms, at a lower level than these
    for name, least in (("", logging.WARNING), ("uvicorn", logging.INFO), ("rulewright", logging.DEBUG)):
        logging.getLogger(name).setLevel(max(least, logging.getLevelNamesMapping()[level.upper()]))


class AsJson(logging.Formatter):
    """A record as one line of JSON."""

    def __init__(self, in_full: bool) -> None:
        super().__init__()
        self.in_full = in_full

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": _time(record).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "process": record.process,
            "logger": record.name,
            "event": _event(record),
            **getattr(record, "facts", {}),
        }
        if error := _error(record):
            line["errors"] = [
                {"kind": kind, "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]}
                | ({"text": text} if self.in_full else {})
                for kind, text, frames in told(error)
            ]
        return msgspec.json.encode(line).decode()


class AsText(logging.Formatter):
    """A record as a line for people; an error takes more lines."""

    def __init__(self, in_full: bool) -> None:
        super().__init__()
        self.in_full = in_full

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        facts = " ".join(f"{name}={value}" for name, value in getattr(record, "facts", {}).items())
        at = _time(record).astimezone().strftime("%H:%M:%S")
        lines = [f"{at} {record.levelname.lower():7} {_event(record)} {facts}".rstrip()]
        if error := _error(record):
            for kind, text, frames in told(error):
                lines += [f"    {frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
                lines.append(f"  {kind}: {text}" if self.in_full else f"  {kind}")
        return "\n".join(lines)


def told(error: BaseException) -> Iterator[tuple[str, str, list[traceback.FrameSummary]]]:
    """An error and what caused it, the cause first: each with its kind, what it says, and where it came up."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from told(before)
    yield type(error).__name__, str(error), list(traceback.extract_tb(error.__traceback__))


def _time(record: logging.LogRecord) -> datetime:
    return datetime.fromtimestamp(record.created, UTC)


def _event(record: logging.LogRecord) -> str:
    """What is told, in one line: further lines are those of asyncio, and show the error in full."""
    return record.getMessage().strip().partition("\n")[0]


def _error(record: logging.LogRecord) -> BaseException | None:
    return record.exc_info[1] if record.exc_info else None
