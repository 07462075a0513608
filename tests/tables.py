"""Tables for tests of the server: made through the pages as a referee does, or at once."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from rulewright import games
from rulewright.web.live.hub import NewTable
from servers import Server


class Made:
    """A table on a running server: its id, and the link of each seat."""

    def __init__(self, server: Server, id: str, links: dict[str, str]) -> None:
        self.server = server
        self.id = id
        self.links = links

    def page(self, seat: str) -> str:
        """The address of a seat's page."""
        return f"{self.server.url}/t/{self.id}/{seat}"


def new_table(
    server: Server, game_id: str, scenario_id: str, *, players: dict[str, str] | None = None, **wishes: Any
) -> Made:
    """A table of a starter scenario. `players` gives heroes (by figure) to seats, else each has its own."""
    game = games.get(game_id)
    scenario = game.scenarios()[scenario_id]
    if players is not None:
        scenario = game.with_players(scenario, players)
        wishes["apart"] = False
    wanted = NewTable(
        game=game_id,
        title=wishes.pop("title", f"{scenario_id} for a test"),
        scenario=msgspec.to_builtins(scenario),
        options={**game.presets[game.offered_preset], **wishes.pop("options", {})},
        owner=wishes.pop("owner", "nobody"),
        **wishes,
    )
    site = server.site
    room = asyncio.run_coroutine_threadsafe(site.hub.create(wanted), server.loop).result(60)
    links = {
        seat.seat: f"{server.url}/join/{room.id}/{seat.seat}/{site.links.token(room.id, seat.seat, seat.generation)}"
        for seat in room.seats.values()
    }
    return Made(server, room.id, links)
