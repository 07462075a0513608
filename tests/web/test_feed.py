"""What the page of a seat is told: the log, what is asked, the board; the same for all who sit there."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from evenings import Evening, referee_of
from pages import Page as ReadPage
from rulewright import games
from rulewright.engine.board import Board
from rulewright.engine.journal import Undone
from rulewright.table.table import Table
from rulewright.web.live.feed import LINES_SHOWN, PageFeed, sides_of
from rulewright.web.people.session import Likes
from rulewright.web.views import Look
from walks import opened

SCENARIOS = [
    ("cairn", "ambush"),
    ("cairn", "barrow"),
    ("nw3", "closing_time"),
    ("nw3", "rooftop"),
    ("nwo", "last_train"),
]


def feed(table: Table, seat: str, language: str = "en", **look: Any) -> PageFeed:
    return PageFeed(table.game, "t1", seat, Look(language, **look), language)


def lines(html: str) -> list[str]:
    """The lines of a log; colours are those of the board when they were drawn."""
    return re.findall(r"<li class=.*?</li>", re.sub(r"<b class=\"ink-\d\">(.*?)</b>", r"\1", html), re.DOTALL)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_lines_told_one_after_another_make_the_log(game_id: str, scenario: str) -> None:
    evening = Evening(opened(games.get(game_id), scenario, 6))
    table, random = evening.table, Random(6)
    feeds = {seat.id: feed(table, seat.id) for seat in table.seats}
    logs: dict[str, list[str]] = {seat: [] for seat in feeds}
    known = {seat: one.newest(table) for seat, one in feeds.items()}
    for step in range(60):
        before = table.seq
        evening.step(random)
        undone = any(isinstance(entry, Undone) for entry in table.entries[before + 1 :])
        for seat, one in feeds.items():
            if undone:
                ((name, html),) = one.anew(table)
                assert name == "log"
                logs[seat] = lines(str(one.whole_log(table)))
                assert logs[seat][-LINES_SHOWN:] == lines(html)
            else:
                told = one.lines(table, known[seat])
                logs[seat] += [line for _, _, html in told for line in lines(html)]
                numbers = [number for number, _, _ in told]
                assert numbers == sorted(set(numbers))
                assert all(known[seat] < number <= one.newest(table) for number in numbers)
                assert bool(told) is (known[seat] != one.newest(table))
            known[seat] = one.newest(table)
            if step % 4:
                continue
            assert logs[seat] == lines(str(one.whole_log(table)))
            assert logs[seat][-LINES_SHOWN:] == lines(str(one.log(table)))


def test_the_page_begins_with_the_last_lines_and_their_dice() -> None:
    table = opened(games.get("cairn"), "ambush", 1)
    for number in range(LINES_SHOWN):
        table.submit("referee", {"do": "free_roll", "text": f"2d6+{number + 1}"})
        table.submit("referee", {"do": "say", "text": f"({number})"})
    one = feed(table, "referee")
    shown, whole = lines(str(one.log(table))), lines(str(one.whole_log(table)))
    assert (len(shown), len(whole)) == (LINES_SHOWN, 2 * LINES_SHOWN)
    assert shown == whole[-LINES_SHOWN:]
    assert all(line.count('class="face"') == (0 if 'class="talk"' in line else 2) for line in shown)
    assert lines(str(one.log(table, 3))) == whole[-3:]
    assert lines(str(one.log(table, 10**6))) == whole


def test_all_who_sit_at_a_seat_share_what_they_are_told() -> None:
    table = opened(games.get("cairn"), "ambush", 1)
    mine = feed(table, "players", form_token="mine", path="/a", likes=Likes(theme="dark"))
    yours = feed(table, "players", form_token="yours", path="/b")
    assert mine.key == yours.key
    assert mine.parts(table) == yours.parts(table)
    assert mine.log(table) == yours.log(table)
    assert 'name="form_token" value=""' in mine.parts(table)["turn"]
    assert mine.key != feed(table, "players", "fi").key
    assert mine.key != feed(table, "referee").key


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_every_part_is_sound_html_in_every_language(game_id: str, scenario: str) -> None:
    game = games.get(game_id)
    evening = Evening(opened(game, scenario, 9))
    random = Random(9)
    for _ in range(12):
        evening.go_on(random, 3)
        for seat in evening.table.seats:
            for language in game.languages:
                for html in feed(evening.table, seat.id, language).parts(evening.table).values():
                    read = ReadPage(html)
                    assert [fault for fault in read.faults if "has the id" not in fault] == []
                    assert "«" not in html


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_the_table_beside_the_picture_tells_the_same(game_id: str, scenario: str) -> None:
    evening = Evening(opened(games.get(game_id), scenario, 4))
    evening.go_on(Random(4), 25)
    table = evening.table
    for seat in table.seats:
        one = feed(table, seat.id)
        board: Board = table.game.board(table.world, seat, "en")
        part = one.board_part(table, board)
        assert [row.id for row in part.rows] == [figure.id for figure in board.figures]
        assert [row.name for row in part.rows] == [figure.name for figure in board.figures]
        read = {figure.id for figure in board.figures if figure.mine or seat.referee}
        assert {row.id for row in part.rows if row.sheet} == read
        assert all(len(row.numbers) == len(part.columns) for row in part.rows)
        for row, figure in zip(part.rows, board.figures):
            assert f"{figure.gauge.value}/{figure.gauge.most}" in row.gauge
            assert sum(number == "?" for number in row.numbers) == sum(
                value is None for value in figure.numbers.values()
            )
        links = {link for link in ReadPage(one.parts(table)["board"]).links if not link.startswith("#reach-")}
        assert links == {row.sheet for row in part.rows if row.sheet} | ({part.map} - {""})


@pytest.mark.parametrize(("game_id", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop"), ("nwo", "last_train")])
def test_nothing_of_a_secret_is_in_what_others_are_told(game_id: str, scenario: str) -> None:
    evening = Evening(opened(games.get(game_id), scenario, 8))
    random = Random(8)
    checked = 0
    for _ in range(12):
        evening.go_on(random, 3)
        table = evening.table
        secrets = list(table.game.secrets(table.world))
        whispers = {f"psst-{table.seq}"}
        table.submit(referee_of(table).id, {"do": "say", "text": f"psst-{table.seq}", "to": [referee_of(table).id]})
        evening.keep()
        for seat in table.seats:
            if seat.referee:
                continue
            one = feed(table, seat.id)
            told = [*one.parts(table).values(), str(one.whole_log(table))]
            assert not [secret for secret in (*secrets, *whispers) for html in told if secret in html]
            checked += len(secrets)
    assert checked


def test_names_of_a_board_have_the_places_of_their_sides() -> None:
    table = opened(games.get("cairn"), "ambush", 1)
    board = table.game.board(table.world, referee_of(table), "en")
    sides = sides_of(board)
    assert set(sides) == {figure.name for figure in board.figures}
    assert len(set(sides.values())) == len({figure.side for figure in board.figures})
