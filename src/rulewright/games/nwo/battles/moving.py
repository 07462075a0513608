"""The four movements (NWO-MOVE-08 to -14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.field import square_name
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import effects, rounds, squares, turns
from rulewright.games.nwo.battles.squares import NamedSquare
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose
from rulewright.games.nwo.people import down, tell
from rulewright.games.nwo.state import Character, NwoWorld, Square

Path = Annotated[tuple[NamedSquare, ...], msgspec.Meta(max_length=200)]


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="do"):
    """A normal move, or a combat move before another action: the squares to enter; asked for where not given."""

    character: str
    kind: Literal["normal", "combat"]
    path: Path | None = None


class FullMove(msgspec.Struct, frozen=True, tag="full_move", tag_field="do"):
    """A full move: an agility judge decides how far, then the way is chosen."""

    character: str


def points(character: Character, kind: str) -> int:
    """How far a normal or combat move goes."""
    return squares.allowance(kind, standing.value(character, "move"))


def move(world: NwoWorld, command: Move, seat: Seat) -> Procedure[None]:
    action = f"move_{command.kind}"
    character = turns.acting(world, command.character, seat, action, outside=False)
    far = points(character, command.kind)
    if command.path is None:
        way = yield from chosen_way(world, character, far)
    else:
        way = command.path
        squares.cost(squares.ground_of(world, character), (character.square, *way), far)
    yield from walk(world, character, way, f"move.{command.kind}")
    battle = world.state.battle
    if command.kind == "normal" or battle is None or down(character):
        yield from turns.used(world, character)
    else:
        battle.moved = True  # NWO-MOVE-09: together with what follows it is one action
        yield from rounds.carry_on(world)


def full_move(world: NwoWorld, command: FullMove, seat: Seat) -> Procedure[None]:
    character = turns.acting(world, command.character, seat, "move_full", outside=False)
    # NWO-MOVE-10: the judge comes before the way
    outcome = yield from judging.judge(world, character, Purpose(why="full_move", stat="agility", rule="NWO-MOVE-10"))
    far = squares.full_move(world.content.full_moves, outcome.value)
    tell(world, "move.full_points", "NWO-MOVE-10", who=character, name=character.name, points=far)
    if not _stopped(character):  # an interrupt of the judge may have brought it down
        way = yield from chosen_way(world, character, far)
        yield from walk(world, character, way, "move.full")
    yield from turns.used(world, character)


def chosen_way(world: NwoWorld, character: Character, far: int) -> Procedure[tuple[Square, ...]]:
    """Ask where to go with so many points; nowhere is allowed too (NWO-MOVE-14)."""
    found = squares.reach(squares.ground_of(world, character), character.square, far)
    options = [Option("stay", "move.stay")]
    for square, (spent, _) in sorted(found.items()):
        options.append(Option(_key(square), "move.to", {"square": square_name(*square), "cost": spent}))
    facts = {"name": character.name, "points": far}
    answer = yield from ask(Question("path", character.id, tuple(options), "stay", "NWO-MOVE-14", facts))
    return next((way for square, (_, way) in found.items() if _key(square) == answer), ())


def walk(world: NwoWorld, character: Character, way: Sequence[Square], key: str) -> Procedure[None]:
    """Go along a way, over mines; it ends where one cannot go on (NWO-MOVE-13)."""
    ground = squares.ground_of(world, character)
    before = character.square
    for square in way:
        character.square = square
        if not ground.flying and square in ground.mines:
            yield from trigger(world, character, square)
            if _stopped(character):
                break
    tell(
        world, key, "NWO-MOVE-08", who=character, name=character.name, start=square_name(*before),
        square=square_name(*character.square),
    )  # fmt: skip


def trigger(world: NwoWorld, character: Character, square: Square) -> Procedure[None]:
    """A mine under somebody's feet works (NWO-MOVE-13)."""
    for trap in squares.map_of(world).traps:
        if trap.kind == "mine" and (trap.square[0], trap.square[1]) == square:
            if _key(square) not in world.state.traps_met:
                world.state.traps_met.append(_key(square))
            tell(
                world, "move.mine", "NWO-MOVE-13", who=character, name=character.name, square=square_name(*square),
                text=trap.text or "",
            )  # fmt: skip
            work = effects.Work(f"trap:{_key(square)}", "move.trap", trap.effects, lasts=effects.COUNT)
            yield from effects.apply(world, character, work, [character])


def _stopped(character: Character) -> bool:
    """Whether its state bars it from moving."""
    return character.dead or character.hp <= 0 or character.fainted or character.serious


def _key(square: Square) -> str:
    return f"{square[0]}.{square[1]}"


def require_square(world: NwoWorld, square: Square) -> None:
    """Raise `Refused` for a square that is not there or is blocked."""
    if not squares.Ground(squares.map_of(world)).inside(square):
        raise Refused("off_map", "NWO-MOVE-01", x=square[0], y=square[1])


COMMANDS = (
    CommandType(Move, move, "NWO-MOVE-08"),
    CommandType(FullMove, full_move, "NWO-MOVE-10"),
)
