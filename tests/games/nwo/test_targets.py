"""Who can be aimed at: range, sides, squares, counts, and those who are hidden, dead or gone (NWO-SPELL-08)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_magic import paused, table
from nwo_play import Play
from rulewright.games.nwo.battles import targets
from rulewright.games.nwo.battles.actions import CastSpell, UseAbility
from rulewright.games.nwo.battles.battle import LeaveBattle

COALS = "hot_coals"


def field(*, fights: bool = True, **house: Any) -> Play:
    """Ruka's turn: a hound on her square, another and Tomo on the next."""
    play = table("ruka", "tomo", "near:mire_hound", "far:mire_hound", **house)
    play["tomo"].square = play["far"].square = (1, 0)
    for id in ("near", "far"):
        play.change(id, name=id)
    abilities = {"hot_coals": 1, "rally_call": 1, "strange_tale": 1, "quay_blessing": 1}
    play.change("ruka", abilities=abilities, spells=["spark_ring", "brine_wave", "lamp_sight", "long_coat"], mp=8)
    play.values("ruka", magic=20)
    play.change("tomo", abilities={}, spells=[])
    if fights:
        play.fight(ruka=40, tomo=3, near=2, far=1)
    return play


def legal(play: Play, spell: str, user: str = "ruka") -> list[str]:
    return [one.id for one in targets.legal(play.world, play[user], play.world.content.spells_by_id[spell])]


# ---------------------------------------------------------------- range and sides


@pytest.mark.rule("NWO-SPELL-08", "NWO-MOVE-07")
def test_targets_are_those_in_range_and_of_the_side_that_is_meant() -> None:
    play = field()
    assert legal(play, "ember_dart") == ["ruka", "tomo", "near", "far"]
    assert legal(play, "long_coat") == ["ruka", "near"]
    assert legal(play, "spark_ring") == ["near", "far"]
    assert legal(play, "lamp_sight") == ["ruka"]
    assert legal(play, "spark_ring", "near") == ["ruka", "tomo"]


@pytest.mark.rule("NWO-SPELL-08")
@pytest.mark.parametrize(("metric", "reached"), [("orthogonal", False), ("diagonal_one", True)])
def test_the_measure_of_a_range_is_an_option(metric: str, reached: bool) -> None:
    play = field(range_metric=metric)
    play["tomo"].square = (1, 1)
    assert targets.reaches(play.world, play["ruka"], (0, 1), play["tomo"].square) == reached


@pytest.mark.rule("NWO-SPELL-08")
def test_a_range_may_have_a_least_distance() -> None:
    play = field()
    assert not targets.reaches(play.world, play["ruka"], (1, 2), (0, 0))
    assert targets.reaches(play.world, play["ruka"], (1, 2), (1, 1))
    assert not targets.reaches(play.world, play["ruka"], (1, 2), (2, 1))


@pytest.mark.rule("NWO-CAST-18")
def test_outside_of_a_fight_everybody_is_in_range() -> None:
    play = field(fights=False)
    play["far"].square = (9, 9)
    assert legal(play, "spark_ring") == ["near", "far"]


# ---------------------------------------------------------------- squares


@pytest.mark.rule("NWO-SPELL-08")
def test_a_square_is_one_in_range_with_somebody_affected_and_the_own_one_if_the_range_begins_at_0() -> None:
    play = field()
    content = play.world.content
    wave, blessing = content.spells_by_id["brine_wave"], content.abilities_by_id["quay_blessing"]
    assert targets.squares(play.world, play["ruka"], wave) == [(1, 0)]
    assert targets.squares(play.world, play["ruka"], blessing) == [(0, 0), (1, 0)]
    assert [one.id for one in targets.on_square(play.world, play["ruka"], wave, (1, 0))] == ["far"]
    assert [one.id for one in targets.on_square(play.world, play["ruka"], blessing, (1, 0))] == ["tomo"]


@pytest.mark.rule("NWO-SPELL-08")
def test_the_effect_on_a_square_is_for_the_side_that_is_meant_alone() -> None:
    play = field()
    play.change("tomo", hp=10)
    play.give(UseAbility("ruka", COALS, square=(1, 0)), [3])
    assert (play["far"].hp, play["tomo"].hp, play["near"].hp) == (30 - 6, 10, 30)


@pytest.mark.rule("NWO-SPELL-08")
@pytest.mark.parametrize(
    ("square", "reason"),
    [
        (None, "bad_target_count"),
        ((0, 0), "out_of_range"),
        ((2, 0), "out_of_range"),
        ((-1, 0), "off_map"),
        ((0, 2), "off_map"),
    ],
)
def test_a_square_that_is_not_there_or_out_of_range_is_refused(square: tuple[int, int] | None, reason: str) -> None:
    assert field().refuses(UseAbility("ruka", COALS, square=square)) == reason


# ---------------------------------------------------------------- how many, and who is no target


