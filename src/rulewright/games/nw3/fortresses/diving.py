"""The Dive: a Fortress stands, PCs come in by its Entrance, leave it again, and the Dive ends (NW3-DIVE)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Option, Procedure, Question, yes_no
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.fighters import find, incapacitated, own, require_able, tell, tell_referee
from rulewright.games.nw3.casket_state import Casket, Dive
from rulewright.games.nw3.episodes.position import require_peace, require_values
from rulewright.games.nw3.fortresses import areas, entrance, logics, position, preparing, standing_up
from rulewright.games.nw3.fortresses.after_combat import defeat_ruler
from rulewright.games.nw3.fortresses.arrivals import arrive
from rulewright.games.nw3.fortresses.entrance import Offered
from rulewright.games.nw3.fortresses.retreating import go_outside, may_leave, see_if_over
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.fortresses import EntryCondition, Fortress
from rulewright.games.nw3.records.places import Object
from rulewright.games.nw3.state import Character, Nw3World

_Word = Annotated[str, msgspec.Meta(max_length=200)]
_Who = Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=40)]
_ANSWERS = (Option("yes", "answer.yes"), Option("no", "answer.no"))


class OpenFortress(msgspec.Struct, frozen=True, tag="open_fortress", tag_field="do"):
    """The referee has an Emulator deploy a Lunar Casket that is this Fortress of the content."""

    fortress: _Word


class EnterFortress(msgspec.Struct, frozen=True, tag="enter_fortress", tag_field="do"):
    """Go in together by the Entrance: what is said, which condition is used where any will do, and who pays."""

    characters: _Who
    keyword: _Word = ""
    condition: Annotated[int, msgspec.Meta(ge=0, le=99)] | None = None
    payer: str = ""


class LeaveFortress(msgspec.Struct, frozen=True, tag="leave_fortress", tag_field="do"):
    """Leave the Fortress together."""

    characters: _Who


class Permit(msgspec.Struct, frozen=True, tag="permit_leaving", tag_field="do"):
    """The Ruler lets these leave the Fortress, and nobody else."""

    characters: tuple[str, ...] = ()


class RulerDefeated(msgspec.Struct, frozen=True, tag="ruler_defeated", tag_field="do"):
    """The referee declares the Ruler defeated."""


class EndDive(msgspec.Struct, frozen=True, tag="end_dive", tag_field="do"):
    """The referee declares the Dive over."""

    failed: bool = False


class SetFlag(msgspec.Struct, frozen=True, tag="set_story_flag", tag_field="do"):
    """The referee sets a fact of the story for which the Entrance may ask, or takes it back."""

    flag: _Word
    on: bool = True


def open_fortress(world: Nw3World, command: OpenFortress, seat: Seat) -> Procedure[None]:
    """Refuses `casket_exists` while another stands, `fortress_unsound`; Malformed without a record (NW3-DIVE-01)."""
    if position.stronghold(world) is not None:
        raise Refused("casket_exists", "NW3-DIVE-01", name=command.fortress)
    place = position.record(world, Fortress, command.fortress)
    preparing.require_sound(world, place.id)
    state = world.state
    known = next((one for one in state.characters.values() if one.record == place.ruler and not one.dead), None)
    ruler = known or arrive(world, EnemyGroup(enemy=place.ruler))[0]
    ruler.present = ruler.present and known is not None
    things = [position.record(world, Object, id) for area in place.area for id in area.objects]
    casket = Casket(
        new_id(state, "casket"), ruler.id, place.name, hidden=place.hidden, moon=place.moon_range or "",
        inside=[ruler.id], logics=list(place.logics), fortress=place.id,
        core=True if any(one.kind == "core" for one in things) else None, dive=Dive(),
    )  # fmt: skip
    state.caskets.append(casket)
    position.remember(world)
    logics.stand(world, casket)
    if not casket.hidden:
        tell(world, "fortress.stands", "NW3-DIVE-01", area=place.name)
    else:
        tell_referee(world, "fortress.stands_unseen", "NW3-DIVE-01", area=place.name)
    yield from ()


def enter_fortress(world: Nw3World, command: EnterFortress, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat`, `already_inside`, `wrong_phase`, and what the Entrance refuses (NW3-DIVE-07)."""
    casket = position.stronghold(world)
    place = position.fortress(world)
    if casket is None or place is None or casket.dive is None:
        raise Refused("no_dive", "NW3-DIVE-05")
    running = casket.dive
    entrants = [
        own(world, id, seat) if not seat.referee else find(world, id) for id in dict.fromkeys(command.characters)
    ]
    for one in entrants:
        require_able(one)
        if one.id in casket.inside:
            raise Refused("already_inside", "NW3-FORT-14", name=one.name)
        if not position.magical(world, one):
            raise Refused("innocent_cannot_enter", "NW3-CASKET-10", name=one.name)
        if casket.hidden and not seat.referee:
            raise Refused("casket_not_perceived", "NW3-CASKET-09", name=one.name)
    payer = find(world, command.payer) if command.payer else entrants[0]
    if payer not in entrants:
        raise Refused("invalid_target", "NW3-DIVE-07", target=payer.name)
    require_peace(world, "NW3-DIVE-07")
    require_values(world)
    offered = Offered(command.keyword, command.condition)
    conditions = entrance.asked(place.entrance, offered)
    entrance.require_tries(place.entrance, running, conditions)
    tries = place.entrance.tries is not None and bool(_wrong_word(conditions, command.keyword))
    if tries:  # a try is used up, so this is no refusal that changes nothing (NW3-DIVE-08)
        running.tries += 1
        tell(world, "refuse.wrong_keyword", "NW3-DIVE-08", name=payer.name)
        return
    if not running.begun:
        yield from _require_phase(world)
    if place.entrance.per == "party":
        entrance.test(running, conditions, payer, entrants, command.keyword)
        yield from entrance.consent(conditions, payer)
        entrance.pay(world, conditions, payer, entrants)
    else:
        entrants = yield from _each(world, running, conditions, entrants, command.keyword)
    _begin(world, casket, running)
    for one in entrants:
        casket.inside.append(one.id)
        tell(world, "fortress.entered", "NW3-DIVE-07", name=one.name)
    yield from areas.come_in(world, place.entrance.area, entrants)


