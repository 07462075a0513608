"""Log lines as HTML: what happened in words; opened, the dice, the sum with what did not count, and the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from markupsafe import Markup

from rulewright.engine.game import Game
from rulewright.engine.modifiers import Sum
from rulewright.engine.words import Words, told_or
from rulewright.table.lines import Line
from rulewright.table.log import Fallen
from rulewright.table.wording import source_named, words_of
from rulewright.web.views import Look


class LogLines:
    """Draws the log of one game in one language. `sides` says on which side a name stands, for its colour."""

    def __init__(self, game: Game, look: Look, language: str, sides: Mapping[str, int]) -> None:
        self.game = game
        self.look = look
        self.words: Words = words_of(game, language)
        self._sides = dict(sorted(sides.items(), key=lambda one: -len(one[0])))
        self._names = re.compile("|".join(map(re.escape, self._sides))) if sides else None

    def draw(self, lines: Iterable[Line]) -> Markup:
        """Lines as items of a list."""
        return Markup("").join(map(self.line, lines))

    def line(self, line: Line) -> Markup:
        """One line; one with nothing behind it cannot be opened."""
        event = line.event
        told = self._told(self.words(event.key, event.facts))
        kind = "talk" if event.key.startswith("table.say") else "secret" if event.to else "told"
        if not (line.has_numbers or event.rule):
            return Markup('<li class="{}">{}</li>').format(kind, told)
        inside = [self._dice(fallen) for fallen in line.dice]
        if event.sum is not None:
            inside.append(self._sum(event.sum))
        inside.append(self._rules(line.rules))
        mark = Markup('<span class="die" aria-hidden="true">⚄</span>') if line.dice else Markup("")
        return Markup('<li class="{}"><details><summary>{}{}</summary>{}</details></li>').format(
            kind, mark, told, Markup("").join(inside)
        )

    def _told(self, text: str) -> Markup:
        """The text with names in the colours of their sides."""
        if self._names is None:
            return Markup("{}").format(text)
        parts, end = [], 0
        for found in self._names.finditer(text):
            parts += [Markup("{}").format(text[end : found.start()])]
            parts += [Markup('<b class="ink-{}">{}</b>').format(self._sides[found[0]], found[0])]
            end = found.end()
        return Markup("").join([*parts, Markup("{}").format(text[end:])])

    def _dice(self, fallen: Fallen) -> Markup:
        why = told_or(self.words, f"why.{fallen.why}", fallen.why) if fallen.why else ""
        faces = Markup(" ").join(Markup('<span class="face">{}</span>').format(face) for face in fallen.faces)
        return Markup('<p class="dice">{}d{} {} <span class="soft">{}</span></p>').format(
            len(fallen.faces), fallen.sides, faces, why
        )

    def _sum(self, total: Sum) -> Markup:
        rows = []
        for part in total.parts:
            value, name, note = f"{part.value:+d}", source_named(self.words, part.source), part.rule
            if part.suppressed_by:
                value, name = (Markup("<del>{}</del>").format(text) for text in (value, name))
                note = self.look.say("log.out", rule=part.suppressed_by)
            rows.append(
                Markup('<tr><td class="number">{}</td><td>{} <small>{}</small></td></tr>').format(value, name, note)
            )
        limit = self.look.say("log.limit", rule=total.limit_rule) if total.limit_rule else ""
        rows.append(
            Markup('<tr><th class="number" scope="row">= {}</th><td><small>{}</small></td></tr>').format(
                total.total, limit
            )
        )
        return Markup('<table class="sum">{}</table>').format(Markup("").join(rows))

    def _rules(self, ids: Iterable[str]) -> Markup:
        links = [_rule_link(self.game.id, id) for id in ids]
        if not links:
            return Markup("")
        return Markup('<p class="rules">{}</p><div class="opened"></div>').format(Markup(" ").join(links))


@lru_cache(maxsize=4_096)
def _rule_link(game: str, rule: str) -> Markup:
    return Markup(
        '<a class="rule" href="/rules/{0}/{1}" hx-get="/rules/{0}/{1}" hx-target="next .opened">{1}</a>'
    ).format(game, rule)
