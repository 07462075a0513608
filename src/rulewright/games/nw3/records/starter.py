"""The starter pack that comes with the game, "Streetlight Nights"."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rulewright.engine.packs import load
from rulewright.games.nw3.records.content import Nw3Content


@cache
def starter() -> Nw3Content:
    """The starter pack, read and checked once; BadPack where its files are wrong."""
    folder = files("rulewright.games.nw3") / "packs" / "starter"
    return load({file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".toml")}, Nw3Content)
