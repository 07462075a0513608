"""Effects that last: beginning, overlapping, and ending (NW3-SKILL-44 to -49)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rulewright.games.nw3.battles.fighters import members, tell
from rulewright.games.nw3.battles.on_judges import fitting
from rulewright.games.nw3.state import Blockade, Character, Lasting, Nw3World
from rulewright.games.nw3.wizards import standing

LONGER = ("next_judge", "scene", "episode", "scenario", "until_removed", "constant")  # what outlasts a battle
_OF_MEMORY = ("spirit", "memory_capacity")  # NW3-ENCHANT-02
PLACES = ("area", "casket")  # what lasts as long as one is in a place
_SHIFTED = ("critical:", "fumble:")


def begin(world: Nw3World, character: Character, effect: Lasting) -> None:
    """Put an effect in force, where nothing stands against it (`overlap`)."""
    character.effects.append(effect)
    if effect.what in _OF_MEMORY:
        world.state.unfit.append(character.id)
    _works(world, character, effect)


def reconcile(
    world: Nw3World, character: Character, until: str, wanted: Sequence[Lasting], told: bool = True
) -> list[Lasting]:
    """End and begin effects, so that of those that last `until` something else ends there are the wanted ones.

    Those that are there stay as they are; what has begun is returned.
    """
    old = [one for one in character.effects if one.until == until]
    if not old and not wanted:
        return []
    kept = [one for one in old if any(_same(one, other) for other in wanted)]
    begun = [one for one in wanted if not any(_same(one, other) for other in kept)]
    drop(world, character, lambda one: one.until == until and one not in kept, told)
    for one in begun:
        world.state.named += 1
        one.id = one.instance = world.state.named
        begin(world, character, one)
    return begun


def _same(one: Lasting, other: Lasting) -> bool:
    return (one.block, one.user, one.scope, one.what, one.amount, one.detail, one.place) == (
        other.block, other.user, other.scope, other.what, other.amount, other.detail, other.place,
    )  # fmt: skip


def _works(world: Nw3World, character: Character, effect: Lasting) -> None:
    """What follows at once from an effect that comes into force."""
    if effect.scope == "stat":
        standing.refresh(world.content, world.state.options, character)
    elif effect.scope == "flag" and not effect.suspended:
        if effect.what == "flying":
            character.flying = character.flying or "other"
        elif effect.what == "grounded":
            character.flying = ""


def until_of(world: Nw3World, character: Character, duration: str) -> tuple[str, str]:
    """When an effect with this duration ends, and at the end of whose Main Process (NW3-SKILL-46, -47)."""
    battle = world.state.battle
    if battle is None:
        return (duration if duration in (*LONGER, "judge") else "scene"), ""
    if duration != "main_process":
        return duration, ""
    if battle.process == "main":
        return duration, battle.acting
    if world.state.options.duration_outside_main == "round":  # NW3-SKILL-OPEN-10
        return "round", ""
    return duration, character.id


def has_flag(character: Character, flag: str) -> bool:
    """Whether a condition such as "hidden" is on the character."""
    return any(one.scope == "flag" and one.what == flag and not one.suspended for one in character.effects)


def end(world: Nw3World, until: str, acting: Character) -> None:
    """End what lasts until the end of this Main Process, on everybody (NW3-ROUND-14)."""
    battle = world.state.battle
    if battle is None:
        return
    battle.blockades = [one for one in battle.blockades if one.until != until or one.of != acting.id]
    for character in members(world, battle):
        if character.effects:
            drop(
                world,
                character,
                lambda one: (one.until == until and one.of == acting.id) or one.until == "attack",  # none came
            )


def end_attack(world: Nw3World) -> None:
    """End what lasts to the end of this attack, on everybody."""
    characters, battle = world.state.characters, world.state.battle
    for id in battle.members if battle is not None else ():
        if characters[id].effects:
            drop(world, characters[id], lambda one: one.until in ("attack", "judge"))


def after_judge(world: Nw3World, character: Character, kind: str) -> None:
    """End what lasts for one Judge, or for the next that it fits; a change of a stat or of C or F fits every Judge."""
    fits = fitting(kind, reaction=kind == "dodge")
    drop(
        world,
        character,
        lambda one: (
            one.until in ("judge", "next_judge")
            and (one.what in fits or one.scope == "stat" or one.what.startswith(_SHIFTED))
        ),
    )


def end_round(world: Nw3World) -> None:
    """End what lasts to the end of the Cleanup Process, and count down what lasts several (NW3-SKILL-46)."""
    battle = world.state.battle
    if battle is None:
        return
    for blockade in battle.blockades:
        blockade.rounds -= 1
    battle.blockades = [one for one in battle.blockades if not _over_with_round(one)]
    for character in members(world, battle):
        if character.effects:
            for effect in character.effects:
                effect.rounds -= 1
            drop(world, character, _over_with_round)


def _over_with_round(effect: Lasting | Blockade) -> bool:
    return effect.until in ("round", "main_process") or (effect.until == "rounds" and effect.rounds <= 0)


def end_combat(world: Nw3World, character: Character) -> None:
    """End what the end of the battle ends (NW3-ROUND-22)."""
    if character.effects:
        drop(world, character, lambda one: one.until not in (*LONGER, *PLACES))


def end_casket(world: Nw3World) -> None:
    """End what lasts as long as the Lunar Casket stands (NW3-CASKET-13)."""
    for character in world.state.characters.values():
        if character.effects:
            drop(world, character, lambda one: one.until == "casket")


def end_unit(world: Nw3World, character: Character, *units: str) -> None:
    """End what lasts to the end of a Scene, Episode or Scenario; what waits for a Judge, with the Scene."""
    if character.effects:
        drop(world, character, lambda one: one.until in units or ("scene" in units and one.until == "next_judge"))


def remove(world: Nw3World, character: Character, id: int) -> None:
    """End one effect and the others of the same use on this character (NW3-SKILL-48)."""
    ended = next(one for one in character.effects if one.id == id)
    drop(
        world,
        character,
        lambda one: one is ended or (one.block == ended.block and one.instance == ended.instance),
    )


def end_shift(world: Nw3World, character: Character, block: str, value: str) -> None:
    """End what this block has moved of the character's Critical or Fumble Value ("critical", "fumble")."""
    drop(world, character, lambda one: one.block == block and one.what.startswith(f"{value}:"))


