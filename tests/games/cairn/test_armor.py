"""CRN-ARMOR: base and bonus, what counts when, the cap, and how armor meets damage."""

from __future__ import annotations

import pytest

from cairn_helpers import PLAYER, Table, carry, do, fighting, foe, hireling, pc, run, stocked, world
from rulewright.engine.packs import BadPack
from rulewright.games.cairn.armor import armor, armor_sum
from rulewright.games.cairn.attacks import Attempt, Blow, Hit, land, throw
from rulewright.games.cairn.damage import after_armor
from rulewright.games.cairn.handling import Hold
from rulewright.games.cairn.state import Actor
from rulewright.games.cairn.strikes import Strike


def both(table: Table, actor: Actor) -> int:
    """The armor, after checking that the fast number is the explained one."""
    assert armor_sum(table, actor).total == armor(table, actor)
    return armor(table, actor)


@pytest.mark.rule("CRN-ARMOR-01")
@pytest.mark.parametrize(("face", "shield", "damage"), [(6, 1, 5), (3, 3, 0), (2, 3, 0), (1, 0, 1)])
def test_armor_comes_off_the_damage_and_leaves_no_less_than_nothing(face: int, shield: int, damage: int) -> None:
    assert after_armor(face, shield) == damage


@pytest.mark.rule("CRN-ARMOR-01", "CRN-ATTACK-16")
def test_armor_3_stops_damage_2_with_no_effect_and_no_save() -> None:
    table = world()
    ogre, aino = foe(table, armor=3, hp=0), pc(table)
    landed = run(land(table, [Blow(ogre, [Hit(aino, 2, False, None)])]))
    assert (ogre.hp, ogre.STR, landed[0].wound.save_due) == (0, 8, False)


@pytest.mark.rule("CRN-ARMOR-02", "CRN-ARMOR-04")
def test_base_2_shield_and_helm_are_capped_at_3() -> None:
    table = world()
    aino = pc(table)
    carry(table, aino, "chainmail", "worn")
    carry(table, aino, "shield", "held")
    carry(table, aino, "helmet", "worn")
    assert both(table, aino) == 3
    explained = armor_sum(table, aino)
    assert [part.value for part in explained.parts if not part.suppressed_by] == [2, 1, 1]
    assert explained.limit_rule == "CRN-ARMOR-04"


@pytest.mark.rule("CRN-ARMOR-02")
def test_of_two_bases_the_best_counts_and_the_other_stays_visible() -> None:
    table = world()
    aino = pc(table)
    for item in ("gambeson", "chainmail", "helmet"):
        carry(table, aino, item, "worn")
    assert both(table, aino) == 3
    lesser = armor_sum(table, aino).parts[0]
    assert (lesser.source, lesser.suppressed_by) == ("Gambeson", "CRN-ARMOR-02")
    assert armor_sum(table, aino).limit_rule == ""


@pytest.mark.rule("CRN-ARMOR-02")
def test_bases_do_not_add_up() -> None:
    table = world()
    aino = pc(table)
    for item in ("chainmail", "gambeson", "gambeson"):
        carry(table, aino, item, "worn")
    assert both(table, aino) == 2


@pytest.mark.rule("CRN-ARMOR-02")
def test_bonuses_add_up_without_a_base() -> None:
    table = world()
    hessu = hireling(table)
    carry(table, hessu, "helmet", "worn")
    carry(table, hessu, "shield", "held")
    assert both(table, hessu) == 2


@pytest.mark.rule("CRN-ARMOR-03")
def test_a_shield_in_the_pack_counts_nothing() -> None:
    table = world()
    aino = pc(table)
    carry(table, aino, "shield")
    carry(table, aino, "gambeson", "worn")
    assert both(table, aino) == 1
    shield = armor_sum(table, aino).parts[-1]
    assert (shield.source, shield.value, shield.suppressed_by) == ("Shield", 1, "CRN-ARMOR-03")


