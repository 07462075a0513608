"""Chapter 17: spellbooks, scrolls and relics."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from cairn_helpers import (
    GEAR,
    OTHER,
    PLAYER,
    Table,
    against_goblin,
    carry,
    do,
    fighting,
    foe,
    hireling,
    lock,
    pc,
    refused_command,
    stocked,
    stones,
    world,
)
from rulewright.engine.drivers import Script
from rulewright.games.cairn import game
from rulewright.games.cairn.armor import armor
from rulewright.games.cairn.declarations import Declare
from rulewright.games.cairn.handling import Hold
from rulewright.games.cairn.house_rules import Harm
from rulewright.games.cairn.inventory import used_slots
from rulewright.games.cairn.magic import CastSpell, Recharge, UseRelic
from rulewright.games.cairn.rounds import LockPhase
from rulewright.games.cairn.rulings import SetModifiers
from rulewright.games.cairn.state import Actor, Carried

MAGIC = """
[[spells]]
id = "feather"
name = "Feather"
text = "The caster weighs nothing."
targets = "self"
duration = "an hour"
[[spells]]
id = "slumber"
name = "Slumber"
text = "The target sleeps."
targets = "one"
duration = "an hour"
save = "WIL"
effects = [ { op = "condition", condition = "asleep" } ]
[[spells]]
id = "sparks"
name = "Sparks"
text = "Sparks fly."
targets = "several"
duration = "a moment"
damage = "d6"
[[spells]]
id = "hail"
name = "Hail"
text = "Burning hail."
targets = "area"
duration = "a moment"
damage = "d8"
blast = true
save = "DEX"
effects = [ { op = "condition", condition = "burning" } ]
[[spells]]
id = "fog"
name = "Fog"
text = "Fog rises."
targets = "area"
duration = "an hour"
effects = [ { op = "add_fatigue", amount = 1 } ]
[[spells]]
id = "gust"
name = "Gust"
text = "One gust."
targets = "area"
duration = "a moment"
damage = "d6"

[[items]]
id = "feather_book"
name = "Book of Feathers"
name_fi = "Höyhenten kirja"
kind = "spellbook"
hands = 2
spell = "feather"
[[items]]
id = "slumber_book"
name = "Book of Slumber"
kind = "spellbook"
hands = 2
spell = "slumber"
[[items]]
id = "sparks_book"
name = "Book of Sparks"
kind = "spellbook"
hands = 2
spell = "sparks"
[[items]]
id = "hail_book"
name = "Book of Hail"
kind = "spellbook"
hands = 2
spell = "hail"
[[items]]
id = "fog_book"
name = "Book of Fog"
kind = "spellbook"
hands = 2
spell = "fog"
[[items]]
id = "gust_book"
name = "Book of Gusts"
kind = "spellbook"
hands = 2
spell = "gust"
[[items]]
id = "moon_book"
name = "Moon Book"
kind = "spellbook"
hands = 2
spell = "feather"
readable = "under moonlight"

