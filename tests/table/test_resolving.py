"""One rule run by itself, and what its arguments may be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rulewright.engine.errors import Malformed
from rulewright.games.cairn import game
from rulewright.games.nw3.game import game as nw3
from rulewright.table.dice import dice_of
from rulewright.table.procedures import describe, find, listed, read_arguments
from rulewright.table.resolving import Resolved, resolve


def save(faces: Sequence[int], answers: Mapping[str, Any] = {}) -> Resolved:
    procedure = find(game, "save")
    return resolve(game, procedure, read_arguments(procedure, {"ability": 10}), faces, answers)


@pytest.mark.rule("CRN-SAVE-01")
def test_given_faces_have_to_be_just_enough() -> None:
    found = save([10])
    assert (found.outcome, found.rules[0]) == ("success", "CRN-SAVE-01")
    assert [(roll.sides, roll.faces) for roll in found.faces] == [(20, (10,))]
    for faces, said in (([], "ran out"), ([4, 5], "left over: 5"), ([21], "1 to 20 for a d20")):
        with pytest.raises(Malformed, match=said):
            save(faces)
    with pytest.raises(Malformed, match="nobody asked why; expected no answers"):
        save([4], {"why": "no"})


def test_thrown_dice_and_answers() -> None:
    judge = find(nw3, "judge")
    fields = read_arguments(judge, {"alter": 6, "prana": 1})
    found = resolve(nw3, judge, fields, [1, 3, 5, 5], {"dice_window": "reroll"})
    assert found.outcome == 16
    assert [(one.key, one.answer) for one in found.answers] == [("dice_window", "reroll")]
    first, second = (resolve(nw3, judge, fields, dice_of("a")) for _ in range(2))
    assert first == second
    assert all(1 <= face <= 6 for roll in resolve(nw3, judge, fields, dice_of(None)).faces for face in roll.faces)


def test_wrong_arguments_name_what_is_allowed() -> None:
    procedure = find(game, "save")
    with pytest.raises(Malformed, match="ability: whole number 0 to 99") as caught:
        read_arguments(procedure, {"ability": "ten"})
    assert caught.value.at == "arguments"
    with pytest.raises(Malformed, match="no procedure 'sav'"):
        find(game, "sav")


def test_a_procedure_as_plain_data_and_its_fields_in_words() -> None:
    procedure = find(game, "save")
    found = listed(procedure)
    assert (found.name, found.rules) == ("save", procedure.rules)
    assert set(found.fields["properties"]) == {"ability"}
    assert describe(procedure)[0][:3] == ("ability", "whole number 0 to 99", "")
