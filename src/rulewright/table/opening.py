"""The start of a table: its first entry, and the world that this entry describes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from rulewright import __version__
from rulewright.engine.errors import Desync, Malformed
from rulewright.engine.events import REFEREE, Event
from rulewright.engine.game import AnyWorld, Game
from rulewright.engine.journal import FORMAT, Entry, Opened, Seat, UndoPolicy
from rulewright.engine.packs import Library
from rulewright.engine.sealed import seal

ROLES = ("player", "referee", "spectator")


def first_entry(
    game: Game,
    scenario: Any,
    options: Any,
    seats: Iterable[Seat],
    content: Any,
    *,
    table: str,
    seed: bytes,
    public: bool,
    undo: UndoPolicy,
    at: str,
) -> Opened:
    """The entry that opens a table; `scenario` and `options` are structs of the game or their plain data.

    With `public` the seed stands in the entry for all to see. Raises `Malformed`.
    """
    return Opened(
        table=table,
        game=game.id,
        rules=game.rules_version,
        program=__version__,
        options=_plain(options, game.options_type, "options"),
        packs=pack_digests(content),
        scenario=_plain(scenario, game.scenario_type, "scenario"),
        seats=checked_seats(seats),
        seal=seal(seed),
        at=at,
        seed=seed.hex() if public else "",
        undo=undo,
    )


def checked_seats(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    """The seats of a table, one of them a referee's; raises `Malformed`."""
    checked = tuple(seats)
    ids = [seat.id for seat in checked]
    for seat in checked:
        if not seat.id.strip() or ids.count(seat.id) > 1:
            raise Malformed(f"seat {seat.id!r}", at="seats", expected="a name that no other seat has")
        if seat.role not in ROLES:
            raise Malformed(f"role {seat.role!r}", at=f"seat {seat.id}", expected=f"one of {', '.join(ROLES)}")
        if seat.id == REFEREE and not seat.referee:
            # events for "referee" would reach the wrong eyes
            raise Malformed(f"a {seat.role} called {REFEREE!r}", at="seats", expected="the referee, or another name")
    if not any(seat.referee for seat in checked):
        raise Malformed("no referee", at="seats", expected="at least one seat with the role referee")
    return checked


def pack_digests(content: Any) -> dict[str, str]:
    """The packs that make up a game's content: id -> digest."""
    return {mark.id: mark.digest for mark in content.packs} if isinstance(content, Library) else {}


def opened_of(game: Game, entries: Iterable[Entry]) -> Opened:
    """The first entry of a journal, checked to be one that this game and program can read; raises `Malformed`."""
    first = next(iter(entries), None)
    if first is None:
        raise Malformed("an empty journal", expected="an opened table")
    if not isinstance(first, Opened):
        raise Malformed(f"a journal that begins with {type(first).__name__}", expected="Opened")
    if first.format > FORMAT:
        raise Malformed(f"journal format {first.format}", expected=f"{FORMAT} or lower; a newer Rulewright wrote it")
    if first.game != game.id:
        raise Malformed(f"a journal of the game {first.game!r}", expected=repr(game.id))
    return first


def open_world(game: Game, opened: Opened, content: Any) -> AnyWorld:
    """A fresh world as the first entry describes it; raises `Malformed`."""
    scenario = typed(opened.scenario, game.scenario_type, "scenario")
    options = typed(opened.options, game.options_type, "options")
    return game.open(scenario, options, content)


def differences(game: Game, opened: Opened, content: Any) -> list[Event]:
    """What is not as it was when the table was opened, as warnings.

    Rules or packs that changed need not matter to a table; whether they do, the digests of its journal say.
    """
    found = []
    if opened.rules != game.rules_version:
        facts = {"recorded": opened.rules, "now": game.rules_version}
        found.append(Event("table.differs.rules", facts, to=(REFEREE,)))
    now = pack_digests(content)
    for pack in sorted(now.keys() | opened.packs.keys()):
        if now.get(pack) != opened.packs.get(pack):
            found.append(Event("table.differs.pack", {"pack": pack}, to=(REFEREE,)))
    return found


def seed_of(entries: Iterable[Entry]) -> tuple[int, bytes] | None:
    """The seed that a journal reveals, with the number of the entry that does; None while it is secret.

    Raises `Desync` where what is written there is no seed.
    """
    revealed = None
    for entry in entries:
        written: str = getattr(entry, "seed", "")
        if written:
            try:
                revealed = entry.seq, bytes.fromhex(written)
            except ValueError:
                raise Desync(entry.seq, "seed", written, "hexadecimal digits") from None
    return revealed


def typed(value: Any, kind: type[Any], at: str) -> Any:
    """A value as the struct `kind`, `at` being the place that an error names; raises `Malformed`."""
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, TypeError) as error:
        raise Malformed(str(error), at=at) from error


def _plain(value: Any, kind: type[Any], at: str) -> Mapping[str, Any]:
    """Plain data with every default written out, so that a later default changes no old table."""
    plain: Mapping[str, Any] = msgspec.to_builtins(typed(value, kind, at), str_keys=True)
    return plain