def _require_phase(world: Nw3World) -> Procedure[None]:
    """A Dive belongs to the Middle Phase; in another the referee confirms it (NW3-DIVE-02)."""
    phase = world.state.phase
    if phase == "middle" or (yield from yes_no("start_dive", "referee", default=False, rule="NW3-DIVE-02")):
        return
    raise Refused("wrong_phase", "NW3-DIVE-02", phase=f"phase.{phase}")


def _wrong_word(conditions: Sequence[EntryCondition], said: str) -> list[EntryCondition]:
    words = [one for one in conditions if one.kind == "keyword"]
    return [one for one in words if entrance.spoken(one.word or "") != entrance.spoken(said)]


def _each(
    world: Nw3World, running: Dive, conditions: Sequence[EntryCondition], entrants: Sequence[Character], said: str
) -> Procedure[list[Character]]:
    """Everybody for himself: who fails stays outside, and nothing is paid by him (NW3-DIVE-07)."""
    passing: list[Character] = []
    refusals: list[Refused] = []
    for one in entrants:
        try:
            entrance.test(running, conditions, one, [one], said)
            yield from entrance.consent(conditions, one)
        except Refused as barred:
            refusals.append(barred)
        else:
            passing.append(one)
    if not passing:
        raise refusals[0]
    for refusal in refusals:
        tell(world, f"refuse.{refusal.reason}", refusal.rule, **refusal.facts)
    for one in passing:
        entrance.pay(world, conditions, one, [one])
    return passing


def _begin(world: Nw3World, casket: Casket, running: Dive) -> None:
    running.over = False
    if casket.fortress not in world.state.played:
        world.state.played.append(casket.fortress)
    if not running.begun:
        running.begun = True
        tell(world, "dive.begins", "NW3-DIVE-02")


