"""Using items in a turn: healing, cures, effects, and how often (NWO-COUNT-13, NWO-COUNT-18, NWO-SPELL-10 to -13)."""

from __future__ import annotations

from typing import Any

import pytest

from nwo_magic import begins_cast, table, thrown, told, values
from nwo_play import Play
from rulewright.games.nwo.battles import spells
from rulewright.games.nwo.battles.actions import Pass
from rulewright.games.nwo.battles.gear import DropItem, TakeFromRobe, UseItem
from rulewright.games.nwo.records.gear import Item
from rulewright.games.nwo.state import Thing

THINGS = ("salve", "sharp_salts", "fire_pot", "war_paint", "tonic")


def kit(*, fights: bool = True, **fields: Any) -> Play:
    """Ruka's turn with one of everything in hand; Tomo is beside her, a hound a square away."""
    play = table("ruka", "tomo", "hound:mire_hound")
    play["hound"].square = (1, 0)
    gear = [Thing(id, id, "in_hand", play.world.content.gear_by_id[id].uses) for id in THINGS]  # type: ignore[union-attr]
    play.change("ruka", abilities={}, prana=0, gear=gear, **fields)
    play.change("tomo", abilities={}, spells=[], prana=0)
    play.change("hound", at_zero="")
    if fights:
        play.fight(ruka=40, tomo=2, hound=1)
    return play


def use(thing: str, *on: str, square: tuple[int, int] | None = None) -> UseItem:
    return UseItem("ruka", thing, on, square)


@pytest.mark.rule("NWO-COUNT-13", "NWO-SPELL-10", "NWO-SPELL-11", "NWO-SPELL-12")
def test_an_item_heals_with_its_own_power_as_an_action() -> None:
    play = kit()
    play.change("tomo", hp=2, serious=True)
    play.give(use("salve", "tomo"), [2, 2])
    assert values(play) == [("heal", 3 + 4)]
    assert (play["tomo"].hp, play["tomo"].serious) == (9, False)
    assert (play["ruka"].count, play["ruka"].gear[0].uses) == (20, 1)


@pytest.mark.rule("NWO-SPELL-11")
def test_prana_may_go_into_the_healing_judge_of_an_item() -> None:
    play = kit()
    play.change("ruka", prana=4)
    play.change("tomo", hp=5)
    play.give(use("salve", "tomo"), [2, 2], {"prana": 4})
    assert (play["tomo"].hp, play["ruka"].prana) == (5 + 11, 0)


@pytest.mark.rule("NWO-SPELL-10", "NWO-PRANA-12")
def test_a_fumbled_salve_takes_no_hp_and_is_used_all_the_same() -> None:
    play = kit()
    play.change("tomo", hp=9)
    play.give(use("salve", "tomo"), [1, 4])
    assert (play["tomo"].hp, play["ruka"].gear[0].uses, play["ruka"].count) == (9, 1, 20)


@pytest.mark.rule("NWO-SPELL-12")
def test_a_salve_does_not_reach_apparent_death() -> None:
    play = kit()
    play.change("tomo", hp=-1)
    play.give(use("salve", "tomo"), [2, 2])
    assert play["tomo"].hp == -1


@pytest.mark.rule("NWO-SPELL-13")
def test_an_item_cures_and_its_text_is_told() -> None:
    play = kit()
    play.change("tomo", fainted=True)
    play.give(use("sharp_salts", "tomo"))
    assert not play["tomo"].fainted
    assert told(play, "effect.words")[0]["text"] == "Smells of ammonia."


@pytest.mark.rule("NWO-SPELL-08", "NWO-COUNT-18")
def test_an_item_thrown_at_a_square_works_on_everybody_there_until_it_is_used_up() -> None:
    play = kit(count=60)
    play["tomo"].square = (1, 0)
    play.give(use("fire_pot", square=(1, 0)), [1, 3])
    assert (play["tomo"].hp, play["hound"].hp, thrown(play)) == (15, 26, ["effect", "effect"])
    play.give(use("fire_pot", square=(1, 0)), [1, 3])
    play["ruka"].count, play["ruka"].done, play.battle.acting = 20, False, "ruka"
    assert play.refuses(use("fire_pot", square=(1, 0))) == "no_uses_left"


@pytest.mark.rule("NWO-TIMING-14", "NWO-JUDGE-07")
def test_what_an_item_does_lasts_for_the_count_and_an_item_without_uses_is_never_used_up() -> None:
    play = kit()
    play.give(use("war_paint"))
    assert told(play, "effect.lasts.count")[0]["thing"] == "War Paint"
    assert (play["ruka"].lasting, play["ruka"].now.critical) == ([], (10,))  # the count is another one now
    play.give(use("war_paint"))
    assert play["ruka"].gear[3].uses is None


