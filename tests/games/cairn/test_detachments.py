"""CRN-DETACH: crowds as one combatant, against individuals and against each other."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_helpers import (
    Table,
    armed,
    attack,
    do,
    fighting,
    foe,
    hireling,
    hit,
    lock,
    pc,
    refused_command,
    sizes,
    world,
)
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.rulings import SetModifiers
from rulewright.games.cairn.state import Actor


def against_band(weapon: str, **band: Any) -> tuple[Table, Actor, Actor, str]:
    """Aino with a weapon against a detachment."""
    table = world()
    aino = pc(table)
    crowd = foe(table, "Band", monster="band", detachment=True, **({"hp": 6, "STR": 12, "WIL": 19} | band))
    held = armed(table, aino, weapon) if weapon else ""
    fighting(table)
    return table, aino, crowd, held


@pytest.mark.rule("CRN-DETACH-01", "CRN-DETACH-03")
@pytest.mark.parametrize(
    ("weapon", "said", "sides"),
    [
        ("sword", None, 4),
        ("", None, 4),
        ("firebomb", None, 8),  # Blast uses its own die
        ("firebomb", (True, False), 4),  # but cover impairs it
        ("sword", (False, True), 8),  # CRN-DETACH-06: a daring attack cancels
        ("sword", (False, False), 8),  # the referee's word
        ("sword", (True, False), 4),
    ],
)
def test_an_individuals_attack_on_a_detachment(weapon: str, said: tuple[bool, bool] | None, sides: int) -> None:
    table, aino, crowd, held = against_band(weapon)
    attack(table, aino, crowd, weapon=held)
    if said is not None:
        do(table, SetModifiers("aino", "", *said))
    assert sizes(lock(table, [4])) == [(sides,)]
    assert crowd.hp == 2


@pytest.mark.rule("CRN-DETACH-03")
def test_a_firebomb_does_its_seven() -> None:
    table, aino, crowd, bomb = against_band("firebomb", hp=9)
    hit(table, aino, crowd, [7], weapon=bomb)
    assert crowd.hp == 2


@pytest.mark.rule("CRN-DETACH-04", "CRN-DETACH-07")
def test_a_detachment_rolls_a_d12_for_each_individual_in_the_area() -> None:
    table = world()
    aino, ilmo = pc(table, hp=9, armor=1), pc(table, "Ilmo", hp=9)
    crowd = foe(table, "Band", monster="band", detachment=True)
    fighting(table, "foes")
    attack(table, crowd, aino, ilmo, weapon="spears")
    script = lock(table, [1, 6])
    assert sizes(script) == [(12,), (12,)]
    assert (9 - aino.hp, 9 - ilmo.hp) == (0, 6)


@pytest.mark.rule("CRN-DETACH-04", "CRN-ATTACK-14")
def test_a_detachments_attack_on_one_individual_is_a_blast_too() -> None:
    table = world(blast_joins_pool=False)
    aino = pc(table, hp=9)
    crowd, goblin = foe(table, "Band", monster="band", detachment=True), foe(table, monster="goblin")
    fighting(table, "foes")
    attack(table, crowd, aino, weapon="spears")
    attack(table, goblin, aino, weapon="knife")
    lock(table, [3, 2])
    assert aino.hp == 4  # two attacks, so both count


@pytest.mark.rule("CRN-DETACH-05", "CRN-DETACH-07")
def test_detachments_fight_each_other_with_their_own_dice_one_target_each() -> None:
    table = world()
    pc(table)
    militia = hireling(table, "Militia", hp=9, detachment=True)
    sword = armed(table, militia, "sword")
    crowd = foe(table, "Band", hp=9, monster="band", detachment=True)
    rats = foe(table, "Rats", hp=9, monster="band", detachment=True)
    fighting(table)
    two = Declare("militia", "attack", weapon=sword, targets=("band", "rats"))
    refused_command(table, two, "bad_target_count")
    attack(table, militia, crowd, weapon=sword)
    assert sizes(lock(table, [1])) == [(8,)]
    mixed = Declare("rats", "attack", weapon="spears", targets=("militia", "aino"))
    refused_command(table, mixed, "bad_target_count")
    attack(table, rats, militia, weapon="spears")
    attack(table, crowd, militia, weapon="oil")
    assert sizes(lock(table, [1, 1])) == [(6,), (8,)]


@pytest.mark.rule("CRN-DETACH-05")
def test_a_detachments_own_blast_takes_several_detachments() -> None:
    table = world()
    one, two = (hireling(table, name, hp=9, detachment=True) for name in ("One", "Two"))
    crowd = foe(table, "Band", monster="band", detachment=True)
    fighting(table, "foes")
    attack(table, crowd, one, two, weapon="oil")
    assert sizes(lock(table, [2, 3])) == [(8,), (8,)]
    assert (one.hp, two.hp) == (7, 6)


@pytest.mark.rule("CRN-DETACH-07", "CRN-DETACH-03", "CRN-DETACH-04")
def test_a_detachment_of_the_party_follows_the_same_rules() -> None:
    table = world()
    militia = hireling(table, "Militia", hp=20, detachment=True)
    sword = armed(table, militia, "sword")
    goblins = [foe(table, f"G{number}", hp=20, monster="goblin") for number in (1, 2)]
    fighting(table)
    attack(table, militia, *goblins, weapon=sword)
    assert sizes(lock(table, [1, 1])) == [(12,), (12,)]
    attack(table, goblins[0], militia, weapon="knife")
    assert sizes(lock(table, [1])) == [(4,)]


@pytest.mark.rule("CRN-DETACH-06", "CRN-ATTACK-13")
def test_several_individuals_each_roll_a_d4_and_the_highest_is_kept() -> None:
    table, aino, crowd, sword = against_band("sword")
    ilmo, uuno = pc(table, "Ilmo"), pc(table, "Uuno")
    assert table.state.fight is not None
    table.state.fight.members += ["ilmo", "uuno"]
    attack(table, aino, crowd, weapon=sword)
    attack(table, ilmo, crowd, weapon=armed(table, ilmo, "maul"))
    attack(table, uuno, crowd, weapon=armed(table, uuno, "sword"))
    do(table, SetModifiers("uuno", "", enhanced=True))
    assert sizes(lock(table, [2, 3, 5])) == [(4,), (4,), (8,)]
    assert crowd.hp == 1


# ---------------------------------------------------------------- breaking


@pytest.mark.rule("CRN-DETACH-02", "CRN-CRIT-09")
@pytest.mark.parametrize(
    ("value", "answers", "outcome", "detachment"),
    [
        ("ask_referee", {}, "routed", True),
        ("ask_referee", {"detachment_fate": "rout"}, "routed", True),
        ("ask_referee", {"detachment_fate": "weakened"}, "in", False),
        ("rout", {}, "routed", True),
        ("weakened", {}, "in", False),
    ],
)
def test_a_failed_save_routs_or_weakens_a_detachment(
    value: str, answers: dict[str, str], outcome: str, detachment: bool
) -> None:
    table = world(detachment_critical=value)
    aino = pc(table)
    crowd = foe(table, "Band", monster="band", detachment=True, hp=2, STR=8, WIL=19)
    foe(table, "Other", group="others", WIL=19)
    script = hit(table, aino, crowd, [4, 7], answers)
    assert (crowd.hp, crowd.STR, crowd.outcome, crowd.detachment) == (0, 6, outcome, detachment)
    asked = [question for question in script.asked if question.key == "detachment_fate"]
    assert len(asked) == (value == "ask_referee")
    assert all((question.to, question.default) == ("referee", "rout") for question in asked)


@pytest.mark.rule("CRN-DETACH-02", "CRN-CRIT-02")
@pytest.mark.parametrize("str_zero", ["dead", "referee"])
def test_a_detachment_at_strength_0_is_destroyed_without_a_choice(str_zero: str) -> None:
    table = world(npc_str_zero=str_zero)
    aino = pc(table)
    crowd = foe(table, "Band", monster="band", detachment=True, hp=2, STR=2)
    script = hit(table, aino, crowd, [4])
    assert (crowd.STR, crowd.outcome) == (0, "destroyed")
    assert script.asked == []
    assert table.told("death.destroyed")


@pytest.mark.rule("CRN-DETACH-02")
def test_a_weakened_detachment_is_an_individual_like_any_other() -> None:
    table, aino, crowd, sword = against_band("sword", hp=9)
    ilmo = pc(table, "Ilmo", hp=9)
    crowd.detachment = False
    assert table.state.fight is not None
    table.state.fight.members.append("ilmo")
    attack(table, aino, crowd, weapon=sword)
    assert sizes(lock(table, [1])) == [(8,)]
    both = Declare("band", "attack", weapon="spears", targets=("aino", "ilmo"))
    refused_command(table, both, "bad_target_count")
    attack(table, crowd, ilmo, weapon="spears")
    assert sizes(lock(table, [1])) == [(6,)]


@pytest.mark.rule("CRN-DETACH-02")
def test_a_routed_detachment_is_out_and_the_fight_may_end() -> None:
    table = world()
    aino = pc(table)
    crowd = foe(table, "Band", monster="band", detachment=True, hp=2, STR=8)
    hit(table, aino, crowd, [4, 7])
    assert table.state.fight is None
    assert table.state.last is not None
    assert table.state.last.result == "victory"
    assert aino.outcome == "in"
