"""The content of Night Wizard 3rd Edition: skills, items, enemies and Fortresses, as packs give them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.packs import Library, Part
from rulewright.games.nw3.records import content_warnings
from rulewright.games.nw3.records.content_blocks import Skill
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortress_links import LINK_CHECKS
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.library_checks import formula_cycles, prerequisite_cycles
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap
from rulewright.games.nw3.records.vocabulary import BOUNDS, Id, Name, Text


class Pack(Part, frozen=True, kw_only=True):
    """The header of a pack: stands in exactly one of its files (NW3-SKILL-53)."""

    id: Id
    name: Name
    name_ja: Name | None = None
    ruleset: Literal["nw3"]
    version: Annotated[int, Meta(ge=1, extra=BOUNDS)]
    text: Text | None = None
    text_ja: Text | None = None


class Nw3Content(Library, frozen=True, kw_only=True, dict=True):
    """The content of a pack; its tables are its fields, such as `[[skill]]` and `[[fortress]]`."""

    pack: Pack
    skill: tuple[Skill, ...] = ()
    item: tuple[Item, ...] = ()
    enemy: tuple[Enemy, ...] = ()
    fortress: tuple[Fortress, ...] = ()
    object: tuple[Object, ...] = ()
    trap: tuple[Trap, ...] = ()
    logic: tuple[Logic, ...] = ()
    chart: tuple[Chart, ...] = ()

    checks = (prerequisite_cycles, formula_cycles, *LINK_CHECKS)
    warnings = (content_warnings.warnings,)

    @cached_property
    def skills_by_id(self) -> Mapping[str, Skill]:
        """Skills by id."""
        return self.by_id(Skill)

    @cached_property
    def items_by_id(self) -> Mapping[str, Item]:
        """Items by id."""
        return self.by_id(Item)

    @cached_property
    def enemies_by_id(self) -> Mapping[str, Enemy]:
        """NPCs and enemies by id."""
        return self.by_id(Enemy)
