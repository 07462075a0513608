"""The content of Cairn: gear, spells, relics, backgrounds, monsters, hirelings and traits, as packs give them.

Field names are those of the TOML files. Dice stay text; `damage_dice` and `roll_dice` take them apart.
A field that ends in `_fi` is the Finnish twin of the one before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.packs import BAD_DICE, Library, Part, Ref, otherwise
from rulewright.games.cairn.content_checks import (
    BOOKS,
    ammunition,
    belongs_to,
    book_hands,
    book_size,
    charges_at_start,
    entries_for,
    held_in_hands,
    needs,
    only_with,
    power_or_spell,
    same_length,
    table_die,
)
from rulewright.games.cairn.content_dice import (
    DAMAGE_ALLOWED,
    DAMAGE_PATTERN,
    ROLL_ALLOWED,
    ROLL_PATTERN,
    damage_dice,
    roll_dice,
)

__all__ = [
    "AbilityBonus",
    "Attack",
    "Background",
    "BackgroundTable",
    "CairnContent",
    "Critical",
    "Defaults",
    "Effect",
    "HirelingRole",
    "Item",
    "ItemGrant",
    "Monster",
    "Morale",
    "Pack",
    "Recharge",
    "Relic",
    "Spell",
    "TableOption",
    "TraitTable",
    "damage_dice",
    "roll_dice",
]

_OVER_CAP = otherwise(over="content.armor_over_cap")  # CRN-ARMOR-04
_ID_WORDS = otherwise(noun="an id", allowed="2 to 40 of a-z 0-9 _, a letter first")
_DAMAGE_WORDS = otherwise(BAD_DICE, "a damage expression", DAMAGE_ALLOWED)
_ROLL_WORDS = otherwise(BAD_DICE, "a roll", ROLL_ALLOWED)
_RESTORES_PATTERN = f"^(all|[1-9][0-9]?|{ROLL_PATTERN.strip('^$')})$"
_RESTORES_WORDS = otherwise(BAD_DICE, "a number of charges", f'"all", 1 to 99 as a text, or a roll ({ROLL_ALLOWED})')

Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]{1,39}$", extra=_ID_WORDS)]
Name = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]
Damage = Annotated[str, Meta(pattern=DAMAGE_PATTERN, description=f"Damage: {DAMAGE_ALLOWED}.", extra=_DAMAGE_WORDS)]
Dice = Annotated[str, Meta(pattern=ROLL_PATTERN, description=f"A roll: {ROLL_ALLOWED}.", extra=_ROLL_WORDS)]
Restores = Annotated[str, Meta(pattern=_RESTORES_PATTERN, extra=_RESTORES_WORDS)]
Version = Annotated[
    str,
    Meta(
        pattern=r"^(0|[1-9][0-9]{0,5})(\.(0|[1-9][0-9]{0,5})){2}$",
        extra=otherwise(noun="a version", allowed="three numbers: N.N.N"),
    ),
]
Size = Annotated[Literal["petty", "normal", "bulky"], Meta(description="Slots: petty 0, normal 1, bulky 2.")]
Hands = Annotated[int, Meta(ge=0, le=2)]
Score = Annotated[int, Meta(ge=1, le=30)]
Uses = Annotated[int, Meta(ge=1, le=99)]
AbilityName = Literal["STR", "DEX", "WIL"]
Range = Literal["melee", "ranged", "both"]

NOT_GIVEN = -1


class Pack(Part, frozen=True, kw_only=True):
    """The header of a pack: stands in exactly one of its files."""

    id: Id
    title: Name
    title_fi: Name | None = None
    version: Version
    language: Annotated[Text, Meta(description="The language of the fields without an ending, such as en.")]
    ruleset: Literal["cairn"]


class Defaults(Part, frozen=True, kw_only=True):
    """Dice that the rules name but do not give."""

    rations_dice: Dice = "1d6"
    gold_dice: Dice = "3d6"
    age_dice: Dice = "2d20+10"
    pc_ability_dice: Dice = "3d6"
    pc_hp_dice: Dice = "1d6"


class Effect(Part, frozen=True, kw_only=True):
    """One thing that a spell or critical damage does: `op` and the fields of that op.

    add_fatigue: amount. lose_ability: ability, dice. condition: condition. text: text. dies, stabilise: nothing.
    """

    op: Literal["add_fatigue", "lose_ability", "condition", "dies", "stabilise", "text"]
    amount: Annotated[int, Meta(ge=1, le=5)] | None = None
    ability: AbilityName | None = None
    dice: Dice | None = None
    condition: Id | None = None
    text: Text | None = None
    text_fi: Text | None = None

    checks = (
        belongs_to("op", "amount", "add_fatigue", needed=True),
        belongs_to("op", "ability", "lose_ability", needed=True),
        belongs_to("op", "dice", "lose_ability", needed=True),
        belongs_to("op", "condition", "condition", needed=True),
        belongs_to("op", "text", "text", needed=True),
        belongs_to("op", "text_fi", "text"),
    )


class Critical(Part, frozen=True, kw_only=True):
    """What critical damage by this attack does besides (CRN-CRIT-07)."""

    text: Text
    text_fi: Text | None = None
    effects: tuple[Effect, ...] = ()


class Item(Part, frozen=True, kw_only=True):
    """A piece of gear. Weapons need damage and range; armor needs armor, armor_mode and active_when."""

    id: Id
    name: Name
    name_fi: Name | None = None
    kind: Literal["weapon", "armor", "healing", "light", "tool", "ration", "container", "misc", "spellbook", "scroll"]
    size: Size = "normal"
    hands: Annotated[Hands, Meta(description="Hands it takes: 1 where not given, 0 for armor that is worn.")] = (
        msgspec.field(default_factory=lambda: NOT_GIVEN)
    )
    damage: Damage | None = None
    range: Range | None = None
    blast: Annotated[bool, Meta(description="Hits every target in an area, each with its own roll.")] = False
    blast_area: Text | None = None
    blast_area_fi: Text | None = None
    armor: Annotated[int, Meta(ge=1, le=3, extra=_OVER_CAP)] | None = None
    armor_mode: (
        Annotated[Literal["base", "bonus"], Meta(description="The best base counts, and every bonus is added.")] | None
    ) = None
    active_when: Literal["worn", "held"] | None = None
    uses: Annotated[Uses, Meta(description="Uses until it is spent; unlimited where not given.")] | None = None
    ammo_tracked: bool = False
    stabilises: bool = False
    capacity: Annotated[int, Meta(ge=1, le=40, description="Slots inside.")] | None = None
    spell: Annotated[str, Ref("spells")] | None = None
    quirk: Text | None = None
    quirk_fi: Text | None = None
    readable: Annotated[Text, Meta(description="When a book can be read.")] = "always"
    readable_fi: Text | None = None
    critical: Critical | None = None
    price: Annotated[int, Meta(ge=0, le=100_000, description="In gold; not for sale where not given.")] | None = None

    checks = (
        book_size,
        book_hands,
        belongs_to("kind", "damage", "weapon", needed=True),
        belongs_to("kind", "range", "weapon", needed=True),
        only_with("blast_area", "blast"),
        only_with("blast_area_fi", "blast_area"),
        belongs_to("kind", "armor", "armor", needed=True),
        belongs_to("kind", "armor_mode", "armor", needed=True),
        belongs_to("kind", "active_when", "armor", needed=True),
        held_in_hands,
        belongs_to("kind", "stabilises", "healing"),
        ammunition,
        needs("ammo_tracked", "uses"),
        belongs_to("kind", "capacity", "container", needed=True),
        belongs_to("kind", "spell", *BOOKS, needed=True),
        belongs_to("kind", "quirk", *BOOKS),
        belongs_to("kind", "readable", *BOOKS, unset="always"),
        belongs_to("kind", "critical", "weapon"),
    )

    def __post_init__(self) -> None:
        if self.hands == NOT_GIVEN:  # CRN-SLOT-03: what is worn takes no hand
            msgspec.structs.force_setattr(self, "hands", 0 if self.active_when == "worn" else 1)


class Spell(Part, frozen=True, kw_only=True):
    """A spell, as spellbooks, scrolls and relics carry it."""

    id: Id
    name: Name
    name_fi: Name | None = None
    text: Text
    text_fi: Text | None = None
    targets: Literal["self", "one", "several", "area"]
    duration: Text
    duration_fi: Text | None = None
    damage: Damage | None = None
    blast: bool = False
    save: Annotated[AbilityName, Meta(description="The ability with which a target saves.")] | None = None
    effects: tuple[Effect, ...] = ()

    checks = (needs("blast", "damage"),)


class Recharge(Part, frozen=True, kw_only=True):
    """What brings charges back, and how many (CRN-RELIC-02); the referee says whether it was done."""

    condition: Text
    condition_fi: Text | None = None
    restores: Restores
    check: Literal["referee"] = "referee"


class Relic(Part, frozen=True, kw_only=True):
    """A thing with a power of its own, or with a spell."""

    id: Id
    name: Name
    name_fi: Name | None = None
    size: Size = "normal"
    hands: Hands = 1
    power: Text | None = None
    power_fi: Text | None = None
    spell: Annotated[str, Ref("spells")] | None = None
    charges_max: Annotated[Uses, Meta(description="Unlimited where not given.")] | None = None
    charges_start: Annotated[int, Meta(ge=0, le=99, description="charges_max where not given.")] | None = None
    recharge: Recharge | None = None
    wil_save: bool = False

    checks = (
        power_or_spell,
        only_with("power_fi", "power"),
        only_with("charges_start", "charges_max"),
        charges_at_start,
        only_with("recharge", "charges_max"),
    )

    def __post_init__(self) -> None:
        if self.charges_start is None:
            msgspec.structs.force_setattr(self, "charges_start", self.charges_max)


class ItemGrant(Part, frozen=True):
    """Items that somebody starts with."""

    item: Annotated[str, Ref("items")]
    quantity: Annotated[int, Meta(ge=1, le=20)] = 1


class AbilityBonus(Part, frozen=True):
    """A change of one ability at creation."""

    name: AbilityName
    add: Annotated[int, Meta(ge=-3, le=3)]


class TableOption(Part, frozen=True, kw_only=True):
    """One answer to a question of a background, and what it gives."""

    text: Text
    text_fi: Text | None = None
    items: tuple[ItemGrant, ...] = ()
    relics: tuple[Annotated[str, Ref("relics")], ...] = ()
    hireling: Annotated[str, Ref("hireling_roles")] | None = None
    gold: Annotated[int, Meta(ge=-1000, le=1000)] = 0
    max_hp: Annotated[int, Meta(ge=-3, le=6)] = 0
    ability: AbilityBonus | None = None


class BackgroundTable(Part, frozen=True, kw_only=True):
    """A question of a background, with an answer for each side of its die."""

    question: Text
    question_fi: Text | None = None
    die: Dice
    options: tuple[TableOption, ...]

    checks = (table_die, entries_for("options"))


class Background(Part, frozen=True, kw_only=True):
    """An origin: names, items, and tables to roll on. Dice not given are those of the defaults."""

    id: Id
    name: Name
    name_fi: Name | None = None
    names: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=100)]
    items: tuple[ItemGrant, ...]
    gold_dice: Dice | None = None
    rations_dice: Dice | None = None
    tables: Annotated[tuple[BackgroundTable, ...], Meta(max_length=6)]


class Attack(Part, frozen=True, kw_only=True):
    """An attack of a monster."""

    id: Id
    name: Name
    name_fi: Name | None = None
    damage: Damage
    range: Range
    blast: bool = False
    area: Text | None = None
    area_fi: Text | None = None
    cooldown_rounds: Annotated[int, Meta(ge=0, le=10)] = 0
    critical: Critical | None = None

    checks = (only_with("area_fi", "area"),)


class Morale(Part, frozen=True, kw_only=True):
    """Whose WIL a group of these monsters saves with (CRN-MORALE-05)."""

    mode: Literal["own_wil", "leader_wil", "never"] = "own_wil"
    leader: Annotated[str, Ref("monsters")] | None = None

    checks = (belongs_to("mode", "leader", "leader_wil", needed=True),)


class Monster(Part, frozen=True, kw_only=True):
    """A creature of the referee."""

    id: Id
    name: Name
    name_fi: Name | None = None
    hp: Annotated[int, Meta(ge=1, le=99)]
    armor: Annotated[int, Meta(ge=0, le=3, extra=_OVER_CAP)] = 0
    str: Score
    dex: Score
    wil: Score
    detachment: Annotated[bool, Meta(description="A large group that fights as one.")] = False
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=1, max_length=8)]
    morale: Morale = Morale()
    traits: tuple[Text, ...] = ()
    traits_fi: tuple[Text, ...] | None = None

    checks = (same_length("traits"),)


class HirelingRole(Part, frozen=True, kw_only=True):
    """A kind of hireling, with wage and gear."""

    id: Id
    name: Name
    name_fi: Name | None = None
    wage: Annotated[int, Meta(ge=0, le=10_000, description="In gold for each wage_period.")]
    wage_period: Literal["day", "week", "job"]
    items: tuple[ItemGrant, ...] = ()
    skills: tuple[Text, ...] = ()
    skills_fi: tuple[Text, ...] | None = None
    heals_abilities: Annotated[bool, Meta(description="Counts as the expert of an extended rest.")] = False

    checks = (same_length("skills"),)


class TraitTable(Part, frozen=True, kw_only=True):
    """A table that fleshes out a character, with an entry for each side of its die."""

    id: Id
    name: Name
    name_fi: Name | None = None
    die: Dice
    entries: tuple[Text, ...]
    entries_fi: tuple[Text, ...] | None = None

    checks = (table_die, entries_for("entries"), same_length("entries"))


class CairnContent(Library, frozen=True, kw_only=True, dict=True):
    """The content of a Cairn pack."""

    pack: Pack
    defaults: Defaults = Defaults()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    relics: tuple[Relic, ...] = ()
    backgrounds: tuple[Background, ...] = ()
    monsters: tuple[Monster, ...] = ()
    hireling_roles: tuple[HirelingRole, ...] = ()
    trait_tables: tuple[TraitTable, ...] = ()

    @cached_property
    def items_by_id(self) -> Mapping[str, Item]:
        """Gear by id."""
        return self.by_id(Item)

    @cached_property
    def spells_by_id(self) -> Mapping[str, Spell]:
        """Spells by id."""
        return self.by_id(Spell)

    @cached_property
    def relics_by_id(self) -> Mapping[str, Relic]:
        """Relics by id."""
        return self.by_id(Relic)

    @cached_property
    def backgrounds_by_id(self) -> Mapping[str, Background]:
        """Backgrounds by id."""
        return self.by_id(Background)

    @cached_property
    def monsters_by_id(self) -> Mapping[str, Monster]:
        """Monsters by id."""
        return self.by_id(Monster)

    @cached_property
    def hireling_roles_by_id(self) -> Mapping[str, HirelingRole]:
        """Roles of hirelings by id."""
        return self.by_id(HirelingRole)

    @cached_property
    def trait_tables_by_id(self) -> Mapping[str, TraitTable]:
        """Trait tables by id."""
        return self.by_id(TraitTable)
