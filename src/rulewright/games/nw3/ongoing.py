"""An attack while it is being resolved: who, with what, at whom, and what effects have said about it so far."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulewright.games.nw3.judges import Judge, Judged
from rulewright.games.nw3.state import Character, Element
from rulewright.games.nw3.usable import Usable

AttackKind: TypeAlias = Literal["physical", "magical"]
Change: TypeAlias = tuple[Literal["replace", "multiply", "add", "reduce"], int]


class Aim:
    """One Defender of an attack.

    `waives` says that it makes no Dodge Check, `reaction` is the block that answers with one, `hit` how the comparison
    came out. `margin` is the difference of the damage roll, `damage` the HP Damage as it stands; who was `down` before
    may die. `covers` is whom this Defender covers, `coverer` who covers it.
    """

    __slots__ = ("changes", "coverer", "covers", "damage", "defender", "dodge", "down", "full_dodge", "hit", "judge",
                 "margin", "reaction", "waives")  # fmt: skip

    def __init__(self, defender: Character) -> None:
        self.defender = defender
        self.waives = False
        self.full_dodge = False
        self.reaction: Usable | None = None
        self.judge: Judge | None = None
        self.dodge: Judged | None = None
        self.hit = False
        self.down = False
        self.margin = 0
        self.damage = 0
        self.changes: list[Change] = []
        self.covers: Character | None = None
        self.coverer: Character | None = None


class OngoingAttack:
    """An attack: its kind fixes the Judges, the kind of its damage the defence (NW3-ATTACK-01).

    `hit_bonus` and `damage_bonus` are added to the Alters, the PATK of the weapon among them. `usable` is the block
    that it is made with, None of a plain attack; `rolls` are the Judges of the damage roll, by kind and roller.
    """

    __slots__ = ("aims", "attacker", "changes", "damage_bonus", "damage_kind", "damage_stat", "elements", "full_hit",
                 "hit", "hit_bonus", "hit_stat", "judge", "kind", "name", "rolls", "seven", "statuses",
                 "usable")  # fmt: skip

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
        self.usable = usable
        self.seven = seven
        self.full_hit = False
        self.hit: Judged | None = None
        self.judge: Judge | None = None
        self.changes: list[Change] = []
        self.rolls: dict[tuple[str, str], tuple[Judge, Judged]] = {}
        self.statuses: list[tuple[str, int]] = []

    def aim_at(self, defender: Character) -> Aim | None:
        """The part of the attack that concerns one Defender, None of somebody else."""
        return next((aim for aim in self.aims if aim.defender is defender), None)
