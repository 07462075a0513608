"""The rules and dice without a table, over the API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_bots import problem
from rulewright import games
from rulewright.table.procedures import find
from rulewright.table.shown_odds import of_dice, of_procedure
from servers import running


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    path: Path = tmp_path_factory.mktemp("api")
    with (
        running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server,
        httpx.Client(base_url=server.url, timeout=120) as client,
    ):
        yield client


def post(http: httpx.Client, path: str, **body: Any) -> Any:
    answer = http.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_games(http: httpx.Client) -> None:
    listed = http.get("/api/games").json()["games"]
    assert [game["id"] for game in listed] == list(games.installed())
    for game in games.installed().values():
        rules = http.get(f"/api/games/{game.id}/rules").json()["rules"]
        assert [rule["id"] for rule in rules] == list(game.rulebook().rules)
        options = http.get(f"/api/games/{game.id}/options").json()
        assert [option["name"] for option in options["options"]] == list(game.house_rules().options)
        assert {preset["id"] for preset in options["presets"]} == set(game.presets)
        scenarios = http.get(f"/api/games/{game.id}/scenarios").json()["scenarios"]
        assert [scenario["id"] for scenario in scenarios] == list(game.scenarios())
        procedures = http.get(f"/api/games/{game.id}/procedures").json()["procedures"]
        assert [procedure["name"] for procedure in procedures] == list(game.procedures)
        assert http.get(f"/api/games/{game.id}/packs").json()["$schema"].startswith("https://json-schema.org")


def test_searching_the_rules(http: httpx.Client) -> None:
    book = games.get("cairn").rulebook()
    found = http.get("/api/games/cairn/rules", params={"search": "critical damage"}).json()["rules"]
    assert [rule["id"] for rule in found] == [rule.id for rule in book.search("critical damage")]
    rule = http.get("/api/games/cairn/rules/crn-crit-05", headers={"accept-language": "fi"}).json()
    assert rule["title"] == book.rule("CRN-CRIT-05").title_in("fi")
    assert http.get("/api/games/cairn/rules", params={"search": "no such words at all"}).json() == {"rules": []}


def test_resolving_a_rule(http: httpx.Client) -> None:
    done = post(http, "games/cairn/resolve", procedure="damage", arguments={"damage": "d8", "armor": 2}, faces=[7])
    assert done["value"] == 5
    assert [(roll["sides"], roll["faces"]) for roll in done["faces"]] == [(8, [7])]
    assert done["sum"]["total"] == 5
    assert done["rules"]
    same = [post(http, "games/nw3/resolve", procedure="values", seed="x") for _ in range(2)]
    assert same[0] == same[1]


@pytest.mark.parametrize(
    ("game", "body", "status", "reason"),
    [
        ("cairn", {"procedure": "nothing"}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "arguments": {"armor": "x"}}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "arguments": {"armour": 1}}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "faces": []}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "faces": [1, 1]}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "faces": [99]}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "faces": [1], "seed": "x"}, 400, "malformed"),
        ("cairn", {"procedure": "damage", "answers": {"x": "y"}}, 400, "malformed"),
        ("chess", {"procedure": "damage"}, 404, "unknown_game"),
    ],
)
def test_rules_that_cannot_be_resolved(
    http: httpx.Client, game: str, body: dict[str, Any], status: int, reason: str
) -> None:
    assert problem(http.post(f"/api/games/{game}/resolve", json=body), status)["reason"] == reason


def test_odds_are_exact(http: httpx.Client) -> None:
    found = post(http, "games/cairn/odds", procedure="damage", arguments={"damage": "d6"})
    procedure = find(games.get("cairn"), "damage")
    exact = of_procedure(procedure, procedure.fields(damage="d6"))
    assert [(one["outcome"], one["exact"]) for one in found["outcomes"]] == [
        (outcome, str(share)) for outcome, share in exact.outcomes
    ]
    assert found["mean"] == 3.5
    assert sum(one["probability"] for one in found["outcomes"]) == pytest.approx(1)


def test_rolling_dice(http: httpx.Client) -> None:
    done = post(http, "roll", expression="4d6kh3+1", times=20, seed="x")
    assert len(done["rolls"]) == 20
    assert done == post(http, "roll", expression="4d6kh3+1", times=20, seed="x")
    for roll in done["rolls"]:
        kept = [die["face"] for die in roll["parts"][0]["dice"] if die["kept"]]
        assert len(kept) == 3
        assert roll["total"] == sum(kept) + 1
    odds = post(http, "roll", expression="(2d6)>=8", odds=True)["odds"]
    assert odds["success"] == pytest.approx(float(of_dice("(2d6)>=8").success or 0))
    told = problem(http.post("/api/roll", json={"expression": "999d999", "odds": True}), 422)
    assert told["reason"] == "too_many_paths"


def test_simulating_a_scenario(http: httpx.Client) -> None:
    body: dict[str, Any] = {"scenario": "ambush", "samples": 40, "seed": "7"}
    body["vary"] = [{"place": "party.0.hp", "values": [1, 12]}]
    found = post(http, "games/cairn/simulate", **body)
    assert found == post(http, "games/cairn/simulate", **body)
    assert [variant["values"] for variant in found["variants"]] == [{"party.0.hp": 1}, {"party.0.hp": 12}]
    for variant in found["variants"]:
        assert variant["samples"] == 40
        for rate in variant["flags"].values():
            assert 0 <= rate["low"] <= rate["rate"] <= rate["high"] <= 1


@pytest.mark.parametrize(
    "change",
    [
        {"samples": 0},
        {"samples": 2_001},
        {"scenario": "nowhere"},
        {"scenario": {"id": "x"}},
        {"vary": [{"place": "nowhere", "values": [1]}]},
        {"vary": [{"place": "party.0.hp", "values": ["x"]}]},
        {"vary": [{"place": "party.0.hp", "values": []}]},
        {"vary": [{"place": "party.0.hp", "values": list(range(1, 41))}], "samples": 100},
        {"preset": "mine"},
        {"options": {"inventory_slots": -1}},
        {"most_commands": 10**6},
    ],
)
def test_simulations_that_cannot_be(http: httpx.Client, change: dict[str, Any]) -> None:
    body = {"scenario": "ambush", "samples": 10} | change
    assert problem(http.post("/api/games/cairn/simulate", json=body), 400)["reason"] == "malformed"


def test_checking_packs(http: httpx.Client) -> None:
    header = '[pack]\nid = "mine"\ntitle = "Mine"\nversion = "1.0.0"\nlanguage = "en"\nruleset = "cairn"\n'
    good = post(http, "packs/check", files={"pack.toml": header})
    assert (good["game"], good["problems"], good["pack"]["id"]) == ("cairn", [], "mine")
    bad = post(http, "packs/check", files={"pack.toml": header, "items.toml": '[[items]]\nid = "x"\nkind = "boat"\n'})
    assert bad["pack"] is None
    assert {one["file"] for one in bad["problems"]} == {"items.toml"}
    assert all(one["text"] for one in bad["problems"])
    stone = '[pack]\nid = "mine"\nname = "Mine"\nruleset = "nw3"\nversion = 1\n'
    stone += '[[item]]\nid = "stone"\nname = "Stone"\nclass = ["tool"]\ncost = 0\n'
    odd = post(http, "packs/check", files={"pack.toml": stone})
    assert (odd["count"], odd["pack"]["id"]) == (0, "mine")
    assert [one["code"] for one in odd["warnings"]] == ["content.unused_item"]
    broken = post(http, "packs/check", files={"pack.toml": "x = ["}, game="cairn")
    assert broken["problems"][0]["line"] == 1
    for files in ({}, {"pack.toml": 1}, {"pack.toml": "x = 1"}, {f"{number}.toml": "" for number in range(51)}):
        assert problem(http.post("/api/packs/check", json={"files": files}), 400)["reason"] == "malformed"
    told = problem(http.post("/api/packs/check", json={"files": {"a": header}, "game": "chess"}), 400)
    assert told["reason"] == "malformed"
