"""What the rules of a game leave open, each point with the reading that is used."""

from __future__ import annotations

import msgspec

from rulewright.engine.house_rule_texts import HouseRule, HouseRules
from rulewright.engine.rulebook import Rulebook


class Settled(msgspec.Struct, frozen=True):
    """An open point: `text` says what is unclear and how it is read; `options` can change that reading."""

    id: str
    title: str
    text: str
    rules: tuple[str, ...] = ()
    options: tuple[HouseRule, ...] = ()


def is_open(rule_id: str) -> bool:
    """Whether a rule of the book is an open point."""
    return "-OPEN-" in rule_id or rule_id.startswith("OP-")


def settled(book: Rulebook, house: HouseRules, language: str) -> list[Settled]:
    """Open points that are rules of the book, then house rules that belong to none of them, then the rest."""
    points = []
    for rule in book.rules.values():
        if is_open(rule.id):
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
