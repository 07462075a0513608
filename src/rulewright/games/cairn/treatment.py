"""Treatment (CRN-HEAL-03): bandages and other aid for the dying, in a fight and outside one."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.cairn.actors import GONE, find, out_of_action, own, require_peace, tell
from rulewright.games.cairn.content_gear import Item
from rulewright.games.cairn.inventory import gear, spend_use, thing_of, words
from rulewright.games.cairn.state import Actor, CairnWorld, Carried
from rulewright.games.cairn.wounds import stabilise, treatable


def remedies(world: CairnWorld, helper: Actor) -> Iterator[Carried]:
    """The things carried with which the helper can treat somebody."""
    items = world.content.items_by_id
    for thing in helper.items:
        item = items.get(thing.item)
        if item is not None and item.stabilises and thing.uses != 0:
            yield thing


def require_treatment(world: CairnWorld, helper: Actor, item: str, target: Actor) -> Carried:
    """The thing with which the helper can treat the target.

    Refuses `dead` and `no_treatment_needed`; a thing that is no remedy with `bad_value`, a spent one with `no_uses`.
    """
    _require_treatable(target)
    thing = thing_of(helper, item, "CRN-HEAL-03")
    kind = gear(world, thing.item)
    if not isinstance(kind, Item) or not kind.stabilises:
        raise Refused("bad_value", "CRN-HEAL-03", item=kind.name)
    if thing.uses == 0:
        raise Refused("no_uses", "CRN-HEAL-03", item=kind.name)
    return thing


def _require_treatable(target: Actor) -> None:
    if target.outcome in GONE:
        raise Refused("dead", "CRN-HEAL-03", actor=target.name)
    if not treatable(target):
        raise Refused("no_treatment_needed", "CRN-HEAL-03", actor=target.name)


def treat_target(world: CairnWorld, helper: Actor, thing: Carried, target: Actor) -> None:
    """Spend one use on a target that can be treated: it is stable and its timer stops (CRN-HEAL-03)."""
    spend_use(thing)
    if world.tell:
        left = "uses.unlimited" if thing.uses is None else thing.uses
        tell(world, "treat.used", "CRN-HEAL-03", name=helper.name, target=target.name, uses=left,
             **words(world, thing))  # fmt: skip
    stabilise(world, target, "CRN-HEAL-03")


class Treat(msgspec.Struct, frozen=True, tag="treat", tag_field="do"):
    """Bandage somebody outside combat; without an item it is other aid, which the referee has to accept."""

    actor: str
    item: str
    target: str


def treat(world: CairnWorld, command: Treat, seat: Seat) -> Procedure[None]:
    helper = own(world, command.actor, seat)
    require_peace(world, "CRN-HEAL-03")  # in combat it is an action that is declared
    if out_of_action(helper):
        raise Refused("cannot_act", "CRN-HEAL-03", actor=helper.name)
    target = find(world, command.target)
    if command.item:
        treat_target(world, helper, require_treatment(world, helper, command.item, target), target)
        return
    _require_treatable(target)
    accepted = seat.referee or (
        yield from yes_no(
            "other_aid", "referee", default=False, rule="CRN-HEAL-03", name=helper.name, target=target.name
        )
    )
    if not accepted:
        raise Refused("no_uses", "CRN-HEAL-03", actor=helper.name)
    tell(world, "treat.aid", "CRN-HEAL-03", name=helper.name, target=target.name)
    stabilise(world, target, "CRN-HEAL-03")


COMMANDS = (CommandType(Treat, treat, "CRN-HEAL-03"),)
