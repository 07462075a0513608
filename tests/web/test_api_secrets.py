"""What a seat may not know is in no answer of the API: not in states, events, streams, problems."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from api_bots import Bot, Listening, make_table
from rulewright.web.live.room import Room
from servers import Server, running

PARTS = ("", "seats", "state", "board", "maps", "menu", "questions", "events", "rolls", "verify")
PLANTED = "Kirjosieppo-8841"
ACTS = 30


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


def room_of(server: Server, bot: Bot) -> Room:
    return server.site.hub.rooms[bot.path.rpartition("/")[2]]


def secrets_of(room: Room) -> set[str]:
    """What nobody but the referee may read now."""
    return set(room.table.game.secrets(room.table.world))


def check_silent(eyes: list[Bot], secrets: set[str]) -> None:
    """What these bots have heard so far holds none of the secrets."""
    for bot in eyes:
        for text in bot.heard:
            assert PLANTED not in text, (bot.seat, text[:200])
            for secret in secrets:
                assert secret not in text, (bot.seat, secret, text[:200])


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop"), ("nwo", "last_train")])
def test_players_and_spectators_hear_no_secret(server: Server, game: str, scenario: str) -> None:
    with ExitStack() as stack:
        bots = stack.enter_context(make_table(server.url, game=game, scenario=scenario, seed="quiet"))
        players = [bot for seat, bot in bots.items() if seat not in ("referee", "spectator")]
        referee, spectator = bots["referee"], bots["spectator"]
        eyes = [spectator, *players]
        streams = [stack.enter_context(Listening(bot, since=0)) for bot in eyes[:2]]
        for stream in streams:
            stream.wait("questions")
        referee.post("commands", {"command": {"do": "say", "text": PLANTED, "to": ["referee"]}})
        referee.post("commands", {"command": {"do": "free_roll", "text": "3d6+88410", "secret": True}})
        room = room_of(server, referee)
        assert secrets_of(room)
        for act in range(ACTS):
            if not any(bot.act() for bot in [*players, referee]):
                break
            if act % 3 == 0:
                for bot in (spectator, players[0]):
                    for part in PARTS:
                        bot.get(part)
            check_silent(eyes, secrets_of(room))
        last = referee.post("commands", {"command": {"do": "say", "text": "The end"}})["entry"]
        for stream in streams:
            stream.wait("entry", last)
        check_silent(eyes, secrets_of(room))
        assert PLANTED in str(referee.get("events", limit=10_000))
        for bot in eyes:
            assert not any(roll["secret"] for roll in bot.get("rolls", limit=10_000)["rolls"])
            assert "88410" not in "".join(bot.heard)
        assert any(roll["secret"] for roll in referee.get("rolls", limit=10_000)["rolls"])


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop")])
def test_refusals_tell_nothing_of_hidden_figures(server: Server, game: str, scenario: str) -> None:
    with make_table(server.url, game=game, scenario=scenario, seed="quiet") as bots:
        players = [bot for seat, bot in bots.items() if seat not in ("referee", "spectator")]
        referee = bots["referee"]
        for _ in range(12):
            any(bot.act() for bot in [*players, referee])
        room = room_of(server, referee)
        secrets = secrets_of(room)
        hidden = sorted(set(ids(referee.get("state"))) - set(ids(players[0].get("state"))))
        assert hidden
        tried = 0
        for bot in players:
            for offer in bot.get("menu")["offers"]:
                for command in _aimed(offer["command"], hidden[-1]):
                    answer = bot.send("commands", {"command": command})
                    tried += 1
                    assert answer.status_code < 500
                    assert not [one for one in secrets if one in answer.text], answer.text
            assert bot.send("seats/referee/revoke").status_code == 403
        assert tried or all(not bot.get("menu")["offers"] for bot in players)


def ids(part: Any) -> Iterator[str]:
    """The ids of everybody in a state."""
    if isinstance(part, dict):
        if isinstance(part.get("id"), str):
            yield part["id"]
        for value in part.values():
            yield from ids(value)
    elif isinstance(part, list):
        for value in part:
            yield from ids(value)


def _aimed(command: dict[str, Any], figure: str) -> Iterator[dict[str, Any]]:
    """The command with each of its texts, in turn, naming the figure."""
    for name, value in command.items():
        if name != "do" and isinstance(value, str):
            yield {**command, name: figure}
        elif isinstance(value, list) and all(isinstance(one, str) for one in value):
            yield {**command, name: [figure]}


def test_the_journal_is_the_referees_until_the_table_closes(server: Server) -> None:
    with make_table(server.url, game="cairn", scenario="ambush") as bots:
        player, referee, spectator = bots["aune"], bots["referee"], bots["spectator"]
        for bot in (player, spectator):
            assert bot.http.get(f"{bot.path}/journal").json()["reason"] == "journal_after_closing"
        assert [entry["entry"] for entry in referee.get("journal")["entries"]] == ["opened"]
        assert not any(entry.get("seed") for entry in referee.get("journal")["entries"])
        referee.post("close")
        for bot in (player, spectator):
            entries = bot.get("journal")["entries"]
            assert [entry["entry"] for entry in entries] == ["opened", "closed"]
            assert entries[-1]["seed"]


def test_only_the_referee_gets_the_tokens_of_others(server: Server) -> None:
    with make_table(server.url, game="cairn", scenario="ambush") as bots:
        tokens = {seat: bot.http.headers["authorization"].removeprefix("Bearer ") for seat, bot in bots.items()}
        for seat, bot in bots.items():
            shown = {one["id"]: one["bearer"] for one in bot.get("seats")["seats"]}
            assert shown == (
                tokens if seat == "referee" else {one: tokens[one] if one == seat else None for one in tokens}
            )
            others = [token for one, token in tokens.items() if one != seat]
            if seat != "referee":
                for part in PARTS:
                    text = bot.http.get(f"{bot.path}/{part}".rstrip("/")).text
                    assert not any(token.rpartition(".")[2] in text for token in others)
