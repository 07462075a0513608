"""Attacks and casting in tests: example rows played at a table, more spells than the pack has, and where a turn stands.

The invented spells and items here are for what Lantern Quay has no row for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
import pytest

from nwo_play import FOLDER, REFEREE, Play, options
from rulewright.engine.drivers import Script, recorded
from rulewright.engine.events import Event
from rulewright.engine.packs import load
from rulewright.engine.requests import Question
from rulewright.games.nwo.battles import casting
from rulewright.games.nwo.battles.actions import Attack, CastSpell
from rulewright.games.nwo.battles.battle import note_counters
from rulewright.games.nwo.game import game
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Cast, NaturalWeapon, Thing

FIST = NaturalWeapon("fist", "Fist")
MORE = """
[[spell]]
id = "spark_ring"
name = "Spark Ring"
kind = "attack"
timing = "normal"
element = "ember"
casting_value = 1
mp = 1
cast_count = 0
target = "several"
max_targets = 2
range = [0, 3]
affects = "foes"
duration = { kind = "scene" }
attack = { hit = { stat = "magic", cap = 20 }, power = { stat = "magic", cap = 20 } }
effects = [
  { op = "add_status", status = "fainted", on = "damage" },
  { op = "modify_judge", stat = "hit", amount = -2 },
]

[[spell]]
id = "flash"
name = "Flash"
kind = "attack"
timing = "counter"
element = "ember"
casting_value = 1
mp = 1
cast_count = 0
target = "one"
range = [0, 3]
attack = { hit = { stat = "magic", cap = 20 }, power = { stat = "magic", cap = 20 } }

[[spell]]
id = "ember_edge"
name = "Ember Edge"
kind = "enchant"
timing = "normal"
element = "ember"
casting_value = 1
mp = 1
cast_count = 0
target = "one"
effects = [{ op = "set_element", element = "ember" }, { op = "modify_stat", stat = "attack", amount = 1 }]

[[spell]]
id = "long_coat"
name = "Long Coat"
kind = "enchant"
timing = "normal"
element = "none"
casting_value = 1
mp = 1
cast_count = 0
target = "one"
duration = { kind = "rounds", rounds = 2 }
effects = [{ op = "modify_stat", stat = "defence", amount = 2 }]

[[spell]]
id = "slow_word"
name = "Slow Word"
kind = "enchant"
timing = "super_counter"
element = "none"
casting_value = 1
mp = 1
cast_count = 20
target = "self"
effects = [{ op = "modify_judge", stat = "any", amount = 5 }]

[[spell]]
id = "drowse"
name = "Drowse"
kind = "utility"
timing = "normal"
element = "none"
casting_value = 1
mp = 1
cast_count = 0
target = "several"
max_targets = 3
range = [0, 3]
resistable = true
duration = { kind = "instant" }
effects = [{ op = "add_status", status = "fainted" }]

[[spell]]
id = "recall"
name = "Recall"
kind = "heal"
timing = "normal"
element = "none"
casting_value = 1
mp = 1
cast_count = 0
target = "several"
max_targets = 3
range = [0, 1]
heal = { power = { value = 10 }, heals_serious = true, heals_apparent_death = true }

[[spell]]
id = "clean_cut"
name = "Clean Cut"
kind = "heal"
timing = "normal"
element = "none"
casting_value = 1
mp = 1
cast_count = 0
target = "one"
cures = ["serious"]

[[spell]]
id = "six_words"
name = "Six Words"
kind = "utility"
timing = "normal"
element = "none"
casting_value = 0
mp = 0
cast_count = 6
target = "self"
text = "Six words."

[[spell]]
id = "no_words"
name = "No Words"
kind = "utility"
timing = "normal"
element = "none"
casting_value = 0
mp = 0
cast_count = 0
target = "self"
limit = { per = "round", times = 1 }
text = "No words."

[[ability]]
id = "silence"
name = "Silence"
timing = "counter"
window = "on_activation"
max_level = 1
target = "one"
range = [0, 4]
effects = [{ op = "dispel", contest = "none" }]

[[ability]]
id = "trap_line"
name = "Trap Line"
timing = "counter"
window = "on_activation"
max_level = 1
target = "one"
range = [0, 4]
duration = { kind = "instant" }
effects = [{ op = "damage", amount = 99 }]

[[ability]]
id = "strange_tale"
name = "Strange Tale"
timing = "normal"
max_level = 1
target = "several"
max_targets = 2
range = [0, 1]
affects = "foes"
duration = { kind = "instant" }
effects = [{ op = "text", text = "It wonders." }, { op = "damage", amount = 2, per_level = 1 }]

[[item]]
id = "fire_pot"
name = "Fire Pot"
weight = 0
uses = 2
use = { target = "square", range = [1, 2], effects = [{ op = "damage", dice = "1d6+1" }] }

[[item]]
id = "war_paint"
name = "War Paint"
weight = 0
use = { target = "self", effects = [
  { op = "modify_judge", stat = "hit", amount = 2 },
  { op = "modify_cf", critical_add = [7], fumble_add = [2] },
] }

