"""Judges that the referee calls for in free play (NW3-JUDGE-01): of one character, or of two against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.journal import Seat
from rulewright.engine.modifiers import Part, Sum
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import windows
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import find, tell, tell_referee
from rulewright.games.nw3.battles.on_judges import bonuses
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge, Sort, attacker_wins
from rulewright.games.nw3.dice.judging import JudgeKind
from rulewright.games.nw3.dice.sevens import require_seven
from rulewright.games.nw3.episodes.position import warn_opening
from rulewright.games.nw3.fortresses import bans, logics
from rulewright.games.nw3.options import Attribute, Stat
from rulewright.games.nw3.records.tables import DIFFICULTIES
from rulewright.games.nw3.state import ATTRIBUTES, Character, Nw3World

Band: TypeAlias = Literal["simple", "ordinary", "challenging", "hard", "expert", "master"]
Judging: TypeAlias = Literal[Attribute, Stat]
Modifier: TypeAlias = Annotated[int, msgspec.Meta(ge=-99, le=99)]
Reason: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)]
FREE: JudgeKind = "called"
"""A Judge that no rule names: only effects on all Judges touch it."""

_OPTIONS = (Option("roll", "any_seven.roll"), Option("seven", "any_seven.seven"))


class CallJudge(msgspec.Struct, frozen=True, tag="call_judge", tag_field="do"):
    """A Normal Judge against a Difficulty, by number or by band (its lowest number); hidden, players do not see it.

    `modifier` is the referee's, with its `reason`. `seven` takes Any Seven for a character of the referee, and
    allows it to the player of another.
    """

    character: str
    stat: Judging
    difficulty: int | float | None = None
    band: Band | None = None
    hidden: bool = False
    modifier: Modifier = 0
    reason: Reason = ""
    seven: bool = False


class CallOpposed(msgspec.Struct, frozen=True, tag="call_opposed", tag_field="do"):
    """An Opposed Judge of an Attacker and a Defender; modifiers and sevens as for `CallJudge`."""

    attacker: str
    attacker_stat: Judging
    defender: str
    defender_stat: Judging
    attacker_modifier: Modifier = 0
    defender_modifier: Modifier = 0
    reason: Reason = ""
    attacker_seven: bool = False
    defender_seven: bool = False


def difficulty_of(number: float | None, band: str | None) -> int:
    """The Difficulty that was named: exactly one of both; raises `Refused` "bad_difficulty" (NW3-JUDGE-06)."""
    if band is not None and number is None:
        return DIFFICULTIES[band].min
    if not isinstance(number, int) or number < 0 or band is not None:
        raise Refused("bad_difficulty", "NW3-JUDGE-06", difficulty=number)
    return number


def of_referee(modifier: int, reason: str) -> list[Part]:
    """The referee's modifier, with its reason as the source; raises `Refused` "reason_missing"."""
    if not modifier:
        return []
    if not reason.strip():
        raise Refused("reason_missing", "NW3-JUDGE-02")
    return [Part(reason, modifier, "NW3-JUDGE-02")]


def called(world: Nw3World, id: str, seven: bool) -> Character:
    """A character that can make a Judge; raises `Refused`, also where its player never takes Any Seven."""
    character = find(world, id)
    if character.dead:
        raise Refused("dead", "NW3-HP-10", name=character.name)
    if seven:
        bans.require_allowed(world, character, "any_seven")
    if seven and character.player != REFEREE and world.state.options.any_seven_players == "never":
        raise Refused("any_seven_not_allowed", "NW3-JUDGE-08", name=character.name)
    return character


def any_seven(world: Nw3World, character: Character, kind: JudgeKind, said: bool) -> Procedure[bool]:
    """Whether 7 is taken instead of rolling: the referee's word, or a player's with leave (NW3-JUDGE-08)."""
    if character.player == REFEREE or kind in character.sevens:
        return said
    if bans.banned(world, character, "any_seven") or world.state.options.any_seven_players == "never":
        return False
    facts = {"name": character.name, "why": f"judge.{kind}"}
    if (yield from ask(Question("any_seven", character.id, _OPTIONS, "roll", "NW3-JUDGE-08", facts))) == "roll":
        return False
    if said:
        return True
    try:
        yield from require_seven(world, character, kind)
    except Refused as refusal:  # what is left to the player is to roll
        if world.tell:
            to = (character.player, REFEREE)
            world.tell(Event(f"refuse.{refusal.reason}", refusal.facts, refusal.rule, to=to))
        return False
    return True


