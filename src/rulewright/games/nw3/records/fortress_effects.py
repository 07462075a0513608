"""Effects of traps, Objects and Logics beside those of blocks (NW3-FORT-20)."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import BAD_VALUE, CONFLICT, UNKNOWN_REF, Complaint, Part, Ref
from rulewright.games.nw3.records.content_checks import Reads
from rulewright.games.nw3.records.effect import COMMON, Effect, Instant
from rulewright.games.nw3.records.effects import AnyEffect
from rulewright.games.nw3.records.tables import PRANA_USES
from rulewright.games.nw3.records.vocabulary import BOUNDS, Amount, AttackKind, Category, Id, ItemClass

BanWord: TypeAlias = Literal[
    "move_action",
    "minor_action",
    "major_action",
    "reaction",
    "withdraw",
    "cover_up",
    "fly",
    "lunar_robe_swap",
    "skill_category",
    "item_class",
    "any_seven",
    "prana_use",
]
TickAt: TypeAlias = Literal["setup", "cleanup", "area_enter", "scene_end"]


REMOVAL: Final = "remove_lunar_logic"
"""The use of Prana that no Logic can forbid (NW3-LOGIC-06)."""


def known_use(row: Ban) -> Complaints:
    """A use of Prana is one of the rules', and no Logic forbids its own removal (NW3-LOGIC-06)."""
    if row.use == REMOVAL:
        allowed, what = "another use of Prana", "can never be forbidden"
        yield Complaint("use", "content.ban_removal", allowed, what)
    elif row.use is not None and row.use not in PRANA_USES:
        yield Complaint(
            "use", UNKNOWN_REF, ", ".join(use for use in PRANA_USES if use != REMOVAL), "is no use of Prana"
        )


def ban_fields(row: Ban) -> Complaints:
    """A category and an item class are named with their words, and only with them."""
    for field, value, word, needed in (
        ("category", row.category, "skill_category", True),
        ("class", row.class_, "item_class", True),
        ("use", row.use, "prana_use", False),
    ):
        if word in row.what and needed and value is None:
            yield Complaint(field, CONFLICT, what=f'is missing, and "{word}" needs it')
        elif word not in row.what and value is not None:
            yield Complaint(field, CONFLICT, f'only with "{word}" in what', f'stands without "{word}"')


def one_tick(row: Tick) -> Complaints:
    """A tick is one thing that happens at once."""
    if isinstance(row.effect, Tick):
        yield Complaint(("effect", "kind"), "content.tick_nested", "any effect but a tick", "is a tick in a tick")
    elif row.effect.lasts != "instant":
        allowed, what = "an effect that happens at once", "lasts"
        yield Complaint(("effect", "kind"), BAD_VALUE, allowed, what)


class EnemyGroup(Part, frozen=True, kw_only=True):
    """So many enemies of one record; `hidden` ones are not declared."""

    enemy: Annotated[str, Ref("enemy")]
    count: Annotated[int, Meta(ge=1, le=20, extra=BOUNDS)] = 1
    hidden: bool = False


class TrapAttack(Instant, frozen=True, kw_only=True, tag="trap_attack"):
    """A Judge of 2d6 + `value` against the PDEF or MDEF Judge of each target; the rest is HP Damage."""

    damage: AttackKind
    value: Amount

    checks = (*COMMON, Reads("value"))


class MoveToArea(Instant, frozen=True, kw_only=True, tag="move_to_area"):
    """Puts the target into an Area without Gates."""

    fortress: Annotated[str, Ref("fortress")]
    area: Id


class SetGate(Instant, frozen=True, kw_only=True, tag="set_gate"):
    """Opens, closes or damages a Gate (NW3-GATE-07)."""

    fortress: Annotated[str, Ref("fortress")]
    gate: Id
    state: Literal["open", "closed", "damaged"]


class StartCombat(Instant, frozen=True, kw_only=True, tag="start_combat"):
    """Enemies come and Round Progression starts in this Area."""

    enemies: Annotated[tuple[EnemyGroup, ...], Meta(min_length=1)]


class Ban(Effect, frozen=True, kw_only=True, tag="ban"):
    """Forbids kinds of action; only in Logics (NW3-LOGIC-05). `use` is the id of a use of Prana."""

    what: Annotated[tuple[BanWord, ...], Meta(min_length=1)]
    category: Category | None = None
    class_: ItemClass | None = msgspec.field(default=None, name="class")
    use: Id | None = None

    checks = (*COMMON, known_use, ban_fields)


class Tick(Effect, frozen=True, kw_only=True, tag="tick"):
    """One instant effect at a fixed point; only in Logics and auras. A `tick` at cleanup comes after Bad Statuses."""

    at: TickAt
    effect: AnyEffect | Tick

    checks = (*COMMON, one_tick)


class ImposeLogic(Instant, frozen=True, kw_only=True, tag="impose_logic"):
    """Adds a Logic to this Lunar Casket."""

    logic: Annotated[str, Ref("logic")]


PlaceEffect: TypeAlias = AnyEffect | TrapAttack | MoveToArea | SetGate | StartCombat | Ban | Tick | ImposeLogic
OWN_KINDS: Final = (TrapAttack, MoveToArea, SetGate, StartCombat, Ban, Tick, ImposeLogic)
"""The kinds of effects that are no blocks' (NW3-FORT-20)."""