[[item]]
id = "tonic"
name = "Tonic"
weight = 0
use = { target = "one", effects = [{ op = "heal", amount = 5 }, { op = "remove_status", status = "prone" }] }
"""


@cache
def more() -> NwoContent:
    """The invented pack with the rows above."""
    base = (FOLDER / "lantern_quay.toml").read_text("utf-8")
    return load({"lantern_quay.toml": (base + MORE).encode()}, NwoContent)


def table(*people: str, **rules: Any) -> Play:
    """A table with the rows above and these options; everybody on one square."""
    play = Play(*people, house=options(**rules))
    play.world.content = more()
    return play


def begins_cast(play: Play, id: str, spell: str = "ember_dart") -> None:
    """Somebody is in the middle of casting."""
    casting.begin(play.world, play[id], Cast(spell, 1))


def told(play: Play, key: str) -> list[Mapping[str, Any]]:
    """The facts of every event with this key."""
    return [event.facts for event in play.told if event.key == key]


def values(play: Play) -> list[tuple[str, int]]:
    """Every judge and plain value that was told, in order: what for, and the value that came of the dice."""
    found: list[Event] = [event for event in play.told if event.key.startswith(("judge.value", "judge.plain"))]
    return [(event.facts["why"].removeprefix("judge."), event.facts["value"]) for event in found]


def thrown(play: Play) -> list[str]:
    """What the dice of the last command were thrown for."""
    return [roll.why for roll, _ in play.script.rolls]


class _Steps(Script):
    """A script that notes questions and dice in their order."""

    def __init__(self, faces: Iterable[int], answers: Mapping[str, Any] | None = None) -> None:
        super().__init__(faces, answers)
        self.steps: list[str] = []

    def face(self, sides: int) -> int:
        self.steps.append("die")
        return super().face(sides)

    def answer(self, question: Question) -> Any:
        self.steps.append(f"{question.key} {question.to}")
        return super().answer(question)


def steps(play: Play, command: msgspec.Struct, faces: Iterable[int], answers: Mapping[str, Any] | None = None) -> str:
    """Carry a command out; its questions ("KEY WHO") and dice ("die" for one or more) in their order."""
    script = _Steps(faces, answers)
    script.run(game.commands.start(play.world, command, REFEREE))
    play.script = script
    shown = [one for at, one in enumerate(script.steps) if one != "die" or script.steps[at - 1 : at] != ["die"]]
    return ", ".join(shown)


class _Pause(Exception):
    def __init__(self, question: Question) -> None:
        super().__init__(question.key)
        self.question = question


class _Pausing(Script):
    def __init__(self, faces: Iterable[int], answers: Mapping[str, Any] | None, at: str) -> None:
        super().__init__(faces, answers)
        self.at = at

    def answer(self, question: Question) -> Any:
        if question.key == self.at:
            raise _Pause(question)
        return super().answer(question)


def paused(
    play: Play, command: msgspec.Struct, at: str, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None
) -> Question:
    """A command that has come to the question `at`, which stays open for good; the table is left as it is then."""
    script = _Pausing(faces, answers, at)
    with pytest.raises(_Pause) as pause:
        recorded(game.commands.start(play.world, command, REFEREE), script)
    return pause.value.question


def attack_row(row: Mapping[str, Any]) -> tuple[Play, dict[str, Any]]:
    """Play an example of the operation "attack" at a table: who attacks is `active`, the other `passive`.

    With resistance as the defence it is an Ember Dart, else a blow. Returns what came out as the row writes it.
    """
    given = row["given"]
    active, passive, spell = given["active"], given["passive"], given.get("defence_stat") == "resistance"
    play = Play("active:tomo", "passive:mire_hound")
    if spell:
        play.values("active", magic=active["hit"] - 1)
    else:
        play.values("active", hit=active["hit"], attack=active["attack"])
    for id, side in (("active", active), ("passive", passive)):
        cf = {name: tuple(side[name]) for name in ("critical", "fumble") if name in side}
        play.change(id, natural_weapons=[FIST], **cf)
    play.values("passive", **{name: passive[name] for name in ("evasion", "defence", "resistance") if name in passive})
    play.change("passive", hp=passive["hp"], hp_max=passive["hp"], at_zero="")
    if "parry" in passive:  # the shields with these values; what they add all the time is in the row's values already
        shield = "mirror_shield" if spell else "round_shield"
        bare = dict(play["passive"].now.values)
        guarded = play.change("passive", gear=[Thing("shield", shield, "equipped")])
        stats = {key: value + bare[key] - guarded.now.values[key] for key, value in guarded.stats.items()}
        play.change("passive", stats=stats)
    play.fight(active=25, passive=1)
    if given["reaction"] == "no_roll":
        begins_cast(play, "passive")
    play.change("passive", fainted=given["reaction"] == "absolute_hit")
    answers = {"target": "passive", "answer": "shield" if given["reaction"] == "parry" else "evade"}
    command = CastSpell("active", "ember_dart") if spell else Attack("active", "fist", "passive")
    play.give(command, given["dice"], answers)
    return play, _came_out(play, bool(passive.get("parry")))


def _came_out(play: Play, parry: bool) -> dict[str, Any]:
    out: dict[str, Any] = {"outcome": "miss" if told(play, "attack.miss") else "hit", "damage": 0}
    for key in ("attack.hit", "attack.miss", "attack.parried"):
        for facts in told(play, key):
            out |= {"hit": facts["hit"], "evasion": facts["evasion"]}
    for facts in [*told(play, "attack.damage"), *told(play, "attack.no_damage")]:
        out |= {"attack": facts["power"], "defence": facts["defence"], "damage": facts["damage"]}
    if out["outcome"] == "hit":
        out["hp_after"] = play["passive"].hp
    if parry:
        out["parried"] = bool(told(play, "attack.parried"))
    return out


def rejoin(play: Play) -> None:
    """Count again who can interrupt, after somebody has learnt something."""
    note_counters(play.world, play.battle)
