"""NWO-COUNT-12, -13, -18, NWO-WEIGHT-02, -08: gear in play, from the robe into the hand, onto the body and away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import Play
from rulewright.games.nwo.battles.actions import Attack
from rulewright.games.nwo.battles.battle import LeaveBattle
from rulewright.games.nwo.battles.gear import DropItem, Equip, ReadyItem, Stow, TakeFromRobe, UseItem
from rulewright.games.nwo.state import Thing

BLADE, SHIELD, COAT, SALVE = "ruka.guard_blade.1", "ruka.round_shield.2", "ruka.oilskin.3", "ruka.salve.4"
HEALS = [3, 4]
"""Dice with which a salve of power 3 brings 10 HP."""


def quay(*more: Thing) -> Play:
    """Ruka has the turn at 27, with these things besides her own."""
    play = Play("ruka", "tomo", "hound:mire_hound")
    play["ruka"].gear += more
    play.fight(ruka=27, tomo=2, hound=1)
    play.change("ruka")
    return play


def where(play: Play, thing: str, who: str = "ruka") -> str:
    return next(one.location for one in play[who].gear if one.id == thing)


# ---------------------------------------------------------------- free actions


@pytest.mark.rule("NWO-COUNT-12")
@pytest.mark.parametrize(
    ("command", "before", "after"),
    [
        (TakeFromRobe("ruka", SALVE), "robe", "in_hand"),
        (ReadyItem("ruka", SALVE), "packed", "in_hand"),
        (DropItem("ruka", SALVE), "robe", "dropped"),
        (DropItem("ruka", SALVE), "packed", "dropped"),
        (DropItem("ruka", SALVE), "in_hand", "dropped"),
    ],
)
def test_free_actions_move_things_at_no_cost(command: msgspec.Struct, before: Any, after: str) -> None:
    play = quay()
    play["ruka"].gear[3].location = before
    play.give(command, seat="ruka")
    assert where(play, SALVE) == after
    assert (play["ruka"].count, play.battle.acting, play.battle.acted) == (27, "ruka", False)


@pytest.mark.rule("NWO-COUNT-12", "NWO-COUNT-13", "NWO-WEIGHT-08")
def test_throwing_equipped_things_away_is_free_and_counts_at_once() -> None:
    play = quay()
    assert play["ruka"].now.values["defence"] == 13
    play.give(DropItem("ruka", SHIELD), seat="ruka")
    play.give(DropItem("ruka", BLADE), seat="ruka")
    now = play["ruka"].now
    assert (now.values["defence"], now.worn, now.carried) == (12, 2, 2)
    assert play["ruka"].count == 27
    assert play.refuses(Attack("ruka", BLADE, "hound")) == "no_weapon"


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize(
    "command",
    [
        TakeFromRobe("ruka", BLADE),  # equipped
        ReadyItem("ruka", SALVE),  # in the robe
        UseItem("ruka", SALVE, ("ruka",)),
        Stow("ruka", SALVE),
        Equip("ruka", BLADE),
        Equip("ruka", "pike", SALVE),  # in place of what is not equipped
        TakeFromRobe("ruka", "tomo.sharp_salts.2"),  # somebody else's
        DropItem("ruka", "nothing"),
        DropItem("ruka", "lost"),  # thrown away already
        UseItem("ruka", "lost", ("ruka",)),
    ],
)
def test_a_thing_has_to_be_where_the_request_says(command: msgspec.Struct) -> None:
    play = quay(Thing("pike", "quay_pike", "packed"), Thing("lost", "salve", "dropped", 2))
    assert play.refuses(command, "ruka") == "item_missing"


# ---------------------------------------------------------------- equipping


@pytest.mark.rule("NWO-COUNT-13")
def test_equipping_switching_and_stowing_cost_the_action() -> None:
    play = quay(Thing("spare", "guard_blade", "packed"))
    play["ruka"].count = 87
    play.give(Equip("ruka", "spare", BLADE), seat="ruka")
    assert (where(play, "spare"), where(play, BLADE), play["ruka"].count) == ("equipped", "packed", 67)
    play.give(Stow("ruka", "spare"), seat="ruka")
    assert (where(play, "spare"), play["ruka"].count) == ("robe", 47)
    play.give(Stow("ruka", SHIELD, "packed"), seat="ruka")
    assert (where(play, SHIELD), play["ruka"].now.values["defence"], play["ruka"].count) == ("packed", 12, 27)
    play.give(Equip("ruka", SHIELD), seat="ruka")
    assert (where(play, SHIELD), play["ruka"].now.values["defence"], play["ruka"].count) == ("equipped", 13, 7)


@pytest.mark.rule("NWO-COUNT-13")
@pytest.mark.parametrize("place", ["in_hand", "packed", "robe"])
def test_one_equips_from_wherever_one_has_it(place: Any) -> None:
    play = quay()
    play["ruka"].gear[1].location = place
    play.change("ruka")
    play.give(Equip("ruka", SHIELD), seat="ruka")
    assert (where(play, SHIELD), play["ruka"].count) == ("equipped", 7)


@pytest.mark.rule("NWO-COUNT-18")
def test_two_hands_are_all_there_is() -> None:
    play = quay(Thing("pike", "quay_pike", "in_hand"), Thing("second", "guard_blade", "in_hand"))
    assert play.refuses(Equip("ruka", "pike"), "ruka") == "hands_full"
    assert play.refuses(Equip("ruka", "pike", BLADE), "ruka") == "hands_full"  # the shield takes the other hand
    assert play.refuses(Equip("ruka", "second"), "ruka") == "hands_full"
    assert play.refuses(Equip("ruka", "second", COAT), "ruka") == "hands_full"
    play.give(DropItem("ruka", SHIELD), seat="ruka")
    assert play.refuses(Equip("ruka", "pike"), "ruka") == "hands_full"
    play.give(Equip("ruka", "pike", BLADE), seat="ruka")
    assert (where(play, "pike"), where(play, BLADE)) == ("equipped", "packed")


@pytest.mark.rule("NWO-COUNT-18")
def test_one_piece_of_armour_in_a_slot() -> None:
    play = quay(Thing("other", "oilskin", "packed"))
    assert play.refuses(Equip("ruka", "other"), "ruka") == "bad_value"
    play.give(Equip("ruka", "other", COAT), seat="ruka")
    assert (where(play, "other"), where(play, COAT)) == ("equipped", "packed")


@pytest.mark.rule("NWO-COUNT-18")
def test_two_accessories_may_be_worn() -> None:
    play = quay(*(Thing(f"ring_{number}", "oilskin", "packed") for number in range(3)))
    content = play.world.content
    ring = msgspec.structs.replace(content.armour[0], slot="accessory")
    play.world.content = msgspec.structs.replace(content, armour=(ring,))
    play["ruka"].gear.pop(2)
    play["ruka"].count = 87
    play.give(Equip("ruka", "ring_0"), seat="ruka")
    play.give(Equip("ruka", "ring_1"), seat="ruka")
    assert play.refuses(Equip("ruka", "ring_2"), "ruka") == "bad_value"


@pytest.mark.rule("NWO-COUNT-18")
def test_items_of_use_are_not_equipped() -> None:
    play = quay(Thing("spare", "salve", "in_hand", 2))
    assert play.refuses(Equip("ruka", "spare"), "ruka") == "bad_value"


@pytest.mark.rule("NWO-WEIGHT-02", "NWO-WEIGHT-08")
def test_what_is_taken_in_hand_weighs_as_worn_at_once() -> None:
    play = quay(Thing("staff", "ward_staff", "robe"))
    assert (play["ruka"].now.worn, play["ruka"].now.carried, play["ruka"].now.penalty) == (8, 10, 0)
    play.give(TakeFromRobe("ruka", "staff"), seat="ruka")
    assert (play["ruka"].now.worn, play["ruka"].now.carried, play["ruka"].now.penalty) == (10, 10, 2)
    play.give(Stow("ruka", "staff"), seat="ruka")
    assert play["ruka"].now.penalty == 0


# ---------------------------------------------------------------- using


def salve() -> Play:
    """Ruka has the salve in hand."""
    play = quay()
    play["ruka"].gear[3].location = "in_hand"
    return play


@pytest.mark.rule("NWO-COUNT-13")
@pytest.mark.parametrize("who", ["ruka", "tomo", "hound"])
def test_an_item_works_on_anybody_in_range_and_has_a_use_less(who: str) -> None:
    play = salve()
    play.change(who, hp=5)
    play.give(UseItem("ruka", SALVE, (who,)), HEALS, seat="ruka")
    assert (play[who].hp, play["ruka"].gear[3].uses, play["ruka"].count) == (15, 1, 7)


@pytest.mark.rule("NWO-COUNT-18")
def test_an_item_is_used_up() -> None:
    play = salve()
    play["ruka"].count = 87
    for _ in range(2):
        play.give(UseItem("ruka", SALVE, ("ruka",)), HEALS, seat="ruka")
    assert play.refuses(UseItem("ruka", SALVE, ("ruka",)), "ruka") == "no_uses_left"


@pytest.mark.rule("NWO-COUNT-18")
def test_an_item_without_a_number_of_uses_is_never_used_up() -> None:
    play = salve()
    play["ruka"].gear[3].uses = None
    play.give(UseItem("ruka", SALVE, ("ruka",)), HEALS, seat="ruka")
    assert play["ruka"].gear[3].uses is None


@pytest.mark.rule("NWO-COUNT-18")
def test_weapons_are_no_items_to_use() -> None:
    assert salve().refuses(UseItem("ruka", BLADE, ("ruka",)), "ruka") == "bad_value"


@pytest.mark.rule("NWO-COUNT-18")
@pytest.mark.parametrize(
    ("targets", "state", "reason"),
    [
        ((), {}, "bad_target_count"),
        (("ruka", "tomo"), {}, "bad_target_count"),
        (("tomo", "tomo"), {}, "bad_target_count"),
        (("nobody",), {}, "no_target"),
        (("tomo",), {"dead": True, "hp": -3}, "no_target"),
        (("tomo",), {"present": False}, "no_target"),
        (("tomo",), {"square": (1, 0)}, "out_of_range"),
    ],
)
def test_items_need_a_target_that_is_there(targets: tuple[str, ...], state: dict[str, Any], reason: str) -> None:
    play = salve()
    play.change("tomo", **state)
    assert play.refuses(UseItem("ruka", SALVE, targets), "ruka") == reason
    assert play["ruka"].gear[3].uses == 2


@pytest.mark.rule("NWO-COUNT-18", "NWO-COUNT-14")
def test_an_item_does_not_reach_who_has_left() -> None:
    play = salve()
    play.give(LeaveBattle("tomo"))
    assert play.refuses(UseItem("ruka", SALVE, ("tomo",)), "ruka") == "no_target"


@pytest.mark.rule("NWO-COUNT-13")
def test_salts_wake_and_their_words_are_told() -> None:
    play = quay()
    play["tomo"].gear[1].location = "in_hand"
    play.change("ruka", fainted=True)
    play["ruka"].count, play["tomo"].count = 2, 27
    play.battle.acting = "tomo"
    play.give(UseItem("tomo", "tomo.sharp_salts.2", ("ruka",)), seat="tomo")
    assert (play["ruka"].fainted, play["tomo"].gear[1].uses, play["tomo"].count) == (False, 0, 7)
    (words,) = [event.facts["text"] for event in play.told if event.key == "effect.words"]
    assert words == "Smells of ammonia."


@pytest.mark.rule("NWO-COUNT-13")
def test_outside_of_a_fight_gear_is_handled_without_turns() -> None:
    play = Play("ruka", "tomo", tomo=(3, 0))
    play.change("tomo", hp=5)
    play.give(TakeFromRobe("ruka", SALVE), seat="ruka")
    play.give(UseItem("ruka", SALVE, ("tomo",)), HEALS, seat="ruka")
    assert play["tomo"].hp == 15
    play.give(Stow("ruka", SALVE, "packed"), seat="ruka")
    play.give(Stow("ruka", SHIELD), seat="ruka")
    assert (where(play, SALVE), where(play, SHIELD)) == ("packed", "robe")
    assert play["ruka"].count is None


def test_ones_gear_is_ones_own() -> None:
    play = salve()
    for command in (DropItem("ruka", SALVE), Stow("ruka", SHIELD), UseItem("ruka", SALVE, ("tomo",))):
        assert play.refuses(command, "tomo") == "not_your_actor"
    assert play.refuses(DropItem("nobody", SALVE)) == "unknown_actor"


@pytest.mark.rule("NWO-COUNT-18")
def test_what_was_thrown_away_is_not_equipped_again() -> None:
    play = quay(Thing("pike", "quay_pike", "dropped"))
    assert play.refuses(Equip("ruka", "pike")) == "item_missing"
