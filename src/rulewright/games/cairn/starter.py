"""The starter pack that comes with the game, "The Hollow Coast"."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rulewright.engine.packs import load
from rulewright.games.cairn.content import CairnContent


@cache
def starter() -> CairnContent:
    """The starter pack, read and checked once; BadPack where its files are wrong."""
    folder = files(__package__) / "packs" / "starter"
    return load(
        {file.name: file.read_bytes() for file in folder.iterdir() if file.name.endswith(".toml")}, CairnContent
    )
