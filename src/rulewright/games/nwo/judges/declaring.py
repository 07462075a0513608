"""What is declared before the dice: holding back, prana, and leaving a judge out (NWO-JUDGE-10, -13, NWO-PRANA-03).

A player is asked for prana whenever there is some to use, and for holding back where it has said that it wants to be.
Everything can be declared by a command too, as long as the dice of that judge have not fallen.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.events import REFEREE
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Option, Outlook, Procedure, Question, ask
from rulewright.games.nwo import people
from rulewright.games.nwo.judges import chances
from rulewright.games.nwo.judges.judged import Judged
from rulewright.games.nwo.judges.purposes import Purpose, corrections, plain
from rulewright.games.nwo.state import Character, Judging, NwoWorld

NEVER_WAIVED = ("action_value",)
"""Judges that are not left out on purpose (NWO-COUNT-04); an option may allow it."""
NUMBER = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]


class DeclarePrana(msgspec.Struct, frozen=True, tag="declare_prana", tag_field="do"):
    """Raise the judge that is going on by prana, before its dice."""

    character: str
    points: NUMBER


class HoldBack(msgspec.Struct, frozen=True, tag="hold_back", tag_field="do"):
    """Lower the ability of the judge that is going on to a number, before its dice."""

    character: str
    to: NUMBER


class WaiveJudge(msgspec.Struct, frozen=True, tag="waive_judge", tag_field="do"):
    """Ask to leave out the judge that is going on, before its dice."""

    character: str


class Ahead(msgspec.Struct, frozen=True):
    """What was declared before any die of an opposed judge, unseen by the other side (NWO-JUDGE-09)."""

    prana: int = 0
    hold_back: int | None = None


def declare(world: NwoWorld, character: Character, purpose: Purpose, judging: Judging) -> Procedure[None]:
    """Ask the roller for what it declares before its dice."""
    ability = judging.ability
    if character.now.overloaded and not world.state.options.overload_rolls_dice:
        return
    if character.asks_hold_back and ability > 0 and judging.hold_back is None and not judging.sealed:
        lowered = yield from ask(hold_back_question(character, purpose, ability))
        if judging.hold_back is None and lowered < ability:
            judging.hold_back = lowered
    most = min(character.release, character.prana)
    if purpose.prana and most > 0 and judging.prana is None and not judging.waived and _asked(character, purpose):
        used = ability if judging.hold_back is None else min(judging.hold_back, ability)
        points = yield from ask(prana_question(world, character, purpose, used, most))
        if judging.prana is None:
            judging.prana = points
    if judging.prana:  # what was declared early may have been spent on something else meanwhile
        judging.prana = min(judging.prana, character.prana)
    if judging.hold_back is not None and judging.hold_back >= ability:  # nothing is raised by holding back
        judging.hold_back = None
    if world.tell and judging.hold_back is not None and not judging.waived:
        people.tell(
            world, "judge.held_back", "NWO-JUDGE-10", who=character, name=character.name, ability=judging.hold_back
        )
    if world.tell and judging.prana:
        people.tell(  # NWO-PRANA-05
            world, "judge.prana", "NWO-PRANA-05", who=character, name=character.name, points=judging.prana
        )


def _asked(character: Character, purpose: Purpose) -> bool:
    """Whether to ask for prana: the referee is not, at the count judges of its characters, unless it wants to be."""
    return character.kind == "pc" or purpose.why not in NEVER_WAIVED or character.asks == "all"


def hold_back_question(character: Character, purpose: Purpose, ability: int, secret: bool = False) -> Question:
    """To what the ability is lowered; the whole of it where nothing is held back."""
    facts = {"why": f"judge.{purpose.why}", "ability": ability, "name": character.name}
    return Question("hold_back", character.id, (), ability, "NWO-JUDGE-10", facts, "number", 0, ability, secret=secret)


def prana_question(
    world: NwoWorld, character: Character, purpose: Purpose, ability: int, most: int, secret: bool = False
) -> Question:
    """How much prana goes into a judge; with the chances of each amount where it is known what has to be reached."""
    now, keep = character.now, world.state.options.fumble_modifiers == "keep"
    outlook = None
    if purpose.reach is not None and not purpose.secret:
        args = (purpose.reach, ability, corrections(character, purpose), now.penalty, now.critical, now.fumble, keep)
        outlook = Outlook(chances.reaches, args)
    reach = None if purpose.secret else purpose.reach
    facts = {"why": f"judge.{purpose.why}", "ability": ability, "name": character.name, "prana": character.prana,
             "goal": "" if reach is None else {"key": "prana.goal", "goal": reach}}  # fmt: skip
    return Question(
        "prana", character.id, (), 0, "NWO-PRANA-03", facts, kind="number", most=most, outlook=outlook, secret=secret
    )


def ask_together(questions: list[Question]) -> Procedure[list[int]]:
    """Put questions to several people unseen by one another (NWO-JUDGE-09, option `opposed_order`)."""
    answers: list[int] = yield Ask(tuple(questions))
    return answers


def given_up(world: NwoWorld, character: Character, purpose: Purpose, judging: Judging) -> Judged:
    """A judge that is left out: an automatic failure, or the plain ability value (NWO-JUDGE-13)."""
    if judging.waived == "ability_value":
        return plain(world, character, purpose)
    people.tell(world, "judge.given_up", "NWO-JUDGE-13", who=character, name=character.name, why=f"judge.{purpose.why}")
    # a defence counts 0, and so does whatever else needs a number
    return Judged(0, given_up=True)


def why_no_waiver(world: NwoWorld, why: str) -> str:
    """Why a judge cannot be left out at this table, or "" (NWO-JUDGE-13, NWO-COUNT-04)."""
    house = world.state.options
    if why in NEVER_WAIVED:
        return "count_judge_required" if house.count_judge_waiver == "refuse" else ""
    return "waiver_refused" if house.waived_judge == "refuse" else ""


def decide_waiver(world: NwoWorld, character: Character, why: str) -> Procedure[str]:
    """What becomes of leaving a judge out: "fail", "ability_value", or "" where it is refused (NWO-JUDGE-13)."""
    fixed = {"auto_fail": "fail", "ability_value": "ability_value"}.get(world.state.options.waived_judge)
    if fixed is not None and why not in NEVER_WAIVED:  # by its own option the referee is asked: NWO-COUNT-04
        return fixed
    options = tuple(Option(value, f"waive.{value}") for value in ("fail", "ability_value", "refuse"))
    facts = {"name": character.name, "why": f"judge.{why}"}
    decided = yield from ask(Question("waive_judge", REFEREE, options, "fail", "NWO-JUDGE-13", facts))
    if decided == "refuse":
        people.tell(world, "judge.waiver_refused", "NWO-JUDGE-13", name=character.name)
        return ""
    return str(decided)


def _going_on(world: NwoWorld, id: str, seat: Seat) -> tuple[Character, Judging]:
    """The judge of a character that is going on, its dice still in the hand; raises `Refused`."""
    character = people.living(world, id, seat)
    judging = world.state.judging
    if judging is None or judging.stage == "activation":
        raise Refused("no_open_window", "NWO-JUDGE-01", name=character.name)
    if judging.who != id:
        reason = "no_open_window" if people.makes_judges(character) else "no_judge_possible"
        raise Refused(reason, "NWO-PRANA-04", name=character.name)
    if judging.stage == "after":
        raise Refused("dice_already_rolled", "NWO-JUDGE-10", name=character.name)
    return character, judging


def declare_prana(world: NwoWorld, command: DeclarePrana, seat: Seat) -> Procedure[None]:
    character, judging = _going_on(world, command.character, seat)
    if character.now.overloaded and not world.state.options.overload_rolls_dice:  # NWO-WEIGHT-05
        raise Refused("no_judge_possible", "NWO-PRANA-04", name=character.name)
    if command.points < 1 or judging.prana is not None:  # once for each judge
        raise Refused("bad_value", "NWO-PRANA-03", value=command.points)
    if command.points > character.prana:
        raise Refused("prana_not_enough", "NWO-PRANA-03", prana=character.prana)
    if command.points > character.release:
        raise Refused("prana_over_release", "NWO-PRANA-03", release=character.release)
    yield from ()
    judging.prana = command.points


def hold_back(world: NwoWorld, command: HoldBack, seat: Seat) -> Procedure[None]:
    _, judging = _going_on(world, command.character, seat)
    if judging.sealed:  # NWO-JUDGE-09: both have declared unseen
        raise Refused("bad_value", "NWO-JUDGE-09", value=command.to)
    if not 0 <= command.to <= judging.ability:
        raise Refused("hold_back_out_of_range", "NWO-JUDGE-10", most=judging.ability)
    yield from ()
    judging.hold_back = command.to


def waive_judge(world: NwoWorld, command: WaiveJudge, seat: Seat) -> Procedure[None]:
    character, judging = _going_on(world, command.character, seat)
    if reason := why_no_waiver(world, judging.why):
        raise Refused(reason, "NWO-JUDGE-13", name=character.name)
    waived = yield from decide_waiver(world, character, judging.why)
    if judging.stage == "before":
        judging.waived = waived


COMMANDS = (
    CommandType(DeclarePrana, declare_prana, "NWO-PRANA-03", interrupts=True, independent=True),
    CommandType(HoldBack, hold_back, "NWO-JUDGE-10", interrupts=True, independent=True),
    CommandType(WaiveJudge, waive_judge, "NWO-JUDGE-13", interrupts=True, independent=True),
)
