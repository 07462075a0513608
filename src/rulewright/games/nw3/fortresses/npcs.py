"""NPCs in battle: Extras as the table has them, and incomplete enemies whom attacks hit automatically (NW3-ENEMY)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.fighters import find, tell
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.dice.judges import PER_CRITICAL
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.state import Character, Nw3World

EXTRA = "extra"


class SetAutoHit(msgspec.Struct, frozen=True, tag="set_auto_hit", tag_field="do"):
    """Whether attacks hit an incomplete enemy automatically, without Judges."""

    character: str
    auto_hit: bool


class SuggestExtraRule(msgspec.Struct, frozen=True, tag="suggest_extra_rule", tag_field="do"):
    """Suggest how Extras are to be treated where no rule says so; the referee accepts or declines."""

    text: Annotated[str, msgspec.Meta(pattern=r"\S", max_length=500)]


# ---------------------------------------------------------------- Extras


def takes_part(character: Character) -> bool:
    """Whether somebody takes part in Round Progression: Extras do not (NW3-ENEMY-07)."""
    return character.kind != EXTRA


def targetable(world: Nw3World, character: Character) -> bool:
    """Whether an Extra that is here can be attacked, though it takes no part."""
    return character.kind == EXTRA and world.state.options.extra_policy != "untargetable"


def require_targetable(world: Nw3World, character: Character) -> None:
    """Raise `Refused` "extra_untargetable" for an Extra that cannot be attacked."""
    if character.kind == EXTRA and world.state.options.extra_policy == "untargetable":
        raise Refused("extra_untargetable", "NW3-ENEMY-07", name=character.name)


def strike_extras(world: Nw3World, attack: OngoingAttack) -> Procedure[None]:
    """An attack succeeds against Extras without Judges; each time the referee is asked, where the table wants that."""
    struck = [aim.defender for aim in attack.aims if aim.defender.kind == EXTRA]
    attack.aims = [aim for aim in attack.aims if aim.defender.kind != EXTRA]
    for extra in struck:
        facts = {"name": extra.name, "attacker": attack.attacker.name}
        ask_first = world.state.options.extra_policy == "gm_each_time"
        if ask_first and not (yield from yes_no("extra_out", "referee", default=True, rule="NW3-ENEMY-07", **facts)):
            tell(world, "attack.misses", "NW3-ENEMY-07", name=attack.attacker.name, target=extra.name)
            continue
        tell(world, "attack.hits", "NW3-ENEMY-07", name=attack.attacker.name, target=extra.name)
        if harm.lose(extra, extra.hp):
            yield from harm.fall(world, extra)


def suggest_extra_rule(world: Nw3World, command: SuggestExtraRule, seat: Seat) -> Procedure[None]:
    """Refuses `extra_rule_exists`, and `gm_refused` where the referee declines (NW3-ENEMY-07)."""
    if world.state.extra_rule:
        raise Refused("extra_rule_exists", "NW3-ENEMY-07", text=world.state.extra_rule)
    facts = {"name": seat.name or seat.id, "text": command.text}
    if not seat.referee and not (
        yield from yes_no("accept_extra_rule", "referee", default=False, rule="NW3-ENEMY-07", **facts)
    ):
        raise Refused("gm_refused", "NW3-ENEMY-07")
    world.state.extra_rule = command.text
    tell(world, "extra.rule", "NW3-ENEMY-07", text=command.text)


# ---------------------------------------------------------------- incomplete enemies


def rolls_for_critical(world: Nw3World) -> bool:
    """Whether the Hit Check against those who are hit automatically is rolled all the same (NW3-FORT-OPEN-17)."""
    return world.state.options.incomplete_auto_hit_rolls == "roll_for_critical"


def misses(world: Nw3World, attack: OngoingAttack, aim: Aim) -> bool:
    """Whether the Hit Check that is rolled for Criticals was a Fumble (NW3-FORT-OPEN-17)."""
    return aim.defender.auto_hit and attack.hit is not None and attack.hit.fumble and rolls_for_critical(world)


def automatic_damage(world: Nw3World, attack: OngoingAttack, result: int) -> int:
    """The HP Damage of a hit that needs no Judge: the Result of the damage roll (NW3-ENEMY-09)."""
    if attack.hit is not None and rolls_for_critical(world):
        return result + PER_CRITICAL * attack.hit.criticals
    return result


def set_auto_hit(world: Nw3World, command: SetAutoHit, seat: Seat) -> Procedure[None]:
    """Refuses `unknown_character`, `not_incomplete` (NW3-ENEMY-09)."""
    character = find(world, command.character)
    record = position.enemy_record(world, character)
    if record is None or not record.incomplete:
        raise Refused("not_incomplete", "NW3-ENEMY-09", name=character.name)
    character.auto_hit = command.auto_hit
    key = "auto_hit.on" if command.auto_hit else "auto_hit.off"
    tell(world, key, "NW3-ENEMY-09", name=character.name)
    yield from ()


COMMANDS = (
    CommandType(SetAutoHit, set_auto_hit, "NW3-ENEMY-09", "referee"),
    CommandType(SuggestExtraRule, suggest_extra_rule, "NW3-ENEMY-07"),
)
