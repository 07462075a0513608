"""Information Gathering (NW3-EPISODE-14)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Part
from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.dice.calling import (
    Band,
    Judging,
    Modifier,
    Reason,
    any_seven,
    called,
    difficulty_of,
    of_referee,
    prepared,
)
from rulewright.games.nw3.dice.judges import succeeds
from rulewright.games.nw3.episodes.connections import connections_of
from rulewright.games.nw3.episodes.position import warn_opening
from rulewright.games.nw3.options import Attribute
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World

_NONE = Option("", "gathering.none")


class GatherInformation(msgspec.Struct, frozen=True, tag="gather_information", tag_field="do"):
    """The referee names the Attribute and the Difficulty, as for `CallJudge`.

    `source` is the Attribute that an Information Source of the character gives, where it has one.
    """

    character: str
    attribute: Judging
    difficulty: int | float | None = None
    band: Band | None = None
    hidden: bool = False
    modifier: Modifier = 0
    reason: Reason = ""
    seven: bool = False
    source: Attribute | None = None


def gather_information(world: Nw3World, command: GatherInformation, seat: Seat) -> Procedure[None]:
    """Refuses `not_an_attribute`, and what `CallJudge` refuses."""
    character = called(world, command.character, command.seven)
    if command.attribute not in ATTRIBUTES:
        raise Refused("not_an_attribute", "NW3-EPISODE-14", stat=f"stat.{command.attribute}")
    difficulty = difficulty_of(command.difficulty, command.band)
    parts = of_referee(command.modifier, command.reason)
    warn_opening(world, "dice")
    attribute = yield from _attribute(character, command.attribute, command.source)
    yield from gathered(world, character, attribute, difficulty, parts, hidden=command.hidden, seven=command.seven)


def gathered(
    world: Nw3World,
    character: Character,
    attribute: Judging,
    difficulty: int,
    parts: Sequence[Part] = (),
    *,
    hidden: bool = False,
    seven: bool = False,
) -> Procedure[bool]:
    """The Judge of Information Gathering, with a Connection that fits; whether it succeeds (NW3-EPISODE-14)."""
    known = [*parts, *(yield from _connection(character))]
    taken = yield from any_seven(world, character, "information", seven)
    judge = yield from prepared(
        world, character, "information", attribute, known, difficulty=difficulty, hidden=hidden, seven=taken
    )
    return succeeds(judge, (yield from windows.normal(world, character, judge, attribute)))


def _attribute(character: Character, named: Judging, source: Attribute | None) -> Procedure[Judging]:
    """The Attribute named, or that of an Information Source if the player uses it."""
    if source is None or source == named:
        return named
    options = (Option(source, f"stat.{source}"), _NONE)
    facts = {"name": character.name, "stat": f"stat.{named}"}
    answer = yield from ask(Question("use_information_source", character.id, options, "", "NW3-EPISODE-14", facts))
    return source if answer == source else named


def _connection(character: Character) -> Procedure[list[Part]]:
    """The bonus for a Connection that the player names and the referee finds fitting; one is all that counts."""
    known = connections_of(character)
    if not known:
        return []
    options = (*(Option(one.to, "gathering.connection", {"contact": one.to}) for one in known), _NONE)
    facts = {"name": character.name}
    to = yield from ask(Question("use_connection", character.id, options, "", "NW3-EPISODE-14", facts))
    if not to:
        return []
    fits = yield from yes_no(
        "connection_fits", "referee", default=False, rule="NW3-EPISODE-14", name=character.name, contact=to
    )
    if not fits:
        return []
    return [Part("sum.connection", numbers().checks.info_gathering_connection_bonus, "NW3-EPISODE-14")]


COMMANDS = (CommandType(GatherInformation, gather_information, "NW3-EPISODE-14", "referee"),)
