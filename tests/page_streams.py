"""Somebody's browser as far as its stream goes: a connection of its own, cut, left unread or read to the end."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from servers import Visitor

SECONDS = 60.0
"""What anything may take on a busy machine before a test gives up."""
_MESSAGE = re.compile(r"(?:id: (\d+)\n)?event: (\w+)\n((?:data:[^\n]*\n)+)\n")


class Message(NamedTuple):
    """One message: its number or None, its name, its text."""

    number: int | None
    name: str
    text: str


class PageStream:
    """The stream of a page over a plain connection; `reads` says whether anybody reads it."""

    def __init__(
        self, visitor: Visitor, page: str, query: str = "", *, last_seen: object = None, reads: bool = True
    ) -> None:
        path = f"{urlsplit(page).path}/stream{query}"
        cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
        head = [f"GET {path} HTTP/1.1", "host: test", f"cookie: {cookies}"]
        if last_seen is not None:
            head.append(f"last-event-id: {last_seen}")
        self.page = ""
        self.data = b""
        self.status = 0
        self.ended = False
        self._changed = threading.Condition()
        self._socket = socket.socket()
        if not reads:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self._socket.connect((urlsplit(visitor.url).hostname or "", urlsplit(visitor.url).port or 80))
        self._socket.sendall("\r\n".join([*head, "", ""]).encode())
        self._thread = threading.Thread(target=self._read, daemon=True)
        if reads:
            self.read()

    @classmethod
    def of_page(cls, visitor: Visitor, page: str, *, reads: bool = True) -> PageStream:
        """The stream of a page that is loaded now; `page` is what was shown."""
        html = visitor.get(page).text
        known = re.search(r'data-seq="(\d+)" data-parts="(\w+)"', html)
        assert known, html
        stream = cls(visitor, page, f"?after={known[1]}&parts={known[2]}", reads=reads)
        stream.page = html
        if reads:
            stream.wait_for("retry")
        return stream

    def read(self) -> None:
        """Begin to read."""
        self._thread.start()

    def wait_for(self, text: str) -> PageStream:
        """Wait until this has been sent; fails where the stream ends before."""
        with self._changed:
            assert self._changed.wait_for(lambda: text.encode() in self.data or self.ended, SECONDS), f"no {text!r}"
            assert text.encode() in self.data, f"it ended without {text!r}"
        return self

    def wait_until(self, holds: Callable[[], bool], what: str) -> PageStream:
        """Wait until something holds of what has been sent."""
        with self._changed:
            assert self._changed.wait_for(lambda: holds() or self.ended, SECONDS), what
            assert holds(), f"it ended, and not {what}"
        return self

    def until_end(self) -> PageStream:
        """Wait until the server ends the stream."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.ended, SECONDS), "the stream goes on"
        return self

    def stop(self) -> None:
        """Cut the connection."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        if self._thread.ident is not None:
            self._thread.join(SECONDS)
        self._socket.close()

    def __enter__(self) -> PageStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def messages(self) -> list[Message]:
        """All whole messages so far."""
        found = _MESSAGE.finditer(self.data.decode())
        return [Message(int(one[1]) if one[1] else None, one[2], _text(one[3])) for one in found]

    def named(self, name: str) -> list[str]:
        """The texts of the messages of a name."""
        return [message.text for message in self.messages if message.name == name]

    @property
    def names(self) -> list[str]:
        """The names of all messages."""
        return [message.name for message in self.messages]

    @property
    def last_id(self) -> int | None:
        """What a browser would send as Last-Event-ID."""
        return next((message.number for message in reversed(self.messages) if message.number is not None), None)

    def _read(self) -> None:
        try:
            with self._socket.makefile("rb") as reader:
                self.status = int(reader.readline().split()[1])
                while reader.readline().strip():
                    continue
                while size := int(reader.readline() or b"0", 16):
                    piece = reader.read(size)
                    reader.readline()
                    with self._changed:
                        self.data += piece
                        self._changed.notify_all()
        except (OSError, ValueError):
            pass  # cut
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()


def _text(lines: str) -> str:
    return "\n".join(line.removeprefix("data:").removeprefix(" ") for line in lines.splitlines())
