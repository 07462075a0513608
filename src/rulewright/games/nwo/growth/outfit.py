"""Starting gear: buying it, and where each piece goes; what there is room for is equipped, the rest is in the robe."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo.battles import gear
from rulewright.games.nwo.growth import sums
from rulewright.games.nwo.growth.draft import Draft
from rulewright.games.nwo.growth.labels import gear_facts
from rulewright.games.nwo.records.gear import Gear, Item
from rulewright.games.nwo.state import Thing

DONE = "done"


def buy(draft: Draft) -> Procedure[None]:
    """Buy one thing after another until the step is closed; what money is left then is lost."""
    while True:
        for_sale = [row for row in draft.content.gear_by_id.values() if row.price is not None]
        barred = why_not(draft, for_sale)
        every = [Option(row.id, "creation.ware", gear_facts(draft.content, row)) for row in for_sale]
        wares = [one for one in every if one.value not in barred]
        question = Question(
            "creation.gear", draft.to, (*wares, Option(DONE, "creation.gear_done", {"money": draft.money})), DONE,
            "NWO-OPEN-42", draft.facts(), barred=barred,
            barred_options=tuple(one for one in every if one.value in barred),
        )  # fmt: skip
        answer: str = yield from ask(question)
        if answer == DONE:
            return
        bought(draft, draft.content.gear_by_id[answer])


def why_not(draft: Draft, for_sale: list[Gear]) -> Mapping[str, str]:
    """The wares that cannot be had now, each with the reason: money, or the weight that can be carried."""
    room = sums.carried_limit(draft.character) - draft.character.now.carried
    full = len(draft.character.gear) >= draft.figures.most_things
    barred = {}
    for row in for_sale:
        if row.price is not None and row.price > draft.money:
            barred[row.id] = "not_enough_money"
        elif row.weight > room or full:
            barred[row.id] = "too_heavy"
    return barred


def bought(draft: Draft, row: Gear) -> None:
    """A piece of gear is had, and equipped where hands, slots and the worn limit have room (NWO-WEIGHT-01)."""
    draft.money -= row.price or 0
    character = draft.character
    thing = Thing(f"{row.id}.{len(character.gear) + 1}", row.id, "robe", row.uses if isinstance(row, Item) else None)
    fits = character.now.worn + row.weight <= sums.worn_limit(character)
    if fits and not isinstance(row, Item) and not gear.why_not_equip(draft.world, character, thing):
        thing.location = "equipped"
    character.gear.append(thing)
    draft.settle()
    draft.tell(
        "creation.bought", "NWO-OPEN-42", name=row.name, price=row.price or 0, money=draft.money,
        place=f"creation.place.{thing.location}",
    )  # fmt: skip
