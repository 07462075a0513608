"""The view of a Night Wizard table drawn up as a board: Engages, Counts, HP, MP and Prana."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rulewright.engine.board import Board, Figure, Gauge, Zone
from rulewright.engine.journal import Seat
from rulewright.games.nw3.names import NAMES
from rulewright.games.nw3.playing.view import CharacterView, View, view
from rulewright.games.nw3.state import WIZARDS, Nw3World

_ELSEWHERE = "elsewhere"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board(world: Nw3World, seat: Seat, language: str) -> Board:
    """What the seat sees, the Wizards first; Engages have letters in the order in which somebody stands in one."""
    seen = view(world, seat)
    here = [one for one in seen.characters if one.side == WIZARDS or one.state != "absent" or seat.referee]
    here.sort(key=lambda one: one.side != WIZARDS)
    letters: dict[str, str] = {}
    for one in here:
        if one.engage:
            letters.setdefault(one.engage, _LETTERS[len(letters) % len(_LETTERS)])
    named = partial(NAMES.named, language=language)
    figures = tuple(_figure(one, seen, letters, named) for one in here)
    name = next((one.name for one in seen.characters if one.id == seen.acting), "")
    facts = {"round": seen.round, "phase": f"phase.{seen.phase}", "scene": named(seen.scene), "name": named(name),
             "episode": seen.episode}  # fmt: skip
    key = f"board.{seen.process}" if seen.process else "board.over" if seen.over else "board.scene"
    if seen.process == "main" and not name:
        key = "board.main.somebody"
    zones = _zones(here, seen, letters) if seen.process else ()
    text = " ".join(named(one) for one in (seen.place.text, *seen.found) if one) or seen.trailer or named(seen.text)
    notes = tuple(named(one.name) for one in seen.place.things if not one.broken)
    return Board(named(seen.title), text, key, facts, named(seen.scene), figures, notes, zones)


def _zones(here: Sequence[CharacterView], seen: View, letters: Mapping[str, str]) -> tuple[Zone, ...]:
    """The Engages, then the ranges outwards, as far as somebody stands there."""
    engages = [
        Zone(_zone_of(engage, "field"), f"board.engage.{letter}", ("board.blockaded",) * (engage in seen.blockaded))
        for engage, letter in letters.items()
    ]
    bands = [
        Zone(_zone_of("", band), f"board.band.{band}")
        for band in ("field", "long", "extreme")
        if any(one.band == band and not one.engage and one.state != "absent" for one in here)
    ]
    return (*engages, *bands, Zone(_ELSEWHERE, "state.absent"))


def _zone_of(engage: str, band: str) -> str:
    return f"engage:{engage}" if engage else f"band:{band}"


def _figure(one: CharacterView, seen: View, letters: Mapping[str, str], named: Callable[[str], str]) -> Figure:
    gauge = Gauge("HP", one.hp, one.body) if one.known else Gauge("board.health", one.hp, one.body)
    numbers = {"MP": one.mp, "board.prana": one.prana}
    counted = seen.process in ("initiative", "main", "cleanup")  # before the first Setup there is no Count
    if counted:
        numbers["board.count"] = one.count
    marks = [f"state.{one.state}"] if one.state != "ready" else []
    if counted and one.state == "ready" and not one.pre_action:
        marks.append("state.post_action")
    if one.engage:
        marks.append(f"board.engage.{letters[one.engage]}")
        if one.engage in seen.blockaded:
            marks.append("board.blockaded")
    if one.band != "field":
        marks.append(f"board.band.{one.band}")
    if one.hidden:
        marks.append("state.hidden")
    if one.riding:
        marks.append(f"state.{one.riding}")
    elif one.flying:
        marks.append("state.flying")
    marks.extend(f"status.{status}" for status in one.statuses)
    doing = "board.doing.acts" if one.id == seen.acting else ""
    return Figure(
        one.id, named(one.name), f"board.side.{one.side}", gauge, numbers, tuple(named(thing) for thing in one.held),
        tuple(marks), doing, one.hp,
        one.state in ("dead", "retreated", "incapacitated"), one.mine,
        _ELSEWHERE if one.state == "absent" else _zone_of(one.engage, one.band),
    )  # fmt: skip
