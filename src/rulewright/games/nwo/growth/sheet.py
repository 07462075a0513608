"""Character sheets: every number with its sum, abilities, spells and gear, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rulewright.engine.modifiers import Sum
from rulewright.engine.packs import Part, in_language
from rulewright.engine.words import Catalogue
from rulewright.games.nwo.growth import sums
from rulewright.games.nwo.growth.labels import cost, value_named
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.records.vocabulary import DERIVED_KEYS, NONE
from rulewright.games.nwo.state import Character, Thing

POOLS: Final = ("hp", "mp", "prana")
STATUSES: Final = ("serious", "fainted", "prone", "dead")


def sheet_markdown(content: NwoContent, character: Character, catalogue: Catalogue) -> str:
    """The sheet as Markdown."""
    parts = (_head, _pools, _numbers, _abilities, _spells, _gear)
    lines = [line for part in parts for line in part(content, character, catalogue)]
    return "\n".join(lines).strip() + "\n"


def explained(total: Sum, words: Mapping[str, str]) -> str:
    """A sum such as "12 = Attributes 9 + Fighting spirit 2 + Quay Pike 1"; `words` puts the sources into words."""
    text = ""
    for one in total.parts:
        sign = (" + " if one.value >= 0 else " − ") if text else ("" if one.value >= 0 else "−")
        text += f"{sign}{plain(words.get(one.source, one.source))} {abs(one.value)}"
    return f"{total.total} = {text}" if text else str(total.total)


def plain(text: str) -> str:
    """The text without any meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _named(row: Part, catalogue: Catalogue) -> str:
    return plain(in_language(row, "name", catalogue.language))


def _section(catalogue: Catalogue, key: str) -> Iterator[str]:
    yield from ("", f"## {catalogue.say(key, {})}", "")


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(map(str, row))} |"


# ---------------------------------------------------------------- who it is


