"""Names and texts of the rules' tables, the starter content and its scenarios, so that a message names things in its
own language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.engine.content_names import ContentNames
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS, STATUSES
from rulewright.games.nw3.story import starter_scenarios


def _things() -> Iterator[Any]:
    content = starter()
    yield from (CLASSES, ELEMENTS, STATUSES, starter_scenarios(), content.skill, content.item, content.enemy)
    yield from (content.fortress, content.object, content.trap, content.logic, content.chart)


NAMES: Final = ContentNames(_things)
