"""The referee's own words: house rules, damage that no attack deals, and foes who join later."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.house_rules import changed
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import GONE, living, tell
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.damage import after_armor
from rulewright.games.cairn.inventory import tracks_inventory, used_slots
from rulewright.games.cairn.loss import stated_dice
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.scars import receive
from rulewright.games.cairn.scenario import add_foes, conclude, find_leader
from rulewright.games.cairn.state import CairnWorld
from rulewright.games.cairn.story import FoeGroup
from rulewright.games.cairn.wounds import critical_save, strength_gone, wound


class ChangeOption(msgspec.Struct, frozen=True, tag="change_option", tag_field="do"):
    """Change a table option; during a fight it takes effect after it."""

    name: str
    value: Any


class Harm(msgspec.Struct, frozen=True, tag="harm", tag_field="do"):
    """The referee deals damage to HP that is no attack, as a number or as dice; `armor` says whether armor helps.

    It gives a scar only where the table plays so (option scar_from_non_attack).
    """

    target: str
    amount: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None
    dice: Annotated[str, msgspec.Meta(max_length=20)] = ""
    armor: bool = False


class Reinforce(msgspec.Struct, frozen=True, tag="reinforce", tag_field="do"):
    """More foes come, as a group of their own or merged into one that is there (CRN-MORALE-09)."""

    id: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{1,39}$")]
    monster: str
    count: Annotated[int, msgspec.Meta(ge=1, le=50)] = 1
    merge: str = ""


def change_option(world: CairnWorld, command: ChangeOption, seat: Seat) -> Procedure[None]:
    state = world.state
    options = changed(state.options_later or state.options, command.name, command.value, "CRN-GEN-05")
    for actor in state.actors.values() if command.name == "inventory_slots" else ():
        used = used_slots(world, actor)  # CRN-SLOT-02: what is carried has to fit
        if tracks_inventory(actor) and actor.outcome not in GONE and used > options.inventory_slots:
            raise Refused("bad_value", "CRN-SLOT-02", actor=actor.name, slots=used)
    if state.fight is None:
        state.options = options
    else:
        state.options_later = options
    key = "option.changed" if state.fight is None else "option.later"
    tell(world, key, "CRN-GEN-05", option=command.name, value=str(command.value))
    yield from ()


def harm(world: CairnWorld, command: Harm, seat: Seat) -> Procedure[None]:
    target = living(world, command.target, "CRN-GEN-06")
    dice = stated_dice(command.amount, command.dice, "CRN-GEN-06")
    total = command.amount or 0
    if dice is not None:
        total = yield from rolled(dice, "CRN-ATTACK-03", target.id, "harm")
    shield = armor(world, target) if command.armor else 0
    taken = wound(world, target, after_armor(total, shield))
    if taken.spent:  # CRN-CRIT-02
        yield from strength_gone(world, target)
    tell(world, "attack.damage", "CRN-ATTACK-03", name=target.name, face=total, armor=shield, damage=taken.damage,
         hp=target.hp, hp_max=target.hp_max)  # fmt: skip
    if taken.scar and world.state.options.scar_from_non_attack:  # CRN-SCAR-03
        yield from receive(world, target, taken.scar)
    if taken.save_due:  # CRN-CRIT-03
        yield from critical_save(world, target)
    conclude(world)


def reinforce(world: CairnWorld, command: Reinforce, seat: Seat) -> Procedure[None]:
    state = world.state
    fight = state.fight
    ids = {command.id, *(f"{command.id}.{number}" for number in range(1, command.count + 1))}
    merged = state.groups.get(command.merge)
    if command.id in state.groups or ids & state.actors.keys():
        raise Refused("bad_value", "CRN-MORALE-09", group=command.id)
    if command.merge and (merged is None or merged.room != state.room):
        raise Refused("bad_value", "CRN-MORALE-09", group=command.merge)
    attitude = "hostile" if fight is not None else ""
    foes = FoeGroup(command.id, command.monster, command.count, room=state.room, attitude=attitude, joins=command.merge)
    try:
        added = add_foes(world, foes)
    except Malformed as error:
        raise Refused("unknown_actor", "CRN-MORALE-09", actor=command.monster) from error
    if merged is None:
        find_leader(world, state.groups[command.id])  # CRN-MORALE-05
    if fight is not None:
        fight.members.extend(actor.id for actor in added)
        if fight.phase == "foes":  # they act from the next phase of their side
            fight.late.extend(actor.id for actor in added)
    tell(world, "fight.reinforced", "CRN-MORALE-09", foes=", ".join(actor.name for actor in added))
    yield from ()


COMMANDS = (
    CommandType(ChangeOption, change_option, "CRN-GEN-05", "referee"),
    CommandType(Harm, harm, "CRN-SCAR-03", "referee"),
    CommandType(Reinforce, reinforce, "CRN-MORALE-09", "referee"),
)
