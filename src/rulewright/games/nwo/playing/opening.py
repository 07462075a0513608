"""Setting a scenario up at the table."""

from __future__ import annotations

from rulewright.engine.errors import Malformed
from rulewright.engine.world import World
from rulewright.games.nwo.battles import squares
from rulewright.games.nwo.growth.files import read_record
from rulewright.games.nwo.growth.problems import problems
from rulewright.games.nwo.growth.records import character_of
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.playing.making import made
from rulewright.games.nwo.records.characters import Character as Record
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Character, NwoWorld, State
from rulewright.games.nwo.story import FoeGroup, Member, Scenario


def open_world(scenario: Scenario, options: Options, content: NwoContent) -> NwoWorld:
    """A table at the start of a scenario; raises `Malformed` where the packs lack something of it."""
    world: NwoWorld = World(State(options, scenario.id), content, scenario)
    if scenario.map not in content.maps_by_id:
        raise Malformed(f"no map {scenario.map!r}", at="map", expected=f"one of {', '.join(content.maps_by_id)}")
    ground = squares.Ground(content.maps_by_id[scenario.map])
    for member in scenario.party:
        _add(world, ground, _member(world, member))
    for group in scenario.foes:
        for character in _group(world, group):
            _add(world, ground, character)
    return world


def _add(world: NwoWorld, ground: squares.Ground, character: Character) -> None:
    if character.id in world.state.characters:
        raise Malformed(f"two characters {character.id!r}", at="scenario", expected="an id for each")
    if not ground.inside(character.square):
        raise Malformed(f"no square {character.square}", at=character.id, expected="a free square of the map")
    world.state.characters[character.id] = character


def _record(content: NwoContent, id: str, at: str) -> Record:
    if id not in content.characters_by_id:
        raise Malformed(f"no character {id!r}", at=at, expected="an id of the loaded packs")
    return content.characters_by_id[id]


def _member(world: NwoWorld, member: Member) -> Character:
    content, house = world.content, world.state.options
    record = read_record(member.file, content) if member.file else _record(content, member.character, member.id)
    broken = problems(content, house, character_of(content, house, record)) if member.file else []
    if broken:
        found = "; ".join(f"{one.key} {dict(one.facts)} [{one.rule}]" for one in broken)
        raise Malformed(found, at=f"{member.id} ({record.name})", expected="a correct character")
    character = made(content, house, record, member.id, member.name or record.name, member.player, member.faction)
    character.square = member.square
    return character


def _group(world: NwoWorld, group: FoeGroup) -> list[Character]:
    record = _record(world.content, group.character, group.id)
    name, found = group.name or record.name, []
    for number in range(1, group.count + 1):
        alone = group.count == 1
        character = made(
            world.content, world.state.options, record, group.id if alone else f"{group.id}_{number}",
            name if alone else f"{name} {number}", group.player, group.faction,
        )  # fmt: skip
        character.square, character.hidden = group.square, group.hidden
        found.append(character)
    return found
