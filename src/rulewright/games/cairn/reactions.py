"""Reactions (CRN-REACT): what strangers think of the party at first, and the Die of Fate (CRN-FATE)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal, TypeAlias

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure, Roll, yes_no
from rulewright.games.cairn.actors import tell
from rulewright.games.cairn.state import CairnWorld

Attitude: TypeAlias = Literal["hostile", "wary", "curious", "kind", "helpful"]


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table: the totals it covers, its id, and its words in English and Finnish."""

    min: int
    max: int
    id: str
    en: str
    fi: str


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of `data/tables.toml`."""

    reactions: tuple[Row, ...]
    die_of_fate: tuple[Row, ...]


@cache
def tables() -> Tables:
    """The small tables of the rules."""
    text = files("rulewright.games.cairn").joinpath("data/tables.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Tables)


def _row(rows: Sequence[Row], total: int) -> Row:
    return next(row for row in rows if row.min <= total <= row.max)


def reaction_of(total: int) -> str:
    """The attitude for a total of 2d6 (CRN-REACT-02)."""
    return _row(tables().reactions, total).id


def fate_of(face: int) -> str:
    """What a face of the Die of Fate means: "for_party" or "against_party" (CRN-FATE-01)."""
    return _row(tables().die_of_fate, face).id


class Reaction(msgspec.Struct, frozen=True, tag="reaction", tag_field="do"):
    """The referee rolls how a group first takes the party, or sets its attitude without a roll."""

    group: str
    attitude: Attitude | None = None


class DieOfFate(msgspec.Struct, frozen=True, tag="die_of_fate", tag_field="do"):
    """Let chance decide something; a player needs the referee's leave. `about` says what is at stake."""

    about: Annotated[str, msgspec.Meta(max_length=500)] = ""


def reaction(world: CairnWorld, command: Reaction, seat: Seat) -> Procedure[None]:
    group = world.state.groups.get(command.group)
    if group is None:
        raise Refused("unknown_actor", "CRN-GEN-06", actor=command.group)
    if command.attitude is not None:
        group.attitude = command.attitude
        tell(world, "reaction.set", "CRN-REACT-01", group=group.name, attitude=f"attitude.{group.attitude}")
        return
    faces = yield Roll(2, 6, "CRN-REACT-02", "", "reaction", SUM)
    total = sum(faces)
    group.attitude = reaction_of(total)  # CRN-REACT-03: remembered, and nothing else follows
    attitude = f"attitude.{group.attitude}"
    tell(world, "reaction.result", "CRN-REACT-02", group=group.name, attitude=attitude, total=total)


def die_of_fate(world: CairnWorld, command: DieOfFate, seat: Seat) -> Procedure[None]:
    if not seat.referee:
        name = seat.name or seat.id
        leave = yield from yes_no(
            "fate.leave", "referee", default=False, rule="CRN-FATE-01", name=name, about=command.about
        )
        if not leave:
            tell(world, "fate.no_leave", "CRN-FATE-01", name=name)
            return
    faces = yield Roll(1, 6, "CRN-FATE-01", seat.id, "die of fate")
    key = "fate.good" if fate_of(faces[0]) == "for_party" else "fate.bad"
    tell(world, key, "CRN-FATE-01", face=faces[0], about=command.about)


COMMANDS = (
    CommandType(Reaction, reaction, "CRN-REACT-01", "referee"),
    CommandType(DieOfFate, die_of_fate, "CRN-FATE-01", "player", interrupts=True, independent=True),
)
