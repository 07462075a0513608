"""Moving: Invade, Withdraw, Interval, Complex Movement, and leaving the battlefield (NW3-MOVE)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.nw3.battles import aboard, blockade, engages
from rulewright.games.nw3.battles.fighters import battle_of, find, gone, own, tell
from rulewright.games.nw3.battles.main_process import Action, acting, finish, require_action, spend_action, stop
from rulewright.games.nw3.battles.rounds import carry_on
from rulewright.games.nw3.fortresses import bans, retreating
from rulewright.games.nw3.state import Battle, Character, Nw3World, Progress

Going: TypeAlias = Literal["invade", "interval", "long", "extreme"]
PAYS: dict[Action, int] = {"move": 1, "minor": 1, "major": 3}  # NW3-MOVE-13


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="do"):
    """Go somewhere: `to` a character (invade), to a place (interval), or out to Long or Extreme Range.

    `pay` are the actions paid for it; more than the Move Action makes it a Complex Movement.
    """

    character: str
    going: Going
    to: Annotated[str, msgspec.Meta(max_length=80)] = ""
    pay: Annotated[tuple[Action, ...], msgspec.Meta(min_length=1, max_length=3)] = ("move",)


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", tag_field="do"):
    """Leave an Engage that holds an enemy, for the Move and the Minor Action."""

    character: str


class SetDistance(msgspec.Struct, frozen=True, tag="set_distance", tag_field="do"):
    """The referee's word on how many Move Actions a destination needs, for one mover or ("") for all."""

    to: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
    moves: Annotated[int, msgspec.Meta(ge=1, le=99)]
    mover: str = ""


def move(world: Nw3World, command: Move, seat: Seat) -> Procedure[None]:
    battle, mover = acting(world, own(world, command.character, seat))
    if len(set(command.pay)) < len(command.pay):
        raise Refused("action_spent", "NW3-MOVE-13")
    for action in command.pay:
        require_action(world, battle, mover, action, "NW3-MOVE-13")
    require_free_to_move(world, mover)
    if engages.hindered(world, mover):
        raise Refused("must_withdraw_first", "NW3-MOVE-08", name=mover.name)
    target = _target(world, mover, command)
    if command.going in ("long", "extreme"):
        retreating.require_way(world, mover)
    if command.going in ("long", "extreme"):  # NW3-MOVE-18, -19
        facts = {"name": mover.name, "going": f"move.{command.going}"}
        if not (yield from yes_no("long_permission", "referee", default=False, rule="NW3-MOVE-18", **facts)):
            raise Refused("referee_refused", "NW3-MOVE-18")
    for action in command.pay:
        spend_action(battle, action)
    if _arrives(world, battle, mover, command):
        yield from _arrive(world, mover, command, target)
        if mover.band != "field":  # NW3-MOVE-18, -19
            stop(mover)
    if "major" in command.pay:  # NW3-MOVE-13
        finish(battle, mover)
    yield from carry_on(world)


def require_free_to_move(world: Nw3World, mover: Character) -> None:
    """Raise `Refused` for one who cannot go anywhere, whatever it pays (NW3-MOVE-07, OP-C07)."""
    if "rigor" in mover.statuses and world.state.options.rigor_blocks_complex:
        raise Refused("rigor", "NW3-MOVE-07", name=mover.name)
    if mover.riding is not None and not mover.riding.driver:
        raise Refused("passenger_cannot_move", "NW3-BROOM-06", name=mover.name)


def _target(world: Nw3World, mover: Character, command: Move) -> Character | None:
    """Whom an Invade goes to, None of another movement; refused where nobody can go there (NW3-MOVE-08)."""
    if command.going != "invade":
        if command.going == "interval" and not command.to.strip():
            raise Refused("invalid_target", "NW3-MOVE-12", target=command.to)
        if command.going == "interval" and mover.band != "field":
            raise Refused("out_of_range", "NW3-MOVE-12", target=command.to)
        return None
    target = find(world, command.to)
    together = (mover.engage and mover.engage == target.engage) or target in aboard.together(world, mover)
    battle = world.state.battle
    if target is mover or together or gone(target) or battle is None or target.id not in battle.members:
        raise Refused("invalid_target", "NW3-MOVE-08", target=target.name)
    if target.band != "field" or mover.band != "field":
        raise Refused("out_of_range", "NW3-MOVE-08", target=target.name)
    return target


