"""How a scenario ended, in figures for the balance report."""

from __future__ import annotations

from rulewright.engine.game import Measure
from rulewright.games.cairn.actors import GONE, out_of_action
from rulewright.games.cairn.state import CairnWorld

_DOWN = ("critical", "knocked_out")


def measure(world: CairnWorld) -> Measure:
    """Rates, means and shares of one finished scenario.

    `harm` counts what each kind of foe did to the party, `fallen` which of the PCs ended dead or down.
    """
    state = world.state
    pcs = [actor for actor in state.actors.values() if actor.kind == "pc"]
    standing = [actor for actor in pcs if not out_of_action(actor)]
    foes = [actor for actor in state.actors.values() if actor.side == "foes"]
    return Measure(
        flags={
            "win": state.over == "victory",
            "rout": any(foe.outcome in ("fled", "routed", "surrendered") for foe in foes),
            "retreat": state.over == "retreat",
            "defeat": state.over == "defeat",
            "death": any(actor.outcome in GONE for actor in pcs),
            "critical": any(actor.outcome == "critical" for actor in pcs),
            "scar": any(actor.scars for actor in pcs),
        },
        figures={
            "rounds": state.last.rounds if state.last else 0,
            "deaths": sum(1 for actor in pcs if actor.outcome in GONE),
            "survivors_hp": sum(actor.hp for actor in standing),
            "strength_lost": sum(actor.STR_max - actor.STR for actor in pcs),
        },
        tallies={
            "harm": {_name(world, by): amount for by, amount in state.harm.items()},
            "fallen": {actor.name: 1 for actor in pcs if actor.outcome in (*GONE, *_DOWN)},
        },
    )


def _name(world: CairnWorld, by: str) -> str:
    """The name of the kind of creature, or of the one actor."""
    monster = world.content.monsters_by_id.get(by)
    return monster.name if monster is not None else world.state.actors[by].name
