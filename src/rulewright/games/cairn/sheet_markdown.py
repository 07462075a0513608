"""Character sheets as Markdown in English or Finnish."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.words import Catalogue
from rulewright.games.cairn.sheet import Line, Sheet, Thing, sheet
from rulewright.games.cairn.state import Actor, CairnWorld


def sheet_markdown(world: CairnWorld, actor: Actor, language: str = "en") -> str:
    """The sheet of an actor as Markdown in "en" or "fi"."""
    from rulewright.games.cairn import game

    return "\n".join(_markdown(sheet(world, actor), game.catalogue(language))) + "\n"


def say(catalogue: Catalogue, line: Line) -> str:
    """A line of a sheet in words; a fact that is an unknown key shows its last part, such as a condition's id."""
    facts = {name: _readable(catalogue, value) for name, value in line.facts.items()}
    return catalogue.say(line.key, facts)


def _readable(catalogue: Catalogue, value: Any) -> Any:
    keys = ("condition.", "event.")
    if isinstance(value, str) and value.startswith(keys) and value not in catalogue.messages:
        return value.split(".", 1)[1].replace("_", " ")
    return value


def explained(total: Sum, words: Mapping[str, str]) -> str:
    """A sum such as "2 = Gambeson 1 + Shield 1"; what does not count is struck out, with its rule.

    `words` puts the sources into words; a source without an entry stands as it is.
    """

    def part(one: Part) -> str:
        return f"{_plain(words.get(one.source, one.source))} {one.value}"

    text = " + ".join(part(one) for one in total.parts if not one.suppressed_by) or "0"
    if total.limit_rule:
        text += f" ({total.limit_rule})"
    struck = [f"~~{part(one)}~~ ({one.suppressed_by})" for one in total.parts if one.suppressed_by]
    return ", ".join([f"{total.total} = {text}", *struck])


def _plain(text: str) -> str:
    """The text without any meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _markdown(page: Sheet, catalogue: Catalogue) -> Iterator[str]:
    def word(key: str, **facts: Any) -> str:
        return say(catalogue, Line(key, facts))

    def section(key: str, lines: list[str]) -> Iterator[str]:
        if lines:
            yield from ("", f"## {word(key)}", "", *(f"- {line}" for line in lines))

    yield f"# {_plain(page.name)}"
    yield ""
    yield ", ".join(_plain(say(catalogue, line)) for line in page.origin)
    yield ""
    yield f"| STR | DEX | WIL | {word('sheet.hp')} | {word('sheet.armor')} |"
    yield "|---|---|---|---|---|"
    abilities = " | ".join(f"{row.current}/{row.maximum}" for row in page.abilities)
    yield f"| {abilities} | {page.hp.total}/{page.hp_max} | {page.armor.total} |"
    yield ""
    finnish = catalogue.language == "fi"
    sources = {**catalogue.messages, **{one.item: one.item_fi if finnish else one.item for one in page.things}}
    yield f"- {word('sheet.hp')}: {explained(page.hp, sources)}"
    yield f"- {word('sheet.armor')}: {explained(page.armor, sources)}"
    yield f"- {word('sheet.supplies', gold=page.gold, rations=page.rations)}"
    if page.capacity:  # CRN-FATIGUE-07: creatures track no inventory
        yield from ("", f"## {word('sheet.inventory', used=page.slots.total, capacity=page.capacity)}", "")
        yield from _inventory(page, catalogue)
    yield from section("sheet.state", [_plain(say(catalogue, line)) for line in page.state])
    yield from section("sheet.scars", [_plain(say(catalogue, line)) for line in (*page.scars, *page.pending)])
    yield from section("sheet.story", [_plain(say(catalogue, line)) for line in page.story])
    yield from section("sheet.notes", [_plain(note) for note in page.notes])


def _inventory(page: Sheet, catalogue: Catalogue) -> Iterator[str]:
    """Every slot with what is in it, then what takes none."""
    slot = 0
    for thing in page.things:
        if thing.slots:
            label = str(slot + 1) if thing.slots == 1 else f"{slot + 1}–{slot + thing.slots}"
            yield f"- {label}: {_thing(thing, catalogue)}"
            slot += thing.slots
    for _ in range(page.fatigue):
        slot += 1
        yield f"- {slot}: {catalogue.say('sheet.fatigue', {})}"
    for empty in range(slot + 1, page.capacity + 1):
        yield f"- {empty}: –"
    for thing in page.things:
        if not thing.slots:
            yield f"- {catalogue.say('sheet.slotless', {})}: {_thing(thing, catalogue)}"


def _thing(thing: Thing, catalogue: Catalogue) -> str:
    marks = [] if thing.where == "pack" else [catalogue.say(f"where.{thing.where}", {})]
    if thing.uses is not None:
        marks.append(catalogue.say("sheet.uses", {"left": thing.uses, "most": thing.uses_most}))
    if thing.charges is not None:
        marks.append(catalogue.say("sheet.charges", {"left": thing.charges, "most": thing.charges_most}))
    name = _plain(thing.item_fi if catalogue.language == "fi" else thing.item)
    return f"{name} ({', '.join(marks)})" if marks else name
