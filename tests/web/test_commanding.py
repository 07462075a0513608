"""Any command by its form: who may give which, what is refused, and what stands in the fields afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pages import Form, page_of
from plain_forms import Sitter
from rulewright import games
from rulewright.web.pages.commanding import OWN_PLACE
from servers import Server, running
from table_play import at, play
from tables import Made, new_table

GAMES = {"cairn": ("ambush", "aune"), "nw3": ("closing_time", "hazuki"), "nwo": ("last_train", "akane")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("commanding")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


def table_of(server: Server, game: str) -> tuple[Made, Sitter, Sitter]:
    """A table with its referee and a player."""
    scenario, player = GAMES[game]
    made = new_table(server, game, scenario, seed="commanding")
    return made, Sitter(made, "referee"), Sitter(made, player)


def form_of(sitter: Sitter, name: str) -> Form:
    answer = sitter.visitor.get(f"{sitter.base}/do/{name}")
    assert answer.status_code == 200, answer.text
    read = page_of(answer)
    assert read.faults == []
    (form,) = (one for one in read.forms if one.method == "post")
    return form


def words(html: str) -> str:
    found = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert found
    return unescape(re.sub(r"<[^>]*>", " ", found[0]))


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_offered_what_they_may_give(server: Server, game: str) -> None:
    _, referee, player = table_of(server, game)
    kinds = games.get(game).commands.types
    for sitter, is_referee in ((referee, True), (player, False)):
        page = sitter.visitor.get(f"{sitter.base}/do")
        assert page.status_code == 200
        assert page_of(page).faults == []
        offered = re.findall(rf'href="{sitter.base}/do/(\w+)"', page.text)
        assert sorted(offered) == offered
        allowed = {name for name, kind in kinds.items() if is_referee or kind.who != "referee"}
        assert set(offered) == allowed - set(OWN_PLACE)


@pytest.mark.parametrize("game", GAMES)
def test_every_command_has_a_form_for_those_who_may_give_it(server: Server, game: str) -> None:
    made, referee, player = table_of(server, game)
    before = at(made, lambda table: table.seq)
    for name, kind in games.get(game).commands.types.items():
        form = form_of(referee, name)
        assert form.names - {"form_token"} == set(kind.form.__struct_fields__)
        path = f"{player.base}/do/{name}"
        if kind.who == "referee":
            assert player.visitor.get(path).status_code == 404
            assert player.visitor.post(path).status_code == 404
        else:
            assert form_of(player, name).names == form.names
    assert at(made, lambda table: table.seq) == before


@pytest.mark.parametrize("name", ["fly", "", "x" * 500, "%00", "do", "__class__"])
def test_a_command_that_is_none(server: Server, name: str) -> None:
    _, referee, _ = table_of(server, "cairn")
    if name:
        assert referee.visitor.get(f"{referee.base}/do/{name}").status_code == 404
        assert referee.visitor.post(f"{referee.base}/do/{name}").status_code == 404


def test_a_command_is_given(server: Server) -> None:
    made, referee, player = table_of(server, "cairn")
    answer = referee.post("do/advance_clock", minutes="45")
    assert answer.status_code == 200
    assert answer.url.path == referee.base
    assert at(made, lambda table: table.entries[-2].command) == {"do": "advance_clock", "minutes": 45}  # type: ignore[union-attr]
    assert player.post("do/say", text="Is there rope?", to="referee, aune").url.path == player.base
    assert "rope" in "".join(player.log())
    # a wide digit is a digit
    assert referee.post("do/advance_clock", minutes="４５").url.path == referee.base


def test_what_the_rules_refuse_comes_back_with_the_reason_and_the_fields(server: Server) -> None:
    made, _, player = table_of(server, "cairn")
    before = at(made, lambda table: table.seq)
    nasty = '"><script>alert(1)</script>'
    answer = player.post("do/give", actor="reko", thing=nasty, to="aune")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert "«" not in words(answer.text)
    assert "<script>alert" not in answer.text
    (form,) = (one for one in page_of(answer).forms if one.method == "post")
    assert form.filled() | {"form_token": ""} == {"form_token": "", "actor": "reko", "thing": nasty, "to": "aune"}
    assert at(made, lambda table: table.seq) == before


def test_what_cannot_be_read_comes_back_with_what_was_expected(server: Server) -> None:
    made, referee, _ = table_of(server, "cairn")
    before = at(made, lambda table: table.seq)
    for name, data in [
        ("advance_clock", {"minutes": "soon"}),
        ("advance_clock", {"minutes": "-1"}),
        ("advance_clock", {"minutes": "--1"}),
        ("advance_clock", {"minutes": "9" * 400}),
        ("advance_clock", {}),
        ("save", {"actor": "aune", "ability": "CHA"}),
        ("declare_all", {"declarations": "[" * 15_000}),
        ("declare_all", {"declarations": '{"actor": "aune"}'}),
        ("declare_all", {"declarations": "[3]"}),
        ("change_option", {"name": "no_such", "value": "{"}),
        ("healing_service", {"actor": "aune", "heals": "everything"}),
        ("say", {"text": "x" * 2_001}),
        ("free_roll", {"text": ""}),
    ]:
        answer = referee.post(f"do/{name}", **data)
        assert answer.status_code == 400, (name, data, answer.status_code)
        assert 'role="alert"' in answer.text
        assert "«" not in words(answer.text)
    assert at(made, lambda table: table.seq) == before


def test_checked_boxes_and_choices_stay_as_they_were(server: Server) -> None:
    _, referee, _ = table_of(server, "cairn")
    answer = referee.post("do/healing_service", actor="nobody", heals=["hp", "fatigue"], price="3")
    assert answer.status_code == 409
    checked = re.findall(r'name="heals" value="(\w+)" checked', answer.text)
    assert sorted(checked) == ["fatigue", "hp"]
    answer = referee.post("do/save", actor="nobody", ability="WIL")
    assert re.findall(r'<option value="(\w+)" selected', answer.text) == ["WIL"]


def test_a_question_that_waits_stands_in_the_way(server: Server) -> None:
    made, referee, player = table_of(server, "nw3")
    play(made, until=lambda table: bool(table.open_questions("referee")))
    answer = player.post("do/end_main_process", character="hazuki")
    assert answer.status_code == 409
    assert "«" not in words(answer.text)
    # but not in that of talk
    assert referee.post("do/say", text="Well?").url.path == referee.base


def test_spectators_and_strangers_give_no_commands(server: Server) -> None:
    made, _, player = table_of(server, "cairn")
    watcher, stranger = server.visitor(), server.visitor()
    watcher.post(made.links["spectator"])
    stranger.get("/")
    for visitor, seat in ((watcher, "spectator"), (stranger, "referee"), (player.visitor, "referee")):
        for path in ("do", "do/say", "do/advance_clock"):
            assert visitor.get(f"/t/{made.id}/{seat}/{path}").status_code == 403
        assert visitor.post(f"/t/{made.id}/{seat}/do/say", {"text": "hm"}).status_code == 403


def test_figures_and_seats_are_proposed_to_those_who_see_them(server: Server) -> None:
    made, _, player = table_of(server, "cairn")
    html = player.visitor.get(f"{player.base}/do/give").text
    proposed = set(re.findall(r'<option value="([^"]*)">', html.split('<datalist id="figures">')[1]))
    figures = at(
        made, lambda table: {one.id for one in table.game.board(table.world, table.seat("aune"), "en").figures}
    )
    assert proposed == figures | set(made.links)


def test_a_form_without_its_token_does_nothing(server: Server) -> None:
    made, referee, _ = table_of(server, "cairn")
    before = at(made, lambda table: table.seq)
    for token in ("", "x", referee.token[:-1]):
        answer = referee.visitor.http.post(f"{referee.base}/do/say", data={"text": "hm", "form_token": token})
        assert answer.status_code == 403
    assert at(made, lambda table: table.seq) == before
