"""The referee's last word: values changed with a reason that stands in the log; and the choices that can be undone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pages import page_of
from plain_forms import Sitter
from rulewright.engine.journal import Answered, Commanded, Undone
from rulewright.engine.world import pack
from servers import Server, running
from table_play import at, play
from tables import Made, new_table

SCENARIOS = [
    ("cairn", "ambush"),
    ("cairn", "barrow"),
    ("nw3", "closing_time"),
    ("nw3", "rooftop"),
    ("nwo", "last_train"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("editing")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


@pytest.fixture
def made(server: Server) -> Made:
    return new_table(server, "cairn", "ambush", seed="editing")


def state(made: Made) -> bytes:
    return at(made, lambda table: pack(table.world.state))


def values(html: str) -> dict[str, str]:
    """The values that the page lists, by their paths."""
    rows = re.findall(r"<tr><th scope=\"row\">.*?</th><td>(.*?)</td><td><small>(.*?)</small></td></tr>", html)
    return {unescape(path): unescape(now) for now, path in rows}


def moments(html: str) -> list[int]:
    """The entries that the page offers to go back to."""
    return list(dict.fromkeys(int(to) for to in re.findall(r'name="to" value="(\d+)"', html)))


def words(html: str) -> str:
    found = re.search(r"<main.*?</main>", html, re.DOTALL)
    assert found
    return unescape(re.sub(r"<[^>]*>", " ", found[0]))


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_value_of_every_figure_is_listed_and_can_be_set_to_what_it_is(
    server: Server, game: str, scenario: str
) -> None:
    made = new_table(server, game, scenario, seed="editing")
    play(made, 8)
    referee = Sitter(made, "referee")
    figures = at(made, lambda table: table.game.board(table.world, table.seat("referee"), "en").figures)
    for figure in figures[:4]:
        answer = referee.visitor.get(f"{referee.base}/edit?figure={figure.id}")
        assert answer.status_code == 200
        assert page_of(answer).faults == []
        listed = values(answer.text)
        assert listed, figure.id
        assert all(figure.id in path for path in listed)
        assert all(len(now) <= 200 for now in listed.values())
        whole = {path: now for path, now in listed.items() if not now.endswith("…")}
        for path, now in list(whole.items())[::7]:
            before = state(made)
            done = referee.post("edit", path=path, value=now, reason="as it is")
            assert done.status_code == 200, (path, now, words(done.text))
            assert done.url.path == referee.base
            assert state(made) == before


def test_a_value_is_changed_with_its_reason_in_the_log(made: Made) -> None:
    referee, aune = Sitter(made, "referee"), Sitter(made, "aune")
    page = referee.visitor.get(f"{referee.base}/edit?figure=aune").text
    before = values(page)["actors.aune.hp"]
    answer = referee.post("edit", figure="aune", path="actors.aune.hp", value="2", reason="a <bad> fall")
    assert answer.url.path == referee.base
    assert at(made, lambda table: table.world.state.actors["aune"].hp) == 2
    for one in (referee, aune):
        line = one.log()[-1]
        assert "a <bad> fall" in line
        assert before in line
        assert "2" in line
    assert values(referee.visitor.get(f"{referee.base}/edit?figure=aune").text)["actors.aune.hp"] == "2"


def test_a_secret_change_is_for_the_referee_alone(made: Made) -> None:
    referee, aune = Sitter(made, "referee"), Sitter(made, "aune")
    before = aune.log()
    referee.post("edit", path="actors.aune.gold", value="7", reason="nobody knows", secret="yes")
    assert at(made, lambda table: table.world.state.actors["aune"].gold) == 7
    assert "nobody knows" in referee.log()[-1]
    assert aune.log() == before


def test_texts_and_json_are_values(made: Made) -> None:
    referee = Sitter(made, "referee")
    for path, text, value in [
        ("actors.aune.name", "Aune the Elder", "Aune the Elder"),
        ("actors.aune.name", '"7"', "7"),
        ("actors.aune.name", "<script>alert(1)</script>", "<script>alert(1)</script>"),
    ]:
        assert referee.post("edit", path=path, value=text, reason="a name").url.path == referee.base
        assert at(made, lambda table: table.world.state.actors["aune"].name) == value
    page = referee.page()
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize(
    ("data", "status"),
    [
        ({"path": "actors.nobody.hp", "value": "2"}, 409),
        ({"path": "actors.aune.hp.x", "value": "2"}, 409),
        ({"path": "actors.aune.__class__", "value": "2"}, 409),
        ({"path": "..", "value": "2"}, 409),
        ({"path": "actors.aune.hp", "value": "many"}, 409),
        ({"path": "actors.aune.hp", "value": "-1"}, 409),
        ({"path": "actors.aune.hp", "value": "9" * 40}, 409),
        ({"path": "actors.aune.hp", "value": "1e999"}, 409),
        ({"path": "actors.aune.hp", "value": "[" * 4_000}, 409),
        ({"path": "actors", "value": "{}"}, 409),
        ({"path": "actors.aune", "value": "null"}, 409),
        ({"path": "", "value": "2"}, 400),
        ({"path": "x" * 300, "value": "2"}, 400),
        ({"path": "actors.aune.hp", "value": "2", "reason": ""}, 400),
        ({"path": "actors.aune.hp", "value": "2", "reason": "  "}, 400),
        ({"path": "actors.aune.hp", "value": "2", "reason": "x" * 600}, 400),
        ({}, 400),
    ],
)
def test_what_cannot_be_changed_comes_back_with_the_reason(made: Made, data: dict[str, str], status: int) -> None:
    referee = Sitter(made, "referee")
    before = (state(made), at(made, lambda table: table.seq))
    answer = referee.post("edit", **{"figure": "aune", "reason": "why not", **data})
    assert answer.status_code == status, words(answer.text)
    assert 'role="alert"' in answer.text
    assert "«" not in words(answer.text)
    assert (state(made), at(made, lambda table: table.seq)) == before
    form = next(one for one in page_of(answer).forms if "path" in one.names)
    assert form.filled()["path"] == data.get("path", "")
    assert form.filled()["value"] == data.get("value", "")
    assert form.filled()["figure"] == "aune"


@pytest.mark.parametrize("figure", ["", "nobody", "%00", "x" * 3_000, "actors", "..", "<b>"])
def test_a_figure_that_is_none_shows_the_scene(made: Made, figure: str) -> None:
    referee = Sitter(made, "referee")
    answer = referee.visitor.get(f"{referee.base}/edit?figure={figure}")
    assert answer.status_code == 200
    assert values(answer.text) == values(referee.visitor.get(f"{referee.base}/edit").text)
    assert 'name="figure" value=""' in answer.text


def test_only_the_referee_has_the_last_word(made: Made) -> None:
    aune, watcher, stranger = Sitter(made, "aune"), made.server.visitor(), made.server.visitor()
    watcher.post(made.links["spectator"])
    stranger.get("/")
    change = {"path": "actors.aune.hp", "value": "99", "reason": "mine"}
    for visitor, seat in (
        (aune.visitor, "aune"),
        (aune.visitor, "referee"),
        (watcher, "spectator"),
        (stranger, "referee"),
    ):
        for path in ("edit", "edit?figure=aune", "undo"):
            assert visitor.get(f"/t/{made.id}/{seat}/{path}").status_code == 403
        assert visitor.post(f"/t/{made.id}/{seat}/edit", change).status_code == 403
    assert at(made, lambda table: table.world.state.actors["aune"].hp) != 99


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_any_choice_so_far_can_be_taken_back(server: Server, game: str, scenario: str) -> None:
    made = new_table(server, game, scenario, seed="far")
    states = {0: state(made)}
    for _ in range(12):
        play(made, 1)
        states[at(made, lambda table: table.seq)] = state(made)
    referee = Sitter(made, "referee")
    answer = referee.visitor.get(f"{referee.base}/undo")
    assert answer.status_code == 200
    assert page_of(answer).faults == []
    offered = moments(answer.text)
    assert offered == sorted(set(offered), reverse=True)
    entries = at(made, lambda table: list(table.entries))
    assert all(isinstance(entries[to + 1], Commanded | Answered) for to in offered)
    assert "«" not in words(answer.text)
    to = next(to for to in reversed(offered) if to in states and to > 0)
    done = referee.post("undo", to=f"{to}", reason="let us try again")
    assert done.url.path == referee.base
    assert state(made) == states[to]
    assert "let us try again" in referee.log()[-1]
    undone = at(made, lambda table: table.entries[-1])
    assert isinstance(undone, Undone)
    assert undone.to == to
    # what was taken back is offered no more
    left = moments(referee.visitor.get(f"{referee.base}/undo").text)
    assert left == [one for one in offered if one < to]


def test_an_override_can_be_taken_back(made: Made) -> None:
    referee = Sitter(made, "referee")
    before = state(made)
    referee.post("edit", path="actors.aune.hp", value="2", reason="a fall")
    assert state(made) != before
    assert referee.post("undo").url.path == referee.base
    assert state(made) == before
