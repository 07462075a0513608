"""Every way in which the API says no: the status, problem+json, the reason key, words in the caller's language."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_bots import Bot, make_table, problem
from servers import Server, running

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


@pytest.fixture(scope="module")
def bots(server: Server) -> Iterator[dict[str, Bot]]:
    with make_table(server.url, game="cairn", scenario="ambush", seed="no") as bots:
        yield bots


@pytest.fixture(scope="module")
def http(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=60) as client:
        yield client


def test_there_is_no_such_thing(http: httpx.Client, bots: dict[str, Bot]) -> None:
    assert problem(http.get("/api/nothing"), 404)["reason"] == "no_operation"
    assert problem(http.get("/api/"), 404)["reason"] == "no_operation"
    assert problem(http.get("/api/games/chess/rules"), 404)["reason"] == "unknown_game"
    assert problem(http.get("/api/games/cairn/rules/CRN-CRIT-99"), 404)["reason"] == "unknown_rule"
    assert problem(http.get("/api/tables/0000000000000000"), 404)["reason"] == "unknown_table"
    assert bots["referee"].refused(404, "seats/nobody/revoke")["reason"] == "no_seat"


def test_methods_that_an_address_does_not_take(http: httpx.Client) -> None:
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        answer = http.request(method, "/api/games")
        assert problem(answer, 405)["expected"] == "GET, HEAD"
        assert answer.headers["allow"] == "GET, HEAD"
    answer = http.options("/api/roll", headers={"origin": "https://elsewhere.example"})
    assert problem(answer, 405)
    assert not any(name.startswith("access-control") for name in answer.headers)
    head = http.head("/api/games")
    assert head.status_code == 200
    assert head.content == b""


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/json", 200),
        ("*/*", 200),
        ("application/*;q=0.5, text/html", 200),
        ("text/html", 406),
        ("application/json;q=0, */*", 406),
        ("application/json; q=0.000", 406),
        ("\xff\xfe, ;;;=", 406),
    ],
)
def test_answers_have_one_form(http: httpx.Client, accept: str, status: int) -> None:
    answer = http.get("/api/games", headers=[(b"accept", accept.encode("latin-1"))])
    assert answer.status_code == status
    if status != 200:
        assert problem(answer, status)["reason"] == "not_acceptable"


def test_bodies_have_one_form(http: httpx.Client) -> None:
    body = b'{"expression":"1d6"}'
    for media in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", ""):
        answer = http.post("/api/roll", content=body, headers={"content-type": media})
        assert problem(answer, 415)["reason"] == "media_type"
    answer = http.post("/api/roll", content=body, headers={"content-type": "Application/JSON; charset=UTF-8"})
    assert answer.status_code == 200


def test_bodies_that_are_too_long(http: httpx.Client) -> None:
    assert problem(http.post("/api/roll", content=b" " * 300_000, headers=JSON), 413)["reason"] == "too_long"


def in_pieces() -> Iterator[bytes]:
    for _ in range(40):
        yield b" " * 10_000


def test_bodies_that_are_too_long_and_do_not_say_so(http: httpx.Client) -> None:
    try:
        answer = http.post("/api/roll", content=in_pieces(), headers=JSON)
    except httpx.TransportError:
        return  # the server has answered and closed before all was sent
    assert problem(answer, 413)["reason"] == "too_long"


DEEP = 5_000
BAD_BODIES = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"3",
    b'"text"',
    b'{"expression": "1d6"',
    b'\xef\xbb\xbf{"expression": "1d6"}',
    '{"expression": "1d6"}'.encode("utf-16"),
    b'{"expression": "\xff"}',
    b'{"expression": "\\ud800"}',
    b'{"expression": "1d6", "\\udc00": 1}',
    b'{"expression": "1d6", "seed": "\\u0000"}',
    b'{"expression": NaN}',
    b'{"expression": "1d6", "times": Infinity}',
    b'{"expression": "1d6", "times": 1e400}',
    b'{"expression": "1d6", "times": 1.5}',
    b'{"expression": "1d6", "times": "2"}',
    b'{"expression": "1d6", "times": true}',
    b'{"expression": "1d6", "times": 0}',
    b'{"expression": "1d6", "times": 99999999999999999999999999}',
    b'{"expression": "1d6", "times": ' + b"9" * 5_000 + b"}",
    b'{"expression": "1d6", "odd": 1}',
    b'{"expression": 16}',
    b'{"expression": null}',
    b'{"expression": "\xef\xbc\x92d6+"}',
    b'{"expression": "' + b"(" * 150 + b'"}',
    b'{"expression": "999999999999d6"}',
    b'{"expression": ' + b"[" * DEEP + b"]" * DEEP + b"}",
    b'{"x": ' + b'{"x":' * 200 + b"1" + b"}" * 200 + b"}",
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=range(len(BAD_BODIES)))
def test_bodies_that_cannot_be_read(http: httpx.Client, body: bytes) -> None:
    assert problem(http.post("/api/roll", content=body, headers=JSON), 400)["reason"] == "malformed"


@pytest.mark.parametrize(
    "query", ["since=-1", "since=１２", "since=1.5", "since=", "since=9e9", "since=99999999999999", "since=1&since=2",
              "limit=0", "limit=10001", "other=1", "since=%00", "since=%FF", "=", "&&a"]
)  # fmt: skip
def test_parameters_that_cannot_be_read(bots: dict[str, Bot], query: str) -> None:
    bot = bots["referee"]
    answer = bot.http.get(f"{bot.path}/events?{query}")
    assert problem(answer, 400)["at"]


def test_addresses_that_are_no_text(http: httpx.Client, bots: dict[str, Bot]) -> None:
    for path in ("/api/tables/%FF", "/api/tables/%00", "/api/tables/..%2f..%2f", "/api/games/%ED%A0%80/rules"):
        problem(http.get(path), 404)
    for seat in ("%FF", "%00", "１", "a" * 3_000):
        assert bots["referee"].send(f"seats/{seat}/revoke").status_code == 404


def test_who_may(http: httpx.Client, server: Server, bots: dict[str, Bot]) -> None:
    path = bots["aune"].path
    good = bots["aune"].http.headers["authorization"]
    answer = http.get(f"{path}/state")
    assert problem(answer, 401)["reason"] == "unauthorized"
    assert answer.headers["www-authenticate"] == "Bearer"
    for bad in ("", "Bearer", "Bearer x", "Basic YTpi", good[:-1], good + "a", good.replace(".aune.", ".reko."),
                good.replace(".aune.", ".nobody."), "Bearer " + "." * 500, "Bearer \xff.\xfe.\xfd"):  # fmt: skip
        answer = http.get(f"{path}/state", headers=[(b"authorization", bad.encode("latin-1"))])
        assert answer.status_code in (401, 403), bad
        assert problem(answer, answer.status_code)["reason"] in ("bad_token", "other_table")
    with make_table(server.url, game="cairn", scenario="ambush") as others:
        other = others["aune"]
        assert problem(other.http.get(f"{path}/state"), 403)["reason"] == "other_table"
        stolen = good.replace(path.rpartition("/")[2], other.path.rpartition("/")[2])
        assert problem(http.get(f"{other.path}/state", headers={"authorization": stolen}), 401)["reason"] == "bad_token"
    assert problem(http.get(f"{path}/state?seat=reko", headers={"authorization": good}), 403)["reason"] == "other_seat"
    assert http.get(f"{path}/state?seat=aune", headers={"authorization": good}).status_code == 200


def test_what_is_the_referees(bots: dict[str, Bot]) -> None:
    for part in ("close", "seats/reko/revoke"):
        assert bots["aune"].refused(403, part)["reason"] == "not_referee"
    assert bots["aune"].refused(403, "seats/reko/rename", {"name": "Eve"})["reason"] == "not_referee"
    override = {"command": {"do": "override", "path": "clock", "value": 1, "reason": "no"}}
    assert bots["aune"].refused(409, "commands", override)["reason"] == "not_referee"
    say = {"command": {"do": "free_roll", "text": "1d6"}}
    assert bots["spectator"].refused(409, "commands", say)["reason"] == "not_your_actor"


BAD_COMMANDS: list[Any] = [
    {},
    {"do": "nothing"},
    {"do": 1},
    {"do": None},
    {"do": "say"},
    {"do": "say", "text": ""},
    {"do": "say", "text": "   "},
    {"do": "say", "text": "x" * 2_001},
    {"do": "say", "text": "x", "to": "aune"},
    {"do": "say", "text": "x", "more": 1},
    {"do": "save", "actor": ["aune"], "ability": "STR"},
    {"do": "harm", "actor": "aune", "amount": 2**70},
]


@pytest.mark.parametrize("command", BAD_COMMANDS, ids=range(len(BAD_COMMANDS)))
def test_commands_that_are_none(bots: dict[str, Bot], command: Any) -> None:
    before = bots["referee"].get("state")["sequence"]
    assert bots["referee"].refused(400, "commands", {"command": command})["reason"] == "malformed"
    assert bots["referee"].get("state")["sequence"] == before


def test_refusals_speak_the_callers_language(bots: dict[str, Bot]) -> None:
    body = {"command": {"do": "free_roll", "text": "1d1d1"}}
    english = bots["referee"].refused(409, "commands", body)
    finnish = bots["referee"].refused(409, "commands", body, accept_language="fi, en;q=0.5")
    assert english["reason"] == finnish["reason"] == "bad_dice"
    assert english["detail"] != finnish["detail"]
    assert english["facts"] == finnish["facts"]


def test_a_refusal_names_its_rule(bots: dict[str, Bot]) -> None:
    told = bots["referee"].refused(409, "commands", {"command": {"do": "lock_phase"}})
    assert told["reason"] == "wrong_phase"
    assert told["rule"].startswith("CRN-")
    assert told["type"] == "/api#refused"


def test_answers_and_undos_that_cannot_be(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    answers: list[tuple[Any, int, str]] = [
        ({"question": "x", "answer": "yes"}, 400, "malformed"),
        ({"question": "１.0", "answer": "yes"}, 400, "malformed"),
        ({"question": "9.0", "answer": "yes"}, 409, "decision_closed"),
        ({"question": "9.0", "answer": None}, 400, "malformed"),
        ({"question": "9.0", "answer": 1.5}, 400, "malformed"),
        ({"question": "9.0", "answer": {"a": 1}}, 400, "malformed"),
        ({"question": "9.0"}, 400, "malformed"),
    ]
    for body, status, reason in answers:
        assert referee.refused(status, "answers", body)["reason"] == reason
    undos: list[tuple[Any, int, str]] = [
        ({"to": 10**6}, 409, "no_decision_point"),
        ({"to": -1}, 400, "malformed"),
        ({"to": 2**40}, 400, "malformed"),
        ({"to": 0, "reason": "x" * 501}, 400, "malformed"),
    ]
    for body, status, reason in undos:
        assert referee.refused(status, "undo", body)["reason"] == reason
    wrong: list[dict[str, Any]] = [{"overall": "sometimes"}, {"by_key": {"a": "b"}}, {"by_key": []}, {"when": "never"}]
    for preferences in wrong:
        referee.refused(400, "preferences", preferences)


def test_tables_that_cannot_be_made(http: httpx.Client) -> None:
    good: dict[str, Any] = {"game": "cairn", "scenario": "ambush"}
    bad: list[dict[str, Any]] = [
        {},
        {"game": "cairn"},
        {**good, "game": "chess"},
        {**good, "scenario": "nowhere"},
        {**good, "scenario": {}},
        {**good, "scenario": {"id": "x", "title": "x", "party": "all"}},
        {**good, "scenario": None},
        {**good, "preset": "mine"},
        {**good, "options": {"inventory_slots": 0}},
        {**good, "options": {"nothing": 1}},
        {**good, "undo": "never"},
        {**good, "title": "x" * 101},
        {**good, "packs": [{"id": "x", "digest": "y"}]},
        {**good, "packs": [{"id": "x", "digest": "0" * 64}]},
        {**good, "owner": "me"},
    ]
    for body in bad:
        told = problem(http.post("/api/tables", json=body), 400)
        assert told["reason"] == "malformed"


def test_too_many_requests(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_posts=3) as server, httpx.Client(base_url=server.url) as http:
        answers = [http.post("/api/roll", json={"expression": "1d6"}) for _ in range(4)]
        assert [answer.status_code for answer in answers[:3]] == [200] * 3
        assert problem(answers[3], 429)["reason"] == "too_many"
        assert int(answers[3].headers["retry-after"]) == 20
        assert http.get("/api/games").status_code == 200
    with running(f"sqlite:///{tmp_path}/u.db", limit_new_tables=1) as server, httpx.Client(base_url=server.url) as http:
        body = {"game": "cairn", "scenario": "ambush"}
        assert http.post("/api/tables", json=body).status_code == 201
        assert problem(http.post("/api/tables", json=body), 429)["reason"] == "too_many"


def test_problems_hold_what_they_promise(http: httpx.Client) -> None:
    told = problem(http.post("/api/roll", content=json.dumps({"expression": "1d"}).encode(), headers=JSON), 400)
    assert set(told) == {"type", "title", "status", "detail", "reason", "rule", "facts", "at", "expected"}
    assert told["at"] == "position 3"
    assert told["expected"]
