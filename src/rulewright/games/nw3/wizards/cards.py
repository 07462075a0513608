"""Content as cards to browse: what stands in the printed line of a skill or an item, and what one filters by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from rulewright.engine.shelves import Card, Shelf
from rulewright.engine.words import Catalogue
from rulewright.games.nw3.records.content_blocks import Block, EffectBlock, Limit, Restrict, Skill
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.matchers import Matcher
from rulewright.games.nw3.records.places import Chart, Logic, Object, Trap
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.wizards.labels import NOTHING, changes
from rulewright.games.nw3.wizards.sheet import named, skill_row

Lines = Iterator[tuple[str, str]]
SHELVES: Final = (
    Shelf("skill", "shelf.skill", ("class", "timing", "category")),
    Shelf("item", "shelf.item", ("item_class", "slot", "broom")),
    Shelf("enemy", "shelf.enemy", ("enemy_category",), referee=True),
    Shelf("trap", "shelf.trap", ("trap_target",), referee=True),
    Shelf("logic", "shelf.logic", ("scope",), referee=True),
    Shelf("object", "shelf.object", ("object_kind",), referee=True),
    Shelf("fortress", "shelf.fortress", referee=True),
    Shelf("chart", "shelf.chart", referee=True),
)


def card(row: Any, catalogue: Catalogue) -> Card:
    """A row of content in the language of the catalogue."""
    lines, facets = _ROWS[type(row)](row, catalogue)
    name = named(catalogue, row)
    other = row.name if name != row.name else row.name_ja or ""
    return Card(
        row.id, name, "" if other == name else other, named(catalogue, row, "text") if hasattr(row, "text") else "",
        tuple(one for one in lines if one[1] not in ("", NOTHING)), facets,
    )  # fmt: skip


Facets = Mapping[str, Mapping[str, str]]


def _words(catalogue: Catalogue, prefix: str, values: Any) -> dict[str, str]:
    return {one: catalogue.say(f"{prefix}.{one}", {}) for one in values}


def _skill(skill: Skill, catalogue: Catalogue) -> tuple[Lines, Facets]:
    known = CLASSES.get(skill.class_)
    owner = named(catalogue, known) if known is not None else catalogue.say(f"class.{skill.class_}", {})
    categories = _words(catalogue, "card.category", skill.categories)

    def lines() -> Lines:
        yield catalogue.say("card.class", {}), owner
        yield catalogue.say("card.categories", {}), ", ".join(categories.values())
        if skill.acquire_cl > 1:
            yield catalogue.say("card.acquire_cl", {}), str(skill.acquire_cl)
        yield catalogue.say("card.max_sl", {}), str(skill.max_sl)
        yield from _block(skill, catalogue)

    return lines(), {
        "class": {skill.class_: owner},
        "timing": _words(catalogue, "timing", skill.timings),
        "category": categories,
    }


def _block(block: Skill | EffectBlock, catalogue: Catalogue) -> Lines:
    row = skill_row(catalogue, block, 0 if isinstance(block, EffectBlock) else 1)
    for column in ("timing", "check", "target", "range"):
        yield catalogue.say(f"sheet.column.{column}", {}), getattr(row, column)
    yield catalogue.say("sheet.column.cost", {}), _cost(block, catalogue)
    restricts = [_restrict(one, catalogue) for one in block.restrict]
    limits = [_limit(one, catalogue) for one in block.limits]
    yield catalogue.say("card.restrict", {}), "; ".join([*restricts, *limits])


def _cost(block: Block, catalogue: Catalogue) -> str:
    paid = []
    for one in block.cost:
        if one.kind == "bad_status":
            rating = f" ({one.rating})" if one.rating else ""
            paid.append(catalogue.say(f"status.{one.status}", {}) + rating)
        else:
            paid.append(catalogue.say("label.cost", {"amount": str(one.amount), "pool": one.kind}))
    return ", ".join(paid)


def _limit(limit: Limit, catalogue: Catalogue) -> str:
    return catalogue.say(f"card.limit.{limit.per}", {"n": str(limit.n)})


def _restrict(restrict: Restrict, catalogue: Catalogue) -> str:
    if restrict.skill is not None:
        return catalogue.say("card.restrict.skill", {"skill": restrict.skill.replace("_", " "), "sl": restrict.level})
    what = [_matcher(one, catalogue) for one in restrict.any_of]
    return catalogue.say(f"card.restrict.{restrict.kind}", {"what": catalogue.say("card.or", {}).join(what)})


def _matcher(matcher: Matcher, catalogue: Catalogue) -> str:
    if matcher.bad_status is not None:
        return catalogue.say(f"status.{matcher.bad_status}", {})
    parts = [
        matcher.condition,
        matcher.class_,
        matcher.category,
        matcher.type,
        matcher.slot,
        matcher.item,
        "general" if matcher.general else None,
    ]
    return " ".join(one.replace("_", " ").title() for one in parts if one)


def _item(item: Item, catalogue: Catalogue) -> tuple[Lines, Facets]:
    classes = _words(catalogue, "card.item_class", item.classes)
    slot = _words(catalogue, "slot", (item.slot,))
    broom = item.broom.types if item.broom is not None else item.broom_option.types if item.broom_option else ()
    brooms = _words(catalogue, "card.broom_type", broom)

    def lines() -> Lines:
        say = catalogue.say
        yield say("card.item_class", {}), ", ".join(classes.values())
        yield say("card.slot", {}), slot[item.slot] if item.slot != "none" else ""
        yield say("card.price", {}), f"{item.cost:,}"
        yield say("term.weight", {}), str(item.weight or "")
        yield say("term.memory", {}), str(item.memory or "")
        yield say("card.modifiers", {}), catalogue.worded(changes(item.modifiers))
        yield say("sheet.column.range", {}), say(f"range.{item.range}", {}) if item.range else ""
        yield say("card.broom", {}), ", ".join(brooms.values())
        if item.broom is not None:
            yield say("card.capacity", {}), str(item.broom.capacity)
            yield say("card.seats", {}), str(item.broom.seats or "")
        if item.broom_option is not None:
            yield say("card.occupy", {}), str(item.broom_option.occupy)
        for block in item.effect_block:
            row = skill_row(catalogue, block, 0)
            shown = [row.timing, row.target, row.range, _cost(block, catalogue), row.text]
            yield row.name, " · ".join(one for one in shown if one and one != NOTHING)

    return lines(), {"item_class": classes, "slot": slot, "broom": brooms}


def _enemy(enemy: Enemy, catalogue: Catalogue) -> tuple[Lines, Facets]:
    category = _words(catalogue, "card.enemy_category", (enemy.category,))

    def lines() -> Lines:
        yield catalogue.say("card.enemy_category", {}), category[enemy.category]
        yield catalogue.say("card.numbers", {}), catalogue.worded(changes(enemy.stats))
        for pool, value in (("hp", enemy.hp), ("mp", enemy.mp)):
            yield catalogue.say(f"term.{pool}", {}), str(value or "")
        yield catalogue.say("card.attacks", {}), ", ".join(named(catalogue, one) for one in enemy.attacks)

    return lines(), {"enemy_category": category}


def _trap(trap: Trap, catalogue: Catalogue) -> tuple[Lines, Facets]:
    target = _words(catalogue, "card.trap_target", (trap.target,))

    def lines() -> Lines:
        yield catalogue.say("card.detection", {}), str(trap.detection)
        yield catalogue.say("card.removal", {}), str(trap.removal)
        yield catalogue.say("sheet.column.target", {}), target[trap.target]

    return lines(), {"trap_target": target}


def _logic(logic: Logic, catalogue: Catalogue) -> tuple[Lines, Facets]:
    scope = _words(catalogue, "card.logic_scope", (logic.scope,))
    return iter([(catalogue.say("card.scope", {}), scope[logic.scope])]), {"scope": scope}


def _object(thing: Object, catalogue: Catalogue) -> tuple[Lines, Facets]:
    kind = _words(catalogue, "card.object_kind", (thing.kind,))
    return iter([(catalogue.say("card.object_kind", {}), kind[thing.kind])]), {"object_kind": kind}


def _fortress(fortress: Fortress, catalogue: Catalogue) -> tuple[Lines, Facets]:
    return iter([(catalogue.say("card.areas", {}), str(len(fortress.area)))]), {}


def _chart(chart: Chart, catalogue: Catalogue) -> tuple[Lines, Facets]:
    return iter([(catalogue.say("card.dice", {}), chart.dice)]), {}


_ROWS: Final[Mapping[type, Callable[[Any, Catalogue], tuple[Lines, Facets]]]] = {
    Skill: _skill, Item: _item, Enemy: _enemy, Trap: _trap, Logic: _logic, Object: _object, Fortress: _fortress,
    Chart: _chart,
}  # fmt: skip
