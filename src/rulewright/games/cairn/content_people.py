"""People of Cairn's content: backgrounds with their tables, hirelings for a wage, and traits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.packs import Part, Ref
from rulewright.games.cairn.content_checks import entries_for, same_length, table_die
from rulewright.games.cairn.content_fields import AbilityName, Dice, Id, Name, Text


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
