"""Areas: coming into one, its steps by kind, events, charts, and a party that is split (NW3-FORT-02 to -11)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.battles.battle import StartBattle, start_battle
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.casket_state import AreaState, TrapState
from rulewright.games.nw3.episodes import scenes, units
from rulewright.games.nw3.fortresses import clearing, logics, position, pressing, traps
from rulewright.games.nw3.fortresses.arrivals import arrive
from rulewright.games.nw3.fortresses.counting import gates_to
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.fortresses import Area
from rulewright.games.nw3.state import Character, Nw3World

REFEREE_SEAT = Seat("referee", "Referee", "referee")


def come_in(world: Nw3World, id: str, entrants: Sequence[Character]) -> Procedure[None]:
    """These leave where they are and come into an Area: Scenes end and begin, then its steps (NW3-FORT-04)."""
    running = position.dive(world)
    if running is None:
        return
    for one in entrants:
        running.where[one.id] = id
    yield from leave_scene(world, id)
    yield from play(world, id, entrants)


def leave_scene(world: Nw3World, towards: str = "") -> Procedure[None]:
    """The Scene that runs ends if no PC is left in its Area, and else waits (NW3-FORT-02, -03)."""
    state = world.state
    scene = state.scene
    if scene is None or (towards and scene.area == towards):
        return
    if scene.area and position.party(position.there(world, scene.area)):
        state.waiting[scene.area] = scene
        state.scene = None
    else:
        yield from scenes.close(world)


def play(world: Nw3World, id: str, entrants: Sequence[Character]) -> Procedure[None]:
    """The Scene of an Area runs: a new one, or one that waited; who came in goes through the steps of entering."""
    position.remember(world)  # the referee may have added Areas to a Fortress made here
    here = position.area_of(world, id)
    if here is None:
        return
    place, state = here
    new = [*entrants, *(world.state.characters[one] for one in state.awaited if one not in {e.id for e in entrants})]
    state.awaited.clear()
    if new:
        yield from _propose_climax(world, place)
    _begin_scene(world, place, new)
    if new:
        yield from _steps(world, place, state, new)
    pressing.settle(world)


def _propose_climax(world: Nw3World, place: Area) -> Procedure[None]:
    """The last Areas may be played in the Climax Phase (NW3-DIVE-02)."""
    if not place.climax or world.state.phase != "middle":
        return
    if (yield from yes_no("start_climax", "referee", default=True, rule="NW3-DIVE-02", area=place.name)):
        units.end_phase(world)
        units.begin_phase(world, "climax")


def _begin_scene(world: Nw3World, place: Area, entrants: Sequence[Character]) -> None:
    state = world.state
    if state.scene is not None and state.scene.area == place.id:
        for one in entrants:
            _appear(world, one)
        return
    waiting = state.waiting.pop(place.id, None)
    if waiting is None:
        here = position.there(world, place.id)
        scenes.start(world, place.name, "ordinary", here, gates_to(world, place.id), area=place.id)
        return
    state.scene = waiting
    here = position.there(world, place.id)
    for character in state.characters.values():
        character.present = character in here and character not in entrants
        character.retreated = False
    for one in entrants:
        _appear(world, one)


def _appear(world: Nw3World, character: Character) -> None:
    if not character.present or character.retreated:
        character.retreated = False
        scenes.enter(world, world.state.scene, character)


def _steps(world: Nw3World, place: Area, state: AreaState, entrants: Sequence[Character]) -> Procedure[None]:
    """Announcement, entry effects, then what the kind of the Area brings (NW3-FORT-04, -05)."""
    first = not state.visited
    _visit(place, state, entrants)
    kind = f"area.kind.{position.kind_of(place, state)}"
    tell(world, "area.entered", "NW3-FORT-04", area=place.name, kind=kind)
    if first and place.text:
        tell(world, "scene.text", "NW3-FORT-04", text=place.text)
    yield from logics.on_entering(world, entrants)
    if first:
        state.objects, state.traps = list(place.objects), {one: TrapState() for one in place.traps}
        bring_in(world, place.id, state, place.enemies)
    pressing.settle(world)
    yield from traps.on_entering(world, place.id, entrants)
    scene = world.state.scene
    if scene is None or scene.area != place.id:
        return  # what a trap did has led elsewhere
    clearing.settle(world)
    if position.kind_of(place, state) in ("enemy", "core") and not state.cleared:
        yield from propose_combat(world, place)


def _visit(place: Area, state: AreaState, entrants: Sequence[Character]) -> None:
    """It is remembered who has been here; what can be done once on each visit can be done again (NW3-FORT-11)."""
    state.visited, state.charted = True, False
    for one in entrants:
        if one.id not in state.visitors:
            state.visitors.append(one.id)
        if one.id in state.searched:
            state.searched.remove(one.id)


def bring_in(world: Nw3World, id: str, state: AreaState, groups: Sequence[EnemyGroup]) -> list[Character]:
    """Enemies of a record come into an Area; the Ruler is the one that is there already."""
    casket, running, place = position.stronghold(world), position.dive(world), position.fortress(world)
    come: list[Character] = []
    if casket is None or running is None or place is None:
        return come
    for group in groups:
        ruler = world.state.characters.get(casket.ruler)
        if group.enemy == place.ruler and ruler is not None and casket.ruler not in running.where:
            come.append(ruler)
        elif group.enemy != place.ruler or ruler is None:
            come += arrive(world, group)
    scene = world.state.scene
    for one in come:
        running.where[one.id] = id
        if one.id not in casket.inside:
            casket.inside.append(one.id)
        if one.id not in state.enemies:
            state.enemies.append(one.id)
        if scene is not None and scene.area == id:
            scenes.enter(world, scene, one)
    pressing.settle(world)
    return come


def propose_combat(world: Nw3World, place: Area) -> Procedure[None]:
    """As soon as the referee has ended the description Round Progression starts (NW3-FORT-07)."""
    if world.state.battle is not None or not can_fight(world):
        return
    if (yield from yes_no("description_over", "referee", default=True, rule="NW3-FORT-07", area=place.name)):
        yield from start_battle(world, StartBattle(), REFEREE_SEAT)


def can_fight(world: Nw3World) -> bool:
    """Whether enemies and PCs who can act are in the Scene."""
    able = [one for one in world.state.characters.values() if one.present and one.hp and not one.dead]
    return bool(position.foes(able)) and bool(position.party(able))
