"""A field on the table page and over the API: its tables, forms without scripts, counts, the stack, and who may go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

import toygame
from fields import NASTY, STACK, TRACK, fielded, plainly, put_on_field
from pages import Page as ReadPage
from rulewright import games
from rulewright.engine.board import Board
from rulewright.engine.field import Declared, Field, Reach
from rulewright.engine.offers import Offer
from rulewright.web.api.boards import BoardDrawn, board_drawn
from rulewright.web.api.shown import Doing
from rulewright.web.drawing.field_view import with_reach_of
from rulewright.web.live.feed import BoardPart, PageFeed, board_part
from rulewright.web.views import Look, render
from rulewright.web.words import LANGUAGES
from servers import running
from walks import opened
from web_eyes import Eyes

CAIRN = games.get("cairn")


def part(board: Board, language: str = "en") -> BoardPart:
    return board_part(board, "/t/1/a", plainly, Look(language).say, active="a", seen=7)


def html(board: Board, language: str = "en", token: str = "") -> str:
    return render(Look(language, form_token=token), part(board, language))


def texts(page: str, tag: str, kind: str) -> list[str]:
    """The texts of elements of a class, without what is in them."""
    found = re.findall(rf'<{tag} class="{kind}[^"]*"[^>]*>(.*?)</{tag}>', page, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]+>", "", one)).split()) for one in found]


# ---------------------------------------------------------------- the part of the page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_part_is_sound_html_in_every_language(language: str) -> None:
    page = html(fielded(), language)
    assert ReadPage(page).faults == []
    assert "«" not in page


def test_a_board_without_a_field_shows_nothing_of_one() -> None:
    page = html(fielded(field=None, reach=(), track=(), stack=()))
    assert not re.search("field|goings|counts|stack|tokens", page)


def test_every_square_in_reach_has_its_ways_as_buttons_of_a_plain_form() -> None:
    page = html(fielded(), token="tok")
    form = next(one for one in ReadPage(page).forms if one.action == "/t/1/a/command")
    assert form.method == "post"
    fields = {field.name: field.values for field in form.fields if field.kind == "hidden"}
    assert fields == {"form_token": ("tok",), "seen": ("7",)}
    commands = re.findall(r'<button name="command" value="([^"]*)">', page)
    assert len(commands) == sum(len(one.offers) for one in fielded().reach)
    assert msgspec.json.decode(unescape(commands[2])) == {"do": "say", "text": "normal move to 1,1", "to": []}
    ids = ReadPage(page).ids
    anchors = [link for link in ReadPage(page).links if link.startswith("#")]
    assert set(anchors) == {f"#{id}" for id in ids if id.startswith("reach-")}


def test_the_table_beside_the_picture_tells_the_same() -> None:
    rows = {row.name: row for row in part(fielded()).field.squares}  # type: ignore[union-attr]
    assert rows["B3"].here == "Akari Hino, Rin, Hound 1"
    assert rows["B3"].about == "heroes 2 of 6 places, foes 1 of 6 places"
    assert rows["D3"].about == "blocked, a wall of old brick"
    assert rows["B2"].reach == "cost 2, normal move, flight, combat move"
    assert (rows["D3"].anchor, rows["B2"].anchor) == ("", "reach-B2")
    assert list(rows) == sorted(rows, key=lambda name: (int(name[1:]), name[0]))


def test_the_counts_stand_from_high_to_low_with_the_current_one_marked() -> None:
    counts = part(fielded()).counts
    assert [(one.count, one.name, one.kind) for one in counts] == [
        ("31", "Hound 2", "turn"), ("26", "Akari Hino", "turn"), ("19", "空の王", "cast"), ("11", "Rin", "turn"),
        ("0", "Hound 1", "done"), ("–", "Bystander", "turn"),
    ]  # fmt: skip
    assert counts[2].text == "Black Sun takes effect"
    page = html(fielded())
    assert page.count('aria-current="step"') == 1
    assert texts(page, "li", "turn current") == ["26 ● Akari Hino turn · now"]
    assert len(texts(page, "li", "cast")) == 1


def test_the_stack_is_a_list_with_the_last_one_first() -> None:
    (found,) = texts(html(fielded()), "section", "stack")
    assert found.endswith("Rin: Mana Wall against the Black Sun 空の王: Black Sun at the square B3")
    assert texts(html(fielded(stack=STACK[1:])), "section", "stack")[0].endswith("空の王: Black Sun at the square B3")
    assert texts(html(fielded(stack=())), "section", "stack") == []


def test_names_are_only_names() -> None:
    nasty = fielded(
        field=Field("f", NASTY, 7, 5, unit=NASTY),
        figures=tuple(msgspec.structs.replace(one, name=NASTY) for one in fielded().figures),
        track=tuple(msgspec.structs.replace(one, name=NASTY, key=NASTY) for one in TRACK),
        stack=(Declared(NASTY, {}, "a", NASTY),),
    )
    page = html(nasty)
    assert "<script" not in page
    assert ReadPage(page).faults == []


def test_only_ways_that_can_be_taken_up_are_left() -> None:
    flights = with_reach_of(fielded(), lambda offer: offer.key == "flight")
    assert [(one.x, one.y, len(one.offers)) for one in flights.reach] == [(1, 1, 1), (2, 3, 1)]
    assert with_reach_of(fielded(), lambda offer: False).reach == ()


# ---------------------------------------------------------------- a table


@pytest.fixture
def eyes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Eyes]:
    put_on_field(monkeypatch, CAIRN)
    with running(f"sqlite:///{tmp_path}/t.db", limit_posts=10**9, limit_joins=10**9) as server:
        yield Eyes(server, "cairn", "ambush", seed="field")


def test_a_command_of_the_field_is_given_without_scripts(eyes: Eyes) -> None:
    referee, base = eyes.visitors["referee"], eyes.base("referee")
    page = referee.get(base).text
    form = next(one for one in ReadPage(page).forms if one.action == f"{base}/command" and "goings" in page)
    assert form.names >= {"form_token", "seen", "command"}
    section = page[page.index('class="goings"') :]
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', section)[:2])
    assert hidden["form_token"], "the first page carries the visitor's own token"
    value = unescape(re.search(r'name="command" value="([^"]*)"', section)[1])  # type: ignore[index]
    after = referee.http.post(f"{base}/command", data={**hidden, "command": value})
    assert after.url.path == base
    assert "board.name to 0,2" in texts(after.text, "li", "talk")[-1]


def test_nobody_else_is_shown_where_the_figure_can_go(eyes: Eyes) -> None:
    for who in ("player", "spectator"):
        page = eyes.visitors[who].get(eyes.base(who)).text
        assert 'class="field"' in page
        assert "reach-" not in page
        assert "goings" not in page


def test_the_past_is_drawn_without_anything_to_choose(eyes: Eyes) -> None:
    page = eyes.visitors["referee"].get(f"{eyes.base('referee')}/replay").text
    assert 'class="field"' in page
    assert "goings" not in page


def test_what_is_shared_by_a_seat_carries_no_token_and_comes_anew_on_resuming(monkeypatch: pytest.MonkeyPatch) -> None:
    put_on_field(monkeypatch, CAIRN)
    table = opened(CAIRN, "ambush", 1)
    feed = PageFeed(CAIRN, "t", "referee", Look("en", form_token="mine"), "en")
    parts = feed.parts(table)
    assert 'class="goings"' in parts["board"]
    assert "mine" not in re.sub('class="[^"]*"|data-mine', "", parts["board"])
    assert {'class="counts"' in parts["board"], 'class="stack"' in parts["board"]} == {True}


def test_who_watches_is_offered_nothing_even_where_a_game_offers_it(
    eyes: Eyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_on_field(monkeypatch, CAIRN, acts="spectator")
    page = eyes.visitors["spectator"].get(eyes.base("spectator")).text
    assert 'class="field"' in page
    assert "reach-" not in page


def test_while_somebody_is_asked_only_what_may_interrupt_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    ways = Reach(0, 0, 1, (), (Offer(toygame.Wave(), "wave"), Offer(toygame.Shout(), "shout")))
    board = fielded(reach=(ways,))
    monkeypatch.setattr(toygame.ToyGame, "board", lambda self, world, seat, language: board)
    table = toygame.opened()
    feed = PageFeed(toygame.game, "t", "anna", Look("en"), "en")
    assert [one.key for one in feed.board(table).reach[0].offers] == ["wave", "shout"]
    table.submit("anna", {"do": "vote"})
    assert [one.key for one in feed.board(table).reach[0].offers] == ["shout"]


# ---------------------------------------------------------------- the API


def told(acts: bool = True) -> dict[str, Any]:
    drawn = board_drawn(fielded(), plainly, Doing(CAIRN.commands, acts=acts, asked=False))
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(drawn))
    msgspec.convert(found, BoardDrawn)
    return found


def test_the_api_tells_the_field_the_counts_and_the_stack() -> None:
    found = told()
    assert found["field"]["squares"][1] == {
        "x": 3, "y": 2, "name": "D3", "blocked": True, "marks": [], "places": {},
        "remarks": [
            {"key": "a wall of old brick", "text": "a wall of old brick", "facts": {}, "secret": False, "wrong": False}
        ],
    }  # fmt: skip
    assert [one["count"] for one in found["track"]] == [31, 26, 19, 11, 0, None]
    assert [one["name"] for one in found["stack"]] == ["Rin", "空の王"]
    flight = found["reach"][2]
    assert (flight["name"], flight["cost"], flight["path"]) == ("B2", 2, [[1, 1]])
    assert flight["offers"][1]["command"] == {"do": "say", "text": "flight to 1,1", "to": []}
    assert found["figures"][0]["at"] == [1, 2]


def test_the_api_offers_nothing_to_who_cannot_act() -> None:
    assert told(acts=False)["reach"] == []


def test_a_board_without_a_field_has_none_over_the_api() -> None:
    plain = fielded(field=None, reach=(), track=(), stack=())
    drawn = board_drawn(plain, plainly, Doing(CAIRN.commands, acts=True, asked=False))
    assert (drawn.field, drawn.reach, drawn.track, drawn.stack) == (None, (), (), ())
