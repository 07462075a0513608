"""The table page without scripts: whole fights by its forms, its log and sheets, and who may see which."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from plain_forms import OVER, Sitter, log_of, play_out, turn_of
from rulewright.engine.journal import encode_entry
from rulewright.table.replay import replay
from rulewright.table.verify import verify
from servers import Server, running
from table_play import at, play, sit
from tables import Made, new_table
from web_tables import join

CAIRN = {"aune": "anna", "reko": "anna", "ilmi": "bertil", "tuomas": "bertil"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("pages")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


@pytest.mark.parametrize(
    ("game", "scenario", "players"), [("cairn", "ambush", CAIRN), ("nw3", "duel", {"hazuki": "anna"})]
)
def test_a_whole_fight_by_the_forms_that_pages_show(
    server: Server, game: str, scenario: str, players: dict[str, str]
) -> None:
    made = new_table(server, game, scenario, players=players, seed="duel 6")
    people = [Sitter(made, seat, seat.capitalize()) for seat in ("referee", *dict.fromkeys(players.values()))]
    pressed = play_out(people)
    assert pressed > 5
    watcher = sit(made, "spectator")
    for one in people:
        assert one.log()[-1] == log_of(watcher.get(made.page("spectator")).text)[-1]
        assert [form for form in turn_of(one.page()) if not form.mine and one.seat != "referee"] == []
    assert OVER in watcher.get(made.page("spectator")).text
    check_replays(made)


def check_replays(made: Made) -> None:
    """What was played comes out again, and the dice are those that were sealed."""
    rows = made.server.site.hub.store.rows(made.id)
    entries, game = at(made, lambda table: (list(table.entries), table.game))
    assert [encode_entry(row.entry) for row in rows] == [encode_entry(entry) for entry in entries]
    assert list(replay(game, entries))
    assert verify(entries).status == "proved"


def test_a_page_shows_what_is_asked_the_board_and_the_log(server: Server) -> None:
    made = new_table(server, "cairn", "ambush", title="Toll & trouble", seed="page")
    referee = Sitter(made, "referee", "Risto")
    aune = Sitter(made, "aune", "<Anna>")
    page = aune.page()
    assert "Toll &amp; trouble" in page
    assert "<Anna>" not in page
    assert "&lt;Anna&gt;" in page
    assert "Waiting for Risto" in page
    assert page.count("<svg") == 1
    assert [line for line in aune.log() if "Anna" in line] == ["<Anna> takes the seat “Aune”."]
    (menu,) = referee.asked()
    assert menu.action == f"{referee.base}/command"
    assert referee.press(menu).status_code == 200
    assert len(aune.log()) > len(log_of(page))
    assert 'href="/rules/cairn/' in aune.page()


def test_several_seats_of_one_person_lead_to_each_other(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    aune = Sitter(made, "aune", "Anna")
    join(aune.visitor, urlsplit(made.links["reko"]).path, "Anna too")
    aune.visitor.post(made.links["spectator"])
    seats = {"aune", "reko", "spectator"}
    for seat in seats:
        page = aune.visitor.get(made.page(seat)).text
        found = re.search(r"<nav .*?</nav>", page, re.DOTALL)
        assert found
        assert set(re.findall(rf'href="/t/{made.id}/(\w+)"', found[0])) == seats - {seat}


def test_who_may_see_a_page(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    aune, stranger = Sitter(made, "aune"), server.visitor()
    stranger.get("/")
    for part in ("", "/log", "/stream", "/sheet/aune", "/do", "/do/say", "/edit", "/undo", "/chances?question=1.0"):
        for visitor, seat, status in [
            (stranger, "aune", 403), (stranger, "spectator", 403), (stranger, "nobody", 404),
            (aune.visitor, "referee", 403), (aune.visitor, "reko", 403), (aune.visitor, "nobody", 404),
        ]:  # fmt: skip
            answer = visitor.get(f"/t/{made.id}/{seat}{part}")
            assert answer.status_code == status, (part, seat)
            assert "<h1" in answer.text
        for id in ("0123456789abcdef", "x", "%00", "..", "x" * 2_000):
            assert aune.visitor.get(f"/t/{id}/aune{part}").status_code == 404


def test_the_whole_log_has_every_line(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="long")
    hazuki = Sitter(made, "hazuki")
    play(made, 120)
    told = at(made, lambda table: len(table.events_for("hazuki")))
    assert len(log_of(hazuki.visitor.get(f"{hazuki.base}/log").text)) == told
    assert told > at(made, lambda table: table.seq) // 4
    assert hazuki.log() == log_of(hazuki.visitor.get(f"{hazuki.base}/log").text)[-len(hazuki.log()) :]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("cairn", "ambush"), ("cairn", "barrow"), ("nw3", "closing_time"), ("nw3", "rooftop"), ("nwo", "last_train")],
)
def test_sheets_are_for_their_owners_and_the_referee(server: Server, game: str, scenario: str) -> None:
    made = new_table(server, game, scenario, seed="sheets")
    play(made, 12)
    seats = at(made, lambda table: list(table.seats))
    sitters = {seat.id: Sitter(made, seat.id) for seat in seats if seat.role == "player"}
    referee, watcher = Sitter(made, "referee"), sit(made, "spectator")
    everybody = at(made, lambda table: table.game.board(table.world, seats[0], "en").figures)
    assert seats[0].referee
    for figure in everybody:
        answer = referee.visitor.get(f"{referee.base}/sheet/{figure.id}")
        assert answer.status_code == 200
        assert figure.name in unescape(answer.text)
        assert "«" not in answer.text
        assert watcher.get(f"/t/{made.id}/spectator/sheet/{figure.id}").status_code == 404
        for seat, sitter in sitters.items():
            mine = at(made, lambda table, seat=seat: {  # type: ignore[misc]
                one.id for one in table.game.board(table.world, table.seat(seat), "en").figures if one.mine
            })  # fmt: skip
            status = sitter.visitor.get(f"{sitter.base}/sheet/{figure.id}").status_code
            assert status == (200 if figure.id in mine else 404), (seat, figure.id)
    assert referee.visitor.get(f"{referee.base}/sheet/nobody").status_code == 404


@pytest.mark.parametrize("figure", ["nobody", "%00", "..%2F..", "a" * 3_000, "%F0%9F%90%89", "'"])
def test_a_sheet_of_nobody(server: Server, figure: str) -> None:
    made = new_table(server, "cairn", "ambush")
    referee = Sitter(made, "referee")
    answer = referee.visitor.get(f"{referee.base}/sheet/{figure}")
    assert answer.status_code == 404
    assert "<h1" in answer.text


def test_a_script_gets_the_sheet_alone(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    aune = Sitter(made, "aune")
    piece = aune.visitor.get(f"{aune.base}/sheet/aune", **{"hx-request": "true"}).text
    assert piece.lstrip().startswith("<article")
    assert "<html" not in piece
    assert piece.strip() in aune.visitor.get(f"{aune.base}/sheet/aune").text


def test_links_of_a_board_lead_to_sheets(server: Server) -> None:
    made = new_table(server, "cairn", "barrow")
    for seat in ("vieno", "referee"):
        sitter = Sitter(made, seat)
        links = set(re.findall(rf'href="({sitter.base}/sheet/[^"]+)"', sitter.page()))
        assert links
        for link in links:
            assert sitter.visitor.get(unescape(link)).status_code == 200


def test_a_closed_table_can_still_be_read(server: Server) -> None:
    made = new_table(server, "cairn", "ambush")
    aune, referee = Sitter(made, "aune"), Sitter(made, "referee")
    at(made, lambda table: table.close("referee"))
    page = aune.page()
    assert OVER in page
    assert turn_of(page) == []
    for what, data in {"say": {"text": "hm"}, "roll": {"dice": "d6"}, "undo": {}}.items():
        answer = aune.post(what, **data)
        assert answer.status_code == 409, what
    assert referee.post("edit", path="fight", value="null", reason="late").status_code == 409
    assert f'action="{aune.base}/say"' not in page
    assert aune.visitor.get(f"{aune.base}/log").status_code == 200
    assert aune.visitor.get(f"{aune.base}/sheet/aune").status_code == 200