[[relics]]
id = "wand"
name = "Wand"
spell = "ember"
charges_max = 3
charges_start = 1
recharge = { condition = "Bury it overnight.", restores = "1" }
[[relics]]
id = "horn"
name = "Horn"
power = "It roars."
charges_max = 3
charges_start = 2
recharge = { condition = "Fill it with rain.", restores = "1d4" }
[[relics]]
id = "orb"
name = "Orb"
power = "It glows."
charges_max = 3
charges_start = 0
recharge = { condition = "Leave it in the sun.", restores = "all" }
[[relics]]
id = "mask"
name = "Mask"
power = "It whispers."
wil_save = true
[[relics]]
id = "cloak"
name = "Cloak"
power = "It hides."
hands = 0
"""


def caster(
    item: str = "feather_book", where: Literal["pack", "held"] = "held", **options: Any
) -> tuple[Table, Actor, Carried]:
    """A table with a character who holds a book, scroll or relic."""
    table = world(**options)
    table.content = stocked(GEAR, MAGIC)
    actor = pc(table, hp=5)
    return table, actor, carry(table, actor, item, where)


def cast_in_fight(
    table: Table, thing: Carried, targets: tuple[str, ...], faces: list[int], answers: dict[str, Any] | None = None
) -> Script:
    """Declare a casting of the character "aino" and resolve the phase; foes were placed before."""
    fighting(table)
    do(table, Declare("aino", "cast", item=thing.id, targets=targets), answers=answers)
    return lock(table, faces, answers)


ASK = {"danger_save": "ask"}


# ---------------------------------------------------------------- books


@pytest.mark.rule("CRN-MAGIC-01")
def test_a_spellbook_takes_a_slot_and_no_command_copies_one() -> None:
    table, actor, _ = caster()
    assert used_slots(table, actor) == 1
    assert not [name for name in game.commands.types if "copy" in name or "scribe" in name or "make" in name]
    do(table, CastSpell("aino", actor.items[0].id))
    assert [thing.item for thing in actor.items] == ["feather_book"]  # it stays, and there is still one
    assert table.told("cast.spell")[0].facts["text"] == "The caster weighs nothing."


@pytest.mark.rule("CRN-MAGIC-02")
def test_a_quirky_book_is_read_when_the_referee_confirms_it() -> None:
    table, actor, book = caster("moon_book")
    refused_command(table, CastSpell("aino", book.id), "unreadable_now", {"confirm_readable": "no"})
    refused_command(table, CastSpell("aino", book.id), "unreadable_now", {})  # no is the default
    script = do(table, CastSpell("aino", book.id), answers={"confirm_readable": "yes"})
    question = script.asked[0]
    assert (question.to, question.default, question.facts["condition"]) == ("referee", "no", "under moonlight")
    assert actor.fatigue == 1
    against_goblin(table)
    refused_command(table, Declare("aino", "cast", item=book.id), "unreadable_now", {})


@pytest.mark.rule("CRN-MAGIC-02")
def test_an_ordinary_book_is_read_without_a_question() -> None:
    table, _, book = caster()
    assert not do(table, CastSpell("aino", book.id), seat=PLAYER).asked


@pytest.mark.rule("CRN-MAGIC-03")
def test_a_book_has_to_be_in_both_hands_with_nothing_else() -> None:
    table, actor, book = caster()
    shield = carry(table, actor, "shield", "held")
    refused_command(table, CastSpell("aino", book.id), "not_in_hands")  # book and shield
    shield.where, book.where = "pack", "pack"
    refused_command(table, CastSpell("aino", book.id), "not_in_hands")
    refused_command(table, CastSpell("aino", shield.id), "not_in_hands")
    refused_command(table, CastSpell("aino", "feather_book.99"), "not_in_hands")
    against_goblin(table)
    refused_command(table, Declare("aino", "cast", item=book.id), "not_in_hands")


@pytest.mark.rule("CRN-MAGIC-03", "CRN-ARMOR-05")
def test_a_shield_put_away_for_the_book_gives_no_armor() -> None:
    table, actor, book = caster(where="pack")
    shield = carry(table, actor, "shield", "held")
    assert armor(table, actor) == 1
    do(table, Hold("aino", (book.id,)))
    assert (armor(table, actor), shield.where) == (0, "pack")
    do(table, CastSpell("aino", book.id))


@pytest.mark.rule("CRN-MAGIC-03")
def test_in_combat_casting_is_declared_as_the_action() -> None:
    table, actor, book = caster("book")
    foe(table, hp=9)
    fighting(table)
    refused_command(table, CastSpell("aino", book.id), "in_combat")
    refused_command(
        table, Declare("aino", "cast", move=12, second_move=12, item=book.id, targets=("goblin",)), "action_spent"
    )
    do(table, Declare("aino", "cast", move=12, item=book.id, targets=("goblin",)))
    do(table, LockPhase(), [4])
    assert (table.state.actors["goblin"].hp, actor.fatigue) == (5, 1)


# ---------------------------------------------------------------- the price


@pytest.mark.rule("CRN-MAGIC-04")
def test_casting_twice_fills_two_slots() -> None:
    table, actor, book = caster()
    stones(table, actor, 7)
    do(table, CastSpell("aino", book.id))
    do(table, CastSpell("aino", book.id))
    assert (actor.fatigue, used_slots(table, actor)) == (2, 10)


@pytest.mark.rule("CRN-MAGIC-04", "CRN-FATIGUE-05")
def test_the_book_itself_may_be_dropped_for_the_fatigue() -> None:
    table, actor, book = caster(inventory_slots=10)
    stones(table, actor, 7)
    actor.fatigue = 2
    script = do(table, CastSpell("aino", book.id), answers={"drop_for_fatigue": book.id})
    assert table.told("cast.spell")  # the spell works
    assert [thing.id for thing in table.state.ground] == [book.id]
    assert (actor.fatigue, used_slots(table, actor)) == (3, 10)
    assert [question.key for question in script.asked] == ["drop_for_fatigue"]


@pytest.mark.rule("CRN-MAGIC-04")
def test_fatigue_comes_after_the_spell() -> None:
    table, _, book = caster()
    do(table, CastSpell("aino", book.id))
    assert [event.key for event in table.events] == ["cast.spell", "fatigue.added"]


@pytest.mark.rule("CRN-MAGIC-04", "CRN-FATIGUE-05")
def test_room_is_checked_before_anything_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    # the book in hand fills a slot and can be dropped, so nothing but an override brings this about
    table, actor, book = caster()
    foe(table)
    actor.fatigue = 10
    monkeypatch.setattr("rulewright.games.cairn.inventory.slots_of", lambda world, thing: 0)
    refused_command(table, CastSpell("aino", book.id), "no_slot_for_fatigue")
    fighting(table)
    refused_command(table, Declare("aino", "cast", item=book.id), "no_slot_for_fatigue")


# ---------------------------------------------------------------- enhancing


@pytest.mark.rule("CRN-MAGIC-05")
def test_a_spell_is_enhanced_with_time_and_safety_at_no_cost() -> None:
    table, actor, book = caster("slumber_book")
    foe(table)
    foe(table, "Orc")
    table.state.actors["goblin"].outcome = table.state.actors["orc"].outcome = "surrendered"
    command = CastSpell("aino", book.id, ("goblin", "orc"), "two sleepers")
    script = do(table, command, [9, 9], {"enhance_spell": "yes"}, PLAYER)
    question = script.asked[0]
    assert (question.to, question.default, question.facts["text"]) == ("referee", "no", "two sleepers")
    assert [len(table.state.actors[one].conditions) for one in ("goblin", "orc")] == [1, 1]
    assert actor.fatigue == 1
    refused_command(table, CastSpell("aino", book.id, ("goblin", "orc")), "bad_target_count")


@pytest.mark.rule("CRN-MAGIC-05")
def test_no_enhancing_without_safety() -> None:
    table, _, book = caster()
    refused_command(table, CastSpell("aino", book.id, (), "more"), "not_safe", {"enhance_spell": "no"})
    refused_command(table, CastSpell("aino", book.id, (), "more"), "not_safe", {})
    against_goblin(table)
    refused_command(table, CastSpell("aino", book.id, (), "more"), "not_safe")


# ---------------------------------------------------------------- danger and mishaps


@pytest.mark.rule("CRN-MAGIC-06")
@pytest.mark.parametrize(
    ("option", "answers", "asked", "rolls"),
    [
        ("ask_referee", {}, ["danger_save"], 0),  # skipped by default: never automatic
        ("ask_referee", {"danger_save": "skip"}, ["danger_save"], 0),
        ("ask_referee", ASK, ["danger_save"], 1),
        ("always", {}, [], 1),
        ("never", {}, [], 0),
    ],
)
@pytest.mark.parametrize("where", ["deprived", "fight", "foes here"])
def test_option_danger_save_prompt(
    option: str, answers: dict[str, Any], asked: list[str], rolls: int, where: str
) -> None:
    table, actor, book = caster(danger_save_prompt=option)
    command: Any = CastSpell("aino", book.id)
    if where == "deprived":
        actor.deprived = ["food"]
    else:
        foe(table)
    if where == "fight":
        fighting(table)
        do(table, Declare("aino", "cast", item=book.id))
        command = LockPhase()
    script = do(table, command, [10] * rolls, answers)
    assert [question.key for question in script.asked] == asked
    assert [(roll.sides, roll.why) for roll, _ in script.rolls] == [(20, "casting")] * rolls
    assert actor.fatigue == 1


@pytest.mark.rule("CRN-MAGIC-06")
@pytest.mark.parametrize("option", ["ask_referee", "always", "never"])
def test_no_save_in_peace(option: str) -> None:
    table, _, book = caster(danger_save_prompt=option)
    script = do(table, CastSpell("aino", book.id))
    assert (script.asked, script.rolls) == ([], [])


@pytest.mark.rule("CRN-MAGIC-06")
def test_extra_fatigue_in_combat() -> None:
    table, actor, book = caster("book")
    foe(table)
    script = cast_in_fight(table, book, ("goblin",), [11, 3], ASK)
    assert actor.fatigue == 2
    assert [question.key for question in script.asked] == ["danger_save", "mishap", "spell_still_works"]
    mishap = script.asked[1]
    assert (mishap.to, mishap.default, mishap.kind) == ("referee", ["extra_fatigue"], "several")
    assert table.state.actors["goblin"].hp == 1  # it works: that is preselected


@pytest.mark.rule("CRN-MAGIC-06")
def test_a_destroyed_book_frees_its_slot_and_the_fatigue_is_due_all_the_same() -> None:
    table, actor, book = caster("book")
    stones(table, actor, 9)
    foe(table)
    script = cast_in_fight(table, book, ("goblin",), [11, 3], ASK | {"mishap": [["book_destroyed"]]})
    assert book not in actor.items
    assert table.state.ground == []
    assert (actor.fatigue, used_slots(table, actor)) == (1, 10)
    assert "drop_for_fatigue" not in [question.key for question in script.asked]


@pytest.mark.rule("CRN-MAGIC-06")
@pytest.mark.parametrize(
    ("option", "answer"), [("yes", None), ("no", None), ("ask_referee", "yes"), ("ask_referee", "no")]
)
def test_option_spell_works_on_failed_save(option: str, answer: str | None) -> None:
    table, actor, book = caster("book", spell_works_on_failed_save=option)
    foe(table)
    works = (answer or option) == "yes"
    answers = ASK | ({"spell_still_works": answer} if answer else {})
    script = cast_in_fight(table, book, ("goblin",), [11, 3] if works else [11], answers)
    assert table.state.actors["goblin"].hp == (1 if works else 4)
    assert bool(table.told("cast.spell")) is works
    assert actor.fatigue == 2  # due in every case
    assert ("spell_still_works" in [question.key for question in script.asked]) is (option == "ask_referee")


@pytest.mark.rule("CRN-MAGIC-06")
def test_success_has_no_ill_effects() -> None:
    table, actor, book = caster("book", danger_save_prompt="always", spell_works_on_failed_save="no")
    foe(table)
    cast_in_fight(table, book, ("goblin",), [10, 3])
    assert (table.state.actors["goblin"].hp, actor.fatigue) == (1, 1)


@pytest.mark.rule("CRN-MAGIC-06")
def test_mishaps_may_be_combined_even_with_death() -> None:
    table, actor, book = caster()
    actor.deprived = ["sleep"]
    answers = ASK | {"mishap": [["book_destroyed", "death", "other"]], "mishap_other": "the roof falls"}
    do(table, CastSpell("aino", book.id), [20], answers)
    assert (actor.outcome, actor.items, actor.fatigue) == ("dead", [], 0)
    assert table.told("cast.other")[0].facts["text"] == "the roof falls"
    assert table.state.over == "defeat"  # nobody is left
    assert table.told("cast.spell")


@pytest.mark.rule("CRN-MAGIC-06")
def test_other_may_be_left_untold() -> None:
    table, actor, book = caster()
    actor.deprived = ["sleep"]
    do(table, CastSpell("aino", book.id), [20], ASK | {"mishap": [["other"]]})
    assert table.told("cast.other_untold")
    assert actor.fatigue == 1


@pytest.mark.rule("CRN-MAGIC-07")
@pytest.mark.parametrize(
    ("amount", "faces", "hp", "strength", "scars"),
    [("3", [], 2, 10, []), ("1d8", [7, 8], 0, 8, []), ("5", [], 0, 10, ["diseased"])],
)
def test_injury_in_combat_is_an_attack_without_armor(
    amount: str, faces: list[int], hp: int, strength: int, scars: list[str]
) -> None:
    table, actor, book = caster("book")
    carry(table, actor, "chainmail", "worn")
    foe(table, hp=9)
    injury, *save = faces or [0]
    dice = [11, *([injury] if injury else []), 1, *save]  # WIL save, injury, the spell's d8, STR save
    cast_in_fight(table, book, ("goblin",), dice, ASK | {"mishap": [["injury"]], "mishap_injury": amount})
    assert (actor.hp, actor.STR, [scar.id for scar in actor.scars]) == (hp, strength, scars)


@pytest.mark.rule("CRN-MAGIC-07", "CRN-LOSS-01")
@pytest.mark.parametrize(("ability", "left"), [(None, (7, 10)), ("STR", (7, 10)), ("DEX", (10, 7))])
def test_injury_outside_combat_goes_to_an_ability(ability: str | None, left: tuple[int, int]) -> None:
    table, actor, book = caster()
    carry(table, actor, "chainmail", "worn")
    actor.deprived = ["food"]
    answers = ASK | {"mishap": [["injury"]], "mishap_injury": "1d4"} | ({"injury_ability": ability} if ability else {})
    do(table, CastSpell("aino", book.id), [20, 3], answers)
    assert (actor.hp, actor.STR, actor.DEX) == (5, *left)


# ---------------------------------------------------------------- damage


@pytest.mark.rule("CRN-MAGIC-08", "CRN-ATTACK-13")
def test_spell_damage_joins_the_pool() -> None:
    table, _, book = caster("book")
    eero = pc(table, "Eero")
    sword = carry(table, eero, "sword", "held")
    foe(table, hp=9, armor=2)
    fighting(table)
    do(table, Declare("aino", "cast", item=book.id, targets=("goblin",)))
    do(table, Declare("eero", "attack", weapon=sword.id, targets=("goblin",)))
    do(table, LockPhase(), [7, 5])
    assert table.state.actors["goblin"].hp == 9 - (7 - 2)


@pytest.mark.rule("CRN-MAGIC-08", "CRN-ATTACK-06", "CRN-ATTACK-08")
@pytest.mark.parametrize(("impaired", "enhanced", "sides"), [(True, False, 4), (False, True, 12), (True, True, 8)])
def test_spell_damage_is_impaired_and_enhanced(impaired: bool, enhanced: bool, sides: int) -> None:
    table, _, book = caster("book")
    foe(table, hp=20)
    fighting(table)
    do(table, Declare("aino", "cast", item=book.id, targets=("goblin",)))
    do(table, SetModifiers("aino", "", impaired, enhanced))
    script = do(table, LockPhase(), [4])
    assert [roll.sides for roll, _ in script.rolls] == [sides]


@pytest.mark.rule("CRN-MAGIC-08", "CRN-ATTACK-10")
def test_a_blast_spell_rolls_for_each_and_effects_need_a_failed_save() -> None:
    table, _, book = caster("hail_book")
    for name in ("Goblin", "Orc"):
        foe(table, name, hp=9)
    targets = ("goblin", "orc")
    cast_in_fight(table, book, targets, [2, 8, 12, 13])  # a d8 each, then DEX saves: damage either way
    goblin, orc = (table.state.actors[one] for one in targets)
    assert (goblin.hp, orc.hp) == (7, 1)
    assert [mark.id for mark in goblin.conditions] == []
    assert [mark.id for mark in orc.conditions] == ["burning"]


@pytest.mark.rule("CRN-MAGIC-08")
def test_a_spell_on_several_rolls_for_each_without_blast() -> None:
    table, _, book = caster("sparks_book")
    for name in ("Goblin", "Orc"):
        foe(table, name, hp=9)
    cast_in_fight(table, book, ("goblin", "orc"), [2, 6])
    assert [table.state.actors[one].hp for one in ("goblin", "orc")] == [7, 3]


@pytest.mark.rule("CRN-MAGIC-08", "CRN-DETACH-03")
@pytest.mark.parametrize(("book_id", "sides"), [("book", 4), ("sparks_book", 4), ("hail_book", 8)])
def test_only_a_blast_spell_is_not_impaired_by_a_detachment(book_id: str, sides: int) -> None:
    table, _, book = caster(book_id)
    foe(table, hp=20, DEX=20, detachment=True)
    faces = [4, 1] if book_id == "hail_book" else [4]
    script = cast_in_fight(table, book, ("goblin",), faces)
    assert script.rolls[0][0].sides == sides


@pytest.mark.rule("CRN-MAGIC-08", "CRN-LOSS-01")
def test_damage_outside_combat_goes_to_strength_of_a_pc_and_is_an_attack_on_others() -> None:
    table, _, book = caster("book")
    eero = pc(table, "Eero")
    follower = hireling(table, hp=3)
    carry(table, eero, "chainmail", "worn")
    carry(table, follower, "gambeson", "worn")
    script = do(table, CastSpell("aino", book.id, ("eero",)), [4])
    assert (eero.hp, eero.STR) == (5, 6)
    assert script.asked[0].key == "ability_damage"
    do(table, CastSpell("aino", book.id, ("eero",)), [4], {"ability_damage": "yes"})
    assert eero.STR == 4
    do(table, CastSpell("aino", book.id, ("hessu",)), [8, 5])
    assert (follower.hp, follower.STR, follower.outcome) == (0, 6, "in")


@pytest.mark.rule("CRN-MAGIC-08")
def test_a_save_and_effects_of_a_spell() -> None:
    table, actor, book = caster("slumber_book")
    goblin = foe(table)
    goblin.outcome = "surrendered"
    do(table, CastSpell("aino", book.id, ("goblin",)), [8])
    assert goblin.conditions == []
    assert table.told("cast.resisted")
    do(table, CastSpell("aino", book.id, ("goblin",)), [9])
    assert [mark.id for mark in goblin.conditions] == ["asleep"]
    do(table, CastSpell("aino", book.id, ("aino",)), [20])  # whoever is the target saves
    assert [mark.id for mark in actor.conditions] == ["asleep"]


@pytest.mark.rule("CRN-MAGIC-08")
def test_a_spell_on_a_place_affects_nobody() -> None:
    table, actor, book = caster("fog_book")
    do(table, CastSpell("aino", book.id))
    assert actor.fatigue == 1  # of the casting; the spell's own went nowhere
    pc(table, "Eero")
    do(table, CastSpell("aino", book.id, ("eero",)))
    assert table.state.actors["eero"].fatigue == 1


@pytest.mark.rule("CRN-MAGIC-08", "CRN-SAVE-06")
def test_the_dead_neither_save_nor_take_effects() -> None:
    table, _, book = caster("slumber_book")
    eero = pc(table, "Eero")
    eero.outcome = "dead"
    script = do(table, CastSpell("aino", book.id, ("eero",)))
    assert (script.rolls, eero.conditions) == ([], [])


# ---------------------------------------------------------------- refusals of casting


@pytest.mark.rule("CRN-ATTACK-17")
@pytest.mark.parametrize(
    ("item", "targets"),
    [
        ("feather_book", ("aino",)),
        ("book", ()),
        ("book", ("aino", "eero")),
        ("slumber_book", ("aino", "eero")),
        ("sparks_book", ()),
        ("sparks_book", ("eero", "eero")),
        ("hail_book", ()),
        ("gust_book", ("aino", "eero")),
    ],
)
def test_the_number_of_targets(item: str, targets: tuple[str, ...]) -> None:
    table, _, book = caster(item)
    pc(table, "Eero")
    refused_command(table, CastSpell("aino", book.id, targets), "bad_target_count")
    against_goblin(table)
    refused_command(table, Declare("aino", "cast", item=book.id, targets=targets), "bad_target_count")


@pytest.mark.rule("CRN-ATTACK-17", "CRN-GEN-06")
def test_targets_have_to_be_here() -> None:
    table, _, book = caster("book")
    foe(table)
    table.state.groups["foes"].room = "elsewhere"
    refused_command(table, CastSpell("aino", book.id, ("goblin",)), "no_target")
    refused_command(table, CastSpell("aino", book.id, ("nobody",)), "no_target")


@pytest.mark.rule("CRN-GEN-06", "CRN-LOSS-04")
def test_who_may_cast_at_all() -> None:
    table, actor, book = caster()
    refused_command(table, CastSpell("nobody", book.id), "unknown_actor")
    refused_command(table, CastSpell("aino", book.id), "not_your_actor", seat=OTHER)
    actor.WIL = 0
    refused_command(table, CastSpell("aino", book.id), "cannot_act")
    actor.WIL, actor.outcome = 10, "critical"
    refused_command(table, CastSpell("aino", book.id), "cannot_act")
    actor.outcome = "dead"
    refused_command(table, CastSpell("aino", book.id), "dead")


# ---------------------------------------------------------------- scrolls


@pytest.mark.rule("CRN-SCROLL-01")
def test_a_scroll_is_used_up_and_brings_no_fatigue() -> None:
    table, actor, scroll = caster("scroll")
    stones(table, actor, 10)
    foe(table)
    cast_in_fight(table, scroll, ("goblin",), [3])
    assert table.state.actors["goblin"].hp == 1
    assert (scroll in actor.items, actor.fatigue, used_slots(table, actor)) == (False, 0, 10)
    assert table.told("cast.scroll_gone")


@pytest.mark.rule("CRN-SCROLL-01")
def test_a_scroll_needs_no_room_even_among_fatigue() -> None:
    table, actor, scroll = caster("scroll")
    actor.fatigue = 10
    pc(table, "Eero")
    do(table, CastSpell("aino", scroll.id, ("eero",)), [1])
    assert actor.fatigue == 10


@pytest.mark.rule("CRN-SCROLL-01")
def test_a_scroll_needs_two_hands() -> None:
    table, actor, scroll = caster("scroll", "pack")
    refused_command(table, CastSpell("aino", scroll.id, ("aino",)), "not_in_hands")
    scroll.where = "held"
    carry(table, actor, "dagger", "held")
    refused_command(table, CastSpell("aino", scroll.id, ("aino",)), "not_in_hands")


@pytest.mark.rule("CRN-SCROLL-01")
@pytest.mark.parametrize("still", ["yes", "no"])
def test_a_scroll_is_used_up_on_a_failed_save_too(still: str) -> None:
    table, actor, scroll = caster("scroll")
    foe(table)
    answers = ASK | {"mishap": [["book_destroyed"]], "spell_still_works": still}
    cast_in_fight(table, scroll, ("goblin",), [11, 3] if still == "yes" else [11], answers)
    assert (actor.items, actor.fatigue) == ([], 0)
    assert not table.told("cast.book_destroyed")  # no further effect
    assert table.state.actors["goblin"].hp == (1 if still == "yes" else 4)


# ---------------------------------------------------------------- relics


@pytest.mark.rule("CRN-RELIC-01")
def test_a_relic_spends_a_charge_and_no_fatigue() -> None:
    table, actor, wand = caster("wand")
    eero = pc(table, "Eero")
    do(table, UseRelic("aino", wand.id, ("eero",)), [2])
    assert (wand.charges, actor.fatigue, eero.STR) == (0, 0, 8)
    assert table.told("relic.charges")[0].facts["left"] == 0
    refused_command(table, UseRelic("aino", wand.id, ("eero",)), "no_charges")
    against_goblin(table)
    refused_command(table, Declare("aino", "use", item=wand.id, targets=("goblin",)), "no_charges")


@pytest.mark.rule("CRN-RELIC-01")
def test_a_relic_without_a_limit_spends_nothing() -> None:
    table, _, cloak = caster("cloak", "pack")  # no hands needed
    do(table, UseRelic("aino", cloak.id))
    assert cloak.charges is None
    assert table.told("relic.power")[0].facts["text"] == "It hides."


@pytest.mark.rule("CRN-RELIC-02")
@pytest.mark.parametrize(
    ("relic", "charges", "faces", "after"),
    [
        ("wand", 0, [], 1),  # restores "1"
        ("wand", 3, [], 3),
        ("horn", 2, [4], 3),  # restores "1d4" = 4, never above the maximum
        ("horn", 0, [2], 2),
        ("orb", 0, [], 3),  # restores "all"
    ],
)
def test_recharging(relic: str, charges: int, faces: list[int], after: int) -> None:
    table, _, thing = caster(relic, "pack")
    thing.charges = charges
    script = do(table, Recharge("aino", thing.id), faces, {"recharge_met": "yes"}, PLAYER)
    assert thing.charges == after
    (question,) = script.asked
    assert (question.to, question.default) == ("referee", "no")
    told = table.told("relic.recharged")[0].facts
    assert (told["left"], told["most"]) == (after, 3)


@pytest.mark.rule("CRN-RELIC-02")
def test_recharging_needs_the_condition_met() -> None:
    table, actor, wand = caster("wand")
    bell = carry(table, actor, "bell")  # charges, but nothing brings them back
    mask = carry(table, actor, "mask")  # no charges at all
    stone = carry(table, actor, "stone")
    refused_command(table, Recharge("aino", wand.id), "recharge_not_met", {"recharge_met": "no"})
    refused_command(table, Recharge("aino", wand.id), "recharge_not_met", {})
    for thing in (bell.id, mask.id, stone.id, "wand.99"):
        refused_command(table, Recharge("aino", thing), "recharge_not_met")
    refused_command(table, Recharge("aino", wand.id), "not_your_actor", seat=OTHER)


@pytest.mark.rule("CRN-RELIC-03")
def test_a_relic_has_to_be_in_hand() -> None:
    table, actor, wand = caster("wand", "pack")
    refused_command(table, UseRelic("aino", wand.id, ("aino",)), "not_in_hands")
    refused_command(table, UseRelic("aino", "wand.99"), "not_in_hands")
    stone = carry(table, actor, "stone", "held")
    refused_command(table, UseRelic("aino", stone.id), "not_in_hands")
    sack = carry(table, actor, "sack")
    cloak = carry(table, actor, "cloak", "stowed", container=sack.id)
    refused_command(table, UseRelic("aino", cloak.id), "not_in_hands")
    against_goblin(table)
    refused_command(table, Declare("aino", "use", item=wand.id, targets=("goblin",)), "not_in_hands")


@pytest.mark.rule("CRN-RELIC-03", "CRN-MAGIC-08")
def test_using_a_relic_in_combat_is_the_action_and_asks_no_save() -> None:
    table, actor, wand = caster("wand", danger_save_prompt="always")
    carry(table, actor, "shield", "held")  # a relic needs one hand only
    against_goblin(table)
    refused_command(table, UseRelic("aino", wand.id, ("goblin",)), "in_combat")
    do(table, Declare("aino", "use", item=wand.id, targets=("goblin",)))
    script = do(table, LockPhase(), [3])
    assert [roll.why for roll, _ in script.rolls] == ["damage"]
    assert (table.state.actors["goblin"].hp, wand.charges, actor.fatigue) == (1, 0, 0)


@pytest.mark.rule("CRN-RELIC-03")
def test_a_relic_whose_content_says_so_asks_a_will_save() -> None:
    table, actor, mask = caster("mask")
    do(table, UseRelic("aino", mask.id), [10])
    assert actor.fatigue == 0
    script = do(table, UseRelic("aino", mask.id), [11])
    assert actor.fatigue == 1
    offered = [option.value for option in script.asked[0].options]
    assert offered == ["extra_fatigue", "injury", "death", "other"]  # there is no book to destroy


@pytest.mark.rule("CRN-GEN-06", "CRN-ATTACK-17")
def test_refusals_of_relics() -> None:
    table, actor, wand = caster("wand")
    refused_command(table, UseRelic("aino", wand.id), "bad_target_count")
    refused_command(table, UseRelic("aino", wand.id, ("nobody",)), "no_target")
    refused_command(table, UseRelic("aino", wand.id, ("aino",)), "not_your_actor", seat=OTHER)
    actor.DEX = 0
    refused_command(table, UseRelic("aino", wand.id, ("aino",)), "cannot_act")
    do(table, Harm("aino", 99))
    refused_command(table, UseRelic("aino", wand.id, ("aino",)), "dead")
