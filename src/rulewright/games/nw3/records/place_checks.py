"""Rules between the fields of Objects, traps, Logics and charts (NW3-FORT-19 to -21, NW3-TRAP-14, NW3-LOGIC-10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints, belongs_to, given
from rulewright.engine.packs import BAD_VALUE, CONFLICT, Complaint
from rulewright.games.nw3.records.content_checks import formulas
from rulewright.games.nw3.records.effects import Damage, Prose
from rulewright.games.nw3.records.formula import BLOCK_WORDS, BadFormula, read
from rulewright.games.nw3.records.fortress_effects import Ban, Tick, TrapAttack

if TYPE_CHECKING:
    from rulewright.games.nw3.records.places import Chart, ChartEntry, Interact, Logic, Object, Trap

TOTALS: Final = {"1d6": (1, 6), "2d6": (2, 12), "1d100": (1, 100)}
"""The lowest and the highest total of the dice of a chart."""
OPERATED: Final = ("gate_release", "cache", "prose")
NO_EFFECT: Final = "content.no_effect"


# ---------------------------------------------------------------- effects


def some_effect(row: Trap | Logic) -> Complaints:
    """A trap and a Logic do something, if only in prose."""
    if not row.effect:
        yield Complaint("effect", NO_EFFECT, 'at least one effect, such as kind = "prose"', "is missing")


def no_laws(row: Trap) -> Complaints:
    """A trap happens once: it forbids nothing and does not come again."""
    for index, effect in enumerate(row.effect):
        if isinstance(effect, Ban | Tick):
            kind, where = effect.__struct_config__.tag, "Logics" if isinstance(effect, Ban) else "Logics and auras"
            yield Complaint(("effect", index, "kind"), CONFLICT, f"{kind} only in {where}", "does not go with a trap")


def lasting(row: Logic | Object) -> Complaints:
    """What holds as long as its Logic or aura does ends with it and not before (NW3-LOGIC-05)."""
    for index, effect in enumerate(row.effect):
        if isinstance(effect, Tick):
            continue
        if effect.duration is not None and not effect.at_once:
            allowed, what = "no duration with what always holds", "does not go with a constant effect"
            yield Complaint(("effect", index, "duration"), "content.duration_not_allowed", allowed, what)
        elif effect.at_once and not isinstance(effect, Prose):
            allowed, what = "an effect that lasts, or this one in a tick", "happens at once, and nothing says when"
            yield Complaint(("effect", index, "kind"), CONFLICT, allowed, what)


def constant_numbers(row: Logic | Object) -> Complaints:
    """A number that always holds is never rolled for."""
    for index, effect in enumerate(row.effect):
        if isinstance(effect, Tick | Ban):
            continue
        for field, text in formulas(effect):
            try:
                has_dice = read(text).has_dice
            except BadFormula:
                continue
            if has_dice:
                place = ("effect", index, field)
                yield Complaint(place, "content.dice_not_allowed", "a formula without dice", "has dice")


def names_of_places(row: Logic | Object | Trap) -> Complaints:
    """Nobody uses a block here, so that names such as SL have no value."""
    for index, effect in enumerate(row.effect):
        inner, path = (effect.effect, ("effect", index, "effect")) if isinstance(effect, Tick) else (
            effect, ("effect", index))  # fmt: skip
        for field, text in formulas(inner):
            try:
                names = read(text).names
            except BadFormula:
                continue
            for name in sorted(names):
                if name.rpartition(".")[2] in BLOCK_WORDS:
                    allowed = "names with a value: no block is used"
                    yield Complaint((*path, field), "content.name_not_available", allowed, f"has {name}")


# ---------------------------------------------------------------- Objects


def aura(row: Object) -> Complaints:
    """An aura is its effects."""
    if row.kind == "aura" and not row.effect:
        yield Complaint("effect", NO_EFFECT, 'at least one effect, such as kind = "prose"', "is missing")


def aura_effects(row: Object) -> Complaints:
    """The effects of an aura hold as those of a Logic do; the others' happen when they are operated."""
    if row.kind == "aura":
        yield from lasting(row)
        yield from constant_numbers(row)
    for index, effect in enumerate(row.effect):
        if isinstance(effect, Ban) or (isinstance(effect, Tick) and row.kind != "aura"):
            kind, where = effect.__struct_config__.tag, "Logics" if isinstance(effect, Ban) else "Logics and auras"
            yield Complaint(("effect", index, "kind"), CONFLICT, f"{kind} only in {where}", "does not go with this")


def stores(row: Object) -> Complaints:
    """Only a cache holds something."""
    for field in ("items", "valco"):
        if row.kind != "cache" and given(getattr(row, field), 0):
            yield Complaint(
                field, "content.cache_only", 'only with kind "cache"', f'does not go with kind "{row.kind}"'
            )


