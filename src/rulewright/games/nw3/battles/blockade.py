"""Blockades: Engages that an enemy leaves only by an Opposed SPD Judge (NW3-MOVE-16, -17)."""

from __future__ import annotations

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.battles.engages import in_engage
from rulewright.games.nw3.battles.fighters import able, members, opposing, tell
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import attacker_wins
from rulewright.games.nw3.state import Battle, Blockade, Character, Nw3World


def set_up(world: Nw3World, owner: Character, until: str, of: str = "", rounds: int = 0) -> None:
    """Blockade the owner's Engage; one who stands in none has nothing to block."""
    battle = world.state.battle
    if battle is None or not owner.engage:
        return
    battle.blockades = [one for one in battle.blockades if one.owner != owner.id]
    battle.blockades.append(Blockade(owner.engage, owner.id, until, of, rounds))
    tell(world, "move.blockade", "NW3-MOVE-16", name=owner.name)


def owners(world: Nw3World, battle: Battle, engage: str) -> list[Character]:
    """Who blockades an Engage: those who have set that up there, and who stand in it and do it all the time."""
    if not engage:
        return []
    set_up = {one.owner for one in battle.blockades if one.engage == engage}
    return [
        one
        for one in in_engage(world, engage)
        if one.id in set_up or any(effect.scope == "blockade" for effect in one.effects)
    ]


def blockaded(world: Nw3World, battle: Battle) -> tuple[str, ...]:
    """The Engages that somebody blockades."""
    engages = dict.fromkeys(one.engage for one in members(world, battle))
    return tuple(engage for engage in engages if owners(world, battle, engage))


def against(world: Nw3World, battle: Battle, mover: Character) -> list[Character]:
    """The enemies who blockade the mover's Engage."""
    return [one for one in owners(world, battle, mover.engage) if opposing(one, mover) and able(one)]


def breaks_out(world: Nw3World, mover: Character, blockaders: list[Character]) -> Procedure[bool]:
    """Whether the mover wins against every Blockader; it rolls once, and ties are its own (NW3-MOVE-16, -17)."""
    yield from windows.before(world, "blockade", mover)
    mine = yield from judging.on_stat(world, mover, "blockade", "spd")
    first = yield from judging.lead(world, mover, mine)
    mine, first = yield from windows.after(world, mover, mine, first, "spd", paid=False)
    theirs = []
    for one in blockaders:
        yield from windows.before(world, "blockade", one, reaction=True)
        theirs.append((yield from judging.on_stat(world, one, "blockade", "spd", reaction=True)))
    outcome = yield from judging.answer(world, mover, mine, first, blockaders, theirs)
    out = True
    for one, judge, judged in zip(blockaders, theirs, outcome.defenders, strict=True):
        _, judged = yield from windows.after(world, one, judge, judged, "spd", reaction=True)
        out = out and attacker_wins(outcome.attacker, judged)
    tell(world, "move.broke_out" if out else "move.held", "NW3-MOVE-16", name=mover.name)
    return out
