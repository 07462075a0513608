"""HP going down and up, and the statuses that follow (NWO-STATUS-01 to -12, NWO-SPELL-10, -12)."""

from __future__ import annotations

from typing import Literal

from rulewright.engine.events import REFEREE
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import casting, dying
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, NwoWorld

SERIOUS_DIVISOR = 5


def threshold(hp_max: int) -> int:
    """HP at or below which a wound is serious (NWO-STATUS-02)."""
    return hp_max // SERIOUS_DIVISOR


def wound(hp: int, hp_max: int) -> Literal["well", "serious", "apparent_death"]:
    """What so many HP mean (NWO-STATUS-02)."""
    if hp <= 0:
        return "apparent_death"
    return "serious" if hp <= threshold(hp_max) else "well"


def settle_wound(world: NwoWorld, character: Character) -> None:
    """Look at the statuses that follow from HP, after each change of it."""
    if character.dead:
        return
    state = wound(character.hp, standing.hp_max(character))
    was, character.serious = character.serious, state == "serious"
    if state != "well":
        character.prone = False  # NWO-STATUS-10
        if state == "apparent_death" or world.state.options.serious_breaks_cast:
            casting.broken(world, character)  # NWO-CAST-13
    if character.serious and not was:
        tell(world, "status.serious", "NWO-STATUS-02", who=character, name=character.name)
    elif was and state == "well":
        tell(world, "status.healed", "NWO-STATUS-02", who=character, name=character.name)


def lose(world: NwoWorld, character: Character, amount: int) -> Procedure[None]:
    """Take HP, which may fall below 0 (NWO-ATTACK-05)."""
    if amount <= 0 or character.dead:
        return
    up = character.hp > 0
    character.hp -= amount
    settle_wound(world, character)
    if character.hp > 0:
        return
    if not up:
        tell(world, "status.further_down", "NWO-STATUS-11", who=character, name=character.name)
        return
    at_zero = character.at_zero or (world.state.options.npc_at_zero if character.kind == "npc" else "same_rules")
    if at_zero == "ask_gm":  # NWO-DEATH-09
        options = (Option("apparent_death", "at_zero.apparent_death"), Option("dead", "at_zero.dead"))
        question = Question("at_zero", REFEREE, options, "dead", "NWO-DEATH-09", {"name": character.name})
        at_zero = yield from ask(question)
    if at_zero == "dead":
        dying.dies(world, character)
        return
    tell(world, "status.apparent_death", "NWO-DEATH-01", who=character, name=character.name)
    if world.state.options.death_check_timing == "at_once":  # NWO-DEATH-02
        yield from dying.check(world, character)


def heal(
    world: NwoWorld, target: Character, amount: int, *, serious: bool, apparent_death: bool = False, told: bool = True
) -> Procedure[int]:
    """Give HP back, as far as the means may; returns the HP that came (NWO-SPELL-10, -12, NWO-PRANA-12)."""
    yield from ()
    amount = max(0, amount)
    most = standing.hp_max(target)
    if target.dead or (target.hp <= 0 and not apparent_death):
        amount = 0
    elif target.serious and not serious:
        to_threshold = world.state.options.plain_heal_on_serious == "up_to_threshold"
        amount = max(0, min(amount, threshold(most) - target.hp)) if to_threshold else 0
    before = target.hp
    target.hp = min(most, target.hp + amount)
    if target.hp != before:
        settle_wound(world, target)
    if told:
        key = "heal.result" if target.hp > before else "heal.nothing"
        tell(world, key, "NWO-SPELL-10", who=target, name=target.name, points=target.hp - before)
    return target.hp - before


def put_status(world: NwoWorld, target: Character, status: str) -> Procedure[None]:
    """Put a status on somebody; one that is there already is not added again (NWO-STATUS-12)."""
    yield from ()
    if status == "prone":
        if target.serious or target.hp <= 0 or target.prone:  # NWO-STATUS-10
            return
        target.prone = True
        tell(world, "status.prone", "NWO-STATUS-08", who=target, name=target.name)
    elif status == "fainted" and not target.fainted and not target.dead:  # NWO-STATUS-01: in apparent death too
        target.fainted = True
        tell(world, "status.fainted", "NWO-STATUS-06", who=target, name=target.name)
        casting.broken(world, target)  # NWO-CAST-13


def take_status(world: NwoWorld, target: Character, status: str) -> None:
    """Take a status off; a serious wound comes back where HP change and are still low (NWO-STATUS-05, -07)."""
    if getattr(target, status):
        setattr(target, status, False)
        tell(world, f"status.no_longer.{status}", "NWO-STATUS-07", who=target, name=target.name)
