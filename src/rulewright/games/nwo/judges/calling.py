"""Judges that the referee calls for, leaves to try again, and modifiers (NWO-JUDGE-03, -08, -11, -13)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo import people
from rulewright.games.nwo.battles import turns
from rulewright.games.nwo.judges import contests, declaring, judging
from rulewright.games.nwo.judges.purposes import Purpose, plain
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, NwoWorld

Number = Annotated[int, msgspec.Meta(ge=-999, le=999)]
Difficulty = Annotated[int, msgspec.Meta(ge=-999_999, le=999_999)]
Stat = Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class CallJudge(msgspec.Struct, frozen=True, tag="call_judge", tag_field="do"):
    """Call for a judge against a difficulty. A `purpose` in words makes a repeat known as one.

    With `secret` the players do not learn the difficulty.
    """

    character: str
    stat: Stat
    difficulty: Difficulty
    purpose: Annotated[str, msgspec.Meta(max_length=200)] = ""
    modifier: Number = 0
    secret: bool = False


class CallOpposed(msgspec.Struct, frozen=True, tag="call_opposed", tag_field="do"):
    """Call for an opposed judge: the active side against the passive side."""

    active: str
    passive: str
    stat: Stat
    against: Stat
    active_modifier: Number = 0
    passive_modifier: Number = 0


class AllowRetry(msgspec.Struct, frozen=True, tag="allow_retry", tag_field="do"):
    """Give leave for one repeat of a judge that has failed."""

    character: str
    purpose: str


class GiveModifier(msgspec.Struct, frozen=True, tag="give_modifier", tag_field="do"):
    """A modifier for the next judge of a character."""

    character: str
    amount: Number


def require_stat(character: Character, stat: str) -> None:
    """Raise `Refused` for what is no ability value of the character."""
    if stat not in character.now.values or stat in ("hp_max", "mp_max"):
        raise Refused("bad_value", "NWO-JUDGE-02", stat=stat)


def call_judge(world: NwoWorld, command: CallJudge, seat: Seat) -> Procedure[None]:
    character = people.living(world, command.character, seat)
    require_stat(character, command.stat)
    if character.hp <= 0:
        raise Refused("status_apparent_death", "NWO-STATUS-11", name=character.name)
    key = command.purpose.strip()
    if key and character.failed.get(key) is False:  # NWO-JUDGE-11
        raise Refused("retry_needs_gm", "NWO-JUDGE-11", name=character.name, purpose=key)
    turns.outside(world)
    purpose = Purpose(
        why="called", stat=command.stat, rule="NWO-JUDGE-03", mods=command.modifier, reach=command.difficulty,
        secret=command.secret,
    )  # fmt: skip
    tell(world, "called.judge", "NWO-JUDGE-03", who=character, name=character.name, stat=f"stat.{command.stat}",
         text=key)  # fmt: skip
    how = yield from _how(world, character)
    if how == "ability_value":
        success = plain(world, character, purpose).value >= command.difficulty
    elif how == "fail":
        tell(world, "judge.given_up", "NWO-JUDGE-13", who=character, name=character.name, why="judge.called")
        success = False
    else:
        success = yield from judging.normal(world, character, purpose)
    if key:
        character.failed.pop(key, None)
        if not success:
            character.failed[key] = False


def _how(world: NwoWorld, character: Character) -> Procedure[str]:
    """A player throws the dice of a called judge, or asks to leave it out (NWO-JUDGE-13)."""
    if character.kind != "pc" or character.asks == "never" or not people.makes_judges(character):
        return ""
    if declaring.why_no_waiver(world, "called"):
        return ""
    options = (Option("roll", "called.roll"), Option("waive", "answer.waive"))
    facts = {"name": character.name}
    answer = yield from ask(Question("judge_how", character.id, options, "roll", "NWO-JUDGE-13", facts))
    if answer == "roll":
        return ""
    return (yield from declaring.decide_waiver(world, character, "called"))


def call_opposed(world: NwoWorld, command: CallOpposed, seat: Seat) -> Procedure[None]:
    active, passive = people.living(world, command.active, seat), people.living(world, command.passive, seat)
    if active is passive:
        raise Refused("bad_value", "NWO-JUDGE-08", name=active.name)
    require_stat(active, command.stat)
    require_stat(passive, command.against)
    turns.outside(world)
    first = Purpose(
        why="called", stat=command.stat, rule="NWO-JUDGE-08", mods=command.active_modifier, against=passive.id
    )
    second = Purpose(
        why="called", stat=command.against, rule="NWO-JUDGE-08", mods=command.passive_modifier, against=active.id
    )
    yield from contests.opposed(world, active, first, passive, second)


def allow_retry(world: NwoWorld, command: AllowRetry, seat: Seat) -> Procedure[None]:
    character = people.find(world, command.character)
    purpose = command.purpose.strip()
    if purpose not in character.failed:
        raise Refused("bad_value", "NWO-JUDGE-11", purpose=purpose)
    yield from ()
    character.failed[purpose] = True
    tell(world, "called.retry", "NWO-JUDGE-11", who=character, name=character.name, text=purpose)


def give_modifier(world: NwoWorld, command: GiveModifier, seat: Seat) -> Procedure[None]:
    character = people.find(world, command.character)
    yield from ()
    character.gm_modifier = command.amount
    tell(world, "called.modifier", "NWO-JUDGE-02", who=character, name=character.name, amount=command.amount)


COMMANDS = (
    CommandType(CallJudge, call_judge, "NWO-JUDGE-03", who="referee"),
    CommandType(CallOpposed, call_opposed, "NWO-JUDGE-08", who="referee"),
    CommandType(AllowRetry, allow_retry, "NWO-JUDGE-11", who="referee"),
    CommandType(GiveModifier, give_modifier, "NWO-JUDGE-02", who="referee", interrupts=True, independent=True),
)
