"""Character sheets: every number with its sum, skills, things and ties, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec

from rulewright.engine.modifiers import Sum
from rulewright.engine.words import Catalogue
from rulewright.games.nw3.names import NAMES
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Block, EffectBlock, Skill
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.tables import CLASSES, ELEMENTS, STATUSES
from rulewright.games.nw3.state import ATTRIBUTES, STATS, Carried, Character
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.labels import NOTHING, changes, cost

NUMBERS: Final = (*ATTRIBUTES, "cf_mod", "prana_max", *STATS, "body", "mind", "weight", "weight_limit", "memory",
                  "memory_limit")  # fmt: skip
"""Everything on a sheet that has a sum, in order."""
POOLS: Final = (("hp", "body"), ("mp", "mind"), ("prana", "prana_max"))


class SkillRow(msgspec.Struct, frozen=True):
    """A skill, or an effect of an item (SL 0), in one row; `timing`, `check`, `target` and `range` as printed."""

    name: str
    sl: int
    timing: str
    check: str
    target: str
    range: str
    cost: str
    text: str


def skill_row(catalogue: Catalogue, block: Skill | EffectBlock, sl: int) -> SkillRow:
    """One row of the list of skills."""
    return SkillRow(
        named(catalogue, block), sl, " / ".join(catalogue.say(f"timing.{one}", {}) for one in block.timings),
        _check(catalogue, block), _target(catalogue, block), catalogue.say(f"range.{block.range}", {}),
        catalogue.worded(cost(block, sl)), named(catalogue, block, "text") or _prose(block),
    )  # fmt: skip


def _check(catalogue: Catalogue, block: Block) -> str:
    check = block.check
    if check.kind != "stat":
        return catalogue.say(f"check.{check.kind}", {})
    stat = catalogue.say(f"stat.{check.stat}", {})
    return stat if check.difficulty is None else f"{stat}/{check.difficulty}"


def _target(catalogue: Catalogue, block: Block) -> str:
    target = block.target
    picked = ", ".join(["P"] * target.pick + ([str(target.n)] if target.n is not None and target.pick else []))
    base = f"{target.n}#" if target.kind == "count" else catalogue.say(f"target.{target.kind}", {})
    return base + (f" ({picked})" if picked else "") + ("*" if target.lock else "")


def _prose(block: Block) -> str:
    return " ".join(effect.text for effect in block.effect if hasattr(effect, "text"))


def named(catalogue: Catalogue, record: Any, field: str = "name") -> str:
    """A text of a record in the language of the catalogue, or else English."""
    text: str = getattr(record, f"{field}_{catalogue.language}", None) or getattr(record, field) or ""
    return text


# ---------------------------------------------------------------- Markdown


def sheet_markdown(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> str:
    """The sheet as Markdown; of one without a Sheet (an enemy) only what it has."""
    parts = (_head, _pools, _numbers, _skills, _things, _rest)
    lines = [line for part in parts for line in part(content, house, character, catalogue)]
    return "\n".join(lines).strip() + "\n"


def explained(total: Sum, words: Mapping[str, str]) -> str:
    """A sum such as "2 = Ninja 1 + Broomman 1"; what does not count is struck out, with its rule.

    `words` puts the sources into words; a source without an entry stands as it is.
    """
    text = ""
    for one in total.parts:
        if not one.suppressed_by:
            sign = (" + " if one.value >= 0 else " − ") if text else ("" if one.value >= 0 else "−")
            text += f"{sign}{plain(words.get(one.source, one.source))} {abs(one.value)}"
    limit = f" ({total.limit_rule})" if total.limit_rule else ""
    struck = [
        f"~~{plain(words.get(one.source, one.source))} {one.value}~~ ({one.suppressed_by})"
        for one in total.parts
        if one.suppressed_by
    ]
    return ", ".join([f"{total.total} = {text or 0}{limit}", *struck])


def plain(text: str) -> str:
    """The text without any meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", " ".join(text.split()))


