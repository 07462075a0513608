"""Commands: what a person may do at a table, as typed structs whose fields are their form.

A game registers its commands once; the terminal, web forms, the JSON API and bots all read the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.engine.world import World

Run: TypeAlias = Callable[[World[Any, Any, Any], Any, Seat], Procedure[None]]


class CommandType(msgspec.Struct, frozen=True):
    """One kind of command.

    `form` is a struct whose tag names the command, `run` the procedure that carries it out and raises `Refused`
    before it changes anything. `who` may give it. One that `interrupts` may be given while another command
    waits for an answer; one that is `independent` does not mind what others did since the seat last looked.
    `meanwhile` is the reason for which another of its kind is refused while one is being carried out.
    """

    form: type[msgspec.Struct]
    run: Run
    rule: str
    who: Literal["anyone", "player", "referee"] = "player"
    interrupts: bool = False
    independent: bool = False
    meanwhile: str = "waiting_for_answer"

    @property
    def name(self) -> str:
        """The command's name in the journal: the tag of its form."""
        return str(self.form.__struct_config__.tag)


class Commands:
    """The commands of one game."""

    def __init__(self, types: Iterable[CommandType]) -> None:
        self.types: Mapping[str, CommandType] = {kind.name: kind for kind in types}
        self._by_form = {kind.form: kind for kind in self.types.values()}

    def read(self, raw: Any) -> msgspec.Struct:
        """The typed command of plain data such as JSON gives; raises `Malformed`."""
        name = raw.get("do") if isinstance(raw, Mapping) else None
        kind = self.types.get(name) if isinstance(name, str) else None
        if kind is None:
            raise Malformed(f"no command {name!r}", at="do", expected=f"one of {', '.join(self.types)}")
        try:
            return msgspec.convert(raw, kind.form)
        except (msgspec.ValidationError, TypeError) as error:
            raise Malformed(str(error), at=str(name)) from error

    def open_to(self, seat: Seat) -> dict[str, CommandType]:
        """The commands without those that only the referee may give, unless the seat is the referee's; by name."""
        return {name: kind for name, kind in self.types.items() if _open_to(kind, seat)}

    def type_of(self, command: msgspec.Struct) -> CommandType:
        """The registered type of a command."""
        return self._by_form[type(command)]

    def start(self, world: World[Any, Any, Any], command: msgspec.Struct, seat: Seat) -> Procedure[None]:
        """The procedure of a command given from a seat; raises `Refused` if that seat may not give it."""
        kind = self.type_of(command)
        if not _open_to(kind, seat):
            raise Refused("not_referee", kind.rule, command=kind.name)
        if kind.who == "player" and seat.role == "spectator":
            raise Refused("not_your_actor", kind.rule, command=kind.name)
        return kind.run(world, command, seat)


def _open_to(kind: CommandType, seat: Seat) -> bool:
    return kind.who != "referee" or seat.referee


def plain(command: msgspec.Struct) -> dict[str, Any]:
    """A command as plain data for the journal."""
    data: dict[str, Any] = msgspec.to_builtins(command)
    return data
