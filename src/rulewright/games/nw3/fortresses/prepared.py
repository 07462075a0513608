"""Content that the referee made at the table: Fortresses and what is in them, read with that of the packs.

A row made here stands in for the one of a pack with the same id (NW3-FORT-16 to -21).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.packs import BadPack, Part, Problem, load, plain, warnings_of
from rulewright.engine.toml_text import toml_lines
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap
from rulewright.games.nw3.state import Nw3World

R = TypeVar("R", bound=Part)

TABLES: Final[Mapping[str, type[Part]]] = {
    "fortress": Fortress,
    "object": Object,
    "trap": Trap,
    "logic": Logic,
    "chart": Chart,
    "enemy": Enemy,
}
"""What can be made at a table, by the name of its table in a pack."""
_NAME_OF: Final = {kind: name for name, kind in TABLES.items()}
FILE: Final = "prepared.toml"


def raw(world: Nw3World, table: str, id: str) -> dict[str, Any] | None:
    """The row of a table that was made here, as it is kept."""
    return next((row for row in world.state.prepared.get(table, ()) if row.get("id") == id), None)


def made(world: Nw3World, kind: type[R], id: str) -> R | None:
    """The row of a kind that was made at this table; raises `Malformed` where it is none of its kind."""
    if not world.state.prepared:
        return None  # as at most tables
    found = raw(world, _NAME_OF[kind], id) if kind in _NAME_OF else None
    return None if found is None else _row(kind, found)


def known(world: Nw3World, kind: type[R], id: str) -> R | None:
    """The row of a kind with this id, one made at this table first; None where there is none."""
    here = made(world, kind, id)
    if here is not None or world.content is None:
        return here
    found: R | None = world.content.by_id(kind).get(id)
    return found


def made_here(world: Nw3World, kind: type[R]) -> Iterator[R]:
    """All rows of a kind that were made at this table, in their order."""
    for row in world.state.prepared.get(_NAME_OF[kind], ()):
        yield _row(kind, row)


def all_of(world: Nw3World, kind: type[R]) -> Mapping[str, R]:
    """All rows of a kind by id: those of the packs, and those made here in their stead or after them."""
    rows = dict(world.content.by_id(kind)) if world.content is not None else {}
    return rows | {str(getattr(row, "id")): row for row in made_here(world, kind)}  # noqa: B009


def keep(world: Nw3World, row: Part) -> None:
    """Keep a row at this table, in the place of one with its id."""
    table, id = _NAME_OF[type(row)], str(getattr(row, "id"))  # noqa: B009
    rows = world.state.prepared.setdefault(table, [])
    place = next((place for place, one in enumerate(rows) if one.get("id") == id), len(rows))
    rows[place : place + 1] = [plain(row)]


def drop(world: Nw3World, table: str, id: str) -> None:
    """Keep a row no longer, if it was made here."""
    rows = [row for row in world.state.prepared.get(table, ()) if row.get("id") != id]
    world.state.prepared.pop(table, None)
    if rows:
        world.state.prepared[table] = rows


def source(world: Nw3World, fortress: Fortress) -> str:
    """A pack of the Fortress with everything that was made at this table beside other Fortresses, as TOML."""
    lines = [
        "[pack]",
        *toml_lines({"id": fortress.id, "name": fortress.name, "ruleset": "nw3", "version": 1}),
        "",
        *_table("fortress", plain(fortress)),
    ]
    for name in TABLES:
        for row in world.state.prepared.get(name, ()) if name != "fortress" else ():
            lines += ["", *_table(name, row)]
    return "\n".join(lines) + "\n"


def problems(world: Nw3World, fortress: Fortress) -> tuple[Problem, ...]:
    """Everything for which the loader of packs would refuse the Fortress, with what was made here."""
    try:
        _loaded(world, fortress)
    except BadPack as bad:
        return bad.problems
    return ()


def warnings(world: Nw3World, fortress: Fortress) -> tuple[Problem, ...]:
    """What is odd about the Fortress and what was made here, though it can be used (NW3-FORT-16, NW3-ENEMY-16);
    nothing where the loader would refuse it.
    """
    try:
        library, earlier = _loaded(world, fortress)
    except BadPack:
        return ()
    return tuple(warnings_of({FILE: source(world, fortress)}, library, (earlier,)))


def _loaded(world: Nw3World, fortress: Fortress) -> tuple[Nw3Content, Nw3Content]:
    """The Fortress as a pack, and the packs without what it stands in for; raises `BadPack`."""
    packs = world.content
    mine = {name: {row.get("id") for row in rows} for name, rows in world.state.prepared.items()}
    mine["fortress"] = mine.get("fortress", set()) | {fortress.id}
    others = {
        name: tuple(row for row in getattr(packs, name) if row.id not in mine[name]) for name in TABLES if name in mine
    }
    earlier = msgspec.structs.replace(packs, **others)
    return load({FILE: source(world, fortress)}, Nw3Content, (earlier,)), earlier


def _table(name: str, row: Mapping[str, Any]) -> Iterator[str]:
    yield f"[[{name}]]"
    yield from toml_lines(row)


def _row(kind: type[R], row: Mapping[str, Any]) -> R:
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at=str(row.get("id")), expected=f"a {_NAME_OF[kind]}") from error
