"""What is in Areas: Objects, traps, Logics and charts (NW3-FORT-19, NW3-TRAP-14, NW3-LOGIC-10, NW3-FORT-21)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Part, Ref
from rulewright.games.nw3.casket_state import LogicScope as LogicScope
from rulewright.games.nw3.records.fortress_effects import EnemyGroup, PlaceEffect
from rulewright.games.nw3.records.place_checks import (
    OBJECT_CHECKS,
    constant_numbers,
    evading,
    every_total,
    interact_difficulty,
    lasting,
    names_of_places,
    no_laws,
    some_effect,
    someone,
    something,
)
from rulewright.games.nw3.records.vocabulary import BOUNDS, Id, JudgeStat, Name, Text

ObjectKind: TypeAlias = Literal["aura", "gate_release", "cache", "core", "prose"]
TrapTarget: TypeAlias = Literal["triggerer", "all", "random", "gm", "entrant"]
Difficulty = Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]


class Interact(Part, frozen=True, kw_only=True):
    """How an Object is operated; `uses` 0 is without limit."""

    action: Literal["free", "minor_action", "major_action"]
    stat: JudgeStat | None = None
    difficulty: Difficulty | None = None
    uses: Annotated[int, Meta(ge=0, le=999, extra=BOUNDS)] = 0

    checks = (interact_difficulty,)


class Destructible(Part, frozen=True, kw_only=True):
    """What an attack on an Object meets."""

    hp: Annotated[int, Meta(ge=1, le=9999, extra=BOUNDS)]
    pdef: Difficulty = 0
    mdef: Difficulty = 0


class Object(Part, frozen=True, kw_only=True):
    """A thing in an Area that has an effect (NW3-FORT-09)."""

    id: Id
    name: Name
    name_ja: Name | None = None
    kind: ObjectKind
    text: Text
    text_ja: Text | None = None
    visible: bool = True
    active_in_event: bool = False
    effect: tuple[PlaceEffect, ...] = ()
    gates: tuple[Id, ...] = ()
    interact: Interact | None = None
    items: tuple[Annotated[str, Ref("item")], ...] = ()
    valco: Annotated[int, Meta(ge=0, le=10**9, extra=BOUNDS)] = 0
    destroy_by: Literal["area_cleared", "damage", "gm"] | None = None
    destructible: Destructible | None = None

    checks = OBJECT_CHECKS


class Evade(Part, frozen=True, kw_only=True):
    """The Judge with which a target of a trap gets away, wholly or with half of the damage (NW3-TRAP-07)."""

    stat: JudgeStat
    difficulty: Difficulty | None = None
    against: Literal["attack"] | None = None
    on_success: Literal["none", "half"]


class Trap(Part, frozen=True, kw_only=True):
    """A trap: Difficulties to find it and to stop it, whom it strikes and how."""

    id: Id
    name: Name
    name_ja: Name | None = None
    text: Text
    text_ja: Text | None = None
    detection: Difficulty
    removal: Difficulty
    target: TrapTarget
    evade: Evade | None = None
    resets: bool = False
    effect: tuple[PlaceEffect, ...] = ()

    checks = (some_effect, no_laws, names_of_places, evading)


class Logic(Part, frozen=True, kw_only=True):
    """A law that holds inside one Lunar Casket (NW3-LOGIC-01)."""

    id: Id
    name: Name
    name_ja: Name | None = None
    text: Text
    text_ja: Text | None = None
    scope: LogicScope
    removable: bool = True
    known: bool = True
    effect: tuple[PlaceEffect, ...] = ()

    checks = (some_effect, lasting, constant_numbers, names_of_places)


class ChartEntry(Part, frozen=True, kw_only=True):
    """What happens on these totals."""

    from_: Annotated[int, Meta(ge=1, le=100, extra=BOUNDS)] = msgspec.field(name="from")
    to: Annotated[int, Meta(ge=1, le=100, extra=BOUNDS)]
    text: Text | None = None
    text_ja: Text | None = None
    enemies: tuple[EnemyGroup, ...] = ()
    trap: Annotated[str, Ref("trap")] | None = None
    object: Annotated[str, Ref("object")] | None = None
    valco: Annotated[int, Meta(ge=0, le=10**9, extra=BOUNDS)] = 0

    checks = (something,)


class Chart(Part, frozen=True, kw_only=True):
    """What can happen in an Area or who can be met there, by dice or by choice (NW3-FORT-06)."""

    id: Id
    name: Name
    name_ja: Name | None = None
    use: Literal["area_event", "enemy"]
    dice: Literal["1d6", "2d6", "1d100"]
    entry: Annotated[tuple[ChartEntry, ...], Meta(min_length=1)]

    checks = (every_total, someone)
