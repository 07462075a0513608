"""House rules for `rulewright rules --options`: each with its choices, what it does, why, and the rules it touches."""

from __future__ import annotations

from typing import Any

from rulewright.cli.output import columns, print_json, say
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.house_rule_texts import HouseRule
from rulewright.engine.house_rules import Choices, choices, written


def show(game: Game, words: str, json: bool, language: str) -> None:
    """Print the house rules that contain the words, all for no words; raises `Malformed` where none contains them."""
    chosen = game.house_rules().search(words)
    if not chosen:
        raise Malformed(f"no house rule contains {words!r}", expected="words of a house rule, or none for all")
    if json:
        print_json([_plain(game, rule, language) for rule in chosen])
    else:
        print("\n\n".join(_told(game, rule, language) for rule in chosen))


def _plain(game: Game, rule: HouseRule, language: str) -> dict[str, Any]:
    """A house rule as plain data."""
    known = choices(game.options_type)[rule.name]
    numbers = {"least": known.numbers.start, "most": known.numbers.stop - 1} if known.numbers else None
    return {
        "name": rule.name,
        "title": rule.title_in(language),
        "choices": [{"value": value, "text": rule.value_in(value, language)} for value in known.values],
        "numbers": numbers,
        "default": known.default,
        "text": rule.text_in(language),
        "why": rule.why_in(language),
        "rules": list(rule.rules),
    }


def _told(game: Game, rule: HouseRule, language: str) -> str:
    """A house rule as text, the default among its choices marked with a star."""
    rows = _rows(rule, choices(game.options_type)[rule.name], language)
    lines = [f"{rule.name}  {rule.title_in(language)}", columns(rows, left=3), rule.text_in(language)]
    lines.append(f"{say('rules.why', language)}: {rule.why_in(language)}")
    if rule.rules:
        lines.append(f"{say('rules.touched', language)}: {', '.join(rule.rules)}")
    return "\n".join(lines)


def _rows(rule: HouseRule, known: Choices, language: str) -> list[tuple[str, str, str]]:
    named = [(value, written(value), rule.value_in(value, language)) for value in known.values]
    rows = [(" *" if value == known.default else "", name, text) for value, name, text in named]
    if known.numbers:
        reach = say("odds.to", language, least=known.numbers.start, most=known.numbers.stop - 1)
        among = known.default in known.numbers
        default = say("rules.default", language, value=known.default) if among else ""
        rows.append((" *" if among else "", reach, default))
    return rows
