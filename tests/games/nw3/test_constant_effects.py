"""NW3-SKILL-24 j, -26: Constant blocks that blockade, move Critical and Fumble Values, and change costs of others."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from nw3_attacks import face_off, hit, pack, results, several
from nw3_battle import battle_of, do, fighter, foe, refused, seat, table, who
from rulewright.games.nw3.battles import constantly
from rulewright.games.nw3.battles.actions import DeclareDead
from rulewright.games.nw3.battles.blockade import blockaded
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.flying import Land
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.episodes.scenes import CloseScene, OpenScene
from rulewright.games.nw3.playing import menu, view
from rulewright.games.nw3.state import Nw3World

FLYING = 'restrict = [{ kind = "condition", any_of = [{ condition = "flying" }] }]'
SHIFT = 'kind = "critical_shift", value = "{}", amount = {}, {} = {}'
CHANGE = 'kind = "cost_change", pool = "mp", amount = {}'
CONTENT = pack(
    several("wall", "constant", 'kind = "blockade"'),
    several("wing_wall", "constant", 'kind = "blockade"', lines=[FLYING]),
    several("lucky_star", "constant", SHIFT.format("critical", 1, "toward", 4) + ', on = "allies"'),
    several("ill_star", "constant", SHIFT.format("critical", 2, "away", 2) + ', on = "enemies"'),
    several("clumsy", "constant", SHIFT.format("fumble", 9, "toward", 12) + ', on = "enemies"'),
    several("shrine", "constant", CHANGE.format(-2) + ', min = 1, on = "allies"'),
    several("drought", "constant", CHANGE.format(3) + ', on = "enemies"'),
    several("song", "auto_action", lines=['cost = [{ kind = "mp", amount = 4, reducible = true }]']),
    several("hymn", "auto_action", lines=['cost = [{ kind = "mp", amount = 4 }]']),
)


def among(
    anna: dict[str, Any], ghoul: tuple[str, ...] = (), ben: tuple[str, ...] = (), *skills: str, **more: Any
) -> Nw3World:
    """Anna and a ghoul in one Engage, Ben and an imp apart."""
    others = fighter("ben", "wizards", *ben, count=4), foe("imp", count=2)
    monster = {"spd": 12, "eva": 50, "known": True, **more}
    world = face_off(*others, skills=skills, ghoul_skills=ghoul, anna=anna, content=CONTENT, ghoul=monster)
    constantly.settle(world)  # as at the start of a battle
    return world


# ---------------------------------------------------------------- Blockade


@pytest.mark.rule("NW3-MOVE-16", "NW3-SKILL-24", "NW3-SKILL-26")
@pytest.mark.parametrize(("faces", "out"), [((5, 4, 4, 3), True), ((5, 3, 4, 3), False)])  # 19 or 18 against 19
def test_a_constant_blockade_holds_enemies(faces: tuple[int, ...], out: bool) -> None:
    world = among({"spd": 10}, ("wall",))
    done = do(world, Withdraw("anna"), faces)
    assert [roll.who for roll, _ in done.rolls] == ["anna", "ghoul"]
    assert (who(world, "anna").engage == "") == out


@pytest.mark.rule("NW3-MOVE-16", "NW3-SKILL-26")
def test_it_holds_while_its_condition_holds() -> None:
    world = among({"spd": 10}, ("wing_wall",), flying="other")
    assert do(world, Withdraw("anna"), (1, 2, 4, 3)).keys[-1] == "move.held"
    do(world, Land("ghoul"))
    battle_of(world).spent.clear()
    assert do(world, Withdraw("anna")).rolls == []
    assert who(world, "anna").engage == ""


@pytest.mark.rule("NW3-MOVE-16")
def test_it_holds_no_friends_and_not_in_other_engages() -> None:
    world = among({"spd": 10}, (), ("wall",))
    assert blockaded(world, battle_of(world)) == ()  # Ben stands alone
    assert do(world, Withdraw("anna")).rolls == []
    who(world, "anna").engage = who(world, "ghoul").engage = who(world, "ben").engage = "e"
    battle_of(world).spent.clear()
    assert blockaded(world, battle_of(world)) == ("e",)
    assert do(world, Withdraw("anna")).rolls == []


@pytest.mark.rule("NW3-MOVE-16", "NW3-MOVE-17")
def test_one_who_is_down_holds_nobody() -> None:
    world = among({"spd": 10}, ("wall",))
    who(world, "imp").engage = "e"
    who(world, "ghoul").hp = 0
    assert do(world, Withdraw("anna")).rolls == []


@pytest.mark.rule("NW3-MOVE-16", "NW3-MOVE-17")
def test_it_goes_where_its_owner_goes() -> None:
    world = among({"spd": 10, "count": 20}, ("wall",))
    do(world, Withdraw("anna"), (5, 4, 4, 3))
    battle = battle_of(world)
    assert blockaded(world, battle) == ()
    assert battle.acting == "ghoul"
    do(world, Move("ghoul", "invade", "ben"))
    assert blockaded(world, battle) == (who(world, "ben").engage,)


def test_players_see_it() -> None:
    world = among({"spd": 10}, ("wall",))
    assert view.view(world, seat("ben")).blockaded == ("e",)
    labels = [one.key for one in menu.main_menu(world, battle_of(world), who(world, "anna")).offers]
    assert ("menu.withdraw_blockade" in labels, "menu.withdraw" in labels) == (True, False)


# ---------------------------------------------------------------- Critical and Fumble Values, costs


@pytest.mark.rule("NW3-SKILL-24", "NW3-SKILL-58")
@pytest.mark.parametrize(
    ("ben", "ghoul", "dice", "result"),
    [
        ((), (), (3, 3), 9 + 6),
        (("lucky_star",), (), (3, 3, 2, 1), 9 + 10 + 3),  # C 6
        (("lucky_star",), (), (3, 4), 9 + 7),
        ((), ("ill_star",), (3, 4), 9 + 7),  # C 9
        ((), ("ill_star",), (5, 4, 2, 1), 9 + 10 + 3),
        (("lucky_star",), ("ill_star",), (4, 4, 2, 1), 9 + 10 + 3),  # C 8
        ((), ("clumsy",), (3, 3), 0),  # F 6, before C 7
        ((), ("clumsy",), (3, 4, 2, 1), 9 + 10 + 3),
    ],
)
def test_an_aura_moves_critical_and_fumble_values(
    ben: tuple[str, ...], ghoul: tuple[str, ...], dice: tuple[int, ...], result: int
) -> None:
    world = among({"pacc": 9}, ghoul, ben)
    assert results(hit(world, (*dice, 2, 1)), "hit") == [result]
    assert (who(world, "anna").critical, who(world, "anna").fumble) == (7, 2)


@pytest.mark.rule("NW3-SKILL-36", "NW3-SKILL-24")
@pytest.mark.parametrize(
    ("ben", "ghoul", "song", "paid"),
    [
        ((), (), "song", 4),
        (("shrine",), (), "song", 2),
        (("shrine",), (), "hymn", 4),
        ((), ("drought",), "song", 7),
        ((), ("drought",), "hymn", 7),
        (("shrine",), ("drought",), "song", 5),
    ],
)
def test_an_aura_changes_costs(ben: tuple[str, ...], ghoul: tuple[str, ...], song: str, paid: int) -> None:
    world = among({}, ghoul, ben, "song", "hymn")
    do(world, UseBlock("anna", song))
    assert who(world, "anna").mp == 12 - paid


@pytest.mark.rule("NW3-SKILL-36", "NW3-SKILL-35")
def test_what_an_aura_makes_too_dear_is_refused() -> None:
    world = among({"mp": 6}, ("drought",), (), "hymn")
    refused(world, UseBlock("anna", "hymn"), "not_enough_mp")
    do(world, DeclareDead("ghoul", "The sun rises."))
    do(world, UseBlock("anna", "hymn"))
    assert who(world, "anna").mp == 2


@pytest.mark.rule("NW3-SKILL-26", "NW3-SKILL-36")
def test_in_a_scene_it_is_in_force_from_the_start() -> None:
    world = table(
        fighter("anna", "wizards", "song", present=False), fighter("ben", "wizards", "shrine"), content=CONTENT
    )
    world.state.scene = None
    do(world, OpenScene("Roof", appear=("anna", "ben")))
    do(world, UseBlock("anna", "song"))
    do(world, CloseScene())
    do(world, OpenScene("Street", appear=("anna",)))
    do(world, UseBlock("anna", "song"))
    assert who(world, "anna").mp == 12 - 2 - 4


# ---------------------------------------------------------------- modules


@pytest.mark.parametrize("module", ["effects_on_places"])
def test_modules_of_effects_can_be_imported_first(module: str) -> None:
    code = f"import rulewright.games.nw3.battles.{module} as it; assert it.EFFECTS"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