def _arrives(world: Nw3World, battle: Battle, mover: Character, command: Move) -> bool:
    """Pay Move Actions to a destination; what is not enough is kept as progress (NW3-MOVE-14, -15)."""
    to = command.to if command.going in ("invade", "interval") else command.going
    far = engages.needed(battle, mover, to)
    paid = sum(PAYS[action] for action in command.pay)
    progress = mover.progress
    if progress is not None and progress.to == to:
        paid += progress.paid
    mover.progress = None
    if paid >= far:
        return True
    if world.state.options.complex_progress:  # OP-C06
        mover.progress = Progress(to, far, paid)
    engages.leave(world, mover)  # of friends alone, as part of the movement (NW3-MOVE-08)
    tell(world, "move.on_the_way", "NW3-MOVE-15", name=mover.name, paid=paid, needed=far)
    return False


def _arrive(world: Nw3World, mover: Character, command: Move, target: Character | None) -> Procedure[None]:
    if target is not None:
        engages.join(world, mover, target)
        for one in aboard.moved_with(world, mover):
            one.place = ""
        return
    engages.leave(world, mover)
    if command.going == "interval":
        for one in aboard.moved_with(world, mover):
            one.place = command.to
        tell(world, "move.interval", "NW3-MOVE-12", name=mover.name, place=command.to)
        return
    for one in aboard.moved_with(world, mover):
        one.band = "long" if command.going == "long" else "extreme"
    tell(world, f"move.to_{command.going}", "NW3-MOVE-18", name=mover.name)
    if command.going == "long":
        yield from _retreat_or_stay(world, mover)


def _retreat_or_stay(world: Nw3World, mover: Character) -> Procedure[None]:
    """At Long Range one retreats, unless one wants to stay and the referee agrees (NW3-MOVE-20)."""
    options = (Option("retreat", "move.retreat"), Option("stay", "move.stay"))
    wanted = yield from ask(Question("retreat_or_stay", mover.id, options, "retreat", "NW3-MOVE-20"))
    if wanted == "stay":
        facts = {"name": mover.name}
        if (yield from yes_no("allow_stay", "referee", default=True, rule="NW3-MOVE-20", **facts)):
            return
    retreat(world, mover)
    yield from retreating.leave_by(world, mover)


def retreat(world: Nw3World, mover: Character) -> None:
    """Leave the Scene for good, with a Driver all on the Broom (NW3-MOVE-20)."""
    engages.leave(world, mover)
    for one in aboard.moved_with(world, mover):
        one.retreated = True
        one.pre_action, one.count = False, 0
        tell(world, "move.retreated", "NW3-MOVE-20", name=one.name)


def withdraw(world: Nw3World, command: Withdraw, seat: Seat) -> Procedure[None]:
    battle, mover = acting(world, own(world, command.character, seat))
    bans.require_allowed(world, mover, "withdraw")
    require_action(world, battle, mover, "minor", "NW3-MOVE-09")
    require_action(world, battle, mover, "move", "NW3-MOVE-09")
    require_free_to_move(world, mover)
    if not engages.hindered(world, mover):  # NW3-MOVE-10
        raise Refused("invalid_target", "NW3-MOVE-09", target=mover.name)
    spend_action(battle, "move")
    spend_action(battle, "minor")
    mover.progress = None
    blockaders = blockade.against(world, battle, mover)
    if not blockaders:
        _withdrawn(world, mover)
    elif (yield from blockade.breaks_out(world, mover, blockaders)):  # NW3-MOVE-16
        _withdrawn(world, mover)
        stop(mover)
    yield from carry_on(world)


def _withdrawn(world: Nw3World, mover: Character) -> None:
    engages.leave(world, mover)
    tell(world, "move.withdrawn", "NW3-MOVE-09", name=mover.name)


def set_distance(world: Nw3World, command: SetDistance, seat: Seat) -> Procedure[None]:
    battle = battle_of(world, "NW3-MOVE-13")
    if command.mover:
        find(world, command.mover)
    battle.distances[f"{command.mover}>{command.to}"] = command.moves
    tell(world, "move.distance", "NW3-MOVE-13", to=command.to, moves=command.moves)
    yield from ()


COMMANDS = (
    CommandType(Move, move, "NW3-MOVE-07"),
    CommandType(Withdraw, withdraw, "NW3-MOVE-09"),
    CommandType(SetDistance, set_distance, "NW3-MOVE-13", "referee"),
)
