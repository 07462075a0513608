"""How a scenario ended, in figures for the balance report."""

from __future__ import annotations

from rulewright.engine.game import Measure
from rulewright.games.nwo.state import LastBattle, NwoWorld


def measure(world: NwoWorld) -> Measure:
    """Rates, means and shares of one finished fight; `fallen` are the PCs who ended dead or in apparent death."""
    last = world.state.last or LastBattle("none", 0, 0, 0, 0)
    party = [one for one in world.state.characters.values() if one.kind == "pc"]
    dead = [one for one in party if one.dead]
    return Measure(
        flags={
            "win": last.result == "victory",
            "defeat": last.result == "defeat",
            "stalemate": last.result == "stalemate",
            "death": bool(dead),
            "down": last.standing < len(party),
        },
        figures={
            "rounds": last.rounds,
            "deaths": len(dead),
            "standing": last.standing,
            "survivors_hp": last.hp,
            "prana_left": last.prana,
        },
        tallies={"fallen": {world.state.characters[id].name: 1 for id in (*last.down, *last.dead)}},
    )
