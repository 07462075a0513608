"""A pack typed in by hand with thirty mistakes in it: every one is told with its place, and nothing else."""

from __future__ import annotations

import pytest

from rulewright.engine.packs import BadPack, load
from rulewright.games.nw3.records.content import Nw3Content

PACK = """
[pack]
id = "Evening Pack"  # bad_id
name = "Evening"
ruleset = "nw3"
version = 0  # out_of_bounds

[[skill]]
id = "lantern"
name = "Lantern"
class = "magician"  # unknown_ref
timing = "minor_actoin"  # bad_value
target = { kind = "self" }
range = "none"
text = "Light."
effect = [{ kind = "prose", text = "It is bright." }]

[[skill]]
id = "lantern"  # duplicate_id
name = "Lantern again"
class = "general"
timing = "minor_action"
target = { kind = "single" }
range = "none"  # bad_range
text = "Light."
effect = []  # no_effect

[[skill]]
id = "spark"
name = "Spark"
class = "magus"
elements = ["fire"]  # elements_need_spell
timing = "major_action"
check = { kind = "hit_check", attack = "magical" }
target = { kind = "single" }
range = "short"
cost = [{ kind = "mp" }]  # bad_cost
txt = "Sparks."  # unknown_field
text = "Sparks."
limit = { n = "1d6", per = "round" }  # dice_not_allowed
effect = [{ kind = "attack", attack = "magical", hit_stat = "macc", damage_stat = "matk", damage = "magical" }]

[[skill]]
id = "oath"
name = "Oath"
class = "general"
timing = ["constant", "prep"]  # constant_alone
target = { kind = "self" }
range = "none"
text = "Always."
effect = [{ kind = "modify", scope = "stat", stat = "eva", amount = "2 *" }]  # formula_syntax

[[item]]
id = "cleaver"
name = "Cleaver"
class = ["weapon"]
slot = "one_hand"
cost = -5  # out_of_bounds
weight = 2
type = "melee"
range = "nearby"  # bad_value

[[item]]
id = "apron"
name = "Apron"
class = ["armor"]
slot = "clothes"
cost = "cheap"  # bad_type
modifiers = { pdef = 1, charm = 2 }  # bad_modifier

[[enemy]]
id = "cook"
name = "Cook"
category = "boss"  # bad_value
awareness = 5
stats = { pacc = 8, macc = 2, eva = 6, spd = 7, patk = 9, matk = 0, pdef = 4, mdef = 2 }
hp = 30

[[enemy]]
id = "waiters"
name = "Waiters"
category = "mob"
awareness = 3
stats = { pacc = 8, macc = 2, eva = 6, spd = 7, patk = 9, matk = 0, pdef = 4 }  # stats_incomplete
hp = 12
count = 6  # mob_count
skills = ["lantren"]  # unknown_ref

[[enemy]]
id = "critic"
name = "Critic"
category = "enemy"
awareness = 6
stats = { pacc = 8, macc = 9, eva = 6, spd = 7, patk = 9, matk = 9, pdef = 4, mdef = 5 }
hp = 400000  # out_of_bounds
boss = true

[[fortress]]
id = "kitchen"
name = "Kitchen"
ruler = "chef"  # unknown_ref
area = [
  { id = "door", name = "Door", kind = "entrance", x = 1, y = 1 },
  { id = "stove", name = "Stove", kind = "trap", x = 1, y = 1 },  # traps_needed same_place
  { id = "pantry", name = "Pantry", kind = "object", objects = ["shelf"] },  # unknown_ref
]
gate = [
  { id = "a", kind = "normal", from = "door", to = "door" },  # gate_loop
  { id = "b", kind = "closed", from = "door", to = "stove" },  # open_by_needed
  { id = "c", kind = "normal", from = "door", to = "cellar" },  # unknown_ref
]
entrance = { area = "door", tries = 3 }  # tries_need_keyword
"""
PLANTED = [
    (number, code)
    for number, line in enumerate(PACK.splitlines(), 1)
    for code in line.partition("  # ")[2].split()
]  # fmt: skip


@pytest.mark.rule("NW3-SKILL-53")
def test_thirty_mistakes_are_thirty_problems() -> None:
    assert len(PLANTED) == 30
    with pytest.raises(BadPack) as caught:
        load({"evening.toml": PACK}, Nw3Content)
    told = caught.value.problems
    assert sorted((one.line, one.code.removeprefix("content.")) for one in told) == sorted(PLANTED)
    for one in told:
        assert (one.file, bool(one.path), bool(one.allowed), bool(one.said)) == ("evening.toml", True, True, True), one
    shown = str(caught.value)
    assert shown.startswith("the pack has 30 problems\nevening.toml:3: pack.id: ")
    assert 'did you mean "lantern"?' in shown
