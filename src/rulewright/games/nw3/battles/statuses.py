"""The five Bad Statuses: receiving, clearing, and what they do in Cleanup (NW3-STATUS)."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import gone, tell
from rulewright.games.nw3.records.tables import STATUSES
from rulewright.games.nw3.state import Battle, Character, Nw3World
from rulewright.games.nw3.wizards import standing

POISON_SIDES = 6


def receive(world: Nw3World, character: Character, status: str, rating: int = 0) -> None:
    """Receive a Bad Status: a rated one adds up, another changes nothing where it is there (NW3-STATUS-02)."""
    if character.dead:
        return
    rated = STATUSES[status].rated
    if rated and rating <= 0:  # NW3-SKILL-52
        return
    character.statuses[status] = character.statuses.get(status, 0) + rating if rated else 0
    _recount(world, character, status)
    key = "status.received.rated" if rated else "status.received"
    tell(world, key, "NW3-STATUS-02", name=character.name, status=f"status.{status}",
         rating=character.statuses[status])  # fmt: skip


def clear(world: Nw3World, character: Character, status: str, less: int = 0) -> None:
    """Lose a Bad Status; `less` lowers a rating, which is gone at 0 (NW3-STATUS-11)."""
    if status not in character.statuses:
        return
    left = character.statuses[status] - less if less else 0
    if left > 0:
        character.statuses[status] = left
    else:
        del character.statuses[status]
        _recount(world, character, status)
    key = "status.lowered" if left > 0 else "status.cleared"
    tell(world, key, "NW3-STATUS-11", name=character.name, status=f"status.{status}", rating=max(0, left))


def _recount(world: Nw3World, character: Character, status: str) -> None:
    if status == "pressure" and world.state.options.pressure_stops_constant:  # NW3-SKILL-OPEN-18
        standing.refresh(world.content, world.state.options, character)


def clear_all(world: Nw3World, characters: Iterable[Character]) -> None:
    """The end of a battle ends them all (NW3-STATUS-01)."""
    for character in characters:
        pressed = "pressure" in character.statuses
        character.statuses.clear()
        if pressed:
            _recount(world, character, "pressure")


def in_cleanup(world: Nw3World, battle: Battle, order: list[Character]) -> Procedure[None]:
    """Poison works, then Rigor and Dazed go, for one after another; who dropped is helped last (NW3-STATUS-10)."""
    fallen = []
    for character in order:
        if not character.statuses or gone(character):
            continue
        if "poison" in character.statuses and character.hp:
            loss = yield from poison_loss(world, character)
            if harm.lose(character, loss):
                fallen.append(character)
            numbers = {"hp": character.hp}
            tell_numbers(world, character, "poison.loss", "NW3-STATUS-05", numbers, name=character.name, loss=loss)
        for status in ("rigor", "dazed"):  # NW3-STATUS-04, -07
            clear(world, character, status)
    for character in fallen:
        yield from harm.fall(world, character)


def poison_loss(world: Nw3World, character: Character) -> Procedure[int]:
    """The HP that Poison takes: one die times its rating, or as many dice (NW3-STATUS-05, OP-C16)."""
    rating = character.statuses["poison"]
    if world.state.options.poison_dice == "multiply":
        faces = yield Roll(1, POISON_SIDES, "NW3-STATUS-05", character.id, "poison")
        return rating * int(faces[0])
    faces = yield Roll(rating, POISON_SIDES, "NW3-STATUS-05", character.id, "poison")
    return int(sum(faces))
