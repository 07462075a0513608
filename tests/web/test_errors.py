"""What is too much, broken, slow or unheard of gets a plain answer, and the server goes on."""

from __future__ import annotations

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from databases import database_url  # noqa: F401
from pages import page_of
from rulewright.web.people.security import HEADERS
from rulewright.web.people.session import COOKIE
from rulewright.web.process import wire
from rulewright.web.process.serving import Server as ServingServer
from servers import Server, Visitor, running
from web_eyes import Eyes

BODY, UPLOAD = 50_000, 200_000


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("errors")
    url = f"sqlite:///{folder}/t.db"
    with running(url, limit_posts=10**7, limit_joins=10**7, limit_body=BODY, limit_upload=UPLOAD) as started:
        yield started


@pytest.fixture(scope="module")
def eyes(server: Server) -> Eyes:
    return Eyes(server, "cairn", "ambush")


@pytest.fixture(autouse=True)
def goes_on(server: Server, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """After everything that was sent the server answers, and has logged no error."""
    yield
    assert server.visitor().get("/").status_code == 200
    assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


# ---------------------------------------------------------------- on the wire


class Line:
    """A bare connection to a server, as somebody who keeps to no rules uses it."""

    def __init__(self, server: Server, visitor: Visitor | None = None) -> None:
        host = urlsplit(server.url)
        assert host.hostname
        self.socket = socket.create_connection((host.hostname, host.port or 80), timeout=30)
        self.cookie = f"cookie: {COOKIE}={visitor.http.cookies[COOKIE]}\r\n" if visitor else ""
        self.host = f"host: {host.netloc}\r\n"

    def send(self, data: bytes) -> None:
        """Send as much of this as the server takes."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def head(self, first: str, *lines: str) -> None:
        """Send the head of a request."""
        given = "".join(f"{line}\r\n" for line in lines)
        self.send(f"{first} HTTP/1.1\r\n{self.host}{self.cookie}connection: close\r\n{given}\r\n".encode())

    def chunk(self, data: bytes) -> None:
        """Send a piece of a body whose length is not told."""
        self.send(b"%x\r\n%s\r\n" % (len(data), data))

    def status(self) -> int:
        """The status of the answer, 0 where the server has hung up without one."""
        told = b""
        with contextlib.suppress(ConnectionError):
            while piece := self.socket.recv(65_536):
                told += piece
        self.socket.close()
        return int(told.split(b" ", 2)[1]) if told else 0


FORM = "content-type: application/x-www-form-urlencoded"
MULTIPART = "content-type: multipart/form-data; boundary=edge"
JSON = "content-type: application/json"


def part(name: str, data: bytes, more: str = "") -> bytes:
    return f'--edge\r\ncontent-disposition: form-data; name="{name}"{more}\r\n\r\n'.encode() + data + b"\r\n"


@pytest.mark.parametrize(
    ("path", "kind", "most"), [("/settings", FORM, BODY), ("/packs", MULTIPART, UPLOAD), ("/api/roll", JSON, BODY)]
)
@pytest.mark.parametrize("way", ["a length", "chunks", "a length and less", "chunks without end"])
def test_bodies_that_are_too_long(server: Server, path: str, kind: str, most: int, way: str) -> None:
    visitor = server.visitor()
    visitor.get("/")
    line = Line(server, visitor)
    data = {
        FORM: b"form_token=x&text=" + b"a" * most,
        MULTIPART: part("file", b"a" * most, '; filename="x"'),
        JSON: b'"' + b"a" * most,
    }[kind]
    if way.startswith("a length"):
        line.head(f"POST {path}", kind, f"content-length: {len(data)}")
        line.send(data if way == "a length" else data[:100])
    else:
        line.head(f"POST {path}", kind, "transfer-encoding: chunked")
        for start in range(0, len(data), 10_000):
            line.chunk(data[start : start + 10_000])
        if way == "chunks":
            line.send(b"0\r\n\r\n")
    assert line.status() == 413


def test_a_form_that_is_too_long_is_told_so_in_words(server: Server) -> None:
    visitor = server.visitor()
    answer = visitor.post("/settings", {"text": "a" * BODY})
    assert answer.status_code == 413
    assert "more than this server takes" in answer.text
    assert page_of(answer).faults == []
    assert visitor.post("/settings", {"text": "a" * BODY}, **{"hx-request": "true"}).headers["x-status"] == "413"


@pytest.mark.parametrize("length", ["-1", "1e9", "0x10", "99999999999999999999999", "١٢", "5, 6", "+5", ""])
def test_lengths_that_are_none(server: Server, length: str) -> None:
    line = Line(server)
    line.head("POST /settings", FORM, f"content-length: {length}")
    assert line.status() in (400, 403, 413)


def test_a_length_and_chunks_at_once(server: Server) -> None:
    line = Line(server)
    line.head("POST /settings", FORM, "content-length: 5", "transfer-encoding: chunked")
    line.send(b"0\r\n\r\n")
    assert line.status() in (400, 403)


HEADS = {
    "a long header": [f"x-bomb: {'a' * 200_000}"],
    "many headers": [f"x-{number}: {'a' * 50}" for number in range(5_000)],
    "a long cookie": [f"cookie: {COOKIE}={'a' * 100_000}"],
    "a long name": ["a" * 100_000 + ": x"],
}


@pytest.mark.parametrize("kind", HEADS)
def test_heads_that_are_too_long(server: Server, kind: str) -> None:
    line = Line(server)
    line.head("GET /", *HEADS[kind])
    assert line.status() in (0, 400)


def test_a_first_line_that_is_too_long(server: Server) -> None:
    line = Line(server)
    line.head(f"GET /?{'a' * 100_000}")
    assert line.status() in (0, 400)


def test_a_head_without_end(server: Server) -> None:
    line = Line(server)
    line.send(b"GET / HTTP/1.1\r\nhost: x\r\nx-bomb: ")
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < 100_000_000:
            line.socket.sendall(b"a" * 10_000)
            sent += 10_000
    assert sent < 20_000_000  # what the server has taken, and what waits in the buffers of two sockets
    assert line.status() in (0, 400)


def test_heads_of_the_usual_length(server: Server) -> None:
    line = Line(server)
    line.head("GET /", *(f"x-{number}: {'a' * 100}" for number in range(100)), f"x-long: {'a' * 8_000}")
    assert line.status() == 200


def test_every_server_of_ours_has_these_limits(server: Server) -> None:
    config = ServingServer(server.app, "").config
    config.load()
    assert config.http_protocol_class is wire.Protocol
    assert config.ws_protocol_class is None


@pytest.mark.parametrize("begun", ["", "GET / HT", "GET / HTTP/1.1\r\nhost: x\r\nx: "])
def test_heads_that_never_come_end_the_connection(server: Server, begun: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "SECONDS_FOR_HEAD", 0.2)
    line = Line(server)
    line.send(begun.encode())
    assert line.status() in (0, 400)


def test_slow_visitors_keep_nobody_from_the_server(server: Server, eyes: Eyes) -> None:
    visitor = eyes.visitors["referee"]
    token = visitor.token()
    body = part("form_token", token.encode()) + part("text", b"I am slow") + b"--edge--\r\n"
    slow = [Line(server, visitor) for _ in range(60)]
    for number, line in enumerate(slow):
        line.head(f"POST {eyes.base('referee')}/say", MULTIPART, f"content-length: {len(body)}")
        line.send(body[: number * 3])
    assert server.visitor().get("/").status_code == 200
    assert visitor.post(f"{eyes.base('referee')}/say", {"text": "I am quick"}).status_code == 200
    for number, line in enumerate(slow[:10]):
        line.send(body[number * 3 :])
        assert line.status() == 303
    for line in slow[10:]:
        line.socket.close()
    assert "I am slow" in visitor.get(eyes.base("referee")).text


JUNK = {
    "nothing": b"\r\n\r\n",
    "zeros": b"\0" * 1_000,
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "an old version": b"GET / HTTP/0.9\r\n\r\n",
    "a future version": b"GET / HTTP/9.9\r\nhost: x\r\n\r\n",
    "no path": b"GET HTTP/1.1\r\nhost: x\r\n\r\n",
    "a bare path": b"GET nowhere HTTP/1.1\r\nhost: x\r\n\r\n",
    "another server": b"GET http://evil.example/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "a star": b"OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "a tunnel": b"CONNECT evil.example:443 HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "letters of no alphabet": b"GET /\xff\xfe HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n",
    "a web socket": (
        b"GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n"
        b"sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-version: 13\r\n\r\n"
    ),
    "no host": b"GET / HTTP/1.1\r\nconnection: close\r\n\r\n",
    "a line end in a header": b"GET / HTTP/1.1\r\nhost: x\r\nx: a\nset-cookie: b\r\nconnection: close\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\nconnection: close\r\n\r\n",
    "headers of no alphabet": (
        b"GET / HTTP/1.1\r\nhost: \xff\xfe\r\ncookie: \xff\xfe\r\norigin: \xff\r\nconnection: close\r\n\r\n"
    ),
}


@pytest.mark.parametrize("kind", JUNK)
def test_what_is_no_request(server: Server, kind: str) -> None:
    line = Line(server)
    line.send(JUNK[kind])
    line.socket.shutdown(socket.SHUT_WR)
    assert line.status() < 500


# ---------------------------------------------------------------- forms


def test_a_form_with_ten_thousand_fields(eyes: Eyes) -> None:
    visitor = eyes.visitors["referee"]
    token = visitor.token()
    path = f"{eyes.base('referee')}/say"
    many = "&".join(["text=x", f"form_token={token}", *("a" for _ in range(10_000))])
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.http.post(path, content=many, headers=headers).status_code == 400
    files = [("file", (f"{number}.toml", b"x")) for number in range(200)]
    assert visitor.http.post("/packs", data={"form_token": token}, files=files).status_code == 400


BROKEN = {
    "nothing": b"",
    "no part": b"--edge--\r\n",
    "no end": part("text", b"x"),
    "half a head": b"--edge\r\ncontent-dispo",
    "no head": b"--edge\r\n\r\nx\r\n--edge--\r\n",
    "no name": b"--edge\r\ncontent-disposition: form-data\r\n\r\nx\r\n--edge--\r\n",
    "another edge": b'--ledge\r\ncontent-disposition: form-data; name="x"\r\n\r\nx\r\n--ledge--\r\n',
    "text before": b"hello\r\n" + part("text", b"x") + b"--edge--\r\n",
    "a name of no alphabet": part("\u00ff\u0000", b"\xff\xfe\x00") + b"--edge--\r\n",
    "long heads": b"--edge\r\n" + b"x: " + b"a" * 20_000 + b"\r\n\r\nx\r\n--edge--\r\n",
    "many heads": b"--edge\r\n" + b"x: a\r\n" * 5_000 + b"\r\nx\r\n--edge--\r\n",
    "a part in a part": part("text", b"content-type: multipart/mixed; boundary=edge\r\n\r\n--edge--") + b"--edge--\r\n",
    "zeros": b"\0" * 5_000,
}
KINDS = (
    MULTIPART, "content-type: multipart/form-data", "content-type: multipart/form-data; boundary=", FORM, JSON,
    "content-type: multipart/form-data; boundary=" + "e" * 1_000, "content-type: text/plain", "content-type: \xff",
    'content-type: multipart/form-data; boundary="edge"; charset=utf-7', "content-type: multipart/mixed; boundary=edge",
)  # fmt: skip


@pytest.mark.parametrize("broken", BROKEN)
def test_broken_forms(server: Server, eyes: Eyes, broken: str) -> None:
    for kind in KINDS:
        for path in (f"{eyes.base('referee')}/say", "/packs", "/new/cairn", "/import"):
            line = Line(server, eyes.visitors["referee"])
            line.head(f"POST {path}", kind, f"content-length: {len(BROKEN[broken])}")
            line.send(BROKEN[broken])
            assert line.status() in (400, 403), (path, kind)


DEEP = 3_000


@pytest.mark.parametrize("text", ["[" * DEEP, '{"a":' * DEEP, "[" * DEEP + "]" * DEEP, '{"do":' * 9 + "1" + "}" * 9])
def test_deep_json(eyes: Eyes, text: str) -> None:
    visitor = eyes.visitors["referee"]
    for data in ({"command": text[:9_999]}, {"command": '{"do":"override","path":"round","value":' + text[:9_000]}):
        assert visitor.post(f"{eyes.base('referee')}/command", data).status_code in (400, 409)
    data = {"path": "round", "value": text, "reason": "deep"}
    assert visitor.post(f"{eyes.base('referee')}/edit", data).status_code in (400, 409)
    headers = {"content-type": "application/json", "x-form-token": visitor.token()}
    for path in (f"/api/tables/{eyes.made.id}/commands", "/api/tables", "/api/roll", "/api/games/cairn/odds"):
        assert visitor.http.post(path, content=text, headers=headers).status_code == 400, path


# ---------------------------------------------------------------- addresses


PATHS = [
    "/t/%00/referee", "/t/{table}%00/referee", "/t/{table}/%00", "/t/%ED%A0%80/x", "/t/{table}/%F0%9F%8E%B2",
    "/t/{table}/referee/replay?at=%EF%BC%91", "/t/{table}/referee/replay?at=99999999999999999999", "/characters/%00",
    "/t/{table}/referee/replay?at=-1", "/t/{table}/referee/replay?at=x", "/t/{table}/referee/sheet/%00",
    "/t/{table}/referee/chances?question=%00", "/t/{table}/referee/edit?figure=%00", "/t/{table}/referee/do/%2e%2e",
    "/rules/%00", "/rules/cairn/%00%ff", "/rules/cairn?q=%00%ff", "/rules/cairn?q=" + "a" * 5_000, "/new/%00",
    "/static/%2e%2e/%2e%2e", "/static/../../etc/passwd", "/static/x/..%2f..%2fetc%2fpasswd", "/t//", "/t/{table}//",
    "/packs/cairn/x/y/" + "9" * 5_000, "/packs/cairn/x/y/-1", "/packs/cairn/x/%00/0", "/packs/schema/%00",
    "/join/%00/%00/%00", "/join/{table}/referee/%00", "/characters/new/cairn/%00", "/characters/new/cairn/x.y?to=9",
    "/api/tables/%00", "/api/tables/{table}/events?since=%00", "/api/games/%00/rules", "/api/games/cairn/rules/%00",
    "/api/tables/{table}/events?since=99999999999999999999", "/api/%00", "/settings?back=%00%ff&back=2",
    "/odds/cairn?procedure=%00", "/odds/dice?dice=%00", "/t/{table}/referee/odds?command=%00",
]  # fmt: skip


def test_odd_addresses(database_url: str, caplog: pytest.LogCaptureFixture) -> None:  # noqa: F811
    with running(database_url) as server:
        eyes = Eyes(server, "cairn", "ambush")
        visitor = eyes.visitors["referee"]
        for path in PATHS:
            answer = visitor.http.get(path.format(table=eyes.made.id))
            assert answer.status_code < 500, path
            assert answer.headers["content-security-policy"]
        pasted = visitor.post("/join", {"link": "/join/%00/%00/%00"})
        assert pasted.status_code == 400
        assert "NUL" not in pasted.text
    assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize(
    "path", ["/nowhere", "/t/0123456789abcdef/referee", "/characters/x", "/new/chess", "/rules/chess"]
)
def test_what_is_not_there(server: Server, path: str) -> None:
    visitor = server.visitor()
    for language, title in {"en": "That did not work", "de": "That did not work"}.items():
        answer = visitor.get(path, **{"accept-language": language})
        assert answer.status_code == 404
        assert title in answer.text
        assert page_of(answer).faults == []
    script = visitor.get(path, **{"hx-request": "true"})
    assert (script.status_code, script.headers["x-status"], script.headers["hx-retarget"]) == (200, "404", "#notice")


def test_addresses_of_tables_that_are_not_there_leave_nothing_behind(server: Server) -> None:
    visitor = server.visitor()
    before = len(server.site.hub._opening)
    for number in range(50):
        assert visitor.get(f"/t/{number:016x}/referee").status_code == 404
    assert len(server.site.hub._opening) == before == 0


# ---------------------------------------------------------------- rates


def test_too_many_posts(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_posts=20) as server:
        eyes = Eyes(server, "cairn", "ambush")
        visitor = eyes.visitors["referee"]
        token = visitor.token()
        path = f"{eyes.base('referee')}/say"
        answers = [visitor.http.post(path, data={"form_token": token, "text": f"{one}"}) for one in range(40)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert len(refused) >= 10
        assert {answer.status_code for answer in answers} == {200, 429}
        assert "Too many requests" in refused[0].text
        assert page_of(refused[0]).faults == []
        for name, value in HEADERS.items():
            assert refused[0].headers[name] == value
        # neither a new cookie nor a script gets around it, and pages can still be looked at
        fresh = server.visitor()
        token = fresh.token()
        script = [
            fresh.http.post("/settings", data={"form_token": token}, headers={"hx-request": "true"}) for _ in "12"
        ]
        assert script[-1].headers["x-status"] == "429"
        headers = {"x-form-token": visitor.token()}
        body = {"command": {"do": "say", "text": "x"}}
        by_api = [
            visitor.http.post(f"/api/tables/{eyes.made.id}/commands", json=body, headers=headers) for _ in range(9)
        ]
        assert by_api[-1].status_code == 429
        assert visitor.get(eyes.base("referee")).status_code == 200
        shown = visitor.get(f"{eyes.base('referee')}/log").text
        assert shown.count('class="line') <= 40


def test_forms_of_other_sites_cost_their_visitor_nothing(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_posts=5) as server:
        visitor = server.visitor()
        token = visitor.token()
        for _ in range(30):
            answer = visitor.http.post("/settings", data={}, headers={"sec-fetch-site": "cross-site"})
            assert answer.status_code == 403
        assert visitor.http.post("/settings", data={"form_token": token}).status_code == 200


# ---------------------------------------------------------------- what nobody expected


@pytest.fixture
def broken(tmp_path: Path) -> Iterator[Server]:
    """A server with a page that breaks."""

    async def breaks(request: Request) -> Response:
        raise ZeroDivisionError("the secret of the universe")

    with running(f"sqlite:///{tmp_path}/t.db") as server:
        server.app.router.routes.insert(0, Route("/breaks", breaks, methods=["GET", "POST"]))
        yield server


@pytest.mark.parametrize("script", [False, True])
def test_the_unexpected_is_told_without_saying_what_it_was(
    broken: Server, script: bool, caplog: pytest.LogCaptureFixture
) -> None:
    visitor = broken.visitor()
    answer = visitor.get("/breaks", **({"hx-request": "true"} if script else {}))
    assert (answer.status_code, answer.headers.get("x-status")) == ((200, "500") if script else (500, None))
    assert "An unexpected error." in answer.text
    for word in ("Traceback", "ZeroDivisionError", "secret", ".py"):
        assert word not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    if not script:
        assert page_of(answer).faults == []
    assert [one for one in caplog.records if one.levelno >= logging.ERROR and one.name == "rulewright.requests"]
    assert broken.visitor().get("/").status_code == 200
    caplog.clear()


def test_errors_in_a_job_are_told_to_whoever_gave_it(
    server: Server, eyes: Eyes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = server.site.hub.rooms[eyes.made.id]

    def breaks(*given: Any, **more: Any) -> Callable[[], None]:
        raise ZeroDivisionError("the secret of the universe")

    monkeypatch.setattr(room.table, "submit", breaks)
    rows = len(server.site.hub.store.rows(eyes.made.id))
    answer = eyes.visitors["referee"].post(f"{eyes.base('referee')}/say", {"text": "x"}, connection="close")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    monkeypatch.undo()
    assert len(server.site.hub.store.rows(eyes.made.id)) == rows
    assert eyes.visitors["referee"].post(f"{eyes.base('referee')}/say", {"text": "x"}).status_code == 200
    caplog.clear()
