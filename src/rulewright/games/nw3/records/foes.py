"""Foes of content: the finished numbers of characters whom the referee controls."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.pack_checks import belongs_to
from rulewright.engine.packs import MISSING_FIELD, Part, Ref
from rulewright.games.nw3.records.content_checks import no_repeats
from rulewright.games.nw3.records.vocabulary import BOUNDS, AttackKind, Id, Level, Name, Text, WeaponRange, WeaponType
from rulewright.games.nw3.state import Element, Status

Score = Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]
Stat = Annotated[int, Meta(ge=-99, le=999, extra=BOUNDS)]


class FoeAttributes(Part, frozen=True, kw_only=True):
    """The six Attributes, of which only those that matter are given."""

    strength: Score = 0
    finesse: Score = 0
    awareness: Score = 0
    knowledge: Score = 0
    spirit: Score = 0
    luck: Score = 0


class FoeStats(Part, frozen=True, kw_only=True):
    """The eight Combat Stats as they are in play."""

    pacc: Stat
    macc: Stat
    eva: Stat
    spd: Stat
    patk: Stat
    matk: Stat
    pdef: Stat
    mdef: Stat


class FoeAttack(Part, frozen=True, kw_only=True):
    """A plain attack, used like one with a weapon that adds `bonus` to the Damage Roll.

    `damage` is the kind of damage where it is not that of the attack, `status` a Bad Status that comes with a hit.
    """

    id: Id
    name: Name
    name_ja: Name | None = None
    attack: AttackKind = "physical"
    type: WeaponType = "melee"
    range: WeaponRange = "close"
    bonus: Annotated[int, Meta(ge=-99, le=99, extra=BOUNDS)] = 0
    damage: AttackKind | None = None
    element: Element | None = None
    status: Status | None = None
    rating: Annotated[int, Meta(ge=1, le=99, extra=BOUNDS)] | None = None

    checks = (belongs_to("status", "rating", "poison", needed=MISSING_FIELD),)


class FoeSkill(Part, frozen=True, kw_only=True):
    """A skill that a foe has, of any class (NW3-ENEMY-11)."""

    skill: Annotated[str, Ref("skill")]
    sl: Level = 1


class Foe(Part, frozen=True, kw_only=True):
    """A character of the referee; without a second Element it has the first twice."""

    id: Id
    name: Name
    name_ja: Name | None = None
    kind: Literal["boss", "enemy", "mob", "npc"]
    element_first: Element
    element_second: Element | None = None
    cl: Level = 1
    attributes: FoeAttributes = FoeAttributes()
    stats: FoeStats
    body: Annotated[int, Meta(ge=1, le=9999, extra=BOUNDS)]
    mind: Annotated[int, Meta(ge=0, le=9999, extra=BOUNDS)] = 0
    prana: Score = 0
    attacks: tuple[FoeAttack, ...] = ()
    skills: tuple[FoeSkill, ...] = ()
    hidden: bool = False
    text: Text | None = None
    text_ja: Text | None = None

    checks = (no_repeats("skills"),)

    @property
    def elements(self) -> tuple[Element, Element]:
        """The first and the second Element."""
        return self.element_first, self.element_second or self.element_first
