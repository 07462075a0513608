"""What spells do when they take effect: the four kinds, and resistance (NWO-SPELL)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo.battles import attacks, effects, harm
from rulewright.games.nwo.judges import contests, judging
from rulewright.games.nwo.judges.judged import Judged, active_wins
from rulewright.games.nwo.judges.purposes import Formula, Purpose
from rulewright.games.nwo.people import hostile, makes_judges, tell
from rulewright.games.nwo.records.gear import ItemUse
from rulewright.games.nwo.records.uses import Heal, Spell
from rulewright.games.nwo.state import Character, NwoWorld


def take_effect(world: NwoWorld, caster: Character, spell: Spell, on: list[Character]) -> Procedure[None]:
    """The effect of a spell that nobody has dispelled (NWO-SPELL-01, -15)."""
    if spell.resistable:
        on = yield from not_resisting(world, caster, spell, on)
    work = effects.of(spell)
    if spell.kind == "attack":
        struck = yield from attacks.attack(world, caster, attacks.of_spell(spell, caster), on)
        for one in struck:
            if one.hit:  # NWO-SPELL-16
                when = ("effect", "hit", "damage") if one.damage else ("effect", "hit")
                yield from effects.apply(world, caster, work, [one.target], when)
    else:
        if spell.heal is not None:
            yield from healing(world, caster, spell.heal, on)
        cure(world, spell.cures, on)
        yield from effects.apply(world, caster, work, on)
    effects.tell_text(world, caster, spell)


def not_resisting(world: NwoWorld, caster: Character, spell: Spell, on: list[Character]) -> Procedure[list[Character]]:
    """Those on whom a resistable spell works (NWO-SPELL-14)."""
    magic: Judged | None = None
    left = []
    for target in on:
        if not (yield from _resists(world, caster, spell, target)):
            left.append(target)
            continue
        cast = Purpose(
            why="magic", stat="magic", rule="NWO-SPELL-14", against=target.id, others=tuple(one.id for one in on)
        )
        purpose = Purpose(why="resist", stat="resistance", rule="NWO-SPELL-14", against=caster.id)
        behind = None
        if magic is None or world.state.options.area_active_roll == "per_target":
            ahead, behind = yield from contests.sealed(world, caster, cast, target, purpose)  # NWO-JUDGE-09
            magic = yield from judging.judge(world, caster, cast, ahead)
        answer = yield from judging.judge(world, target, purpose.to_reach(magic.value), behind)
        won = active_wins(magic, answer)
        tell(
            world, "resist.failed" if won else "resist.resisted", "NWO-SPELL-14", who=target, name=target.name,
            value=answer.value, magic=magic.value, thing=spell.name,
        )  # fmt: skip
        if won:
            left.append(target)
    return left


def _resists(world: NwoWorld, caster: Character, spell: Spell, target: Character) -> Procedure[bool]:
    """Whether a target opposes; the fainted and casting always do, with the plain value (NWO-SPELL-14)."""
    if not makes_judges(target):
        return True
    options = (Option("resist", "answer.resist"), Option("accept", "answer.accept"))
    facts = {"name": target.name, "caster": caster.name, "spell": spell.name}
    preset = "resist" if hostile(caster, target) else "accept"
    answer = yield from ask(Question("resist", target.id, options, preset, "NWO-SPELL-14", facts))
    return bool(answer == "resist")


def healing(world: NwoWorld, healer: Character, heal: Heal, on: list[Character]) -> Procedure[None]:
    """A healing judge, and what it brings to everybody it is for (NWO-SPELL-10 to -12)."""
    power = heal.power
    if power.stat is None:
        purpose = Purpose(why="heal", stat="heal", rule="NWO-SPELL-11", fixed=power.value or 0)
    else:
        formula = Formula(power.stat, power.add, power.cap or 0)
        purpose = Purpose(why="heal", stat="heal", rule="NWO-SPELL-11", fixed=None, formula=formula)
    outcome: Judged | None = None
    for target in on:
        if outcome is None or world.state.options.area_active_roll == "per_target":
            outcome = yield from judging.judge(world, healer, purpose)
        yield from harm.heal(
            world, target, outcome.value, serious=heal.heals_serious, apparent_death=heal.heals_apparent_death
        )


def cure(world: NwoWorld, statuses: tuple[str, ...], on: list[Character]) -> None:
    """Special healing removes the statuses it names (NWO-SPELL-13)."""
    for target in on:
        for status in statuses:
            harm.take_status(world, target, status)


def use_item(
    world: NwoWorld, user: Character, item: str, name: str, use: ItemUse, on: list[Character]
) -> Procedure[None]:
    """What using an item does to its targets."""
    if use.heal is not None:
        yield from healing(world, user, use.heal, on)
    cure(world, use.cures, on)
    yield from effects.apply(world, user, effects.Work(item, name, use.effects, lasts=effects.COUNT), on)
    if use.text:
        tell(world, "effect.words", "NWO-SPELL-13", who=user, name=user.name, thing=name, text=use.text)
