"""Casting: declaration, the time in between, activation, and what ends a cast (NWO-CAST)."""

from __future__ import annotations

from typing import Literal

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo.battles import spells, targets, using
from rulewright.games.nwo.judges import windows
from rulewright.games.nwo.people import names, tell
from rulewright.games.nwo.records.uses import Spell
from rulewright.games.nwo.state import Cast, Character, Judging, NwoWorld

KEEP_OR_END = (Option("keep", "cast.keep"), Option("interrupt", "cast.interrupt"))


def known(world: NwoWorld, character: Character, id: str) -> Spell:
    """A spell that the character knows and casts as an action; raises `Refused` (NWO-CAST-03).

    Outside of a fight it is checked at once, and what fails is not declared at all (NWO-CAST-18).
    """
    if id not in character.spells:
        raise Refused("spell_unknown", "NWO-CAST-03", spell=id)
    spell = world.content.spells_by_id[id]
    if spell.timing != "normal":
        raise Refused("spell_wrong_timing", "NWO-CAST-01", spell=spell.name)
    if using.limited(world, character, using.power(world, character, f"spell:{id}")):
        raise Refused("limit_used", "NWO-TIMING-17", spell=spell.name)
    if world.state.battle is None:  # NWO-CAST-18
        if failing := why_not(character, spell):
            raise Refused(failing, "NWO-CAST-18", spell=spell.name)
        if not targets.any_target(world, character, spell):
            raise Refused("no_target", "NWO-CAST-18", spell=spell.name)
    return spell


def count_after(world: NwoWorld, character: Character, spell: Spell) -> int:
    """The count at which a spell would take effect; raises `Refused` where it may not fall so low (NWO-CAST-14)."""
    left = (character.count or 0) - spell.cast_count
    if left <= 0 and spell.cast_count and world.state.options.cast_below_one == "refuse":
        raise Refused("cast_count_too_high", "NWO-CAST-14", count=left)
    return left


def declare(world: NwoWorld, character: Character, spell: Spell) -> bool:
    """Declare a spell in a fight; whether it is activated in the same turn (NWO-CAST-03, -04)."""
    battle = world.state.battle
    left = count_after(world, character, spell)
    using.note_use(world, character, using.power(world, character, f"spell:{spell.id}"))
    character.count = left
    tell(
        world, "cast.declared", "NWO-CAST-03", who=character, name=character.name, thing=spell.name, count=left,
        at=spell.cast_count,
    )  # fmt: skip
    begin(world, character, Cast(spell.id, battle.round if battle else 0, max(0, -left)))
    if left > 0:
        return not spell.cast_count  # NWO-CAST-04
    character.done = True  # NWO-CAST-14
    if world.state.options.cast_below_one == "lost":
        broken(world, character)
    return False


def begin(world: NwoWorld, character: Character, cast: Cast | None) -> None:
    """A character casts from now on, or no longer does; the fight keeps count of casters."""
    battle = world.state.battle
    if battle is not None:
        battle.casters += (cast is not None) - (character.casting is not None)
    character.casting = cast


def may_interrupt(world: NwoWorld, character: Character) -> bool:
    """Whether a caster may end its cast now (NWO-CAST-06)."""
    done = character.done and world.state.battle is not None
    return character.casting is not None and (not done or world.state.options.interrupt_cast_when_done)


def interrupted(world: NwoWorld, character: Character) -> None:
    """A cast ends: no MP, no action, and the counts stay spent (NWO-CAST-07); told."""
    begin(world, character, None)
    tell(world, "cast.interrupted", "NWO-CAST-07", who=character, name=character.name)


def broken(world: NwoWorld, character: Character) -> None:
    """A cast is broken by what has happened to the caster (NWO-CAST-13)."""
    if character.casting is not None:
        begin(world, character, None)
        tell(world, "cast.broken", "NWO-CAST-13", who=character, name=character.name)


def activate(world: NwoWorld, caster: Character) -> Procedure[Literal["used", "turn"]]:
    """The activation of a declared spell: "used" costs the action, "turn" leaves a normal turn (NWO-CAST-08 to -12)."""
    cast = caster.casting
    if cast is None:
        return "turn"
    spell = world.content.spells_by_id[cast.spell]
    failing = why_not(caster, spell)
    doubtful = bool(failing) or not targets.any_target(world, caster, spell)
    if doubtful or caster.asks == "all":  # at its own activation the cast may still be ended (NWO-CAST-06)
        facts = {
            "name": caster.name,
            "spell": spell.name,
            "why": f"cast.doubt.{failing}" if failing else "cast.doubt.no_target" if doubtful else "",
        }
        question = Question("interrupt_cast_now", caster.id, KEEP_OR_END, "keep", "NWO-CAST-06", facts)
        if (yield from ask(question)) == "interrupt":
            interrupted(world, caster)
            return "turn"
    begin(world, caster, None)
    if failing:
        tell(
            world, f"cast.failed.{failing}", "NWO-CAST-09", who=caster, name=caster.name, thing=spell.name
        )  # fmt: skip
        return "used" if world.state.options.failed_cast_consumes_action else "turn"
    done = yield from release(world, caster, spell)
    return "used" if done else "turn"


def why_not(caster: Character, spell: Spell) -> Literal["", "casting_value_not_met", "mp_not_enough"]:
    """Why a spell fails its check: first magic, then MP (NWO-CAST-08)."""
    if using.magic(caster) < spell.casting_value:
        return "casting_value_not_met"
    return "mp_not_enough" if caster.mp < spell.mp else ""


def release(world: NwoWorld, caster: Character, spell: Spell) -> Procedure[bool]:
    """Pay, choose targets, let others dispel, and take effect; whether it came that far (NWO-CAST-10 to -12)."""
    caster.mp -= spell.mp
    found, _ = yield from targets.chosen(world, caster, spell, spell.name, or_none=True)
    if not found:  # NWO-CAST-11
        if world.state.options.no_target_refunds_mp:
            caster.mp += spell.mp
        tell(world, "cast.no_target_left", "NWO-CAST-11", who=caster, name=caster.name, thing=spell.name)
        return False
    tell(
        world, "cast.activates", "NWO-CAST-12", who=caster, name=caster.name, thing=spell.name,
        targets=names(found),
    )  # fmt: skip
    # NWO-SPELL-15: dispel window first, then resistance, then effect
    if not (yield from dispelled(world, caster, spell)):
        yield from spells.take_effect(world, caster, spell, [one for one in found if not one.dead])
    return True


def dispelled(world: NwoWorld, caster: Character, spell: Spell) -> Procedure[bool]:
    """The window in which a spell can be undone (NWO-CAST-12, -16)."""
    outer = world.state.judging
    judging = Judging(caster.id, "cast", "magic", stage="activation", spell=spell.name)
    world.state.judging = judging
    yield from windows.open_window(world, "on_activation")
    world.state.judging = outer
    return judging.dispelled


def outside_combat(world: NwoWorld, caster: Character, spell: Spell) -> Procedure[None]:
    """A `known` spell outside of a fight: targets, window and effect in one go (NWO-CAST-18)."""
    using.note_use(world, caster, using.power(world, caster, f"spell:{spell.id}"))
    yield from release(world, caster, spell)