def drop(world: Nw3World, character: Character, ends: Callable[[Lasting], bool], told: bool = True) -> None:
    """End all effects on a character that `ends` names, in the order in which they began (NW3-SKILL-49)."""
    ended = [one for one in character.effects if ends(one)]
    if not ended:
        return
    character.effects = [one for one in character.effects if one not in ended]
    if any(effect.scope == "stat" or effect.what == "ignore_weight" for effect in ended):
        standing.refresh(world.content, world.state.options, character)
    over = {effect.id for effect in ended}
    for effect in ended:
        if effect.scope == "flag":
            _shift_back(character, effect.what)
            if effect.what == "flying" and not effect.suspended and character.flying == "other":
                character.flying = "other" if has_flag(character, "flying") else ""
        elif effect.what in _OF_MEMORY:
            world.state.unfit.append(character.id)
    for one in character.effects:
        if one.suspended in over:  # NW3-SKILL-02: what was suspended goes on
            one.suspended = 0
            _works(world, character, one)
    for effect in ended:
        if world.tell and told:
            name = block_name(world, effect.block)
            tell(world, "effect.ended", "NW3-SKILL-46", name=character.name, block=name)


def block_name(world: Nw3World, id: str) -> str:
    """The name of a skill, or of an effect of an item, by its id."""
    name, _, number = id.partition("#")
    content = world.content
    if content is None:
        return id
    kind, _, place = id.partition(":")
    if place:  # of a trap, a Logic or an Object
        made = next((one for one in world.state.prepared.get(kind, ()) if one.get("id") == place), None)
        if made is not None:  # at this table, perhaps instead of one of the content
            return str(made["name"])
        found = next((one for one in getattr(content, kind, ()) if one.id == place), None)
        return id if found is None else str(found.name)
    if number and (item := content.items_by_id.get(name)) is not None:
        return str(item.effect_block[int(number) - 1].name)
    skill = content.skills_by_id.get(name)
    return id if skill is None else str(skill.name)


def effect_of(world: Nw3World, one: Lasting) -> Any:
    """The record of the effect that a lasting effect came from."""
    name, _, number = one.block.partition("#")
    content = world.content
    if one.place < 0 or content is None or name not in (content.items_by_id if number else content.skills_by_id):
        return None
    block = content.items_by_id[name].effect_block[int(number) - 1] if number else content.skills_by_id[name]
    return block.effect[one.place]


def _shift_back(character: Character, flag: str) -> None:
    """A Critical or Fumble Value that an effect moved goes back when it ends."""
    value, _, moved = flag.partition(":")
    if value in ("critical", "fumble"):
        setattr(character, value, getattr(character, value) - int(moved))
