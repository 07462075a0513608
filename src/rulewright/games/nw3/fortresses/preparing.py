"""Fortresses that the referee makes at the table: begun, copied, read from TOML, proposed, and dropped.

They are kept in the state, so undo takes back a step of the work like any other. A Fortress may be wrong while it is
being made; its map tells what is wrong, and no Dive leads into it until that is mended (NW3-FORT-16).
"""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.engine.packs import Part
from rulewright.engine.requests import Procedure
from rulewright.engine.toml_text import read_toml
from rulewright.games.nw3.battles.fighters import tell_referee
from rulewright.games.nw3.fortresses import generator, prepared
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Area, Entrance, Fortress
from rulewright.games.nw3.state import Nw3World

RULE: Final = "NW3-FORT-16"
MOST_ROWS: Final = 300
"""Rows of one table that can be made at a table."""

OwnId = Annotated[str, msgspec.Meta(pattern="^([a-z][a-z0-9_]{0,47})?$")]
"""An id, or "" where one is found for it."""
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=80, pattern=r"\S")]


class BeginFortress(msgspec.Struct, frozen=True, tag="begin_fortress", tag_field="do"):
    """The referee begins a Fortress: it has an Entrance Area and nothing else."""

    name: Title
    first_area: Title = "Entrance"
    ruler: str = ""
    id: OwnId = ""


class CopyFortress(msgspec.Struct, frozen=True, tag="copy_fortress", tag_field="do"):
    """The referee takes a Fortress of a pack to change it at this table; with an `id` of its own it is another one."""

    fortress: str
    id: OwnId = ""


class WriteFortress(msgspec.Struct, frozen=True, tag="write_fortress", tag_field="do"):
    """The referee writes Fortresses, and enemies, traps, Objects, Logics and charts for them, as TOML of a pack.

    What has the id of something made before takes its place.
    """

    text: Annotated[str, msgspec.Meta(max_length=200_000)]


class ProposeFortress(msgspec.Struct, frozen=True, tag="propose_fortress", tag_field="do"):
    """The dice propose a Fortress of so many Areas out of the loaded content; `danger` says how hard."""

    name: Title
    areas: Annotated[int, msgspec.Meta(ge=2, le=99)] = 9
    danger: Annotated[int, msgspec.Meta(ge=1, le=10)] = 3
    id: OwnId = ""


class DropPrepared(msgspec.Struct, frozen=True, tag="drop_prepared", tag_field="do"):
    """The referee drops something made at this table; `table` is "fortress", "trap", and so on."""

    table: str
    id: str


def begin(world: Nw3World, command: BeginFortress, seat: Seat) -> Procedure[None]:
    """Refuses `id_taken`, `too_much_prepared`."""
    yield from ()
    id = fresh_id(world, Fortress, command.id, command.name)
    rulers = [one.id for one in prepared.all_of(world, Enemy).values() if one.ruler]
    first = Area(id="entrance", name=command.first_area, kind="entrance")
    ruler = command.ruler or next(iter(rulers), "")
    prepared.keep(
        world, Fortress(id=id, name=command.name, ruler=ruler, entrance=Entrance(area=first.id), area=(first,))
    )
    tell_referee(world, "prepared.begun", RULE, name=command.name)


def copy(world: Nw3World, command: CopyFortress, seat: Seat) -> Procedure[None]:
    """Refuses `no_such_fortress`, `fortress_in_use`, `already_prepared`, `id_taken`, `too_much_prepared`."""
    yield from ()
    found = prepared.all_of(world, Fortress).get(command.fortress)
    if found is None:
        raise Refused("no_such_fortress", RULE, fortress=command.fortress)
    id = fresh_id(world, Fortress, command.id, found.name) if command.id else found.id
    if not command.id:
        require_idle(world, id)
        if prepared.raw(world, "fortress", id) is not None:
            raise Refused("already_prepared", RULE, name=found.name)
        require_room(world, Fortress)
    prepared.keep(world, msgspec.structs.replace(found, id=id))
    tell_referee(world, "prepared.copied", RULE, name=found.name)


def write(world: Nw3World, command: WriteFortress, seat: Seat) -> Procedure[None]:
    """Refuses `not_readable` with the reason, `fortress_in_use`, `too_much_prepared`."""
    yield from ()
    rows = _rows(command.text)
    for row in rows:
        if isinstance(row, Fortress):
            require_idle(world, row.id)
    for name, kind in prepared.TABLES.items():
        ids = {one["id"] for one in world.state.prepared.get(name, ())}
        if len(ids | {_id(row) for row in rows if type(row) is kind}) > MOST_ROWS:
            raise Refused("too_much_prepared", RULE, most=MOST_ROWS)
    for row in rows:
        prepared.keep(world, row)
    tell_referee(world, "prepared.written", RULE, names=[_name(row) for row in rows])


