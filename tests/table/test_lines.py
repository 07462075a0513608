"""The log as lines with their dice."""

from __future__ import annotations

from rulewright.engine.events import Event
from rulewright.engine.modifiers import Part, Sum
from rulewright.table.lines import Line, log
from rulewright.table.log import Fallen
from toygame import Strike, opened

TOTAL = Sum(3, (Part("a", 3, "T-2"), Part("b", 1, "T-2", "T-3")), "T-4")


def test_dice_stand_with_the_first_event_after_them() -> None:
    early, late, gone = Fallen(2, 1, 6, (3,)), Fallen(4, 1, 6, (5,)), Fallen(3, 1, 6, (1,), undone=True)
    events = [(1, Event("a")), (4, Event("b")), (4, Event("c"))]
    assert [(line.number, line.seq, line.dice) for line in log(events, [early, gone, late])] == [
        (1, 1, ()), (2, 4, (early, late)), (3, 4, ())
    ]  # fmt: skip


def test_single_secret_dice_in_a_row_for_one_reason_lie_together() -> None:
    def die(*faces: int, why: str = "kind", secret: bool = True) -> Fallen:
        return Fallen(2, 1, 100, faces, "referee", why, "T-1", secret)

    def shown(*dice: Fallen) -> list[tuple[int, ...]]:
        (line,) = log([(2, Event("a"))], dice)
        return [one.faces for one in line.dice]

    assert shown(die(1), die(2), die(3)) == [(1, 2, 3)]
    assert shown(die(1), die(2, why="other"), die(3)) == [(1,), (2,), (3,)]
    assert shown(die(1, secret=False), die(2, secret=False)) == [(1,), (2,)]
    assert shown(die(1, 2), die(3, 4)) == [(1, 2), (3, 4)]


def test_the_log_of_a_table() -> None:
    table = opened(parry=False)
    table.submit("anna", Strike("ann", "bo"))
    lines = log(table.events_for("ben"), table.rolls("ben"))
    assert [line.event.key for line in lines] == ["toy.swing", "toy.hit"]
    assert [len(line.dice) for line in lines] == [1, 0]


def test_what_there_is_to_open_and_the_rules_behind_it() -> None:
    assert not Line(1, 1, Event("a", rule="T-1")).has_numbers
    assert Line(1, 1, Event("a", sum=TOTAL)).has_numbers
    line = Line(1, 1, Event("a", rule="T-1", sum=TOTAL), (Fallen(1, 1, 6, (2,), rule="T-1"), Fallen(1, 1, 6, (2,))))
    assert line.has_numbers
    assert line.rules == ["T-1", "T-2", "T-3", "T-4"]
