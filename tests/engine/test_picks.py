"""Picking by dice."""

from __future__ import annotations

from rulewright.engine.drivers import SampledDice
from rulewright.engine.picks import Picks
from rulewright.engine.requests import Option, Question

OPTIONS = tuple(Option(value) for value in "abcd")


class Faces:
    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def face(self, sides: int) -> int:
        face = self.left.pop(0)
        assert 1 <= face <= sides
        return face


def test_one_and_several_by_the_faces() -> None:
    assert Picks(Faces(3)).one("abcd") == "c"
    assert Picks(Faces(4)).option(Question("which", "me", OPTIONS)) == "d"
    two = Question("which", "me", OPTIONS, kind="several", least=2, most=3)
    assert Picks(Faces(2, 2)).some(two) == ["b", "c"]  # what is taken is no longer there


def test_each_is_as_likely() -> None:
    picks = Picks(SampledDice("picks"))
    picked = [picks.one("abcd") for _ in range(4000)]
    assert all(abs(picked.count(letter) - 1000) < 140 for letter in "abcd")


def test_answers_by_key_then_by_lot_then_the_default() -> None:
    picks = Picks(Faces(2))
    known = {"name": lambda question: "Rei"}
    assert picks.answer(Question("name", "me", kind="text", most=9), known) == "Rei"
    assert picks.answer(Question("which", "me", OPTIONS), known) == "b"
    assert picks.answer(Question("which", "me", OPTIONS, "d"), known) == "d"
    assert picks.answer(Question("how_many", "me", (), 3, kind="number", most=9), known) == 3


def test_names_of_a_game() -> None:
    assert Picks(Faces(1, 1)).name("rulewright.games.nw3") == "Akari Asagiri"
