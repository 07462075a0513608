"""What a game's procedures work on: the state, the loaded content, and a listener."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from rulewright.engine.events import Tell

S = TypeVar("S")
C = TypeVar("C")
N = TypeVar("N")

_ENCODER = msgspec.json.Encoder(order="deterministic")
_PACKER = msgspec.msgpack.Encoder()


class World(Generic[S, C, N]):
    """The state of a game with everything that its rules read. House rules are part of the state.

    `content` (packs) and `scenario` never change. `tell` receives events; it is None where nobody listens, and
    procedures then build none.
    """

    __slots__ = ("content", "scenario", "state", "tell")

    def __init__(self, state: S, content: C, scenario: N, tell: Tell | None = None) -> None:
        self.state = state
        self.content = content
        self.scenario = scenario
        self.tell = tell


class Naming(Protocol):
    """A state that counts the ids that it has given."""

    named: int


def new_id(state: Naming, stem: str) -> str:
    """A fresh id at this table such as "sword.12"."""
    state.named += 1
    return f"{stem}.{state.named}"


def digest(state: Any) -> str:
    """Sixteen hexadecimal digits that two equal states share."""
    return hashlib.sha256(_ENCODER.encode(state)).hexdigest()[:16]


def pack(state: Any) -> bytes:
    """A snapshot of a state."""
    return _PACKER.encode(state)


def unpack(snapshot: bytes, kind: type[S]) -> S:
    """A fresh state from a snapshot."""
    return msgspec.msgpack.decode(snapshot, type=kind)
