"""Giving any command of the game at the terminal, by its name and fields: what the numbered choices leave out."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec
from rich.text import Text

from rulewright.cli.terminal import Terminal
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Question
from rulewright.table.sweep import plain_value
from rulewright.table.table import Table


def show_commands(table: Table, terminal: Terminal, seat: Seat, wanted: str = "") -> None:
    """List the commands with their fields, or only those whose name contains `wanted`."""
    found = {name: kind for name, kind in sorted(table.game.commands.open_to(seat).items()) if wanted in name}
    if not found:
        terminal.say("command.none", "yellow", wanted=wanted)
        return
    terminal.say("command.how", "bold")
    for name, kind in found.items():
        meaning = (kind.form.__doc__ or "").split("\n")[0]
        fields = " ".join(_fields(kind.form))
        terminal.show(Text.assemble((f"  {name}", "bold"), f" {fields}  ", (meaning, "dim")))


def read_command(table: Table, text: str) -> dict[str, Any]:
    """The plain command of a line such as `call_judge character=ann stat=luck difficulty=10`; raises `Malformed`.

    A value is JSON or a word; a field that takes several words has them separated by commas.
    """
    try:
        name, *given = shlex.split(text)
    except ValueError as error:
        raise Malformed(str(error), at="command", expected="matching quotation marks") from error
    kind = table.game.commands.types.get(name)
    if kind is None:
        raise Malformed(f"no command {name!r}", at="command", expected="a name from the list that c shows")
    lists = {one.name for one in msgspec.structs.fields(kind.form) if "tuple" in str(one.type)}
    read: dict[str, Any] = {"do": name}
    for part in given:
        field, sign, value = part.partition("=")
        if not sign:
            raise Malformed(part, at=name, expected="field=value")
        plain = plain_value(value)
        if field in lists and not isinstance(plain, list):
            plain = [word for word in value.split(",") if word]
        read[field] = plain
    return read


def giver_of(table: Table, people: Collection[str], command: Mapping[str, Any]) -> str:
    """Who of the people gives a command: the referee, else the player of the character that it names."""
    referee = table.referee.id
    if referee in people:
        return referee
    named = next((value for key, value in command.items() if key in ("character", "actor")), "")
    owner = table.game.owner(table.world, Question("", str(named)))
    return owner if owner in people else next(iter(people))


def _fields(form: type[msgspec.Struct]) -> Iterator[str]:
    for field in msgspec.structs.fields(form):
        yield field.name if field.required else f"[{field.name}]"
