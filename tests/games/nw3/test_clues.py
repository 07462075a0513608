"""What can be found out in prepared Scenes (NW3-EPISODE-14): tried once by each, told to all, secret until then."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_fortress import do, refused
from rulewright.games.nw3.episodes.clues import LookInto
from rulewright.games.nw3.episodes.scenes import CloseScene
from rulewright.games.nw3.episodes.staging import PlayPrepared
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Nw3World
from rulewright.games.nw3.story import Clue, PreparedScene, Scenario, starter_scenarios
from rulewright.store.journal import MemoryJournal
from rulewright.table.table import Table

GULLS = Clue("gulls", "The gulls", "They fly inland.", "awareness", 12)
NIGHT = Scenario(
    "pier_night", "A Night at the Pier", "The arcade is shut.", starter_scenarios()["rooftop"].party,
    scenes=(PreparedScene("pier", "The Pier", "Rain on planks.", phase="middle", clues=(GULLS,)),),
    phase="middle",
)  # fmt: skip


def at_the_pier() -> Nw3World:
    """The Scene has just been opened."""
    world: Nw3World = game.open(NIGHT, Options(), game.content())
    for one in world.state.characters.values():
        one.values_rolled, one.critical, one.fumble, one.prana = True, 7, 2, 0
    do(world, PlayPrepared("pier"))
    return world


def menu_of(world: Nw3World, seat: str) -> list[msgspec.Struct]:
    chosen = next(one for one in game.seats(NIGHT) if one.id == seat)
    menu = game.menu(world, chosen)
    return [one.command for one in menu.offers] if menu is not None else []


@pytest.mark.rule("NW3-EPISODE-03")
def test_the_text_of_a_scene_is_told_to_all_and_stands_on_the_board() -> None:
    world: Nw3World = game.open(NIGHT, Options(), game.content())
    for one in world.state.characters.values():
        one.values_rolled = True
    seats = game.seats(NIGHT)
    assert game.board(world, seats[1], "en").text == "The arcade is shut."
    assert {"Rain on planks.", "They fly inland."} <= set(game.secrets(world))
    told = do(world, PlayPrepared("pier")).told
    assert [(one.facts["text"], one.to) for one in told if one.key == "scene.text"] == [("Rain on planks.", ())]
    assert game.board(world, seats[1], "en").text == "Rain on planks."
    assert set(game.secrets(world)) == {"They fly inland."}


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize(("faces", "found"), [((6, 6), True), ((1, 2), False)])
def test_a_success_finds_it_out(faces: tuple[int, int], found: bool) -> None:
    world = at_the_pier()
    gen = world.state.characters["gen"]
    need = GULLS.difficulty - gen.attributes.awareness
    assert 3 < need <= 12  # both can happen
    done = do(world, LookInto("gen", "gulls"), faces=faces)
    assert ("clue.found" in done.keys) is found
    assert world.state.found == (["gulls"] if found else [])
    assert game.board(world, game.seats(NIGHT)[1], "en").text == "Rain on planks." + " They fly inland." * found
    assert ("They fly inland." in set(game.secrets(world))) is not found


@pytest.mark.rule("NW3-EPISODE-14")
def test_each_tries_once_and_what_is_found_is_found() -> None:
    world = at_the_pier()
    assert [one for one in menu_of(world, "gen") if isinstance(one, LookInto)] == [LookInto("gen", "gulls")]
    assert len([one for one in menu_of(world, "referee") if isinstance(one, LookInto)]) == 3
    do(world, LookInto("gen", "gulls"), faces=(1, 2))
    refused(world, LookInto("gen", "gulls"), "already_tried")
    assert menu_of(world, "gen") == []
    do(world, LookInto("mio", "gulls"), faces=(6, 6))
    refused(world, LookInto("toru", "gulls"), "no_such_clue")
    refused(world, LookInto("toru", "nonsense"), "no_such_clue")
    do(world, CloseScene())
    refused(world, LookInto("toru", "gulls"), "no_scene")


@pytest.mark.rule("NW3-EPISODE-14")
@pytest.mark.parametrize(
    ("change", "reason"),
    [({"present": False}, "not_in_scene"), ({"dead": True}, "dead"), ({"hp": 0}, "incapacitated")],
)
def test_who_cannot_look_into_it(change: dict[str, Any], reason: str) -> None:
    world = at_the_pier()
    for name, value in change.items():
        setattr(world.state.characters["gen"], name, value)
    refused(world, LookInto("gen", "gulls"), reason)
    assert not [one for one in menu_of(world, "gen") if isinstance(one, LookInto)]


def test_the_policy_looks_into_it_before_the_scene_is_closed() -> None:
    table = Table.new(game, NIGHT, Options(), game.seats(NIGHT), MemoryJournal(), "pier")
    given: list[str] = []
    while not given or given[-1] != "close_scene":
        if questions := table.open_questions("referee"):
            table.answer("referee", questions[0].id, game.policy.answer(table.world, questions[0].question))
            continue
        step = game.policy.command(table.world)
        assert step is not None
        given.append(str(step[1].__struct_config__.tag))
        table.submit(step[0].id, step[1])
    assert 1 <= given.count("look_into") <= 2
    assert given.index("play_prepared") < given.index("look_into")


def test_a_player_is_expected_to_act_only_where_the_step_is_theirs() -> None:
    world = at_the_pier()
    menus = {one.id: game.menu(world, one) for one in game.seats(NIGHT)}
    due = {id for id, menu in menus.items() if menu is not None and menu.due}
    assert due == {"referee", "toru"}  # toru has the best Awareness
    toru = menus["toru"]
    assert toru is not None
    assert toru.offers[toru.default].command == LookInto("toru", "gulls")
