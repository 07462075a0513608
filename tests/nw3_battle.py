"""A battle of Night Wizard for tests: fighters in a line each, worlds before or in the battle, and commands in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from nw3_scenes import Done
from rulewright.engine.drivers import by_default
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Commanded, Opened, Seat
from rulewright.engine.packs import load, merge
from rulewright.engine.session import Session
from rulewright.engine.world import World, digest
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.rounds import start_main
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import EMULATORS, WIZARDS, Battle, Character, Kind, Lasting, Nw3World, State, Stats

REFEREE = Seat("referee", "Referee", "referee")
STATS = Stats.__struct_fields__
COUNT = 10
"""The Count of everybody who is given none, in a world that is in a Main Process already."""
_PACK = """
[pack]
id = "drill"
name = "Drill"
ruleset = "nw3"
version = 1
"""


def seat(id: str) -> Seat:
    """The seat of the player of this Wizard."""
    return Seat(id, id.title())


# ---------------------------------------------------------------- content


def skill(id: str, timing: str, effect: str = "", *lines: str, target: str = "self", range: str = "") -> str:
    """The TOML of a skill without cost or limit; `effect` is the inside of one effect, prose if none is given.

    A timing such as '["prep", "auto_action"]' stands for several; `lines` are further lines such as
    'cost = [{ kind = "mp", amount = 2 }]'.
    """
    timing = timing if timing.startswith("[") else f'"{timing}"'
    reach = range or ("none" if target == "self" else "scene")
    return "\n".join([
        f'[[skill]]\nid = "{id}"\nname = "{id.replace("_", " ").title()}"\nclass = "general"\ntext = "Text."',
        f'timing = {timing}\ntarget = {{ kind = "{target}" }}\nrange = "{reach}"',
        *lines,
        f"effect = [{{ {effect or PROSE} }}]",
    ])  # fmt: skip


PROSE = 'kind = "prose", text = "Something happens."'


def modify(stat: str, amount: int, duration: str = "", **more: str) -> str:
    """An effect on a Combat Stat, for `skill`."""
    lasts = f', duration = "{duration}"' if duration else ""
    others = "".join(f', {name} = "{value}"' for name, value in more.items())
    return f'kind = "modify", scope = "stat", stat = "{stat}", amount = {amount}{lasts}{others}'


@cache
def drills(*records: str) -> Nw3Content:
    """The starter pack together with these records (TOML, as `skill` writes it)."""
    if not records:
        return starter()
    return merge((starter(), load({"drill.toml": "\n".join([_PACK, *records])}, Nw3Content)))


# ---------------------------------------------------------------- people


def fighter(
    id: str,
    side: str = WIZARDS,
    *skills: str,
    hp: int = 30,
    mp: int = 12,
    kind: Kind | None = None,
    engage: str = "",
    count: int = COUNT,
    attributes: Mapping[str, int] | None = None,
    **values: Any,
) -> Character:
    """A bare character without a Sheet: stats such as `spd=12`, full HP and MP, no Prana.

    On the side of the Wizards it is a PC with C/F 7/2, played by the seat of its id, on that of the Emulators an
    enemy with 10/5, played by the referee. `engage` is shared by those in melee distance; other `values` are fields
    of the Character.
    """
    kind = kind or ("pc" if side == WIZARDS else "enemy")
    stats = {name: values.pop(name) for name in STATS if name in values}
    given: dict[str, Any] = {
        "name": id.title(), "player": id if kind == "pc" else "referee", "critical": 7 if kind == "pc" else 10,
        "fumble": 2 if kind == "pc" else 5, "hp": hp, "mp": mp,
    }  # fmt: skip
    made = Character(
        id=id, kind=kind, side=side, pre_equip=Stats(**stats), stats=Stats(**stats), pre_equip_body=hp,
        pre_equip_mind=mp, body=hp, mind=mp, skills=dict.fromkeys(skills, 1), engage=engage, count=count,
        **{**given, **values},
    )  # fmt: skip
    for name, value in (attributes or {}).items():
        setattr(made.attributes, name, value)
    return made


def foe(id: str = "ghoul", *skills: str, **values: Any) -> Character:
    """An enemy of the Wizards."""
    return fighter(id, EMULATORS, *skills, **values)


def steady(id: str, spd: int, *skills: str, **values: Any) -> Character:
    """A PC whose Count is always its SPD and 7, without dice."""
    return fighter(id, WIZARDS, *skills, spd=spd, **{"sevens": ["initiative"], **values})


def steady_foe(id: str, spd: int, *skills: str, **values: Any) -> Character:
    """An enemy whose Count is always its SPD and 7, without dice."""
    return foe(id, *skills, spd=spd, **{"sevens": ["initiative"], **values})


def flagged(character: Character, flag: str) -> Character:
    """The character with a condition such as "passenger" on it, until it is removed."""
    character.effects.append(Lasting(900 + len(character.effects), "drill", character.id, "flag", flag,
                                     until="until_removed"))  # fmt: skip
    return character


# ---------------------------------------------------------------- worlds


def table(*fighters: Character, content: Nw3Content | None = None, scenario: Any = None, **options: Any) -> Nw3World:
    """Everybody in a Climax Scene, before the battle; `options` are table options."""
    state = State(Options(**options), characters={one.id: one for one in fighters}, phase="climax")
    for one in fighters:
        one.count = 0
    return World(state, content or starter(), scenario)


def battle_world(
    *fighters: Character,
    acting: str = "",
    content: Nw3Content | None = None,
    scenario: Any = None,
    spent: Sequence[str] = (),
    fortress: bool = False,
    **options: Any,
) -> Nw3World:
    """Round 1, in the Main Process of `acting` (the first fighter if not given), who has `spent` these actions.

    Everybody able is Pre-Action with the Count it was given.
    """
    state = State(Options(**options), characters={one.id: one for one in fighters}, phase="climax")
    world: Nw3World = World(state, content or starter(), scenario)
    battle = state.battle = Battle([one.id for one in fighters], round=1, fortress=fortress)
    for one in fighters:
        one.pre_action = one.hp > 0 and not one.dead and not one.retreated
        one.count = one.count if one.pre_action else 0
    state.named = 50
    note_timings(world, battle)
    start_main(world, battle, state.characters[acting or fighters[0].id])
    battle.spent = list(spent)
    return world


def battle_of(world: Nw3World) -> Battle:
    """The battle that goes on."""
    assert world.state.battle is not None
    return world.state.battle


def who(world: Nw3World, id: str) -> Character:
    """A character of the table."""
    return world.state.characters[id]


def together(world: Nw3World) -> list[set[str]]:
    """The Engages, each as the ids of who is in it."""
    engages: dict[str, set[str]] = {}
    for one in world.state.characters.values():
        if one.engage:
            engages.setdefault(one.engage, set()).add(one.id)
    return list(engages.values())


# ---------------------------------------------------------------- playing


def do(
    world: Nw3World,
    command: msgspec.Struct,
    faces: Sequence[int] = (),
    answers: Mapping[str, Any] | None = None,
    seat: Seat = REFEREE,
    watch: Callable[[Event], None] | None = None,
) -> Done:
    """Give a command; all faces have to be used up, and every question that is answered has to be asked.

    An answer is looked up by the key of its question, or by "key who" for one of several people. `watch` is called
    with each event while the command goes on.
    """
    done = _Exact(faces, answers)
    done.watch = watch
    world.tell = done.tell
    done.run(game.commands.start(world, command, seat))
    asked = {key for one in done.asked for key in (one.key, f"{one.key} {one.to}")}
    assert set(done.answers) <= asked, f"never asked: {set(done.answers) - asked}"
    return done


def refused(
    world: Nw3World,
    command: msgspec.Struct,
    reason: str,
    answers: Mapping[str, Any] | None = None,
    seat: Seat = REFEREE,
) -> Refused:
    """A command is refused for this reason, without dice, and leaves the state as it was and the journal without it."""
    before = digest(world.state)
    done = _Exact((), answers)
    world.tell = done.tell
    with pytest.raises(Refused) as refusal:
        done.run(game.commands.start(world, command, seat))
    assert refusal.value.reason == reason
    assert digest(world.state) == before
    assert not done.rolls
    if not done.asked:
        _at_a_table(world, command, reason, seat)
        assert digest(world.state) == before
    return refusal.value


def _at_a_table(world: Nw3World, command: msgspec.Struct, reason: str, seat: Seat) -> None:
    """Refused at once: nothing is left open that could be written into a journal, and nobody is told of it."""
    opened = Opened("drill", game.id, game.rules_version, "", {}, {}, {}, (REFEREE, seat), "")
    session = Session(game, opened, world)
    with pytest.raises(Refused) as refusal:
        session.apply(Commanded(1, seat.id, msgspec.to_builtins(command)))
    assert (refusal.value.reason, session.open, session.events, session.seq) == (reason, [], [], 0)


class _Exact(Done):
    watch: Callable[[Event], None] | None = None

    def tell(self, event: Event) -> None:
        super().tell(event)
        if self.watch is not None:
            self.watch(event)

    def answer(self, question: Any) -> Any:
        self.log.append(question.key)
        self.asked.append(question)
        given = self.answers.get(f"{question.key} {question.to}") or self.answers.get(question.key)
        if not given:
            return by_default(question)
        answer = given.pop(0) if len(given) > 1 else given[0]
        wrong = question.refuses(answer)
        assert not wrong, f"{answer!r} to {question.key}: expected {wrong}"
        return answer