def prepared(
    world: Nw3World,
    character: Character,
    kind: JudgeKind,
    stat: Judging,
    parts: Sequence[Part] = (),
    sort: Sort = "normal",
    *,
    difficulty: int = 0,
    hidden: bool = False,
    seven: bool = False,
) -> Procedure[Judge]:
    """The Judge of a character on a stat with further parts, told with all that its Alter is made of (NW3-JUDGE-02)."""
    yield from windows.before(world, kind, character)
    bonus = sum(part.value for part in parts)
    judge = yield from judging.on_stat(
        world, character, kind, stat, sort, bonus=bonus, difficulty=difficulty, secret=hidden, seven=seven
    )
    added = bonuses(character, kind)
    value = judge.alter - bonus - sum(part.value for part in added)
    alter = Sum(judge.alter, (Part(f"stat.{stat}", value, "NW3-JUDGE-02"), *parts, *added))
    facts: dict[str, Any] = {"name": character.name, "why": f"judge.{kind}", "stat": f"stat.{stat}"}
    key = "called.opposed" if sort == "opposed" else "called.hidden" if hidden else "called.open"
    if key == "called.open":
        facts["difficulty"] = difficulty
    tell_numbers(world, character, key, "NW3-JUDGE-05", {"alter": judge.alter}, alter, **facts)
    if hidden:
        tell_referee(world, "called.difficulty", "NW3-JUDGE-05", name=character.name, difficulty=difficulty)
    return judge


def call_judge(world: Nw3World, command: CallJudge, seat: Seat) -> Procedure[None]:
    """Refuses `unknown_character`, `dead`, `any_seven_not_allowed`, `bad_difficulty`, `reason_missing`."""
    character = called(world, command.character, command.seven)
    difficulty = difficulty_of(command.difficulty, command.band)
    parts = of_referee(command.modifier, command.reason)
    kind: JudgeKind = "attribute" if command.stat in ATTRIBUTES else FREE
    warn_opening(world, "dice")
    seven = yield from any_seven(world, character, kind, command.seven)
    judge = yield from prepared(
        world, character, kind, command.stat, parts, difficulty=difficulty, hidden=command.hidden, seven=seven
    )
    yield from windows.normal(world, character, judge, command.stat)


def call_opposed(world: Nw3World, command: CallOpposed, seat: Seat) -> Procedure[None]:
    """Refuses as `call_judge`, and `duplicate_target` for one against itself."""
    attacker = called(world, command.attacker, command.attacker_seven)
    defender = called(world, command.defender, command.defender_seven)
    if attacker is defender:
        raise Refused("duplicate_target", "NW3-JUDGE-07")
    parts = of_referee(command.attacker_modifier, command.reason)
    answering = of_referee(command.defender_modifier, command.reason)
    warn_opening(world, "dice")
    seven = yield from any_seven(world, attacker, FREE, command.attacker_seven)
    judge = yield from prepared(world, attacker, FREE, command.attacker_stat, parts, "opposed", seven=seven)
    first = yield from judging.lead(world, attacker, judge)
    judge, first = yield from windows.after(world, attacker, judge, first, command.attacker_stat, paid=False)
    taken = yield from any_seven(world, defender, FREE, command.defender_seven)  # NW3-JUDGE-07: now it begins
    answering_judge = yield from prepared(
        world, defender, FREE, command.defender_stat, answering, "opposed", seven=taken
    )
    outcome = yield from judging.answer(world, attacker, judge, first, (defender,), (answering_judge,))
    _, theirs = yield from windows.after(world, defender, answering_judge, outcome.defenders[0], command.defender_stat)
    head_start = logics.lead(
        world, attacker, defender, (FREE, command.attacker_stat), (FREE, command.defender_stat)
    )  # NW3-FORT-OPEN-10
    won = attacker_wins(msgspec.structs.replace(outcome.attacker, result=outcome.attacker.result + head_start), theirs)
    winner, loser = (attacker, defender) if won else (defender, attacker)
    tell(world, "called.winner", "NW3-JUDGE-07", name=winner.name, other=loser.name)


COMMANDS = (
    CommandType(CallJudge, call_judge, "NW3-JUDGE-01", "referee"),
    CommandType(CallOpposed, call_opposed, "NW3-JUDGE-07", "referee"),
)
