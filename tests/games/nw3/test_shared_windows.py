"""NW3-SKILL-43 and NW3-SKILL-OPEN-09: both sides announce in one window before anything is paid."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, results, window
from nw3_battle import fighter, foe, who
from rulewright.games.nw3.state import Nw3World

PLUS = 'kind = "modify", scope = "judge", judge = "hit", amount = {}, duration = "judge"'
MP = 'cost = [{{ kind = "mp", amount = {} }}]\ntext = "Text."'
CONTENT = pack(
    window("aim", "before_judge", "hit", "self", PLUS.format(2)).replace('text = "Text."', MP.format(3)),
    window("steady", "before_judge", "hit", "self", PLUS.format(1)).replace('text = "Text."', MP.format(3)),
    window("drain", "before_judge", "hit", "enemy", 'kind = "resource", pool = "mp", amount = -5', target="single",
           range="scene"),
    window("hex", "before_judge", "hit", "enemy", PLUS.format(-4), target="single", range="scene"),
)  # fmt: skip
MISS = (5, 4, 2, 1)


def duel(*skills: str, ghoul: tuple[str, ...] = ("hex",), imp: tuple[str, ...] = (), **options: Any) -> Nw3World:
    """Anna (PACC 9, MP 6) attacks a ghoul (EVA 50)."""
    others = fighter("ben", count=4), foe("imp", *imp, count=2)
    return face_off(
        *others, skills=skills, ghoul_skills=ghoul, anna={"pacc": 9, "mp": 6}, ghoul={"eva": 50}, content=CONTENT,
        **options,
    )  # fmt: skip


@pytest.mark.rule("NW3-SKILL-43")
def test_nothing_is_paid_before_both_sides_are_done() -> None:
    world = duel("aim")
    seen: list[tuple[str, int]] = []
    anna = who(world, "anna")
    done = hit(world, MISS, {"use.before_judge anna": "aim", "use.before_judge ghoul": "hex"})
    told = [event.key for event in done.told if event.key.startswith(("announce", "use."))]
    assert told == ["announce.block", "announce.block", "use.paid", "use.declared", "use.declared"]
    assert (results(done, "hit"), anna.mp, seen) == ([18 + 2 - 4], 3, [])


@pytest.mark.rule("NW3-SKILL-43")
def test_a_side_that_is_alone_announces_and_pays() -> None:
    done = hit(duel("aim", ghoul=()), MISS, {"use.before_judge": "aim"})
    assert results(done, "hit") == [20]
    assert "announce.block" not in done.log


@pytest.mark.rule("NW3-SKILL-43")
def test_what_fails_when_it_becomes_final_is_dropped_with_its_reason() -> None:
    world = duel("aim", "steady")
    anna = who(world, "anna")
    anna.mp = 4
    done = hit(world, MISS, {"use.before_judge anna": ["aim", "steady"], "use.before_judge ghoul": "hex"})
    assert done.event("announce.dropped").facts["reason"] == "refuse.not_enough_mp"
    assert (results(done, "hit"), anna.mp) == ([18 + 2 - 4], 1)
    assert anna.used == {}


@pytest.mark.rule("NW3-SKILL-43")
def test_the_attackers_effects_come_first() -> None:
    world = duel("aim", ghoul=("drain",))
    done = hit(world, MISS, {"use.before_judge anna": "aim", "use.before_judge ghoul": "drain"})
    assert (results(done, "hit"), who(world, "anna").mp) == ([20], 0)


@pytest.mark.rule("NW3-SKILL-43")
def test_the_defenders_side_may_change_what_it_announced() -> None:
    world = duel("aim", ghoul=("hex",), imp=("drain",))
    answers = {
        "use.before_judge anna": "aim", "use.before_judge ghoul": ["hex", "pass"], "use.before_judge imp": "drain",
        "simultaneous_change ghoul": [["hex"]], "simultaneous_change imp": [[]],
    }  # fmt: skip
    done = hit(world, MISS, answers)
    assert done.event("announce.withdrawn").facts["block"] == "Hex"
    assert results(done, "hit") == [20]
    assert [one.to for one in done.asked if one.key == "simultaneous_change"] == ["ghoul", "imp"]


@pytest.mark.rule("NW3-SKILL-OPEN-09", "NW3-SKILL-43")
@pytest.mark.parametrize("may", [False, True])
def test_whether_the_attacker_may_change(may: bool) -> None:
    world = duel("aim", attacker_may_change=may)
    answers: dict[str, Any] = {"use.before_judge anna": ["aim", "pass"], "use.before_judge ghoul": "hex"}
    if may:
        answers |= {"simultaneous_change anna": [["aim"]], "simultaneous_change ghoul": [[]]}
    done = hit(world, MISS, answers)
    assert results(done, "hit") == [18 - 4 + (0 if may else 2)]
    assert who(world, "anna").mp == (6 if may else 3)
