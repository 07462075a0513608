"""Rules between the fields of a block: timing, check, target, range, cost, restrictions, limits (NW3-SKILL-54)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints, belongs_to
from rulewright.engine.packs import BAD_VALUE, CONFLICT, Complaint, Part
from rulewright.games.nw3.records.effects import Attack
from rulewright.games.nw3.records.matchers import named

if TYPE_CHECKING:
    from rulewright.games.nw3.records.content_blocks import Block, Cost, Limit, Restrict, Trigger
    from rulewright.games.nw3.records.vocabulary import Timing

TRIGGERED: Final = ("before_judge", "after_judge", "damage_roll")
DAMAGE_JUDGES: Final = ("patk", "matk", "pdef", "mdef", "any")
BAD_CHECK: Final = "content.bad_check"
BAD_COST: Final = "content.bad_cost"
BAD_RANGE: Final = "content.bad_range"
BAD_RESTRICT: Final = "content.bad_restrict"


CHECK_FIELDS: Final = (
    belongs_to("kind", "stat", "stat", needed=BAD_CHECK, refused=BAD_CHECK),
    belongs_to("kind", "difficulty", "stat", refused=BAD_CHECK),
    belongs_to("kind", "attack", "hit_check", needed=BAD_CHECK, refused=BAD_CHECK),
)
"""A Judge needs its stat and an attack its kind; nothing else has them (NW3-SKILL-19)."""

PREREQUISITE: Final = (
    belongs_to("kind", "skill", "skill", needed=BAD_RESTRICT, refused=BAD_RESTRICT),
    belongs_to("kind", "sl", "skill", refused=BAD_RESTRICT),
)
"""A prerequisite names a skill (NW3-SKILL-07)."""


def timings(row: Block) -> tuple[Timing, ...]:
    """The moments at which a block may be used."""
    return (row.timing,) if isinstance(row.timing, str) else row.timing


def limits(row: Block) -> tuple[Limit, ...]:
    """The limits of a block, one for each unit of play."""
    return row.limit if isinstance(row.limit, tuple) else (row.limit,)


def constant_alone(row: Block) -> Complaints:
    """What is always in force is never declared at another time too."""
    if "constant" in timings(row) and len(timings(row)) > 1:
        yield Complaint("timing", "content.constant_alone", '"constant" alone', "combines constant with others")


def partner(row: Block) -> Complaints:
    """The named skill and the timing `with_skill` belong together (NW3-SKILL-24 i)."""
    if "with_skill" in timings(row) and row.with_skill is None:
        what = 'is missing, and timing "with_skill" needs it'
        yield Complaint("with_skill", "content.with_skill_mismatch", what=what)
    elif "with_skill" not in timings(row) and row.with_skill is not None:
        allowed, what = 'only with timing "with_skill"', "does not go with this timing"
        yield Complaint("with_skill", "content.with_skill_mismatch", allowed, what)


def waived(row: Block) -> Complaints:
    """Only a partner has a cost that this block can pay."""
    if row.cost_waived and "with_skill" not in timings(row):
        allowed, what = 'only with timing "with_skill"', "does not go with this timing"
        yield Complaint("cost_waived", CONFLICT, allowed, what)


def triggered(row: Block) -> Complaints:
    """A block that is tied to a Judge says to which and whose (NW3-SKILL-25)."""
    tied = [timing for timing in timings(row) if timing in TRIGGERED]
    if tied and row.trigger is None:
        what = f'is missing, and timing "{tied[0]}" needs it'
        yield Complaint("trigger", "content.trigger_needed", what=what)
    elif not tied and row.trigger is not None:
        yield Complaint("trigger", CONFLICT, f"only with timing {', '.join(TRIGGERED)}", "does not go with this timing")


def damage_judges(row: Block) -> Complaints:
    """A Damage Roll is one of four Judges (NW3-SKILL-24 h)."""
    if timings(row) == ("damage_roll",) and row.trigger is not None:
        for index, judge in enumerate(row.trigger.judges):
            if judge not in DAMAGE_JUDGES:
                yield Complaint(("trigger", "judges", index), BAD_VALUE, ", ".join(DAMAGE_JUDGES))


def check_fits_timing(row: Block) -> Complaints:
    """Nothing is rolled for Constant, and a Dodge Check answers an attack."""
    kind = row.check.kind
    if "constant" in timings(row) and kind != "automatic":
        yield Complaint(("check", "kind"), BAD_CHECK, '"automatic" with timing "constant"')
    elif kind == "dodge_check" and timings(row) != ("reaction",):
        yield Complaint(("check", "kind"), BAD_CHECK, '"dodge_check" only with timing "reaction"')


def attack_of_check(row: Block) -> Complaints:
    """A Hit Check is the check of one attack, and no other check is (NW3-SKILL-21)."""
    if not all(isinstance(effect, Part) for effect in row.effect):
        return  # one could not be read, and it may be the attack
    attacks = {index: effect for index, effect in enumerate(row.effect) if isinstance(effect, Attack)}
    if row.check.kind != "hit_check":
        for index in attacks:
            allowed, what = 'only with check "hit_check"', "does not go with this check"
            yield Complaint(("effect", index, "kind"), "content.attack_needed", allowed, what)
    elif len(attacks) != 1:
        what = f"has {len(attacks)} attacks" if attacks else 'has no attack, and check "hit_check" needs one'
        yield Complaint("effect", "content.attack_needed", "exactly one attack", what)
    for index, attack in attacks.items():
        if row.check.attack is not None and attack.attack != row.check.attack:
            yield Complaint(("effect", index, "attack"), BAD_CHECK, f'"{row.check.attack}" as in check')


def refer_text(row: Block) -> Complaints:
    """A target that the text tells needs the text."""
    if row.target.kind == "refer" and row.refer_text is None:
        yield Complaint("refer_text", "content.refer_text_needed", what='is missing, and target "refer" needs it')
    elif row.target.kind != "refer" and row.refer_text is not None:
        yield Complaint("refer_text", CONFLICT, 'only with target "refer"', "does not go with this target")


def reach(row: Block) -> Complaints:
    """Only Self needs no range, and only an attack has the range of a weapon (NW3-SKILL-31)."""
    if row.range == "none" and row.target.kind != "self":
        yield Complaint("range", BAD_RANGE, 'a range, or target "self"')
    elif row.target.kind == "self" and row.range not in ("none", "close"):
        yield Complaint("range", BAD_RANGE, '"none" or "close" with target "self"')
    elif row.range == "weapon" and row.check.kind != "hit_check":
        yield Complaint("range", BAD_RANGE, '"weapon" only for an attack')


def cost_fields(row: Cost) -> Complaints:
    """Points have an amount, a Bad Status its name, and only Poison a rating (NW3-SKILL-35)."""
    status = row.kind == "bad_status"
    for field, needed, allowed in (
        ("amount", not status, not status),
        ("reducible", False, not status),
        ("status", status, status),
        ("rating", row.status == "poison", row.status == "poison"),
    ):
        value = getattr(row, field)
        if needed and value is None:
            yield Complaint(field, BAD_COST, what="is missing, and this cost needs it")
        elif not allowed and value not in (None, False):
            yield Complaint(field, BAD_COST, "not with this cost", "does not go with this cost")


def one_cost_each(row: Block) -> Complaints:
    """The amounts of one pool stand in one entry."""
    seen = []
    for index, cost in enumerate(row.cost):
        what = (cost.kind, cost.status)
        if what in seen:
            yield Complaint(("cost", index, "kind"), BAD_COST, "one entry for each pool", "stands there twice")
        seen.append(what)


def constant_is_free(row: Block) -> Complaints:
    """What is never declared costs nothing."""
    if "constant" in timings(row) and row.cost:
        yield Complaint("cost", "content.constant_cost", 'none with timing "constant"', "is never paid")


def alternatives(row: Restrict) -> Complaints:
    """Every restriction but a prerequisite names what would do."""
    if row.kind == "skill":
        if row.any_of:
            yield Complaint("any_of", BAD_RESTRICT, 'not with kind "skill"', 'does not go with kind "skill"')
    elif not row.any_of:
        yield Complaint("any_of", "content.empty_any_of", "one or more matchers", "has no alternative")


def matcher_kinds(row: Restrict) -> Complaints:
    """A condition is matched by one condition or Bad Status, everything else by items (NW3-SKILL-40)."""
    for index, matcher in enumerate(row.any_of):
        words = [field for field in ("condition", "bad_status") if getattr(matcher, field) is not None]
        if row.kind == "condition" and (len(words) > 1 or named(matcher)):
            yield Complaint(("any_of", index), BAD_RESTRICT, "exactly one of condition, bad_status")
        elif row.kind != "condition" and words:
            yield Complaint(("any_of", index, words[0]), BAD_RESTRICT, 'only with kind "condition"')


def one_limit_each(row: Block) -> Complaints:
    """A unit has one limit."""
    seen: list[str] = []
    for index, limit in enumerate(limits(row)):
        if limit.per in seen:
            yield Complaint(("limit", index, "per"), "content.bad_limit", "each unit once", "stands there twice")
        seen.append(limit.per)


def some_effect(row: Block) -> Complaints:
    """A block does something, if only in prose."""
    if not row.effect:
        yield Complaint("effect", "content.no_effect", 'at least one effect, such as kind = "prose"', "is missing")


def never_constant(row: Block) -> Complaints:
    """Only what is Constant lasts as long as its block does."""
    for index, effect in enumerate(row.effect):
        if effect.duration == "constant" and "constant" not in timings(row):
            yield Complaint(("effect", index, "duration"), BAD_VALUE, 'only with timing "constant"')


def some_judges(row: Trigger) -> Complaints:
    """At least one kind of Judge."""
    if not row.judges:
        yield Complaint("judges", "content.trigger_needed", "at least one kind of Judge", "is empty")


BLOCK_CHECKS = (
    constant_alone,
    partner,
    waived,
    triggered,
    damage_judges,
    check_fits_timing,
    attack_of_check,
    refer_text,
    reach,
    one_cost_each,
    constant_is_free,
    one_limit_each,
    some_effect,
    never_constant,
)
