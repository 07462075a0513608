"""NW3-LOGIC-05: what a Logic forbids is refused at every place where it could be done."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_battle import REFEREE, battle_of, do, refused, seat, skill, who
from nw3_dives import casket_of, hound, inside, pc
from nw3_scenes import run
from rulewright.engine.errors import Malformed, Refused
from rulewright.games.nw3.battles import harm
from rulewright.games.nw3.battles.actions import TakeSevens
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.casting import UseBlock
from rulewright.games.nw3.battles.cover import why_not_cover
from rulewright.games.nw3.battles.flying import Fly
from rulewright.games.nw3.battles.movement import Move, Withdraw
from rulewright.games.nw3.battles.ongoing import OngoingAttack
from rulewright.games.nw3.battles.reactions import can_react
from rulewright.games.nw3.battles.robe import Equip, worth_opening
from rulewright.games.nw3.battles.rounds import start_main
from rulewright.games.nw3.dice import contests, judging
from rulewright.games.nw3.dice.calling import CallJudge
from rulewright.games.nw3.dice.prana import UsePrana
from rulewright.games.nw3.fortresses.logics import RemoveLogic, banned
from rulewright.games.nw3.playing.menu import menu
from rulewright.games.nw3.state import Battle, Carried, Nw3World

ANNA = seat("anna")
SONG = skill("song", "minor_action", "", 'categories = ["spell"]', 'cost = [{ kind = "mp", amount = 1 }]')
DANCE = skill("dance", "minor_action", "", 'cost = [{ kind = "prana", amount = 1 }]')


def logic(*what: str, more: str = "") -> str:
    """The TOML of a Logic that forbids this to everybody."""
    listed = ", ".join(f'"{one}"' for one in what)
    return (f'[[logic]]\nid = "order"\nname = "Order"\nscope = "all"\ntext = "Text."\n'
            f'[[logic.effect]]\nkind = "ban"\nwhat = [{listed}]\n{more}\n')  # fmt: skip


def fight(
    *what: str, more: str = "", holding: tuple[str, ...] = ("order",), acting: str = "anna", **values: Any
) -> Nw3World:
    """Anna's Main Process against the hound in her Engage, Ben beside her, under a Logic that forbids this."""
    records = [logic(*what, more=more), SONG, DANCE] if what else [SONG, DANCE]
    anna = pc("anna", prana=3, mp=9, engage="e", pacc=9)
    anna.skills = {"song": 1, "dance": 1}
    anna.items = [Carried("knife.1", "crossing_blade", "equipped"), Carried("staff.1", "rooftop_claws", "robe")]
    world = inside(anna, pc("ben", engage="e", prana=2), hound(engage="e", eva=3), holding=holding, records=records,
                   **{"any_seven_players": "never", **values})  # fmt: skip
    world.state.battle = Battle(["anna", "ben", "hound"], round=1)
    for one in world.state.characters.values():
        one.pre_action, one.count = True, 10
    note_timings(world, world.state.battle)
    start_main(world, battle_of(world), who(world, acting))
    return world


COMMANDS: list[tuple[str, str, msgspec.Struct]] = [
    ("move_action", "", Move("anna", "long")),
    ("minor_action", "", UseBlock("anna", "song")),
    ("major_action", "", Attack("anna", ("hound",), "knife.1")),
    ("withdraw", "", Withdraw("anna")),
    ("fly", "", Fly("anna")),
    ("lunar_robe_swap", "", Equip("anna", "knife.1", "robe")),
    ("skill_category", 'category = "spell"', UseBlock("anna", "song")),
    ("item_class", 'class = "weapon"', Attack("anna", ("hound",), "knife.1")),
    ("item_class", 'class = "weapon"', Equip("anna", "staff.1")),
    ("any_seven", "", Attack("anna", ("hound",), "knife.1", seven=True)),
    ("any_seven", "", CallJudge("hound", "spirit", 10, seven=True)),
    ("any_seven", "", TakeSevens("hound", ("dodge",))),
    ("prana_use", 'use = "raise_result"', UsePrana("anna", "raise")),
    ("prana_use", 'use = "spend_as_cost"', UseBlock("anna", "dance")),
    ("prana_use", "", UsePrana("anna", "avoid")),
]


@pytest.mark.rule("NW3-LOGIC-05")
@pytest.mark.parametrize(
    ("what", "more", "command"), COMMANDS, ids=[f"{one[0]}-{type(one[2]).__name__}" for one in COMMANDS]
)
def test_a_ban_refuses_with_its_name_and_changes_nothing(what: str, more: str, command: msgspec.Struct) -> None:
    world = fight(what, more=more)
    refusal = refused(world, command, "logic_ban", seat=REFEREE)
    assert refusal.rule in ("NW3-LOGIC-05", "NW3-SKILL-39", "NW3-SKILL-18", "NW3-SKILL-35")
    casket_of(world).logics.clear()
    reason = ""
    try:
        do(world, command, [3, 4] * 4)
    except (Refused, Malformed) as other:  # something else may stand in its way, and dice may be left over
        reason = getattr(other, "reason", "")
    assert reason != "logic_ban"


