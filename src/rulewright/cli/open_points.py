"""What the rules of a game leave open, for `rulewright rules --open`: one page with the reading used of each point."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.cli.output import print_json, say
from rulewright.engine.game import Game
from rulewright.engine.house_rule_texts import HouseRule
from rulewright.engine.house_rules import choices, written


class Settled(msgspec.Struct, frozen=True):
    """An open point: `text` says what is unclear and how it is read; `options` can change that reading."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    options: tuple[HouseRule, ...] = ()


def show(game: Game, json: bool, language: str) -> None:
    """Print all open points of a game."""
    points = _find(game, language)
    if json:
        print_json([_plain(game, point, language) for point in points])
    else:
        print("\n\n".join(_told(game, point, language) for point in points))


def _is_open(rule_id: str) -> bool:
    """Whether a rule of the book is an open point."""
    return "-OPEN-" in rule_id or rule_id.startswith("OP-")


def _find(game: Game, language: str) -> list[Settled]:
    """Open points that are rules of the book, then house rules that belong to none of them, then the rest."""
    book, house = game.rulebook(), game.house_rules()
    points = []
    for rule in book.rules.values():
        if _is_open(rule.id):
            options = tuple(house.options[name] for name in rule.options)
            points.append(Settled(rule.id, rule.title_in(language), rule.text_in(language), (), options))
    known = {option.name for point in points for option in point.options}
    for one in house.options.values():
        if one.name not in known:
            points.append(Settled(one.name, one.title_in(language), one.text_in(language), one.rules, (one,)))
    for left in house.open_points:
        title = book.rules[left.rules[0]].title_in(language) if left.rules else ""
        points.append(Settled(str(left.number), title, left.text_in(language), left.rules))
    return points


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