def _head(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    record = content.characters_by_id.get(character.record)
    own = record is not None and record.name == character.name
    name = in_language(record, "name", catalogue.language) if own and record is not None else character.name
    yield f"# {plain(name)}"
    yield ""
    yield ", ".join(_origin(content, character, catalogue))
    yield ""


def _origin(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    if character.class_:
        levels = [character.class_, *(id for id in character.class_levels if id != character.class_)]
        for id in levels:
            yield f"{_named(content.classes_by_id[id], catalogue)} {character.class_levels.get(id, 0)}"
        yield catalogue.say("sheet.level", {"level": character.total_level})
    if character.elements:
        yield " / ".join(_named(content.elements_by_id[id], catalogue) for id in character.elements)


def _pools(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    now = character.now
    most = {"hp": now.values["hp_max"], "mp": now.values["mp_max"], "prana": character.prana_max}
    columns = {f"term.{pool}": f"{getattr(character, pool)}/{most[pool]}" for pool in POOLS}
    columns["term.release"] = str(character.release)
    columns["term.critical"] = ", ".join(map(str, now.critical))
    columns["term.fumble"] = ", ".join(map(str, now.fumble)) or "–"
    yield from _table([catalogue.say(key, {}) for key in columns], [list(columns.values())])
    states = [f"term.{one}" for one in STATUSES if getattr(character, one)]
    if character.hp <= 0 and not character.dead:
        states.append("term.apparent_death")
    if states:
        yield from ("", f"- {catalogue.worded(states)}")


# ---------------------------------------------------------------- numbers


def _numbers(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    found = sums.sums(content, character)
    words = {**_sources(content, catalogue), **catalogue.messages}
    yield from _section(catalogue, "sheet.numbers")
    for key in (*character.attributes, *DERIVED_KEYS, *sums.POOLS):
        if key in found:
            row = content.attributes_by_id.get(key)
            label = _named(row, catalogue) if row is not None else catalogue.say(value_named(content, key), {})
            yield f"- {label}: {explained(found[key], words)}"
    if character.aura_total:
        yield f"- {catalogue.say('sheet.aura', {'total': character.aura_total})}"
    now, limits = character.now, {"worn": sums.worn_limit(character), "carried": sums.carried_limit(character)}
    for key, limit in limits.items():
        yield f"- {catalogue.say(f'sheet.{key}', {'weight': getattr(now, key), 'limit': limit})}"
    if now.penalty:
        yield f"- {catalogue.say('sheet.penalty', {'penalty': now.penalty})}"


def _sources(content: NwoContent, catalogue: Catalogue) -> dict[str, str]:
    """What the sources of parts are called in the language of the sheet."""
    rows: list[Any] = [*content.class_, *content.ability, *content.spell, *content.gear_by_id.values()]
    return {row.name: in_language(row, "name", catalogue.language) for row in rows}


# ---------------------------------------------------------------- abilities, spells and gear


def _abilities(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    if not character.abilities:
        return
    yield from _section(catalogue, "sheet.abilities")
    rows = []
    for id, level in character.abilities.items():
        row = content.abilities_by_id[id]
        timing = catalogue.say(f"card.timing.{row.timing}", {})
        rows.append((_named(row, catalogue), f"{level}/{row.max_level}", timing, catalogue.worded(cost(row))))
    yield from _table(_titles(catalogue, "name", "level", "timing", "cost"), rows)


def _spells(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    if not character.spells:
        return
    yield from _section(catalogue, "sheet.spells")
    rows = []
    for id in character.spells:
        row = content.spells_by_id[id]
        kind, timing = (catalogue.say(f"card.{key}", {}) for key in (f"spell_kind.{row.kind}", f"timing.{row.timing}"))
        rows.append(
            (_named(row, catalogue), kind, _element(content, row.element, catalogue), timing, row.casting_value, row.mp,
             row.cast_count)
        )  # fmt: skip
    titles = ("name", "kind", "element", "timing", "casting_value", "mp", "cast_count")
    yield from _table(_titles(catalogue, *titles), rows)


def _element(content: NwoContent, id: str, catalogue: Catalogue) -> str:
    return catalogue.say("card.element.none", {}) if id == NONE else _named(content.elements_by_id[id], catalogue)


def _titles(catalogue: Catalogue, *columns: str) -> list[str]:
    return [catalogue.say(f"sheet.column.{one}", {}) for one in columns]


def _gear(content: NwoContent, character: Character, catalogue: Catalogue) -> Iterator[str]:
    if not character.gear and not character.natural_weapons:
        return
    yield from _section(catalogue, "sheet.gear")
    for weapon in character.natural_weapons:
        yield f"- {plain(weapon.name)}{_figures(content, catalogue, weapon.modifiers)}"
    for thing in character.gear:
        yield f"- {_thing(content, thing, catalogue)}"


def _thing(content: NwoContent, thing: Thing, catalogue: Catalogue) -> str:
    row = content.gear_by_id[thing.item]
    figures = [catalogue.say(f"creation.place.{thing.location}", {})]
    figures += [catalogue.say("sheet.weight", {"weight": row.weight})] if row.weight else []
    figures += [catalogue.say("sheet.uses", {"uses": thing.uses})] if thing.uses is not None else []
    return f"{_named(row, catalogue)}{_figures(content, catalogue, getattr(row, 'modifiers', {}), figures)}"


def _figures(content: NwoContent, catalogue: Catalogue, modifiers: Mapping[str, int], more: Sequence[str] = ()) -> str:
    """Figures of a thing in brackets: what is said of it, and what it changes."""
    listed = list(more)
    for key, amount in modifiers.items():
        row = content.attributes_by_id.get(key)
        label = _named(row, catalogue) if row is not None else catalogue.say(value_named(content, key), {})
        listed.append(f"{label} {amount:+d}")
    return f" ({', '.join(listed)})" if listed else ""
