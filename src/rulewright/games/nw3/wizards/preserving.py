"""Preserving: money from XP for things that are to stay, what an Episode's end takes and gives (NW3-LEVEL-12, -13)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.engine.world import new_id
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Carried, Nw3World, Sheet
from rulewright.games.nw3.wizards import standing
from rulewright.games.nw3.wizards.belongings import there
from rulewright.games.nw3.wizards.growing import Growing
from rulewright.games.nw3.wizards.labels import item_facts, twins

DONE = "done"


# ---------------------------------------------------------------- prices


def xp_for(valco: int) -> int:
    """The whole XP that bring at least so much money (NW3-LEVEL-12)."""
    return -(-max(0, valco) // numbers().experience.valco_per_xp)


def why_not_buy(sheet: Sheet, item: Item) -> str:
    """The reason for which an item cannot be paid for, or "" (NW3-ITEM-07)."""
    return "not_enough_money" if item.cost > sheet.money else ""


def why_not_preserve(content: Nw3Content, sheet: Sheet, thing: Carried) -> str:
    """The reason for which a thing cannot be Preserved at its price, or ""."""
    if thing.lost or thing.item not in content.items_by_id:
        return "not_owned"
    if thing.from_skill:
        return "item_skill_no_preserve"  # NW3-LEVEL-13
    return why_not_buy(sheet, content.items_by_id[thing.item])


# ---------------------------------------------------------------- paying


def pay(world: Nw3World, one: Growing) -> Procedure[None]:
    """Preserve things that were gained, and buy others, one at a time, as the money allows (NW3-LEVEL-12)."""
    while True:
        reasons: dict[str, str] = {}
        options: list[Option] = []
        for value, thing, item in _wanted(one):
            reasons[value] = (
                why_not_preserve(one.content, one.sheet, thing) if thing is not None else why_not_buy(one.sheet, item)
            )
            if not reasons[value]:
                key = "spend_valco.preserve" if thing is not None else "creation.item"
                options.append(Option(value, key, item_facts(item), {"valco": item.cost}))
        options.append(Option(DONE, "spend_valco.done", {"money": one.sheet.money}))
        question = Question(
            "spend_valco", one.character.id, tuple(options), DONE, "NW3-LEVEL-12",
            {"name": one.character.name, "money": one.sheet.money},
            barred={value: reason for value, reason in reasons.items() if reason},
        )  # fmt: skip
        answer = yield from ask(question)
        if answer == DONE:
            return
        thing, item = next((thing, item) for value, thing, item in _wanted(one) if value == answer)
        _paid(world, one, thing, item)


def _wanted(one: Growing) -> list[tuple[str, Carried | None, Item]]:
    """What money can be paid for: things that would go, and every item of the content.

    Services are not among them: they are for the Episode that is over (NW3-ITEM-14).
    """
    items = one.content.items_by_id
    things = [thing for thing in unpreserved(one) if thing.item in items]
    things = [thing for thing in things if "service" not in items[thing.item].classes]
    return [
        *((f"preserve:{thing.id}", thing, items[thing.item]) for thing in things),
        *((f"buy:{item.id}", None, item) for item in one.content.item if "service" not in item.classes),
    ]


def unpreserved(one: Growing) -> list[Carried]:
    """The things that are still there and go at the end of the Episode."""
    return [thing for thing in there(one.character) if not thing.preserved]


def _paid(world: Nw3World, one: Growing, thing: Carried | None, item: Item) -> None:
    one.sheet.money -= item.cost
    if thing is not None:
        thing.preserved = True
    else:
        one.character.items.append(Carried(new_id(world.state, item.id), item.id, preserved=True))
        standing.refresh(one.content, one.house, one.character)  # NW3-ITEM-06: what has no Slot counts at once
    key = "spend_valco.preserved" if thing is not None else "spend_valco.bought"
    one.tell(key, "NW3-LEVEL-12", **twins(item, name="item"), money=one.sheet.money)


# ---------------------------------------------------------------- the end of an Episode


def vanishes(content: Nw3Content, house: Options, thing: Carried) -> bool:
    """Whether a thing is gone for good at the end of an Episode (NW3-LEVEL-12, -13)."""
    item = content.items_by_id.get(thing.item)
    service = item is not None and "service" in item.classes  # NW3-ITEM-14
    if thing.from_skill or not thing.preserved or service:
        return True
    used_up = thing.lost and item is not None and item.consumable
    return used_up and not house.preserved_consumables  # NW3-OPEN-33


def sort_out(one: Growing) -> None:
    """Take away what vanishes, and put what is Preserved and was lost back into the Lunar Robe (NW3-EPISODE-10 e)."""
    character = one.character
    gone = [thing for thing in character.items if vanishes(one.content, one.house, thing)]
    character.items = [thing for thing in character.items if thing not in gone]
    back = [thing for thing in character.items if thing.lost]
    for thing in back:
        thing.lost, thing.where, thing.loaded, thing.chosen = False, "robe", "", False
    brooms = {thing.id for thing in gone}
    for thing in character.items:
        if thing.loaded in brooms:
            thing.loaded = ""
    if gone or back:
        standing.refresh(one.content, one.house, character)
    left = [thing for thing in gone if not thing.lost]
    for key, things in (("after.vanished", left), ("after.returned", back)):
        if things:
            one.tell(key, "NW3-LEVEL-13", things=", ".join(_name(one.content, thing) for thing in things))


def _name(content: Nw3Content, thing: Carried) -> str:
    item = content.items_by_id.get(thing.item)
    return item.name if item is not None else thing.item
