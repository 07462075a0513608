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

import nw3_skills
from rich.console import Console
from rich.progress import track
from rich.table import Table

from rulewright.engine.drivers import Recorded, SampledDice, recorded, run
from rulewright.engine.events import Event
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

OPPOSED = """
import time
from rulewright.engine.enumerate import Odds
from rulewright.games.nw3.asking.attack_procedures import DROP
from rulewright.games.nw3.dice.contests import difference
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.options import Options
house = Options()
start = time.perf_counter()
Odds(drop=DROP).of(lambda: difference(Judge(11, 7, 2), Judge(9, 10, 5), house)).chance(lambda lead: lead >= 0)
print(time.perf_counter() - start)
"""
OPPOSED_ICEPOOL = """
def judge(alter, critical, fumble, depth):
    two = 2 @ icepool.d6
    chain = two.map(lambda total: 10 + icepool.Again if total == critical else total, again_depth=depth)
    results = {fumble: alter - 10, critical: alter + 10 + chain}
    return two.map(lambda total: results.get(total, alter + total)).map(lambda result: max(0, result))
# as deep as DROP goes
((judge(11, 7, 2, 15) - judge(9, 10, 5, 11)) >= 0).mean()"""
FIGHTS = 30
NW3_ATTACK = {"hit": 11, "dodge": 9, "damage": 12, "defence": 6}
ATTACK = """
import time
from rulewright.engine.enumerate import Odds
from rulewright.games.nw3.asking.procedures import PROCEDURES
attack = PROCEDURES["attack"]
fields = attack.fields(**{!r})
start = time.perf_counter()
Odds(drop=attack.drop).of(lambda: attack.run(fields)).map(attack.outcome)
print(time.perf_counter() - start)
"""


def rate(work: Callable[[], Any], seconds: float = 1.0, rounds: int = 20) -> float:
    """Calls of `work` a second of the processor: the best of several short rounds."""
    best = 0.0
    for _ in range(rounds):
        count, start, spent = 0, time.process_time(), 0.0
        while spent < seconds / rounds:
            work()
            count += 1
            spent = time.process_time() - start
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


def judge_by_hand(face: Callable[[int], int], alter: int, critical: int, fumble: int) -> int:
    """A Judge of nw3 that is rolled for its number, with its chain of Criticals, by hand."""
    total, bonus = face(6) + face(6), 0
    if total == fumble:
        return max(0, alter - 10)
    while total == critical:
        total, bonus = face(6) + face(6), bonus + 10
    return max(0, alter + bonus + total)


def attack_by_hand(face: Callable[[int], int]) -> int:
    """What the procedure `attack` of nw3 does with the numbers of `NW3_ATTACK`, by hand; -1 is a miss."""
    if judge_by_hand(face, 11, 7, 2) < judge_by_hand(face, 9, 10, 5):
        return -1
    return max(0, judge_by_hand(face, 12, 7, 2) - judge_by_hand(face, 6, 10, 5))


def judges() -> Iterator[Row]:
    """Judges of nw3: exact odds, and attacks of four Judges sampled."""
    ours, theirs = in_a_new_process(OPPOSED), in_a_new_process(PEER.format(OPPOSED_ICEPOOL))
    milliseconds = f"{theirs * 1e3:.1f} icepool"
    yield "nw3: exact opposed Judge, ms cold", f"{ours * 1e3:.1f}", milliseconds, f"{ours / theirs:.2f} x", "below 1 x"
    ours = in_a_new_process(ATTACK.format(NW3_ATTACK))
    yield "nw3: exact attack of four Judges, ms cold", f"{ours * 1e3:.1f}", "", "", "30"
    attack, face = get("nw3").procedures["attack"], SampledDice(1).face
    fields = attack.fields(**NW3_ATTACK)
    sampled, by_hand = side_by_side(lambda: run(attack.run(fields), face), lambda: attack_by_hand(face))
    yield against("nw3: attack of four Judges sampled, a second", sampled, by_hand, "")


def fights() -> Iterator[Row]:
    """A battle of nw3 by policy on one core, with the log off and on."""
    game = get("nw3")
    scenario = game.scenarios()["closing_time"]
    options = game.options_type(**game.presets[game.offered_preset])
    quiet, telling = (Stage(game, game.open(scenario, options, game.content())) for _ in range(2))
    told: list[Event] = []
    telling.world.tell = told.append

    def played(stage: Stage) -> None:
        for seed in range(FIGHTS):  # the same ones every time, since some take much longer than others
            told.clear()
            stage.play(SampledDice(seed))

    off, on = side_by_side(lambda: played(quiet), lambda: played(telling), 10)
    sides = f"{len(scenario.party)} characters against {sum(group.count for group in scenario.foes)}"
    what = f"nw3: closing_time ({sides}), a second and core"
    yield what, f"{off * FIGHTS:,.0f}", f"{on * FIGHTS:,.0f} with its log", f"{on / off:.2f} x", ""


def skills() -> Iterator[Row]:
    """A battle of nw3 by Wizards of many skills, and what skills cost that never apply."""
    plain, burdened = nw3_skills.stages()
    fast, slow = side_by_side(lambda: nw3_skills.play(plain, FIGHTS), lambda: nw3_skills.play(burdened, FIGHTS), 10)
    what = f"nw3: four Wizards with {nw3_skills.SKILLS} skills or more, a second and core"
    yield what, f"{fast * FIGHTS:,.0f}", f"{slow * FIGHTS:,.0f} with 8 idle ones", f"{fast / slow:.2f} x", "500; 1.10 x"


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
    for part in track((procedures, scenarios, judges, fights, skills, notation, command), "measuring", transient=True):
        for row in part():
            table.add_row(*row)
    Console(width=130).print(table)


if __name__ == "__main__":
    main()
