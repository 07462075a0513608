"""Benchmarks with ratios: each line measures Rulewright and a floor or a peer in the same run.

`make bench` prints the table. Figures of shared machines jump; read the ratios.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from rulewright.engine.drivers import Recorded, SampledDice, recorded, run
from rulewright.engine.free_roll import roll
from rulewright.engine.notation import parse
from rulewright.engine.simulation import Stage
from rulewright.games import get

Row = tuple[str, str, str, str, str]
EXACT = """
import time
from rulewright.engine.enumerate import Odds
from rulewright.engine.free_roll import total
from rulewright.engine.notation import parse
expression = parse({!r})
start = time.perf_counter()
Odds().of(lambda: total(expression))
print(time.perf_counter() - start)
"""
PEER = """
import time, icepool
start = time.perf_counter()
{}
print(time.perf_counter() - start)
"""
ICEPOOL = {
    "20d20kh3": "icepool.d20.highest(20, 3).mean()",
    "100d6": "(100 @ icepool.d6).mean()",
    "10d10!>=8": (
        "(10 @ icepool.d10.map(lambda x: 1 + icepool.Again if x == 10 else int(x >= 8), again_depth=20)).mean()"
    ),
}


def rate(work: Callable[[], Any], seconds: float = 1.0, rounds: int = 20) -> float:
    """Calls of `work` a second: the best of several short rounds."""
    best = 0.0
    for _ in range(rounds):
        count, start, spent = 0, time.perf_counter(), 0.0
        while spent < seconds / rounds:
            work()
            count += 1
            spent = time.perf_counter() - start
        best = max(best, count / spent)
    return best


def side_by_side(work: Callable[[], Any], floor: Callable[[], Any], rounds: int = 40) -> tuple[float, float]:
    """Calls of both a second: the best of short rounds taken in turn, so that a busy machine slows both alike."""
    best = [0.0, 0.0]
    for _ in range(rounds):
        for index, one in enumerate((work, floor)):
            best[index] = max(best[index], rate(one, 0.05, 1))
    return best[0], best[1]


def in_a_new_process(code: str, rounds: int = 5) -> float:
    """The least number of seconds that `code` prints, each time in a fresh process, so nothing is remembered."""
    command = [sys.executable, "-c", code]
    return min(float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(rounds))


def start_up(arguments: list[str], rounds: int = 15) -> float:
    """Seconds from start to end of a Python process: the best of several."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def exchange_by_hand(face: Callable[[int], int], hp: int, strength: int, armor: int) -> tuple[int, int, bool]:
    """What the procedure `attack` does, written by hand with the same dice: two attackers, HP, STR, the save."""
    damage = max(0, max(face(8), face(6)) - armor)
    if damage <= hp:
        return hp - damage, strength, True
    strength -= damage - hp
    if strength <= 0:
        return 0, 0, False
    save = face(20)
    return 0, strength, save == 1 or (save <= strength and save != 20)


def save_by_hand(face: Callable[[int], int], ability: int) -> bool:
    """What the procedure `save` does, by hand."""
    die = face(20)
    return die == 1 or (die <= ability and die != 20)


def against(what: str, ours: float, floor: float, aim: str) -> Row:
    """A row of calls a second, ours and a floor's."""
    return what, f"{ours:,.0f}", f"{floor:,.0f} by hand", f"{floor / ours:.2f} x", aim


def procedures() -> Iterator[Row]:
    """Sampled rules against the same dice by hand."""
    game, face = get("cairn"), SampledDice(1).face
    attack, save = game.procedures["attack"], game.procedures["save"]
    fields = attack.fields(damage="d8", others=("d6",), armor=1, hp=3, strength=10, kind="pc")
    ours, floor = side_by_side(lambda: run(attack.run(fields), face), lambda: exchange_by_hand(face, 3, 10, 1))
    yield against("attack exchange sampled, a second", ours, floor, "at most 3 x")
    fields = save.fields(ability=11)
    ours, floor = side_by_side(lambda: run(save.run(fields), face), lambda: save_by_hand(face, 11))
    yield against("opposed effort (one save) sampled, a second", ours, floor, "at most 3 x")


def scenarios() -> Iterator[Row]:
    """Whole scenarios by policy on one core, with the log off."""
    game = get("cairn")
    for id, scenario in game.scenarios().items():
        options = game.options_type(**game.presets[game.offered_preset])
        stage = Stage(game, game.open(scenario, options, game.content()))
        seeds = iter(range(10**9))
        a_second = rate(lambda stage=stage, seeds=seeds: stage.play(SampledDice(next(seeds))), 6.0, 30)  # type: ignore[misc]
        sides = f"{len(scenario.party)} characters against {sum(group.count for group in scenario.foes)}"
        yield f"{id} ({sides}), a second and core", f"{a_second:,.0f}", "", "", "2,000" if id == "ambush" else ""


def notation() -> Iterator[Row]:
    """Free rolls, sampled and exact."""
    expression, recorder, random = parse("2d6+4"), Recorded(SampledDice(1)), Random(1).randint

    def one() -> None:
        recorder.rolls.clear()
        recorded(roll(expression), recorder)

    by_hand = rate(lambda: random(1, 6) + random(1, 6) + 4)
    yield against("2d6+4, every die recorded, a second", rate(one), by_hand, "200,000")
    for text, peer in ICEPOOL.items():
        ours = in_a_new_process(EXACT.format(text))
        theirs = in_a_new_process(PEER.format(peer))
        milliseconds = f"{theirs * 1e3:.2f} icepool"
        yield f"exact {text}, ms cold", f"{ours * 1e3:.2f}", milliseconds, f"{ours / theirs:.2f} x", "below 1 x"


def command() -> Iterator[Row]:
    """How soon a roll is on the screen."""
    ours, bare = start_up(["-m", "rulewright", "roll", "2d6"]), start_up(["-c", "pass"])
    limit = 2.5 * bare + 0.060
    aim = f"{limit * 1e3:.0f} = 2.5 x bare + 60"
    yield (
        "rulewright roll 2d6, ms",
        f"{ours * 1e3:.0f}",
        f"{bare * 1e3:.0f} python -c pass",
        f"{ours / bare:.1f} x",
        aim,
    )


def main() -> None:
    """Print the table."""
    table = Table(title="Rulewright benchmarks: read the ratios")
    for column in ("what", "Rulewright", "floor or peer", "ratio", "aim"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for part in track((procedures, scenarios, notation, command), "measuring", transient=True):
        for row in part():
            table.add_row(*row)
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
