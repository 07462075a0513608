"""What a seat can do in a Scene that the scenario has prepared, with the words that present it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.engine.game import Offer
from rulewright.engine.journal import Seat
from rulewright.games.nw3.episodes.clues import LookInto, open_clues, who_can
from rulewright.games.nw3.state import Nw3World


def offers(world: Nw3World, seat: Seat) -> Iterator[Offer]:
    """What there is to find out, for each PC of the seat that has not tried it, the best at it first."""
    for clue in open_clues(world):
        for one in who_can(world, clue):
            if seat.referee or one.player == seat.id:
                facts: dict[str, Any] = {
                    "name": one.name,
                    "clue": clue.title,
                    "stat": f"stat.{clue.attribute}",
                    "value": getattr(one.attributes, clue.attribute),
                    "difficulty": clue.difficulty,
                }
                yield Offer(LookInto(one.id, clue.id), "menu.look_into", facts, one.id, "NW3-EPISODE-14")