def leave_fortress(world: Nw3World, command: LeaveFortress, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat`, `incapacitated`, `not_in_scene`, `no_fortress_retreat` (NW3-DIVE-09, -10)."""
    casket, place, running = position.require_dive(world, "NW3-DIVE-09")
    require_peace(world, "NW3-DIVE-10")
    leaving = [find(world, id) for id in dict.fromkeys(command.characters)]
    mine = [one for one in leaving if seat.referee or one.player == seat.id]
    if not mine:
        own(world, leaving[0].id, seat)
    for one in leaving:
        if one.id not in running.where or one.dead:
            raise Refused("not_in_scene", "NW3-DIVE-09", name=one.name)
        if not seat.referee and one not in mine and not incapacitated(one):
            own(world, one.id, seat)
        by_exit = place.entrance.exit and running.where[one.id] == place.entrance.area
        if not by_exit and not may_leave(world, one):
            raise Refused("no_fortress_retreat", "NW3-DIVE-09", name=one.name)
    if not any(one.hp for one in leaving):
        raise Refused("incapacitated", "NW3-FORT-13", name=leaving[0].name)
    remaining = [one for one in position.party_in(world, running) if one not in leaving]
    if remaining and not any(one.hp for one in remaining):
        yield from _left_behind(remaining, world)
    for one in leaving:
        go_outside(world, one)
    scene = world.state.scene
    if (
        scene is not None
        and scene.area
        and not position.party(one for one in world.state.characters.values() if one.present and not one.dead)
    ):
        yield from areas.leave_scene(world)
    see_if_over(world)
    yield from standing_up.reconsider(world, casket)


def _left_behind(remaining: Sequence[Character], world: Nw3World) -> Procedure[None]:
    """Those who lie in the Fortress when the others leave it may be Dead (NW3-DIVE-13)."""
    answers = yield Ask(tuple(
        Question("left_behind_dies", "referee", _ANSWERS, "no", "NW3-DIVE-13", {"name": one.name}) for one in remaining
    ))  # fmt: skip
    for one, answer in zip(remaining, answers, strict=True):
        if answer == "yes":
            harm.die(world, one)


def permit(world: Nw3World, command: Permit, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `not_the_ruler`, `unknown_character` (NW3-DIVE-10)."""
    casket, _, running = position.require_dive(world, "NW3-DIVE-10")
    ruler = world.state.characters.get(casket.ruler)
    if ruler is None or not (seat.referee or ruler.player == seat.id):
        raise Refused("not_the_ruler", "NW3-DIVE-10")
    named = [find(world, id) for id in dict.fromkeys(command.characters)]
    running.permitted = [one.id for one in named]
    names = ", ".join(one.name for one in named)
    tell(world, "fortress.permitted" if named else "fortress.permitted_nobody", "NW3-DIVE-10", name=names)
    yield from ()


def ruler_defeated(world: Nw3World, command: RulerDefeated, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket` (NW3-DIVE-11)."""
    position.require_casket(world, "NW3-DIVE-11")
    yield from defeat_ruler(world)


def end_dive(world: Nw3World, command: EndDive, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive`, `in_combat` (NW3-DIVE-04): the Dive is over, and who is inside is outside."""
    running = position.require_dive(world, "NW3-DIVE-04")[2]
    require_peace(world, "NW3-DIVE-04")
    tell(world, "dive.over.failed" if command.failed else "dive.over.declared", "NW3-DIVE-04")
    for one in position.party_in(world, running):
        go_outside(world, one)
    running.over = True
    world.state.waiting.clear()
    if world.state.scene is not None and world.state.scene.area:
        yield from areas.leave_scene(world)


def set_flag(world: Nw3World, command: SetFlag, seat: Seat) -> Procedure[None]:
    """Refuses `no_dive` (NW3-DIVE-06)."""
    running = position.require_dive(world, "NW3-DIVE-06")[2]
    if command.on and command.flag not in running.flags:
        running.flags.append(command.flag)
    elif not command.on and command.flag in running.flags:
        running.flags.remove(command.flag)
    yield from ()


COMMANDS = (
    CommandType(OpenFortress, open_fortress, "NW3-DIVE-01", "referee"),
    CommandType(EnterFortress, enter_fortress, "NW3-DIVE-07"),
    CommandType(LeaveFortress, leave_fortress, "NW3-DIVE-09"),
    CommandType(Permit, permit, "NW3-DIVE-10"),
    CommandType(RulerDefeated, ruler_defeated, "NW3-DIVE-11", "referee"),
    CommandType(EndDive, end_dive, "NW3-DIVE-04", "referee"),
    CommandType(SetFlag, set_flag, "NW3-DIVE-06", "referee"),
)
