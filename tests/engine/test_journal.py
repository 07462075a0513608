from __future__ import annotations

import msgspec
import pytest

from rulewright.engine.errors import Malformed
from rulewright.engine.journal import (
    Answered,
    Branched,
    Closed,
    Commanded,
    Declined,
    Entry,
    Finished,
    Opened,
    Rolled,
    Seat,
    Undone,
    decode_entry,
    dice_drawn,
    encode_entry,
    standing,
)

OPENED = Opened("t", "toy", "1", "0", {"b": 1, "a": 2}, {"p": "d"}, {}, (Seat("gm", "Gail", "referee"),), "ab")
ENTRIES: list[Entry] = [
    OPENED,
    msgspec.structs.replace(OPENED, seed="ff", branch=Branched("parent", 12), undo="anyone"),
    Commanded(1, "gm", {"do": "wave", "list": [1, None, "ä"]}, "now"),
    Rolled(2, 1, 6, (1, 6), 0, "R-1", "ann", "harm", True),
    Answered(3, 1, 0, "parry", ["a", "b"], "gm", "now", True),
    Finished(4, 1, "0123"),
    Declined(5, 1, "no_deal", "0123"),
    Undone(6, 0, "gm", "now", "a slip"),
    Closed(7, "ff", "now"),
]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_an_entry_is_one_line_and_comes_back_the_same(entry: Entry) -> None:
    line = encode_entry(entry)
    assert b"\n" not in line
    assert encode_entry(decode_entry(line)) == line
    # arrays in plain data come back as lists
    assert msgspec.to_builtins(decode_entry(line)) == msgspec.to_builtins(entry)


def test_keys_stand_in_one_order() -> None:
    assert encode_entry(Commanded(1, "gm", {"b": 1, "a": 2})) == encode_entry(Commanded(1, "gm", {"a": 2, "b": 1}))


@pytest.mark.parametrize(
    "line", [b"", b"{", b'{"entry":"roll"}', b'{"entry":"spell","seq":1}', b"[]", b"\xff", b"[" * 100_000]
)
def test_what_is_no_entry_is_malformed(line: bytes) -> None:
    with pytest.raises(Malformed) as caught:
        decode_entry(line, at="line 4")
    assert caught.value.at == "line 4"


def numbered(*entries: Undone | int) -> list[Entry]:
    return [entry if isinstance(entry, Undone) else Commanded(entry, "gm", {}) for entry in entries]


def seqs(entries: list[Entry]) -> list[int]:
    return [entry.seq for entry in entries]


def test_an_undo_and_what_it_took_back_do_not_stand() -> None:
    assert seqs(standing(numbered(1, 2, 3, Undone(4, 1, "gm"), 5))) == [1, 5]


def test_undo_after_undo() -> None:
    entries = numbered(1, 2, 3, Undone(4, 2, "gm"), 5, Undone(6, 4, "gm"), 7, Undone(8, 1, "gm"), 9)
    assert seqs(standing(entries)) == [1, 9]
    assert seqs(standing(entries[:7])) == [1, 2, 7]


def test_dice_count_even_if_they_were_undone() -> None:
    entries: list[Entry] = [Rolled(2, 1, 6, (1, 6), 0), Undone(3, 0, "gm"), Rolled(5, 4, 6, (3,), 2)]
    assert dice_drawn(entries) == 3
    assert dice_drawn(entries[:2]) == 2
    assert dice_drawn([]) == 0
