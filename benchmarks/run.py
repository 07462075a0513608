"""Benchmarks with ratios: each line measures Rulewright and a floor or a peer in the same run.

`make bench` prints the table. Figures of shared machines jump; read the ratios.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from rich.console import Console
from rich.table import Table

from rulewright.engine.drivers import SampledDice, recorded, run
from rulewright.engine.drivers import Recorded as RecordedDice
from rulewright.engine.enumerate import Odds
from rulewright.engine.free_roll import roll, total
from rulewright.engine.notation import parse
from rulewright.games import get
from rulewright.table import balance


def best(work: Callable[[], Any], seconds: float = 0.4, rounds: int = 5) -> float:
    """Calls of `work` a second: the best of several rounds."""
    rates = []
    for _ in range(rounds):
        count, start = 0, time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds / rounds:
            work()
            count += 1
        rates.append(count / spent)
    return max(rates)


def cold(work: Callable[[], Any], before: Callable[[], None] = lambda: None, rounds: int = 5) -> float:
    """Seconds of one call with nothing remembered: the best of several."""
    times = []
    for _ in range(rounds):
        before()
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def plain_exchange(face: Callable[[int], int], hp: int, strength: int, armor: int) -> tuple[int, int, bool]:
    """The same exchange as `exchange`, written by hand: two attackers, armor, HP, STR, the critical save."""
    die = max(face(8), face(6))
    damage = max(0, die - armor)
    fine = True
    if damage > hp:
        strength -= damage - hp
        hp = 0
        if strength <= 0:
            return hp, 0, False
        save = face(20)
        fine = save == 1 or (save <= strength and save != 20)
    else:
        hp -= damage
    return hp, strength, fine


def attack_rates() -> tuple[float, float]:
    """Sampled attack procedures a second, and the hand-written loop of the same dice."""
    cairn = get("cairn").procedures["attack"]
    fields = cairn.fields(damage="d8", others=("d6",), armor=1, hp=3, strength=10, kind="npc")
    dice = SampledDice(1)
    face = dice.face
    return best(lambda: run(cairn.run(fields), face)), best(lambda: plain_exchange(face, 3, 10, 1))


def save_rates() -> tuple[float, float]:
    """Sampled opposed efforts (one save) a second, and the same written by hand."""
    cairn = get("cairn").procedures["save"]
    fields = cairn.fields(ability=11)
    face = SampledDice(1).face

    def by_hand() -> bool:
        die = face(20)
        return die == 1 or (die <= 11 and die != 20)

    return best(lambda: run(cairn.run(fields), face)), best(by_hand)


def fights_a_second(scenario: str) -> float:
    """Whole scenarios a second on one core, by policy, with the log off."""
    game = get("cairn")
    return balance.rate(game, game.scenarios()[scenario], seconds=3.0)


def notation_rate() -> tuple[float, float]:
    """`2d6+4` a second with every die recorded, and two random numbers added by hand."""
    expression = parse("2d6+4")
    recorder = RecordedDice(SampledDice(1))

    def one() -> None:
        recorder.rolls.clear()
        recorded(roll(expression), recorder)

    random = Random(1).randint
    return best(one), best(lambda: random(1, 6) + random(1, 6) + 4)


def exact(expression: str, peer: Callable[[Any], Any]) -> tuple[float, float]:
    """Seconds for the exact distribution of an expression, cold, and icepool's for the same."""
    code = (
        "import time; from rulewright.engine.enumerate import Odds; from rulewright.engine.free_roll import total;"
        f"from rulewright.engine.notation import parse; e = parse({expression!r}); s = time.perf_counter();"
        "Odds().of(lambda: total(e)); print(time.perf_counter() - s)"
    )
    import icepool

    ours = min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(3))
    return ours, cold(lambda: peer(icepool), rounds=1)


def start_up(arguments: list[str]) -> float:
    """Seconds from start to end of a Python process."""
    return cold(lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True), rounds=10)


def main() -> None:
    """Print the table."""
    table = Table(title="Rulewright benchmarks (read the ratios)")
    for column in ("what", "Rulewright", "floor or peer", "ratio", "aim"):
        table.add_column(column)
    ours, floor = attack_rates()
    table.add_row("attack exchange sampled, a second", f"{ours:,.0f}", f"{floor:,.0f} by hand", f"{floor / ours:.2f}", "at most 3")
    ours, floor = save_rates()
    table.add_row("save sampled, a second", f"{ours:,.0f}", f"{floor:,.0f} by hand", f"{floor / ours:.2f}", "")
    for scenario in get("cairn").scenarios():
        rate = fights_a_second(scenario)
        table.add_row(f"scenario {scenario}, a second and core", f"{rate:,.0f}", "", "", "2,000 (ambush)")
    ours, floor = notation_rate()
    table.add_row("2d6+4, every die recorded, a second", f"{ours:,.0f}", f"{floor:,.0f} randint", f"{floor / ours:.2f}", "200,000")
    for expression, peer in (
        ("20d20kh3", lambda icepool: icepool.d20.highest(20, 3).mean()),
        ("100d6", lambda icepool: (100 @ icepool.d6).mean()),
        (
            "10d10!>=8",
            lambda icepool: (10 @ icepool.d10.map(lambda x: icepool.Again(1) if x == 10 else int(x >= 8), again_depth=5)).mean(),
        ),
    ):
        ours, floor = exact(expression, peer)
        table.add_row(f"exact {expression}, ms cold", f"{ours * 1e3:.2f}", f"{floor * 1e3:.2f} icepool", f"{ours / floor:.2f}", "below 1")
    ours, floor = start_up(["-m", "rulewright", "roll", "2d6"]), start_up(["-c", "pass"])
    limit = 2.5 * floor + 0.06
    table.add_row("rulewright roll 2d6, ms", f"{ours * 1e3:.0f}", f"{floor * 1e3:.0f} python -c pass", f"{ours / limit:.2f} of limit", "at most 1 of 2.5 x + 60 ms")
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
