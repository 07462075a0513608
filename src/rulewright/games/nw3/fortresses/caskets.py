"""Lunar Caskets: deploying, removing, perceiving, entering and leaving them (NW3-CASKET)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import EVERYONE, REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Question, ask, yes_no
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import engages
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import find, own, require_able, tell
from rulewright.games.nw3.battles.main_process import acting, finish, require_action, spend_action
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.casket_state import Casket
from rulewright.games.nw3.episodes.appearance import check, difficulty_in
from rulewright.games.nw3.episodes.position import require_peace, scene_of
from rulewright.games.nw3.episodes.scenes import enter
from rulewright.games.nw3.fortresses import logics, position, standing_up
from rulewright.games.nw3.state import Character, Nw3World

SKILL = "lunar_casket"
_MOST_MP = 999
Words = Annotated[str, msgspec.Meta(max_length=200)]


class DeployCasket(msgspec.Struct, frozen=True, tag="deploy_casket", tag_field="do"):
    """Deploy a Lunar Casket over the Scene; only the referee may hide it or leave somebody out."""

    character: str
    area: Words = ""
    moon: Words = ""
    hidden: bool = False
    leave_out: tuple[str, ...] = ()


class RemoveCasket(msgspec.Struct, frozen=True, tag="remove_casket", tag_field="do"):
    """The Ruler removes the innermost Lunar Casket; without a character the referee declares its end."""

    character: str = ""


class ChangeCasket(msgspec.Struct, frozen=True, tag="change_casket", tag_field="do"):
    """The referee hides or reveals the innermost Lunar Casket, says how far its moon is seen, or divides it."""

    hidden: bool | None = None
    area: Words | None = None
    moon: Words | None = None
    zones: Mapping[Words, tuple[str, ...]] | None = None


class EnterCasket(msgspec.Struct, frozen=True, tag="enter_casket", tag_field="do"):
    """Go into the innermost Lunar Casket, which is no Fortress."""

    character: str


class LeaveCasket(msgspec.Struct, frozen=True, tag="leave_casket", tag_field="do"):
    """Leave the innermost Lunar Casket, which is no Fortress."""

    character: str


def deploy_casket(world: Nw3World, command: DeployCasket, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `no_casket_skill`, `incapacitated`, `dead`, `casket_exists`, `gm_refused` (NW3-CASKET-02)."""
    state = world.state
    scene = scene_of(world, "NW3-CASKET-02")
    ruler = own(world, command.character, seat)
    require_able(ruler)
    if not ruler.present:
        raise Refused("not_in_scene", "NW3-CASKET-02", name=ruler.name)
    if SKILL not in ruler.skills and not position.emulator(world, ruler):
        raise Refused("no_casket_skill", "NW3-CASKET-02", name=ruler.name)
    if any(ruler.id in one.inside for one in state.caskets) and not state.options.nested_caskets:  # NW3-FORT-OPEN-03
        raise Refused("casket_exists", "NW3-CASKET-02", name=ruler.name)
    if not seat.referee and (command.hidden or command.leave_out):
        raise Refused("not_referee", "NW3-CASKET-09", command="deploy_casket")
    left_out = {find(world, id).id for id in command.leave_out}
    _require_payment(world, ruler)
    if not seat.referee:
        facts: dict[str, Any] = {"name": ruler.name, "area": command.area or scene.title}
        if not (yield from yes_no("deploy_casket", "referee", default=True, rule="NW3-CASKET-02", **facts)):
            raise Refused("gm_refused", "NW3-CASKET-02")
    yield from _pay(world, ruler)
    inside = [one for one in state.characters.values() if one.present and not one.dead and one.id not in left_out]
    casket = Casket(
        new_id(state, "casket"), ruler.id, command.area, hidden=command.hidden, moon=command.moon,
        inside=[one.id for one in inside], scene=scene.number,
    )  # fmt: skip
    state.caskets.append(casket)
    put_to_sleep(world, casket, inside)
    logics.stand(world, casket)
    _tell_of(world, casket, "casket.deployed", name=ruler.name)
    if world.state.battle is not None and state.options.casket_cost == "major_action":
        yield from carry_on(world)


def _require_payment(world: Nw3World, ruler: Character) -> None:
    """Refuse where the Major Action that the table asks for is not there (NW3-FORT-OPEN-02)."""
    if world.state.battle is not None and world.state.options.casket_cost == "major_action":
        battle, _ = acting(world, ruler)
        require_action(world, battle, ruler, "major", "NW3-CASKET-02")


def _pay(world: Nw3World, ruler: Character) -> Procedure[None]:
    battle, house = world.state.battle, world.state.options
    if house.casket_cost == "major_action" and battle is not None:
        spend_action(battle, "major")
        finish(battle, ruler)
    elif house.casket_cost == "gm_each_time":
        facts = {"name": ruler.name}
        question = Question("casket_cost", "referee", (), 0, "NW3-CASKET-02", facts, "number", 0, _MOST_MP)
        cost = yield from ask(question)
        if cost > ruler.mp:
            raise Refused("not_enough_mp", "NW3-CASKET-02", name=ruler.name)
        ruler.mp -= cost


def put_to_sleep(world: Nw3World, casket: Casket, inside: list[Character]) -> None:
    """Every Innocent inside becomes an Extra that dreams (NW3-CASKET-04)."""
    for one in inside:
        if position.innocent(world, one) and one.kind != "pc":
            casket.extras[one.id] = one.kind
            one.kind = "extra"
            _leave_battle(world, one)


