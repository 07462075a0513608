"""The steps of a level up in their order (NWO-LEVEL-02): which one comes, and what it brings by itself."""

from __future__ import annotations

from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import harm
from rulewright.games.nwo.growth import choices, gains
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.records.growth import GrowthRow
from rulewright.games.nwo.state import Character, LevelUp, NwoWorld

STEPS = ("aura", "attributes", "abilities", "spell", "class_change")
"""The steps with something to choose; prana and the class level with HP and MP come before by the dice."""


def settle_grown(world: NwoWorld, character: Character) -> None:
    """Work the values out anew; what the maxima of HP and MP gain the present ones gain too, by option."""
    hp, mp = standing.hp_max(character), standing.mp_max(character)
    standing.settled(world, character)
    if world.state.options.level_up_raises_current:  # NWO-LEVEL-03
        character.hp += max(0, standing.hp_max(character) - hp)
        character.mp += max(0, standing.mp_max(character) - mp)
    harm.settle_wound(world, character)


def prana(world: NwoWorld, character: Character) -> Procedure[None]:
    """The first step: a die for the most prana and the release (NWO-LEVEL-03)."""
    (die,) = yield Roll(1, 6, "NWO-LEVEL-03", character.id, "growth_prana")
    most, release = character.prana_max, character.release
    rows = world.content.prana_growth_of(character.class_).rows
    character.prana_max, character.release = gains.prana_growth(rows, die, most, release)
    if world.state.options.level_up_raises_current:
        character.prana += character.prana_max - most
    tell(
        world, "level.prana", "NWO-LEVEL-03", name=character.name, die=die, gain=character.prana_max - most,
        prana_max=character.prana_max, more=character.release - release, release=character.release,
    )  # fmt: skip


def class_level(world: NwoWorld, character: Character) -> Procedure[None]:
    """The second step: the levels, then HP and MP by the dice of the row (NWO-LEVEL-01, -04); opens the others."""
    content = world.content
    character.total_level += 1
    level = character.class_levels[character.class_] = character.class_levels.get(character.class_, 0) + 1
    row = gains.row_of(content, world.state.options, character)
    character.level_up = LevelUp(row, STEPS[0])
    tell(
        world, "level.levels", "NWO-LEVEL-01", name=character.name, level=character.total_level,
        class_name=content.classes_by_id[character.class_].name, class_level=level, row=row,
    )  # fmt: skip
    own = gains.growth(content, character.class_, row)
    hp = yield from gains.rolled(own.hp, character.id, "growth_hp")
    mp = yield from gains.rolled(own.mp, character.id, "growth_mp")
    character.hp_max += hp.total
    character.mp_max += mp.total
    settle_grown(world, character)
    for key, gain, most in (("hp", hp, standing.hp_max(character)), ("mp", mp, standing.mp_max(character))):
        facts = {"name": character.name, "gain": gain.total, "most": most, "text": getattr(own, key)}
        tell(world, f"level.{key}", "NWO-LEVEL-04", gain, **facts)


def go_on(world: NwoWorld, character: Character, after: str = "") -> None:
    """Open the next step that has something to choose; those without are passed over, which is told."""
    up = character.level_up
    assert up is not None
    own = gains.growth(world.content, character.class_, up.row)
    for step in STEPS[STEPS.index(after) + 1 if after else 0 :]:
        up.step = step
        if _opens(world, character, up, own):
            return
        tell(world, f"level.skipped.{step}", "NWO-LEVEL-02", name=character.name)


def _opens(world: NwoWorld, character: Character, up: LevelUp, own: GrowthRow) -> bool:
    """Whether the present step has something to choose; what it brings without a choice is had."""
    match up.step:
        case "aura":
            character.aura_total += own.aura  # NWO-LEVEL-05
            if own.aura:
                total = character.aura_total
                tell(world, "level.aura", "NWO-LEVEL-05", name=character.name, gain=own.aura, total=total)
            return own.aura > 0
        case "attributes":
            up.attribute_points = own.attribute_points  # NWO-LEVEL-06
            return own.attribute_points > 0
        case "abilities":
            for one in own.abilities:
                if one.raise_ is not None:
                    _raise(world, character, one.raise_)
            up.picks = sum(one.pick or 0 for one in own.abilities)  # NWO-LEVEL-07
            return picks_left(world, character, up)
        case "spell":
            return bool(choices.open_spells(world.content, character))  # NWO-LEVEL-08
    return True  # a class change is always possible to think of


def picks_left(world: NwoWorld, character: Character, up: LevelUp) -> bool:
    """Whether there is a pick left and an ability for it."""
    return up.picks > 0 and bool(choices.open_abilities(world.content, character)[0])


def _raise(world: NwoWorld, character: Character, id: str) -> None:
    """The ability that a row names goes one level up, or nothing happens, which is noted (NWO-LEVEL-07)."""
    name = world.content.abilities_by_id[id].name
    if choices.raised(world.content, character, id):
        settle_grown(world, character)
        key = "level.ability"
    else:
        key = "level.ability_at_most"
    tell(world, key, "NWO-LEVEL-07", name=character.name, ability=name, level=character.abilities[id])
