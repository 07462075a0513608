"""Doing something once: who asks again with the same key gets the same answer, and nothing happens twice."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from starlette.responses import Response

from rulewright.engine.errors import Malformed
from rulewright.store.answered import Remembered
from rulewright.store.errors import AlreadyAnswered
from rulewright.table.table import Table
from rulewright.web.api.auth import Sitting
from rulewright.web.api.operations import Call
from rulewright.web.api.problems import Wrong
from rulewright.web.api.reading import JSON
from rulewright.web.api.told import Done
from rulewright.web.live.room import Room

IDEMPOTENCY_KEY = "idempotency-key"
REPLAYED = "idempotency-replayed"
LONGEST_KEY = 200

_ENCODER = msgspec.json.Encoder(order="deterministic")
_locks: WeakValueDictionary[tuple[Room, str, str], asyncio.Lock] = WeakValueDictionary()
"""Requests with a key that are being done in this process; those with the same key wait for each other."""


async def do_once(call: Call, found: Sitting, body: msgspec.Struct, work: Callable[[Table], Done]) -> Response:
    """Do something at the table and answer; with an idempotency key only if it has not been done before.

    Raises what `work` raises, and `Wrong` for a key that another request has had.
    """
    key = _key(call)
    if key is None:
        return _response(_encoded(await found.room.do(work)))
    request = hashlib.sha256(call.request.url.path.encode() + _ENCODER.encode(body)).hexdigest()

    def remembered(done: Done) -> Remembered:
        return Remembered(found.seat.id, key, request, _encoded(done))

    async with _in_turn(found, key):
        before = await _before(found, key, request)
        if before is not None:
            return before
        try:
            return _response(_encoded(await found.room.do(work, remembered)))
        except AlreadyAnswered:  # another process was quicker
            again = await _before(found, key, request)
            if again is None:
                raise
            return again


def _in_turn(found: Sitting, key: str) -> AbstractAsyncContextManager[Any]:
    place = (found.room, found.seat.id, key)
    lock = _locks.get(place)
    if lock is None:
        lock = _locks[place] = asyncio.Lock()
    return lock


async def _before(found: Sitting, key: str, request: str) -> Response | None:
    known = await asyncio.to_thread(found.room.store.remembered, found.room.id, found.seat.id, key)
    if known is None:
        return None
    if known.request != request:
        raise Wrong("unprocessable", "key_reused", at=IDEMPOTENCY_KEY)
    return _response(known.result, {REPLAYED: "true"})


def _key(call: Call) -> str | None:
    key = call.request.headers.get(IDEMPOTENCY_KEY)
    if key is not None and not (key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_KEY):
        expected = f"1 to {LONGEST_KEY} printable ASCII characters"
        raise Malformed("no key", at=IDEMPOTENCY_KEY, expected=expected)
    return key


def _encoded(done: Done) -> str:
    return msgspec.json.encode(done, enc_hook=str).decode()


def _response(text: str, headers: dict[str, str] | None = None) -> Response:
    return Response(text, headers={"vary": "accept-language", **(headers or {})}, media_type=JSON)
