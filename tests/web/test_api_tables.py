"""Tables and seats over the API: making, finding, claiming, renaming, revoking; cookies, tokens and passphrases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from api_bots import Bot, Listening, make_table, problem
from rulewright import games
from servers import Server, Visitor, running

WANTED = {"game": "cairn", "scenario": "ambush"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


@pytest.fixture
def bots(server: Server) -> Iterator[dict[str, Bot]]:
    with make_table(server.url, **WANTED) as bots:
        yield bots


def made(server: Server, **wanted: Any) -> Any:
    answer = httpx.post(f"{server.url}/api/tables", json=WANTED | wanted, timeout=60)
    assert answer.status_code == 201, answer.text
    return answer.json()


def by_page(visitor: Visitor, method: str, path: str, body: Any = None, **headers: str) -> httpx.Response:
    """As a script of our own page asks: with the cookie and the form token."""
    token = visitor.token()
    return visitor.http.request(method, path, json=body, headers={"x-form-token": token, **headers})


def test_a_table_is_as_it_was_wanted(server: Server) -> None:
    table = made(
        server, title="  Tuesday\tnight ", preset="core_text", options={"inventory_slots": 12}, undo="anyone", seed="x"
    )
    assert table["title"] == "Tuesday night"
    assert table["options"]["inventory_slots"] == 12
    assert table["undo"] == "anyone"
    roles = {seat["id"]: seat["role"] for seat in table["seats"]}
    assert roles["referee"] == "referee"
    assert roles["spectator"] == "spectator"
    assert list(roles.values()).count("player") == 4
    assert all(seat["link"] and seat["bearer"] and not seat["taken"] for seat in table["seats"])
    apart = made(server, seat_each=False)
    assert [seat["id"] for seat in apart["seats"]] == ["referee", "players", "spectator"]


def test_a_scenario_of_ones_own(server: Server) -> None:
    for game in games.installed().values():
        for id, scenario in game.scenarios().items():
            plain = msgspec.json.decode(msgspec.json.encode(scenario))
            table = made(server, game=game.id, scenario=plain)
            assert table["game"] == game.id, id


def test_a_table_of_programs_belongs_to_whoever_has_the_referees_token(server: Server) -> None:
    table = made(server)
    referee = next(seat for seat in table["seats"] if seat["role"] == "referee")
    assert not referee["taken"]
    headers = {"authorization": f"Bearer {referee['bearer']}"}
    listed = httpx.get(f"{server.url}/api/tables", headers=headers).json()["tables"]
    assert [(one["id"], one["seats"]) for one in listed] == [(table["id"], ["referee"])]


def test_a_visitors_table_is_theirs(server: Server) -> None:
    visitor, other = server.visitor(), server.visitor()
    assert problem(by_page(visitor, "POST", "/api/tables", WANTED, **{"x-form-token": "no"}), 403)
    assert problem(visitor.http.post("/api/tables", json=WANTED), 403)["reason"] == "form_token"
    table = by_page(visitor, "POST", "/api/tables", WANTED).json()
    path = f"/api/tables/{table['id']}"
    assert visitor.get("/api/tables").json()["tables"][0]["id"] == table["id"]
    assert other.http.get("/api/tables").status_code == 401
    other.token()  # the other has a cookie from here on
    assert other.get("/api/tables").json() == {"tables": []}
    assert problem(other.get(f"{path}/state"), 403)["reason"] == "not_seated"
    assert visitor.get(f"{path}/state").status_code == 200
    assert visitor.get(path).json()["seat"] == "referee"
    assert visitor.get(f"{path}?seat=spectator").json()["seat"] == "spectator"
    assert problem(visitor.get(f"{path}?seat=aune"), 403)["reason"] == "not_your_seat"
    assert problem(visitor.get(f"{path}?seat=nobody"), 404)["reason"] == "no_seat"
    say = {"command": {"do": "say", "text": "Hello"}}
    assert by_page(visitor, "POST", f"{path}/commands", say).status_code == 200
    assert problem(visitor.http.post(f"{path}/commands", json=say), 403)["reason"] == "form_token"
    crossing = by_page(visitor, "POST", f"{path}/commands", say, **{"sec-fetch-site": "cross-site"})
    assert problem(crossing, 403)["reason"] == "form_token"
    assert problem(by_page(other, "POST", f"{path}/commands", say), 403)["reason"] == "not_seated"


def test_a_seat_that_a_page_has_claimed_has_its_bot_still(server: Server, bots: dict[str, Bot]) -> None:
    visitor = server.visitor()
    link = bots["aune"].get("seats")["seats"]
    path = next(seat["link"] for seat in link if seat["id"] == "aune")
    with Listening(bots["aune"]) as listening:
        listening.wait("questions")
        visitor.get(path)
        seen = visitor.get(path).text.split('name="seen" value="')[1].split('"')[0]
        assert visitor.post(path, {"name": "Maija", "seen": seen}).status_code == 200
        said = bots["aune"].post("commands", {"command": {"do": "say", "text": "Beep"}})
        assert listening.wait("entry", said["entry"])["events"][0]["facts"] == {"name": "Maija", "text": "Beep"}
        assert not listening.ended
    assert visitor.get(f"{bots['aune'].path}/state").status_code == 200


def test_claiming_a_seat(server: Server, bots: dict[str, Bot]) -> None:
    claimed = bots["aune"].post("seats/aune/claim", {"name": "  Robo\u202e  Aune "})
    assert (claimed["name"], claimed["taken"], claimed["mine"]) == ("Robo Aune", True, True)
    names = {seat["id"]: seat["name"] for seat in bots["reko"].get("seats")["seats"]}
    assert names["aune"] == "Robo Aune"
    assert bots["aune"].refused(403, "seats/reko/claim", {"name": "X"})["reason"] == "other_seat"
    assert bots["spectator"].refused(409, "seats/spectator/claim", {"name": "X"})["reason"] == "spectator_seat"
    assert bots["reko"].refused(409, "seats/reko/claim", {"name": "Robo Aune"})["reason"] == "name_taken"
    for name in ("", "x" * 41, 3, " \u202e"):
        assert bots["reko"].refused(400, "seats/reko/claim", {"name": name})["reason"] == "malformed"
    visitor = server.visitor()
    bearer = bots["reko"].http.headers["authorization"]
    path = f"{bots['reko'].path}/seats/reko/claim"
    assert by_page(visitor, "POST", path, {"name": "Reko's"}, authorization=bearer).status_code == 200
    assert visitor.get(f"{bots['reko'].path}/state").status_code == 200


def test_renaming_a_seat(bots: dict[str, Bot]) -> None:
    assert bots["aune"].post("seats/aune/rename", {"name": "Ann"})["name"] == "Ann"
    assert bots["referee"].post("seats/aune/rename", {"name": "Anna"})["name"] == "Anna"
    assert bots["reko"].refused(403, "seats/aune/rename", {"name": "Eve"})["reason"] == "not_referee"
    told = [event["text"] for event in bots["reko"].get("events")["events"]]
    assert any("Anna" in text for text in told)


def test_a_revoked_token_is_worth_nothing_at_once(bots: dict[str, Bot]) -> None:
    referee, aune = bots["referee"], bots["aune"]
    with Listening(aune) as listening, Listening(bots["reko"]) as other:
        listening.wait("questions")
        other.wait("questions")
        seat = referee.post("seats/aune/revoke")
        listening.until_end()
        assert listening.messages[-1][1] == "revoked"
        assert not other.ended
    assert problem(aune.http.get(f"{aune.path}/state"), 401)["reason"] == "bad_token"
    assert problem(aune.http.get(f"{aune.path}/stream"), 401)["reason"] == "bad_token"
    assert aune.refused(401, "commands", {"command": {"do": "say", "text": "x"}})["reason"] == "bad_token"
    assert problem(aune.http.get("/api/tables"), 401)["reason"] == "bad_token"
    aune.http.headers["authorization"] = f"Bearer {seat['bearer']}"
    assert aune.get("state")["sequence"] == referee.get("state")["sequence"]


def test_a_referee_can_replace_their_own_token(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    seat = referee.post("seats/referee/revoke")
    assert problem(referee.http.get(f"{referee.path}/state"), 401)["reason"] == "bad_token"
    referee.http.headers["authorization"] = f"Bearer {seat['bearer']}"
    assert referee.get("")["seat"] == "referee"


def test_a_table_with_a_passphrase(tmp_path: Path) -> None:
    few = 6  # guesses in a minute, so that the limit is reached at any speed of the machine
    with (
        running(f"sqlite:///{tmp_path}/secret.db", limit_joins=few) as server,
        make_table(server.url, **WANTED, secret="Sesam öffne dich") as bots,
    ):
        aune = bots["aune"]
        assert problem(aune.http.get(f"{aune.path}/state"), 403)["reason"] == "table_secret"
        aune.http.headers["x-table-secret"] = "wrong"
        assert problem(aune.http.get(f"{aune.path}/state"), 403)["reason"] == "table_secret"
        aune.http.headers["x-table-secret"] = "Sesam%20%C3%B6ffne%20dich"
        for _ in range(3 * few):  # who knows it is not counted
            assert aune.http.get(f"{aune.path}/questions").status_code == 200
        assert aune.post("seats/aune/claim", {"name": "Ali"})["taken"]
        reko = bots["reko"]
        guesses = [reko.http.get(f"{reko.path}/state", headers={"x-table-secret": str(one)}) for one in range(2 * few)]
        assert {answer.status_code for answer in guesses} == {403, 429}


def test_nobody_watches_where_the_table_does_not_want_it(server: Server) -> None:
    table = made(server, spectators=False)
    assert next(seat for seat in table["seats"] if seat["id"] == "spectator")["bearer"] is None
    site = server.site
    token = site.links.token(table["id"], "spectator", 0)
    headers = {"authorization": f"Bearer {table['id']}.spectator.{token}"}
    answer = httpx.get(f"{server.url}/api/tables/{table['id']}/state", headers=headers)
    assert problem(answer, 403)["reason"] == "no_spectators"


def test_seats_with_unusual_names(server: Server) -> None:
    scenario = msgspec.json.decode(msgspec.json.encode(games.get("cairn").scenarios()["ambush"]))
    for hero, name in zip(scenario["party"], ("Åke.2", "山田", "a b", "x")):
        hero["player"] = name
    with make_table(server.url, game="cairn", scenario=scenario, seat_each=False) as bots:
        assert {"Åke.2", "山田", "a b"} <= {seat["id"] for seat in bots["referee"].get("seats")["seats"]}
        for bot in bots.values():
            assert bot.get("state")["sequence"] == 0
        assert bots["山田"].post("seats/山田/rename", {"name": "やまだ"})["name"] == "やまだ"
