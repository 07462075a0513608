"""What abilities, spells, items and traps do: one struct for every effect, whose `op` says which fields count."""

from __future__ import annotations

from typing import Literal

from rulewright.engine.pack_checks import Complaints, belongs_to, given
from rulewright.engine.packs import BAD_VALUE, CONFLICT, MISSING_FIELD, Complaint, Part
from rulewright.games.nwo.records import dice_text
from rulewright.games.nwo.records.dice_text import Dice
from rulewright.games.nwo.records.vocabulary import Change, CuredStatus, DiceSum, DiceText, Id, Op, Text

MODIFY = ("modify_stat", "modify_judge")
STATUS = ("add_status", "remove_status")
POINTS = ("damage", "heal")
CF_LISTS = ("critical_add", "critical_remove", "fumble_add", "fumble_remove")


def amount_or_dice(effect: Effect) -> Complaints:
    """A change is a number; damage and healing without a judge are a number or dice."""
    if effect.op in MODIFY and effect.amount is None:
        yield Complaint("amount", MISSING_FIELD, what=f'is missing, and op "{effect.op}" needs it')
    if effect.op in POINTS and effect.amount is None and effect.dice is None:
        yield Complaint("amount", MISSING_FIELD, "amount or dice", f"is missing, and so is dice: {effect.op} needs one")
    if effect.amount is not None and effect.dice is not None:
        yield Complaint("dice", CONFLICT, "amount or dice", "stands beside amount")


def some_sum(effect: Effect) -> Complaints:
    """A change of C and F values changes one."""
    if effect.op == "modify_cf" and not any(given(getattr(effect, field)) for field in CF_LISTS):
        yield Complaint("critical_add", MISSING_FIELD, f"one of {', '.join(CF_LISTS)}", "is missing, and so are others")


def one_list(effect: Effect) -> Complaints:
    """An effect makes no sum a C value and an F value at once (NWO-JUDGE-07)."""
    for index, value in enumerate(effect.fumble_add):
        if value in effect.critical_add:
            what = "is added to the C values too"
            yield Complaint(("fumble_add", index), CONFLICT, "no value of critical_add", what)


def serious_removed(effect: Effect) -> Complaints:
    """A serious wound comes from lost HP alone."""
    if effect.op == "add_status" and effect.status == "serious":
        yield Complaint("status", BAD_VALUE, "fainted, prone", "can only be removed")


class Effect(Part, frozen=True, kw_only=True):
    """One effect.

    modify_stat, modify_judge: stat, amount, per_level. modify_cf: the four lists. set_element: element.
    add_status, remove_status: status, on. damage: amount or dice, per_level. heal: the same, heals_serious.
    dispel: contest. text: text. reroll: nothing.
    """

    op: Op
    stat: Id | None = None
    amount: Change | None = None
    per_level: Change = 0
    dice: DiceText | None = None
    critical_add: tuple[DiceSum, ...] = ()
    critical_remove: tuple[DiceSum, ...] = ()
    fumble_add: tuple[DiceSum, ...] = ()
    fumble_remove: tuple[DiceSum, ...] = ()
    element: Id | None = None
    status: CuredStatus | None = None
    on: Literal["effect", "hit", "damage"] = "effect"
    heals_serious: bool = False
    contest: Literal["none", "magic"] | None = None
    text: Text | None = None
    text_ja: Text | None = None

    checks = (
        belongs_to("op", "stat", *MODIFY, needed=MISSING_FIELD),
        belongs_to("op", "amount", *MODIFY, *POINTS),
        belongs_to("op", "per_level", *MODIFY, *POINTS, unset=0),
        belongs_to("op", "dice", *POINTS),
        amount_or_dice,
        *(belongs_to("op", field, "modify_cf") for field in CF_LISTS),
        some_sum,
        one_list,
        belongs_to("op", "element", "set_element", needed=MISSING_FIELD),
        belongs_to("op", "status", *STATUS, needed=MISSING_FIELD),
        serious_removed,
        belongs_to("op", "on", *STATUS, unset="effect"),
        belongs_to("op", "heals_serious", "heal"),
        belongs_to("op", "contest", "dispel", needed=MISSING_FIELD),
        belongs_to("op", "text", "text", needed=MISSING_FIELD),
        belongs_to("op", "text_ja", "text"),
    )

    def amount_at(self, level: int = 0) -> int:
        """The number of the effect for an ability of this level; what dice show comes on top."""
        return (self.amount or 0) + self.per_level * level

    @property
    def thrown(self) -> Dice | None:
        """The dice of the effect, where it has any."""
        return None if self.dice is None else dice_text.read(self.dice)
