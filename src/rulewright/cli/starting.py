"""What a game is started from on the command line: a scenario, a preset and house rules."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from rulewright import games
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game
from rulewright.engine.house_rules import Choices, changed, choices, written
from rulewright.table.sweep import plain_value


def scenario(text: str, game_id: str = "") -> tuple[Game, Any]:
    """A starter scenario by its id, or one from a TOML file, with its game; raises `Malformed`."""
    known = [games.get(game_id)] if game_id else list(games.installed().values())
    for game in known:
        starters = game.scenarios()
        if text in starters:
            return game, starters[text]
    if text.endswith(".toml") or Path(text).is_file():
        return _from_file(Path(text), game_id)
    ids = [name for game in known for name in game.scenarios()]
    close = get_close_matches(text, ids, n=1)
    near = f' (did you mean "{close[0]}"?)' if close else ""
    raise Malformed(f"no scenario {text!r}{near}", expected=f"one of {', '.join(ids)}, or a TOML file")


def _from_file(path: Path, game_id: str) -> tuple[Game, Any]:
    try:
        read = tomllib.loads(path.read_bytes().decode())
    except RecursionError:
        raise Malformed("tables are nested too deeply", at=str(path)) from None
    except ValueError as error:
        raise Malformed(f"this is not TOML: {error}", at=str(path)) from error
    named = game_id or read.get("game")
    known = games.installed()
    if named is None and len(known) == 1:
        named = next(iter(known))
    if not isinstance(named, str):
        raise Malformed("the scenario does not name its game", at=str(path), expected='game = "cairn" or --game')
    game = games.get(named)
    try:
        return game, msgspec.convert(read, game.scenario_type)
    except msgspec.ValidationError as error:
        raise Malformed(str(error).replace("`$.", "`"), at=str(path), expected="a scenario") from error


def options(game: Game, preset: str, given: Sequence[str]) -> Any:
    """House rules: a preset (the offered one for ""), changed by `name=value` texts; raises `Malformed`."""
    preset = preset or game.offered_preset
    if preset not in game.presets:
        raise Malformed(f"no preset {preset!r}", at="--preset", expected=f"one of {', '.join(game.presets)}")
    options = msgspec.convert(game.presets[preset], game.options_type)
    known = choices(game.options_type)
    for text in given:
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign or name not in known:
            close = get_close_matches(name, known, n=1)
            near = f' (did you mean "{close[0]}"?)' if close else ""
            raise Malformed(f"no option {name!r}{near}", at="--option", expected="NAME=VALUE of a house rule")
        try:
            options = changed(options, name, plain_value(value))
        except Refused as refusal:
            raise Malformed(f"{name} is {value!r}", at="--option", expected=_values(known[name])) from refusal
    return options


def _values(known: Choices) -> str:
    """The values of an option in words."""
    numbers = known.numbers
    named = [written(value) for value in known.values]
    return " or ".join([*named, *([f"a whole number from {numbers.start} to {numbers.stop - 1}"] if numbers else [])])
