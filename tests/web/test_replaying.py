"""Past moments of a table: what each seat saw then, over HTTP and against what it was at the time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulewright.engine.board import Board
from rulewright.engine.builtin import FreeRoll, Say
from rulewright.engine.journal import Answered, Commanded, Seat
from rulewright.engine.requests import Option
from rulewright.store.rows import Row
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from rulewright.web.live.past import history_of
from rulewright.web.live.reel import points, seen
from servers import Server, running
from table_play import at, play, secrets_of, sit
from tables import Made, new_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("replaying")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_posts=100_000) as found:
        yield found


def rows_of(made: Made) -> list[Row]:
    return made.server.site.hub.store.rows(made.id)


def snapshot(table: Table, seat: Seat) -> tuple[Board, list[Any]]:
    return table.game.board(table.world, seat, "en"), [event for _, event in table.events_for(seat.id)]


def played_with_undos(server: Server, game: str, scenario: str) -> tuple[Made, dict[int, dict[str, Any]]]:
    """A table that was played, with undos between; what every seat saw after each step, by entry."""
    made = new_table(server, game, scenario)
    was: dict[int, dict[str, Any]] = {}

    def look(table: Table) -> None:
        was[table.seq] = {seat.id: snapshot(table, seat) for seat in table.seats}

    def back(table: Table) -> None:
        points_now = table.decision_points()
        table.undo("referee", points_now[-min(4, len(points_now))], "a mistake")

    for step in range(30):
        at(made, look)
        if step in (9, 18, 19):
            at(made, back)
        elif not play(made, 1):
            break
    return made, was


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop"), ("nwo", "last_train")])
def test_every_moment_is_as_it_was(server: Server, game: str, scenario: str) -> None:
    made, was = played_with_undos(server, game, scenario)
    rows, store = rows_of(made), server.site.hub.store
    seats = at(made, lambda table: list(table.seats))
    found = at(made, lambda table: table.game)
    undone = 0
    for seat in seats:
        moments = points(rows, seat)
        for place, point in enumerate(moments):
            history = history_of(found, found.content(), store, made.id, rows[: point.seq + 1])
            before = moments[place - 1].seq if place else -1
            shown = seen(history, seat.id, before, None, words_of(found, "en"), "en")
            undone += point.undone
            if point.seq in was:
                board, events = was[point.seq][seat.id]
                assert shown.board == board
                assert [line.event for line in shown.lines] == events
    assert undone > 0


def test_the_referee_has_a_moment_before_every_command_and_answer(server: Server) -> None:
    made, _ = played_with_undos(server, "cairn", "ambush")
    rows = rows_of(made)
    referee = at(made, lambda table: table.seats[0])
    moments = [point.seq for point in points(rows, referee)]
    chosen = [row.seq - 1 for row in rows if isinstance(row.entry, Commanded | Answered)]
    assert moments == [*chosen, rows[-1].seq]


def test_what_happens_in_secret_makes_no_moment_for_others(server: Server) -> None:
    made = new_table(server, "cairn", "barrow")
    play(made, 3)
    play(made, until=lambda table: not table.open_questions("referee"))
    kalle = next(seat for seat in at(made, lambda table: list(table.seats)) if seat.id == "kalle")
    watcher = next(seat for seat in at(made, lambda table: list(table.seats)) if seat.role == "spectator")
    before = [len(points(rows_of(made), seat)) for seat in (kalle, watcher)]
    for _ in range(3):
        at(made, lambda table: table.submit("referee", FreeRoll("2d6", secret=True)))
        at(made, lambda table: table.submit("vieno", Say("between us", ("referee",))))
    assert [len(points(rows_of(made), seat)) for seat in (kalle, watcher)] == before
    at(made, lambda table: table.submit("vieno", Say("to all")))
    assert [len(points(rows_of(made), seat)) for seat in (kalle, watcher)] == [count + 1 for count in before]


@pytest.mark.parametrize(("game", "scenario"), [("cairn", "barrow"), ("nw3", "rooftop"), ("nwo", "last_train")])
def test_no_moment_tells_a_secret(server: Server, game: str, scenario: str) -> None:
    made = new_table(server, game, scenario)
    at(made, lambda table: table.submit("referee", FreeRoll("9d6+77777", secret=True)))
    at(made, lambda table: table.submit("referee", Say("psst, to myself", ("referee",))))
    play(made, 25)
    rows, store = rows_of(made), server.site.hub.store
    found = at(made, lambda table: table.game)
    player = next(seat.id for seat in at(made, lambda table: list(table.seats)) if seat.role == "player")
    for seat in (player, "spectator"):
        visitor = sit(made, seat)
        token = visitor.token()
        moments = points(rows, next(one for one in at(made, lambda table: list(table.seats)) if one.id == seat))
        for number, point in enumerate(moments, 1):
            page = visitor.get(f"/t/{made.id}/{seat}/replay?at={number}")
            assert page.status_code == 200
            world = history_of(found, found.content(), store, made.id, rows[: point.seq + 1]).session.world
            hidden = [*found.secrets(world), "77777", "777", "psst"]
            text = page.text.replace(made.id, "").replace(token, "")  # both are random, and may hold a 777 by chance
            assert [secret for secret in hidden if secret in text] == []
    assert secrets_of(made)


def test_moments_over_http(server: Server) -> None:
    made, _ = played_with_undos(server, "cairn", "ambush")
    player = sit(made, "aune")
    path = f"/t/{made.id}/aune/replay"
    last = player.get(path)
    found = re.search(r"Moment (\d+) of (\d+)", last.text)
    assert found
    most = int(found[2])
    assert found[1] == found[2]
    assert 'rel="next"' not in last.text
    first = player.get(f"{path}?at=1").text
    assert f"Moment 1 of {most}" in first
    assert 'rel="prev"' not in first
    assert f'max="{most}" value="1"' in first
    assert any("This was taken back later" in player.get(f"{path}?at={at}").text for at in range(1, most + 1))
    assert f'href="/t/{made.id}/aune/sheet' not in first


def test_our_script_gets_the_moment_alone(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    play(made, 10)
    player = sit(made, "aune")
    path = f"/t/{made.id}/aune/replay?at=2"
    by_link = player.get(path, **{"hx-request": "true"}).text
    by_slider = player.get(path, **{"hx-request": "true", "hx-trigger": "moment-slider"}).text
    assert "<html" not in by_link + by_slider
    assert 'hx-swap-oob="true"' in by_link
    assert "moment-slider" not in by_slider


@pytest.mark.parametrize(
    ("at", "status"),
    [("0", 200), ("-5", 200), ("99999999", 200), ("４", 200), ("abc", 400), ("9" * 50, 400), ("1.5", 400)],
)
def test_any_number_is_answered(server: Server, at: str, status: int) -> None:
    made = new_table(server, "cairn", "ambush")
    visitor = sit(made, "spectator")
    assert visitor.http.get(f"/t/{made.id}/spectator/replay", params={"at": at}).status_code == status


def test_what_was_asked_and_chosen_is_shown_to_whom_it_was_asked(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    play(made, until=lambda table: bool(table.open_questions("referee")))
    waiting = at(made, lambda table: table.open_questions("referee")[0])
    option: Option = waiting.question.options[0]
    at(made, lambda table: table.answer("referee", waiting.id, [option.value]))
    referee = sit(made, "referee")
    moments = points(rows_of(made), at(made, lambda table: table.seats[0]))
    number = next(place for place, one in enumerate(moments, 1) if one.seq == int(waiting.id.partition(".")[0]))
    page = referee.get(f"/t/{made.id}/referee/replay?at={number}").text
    assert 'class="chosen"' in page
    watcher = sit(made, "spectator")
    assert 'class="chosen"' not in "".join(
        watcher.get(f"/t/{made.id}/spectator/replay?at={number}").text for number in range(1, 6)
    )


def test_another_seats_replay_is_closed(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    player = sit(made, "aune")
    assert player.get(f"/t/{made.id}/referee/replay").status_code == 403
    assert server.visitor().get(f"/t/{made.id}/aune/replay").status_code == 403
