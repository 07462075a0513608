"""Experience points: received, spent on General Skills and on money, kept or lost (NW3-LEVEL-10 to -14)."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.fighters import find, own, tell
from rulewright.games.nw3.episodes.position import pcs, require_phase
from rulewright.games.nw3.records.content_blocks import GENERAL
from rulewright.games.nw3.records.tables import numbers
from rulewright.games.nw3.state import Character, Nw3World, Sheet
from rulewright.games.nw3.wizards import preserving
from rulewright.games.nw3.wizards.growing import Growing, growing, learn, offered, pick_kind

KEEP = "keep"
MOST_XP: Final = 9999
"""The most XP that a Sheet holds."""


class AwardXp(msgspec.Struct, frozen=True, tag="award_xp", tag_field="do"):
    """In the After Phase the referee gives a Wizard XP; a number outside of the usual ones needs `confirm`."""

    character: str
    xp: Annotated[int, msgspec.Meta(ge=0, le=99)]
    confirm: bool = False


class SpendXp(msgspec.Struct, frozen=True, tag="spend_xp", tag_field="do"):
    """Spend XP and the money made of them, in the After Phase or the Preplay that follows."""

    character: str


def sheet_of(character: Character) -> Sheet:
    """The Sheet; raises `Refused` "not_a_wizard" where there is none, for only Wizards grow."""
    if character.sheet is None:
        raise Refused("not_a_wizard", "NW3-LEVEL-01", name=character.name)
    return character.sheet


# ---------------------------------------------------------------- receiving


def why_not_award(xp: int) -> str:
    """The reason for which the referee has to confirm an award, or "" (NW3-LEVEL-10)."""
    limits = numbers().experience
    return "" if limits.per_episode_min <= xp <= limits.per_episode_max else "xp_outside"


def receive(world: Nw3World, character: Character, xp: int) -> None:
    """Gain XP."""
    sheet = sheet_of(character)
    sheet.xp = min(MOST_XP, sheet.xp + xp)
    tell(world, "after.xp", "NW3-LEVEL-10", name=character.name, xp=xp, now=sheet.xp)


def award_xp(world: Nw3World, command: AwardXp, seat: Seat) -> Procedure[None]:
    """Refuses `not_a_wizard`, `wrong_phase`, and without a confirmation `xp_outside`."""
    character = find(world, command.character)
    sheet_of(character)
    require_phase(world, "after", "NW3-LEVEL-10")
    reason = why_not_award(command.xp)
    if reason and not command.confirm:
        limits = numbers().experience
        raise Refused(reason, "NW3-LEVEL-10", least=limits.per_episode_min, most=limits.per_episode_max)
    receive(world, character, command.xp)
    yield from ()


# ---------------------------------------------------------------- spending


def why_not_spend(sheet: Sheet, xp: int) -> str:
    """The reason for which so many XP cannot be spent, or "" (NW3-LEVEL-14)."""
    return "not_enough_xp" if xp > sheet.xp else ""


def spend(world: Nw3World, character: Character) -> Procedure[None]:
    """Ask what XP, and the money made of them, go into, until the player keeps the rest (NW3-LEVEL-08, -11, -12)."""
    one = growing(world, character)
    while True:
        options, barred = _uses(one)
        if not options:
            return
        facts = {"name": character.name, "xp": one.sheet.xp, "money": one.sheet.money}
        every = (*options, Option(KEEP, "spend_xp.keep", {"xp": one.sheet.xp}))
        answer = yield from ask(Question("spend_xp", character.id, every, KEEP, "NW3-LEVEL-08", facts, barred=barred))
        match answer:
            case "skill":
                yield from _skill(one)
            case "money":
                yield from _money(one)
            case "valco":
                yield from preserving.pay(world, one)
            case _:
                return


def _uses(one: Growing) -> tuple[list[Option], dict[str, str]]:
    """What XP and money can be used for now, and why not for the rest."""
    figures = numbers().experience
    cost = figures.general_skill_cost
    options, barred = [], {}
    skills = len(offered(one, pick_kind(one.house), GENERAL)[0])
    if reason := why_not_spend(one.sheet, cost):
        barred["skill"] = reason
    elif skills:
        options.append(Option("skill", "spend_xp.skill", {"skills": skills}, {"xp": cost}))
    if reason := why_not_spend(one.sheet, 1):
        barred["money"] = reason
    else:
        options.append(Option("money", "spend_xp.money", {"valco": figures.valco_per_xp}))
    if one.sheet.money:
        options.append(Option("valco", "spend_xp.valco", {"money": one.sheet.money}))
    else:
        barred["valco"] = "not_enough_money"
    return options, barred


def _skill(one: Growing) -> Procedure[None]:
    if (yield from learn(one, "spend_xp.which", "NW3-LEVEL-11", pick_kind(one.house), GENERAL)):
        one.sheet.xp -= numbers().experience.general_skill_cost


def _money(one: Growing) -> Procedure[None]:
    """Turn whole XP into money; the default is what it takes to Preserve everything that would go (NW3-LEVEL-12)."""
    items = one.content.items_by_id
    going = [items[thing.item] for thing in preserving.unpreserved(one) if not thing.from_skill]
    price = sum(item.cost for item in going)
    needed = preserving.xp_for(price - one.sheet.money)
    question = Question(
        "spend_xp.amount", one.character.id, (), min(needed, one.sheet.xp), "NW3-LEVEL-12",
        {"name": one.character.name, "xp": one.sheet.xp, "valco": numbers().experience.valco_per_xp, "price": price,
         "needed": needed, "things": ", ".join(item.name for item in going) or "–"},
        "number", 0, one.sheet.xp,
    )  # fmt: skip
    xp = yield from ask(question)
    one.sheet.xp -= xp
    one.sheet.money += xp * numbers().experience.valco_per_xp
    one.tell("spend_xp.turned", "NW3-LEVEL-12", xp=xp, money=one.sheet.money, left=one.sheet.xp)


def spend_xp(world: Nw3World, command: SpendXp, seat: Seat) -> Procedure[None]:
    """Refuses `not_a_wizard`, `wrong_phase`, and with neither XP nor money `not_enough_xp`."""
    character = own(world, command.character, seat)
    sheet = sheet_of(character)
    if world.state.phase != "preplay":
        require_phase(world, "after", "NW3-LEVEL-08")
    if not sheet.money and (reason := why_not_spend(sheet, 1)):
        raise Refused(reason, "NW3-LEVEL-14", name=character.name)
    yield from spend(world, character)


# ---------------------------------------------------------------- what an end takes


def end_of_episode(world: Nw3World) -> None:
    """What is not Preserved goes, what is Preserved comes back; by option unspent XP are lost (NW3-EPISODE-10 e)."""
    for character in pcs(world):
        one = growing(world, character)
        preserving.sort_out(one)
        sheet = character.sheet
        if sheet is not None and sheet.xp and not world.state.options.xp_carries_over:  # NW3-OPEN-26
            one.tell("after.xp_lost", "NW3-LEVEL-14", xp=sheet.xp)
            sheet.xp = 0


def begin_scenario(world: Nw3World) -> None:
    """Money that is left over when a Scenario begins is lost (NW3-LEVEL-12)."""
    for character in pcs(world):
        sheet = character.sheet
        if sheet is not None and sheet.money:
            tell(world, "scenario.money_lost", "NW3-LEVEL-12", name=character.name, money=sheet.money)
            sheet.money = 0


COMMANDS = (
    CommandType(AwardXp, award_xp, "NW3-LEVEL-10", "referee"),
    CommandType(SpendXp, spend_xp, "NW3-LEVEL-08"),
)
