"""The stream for programs: everything in order and once, whatever happens to the connection."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_bots import Bot, Listening, make_table, problem
from servers import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


@pytest.fixture
def bots(server: Server) -> Iterator[dict[str, Bot]]:
    with make_table(server.url, game="cairn", scenario="ambush", seed="stream") as bots:
        yield bots


def say(bot: Bot, text: str) -> int:
    """Say something; the number of its entry."""
    entry: int = bot.post("commands", {"command": {"do": "say", "text": text}})["entry"]
    return entry


def texts(listening: Listening) -> list[str]:
    """What has been said, as the stream told it."""
    return [event["facts"]["text"] for entry in listening.named("entry") for event in entry["events"]]


def test_it_begins_with_the_present(bots: dict[str, Bot]) -> None:
    say(bots["reko"], "before")
    with Listening(bots["aune"]) as listening:
        listening.wait("questions")
        assert [name for _, name, _ in listening.messages] == ["state", "menu", "questions"]
        for part in ("state", "menu", "questions"):
            assert listening.named(part) == [bots["aune"].get(part)]


def test_it_begins_where_it_is_asked_to(bots: dict[str, Bot]) -> None:
    for text in ("one", "two", "three"):
        say(bots["reko"], text)
    with Listening(bots["aune"], since=0) as listening:
        listening.wait("questions")
        assert texts(listening) == ["one", "two", "three"]
        numbers = [number or 0 for number, name, _ in listening.messages if name == "entry"]
        assert numbers == sorted(set(numbers))


def test_who_was_cut_off_goes_on_where_it_was(bots: dict[str, Bot]) -> None:
    with Listening(bots["aune"]) as listening:
        listening.wait("questions")
        last = say(bots["reko"], "one")
        listening.wait("entry", last)
        heard = texts(listening)
    for text in ("two", "three"):
        last = say(bots["reko"], text)
    seen = max(number for number, name, _ in listening.messages if name == "entry" and number)
    with Listening(bots["aune"], last_seen=seen) as again:
        again.wait("questions")
        last = say(bots["reko"], "four")
        again.wait("entry", last)
        assert heard + texts(again) == ["one", "two", "three", "four"]
        assert again.named("state")[0]["sequence"] >= seen


@pytest.mark.parametrize("last_seen", ["", "x", "-1", "１２", "9" * 400, "10000000"])
def test_a_last_event_id_that_is_none(bots: dict[str, Bot], last_seen: str) -> None:
    bot = bots["aune"]
    say(bot, "one")
    headers = [*bot.http.headers.raw, (b"last-event-id", last_seen.encode("utf-8"))]
    with bot.http.stream("GET", f"{bot.path}/stream", headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers["cache-control"] == "no-store"
        assert "state" in next(line for line in answer.iter_lines() if line.startswith("event:"))


def test_an_undo_tells_anew_what_stands(bots: dict[str, Bot]) -> None:
    with Listening(bots["aune"]) as listening:
        listening.wait("questions")
        menu = bots["referee"].get("menu")
        done = bots["referee"].post("commands", {"command": menu["offers"][menu["default"]]["command"]})
        listening.wait("entry", done["entry"])
        seen = done["sequence"]
        undone = bots["referee"].post("undo", {"to": done["entry"] - 1})
        log = listening.wait("log", undone["entry"])
        assert log["events"] == bots["aune"].get("events")["events"]
        assert log["rolls"] == []
        state = listening.wait("state", undone["entry"])
        assert state == bots["aune"].get("state")
    with Listening(bots["aune"], last_seen=seen) as late:
        assert late.wait("log")["events"] == log["events"]
    with Listening(bots["aune"], last_seen=undone["entry"]) as in_time:
        in_time.wait("questions")
        assert not in_time.named("log")


def test_everybody_hears_everything_in_order(bots: dict[str, Bot]) -> None:
    listeners = [Listening(bots[seat]) for seat in ("aune", "reko", "ilmi", "spectator") for _ in range(3)]
    for listening in listeners:
        listening.wait("questions")
    said = [f"{number}" for number in range(40)]
    for text in said:
        last = say(bots["tuomas"], text)
    for listening in listeners:
        listening.wait("entry", last)
        assert texts(listening) == said
        listening.stop()


def test_each_seat_is_told_what_it_may_know(bots: dict[str, Bot]) -> None:
    with Listening(bots["aune"]) as aune, Listening(bots["reko"]) as reko, Listening(bots["referee"]) as referee:
        for listening in (aune, reko, referee):
            listening.wait("questions")
        bots["aune"].post("commands", {"command": {"do": "say", "text": "psst", "to": ["referee"]}})
        last = say(bots["aune"], "all")
        for listening in (aune, reko, referee):
            listening.wait("entry", last)
        assert texts(aune) == texts(referee) == ["psst", "all"]
        assert texts(reko) == ["all"]


def test_languages(bots: dict[str, Bot]) -> None:
    finn = Bot(str(bots["aune"].http.base_url), bots["aune"].path.rpartition("/")[2], _token(bots["aune"]))
    finn.http.headers["accept-language"] = "fi"
    with Listening(bots["aune"]) as english, Listening(finn) as finnish:
        for listening in (english, finnish):
            listening.wait("questions")
        menu = bots["referee"].get("menu")
        done = bots["referee"].post("commands", {"command": menu["offers"][menu["default"]]["command"]})
        told = [one.wait("entry", done["entry"])["events"][0] for one in (english, finnish)]
        assert told[0]["key"] == told[1]["key"]
        assert told[0]["text"] != told[1]["text"]
    finn.http.close()


def _token(bot: Bot) -> str:
    return bot.http.headers["authorization"].removeprefix("Bearer ")


def test_it_is_for_seats_alone(bots: dict[str, Bot]) -> None:
    path = f"{bots['aune'].http.base_url}{bots['aune'].path}/stream"
    problem(httpx.get(path), 401)
    bot = bots["aune"]
    problem(bot.http.get(f"{bot.path}/stream", headers={"accept": "application/json"}), 406)
    assert bot.http.head(f"{bot.path}/stream").status_code == 405
    problem(bot.http.get(f"{bot.path}/stream?since=x"), 400)


def test_a_table_that_nobody_follows_has_no_listeners(server: Server, bots: dict[str, Bot]) -> None:
    room = server.site.hub.rooms[bots["aune"].path.rpartition("/")[2]]
    with Listening(bots["aune"]) as listening:
        listening.wait("questions")
        assert room.listeners.present() == {"aune"}
        shown: list[Any] = bots["reko"].get("seats")["seats"]
        assert [seat["id"] for seat in shown if seat["present"]] == ["aune"]
