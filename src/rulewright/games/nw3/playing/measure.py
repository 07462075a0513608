"""How a scenario ended, in figures for the balance report."""

from __future__ import annotations

from rulewright.engine.game import Measure
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.state import LastBattle, Nw3World


def measure(world: Nw3World) -> Measure:
    """Rates, means and shares of one finished battle.

    `harm` counts the HP that each enemy took off others, `fallen` which of the PCs ended dead or incapacitated.
    """
    state = world.state
    last = state.last or LastBattle("none", 0)
    wizards = [one for one in state.characters.values() if one.kind == "pc"]
    dead = sum(one.dead for one in wizards)
    return Measure(
        flags={
            "win": last.result == "victory" and (last.phase == "climax" or not world.scenario.fortress),
            "defeat": last.result == "defeat",
            "stalemate": last.result == "stalemate",
            "retreat": any(one.retreated for one in wizards),
            "death": dead > 0,
            "down": last.standing < len(wizards),
            "avoided": any(one.avoided for one in wizards),
        },
        figures={
            "rounds": last.rounds,
            "deaths": dead,
            "standing": last.standing,
            "survivors_hp": last.hp,
            "prana_left": last.prana,
        },
        tallies={
            "harm": {_name(world, by): amount for by, amount in state.harm.items()},
            "fallen": {state.characters[id].name: 1 for id in last.down},
        },
    )


def _name(world: Nw3World, by: str) -> str:
    enemy = prepared.known(world, Enemy, by)
    return by if enemy is None else str(enemy.name)
