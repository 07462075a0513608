"""What a judge is made for, and the numbers that go into it (NWO-JUDGE-02, -12)."""

from __future__ import annotations

import msgspec

from rulewright.engine.events import REFEREE, Event
from rulewright.engine.modifiers import Part, Sum
from rulewright.games.nwo import standing
from rulewright.games.nwo.judges import dice
from rulewright.games.nwo.judges.judged import Judged
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, NwoWorld


class Formula(msgspec.Struct, frozen=True):
    """An ability computed from a stat of the caster, as spells have it (NWO-SPELL-03)."""

    stat: str
    add: int
    cap: int

    def of(self, value: int) -> int:
        """min(value + add, cap)."""
        return min(value + self.add, self.cap)


class Purpose(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge is made for.

    `stat` is the ability, or that from which `formula` computes it, or only the name of `fixed`. `bonus` is a part of
    the ability for this purpose (a weapon's hit, the defence of a parry), `mods` are corrections. `against` is the
    other side of an opposed judge, `others` more of them where one judge is for several; `reach` the value or
    difficulty that it has to reach, where that is known. Judges of one's `own` are those that the fainted and the dying
    still make (NWO-STATUS-06, -07, NWO-DEATH-03).
    """

    why: str
    stat: str
    rule: str
    formula: Formula | None = None
    fixed: int | None = None
    bonus: int = 0
    mods: int = 0
    against: str = ""
    others: tuple[str, ...] = ()
    reach: int | None = None
    prana: bool = True
    secret: bool = False
    own: bool = False

    def to_reach(self, value: int) -> Purpose:
        """The same for the passive side, which has to reach the active value (NWO-JUDGE-08)."""
        return msgspec.structs.replace(self, reach=value)


def ability(character: Character, purpose: Purpose) -> int:
    """The ability value now, halved for who is prone (NWO-JUDGE-02, NWO-STATUS-08)."""
    found = _whole(character, purpose)
    return dice.prone(found) if character.prone else found


def corrections(character: Character, purpose: Purpose) -> int:
    """Everything that counts for this judge only: of the purpose, of effects and of the referee."""
    found = character.now.judges
    if not found:
        return purpose.mods + character.gm_modifier
    return purpose.mods + character.gm_modifier + found.get(purpose.stat, 0) + found.get("any", 0)


def plain(world: NwoWorld, character: Character, purpose: Purpose) -> Judged:
    """A value without a judge: no dice, corrections or prana (NWO-JUDGE-12), the overloaded have it (NWO-WEIGHT-07)."""
    whole = _whole(character, purpose)
    halved = character.prone and world.state.options.prone_halves_no_roll  # NWO-STATUS-09
    outcome = Judged((dice.prone(whole) if halved else whole) - character.now.penalty)
    if world.tell:
        tell(
            world, "judge.plain", "NWO-JUDGE-12", who=character, name=character.name, why=f"judge.{purpose.why}",
            value=outcome.value,
        )  # fmt: skip
    return outcome


def told(world: NwoWorld, character: Character, purpose: Purpose, outcome: Judged, base: int) -> None:
    """Tell a judge; what it is made of is for everybody, but of the referee's characters for the referee alone."""
    if world.tell is None:
        return
    shape = "fumble" if outcome.fumble else "critical" if outcome.criticals else "failed" if outcome.failed else "plain"
    sum, open_to_all = explained(character, purpose, outcome, base), character.kind == "pc"
    tell(
        world, f"judge.value.{shape}", purpose.rule, sum if open_to_all else None, who=character,
        name=character.name, why=f"judge.{purpose.why}", value=outcome.value,
        dice=outcome.dice.last if outcome.dice else 0, criticals=outcome.criticals,
    )  # fmt: skip
    if not open_to_all:
        keepers = tuple(dict.fromkeys((character.player, REFEREE)))
        world.tell(Event("judge.sum", {"name": character.name}, purpose.rule, sum, keepers))


def explained(character: Character, purpose: Purpose, outcome: Judged, base: int) -> Sum:
    """The parts of a value (NWO-JUDGE-02); what a fumble leaves out is struck."""
    fumbled = "NWO-JUDGE-06" if outcome.fumble else ""
    parts = [Part("sum.ability", base, "NWO-JUDGE-02")]
    if outcome.dice is not None:
        if outcome.criticals:
            parts.append(Part("sum.criticals", dice.PER_CRITICAL * outcome.criticals, "NWO-JUDGE-04"))
        parts.append(Part("sum.fumble" if fumbled else "sum.dice", dice.FUMBLED if fumbled else outcome.dice.last))
    kept = sum(part.value for part in parts)
    penalty = character.now.penalty
    dropped = fumbled if kept - penalty == outcome.value else ""
    if mods := corrections(character, purpose):
        parts.append(Part("sum.corrections", mods, "NWO-JUDGE-02", dropped))
    if outcome.prana:
        parts.append(Part("sum.prana", outcome.prana, "NWO-PRANA-03", dropped))
    if penalty:
        parts.append(Part("sum.weight", -penalty, "NWO-WEIGHT-03"))
    return Sum(outcome.value, tuple(parts), "NWO-WEIGHT-06" if outcome.failed else "")


def _whole(character: Character, purpose: Purpose) -> int:
    if purpose.fixed is not None:
        found = purpose.fixed
    else:
        formula = purpose.formula
        found = standing.value(character, purpose.stat if formula is None else formula.stat)
        if formula is not None:
            found = formula.of(found)
    return found + purpose.bonus
