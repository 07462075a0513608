"""What a game is started from on the command line: a scenario, a preset and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from rulewright import games
from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game
from rulewright.engine.house_rules import Choices, changed, choices, written
from rulewright.table.starting import preset_options, read_scenario
from rulewright.table.sweep import plain_value


def scenario(text: str, game_id: str = "") -> tuple[Game, Any]:
    """A starter scenario by its id, or one from a TOML file, with its game; raises `Malformed`."""
    known = [games.get(game_id)] if game_id else list(games.installed().values())
    for game in known:
        starters = game.scenarios()
        if text in starters:
            return game, starters[text]
    if text.endswith(".toml") or Path(text).is_file():
        return read_scenario(text, Path(text).read_bytes(), game_id)
    ids = [name for game in known for name in game.scenarios()]
    close = get_close_matches(text, ids, n=1)
    near = f' (did you mean "{close[0]}"?)' if close else ""
    raise Malformed(f"no scenario {text!r}{near}", expected=f"one of {', '.join(ids)}, or a TOML file")


def options(game: Game, preset: str, given: Sequence[str]) -> Any:
    """House rules: a preset (the offered one for ""), changed by `name=value` texts; raises `Malformed`."""
    options = preset_options(game, preset)
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
