"""Setting a scenario up: who stands where under which id, who is hidden, and what a scenario may not say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nwo_play import options, quay
from rulewright.engine.errors import Malformed
from rulewright.games.nwo.game import game
from rulewright.games.nwo.growth.files import write_character
from rulewright.games.nwo.growth.records import character_of
from rulewright.games.nwo.playing.making import made
from rulewright.games.nwo.playing.opening import open_world
from rulewright.games.nwo.records.starter import starter
from rulewright.games.nwo.state import NwoWorld
from rulewright.games.nwo.story import FoeGroup, Member, Scenario, starter_scenarios

RUKA = Member("ruka", "ruka", "anna", (1, 0))
TOMO = Member("scribe", "tomo", "ben", name="The Scribe")
HOUNDS = FoeGroup("hound", "mire_hound", 3, square=(2, 0))
CALLER = FoeGroup("caller", "fog_caller", name="A Voice", hidden=True, square=(2, 1))


def opened(*people: Member | FoeGroup, map: str = "pier", **house: Any) -> NwoWorld:
    party = tuple(one for one in people if isinstance(one, Member))
    foes = tuple(one for one in people if isinstance(one, FoeGroup))
    return open_world(Scenario("test", "Test", "A test.", map, party, foes), options(**house), quay())


def wrong(*people: Member | FoeGroup, map: str = "pier") -> Malformed:
    with pytest.raises(Malformed) as error:
        opened(*people, map=map)
    return error.value


def hero(**changed: Any) -> str:
    """Ruka as a character file, changed."""
    record = msgspec.structs.replace(quay().characters_by_id["ruka"], **changed)
    return write_character(character_of(quay(), options(), record))


# ---------------------------------------------------------------- who is there


def test_everybody_stands_ready_under_the_ids_and_names_of_the_scenario() -> None:
    world = opened(RUKA, TOMO, HOUNDS, CALLER)
    people = world.state.characters
    assert list(people) == ["ruka", "scribe", "hound_1", "hound_2", "hound_3", "caller"]
    assert [one.id for one in people.values()] == list(people)
    assert [one.name for one in people.values()] == [
        "Ruka", "The Scribe", "Mire Hound 1", "Mire Hound 2", "Mire Hound 3", "A Voice",
    ]  # fmt: skip
    assert [one.player for one in people.values()] == ["anna", "ben", *["referee"] * 4]
    assert [one.square for one in people.values()] == [(1, 0), (0, 0), *[(2, 0)] * 3, (2, 1)]
    assert [one.faction for one in people.values()] == ["party", "party", *["foes"] * 4]
    assert [one.record for one in people.values()] == ["ruka", "tomo", *["mire_hound"] * 3, "fog_caller"]
    assert (world.state.battle, world.state.scenario, world.state.over) == (None, "test", False)


def test_only_those_are_hidden_whom_the_scenario_hides() -> None:
    world = opened(RUKA, HOUNDS, CALLER)
    assert [one.id for one in world.state.characters.values() if one.hidden] == ["caller"]


def test_everybody_begins_unhurt_with_all_points() -> None:
    people = opened(RUKA, TOMO, HOUNDS).state.characters
    assert [(one.hp, one.mp, one.prana) for one in people.values()] == [(24, 8, 12), (17, 22, 15), *[(30, 0, 0)] * 3]
    assert all(one.present and one.count is None and not one.done for one in people.values())


def test_gear_has_ids_of_its_own_and_all_its_uses() -> None:
    people = opened(RUKA, Member("twin", "ruka")).state.characters
    assert [thing.id for thing in people["twin"].gear] == [
        "twin.guard_blade.1", "twin.round_shield.2", "twin.oilskin.3", "twin.salve.4",
    ]  # fmt: skip
    assert [thing.uses for thing in people["ruka"].gear] == [None, None, None, 2]
    assert not {thing.id for thing in people["twin"].gear} & {thing.id for thing in people["ruka"].gear}


def test_those_of_a_group_share_nothing_that_changes() -> None:
    first, second, _ = opened(HOUNDS).state.characters.values()
    first.hp, first.stats["hit"], first.natural_weapons[0].name = 1, 99, "Kiss"
    assert (second.hp, second.stats["hit"], second.natural_weapons[0].name) == (30, 9, "Bite")


def test_a_group_may_be_friends_or_a_third_side_of_any_player() -> None:
    (dog,) = opened(FoeGroup("dog", "mire_hound", 1, "anna", faction="town")).state.characters.values()
    assert (dog.id, dog.name, dog.faction, dog.player, dog.kind) == ("dog", "Mire Hound", "town", "anna", "npc")


def test_the_faction_of_the_record_counts_where_none_is_given() -> None:
    hound = made(quay(), options(), quay().characters_by_id["mire_hound"], "dog", "Dog", "referee")
    assert (hound.faction, hound.id, hound.record) == ("foes", "dog", "mire_hound")


@pytest.mark.rule("NWO-MOVE-04")
def test_who_has_no_size_has_size_1() -> None:
    people = opened(CALLER, HOUNDS).state.characters
    assert (people["caller"].size, people["hound_1"].size) == (1, 2)
    nobody = msgspec.convert(
        {key: value for key, value in msgspec.to_builtins(quay().characters_by_id["ruka"]).items() if key != "size"},
        type(quay().characters_by_id["ruka"]),
    )
    assert nobody.size == 1


# ---------------------------------------------------------------- a character of a file


def test_a_file_takes_the_place_of_a_character_of_the_packs() -> None:
    world = opened(Member("me", file=hero(name="Mina", hp_max=31)))
    me = world.state.characters["me"]
    assert (me.name, me.hp, me.gear[0].id) == ("Mina", 31, "me.guard_blade.1")
    assert opened(Member("me", name="Nell", file=hero(name="Mina"))).state.characters["me"].name == "Nell"


@pytest.mark.parametrize(
    "text", ["no toml [", "[pack]\n", 'game = "cairn"\n', hero().replace('"guard_blade"', '"moon_blade"')]
)
def test_a_file_that_is_no_character_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        opened(Member("me", file=text))


# ---------------------------------------------------------------- what a scenario may not say


def test_the_map_is_one_of_the_packs() -> None:
    error = wrong(RUKA, map="moon")
    assert (error.at, "pier" in error.expected) == ("map", True)


@pytest.mark.parametrize(
    ("people", "at"), [((Member("me", "nobody"),), "me"), ((RUKA, FoeGroup("dog", "nothing")), "dog")]
)
def test_characters_are_those_of_the_packs(people: tuple[Member | FoeGroup, ...], at: str) -> None:
    error = wrong(*people)
    assert (error.at, "no character" in error.found) == (at, True)


@pytest.mark.parametrize(
    "people",
    [
        (RUKA, RUKA),
        (RUKA, FoeGroup("ruka", "mire_hound")),
        (Member("hound_2", "ruka"), HOUNDS),
        (HOUNDS, HOUNDS),
    ],
)
def test_no_two_have_one_id(people: tuple[Member | FoeGroup, ...]) -> None:
    assert "two characters" in wrong(*people).found


@pytest.mark.rule("NWO-MOVE-01")
@pytest.mark.parametrize("square", [(3, 1), (4, 0), (0, 2), (49, 49)])
def test_nobody_stands_off_the_map_or_on_a_blocked_square(square: tuple[int, int]) -> None:
    assert wrong(Member("me", "ruka", square=square)).at == "me"
    assert wrong(FoeGroup("dog", "mire_hound", 2, square=square)).at == "dog_1"


@pytest.mark.parametrize("id", list(starter_scenarios()))
def test_the_scenarios_that_come_with_the_game_open(id: str) -> None:
    scenario = starter_scenarios()[id]
    world = game.open(scenario, options(), starter())
    expected = len(scenario.party) + sum(group.count for group in scenario.foes)
    assert len(world.state.characters) == expected
    assert {seat.id for seat in game.seats(scenario)} >= {one.player for one in world.state.characters.values()}
