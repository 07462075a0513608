"""Creatures of Cairn's content: what they attack with, and whose WIL they stand or flee by."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.pack_checks import belongs_to
from rulewright.engine.packs import MISSING_FIELD, Part, Ref
from rulewright.games.cairn.content_checks import only_with, same_length
from rulewright.games.cairn.content_fields import OVER_CAP, Damage, Id, Name, Range, Score, Text
from rulewright.games.cairn.content_gear import Critical


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

    checks = (belongs_to("mode", "leader", "leader_wil", needed=MISSING_FIELD),)


class Monster(Part, frozen=True, kw_only=True):
    """A creature of the referee."""

    id: Id
    name: Name
    name_fi: Name | None = None
    hp: Annotated[int, Meta(ge=1, le=99)]
    armor: Annotated[int, Meta(ge=0, le=3, extra=OVER_CAP)] = 0
    str: Score
    dex: Score
    wil: Score
    detachment: Annotated[bool, Meta(description="A large group that fights as one.")] = False
    attacks: Annotated[tuple[Attack, ...], Meta(min_length=1, max_length=8)]
    morale: Morale = Morale()
    traits: tuple[Text, ...] = ()
    traits_fi: tuple[Text, ...] | None = None

    checks = (same_length("traits"),)
