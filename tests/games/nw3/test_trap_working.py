"""NW3-TRAP-06 to -09: whom a trap strikes, who gets away, and what it does."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_battle import do, seat, who
from nw3_dives import area_of, casket_of, inside, pc
from nw3_scenes import Done, run
from rulewright.games.nw3.casket_state import TrapState
from rulewright.games.nw3.fortresses import trap_working
from rulewright.games.nw3.fortresses.position import record
from rulewright.games.nw3.fortresses.traps import RemoveTrap
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.state import Character, Nw3World

HIT = 'kind = "damage"\nmode = "direct"\ndamage = "physical"\namount = "{0}"'
BOLT = 'kind = "trap_attack"\ndamage = "physical"\nvalue = "5"'
AWAY = 'evade = {{ stat = "{0}", {1}, on_success = "{2}" }}'


def trap(target: str, *effects: str, more: str = "") -> str:
    """The TOML of a trap with these effects."""
    listed = "".join(f"[[trap.effect]]\n{one}\n" for one in effects)
    return (f'[[trap]]\nid = "pit"\nname = "Pit"\ndetection = 14\nremoval = 16\ntarget = "{target}"\ntext = "Text."\n'
            f"{more}\n{listed}")  # fmt: skip


def party(*people: Character, records: Any = (), **options: Any) -> Nw3World:
    """PCs in an Area with one trap that has been identified by all."""
    everybody = people or (pc("anna"), pc("ben"), pc("cora"))
    world = inside(*everybody, records=records, **{"any_seven_players": "never", **options})
    area_of(world).traps["pit"] = TrapState("identified", list(world.state.characters))
    return world


def goes_off(world: Nw3World, faces: Any = (), by: str = "", id: str = "pit", **answers: Any) -> Done:
    """The trap goes off, set off by this PC or by nobody."""
    state = area_of(world).traps.setdefault(id, TrapState())
    found, who_did = record(world, Trap, id), who(world, by) if by else None
    return run(world, trap_working.activate(world, found, state, who_did), faces, answers)


def hurt(world: Nw3World) -> list[str]:
    """Who has lost HP."""
    return [one.id for one in world.state.characters.values() if one.hp < one.body]


# ---------------------------------------------------------------- targets


@pytest.mark.rule("NW3-TRAP-08")
@pytest.mark.parametrize(
    ("target", "by", "faces", "struck"),
    [
        ("triggerer", "ben", (), ["ben"]),
        ("triggerer", "", (3,), ["cora"]),
        ("all", "ben", (), ["anna", "ben", "cora"]),
        ("random", "ben", (1,), ["anna"]),
        ("gm", "ben", (), ["ben"]),
        ("gm", "", (2,), ["ben"]),
        ("entrant", "", (), ["anna", "cora"]),
    ],
)
def test_whom_it_strikes(target: str, by: str, faces: Any, struck: list[str]) -> None:
    world = party(records=[trap(target, HIT.format(4))])
    area_of(world).traps["pit"].entered = ["anna", "cora"]
    goes_off(world, faces, by)
    assert hurt(world) == struck
    assert area_of(world).traps["pit"].progress == "spent"


@pytest.mark.rule("NW3-TRAP-08")
def test_the_referee_may_name_somebody() -> None:
    world = party(records=[trap("gm", HIT.format(4))])
    goes_off(world, trap_target="cora")
    assert hurt(world) == ["cora"]


@pytest.mark.rule("NW3-TRAP-08", "NW3-FORT-OPEN-09")
@pytest.mark.parametrize(
    ("option", "faces", "answers", "struck"),
    [
        ("random", (2,), {}, ["ben"]),
        ("all", (), {}, ["anna", "ben", "cora"]),
        ("gm", (), {"trap_target": "anna"}, ["anna"]),
    ],
)
def test_where_nobody_set_it_off(option: str, faces: Any, answers: Any, struck: list[str]) -> None:
    world = party(records=[trap("triggerer", HIT.format(4))], trap_default_target=option)
    goes_off(world, faces, **answers)
    assert hurt(world) == struck


@pytest.mark.rule("NW3-TRAP-08")
def test_those_who_are_down_are_targets_and_do_not_die_of_it() -> None:
    stiff = 'kind = "inflict_status"\nstatus = "rigor"'
    world = party(pc("anna"), pc("ben"), records=[trap("all", HIT.format(4), stiff)])
    who(world, "ben").hp = 0
    goes_off(world)
    assert (who(world, "ben").dead, who(world, "ben").statuses) == (False, {"rigor": 0})


# ---------------------------------------------------------------- getting away


@pytest.mark.rule("NW3-TRAP-07")
@pytest.mark.parametrize(("dice", "left"), [((2, 3), 24), ((2, 2), 17)])
def test_t9_half_rounded_down(dice: Any, left: int) -> None:
    more = AWAY.format("eva", "difficulty = 15", "half")
    world = party(pc("anna", eva=10), records=[trap("triggerer", HIT.format(13), more=more)])
    goes_off(world, dice, "anna")
    assert who(world, "anna").hp == left


@pytest.mark.rule("NW3-TRAP-07")
def test_who_gets_away_is_spared_everything_and_each_tries() -> None:
    more = AWAY.format("finesse", "difficulty = 12", "none")
    world = party(pc("anna", finesse=6), pc("ben"), records=[trap("all", HIT.format(4), more=more)])
    done = goes_off(world, [3, 3, 3, 3])
    assert hurt(world) == ["ben"]
    assert "trap.evaded.none" in done.keys


@pytest.mark.rule("NW3-TRAP-07")
def test_who_is_down_does_not_get_away() -> None:
    more = AWAY.format("finesse", "difficulty = 0", "none")
    world = party(pc("anna"), records=[trap("all", 'kind = "inflict_status"\nstatus = "dazed"', more=more)])
    who(world, "anna").hp = 0
    goes_off(world)
    assert "dazed" in who(world, "anna").statuses


# ---------------------------------------------------------------- effects


@pytest.mark.rule("NW3-TRAP-07")
def test_a_trap_attack_is_met_with_defence() -> None:
    world = party(pc("anna", pdef=3), pc("ben"), records=[trap("all", BOLT)])
    goes_off(world, [4, 4, 2, 2, 6, 5])  # 13 against 7 and 11
    assert (who(world, "anna").hp, who(world, "ben").hp) == (24, 28)


@pytest.mark.rule("NW3-TRAP-07")
def test_a_trap_rolls_as_the_referee_does() -> None:
    world = party(pc("anna"), records=[trap("all", BOLT)])
    goes_off(world, [5, 5, 1, 1, 2, 2])  # Critical: 5 + 10 + 2 against 4
    assert who(world, "anna").hp == 17
    world = party(pc("anna"), records=[trap("all", BOLT)])
    goes_off(world, [1, 4, 2, 2])  # Fumble
    assert who(world, "anna").hp == 30
    world = party(pc("anna"), records=[trap("all", BOLT)])
    goes_off(world, [2, 2], any_seven="seven")  # 12 against 4
    assert who(world, "anna").hp == 22


@pytest.mark.rule("NW3-TRAP-07")
@pytest.mark.parametrize(("success", "hp"), [("none", 30), ("half", 27)])
def test_getting_away_from_the_roll_of_a_trap(success: str, hp: int) -> None:
    more = AWAY.format("eva", 'against = "attack"', success)
    world = party(pc("anna", eva=9), records=[trap("all", BOLT, more=more)])
    faces = [2, 4, 1, 3] + ([2, 2] if success == "half" else [])  # 11, 13, and 4
    goes_off(world, faces)
    assert who(world, "anna").hp == hp


@pytest.mark.rule("NW3-TRAP-07")
def test_effects_come_in_the_written_order() -> None:
    world = party(pc("anna", awareness=1), pc("ben"))
    done = goes_off(world, [1, 4, 4, 2, 2], id="loose_wire")
    assert done.keys.index("attack.damage") < done.keys.index("status.received")
    assert (who(world, "anna").hp, who(world, "anna").statuses) == (18, {"paralysis": 0})


@pytest.mark.rule("NW3-TRAP-07")
def test_a_trap_may_impose_a_logic() -> None:
    world = party(pc("anna", spd=9), records=[trap("all", 'kind = "impose_logic"\nlogic = "slow_clock"')])
    goes_off(world)
    assert casket_of(world).logics == ["slow_clock"]
    assert who(world, "anna").stats.spd == 6


@pytest.mark.rule("NW3-TRAP-07")
def test_points_that_a_trap_takes() -> None:
    world = party(pc("anna", spirit=9, mp=9), pc("ben", mp=2))
    goes_off(world, [3, 3, 3, 3, 4], id="hungry_slot")  # 15, 6, and a die
    assert (who(world, "anna").mp, who(world, "ben").mp) == (9, 0)


@pytest.mark.rule("NW3-TRAP-06")
def test_the_target_of_a_fumble_is_who_made_it_also_where_the_referee_would_name_one() -> None:
    world = party(records=[trap("gm", HIT.format(4))])
    done = do(world, RemoveTrap("cora"), [1, 1], seat=seat("cora"))
    assert "trap_target" not in done.questions
    assert hurt(world) == ["cora"]
