"""Recovery without a skill: Natural Recovery of those who did not appear, and rest (NW3-EPISODE-16, NW3-RECOVER-06)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Option, Procedure, Question
from rulewright.games.nw3.battles.fighters import find
from rulewright.games.nw3.battles.recovery import receive, recovery_judge, rest_fully, rest_power
from rulewright.games.nw3.episodes.position import pcs, playing, require_peace
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Character, Nw3World, Pool, Scene

Mode: TypeAlias = Literal["judges", "full", "none"]
_POOLS: dict[str, tuple[Pool, ...]] = {"both": ("hp", "mp"), "hp": ("hp",), "mp": ("mp",), "none": ()}
_OPTIONS = tuple(Option(value, f"natural_recovery.{value}") for value in _POOLS)


class Rest(msgspec.Struct, frozen=True, tag="rest", tag_field="do"):
    """The PCs rest: "enough" fills HP and MP, "tense" lets each make Recovery Judges. Without names all do."""

    quality: Literal["enough", "tense"] = "enough"
    characters: tuple[str, ...] = ()


def usual_mode(house: Options) -> Mode:
    """How those recover who did not appear, where the referee says nothing else (NW3-OPEN-29)."""
    if house.natural_recovery == "off":
        return "none"
    return "full" if house.natural_recovery == "full" else "judges"


def natural_recovery(world: Nw3World, scene: Scene, mode: Mode | None) -> Procedure[None]:
    """At the end of a Scene, those PCs recover that did not appear in it (NW3-EPISODE-16, NW3-RECOVER-08)."""
    absent = [one for one in playing(world) if one.kind == "pc" and not one.dead and one.id not in scene.appeared]
    mode = mode or usual_mode(world.state.options)
    if mode == "full":
        for character in absent:
            rest_fully(world, character)
    elif mode == "judges":
        none = world.state.options.natural_recovery == "fixed_zero"
        powers = {one.id: dict.fromkeys(("hp", "mp"), 0) if none else _rest_powers(world, one) for one in absent}
        yield from recovery_judges(world, absent, powers)


def _rest_powers(world: Nw3World, character: Character) -> dict[str, int]:
    return {"hp": rest_power(world, character, "hp"), "mp": rest_power(world, character, "mp")}


def recovery_judges(
    world: Nw3World, characters: Sequence[Character], powers: dict[str, dict[str, int]]
) -> Procedure[None]:
    """One Recovery Judge for HP and one for MP each; the owner may leave either out, as it can cost points."""
    answers = yield Ask(tuple(_question(one, powers[one.id]) for one in characters))
    for character, answer in zip(characters, answers, strict=True):
        for pool in _POOLS[answer]:
            result = yield from recovery_judge(world, character, pool, powers[character.id][pool])
            yield from receive(world, character, pool, result)


def _question(character: Character, powers: dict[str, int]) -> Question:
    facts = {"name": character.name, **powers, "hp_now": character.hp, "mp_now": character.mp}
    return Question("natural_recovery_judges", character.id, _OPTIONS, "both", "NW3-RECOVER-08", facts)


def rest(world: Nw3World, command: Rest, seat: Seat) -> Procedure[None]:
    """Refuses `in_combat`, `unknown_character`, and `dead` for one who is named."""
    require_peace(world, "NW3-RECOVER-06")
    characters = [find(world, id) for id in dict.fromkeys(command.characters)] or pcs(world)
    for character in characters:
        if character.dead:
            raise Refused("dead", "NW3-HP-10", name=character.name)
    if command.quality == "enough":
        for character in characters:
            rest_fully(world, character)
        return
    yield from recovery_judges(world, characters, {one.id: _rest_powers(world, one) for one in characters})


COMMANDS = (CommandType(Rest, rest, "NW3-RECOVER-06", "referee"),)
