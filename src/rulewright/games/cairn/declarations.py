"""What an actor may declare in its phase (CRN-ROUND-07, CRN-ROUND-08)."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import GONE, find, in_fight, marked, own, tell
from rulewright.games.cairn.attacks import check_targets, in_play, strike_of
from rulewright.games.cairn.inventory import carried, words
from rulewright.games.cairn.magic import book, check_spell_targets, readable, relic_of, spell_of
from rulewright.games.cairn.retreat import check_retreat, may_carry
from rulewright.games.cairn.state import Actor, CairnWorld, Carried, Declaration, Fight
from rulewright.games.cairn.strikes import Strike
from rulewright.games.cairn.treatment import require_treatment
from rulewright.games.cairn.twins import twins

MOVE = 12  # metres of one move
CRAWL = 3


def fight_of(world: CairnWorld, rule: str) -> Fight:
    """The fight that goes on; refuses `wrong_phase` outside one."""
    if world.state.fight is None:
        raise Refused("wrong_phase", rule)
    return world.state.fight


def able(fight: Fight, actor: Actor) -> bool:
    """Whether an actor takes part in the present phase (CRN-ROUND-02)."""
    # option simultaneity = whole_round: who fell in the party's phase still acts in this round (CRN-ROUND-05)
    if not in_fight(actor) and actor.id not in fight.removed:
        return False
    if actor.side != fight.phase or actor.fleeing:
        return False
    return not ((fight.lost_turn and actor.id in fight.lost_turn) or (fight.late and actor.id in fight.late))


def undeclared(world: CairnWorld, fight: Fight) -> list[Actor]:
    """Actors able to act in this phase that have not declared or passed yet."""
    actors, declared, phase, waiting = world.state.actors, fight.declared, fight.phase, []
    for member in fight.members:
        if member not in declared:
            actor = actors[member]
            if actor.side == phase and able(fight, actor):
                waiting.append(actor)
    return waiting


class Deed(msgspec.Struct, frozen=True, gc=False):
    """A declaration that the rules allow, with what it takes: a thing, a strike, and whom it is for.

    The targets of a retreat are whom the runner carries along.
    """

    actor: Actor
    declared: Declaration
    targets: list[Actor]
    strike: Strike | None = None
    thing: Carried | None = None


def allowed(world: CairnWorld, declaration: Declaration) -> Deed:
    """The deed that a declaration comes to, as far as nobody has to be asked; refuses what the rules do not allow."""
    fight = fight_of(world, "CRN-ROUND-08")
    actor = find(world, declaration.actor)
    if actor.id not in fight.members or actor.side != fight.phase:
        raise Refused("wrong_phase", "CRN-ROUND-01", actor=actor.name)
    if actor.id in fight.lost_turn:
        raise Refused("lost_turn", "CRN-ROUND-03", actor=actor.name)
    if not able(fight, actor):
        crawls = actor.outcome == "critical" and declaration.action in ("move", "pass")  # CRN-CRIT-05
        if not crawls:
            raise Refused("dead" if actor.outcome in GONE else "cannot_act", "CRN-ROUND-02", actor=actor.name)
    if declaration.move or declaration.second_move:
        _check_move(fight, actor, declaration)
    return deed_of(world, fight, actor, declaration)


def confirm(world: CairnWorld, deed: Deed) -> Procedure[None]:
    """The referee's word on a book with a condition or on one carried along; refuses where it is no."""
    if deed.thing is not None and _is_book(world, deed.thing):
        yield from readable(world, deed.actor, deed.thing)
    if deed.declared.action == "retreat" and deed.targets:
        yield from may_carry(deed.actor, deed.targets[0])


def _check_move(fight: Fight, actor: Actor, declaration: Declaration) -> None:
    down = actor.outcome == "critical" and actor.id not in fight.removed
    limit = CRAWL if down or marked(actor, "barely_moves") else MOVE  # CRN-CRIT-05, CRN-SCAR-13
    if declaration.move > limit or declaration.second_move > limit:
        raise Refused("move_too_far", "CRN-ROUND-07", limit=limit)
    if declaration.second_move:
        if limit == CRAWL:
            raise Refused("move_too_far", "CRN-SCAR-13", limit=limit)
        if declaration.action != "move":  # the second move is the action
            raise Refused("action_spent", "CRN-ROUND-07", actor=actor.name)


def deed_of(world: CairnWorld, fight: Fight, actor: Actor, declaration: Declaration) -> Deed:
    """What an actor is about to do, or why it cannot be done (any more)."""
    match declaration.action:
        case "attack":
            strike = strike_of(world, actor, declaration)
            targets = check_targets(world, actor, strike, declaration.targets)
            if fight.cooldowns and fight.cooldowns.get(f"{actor.id}:{declaration.weapon}", 0) > fight.round:
                raise Refused("no_uses", "CRN-ATTACK-17", item=strike.name)
            return Deed(actor, declaration, targets, strike)
        case "cast" | "use":
            return _thing_deed(world, fight, actor, declaration)
        case "aid":
            return _aid_deed(world, fight, actor, declaration)
        case "retreat":
            return Deed(actor, declaration, check_retreat(world, fight, actor, declaration))
        case _:
            return Deed(actor, declaration, [])


