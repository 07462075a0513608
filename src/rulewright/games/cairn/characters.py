"""Characters as files: TOML in and out, and every limit or rule that a character breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.pack_problems import nearest
from rulewright.engine.toml_text import read_toml, toml_lines
from rulewright.games.cairn.content import CairnContent
from rulewright.games.cairn.creation import NAME_LENGTH, STORED_MOST, workshop
from rulewright.games.cairn.inventory import HANDS, MOST_GOLD, inside, slots_of, used_slots
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.scars import by_id as scars_by_id
from rulewright.games.cairn.state import ABILITIES, Actor, Carried, Condition, PendingStep, ScarTaken


class Problem(msgspec.Struct, frozen=True):
    """A limit or rule that a character breaks: where, what was found, and what is allowed.

    `key` names a message of the catalogue, which the other fields fill in.
    """

    key: str
    at: str
    found: str
    allowed: str
    rule: str

    def __str__(self) -> str:
        return f"{self.at}: {self.found}; allowed {self.allowed} [{self.rule}]"


def character_problems(actor: Actor, content: CairnContent, options: Options) -> list[Problem]:
    """Every limit or rule that the character breaks; an empty list for a correct one."""
    return [*_numbers(actor), *_origin(actor, content), *_things(actor, content), *_room(actor, content, options)]


def _between(at: str, value: int, low: int, high: int, rule: str = "CRN-GEN-03") -> Iterator[Problem]:
    if not low <= value <= high:
        yield Problem("problem.range", at, str(value), f"{low}..{high}", rule)


def _numbers(actor: Actor) -> Iterator[Problem]:
    if not actor.name.strip() or len(actor.name) > NAME_LENGTH:
        yield Problem("problem.name", "name", repr(actor.name), f"1..{NAME_LENGTH}", "CRN-HIRE-02")
    if actor.kind == "npc":
        yield Problem("problem.kind", "kind", actor.kind, "pc, hireling", "CRN-HIRE-04")
    for ability in ABILITIES:
        highest: int = getattr(actor, f"{ability}_max")
        living = ability == "STR" and actor.outcome != "dead"  # CRN-LOSS-03: STR 0 is death
        yield from _between(f"{ability}_max", highest, 1, STORED_MOST)
        yield from _between(ability, getattr(actor, ability), int(living), highest, "CRN-ABIL-01")
    yield from _between("hp_max", actor.hp_max, 1, STORED_MOST)
    yield from _between("hp", actor.hp, 0, actor.hp_max, "CRN-HEAL-09")
    yield from _between("gold", actor.gold, 0, MOST_GOLD)
    yield from _between("rations", actor.rations, 0, STORED_MOST)
    yield from _between("fatigue", actor.fatigue, 0, STORED_MOST)
    yield from _between("armor", actor.armor, 0, 3, "CRN-ARMOR-04")


def _known(at: str, value: str, known: Mapping[str, Any], rule: str) -> Iterator[Problem]:
    if value and value not in known:
        yield Problem("problem.unknown", at, value, nearest(value, known), rule)


def _origin(actor: Actor, content: CairnContent) -> Iterator[Problem]:
    yield from _known("background", actor.background, content.backgrounds_by_id, "CRN-HIRE-02")
    yield from _known("role", actor.role, content.hireling_roles_by_id, "CRN-HIRE-01")
    background = content.backgrounds_by_id.get(actor.background)
    if background is not None and actor.answers:
        if len(actor.answers) != len(background.tables):
            allowed = str(len(background.tables))
            yield Problem("problem.answers", "answers", str(len(actor.answers)), allowed, "CRN-HIRE-02")
        for index, (number, table) in enumerate(zip(actor.answers, background.tables)):
            yield from _between(f"answers[{index}]", number, 1, len(table.options), "CRN-HIRE-02")
    for trait, face in actor.traits.items():
        yield from _known(f"traits.{trait}", trait, content.trait_tables_by_id, "CRN-HIRE-01")
        if (known := content.trait_tables_by_id.get(trait)) is not None:
            yield from _between(f"traits.{trait}", face, 1, len(known.entries), "CRN-HIRE-01")
    for index, scar in enumerate(actor.scars):
        yield from _known(f"scars[{index}].id", scar.id, scars_by_id(), "CRN-SCAR-01")
    for index, step in enumerate(actor.pending):
        yield from _known(f"pending[{index}].scar", step.scar, scars_by_id(), "CRN-SCAR-06")


def _things(actor: Actor, content: CairnContent) -> Iterator[Problem]:
    """Each thing by itself: known, where it may be, and with no more uses or charges than it can have."""
    seen: set[str] = set()
    everything = {**content.items_by_id, **content.relics_by_id}
    for index, thing in enumerate(actor.items):
        at = f"items[{index}]"
        if thing.id in seen:
            yield Problem("problem.twice", f"{at}.id", thing.id, "", "CRN-SLOT-02")
        seen.add(thing.id)
        yield from _known(f"{at}.item", thing.item, everything, "CRN-SLOT-01")
        item, relic = content.items_by_id.get(thing.item), content.relics_by_id.get(thing.item)
        if item is None and relic is None:
            continue
        wearable = item is not None and item.kind == "armor" and item.active_when == "worn"
        if thing.where == "worn" and not wearable:
            yield Problem("problem.worn", f"{at}.where", thing.item, "pack, held", "CRN-SLOT-03")
        if thing.where == "held" and not _hands(content, thing):
            yield Problem("problem.held", f"{at}.where", thing.item, "pack, worn", "CRN-SLOT-03")
        yield from _stock(f"{at}.uses", thing.uses, item.uses if item else None, "CRN-HEAL-03")
        yield from _stock(f"{at}.charges", thing.charges, relic.charges_max if relic else None, "CRN-RELIC-01")


def _stock(at: str, left: int | None, most: int | None, rule: str) -> Iterator[Problem]:
    if most is None and left is not None:
        yield Problem("problem.unlimited", at, str(left), "", rule)
    elif most is not None and (left is None or not 0 <= left <= most):
        yield Problem("problem.range", at, "" if left is None else str(left), f"0..{most}", rule)


def _hands(content: CairnContent, thing: Carried) -> int:
    found = content.items_by_id.get(thing.item) or content.relics_by_id.get(thing.item)
    return found.hands if found is not None else 0


def _room(actor: Actor, content: CairnContent, options: Options) -> Iterator[Problem]:
    """Two hands, the slots, and what is stowed in containers."""
    world = workshop(content, options)
    hands = sum(_hands(content, thing) for thing in actor.items if thing.where == "held")
    if hands > HANDS:
        yield Problem("problem.hands", "items", str(hands), str(HANDS), "CRN-SLOT-03")
    used = used_slots(world, actor)
    if used > options.inventory_slots:
        yield Problem("problem.slots", "items", str(used), str(options.inventory_slots), "CRN-SLOT-02")
    boxes = {}
    for index, thing in enumerate(actor.items):
        item = content.items_by_id.get(thing.item)
        if item is None or item.capacity is None:
            continue
        boxes[thing.id] = thing
        filled = sum(slots_of(world, one) for one in inside(actor.items, thing))
        if filled > item.capacity:
            yield Problem("problem.capacity", f"items[{index}]", str(filled), str(item.capacity), "CRN-SLOT-02")
    for index, thing in enumerate(actor.items):
        fits = thing.container in boxes and thing.id not in boxes if thing.where == "stowed" else not thing.container
        if not fits:
            allowed = ", ".join(boxes) if thing.where == "stowed" and thing.id not in boxes else '""'
            yield Problem("problem.container", f"items[{index}].container", thing.container, allowed, "CRN-SLOT-02")


# ---------------------------------------------------------------- files


def write_character(actor: Actor) -> str:
    """The character as TOML text, which `read_character` reads; what has its usual value is left out."""
    usual = {field.name: field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
             for field in msgspec.structs.fields(Actor) if not field.required}  # fmt: skip
    plain = {
        name: _without_blanks(value)
        for name, value in msgspec.to_builtins(actor).items()
        if not (name in usual and getattr(actor, name) == usual[name]) and value not in ("", None)
    }
    return "\n".join(['game = "cairn"', *toml_lines(plain)]) + "\n"


def _without_blanks(value: Any) -> Any:
    """The value, with nothing that is None or empty in the tables inside it."""
    if isinstance(value, list):
        return [_without_blanks(one) for one in value]
    if isinstance(value, dict):
        return {key: _without_blanks(one) for key, one in value.items() if one is not None and one != ""}
    return value


_LISTED: Mapping[str, type[msgspec.Struct]] = {
    "items": Carried,
    "conditions": Condition,
    "scars": ScarTaken,
    "pending": PendingStep,
}


def read_character(text: str) -> Actor:
    """The character of a TOML text; raises `Malformed` with everything in it that cannot be read.

    A maximum that is not given equals the current value, `kind` is "pc" and `side` "party", and things get ids.
    """
    data = read_toml(text, "character")
    if data.pop("game", "cairn") != "cairn":
        raise Malformed("another game's character", at="game", expected='"cairn"')
    data = {"id": "", "kind": "pc", "side": "party"} | data
    for name in ("hp", *ABILITIES):
        if name in data:
            data.setdefault(f"{name}_max", data[name])
    things = data.get("items")
    for number, thing in enumerate(things if isinstance(things, list) else (), 1):
        if isinstance(thing, dict) and isinstance(thing.get("item"), str):
            thing.setdefault("id", f"{thing['item']}.{number}")
    fields = {field.name: field for field in msgspec.structs.fields(Actor)}
    wrong = [f"{name}: no such field" for name in data if name not in fields]
    for name, kind in _LISTED.items():
        rows = data.get(name)
        for index, row in enumerate(rows if isinstance(rows, list) else ()):
            strange = set(row) - set(kind.__struct_fields__) if isinstance(row, dict) else ()
            wrong += [f"{name}[{index}].{field}: no such field" for field in sorted(strange)]
    values = {}
    for name, field in fields.items():
        if name in data:
            try:
                values[name] = msgspec.convert(data[name], field.type)
            except msgspec.ValidationError as error:
                wrong.append(f"{name}: {error}")
        elif field.required:
            wrong.append(f"{name}: missing")
    if wrong:
        raise Malformed("; ".join(wrong), at="character", expected=f"fields of {', '.join(fields)}")
    return Actor(**values)
