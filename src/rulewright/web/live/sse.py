"""Server-Sent Events: messages with a number, and the stream of one listener."""

from __future__ import annotations

import re

_LINE_ENDS = re.compile(r"\r\n|\r|\n")

KEEP_ALIVE = b": \n\n"
ALIVE = b"event: alive\ndata:\n\n"
"""The same for our own pages, whose script can tell by it that a connection is dead."""
KEEP_ALIVE_SECONDS = 15.0


def entry_number(text: str) -> int | None:
    """The number of an entry as somebody who comes back names it; None where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else None


def message(name: str, text: str, number: int | None) -> bytes:
    """One message as it goes over the wire."""
    head = f"event: {name}\n" if number is None else f"id: {number}\nevent: {name}\n"
    return (head + "".join(f"data: {line}\n" for line in _LINE_ENDS.split(text)) + "\n").encode()
