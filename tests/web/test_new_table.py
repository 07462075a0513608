"""Setting up a table, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from importlib.resources import files
from pathlib import Path

import msgspec
import pytest

from rulewright import games
from rulewright.engine.drivers import SampledDice, run
from rulewright.engine.game import Game
from rulewright.engine.house_rules import choices, written
from rulewright.engine.journal import Opened, Seat
from rulewright.store.characters import CharacterRow, Characters
from rulewright.store.content_packs import PackRow
from rulewright.store.tables import TableRow
from rulewright.table.starting import MOST_FIGURES
from rulewright.web.live.room import Room
from rulewright.web.people import seating
from servers import Server, Visitor, running
from web_tables import create, setup

AMBUSH = files("rulewright.games.cairn").joinpath("scenarios/ambush.toml").read_text("utf-8")
PACK = (
    '[pack]\nid = "wells"\ntitle = "Wells"\ntitle_fi = "Kaivot"\nversion = "1.2.0"\nlanguage = "en"\n'
    'ruleset = "cairn"\n[[items]]\nid = "well_rope"\nname = "Well rope"\nkind = "misc"\n'
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("new")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def referee(server: Server) -> Visitor:
    return server.visitor()


def tables(server: Server, visitor: Visitor) -> list[TableRow]:
    session = server.site.sessions.read(visitor.http.cookies["rulewright"])
    assert session is not None
    return server.site.hub.store.tables_of(session.person)


def made(server: Server, visitor: Visitor) -> Room:
    """The one table of this visitor."""
    (row,) = tables(server, visitor)
    return server.site.hub.rooms[row.id]


def opened(room: Room) -> Opened:
    first = room.table.entries[0]
    assert isinstance(first, Opened)
    return first


def value_of(page: str, name: str) -> str:
    """What a field of the form is filled in with."""
    if select := re.search(rf'<select[^>]* name="{name}".*?</select>', page, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', select[0])
        assert chosen, select[0]
        return unescape(chosen[1])
    field = re.search(rf'<input[^>]* name="{name}"[^>]*>', page)
    assert field, name
    value = re.search(r' value="([^"]*)"', field[0])
    return unescape(value[1]) if value else ""


def refused(server: Server, visitor: Visitor, page: str, field: str, said: str) -> None:
    """The form came back with words beside a field, and nothing was made."""
    beside = re.search(rf'id="wrong-{field}"[^>]*>(.*?)</p>', page, re.DOTALL)
    assert beside, page
    assert said in unescape(beside[1])
    assert "The table was not set up" in page
    assert tables(server, visitor) == []


@pytest.mark.parametrize("game", games.installed().values(), ids=lambda game: game.id)
def test_the_form_has_every_house_rule_with_its_values_and_why(referee: Visitor, game: Game) -> None:
    page = referee.get(f"/new/{game.id}").text
    texts = game.house_rules().options
    offered = msgspec.convert(game.presets[game.offered_preset], game.options_type)
    for name, known in choices(game.options_type).items():
        assert value_of(page, f"option.{name}") == written(getattr(offered, name))
        for value in known.values:
            assert f'<option value="{written(value)}"' in page
        assert all(f'href="/rules/{game.id}/{rule}"' in page for rule in texts[name].rules)
    assert value_of(page, "preset") == game.offered_preset
    order = re.findall(r'name="option\.(\w+)"', page)
    assert order[: len(game.offered_options)] == list(game.offered_options)
    assert page.index('<details class="fold"') > page.index(f'name="option.{game.offered_options[-1]}"')
    assert "«" not in page
    for id, scenario in game.scenarios().items():
        assert f'name="scenario" value="{id}"' in page
        assert unescape(scenario.text) in unescape(page)


def test_a_game_that_is_not_there(referee: Visitor) -> None:
    assert referee.get("/new/chess").status_code == 404
    assert create(referee, "chess").status_code == 404
    assert referee.get("/new/%00").status_code == 404


def test_the_usual_table(server: Server, referee: Visitor) -> None:
    answer = create(referee, apart="yes")
    room = made(server, referee)
    assert answer.url.path == f"/t/{room.id}/referee/seats"
    assert "The table is set up, and you are its referee." in answer.text
    assert room.row.title == "Toll on the Causeway"
    assert [seat.id for seat in room.table.seats] == ["referee", "aune", "reko", "ilmi", "tuomas", "spectator"]
    assert room.seats["referee"].person == room.row.owner
    assert all(row.person is None for row in room.seats.values() if row.seat != "referee")
    first = opened(room)
    assert (first.undo, first.seed, room.row.secret) == ("own_last", "", "")
    assert seating.watchable(room)
    assert first.options["full_inventory_zero_hp"] is True


def test_every_wish_is_kept(server: Server, referee: Visitor) -> None:
    wishes = {
        "title": " Friday\tnight ", "preset": "core_text", "option.near_range_metres": "30", "undo": "referee",
        "option.simultaneity": "whole_round", "option.inventory_slots": " 12 ", "passphrase": " the owl ",
        "spectators": "", "public": "yes", "seed": "seven stones", "apart": "", "scenario": "siege",
    }  # fmt: skip
    assert create(referee, **wishes).status_code == 200
    room, first = made(server, referee), opened(made(server, referee))
    assert room.row.title == "Friday night"
    assert (first.options["near_range_metres"], first.options["simultaneity"]) == (30, "whole_round")
    assert (first.options["inventory_slots"], first.options["full_inventory_zero_hp"]) == (12, False)
    assert first.undo == "referee"
    assert first.seed == b"seven stones".hex()
    assert seating.fits("the owl", room.row.secret)
    assert "owl" not in room.row.secret
    assert not seating.watchable(room)
    assert "aune" not in room.seats
    assert first.scenario["id"] == "siege"


def test_public_dice_without_words_of_their_own(server: Server) -> None:
    seeds = {opened(server.site.hub.rooms[setup(server, public="yes").id]).seed for _ in range(2)}
    assert len(seeds) == 2
    assert "" not in seeds


def test_words_for_the_dice_count_only_if_they_are_public(server: Server) -> None:
    table = setup(server, seed="seven stones")
    assert opened(server.site.hub.rooms[table.id]).seed == ""


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("inventory_slots", "0", "a whole number from 1 to 40"),
        ("inventory_slots", "41", "a whole number from 1 to 40"),
        ("inventory_slots", "1e1", "a whole number from 1 to 40"),
        ("inventory_slots", "９", "a whole number from 1 to 40"),
        ("inventory_slots", "9" * 5_000, "a whole number from 1 to 40"),
        ("inventory_slots", "ten", "a whole number from 1 to 40"),
        ("inventory_slots", "", "a whole number from 1 to 40"),
        ("near_range_metres", "far", "none, or a whole number from 1 to 500"),
        ("near_range_metres", "501", "none, or a whole number from 1 to 500"),
        ("simultaneity", "now", "Within one side, Over the whole round"),
        ("full_inventory_zero_hp", "[" * 5_000, "Full slots count as 0 HP"),
    ],
)
def test_a_value_that_cannot_be_comes_back_beside_its_field(
    server: Server, referee: Visitor, name: str, value: str, said: str
) -> None:
    fields = {"title": "Kept", "undo": "anyone", "scenario": "siege", "option.first_round_save": "none"}
    answer = create(referee, **fields, **{f"option.{name}": value or " "})
    assert answer.status_code == 400
    refused(server, referee, answer.text, f"option-{name}", said)
    assert value_of(answer.text, "title") == "Kept"
    assert value_of(answer.text, "option.first_round_save") == "none"
    assert re.search(r'name="undo" value="anyone" checked', answer.text)
    assert re.search(r'name="scenario" value="siege" checked', answer.text)
    if name != "simultaneity" and name != "full_inventory_zero_hp":
        assert value_of(answer.text, f"option.{name}") == value.strip()


def test_choosing_a_preset_fills_in_the_house_rules_and_keeps_the_rest(server: Server, referee: Visitor) -> None:
    fields = {"do": "refill", "preset": "core_text", "preset_was": "published_style", "title": "Kept"}
    answer = create(referee, **fields, **{"option.simultaneity": "whole_round"})
    assert answer.status_code == 200
    assert value_of(answer.text, "preset") == "core_text"
    assert value_of(answer.text, "option.full_inventory_zero_hp") == "false"
    assert value_of(answer.text, "option.simultaneity") == "per_side"
    assert value_of(answer.text, "title") == "Kept"
    again = create(referee, **{**fields, "preset_was": "core_text"}, **{"option.simultaneity": "whole_round"})
    assert value_of(again.text, "option.simultaneity") == "whole_round"
    assert tables(server, referee) == []


def test_a_script_gets_only_the_house_rules(referee: Visitor) -> None:
    fields = {"do": "refill", "preset": "core_text"}
    answer = referee.post("/new/cairn", fields, **{"hx-request": "true"})
    assert answer.text.lstrip().startswith('<div id="house-rules">')
    assert value_of(answer.text, "option.full_inventory_zero_hp") == "false"


def test_searching_brings_house_rules_up(server: Server, referee: Visitor) -> None:
    answer = create(referee, do="find", find="morale", **{"option.simultaneity": "whole_round"})
    assert answer.status_code == 200
    fold = answer.text.index('<details class="fold"')
    found = [rule.name for rule in games.get("cairn").house_rules().search("morale")]
    up = re.findall(r'name="option\.(\w+)"', answer.text[:fold])
    assert found
    assert up == [*games.get("cairn").offered_options, *found]
    assert value_of(answer.text, "option.simultaneity") == "whole_round"
    assert tables(server, referee) == []


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"scenario": "nowhere"}, "scenario", "Choose one of these."),
        ({"scenario": ""}, "scenario", "Choose one of these."),
        ({"undo": "everybody"}, "undo", "Choose one of these."),
        ({"pack": "wells:0123"}, "packs", "The pack wells is not among yours"),
        ({"scenario": "own"}, "text", "Choose a file or paste the text"),
        ({"scenario": "own", "text": " \n"}, "text", "Choose a file or paste the text"),
        ({"scenario": "own", "text": "x" * 64_001}, "text", "64000 characters at most"),
        ({"scenario": "own", "text": 'id = "a"\n[['}, "text", "scenario.toml:2: this is not TOML"),
        ({"scenario": "own", "text": "x = " + "9" * 5_000}, "text", "scenario.toml:1: a number is too long"),
        ({"scenario": "own", "text": "x = " + "[" * 5_000}, "text", "nested too deeply"),
        ({"scenario": "own", "text": AMBUSH.replace("STR = 12", "STR = 120")}, "text", ":12: party[0].STR"),
        ({"scenario": "own", "text": AMBUSH + "\nnonsense = 1\n"}, "text", "nonsense"),
        ({"scenario": "own", "text": AMBUSH.replace('"sword"', '"sward"')}, "text", "no item or relic 'sward'"),
        ({"scenario": "own", "text": AMBUSH.replace('name = "Aune"', 'name = "A"\nplayer = "a/b"')}, "text", "'a/b'"),
        ({"scenario": "own", "text": AMBUSH.replace('id = "aune"', 'id = ".."')}, "text", "no slashes"),
        ({"scenario": "own", "text": AMBUSH.replace('id = "aune"', 'id = "spectator"')}, "text", "no other seat"),
        ({"scenario": "own", "text": 'game = "nw3"\n' + AMBUSH}, "text", "game"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_beside_its_field(
    server: Server, referee: Visitor, fields: dict[str, str], field: str, said: str
) -> None:
    answer = create(referee, **{"apart": "yes", "title": "Kept", **fields})
    assert answer.status_code == 400
    refused(server, referee, answer.text, field, said)
    assert value_of(answer.text, "title") == "Kept"


def test_too_many_for_one_table(server: Server, referee: Visitor) -> None:
    many = "".join(f'[[foes]]\nid = "f{n}"\nmonster = "brigand"\ncount = 50\n' for n in range(MOST_FIGURES // 50))
    seats = "".join(
        f'[[party]]\nid = "p{n}"\nname = "P{n}"\nplayer = "p{n}"\nSTR = 9\nDEX = 9\nWIL = 9\nhp = 1\n'
        for n in range(41)
    )
    for text, said in ((AMBUSH + many, "figures"), (AMBUSH + seats, "seats")):
        answer = create(referee, scenario="own", text=text)
        assert answer.status_code == 400
        refused(server, referee, answer.text, "text", said)


def test_a_scenario_of_ones_own_as_text_or_file(server: Server) -> None:
    text = AMBUSH.replace("Toll on the Causeway", "My own toll")
    for fields, given in (({"text": text.replace("\n", "\r\n")}, None), ({"text": "junk"}, {"file": ("a.toml", text)})):
        visitor = server.visitor()
        assert create(visitor, scenario="own", files=given, **fields).status_code == 200
        assert made(server, visitor).row.title == "My own toll"


def test_a_file_that_cannot_be_read_comes_back_as_text(server: Server, referee: Visitor) -> None:
    bad = {"file": ("../../<i>secret.toml", AMBUSH.replace("STR = 12", "STR = 120"))}
    answer = create(referee, scenario="own", files=bad)
    refused(server, referee, answer.text, "text", "<i>secret.toml:12: party[0].STR")
    assert "<i>" not in answer.text
    assert "STR = 120" in answer.text
    latin = {"file": ("a.toml", AMBUSH.encode() + b'\nx = "\xe4"')}
    assert create(referee, scenario="own", files=latin).status_code == 400
    assert tables(server, referee) == []


def test_a_starter_scenario_counts_whatever_text_is_left_over(server: Server, referee: Visitor) -> None:
    assert create(referee, scenario="siege", text="junk").status_code == 200
    assert made(server, referee).row.title == "The Wall at Kiviniemi"


def keep(visitor: Visitor, text: str) -> str:
    """Give somebody a pack; returns how the form writes it."""
    answer = visitor.http.post("/packs", data={"form_token": visitor.token(), "text": text})
    assert "is good and kept" in answer.text, answer.text
    found = re.search(r'name="pack" value="([^"]+)"', visitor.get("/new/cairn").text)
    assert found
    return found[1]


def test_packs_of_mine_come_to_the_table(server: Server, referee: Visitor) -> None:
    pack = keep(referee, PACK)
    assert "Wells 1.2.0" in referee.get("/new/cairn").text
    assert "wells" not in referee.get("/new/nw3").text
    text = AMBUSH.replace('"sword"', '"well_rope"')
    refused(server, referee, create(referee, scenario="own", text=text).text, "text", "well_rope")
    assert create(referee, scenario="own", text=text, pack=pack).status_code == 200
    room = made(server, referee)
    assert set(opened(room).packs) > {"wells"}
    assert f"{room.row.settings['packs'][0][1]}:{room.row.settings['packs'][0][2]}" == pack


def test_packs_of_others_are_not_mine(server: Server, referee: Visitor) -> None:
    pack = keep(server.visitor(), PACK)
    refused(server, referee, create(referee, pack=pack).text, "packs", "not among yours")


def test_two_packs_that_do_not_go_together(server: Server, referee: Visitor) -> None:
    keep(referee, PACK)
    keep(referee, PACK.replace("1.2.0", "1.3.0"))
    packs = re.findall(r'name="pack" value="([^"]+)"', referee.get("/new/cairn").text)
    assert len(packs) == 2
    answer = create(referee, pack=packs)
    refused(server, referee, answer.text, "packs", "well_rope")
    assert all(f'value="{pack}" checked' in answer.text for pack in packs)


def test_a_pack_with_a_header_written_in_an_unusual_way_goes_by_its_id(server: Server, referee: Visitor) -> None:
    referee.get("/")
    session = server.site.sessions.read(referee.http.cookies["rulewright"])
    assert session is not None
    odd = PackRow("cairn", "odd", "d", {"a.toml": 'pack = { id = "odd" }'}, session.person, "2030-01-01T00:00:00")
    server.site.hub.contents.packs.put(odd).result()
    assert "odd" in referee.get("/new/cairn").text


def test_an_unknown_preset_is_refused(server: Server, referee: Visitor) -> None:
    answer = create(referee, preset="hardcore")
    assert answer.status_code == 400
    assert "core_text" in answer.text
    assert tables(server, referee) == []


def test_the_form_is_ours(server: Server, referee: Visitor) -> None:
    other = server.visitor()
    for token in ("x", other.token()):
        assert create(referee, form_token=token).status_code == 403
    answer = referee.post(
        "/new/cairn", {"scenario": "ambush", "preset": "core_text"}, **{"sec-fetch-site": "cross-site"}
    )
    assert answer.status_code == 403
    assert tables(server, referee) == []


def test_a_broken_upload_is_said_to_be_one(referee: Visitor) -> None:
    referee.get("/")
    for content, kind in (
        (b"--x\r\nContent-Disposition: form-data", "multipart/form-data; boundary=x"),
        (b"nothing", "multipart/form-data"),
        (b"\xff\xfe", "multipart/form-data; boundary="),
        (b"{}", "application/json"),
    ):
        answer = referee.http.post("/new/cairn", content=content, headers={"content-type": kind})
        assert answer.status_code in (400, 403), answer.text
    big = {"file": ("a.toml", b"x" * 9_000_000)}
    assert referee.http.post("/new/cairn", data={"form_token": referee.token()}, files=big).status_code == 413


def test_tables_cannot_be_set_up_without_end(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path}/t.db", limit_new_tables=3) as server:
        visitor = server.visitor()
        found = [create(visitor).status_code for _ in range(6)]
        assert found[:3] == [200] * 3
        assert 429 in found
        assert len(tables(server, visitor)) == found.count(200)


@pytest.mark.parametrize(("game_id", "scenario", "figure"), [("cairn", "ambush", "ilmi"), ("nw3", "duel", "hazuki")])
def test_a_character_of_mine_takes_a_place_in_the_scenario(
    server: Server, referee: Visitor, game_id: str, scenario: str, figure: str
) -> None:
    game = games.get(game_id)
    referee.get("/")
    session = server.site.sessions.read(referee.http.cookies["rulewright"])
    assert session is not None
    dice = SampledDice("mine")
    character = run(game.characters.create("Vieno"), dice.face, game.characters.at_random(dice))[0]
    text = game.characters.write(character)
    row = CharacterRow(f"mine-{game_id}", session.person, game_id, "Vieno", text, "2030-01-01T00:00:00+00:00")
    Characters(server.site.database).put(row).result()
    address = f"/new/{game_id}?scenario={scenario}&character={row.id}&for={figure}"
    page = referee.get(address)
    assert "Vieno takes the place of" in page.text
    assert server.visitor().get(address).status_code == 404  # somebody else's character
    fields = {"character": row.id, "for": figure, "scenario": scenario, "preset": game.offered_preset, "title": "Cast"}
    assert create(referee, game_id, **fields).status_code == 200
    board = game.board(made(server, referee).table.world, Seat("referee", "", "referee"), "en")
    assert next(one.name for one in board.figures if one.id == figure) == "Vieno"
    wrong = create(referee, game_id, **{**fields, "for": "nobody"})
    assert wrong.status_code == 400
    assert "cannot take part" in wrong.text
