"""What skills cost a simulated fight of Night Wizard: four Wizards with eight skills or more, and eight idle ones each.

The idle ones have the timings that come up most, and none of them can ever be used: what they ask for is not there,
or cannot be paid. `run.py` prints the rows.
"""

from __future__ import annotations

from itertools import count

import msgspec
from nw3_pairs import PARTY, stage

from rulewright.engine.drivers import SampledDice
from rulewright.engine.packs import load
from rulewright.engine.simulation import Stage
from rulewright.games.nw3.records.content import Nw3Content

PAIR = ("ninja", "samurai")
SKILLS = 8
"""How many skills each Wizard has at least, and how many idle ones are added."""
HEADER = '[pack]\nid = "idle"\nname = "Idle"\nruleset = "nw3"\nversion = 1\n'
IDLE = """
[[skill]]
id = "idle_{number}"
name = "Idle {number}"
class = "magus"
timing = "{timing}"
{trigger}
target = {{ kind = "self" }}
range = "none"
{asks}
text = "Waits for what never comes."
effect = [{{ kind = "modify", scope = "judge", judge = "dodge", amount = 1, duration = "judge" }}]
"""
TIMINGS = (
    ("before_judge", 'trigger = { judges = ["any"], whose = "self" }'),
    ("before_judge", 'trigger = { judges = ["hit", "dodge"], whose = "ally" }'),
    ("after_judge", 'trigger = { judges = ["any"], whose = "self" }'),
    ("after_judge", 'trigger = { judges = ["hit"], whose = "enemy" }'),
    ("damage_roll", 'trigger = { judges = ["pdef", "mdef"], whose = "self" }'),
    ("reaction", ""),
    ("setup_process", ""),
    ("minor_action", ""),
)
ASKS = (
    'restrict = [{ kind = "equip", any_of = [{ slot = "other", general = true }] }]',
    'restrict = [{ kind = "condition", any_of = [{ condition = "passenger" }] }]',
    'cost = [{ kind = "prana", amount = 99 }]',
)


def idle() -> Nw3Content:
    """A pack of skills that never apply."""
    rows = [
        IDLE.format(number=number, timing=timing, trigger=trigger, asks=ASKS[number % len(ASKS)])
        for number, (timing, trigger) in enumerate(TIMINGS)
    ]
    return load({"idle.toml": HEADER + "".join(rows)}, Nw3Content)


def stages() -> tuple[Stage, Stage]:
    """The standard fight of four Wizards as they are, and with idle skills."""
    party = next(one for one in count() if _fewest(stage(PAIR, one, alone=True)) >= SKILLS)
    plain, burdened = stage(PAIR, party, True), stage(PAIR, party, True)
    world, more = burdened.world, idle().skill
    world.content = msgspec.structs.replace(world.content, skill=(*world.content.skill, *more))
    for character in list(world.state.characters.values())[:PARTY]:
        character.skills.update({skill.id: 1 for skill in more})
    return plain, Stage(burdened.game, world)


def _fewest(one: Stage) -> int:
    return min(len(character.skills) for character in list(one.world.state.characters.values())[:PARTY])


def play(one: Stage, fights: int) -> None:
    """The same fights every time, since some take much longer than others."""
    for seed in range(fights):
        one.play(SampledDice(seed))
