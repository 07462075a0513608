"""How many Gates lie between the Entrance Area and an Area (NW3-FORT-14)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from rulewright.games.nw3.casket_state import Dive
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.records.fortresses import Fortress, Gate
from rulewright.games.nw3.state import Nw3World


def gates_to(world: Nw3World, area: str) -> int:
    """The Gates to an Area as the table counts them: walked by the shortest way, all walked, or on the map."""
    place, running = position.fortress(world), position.dive(world)
    if place is None or running is None:
        return 0
    return count(place, running, area, world.state.options.appearance_gate_count)


def count(place: Fortress, running: Dive, area: str, how: str = "shortest_walked") -> int:
    """The Gates to an Area in one of the three ways (NW3-FORT-OPEN-07)."""
    if how == "walked_total":
        return len(running.walked)
    passed = {one.gate for one in running.walked}
    gates = place.gate if how == "shortest_map" else [one for one in place.gate if one.id in passed]
    found = distances(place.entrance.area, gates)
    return found.get(area, len(running.walked))  # somebody was put there without a Gate


def distances(start: str, gates: Iterable[Gate]) -> Mapping[str, int]:
    """The fewest of these Gates from an Area to each other one, in the directions that they allow."""
    near: dict[str, list[str]] = {}
    for gate in gates:
        near.setdefault(gate.from_, []).append(gate.to)
        if gate.kind != "one_way":
            near.setdefault(gate.to, []).append(gate.from_)
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for other in near.get(here, ()):
            if other not in found:
                found[other] = found[here] + 1
                waiting.append(other)
    return found
