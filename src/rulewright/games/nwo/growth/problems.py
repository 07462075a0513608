"""What a character breaks: whatever the packs do not allow in its row, and the limits of the rules beside that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulewright.engine.events import Event
from rulewright.engine.pack_problems import MISSING, BadPack, Problem, shown
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles.gear import HANDS, hands_in_use
from rulewright.games.nwo.growth import choices, class_change, files, sums
from rulewright.games.nwo.growth.draft import workshop
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Character

RULES: Final = {
    "aura": "NWO-AURA-02",
    "critical": "NWO-JUDGE-07",
    "fumble": "NWO-JUDGE-07",
    "abilities": "NWO-LEVEL-07",
    "spells": "NWO-LEVEL-08",
    "class": "NWO-CLASS-01",
    "gear": "NWO-WEIGHT-02",
}
"""The rule behind what the packs check, by the field; for the others it is that of levels."""


def problems(content: NwoContent, house: Options, character: Character) -> list[Event]:
    """Everything that the character breaks, as messages; none for a correct one."""
    try:
        files.checked(files.write_character(character), content)
    except BadPack as error:
        return [_of_row(one) for one in error.problems]  # with such a row nothing can be worked out
    standing.settle(content, house, character)
    return [*_person(character), *_learned(content, house, character), *_outfit(content, house, character)]


def _problem(key: str, rule: str, **facts: Any) -> Event:
    return Event(f"problem.{key}", facts, rule)


def _of_row(problem: Problem) -> Event:
    at = problem.path.removeprefix(files.ROW)
    field = at.split("[")[0].split(".")[0]
    found = "–" if problem.found is MISSING else shown(problem.found)
    rule = RULES.get(field, "NWO-LEVEL-01")
    return _problem("row", rule, at=at, found=found, allowed=problem.allowed or "–", reason=problem.said)


def _person(character: Character) -> Iterator[Event]:
    pools = (
        ("hp", "NWO-LEVEL-04", -999, standing.hp_max(character)),
        ("mp", "NWO-LEVEL-04", 0, standing.mp_max(character)),
        ("prana", "NWO-PRANA-01", 0, character.prana_max),
    )
    for pool, rule, least, most in pools:
        now: int = getattr(character, pool)
        if not least <= now <= most:
            allowed = f"{least}..{most}"
            yield _problem("range", rule, at=f"term.{pool}", found=now, allowed=allowed)


def _learned(content: NwoContent, house: Options, character: Character) -> Iterator[Event]:
    if character.kind != "pc":  # others have what their record gives them
        return
    class_ = content.classes_by_id[character.class_]
    attributes = class_change.tested(content, house, character)
    for id, least in class_.requires.items():
        if attributes.get(id, 0) < least:
            name = content.attributes_by_id[id].name
            facts = {"class_name": class_.name, "attribute": name, "found": attributes.get(id, 0), "least": least}
            yield _problem("requires", "NWO-CLASS-01", **facts)
    for id in character.spells:
        spell = content.spells_by_id[id]
        if not choices.of_own_element(character, spell):
            yield _problem("element", "NWO-LEVEL-08", spell=spell.name)


def _outfit(content: NwoContent, house: Options, character: Character) -> Iterator[Event]:
    used = hands_in_use(workshop(content, house), character)
    if used > HANDS:
        yield _problem("hands", "NWO-COUNT-18", found=used, allowed=HANDS)
    if character.now.overloaded:
        allowed = sums.carried_limit(character)
        yield _problem("overloaded", "NWO-WEIGHT-04", found=character.now.carried, allowed=allowed)
