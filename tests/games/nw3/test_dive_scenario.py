"""A whole evening with a Dive, by itself and at random: prepared Scenes, the Fortress, its Ruler, and the way out."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from nw3_evenings import by_policy
from nw3_fortress import arcade, do, refused
from rulewright.engine.errors import Malformed
from rulewright.engine.world import digest, pack, unpack
from rulewright.games.nw3.episodes.staging import PlayPrepared
from rulewright.games.nw3.game import game
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import State
from rulewright.games.nw3.story import FoeGroup, PreparedScene, Scenario, starter_scenarios
from rulewright.store.journal import MemoryJournal
from rulewright.table.replay import replay
from rulewright.table.table import Table
from walks import SPECTATOR, any_answer

NIGHT = Scenario(
    "arcade_night", "A Night at the Arcade", "The arcade is shut.", starter_scenarios()["rooftop"].party,
    scenes=(
        PreparedScene("pier", "The Pier", "Rain on planks."),
        PreparedScene("doors", "Before the Doors", "Two hounds.", phase="middle", kind="combat",
                      foes=(FoeGroup("guard", "pinball_hound", 2),)),
    ),
    fortress="drowned_arcade",
)  # fmt: skip


def night(seed: str = "night", **options: Any) -> Table:
    """The evening at a table with all its seats and a spectator."""
    seats = (*game.seats(NIGHT), SPECTATOR)
    house = Options(**options)
    return Table.new(game, NIGHT, house, seats, MemoryJournal(), seed, content=arcade(), undo="anyone")


@pytest.mark.rule("NW3-DIVE-02", "NW3-EPISODE-03")
@pytest.mark.parametrize("seed", range(4))
def test_the_policy_plays_it_to_its_end(seed: int) -> None:
    table = night(f"night {seed}")
    given = list(by_policy(table))
    assert game.over(table.world)
    order = [one for one in given if one in ("play_prepared", "open_fortress", "enter_fortress", "end_scenario")]
    assert order[:4] == ["play_prepared", "play_prepared", "open_fortress", "enter_fortress"]
    assert order[-1] == "end_scenario"
    assert "go_through_gate" in given
    keys = {event.key for _, event in table.events_for("referee")}
    assert {"dive.begins", "area.entered", "battle.begins"} <= keys
    assert keys & {"casket.ends", "dive.over.left", "dive.over.declared", "dive.over.failed"}


def offered(table: Table) -> list[tuple[str, msgspec.Struct]]:
    return [
        (seat.id, offer.command)
        for seat in table.seats
        if (menu := table.menu(seat.id)) is not None
        for offer in menu.offers
    ]


def in_dive(seed: int) -> Table:
    """A table at which the Dive has just begun."""
    table = night(f"walk {seed}")
    for given in by_policy(table):
        if given == "enter_fortress":
            break
    step = game.policy.command(table.world)
    assert step is not None
    table.submit(step[0].id, step[1])
    return table


@pytest.mark.parametrize("seed", range(6))
def test_every_offer_of_a_dive_is_accepted(seed: int) -> None:
    """At random, the referee's ends of the Dive left out, so that it goes on."""
    table, random = in_dive(seed), Random(seed)
    for _ in range(150):
        if questions := table.open_questions("referee"):
            asked = random.choice(questions)
            table.answer(asked.owner, asked.id, any_answer(asked.question, random))
        else:
            offers = [one for one in offered(table) if one[1].__struct_config__.tag not in ("end_dive", "close_scene")]
            if not offers:
                break
            seat, command = random.choice(offers)
            assert table.submit(seat, command).outcome in ("done", "waiting")
        state = table.world.state
        assert digest(unpack(pack(state), State)) == digest(state)
    if not table.open_questions("referee"):
        assert list(replay(game, table.entries, content=arcade()))[-1].digest == digest(table.world.state)


@pytest.mark.rule("NW3-FORT-01", "NW3-GATE-02")
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_sent_what_the_party_has_not_found(seed: int) -> None:
    table, random = in_dive(seed), Random(seed)
    others = [seat.id for seat in table.seats if not seat.referee]
    seen: set[str] = set()
    for _ in range(80):
        if questions := table.open_questions("referee"):
            asked = random.choice(questions)
            table.answer(asked.owner, asked.id, any_answer(asked.question, random))
        elif offers := [
            one for one in offered(table) if one[1].__struct_config__.tag not in ("end_dive", "close_scene")
        ]:
            seat, command = random.choice(offers)
            table.submit(seat, command)
        secrets = set(game.secrets(table.world))
        seen |= secrets
        for id in others:
            sent = [table.view(id), table.events_for(id), table.rolls(id), table.menu(id), table.waiting_for(id),
                    [one for one in table.open_questions(id) if one.owner == id]]  # fmt: skip
            text = msgspec.json.encode(sent, enc_hook=str).decode()
            assert not [secret for secret in secrets if secret in text]
    assert "Jackpot Engine" in seen


def test_a_scenario_names_a_fortress_that_is_there() -> None:
    with pytest.raises(Malformed, match="fortress"):
        game.open(msgspec.structs.replace(NIGHT, fortress="nowhere"), Options(), arcade())


def test_prepared_scenes_are_played_in_their_phase_alone() -> None:
    table = night()
    world = table.world
    assert not world.state.characters["guard.1"].present
    refused(world, PlayPrepared("nonsense"), "unknown_scene")
    refused(world, PlayPrepared("pier"), "wrong_phase")
    world.state.phase = "middle"
    for one in world.state.characters.values():
        one.values_rolled = True
    refused(world, PlayPrepared("pier"), "wrong_phase")
    do(world, PlayPrepared("doors"))
    assert world.state.scene is not None
    assert (world.state.scene.prepared, world.state.scene.kind) == ("doors", "combat")
    assert world.state.characters["guard.1"].present
    refused(world, PlayPrepared("doors"), "scene_open")
