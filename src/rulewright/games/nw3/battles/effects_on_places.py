"""What effects make of where people stand: movement without actions (effect `movement`)."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import blockade, engages
from rulewright.games.nw3.battles.aboard import moved_with
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of
from rulewright.games.nw3.battles.engages import needed
from rulewright.games.nw3.battles.fighters import disclosed, gone, members, tell
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Battle, Character, Nw3World

MOST_STEPS = 20
"""The Move Actions that one effect is worth at most."""
_STAY = Option("stay", "movement.stay")


def _movement(world: Nw3World, use: Use, effect: kinds.Movement, target: Character) -> Procedure[None]:
    """As many Move Actions as the effect says; each target decides whether and where, or the user if it is forced."""
    battle = world.state.battle
    if battle is None or target.dead or target.retreated:
        tell(world, "effect.nothing", "NW3-SKILL-42", name=use.user.name, block=use.usable.name)
        return
    steps = min(MOST_STEPS, (yield from amount_of(world, use, effect.steps, target)))
    decides = use.user if effect.forced else target
    while steps > 0:
        ways = _ways(world, battle, effect, target, decides, steps)
        if not ways:
            return
        facts = {"name": target.name, "block": use.usable.name, "steps": steps}
        options = tuple(ways) if effect.forced else (*ways, _STAY)
        default = options[0].value if effect.forced else "stay"
        answer = yield from ask(Question("movement", decides.id, options, default, "NW3-MOVE-07", facts))
        if answer == "stay":
            return
        way, _, to = str(answer).partition(":")
        steps -= needed(battle, target, to) if to and way != "withdraw" else 1
        if not (yield from _goes(world, battle, effect, target, way, to)):
            return


def _ways(
    world: Nw3World, battle: Battle, effect: kinds.Movement, mover: Character, decides: Character, steps: int
) -> list[Option]:
    """Where the mover can go: only a Withdraw leads out of an Engage with an enemy that hinders (NW3-MOVE-08)."""
    hindered = engages.hindered(world, mover) and "hindering" not in effect.ignore
    ways: list[Option] = []
    if effect.move in ("withdraw", "any") and mover.engage:
        ways.append(Option("withdraw", "movement.withdraw"))
    if hindered or mover.band != "field":
        return ways
    if effect.move in ("invade", "any"):
        ways += [
            Option(f"invade:{one.id}", "movement.invade", {"target": one.name})
            for one in members(world, battle)
            if one is not mover and not gone(one) and one.band == "field" and disclosed(decides, one)
            and not (mover.engage and mover.engage == one.engage) and needed(battle, mover, one.id) <= steps
        ]  # fmt: skip
    if effect.move in ("interval", "any"):
        places = dict.fromkeys(one.place for one in members(world, battle) if one.place and one.place != mover.place)
        ways += [
            Option(f"interval:{one}", "movement.interval", {"place": one})
            for one in places
            if needed(battle, mover, one) <= steps
        ]
        if mover.place or mover.engage:
            ways.append(Option("interval", "movement.away"))
    return ways


def _goes(
    world: Nw3World, battle: Battle, effect: kinds.Movement, mover: Character, way: str, to: str
) -> Procedure[bool]:
    """Go there, with all on the same Broom; a Blockade has to be broken unless the effect ignores it (NW3-MOVE-16)."""
    blockaders = [] if "blockade" in effect.ignore else blockade.against(world, battle, mover)
    if blockaders and not (yield from blockade.breaks_out(world, mover, blockaders)):
        return False
    for one in moved_with(world, mover):
        if way == "invade":
            engages.join(world, one, world.state.characters[to])
            one.place = ""
        else:
            engages.leave(world, one)
            if way == "interval":
                one.place = to
            tell(world, "movement.moved", "NW3-MOVE-07", name=one.name)
        one.progress = None
    return True


EFFECTS: Mapping[type, Apply] = {kinds.Movement: _movement}
