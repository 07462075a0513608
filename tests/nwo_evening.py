"""A short fight of Night Wizard: Origin on a fixed seed: three interrupts on one another, a broken cast, a death check.

What the people at its table decide is the same rule whether it is rehearsed at a table in memory or clicked in pages.
Run as a program this looks for seeds with which it all happens soon: `python tests/nwo_evening.py 500`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from typing import Any

import msgspec

from rulewright.engine.commands import plain
from rulewright.engine.drivers import by_default
from rulewright.engine.game import Menu
from rulewright.engine.requests import Question
from rulewright.games.nwo.game import game
from rulewright.games.nwo.story import Scenario
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

SEED = "roof 181"
VICTIM, SPELL, ARCHER = "shizuku", "evening_shower", "wataru"
INTERRUPTS = {"second_arrow": "wataru", "over_to_you": "chihiro", "wrong_train": "headmaster"}
"""Who declares what in the window of the archer's shot, in the order in which they are asked: a super counter, a
counter, and a hyper counter of the other side."""
FOES = ("headmaster", "ogre", "runner")
DEEP = 3
MOST = 150
TEXT = """
id = "three_doorkeepers"
title = "Three Doorkeepers"
text = "The last train has left without them, and the headmaster has come to see why."
game = "nwo"
map = "last_platform"
victory = "None of the doorkeepers is left standing."

[[party]]
id = "wataru"
character = "wataru"
player = "anna"
square = [2, 2]

[[party]]
id = "shizuku"
character = "shizuku"
player = "anna"
square = [2, 2]

[[party]]
id = "tomori"
character = "tomori"
player = "bertil"
square = [1, 2]

[[party]]
id = "chihiro"
character = "chihiro"
player = "bertil"
square = [1, 2]

[[foes]]
id = "headmaster"
character = "headmaster_eclipse"
square = [4, 2]

[[foes]]
id = "ogre"
character = "crossing_ogre"
square = [3, 2]

[[foes]]
id = "runner"
character = "roof_runner"
square = [2, 1]
"""


class Deciding:
    """What everybody at this table decides: the foes are after the caster, and nobody raises a judge by prana."""

    def __init__(self) -> None:
        self.deep = False

    def answer(self, table: Table, question: Question) -> Any:
        """The answer to a question."""
        state, values = table.world.state, [option.value for option in question.options]
        self.deep = self.deep or len(state.stack) >= DEEP
        if "pass_count" in values:
            judging = state.judging
            shot = question.key == "interrupt" and judging.who == ARCHER and judging.why == "hit"
            wanted = [one for one in values if one.partition(":")[2] in INTERRUPTS]
            return wanted[0] if wanted and shot and not self.deep else "pass_count"
        return question.facts["advised"] if question.key == "death_payment" else by_default(question)

    def command(self, table: Table) -> tuple[str, msgspec.Struct]:
        """Who gives which command, taken from the menu of a seat."""
        menus = [(seat.id, menu) for seat in table.seats if (menu := table.menu(seat.id)) is not None and menu.offers]
        seat, menu = next((seat, menu) for seat, menu in menus if menu.due)
        return seat, self._chosen(table, menu)

    def _chosen(self, table: Table, menu: Menu) -> msgspec.Struct:
        state = table.world.state
        usual = menu.offers[menu.default].command
        if state.battle is None or state.battle.process != "turns":
            return usual
        me, victim = state.battle.acting, state.characters[VICTIM]
        wanted: dict[str, Any] = {}
        if me == VICTIM:
            wanted = {"do": "cast", "spell": SPELL}
        elif me == ARCHER:
            wanted = {"do": "attack", "target": FOES[0]}
        elif me in FOES and victim.hp > 0:
            wanted = {"do": "attack", "target": VICTIM}
        offered = [(offer.command, plain(offer.command)) for offer in menu.offers]
        for wish in (wanted, {"do": "pass"}):
            fitting = (command for command, given in offered if wish and wish.items() <= given.items())
            if (command := next(fitting, None)) is not None:
                return command
        return usual


def keys(table: Table) -> list[str]:
    """The keys of everything that was told."""
    return [event.key for _, event in table.events_for("referee")]


def is_over(told: Iterable[str]) -> bool:
    """Whether the death check, the last of what is waited for, has been made."""
    return bool({"death.survives", "death.dies"} & set(told))


def moments(seed: str, most: int = MOST) -> dict[str, int]:
    """Play it at a table in memory: after how many decisions what is waited for happened."""
    scenario = msgspec.convert(tomllib.loads(TEXT), Scenario)
    options = game.options_type(**game.presets[game.offered_preset])
    table = Table.new(game, scenario, options, game.seats(scenario), MemoryJournal(), seed)
    deciding, found = Deciding(), dict[str, int]()
    for number in range(most):
        told = keys(table)
        if len(table.world.state.stack) >= DEEP:
            found.setdefault("stack", number)
        for key in ("cast.broken", "status.serious", "status.apparent_death", "death.paid", "death.survives"):
            if key in told:
                found.setdefault(key, number)
        if is_over(told):
            break
        if questions := table.open_questions("referee"):
            asked = questions[0]
            table.answer(asked.owner, asked.id, deciding.answer(table, asked.question))
        else:
            table.submit(*deciding.command(table))
    return found


def is_whole(found: dict[str, int]) -> bool:
    """Whether it all happened: the wound that breaks the cast is a serious one, and falling comes later."""
    if not {"stack", "cast.broken", "status.serious", "status.apparent_death", "death.survives"} <= set(found):
        return False
    return found["cast.broken"] == found["status.serious"] < found["status.apparent_death"]


if __name__ == "__main__":
    for number in range(int(sys.argv[1])):
        happened = moments(f"roof {number}", 65)
        if is_whole(happened):
            print(f"roof {number}", happened)
