"""`rulewright serve` as a process of its own, for tests of what a process does: starting, stopping, being killed."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from queue import SimpleQueue

from servers import Visitor

SECONDS = 60
"""What anything may take on a busy machine before a test gives up."""
_LINK = re.compile(r"https?://\S+/join/\S+")
_SERVING = re.compile(r"^Serving at (\S+)\. ", re.MULTILINE)


class Served:
    """A server process that listens: its address, what it said, and its log so far."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""
        self.logged: list[str] = []
        self.visitors: list[Visitor] = []
        self._news: SimpleQueue[str | None] = SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert process.stdout is not None
        for line in process.stdout:
            self.said += line
            if _SERVING.search(self.said):
                break
        else:
            process.wait(SECONDS)
            self._reader.join(SECONDS)
            raise AssertionError(f"the server did not start: {self.said} {''.join(self.logged)}")

    @property
    def url(self) -> str:
        """Where it serves."""
        found = _SERVING.search(self.said)
        assert found
        return found[1]

    @property
    def links(self) -> list[str]:
        """The links that it printed."""
        return _LINK.findall(self.said)

    def visitor(self) -> Visitor:
        """Somebody new."""
        self.visitors.append(Visitor(self.url))
        return self.visitors[-1]

    def wait_for(self, text: str) -> str:
        """Read the log until a line contains the text, and return that line; fails where the log ends before."""
        while (line := self._news.get(timeout=SECONDS)) is not None:
            if text in line:
                return line
        raise AssertionError(f"{text!r} was not logged: {''.join(self.logged)}")

    def end(self, signal: int) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self.process.send_signal(signal)
        code = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.logged.append(line)
            self._news.put(line)
        self._news.put(None)


@contextmanager
def serving(database_url: str, *arguments: str) -> Iterator[Served]:
    """A server on a free port of loopback; it is killed on leaving unless it has ended."""
    command = [sys.executable, "-m", "rulewright", "serve", "--port", "0", "--database", database_url, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        visitors: list[Visitor] = []
        try:
            served = Served(process)
            visitors = served.visitors
            yield served
        finally:
            process.kill()
            for visitor in visitors:
                visitor.http.close()


def take_seat(visitor: Visitor, link: str, name: str, **more: str) -> str:
    """Take the seat of a link by the form there; returns the path of its table page."""
    form = visitor.get(link).text
    hidden = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))
    answer = visitor.post(link, {**{field: unescape(value) for field, value in hidden.items()}, "name": name, **more})
    assert answer.status_code == 200, answer.text
    return answer.url.path
