"""Appearance Checks: coming into a Scene that is under way (NW3-EPISODE-15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Part
from rulewright.engine.requests import Ask, Option, Procedure, Question, yes_no
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.battles.fighters import own, require_able, tell
from rulewright.games.nw3.dice import calling
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.episodes.connections import tied
from rulewright.games.nw3.episodes.position import in_fortress, pcs, require_action, scene_of, warn_opening
from rulewright.games.nw3.episodes.scenes import enter, require_absent
from rulewright.games.nw3.fortresses import appearing
from rulewright.games.nw3.records.fortresses import EntryCondition
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Character, Nw3World, Scene


class AppearanceCheck(msgspec.Struct, frozen=True, tag="appearance_check", tag_field="do"):
    """A PC wants to come into the Scene: by an Appearance Check, or without the option with the referee's consent.

    Only the referee may name another Difficulty. `keyword` is what is said where the Entrance of a Fortress asks for
    a word.
    """

    character: str
    difficulty: int | float | None = None
    keyword: Annotated[str, msgspec.Meta(max_length=200)] = ""


def difficulty_in(scene: Scene | None) -> int:
    """The Difficulty of appearing: the referee's own, that of a Fortress, or the usual one."""
    checks = numbers().checks
    if scene is None or (scene.difficulty is None and scene.gates is None):
        return checks.appearance_difficulty
    if scene.difficulty is not None:
        return scene.difficulty
    return checks.fortress_appearance_base + checks.fortress_appearance_per_gate * (scene.gates or 0)


def checked(world: Nw3World) -> bool:
    """Whether appearing takes a check: by the option, in a Fortress also by one of its own (NW3-FORT-14)."""
    options = world.state.options
    return options.appearance_checks or (options.fortress_appearance_check and in_fortress(world))


def sure(world: Nw3World) -> bool:
    """Whether everybody appears without dice (NW3-EPISODE-09)."""
    return world.state.phase == "climax"


def at_setup(world: Nw3World) -> Procedure[None]:
    """Step 1 of a Setup Process: absent PCs may try to appear, each once (NW3-ROUND-04)."""
    if not checked(world):  # NW3-OPEN-30
        return
    scene = world.state.scene
    if scene is not None:
        scene.tried.clear()
    difficulty = difficulty_in(scene)
    absent = [one for one in pcs(world) if not one.present and not one.retreated and one.hp]
    absent = [one for one in absent if not appearing.inside(world, one)]
    key = "appearance.sure" if sure(world) else "appearance.try"
    options = (Option("try", key, {"difficulty": difficulty}), Option("wait", "appearance.wait"))
    answers = yield Ask(tuple(
        Question("appearance_check", one.id, options, "wait", "NW3-ROUND-04", {"name": one.name}) for one in absent
    ))  # fmt: skip
    for character, answer in zip(absent, answers, strict=True):
        if answer == "try":
            try:
                yield from check(world, scene, character, difficulty)
            except Refused as refusal:  # at the Entrance of the Fortress
                tell(world, f"refuse.{refusal.reason}", refusal.rule, **refusal.facts)


def check(
    world: Nw3World, scene: Scene | None, character: Character, difficulty: int, keyword: str = ""
) -> Procedure[None]:
    """An Appearance Check; who succeeds is in the Scene. In a Fortress the Entrance comes first (NW3-FORT-14)."""
    conditions = yield from appearing.admit(world, character, keyword)
    if not sure(world):
        if scene is not None:
            scene.tried.append(character.id)
        warn_opening(world, "dice")
        there = [one for one in world.state.characters.values() if one.present and not one.retreated]
        bonus = Part("sum.connection", numbers().checks.appearance_connection_bonus, "NW3-EPISODE-15")
        parts = [bonus] if tied(character, there) else []
        attribute = numbers().checks.appearance_attribute
        judge = yield from calling.prepared(world, character, "appearance", attribute, parts, difficulty=difficulty)
        if not succeeds(judge, (yield from windows.normal(world, character, judge, attribute))):
            return
    _come_in(world, scene, character, conditions)


def _come_in(world: Nw3World, scene: Scene | None, character: Character, conditions: Sequence[EntryCondition]) -> None:
    appearing.pay(world, character, conditions)
    enter(world, scene, character)


def appearance_check(world: Nw3World, command: AppearanceCheck, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `already_present`, `wrong_timing` in a battle, `already_tried` without leave, and in a
    Fortress `already_inside` and what its Entrance refuses.
    """
    require_action(world, seat)
    scene = scene_of(world, "NW3-EPISODE-15")
    character = own(world, command.character, seat)
    appearing.require_outside(world, character)
    require_absent(character)
    require_able(character)
    if scene.kind == "master" and character.kind == "pc":
        raise Refused("master_scene", "NW3-EPISODE-04", name=character.name)
    difficulty = difficulty_in(scene)
    if command.difficulty is not None:
        if not seat.referee:
            raise Refused("not_referee", "NW3-EPISODE-15", command="appearance_check")
        difficulty = calling.difficulty_of(command.difficulty, None)
    options = world.state.options
    if not checked(world):
        yield from _with_consent(world, scene, character, seat, command.keyword)
        return
    if world.state.battle is not None and options.appearance_in_round == "setup":  # OP-C02
        raise Refused("wrong_timing", "NW3-EPISODE-15", name=character.name)
    if character.id in scene.tried and not seat.referee:
        again = yield from yes_no(
            "appearance_again", "referee", default=False, rule="NW3-EPISODE-15", name=character.name
        )
        if not again:
            raise Refused("already_tried", "NW3-EPISODE-15", name=character.name)
    yield from check(world, scene, character, difficulty, command.keyword)


def _with_consent(world: Nw3World, scene: Scene, character: Character, seat: Seat, keyword: str) -> Procedure[None]:
    """Without Appearance Checks everybody appears whom the referee lets (NW3-OPEN-30)."""
    conditions = yield from appearing.admit(world, character, keyword)
    if seat.referee or (
        yield from yes_no("appear_allowed", "referee", default=False, rule="NW3-EPISODE-15", name=character.name)
    ):
        _come_in(world, scene, character, conditions)
    else:
        tell(world, "scene.not_now", "NW3-EPISODE-15", name=character.name)


COMMANDS = (CommandType(AppearanceCheck, appearance_check, "NW3-EPISODE-15"),)
