"""Building on a Fortress that is being made: its Areas, its Gates, what is in them, and its Entrance."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles.fighters import tell_referee
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.fortresses.preparing import RULE, OwnId, Title, draft, free_id, slug
from rulewright.games.nw3.records.fortress_effects import EnemyGroup
from rulewright.games.nw3.records.fortresses import Area, AreaKind, EntryCondition, Fortress, Gate, GateKind, OpenBy
from rulewright.games.nw3.state import Nw3World

MOST_AREAS: Final = 99
MOST_GATES: Final = 299
Contents: TypeAlias = Literal["object", "trap", "enemy"]
Coordinate = Annotated[int, msgspec.Meta(ge=0, le=99)]
Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Long = Annotated[str, msgspec.Meta(max_length=4000)]
Opener = Annotated[str, msgspec.Meta(pattern="^(gm|(clear_area|object):[a-z][a-z0-9_]{0,47})$")]


class SetFortress(msgspec.Struct, frozen=True, tag="set_fortress", tag_field="do"):
    """The referee says what a Fortress is: name, Ruler, text, how far its moon is seen, and its Logics."""

    fortress: str
    name: Title
    ruler: str
    text: Long = ""
    moon_range: Long = ""
    hidden: bool = False
    logics: tuple[str, ...] = ()


class SetEntrance(msgspec.Struct, frozen=True, tag="set_entrance", tag_field="do"):
    """The referee says which Area is the Entrance, and whether all conditions count or any, for each or the party."""

    fortress: str
    area: str
    exit: bool = False
    mode: Literal["all", "any"] = "all"
    per: Literal["each", "party"] = "each"
    tries: Annotated[int, msgspec.Meta(ge=1, le=99)] | None = None


class AddCondition(msgspec.Struct, frozen=True, tag="add_condition", tag_field="do"):
    """The referee adds a condition of entry; which of the fields count depends on its kind."""

    fortress: str
    kind: Literal["cost", "keyword", "item", "flag", "gm"]
    pool: Literal["hp", "mp", "prana"] | None = None
    amount: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    word: Annotated[str, msgspec.Meta(max_length=80)] = ""
    item: str = ""
    consume: bool = False
    flag: OwnId = ""
    text: Long = ""


class RemoveCondition(msgspec.Struct, frozen=True, tag="remove_condition", tag_field="do"):
    """The referee takes a condition of entry away, by its number from 1."""

    fortress: str
    number: Annotated[int, msgspec.Meta(ge=1)]


class AddArea(msgspec.Struct, frozen=True, tag="add_area", tag_field="do"):
    """The referee adds an Area, with a Gate to the one that it is `beside`."""

    fortress: str
    name: Title
    kind: AreaKind = "normal"
    beside: str = ""
    gate: GateKind = "normal"
    id: OwnId = ""


class PutArea(msgspec.Struct, frozen=True, tag="put_area", tag_field="do"):
    """The referee says what an Area is; its contents and Gates stay. `x` and `y` are its column and row on the map."""

    fortress: str
    area: str
    name: Title
    kind: AreaKind
    text: Long = ""
    event: Long = ""
    becomes: Literal["normal", "object"] | None = None
    chart: str = ""
    climax: bool = False
    x: Coordinate | None = None
    y: Coordinate | None = None


class RemoveArea(msgspec.Struct, frozen=True, tag="remove_area", tag_field="do"):
    """The referee takes an Area away, and its Gates with it."""

    fortress: str
    area: str


class FillArea(msgspec.Struct, frozen=True, tag="fill_area", tag_field="do"):
    """The referee puts an Object, a trap or so many enemies into an Area."""

    fortress: str
    area: str
    what: Contents
    id: str
    count: Annotated[int, msgspec.Meta(ge=1, le=20)] = 1
    hidden: bool = False


class EmptyArea(msgspec.Struct, frozen=True, tag="empty_area", tag_field="do"):
    """The referee takes an Object, a trap or the enemies of one kind out of an Area."""

    fortress: str
    area: str
    what: Contents
    id: str


class PutGate(msgspec.Struct, frozen=True, tag="put_gate", tag_field="do"):
    """The referee makes or changes a Gate; one without an id is new.

    `open_by` lists what opens a Closed one: "gm", "clear_area:" with an Area, "object:" with a device.
    """

    fortress: str
    kind: GateKind
    from_area: str
    to_area: str
    gate: OwnId = ""
    reveal_event: str = ""
    difficulty: Number | None = None
    open_by: tuple[Opener, ...] = ()
    uses: Number = 0


class RemoveGate(msgspec.Struct, frozen=True, tag="remove_gate", tag_field="do"):
    """The referee takes a Gate away."""

    fortress: str
    gate: str


def set_fortress(world: Nw3World, command: SetFortress, seat: Seat) -> Procedure[None]:
    yield from ()
    changes = {
        "name": command.name,
        "ruler": command.ruler,
        "text": command.text or None,
        "moon_range": command.moon_range or None,
        "hidden": command.hidden,
        "logics": command.logics,
    }
    _keep(world, draft(world, command.fortress), "prepared.fortress", **changes)


def set_entrance(world: Nw3World, command: SetEntrance, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`."""
    yield from ()
    record = draft(world, command.fortress)
    _area(record, command.area)
    entrance = msgspec.structs.replace(
        record.entrance,
        area=command.area,
        exit=command.exit,
        mode=command.mode,
        per=command.per,
        tries=command.tries,
    )
    _keep(world, record, "prepared.entrance", entrance=entrance)


