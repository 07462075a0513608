"""Step 8 of creation: purchases with the starting money, then what is worn and held (NW3-CHAR-13, -14)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.state import Carried
from rulewright.games.nw3.wizards import equipping
from rulewright.games.nw3.wizards.belongings import thing_of
from rulewright.games.nw3.wizards.draft import Draft, told
from rulewright.games.nw3.wizards.labels import item_facts

DONE = "done"


def purchase(draft: Draft) -> Procedure[None]:
    """Buy one thing after another, or give one back, until the step is closed; what money is left then is lost."""
    while True:
        known = draft.content.item
        barred = {item.id: "not_enough_money" for item in known if item.cost > draft.money}  # NW3-CHAR-13
        every = [Option(item.id, "creation.item", item_facts(item)) for item in known]
        wares = [option for option in every if option.value not in barred]
        dear = tuple(option for option in every if option.value in barred)
        back = [
            Option(f"back:{thing.id}", "creation.back", item_facts(_item(draft, thing))) for thing in draft.made.items
        ]
        options = (*wares, *back, Option(DONE, "creation.done", {"money": draft.money}))
        question = Question(
            "purchase", draft.to, options, DONE, "NW3-CHAR-13", draft.facts(), barred=barred, barred_options=dear
        )
        answer: str = yield from ask(question)
        if answer == DONE:
            break
        if answer.startswith("back:"):
            _give_back(draft, answer.removeprefix("back:"))
        else:
            _buy(draft, draft.content.items_by_id[answer])
    draft.done("money")
    if draft.money:
        draft.tell("creation.money_lost", "NW3-CHAR-13", money=draft.money)
    draft.money = 0


def _buy(draft: Draft, item: Item) -> None:
    draft.money -= item.cost
    taken = {thing.id for thing in draft.made.items}
    id = next(id for id in (f"{item.id}.{number}" for number in range(1, len(taken) + 2)) if id not in taken)
    draft.made.items.append(Carried(id, item.id, preserved=True))
    draft.settle()  # NW3-ITEM-06: what has no Slot counts at once
    draft.tell("creation.bought", "NW3-CHAR-13", **item_facts(item), money=draft.money)


def _give_back(draft: Draft, id: str) -> None:
    thing = thing_of(draft.made, id)
    item = _item(draft, thing)
    draft.made.items.remove(thing)
    draft.money += item.cost
    draft.settle()
    draft.tell("creation.given_back", "NW3-CHAR-13", **item_facts(item), money=draft.money)


def equip(draft: Draft) -> Procedure[None]:
    """Put things on and off and load Brooms, one change at a time, until it is done (NW3-ITEM-11)."""
    while True:
        changes, kept_off, barred = _changes(draft)
        if not changes:
            return
        options = (*changes, Option(DONE, "creation.equip_done"))
        question = Question(
            "equip", draft.to, options, DONE, "NW3-CHAR-14", draft.facts(), barred=barred,
            barred_options=tuple(kept_off),
        )  # fmt: skip
        answer: str = yield from ask(question)
        if answer == DONE:
            break
        how, id, *broom = answer.split(":")
        _change(draft, how, id, *broom)
        if how == "on" and _item(draft, thing_of(draft.made, id)).doesnt_stack:
            yield from equipping.choose_armor(draft.content, draft.house, draft.made, draft.to)
    told(draft)


def _changes(draft: Draft) -> tuple[list[Option], list[Option], dict[str, str]]:
    """What can be changed now, what cannot, and why not."""
    content, character = draft.content, draft.made
    possible: list[Option] = []
    kept_off: list[Option] = []
    barred: dict[str, str] = {}

    def offer(value: str, key: str, thing: Carried, reason: str = "") -> None:
        if reason:
            barred[value] = reason
        (kept_off if reason else possible).append(Option(value, key, item_facts(_item(draft, thing))))

    for thing in character.items:
        option = _item(draft, thing).broom_option
        if thing.loaded:
            offer(f"unload:{thing.id}", "creation.unload", thing)
        elif option is not None:
            for broom in character.items:
                if _item(draft, broom).broom is not None:
                    reason = equipping.why_not_load(content, character, thing, broom)
                    offer(f"load:{thing.id}:{broom.id}", "creation.load", thing, reason)
        elif thing.where == "equipped":
            reason = equipping.why_not_off(content, draft.house, character, thing)
            offer(f"off:{thing.id}", "creation.take_off", thing, reason)
        else:
            offer(f"on:{thing.id}", "creation.put_on", thing, equipping.why_not(content, character, thing, draft.house))
    return possible, kept_off, barred


def _change(draft: Draft, how: str, id: str, broom: str = "") -> None:
    content, house, character = draft.content, draft.house, draft.made
    match how:
        case "on":
            equipping.equip(content, house, character, id)
        case "off":
            equipping.put_away(content, house, character, id)
        case "load":
            equipping.load(content, house, character, id, broom)
        case _:
            equipping.unload(content, house, character, id)
    thing = thing_of(character, id)
    draft.tell(f"creation.changed.{how}", "NW3-CHAR-14", **item_facts(_item(draft, thing)))


def _item(draft: Draft, thing: Carried) -> Item:
    return draft.content.items_by_id[thing.item]