def destructible(row: Object) -> Complaints:
    """What is broken by damage has HP (NW3-DIVE-12)."""
    if row.destroy_by == "damage" and row.destructible is None:
        what = 'is missing, and destroy_by "damage" needs it'
        yield Complaint("destructible", "content.destructible_needed", "a table with hp, pdef and mdef", what)


def gates_once(row: Object) -> Complaints:
    """A Gate is named once."""
    for index, gate in enumerate(row.gates):
        if gate in row.gates[:index]:
            yield Complaint(("gates", index), BAD_VALUE, "each Gate once", "stands there twice")


def operating(row: Object) -> Complaints:
    """Only these can be operated."""
    if row.interact is not None and row.kind not in OPERATED:
        what = f'does not go with kind "{row.kind}"'
        yield Complaint("interact", CONFLICT, f"only with kind {', '.join(OPERATED)}", what)


def interact_difficulty(row: Interact) -> Complaints:
    """A Judge has a stat and a Difficulty."""
    if (row.stat is None) != (row.difficulty is None):
        missing, there = ("stat", "difficulty") if row.stat is None else ("difficulty", "stat")
        what = f"is missing, and {there} needs it"
        yield Complaint(missing, "content.interact_difficulty", what=what)


OBJECT_CHECKS: Final = (
    aura,
    aura_effects,
    names_of_places,
    stores,
    destructible,
    gates_once,
    operating,
    belongs_to("kind", "gates", "gate_release", needed="content.gates_needed"),
    belongs_to("kind", "destroy_by", "core", refused="content.core_only"),
)


# ---------------------------------------------------------------- traps


def evading(row: Trap) -> Complaints:
    """The Judge against a trap meets a Difficulty or the roll of an attack, and half needs damage (NW3-TRAP-07)."""
    evade = row.evade
    if evade is None:
        return
    attacks = any(isinstance(effect, TrapAttack) for effect in row.effect)
    code = "content.evade_difficulty"
    if evade.difficulty is not None and evade.against is not None:
        yield Complaint(("evade", "against"), code, "difficulty or against", "stands beside difficulty")
    elif evade.difficulty is None and evade.against is None:
        yield Complaint(("evade", "difficulty"), code, "difficulty or against", "is missing, and so is against")
    elif evade.against is not None and not attacks:
        yield Complaint(("evade", "against"), code, "only with an effect trap_attack", "has no attack to meet")
    if evade.on_success == "half" and not attacks and not any(isinstance(effect, Damage) for effect in row.effect):
        allowed, what = "only with an effect damage or trap_attack", "has no damage to halve"
        yield Complaint(("evade", "on_success"), "content.half_needs_damage", allowed, what)


# ---------------------------------------------------------------- charts


def every_total(row: Chart) -> Complaints:
    """Each total of the dice has exactly one entry."""
    low, high = TOTALS[row.dice]
    taken: dict[int, int] = {}
    for index, entry in enumerate(row.entry):
        if not low <= entry.from_ <= entry.to <= high:
            field = "to" if low <= entry.from_ <= high else "from"
            allowed = f"{max(low, entry.from_) if field == 'to' else low} to {high} with dice {row.dice}"
            yield Complaint(("entry", index, field), "content.out_of_bounds", allowed)
            continue
        twice = [total for total in range(entry.from_, entry.to + 1) if total in taken]
        if twice:
            what = f"overlaps entry {taken[twice[0]]} at {twice[0]}"
            yield Complaint(("entry", index, "from"), "content.chart_overlap", "each total once", what)
        taken |= {total: index for total in range(entry.from_, entry.to + 1) if total not in taken}
    missing = [total for total in range(low, high + 1) if total not in taken]
    if missing:
        what = f"has no entry for {', '.join(map(str, missing[:10]))}"
        yield Complaint("entry", "content.chart_gap", f"entries for {low} to {high}", what)


def someone(row: Chart) -> Complaints:
    """An Enemy Chart says in every entry who comes."""
    for index, entry in enumerate(row.entry):
        if row.use == "enemy" and not entry.enemies:
            what = 'is missing, and use "enemy" needs it'
            yield Complaint(
                ("entry", index, "enemies"), "content.enemies_needed", "at least one group of enemies", what
            )


def something(row: ChartEntry) -> Complaints:
    """An entry says what happens."""
    if not any(given(one, 0) for one in (row.text, row.enemies, row.trap, row.object, row.valco)):
        yield Complaint("text", CONFLICT, "text, enemies, trap, object or valco", "is missing, and so are the others")
