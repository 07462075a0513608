"""What a level up brings: the row of growth, the dice of HP and MP, and prana (NWO-LEVEL-03 to -05, -09)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records import dice_text
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.growth import ROWS, GrowthRow, PranaRow
from rulewright.games.nwo.state import Character

LEAST = 1
"""HP and MP that every level up brings (NWO-LEVEL-04)."""


def growth_row(level: int) -> int:
    """The row for a level: tens do not count, and full tens use the last row (NWO-LEVEL-09)."""
    return (level - 1) % ROWS + 1


def growth_gain(text: str, dice: Sequence[int]) -> int:
    """HP or MP for a dice text whose dice fell like this (NWO-LEVEL-04)."""
    return max(LEAST, sum(dice) + dice_text.read(text).plus)


def prana_growth(rows: Sequence[PranaRow], roll: int, prana_max: int, release: int) -> tuple[int, int]:
    """The most prana and the release after a die on the table (NWO-LEVEL-03)."""
    row = next(row for row in rows if row.roll == roll)
    return prana_max + row.prana_max, release + row.release


def row_of(content: NwoContent, house: Options, character: Character) -> int:
    """The number of the row for the level that a character has now (NWO-LEVEL-09)."""
    by_class = house.growth_row_by == "class_level"
    return growth_row(character.class_levels[character.class_] if by_class else character.total_level)


def growth(content: NwoContent, class_: str, row: int) -> GrowthRow:
    """The row of a class with this number."""
    return next(one for one in content.classes_by_id[class_].growth if one.level == row)


def rolled(text: str, who: str, why: str) -> Procedure[Sum]:
    """Roll a dice text of growth; the sum says which dice fell, and the rule where it was raised to the least."""
    dice = dice_text.read(text)
    faces: tuple[int, ...] = ()
    if dice.count:
        faces = yield Roll(dice.count, 6, "NWO-LEVEL-04", who, why)
    gain = growth_gain(text, faces)
    parts = [Part("sum.dice", face, "NWO-LEVEL-04") for face in faces]
    if dice.plus or not faces:
        parts.append(Part("sum.growth", dice.plus, "NWO-LEVEL-04"))
    return Sum(gain, tuple(parts), "" if gain == sum(faces) + dice.plus else "NWO-LEVEL-04")
