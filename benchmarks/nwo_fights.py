"""Fights of Night Wizard: Origin a second and core: four against four with spells, without and with interrupts in hand.

    .venv/bin/python benchmarks/nwo_fights.py

The floor throws the dice of the same judges by hand and does nothing else; read the ratios.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from rulewright.engine.drivers import SampledDice
from rulewright.engine.game import AnyWorld
from rulewright.engine.simulation import Stage
from rulewright.games import get
from rulewright.games.nwo import standing
from rulewright.games.nwo.state import Character

SECONDS = 10.0
FOES = ("conductor", "announcer", "warden", "runner_1")
COUNTERS = 2
"""Counter abilities that everybody has in the second row."""


class Counted(SampledDice):
    """Dice that are counted."""

    __slots__ = ("thrown",)

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.thrown = 0

    def face(self, sides: int) -> int:
        self.thrown += 1
        return super().face(sides)


def four_against_four(counters: int) -> Stage:
    """The heroes of the last train against its four strongest foes, each with so many counters in hand."""
    game = get("nwo")
    world = game.open(game.scenarios()["last_train"], game.options_type(), game.content())
    characters: dict[str, Character] = world.state.characters
    for id in [one.id for one in characters.values() if one.kind == "npc" and one.id not in FOES]:
        del characters[id]
    for one in characters.values():
        in_hand(world, one, counters)
    return Stage(game, world)


def in_hand(world: AnyWorld, one: Character, counters: int) -> None:
    """Give somebody exactly so many counter abilities, and no other interrupts."""
    content = world.content
    one.spells = [id for id in one.spells if content.spells_by_id[id].timing == "normal"]
    one.abilities = {
        id: level for id, level in one.abilities.items() if content.abilities_by_id[id].timing in ("always", "normal")
    }
    usable = [row.id for row in content.ability if row.timing == "counter" and row.opens_in == "before_roll"]
    for id in usable[:counters]:
        one.abilities[id] = 1
    standing.settle(content, world.state.options, one)


def fights(stage: Stage) -> tuple[float, float]:
    """Fights and dice a second of the processor."""
    count, dice, start = 0, 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        thrown = Counted(f"bench:{count}")
        stage.play(thrown)
        count, dice = count + 1, dice + thrown.thrown
    return count / spent, dice / spent


def rows() -> Iterable[tuple[str, str, str, str]]:
    """The lines of the table."""
    floor = dice_by_hand()
    for name, counters in (("no interrupts in hand", 0), (f"{COUNTERS} counter abilities each", COUNTERS)):
        a_second, dice = fights(four_against_four(counters))
        yield name, f"{a_second:,.0f}", f"{dice:,.0f}", f"{floor / dice:,.1f}"


def dice_by_hand() -> float:
    """Dice a second for judges of 2d6 that are added and compared, and nothing else."""
    face, thrown, won, start = SampledDice("floor").face, 0, 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS / 5:
        for _ in range(1000):
            won += face(6) + face(6) + 9 > 16
        thrown += 2000
    return thrown / spent if won else 0.0


def main() -> None:
    """Print the table."""
    table = Table("4 against 4", "fights/s", "dice/s", "floor / dice")
    for row in rows():
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()
