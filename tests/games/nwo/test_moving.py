"""NWO-MOVE-08 to -14: the four movements, in a fight, over mines, and what follows a combat move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play, options, quay, rows_of
from rulewright.engine.drivers import Script
from rulewright.games.nwo.battles import moving, squares
from rulewright.games.nwo.battles.actions import Attack, CastSpell, Delay, EndTurn, Pass, WakeUp
from rulewright.games.nwo.battles.gear import DropItem, TakeFromRobe
from rulewright.games.nwo.battles.moving import FullMove, Move
from rulewright.games.nwo.battles.prana import PranaToHp
from rulewright.games.nwo.judges import dice
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.growth import FullMove as FullMoveRow
from rulewright.games.nwo.records.maps import Trap

ALLOWANCES = rows_of("move_allowance")
EAST = ((1, 0),)
ON_THE_MINE = ((1, 0), (2, 0))
BLADE = "ruka.guard_blade.1"


def pier(hound: tuple[int, int] = (0, 1), ruka: tuple[int, int] = (0, 0)) -> Play:
    """Ruka (move 4) has the turn at 27; a hound stands somewhere and acts at 1."""
    play = Play("ruka", "hound:mire_hound", hound=hound, ruka=ruka)
    play.fight(ruka=27, hound=1)
    return play


def mined(*effects: Effect, text: str | None = None) -> Play:
    """The same with another mine at (2, 0)."""
    play = pier()
    trap = Trap(square=(2, 0), kind="mine", text=text, effects=effects)
    map = msgspec.structs.replace(quay().maps_by_id["pier"], traps=(trap,))
    play.world.content = msgspec.structs.replace(quay(), map=(map,))
    return play


# ---------------------------------------------------------------- rows of the rules


@pytest.mark.rule("NWO-MOVE-08", "NWO-MOVE-09", "NWO-MOVE-10")
@pytest.mark.parametrize("row", ALLOWANCES, ids=[row["id"] for row in ALLOWANCES])
def test_rows_of_allowances(row: dict[str, Any]) -> None:
    given, expected = row["given"], row["expect"]
    if given["kind"] != "full":
        assert squares.allowance(given["kind"], given["move"]) == expected["allowance"]
        return
    fallen = Script(given["dice"]).run(dice.thrown(tuple(given["critical"]), tuple(given["fumble"])))
    value = dice.added(fallen, given["agility"], 0, 0, 0)
    table = [msgspec.convert(one, FullMoveRow) for one in given["table"]]
    assert (value, squares.full_move(table, value)) == (expected["value"], expected["allowance"])
    # at the table: Ruka has this agility, these C and F values and this table
    play = pier()
    assert list(play.world.content.full_moves) == table
    play.give(FullMove("ruka"), given["dice"])
    (told,) = [event for event in play.told if event.key == "move.full_points"]
    assert told.facts["points"] == expected["allowance"]


def test_all_rows_of_allowances_are_used() -> None:
    assert [row["id"] for row in ALLOWANCES] == ["move-1", "move-2", "move-3", "move-4", "move-5"]


@pytest.mark.rule("NWO-MOVE-14")
def test_moving_less_loses_the_rest_and_is_the_action_move_25() -> None:
    play = pier()
    play.values("ruka", move=3)
    play.give(Move("ruka", "normal", EAST), seat="ruka")
    assert play["ruka"].square == (1, 0)
    assert play["ruka"].count == 7
    assert (play.battle.acting, play.battle.current) == ("ruka", 7)  # an extra action, after the turn is over


@pytest.mark.rule("NWO-MOVE-09")
def test_a_combat_move_is_followed_by_no_move_but_an_attack_move_26() -> None:
    play = pier(hound=(1, 0))
    play.give(Move("ruka", "combat", EAST), seat="ruka")
    assert (play["ruka"].square, play["ruka"].count, play.battle.acting) == ((1, 0), 27, "ruka")
    assert play.refuses(Move("ruka", "normal", EAST), "ruka") == "move_again"
    assert play.refuses(FullMove("ruka"), "ruka") == "move_again"
    assert play.refuses(Move("ruka", "combat", EAST), "ruka") == "move_again"
    play.give(Attack("ruka", BLADE, "hound"), [1, 2, 3, 3], seat="ruka")
    assert play["ruka"].count == 7


# ---------------------------------------------------------------- how far


@pytest.mark.rule("NWO-MOVE-08")
def test_a_normal_move_goes_as_far_as_the_move_value_with_its_lasting_parts() -> None:
    play = pier()
    four = ((1, 0), (1, 1), (0, 1), (0, 0))
    play["hound"].square = (3, 0)
    assert moving.points(play["ruka"], "normal") == 4  # 3 of the attributes, 1 of the class
    assert play.refuses(Move("ruka", "normal", (*four, (1, 0)))) == "move_too_far"
    play.give(Move("ruka", "normal", four))
    assert play["ruka"].square == (0, 0)
    assert play["ruka"].count == 7


@pytest.mark.rule("NWO-MOVE-09", "NWO-MOVE-14")
def test_a_combat_move_goes_one_point_less() -> None:
    play = pier(hound=(3, 0))
    assert play.refuses(Move("ruka", "combat", ((1, 0), (1, 1), (0, 1), (0, 0)))) == "move_too_far"
    play.give(Move("ruka", "combat", ((1, 0), (1, 1), (0, 1))))
    assert play["ruka"].square == (0, 1)


@pytest.mark.rule("NWO-MOVE-08", "NWO-MOVE-09")
@pytest.mark.parametrize("move", [0, -3])
def test_with_no_points_one_stays(move: int) -> None:
    play = pier(hound=(3, 0))
    play.values("ruka", move=move)
    assert squares.allowance("normal", move) == squares.allowance("combat", move) == 0
    assert play.refuses(Move("ruka", "normal", EAST)) == "move_too_far"
    play.give(Move("ruka", "combat"))
    assert [option.value for option in play.script.asked[0].options] == ["stay"]
    assert play["ruka"].square == (0, 0)


@pytest.mark.rule("NWO-MOVE-11", "NWO-MOVE-14")
def test_a_path_over_the_allowance_is_refused_as_a_whole() -> None:
    play = pier(hound=(0, 0))
    play.values("ruka", move=2)
    assert play.refuses(Move("ruka", "normal", ((1, 0), (2, 0)))) == "move_too_far"
    assert play["ruka"].square == (0, 0)
    play.give(Move("ruka", "normal", EAST))
    assert play["ruka"].square == (1, 0)


@pytest.mark.rule("NWO-MOVE-14")
def test_the_way_is_asked_for_with_what_each_square_costs_and_staying_is_proposed() -> None:
    play = pier(hound=(0, 0))
    play.values("ruka", move=3)
    play.give(Move("ruka", "normal"), answers={"path": "1.1"}, seat="ruka")
    (question,) = play.script.asked
    costs = {option.value: option.facts.get("cost") for option in question.options}
    assert costs == {"stay": None, "0.1": 2, "1.0": 2, "1.1": 3, "2.0": 3}
    assert question.default == "stay"
    assert play["ruka"].square == (1, 1)


@pytest.mark.rule("NWO-MOVE-14")
@pytest.mark.parametrize("command", [Move("ruka", "normal", ()), Move("ruka", "normal")])
def test_no_square_at_all_is_allowed_and_uses_the_action(command: Move) -> None:
    play = pier()
    play.give(command)
    assert (play["ruka"].square, play["ruka"].count) == ((0, 0), 7)


# ---------------------------------------------------------------- full moves


@pytest.mark.rule("NWO-MOVE-10")
def test_a_full_move_judges_first_and_then_chooses_the_way() -> None:
    play = pier(hound=(3, 0))
    play.give(FullMove("ruka"), [1, 1], {"path": "2.1", "prana": 1}, seat="ruka")  # 8 + 2 + 1: 3 points
    assert play.asked() == ["prana", "path"]
    way = play.script.asked[1]
    assert way.facts["points"] == 3
    assert play["ruka"].square == (2, 1)
    assert (play["ruka"].count, play["ruka"].prana) == (7, 11)
    assert play.keys().index("judge.value.plain") < play.keys().index("move.full")


@pytest.mark.rule("NWO-MOVE-10")
def test_points_of_a_full_move_do_not_reach_further_than_the_table_says() -> None:
    play = pier(hound=(0, 0))
    play.give(FullMove("ruka"), [1, 4])  # a fumble: 1 point, and a foe to leave
    assert [option.value for option in play.script.asked[-1].options] == ["stay"]
    assert play["ruka"].square == (0, 0)


@pytest.mark.rule("NWO-MOVE-10")
def test_the_judge_of_a_full_move_is_halved_for_the_prone_who_stand_up_first() -> None:
    play = Play("ruka", "hound:mire_hound", hound=(3, 0))
    play["ruka"].prone = True
    play.fight(ruka=27, hound=1)
    play.give(FullMove("ruka"), [3, 4])
    assert play.script.asked[-1].facts["points"] == 4  # 15, not 4 + 7


@pytest.mark.rule("NWO-MOVE-10")
def test_no_way_is_chosen_by_who_fell_during_the_judge() -> None:
    play = pier(hound=(3, 0))
    play.meanwhile("prana", lambda: play.change("ruka", hp=-3), FullMove("ruka"), [3, 4])
    assert play.asked() == ["prana"]
    assert (play["ruka"].square, play["ruka"].count, play.battle.acting) == ((0, 0), 7, "hound")


# ---------------------------------------------------------------- mines


@pytest.mark.rule("NWO-MOVE-13")
def test_a_mine_works_on_who_enters_its_square_and_moving_goes_on() -> None:
    play = pier()
    play.give(Move("ruka", "normal", (*ON_THE_MINE, (3, 0))))
    assert [event.key for event in play.told if event.key.startswith("move.")] == ["move.mine", "move.normal"]
    assert play["ruka"].square == (3, 0)
    assert play.keys().count("status.prone") == 1
    assert play.state.traps_met == ["2.0"]


@pytest.mark.rule("NWO-MOVE-13")
def test_standing_on_a_mine_or_leaving_it_triggers_nothing() -> None:
    play = pier(ruka=(2, 0))
    play.give(Move("ruka", "normal", ((3, 0),)))
    assert play.keys().count("move.mine") == 0
    assert play.state.traps_met == []


@pytest.mark.rule("NWO-MOVE-13")
def test_a_mine_works_each_time() -> None:
    play = pier()
    play.give(Move("ruka", "normal", (*ON_THE_MINE, (3, 0), (2, 0))))
    assert play.keys().count("move.mine") == 2
    assert play.state.traps_met == ["2.0"]


@pytest.mark.rule("NWO-MOVE-12", "NWO-MOVE-13")
def test_a_flyer_moves_over_mines() -> None:
    play = Play("caller:fog_caller", "hound:mire_hound", hound=(0, 1))
    play.fight(caller=27, hound=1)
    play.give(Move("caller", "normal", ON_THE_MINE))
    assert play["caller"].square == (2, 0)
    assert play.keys().count("move.mine") == 0
    assert not play["caller"].prone


@pytest.mark.rule("NWO-MOVE-13")
def test_other_traps_are_the_referees() -> None:
    play = pier(hound=(3, 0))
    play.give(Move("ruka", "normal", ((1, 0), (1, 1))))
    assert play.keys().count("move.mine") == 0


@pytest.mark.rule("NWO-MOVE-13")
@pytest.mark.parametrize(
    ("effect", "square"),
    [
        (Effect(op="add_status", status="fainted"), (2, 0)),
        (Effect(op="damage", amount=20), (2, 0)),  # serious
        (Effect(op="damage", amount=24), (2, 0)),
        (Effect(op="damage", amount=19), (3, 0)),
        (Effect(op="add_status", status="prone"), (3, 0)),
    ],
)
def test_a_mine_ends_a_move_only_if_what_it_does_bars_moving(effect: Effect, square: tuple[int, int]) -> None:
    play = mined(effect)
    play.give(Move("ruka", "normal", (*ON_THE_MINE, (3, 0))))
    assert play["ruka"].square == square
    assert play["ruka"].count == 7


@pytest.mark.rule("NWO-MOVE-13")
def test_a_mine_of_words_is_told_for_the_referee_to_resolve() -> None:
    play = mined(text="Glass everywhere.")
    play.give(Move("ruka", "normal", ON_THE_MINE))
    (told,) = [event for event in play.told if event.key == "move.mine"]
    assert told.facts["text"] == "Glass everywhere."


@pytest.mark.rule("NWO-MOVE-13")
def test_full_moves_trigger_mines_too() -> None:
    play = pier()
    play.give(FullMove("ruka"), [3, 4], {"path": "2.0"})
    assert play.keys().count("move.mine") == 1


# ---------------------------------------------------------------- after a combat move


@pytest.mark.rule("NWO-MOVE-09", "NWO-OPEN-44")
@pytest.mark.parametrize("ending", [Pass("ruka"), EndTurn("ruka")])
def test_a_combat_move_alone_was_the_action(ending: msgspec.Struct) -> None:
    play = pier()
    play.give(Move("ruka", "combat", EAST))
    play.give(ending)
    assert play["ruka"].count == 7


@pytest.mark.rule("NWO-MOVE-09")
def test_no_delay_after_a_combat_move() -> None:
    play = pier()
    play.give(Move("ruka", "combat", EAST))
    assert play.refuses(Delay("ruka", 20)) == "action_used"


@pytest.mark.rule("NWO-MOVE-09")
@pytest.mark.parametrize("command", [Move("ruka", "normal", ((1, 1),)), Move("ruka", "normal", ())])
def test_by_option_another_move_is_the_action(command: Move) -> None:
    play = Play("ruka", "hound:mire_hound", house=options(combat_move_then_move="on"), hound=(0, 1))
    play.fight(ruka=27, hound=1)
    play.give(Move("ruka", "combat", EAST))
    assert play.refuses(Move("ruka", "combat", ())) == "move_again"  # or there would be no end
    play.give(command)
    assert play["ruka"].count == 7


@pytest.mark.rule("NWO-MOVE-09")
def test_by_option_a_full_move_follows_too() -> None:
    play = Play("ruka", "hound:mire_hound", house=options(combat_move_then_move="on"), hound=(0, 1))
    play.fight(ruka=27, hound=1)
    play.give(Move("ruka", "combat", EAST))
    play.give(FullMove("ruka"), [3, 4], {"path": "3.0"})
    assert (play["ruka"].square, play["ruka"].count) == ((3, 0), 7)


@pytest.mark.rule("NWO-MOVE-09")
def test_the_move_comes_first() -> None:
    play = pier(hound=(0, 0))
    play["ruka"].keeps_turn = True
    play.give(Attack("ruka", BLADE, "hound"), [1, 2, 3, 3])
    for command in (Move("ruka", "combat", EAST), Move("ruka", "normal", EAST), FullMove("ruka")):
        assert play.refuses(command) == "action_used"


@pytest.mark.rule("NWO-MOVE-09")
def test_free_actions_are_free_between_a_combat_move_and_its_action() -> None:
    play = pier(hound=(1, 0))
    play.give(TakeFromRobe("ruka", "ruka.salve.4"))
    play.give(Move("ruka", "combat", EAST))
    play.give(DropItem("ruka", "ruka.salve.4"))
    play.give(Attack("ruka", BLADE, "hound"), [1, 2, 3, 3])
    assert play["ruka"].count == 7


@pytest.mark.rule("NWO-MOVE-09")
def test_a_combat_move_before_casting_costs_nothing_more() -> None:
    play = Play("tomo", "hound:mire_hound", hound=(3, 0))
    play.fight(tomo=27, hound=26)
    play.give(Move("tomo", "combat", EAST))
    play.give(CastSpell("tomo", "ember_dart"))
    assert (play["tomo"].square, play["tomo"].count, play.battle.acting) == ((1, 0), 21, "hound")


@pytest.mark.rule("NWO-MOVE-09")
def test_who_faints_on_a_combat_move_may_still_wake_up() -> None:
    play = mined(Effect(op="add_status", status="fainted"))
    play.give(Move("ruka", "combat", (*ON_THE_MINE, (3, 0))))
    assert (play["ruka"].square, play["ruka"].count) == ((2, 0), 27)
    assert play.refuses(Attack("ruka", BLADE, "hound")) == "status_fainted"
    play.give(WakeUp("ruka"), [5, 4])
    assert (play["ruka"].fainted, play["ruka"].count) == (False, 7)


@pytest.mark.rule("NWO-MOVE-09")
def test_the_seriously_wounded_may_still_use_prana_after_a_combat_move() -> None:
    play = mined(Effect(op="damage", amount=20))
    play.give(Move("ruka", "combat", ON_THE_MINE))
    assert (play["ruka"].hp, play["ruka"].count) == (4, 27)
    play.give(PranaToHp("ruka", 1))
    assert (play["ruka"].hp, play["ruka"].count) == (5, 7)


@pytest.mark.rule("NWO-MOVE-09", "NWO-COUNT-16")
def test_who_falls_on_a_combat_move_has_no_action_left() -> None:
    play = mined(Effect(op="damage", amount=24))
    play.give(Move("ruka", "combat", ON_THE_MINE))
    assert (play["ruka"].hp, play["ruka"].count, play.battle.acting) == (0, 7, "hound")


# ---------------------------------------------------------------- who may not


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize("command", [Move("ruka", "normal", EAST), Move("ruka", "combat", EAST), FullMove("ruka")])
def test_moves_are_made_in_fights_and_in_ones_own_turn(command: msgspec.Struct) -> None:
    play = Play("ruka", "hound:mire_hound")
    assert play.refuses(command) == "not_in_combat"
    play.fight(ruka=5, hound=9)
    assert play.refuses(command) == "not_your_turn"
    assert play.refuses(command, "hound") == "not_your_actor"


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        ({"hp": 3, "serious": True}, "status_serious"), ({"fainted": True}, "status_fainted"),
        ({"hp": -1}, "status_apparent_death"), ({"hp": -1, "dead": True}, "dead"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", [Move("ruka", "normal", EAST), Move("ruka", "combat", EAST), FullMove("ruka")])
def test_who_cannot_move(state: dict[str, Any], reason: str, command: msgspec.Struct) -> None:
    play = pier()
    play.change("ruka", **state)
    assert play.refuses(command) == reason
