"""Night Wizard: Origin in tests of judges: answers of each person, commands given in between, content of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from nwo_play import FOLDER, REFEREE, Play
from rulewright.engine.drivers import Script
from rulewright.engine.journal import Seat
from rulewright.engine.packs import load
from rulewright.engine.requests import Question
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles.battle import note_counters
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.judged import Judged
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.records.content import NwoContent
from rulewright.games.nwo.state import Character, Thing

MORE = """
[[ability]]
id = "late_push"
name = "Late Push"
timing = "super_counter"
window = "after_roll"
max_level = 5
target = "one"
range = [0, 9]
effects = [{ op = "modify_judge", stat = "any", amount = 0, per_level = 1 }]

[[ability]]
id = "late_spring"
name = "Late Spring"
timing = "hyper_counter"
window = "after_roll"
max_level = 5
target = "one"
range = [0, 9]
effects = [{ op = "modify_stat", stat = "evasion", amount = 0, per_level = 1 }]

[[ability]]
id = "weigh_down"
name = "Weigh Down"
timing = "hyper_counter"
max_level = 5
target = "one"
range = [0, 9]
effects = [{ op = "modify_stat", stat = "evasion", amount = 0, per_level = -3 }]

[[ability]]
id = "shooting_star"
name = "Shooting Star"
timing = "hyper_counter"
max_level = 1
target = "one"
range = [0, 9]
duration = { kind = "instant" }
effects = [{ op = "damage", amount = 99 }]

[[ability]]
id = "step_aside"
name = "Step Aside"
timing = "hyper_counter"
max_level = 1
target = "one"
range = [0, 9]
duration = { kind = "instant" }
effects = [{ op = "text", text = "It stands one square further on." }]

[[ability]]
id = "new_dice"
name = "New Dice"
timing = "hyper_counter"
window = "after_roll"
max_level = 1
target = "one"
range = [0, 9]
duration = { kind = "instant" }
effects = [{ op = "reroll" }]

[[ability]]
id = "lucky_eight"
name = "Lucky Eight"
timing = "hyper_counter"
window = "after_roll"
max_level = 1
target = "one"
range = [0, 9]
effects = [{ op = "modify_cf", critical_add = [8] }]

[[ability]]
id = "humming"
name = "Humming"
timing = "hyper_counter"
max_level = 1
target = "self"
effects = [{ op = "modify_judge", stat = "any", amount = 1 }]

[[ability]]
id = "cut_short"
name = "Cut Short"
timing = "hyper_counter"
window = "on_activation"
max_level = 1
target = "one"
range = [0, 9]
duration = { kind = "instant" }
effects = [{ op = "dispel", contest = "magic" }]

[[ability]]
id = "hush_now"
name = "Hush Now"
timing = "counter"
window = "on_activation"
max_level = 1
target = "one"
affects = "foes"
range = [0, 1]
duration = { kind = "instant" }
effects = [{ op = "dispel", contest = "none" }]
"""


@cache
def _quay_and(more: str) -> NwoContent:
    text = (FOLDER / "lantern_quay.toml").read_bytes() + more.encode()
    return load({"lantern_quay.toml": text}, NwoContent)


class Asking(Script):
    """Answers by "key id of the person", else by key; a function is called with the question."""

    def answer(self, question: Question) -> Any:
        mine = f"{question.key} {question.to}"
        key = mine if mine in self.answers else question.key
        given = self.answers.get(key)
        if given and callable(given[0]):
            decide = given.pop(0) if len(given) > 1 else given[0]
            self.asked.append(question)
            return decide(question)
        if key == question.key:
            return super().answer(question)
        return super().answer(_as(question, key))


def _as(question: Question, key: str) -> Question:
    return msgspec.structs.replace(question, key=key)


class Table(Play):
    """A table where answers may be given by person, with a few more abilities."""

    def __init__(self, *people: str, more: str = MORE, **changed: Any) -> None:
        super().__init__(*people, **changed)
        self.world.content = _quay_and(more)

    def run(self, procedure: Any, faces: Iterable[int] = (), answers: Mapping[str, Any] | None = None) -> Any:
        script = self.script = Asking(faces, answers)
        result = script.run(procedure)
        self.script = script
        return result

    def asked(self) -> list[str]:
        """The questions of the last command as "key id of the person"."""
        return [
            question.key if " " in question.key else f"{question.key} {question.to}" for question in self.script.asked
        ]

    def question(self, key: str) -> Question:
        """The first question of the last command with this key."""
        return next(one for one in self.script.asked if one.key.split()[0] == key)

    def learn(self, id: str, *things: str, level: int = 1) -> Character:
        """Give somebody abilities and spells, as "ability:ID" and "spell:ID"."""
        character = self[id]
        for thing in things:
            kind, _, name = thing.partition(":")
            if kind == "spell":
                character.spells.append(name)
            else:
                character.abilities[name] = level
        standing.settle(self.world.content, self.house, character)
        if self.state.battle is not None:
            note_counters(self.world, self.battle)
        return character

    def carries(self, id: str, *things: tuple[str, str]) -> Character:
        """Give somebody gear as (item, location), and nothing else."""
        character = self[id]
        return self.change(
            id,
            gear=[
                Thing(f"{character.id}.{item}.{number}", item, location)  # type: ignore[arg-type]
                for number, (item, location) in enumerate(things)
            ],
        )

    def judge(
        self, id: str, faces: Sequence[int] = (), answers: Mapping[str, Any] | None = None, stat: str = "evasion",
        **purpose: Any,
    ) -> Judged:  # fmt: skip
        """One judge at this table."""
        judged: Judged = self.run(judging.judge(self.world, self[id], called(stat, **purpose)), faces, answers)
        return judged

    def giving(
        self, command: msgspec.Struct, seat: Seat | str = REFEREE, then: Any = 0,
        answers: Mapping[str, Any] | None = None,
    ) -> Callable[[Question], Any]:  # fmt: skip
        """An answer before which a command is given."""

        def answer(question: Question) -> Any:
            outer = self.script
            self.give(command, (), answers, seat)
            self.script = outer
            return then

        return answer

    def refusing(self, into: list[str], command: msgspec.Struct, seat: Seat | str = REFEREE, then: Any = 0) -> Any:
        """An answer before which a command is refused; its reason is noted."""

        def answer(question: Question) -> Any:
            outer = self.script
            into.append(self.refuses(command, seat))
            self.script = outer
            return then

        return answer

    def spoken(self, *keys: str) -> list[tuple[str, Any]]:
        """What was told with these keys: the key and the thing or number it is about."""
        return [
            (event.key, event.facts.get("thing", event.facts.get("value"))) for event in self.told if event.key in keys
        ]

    def resolved(self) -> list[str]:
        """The names of the interrupts in the order in which they were resolved."""
        return [str(event.facts["thing"]) for event in self.told if event.key == "interrupt.resolved"]

    def declared(self) -> list[tuple[str, str]]:
        """Who has declared what, in this order."""
        return [
            (str(event.facts["name"]), str(event.facts["thing"]))
            for event in self.told
            if event.key == "interrupt.declared"
        ]


def called(stat: str = "evasion", **fields: Any) -> Purpose:
    """The purpose of a judge that the referee calls for."""
    return Purpose(**{"why": "called", "stat": stat, "rule": "NWO-JUDGE-03", **fields})
