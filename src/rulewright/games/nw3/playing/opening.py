"""Setting a scenario up at the table, and seeing how it ends."""

from __future__ import annotations

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.world import World, new_id
from rulewright.games.nw3.fortresses.arrivals import enemies_of
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.playing.casting import from_file
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.tables import CLASSES, numbers
from rulewright.games.nw3.state import WIZARDS, Carried, Character, Nw3World, Sheet, State
from rulewright.games.nw3.story import FoeGroup, Member, Scenario
from rulewright.games.nw3.wizards import creation, derived, equipping


def open_world(scenario: Scenario, options: Options, content: Nw3Content) -> Nw3World:
    """A table at the start of a scenario; raises `Malformed` where the packs lack something of it."""
    world: Nw3World = World(State(options, scenario=scenario.id, phase=scenario.phase), content, scenario)
    for member in scenario.party:
        _add(world, wizard(world, member))
    for group in scenario.foes:
        _add_foes(world, group, present=True)
    for scene in scenario.scenes:
        for group in scene.foes:
            _add_foes(world, group, present=False)
    if scenario.fortress:
        _known(scenario.fortress, content.by_id(Fortress), "fortress", scenario.id)
    return world


def _add_foes(world: Nw3World, group: FoeGroup, present: bool) -> None:
    """Those who are met in a Scene of their own wait outside until it is played."""
    try:
        made = foes_of(world, group)
    except Refused as refused:
        expected = f"an enemy that the options let in ({refused.reason}, {refused.rule})"
        raise Malformed(f"{group.foe!r} cannot come into play", at=group.id, expected=expected) from refused
    for character in made:
        character.present = present
        _add(world, character)


def _add(world: Nw3World, character: Character) -> None:
    if character.id in world.state.characters:
        raise Malformed(f"two characters {character.id!r}", at="scenario", expected="an id for each")
    world.state.characters[character.id] = character


def wizard(world: Nw3World, member: Member) -> Character:
    """A Wizard of a scenario, its numbers worked out as in creation."""
    if member.file:
        return from_file(world, member)
    content, house = world.content, world.state.options
    for id in member.classes:
        _known(id, CLASSES, "class", member.id)
    for id in member.skills:
        _known(id, content.skills_by_id, "skill", member.id)
    sheet = Sheet(member.classes, member.elements, member.bonus)
    sheet.grown_body, sheet.grown_mind = derived.class_growth(member.classes)
    character = Character(member.id, member.name, "pc", WIZARDS, member.player, sheet=sheet)
    character.elements = member.elements
    free = {id: 1 for id in numbers().creation.free_general_skills if id in content.skills_by_id}  # NW3-CHAR-08
    character.skills = free | dict(member.skills)
    for id in (*member.worn, *member.robe):
        _known(id, content.items_by_id, "item", member.id)
        character.items.append(Carried(new_id(world.state, id), id, preserved=True))
    derived.settle(content, house, character)
    for thing in character.items[: len(member.worn)]:
        if reason := equipping.why_not(content, character, thing, house):
            raise Malformed(f"{member.id} cannot wear {thing.item!r}", at=member.id, expected=f"not {reason}")
        thing.where = "equipped"
    derived.settle(content, house, character)
    creation.full(character)
    character.values_rolled = member.critical is not None and member.fumble is not None
    character.critical, character.fumble = member.critical or 7, member.fumble or 2
    return character


def foes_of(world: Nw3World, group: FoeGroup) -> list[Character]:
    """The characters of a group of a scenario."""
    _known(group.foe, world.content.enemies_by_id, "enemy", group.id)
    enemy = world.content.enemies_by_id[group.foe]
    made = enemies_of(world, enemy, group.id, group.count, name=group.name, side=group.side, hidden=group.hidden)
    for character in made:
        character.player = group.player
        character.flying = "other" if group.flying else ""
    return made


def _known(id: str, table: object, what: str, at: str) -> None:
    if id not in table:  # type: ignore[operator]
        raise Malformed(f"no {what} {id!r}", at=at, expected="an id of the rules and the loaded packs")
