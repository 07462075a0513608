"""Maps over the API: what each seat may open, and what can be done there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api_bots import Bot, make_table, problem
from servers import running


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Bot]]:
    path: Path = tmp_path_factory.mktemp("api")
    with (
        running(f"sqlite:///{path}/t.db", limit_posts=10**9) as server,
        make_table(server.url, game="nw3", scenario="rooftop", seed="maps") as found,
    ):
        command = {"do": "propose_fortress", "name": "Zenith Kiosk", "areas": 5}
        found["referee"].post("commands", {"command": command})
        yield dict(found)


def test_the_referee_builds_on_a_map(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    listed = referee.get("maps")
    named = {one["id"]: (one["title"], one["text"]) for one in listed["maps"]}
    assert named["fortress:zenith_kiosk"][0] == "Zenith Kiosk"
    assert "propose_fortress" in [one["command"]["do"] for one in listed["drafts"]]
    shown = referee.get("maps/fortress:zenith_kiosk")
    assert shown["places"][0]["id"] == "a1"
    assert len(shown["places"]) == 5
    assert {one["from"] for one in shown["links"]} <= {one["id"] for one in shown["places"]}
    assert {one["kind"] for one in shown["links"]} <= shown["words"].keys()
    assert shown["places"][1]["drafts"] == []
    assert "[[fortress]]" in shown["source"]
    looked = referee.get("maps/fortress:zenith_kiosk", at="a2")
    drafts = {one["command"]["do"]: one for one in looked["places"][1]["drafts"] if one["command"]["do"] == "put_area"}
    put = drafts["put_area"]
    assert "name" in put["asked"]
    done = referee.post("commands", {"command": put["command"] | {"name": "Steam Room"}})
    assert done["outcome"] == "done"
    after = referee.get("maps/fortress:zenith_kiosk")
    assert "Steam Room" in [one["name"] for one in after["places"]]
    assert after["sequence"] > shown["sequence"]


def test_others_have_no_maps_before_the_dive(bots: dict[str, Bot]) -> None:
    for seat, bot in bots.items():
        if seat == "referee":
            continue
        listed = bot.get("maps")
        assert (listed["maps"], listed["drafts"]) == ([], [])
        for id in ("fortress:zenith_kiosk", "dive", "nothing"):
            answer = bot.http.get(f"{bot.path}/maps/{id}")
            told = problem(answer, 404)
            assert told["reason"] == "no_map"
            assert "enith" not in answer.text.replace(id, "")


def test_words_are_in_the_language_asked_for(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    answer = referee.http.get(f"{referee.path}/maps", headers={"accept-language": "ja"}).json()
    texts = [one["text"] for one in answer["drafts"]]
    assert texts
    assert not [text for text in texts if text.isascii() or "«" in text]
