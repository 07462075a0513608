"""How every pair of classes of the starter pack of Night Wizard fares in a standard fight, by automatic battles.

Two Wizards of CL 1 with these two classes, made by the rules at random, and two companions that are always the same
meet the same enemies; with `--alone` four Wizards of the pair do, which shows its weak and strong sides twice as much.
Prints a table of the weakest and the strongest pairs, of each class over all its pairs, and whether every pair stays
between 25% and 90% of victories. `python benchmarks/nw3_pairs.py --battles 100` takes a while on one core.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations_with_replacement
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.requests import Question
from rulewright.engine.simulation import Stage
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import OFFERED_PRESET, PRESETS, Options
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.records.tables import CLASSES
from rulewright.games.nw3.state import Character
from rulewright.games.nw3.story import FoeGroup, Member, Scenario
from rulewright.games.nw3.wizards.character_files import write_character
from rulewright.games.nw3.wizards.creation import create_character
from rulewright.games.nw3.wizards.random_characters import RandomAnswers

LEAST, MOST = 0.25, 0.90
PARTY = 4
COMPANIONS = ("gen", "rei")
STANDARD = (FoeGroup("lady", "lady_of_closing_time"), FoeGroup("mannequins", "mannequin_line"),
            FoeGroup("umbrellas", "umbrella_flock", 2))  # fmt: skip
Pair = tuple[str, str]


def wizard(pair: Pair, number: int) -> Character:
    """A Wizard of these classes, made at random; the same one for the same number."""
    dice = SampledDice(f"{pair}:{number}")
    chosen = RandomAnswers(starter(), dice)
    left = list(pair)

    def answer(question: Question) -> Any:
        return left.pop(0) if question.key == "pick_classes" else chosen(question)

    house = Options(**PRESETS[OFFERED_PRESET])
    return run(create_character(starter(), house, "maker", name=f"{pair[0]} {number}"), dice.face, answer)


def stage(pair: Pair, party: int = 0, alone: bool = False) -> Stage:
    """The standard fight of one of the parties of a pair."""
    companions = () if alone else [one for one in game.scenarios()["closing_time"].party if one.id in COMPANIONS]
    members = list(companions)
    for place in range(PARTY - len(companions)):
        one = wizard(pair, party * PARTY + place)
        assert one.sheet is not None
        text = write_character(one)
        members.append(Member(f"wizard{place}", one.name, pair, one.sheet.elements, one.sheet.bonus, file=text))
    scenario = Scenario("pairs", "Standard fight", "", tuple(members), STANDARD)
    house = Options(**PRESETS[OFFERED_PRESET])
    return Stage(game, game.open(scenario, house, starter()))


def victories(task: tuple[Pair, int, int, bool]) -> float:
    """The share of battles that a pair wins, over several parties of it."""
    pair, battles, parties, alone = task
    won = 0
    for party in range(parties):
        count = stage(pair, party, alone).count(f"pairs:{party}", range(battles // parties))
        won += count.flags.get("win", 0)
    return won / (battles // parties * parties)


def measured(pairs: list[Pair], battles: int, parties: int, workers: int, alone: bool) -> Iterator[tuple[Pair, float]]:
    """Every pair with its share of victories."""
    tasks = [(pair, battles, parties, alone) for pair in pairs]
    if workers == 1:
        yield from zip(pairs, map(victories, tasks))
    else:
        with ProcessPoolExecutor(workers) as pool:
            yield from zip(pairs, pool.map(victories, tasks, chunksize=4))


def table_of(title: str, rows: list[tuple[str, float]]) -> Table:
    """A table of shares."""
    table = Table(title=title)
    table.add_column("classes")
    table.add_column("victories", justify="right")
    for name, share in rows:
        table.add_row(name, f"{share:.0%}")
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=100, help="battles of each pair")
    parser.add_argument("--parties", type=int, default=4, help="parties made at random for each pair")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", default="", help="pairs with this class only")
    parser.add_argument("--alone", action="store_true", help="four Wizards of the pair, without companions")
    given = parser.parse_args()
    pairs = [pair for pair in combinations_with_replacement(CLASSES, 2) if not given.only or given.only in pair]
    work = measured(pairs, given.battles, given.parties, given.workers, given.alone)
    shares = dict(track(work, "fighting", total=len(pairs), transient=True))
    by: Callable[[tuple[Any, float]], float] = lambda row: row[1]  # noqa: E731
    named = sorted([(" / ".join(pair), share) for pair, share in shares.items()], key=by)
    console = Console()
    console.print(table_of("weakest pairs", named[:15]), table_of("strongest pairs", named[-15:]))
    classes = [
        (one, sum(found := [share for pair, share in shares.items() if one in pair]) / len(found)) for one in CLASSES
    ]
    console.print(table_of("classes, over all their pairs", sorted(classes, key=by)))
    outside = [name for name, share in named if not LEAST <= share <= MOST]
    mean = sum(shares.values()) / len(pairs)
    console.print(f"{len(pairs)} pairs, mean {mean:.0%}, outside of bounds: {len(outside)}")


if __name__ == "__main__":
    main()
