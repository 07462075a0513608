"""What blocks do: a struct for each kind of effect (nw3-skills-items.md, section 13).

Field names are those of the TOML files; a formula stays text, `formula.read` takes it apart. Effects act in the
written order.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.pack_checks import Complaints, belongs_to
from rulewright.engine.packs import MISSING_FIELD, Complaint, Part
from rulewright.games.nw3.records.content_checks import Reads, exactly_one
from rulewright.games.nw3.records.effect import COMMON, Effect, Instant
from rulewright.games.nw3.records.matchers import BlockMatcher, CostMatcher, ItemMatcher, Target
from rulewright.games.nw3.records.vocabulary import (
    BOUNDS,
    Amount,
    AttackKind,
    CoverUpRule,
    DamageKind,
    DamageMode,
    Duration,
    FlagName,
    Id,
    JudgeKind,
    JudgeStat,
    ModifiedStat,
    Text,
    When,
)
from rulewright.games.nw3.state import Element, Status

CFValue = Annotated[int, Meta(ge=2, le=12, extra=BOUNDS)]


class Modify(Effect, frozen=True, kw_only=True, tag="modify"):
    """Adds to a stat, to the Alter of a kind of Judge, or to its Result after the dice."""

    scope: Literal["stat", "judge", "result"]
    stat: ModifiedStat | None = None
    judge: JudgeKind | None = None
    amount: Amount
    vs_element: Element | None = None

    checks = (
        *COMMON,
        belongs_to("scope", "stat", "stat", needed=MISSING_FIELD),
        belongs_to("scope", "judge", "judge", "result", needed=MISSING_FIELD),
        Reads("amount"),
    )


def other_stat(row: Substitute) -> Complaints:
    """A stat is replaced by another (NW3-SKILL-51)."""
    if row.from_ == row.to:
        yield Complaint("to", "content.same_stat", "another stat than from", "replaces itself")


class Substitute(Effect, frozen=True, kw_only=True, tag="substitute"):
    """Another stat for a Judge (NW3-SKILL-51)."""

    judge: JudgeKind
    from_: JudgeStat = msgspec.field(name="from")
    to: JudgeStat

    checks = (*COMMON, other_stat)


class Reroll(Instant, frozen=True, kw_only=True, tag="reroll"):
    """The dice of a Judge again (NW3-SKILL-50), not where they show one of `not_on`."""

    judge: JudgeKind
    keep: Literal["new", "best", "worst"] = "new"
    times: Amount = 1
    not_on: tuple[Literal["critical", "fumble"], ...] = ()

    checks = (*COMMON, Reads("times"))


class FullHit(Effect, frozen=True, kw_only=True, tag="full_hit"):
    """The Hit Check of this attack is a Full Hit."""

    when: When = "always"

    unless_given: ClassVar[Duration] = "attack"


class FullDodge(Effect, frozen=True, kw_only=True, tag="full_dodge"):
    """The Dodge Check against this attack is a Full Dodge."""

    when: When = "always"

    unless_given: ClassVar[Duration] = "attack"


class Retarget(Effect, frozen=True, kw_only=True, tag="retarget"):
    """Another Target for a fitting block, or its turn to somebody else; nothing against a lock (NW3-SKILL-30)."""

    to: Target | None = None
    redirect: Literal["self", "chosen"] | None = None
    of: BlockMatcher = BlockMatcher()

    checks = (*COMMON, exactly_one("to", "redirect"))


class Save(Part, frozen=True):
    """A Judge of the one who would receive a Bad Status; success keeps it away."""

    stat: JudgeStat
    difficulty: Amount

    checks = (Reads("difficulty"),)


class InflictStatus(Instant, frozen=True, kw_only=True, tag="inflict_status"):
    """Gives a Bad Status; only Poison has a rating."""

    status: Status
    rating: Amount | None = None
    save: Save | None = None

    checks = (*COMMON, belongs_to("status", "rating", "poison", needed=MISSING_FIELD), Reads("rating"))


class ClearStatus(Instant, frozen=True, kw_only=True, tag="clear_status"):
    """Removes `count` of these Bad Statuses, all of them where no number is given."""

    status: Annotated[tuple[Status, ...], Meta(min_length=1)]
    count: Amount = "all"

    checks = (*COMMON, Reads("count", beside="all"))


class Recovery(Instant, frozen=True, kw_only=True, tag="recovery"):
    """A Recovery Judge of this power by the user (NW3-RECOVER-01)."""

    pool: Literal["hp", "mp"]
    power: Amount

    checks = (*COMMON, Reads("power"))


class Resource(Instant, frozen=True, kw_only=True, tag="resource"):
    """Points gained, lost or set without a Judge, from 0 to the maximum."""

    pool: Literal["hp", "mp", "prana", "valco"]
    mode: Literal["change", "set"] = "change"
    amount: Amount

    checks = (*COMMON, Reads("amount"))


class ReduceDamage(Effect, frozen=True, kw_only=True, tag="reduce_damage"):
    """HP Damage falls by this after the Damage Roll, not below 0."""

    damage: DamageKind = "any"
    amount: Amount

    unless_given: ClassVar[Duration] = "attack"
    checks = (*COMMON, Reads("amount"))


class Damage(Effect, frozen=True, kw_only=True, tag="damage"):
    """Changes the HP Damage of this attack; `direct` deals it at once, without Hit Check and defence."""

    mode: DamageMode
    amount: Amount
    damage: DamageKind = "any"

    unless_given: ClassVar[Duration] = "attack"
    checks = (*COMMON, Reads("amount"))

    @property
    def at_once(self) -> bool:
        return self.mode == "direct"


class Attack(Instant, frozen=True, kw_only=True, tag="attack"):
    """The attack of the block; `bonus` is added to the Alter of the Damage Roll, `hit_bonus` to the Hit Check's."""

    attack: AttackKind
    hit_stat: JudgeStat
    damage_stat: JudgeStat
    damage: AttackKind
    element: Element | None = None
    bonus: Amount = 0
    hit_bonus: Amount = 0

    checks = (*COMMON, Reads("bonus"), Reads("hit_bonus"))


