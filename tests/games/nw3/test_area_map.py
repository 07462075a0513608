"""The Area Map: players see Areas that were entered and Gates that are known, the referee sees everything."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from nw3_maps import ANNA, REFEREE, before, diving
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.journal import Seat
from rulewright.engine.maps import Link, Map, Place
from rulewright.engine.offers import Draft, Offer
from rulewright.engine.world import digest
from rulewright.games.nw3.casket_state import GateState, TrapState
from rulewright.games.nw3.fortresses.moving import GoThrough
from rulewright.games.nw3.fortresses.refereeing import SetCleared, SetGate
from rulewright.games.nw3.game import game
from rulewright.games.nw3.playing import dive_menu
from rulewright.games.nw3.state import Battle, Nw3World


def seen(world: Nw3World, seat: object = ANNA, id: str = "dive", language: str = "en") -> Map:
    found = game.map(world, seat, language, id)  # type: ignore[arg-type]
    assert found is not None
    return found


def place(shown: Map, id: str) -> Place:
    return next(one for one in shown.places if one.id == id)


def link(shown: Map, id: str) -> Link:
    return next(one for one in shown.links if one.id == id)


def keys(shown: Place | Link) -> list[str]:
    return [one.key for one in shown.remarks]


@pytest.mark.rule("NW3-FORT-01")
def test_players_see_areas_that_were_entered_and_what_is_behind_known_gates_without_a_name() -> None:
    shown = seen(diving("g1"))
    assert [one.id for one in shown.places] == ["turnstile", "showers", "?g2"]
    assert [one.id for one in shown.links] == ["g1", "g2"]
    unknown = place(shown, "?g2")
    assert (unknown.name, unknown.kind, unknown.state) == ("?", "map.kind.unknown", "unknown")


@pytest.mark.rule("NW3-GATE-02")
def test_a_secret_gate_is_on_the_map_once_it_is_revealed() -> None:
    assert "g3" not in [one.id for one in seen(diving("g1")).links]
    revealed = seen(diving("g1", revealed=("g3",)))
    assert (link(revealed, "g3").to, link(revealed, "g3").line) == ("?g3", "dotted")
    whole = seen(diving("g1"), REFEREE)
    assert link(whole, "g3").secret
    assert not link(seen(diving("g1", revealed=("g3",)), REFEREE), "g3").secret


@pytest.mark.rule("NW3-GATE-02")
def test_two_gates_to_one_unknown_area_do_not_show_that_it_is_one() -> None:
    shown = seen(diving("g1", "g3", revealed=("g3",)))
    ends = {one.to for one in shown.links if one.to.startswith("?")}
    assert ends == {"?g2", "?g4"}


@pytest.mark.rule("NW3-FORT-01")
def test_the_referee_sees_all_areas_and_which_of_them_are_hidden() -> None:
    shown = seen(diving("g1"), REFEREE)
    assert [one.id for one in shown.places] == ["turnstile", "showers", "deep_end", "sauna", "pump_room"]
    assert [one.id for one in shown.places if one.secret] == ["deep_end", "sauna", "pump_room"]
    assert "map.remark.event" in keys(place(shown, "sauna"))
    assert "map.remark.enemy" in keys(place(shown, "deep_end"))
    assert {one.line for one in shown.links} == {"plain", "arrow", "dotted", "barred", "broken"}


@pytest.mark.rule("NW3-FORT-01")
def test_each_kind_of_gate_has_a_line_of_its_own() -> None:
    lines = {one.kind: one.line for one in seen(before(), REFEREE, "fortress:night_pool").links}
    assert len(lines) == len(set(lines.values())) == 5


def test_the_way_walked_and_where_people_are() -> None:
    shown = seen(diving("g1", "g2"))
    assert [(one.link, one.left, one.to) for one in shown.way] == [
        ("g1", "turnstile", "showers"), ("g2", "showers", "deep_end"),
    ]  # fmt: skip
    here = place(shown, "deep_end")
    assert here.current
    assert list(here.here) == ["Anna", "Ben"]
    assert "map.mark.current" in here.marks
    back = seen(diving("g1", "g1"))
    assert [(one.left, one.to) for one in back.way][1] == ("showers", "turnstile")


def test_what_is_told_of_traps_and_objects() -> None:
    world = diving("g1")
    assert keys(place(seen(world), "showers")) == []
    assert keys(place(seen(world, REFEREE), "showers")) == ["map.remark.trap"]
    dive = world.state.caskets[-1].dive
    assert dive is not None
    dive.areas["showers"].traps["hot_tap"] = TrapState("identified", identified_by=["anna"])
    (told,) = place(seen(world), "showers").remarks
    assert (told.key, told.facts["name"]) == ("map.remark.trap.known", "Hot Tap")


def test_states_of_areas_and_gates() -> None:
    world = diving("g1", "g2", cleared=("turnstile", "deep_end"))
    dive = world.state.caskets[-1].dive
    assert dive is not None
    dive.gates["g5"] = GateState(opened=True)
    dive.gates["g2"] = GateState(setting="damaged")
    dive.areas["showers"].kind = "normal"
    shown = seen(world)
    assert [place(shown, id).state for id in ("turnstile", "showers", "deep_end")] == ["cleared", "visited", "cleared"]
    assert "map.mark.open" in link(shown, "g5").marks
    assert link(shown, "g2").kind == "map.gate.damaged"
    assert place(shown, "showers").kind == "map.kind.normal"


def test_who_may_open_which_map() -> None:
    assert game.atlas(before(), ANNA, "en").titles == ()
    assert [one.id for one in game.atlas(diving(), ANNA, "en").titles] == ["dive"]
    titles = game.atlas(diving(), REFEREE, "en").titles
    assert titles[0].id == "dive"
    assert "fortress:night_pool" in [one.id for one in titles]
    assert game.map(before(), ANNA, "en", "dive") is None
    for id in ("fortress:night_pool", "fortress:nothing", "", "other"):
        assert game.map(diving(), ANNA, "en", id) is None
    assert game.map(diving(), REFEREE, "en", "fortress:nothing") is None
    world = diving()
    assert world.state.caskets[-1].dive is not None
    world.state.caskets[-1].dive.over = True
    assert game.atlas(world, ANNA, "en").titles == ()


def test_names_are_in_the_language() -> None:
    assert seen(diving(), ANNA, language="ja").title == "夜のプール"


@pytest.mark.rule("NW3-FORT-01")
def test_nothing_that_players_are_sent_names_what_they_do_not_know() -> None:
    for walked in ((), ("g1",), ("g1", "g2")):
        world = diving(*walked)
        secrets = set(game.secrets(world))
        assert "Pump Room" in secrets
        assert "Turnstile" not in secrets
        sent = msgspec.json.encode((game.atlas(world, ANNA, "en"), seen(world)), enc_hook=str).decode()
        for word in (*secrets, "pump_room", "sauna", "g3", "towel", "bench speaks", "Hot Tap", "No Running"):
            assert word not in sent, word


@pytest.mark.parametrize("language", game.languages)
@pytest.mark.parametrize("seat", [ANNA, REFEREE])
def test_everything_on_a_map_has_words(seat: object, language: str) -> None:
    world = diving("g1", "g2", cleared=("turnstile",), revealed=("g3",))
    maps = [seen(world, seat, language=language)]
    if seat is REFEREE:
        maps.append(seen(world, seat, "fortress:night_pool", language))
    for shown in maps:
        parts: list[Place | Link] = [*shown.places, *shown.links]
        told = [game.words(key, {}, language) for one in parts for key in (one.kind, *one.marks)]
        remarks = [*shown.remarks, *(remark for one in parts for remark in one.remarks)]
        told += [game.words(one.key, one.facts, language) for one in remarks]
        assert told
        assert not [text for text in told if "«" in text]


def test_a_fortress_that_nobody_has_entered_is_no_players_to_know() -> None:
    world = diving()
    dive = world.state.caskets[-1].dive
    assert dive is not None
    dive.areas = {}
    assert game.atlas(world, ANNA, "en").titles == ()
    assert game.map(world, ANNA, "en", "dive") is None
    assert game.atlas(world, REFEREE, "en").titles[0].id == "dive"


def offered(world: Nw3World, seat: Seat, at: str) -> list[Any]:
    """The commands offered for a place or a link of the map of the Dive."""
    shown = game.map(world, seat, "en", "dive", at)
    assert shown is not None
    parts: list[Place | Link] = [*shown.places, *shown.links]
    return [one.command for one in next(part for part in parts if part.id == at).offers]


@pytest.mark.rule("NW3-FORT-13")
def test_gates_that_can_be_used_are_offered_on_the_map() -> None:
    world = diving("g1", cleared=("showers",))
    world.state.characters["ben"].player = "ben"
    together = GoThrough("g2", ("anna", "ben"))
    assert offered(world, REFEREE, "g2") == [together]
    assert offered(world, ANNA, "g2") == [together, GoThrough("g2", ("anna",))]
    assert offered(world, REFEREE, "g3") == []  # secret
    assert offered(world, REFEREE, "g5") == []  # not here
    whole = seen(world, REFEREE)
    assert [one.command for one in whole.offers] == [GoThrough("g1", ("anna", "ben")), together]
    assert seen(world, Seat("zoe", "Zoe", "spectator")).offers == ()
    uncleared = diving("g1")
    assert offered(uncleared, REFEREE, "g2") == []
    assert offered(uncleared, REFEREE, "g1") == [GoThrough("g1", ("anna", "ben"))]


def test_the_map_offers_gates_in_the_words_of_the_menu_and_none_in_battle() -> None:
    world = diving("g1", cleared=("showers",))
    in_menu = [one for one in dive_menu.offers(world, ANNA) if isinstance(one.command, GoThrough)]
    assert [*seen(world).offers] == in_menu
    told = {game.words(one.key, one.facts, "en") for one in in_menu}
    ways = ("Normal Gate (ゲート) to Turnstile", "One-Way Gate (ゲート) to an unknown Area")
    assert told == {f"{way}: {who}" for way in ways for who in ("Anna, Ben", "Anna")}
    named = [game.words(one.key, one.facts, "en") for one in seen(world, REFEREE).offers]
    assert named[1] == "One-Way Gate (ゲート) to Deep End: Anna, Ben"
    world.state.battle = Battle([])
    assert seen(world).offers == ()


def test_a_gate_on_the_map_moves_the_party_and_looking_changes_nothing() -> None:
    world = diving("g1", cleared=("showers",))
    was = digest(world.state)
    for seat in (ANNA, REFEREE):
        for at in ("showers", "g1", "g2"):
            game.map(world, seat, "en", "dive", at)
    assert digest(world.state) == was
    (go,) = offered(world, REFEREE, "g1")
    run(game.commands.start(world, go, REFEREE), SampledDice(1).face, lambda asked: asked.default)
    assert place(seen(world), "turnstile").current
    assert [step.link for step in seen(world).way] == ["g1", "g1"]


@pytest.mark.rule("NW3-FORT-11")
def test_the_referee_clears_areas_and_sets_gates_on_the_map() -> None:
    world = diving("g1")
    assert offered(world, REFEREE, "showers") == [SetCleared("showers", True)]
    assert offered(world, ANNA, "showers") == []
    shown = game.map(world, REFEREE, "en", "dive", "g5")
    assert shown is not None
    (draft,) = link(shown, "g5").drafts
    assert isinstance(draft.command, SetGate)
    assert (draft.command.gate, draft.command.state) == ("g5", "recorded")
    values = [value for value, _ in draft.choices["state"]]
    assert values == ["recorded", "open", "closed", "damaged"]


@pytest.mark.rule("NW3-GATE-07")
def test_a_gate_that_was_set_on_the_map_goes_back_to_what_is_recorded() -> None:
    world = diving("g1", cleared=("showers",))

    def put(state: str) -> Link:
        command = game.commands.read({"do": "set_gate", "gate": "g2", "state": state})
        run(game.commands.start(world, command, REFEREE), SampledDice(1).face, lambda asked: asked.default)
        shown = game.map(world, REFEREE, "en", "dive", "g2")
        assert shown is not None
        return link(shown, "g2")

    closed = put("closed")
    assert (closed.kind, closed.offers) == ("map.gate.closed", ())
    assert closed.drafts[0].command.state == "closed"  # type: ignore[attr-defined]
    recorded = put("recorded")
    assert recorded.kind == "map.gate.one_way"
    assert [one.command for one in recorded.offers] == [GoThrough("g2", ("anna", "ben"))]


@pytest.mark.parametrize("language", game.languages)
def test_what_is_offered_on_the_map_has_words(language: str) -> None:
    world = diving("g1", cleared=("showers",))
    for seat, at in ((REFEREE, "g2"), (REFEREE, "showers"), (ANNA, "g2"), (REFEREE, "turnstile")):
        shown = game.map(world, seat, language, "dive", at)
        assert shown is not None
        parts: list[Place | Link] = [*shown.places, *shown.links]
        every: list[Draft | Offer] = [*shown.offers]
        for part in parts:
            every += [*part.offers, *part.drafts]
        assert not [one for one in every if "«" in game.words(one.key, one.facts, language)]