@pytest.mark.rule("NW3-LOGIC-05")
@pytest.mark.parametrize(
    ("what", "more", "of"),
    [
        ("skill_category", 'category = "spell"', {"category": ("broom",)}),
        ("item_class", 'class = "armor"', {"class_": ("weapon",)}),
        ("prana_use", 'use = "raise_result"', {"use": "fudge_dice"}),
        ("fly", "", None),
    ],
)
def test_a_ban_of_one_thing_leaves_the_others(what: Any, more: str, of: Any) -> None:
    world = fight(what, more=more)
    if of is None:
        assert not banned(world, who(world, "anna"), "withdraw")
    else:
        assert not banned(world, who(world, "anna"), what, **of)


@pytest.mark.rule("NW3-LOGIC-05", "NW3-LOGIC-07")
def test_l8_cover_up_is_forbidden_until_the_logic_is_removed_for_who_wants_it() -> None:
    world = fight(holding=("no_heroes",))
    anna, ben = who(world, "anna"), who(world, "ben")
    attack = OngoingAttack(who(world, "hound"), "Bite", "physical", "pacc", "patk", "physical", [anna], ("fire",))
    attack.aims[0].hit = True
    assert why_not_cover(world, attack, attack.aims[0], ben, set()) == "logic_ban"
    do(world, RemoveLogic("ben", "no_heroes"), seat=seat("ben"))
    assert why_not_cover(world, attack, attack.aims[0], ben, set()) == ""


@pytest.mark.rule("NW3-LOGIC-05")
def test_l10_nobody_takes_seven_for_an_enemy_either() -> None:
    world = fight(holding=("honest_dice",))
    refused(world, CallJudge("hound", "spirit", 10, seven=True), "logic_ban")
    refused(world, TakeSevens("hound", ("dodge",)), "logic_ban")
    do(world, TakeSevens("hound", ()))


@pytest.mark.rule("NW3-LOGIC-05")
def test_who_may_not_react_makes_no_dodge_check() -> None:
    assert not can_react(fight("reaction"), who(fight("reaction"), "hound"))
    world = fight("reaction")
    done = do(world, Attack("anna", ("hound",), "knife.1"), [3, 3, 2, 2])  # damage and defence alone
    assert "attack.hits" in done.keys


@pytest.mark.rule("NW3-LOGIC-05")
def test_the_lunar_robe_stays_closed_in_setup() -> None:
    world = fight("lunar_robe_swap")
    assert not worth_opening(world, who(world, "anna"))
    casket_of(world).logics.clear()
    assert worth_opening(world, who(world, "anna"))


@pytest.mark.rule("NW3-LOGIC-05")
def test_uses_of_prana_in_judges_are_barred_with_the_reason() -> None:
    world = fight("prana_use", more='use = "reroll_dice"')
    anna = who(world, "anna")
    done = do(world, CallJudge("anna", "spirit", 15), [2, 3])
    assert done.question("dice_window").barred["reroll"] == "logic_ban"
    assert anna.prana == 3
    world = fight("prana_use", more='use = "raise_result"')
    done = do(world, CallJudge("anna", "spirit", 15), [2, 3])
    assert "raise_result" not in done.questions


@pytest.mark.rule("NW3-LOGIC-05")
def test_without_any_use_of_prana_nothing_is_asked() -> None:
    world = fight("prana_use")
    assert do(world, CallJudge("anna", "spirit", 15), [2, 3]).questions == []
    ben = who(world, "ben")
    ben.hp = 0
    assert not list(harm.fall(world, ben))
    assert ben.hp == 0


@pytest.mark.rule("NW3-LOGIC-05")
def test_a_critical_keeps_the_ban_for_the_dice_that_follow() -> None:
    world = fight("prana_use", more='use = "fudge_dice"', prana_dice_on_chain=True)
    judge = judging.asked(world, who(world, "anna"), "called", 5)
    done = run(world, contests.lead(judge, world.state.options), [3, 4, 2, 2])
    assert [one.barred["fudge_up"] for one in done.asked] == ["logic_ban"]


@pytest.mark.rule("NW3-LOGIC-05")
def test_the_menu_offers_nothing_that_is_forbidden() -> None:
    def offered(world: Nw3World) -> set[str]:
        shown = menu(world, ANNA)
        assert shown is not None
        return {type(one.command).__name__ for one in shown.offers}

    banned_all = fight("major_action", "withdraw", "fly", "lunar_robe_swap", "minor_action")
    assert not {"Attack", "Withdraw", "Fly", "Equip", "UseBlock"} & offered(banned_all)
    assert {"Attack", "Withdraw", "Fly", "Equip", "UseBlock"} <= offered(fight(holding=()))
