"""Names and texts of the starter content and its scenarios, so that a message names things in its own language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.engine.content_names import ContentNames
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.story import starter_scenarios


def _things() -> Iterator[Any]:
    content = starter()
    yield from (starter_scenarios(), content.attribute, content.element, content.class_, content.ability, content.spell)
    yield from (content.weapon, content.shield, content.armour, content.item, content.map, content.character)


NAMES: Final = ContentNames(_things)