@pytest.mark.rule("CRN-ARMOR-03")
def test_armor_counts_only_where_it_asks_to_be() -> None:
    table = world()
    aino = pc(table)
    sack = carry(table, aino, "sack")
    carry(table, aino, "chainmail")
    carry(table, aino, "helmet", "held")
    carry(table, aino, "gambeson", "stowed", container=sack.id)
    assert both(table, aino) == 0


@pytest.mark.rule("CRN-ARMOR-03", "CRN-ARMOR-05", "CRN-MAGIC-03")
def test_a_caster_with_a_book_in_both_hands_has_no_shield() -> None:
    table = world()
    aino = pc(table)
    carry(table, aino, "gambeson", "worn")
    shield, book = carry(table, aino, "shield", "held"), carry(table, aino, "book")
    assert both(table, aino) == 2
    do(table, Hold("aino", (book.id,)), seat=PLAYER)
    assert shield.where == "pack"
    assert both(table, aino) == 1


@pytest.mark.rule("CRN-ARMOR-04")
def test_creatures_have_their_own_armor_and_the_cap_holds_for_them() -> None:
    table = world()
    ogre = foe(table, armor=2)
    carry(table, ogre, "shield", "held")
    assert both(table, ogre) == 2
    ogre.armor = 5
    assert both(table, ogre) == 3
    assert armor_sum(table, ogre).limit_rule == "CRN-ARMOR-04"
    assert after_armor(6, 5) == 3


@pytest.mark.rule("CRN-ARMOR-04")
@pytest.mark.parametrize(
    "row",
    [
        '[[items]]\nid = "wall"\nname = "Wall"\nkind = "armor"\narmor = 4\narmor_mode = "base"\nactive_when = "worn"',
        '[[monsters]]\nid = "golem"\nname = "Golem"\nhp = 1\nstr = 1\ndex = 1\nwil = 1\narmor = 4\n'
        'attacks = [ { id = "fist", name = "Fist", damage = "d4", range = "melee" } ]',
    ],
)
def test_content_with_armor_above_3_is_rejected(row: str) -> None:
    with pytest.raises(BadPack) as bad:
        stocked(row)
    assert [problem.code for problem in bad.value.problems] == ["content.armor_over_cap"]


@pytest.mark.rule("CRN-ARMOR-05")
def test_armor_is_read_when_the_damage_lands() -> None:
    table = world()
    aino, ogre = pc(table, hp=6), foe(table)
    shield = carry(table, aino, "shield", "held")
    blow = Blow(aino, [Hit(ogre, 3, False, None)])
    shield.where = "pack"  # put away after the dice were thrown
    run(land(table, [blow]))
    assert aino.hp == 3


@pytest.mark.rule("CRN-ARMOR-06", "CRN-ATTACK-13")
def test_armor_comes_off_once_for_several_attackers() -> None:
    table = world()
    attackers = [pc(table, name) for name in ("Aino", "Reko", "Ilmi")]
    ogre = foe(table, hp=9, armor=2)
    run(land(table, [Blow(ogre, [Hit(one, face, False, None) for one, face in zip(attackers, (4, 5, 4))])]))
    assert ogre.hp == 6  # 5 - 2


@pytest.mark.rule("CRN-ARMOR-06", "CRN-ATTACK-10")
def test_armor_comes_off_for_each_target_of_a_blast() -> None:
    table = world()
    aino = pc(table)
    targets = [foe(table, f"Foe{number}", hp=9, armor=armored) for number, armored in enumerate((1, 0, 3))]
    fight = fighting(table)
    strike = Strike("Firebomb", (8,), blast=True, ranged=True)
    blows = run(throw(table, fight, [Attempt(aino, strike, targets)]), [1, 8, 5])
    run(land(table, blows))
    assert [one.hp for one in targets] == [9, 1, 7]  # 0, 8 and 2 damage
