"""The rows of the tables of the rules that are found by an id."""

from __future__ import annotations

from typing import Literal

import msgspec

from rulewright.games.nw3.options import Attribute, Stat
from rulewright.games.nw3.state import Element, Process, Status


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Any table of the file."""


class ClassRow(Row, frozen=True, kw_only=True):
    """A class: what it adds to the Attributes, to the eight Combat Stats, to Body and to Mind (NW3-CHAR-04, -06)."""

    id: str
    name: str
    name_ja: str
    name_fi: str = ""
    name_zh: str = ""
    attributes: dict[Attribute, int]
    combat: dict[Stat, int]
    body: int
    mind: int


class ElementRow(Row, frozen=True, kw_only=True):
    """An Element: what it adds to the Attributes, to Body and to Mind (NW3-CHAR-04, -06)."""

    id: Element
    name: str
    name_ja: str
    name_fi: str = ""
    name_zh: str = ""
    attributes: dict[Attribute, int]
    body: int
    mind: int


class LevelRow(Row, frozen=True, kw_only=True):
    """Bonus Points up to a CL in each group of stats, and the most in one stat (NW3-LEVEL-04, -05)."""

    cl: int
    group1_total: int
    group1_max_per_stat: int
    group2_total: int
    group2_max_per_stat: int


class DifficultyRow(Row, frozen=True, kw_only=True):
    """A band of Difficulties, advice to the referee (NW3-JUDGE-06); the last has no upper end."""

    id: str
    name: str
    name_ja: str
    min: int
    max: int | None = None


class PranaUseRow(Row, frozen=True, kw_only=True):
    """One of the seven uses of Prana (NW3-PRANA-02)."""

    id: str
    number: int
    cost: int
    window: str
    limit: str


class StatusRow(Row, frozen=True, kw_only=True):
    """A Bad Status; `modifier` goes on the Result of the Judges that it `applies_to` (NW3-STATUS-03 to -07)."""

    id: Status
    name: str
    name_ja: str
    name_fi: str = ""
    name_zh: str = ""
    rated: bool
    recovery: tuple[str, ...]
    blocks: tuple[str, ...] = ()
    modifier: int = 0
    applies_to: Literal["", "reactions", "all_judges"] = ""
    cleanup_dice_sides: int = 0


class ProcessRow(Row, frozen=True, kw_only=True):
    """A Process of a Round, in order (NW3-ROUND-01)."""

    id: Process
    repeats: bool
    steps: tuple[str, ...] = ()


class ActionRow(Row, frozen=True, kw_only=True):
    """A kind of action; `complex_moves` is what it counts for in Complex Movement (NW3-ROUND-13 to -20)."""

    id: str
    per_main_process: int | None = None
    complex_moves: int
    ends_main_process: bool
    post_action_ok: bool


class MovementRow(Row, frozen=True, kw_only=True):
    """A kind of movement and the actions that it costs (NW3-MOVE)."""

    id: str
    cost: tuple[str, ...] = ()
    forbidden_with_enemy_in_engage: bool = False
    judge: str | None = None
    success_ends_main_process: bool = False
    needs_permission: bool = False
    ends_main_process: bool = False


class AttackRow(Row, frozen=True, kw_only=True):
    """The stats of a kind of attack, and the stat that its damage meets (NW3-ATTACK-01)."""

    id: Literal["physical", "magical"]
    hit: Stat
    damage: Stat
    damage_kind: Literal["physical", "magical"]
    defence: Stat
