"""Things of Cairn's content and what they do: gear, spells and relics, with the effects of spells and criticals."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from rulewright.engine.pack_checks import belongs_to
from rulewright.engine.packs import MISSING_FIELD, Part, Ref
from rulewright.games.cairn.content_checks import (
    BOOKS,
    ammunition,
    book_hands,
    book_size,
    charges_at_start,
    held_in_hands,
    needs,
    only_with,
    power_or_spell,
)
from rulewright.games.cairn.content_fields import (
    OVER_CAP,
    AbilityName,
    Damage,
    Dice,
    Hands,
    Id,
    Name,
    Range,
    Restores,
    Size,
    Text,
    Uses,
)

NOT_GIVEN = -1


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
        belongs_to("op", "amount", "add_fatigue", needed=MISSING_FIELD),
        belongs_to("op", "ability", "lose_ability", needed=MISSING_FIELD),
        belongs_to("op", "dice", "lose_ability", needed=MISSING_FIELD),
        belongs_to("op", "condition", "condition", needed=MISSING_FIELD),
        belongs_to("op", "text", "text", needed=MISSING_FIELD),
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
    armor: Annotated[int, Meta(ge=1, le=3, extra=OVER_CAP)] | None = None
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
        belongs_to("kind", "damage", "weapon", needed=MISSING_FIELD),
        belongs_to("kind", "range", "weapon", needed=MISSING_FIELD),
        only_with("blast_area", "blast"),
        only_with("blast_area_fi", "blast_area"),
        belongs_to("kind", "armor", "armor", needed=MISSING_FIELD),
        belongs_to("kind", "armor_mode", "armor", needed=MISSING_FIELD),
        belongs_to("kind", "active_when", "armor", needed=MISSING_FIELD),
        held_in_hands,
        belongs_to("kind", "stabilises", "healing"),
        ammunition,
        needs("ammo_tracked", "uses"),
        belongs_to("kind", "capacity", "container", needed=MISSING_FIELD),
        belongs_to("kind", "spell", *BOOKS, needed=MISSING_FIELD),
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
