"""Blockades: Engages that an enemy leaves only by an Opposed SPD Judge (NW3-MOVE-16, -17)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import able, opposing, tell
from rulewright.games.nw3.dice.judging import asked, contest
from rulewright.games.nw3.state import Battle, Blockade, Character, Nw3World


def set_up(world: Nw3World, owner: Character, until: str, of: str = "", rounds: int = 0) -> None:
    """Blockade the owner's Engage; one who stands in none has nothing to block."""
    battle = world.state.battle
    if battle is None or not owner.engage:
        return
    battle.blockades = [one for one in battle.blockades if one.owner != owner.id]
    battle.blockades.append(Blockade(owner.engage, owner.id, until, of, rounds))
    tell(world, "move.blockade", "NW3-MOVE-16", name=owner.name)


def against(world: Nw3World, battle: Battle, mover: Character) -> list[Character]:
    """The enemies who blockade the mover's Engage."""
    characters = world.state.characters
    owners = [characters[one.owner] for one in battle.blockades if one.engage == mover.engage]
    return [one for one in owners if opposing(one, mover) and able(one)]


def breaks_out(world: Nw3World, mover: Character, blockaders: list[Character]) -> Procedure[bool]:
    """Whether the mover wins against every Blockader; it rolls once, and ties are its own (NW3-MOVE-16, -17)."""
    mine = asked(world, mover, "blockade", mover.stats.spd)
    theirs = [asked(world, one, "blockade", one.stats.spd, reaction=True) for one in blockaders]
    outcome = yield from contest(world, mover, mine, blockaders, theirs)
    out = all(outcome.won(place) for place in range(len(blockaders)))
    tell(world, "move.broke_out" if out else "move.held", "NW3-MOVE-16", name=mover.name)
    return out
