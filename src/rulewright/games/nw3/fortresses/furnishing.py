"""What the loaded content offers for the Areas of a proposed Fortress, the more dangerous the deeper in the list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from rulewright.engine.packs import Part, plain
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.fortresses.proposal_tables import tables
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.places import Logic, Object, Trap
from rulewright.games.nw3.state import Nw3World

T = TypeVar("T")
MOST_DANGER: Final = 10


class Store:
    """Enemies, traps, Objects and Logics of the content, the least dangerous first."""

    def __init__(self, world: Nw3World, danger: int) -> None:
        self.danger = danger
        foes = [one for one in prepared.all_of(world, Enemy).values() if one.side == "foe"]
        self.bosses = sorted((one for one in foes if one.boss or one.ruler), key=threat)
        self.enemies = sorted((one for one in foes if one.category in ("enemy", "mob")), key=threat)
        self.crowd = [one for one in self.enemies if one not in self.bosses] or self.enemies
        self.traps = sorted((one for one in _own(world, Trap)), key=lambda one: (one.detection + one.removal, one.id))
        kinds = ("aura", "cache", "prose")
        self.objects = sorted((one for one in _own(world, Object) if one.kind in kinds), key=lambda one: one.id)
        self.known_logics = sorted(_own(world, Logic), key=lambda one: one.id)

    def contents(self, kind: str, face: int) -> dict[str, Any]:
        """The fields of an Area of a kind; of a Normal one where the content has nothing for the kind."""
        if kind == "trap" and self.traps:
            return {"kind": "trap", "traps": (self._near(self.traps, face).id,)}
        if kind == "object" and self.objects:
            return {"kind": "object", "objects": (self.objects[face % len(self.objects)].id,)}
        if kind == "enemy":
            enemy = self._near(self.crowd, face)
            count = 1 if enemy.category == "mob" else 1 + self.danger // tables().number.danger_per_enemy
            return {"kind": "enemy", "enemies": (EnemyGroup(enemy=enemy.id, count=count),)}
        return {"kind": "normal"}

    def ruler(self, fortress: str, known: Mapping[str, Enemy]) -> tuple[str, list[Part]]:
        """Who rules, and its record where it had to be made: of the strongest that there is, marked as a Ruler."""
        marked = [one for one in self.bosses if one.ruler]
        if marked:
            return self._at_level(marked).id, []
        found = self._at_level(self.bosses or self.enemies)
        id = f"{fortress[:40]}_ruler"
        while id in known:
            id = f"{id[:46]}_x"
        return id, [msgspec.structs.replace(found, id=id, ruler=True)]

    def logics(self) -> Procedure[tuple[str, ...]]:
        """The Logics that hold, by the dice: none where there is little danger."""
        figures = tables().number
        many = min(self.danger // figures.danger_per_logic, figures.most_logics, len(self.known_logics))
        left, found = list(self.known_logics), []
        for _ in range(many):
            faces = yield Roll(1, 100, "NW3-FORT-16", "referee", "proposal.contents", secret=True)
            found.append(left.pop(int(faces[0]) % len(left)).id)
        return tuple(found)

    def _at_level(self, things: Sequence[T]) -> T:
        return things[(self.danger - 1) * (len(things) - 1) // (MOST_DANGER - 1)]

    def _near(self, things: Sequence[T], face: int) -> T:
        """One of those that are about as dangerous as wanted: a third of the list around its place."""
        middle = (self.danger - 1) * (len(things) - 1) // (MOST_DANGER - 1)
        reach = max(1, len(things) // 6)
        window = things[max(0, middle - reach) : middle + reach + 1]
        return window[face % len(window)]


def threat(enemy: Enemy) -> tuple[int, str]:
    """How dangerous an enemy is, to put them in an order; no rule of the game."""
    return (enemy.hp or 1) + 4 * sum(enemy.stats.values()), enemy.id


def _own(world: Nw3World, kind: type[T]) -> list[T]:
    """Things that speak of no Fortress or Gate, so that they fit into any."""
    rows: Mapping[str, Any] = prepared.all_of(world, kind)
    return [one for one in rows.values() if not _speaks_of_a_fortress(plain(one))]


def _speaks_of_a_fortress(value: Any) -> bool:
    if isinstance(value, dict):
        return "fortress" in value or any(_speaks_of_a_fortress(one) for one in value.values())
    return isinstance(value, list) and any(_speaks_of_a_fortress(one) for one in value)