class CoverUp(Effect, frozen=True, kw_only=True, tag="cover_up"):
    """The user's next Cover Up may ignore these rules; as an Auto Action it is also that Cover Up."""

    allow: tuple[CoverUpRule, ...] = ()

    unless_given: ClassVar[Duration] = "attack"


class GrantItem(Instant, frozen=True, kw_only=True, tag="grant_item"):
    """The player chooses items that fit one of the matchers (NW3-SKILL-13)."""

    any_of: Annotated[tuple[ItemMatcher, ...], Meta(min_length=1)]
    count: Amount = 1

    checks = (*COMMON, Reads("count"))


class PreserveItem(Instant, frozen=True, kw_only=True, tag="preserve_item"):
    """Items that fit are Preserved for nothing."""

    any_of: Annotated[tuple[ItemMatcher, ...], Meta(min_length=1)]
    count: Amount = 1

    checks = (*COMMON, Reads("count"))


class ExtraAction(Instant, frozen=True, kw_only=True, tag="extra_action"):
    """One more Main Process, with the Count `set_count` where given, or one more action in the present one."""

    action: Literal["main_process", "move", "minor", "major", "attack"]
    at: Literal["now", "after_current"] = "now"
    set_count: Amount | None = None

    checks = (*COMMON, Reads("set_count"))


def only_removed(row: Condition) -> Complaints:
    """Nobody is made Incapacitated by word alone."""
    if row.condition == "incapacitated" and row.mode == "grant":
        yield Complaint("mode", "content.bad_value", '"remove" with condition "incapacitated"')


class Condition(Effect, frozen=True, kw_only=True, tag="condition"):
    """Grants or removes a condition: one of the rules or an own word."""

    condition: Id
    mode: Literal["grant", "remove"] = "grant"

    checks = (*COMMON, only_removed)

    @property
    def at_once(self) -> bool:
        return self.mode == "remove"


class Movement(Instant, frozen=True, kw_only=True, tag="movement"):
    """Moves without spending actions; each target decides whether and where, unless `forced`."""

    move: Literal["invade", "withdraw", "interval", "any"]
    ignore: tuple[Literal["hindering", "blockade"], ...] = ()
    steps: Amount = 1
    forced: bool = False

    checks = (*COMMON, Reads("steps"))


class Blockade(Effect, frozen=True, kw_only=True, tag="blockade"):
    """The subject's Engage is blockaded."""


class Negate(Instant, frozen=True, kw_only=True, tag="negate"):
    """The fitting block that is being used has no effect; its cost stays spent."""

    of: BlockMatcher = BlockMatcher()


class CriticalShift(Effect, frozen=True, kw_only=True, tag="critical_shift"):
    """Moves C or F by up to `amount`, inside 2 to 12, and never onto the other."""

    value: Literal["critical", "fumble"]
    amount: Amount
    toward: CFValue | None = None
    away: CFValue | None = None

    checks = (*COMMON, Reads("amount"), exactly_one("toward", "away"))


class CostChange(Effect, frozen=True, kw_only=True, tag="cost_change"):
    """Changes a cost that may be changed, not below `min` (NW3-SKILL-36); a negative amount lowers it."""

    pool: Literal["hp", "mp", "prana"]
    amount: Amount
    min: Amount = 0
    of: CostMatcher = CostMatcher()

    checks = (*COMMON, Reads("amount"), Reads("min"))


class SetElement(Effect, frozen=True, kw_only=True, tag="set_element"):
    """The Element of the subject's attacks; `pick` is the one that the user chose."""

    element: Literal[Element, "pick"]


class RuleFlag(Effect, frozen=True, kw_only=True, tag="rule_flag"):
    """Switches a named rule."""

    flag: FlagName
    value: Amount = 1

    checks = (*COMMON, Reads("value"))


class Prose(Effect, frozen=True, kw_only=True, tag="prose"):
    """No automation: the text is shown when the block is used, and the referee carries it out."""

    text: Text
    text_ja: Text | None = None

    unless_given: ClassVar[Duration] = "instant"


AnyEffect: TypeAlias = (
    Modify
    | Substitute
    | Reroll
    | FullHit
    | FullDodge
    | Retarget
    | InflictStatus
    | ClearStatus
    | Recovery
    | Resource
    | ReduceDamage
    | Damage
    | Attack
    | CoverUp
    | GrantItem
    | PreserveItem
    | ExtraAction
    | Condition
    | Movement
    | Blockade
    | Negate
    | CriticalShift
    | CostChange
    | SetElement
    | RuleFlag
    | Prose
)
