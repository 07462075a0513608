"""Who comes next: action counts, the current count, and ties (NWO-COUNT-05 to -09, NWO-TIMING-11)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, Roll, ask
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import lasting
from rulewright.games.nwo.people import members, tell
from rulewright.games.nwo.state import Battle, Character, NwoWorld

ACTION_COST = 20


def waiting(world: NwoWorld, battle: Battle) -> list[Character]:
    """Those who are not done and have a count."""
    return [one for one in members(world, battle) if not one.done and one.count is not None and not one.dead]


def next_up(world: NwoWorld, battle: Battle) -> Procedure[Character | None]:
    """The character who has the turn, None where all are done (NWO-COUNT-07, -09)."""
    left = waiting(world, battle)
    if not left:
        return None
    count = max(one.count or 0 for one in left)
    new_count(world, battle, count)
    first = [one for one in left if one.count == count]
    if len(first) == 1:
        return first[0]
    players = [one for one in first if one.kind == "pc"]
    first = players or first  # NWO-COUNT-09: PCs before NPCs
    speed = max(standing.value(one, "action_value") for one in first)
    first = [one for one in first if standing.value(one, "action_value") == speed]
    return (yield from _among_equals(world, battle, first))


def _among_equals(world: NwoWorld, battle: Battle, equal: list[Character]) -> Procedure[Character]:
    """Who of equals goes first: as their players agree, the referee chooses, or by dice (NWO-COUNT-09)."""
    ids = [one.id for one in equal]
    for id in battle.tied:  # they have agreed already
        if id in ids:
            return world.state.characters[id]
    if len(equal) == 1:
        return equal[0]
    if world.state.options.tie_break == "dice":
        battle.tied = yield from _by_dice(equal)
    else:
        options = tuple(Option(one.id, "order.first", {"name": one.name}) for one in equal)
        facts = {"count": battle.current, "names": [one.name for one in equal]}
        first = yield from ask(Question("tie_order", equal[0].id, options, ids[0], "NWO-COUNT-09", facts))
        battle.tied = [first]  # the others agree anew when its turn is over
    return world.state.characters[battle.tied[0]]


def _by_dice(equal: list[Character]) -> Procedure[list[str]]:
    """An order by 1d6 each, the highest first, ties again."""
    if len(equal) == 1:
        return [equal[0].id]
    faces: dict[int, list[Character]] = {}
    for one in equal:
        shown = yield Roll(1, 6, "NWO-COUNT-09", one.id, "tie_order")
        faces.setdefault(shown[0], []).append(one)
    order: list[str] = []
    for face in sorted(faces, reverse=True):
        order += yield from _by_dice(faces[face])
    return order


def new_count(world: NwoWorld, battle: Battle, count: int | None) -> None:
    """The current count; where it changes, slots are free again and effects of the count end (NWO-TIMING-11)."""
    if battle.current == count:
        return
    battle.current = count
    battle.tied = []
    new_moment(world)


def new_moment(world: NwoWorld) -> None:
    """Another count begins: a count of the round, the count judges, a round end, or a judge outside of a fight."""
    world.state.moment += 1
    lasting.end_count(world)


def spend(world: NwoWorld, character: Character) -> None:
    """An action was used: the count falls by 20; at 0 or less its owner is done (NWO-COUNT-05, -06)."""
    character.count = (character.count or 0) - ACTION_COST
    if character.count <= 0:
        character.done = True
        tell(world, "turn.done", "NWO-COUNT-06", who=character, name=character.name)
