"""A map at the terminal: each place with the ways out of it, as text; and the way that was walked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rich.text import Text

from rulewright.cli.terminal import Terminal
from rulewright.engine.maps import LineStyle, Link, Map, Place, Remark
from rulewright.engine.words import Words

LINES: Final[dict[LineStyle, tuple[str, str]]] = {
    "plain": ("───", "---"),
    "arrow": ("──▶", "-->"),
    "dotted": ("┄?┄", ".?."),
    "barred": ("═‖═", "=|="),
    "broken": ("─≠─", "-/-"),
}
"""Each style of line, and for a terminal that has no such signs."""


def map_lines(shown: Map, words: Words, terminal: Terminal) -> Iterator[Text]:
    """The lines of a map; what is marked is not for players to know."""
    yield Text(shown.title, "bold")
    for one in shown.remarks:
        yield _remark(one, words, "  ")
    names = {place.id: place.name for place in shown.places}
    for place in shown.places:
        yield _place(place, words)
        for one in place.remarks:
            yield _remark(one, words, "    ")
        for link in shown.links:
            if place.id in (link.from_, link.to):
                yield _link(link, place.id, names, words, terminal)
    if shown.way:
        way = [names[shown.way[0].left], *(names[step.to] for step in shown.way)]
        yield Text(f"{terminal.word('map.way')} {terminal.mark(' → ', ' > ').join(way)}")


def _place(place: Place, words: Words) -> Text:
    told = ", ".join([words(place.kind, {}), *(words(mark, {}) for mark in place.marks)])
    line = Text(f"{place.name}", "bold yellow" if place.secret else "bold").append(f" ({told})", "not bold")
    return line.append(f": {', '.join(place.here)}", "cyan") if place.here else line


def _link(link: Link, place: str, names: dict[str, str], words: Words, terminal: Terminal) -> Text:
    fancy, plain = LINES[link.line]
    if link.line == "arrow" and place == link.to:
        fancy, plain = fancy.replace("▶", "─").replace("─", "◀", 1), "<--"
    other = link.to if place == link.from_ else link.from_
    told = ", ".join([words(link.kind, {}), *_marks(link.marks, words)])
    return Text(f"  {terminal.mark(fancy, plain)} {names[other]} ({told})", "yellow" if link.secret else "")


def _marks(keys: Sequence[str], words: Words) -> list[str]:
    return [words(key, {}) for key in keys]


def _remark(one: Remark, words: Words, indent: str) -> Text:
    return Text(f"{indent}{words(one.key, one.facts)}", "red" if one.wrong else "yellow" if one.secret else "dim")
