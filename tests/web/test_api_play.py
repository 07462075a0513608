"""Whole fights that are played over the API alone, by five bots with tokens."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from api_bots import Bot, Listening, make_table, play
from servers import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "ambush"), ("nw3", "duel")])
def test_five_bots_play_a_fight_to_its_end(server: Server, game: str, scenario: str) -> None:
    with make_table(server.url, game=game, scenario=scenario, seed="five bots") as bots:
        players = [bot for seat, bot in bots.items() if seat not in ("referee", "spectator")]
        referee, spectator = bots["referee"], bots["spectator"]
        with Listening(spectator) as watching:
            watching.wait("questions")
            assert play([*players, referee]) > 10
            assert referee.get("state")["over"]
            closed = referee.post("close")
            assert watching.wait("state", closed["sequence"])["closed"]
            assert players[0].get("verify")["status"] == "proved"
            check_told(watching, spectator)


def check_told(watching: Listening, spectator: Bot) -> None:
    """The stream has told every event in order and once, just as the log has it."""
    streamed = [event for entry in watching.named("entry") for event in entry["events"]]
    assert streamed == spectator.get("events", limit=10_000)["events"]
    rolled = [roll for entry in watching.named("entry") for roll in entry["rolls"]]
    assert rolled == spectator.get("rolls", limit=10_000)["rolls"]