def add_condition(world: Nw3World, command: AddCondition, seat: Seat) -> Procedure[None]:
    """Refuses `too_much_prepared` beyond 20."""
    yield from ()
    record = draft(world, command.fortress)
    if len(record.entrance.condition) >= 20:
        raise Refused("too_much_prepared", RULE, most=20)
    condition = EntryCondition(
        kind=command.kind,
        pool=command.pool,
        amount=command.amount,
        word=command.word or None,
        item=command.item or None,
        consume=command.consume,
        flag=command.flag or None,
        text=command.text or None,
    )
    _keep_conditions(world, record, (*record.entrance.condition, condition))


def remove_condition(world: Nw3World, command: RemoveCondition, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_condition`."""
    yield from ()
    record = draft(world, command.fortress)
    conditions = list(record.entrance.condition)
    if command.number > len(conditions):
        raise Refused("no_such_condition", RULE, number=command.number)
    del conditions[command.number - 1]
    _keep_conditions(world, record, tuple(conditions))


def add_area(world: Nw3World, command: AddArea, seat: Seat) -> Procedure[None]:
    """Refuses `too_many_areas`, `too_many_gates`, `id_taken`, `no_such_area`."""
    yield from ()
    record = draft(world, command.fortress)
    if len(record.area) >= MOST_AREAS:
        raise Refused("too_many_areas", RULE, most=MOST_AREAS)
    if command.id in record.areas:
        raise Refused("id_taken", RULE, id=command.id)
    id = command.id or free_id(slug(command.name) or "area", record.areas)
    gates = record.gate
    if command.beside:
        _area(record, command.beside)
        gates = (*gates, _new_gate(record, command.gate, command.beside, id))
    area = Area(id=id, name=command.name, kind=command.kind)
    _keep(world, record, "prepared.area", area=(*record.area, area), gate=gates)


def put_area(world: Nw3World, command: PutArea, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`."""
    yield from ()
    record = draft(world, command.fortress)
    area = msgspec.structs.replace(
        _area(record, command.area),
        name=command.name,
        kind=command.kind,
        text=command.text or None,
        event=command.event or None,
        becomes=command.becomes,
        chart=command.chart or None,
        climax=command.climax,
        x=command.x,
        y=command.y,
    )
    _keep_area(world, record, area)


def remove_area(world: Nw3World, command: RemoveArea, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`, and `last_area`, as there is no Fortress without any."""
    yield from ()
    record = draft(world, command.fortress)
    gone = _area(record, command.area)
    if len(record.area) == 1:
        raise Refused("last_area", RULE, name=gone.name)
    areas = tuple(one for one in record.area if one.id != gone.id)
    gates = tuple(one for one in record.gate if gone.id not in (one.from_, one.to))
    _keep(world, record, "prepared.area", area=areas, gate=gates)


def fill_area(world: Nw3World, command: FillArea, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`, and `too_much_prepared` beyond 20 of one kind of thing."""
    yield from ()
    record = draft(world, command.fortress)
    area = _area(record, command.area)
    field = f"{command.what}s" if command.what != "enemy" else "enemies"
    there: tuple[Any, ...] = tuple(one for one in getattr(area, field) if _id_in(one) != command.id)
    if len(there) >= 20:
        raise Refused("too_much_prepared", RULE, most=20)
    group = EnemyGroup(enemy=command.id, count=command.count, hidden=command.hidden)
    new = group if command.what == "enemy" else command.id
    _keep_area(world, record, msgspec.structs.replace(area, **{field: (*there, new)}))


def empty_area(world: Nw3World, command: EmptyArea, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`, `not_in_area`."""
    yield from ()
    record = draft(world, command.fortress)
    area = _area(record, command.area)
    field = f"{command.what}s" if command.what != "enemy" else "enemies"
    left = tuple(one for one in getattr(area, field) if _id_in(one) != command.id)
    if left == getattr(area, field):
        raise Refused("not_in_area", RULE, id=command.id, name=area.name)
    _keep_area(world, record, msgspec.structs.replace(area, **{field: left}))


def put_gate(world: Nw3World, command: PutGate, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_area`, `no_such_gate`, `too_many_gates`."""
    yield from ()
    record = draft(world, command.fortress)
    for id in (command.from_area, command.to_area):
        _area(record, id)
    if command.gate:
        _gate(record, command.gate)
    gate = _new_gate(record, command.kind, command.from_area, command.to_area, command.gate)
    gate = msgspec.structs.replace(
        gate,
        reveal_event=command.reveal_event or None,
        difficulty=command.difficulty,
        open_by=tuple(_opener(one) for one in command.open_by),
        uses=command.uses,
    )
    if not command.gate:
        _keep(world, record, "prepared.gate", gate=(*record.gate, gate))
        return
    _keep(world, record, "prepared.gate", gate=tuple(gate if one.id == gate.id else one for one in record.gate))


def remove_gate(world: Nw3World, command: RemoveGate, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_gate`."""
    yield from ()
    record = draft(world, command.fortress)
    gone = _gate(record, command.gate)
    _keep(world, record, "prepared.gate", gate=tuple(one for one in record.gate if one.id != gone.id))


def _keep(world: Nw3World, record: Fortress, key: str, **changes: Any) -> None:
    prepared.keep(world, msgspec.structs.replace(record, **changes))
    tell_referee(world, key, RULE, name=changes.get("name", record.name))


def _keep_area(world: Nw3World, record: Fortress, area: Area) -> None:
    areas = tuple(area if one.id == area.id else one for one in record.area)
    _keep(world, record, "prepared.area", area=areas)


def _keep_conditions(world: Nw3World, record: Fortress, conditions: tuple[EntryCondition, ...]) -> None:
    entrance = msgspec.structs.replace(record.entrance, condition=conditions)
    _keep(world, record, "prepared.entrance", entrance=entrance)


def _area(record: Fortress, id: str) -> Area:
    if id not in record.areas:
        raise Refused("no_such_area", RULE, id=id)
    return record.areas[id]


def _gate(record: Fortress, id: str) -> Gate:
    if id not in record.gates:
        raise Refused("no_such_gate", RULE, id=id)
    return record.gates[id]


def _new_gate(record: Fortress, kind: GateKind, from_: str, to: str, id: str = "") -> Gate:
    if not id and len(record.gate) >= MOST_GATES:
        raise Refused("too_many_gates", RULE, most=MOST_GATES)
    found = id or next(one for number in range(1, 400) if (one := f"g{number}") not in record.gates)
    return Gate(id=found, kind=kind, from_=from_, to=to)


def _opener(text: str) -> OpenBy:
    kind, _, id = text.partition(":")
    match kind:
        case "clear_area":
            return OpenBy(kind="clear_area", area=id)
        case "object":
            return OpenBy(kind="object", object=id)
    return OpenBy(kind="gm")


def opener_text(one: OpenBy) -> str:
    """What opens a Gate as `PutGate` names it."""
    return one.kind if one.kind == "gm" else f"{one.kind}:{one.area or one.object}"


def _id_in(one: str | EnemyGroup) -> str:
    return one if isinstance(one, str) else one.enemy


_RUNS: Final[tuple[tuple[type[msgspec.Struct], Any], ...]] = (
    (SetFortress, set_fortress),
    (SetEntrance, set_entrance),
    (AddCondition, add_condition),
    (RemoveCondition, remove_condition),
    (AddArea, add_area),
    (PutArea, put_area),
    (RemoveArea, remove_area),
    (FillArea, fill_area),
    (EmptyArea, empty_area),
    (PutGate, put_gate),
    (RemoveGate, remove_gate),
)
COMMANDS = tuple(CommandType(form, run, RULE, "referee", interrupts=True, independent=True) for form, run in _RUNS)
