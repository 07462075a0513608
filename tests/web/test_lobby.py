"""The start page, over HTTP."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import games
from rulewright.table.table import Table
from servers import Server, running
from web_tables import Setup, setup


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("lobby")
    with running(f"sqlite:///{folder}/t.db", limit_joins=10_000, limit_new_tables=10_000) as found:
        yield found


@pytest.fixture
def table(server: Server) -> Setup:
    return setup(server, title="Friday <night>")


@pytest.mark.parametrize("path", ["/", "/new"])
def test_every_game_can_be_started_and_says_what_it_is(server: Server, path: str) -> None:
    page = server.visitor().get(path).text
    for game in games.installed().values():
        assert f'href="/new/{game.id}"' in page
        assert game.words("game.about", {}, "en") in page
    assert "«" not in page


def test_a_game_speaks_the_visitors_language(server: Server) -> None:
    finnish = games.get("cairn").words("game.about", {}, "fi")
    visitor = server.visitor()
    visitor.http.headers["accept-language"] = "fi"
    assert finnish in visitor.get("/").text


def test_my_tables_and_my_seats_are_there(table: Setup) -> None:
    assert "You have no table yet." in table.server.visitor().get("/").text
    ann = table.seated("aune", "Ann")
    assert "Friday &lt;night&gt;" in ann.get("/").text
    assert f'href="{table.at("aune")}">Sit down: Aune, as Ann<' in ann.get("/").text
    assert table.base not in ann.get("/").text
    page = table.referee.get("/").text
    assert f'href="{table.base}">Sit down: Referee<' in page
    assert table.at("spectator") not in page
    assert table.at("aune") not in page


def test_whoever_watches_finds_the_table_again(table: Setup) -> None:
    watcher = table.watching()
    assert f'href="{table.at("spectator")}">Sit down: Spectator<' in watcher.get("/").text
    table.referee.post(f"{table.base}/seats/spectator/revoke")
    assert table.id not in watcher.get("/").text


def test_a_seat_that_is_lost_is_gone_from_the_lobby(table: Setup) -> None:
    ann = table.seated("aune", "Ann")
    table.referee.post(f"{table.base}/seats/aune/revoke")
    assert table.id not in ann.get("/").text


def test_the_lobby_says_which_table_waits(server: Server) -> None:
    table = setup(server, scenario="ambush", title="Waits")
    people = {seat: table.seated(seat, f"Player {seat}") for seat in ("aune", "reko", "ilmi", "tuomas")}
    room = server.site.hub.rooms[table.id]

    def waits() -> dict[str, bool]:
        return {seat: "This table waits for you." in visitor.get("/").text for seat, visitor in people.items()}

    def go_on(at: Table) -> None:
        """One step of the game, as the program would do it."""
        if open := at.open_questions("referee"):
            answer = at.game.policy.answer(at.world, open[0].question)
            at.answer(open[0].owner, open[0].id, answer)
        elif found := at.game.policy.command(at.world):
            at.submit(found[0].id, found[1])

    def asked(seat: str) -> bool:
        """Whether nothing goes on without this player."""
        menu = room.table.menu(seat)
        return seat in room.table.waiting_for(seat) or (
            not room.table.waiting_for(seat) and menu is not None and bool(menu.offers)
        )

    assert "This table waits for you." in table.referee.get("/").text
    seen = []
    for _ in range(12):
        seen.append(waits())
        assert seen[-1] == {seat: asked(seat) for seat in people}
        asyncio.run_coroutine_threadsafe(room.do(go_on), server.loop).result()
    assert {told["aune"] for told in seen} == {True, False}


def test_a_pasted_link_leads_to_its_seat(table: Setup) -> None:
    link = table.links["aune"]
    host = table.server.url
    for pasted in (host + link, f"  {host}{link}\n", link, f"<{host}{link}>", host.removeprefix("http://") + link):
        answer = table.server.visitor().post("/join", {"link": pasted})
        assert (answer.status_code, answer.url.path) == (200, link), pasted
    for pasted in (f"https://table.example{link}", f"{host}{link}/?x=1#y"):
        assert table.server.visitor().post("/join", {"link": pasted}).url.path == link, pasted


@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "aune",
        "https://[",
        "/",
        "//",
        "javascript:alert(1)",
        "/join/a/b",
        "/join/a/b/c",
        "x" * 5_000,
        "/join/%00/b/c",
    ],
)
def test_what_is_no_link_is_said_beside_the_field(server: Server, pasted: str) -> None:
    answer = server.visitor().post("/join", {"link": pasted})
    assert answer.status_code == 400
    assert "This is no link to a seat here" in answer.text
    assert re.search(r'<input[^>]* id="link"[^>]* aria-invalid="true"', answer.text)


def test_a_link_of_another_server_is_named(server: Server) -> None:
    answer = server.visitor().post("/join", {"link": "https://table.example/join/0123/aune/" + "a" * 32})
    assert answer.status_code == 400
    assert "This link leads to another server, table.example." in answer.text


def test_a_pasted_link_sends_nobody_elsewhere(table: Setup) -> None:
    ann = table.server.visitor()
    ann.http.follow_redirects = False
    for pasted in (f"https://evil.example{table.links['aune']}", f"//evil.example{table.links['aune']}"):
        answer = ann.post("/join", {"link": pasted})
        assert answer.status_code == 303
        assert answer.headers["location"] == table.links["aune"]


def test_a_revoked_link_is_no_link(table: Setup) -> None:
    table.referee.post(f"{table.base}/seats/aune/revoke")
    assert table.server.visitor().post("/join", {"link": table.links["aune"]}).status_code == 400


def test_the_form_is_ours(table: Setup) -> None:
    ann = table.server.visitor()
    assert ann.post("/join", {"link": table.links["aune"]}, **{"sec-fetch-site": "cross-site"}).status_code == 403
    assert ann.post("/join", {"link": table.links["aune"], "form_token": "x"}).status_code == 403


def test_a_deleted_table_is_gone_from_every_lobby(table: Setup) -> None:
    ann, watcher = table.seated("aune", "Ann"), table.watching()
    table.referee.post(f"{table.base}/delete")
    for visitor in (ann, watcher, table.referee):
        assert table.id not in visitor.get("/").text
