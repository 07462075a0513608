"""Characters away from a table: making, checking, showing, keeping in files, and bringing along."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from nwo_play import Play, quay
from rulewright.engine.drivers import SampledDice, Script, run
from rulewright.engine.errors import Malformed
from rulewright.engine.events import Event
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Ask, Question
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles.gear import hands_in_use
from rulewright.games.nwo.game import game
from rulewright.games.nwo.growth import creation, files, growing_menu, problems, sums
from rulewright.games.nwo.growth.draft import STEPS, workshop
from rulewright.games.nwo.growth.figures import figures
from rulewright.games.nwo.growth.level_up import GrantLevel
from rulewright.games.nwo.growth.records import character_of, record_of
from rulewright.games.nwo.growth.sheet import sheet_markdown
from rulewright.games.nwo.options import Options
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.state import COMBAT_STATS, Character, Lasting

DESK = game.characters
HOUSE = Options()
SEEDS = range(40)


@cache
def _made(seed: int) -> str:
    dice = SampledDice(seed)
    (character,) = run(DESK.create(), dice.face, DESK.at_random(dice))
    return str(DESK.write(character))


def made(seed: int) -> Character:
    """A character made by chance."""
    character: Character = DESK.read(_made(seed))
    return character


def of_pack(id: str) -> Character:
    """A character of the example pack."""
    return character_of(quay(), HOUSE, quay().characters_by_id[id])


def broken(character: Character) -> list[tuple[str, str]]:
    """The messages and rules of what a character of the example pack breaks."""
    return [(one.key, one.rule) for one in problems.problems(quay(), HOUSE, character)]


# ---------------------------------------------------------------- making


@pytest.mark.rule("NWO-OPEN-42", "NWO-CLASS-01", "NWO-LEVEL-08")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_character_made_by_chance_breaks_nothing_and_keeps_to_the_figures(seed: int) -> None:
    character, content, given = made(seed), starter(), figures()
    assert DESK.problems(character) == []
    assert (character.kind, character.total_level, character.class_levels) == ("pc", 1, {character.class_: 1})
    attributes = character.attributes
    start = given.attributes.start
    assert sum(attributes.values()) == start * len(attributes) + given.attributes.points
    assert start <= min(attributes.values()) <= max(attributes.values()) <= given.attributes.most
    assert sum(character.aura.values()) == character.aura_total == given.aura
    assert any((character.critical, character.fumble) == (one.critical, one.fumble) for one in given.luck)
    assert len(character.elements) == given.elements
    assert len(character.spells) == given.spells
    magic = standing.value(character, "magic")
    assert all(content.spells_by_id[id].casting_value <= magic for id in character.spells)
    price = sum(content.gear_by_id[thing.item].price or 0 for thing in character.gear)
    assert price <= given.money
    assert character.now.penalty == 0
    assert hands_in_use(workshop(content, HOUSE), character) <= 2
    assert (character.hp, character.mp, character.prana) == (
        standing.hp_max(character), standing.mp_max(character), character.prana_max,
    )  # fmt: skip


@pytest.mark.rule("NWO-OPEN-42")
def test_the_steps_come_in_their_order_and_the_first_answers_do() -> None:
    script = Script([])
    character = script.run(creation.create_character(starter(), HOUSE, "maker"))
    asked = list(dict.fromkeys(question.key for question in script.asked))
    assert asked == [f"creation.{step}" for step in STEPS]
    assert character.class_ == starter().class_[0].id
    assert problems.problems(starter(), HOUSE, character) == []


@pytest.mark.rule("NWO-OPEN-42", "NWO-CLASS-01")
def test_choices_are_taken_as_they_are_made() -> None:
    answers: dict[str, Any] = {
        "creation.class": "tide_scribe",
        "creation.attribute": [4, 4, 8, 6, 9],  # wits takes the rest
        "creation.aura": ["magic", "magic", "resistance", "evasion"],
        "creation.luck": "3",
        "creation.elements": [["brine", "ember"]],
        "creation.ability": ["turn_the_die", "last_lantern"],
        "creation.gear": ["ward_staff", "oilskin", "salve", "quay_pike", "done"],
        "creation.spells": [["ember_dart", "mend", "unravel"]],
    }
    script = Script([], answers)
    tomo = script.run(creation.create_character(quay(), HOUSE, "maker", name="  Tomo   II "))
    assert "creation.name" not in [question.key for question in script.asked]
    assert tomo.name == "Tomo II"
    assert tomo.attributes == {
        "strength": 4, "dexterity": 4, "agility": 8, "spirit": 6, "faith": 9, "wits": 8,
    }  # fmt: skip
    assert tomo.aura == {"magic": 2, "resistance": 1, "evasion": 1}
    assert (tomo.critical, tomo.fumble) == ((10,), (4,))
    assert tomo.elements == ("ember", "brine")
    assert tomo.abilities == {"last_lantern": 2, "turn_the_die": 1}
    places = {thing.item: thing.location for thing in tomo.gear}
    # strength 3 with the class: the staff is worn, the coat would be too much, the pike cannot be carried besides
    assert places == {"ward_staff": "equipped", "oilskin": "robe", "salve": "robe", "quay_pike": "robe"}
    assert tomo.hp_max == 16 + 4
    assert tomo.mp_max == 2 + 2 * 10 + 5


@pytest.mark.rule("NWO-OPEN-42", "NWO-WEIGHT-01")
def test_what_is_too_dear_or_too_heavy_is_barred() -> None:
    answers: dict[str, Any] = {"creation.class": "lamp_warden", "creation.gear": ["mirror_shield"] * 9}
    script = Script([], answers)
    with pytest.raises(Malformed, match="mirror_shield"):
        script.run(creation.create_character(quay(), HOUSE, "maker"))
    last = script.asked[-1]
    assert last.barred["mirror_shield"] == "too_heavy"
    assert {one.value for one in last.barred_options} == last.barred.keys()
    dear = Script([], {"creation.gear": ["boiler_room_rifle", "done"]})
    dear.run(creation.create_character(starter(), HOUSE, "maker"))
    asked = [question for question in dear.asked if question.key == "creation.gear"][-1]
    assert asked.barred["streetlamp_sword"] == "not_enough_money"


@pytest.mark.rule("NWO-OPEN-42")
def test_how_far_one_has_come() -> None:
    procedure = DESK.create()
    request = next(procedure)
    assert isinstance(request, Ask)
    so_far = DESK.so_far(request.questions[0])
    assert list(so_far.missing) == [f"missing.{step}" for step in STEPS]
    assert so_far.numbers["term.strength"] == figures().attributes.start
    for language in game.languages:
        told = [game.words(key, {}, language) for key in (*so_far.numbers, *so_far.missing)]
        assert not [text for text in told if "«" in text or not text]


@pytest.mark.parametrize("language", game.languages)
def test_everything_that_is_asked_and_told_has_words(language: str) -> None:
    dice = SampledDice(3)
    told: list[Event] = []
    asked: list[Question] = []
    at_random = DESK.at_random(dice)

    def answer(question: Question) -> Any:
        asked.append(question)
        return at_random(question)

    run(DESK.create("", told.append), dice.face, answer)
    words = [game.words(event.key, event.facts, language) for event in told]
    for question in asked:
        words.append(game.words(question.key, question.facts, language))
        words += [game.words(f"refuse.{reason}", {}, language) for reason in question.barred.values()]
        words += [game.words(one.key, one.facts, language) for one in (*question.options, *question.barred_options)]
    assert words
    assert not [text for text in words if "«" in text or "creation." in text]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_file_gives_the_same_character(seed: int) -> None:
    character = made(seed)
    assert DESK.read(DESK.write(character)) == character


@pytest.mark.parametrize("id", ["ruka", "tomo", "mire_hound", "fog_caller"])
def test_every_character_of_a_pack_is_the_same_as_a_row_again(id: str) -> None:
    character = of_pack(id)
    text = files.write_character(character)
    assert character_of(quay(), HOUSE, files.read_record(text, quay())) == character
    assert text.startswith('game = "nwo"\n\n[[character]]\n')
    bare = text.removeprefix('game = "nwo"\n')  # as packs have it
    assert character_of(quay(), HOUSE, files.read_record(bare, quay())) == character


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("critical = [10]", "critical = [5]"), "C value"),
        (('"round_shield"', '"round_shielt"'), '"round_shielt" is no gear'),
        (("flying", "flies"), ""),
        (('game = "nwo"', 'game = "cairn"'), "another game"),
        (("[[character]]", "[[spell]]"), "spell"),
        (("[[character]]", "[[character]]\n[[character]]"), "not one character"),
        (("hp_max = 24", "hp_max = 0"), "hp_max"),
        (("class = ", "klass = "), "klass"),
        (("name = ", "name = = "), ""),
    ],
)
@pytest.mark.rule("NWO-JUDGE-07")
def test_what_a_file_must_not_say(change: tuple[str, str], told: str) -> None:
    text = files.write_character(of_pack("ruka"))
    if change[0] not in text:
        text = text.replace("hp_max = 24", f"hp_max = 24\n{change[1]} = true")
    with pytest.raises(Malformed) as error:
        files.read_record(text.replace(*change), quay())
    assert re.search(told, error.value.found)


def test_a_row_has_an_id_from_the_name_where_there_is_none() -> None:
    ruka = of_pack("ruka")
    ruka.id = ""
    ruka.name = "Ruka of the Quay"
    assert record_of(ruka).id == "ruka_of_the_quay"
    ruka.name = "ルカ"
    assert record_of(ruka).id == "wizard"


# ---------------------------------------------------------------- problems


def test_the_characters_of_packs_break_nothing() -> None:
    for id in quay().characters_by_id:
        assert broken(of_pack(id)) == []
    for record in starter().character:
        assert problems.problems(starter(), HOUSE, character_of(starter(), HOUSE, record)) == []


@pytest.mark.rule("NWO-AURA-02", "NWO-JUDGE-07", "NWO-LEVEL-07", "NWO-LEVEL-08", "NWO-CLASS-01", "NWO-WEIGHT-04")
def test_every_limit_that_is_broken_is_told() -> None:
    def ruka(**fields: Any) -> list[tuple[str, str]]:
        character = of_pack("ruka")
        for name, value in fields.items():
            setattr(character, name, value)
        return broken(character)

    assert ruka(aura={"hit": 9}) == [("problem.row", "NWO-AURA-02")]
    assert ruka(fumble=(10,)) == [("problem.row", "NWO-JUDGE-07")]
    assert ruka(abilities={"guard_step": 6}) == [("problem.row", "NWO-LEVEL-07")]
    assert ruka(spells=["no_such_spell"]) == [("problem.row", "NWO-LEVEL-08")]
    assert ruka(name="") == [("problem.row", "NWO-LEVEL-01")]
    assert ruka(hp=25) == [("problem.range", "NWO-LEVEL-04")]
    assert ruka(mp=-1) == [("problem.range", "NWO-LEVEL-04")]
    assert ruka(prana=13) == [("problem.range", "NWO-PRANA-01")]
    assert ruka(spells=["brine_wave"]) == [("problem.element", "NWO-LEVEL-08")]
    low = dict(of_pack("ruka").attributes, strength=6)
    assert ("problem.requires", "NWO-CLASS-01") in ruka(attributes=low)
    loaded = of_pack("ruka")
    for thing in loaded.gear:
        thing.location = "equipped"
    loaded.gear += [thing for number in range(6) for thing in of_pack("ruka").gear[:2]]
    assert broken(loaded) == [("problem.hands", "NWO-COUNT-18"), ("problem.overloaded", "NWO-WEIGHT-04")]


@pytest.mark.parametrize("language", game.languages)
def test_problems_have_words(language: str) -> None:
    ruka = of_pack("ruka")
    ruka.hp, ruka.prana, ruka.spells, ruka.attributes["strength"] = 99, 99, ["brine_wave"], 1
    found = problems.problems(quay(), HOUSE, ruka)
    ruka.fumble = (10,)
    found += problems.problems(quay(), HOUSE, ruka)
    told = [game.words(one.key, one.facts, language) for one in found]
    assert len(told) >= 6
    assert not [text for text in told if "«" in text]


# ---------------------------------------------------------------- sheets


@pytest.mark.rule("NWO-JUDGE-02", "NWO-LEVEL-06")
def test_the_sums_of_a_sheet_come_to_the_values() -> None:
    people = [*map(of_pack, quay().characters_by_id)]
    people[0].lasting.append(Lasting("stone_coat", "tomo", "count", stats={"defence": 4}))
    for character in people:
        standing.settle(quay(), HOUSE, character)
        totals = {key: one.total for key, one in sums.sums(quay(), character).items()}
        assert totals == character.now.values
    for seed in (4, 5, 6):
        character = made(seed)
        totals = {key: one.total for key, one in sums.sums(starter(), character).items()}
        assert totals == character.now.values


@pytest.mark.parametrize("language", game.languages)
def test_a_sheet_has_words_in_every_language(language: str) -> None:
    for character in (of_pack("ruka"), of_pack("mire_hound"), of_pack("fog_caller")):
        character.hp, character.prone = 0, True
        text = sheet_markdown(quay(), character, game.catalogue(language))
        assert "«" not in text
        assert "sum." not in text


def test_a_sheet_explains_its_numbers() -> None:
    ruka = of_pack("ruka")
    english = sheet_markdown(quay(), ruka, game.catalogue("en"))
    assert english.startswith("# Ruka\n\nLamp Warden 2, total level 2, Ember\n")
    assert "- Defence: 13 = from attributes 7 + fighting spirit 1 + Lamp Warden 2" in english
    assert "- Most HP: 24 = own 20 + Lamp Warden 4" in english
    assert "| Guard Step | 2/5 | Counter | MP 1 |" in english
    japanese = sheet_markdown(quay(), ruka, game.catalogue("ja"))
    assert "灯守 2" in japanese
    assert "守り刀" in japanese


def test_the_desk_shows_who_sits_at_a_table_as_it_is_there() -> None:
    play = Play("ruka")
    play["ruka"].hp = 7
    assert "| 7/24 |" in DESK.sheet(DESK.find(play.world, "ruka"), "en", play.world)


# ---------------------------------------------------------------- growing up


@pytest.mark.rule("NWO-LEVEL-02", "NWO-LEVEL-09", "NWO-CLASS-03")
@pytest.mark.parametrize("seed", range(6))
def test_a_character_that_grows_by_chance_stays_a_correct_one(seed: int) -> None:
    character, dice, referee = made(seed), SampledDice(seed), Seat("referee", "Referee", "referee")
    character.id = "mine"
    world = workshop(starter(), HOUSE)
    world.state.characters["mine"] = character
    for level in range(2, 24):
        run(game.commands.start(world, GrantLevel(), referee), dice.face)
        while offered := list(growing_menu.offers(world, character)):
            command = offered[dice.face(len(offered)) - 1].command
            run(game.commands.start(world, command, referee), dice.face)
            if level % 4 == 0 and character.level_up is not None:
                character.class_change_granted = True
        assert character.total_level == level
        found = [one.key for one in DESK.problems(character)]
        assert found == []
        assert {key: one.total for key, one in sums.sums(starter(), character).items()} == character.now.values


# ---------------------------------------------------------------- bringing along


def test_a_character_takes_the_place_of_a_hero() -> None:
    scenario = next(iter(game.scenarios().values()))
    hero = scenario.party[0]
    mine = made(7)
    changed = DESK.cast(scenario, {hero.id: mine})
    world = open_world(changed, HOUSE, starter())
    there = DESK.find(world, hero.id)
    assert (there.id, there.name, there.player, there.square) == (hero.id, mine.name, hero.player, hero.square)
    assert there.attributes == mine.attributes
    assert [(thing.item, thing.location) for thing in there.gear] == [(one.item, one.location) for one in mine.gear]
    assert DESK.sheet(there, "en", world) == DESK.sheet(mine, "en")


def test_who_cannot_be_cast() -> None:
    scenario = next(iter(game.scenarios().values()))
    hero = scenario.party[0].id
    mine = made(7)
    with pytest.raises(Malformed, match="nobody 'zorro'"):
        DESK.cast(scenario, {"zorro": mine})
    mine.gear[0].item = "no_such_thing"
    with pytest.raises(Malformed, match=mine.name):
        open_world(DESK.cast(scenario, {hero: mine}), HOUSE, starter())
    mine.dead = True
    with pytest.raises(Malformed, match="cannot take part"):
        DESK.cast(scenario, {hero: mine})
    foe = character_of(starter(), HOUSE, next(one for one in starter().character if one.kind == "npc"))
    with pytest.raises(Malformed, match="cannot take part"):
        DESK.cast(scenario, {hero: foe})


def test_all_stats_can_take_fighting_spirit() -> None:
    script = Script([])
    script.run(creation.create_character(quay(), HOUSE, "maker", name="A"))
    asked = next(question for question in script.asked if question.key == "creation.aura")
    assert [option.value for option in asked.options] == list(COMBAT_STATS)
