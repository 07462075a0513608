"""An attack while it is being resolved: who, with what, at whom, and what effects have said about it so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.dice.judges import Judge, Judged
from rulewright.games.nw3.records.vocabulary import AttackKind
from rulewright.games.nw3.state import Character, Element

Change: TypeAlias = tuple[Literal["replace", "multiply", "add", "reduce"], int]
_ORDER = ("replace", "multiply", "add", "reduce")


class Aim:
    """One Defender of an attack.

    `reaction` is the block that a Dodge Check is made with, `hit` how the comparison came out. `margin` is the
    difference of the damage roll, `damage` the HP Damage as it stands; who was `down` before may die. `lead` is what
    removed Logics change of the Attacker's Result less the Defender's (NW3-FORT-OPEN-10). `covers` is
    whom this Defender covers, `coverer` who covers it.
    """

    __slots__ = ("changes", "coverer", "covers", "damage", "defender", "dodge", "down", "full_dodge", "hit", "judge",
                 "lead", "margin", "reacted", "reaction")  # fmt: skip

    def __init__(self, defender: Character) -> None:
        self.defender = defender
        self.full_dodge = False
        self.reaction: Usable | None = None
        self.reacted = False
        self.judge: Judge | None = None
        self.dodge: Judged | None = None
        self.hit = False
        self.lead = 0
        self.down = False
        self.margin = 0
        self.damage = 0
        self.changes: list[Change] = []
        self.covers: Character | None = None
        self.coverer: Character | None = None


class OngoingAttack:
    """An attack: its kind fixes the Judges, the kind of its damage the defence (NW3-ATTACK-01).

    `hit_bonus` and `damage_bonus` are added to the Alters, and the PATK of the weapon (`weapon_bonus`), which goes with
    that stat. `usable` is the block that it is made with, None of a plain attack; a `negated` one has no effect,
    and `replaced` says by which block HP Damage was replaced, and of whom. `rolls` are the Judges of the damage roll,
    by kind and roller.
    """

    __slots__ = ("aims", "attacker", "changes", "damage_bonus", "damage_kind", "damage_stat", "elements", "full_hit",
                 "hit", "hit_bonus", "hit_stat", "kind", "name", "negated", "replaced", "rolls", "seven", "statuses",
                 "usable", "weapon_bonus")  # fmt: skip

    def __init__(
        self,
        attacker: Character,
        name: str,
        kind: AttackKind,
        hit_stat: str,
        damage_stat: str,
        damage_kind: AttackKind,
        targets: list[Character],
        elements: tuple[Element, ...],
        hit_bonus: int = 0,
        damage_bonus: int = 0,
        weapon_bonus: int = 0,
        usable: Usable | None = None,
        seven: bool = False,
    ) -> None:
        self.attacker = attacker
        self.name = name
        self.kind = kind
        self.hit_stat = hit_stat
        self.damage_stat = damage_stat
        self.damage_kind = damage_kind
        self.aims = [Aim(target) for target in targets]
        self.elements = elements
        self.hit_bonus = hit_bonus
        self.damage_bonus = damage_bonus
        self.weapon_bonus = weapon_bonus
        self.usable = usable
        self.seven = seven
        self.full_hit = False
        self.hit: Judged | None = None
        self.negated = False
        self.replaced: list[tuple[OngoingAttack | Aim, str]] = []
        self.changes: list[Change] = []
        self.rolls: dict[tuple[str, str], tuple[Judge, Judged]] = {}
        self.statuses: list[tuple[str, int]] = []

    def aim_at(self, defender: Character) -> Aim | None:
        """The part of the attack that concerns one Defender, None of somebody else."""
        return next((aim for aim in self.aims if aim.defender is defender), None)

    def of_defenders(self) -> frozenset[str]:
        """The Elements of the Defenders, for what the attacker has against one of them."""
        return frozenset(element for aim in self.aims for element in aim.defender.elements)

    def hp_damage(self, aim: Aim, reduced: bool = True) -> int:
        """The HP Damage of one Defender as it stands, none where the attacker's Result is lower (NW3-ATTACK-11).

        Without `reduced` what the Defender's side took off does not count.
        """
        if aim.margin < 0:
            return 0
        changes = [*self.changes, *aim.changes]
        return changed(aim.margin, changes if reduced else [one for one in changes if one[0] != "reduce"])


class OngoingUse:
    """The use of a block that makes no attack, while it can still be answered."""

    __slots__ = ("negated", "targets", "usable", "user")

    def __init__(self, user: Character, usable: Usable, targets: Sequence[Character]) -> None:
        self.user = user
        self.usable = usable
        self.targets = list(targets)
        self.negated = False


def changed(damage: int, changes: Sequence[Change]) -> int:
    """HP Damage after effects, in the order of NW3-SKILL-43; never below 0 (NW3-ATTACK-09)."""
    for kind in _ORDER if changes else ():
        for what, amount in changes:
            if what != kind:
                continue
            if kind == "replace":
                damage = amount
            elif kind == "multiply":
                damage *= amount
            else:
                damage += amount if kind == "add" else -amount
    return max(0, damage)
