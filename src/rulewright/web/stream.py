"""The live stream of a seat: what it missed, then everything as it happens, and a sign of life in between."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse

from rulewright.web.listeners import Feed, Listener, holds
from rulewright.web.room import Room
from rulewright.web.sse import ALIVE, KEEP_ALIVE_SECONDS, message

HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
RETRY = b"retry: 1500\n\n"
"""How many milliseconds a browser waits before it comes back."""


def stream(request: Request, room: Room, feed: Feed, person: str, generation: int) -> StreamingResponse:
    """The stream as an answer.

    A page that was just shown tells with `after` what it knows, and one that comes back with Last-Event-ID.
    """
    resumed = "last-event-id" in request.headers
    seen = _number(request.headers["last-event-id"] if resumed else request.query_params.get("after", ""))
    listener = Listener(feed, person, generation)

    async def told() -> AsyncIterator[bytes]:
        try:
            async with room.shown():
                seat = room.seats.get(feed.seat)
                if seat is not None and holds(seat, person, generation):
                    room.listeners.add(listener, seen, resumed=resumed)
                else:  # it was given to somebody else a moment ago
                    listener.end(message("revoked", "", None))
            yield RETRY
            while not listener.ended:
                yield await listener.take(KEEP_ALIVE_SECONDS) or ALIVE
            if last := await listener.take(0):
                yield last
        finally:
            room.listeners.remove(listener)

    return StreamingResponse(told(), media_type="text/event-stream", headers=HEADERS)


def _number(given: str) -> int | None:
    return int(given) if given.isascii() and given.isdigit() and len(given) < 12 else None
