"""Connections of characters, what they lend, and the Handout of an Episode (NW3-EPISODE-06, -13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Option, Procedure, Question
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles.fighters import find, own, tell
from rulewright.games.nw3.episodes.position import pcs, require_phase
from rulewright.games.nw3.state import Carried, Character, Connection, Nw3World, Sheet

To = Annotated[str, msgspec.Meta(pattern=r"\S", max_length=80)]
_OPTIONS = (Option("keep", "keep_connection.keep"), Option("drop", "keep_connection.drop"))


class SetTrailer(msgspec.Struct, frozen=True, tag="set_trailer", tag_field="do"):
    """In Preplay the referee publishes the Trailer of the Episode."""

    text: Annotated[str, msgspec.Meta(max_length=4000)]


class AddConnection(msgspec.Struct, frozen=True, tag="add_connection", tag_field="do"):
    """The referee gives a character a Connection to somebody, by id or name; in Preplay also one of the Episode."""

    character: str
    to: To
    worth: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    episode: bool = False


class KeepConnection(msgspec.Struct, frozen=True, tag="keep_connection", tag_field="do"):
    """Say that an Episode Connection should stay, or no longer so; the player and the referee have to agree."""

    character: str
    to: To
    keep: bool = True


class Lend(msgspec.Struct, frozen=True, tag="lend", tag_field="do"):
    """A contact lends a character an item; all that is lent in an Episode may cost no more than its Worth."""

    character: str
    to: To
    item: str


def connections_of(character: Character) -> list[Connection]:
    """The Connections of a character; one without a sheet has none."""
    return character.sheet.connections if character.sheet is not None else []


def tied(character: Character, others: Sequence[Character]) -> bool:
    """Whether a Connection of the character goes to one of these."""
    names = {one.to for one in connections_of(character)}
    return any(other.id in names or other.name in names for other in others if other is not character)


def find_connection(character: Character, to: str) -> Connection:
    """The Connection to this contact; raises `Refused` "no_connection"."""
    for one in connections_of(character):
        if one.to == to:
            return one
    raise Refused("no_connection", "NW3-EPISODE-13", name=character.name, contact=to)


def _sheet(character: Character) -> Sheet:
    if character.sheet is None:
        raise Refused("no_sheet", "NW3-EPISODE-13", name=character.name)
    return character.sheet


def set_trailer(world: Nw3World, command: SetTrailer, seat: Seat) -> Procedure[None]:
    """Refuses `wrong_phase` outside Preplay."""
    require_phase(world, "preplay", "NW3-EPISODE-06")
    world.state.trailer = command.text
    tell(world, "trailer.set", "NW3-EPISODE-06", text=command.text)
    yield from ()


def add_connection(world: Nw3World, command: AddConnection, seat: Seat) -> Procedure[None]:
    """Refuses `no_sheet`, `connection_exists`, and outside Preplay `wrong_phase` for one of the Episode."""
    character = find(world, command.character)
    sheet = _sheet(character)
    if any(one.to == command.to for one in sheet.connections):
        raise Refused("connection_exists", "NW3-EPISODE-13", name=character.name, contact=command.to)
    if command.episode:
        require_phase(world, "preplay", "NW3-EPISODE-06")
    sheet.connections.append(Connection(command.to, command.worth, command.episode))
    rule = "NW3-EPISODE-06" if command.episode else "NW3-EPISODE-13"
    tell(world, "connection.of_episode" if command.episode else "connection.new", rule, name=character.name,
         contact=command.to, worth=command.worth)  # fmt: skip
    yield from ()


def keep_connection(world: Nw3World, command: KeepConnection, seat: Seat) -> Procedure[None]:
    """Refuses `no_connection`, and `connection_permanent` for one that stays anyway."""
    character = own(world, command.character, seat)
    connection = find_connection(character, command.to)
    if not connection.episode:
        raise Refused("connection_permanent", "NW3-EPISODE-06", name=character.name, contact=command.to)
    if seat.referee:
        connection.keep_referee = command.keep
    else:
        connection.keep_player = command.keep
    key = "connection.wanted" if command.keep else "connection.unwanted"
    tell(world, key, "NW3-EPISODE-06", who=seat.name or seat.id, name=character.name, contact=command.to)
    yield from ()


def lend(world: Nw3World, command: Lend, seat: Seat) -> Procedure[None]:
    """Refuses `no_connection`, `unknown_item`, `worth_exceeded`; what is lent is not Preserved (NW3-EPISODE-13)."""
    character = find(world, command.character)
    connection = find_connection(character, command.to)
    item = world.content.items_by_id.get(command.item)
    if item is None:
        raise Refused("unknown_item", "NW3-EPISODE-13", item=command.item)
    left = connection.worth - connection.lent
    if item.cost > left:
        raise Refused("worth_exceeded", "NW3-EPISODE-13", contact=command.to, left=left, cost=item.cost)
    connection.lent += item.cost
    character.items.append(Carried(new_id(world.state, item.id), item.id))
    tell(world, "connection.lends", "NW3-EPISODE-13", name=character.name, contact=command.to, item=item.name,
         left=left - item.cost)  # fmt: skip
    yield from ()


def end_episode(world: Nw3World) -> Procedure[None]:
    """Episode Connections end, except those that player and referee want to keep (NW3-EPISODE-06, -10 e).

    Both are asked; what they have said before is their default.
    """
    ending = [(one, connection) for one in pcs(world) for connection in connections_of(one) if connection.episode]
    questions = []
    for character, connection in ending:
        facts = {"name": character.name, "contact": connection.to}
        for who, said in ((character.id, connection.keep_player), ("referee", connection.keep_referee)):
            default = "keep" if said else "drop"
            questions.append(Question("keep_connection", who, _OPTIONS, default, "NW3-EPISODE-06", facts))
    answers = yield Ask(tuple(questions))
    for index, (character, connection) in enumerate(ending):
        kept = answers[2 * index] == answers[2 * index + 1] == "keep"
        if kept:
            connection.episode = connection.keep_player = connection.keep_referee = False
        else:
            connections_of(character).remove(connection)
        tell(world, "connection.kept" if kept else "connection.ended", "NW3-EPISODE-06", name=character.name,
             contact=connection.to)  # fmt: skip
    for character in world.state.characters.values():
        for connection in connections_of(character):
            connection.lent = 0


COMMANDS = (
    CommandType(SetTrailer, set_trailer, "NW3-EPISODE-06", "referee"),
    CommandType(AddConnection, add_connection, "NW3-EPISODE-13", "referee"),
    CommandType(KeepConnection, keep_connection, "NW3-EPISODE-06"),
    CommandType(Lend, lend, "NW3-EPISODE-13", "referee"),
)
