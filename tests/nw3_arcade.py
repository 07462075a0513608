"""The example Fortress of the rules, "The Drowned Arcade", with its traps, Logics and enemies."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from rulewright.engine.packs import load, merge
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.starter import starter

_FOLDER: Final = Path(__file__).parent / "games" / "nw3"
TEXT: Final = (_FOLDER / "fortress_examples.toml").read_text(encoding="utf-8")
CASES: Final[dict[str, Any]] = tomllib.loads((_FOLDER / "fortress_cases.toml").read_text(encoding="utf-8"))
"""The tables `vocab`, `numbers`, `option` and `case` of the rules' example file."""


@cache
def arcade() -> Nw3Content:
    """The starter pack together with the example Fortress."""
    return merge((starter(), load({"arcade.toml": TEXT}, Nw3Content)))
