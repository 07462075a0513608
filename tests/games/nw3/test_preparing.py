"""Fortresses made at the table: begun, copied, written, built upon, dropped; what is wrong is told, and undo works."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_maps import ANNA, HEADER, POOL, REFEREE, before, diving, pools
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.errors import Refused
from rulewright.engine.events import Event
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Link, Place
from rulewright.engine.offers import Draft, Offer
from rulewright.engine.packs import load
from rulewright.engine.world import digest
from rulewright.games.nw3.fortresses import position, prepared, preparing
from rulewright.games.nw3.fortresses.diving import OpenFortress
from rulewright.games.nw3.game import game
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.records.fortresses import Fortress
from rulewright.games.nw3.records.places import Trap
from rulewright.games.nw3.records.starter import starter
from rulewright.games.nw3.state import Nw3World
from walks import opened


def give(world: Nw3World, do: str, seat: Seat = REFEREE, **fields: Any) -> list[Event]:
    """Give a command; what it tells."""
    told: list[Event] = []
    world.tell = told.append
    command = game.commands.read({"do": do, **fields})
    run(game.commands.start(world, command, seat), SampledDice(1).face, lambda _: None)
    return told


def fortress(world: Nw3World, id: str = "night_pool") -> Fortress:
    return position.record(world, Fortress, id)


def faults(world: Nw3World, id: str) -> set[str]:
    return {one.code.removeprefix("content.") for one in prepared.problems(world, fortress(world, id))}


def copied() -> Nw3World:
    world = before()
    give(world, "copy_fortress", fortress="night_pool")
    return world


def test_a_fortress_begins_with_its_entrance_and_is_sound() -> None:
    world = before()
    (told,) = give(world, "begin_fortress", name="Old Mill", first_area="Gate House")
    made = fortress(world, "old_mill")
    assert [(one.id, one.name, one.kind) for one in made.area] == [("entrance", "Gate House", "entrance")]
    assert prepared.all_of(world, Enemy)[made.ruler].ruler
    assert faults(world, "old_mill") == set()
    assert told.to == ("referee",)
    give(world, "begin_fortress", name="Old Mill")
    assert fortress(world, "old_mill_2").name == "Old Mill"
    give(world, "begin_fortress", name="古い水車")
    assert fortress(world, "fortress").name == "古い水車"


def test_a_copy_stands_in_for_the_fortress_of_the_pack() -> None:
    world = copied()
    give(
        world,
        "put_area",
        fortress="night_pool",
        area="sauna",
        name="Steam Room",
        kind="event",
        event="Steam.",
        x=4,
        y=2,
    )
    assert fortress(world).areas["sauna"].name == "Steam Room"
    assert (fortress(world).areas["sauna"].x, fortress(world).areas["sauna"].y) == (4, 2)
    assert pools().fortress[-1].areas["sauna"].name == "Sauna"
    assert faults(world, "night_pool") == set()
    give(world, "drop_prepared", table="fortress", id="night_pool")
    assert fortress(world).areas["sauna"].name == "Sauna"
    assert world.state.prepared == {}
    give(world, "copy_fortress", fortress="night_pool", id="day_pool")
    assert fortress(world, "day_pool").area == fortress(world).area


def test_areas_and_gates_are_added_changed_and_taken_away() -> None:
    world = copied()
    give(world, "add_area", fortress="night_pool", name="Attic", beside="sauna", gate="secret")
    made = fortress(world)
    assert (made.areas["attic"].kind, made.gates["g6"].kind) == ("normal", "secret")
    assert (made.gates["g6"].from_, made.gates["g6"].to) == ("sauna", "attic")
    give(world, "put_gate", fortress="night_pool", kind="closed", from_area="sauna", to_area="attic", gate="g6",
         open_by=["gm", "clear_area:sauna"])  # fmt: skip
    assert [one.kind for one in fortress(world).gates["g6"].open_by] == ["gm", "clear_area"]
    give(world, "put_gate", fortress="night_pool", kind="damaged", from_area="attic", to_area="showers", uses=2)
    assert fortress(world).gates["g7"].uses == 2
    assert faults(world, "night_pool") == set()
    give(world, "remove_gate", fortress="night_pool", gate="g7")
    assert "g7" not in fortress(world).gates
    give(world, "remove_area", fortress="night_pool", area="attic")
    assert fortress(world) == pools().fortress[-1]


@pytest.mark.rule("NW3-FORT-16")
def test_what_is_odd_is_told_beside_the_map_and_bars_nothing() -> None:
    world = copied()

    def opened_by(*ways: str) -> None:
        give(world, "put_gate", fortress="night_pool", kind="closed", from_area="deep_end", to_area="pump_room",
             gate="g5", open_by=list(ways))  # fmt: skip

    opened_by("clear_area:pump_room")
    shown = game.map(world, REFEREE, "en", "fortress:night_pool")
    assert shown is not None
    (told,) = [one for one in shown.remarks if one.key == "map.remark.advice"]
    assert told.facts["path"] == "fortress[0].gate[4].open_by"
    assert (told.secret, told.wrong) == (True, False)
    assert OpenFortress("night_pool") in [one.command for one in shown.offers]
    for language in game.languages:
        assert "open_by" in game.words(told.key, told.facts, language)
    opened_by("clear_area:deep_end")
    shown = game.map(world, REFEREE, "en", "fortress:night_pool")
    assert shown is not None
    assert "map.remark.advice" not in [one.key for one in shown.remarks]


def test_contents_are_put_in_and_taken_out() -> None:
    world = copied()
    give(world, "fill_area", fortress="night_pool", area="sauna", what="trap", id="hot_tap")
    give(world, "fill_area", fortress="night_pool", area="sauna", what="enemy", id="lifeguard", count=3, hidden=True)
    give(world, "fill_area", fortress="night_pool", area="sauna", what="enemy", id="lifeguard", count=2)
    area = fortress(world).areas["sauna"]
    assert area.traps == ("hot_tap",)
    assert [(one.enemy, one.count, one.hidden) for one in area.enemies] == [("lifeguard", 2, False)]
    give(world, "empty_area", fortress="night_pool", area="sauna", what="enemy", id="lifeguard")
    give(world, "empty_area", fortress="night_pool", area="sauna", what="trap", id="hot_tap")
    assert fortress(world) == pools().fortress[-1]


def test_the_whole_and_its_entrance_are_changed() -> None:
    world = copied()
    give(
        world, "set_fortress", fortress="night_pool", name="Day Pool", ruler="lifeguard", hidden=True, moon_range="town"
    )
    give(world, "set_entrance", fortress="night_pool", area="turnstile", exit=True, mode="any", per="party", tries=3)
    give(world, "add_condition", fortress="night_pool", kind="cost", pool="mp", amount=2)
    give(world, "remove_condition", fortress="night_pool", number=1)
    made = fortress(world)
    assert (made.name, made.hidden, made.moon_range, made.logics, made.text) == ("Day Pool", True, "town", (), None)
    entrance = made.entrance
    assert (entrance.exit, entrance.mode, entrance.per, entrance.tries) == (True, "any", "party", 3)
    assert [(one.kind, one.amount) for one in entrance.condition] == [("cost", 2)]


def test_toml_comes_out_and_goes_in_again() -> None:
    world = copied()
    give(world, "add_area", fortress="night_pool", name='Quote " \\ 漢字', beside="sauna")
    text = prepared.source(world, fortress(world))
    packs = (starter(), load({"others.toml": HEADER + POOL[POOL.index("[[trap]]") :]}, Nw3Content))
    assert load({"a.toml": text}, Nw3Content, packs).fortress == (fortress(world),)
    other = before()
    give(other, "write_fortress", text=text)
    assert fortress(other) == fortress(world)
    give(other, "write_fortress", text=HEADER + POOL)
    assert fortress(other) == pools().fortress[-1]
    assert position.record(other, Trap, "hot_tap").detection == 12
    assert set(other.state.prepared) == {"fortress", "trap", "object", "logic", "enemy"}
    whole = prepared.source(other, fortress(other))
    assert load({"a.toml": whole}, Nw3Content, (starter(),)).fortress == (pools().fortress[-1],)


def test_what_is_wrong_is_told_and_leads_into_no_dive() -> None:
    world = copied()
    preparing.require_sound(world, "night_pool")
    give(world, "put_area", fortress="night_pool", area="sauna", name="Sauna", kind="trap")
    give(world, "set_fortress", fortress="night_pool", name="Pool", ruler="nobody")
    assert "unknown_ref" in faults(world, "night_pool")
    shown = game.map(world, REFEREE, "en", "fortress:night_pool")
    assert shown is not None
    assert [one for one in shown.remarks if one.wrong]
    with pytest.raises(Refused) as refusal:
        preparing.require_sound(world, "night_pool")
    assert refusal.value.reason == "fortress_unsound"
    preparing.require_sound(before(), "night_pool")


def test_the_dice_propose_a_fortress() -> None:
    world = before()
    give(world, "propose_fortress", name="Black Mall", areas=12, danger=5)
    assert len(fortress(world, "black_mall").area) == 12
    assert faults(world, "black_mall") == set()


def test_a_sound_fortress_is_opened_from_its_map() -> None:
    def openings(world: Nw3World) -> list[str]:
        shown = game.map(world, REFEREE, "en", "fortress:night_pool")
        assert shown is not None
        return [one.command.fortress for one in shown.offers if isinstance(one.command, OpenFortress)]

    world = copied()
    assert openings(world) == ["night_pool"]
    give(world, "open_fortress", fortress="night_pool")
    assert openings(world) == []
    assert world.state.caskets[-1].fortress == "night_pool"
    broken = copied()
    give(broken, "put_area", fortress="night_pool", area="sauna", name="Sauna", kind="trap")
    assert openings(broken) == []
    refused(broken, "fortress_unsound", "open_fortress", fortress="night_pool")


REFUSALS: dict[str, tuple[str, dict[str, Any]]] = {
    "no_such_fortress": ("copy_fortress", {"fortress": "nowhere"}),
    "already_prepared": ("copy_fortress", {"fortress": "night_pool"}),
    "not_prepared": ("remove_area", {"fortress": "nowhere", "area": "sauna"}),
    "id_taken": ("begin_fortress", {"name": "X", "id": "night_pool"}),
    "no_such_area": ("remove_area", {"fortress": "night_pool", "area": "roof"}),
    "no_such_gate": ("remove_gate", {"fortress": "night_pool", "gate": "g99"}),
    "no_such_condition": ("remove_condition", {"fortress": "night_pool", "number": 2}),
    "not_in_area": ("empty_area", {"fortress": "night_pool", "area": "sauna", "what": "trap", "id": "hot_tap"}),
    "not_readable": ("write_fortress", {"text": "[[fortress]]\nid = 3"}),
}


@pytest.mark.parametrize("reason", REFUSALS)
def test_a_refusal_says_why_and_changes_nothing(reason: str) -> None:
    world = copied()
    do, fields = REFUSALS[reason]
    refused(world, reason, do, **fields)


def refused(world: Nw3World, reason: str, do: str, **fields: Any) -> None:
    was = digest(world.state)
    with pytest.raises(Refused) as refusal:
        give(world, do, **fields)
    assert refusal.value.reason == reason
    assert digest(world.state) == was
    for language in game.languages:
        assert "«" not in game.words(f"refuse.{reason}", refusal.value.facts, language)


def test_the_last_area_and_too_many_of_anything_are_refused() -> None:
    world = before()
    give(world, "begin_fortress", name="Tower")
    refused(world, "last_area", "remove_area", fortress="tower", area="entrance")
    for number in range(98):
        give(world, "add_area", fortress="tower", name=f"Floor {number}", beside="entrance")
    refused(world, "too_many_areas", "add_area", fortress="tower", name="Roof")
    for _ in range(201):
        give(world, "put_gate", fortress="tower", kind="normal", from_area="entrance", to_area="floor_1")
    refused(
        world, "too_many_gates", "put_gate", fortress="tower", kind="normal", from_area="entrance", to_area="floor_2"
    )
    assert faults(world, "tower") == set()
    for _ in range(20):
        give(world, "add_condition", fortress="tower", kind="gm", text="Ask.")
    refused(world, "too_much_prepared", "add_condition", fortress="tower", kind="gm", text="Ask.")


def test_nothing_is_built_while_people_are_inside() -> None:
    world = diving("g1")
    world.state.prepared = copied().state.prepared
    refused(world, "fortress_in_use", "remove_area", fortress="night_pool", area="showers")
    refused(world, "fortress_in_use", "drop_prepared", table="fortress", id="night_pool")
    refused(world, "fortress_in_use", "write_fortress", text=HEADER + POOL)


def test_without_enemies_no_fortress_is_proposed() -> None:
    world = before()
    world.content = msgspec.structs.replace(world.content, enemy=())
    refused(world, "nobody_to_rule", "propose_fortress", name="X")


@pytest.mark.parametrize(
    "text",
    ["", "x", "x = ", "[pack]\n", "[[spell]]\nid = 'a'", "fortress = 3", "[[fortress]]\nid = 'A!'", "[" * 5_000,
     "[[trap]]\nid = 'a'\nname = 'b'\ntext = 'c'\ndetection = 9" + "9" * 5_000, "fortress = [1979-05-27]", "\x00"],
)  # fmt: skip
def test_what_cannot_be_read_is_refused(text: str) -> None:
    world = before()
    refused(world, "not_readable", "write_fortress", text=text)


def test_only_the_referee_prepares() -> None:
    kinds = [*preparing.COMMANDS]
    assert {kind.who for kind in kinds} == {"referee"}
    with pytest.raises(Refused, match="not_referee"):
        give(before(), "begin_fortress", ANNA, name="Mine")


def test_undo_takes_back_a_step_and_players_learn_nothing() -> None:
    table = opened(game, "rooftop", 1)
    seat = next(one for one in table.seats if one.role == "player")
    table.submit("referee", {"do": "propose_fortress", "name": "Zenith Kiosk", "areas": 5})
    table.submit("referee", {"do": "add_area", "fortress": "zenith_kiosk", "name": "Zenith Roof", "beside": "a2"})
    secrets = set(game.secrets(table.world))
    assert {"Zenith Kiosk", "Zenith Roof"} <= secrets
    sent = [table.view(seat.id), table.events_for(seat.id), table.rolls(seat.id), game.atlas(table.world, seat, "en")]
    assert "enith" not in msgspec.json.encode(sent, enc_hook=str).decode()
    assert game.map(table.world, seat, "en", "fortress:zenith_kiosk") is None
    record = prepared.made(table.world, Fortress, "zenith_kiosk")
    assert record is not None
    assert len(record.area) == 6
    table.undo("referee", table.decision_points()[-1])
    record = prepared.made(table.world, Fortress, "zenith_kiosk")
    assert record is not None
    assert len(record.area) == 5
    table.undo("referee", table.decision_points()[-1])
    assert table.world.state.prepared == {}


def test_a_record_of_this_table_is_found_before_that_of_a_pack() -> None:
    world = before()
    text = '[[enemy]]\nid = "lifeguard"\nname = "Other"\ncategory = "extra"\n'
    give(world, "write_fortress", text=text)
    assert position.record(world, Enemy, "lifeguard").name == "Other"


@pytest.mark.parametrize("language", game.languages)
def test_every_form_of_the_editor_has_words(language: str) -> None:
    world = copied()
    give(world, "fill_area", fortress="night_pool", area="sauna", what="trap", id="hot_tap")
    drafts = [*game.atlas(world, REFEREE, language).drafts]
    offers: list[Offer] = []
    for at in ("sauna", "g5"):
        shown = game.map(world, REFEREE, language, "fortress:night_pool", at)
        assert shown is not None
        parts: list[Place | Link] = [*shown.places, *shown.links]
        part = next(one for one in parts if one.id == at)
        drafts += [*shown.drafts, *part.drafts]
        offers += [*shown.offers, *part.offers]
    assert len(drafts) > 12
    assert len(offers) > 3
    every: list[Draft | Offer] = [*drafts, *offers]
    told = [game.words(one.key, one.facts, language) for one in every]
    told += [game.words(f"field.{field}", {}, language) for one in drafts for field in one.asked]
    assert not [text for text in told if "«" in text]
    for one in drafts:
        fields = {field.name for field in msgspec.structs.fields(one.command)}
        assert set(one.asked) <= fields
        assert game.commands.read(msgspec.to_builtins(one.command)) == one.command
