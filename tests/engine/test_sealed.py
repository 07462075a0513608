from __future__ import annotations

import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.engine.sealed import SealedDice, face_at, new_seed, seal

SPAN = 2**64


def number(seed: bytes, index: int, attempt: int) -> int:
    """What the module's text promises, worked out the long way."""
    return int(hmac.new(seed, f"{index}:{attempt}".encode(), hashlib.sha256).hexdigest()[:16], 16)


def test_a_seed_is_thirty_two_bytes_and_never_the_same() -> None:
    assert len(new_seed()) == 32
    assert new_seed() != new_seed()


def test_the_seal_is_the_hash_of_the_seed() -> None:
    assert seal(b"toy") == hashlib.sha256(b"toy").hexdigest() == SealedDice(b"toy").seal


@given(st.binary(min_size=1, max_size=40), st.integers(0, 10**6), st.integers(0, 63))
def test_a_die_whose_sides_divide_the_span_needs_one_number(seed: bytes, index: int, power: int) -> None:
    sides = 2**power
    assert face_at(seed, index, sides) == number(seed, index, 0) % sides + 1


@given(st.binary(min_size=1, max_size=40), st.integers(0, 10**6), st.integers(1, 2**64))
def test_every_face_is_one_of_the_die(seed: bytes, index: int, sides: int) -> None:
    assert 1 <= face_at(seed, index, sides) <= sides


def test_numbers_that_would_favour_low_faces_are_left_out() -> None:
    # with one side more than half the span, about every second number lies beyond the last whole round of faces
    sides = SPAN // 2 + 1
    again = [index for index in range(20) if number(b"toy", index, 0) >= sides]
    twice = [index for index in again if number(b"toy", index, 1) >= sides]
    once = [index for index in again if index not in twice]
    assert once
    assert twice
    for index in once:
        assert face_at(b"toy", index, sides) == number(b"toy", index, 1) + 1
    for index in twice:
        assert face_at(b"toy", index, sides) not in {number(b"toy", index, tried) % sides + 1 for tried in (0, 1)}


def test_the_limit_itself_is_left_out_and_the_number_below_is_kept() -> None:
    # a die of exactly as many sides as the number that comes: that number is its limit
    shown = number(b"toy", 0, 0)
    assert shown > SPAN // 2
    assert face_at(b"toy", 0, shown) == number(b"toy", 0, 1) % shown + 1
    assert face_at(b"toy", 0, shown + 1) == shown + 1


def test_dice_go_through_the_stream_one_by_one() -> None:
    dice = SealedDice(b"toy")
    assert [dice.face(6) for _ in range(20)] == [face_at(b"toy", index, 6) for index in range(20)]
    assert dice.drawn == 20
    assert SealedDice(b"toy", 7).face(100) == face_at(b"toy", 7, 100)


@pytest.mark.parametrize(("index", "face"), [(0, 4), (1, 6)])
def test_known_faces(index: int, face: int) -> None:
    # written down once: an old journal must verify for ever
    assert face_at(b"toy", index, 6) == face