@pytest.mark.rule("NWO-SPELL-06", "NWO-JUDGE-07")
def test_two_things_of_one_name_do_not_add_up() -> None:
    play = kit()
    record = play.world.content.gear_by_id["war_paint"]
    assert isinstance(record, Item)
    assert record.use is not None
    for _ in range(2):
        play.run(spells.use_item(play.world, play["ruka"], record.id, record.name, record.use, [play["ruka"]]))
    now = play["ruka"].now
    assert (now.judges, now.critical, now.fumble) == ({"hit": 2}, (7, 10), (2, 5))


@pytest.mark.rule("NWO-SPELL-12", "NWO-SPELL-13")
def test_an_item_with_effects_gives_hp_without_dice_and_takes_prone_off() -> None:
    play = kit()
    play.change("tomo", hp=10, prone=True)
    play.give(use("tonic", "tomo"))
    assert (play["tomo"].hp, thrown(play)) == (15, [])
    assert told(play, "status.no_longer.prone")


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize("place", ["robe", "packed", "dropped"])
def test_only_what_is_in_hand_or_equipped_is_used(place: str) -> None:
    play = kit()
    play.change("ruka", gear=[Thing("salve", "salve", place, 2)])  # type: ignore[arg-type]
    assert play.refuses(use("salve", "tomo")) == "item_missing"
    assert play.refuses(use("nothing", "tomo")) == "item_missing"


@pytest.mark.rule("NWO-COUNT-18")
def test_a_coat_has_no_use() -> None:
    play = kit()
    play.change("ruka", gear=[Thing("coat", "oilskin", "equipped")])
    assert play.refuses(use("coat", "tomo")) == "bad_value"


@pytest.mark.rule("NWO-SPELL-08", "NWO-CAST-11")
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (use("salve"), "bad_target_count"),
        (use("salve", "tomo", "ruka"), "bad_target_count"),
        (use("salve", "nobody"), "no_target"),
        (use("salve", "hound"), "out_of_range"),
        (use("fire_pot"), "bad_target_count"),
        (use("fire_pot", square=(0, 0)), "out_of_range"),
        (use("fire_pot", square=(0, -1)), "off_map"),
    ],
)
def test_an_item_needs_a_right_target(command: UseItem, reason: str) -> None:
    assert kit().refuses(command) == reason


@pytest.mark.rule("NWO-CAST-11")
@pytest.mark.parametrize("fields", [{"dead": True}, {"present": False}])
def test_nothing_is_used_on_the_dead_or_the_gone(fields: dict[str, Any]) -> None:
    play = kit()
    play.change("tomo", **fields)
    assert play.refuses(use("salve", "tomo")) == "no_target"


@pytest.mark.rule("NWO-COUNT-13", "NWO-CAST-05", "NWO-STATUS-03", "NWO-STATUS-06")
def test_the_wounded_the_fainted_and_the_casting_use_nothing() -> None:
    for fields, reason in (({"serious": True}, "status_serious"), ({"fainted": True}, "status_fainted")):
        play = kit()
        play.change("ruka", **fields)
        assert play.refuses(use("tonic", "tomo")) == reason
    play = kit()
    begins_cast(play, "ruka")
    assert play.refuses(use("tonic", "tomo")) == "status_casting"
    assert play.refuses(UseItem("tomo", "tonic", ("tomo",))) == "not_your_turn"


@pytest.mark.rule("NWO-COUNT-12", "NWO-COUNT-13")
def test_count_15_taking_out_using_and_dropping_cost_one_action() -> None:
    play = kit()
    play.change("ruka", keeps_turn=True, hp=10, gear=[Thing("salve", "salve", "robe", 1)])
    play.give(TakeFromRobe("ruka", "salve"))
    play.give(use("salve", "ruka"), [2, 2])
    play.give(DropItem("ruka", "salve"))
    assert (play["ruka"].count, play["ruka"].hp, play["ruka"].gear[0].location) == (20, 17, "dropped")
    assert play.refuses(Pass("ruka")) == "action_used"


@pytest.mark.rule("NWO-COUNT-13")
def test_outside_of_a_fight_an_item_is_used_at_any_distance() -> None:
    play = kit(fights=False)
    play.change("tomo", hp=5, square=(3, 0))
    play.give(use("salve", "tomo"), [2, 2])
    assert play["tomo"].hp == 12
