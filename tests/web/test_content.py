"""Browsing what the packs of a game hold, over HTTP: shelves, search, filters, packs of one's own, live errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from rulewright import games
from rulewright.games.nw3.records.starter import starter
from servers import Server, Visitor, running

PACK = """[pack]
id = "corner"
name = "Corner Shop"
ruleset = "nw3"
version = 1

[[item]]
id = "corner_tea"
name = "Corner Tea"
class = ["potion"]
cost = 100
consumable = true
effect_block = [{ name = "Sip", timing = "minor_action", target = { kind = "self" }, range = "none", effect = [{ kind = "prose", text = "Warm." }] }]
"""  # noqa: E501


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("content")
    with running(f"sqlite:///{folder}/t.db") as found:
        yield found


@pytest.fixture
def gail(server: Server) -> Visitor:
    return server.visitor()


def cards(page: str) -> list[str]:
    """The ids of the cards that are shown."""
    return re.findall(r'<li class="card" id="([a-z0-9_]+)">', page)


def test_the_first_shelf_shows_all_that_is_on_it_page_by_page(gail: Visitor) -> None:
    page = gail.get("/content/nw3").text
    skills = [one.id for one in starter().skill]
    assert f"{len(skills)} found" in page
    assert cards(page) == skills[:60]
    assert cards(gail.get("/content/nw3?page=2").text) == skills[60:120]
    for odd in ("0", "-3", "99999999999999", "２", "x"):
        assert cards(gail.get(f"/content/nw3?page={odd}").text) in (skills[:60], skills[-(len(skills) % 60 or 60) :])


def test_filters_and_words_go_together(gail: Visitor) -> None:
    wanted = [one.id for one in starter().skill if one.class_ == "ninja" and "major_action" in one.timings]
    assert wanted
    assert cards(gail.get("/content/nw3?class=ninja&timing=major_action").text) == wanted
    first = starter().skills_by_id[wanted[0]]
    assert wanted[0] in cards(gail.get(f"/content/nw3?class=ninja&q={first.name.upper()}").text)
    assert cards(gail.get("/content/nw3?class=ninja&q=no+such+words").text) == []
    assert cards(gail.get("/content/nw3?class=nobody").text) == []


def test_our_script_gets_the_cards_alone(gail: Visitor) -> None:
    piece = gail.http.get("/content/nw3?shelf=item&item_class=potion", headers={"hx-request": "true"}).text
    assert cards(piece) == [one.id for one in starter().item if "potion" in one.classes][:60]
    assert "<h1>" not in piece


def test_what_spoils_scenarios_waits_until_the_referee_asks(gail: Visitor) -> None:
    enemy = starter().enemy[0]
    hidden = gail.get("/content/nw3?shelf=enemy").text
    assert cards(hidden) == []
    assert enemy.name not in hidden
    assert "for the referee" in hidden
    shown = gail.get("/content/nw3?shelf=enemy&show=yes").text
    assert cards(shown)[0] == enemy.id


def test_in_japanese_with_the_english_name_beside(gail: Visitor) -> None:
    gail.http.headers["accept-language"] = "ja"
    first = starter().skill[0]
    page = unescape(gail.get("/content/nw3").text)
    assert first.name_ja
    assert f'<h3>{first.name_ja} <small class="soft">{first.name}</small>' in page


@pytest.mark.parametrize("game", list(games.installed()))
def test_every_shelf_of_every_game(gail: Visitor, game: str) -> None:
    content = games.get(game).content()
    for shelf in games.get(game).shelves():
        rows = [row.id for row in content.rows(shelf.table)]
        if rows:
            page = gail.get(f"/content/{game}?shelf={shelf.table}&show=yes").text
            assert cards(page) == rows[:60], shelf.table
            assert "«" not in page, shelf.table


def test_a_pack_of_ones_own_is_for_its_owner(server: Server, gail: Visitor) -> None:
    gail.http.post("/packs", data={"form_token": gail.token(), "text": PACK})
    page = gail.get("/packs").text
    path = re.search(r'href="(/content/nw3\?pack=[^"]+)"', page)
    assert path
    own = unescape(path[1])
    assert cards(gail.get(own).text) == ["corner_tea"]
    assert server.visitor().get(own).status_code == 404


def test_unknown_games_and_shelves(gail: Visitor) -> None:
    assert gail.get("/content/chess").status_code == 404
    assert cards(gail.get("/content/nw3?shelf=nothing").text) == cards(gail.get("/content/nw3").text)


def check(visitor: Visitor, text: str, game: str = "nw3") -> str:
    given = {"form_token": visitor.token(), "game": game, "text": text}
    return unescape(visitor.http.post("/packs/check", data=given, headers={"hx-request": "true"}).text)


def test_what_is_wrong_is_told_while_one_writes(gail: Visitor) -> None:
    assert "Nothing wrong: corner 1." in check(gail, PACK)
    wrong = check(gail, PACK.replace("cost = 100", 'cost = "much"').replace('"minor_action"', '"tiny_action"'))
    assert "pack.toml, line 11" in wrong
    assert "item[0].cost" in wrong
    assert "item[0].effect_block[0].timing" in wrong
    assert "pack.toml" in check(gail, "[pack\n")
    assert "chess" in check(gail, PACK, "chess")
    assert check(gail, "  ").strip() == ""


STONE = '[[item]]\nid = "stone"\nname = "Stone"\nclass = ["tool"]\ncost = 0\n'


def test_what_is_odd_is_told_and_bars_nothing(server: Server, gail: Visitor) -> None:
    live = check(gail, PACK + STONE)
    assert "Nothing wrong: corner 1." in live
    assert "Worth a look: 1" in live
    assert "content.unused_item" in live
    assert "Worth a look" not in check(gail, PACK)
    visitor = server.visitor()
    data = {"form_token": visitor.token(), "text": PACK + STONE}
    page = visitor.http.post("/packs", data=data)
    assert page.status_code == 200
    assert "The pack corner is good and kept." in page.text
    assert "content.unused_item" in page.text
    assert "pack=corner" in visitor.get("/packs").text
