"""How fast a big content pack loads: 5,000 skills of Night Wizard against the floor, `tomllib` and `msgspec.convert`.

python benchmarks/packs.py [SKILLS]
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections.abc import Callable
from contextlib import suppress
from itertools import count as count_up
from typing import Any

import msgspec

from rulewright.engine.packs import BadPack, load
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import Skill

HEADER = '[pack]\nid = "big"\nname = "Big"\nruleset = "nw3"\nversion = 1\n'
SKILL = """
[[skill]]
id = "skill_{number}"
name = "Skill {number}"
class = "magus"
categories = ["spell"]
elements = ["fire"]
max_sl = 3
timing = "major_action"
check = {{ kind = "hit_check", attack = "magical" }}
target = {{ kind = "area", lock = true }}
range = "close"
cost = [{{ kind = "mp", amount = "4 + SL" }}]
limit = {{ n = "SL", per = "scene" }}
text = "Strikes everyone near, number {number}."
effect = [
  {{ kind = "attack", attack = "magical", hit_stat = "macc", damage_stat = "matk", damage = "magical", bonus = "SL" }},
  {{ kind = "inflict_status", status = "poison", rating = "SL + {rating}" }},
]
"""


class _Floor(msgspec.Struct, kw_only=True):
    pack: dict[str, Any]
    skill: tuple[Skill, ...]


def seconds(work: Callable[[], object], times: int = 3) -> float:
    """The best of some runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def refused(text: str) -> None:
    """Have everything told that is wrong with a pack."""
    with suppress(BadPack):
        load({"big.toml": text}, Nw3Content)


def main() -> None:
    """Print the table."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5_000
    text = HEADER + "".join(SKILL.format(number=number, rating=number % 7) for number in range(count))
    floor = seconds(lambda: msgspec.convert(tomllib.loads(text), _Floor))
    load({"warm.toml": HEADER}, Nw3Content)
    fresh = count_up()  # so that no text is known already
    ours = seconds(lambda: load({"big.toml": f"{text}# {next(fresh)}"}, Nw3Content))
    wrong = text.replace(f'name = "Skill {count // 2}"', "name = 2", 1)
    mistaken = seconds(lambda: refused(wrong))
    load({"big.toml": text}, Nw3Content)
    again = seconds(lambda: load({"big.toml": text}, Nw3Content))
    print(f"{count} skills, {len(text) / 1e6:.1f} MB")
    print(f"tomllib and msgspec.convert   {floor:.2f} s")
    print(f"packs.load                    {ours:.2f} s   {ours / floor:.2f} x")
    print(f"with one mistake, told        {mistaken:.2f} s   {mistaken / ours:.2f} x packs.load")
    print(f"packs.load of a known text    {again * 1e3:.1f} ms")


if __name__ == "__main__":
    main()
