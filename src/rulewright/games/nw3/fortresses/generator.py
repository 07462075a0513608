"""A proposal of a Fortress: so many Areas joined by Gates and filled out of the loaded content, by how dangerous it is.

All Areas hang on a tree of Gates that can be passed to and fro in the end: what opens a Closed one stands where one
comes without it, and a Secret one hides only an Area behind which nothing lies. So nobody is shut in or out for good.
Other Gates are shortcuts, and may be anything. The referee alone sees the dice.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rulewright.engine.errors import Refused
from rulewright.engine.packs import Part
from rulewright.engine.requests import Procedure, Roll
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.fortresses.furnishing import Store
from rulewright.games.nw3.fortresses.proposal_tables import Text, picked, tables
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.fortresses import Area, Entrance, EntryCondition, Fortress, Gate, OpenBy
from rulewright.games.nw3.records.places import Interact, Object
from rulewright.games.nw3.state import Nw3World

RULE: Final = "NW3-FORT-16"
Cell = tuple[int, int]
_MIDDLE: Final = 50
_LARGEST: Final = 99
_BESIDE: Final = ((1, 0), (0, 1), (0, -1), (-1, 0))


class Plan:
    """A Fortress in the making: where its Areas stand, and from which one each is reached."""

    def __init__(self, id: str, danger: int) -> None:
        self.id = id
        self.danger = danger
        self.at: dict[str, Cell] = {"a1": (_MIDDLE, _MIDDLE)}
        self.parent: dict[str, str] = {}
        self.areas: dict[str, Area] = {}
        self.gates: list[Gate] = []
        self.devices: list[Object] = []
        self.closed: list[str] = []
        self.hidden: set[str] = set()

    @property
    def order(self) -> list[str]:
        """Areas in the order in which they were laid out, each behind the one that it is reached from."""
        return list(self.at)

    def leaf(self, area: str) -> bool:
        """Whether nothing is reached from an Area."""
        return area not in self.parent.values()

    def above(self, area: str) -> list[str]:
        """An Area and all through which it is reached, the Entrance last."""
        found = [area]
        while found[-1] in self.parent:
            found.append(self.parent[found[-1]])
        return found

    def locks(self, area: str) -> list[str]:
        """The Areas with a Closed Gate before them through which the tree leads to an Area."""
        return [one for one in self.above(area) if one in self.closed]

    def free(self, area: str) -> list[Cell]:
        """The cells beside an Area in which none stands."""
        x, y = self.at[area]
        cells = [(x + right, y + down) for right, down in _BESIDE]
        taken = set(self.at.values())
        return [one for one in cells if one not in taken and min(one) >= 0 and max(one) <= _LARGEST]

    def new_gate(self, **fields: object) -> None:
        """One Gate more."""
        gate = {"id": f"g{len(self.gates) + 1}", **fields}
        self.gates.append(Gate(**gate))  # type: ignore[arg-type]


def propose(world: Nw3World, id: str, name: str, areas: int, danger: int) -> Procedure[list[Part]]:
    """The Fortress, and what was made for it beside; refuses `nobody_to_rule` where the content has no enemies."""
    store = Store(world, danger)
    if not store.enemies:
        raise Refused("nobody_to_rule", RULE)
    plan = Plan(id, danger)
    yield from _lay_out(plan, areas)
    yield from _furnish(plan, store)
    yield from _join(plan)
    yield from _shortcuts(plan)
    ruler, made = store.ruler(id, prepared.all_of(world, Enemy))
    core = Object(
        id=f"{id[:40]}_core", name=tables().words.core[0], name_ja=tables().words.core[1], kind="core",
        text=tables().words.core_text[0], text_ja=tables().words.core_text[1],
    )  # fmt: skip
    last = plan.order[-1]
    plan.areas[last] = _named(
        last, tables().words.core, kind="core", objects=(core.id,), enemies=(EnemyGroup(enemy=ruler),), climax=True
    )
    columns, rows = min(x for x, _ in plan.at.values()), min(y for _, y in plan.at.values())
    placed = [msgspec.structs.replace(plan.areas[one], x=x - columns, y=y - rows) for one, (x, y) in plan.at.items()]
    cost = danger // tables().number.danger_per_cost
    condition = EntryCondition(kind="cost", pool="mp", amount=cost)
    logics = yield from store.logics()
    fortress = Fortress(
        id=id, name=name, ruler=ruler, logics=logics,
        entrance=Entrance(area="a1", condition=(condition,) if cost else ()),
        area=tuple(placed), gate=tuple(plan.gates),
    )  # fmt: skip
    return [*made, core, *plan.devices, fortress]


def roll(why: str) -> Procedure[int]:
    """A face of one die of a hundred, for the referee's eyes."""
    faces = yield Roll(1, 100, RULE, "referee", why, secret=True)
    return int(faces[0])


def _rolls(why: str, many: int) -> Procedure[list[int]]:
    """So many of them one after another, as each belongs to its Area."""
    faces = []
    for _ in range(many):
        faces.append((yield from roll(why)))
    return faces


def _lay_out(plan: Plan, areas: int) -> Procedure[None]:
    """A way inwards, then Areas beside it, each in a free cell beside the one that it is reached from."""
    way = max(2, min(areas, round(areas**0.5 * 1.5)))
    while len(plan.at) < areas - 1:
        face = yield from roll("proposal.place")
        onward = plan.order[-1] if len(plan.at) < way else plan.order[face % len(plan.at)]
        _put(plan, onward, face)
    # the Core lies as deep as there is room
    deepest = max(plan.order, key=lambda id: (bool(plan.free(id)), len(plan.above(id))))
    _put(plan, deepest, 1)