def _leave_battle(world: Nw3World, extra: Character) -> None:
    """An Extra takes no part in Round Progression, also where it has begun (NW3-ENEMY-07)."""
    battle = world.state.battle
    if battle is None or extra.id not in battle.members or extra.id == battle.acting:
        return
    engages.leave(world, extra)
    battle.members.remove(extra.id)
    note_timings(world, battle)


def dreaming(world: Nw3World, character: Character) -> bool:
    """Whether a Lunar Casket keeps it half asleep (NW3-CASKET-04)."""
    return any(character.id in casket.extras for casket in world.state.caskets)


def perceives(world: Nw3World, casket: Casket, character: Character) -> bool:
    """Whether it sees the Crimson Moon of a Lunar Casket, and so knows that there is one (NW3-CASKET-08, -09)."""
    return not casket.hidden and position.magical(world, character)


def remove_casket(world: Nw3World, command: RemoveCasket, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `not_the_ruler`, `dive_lock` (NW3-CASKET-05, -06)."""
    casket = position.require_casket(world, "NW3-CASKET-05")
    as_ruler = bool(command.character)
    if as_ruler and own(world, command.character, seat).id != casket.ruler:
        raise Refused("not_the_ruler", "NW3-CASKET-05")
    if not as_ruler and not seat.referee:
        raise Refused("not_the_ruler", "NW3-CASKET-05")
    gm_may = world.state.options.dive_lock_gm_only  # NW3-FORT-OPEN-04
    if standing_up.locked(world, casket) and (as_ruler or not gm_may):
        raise Refused("dive_lock", "NW3-CASKET-06")
    standing_up.end(world, casket)
    yield from ()


def change_casket(world: Nw3World, command: ChangeCasket, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `unknown_character` (NW3-CASKET-07 to -09)."""
    casket = position.require_casket(world, "NW3-CASKET-07")
    zones = {zone: [find(world, id).id for id in ids] for zone, ids in (command.zones or {}).items()}
    if command.zones is not None:
        casket.zones = zones
    casket.area = casket.area if command.area is None else command.area
    casket.moon = casket.moon if command.moon is None else command.moon
    if command.hidden is not None and command.hidden != casket.hidden:
        casket.hidden = command.hidden
        tell(world, "casket.hidden" if casket.hidden else "casket.revealed", "NW3-CASKET-09")
    yield from ()


def _require_open(casket: Casket, rule: str) -> None:
    if casket.fortress:
        raise Refused("entrance_only", "NW3-DIVE-05")


def enter_casket(world: Nw3World, command: EnterCasket, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `entrance_only`, `innocent_cannot_enter`, `casket_not_perceived` (NW3-CASKET-10)."""
    casket = position.require_casket(world, "NW3-CASKET-10")
    character = own(world, command.character, seat)
    require_able(character)
    if not position.magical(world, character):
        raise Refused("innocent_cannot_enter", "NW3-CASKET-10", name=character.name)
    if not perceives(world, casket, character):
        raise Refused("casket_not_perceived", "NW3-CASKET-09", name=character.name)
    _require_open(casket, "NW3-CASKET-10")
    if character.id in casket.inside:
        raise Refused("already_inside", "NW3-CASKET-10", name=character.name)
    scene = world.state.scene
    if scene is not None and scene.number == casket.scene and not character.present:
        if world.state.options.appearance_checks:
            yield from check(world, scene, character, difficulty_in(scene))
        else:
            enter(world, scene, character)
        return
    casket.inside.append(character.id)
    tell(world, "casket.entered", "NW3-CASKET-10", name=character.name)


def leave_casket(world: Nw3World, command: LeaveCasket, seat: Seat) -> Procedure[None]:
    """Refuses `no_casket`, `in_combat`, `not_in_scene`, `extra_stays` (NW3-CASKET-11)."""
    casket = position.require_casket(world, "NW3-CASKET-11")
    character = own(world, command.character, seat)
    require_able(character)
    if casket.fortress:
        raise Refused("no_fortress_retreat", "NW3-DIVE-09", name=character.name)
    if character.id not in casket.inside:
        raise Refused("not_in_scene", "NW3-CASKET-11", name=character.name)
    if character.id in casket.extras:
        raise Refused("extra_stays", "NW3-CASKET-11", name=character.name)
    require_peace(world, "NW3-CASKET-11")
    go_out(world, casket, character)
    yield from standing_up.reconsider(world, casket)


def go_out(world: Nw3World, casket: Casket, character: Character) -> None:
    """Be outside; a Ruler that leaves is none any more (NW3-CASKET-03)."""
    casket.inside.remove(character.id)
    character.present = False
    if casket.ruler == character.id:
        casket.ruler = ""
    tell(world, "casket.left", "NW3-CASKET-11", name=character.name)


def _tell_of(world: Nw3World, casket: Casket, key: str, **facts: Any) -> None:
    """Tell of a Lunar Casket: of a hidden one the referee, and its own players, alone (NW3-CASKET-09)."""
    if not casket.hidden:
        tell(world, key, "NW3-CASKET-02", **facts)
    elif world.tell:
        players = {world.state.characters[id].player for id in casket.inside}
        to = tuple(sorted(players | {REFEREE})) if players else EVERYONE
        world.tell(Event(key, facts, "NW3-CASKET-02", to=to))


COMMANDS = (
    CommandType(DeployCasket, deploy_casket, "NW3-CASKET-02"),
    CommandType(RemoveCasket, remove_casket, "NW3-CASKET-05"),
    CommandType(ChangeCasket, change_casket, "NW3-CASKET-07", "referee"),
    CommandType(EnterCasket, enter_casket, "NW3-CASKET-10"),
    CommandType(LeaveCasket, leave_casket, "NW3-CASKET-11"),
)