def _head(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    yield f"# {plain(NAMES.named(character.name, catalogue.language))}"
    yield ""
    yield ", ".join(_origin(character, catalogue))
    yield ""


def _term(catalogue: Catalogue, row: Any) -> str:
    """A term of the game in the language of the sheet; in English with the Japanese beside."""
    return plain(f"{row.name} {row.name_ja}" if catalogue.language == "en" else named(catalogue, row))


def _origin(character: Character, catalogue: Catalogue) -> Iterator[str]:
    if character.sheet is not None:
        yield " / ".join(_term(catalogue, CLASSES[one]) for one in character.sheet.classes)
    yield " / ".join(_term(catalogue, ELEMENTS[one]) for one in character.elements)
    yield f"{catalogue.say('term.cl', {})} {character.cl}"


def _pools(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    columns = {f"term.{now}": f"{getattr(character, now)}/{getattr(character, most)}" for now, most in POOLS}
    if character.values_rolled:
        columns |= {"term.critical": str(character.critical), "term.fumble": str(character.fumble)}
    yield from _table([catalogue.say(key, {}) for key in columns], [list(columns.values())])
    states = [
        _term(catalogue, STATUSES[one]) + (f" ({rating})" if rating else "")
        for one, rating in character.statuses.items()
    ]
    if states:
        yield from ("", f"- {', '.join(states)}")


def _numbers(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    sums = standing.sums(content, house, character)
    words = {**catalogue.messages, **_sources(content, character, catalogue)}
    yield from ("", f"## {catalogue.say('sheet.numbers', {})}", "")
    for name in NUMBERS:
        if name in sums:
            yield f"- {catalogue.say(f'term.{name}', {})}: {explained(sums[name], words)}"


def _sources(content: Nw3Content, character: Character, catalogue: Catalogue) -> dict[str, str]:
    """What the sources of parts are called in the language of the sheet."""
    rows: list[Any] = [*CLASSES.values(), *ELEMENTS.values(), *content.item]
    found = {row.name: named(catalogue, row) for row in rows}
    found |= {skill.id: named(catalogue, skill) for skill in content.skill}
    for item in content.item:
        for number, block in enumerate(item.effect_block, 1):
            found[f"{item.id}#{number}"] = f"{named(catalogue, item)}: {named(catalogue, block)}"
    return found


def _skills(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    rows, unknown = [], []
    for id, sl in character.skills.items():
        skill = content.skills_by_id.get(id)
        if skill is None:
            unknown.append(f"{id} {sl}")
        else:
            rows.append(skill_row(catalogue, skill, sl))
    if rows or unknown:
        yield from ("", f"## {catalogue.say('sheet.skills', {})}", "")
        yield from _block_table(catalogue, rows)
        yield from (f"- {plain(one)}" for one in unknown)


def _things(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    if not character.items:
        return
    yield from ("", f"## {catalogue.say('sheet.things', {})}", "")
    effects: dict[str, SkillRow] = {}
    for thing in character.items:
        item = content.items_by_id.get(thing.item)
        yield f"- {_thing(thing, item, catalogue)}"
        for number, block in enumerate(item.effect_block if item is not None else (), 1):
            effects[f"{thing.item}#{number}"] = skill_row(catalogue, block, 0)
    if effects:
        yield ""
        yield from _block_table(catalogue, effects.values())


def _thing(thing: Carried, item: Item | None, catalogue: Catalogue) -> str:
    where = "loaded" if thing.loaded else "lost" if thing.lost else thing.where
    if item is None:
        return f"{plain(thing.item)} ({catalogue.say(f'where.{where}', {})})"
    figures = [catalogue.say(f"where.{where}", {}), catalogue.worded(changes(item.modifiers))]
    figures += [f"{catalogue.say('term.weight', {})} {item.weight}"] if item.weight else []
    figures += [f"{catalogue.say('term.memory', {})} {item.memory}"] if item.memory is not None else []
    marks = ("preserved", thing.preserved), ("from_skill", thing.from_skill), ("doesnt_stack", item.doesnt_stack)
    figures += [catalogue.say(f"sheet.{mark}", {}) for mark, on in marks if on]
    return f"{plain(named(catalogue, item))} ({', '.join(one for one in figures if one != NOTHING)})"


def _rest(content: Nw3Content, house: Options, character: Character, catalogue: Catalogue) -> Iterator[str]:
    sheet = character.sheet
    if sheet is None:
        return
    yield from ("", f"## {catalogue.say('sheet.rest', {})}", "")
    yield f"- {catalogue.say('sheet.money', {'money': f'{sheet.money:,}', 'xp': sheet.xp})}"
    if sheet.placed:
        placed = ", ".join(f"{catalogue.say(f'stat.{stat}', {})} {n}" for stat, n in sheet.placed.items())
        yield f"- {catalogue.say('sheet.placed', {'placed': placed})}"
    for skill, element in sheet.picked_elements.items():
        record = content.skills_by_id.get(skill)
        named_skill = named(catalogue, record) if record is not None else skill
        yield f"- {plain(named_skill)}: {plain(named(catalogue, ELEMENTS[element]))}"
    for tie in sheet.connections:
        yield f"- {plain(catalogue.say('sheet.connection', {'to': tie.to, 'worth': f'{tie.worth:,}'}))}"
    yield from (f"- {plain(note)}" for note in sheet.notes)


def _block_table(catalogue: Catalogue, rows: Iterable[SkillRow]) -> Iterator[str]:
    heads = [catalogue.say(f"sheet.column.{one}", {}) for one in SkillRow.__struct_fields__]
    yield from _table(
        heads, [[plain(str(getattr(row, one) or NOTHING)) for one in row.__struct_fields__] for row in rows]
    )


def _table(heads: list[str], rows: list[list[str]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    yield from (f"| {' | '.join(row)} |" for row in rows)
