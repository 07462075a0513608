"""What a seat may see of a Night Wizard table: no hidden enemy, and no numbers of one that is not identified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from rulewright.engine.journal import Seat
from rulewright.games.nw3.battles.blockade import blockaded
from rulewright.games.nw3.battles.disclosure import is_open
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.episodes.staging import prepared_scene
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.fortresses.in_force import logic_of
from rulewright.games.nw3.fortresses.position import record
from rulewright.games.nw3.playing.place_view import PlaceView, hidden_things, place_view
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World, Stats
from rulewright.games.nw3.wizards.belongings import equipped

STEPS = 4
"""How finely the health of an enemy that is not identified shows."""


class CharacterView(msgspec.Struct, frozen=True):
    """A character as a seat sees it. Numbers that are not its to know are None; then `hp` counts quarters of `body`.

    `riding` is "driver", "passenger" or "".
    """

    id: str
    name: str
    side: str
    kind: str
    hp: int
    body: int
    known: bool
    state: str
    mp: int | None = None
    mind: int | None = None
    prana: int | None = None
    prana_max: int | None = None
    critical: int | None = None
    fumble: int | None = None
    stats: Stats | None = None
    statuses: dict[str, int] = {}
    effects: tuple[str, ...] = ()
    engage: str = ""
    band: str = "field"
    place: str = ""
    flying: bool = False
    riding: str = ""
    hidden: bool = False
    count: int = 0
    pre_action: bool = False
    held: tuple[str, ...] = ()
    mine: bool = False


class View(msgspec.Struct, frozen=True):
    """The table as a seat sees it."""

    title: str
    text: str
    phase: str
    episode: int
    scene: str
    round: int
    process: str
    acting: str
    spent: tuple[str, ...]
    characters: tuple[CharacterView, ...]
    blockaded: tuple[str, ...] = ()
    trailer: str = ""
    over: str = ""
    place: PlaceView = PlaceView()
    found: tuple[str, ...] = ()


def view(world: Nw3World, seat: Seat) -> View:
    """What this seat may see now."""
    state, battle, story = world.state, world.state.battle, world.scenario
    seen = [one for one in state.characters.values() if seat.referee or visible(world, one, seat)]
    acting = state.characters.get(battle.acting) if battle is not None else None
    return View(
        story.title if story is not None else "",
        story.text if story is not None else "",
        state.phase,
        state.episode,
        state.scene.title if state.scene is not None else "",
        battle.round if battle is not None else 0,
        battle.process if battle is not None else "",
        acting.id if acting is not None and acting in seen else "",
        tuple(battle.spent) if battle is not None else (),
        tuple(_character(world, one, seat) for one in seen),
        blockaded(world, battle) if battle is not None else (),
        state.trailer,
        state.over,
        place_view(world, seat),
        _found(world),
    )


def _found(world: Nw3World) -> tuple[str, ...]:
    """What was found out in the Scene that is open."""
    state = world.state
    scene = prepared_scene(world, state.scene.prepared) if state.scene is not None else None
    return tuple(clue.text for clue in scene.clues if clue.id in state.found) if scene is not None else ()


def visible(world: Nw3World, character: Character, seat: Seat) -> bool:
    """Whether a seat sees a character at all: a player its own side, of others those in the Scene and not hidden."""
    if character.player == seat.id or character.side not in (EMULATORS, "others"):
        return not character.hidden or character.player == seat.id
    return character.present and not character.hidden and world.state.scene is not None


def open_numbers(character: Character, seat: Seat) -> bool:
    """Whether a seat may see the numbers: of the referee's enemies only once they are identified (OP-C04)."""
    return seat.referee or character.player == seat.id or is_open(character)


def _character(world: Nw3World, one: Character, seat: Seat) -> CharacterView:
    known = open_numbers(one, seat)
    items = world.content.items_by_id if world.content is not None else {}
    held = [items[thing.item].name for thing in equipped(one)]
    hp, body = (one.hp, one.body) if known else (-(-one.hp * STEPS // max(1, one.body)), STEPS)
    common = CharacterView(
        one.id, one.name, one.side, one.kind, hp, body, known, state_of(one), statuses=dict(one.statuses),
        engage=one.engage, band=one.band, place=one.place, flying=bool(one.flying), hidden=one.hidden, count=one.count,
        riding=_seat_of(one), pre_action=one.pre_action, held=tuple(held), mine=one.player == seat.id,
    )  # fmt: skip
    if not known:
        return common
    effects = tuple(effect.block for effect in one.effects)
    return msgspec.structs.replace(
        common, mp=one.mp, mind=one.mind, prana=one.prana, prana_max=one.prana_max, critical=one.critical,
        fumble=one.fumble, stats=one.stats, effects=effects,
    )  # fmt: skip


def _seat_of(one: Character) -> str:
    if one.riding is None:
        return ""
    return "driver" if one.riding.driver else "passenger"


def state_of(one: Character) -> str:
    """In one word: dead, retreated, incapacitated, absent, or ready."""
    if one.dead:
        return "dead"
    if one.retreated:
        return "retreated"
    if not one.hp:
        return "incapacitated"
    return "ready" if one.present else "absent"


def traps_of(world: Nw3World) -> Iterator[Mapping[str, TrapState]]:
    """The traps of every Area of the Dive, and of a Scene outside."""
    running = position.dive(world)
    yield from (area.traps for area in (running.areas.values() if running is not None else ()))
    if world.state.scene is not None:
        yield world.state.scene.traps


def secrets(world: Nw3World) -> Iterator[str]:
    """Texts that only the referee may see now: names of hidden enemies, Logics and traps that nobody knows, what is in
    a Fortress that the party has not seen, Scenes to come, and what is not found out.
    """
    for scene in world.scenario.scenes if world.scenario is not None else ():
        if scene.text and scene.id not in world.state.played:
            yield scene.text
        yield from (clue.text for clue in scene.clues if clue.id not in world.state.found)
    hidden = [one for one in world.state.characters.values() if one.hidden and one.player == "referee"]
    shown = {one.name for one in world.state.characters.values() if one not in hidden}
    yield from (one.name for one in hidden if one.name not in shown)
    placed = [(id, state.known) for traps in traps_of(world) for id, state in traps.items()]
    found = {id for id, known in placed if known}
    yield from (record(world, Trap, id).name for id, _ in placed if id not in found)
    for casket in world.state.caskets:
        unknown = [logic_of(world, casket, id) for id in casket.logics if id not in casket.revealed]
        yield from (text for logic in unknown for text in (logic.name, logic.text))
    yield from hidden_things(world)
