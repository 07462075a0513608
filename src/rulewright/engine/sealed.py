"""Sealed dice: faces fixed by a secret seed whose hash is published before the first roll.

The seed is drawn from the operating system, its SHA-256 is written into the journal's first line, and the seed
itself when the table closes. Die number `i` of the table comes from HMAC-SHA256 with the seed as key over the
text "i:j"; the first eight bytes are a number, and where it would favour low faces the next `j` is taken, so no
face is likelier than another. Anybody can recompute every die.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

_SPAN = 1 << 64


def new_seed() -> bytes:
    """Thirty-two bytes from the operating system."""
    return secrets.token_bytes(32)


def seal(seed: bytes) -> str:
    """The hash to publish before play: SHA-256 of the seed, in hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def face_at(seed: bytes, index: int, sides: int) -> int:
    """Face (1 to `sides`) of die number `index` of a table with this seed."""
    limit = _SPAN - _SPAN % sides
    attempt = 0
    while True:
        block = hmac.digest(seed, b"%d:%d" % (index, attempt), "sha256")
        number = int.from_bytes(block[:8], "big")
        if number < limit:
            return number % sides + 1
        attempt += 1


class SealedDice:
    """The dice of one table; `drawn` counts the dice that fell so far."""

    __slots__ = ("_seed", "drawn")

    def __init__(self, seed: bytes, drawn: int = 0) -> None:
        self._seed = seed
        self.drawn = drawn

    @property
    def seal(self) -> str:
        """The published hash of the seed."""
        return seal(self._seed)

    def face(self, sides: int) -> int:
        """The next face."""
        face = face_at(self._seed, self.drawn, sides)
        self.drawn += 1
        return face