def _is_book(world: CairnWorld, thing: Carried) -> bool:
    item = world.content.items_by_id.get(thing.item)
    return item is not None and item.kind in ("spellbook", "scroll")


def _thing_deed(world: CairnWorld, fight: Fight, actor: Actor, declaration: Declaration) -> Deed:
    """A book that is read, a relic, or another thing that is used."""
    thing = carried(actor, declaration.item)
    if declaration.action == "use" and thing is None:
        raise Refused("no_target", "CRN-ROUND-07", target=declaration.item)
    spell = None
    if thing is None or declaration.action == "cast" or _is_book(world, thing):
        thing = book(world, actor, declaration.item)
        spell = spell_of(world, thing)
    elif thing.item in world.content.relics_by_id:
        relic_of(world, actor, declaration.item)
        spell = spell_of(world, thing)
    elif thing.uses == 0 or thing.where == "stowed":
        raise Refused("no_uses", "CRN-ROUND-07", item=world.content.items_by_id[thing.item].name)
    if spell is None:
        return Deed(actor, declaration, [], None, thing)
    check_spell_targets(spell, declaration.targets)
    targets = []
    for target_id in declaration.targets:
        target = world.state.actors.get(target_id)
        if target is None or target_id not in fight.members or (spell.damage and not in_play(target)):
            raise Refused("no_target", "CRN-ATTACK-17", target=target_id)
        targets.append(target)
    return Deed(actor, declaration, targets, None, thing)


def _aid_deed(world: CairnWorld, fight: Fight, actor: Actor, declaration: Declaration) -> Deed:
    """Bandages or another remedy for one who needs it (CRN-HEAL-03)."""
    if len(declaration.targets) != 1:
        raise Refused("bad_target_count", "CRN-HEAL-03", count=len(declaration.targets))
    target = world.state.actors.get(declaration.targets[0])
    if target is None or target.id not in fight.members:
        raise Refused("no_target", "CRN-HEAL-03", target=declaration.targets[0])
    thing = require_treatment(world, actor, declaration.item, target)
    return Deed(actor, declaration, [target], None, thing)


class Declare(Declaration, frozen=True, tag="declare", tag_field="do"):
    """Say what an actor does in this phase; it may be changed until the referee locks the phase."""


class DeclareAll(msgspec.Struct, frozen=True, tag="declare_all", tag_field="do"):
    """The referee says what several actors do at once, so that a band of foes need not be declared one by one."""

    declarations: Annotated[tuple[Declaration, ...], msgspec.Meta(min_length=1, max_length=100)]


def declare(world: CairnWorld, command: Declare, seat: Seat) -> Procedure[None]:
    fight = world.state.fight
    acts_after_its_fall = fight is not None and command.actor in fight.removed  # CRN-ROUND-05: whole_round
    if not (acts_after_its_fall and seat.referee):
        own(world, command.actor, seat)
    fight = fight_of(world, "CRN-ROUND-08")
    if fight.locked:
        raise Refused("already_locked", "CRN-ROUND-08")
    deed = allowed(world, command)
    yield from confirm(world, deed)
    _keep(world, fight, deed)


def _keep(world: CairnWorld, fight: Fight, deed: Deed) -> None:
    """Remember a declaration, as a saved state has it: a plain one where it came as a command."""
    said = deed.declared
    if type(said) is not Declaration:
        said = Declaration(
            said.actor, said.action, said.move, said.second_move, said.weapon, said.second, said.targets, said.item,
            said.count_unknown, said.text,
        )  # fmt: skip
    fight.declared[said.actor] = said
    if world.tell:
        told(world, deed)


def declare_all(world: CairnWorld, command: DeclareAll, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ROUND-08")
    if fight.locked:
        raise Refused("already_locked", "CRN-ROUND-08")
    deeds = []
    for declaration in command.declarations:
        deed = allowed(world, declaration)
        if deed.strike is None:
            yield from confirm(world, deed)
        deeds.append(deed)
    for deed in deeds:
        _keep(world, fight, deed)


def told(world: CairnWorld, deed: Deed) -> None:
    """Tell a declaration to the table."""
    declared = deed.declared
    names = ", ".join(target.name for target in deed.targets)
    key = f"declare.{declared.action}" + (".at" if names and declared.action in ("cast", "use", "retreat") else "")
    weapon: dict[str, Any] = {"weapon": "", "weapon_fi": ""}
    if deed.strike is not None:
        weapon = twins(deed.strike, name="weapon")
    elif deed.thing is not None:
        weapon = words(world, deed.thing, "weapon")
    metres = declared.move + declared.second_move
    tell(world, key, "CRN-ROUND-08", name=deed.actor.name, targets=names, metres=metres,
         text=declared.text, **weapon)  # fmt: skip


COMMANDS = (
    CommandType(Declare, declare, "CRN-ROUND-08", interrupts=True, independent=True),
    CommandType(DeclareAll, declare_all, "CRN-ROUND-08", "referee", interrupts=True, independent=True),
)
