"""The view of a table drawn up as a board: the squares, the counts, the stack, and where one can go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from rulewright.engine.board import Board, Figure, Gauge
from rulewright.engine.field import Declared, Field, Reach, Square, TrackKind, TrackMark
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Remark
from rulewright.engine.offers import Offer
from rulewright.games.nwo.battles import squares, turns
from rulewright.games.nwo.battles.moving import Move, points
from rulewright.games.nwo.names import NAMES
from rulewright.games.nwo.playing.view import CharacterView, View, view
from rulewright.games.nwo.state import Battle, Character, NwoWorld

KINDS: tuple[Literal["combat", "normal"], ...] = ("combat", "normal")


def board(world: NwoWorld, seat: Seat, language: str) -> Board:
    """What the seat sees, the party first."""
    seen = view(world, seat)
    here = [one for one in seen.characters if one.present]
    here.sort(key=lambda one: one.kind != "pc")
    names = {one.id: NAMES.named(one.name, language) for one in here}
    acting = names.get(seen.acting, "")
    facts = {"round": seen.round, "count": "-" if seen.current is None else seen.current, "name": acting,
             "judge": f"judge.{seen.judging}" if seen.judging else ""}  # fmt: skip
    return Board(
        NAMES.named(seen.title, language),
        NAMES.named(seen.text, language),
        _key(seen, acting),
        facts,
        NAMES.named(seen.map, language),
        tuple(_figure(one, seen, names, language) for one in here),
        (NAMES.named(seen.victory, language),) if seen.victory else (),
        field=_field(world, seat, language),
        reach=reach(world, seat),
        track=_track(seen, names) if seen.process else (),
        stack=tuple(
            Declared(
                "board.declared",
                {
                    "thing": NAMES.named(one.thing, language),
                    "targets": ", ".join(NAMES.named(target, language) for target in one.targets),
                },
                one.who,
                names.get(one.who, ""),
            )
            for one in seen.stack
        ),
    )


def _key(seen: View, acting: str) -> str:
    if seen.process == "turns":
        return "board.turn" if acting else "board.turn.somebody"
    return f"board.{seen.process}" if seen.process else "board.over" if seen.over else "board.scene"


def _figure(one: CharacterView, seen: View, names: Mapping[str, str], language: str) -> Figure:
    gauge = Gauge("HP", one.hp, one.hp_max) if one.known else Gauge("board.health", one.hp, one.hp_max)
    numbers = {"MP": one.mp, "board.prana": one.prana}
    if seen.process:
        numbers["board.count"] = one.count
    marks = [f"state.{name}" for name in one.statuses if name != "casting"]  # which it is seen doing
    if seen.process and one.done and "dead" not in one.statuses:
        marks.append("board.done")
    if one.flying:
        marks.append("board.flying")
    if one.hidden:
        marks.append("board.hidden")
    doing = "board.doing.acts" if one.id == seen.acting else "board.doing.casts" if one.casting else ""
    return Figure(
        one.id, names[one.id], f"faction.{one.faction}", gauge, numbers,
        tuple(NAMES.named(thing, language) for thing in one.held), tuple(marks), doing, one.hp,
        "dead" in one.statuses or "apparent_death" in one.statuses, one.mine, "", one.square,
    )  # fmt: skip


def _field(world: NwoWorld, seat: Seat, language: str) -> Field:
    map = squares.map_of(world)
    met = set(world.state.traps_met)
    listed = {(one[0], one[1]): Square(one[0], one[1], blocked=True) for one in map.blocked}
    for trap in map.traps:
        place = trap.square[0], trap.square[1]
        hidden = trap.kind == "mine" and f"{place[0]}.{place[1]}" not in met
        if hidden and not seat.referee:
            continue
        remark = Remark("board.trap", {"text": NAMES.named(trap.text or "", language)}, secret=hidden)
        listed[place] = Square(*place, marks=("board.mine" if trap.kind == "mine" else "board.other_trap",),
                               remarks=(remark,))  # fmt: skip
    return Field(map.id, NAMES.named(map.name, language), map.width, map.height, tuple(listed.values()), "board.square")


def _track(seen: View, names: Mapping[str, str]) -> tuple[TrackMark, ...]:
    """Everybody's count from high to low, and the casts at the counts at which they take effect."""
    marks: list[TrackMark] = []
    for one in seen.characters:
        if not one.present or "dead" in one.statuses:
            continue
        current = one.id == seen.acting
        side = f"faction.{one.faction}"
        name = names.get(one.id, one.name)
        if one.casting:
            spell = {"spell": one.casting}
            marks.append(TrackMark(one.id, name, side, one.takes_effect, "cast", "board.cast", spell, current))
        else:
            kind: TrackKind = "done" if one.done else "turn"
            marks.append(TrackMark(one.id, name, side, one.count, kind, "", {}, current))
    marks.sort(key=lambda mark: (mark.count is None, -(mark.count or 0)))
    return tuple(marks)


def reach(world: NwoWorld, seat: Seat) -> tuple[Reach, ...]:
    """The squares to which the acting character can go, for the seat that plays it."""
    battle = world.state.battle
    if battle is None or battle.process != "turns":
        return ()
    me = world.state.characters.get(battle.acting)
    if me is None or not (me.player == seat.id or (seat.referee and me.player == "referee")):
        return ()
    return reach_of(world, battle, me)


def reach_of(world: NwoWorld, battle: Battle, me: Character) -> tuple[Reach, ...]:
    """The squares to which a character can go in its turn, by a combat move or a normal one."""
    ground = squares.ground_of(world, me)
    found: dict[tuple[int, int], Reach] = {}
    for kind in KINDS:
        if turns.why_not(world, battle, me, f"move_{kind}"):
            continue
        for square, (cost, path) in squares.reach(ground, me.square, points(me, kind)).items():
            offer = Offer(Move(me.id, kind, path), f"menu.move.{kind}", {"cost": cost}, me.id, "NWO-MOVE-08")
            known = found.get(square)
            offers = (*known.offers, offer) if known is not None else (offer,)
            found[square] = Reach(square[0], square[1], cost, path, offers)
    return tuple(found[square] for square in sorted(found))
