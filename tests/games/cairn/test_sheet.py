"""Sheets: every number of an actor with its sum, in English and Finnish."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_people import carrying, content, person, random_character, table
from rulewright.engine.drivers import SampledDice
from rulewright.engine.modifiers import Part
from rulewright.games.cairn import game
from rulewright.games.cairn.creation import workshop
from rulewright.games.cairn.options import Options
from rulewright.games.cairn.sheet import Sheet, sheet
from rulewright.games.cairn.sheet_markdown import say, sheet_markdown
from rulewright.games.cairn.starter import starter
from rulewright.games.cairn.state import Actor, Carried, Condition, PendingStep, ScarTaken


def veteran() -> Actor:
    """A character with something in every part of the sheet."""
    actor = carrying(
        person(
            STR=6, STR_max=12, DEX=0, DEX_max=9, WIL=0, WIL_max=8, hp=0, hp_max=7, gold=14, rations=2, fatigue=2,
            outcome="critical", dies_at=50 * 60, doomed=True, age=33, background="miller", answers=[1, 3],
            traits={"gait": 3, "voice": 2}, deprived=["food", "scar:walloped", "homesick"], notes=["owes *3* gold"],
        ),
        "axe held", "coat worn", "shield", "maul", "coin", "basket", "crate stowed",
    )  # fmt: skip
    actor.items[6].container = "basket.6"
    actor.items += [Carried("linen.8", "linen", uses=2), Carried("bell.9", "bell", charges=0)]
    actor.conditions = [Condition("deaf", "scar:deafened", "extraordinary_aid"), Condition("glowing_green")]
    actor.scars = [ScarTaken("broken_limb", "leg"), ScarTaken("rebrained"), ScarTaken("sundered", "left | hand")]
    actor.pending = [PendingStep("scar.1", "broken_limb", 1, "mended")]
    return actor


def words(page: Sheet, part: str, language: str = "en") -> list[str]:
    return [say(game.catalogue(language), line) for line in getattr(page, part)]


@pytest.mark.rule("CRN-ABIL-01")
def test_abilities_show_current_and_maximum() -> None:
    page = sheet(table(), veteran())
    assert [(row.ability, row.current, row.maximum) for row in page.abilities] == [
        ("STR", 6, 12), ("DEX", 0, 9), ("WIL", 0, 8),
    ]  # fmt: skip
    assert "| 6/12 | 0/9 | 0/8 | 0/7 | 1 |" in sheet_markdown(table(), veteran())


@pytest.mark.rule("CRN-ARMOR-02", "CRN-ARMOR-03")
def test_armor_shows_its_sum_with_what_does_not_count_struck_out() -> None:
    page = sheet(table(), veteran())
    assert page.armor.total == 1
    assert [(part.source, part.suppressed_by) for part in page.armor.parts] == [
        ("Coat", ""),
        ("Shield", "CRN-ARMOR-03"),
    ]
    assert "- Armor: 1 = Coat 1, ~~Shield 1~~ (CRN-ARMOR-03)" in sheet_markdown(table(), veteran())
    assert "- Panssari: 1 = Takki 1, ~~Kilpi 1~~ (CRN-ARMOR-03)" in sheet_markdown(table(), veteran(), "fi")


@pytest.mark.rule("CRN-SLOT-01", "CRN-FATIGUE-04")
def test_slots_add_up_with_fatigue_and_show_every_slot() -> None:
    page = sheet(table(), veteran())
    assert (page.slots.total, page.capacity, page.fatigue) == (11, 10, 2)
    assert page.slots.parts[-1] == Part("sheet.source.fatigue", 2, "CRN-FATIGUE-04")
    text = sheet_markdown(table(), carrying(person(fatigue=1), "axe held", "maul", "coin"))
    assert "## Inventory: 4 of 10 slots" in text
    wanted = ["- 1: Axe (held)", "- 2–3: Maul", "- 4: Fatigue", "- 5: –", "- 10: –", "- no slot: Coin"]
    assert [line for line in text.splitlines() if line in wanted] == wanted


def test_what_is_stowed_takes_no_slot_of_its_own() -> None:
    actor = carrying(person(), "basket", "crate stowed")
    actor.items[1].container = "basket.1"
    page = sheet(table(), actor)
    assert page.slots.total == 2
    assert [thing.slots for thing in page.things] == [2, 0]
    assert "- no slot: Crate (stowed)" in sheet_markdown(table(), actor)


@pytest.mark.rule("CRN-SLOT-04")
def test_a_full_inventory_strikes_hp_out_where_the_table_plays_so() -> None:
    actor = carrying(person(hp=4), "crate", "crate")
    assert sheet(table(inventory_slots=4), actor).hp.total == 4
    page = sheet(table(inventory_slots=4, full_inventory_zero_hp=True), actor)
    assert (page.hp.total, page.hp.parts[0].value, page.hp.parts[0].suppressed_by) == (0, 4, "CRN-SLOT-04")
    text = sheet_markdown(table(inventory_slots=4, full_inventory_zero_hp=True), actor)
    assert "| 0/4 |" in text
    assert "- HP: 0 = 0, ~~HP 4~~ (CRN-SLOT-04)" in text


def test_what_is_wrong_stands_with_its_causes() -> None:
    world = table()
    world.state.clock = 20 * 60
    page = sheet(world, veteran())
    assert words(page, "state") == [
        "Critical damage",
        "Dies in 30 minutes without aid",
        "Paralysed (DEX 0)",
        "Delirious (WIL 0)",
        "Doomed: the next save against critical damage decides",
        *words(page, "state")[5:],
    ]
    assert [line.facts.get("cause") for line in page.state[5:8]] == ["cause.food", "Walloped", "homesick"]
    assert [line.facts.get("condition") for line in page.state[8:]] == ["condition.deaf", "condition.glowing_green"]
    assert words(page, "state")[-1] == "glowing green, until: the referee's word"


def test_scars_and_pending_steps_are_named_in_both_languages() -> None:
    page = sheet(table(), veteran())
    assert words(page, "scars")[1:] == ["Re-brained", "Sundered: left | hand"]
    assert words(page, "scars", "fi")[1:] == ["Aivot sekaisin", "Murskautuminen: left | hand"]
    assert [line.rule for line in page.scars] == ["CRN-SCAR-10", "CRN-SCAR-15", "CRN-SCAR-16"]
    assert (page.scars[0].facts["note"], page.pending[0].facts["event"]) == ("place.leg", "event.mended")


def test_the_story_is_that_of_the_content_in_the_readers_language() -> None:
    page = sheet(table(), veteran())
    assert words(page, "story") == [
        "What did the mill give? A bell and linen.", "And then? Crates.", "Gait: silent", "Voice: high",
    ]  # fmt: skip
    assert words(page, "story", "fi")[0] == "Mitä mylly antoi? Kello ja pellavaa."
    assert words(page, "story", "fi")[2:] == ["Käynti: hiljainen", "Ääni: high"]


def test_a_hireling_shows_role_wage_and_employer() -> None:
    world = table(person(name="Ada"), person("porter", kind="hireling", role="porter", employer="anna.pc"))
    page = sheet(world, world.state.actors["porter"])
    assert words(page, "origin") == ["Hireling", "Porter, wage 3 per day", "hired by Ada"]


@pytest.mark.parametrize("language", ["en", "fi"])
def test_markdown_has_words_for_everything(language: str) -> None:
    text = sheet_markdown(table(), veteran(), language)
    assert "«" not in text
    for key in ("cause.", "condition.", "event.", "place.", "scar.", "sheet."):
        assert key not in text


def test_names_cannot_break_the_page() -> None:
    actor = person(name="# <b>Ada</b>\n| x")
    first = sheet_markdown(table(), actor).splitlines()[0]
    assert first == "# \\# \\<b\\>Ada\\</b\\> \\| x"
    assert "owes \\*3\\* gold" in sheet_markdown(table(), veteran())


@pytest.mark.parametrize("language", ["en", "fi"])
def test_every_random_character_has_a_sheet(language: str) -> None:
    world = workshop(starter(), Options())
    dice = SampledDice(5)
    for _ in range(60):
        created = random_character(starter(), Options(), dice)
        for actor in (created.actor, *created.hirelings):
            text = sheet_markdown(world, actor, language)
            assert "«" not in text
            assert actor.name in text


def test_unknown_things_still_show() -> None:
    actor = carrying(person(background="gone", role="gone", scars=[ScarTaken("odd", "x")], traits={"odd": 1}), "relict")
    page: Any = sheet(workshop(content(), Options()), actor)
    assert page.things[0].item == "relict"
    assert words(page, "scars") == ["odd: x"]
