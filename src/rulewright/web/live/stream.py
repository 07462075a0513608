"""The live stream of a seat: what it missed, then everything as it happens, and a sign of life in between."""

from __future__ import annotations

from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from rulewright.web.live.listeners import Feed, Listener, holds
from rulewright.web.live.room import Room
from rulewright.web.live.sse import ALIVE, KEEP_ALIVE_SECONDS, entry_number, message

MEDIA_TYPE = "text/event-stream"
HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
RETRY = b"retry: 1500\n\n"
"""How many milliseconds a browser waits before it comes back."""


def stream(request: Request, room: Room, feed: Feed, person: str, generation: int) -> Response:
    """The stream as an answer.

    A page that was just shown tells with `after` and `parts` what it knows. One that comes back tells with
    Last-Event-ID which lines it has, and may have lost parts of the page after them.
    """
    if request.method == "HEAD":  # it would have no end
        return Response(media_type=MEDIA_TYPE, headers=HEADERS)
    if "last-event-id" in request.headers:
        seen, mark = entry_number(request.headers["last-event-id"]), ""
    else:
        seen, mark = entry_number(request.query_params.get("after", "")), request.query_params.get("parts", "")
    told = follow(room, Listener(feed, person, generation), seen, mark)
    return StreamingResponse(told, media_type=MEDIA_TYPE, headers=HEADERS)


async def follow(
    room: Room, listener: Listener, seen: int | None, mark: str = "", alive: float = KEEP_ALIVE_SECONDS
) -> AsyncIterator[bytes]:
    """What a listener is written, until its stream ends; a sign of life where nothing came for `alive` seconds."""
    try:
        async with room.shown():
            seat = room.seats.get(listener.feed.seat)
            if seat is not None and holds(seat, listener.person, listener.generation):
                room.listeners.add(listener, seen, mark)
            else:  # it was given to somebody else a moment ago
                listener.end(message("revoked", "", None))
        yield RETRY
        while not listener.ended:
            yield await listener.take(alive) or ALIVE
        if last := await listener.take(0):
            yield last
    finally:
        room.listeners.remove(listener)
