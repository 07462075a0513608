"""Texts of rules and house rules for pages: rule ids as links, choices in words, places that match a search."""

from __future__ import annotations

import re
from html import escape

import msgspec
from markupsafe import Markup

from rulewright.engine.game import Game
from rulewright.engine.house_rule_texts import HouseRule
from rulewright.engine.house_rules import choices, written
from rulewright.engine.rulebook import Rule
from rulewright.web.views import markdown

_ID = re.compile(r"(?<![\w/-])[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+(?![\w-])")
AROUND = 90
"""Characters that are shown on either side of a match."""


class Entry(msgspec.Struct, frozen=True):
    """A rule in a list: its id and title, and the part of its text that matters."""

    id: str
    title: str
    excerpt: Markup = Markup("")


class HouseRulePart(msgspec.Struct, frozen=True):
    """A house rule in words. `choices` are its values as written, in words, and whether each is the default."""

    name: str
    title: str
    text: Markup
    why: str
    choices: tuple[tuple[str, str, bool], ...]
    numbers: tuple[int, int] | None
    default: str
    rules: tuple[str, ...]


def entry(rule: Rule, language: str, excerpt: Markup | None = None) -> Entry:
    """A rule as an entry of a list."""
    return Entry(rule.id, rule.title_in(language), excerpt or Markup(""))


def in_html(text: str, game: Game) -> Markup:
    """A text of the rules with links to the rules that it names."""
    rules = game.rulebook().rules

    def link(found: re.Match[str]) -> str:
        return f"[{found[0]}](/rules/{game.id}/{found[0]})" if found[0] in rules else found[0]

    return markdown(_ID.sub(link, text))


def house_rule(game: Game, rule: HouseRule, language: str) -> HouseRulePart:
    """A house rule with its choices."""
    known = choices(game.options_type)[rule.name]
    return HouseRulePart(
        rule.name,
        rule.title_in(language),
        in_html(rule.text_in(language), game),
        rule.why_in(language),
        tuple((written(value), rule.value_in(value, language), value == known.default) for value in known.values),
        (known.numbers.start, known.numbers.stop - 1) if known.numbers else None,
        rule.value_in(known.default, language),
        rule.rules,
    )


def snippet(rule: Rule | HouseRule, language: str, words: str) -> Markup:
    """The part of a text around the first word that was searched for, with all of them marked."""
    text = " ".join(rule.text_in(language).replace("`", "").split())
    wanted = [re.escape(word) for word in words.split()[:10]]
    found = re.search("|".join(wanted), text, re.IGNORECASE) if wanted else None
    start = max(0, found.start() - AROUND) if found else 0
    stop = (found.end() if found else 0) + AROUND
    cut = ("… " if start else "") + text[start:stop].strip() + (" …" if stop < len(text) else "")
    marked, end = [], 0
    for match in re.finditer("|".join(wanted), cut, re.IGNORECASE) if wanted else ():
        marked += [escape(cut[end : match.start()]), f"<mark>{escape(match[0])}</mark>"]
        end = match.end()
    return Markup("".join([*marked, escape(cut[end:])]))  # every piece is escaped
