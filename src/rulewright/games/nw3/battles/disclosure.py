"""Who may learn a character's numbers: those of an enemy that is not identified are the referee's alone (OP-C04)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rulewright.engine.events import REFEREE, Event
from rulewright.engine.modifiers import Sum
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World

_CALLED: Final = {"body": "stat.body", "alter": "sum.alter", "most": "label.most"}


def is_open(character: Character) -> bool:
    """Whether everybody may know the numbers."""
    return character.known or character.side != EMULATORS


def tell_numbers(
    world: Nw3World,
    character: Character,
    key: str,
    rule: str,
    numbers: Mapping[str, Any],
    sum: Sum | None = None,
    **facts: Any,
) -> None:
    """Tell something with the numbers of a character; who may not know those is told `key` ".closed" without them."""
    if is_open(character):
        tell(world, key, rule, sum, **facts, **numbers)
        return
    tell(world, f"{key}.closed", rule, **facts)
    called = {**_CALLED, "now": facts.get("pool", key.rpartition(".")[2])}
    shown = [{"key": "label.number", "what": called.get(name, name), "number": n} for name, n in numbers.items()]
    _to_keeper(world, character, "numbers.of", rule, sum, {"name": character.name, "numbers": shown, **numbers})


def tell_sum(world: Nw3World, character: Character, key: str, rule: str, sum: Sum, **facts: Any) -> None:
    """Tell a number of a character, with what it is made of for those who may know that."""
    if is_open(character):
        tell(world, key, rule, sum, **facts)
        return
    tell(world, key, rule, **facts)
    _to_keeper(world, character, "numbers.sum", rule, sum, facts)


def _to_keeper(
    world: Nw3World, character: Character, key: str, rule: str, sum: Sum | None, facts: Mapping[str, Any]
) -> None:
    if world.tell:
        world.tell(Event(key, facts, rule, sum, tuple(dict.fromkeys((character.player, REFEREE)))))