def _put(plan: Plan, beside: str, face: int) -> None:
    if not plan.free(beside):
        beside = next(id for id in reversed(plan.order) if plan.free(id))
    cells = plan.free(beside)
    id = f"a{len(plan.at) + 1}"
    plan.at[id] = cells[face % len(cells)]
    plan.parent[id] = beside


def _furnish(plan: Plan, store: Store) -> Procedure[None]:
    """Each Area but the first and the last has a kind by the dice, and what belongs to it out of the content."""
    words = tables().words
    plan.areas["a1"] = _named("a1", words.entrance, kind="entrance")
    names = {words.entrance[0]}
    inner = plan.order[1:-1]
    kinds = yield from _rolls("proposal.kind", len(inner))
    contents = yield from _rolls("proposal.contents", len(inner))
    for id, face, what in zip(inner, kinds, contents, strict=True):
        kind = picked(tables().area, plan.danger, face)
        name = _name(what, names)
        fields = store.contents(kind, what)
        if kind == "event":
            fields = {"kind": "event", "event": words.event[0], "event_ja": words.event[1]}
        plan.areas[id] = _named(id, name, **fields)


def _join(plan: Plan) -> Procedure[None]:
    """The Gates of the tree, outwards from the Entrance."""
    last = plan.order[-1]
    for id in plan.order[1:]:
        face = yield from roll("proposal.gate")
        kind = picked(tables().gate, plan.danger, face)
        parent = plan.parent[id]
        if kind == "secret" and plan.leaf(id) and id != last:
            plan.hidden.add(id)
            plan.new_gate(kind="secret", from_=parent, to=id)
        elif kind == "closed":
            _close(plan, id, face)
        else:
            plan.new_gate(kind="normal", from_=parent, to=id)


def _close(plan: Plan, id: str, face: int) -> None:
    """A Closed Gate to an Area, opened by clearing the one before it, or by a device that stands where one can be."""
    parent = plan.parent[id]
    gate = f"g{len(plan.gates) + 1}"
    # behind Gates that were closed before, and no others, so that nothing waits for itself
    reached = [
        one
        for one in plan.order[: plan.order.index(id)]
        if one in plan.areas
        and one not in plan.hidden
        and plan.areas[one].kind in ("normal", "object", "trap", "enemy")
    ]
    opener = OpenBy(kind="clear_area", area=parent)
    if face % 2 and reached:
        place = reached[face % len(reached)]
        device = _device(plan, place, gate)
        opener = OpenBy(kind="object", object=device.id)
    plan.closed.append(id)
    plan.new_gate(kind="closed", from_=parent, to=id, open_by=(opener,))


def _device(plan: Plan, place: str, gate: str) -> Object:
    area, words = plan.areas[place], tables().words
    device = Object(
        id=f"{plan.id[:36]}_lever_{gate}",
        name=words.device[0].format(area=area.name)[:80],
        name_ja=words.device[1].format(area=area.name_ja)[:80],
        kind="gate_release",
        text=words.device_text[0],
        text_ja=words.device_text[1],
        gates=(gate,),
        interact=Interact(action="free"),
    )
    plan.devices.append(device)
    kind = "object" if area.kind == "normal" else area.kind
    plan.areas[place] = msgspec.structs.replace(area, kind=kind, objects=(*area.objects, device.id))
    return device


def _shortcuts(plan: Plan) -> Procedure[None]:
    """Gates between Areas that stand side by side and are not joined yet."""
    cells = {cell: id for id, cell in plan.at.items()}
    joined = {frozenset((gate.from_, gate.to)) for gate in plan.gates}
    last = plan.order[-1]
    open_pairs = []
    for id, (x, y) in plan.at.items():
        for other in (cells.get((x + 1, y)), cells.get((x, y + 1))):
            if other is None or last in (id, other) or {id, other} & plan.hidden:
                continue
            if frozenset((id, other)) not in joined:
                open_pairs.append((id, other))
    for _ in range(min(len(open_pairs), len(plan.at) // tables().number.areas_per_shortcut)):
        face = yield from roll("proposal.gate")
        one, other = open_pairs.pop(face % len(open_pairs))
        kind = picked(tables().shortcut, plan.danger, face)
        if kind in ("one_way", "damaged") and plan.locks(one) != plan.locks(other):
            kind = "secret"  # whoever cannot come back the same way needs another one
        ends = {"from_": one, "to": other} if face % 2 else {"from_": other, "to": one}
        plan.new_gate(kind=kind, **ends, **({"uses": face % 3} if kind == "damaged" else {}))


def _named(id: str, name: Text, **fields: object) -> Area:
    return Area(id=id, name=name[0], name_ja=name[1], **fields)  # type: ignore[arg-type]


def _name(face: int, taken: set[str]) -> Text:
    """A name that no Area has yet."""
    first, second = tables().words.first, tables().words.second
    for step in range(len(first) * len(second)):
        one, other = first[(face + step) % len(first)], second[(face // 8 + step + step // len(first)) % len(second)]
        name = f"{one[0]} {other[0]}"
        if name not in taken:
            taken.add(name)
            return name, f"{one[1]}{other[1]}"
    raise AssertionError("more Areas than names")
