"""What an actor may declare in its phase (CRN-ROUND-07, CRN-ROUND-08), and the referee's words about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.cairn.actors import find, marked, out_of_action, own, tell
from rulewright.games.cairn.attacks import carried, check_targets, strike_of
from rulewright.games.cairn.magic import book, check_spell_targets, readable, relic_of, spell_of, spell_strike
from rulewright.games.cairn.state import Ability, Actor, CairnWorld, Declaration, Fight, Modifiers
from rulewright.games.cairn.wounds import treatable

MOVE = 12  # metres of one move
CRAWL = 3


def fight_of(world: CairnWorld, rule: str) -> Fight:
    """The fight that goes on; refuses `wrong_phase` outside one."""
    if world.state.fight is None:
        raise Refused("wrong_phase", rule)
    return world.state.fight


def able(world: CairnWorld, fight: Fight, actor: Actor) -> bool:
    """Whether an actor takes part in the present phase (CRN-ROUND-02)."""
    if actor.side != fight.phase or actor.id in fight.lost_turn or actor.id in fight.late or actor.fleeing:
        return False
    # option simultaneity = whole_round: who fell in the party's phase still acts in this round (CRN-ROUND-05)
    return not out_of_action(actor) or actor.id in fight.removed


def undeclared(world: CairnWorld, fight: Fight) -> Iterator[Actor]:
    """Actors able to act in this phase that have not declared or passed yet."""
    actors, declared, phase = world.state.actors, fight.declared, fight.phase
    for member in fight.members:
        if member not in declared:
            actor = actors[member]
            if actor.side == phase and able(world, fight, actor):
                yield actor


def _check_move(actor: Actor, declaration: Declaration) -> None:
    limit = CRAWL if marked(actor, "barely_moves") or actor.outcome == "critical" else MOVE  # CRN-SCAR-13
    if declaration.move > limit or declaration.second_move > limit:
        raise Refused("move_too_far", "CRN-ROUND-07", limit=limit)
    if declaration.second_move:
        if limit == CRAWL:
            raise Refused("move_too_far", "CRN-SCAR-13", limit=limit)
        if declaration.action != "move":  # the second move is the action
            raise Refused("action_spent", "CRN-ROUND-07", actor=actor.name)


def check(world: CairnWorld, declaration: Declaration) -> Procedure[None]:
    """Refuse a declaration that the rules do not allow; the referee may be asked about a quirky book."""
    fight = fight_of(world, "CRN-ROUND-08")
    actor = find(world, declaration.actor)
    if actor.id not in fight.members or actor.side != fight.phase:
        raise Refused("wrong_phase", "CRN-ROUND-01", actor=actor.name)
    if actor.id in fight.lost_turn:
        raise Refused("lost_turn", "CRN-ROUND-03", actor=actor.name)
    if not able(world, fight, actor) and not (actor.outcome == "critical" and declaration.action == "pass"):
        raise Refused("cannot_act", "CRN-ROUND-02", actor=actor.name)  # CRN-CRIT-05: crawling apart
    _check_move(actor, declaration)
    match declaration.action:
        case "attack":
            strike = strike_of(world, actor, declaration)
            check_targets(world, actor, strike, declaration.targets)
            if fight.cooldowns and fight.cooldowns.get(f"{actor.id}:{declaration.weapon}", 0) > fight.round:
                raise Refused("no_uses", "CRN-ATTACK-17", item=strike.name)
        case "cast":
            thing = book(world, actor, declaration.item)
            spell = spell_of(world, thing)
            assert spell is not None
            check_spell_targets(spell, declaration.targets)
            if spell_strike(spell) is not None and spell.targets != "self":
                _targets_here(world, fight, declaration)
            yield from readable(world, actor, thing)
        case "use":
            _check_use(world, fight, actor, declaration)
        case "aid":
            _check_aid(world, actor, declaration)
        case "retreat":
            if not fight.escape:  # CRN-RETREAT-02
                raise Refused("no_escape_route", "CRN-RETREAT-02")
        case _:
            pass


def _targets_here(world: CairnWorld, fight: Fight, declaration: Declaration) -> None:
    for target in declaration.targets:
        if target not in fight.members or world.state.actors[target].outcome in ("dead", "destroyed", "fled"):
            raise Refused("no_target", "CRN-ATTACK-17", target=target)


def _check_use(world: CairnWorld, fight: Fight, actor: Actor, declaration: Declaration) -> None:
    thing = carried(actor, declaration.item)
    if thing is None:
        raise Refused("no_target", "CRN-ROUND-07", target=declaration.item)
    if thing.item in world.content.relics_by_id:
        _, relic = relic_of(world, actor, declaration.item)
        if relic.spell:
            check_spell_targets(world.content.spells_by_id[relic.spell], declaration.targets)
            _targets_here(world, fight, declaration)
    elif thing.uses == 0:
        raise Refused("no_uses", "CRN-ROUND-07", item=world.content.items_by_id[thing.item].name)


def _check_aid(world: CairnWorld, actor: Actor, declaration: Declaration) -> None:
    if len(declaration.targets) != 1:
        raise Refused("bad_target_count", "CRN-HEAL-03", count=len(declaration.targets))
    target = find(world, declaration.targets[0])
    if not treatable(target):
        raise Refused("no_treatment_needed", "CRN-HEAL-03", actor=target.name)
    thing = carried(actor, declaration.item)
    item = world.content.items_by_id.get(thing.item) if thing is not None else None
    if thing is None or item is None or not item.stabilises or thing.uses == 0:
        raise Refused("no_uses", "CRN-HEAL-03", item=declaration.item)


class Declare(Declaration, frozen=True, tag="declare", tag_field="do"):
    """Say what an actor does in this phase; it may be changed until the referee locks the phase."""


class SetModifiers(msgspec.Struct, frozen=True, tag="set_modifiers", tag_field="do"):
    """The referee says that attacks of one actor are Impaired or Enhanced, against one target or all.

    With neither, the attack is plain whatever the rules say.
    """

    attacker: str
    target: str = ""
    impaired: bool = False
    enhanced: bool = False


class SetDistance(msgspec.Struct, frozen=True, tag="set_distance", tag_field="do"):
    """The referee says how far the target of a ranged attack is: by a word, or in metres."""

    actor: str
    distant: bool = True
    metres: Annotated[int, msgspec.Meta(ge=0, le=9999)] | None = None


class RiskyDeed(msgspec.Struct, frozen=True, tag="risky_deed", tag_field="do"):
    """The referee asks a save of an actor before its declared deed counts (CRN-ROUND-09)."""

    actor: str
    ability: Ability | None


class SetEscape(msgspec.Struct, frozen=True, tag="set_escape", tag_field="do"):
    """The referee says to which safe place one may run, or that there is none ("")."""

    place: Annotated[str, msgspec.Meta(max_length=60)] = ""


def declare(world: CairnWorld, command: Declare, seat: Seat) -> Procedure[None]:
    actor = own(world, command.actor, seat)
    fight = fight_of(world, "CRN-ROUND-08")
    if fight.locked:
        raise Refused("already_locked", "CRN-ROUND-08")
    yield from check(world, command)
    fight.declared[actor.id] = command
    if world.tell:
        told(world, actor, command)


def told(world: CairnWorld, actor: Actor, declaration: Declaration) -> None:
    """Tell a declaration to the table."""
    actors = world.state.actors
    names = ", ".join(actors[target].name for target in declaration.targets if target in actors)
    key = f"declare.{declaration.action}" + (".at" if names and declaration.action in ("cast", "use") else "")
    weapon = ""
    if declaration.action == "attack":
        weapon = strike_of(world, actor, declaration).name
    elif (thing := carried(actor, declaration.item)) is not None:
        content = world.content
        weapon = (content.items_by_id.get(thing.item) or content.relics_by_id[thing.item]).name
    metres = declaration.move + declaration.second_move
    tell(world, key, "CRN-ROUND-08", name=actor.name, targets=names, weapon=weapon, metres=metres,
         text=declaration.text)  # fmt: skip


def set_modifiers(world: CairnWorld, command: SetModifiers, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ATTACK-06")
    attacker = find(world, command.attacker)
    target = find(world, command.target) if command.target else None
    fight.modifiers = [
        word for word in fight.modifiers if (word.attacker, word.target) != (command.attacker, command.target)
    ]
    fight.modifiers.append(Modifiers(command.attacker, command.target, command.impaired, command.enhanced))
    state = "both" if command.impaired and command.enhanced else "plain"
    state = state if command.impaired == command.enhanced else "impaired" if command.impaired else "enhanced"
    tell(world, f"modifiers.{state}", "CRN-ATTACK-06", name=attacker.name, target=target.name if target else "*")
    yield from ()


def set_distance(world: CairnWorld, command: SetDistance, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-RANGE-01")
    actor = find(world, command.actor)
    near = world.state.options.near_range_metres
    distant = command.distant
    if command.metres is not None and near is not None:
        distant = command.metres > near
    fight.distant = [one for one in fight.distant if one != actor.id] + ([actor.id] if distant else [])
    tell(world, "range.distant" if distant else "range.near", "CRN-RANGE-01", name=actor.name)
    yield from ()


def risky_deed(world: CairnWorld, command: RiskyDeed, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-ROUND-09")
    actor = find(world, command.actor)
    if command.ability is None:
        fight.risky.pop(actor.id, None)
    else:
        fight.risky[actor.id] = command.ability
        tell(world, "risky.asked", "CRN-ROUND-09", name=actor.name, ability=command.ability)
    yield from ()


def set_escape(world: CairnWorld, command: SetEscape, seat: Seat) -> Procedure[None]:
    fight = fight_of(world, "CRN-RETREAT-01")
    fight.escape = command.place
    tell(world, "escape.place" if command.place else "escape.none", "CRN-RETREAT-01", place=command.place)
    yield from ()


COMMANDS = (
    CommandType(Declare, declare, "CRN-ROUND-08", interrupts=True, independent=True),
    CommandType(SetModifiers, set_modifiers, "CRN-ATTACK-06", "referee", independent=True),
    CommandType(SetDistance, set_distance, "CRN-RANGE-01", "referee", independent=True),
    CommandType(RiskyDeed, risky_deed, "CRN-ROUND-09", "referee", independent=True),
    CommandType(SetEscape, set_escape, "CRN-RETREAT-01", "referee", independent=True),
)
