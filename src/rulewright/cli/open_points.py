"""What the rules of a game leave open, for `rulewright rules --open`: one page with the reading used of each point."""

from __future__ import annotations

from typing import Any

from rulewright.cli.output import print_json, say
from rulewright.engine.game import Game
from rulewright.engine.house_rules import choices, written
from rulewright.engine.open_points import Settled, settled


def show(game: Game, json: bool, language: str) -> None:
    """Print all open points of a game."""
    points = settled(game.rulebook(), game.house_rules(), language)
    if json:
        print_json([_plain(game, point, language) for point in points])
    else:
        print("\n\n".join(_told(game, point, language) for point in points))


def _plain(game: Game, point: Settled, language: str) -> dict[str, Any]:
    """An open point as plain data."""
    known = choices(game.options_type)
    return {
        "id": point.id,
        "title": point.title,
        "text": point.text,
        "rules": list(point.rules),
        "options": [
            {"name": one.name, "default": known[one.name].default, "why": one.why_in(language)}
            for one in point.options
        ],
    }  # fmt: skip


def _told(game: Game, point: Settled, language: str) -> str:
    """An open point as text: its options with their defaults, and why."""
    lines = [f"{point.id}  {point.title}".rstrip(), point.text]
    for one in point.options:
        value = choices(game.options_type)[one.name].default
        default = f"{one.name} = {written(value)}"
        words = one.value_in(value, language)
        lines.append(f"  {default}{f' ({words})' if words != written(value) else ''}")
        lines.append(f"    {say('rules.why', language)}: {one.why_in(language)}")
    if point.rules:
        lines.append(f"{say('rules.touched', language)}: {', '.join(point.rules)}")
    return "\n".join(lines)