def propose(world: Nw3World, command: ProposeFortress, seat: Seat) -> Procedure[None]:
    """Refuses `nobody_to_rule`, `id_taken`, `too_much_prepared`."""
    id = fresh_id(world, Fortress, command.id, command.name)
    proposal = yield from generator.propose(world, id, command.name, command.areas, command.danger)
    for row in proposal:
        prepared.keep(world, row)
    tell_referee(world, "prepared.proposed", RULE, name=command.name, areas=command.areas, danger=command.danger)


def drop(world: Nw3World, command: DropPrepared, seat: Seat) -> Procedure[None]:
    """Refuses `not_prepared`, `fortress_in_use`."""
    yield from ()
    row = prepared.raw(world, command.table, command.id)
    if row is None:
        raise Refused("not_prepared", RULE, id=command.id)
    if command.table == "fortress":
        require_idle(world, command.id)
    prepared.drop(world, command.table, command.id)
    tell_referee(world, "prepared.dropped", RULE, name=row.get("name", command.id))


def draft(world: Nw3World, id: str) -> Fortress:
    """A Fortress that may be changed; raises `Refused` `not_prepared` and `fortress_in_use`."""
    found = prepared.made(world, Fortress, id)
    if found is None:
        raise Refused("not_prepared", RULE, id=id)
    require_idle(world, id)
    return found


def require_idle(world: Nw3World, id: str) -> None:
    """Raise `Refused` `fortress_in_use` while a Lunar Casket is this Fortress: people could be in what is changed."""
    if any(casket.fortress == id for casket in world.state.caskets):
        raise Refused("fortress_in_use", RULE, id=id)


def require_sound(world: Nw3World, id: str) -> None:
    """Raise `Refused` `fortress_unsound` for a Fortress of this table that no pack could hold."""
    found = prepared.made(world, Fortress, id)
    if found is not None and (faults := prepared.problems(world, found)):
        raise Refused("fortress_unsound", RULE, name=found.name, count=len(faults), text=str(faults[0]))


def require_room(world: Nw3World, kind: type[Part]) -> None:
    """Raise `Refused` `too_much_prepared` where no more rows of a kind may be made."""
    if sum(1 for _ in prepared.made_here(world, kind)) >= MOST_ROWS:
        raise Refused("too_much_prepared", RULE, most=MOST_ROWS)


def fresh_id(world: Nw3World, kind: type[Part], wanted: str, name: str) -> str:
    """The wanted id, else one made of a name, that nothing of the kind has; `id_taken`, `too_much_prepared`."""
    require_room(world, kind)
    known = prepared.all_of(world, kind)
    if wanted:
        if wanted in known:
            raise Refused("id_taken", RULE, id=wanted)
        return wanted
    return free_id(slug(name) or kind.__name__.lower(), known)


def free_id(stem: str, known: Any) -> str:
    """The stem, or with a number behind it, as an id that is not among the known ones."""
    if stem not in known:
        return stem
    return next(id for number in range(2, 10_000) if (id := f"{stem[:42]}_{number}") not in known)


def slug(name: str) -> str:
    """A name as an id: its letters of a to z and digits, or "" where it has none that can begin one."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_").lstrip("0123456789_")[:44]


def _rows(text: str) -> list[Part]:
    """The rows of a TOML text; raises `Refused` `not_readable`."""
    try:
        tables = read_toml(text, "text")
    except Malformed as error:
        raise Refused("not_readable", RULE, text=error.found) from error
    rows: list[Part] = []
    for name, values in tables.items():
        kind = prepared.TABLES.get(name)
        if kind is None:
            if name != "pack":
                raise Refused("not_readable", RULE, text=f"[[{name}]]")
            continue
        try:
            rows += msgspec.convert(values, list[kind])  # type: ignore[valid-type]
        except (msgspec.ValidationError, RecursionError) as error:
            raise Refused("not_readable", RULE, text=f"[[{name}]]: {error}") from error
    if not rows:
        raise Refused("not_readable", RULE, text="[[fortress]]")
    return rows


def _id(row: Part) -> str:
    return str(getattr(row, "id"))  # noqa: B009


def _name(row: Part) -> str:
    return str(getattr(row, "name"))  # noqa: B009


def _command(form: type[msgspec.Struct], run: Any) -> CommandType:
    return CommandType(form, run, RULE, "referee", interrupts=True, independent=True)


COMMANDS = (
    _command(BeginFortress, begin),
    _command(CopyFortress, copy),
    _command(WriteFortress, write),
    CommandType(ProposeFortress, propose, RULE, "referee"),
    _command(DropPrepared, drop),
)
