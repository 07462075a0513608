"""The journal: an append-only list of what people did, what the dice showed, and what came of it.

State is start plus journal. Every entry has its number; entries that belong to a command carry the command's
number in `of`. An entry is one line of JSON with its kind in the field "entry".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.events import REFEREE

FORMAT = 1

UndoPolicy: TypeAlias = Literal["own_last", "referee", "anyone"]
"""Who may undo: a seat its own last choice, only the referee, or any player; dice and secrets: only the referee."""


class Branched(msgspec.Struct, frozen=True):
    """Where a "what if" copy left its parent: entries up to `seq` are the parent's, dice included."""

    table: str
    seq: int


class Opened(msgspec.Struct, frozen=True, tag="opened", tag_field="entry", omit_defaults=True):
    """The first entry: which game, by which rules, options and packs, from which start, with which sealed dice.

    `seal` is the hash of the secret seed of the dice; `seed` (hexadecimal) is written at the start only where the
    dice are no secret (a test, a replayable demonstration). `undo` says who may take back what.
    """

    table: str
    game: str
    rules: str
    program: str
    options: Mapping[str, Any]
    packs: Mapping[str, str]
    scenario: Mapping[str, Any]
    seats: tuple[Seat, ...]
    seal: str
    at: str = ""
    seed: str = ""
    branch: Branched | None = None
    undo: UndoPolicy = "own_last"
    format: int = FORMAT
    seq: int = 0


class Seat(msgspec.Struct, frozen=True):
    """A place at the table: its id and name, and whether the referee or a spectator sits there."""

    id: str
    name: str = ""
    role: str = "player"

    @property
    def referee(self) -> bool:
        return self.role == "referee"


SEAT_NAMES = {REFEREE: "Referee", "players": "Players"}
"""Names of seats that are no person's; each is a message too, so that they show in every language."""


def seats_of(players: Iterable[str]) -> tuple[Seat, ...]:
    """The referee's seat, and one for everybody else among the players of a scenario's characters."""
    others = (player for player in dict.fromkeys(players) if player != REFEREE)
    seats = (Seat(one, SEAT_NAMES.get(one, one.capitalize())) for one in others)
    return (Seat(REFEREE, SEAT_NAMES[REFEREE], "referee"), *seats)


class Commanded(msgspec.Struct, frozen=True, tag="command", tag_field="entry", omit_defaults=True):
    """Somebody gave a command."""

    seq: int
    seat: str
    command: Mapping[str, Any]
    at: str = ""


class Rolled(msgspec.Struct, frozen=True, tag="roll", tag_field="entry", omit_defaults=True):
    """Dice fell; `first` is the number of the first die in the table's sealed stream."""

    seq: int
    of: int
    sides: int
    faces: tuple[int, ...]
    first: int
    rule: str = ""
    who: str = ""
    why: str = ""
    secret: bool = False


class Answered(msgspec.Struct, frozen=True, tag="answer", tag_field="entry", omit_defaults=True):
    """Somebody answered question number `question` of the open ones; `auto` where a preference answered."""

    seq: int
    of: int
    question: int
    key: str
    answer: Any
    seat: str
    at: str = ""
    auto: bool = False


class Finished(msgspec.Struct, frozen=True, tag="done", tag_field="entry", omit_defaults=True):
    """A command is finished, and this is the digest of the state after it."""

    seq: int
    of: int
    digest: str


class Declined(msgspec.Struct, frozen=True, tag="declined", tag_field="entry", omit_defaults=True):
    """A command was refused after somebody had been asked; it changed nothing."""

    seq: int
    of: int
    reason: str
    digest: str


class Undone(msgspec.Struct, frozen=True, tag="undo", tag_field="entry", omit_defaults=True):
    """Everything after entry `to` was taken back."""

    seq: int
    to: int
    seat: str
    at: str = ""
    reason: str = ""


class Seated(msgspec.Struct, frozen=True, tag="seated", tag_field="entry", omit_defaults=True):
    """Somebody took a seat, or goes by another name there. No undo takes this back."""

    seq: int
    seat: str
    name: str
    at: str = ""


class Closed(msgspec.Struct, frozen=True, tag="closed", tag_field="entry", omit_defaults=True):
    """The table was closed and the seed of its dice revealed."""

    seq: int
    seed: str
    at: str = ""


Entry: TypeAlias = Opened | Commanded | Rolled | Answered | Finished | Declined | Undone | Seated | Closed

_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    """One line of JSON without its line end."""
    return _ENCODER.encode(entry)


def decode_entry(line: bytes | str, *, at: str = "") -> Entry:
    """The entry of one line; raises `Malformed`."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Malformed(f"no journal entry: {error}", at=at) from error


def opened_in(entries: Sequence[Entry]) -> Opened:
    """The first entry of a journal, which opened the table."""
    opened = entries[0]
    assert isinstance(opened, Opened)
    return opened


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """The entries that still count: what an undo took back, and the undo itself, are left out."""
    kept: list[Entry] = []
    for entry in entries:
        if isinstance(entry, Undone):
            seated = []
            while kept and kept[-1].seq > entry.to:
                taken = kept.pop()
                if isinstance(taken, Seated):
                    seated.append(taken)
            kept.extend(reversed(seated))
        else:
            kept.append(entry)
    return kept


def dice_drawn(entries: Sequence[Entry]) -> int:
    """How many sealed dice have fallen, those of undone rolls and refused draws included."""
    return max((entry.first + len(entry.faces) for entry in entries if isinstance(entry, Rolled)), default=0)
