"""NW3-ATTACK-03: declaring an attack, and who may be attacked."""

from __future__ import annotations

from typing import Any

import pytest

from nw3_attacks import SURE, aimed_at, face_off, hit, results
from nw3_battle import battle_of, do, fighter, flagged, foe, refused, seat, who
from rulewright.games.nw3.battles.attacks import Attack
from rulewright.games.nw3.battles.weapons import BARE_HANDS
from rulewright.games.nw3.state import Carried, Nw3World

SWORD = [Carried("sword.1", "sword", "equipped")]


# ---------------------------------------------------------------- declaring


@pytest.mark.rule("NW3-ATTACK-03")
def test_who_cannot_be_attacked() -> None:
    gone = foe("gone", retreated=True, engage="e")
    ghost = flagged(foe("ghost", engage="e"), "hidden")
    world = face_off(
        gone,
        ghost,
        foe("imp"),
        foe("stump", dead=True),
        foe("shade", hidden=True, engage="e"),
        fighter("carl", present=False),
    )
    refused(world, Attack("anna", ("imp",)), "out_of_range")
    for id in ("ghost", "shade"):
        assert refused(world, Attack("anna", (id,)), "cannot_see_target").facts == {"target": id}  # not its name
    for id in ("gone", "stump"):
        refused(world, Attack("anna", (id,)), "not_in_scene")
    refused(world, Attack("anna", ("nobody",)), "unknown_character")
    refused(world, Attack("anna", ("ghoul", "imp")), "too_many_targets")
    refused(world, Attack("anna", ("ghoul",), "sword.9"), "not_owned")
    refused(world, Attack("ghoul", ("anna",)), "not_your_main_process")
    refused(world, Attack("anna", ("ghoul",)), "not_your_character", seat=seat("ben"))
    assert battle_of(world).spent == []
    battle_of(world).spent.append("major")
    refused(world, Attack("anna", ("ghoul",)), "action_spent")


@pytest.mark.rule("NW3-ATTACK-03")
@pytest.mark.parametrize("asking", [True, False])
def test_the_referee_may_refuse_an_attack(asking: bool) -> None:
    world = face_off(ghoul={"eva": 20}, gm_confirms_targets=asking)
    if asking:
        refused(world, Attack("anna", ("ghoul",)), "referee_refused", {"confirm_target": "no"})
    done = hit(world, (6, 2, 1, 1), {"confirm_target": "yes"} if asking else {})
    assert [one.to for one in done.asked] == (["referee"] if asking else [])


@pytest.mark.rule("NW3-ATTACK-03", "NW3-SKILL-32")
def test_a_friend_may_be_a_target_and_with_the_referees_consent_oneself() -> None:
    world = face_off(fighter("ben", engage="e", eva=9, pdef=9), foe("imp"), anna={"pacc": 9, "patk": 9})
    assert hit(world, (6, 2, 1, 2, 6, 2, 1, 2), at="ben").log.count("confirm_target") == 0
    assert who(world, "ben").hp == 30 - 5
    world = face_off(anna={"pacc": 9, "patk": 9, "eva": 3, "pdef": 3})
    refused(world, Attack("anna", ("anna",)), "referee_refused")
    hit(world, (6, 2, 1, 2, 6, 2, 1, 2), {"confirm_target": "yes"}, at="anna")
    assert who(world, "anna").hp == 30 - 11


@pytest.mark.rule("NW3-ATTACK-03", "NW3-STATUS-03", "OP-C15")
@pytest.mark.parametrize(
    ("blocked", "weapon", "reason"), [(True, "sword.1", "pressure"), (True, "", ""), (False, "sword.1", "")]
)
def test_pressure_leaves_plain_attacks_unless_the_option_takes_weapons_away(
    blocked: bool, weapon: str, reason: str
) -> None:
    world = face_off(
        anna={"items": SWORD, "statuses": {"pressure": 0}}, ghoul={"eva": 30}, pressure_blocks_weapons=blocked
    )  # OP-C15
    if reason:
        refused(world, Attack("anna", ("ghoul",), weapon), reason)
    else:
        assert aimed_at(hit(world, (6, 2, 1, 1), weapon=weapon), "attack.misses") == ["Ghoul"]


@pytest.mark.rule("NW3-ATTACK-04")
@pytest.mark.parametrize(("rule", "answers"), [("always", {}), ("ask_gm", {"allow_any_seven": "yes"})])
def test_a_hit_check_may_take_seven(rule: str, answers: dict[str, str]) -> None:
    world = face_off(anna={"pacc": 9}, ghoul={"eva": 30}, any_seven_players=rule)
    done = do(world, Attack("anna", ("ghoul",), "", seven=True), (1, 1), answers)
    assert results(done, "hit") == [16]
    world = face_off(any_seven_players="never" if rule == "always" else rule)
    refused(world, Attack("anna", ("ghoul",), "", seven=True), "any_seven_not_allowed")


@pytest.mark.rule("NW3-ATTACK-17")
def test_only_the_patk_of_the_weapon_in_use_counts() -> None:
    things = [*SWORD, Carried("short_sword.2", "short_sword", "equipped")]
    for weapon, result in (("sword.1", 3 + 5 + 8), ("short_sword.2", 3 + 4 + 8), ("", 3 + 8)):
        world = face_off(anna={"patk": 3, "items": list(things)}, ghoul={"pdef": 20})
        assert results(hit(world, (*SURE, 6, 2, 1, 1), weapon=weapon), "patk") == [result]


# ---------------------------------------------------------------- after an attack


@pytest.mark.rule("NW3-ATTACK-03")
def test_an_attack_ends_the_main_process() -> None:
    world: Nw3World = face_off(ghoul={"eva": 30})
    hit(world, (6, 2, 1, 1))
    assert (battle_of(world).acting, who(world, "anna").count) == ("ghoul", 0)
    refused(world, Attack("anna", ("ghoul",)), "not_your_main_process")


@pytest.mark.rule("NW3-ATTACK-03")
def test_bare_hands_have_a_name_and_no_more() -> None:
    assert (BARE_HANDS.name, BARE_HANDS.bonus, BARE_HANDS.range, BARE_HANDS.item) == (
        "weapon.bare_hands",
        0,
        "close",
        None,
    )
    told: Any = hit(face_off(ghoul={"eva": 30}), (6, 2, 1, 1)).event("attack.declared").facts
    assert told == {"name": "Anna", "weapon": "weapon.bare_hands", "targets": "Ghoul"}
