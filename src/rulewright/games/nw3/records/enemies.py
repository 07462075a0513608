"""NPCs and enemies of content: Guests, Mobs, Extras and enemies (NW3-ENEMY-17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from rulewright.engine.pack_checks import belongs_to
from rulewright.engine.packs import MISSING_FIELD, Part, Ref
from rulewright.games.nw3.options import Attribute, Stat
from rulewright.games.nw3.records.content_checks import no_repeats
from rulewright.games.nw3.records.enemy_checks import ENEMY_CHECKS
from rulewright.games.nw3.records.vocabulary import BOUNDS, AttackKind, Id, Level, Name, Text, WeaponRange, WeaponType
from rulewright.games.nw3.state import Element, Status

EnemyCategory: TypeAlias = Literal["guest", "mob", "extra", "enemy"]
Score = Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]
StatNumber = Annotated[int, Meta(ge=-99, le=999, extra=BOUNDS)]


class NaturalAttack(Part, frozen=True, kw_only=True):
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


class KnownSkill(Part, frozen=True, kw_only=True):
    """A skill with its SL, of any class (NW3-ENEMY-11)."""

    skill: Annotated[str, Ref("skill")]
    sl: Level = 1


class Attacker(Part, frozen=True, kw_only=True):
    """One who is expected to attack a Boss: `attack` and the hits of one round (NW3-ENEMY-15)."""

    name: Name
    attack: Annotated[int, Meta(ge=0, le=999, extra=BOUNDS)]
    against: Literal["pdef", "mdef"]
    attacks: Annotated[int, Meta(ge=1, le=9, extra=BOUNDS)] = 1
    hit_percent: Annotated[int, Meta(ge=0, le=100, extra=BOUNDS)] = 100


class Plan(Part, frozen=True, kw_only=True):
    """How long a fight with a Boss shall last, and against whom: advice on its HP, not used in play."""

    rounds: Annotated[int, Meta(ge=1, le=99, extra=BOUNDS)]
    method: Literal["simple", "exact_2d6"] | None = None
    attackers: tuple[Attacker, ...] = ()


class Changes(Part, frozen=True, kw_only=True):
    """What the referee added to the build of a Guest (NW3-ENEMY-03)."""

    note: Text | None = None
    stats: Mapping[Stat, StatNumber] = {}
    cl: StatNumber = 0
    hp: StatNumber = 0
    mp: StatNumber = 0


class Enemy(Part, frozen=True, kw_only=True):
    """A character of the referee. Which fields it needs follows from its category (NW3-ENEMY-17).

    Its plain attacks follow from the combat stats and `range`, unless it has `attacks` of its own. One with a
    `second_element` has two; without it, the first twice.
    """

    id: Id
    name: Name
    name_ja: Name | None = None
    category: EnemyCategory
    side: Literal["foe", "ally", "neutral"] = "foe"
    emulator: bool = False
    wizard: bool = False
    innocent: bool = False
    boss: bool = False
    ruler: bool = False
    incomplete: bool = False
    auto_hit: bool = False
    classes: tuple[str, ...] = ()
    elements: tuple[Element, ...] = ()
    cl: Level | None = None
    bonus_attribute: Attribute | None = None
    bp: Mapping[Stat, Annotated[int, Meta(ge=0, le=99, extra=BOUNDS)]] = {}
    changes: Changes | None = None
    element: Element | None = None
    second_element: Element | None = None
    awareness: Score | None = None
    attributes: Mapping[Attribute, Score] = {}
    stats: Mapping[Stat, StatNumber] = {}
    hp: Annotated[int, Meta(ge=1, le=99999, extra=BOUNDS)] | None = None
    mp: Annotated[int, Meta(ge=0, le=99999, extra=BOUNDS)] | None = None
    hits_to_defeat: Annotated[int, Meta(ge=1, le=99, extra=BOUNDS)] | None = None
    count: Annotated[int, Meta(ge=1, le=9999, extra=BOUNDS)] | None = None
    range: Literal["close", "short", "long"] = "close"
    attacks: tuple[NaturalAttack, ...] = ()
    skills: tuple[Annotated[str, Ref("skill")] | KnownSkill, ...] = ()
    items: tuple[Annotated[str, Ref("item")], ...] = ()
    prana: Score = 0
    prana_rule: Text | None = None
    calamity: bool = False
    calamity_allowed: bool = False
    hidden: bool = False
    text: Text | None = None
    text_ja: Text | None = None
    plan: Plan | None = None

    checks = (no_repeats("skills"), *ENEMY_CHECKS)

    @property
    def skill_levels(self) -> Mapping[str, int]:
        """The SL of each skill; one that is only named has SL 1."""
        return dict((one, 1) if isinstance(one, str) else (one.skill, one.sl) for one in self.skills)