@pytest.mark.rule("NWO-SPELL-08", "NWO-CAST-11")
@pytest.mark.parametrize(
    ("named", "reason"),
    [
        ((), "bad_target_count"),
        (("near", "far", "near"), "bad_target_count"),
        (("near", "near"), "bad_target_count"),
        (("nobody",), "no_target"),
        (("tomo",), "no_target"),
        (("near", "ruka"), "no_target"),
    ],
)
def test_at_least_one_target_nobody_twice_and_no_more_than_it_may_have(named: tuple[str, ...], reason: str) -> None:
    assert field().refuses(UseAbility("ruka", "strange_tale", named)) == reason


@pytest.mark.rule("NWO-SPELL-08", "NWO-CAST-11")
def test_three_different_targets_are_one_too_many_for_two() -> None:
    play = field()
    play["tomo"].faction = "foes"
    assert play.refuses(UseAbility("ruka", "strange_tale", ("near", "far", "tomo"))) == "bad_target_count"
    question = paused(play, CastSpell("ruka", "spark_ring"), "targets")
    assert (len(question.options), question.most) == (3, 2)


@pytest.mark.rule("NWO-SPELL-08", "NWO-CAST-11")
def test_a_target_out_of_range_is_refused() -> None:
    play = field()
    play["far"].square = (2, 0)
    assert play.refuses(UseAbility("ruka", "strange_tale", ("near", "far"))) == "out_of_range"


@pytest.mark.rule("NWO-CAST-11")
@pytest.mark.parametrize("fields", [{"dead": True}, {"present": False}])
def test_the_dead_and_the_gone_are_no_targets(fields: dict[str, Any]) -> None:
    play = field()
    play.change("far", **fields)
    assert play.refuses(UseAbility("ruka", "strange_tale", ("far",))) == "no_target"
    assert legal(play, "spark_ring") == ["near"]


@pytest.mark.rule("NWO-CAST-11")
def test_who_has_left_the_fight_is_no_target_any_more() -> None:
    play = field()
    play.give(LeaveBattle("far"))
    assert play.refuses(UseAbility("ruka", "strange_tale", ("far",))) == "no_target"


@pytest.mark.rule("NWO-SPELL-08")
def test_apparent_death_and_a_faint_leave_one_a_target() -> None:
    play = field()
    play.change("near", hp=-2)
    play.change("far", fainted=True)
    assert legal(play, "spark_ring") == ["near", "far"]


@pytest.mark.rule("NWO-CAST-11", "NWO-SPELL-08")
def test_a_caster_is_offered_up_to_so_many_targets_or_none() -> None:
    play = field()
    question = paused(play, CastSpell("ruka", "spark_ring"), "targets")
    assert ([option.value for option in question.options], question.least, question.most) == (["near", "far"], 0, 2)
    other = field()
    other["far"].dead = True
    assert paused(other, CastSpell("ruka", "spark_ring"), "targets").most == 1
    none = field()
    none.give(CastSpell("ruka", "spark_ring"), (), {"targets": [[]]})
    assert (none["ruka"].mp, none["ruka"].count, none.battle.acting) == (7, 40, "ruka")


@pytest.mark.rule("NWO-CAST-11")
def test_nobody_is_asked_for_targets_where_there_are_none() -> None:
    play = field()
    for id in ("near", "far"):
        play[id].dead = True
    play.give(CastSpell("ruka", "spark_ring"))
    assert play.asked() == ["interrupt_cast_now"]
    assert play["ruka"].mp == 7


# ---------------------------------------------------------------- the hidden


@pytest.mark.rule("NWO-SPELL-08")
def test_players_are_not_offered_the_hidden_and_cannot_name_them() -> None:
    play = field()
    play["far"].hidden = True
    assert legal(play, "spark_ring") == ["near"]
    assert targets.squares(play.world, play["ruka"], play.world.content.spells_by_id["brine_wave"]) == []
    assert play.refuses(UseAbility("ruka", "strange_tale", ("far",)), "ruka") == "no_target"
    play["near"].player = "referee"
    play["ruka"].hidden = True
    assert legal(play, "spark_ring", "near") == ["ruka", "tomo"]  # the referee knows them


@pytest.mark.rule("NWO-SPELL-08")
def test_the_hidden_are_struck_by_what_strikes_their_square_but_not_named() -> None:
    play = field()
    play["far"].hidden = True
    near = play["near"]
    near.square = (1, 0)
    play.change("ruka", count=49)
    question = paused(play, CastSpell("ruka", "brine_wave"), "target_square")
    assert question.options[0].facts["names"] == ["near"]
    play = field()
    play["far"].hidden, play["near"].square = True, (1, 0)
    play.change("ruka", count=49, critical=(12,), fumble=())
    play.give(CastSpell("ruka", "brine_wave"), [1, 1, 6, 5, 6, 5])
    activated = next(event for event in play.told if event.key == "cast.activates")
    assert activated.facts["targets"] == ["near"]
