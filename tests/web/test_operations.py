"""The server as an operator has it: health, a log without secrets, `kill -9` under load, several servers at once."""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from signal import SIGTERM

import httpx
import pytest

from databases import postgresql_url
from processes import SECONDS, serving, take_seat
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Commanded
from rulewright.store.database import Database
from rulewright.store.rows import Row
from rulewright.store.tables import TableStore
from rulewright.web.people.seating import hashed
from rulewright.web.process.logs import AsJson, AsText
from servers import Visitor, running

__all__ = ["postgresql_url"]

PASSPHRASE = "heather-and-thyme"
SAYING = "the-ferryman-lies"


def test_ready_until_it_stops(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db") as server:
        assert httpx.get(f"{server.url}/health/ready").json() == {"status": "ready", "tables": 0}
        server.site.stopping = True
        answer = httpx.get(f"{server.url}/health/ready")
        assert (answer.status_code, answer.json()) == (503, {"status": "not ready", "reason": "stopping"})
        assert httpx.get(f"{server.url}/health").status_code == 200


@pytest.mark.parametrize("form", ["json", "plain"])
def test_the_log_holds_no_secrets(form: str, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    with serving(url, "--demo") as served:
        table = served.links[0].split("/")[4]
        assert served.end(SIGTERM) == 0
    with Database.open(url) as database:
        TableStore(database).update(table, secret=hashed(PASSPHRASE)).result()
    with serving(url, "--demo", "--log-level", "debug", "--log-format", form) as served:
        visitor = served.visitor()
        link = served.links[1]
        token = link.rsplit("/", 1)[1]
        assert visitor.post(link, {"name": "Ann", "secret": "no-" + PASSPHRASE}).status_code == 403
        page = take_seat(visitor, link, "Ann", secret=PASSPHRASE)
        form_token = visitor.token()
        assert visitor.post(f"{page}/say", {"text": SAYING}).status_code == 200
        assert visitor.post(f"{page}/command", {"command": json.dumps({"do": SAYING})}).status_code >= 400
        assert visitor.post(f"{page}/command", {"command": SAYING}).status_code == 400
        for path in (f"/{token}", f"/t/{token}/{token}", f"{link}x", f"/t/{table}/{token}", f"/settings?back={token}"):
            visitor.get(path)
        bearer = {"authorization": f"Bearer {table}.aune.{token}", "user-agent": f"agent-{SAYING}"}
        for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/state", f"/api/{token}"):
            visitor.get(path, **bearer)
        visitor.http.request(SAYING.upper(), "/")
        cookies = list(visitor.http.cookies.values())
        assert cookies
        assert served.end(SIGTERM) == 0
    log = "".join(served.logged)
    assert "/join/{table}/{seat}/{token}" in log
    assert f"table={table}" in log or f'"table":"{table}"' in log
    secrets = [token, PASSPHRASE, SAYING, SAYING.upper(), form_token, *cookies, *served.links]
    assert [secret for secret in secrets if secret in log] == []


def test_a_line_of_json_for_each_request(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/t.db", "--demo", "--log-format", "json", "--log-level", "info") as served:
        page = take_seat(served.visitor(), served.links[0], "Robin")
        for path in ("/health", "/nowhere", page):
            httpx.get(f"{served.url}{path}")
        assert served.end(SIGTERM) == 0
    lines = [json.loads(line) for line in served.logged]
    requests = [line for line in lines if line["event"] == "request"]
    assert all(list(line)[:5] == ["time", "level", "process", "logger", "event"] for line in lines)
    assert {"method", "path", "status", "ms"} <= set.intersection(*map(set, requests))
    told = [(line["method"], line["path"], line["status"], line.get("seat")) for line in requests]
    assert ("POST", "/join/{table}/{seat}/{token}", 303, "referee") in told
    assert ("GET", "none", 404, None) in told
    assert ("GET", "/t/{table}/{seat}", 403, "referee") in told
    assert all(path != "/health" for _, path, _, _ in told)


def failing() -> logging.LogRecord:
    """A record with an error that says a secret, and so does what caused it."""
    try:
        try:
            raise KeyError(SAYING)
        except KeyError as error:
            raise Malformed(SAYING, expected="another") from error
    except Malformed as error:
        caught = (type(error), error, error.__traceback__)
    return logging.LogRecord("rulewright", logging.ERROR, "", 0, f"it failed\n{SAYING}", None, caught)


def test_an_error_is_told_by_its_kind_and_place() -> None:
    line = AsJson(in_full=False).format(failing())
    errors = json.loads(line)["errors"]
    assert [error["kind"] for error in errors] == ["KeyError", "Malformed"]
    assert all(error["at"][0].endswith(" failing") for error in errors)
    text = AsText(in_full=False).format(failing())
    assert re.search(r"KeyError\n.*test_operations.py:\d+ failing\n  Malformed$", text, re.DOTALL)
    assert SAYING not in line + text


def test_what_an_error_says_is_told_when_asked_for() -> None:
    assert json.loads(AsJson(in_full=True).format(failing()))["errors"][0]["text"] == repr(SAYING)
    assert f"KeyError: {SAYING!r}" in AsText(in_full=True).format(failing())


class Talker(threading.Thread):
    """Somebody with a seat who says one thing after another; `kept` is what was acknowledged."""

    def __init__(self, visitor: Visitor, page: str, name: str, most: int, before: Callable[[], object]) -> None:
        super().__init__(daemon=True)
        self.kept: list[str] = []
        self._texts = [f"{name}-{number}." for number in range(most)]
        self._before = before
        self._post = f"{page}/say"
        self._form = {"form_token": visitor.token()}
        self._http = httpx.Client(
            base_url=visitor.url, cookies=visitor.http.cookies, headers={"hx-request": "true"}, timeout=SECONDS
        )

    def run(self) -> None:
        with self._http:
            for text in self._texts:
                self._before()
                try:
                    answer = self._http.post(self._post, data={**self._form, "text": text})
                except httpx.HTTPError:
                    return  # killed before it answered: it may be kept or not
                assert answer.status_code == 204, answer.text
                self.kept.append(text)


def said(rows: Sequence[Row]) -> list[str]:
    """What was said at a table, in order."""
    commands = [row.entry.command for row in rows if isinstance(row.entry, Commanded)]
    return [command["text"] for command in commands if command["do"] == "say"]


def test_kill_9_under_load(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/t.db"
    started = threading.Semaphore(0)
    with serving(url, "--demo") as served:
        table = served.links[0].split("/")[4]
        talkers = []
        for seat, link in enumerate(served.links[:4]):
            visitor = served.visitor()
            page = take_seat(visitor, link, f"Somebody {seat}")
            talkers += [Talker(visitor, page, f"talk-{seat}{half}", 1_000, started.release) for half in "ab"]
        for talker in talkers:
            talker.start()
        for _ in range(300):
            assert started.acquire(timeout=SECONDS)
        served.process.kill()
        for talker in talkers:
            talker.join(SECONDS)
    acknowledged = [text for talker in talkers for text in talker.kept]
    assert len(acknowledged) >= 300 - len(talkers)
    with serving(url, "--demo") as served, Database.open(url) as database:
        watching = served.visitor()
        page = take_seat(watching, served.links[5], "")
        log = watching.get(f"{page}/log").text
        rows = TableStore(database).rows(table)
        assert [row.seq for row in rows] == list(range(len(rows)))
        assert len(said(rows)) == len(set(said(rows)))
        assert set(acknowledged) <= set(said(rows))
        assert re.findall(r"talk-\w+-\d+\.", log) == said(rows)


class Watcher(threading.Thread):
    """Somebody who watches a table's stream until everything that is waited for has come."""

    def __init__(self, visitor: Visitor, page: str, count: int) -> None:
        super().__init__(daemon=True)
        self.heard: list[str] = []
        self.numbers: list[int] = []
        self.attached = threading.Event()
        self._count = count
        self._visitor = visitor
        self._page = page

    def run(self) -> None:
        name = ""
        with self._visitor.http.stream("GET", f"{self._page}/stream", timeout=SECONDS) as stream:
            for line in stream.iter_lines():
                if line.startswith("retry:"):
                    self.attached.set()
                elif line.startswith("id: "):
                    self.numbers.append(int(line[4:]))
                elif line.startswith("event: "):
                    name = line[7:]
                elif name == "lines":
                    self.heard += re.findall(r"talk-\w+-\d+\.", line)
                if len(self.heard) >= self._count:
                    return


def test_two_servers_and_eight_who_talk_at_once(postgresql_url: str) -> None:
    rounds = 20
    with ExitStack() as stack:
        servers = [stack.enter_context(serving(postgresql_url, "--demo")) for _ in range(2)]
        paths = [link.removeprefix(servers[0].url) for link in servers[0].links]
        assert [link.removeprefix(servers[1].url) for link in servers[1].links] == paths
        everybody = threading.Barrier(8)
        watchers, talkers = [], []
        for served in servers:
            visitor = served.visitor()
            watchers.append(Watcher(visitor, take_seat(visitor, served.url + paths[5], ""), 8 * rounds))
        for seat, path in enumerate(paths[:4]):
            here, there = [served.visitor() for served in servers]
            page = take_seat(here, here.url + path, f"Somebody {seat}")
            there.http.cookies.update(here.http.cookies)
            for name, visitor in (("a", here), ("b", there)):
                talkers.append(Talker(visitor, page, f"talk-{seat}{name}", rounds, lambda: everybody.wait(SECONDS)))
        for watcher in watchers:
            watcher.start()
            assert watcher.attached.wait(SECONDS)
        for talker in talkers:
            talker.start()
        for thread in (*talkers, *watchers):
            thread.join(SECONDS)
        assert all(len(talker.kept) == rounds for talker in talkers)
        with Database.open(postgresql_url) as database:
            rows = TableStore(database).rows(page.split("/")[2])
        assert [row.seq for row in rows] == list(range(len(rows)))
        assert sorted(said(rows)) == sorted(text for talker in talkers for text in talker.kept)
        for watcher in watchers:
            assert watcher.heard == said(rows)
            assert watcher.numbers == sorted(watcher.numbers)
        logs = [re.findall(r"talk-\w+-\d+\.", visitor.get(f"{page}/log").text) for visitor in (here, there)]
        assert logs == [said(rows)] * 2
        assert [served.end(SIGTERM) for served in servers] == [0, 0]
