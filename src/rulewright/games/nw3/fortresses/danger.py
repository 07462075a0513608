"""Danger Sense: the referee has all PCs judge in silence, and says later who noticed what (NW3-DANGER)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles.disclosure import tell_sum
from rulewright.games.nw3.battles.fighters import able, find, tell, tell_referee
from rulewright.games.nw3.casket_state import DangerState
from rulewright.games.nw3.dice import contests, judging
from rulewright.games.nw3.dice.judges import Judge, Judged, succeeds
from rulewright.games.nw3.episodes.position import scene_of
from rulewright.games.nw3.fortresses import gates, position, trap_working, traps
from rulewright.games.nw3.fortresses.position import party_here
from rulewright.games.nw3.options import Attribute, Options
from rulewright.games.nw3.records.fortresses import Gate
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World

Danger: TypeAlias = Literal["trap", "ambush", "secret_gate", "other"]
AMBUSH_PLUS = 7  # NW3-DANGER-04
OTHERWISE = 12
_USUAL = ("awareness", "luck")
_Word = Annotated[str, msgspec.Meta(max_length=80)]
_Difficulty = Annotated[int, msgspec.Meta(ge=0, le=999)]


class CallDangerSense(msgspec.Struct, frozen=True, tag="call_danger_sense", tag_field="do"):
    """Call for Danger Sense against a danger.

    `what` is a trap or a Gate by its id, or a word for the danger; `enemies` are those who lie in ambush, their leader
    first. Without `who` all PCs in the Scene judge; without `difficulty` the kind of danger gives it. `hidden`, it is
    kept from the players, and so is who succeeds, until it is announced.
    """

    kind: Danger = "other"
    what: _Word = ""
    enemies: Annotated[tuple[str, ...], msgspec.Meta(max_length=99)] = ()
    who: Annotated[tuple[str, ...], msgspec.Meta(max_length=99)] = ()
    stat: Attribute | None = None
    difficulty: _Difficulty | None = None
    hidden: bool = True


class AnnounceDanger(msgspec.Struct, frozen=True, tag="announce_danger", tag_field="do"):
    """Tell these PCs of the danger for which Danger Sense was called; without any, those who noticed it."""

    to: Annotated[tuple[str, ...], msgspec.Meta(max_length=99)] = ()
    text: Annotated[str, msgspec.Meta(max_length=2000)] = ""


# ---------------------------------------------------------------- how hard it is


def difficulty_of(kind: Danger, house: Options, removal: int = 0, awareness: Sequence[int | None] = (),
                  gate: int | None = None) -> int:  # fmt: skip
    """The Difficulty of a kind of danger (NW3-DANGER-04): by the Removal of a trap, the Awareness of who lies in
    ambush (None where their data give none), or the number of a Secret Gate.
    """
    if kind == "trap":
        return removal
    if kind == "secret_gate":
        return gates.SECRET_DIFFICULTY if gate is None else gate
    known = [one for one in awareness if one is not None]
    if kind != "ambush" or not known:
        return OTHERWISE
    by = {"highest": max(known), "lowest": min(known), "leader": known[0]}  # NW3-FORT-OPEN-13
    return by[house.ambush_difficulty_from] + AMBUSH_PLUS


def awareness_of(world: Nw3World, character: Character) -> int | None:
    """The Awareness of an ambusher, None where its record gives none."""
    record = position.enemy_record(world, character)
    if record is not None and record.category != "guest" and record.awareness is None:
        return record.attributes.get("awareness")
    return character.attributes.awareness


def _difficulty(world: Nw3World, command: CallDangerSense, enemies: Sequence[Character]) -> int:
    if command.difficulty is not None:
        return command.difficulty
    removal, gate = 0, None
    if command.kind == "trap":
        removal = traps.named(world, command.what, "NW3-DANGER-04").removal
    elif command.kind == "secret_gate":
        gate = _gate(world, command.what).difficulty
    awareness = [awareness_of(world, one) for one in enemies]
    return difficulty_of(command.kind, world.state.options, removal, awareness, gate)


def _gate(world: Nw3World, id: str) -> Gate:
    here, place = position.area(world), position.fortress(world)
    if here is None or place is None or all(one.id != id for one in place.gates_at[here[0].id]):
        raise Refused("gate_not_here", "NW3-DANGER-04", gate=id)
    return place.gates[id]


# ---------------------------------------------------------------- the Judges


def call_danger_sense(world: Nw3World, command: CallDangerSense, seat: Seat) -> Procedure[None]:
    """Refuses `no_scene`, `gate_not_here`, `no_trap`, `not_in_scene`, `already_tried`, `bad_value`."""
    scene_of(world, "NW3-DANGER-01")
    enemies = [find(world, id) for id in command.enemies]
    difficulty = _difficulty(world, command, enemies)
    stat = stat_named(world, command.stat)
    people = _people(world, command)
    if command.kind == "trap" and command.what not in traps.traps_here(world):
        traps.place(world, traps.named(world, command.what, "NW3-DANGER-04"), hidden=True)  # NW3-TRAP-13
    danger = world.state.danger = DangerState(
        command.kind, command.what, difficulty, command.hidden, enemies=[one.id for one in enemies]
    )
    tell_referee(world, "danger.called", "NW3-DANGER-03", kind=f"danger.kind.{command.kind}", difficulty=difficulty)
    for one in people:
        count_try(world, command.kind, _name_of(command), one)
        danger.tried.append(one.id)
        if succeeds(*(yield from sensed(world, one, stat, difficulty, hidden=command.hidden))):
            danger.noticed.append(one.id)
    yield from _consequences(world, danger)


def sensed(
    world: Nw3World, character: Character, stat: str, difficulty: int, *, hidden: bool
) -> Procedure[tuple[Judge, Judged]]:
    """One PC's Judge, on the higher Attribute without `stat`.

    Of a hidden one its player sees dice, Alter and Result, the referee alone what they are worth (NW3-DANGER-03).
    """
    stat = stat or max("awareness", "luck", key=lambda one: judging.stat_of(character, one))
    base = judging.stat_of(character, stat)
    judge = judging.asked(world, character, "attribute", base, "normal", difficulty=difficulty, secret=hidden)
    if not hidden:
        return judge, (yield from judging.normal(world, character, judge))
    outcome = yield from contests.alone(judge, world.state.options)
    judging.over(world, character, judge, outcome)
    if world.tell:
        facts: dict[str, Any] = {"name": character.name, "stat": f"stat.{stat}", "result": outcome.result}
        explained = judging.explained(judge, outcome, world.state.options)
        tell_sum(world, character, "danger.rolled", "NW3-DANGER-03", explained, **facts)
        noticed = "danger.noticed" if succeeds(judge, outcome) else "danger.unnoticed"
        tell_referee(world, noticed, "NW3-DANGER-03", name=character.name)
    return judge, outcome


def stats_to_name(world: Nw3World) -> tuple[str, ...]:
    """The Attributes among which the referee picks, the usual one first; "" is the higher (NW3-DANGER-02)."""
    house = world.state.options
    match house.danger_sense_stat:  # NW3-FORT-OPEN-13
        case "higher":
            return ("",)
        case "awareness" | "luck" as only:
            return (only,)
        case _:
            others = [one for one in ATTRIBUTES if one not in _USUAL]
            return (*_USUAL, *others) if house.perception_stat == "gm_choice" else _USUAL  # NW3-FORT-OPEN-01


def stat_named(world: Nw3World, named: Attribute | None) -> str:
    """The Attribute that the referee names for all; raises `Refused` "bad_value" (NW3-DANGER-02)."""
    allowed = stats_to_name(world)
    if named is None or named in allowed:
        return named or allowed[0]
    raise Refused("bad_value", "NW3-DANGER-02", option="danger_sense_stat", value=named)


def _people(world: Nw3World, command: CallDangerSense) -> list[Character]:
    """Who judges: PCs in the Scene who are up, and have not tried yet (NW3-DANGER-01, -07)."""
    here = [one for one in party_here(world) if able(one)]
    named = [find(world, id) for id in dict.fromkeys(command.who)]
    for one in named:
        if one not in here:
            raise Refused("not_in_scene", "NW3-DANGER-01", target=one.name)
    left = [one for one in named or here if not tried(world, command.kind, _name_of(command), one)]
    late = [one for one in named if one not in left]
    if late or (here and not left):
        raise Refused("already_tried", "NW3-DANGER-07", name=(late or here)[0].name)
    return left


def _name_of(command: CallDangerSense) -> str:
    return command.what or ",".join(sorted(command.enemies))


def tried(world: Nw3World, kind: Danger, name: str, character: Character) -> bool:
    """Whether a PC has had its try at a danger (NW3-DANGER-07), at Secret Gates on this visit (NW3-GATE-04)."""
    here = position.area(world)
    if kind == "secret_gate" and here is not None and world.state.options.danger_sense_retry == "once_per_danger":
        return character.id in here[1].searched
    return _counter(world, kind, name) in character.used


def count_try(world: Nw3World, kind: Danger, name: str, character: Character) -> None:
    """A PC has its try at a danger."""
    here = position.area(world)
    if kind == "secret_gate" and here is not None and character.id not in here[1].searched:
        here[1].searched.append(character.id)
    if (counter := _counter(world, kind, name)) != "":
        character.used[counter] = 1


def _counter(world: Nw3World, kind: Danger, name: str) -> str:
    """The counter of tries at a danger, "" where there is none (NW3-FORT-OPEN-13)."""
    retry = world.state.options.danger_sense_retry
    if retry == "once_per_scene":
        return "scene:danger"
    return f"scenario:danger>{kind}:{name}" if retry == "once_per_danger" and name else ""


# ---------------------------------------------------------------- what comes of it


def _consequences(world: Nw3World, danger: DangerState) -> Procedure[None]:
    """Nobody noticed: the danger happens (NW3-DANGER-06). Else the referee says who is told (NW3-DANGER-05)."""
    here = position.area(world)
    if danger.kind == "secret_gate" and here is not None:
        found = [one for one in gates.to_find(world, here[0]) if danger.noticed and one.id == danger.what]
        names = ", ".join(world.state.characters[one].name for one in danger.noticed or danger.tried)
        if (yield from gates.propose_reveal(world, found, names)):
            danger.told = [one.id for one in party_here(world)]
        return
    if not danger.noticed:
        tell_referee(world, "danger.happens", "NW3-DANGER-03", kind=f"danger.kind.{danger.kind}")
        if danger.kind == "trap":
            state = traps.traps_here(world)[danger.what]
            if state.progress == "armed":
                yield from trap_working.activate(world, traps.named(world, danger.what, "NW3-DANGER-04"), state)
        return
    options = tuple(Option(one.id, "use.whom", {"target": one.name}) for one in party_here(world))
    facts = {"kind": f"danger.kind.{danger.kind}"}
    question = Question("announce_danger", REFEREE, options, list(danger.noticed), "NW3-DANGER-05", facts, "several", 0,
                        len(options))  # fmt: skip
    chosen = yield from ask(question)
    if chosen:
        yield from _announce(world, danger, [find(world, id) for id in chosen], "")


def announce_danger(world: Nw3World, command: AnnounceDanger, seat: Seat) -> Procedure[None]:
    """Refuses `no_danger`, `unknown_character`, `not_in_scene`."""
    danger = world.state.danger
    here = party_here(world)
    if danger is None or not (command.to or any(one.id in danger.noticed for one in here)):
        raise Refused("no_danger", "NW3-DANGER-05")
    people = [find(world, id) for id in dict.fromkeys(command.to)]
    for one in people:
        if one not in here:
            raise Refused("not_in_scene", "NW3-DANGER-05", target=one.name)
    people = people or [one for one in here if one.id in danger.noticed]
    yield from _announce(world, danger, people, command.text)


def _announce(world: Nw3World, danger: DangerState, people: Sequence[Character], text: str) -> Procedure[None]:
    """These are told; enemies in ambush are declared for all, a trap can be looked for by those who are told."""
    for one in people:
        if one.id not in danger.told:
            danger.told.append(one.id)
        if world.tell:
            facts = {"name": one.name, "kind": f"danger.kind.{danger.kind}", "text": text}
            world.tell(Event("danger.announced", facts, "NW3-DANGER-05", to=(one.player, REFEREE)))
    for id in danger.enemies:
        enemy = world.state.characters.get(id)
        if enemy is not None and enemy.hidden:
            enemy.hidden = False
            tell(world, "battle.revealed", "NW3-DANGER-05", name=enemy.name)
    if danger.kind == "trap" and (state := traps.traps_here(world).get(danger.what)) is not None:
        state.noticed += [one.id for one in people if one.id not in state.noticed]
        yield from traps.call(world)


COMMANDS = (
    CommandType(CallDangerSense, call_danger_sense, "NW3-DANGER-01", "referee"),
    CommandType(AnnounceDanger, announce_danger, "NW3-DANGER-05", "referee"),
)
