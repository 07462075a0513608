"""Programs that play over the JSON API: each knows its token and the address of the server, and nothing else."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import httpx

PROBLEM = "application/problem+json"


class Bot:
    """A program at one seat. What it has been sent is kept in `heard`, for tests of what nobody may know."""

    def __init__(self, url: str, table: str, bearer: str) -> None:
        self.seat = bearer.split(".")[1]
        self.path = f"/api/tables/{table}"
        self.http = httpx.Client(base_url=url, timeout=60, headers={"authorization": f"Bearer {bearer}"})
        self.heard: list[str] = []
        self.sequence = 0

    def get(self, part: str, **parameters: Any) -> Any:
        """What an address of the table says."""
        return self._good(self.http.get(f"{self.path}/{part}".rstrip("/"), params=parameters))

    def post(self, part: str, body: Mapping[str, Any] | None = None, **headers: str) -> Any:
        """Do something at the table that works."""
        return self._good(self.send(part, body, **headers))

    def send(self, part: str, body: Mapping[str, Any] | None = None, **headers: str) -> httpx.Response:
        """Do something at the table, whatever comes of it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.http.post(f"{self.path}/{part}", json=body, headers=named)

    def refused(self, status: int, part: str, body: Mapping[str, Any] | None = None, **headers: str) -> Any:
        """The problem with something that does not work."""
        return problem(self.send(part, body, **headers), status)

    def act(self) -> bool:
        """Answer a question by its default, or do what the menu proposes; false where there is nothing to do."""
        asked = [one for one in self.get("questions")["questions"] if one["owner"] == self.seat]
        if asked:
            question = asked[0]
            done = self.post("answers", {"question": question["id"], "answer": default_answer(question)})
        else:
            menu = self.get("menu")
            if not menu["offers"] or self.over():
                return False
            command = menu["offers"][menu["default"]]["command"]
            done = self.post("commands", {"command": command, "expected_sequence": menu["sequence"]})
        assert done["outcome"] != "declined", done
        self.sequence = done["sequence"]
        return True

    def over(self) -> bool:
        """Whether the scenario has come to its end."""
        return bool(self.get("state")["over"])

    def _good(self, response: httpx.Response) -> Any:
        assert response.is_success, response.text
        self.heard.append(response.text)
        return response.json()


class Listening:
    """A program that follows a stream in a thread of its own."""

    def __init__(self, bot: Bot, last_seen: int | None = None, **parameters: Any) -> None:
        self.messages: list[tuple[int | None, str, Any]] = []
        self.ended = False
        self._changed = threading.Condition()
        self._bot = bot
        self._headers = dict(bot.http.headers)
        if last_seen is not None:
            self._headers["last-event-id"] = str(last_seen)
        self._parameters = parameters
        self._stopped = False
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def wait(self, name: str, sequence: int = 0, seconds: float = 30) -> Any:
        """The data of the first message of this name that is of entry `sequence` or later."""

        def found() -> Any:
            return next((one for one in self.messages if one[1] == name and (one[0] or 0) >= sequence), None)

        with self._changed:
            assert self._changed.wait_for(lambda: found() or self.ended, seconds), f"no {name}"
            message = found()
            assert message, f"ended without {name}: {self.messages}"
            return message[2]

    def until_end(self, seconds: float = 30) -> None:
        """Wait until the server ends the stream."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.ended, seconds)

    def named(self, name: str) -> list[Any]:
        """The data of all messages of a name, in their order."""
        with self._changed:
            return [data for _, one, data in self.messages if one == name]

    def stop(self) -> None:
        """Cut the connection."""
        self._stopped = True
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(30)

    def __enter__(self) -> Listening:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _follow(self) -> None:
        try:
            with httpx.Client(base_url=self._bot.http.base_url, headers=self._headers, timeout=60) as http:
                self._read(http)
        except httpx.TransportError:
            if not self._stopped:
                raise
        finally:
            with self._changed:
                self.ended = True
                self._changed.notify_all()

    def _read(self, http: httpx.Client) -> None:
        with http.stream("GET", f"{self._bot.path}/stream", params=self._parameters) as response:
            assert response.status_code == 200, response.read()
            self._socket = response.extensions["network_stream"].get_extra_info("socket")
            for message in read_messages(response.iter_lines()):
                with self._changed:
                    self.messages.append(message)
                    self._bot.heard.append(json.dumps(message[2], ensure_ascii=False))
                    self._changed.notify_all()


def read_messages(lines: Iterator[str]) -> Iterator[tuple[int | None, str, Any]]:
    """The messages of a stream: id, name, and the JSON in it."""
    number, name, data = None, "", ""
    for line in lines:
        field, _, value = line.partition(": ")
        if field == "id":
            number = int(value)
        elif field == "event":
            name = value
        elif field == "data":
            data += value
        elif not line and name:
            yield number, name, json.loads(data) if data else None
            name = data = ""


def default_answer(question: Mapping[str, Any]) -> Any:
    """The default, or else the least that is legal."""
    if question["default"] is not None:
        return question["default"]
    values = [option["value"] for option in question["options"]]
    return {
        "choice": values[0] if values else "",
        "several": values[: question["least"]],
        "number": question["least"],
        "text": "x" * question["least"],
    }[question["kind"]]


@contextmanager
def make_table(url: str, **wanted: Any) -> Iterator[dict[str, Bot]]:
    """A new table, and a bot for each of its seats."""
    response = httpx.post(f"{url}/api/tables", json=wanted, timeout=60)
    assert response.status_code == 201, response.text
    made = response.json()
    bots = {seat["id"]: Bot(url, made["id"], seat["bearer"]) for seat in made["seats"]}
    try:
        yield bots
    finally:
        for bot in bots.values():
            bot.http.close()


def play(bots: Sequence[Bot], most: int = 3_000) -> int:
    """Let bots act until the scenario is over, those first who stand first; says how often one has acted."""
    for acted in range(most):
        if not any(bot.act() for bot in bots):
            return acted
    raise AssertionError(f"not over after {most}")


def problem(response: httpx.Response, status: int) -> Any:
    """The problem that a response tells."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == PROBLEM
    told = response.json()
    assert told["status"] == status
    assert told["title"]
    assert told["detail"]
    assert "«" not in told["title"] + told["detail"], told
    return told
