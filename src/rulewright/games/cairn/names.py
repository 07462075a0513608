"""Names and texts of the starter content, so that a message names things in its own language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.engine.content_names import ContentNames
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.story import starter_scenarios


def _things() -> Iterator[Any]:
    content = starter()
    yield from starter_scenarios().values()
    yield from (content.monsters_by_id, content.items_by_id, content.relics_by_id, content.spells_by_id,
                content.backgrounds_by_id)  # fmt: skip


NAMES: Final = ContentNames(_things)
