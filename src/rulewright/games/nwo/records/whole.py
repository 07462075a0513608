"""What a pack and the packs before it have to give together: a pack that only adds some spells lacks nothing.

Of tables that are no lists of rows with ids the last pack that gives one counts; each that is given is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rulewright.engine.pack_checks import Complaints
from rulewright.engine.packs import BAD_VALUE, MISSING_FIELD, UNKNOWN_REF, Complaint
from rulewright.games.nwo.records.growth import DEFAULT, Class
from rulewright.games.nwo.records.numbers import MOST_ATTRIBUTES, Attribute
from rulewright.games.nwo.records.row_checks import full_move_rows
from rulewright.games.nwo.records.vocabulary import REQUIRED_ATTRIBUTES

if TYPE_CHECKING:
    from rulewright.games.nwo.records.content import NwoContent


def attributes(content: NwoContent) -> Complaints:
    """There are the attributes that rules name, and not too many."""
    for id in REQUIRED_ATTRIBUTES:
        if content.look_up(Attribute, id) is None:
            yield Complaint("attribute", MISSING_FIELD, f'a row with the id "{id}"', f'lacks the attribute "{id}"')
    if sum(len(pack.attribute) for pack in content.whole) > MOST_ATTRIBUTES:
        what = "has too many attributes, those of earlier packs counted in"
        yield Complaint("attribute", BAD_VALUE, f"at most {MOST_ATTRIBUTES}", what)


def tables(content: NwoContent) -> Complaints:
    """The tables that cannot be done without are given."""
    for table in ("derived", "full_move", "prana_growth"):
        if not any(getattr(pack, table) for pack in content.whole):
            yield Complaint(table, MISSING_FIELD, f"a table [{table}] in this pack or an earlier one")


def full_move(content: NwoContent) -> Complaints:
    """The rows of the full move meet."""
    yield from full_move_rows(content.full_move)


def prana_growth(content: NwoContent) -> Complaints:
    """Prana grows by a default table, and by own ones for classes that there are."""
    if content.prana_growth is None:
        return
    if DEFAULT not in content.prana_growth:
        yield Complaint("prana_growth", MISSING_FIELD, f"a table [prana_growth.{DEFAULT}]", f"lacks {DEFAULT}")
    for name in content.prana_growth:
        if name != DEFAULT and content.look_up(Class, name) is None:
            what = f'has rows for "{name}", which is no class'
            yield Complaint("prana_growth", UNKNOWN_REF, f"{DEFAULT}, or the id of a class", what)


WHOLE: Final = (attributes, tables, full_move, prana_growth)
