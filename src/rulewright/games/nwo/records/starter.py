"""The starter pack that comes with the game."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rulewright.engine.packs import load
from rulewright.games.nwo.records.content import NwoContent


@cache
def starter() -> NwoContent:
    """The starter pack, read and checked once; BadPack where its files are wrong."""
    folder = files("rulewright.games.nwo") / "packs" / "starter"
    return load({file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".toml")}, NwoContent)
