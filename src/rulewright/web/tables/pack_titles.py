"""What a content pack calls itself, read off its header alone: a pack can be long, and a list of packs longer."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from rulewright.store.content_packs import PackRow

_HEADER = re.compile(r"^[ \t]*\[[ \t]*pack[ \t]*\][^\n]*\n(.*?)(?=^[ \t]*\[|\Z)", re.MULTILINE | re.DOTALL)
LONGEST = 80


def title_of(pack: PackRow, language: str) -> tuple[str, str]:
    """The title in a language and the version; the id and "" where the header is written in an unusual way."""
    header = _header(pack)
    names = (header.get(name) for field in ("title", "name") for name in (f"{field}_{language}", field))
    title = next((name for name in names if isinstance(name, str)), pack.id)
    return title[:LONGEST], str(header.get("version", ""))[:LONGEST]


def _header(pack: PackRow) -> dict[str, Any]:
    for text in pack.files.values():
        if found := _HEADER.search(text):
            try:
                return tomllib.loads(found[1])
            except (ValueError, RecursionError):
                continue
    return {}
