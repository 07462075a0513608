"""An empty table and a bare actor, at which one rule can be run by itself."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from rulewright.engine.world import World
from rulewright.games.cairn.content import CairnContent, Pack
from rulewright.games.cairn.content_gear import Item, Spell
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.state import Actor, CairnWorld, Side, State
from rulewright.games.cairn.story import Scenario

Value = Annotated[int, Meta(ge=0, le=99)]
Living = Annotated[int, Meta(ge=1, le=99)]
ArmorValue = Annotated[int, Meta(ge=0, le=3)]
Text = Annotated[str, Meta(max_length=40)]
Kind = Literal["pc", "hireling", "npc"]

_BOOKS = CairnContent(
    pack=Pack(id="bare", title="Bare", version="0.0.0", language="en", ruleset="cairn"),
    items=(
        Item(id="spellbook", name="Spellbook", kind="spellbook", hands=2, spell="spell"),
        Item(id="scroll", name="Scroll", kind="scroll", size="petty", hands=2, spell="spell"),
    ),
    spells=(Spell(id="spell", name="Spell", text="A spell.", targets="self", duration="-"),),
)


def bare_world(options: Options | None = None) -> CairnWorld:
    """A world for one rule: default options, nobody in it, a spellbook and a scroll as content."""
    return World(State(options or Options()), _BOOKS, Scenario("bare", "", "", (), ()))


READ_ONLY = bare_world()
"""One such world for rules that only read it."""


def bare_actor(
    kind: Kind, hp: int, strength: int = 10, dexterity: int = 10, will: int = 10, detachment: bool = False
) -> Actor:
    """Somebody with these values, current and highest."""
    side: Side = "foes" if kind == "npc" else "party"
    return Actor("actor", "actor", kind, side, strength, dexterity, will, hp, strength, dexterity, will, hp,
                 detachment=detachment)  # fmt: skip
