"""Fortresses of content: an Entrance, Areas and the Gates between them (NW3-FORT-16 to -18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.packs import Part, Ref
from rulewright.games.nw3.records.content_checks import no_repeats
from rulewright.games.nw3.records.fortress_checks import (
    AREA_CHECKS,
    FORTRESS_CHECKS,
    GATE_CHECKS,
    condition_fields,
    keyword_tries,
    opener_fields,
)
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.vocabulary import BOUNDS, Id, Name, Text

AreaKind: TypeAlias = Literal["normal", "object", "trap", "event", "enemy", "core", "entrance"]
GateKind: TypeAlias = Literal["normal", "one_way", "secret", "closed", "damaged"]
ConditionKind: TypeAlias = Literal["cost", "keyword", "item", "flag", "gm"]
OpenerKind: TypeAlias = Literal["clear_area", "object", "gm"]
Coordinate = Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]


class EntryCondition(Part, frozen=True, kw_only=True):
    """What the Entrance asks for: points, a word, an item, a fact or the referee's consent (NW3-DIVE-06)."""

    kind: ConditionKind
    pool: Literal["hp", "mp", "prana"] | None = None
    amount: Annotated[int, Meta(ge=1, le=999, extra=BOUNDS)] | None = None
    word: Name | None = None
    item: Annotated[str, Ref("item")] | None = None
    consume: bool = False
    flag: Id | None = None
    text: Text | None = None

    checks = (condition_fields,)


class Entrance(Part, frozen=True, kw_only=True):
    """The only way in; `exit` says that it is one as well (NW3-DIVE-09). `tries` bounds wrong keywords."""

    area: Id
    exit: bool = False
    mode: Literal["all", "any"] = "all"
    per: Literal["each", "party"] = "each"
    tries: Annotated[int, Meta(ge=1, le=99, extra=BOUNDS)] | None = None
    condition: tuple[EntryCondition, ...] = ()

    checks = (keyword_tries,)


class Area(Part, frozen=True, kw_only=True):
    """One place, played as a Scene; its id is unique in the Fortress, `x` and `y` are only for drawing."""

    id: Id
    name: Name
    name_ja: Name | None = None
    kind: AreaKind
    text: Text | None = None
    text_ja: Text | None = None
    event: Text | None = None
    event_ja: Text | None = None
    becomes: Literal["normal", "object"] | None = None
    objects: tuple[Annotated[str, Ref("object")], ...] = ()
    traps: tuple[Annotated[str, Ref("trap")], ...] = ()
    enemies: tuple[EnemyGroup, ...] = ()
    chart: Annotated[str, Ref("chart")] | None = None
    climax: bool = False
    x: Coordinate | None = None
    y: Coordinate | None = None

    checks = (*AREA_CHECKS, no_repeats("objects"), no_repeats("traps"))

    @property
    def after_event(self) -> Literal["normal", "object"]:
        """The kind that an Event Area becomes (NW3-FORT-08)."""
        return self.becomes or ("object" if self.objects else "normal")


class OpenBy(Part, frozen=True, kw_only=True):
    """What opens a Closed Gate (NW3-GATE-05)."""

    kind: OpenerKind
    area: Id | None = None
    object: Annotated[str, Ref("object")] | None = None

    checks = (opener_fields,)


class Gate(Part, frozen=True, kw_only=True):
    """A link between two different Areas; a Secret one without `reveal_event` asks for Danger Sense."""

    id: Id
    kind: GateKind
    from_: Id = msgspec.field(name="from")
    to: Id
    reveal_event: Id | None = None
    difficulty: Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)] | None = None
    open_by: tuple[OpenBy, ...] = ()
    uses: Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)] = 0

    checks = GATE_CHECKS

    def other(self, area: str) -> str:
        """The Area behind it, seen from one of its two."""
        return self.to if area == self.from_ else self.from_


class Fortress(Part, frozen=True, kw_only=True, dict=True):
    """A Lunar Casket with bulwarks: its Ruler, Logics, Entrance, Areas and Gates."""

    id: Id
    name: Name
    name_ja: Name | None = None
    ruler: Annotated[str, Ref("enemy")]
    hidden: bool = False
    moon_range: Text | None = None
    text: Text | None = None
    text_ja: Text | None = None
    logics: tuple[Annotated[str, Ref("logic")], ...] = ()
    entrance: Entrance
    area: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=99)]
    gate: Annotated[tuple[Gate, ...], Meta(max_length=299)] = ()

    checks = FORTRESS_CHECKS

    @cached_property
    def areas(self) -> Mapping[str, Area]:
        """Areas by id."""
        return {one.id: one for one in self.area}

    @cached_property
    def gates(self) -> Mapping[str, Gate]:
        """Gates by id."""
        return {one.id: one for one in self.gate}

    @cached_property
    def gates_at(self) -> Mapping[str, tuple[Gate, ...]]:
        """The Gates of each Area, in the order of the record."""
        return {id: tuple(one for one in self.gate if id in (one.from_, one.to)) for id in self.areas}
