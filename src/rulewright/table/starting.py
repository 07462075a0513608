"""What a table is started from: a scenario out of TOML text, a preset, and house rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat
from rulewright.engine.pack_problems import Path, path_text
from rulewright.engine.toml_lines import Source
from rulewright.table.showable import FAULTS, show_all

MOST_SEATS = 40
MOST_FIGURES = 300
_SEAT = re.compile(r"[\w.,'’+&()!-](?:[\w .,'’+&()!-]{0,38}[\w.,'’+&()!-])?")
_AT = re.compile(r"(.*) - at `\$(.*)`", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


class Starter(msgspec.Struct, frozen=True):
    """A starter scenario as it is offered: its id, title and text, and how many heroes it has."""

    id: str
    title: str
    text: str
    heroes: int


def starters(game: Game, language: str) -> list[Starter]:
    """The starter scenarios of a game in a language, English where they have none."""
    return [
        Starter(id, told(one, "title", language) or id, told(one, "text", language), len(game.heroes(one)))
        for id, one in game.scenarios().items()
    ]


def told(scenario: Any, field: str, language: str) -> str:
    """A text of a scenario in a language, English where it has none; "" where its game knows no such text."""
    return str(getattr(scenario, f"{field}_{language}", "") or getattr(scenario, field, ""))


def read_scenario(name: str, raw: str | bytes, game_id: str = "") -> tuple[Game, Any]:
    """A scenario from the TOML text of a file called `name`, with its game.

    The game is `game_id` or, without it, the one that the text names. Raises `Malformed` with the line.
    """
    source = Source(name, raw)
    if source.problem is not None:
        raise Malformed(source.problem.what, at=f"{name}:{source.problem.line}", expected=source.problem.allowed)
    named = game_id or source.values.get("game")
    known = games.installed()
    if named is None and len(known) == 1:
        named = next(iter(known))
    if not isinstance(named, str):
        raise Malformed("the scenario does not name its game", at=name, expected='game = "cairn" or --game')
    game = games.get(named)
    try:
        return game, msgspec.convert(source.values, game.scenario_type)
    except msgspec.ValidationError as error:
        raise _placed(str(error), source) from error


def preset_options(game: Game, preset: str) -> Any:
    """The house rules of a preset, of the offered one for ""; raises `Malformed`."""
    preset = preset or game.offered_preset
    if preset not in game.presets:
        raise Malformed(f"no preset {preset!r}", at="preset", expected=f"one of {', '.join(game.presets)}")
    return msgspec.convert(game.presets[preset], game.options_type)


def rehearse(game: Game, scenario: Any, options: Any, content: Any) -> None:
    """Begin on trial, so that what somebody has written and cannot be played makes no table; raises `Malformed`."""
    seats = game.seats(scenario)
    check_seats(seats)
    try:
        world = game.open(scenario, options, content)
        figures = show_all(game, world, seats)
    except FAULTS as error:
        raise Malformed(f"it does not fit together: {error}", at="scenario", expected="a scenario that fits") from error
    if figures > MOST_FIGURES:
        raise Malformed(f"{figures} figures", at="scenario", expected=f"at most {MOST_FIGURES}")


def check_seats(seats: Sequence[Seat]) -> None:
    """Raise `Malformed` for too many seats, and for one whose id cannot be part of an address."""
    if len(seats) > MOST_SEATS:
        raise Malformed(f"{len(seats)} seats", at="players", expected=f"at most {MOST_SEATS}")
    for seat in seats:
        if not _SEAT.fullmatch(seat.id) or seat.id in (".", ".."):
            raise Malformed(f"{seat.id[:60]!r}", at="players", expected="1 to 40 letters, digits and such, no slashes")


def _placed(text: str, source: Source) -> Malformed:
    """An error of msgspec with the line and the path that it is about."""
    found = _AT.fullmatch(text)
    what, at = (found[1], found[2]) if found else (text, "")
    path: Path = tuple(word or int(number) for word, number in _STEP.findall(at))
    place = f"{source.name}:{source.line(path)}"
    return Malformed(f"{path_text(path)}: {what}" if path else what, at=place, expected="a scenario")
