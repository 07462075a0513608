"""The map page over HTTP: who sees what, forms that build, refusals that keep what was filled in, files, undo."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from nw3_maps import HEADER, POOL
from pages import page_of
from rulewright.engine.packs import load
from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.starter import starter
from servers import Server, running
from web_eyes import Eyes


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("maps")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


class Drafting:
    """A table with its referee, who builds on a page."""

    def __init__(self, server: Server) -> None:
        self.eyes = Eyes(server, "nw3", "rooftop", seed="maps")
        self.visitor = self.eyes.visitors["referee"]
        self.base = self.eyes.base("referee")

    def get(self, query: str = "") -> httpx.Response:
        return self.visitor.get(f"{self.base}/map{query}")

    def give(self, do: str, **fields: str) -> httpx.Response:
        return self.visitor.post(f"{self.base}/map", {"do": do, **fields})


@pytest.fixture
def drafting(server: Server) -> Drafting:
    return Drafting(server)


def places(answer: httpx.Response) -> list[str]:
    return [unescape(one) for one in re.findall(r'<text class="name"[^>]*>([^<]*)<', answer.text)]


def test_a_fortress_is_written_opened_and_downloaded_again(drafting: Drafting) -> None:
    answer = drafting.give("write_fortress", text=HEADER + POOL)
    assert answer.status_code == 200
    assert answer.url.params["map"] == "fortress:night_pool"
    assert page_of(answer).faults == []
    assert places(answer) == ["Turnstile", "Showers", "Deep End", "Sauna", "Pump Room"]
    (file,) = set(re.findall(r'href="([^"]+/map/file[^"]*)"', answer.text))
    found = drafting.visitor.get(unescape(file))
    assert found.headers["content-disposition"].startswith('attachment; filename="night_pool.toml"')
    assert load({"a.toml": found.text}, Nw3Content, (starter(),)).fortress[0].id == "night_pool"
    assert tomllib.loads(found.text)["fortress"][0]["name"] == "Night Pool"


def test_what_has_come_into_being_is_looked_at_next(drafting: Drafting) -> None:
    where = drafting.give("begin_fortress", name="Tower").url
    assert where.params["map"] == "fortress:tower"
    answer = drafting.give("add_area", fortress="tower", name="Attic", beside="entrance", at_map="fortress:tower")
    assert (answer.url.params["place"], answer.url.fragment) == ("attic", "details")
    answer = drafting.give(
        "put_gate", fortress="tower", kind="secret", from_area="attic", to_area="entrance", at_map="fortress:tower",
        at_place="attic",
    )  # fmt: skip
    assert answer.url.params["link"] == "g2"
    answer = drafting.give("remove_area", fortress="tower", area="attic", at_map="fortress:tower", at_place="attic")
    assert answer.status_code == 200
    assert places(answer) == ["Entrance"]
    assert page_of(answer).faults == []


def test_each_form_of_a_place_and_of_a_link_does_what_it_shows(drafting: Drafting) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    for query in ("?map=fortress:night_pool&place=sauna", "?map=fortress:night_pool&link=g5"):
        page = page_of(drafting.get(query))
        assert page.faults == []
        forms = [one for one in page.forms if one.method == "post" and "do" in one.names]
        assert len(forms) > 4
        for form in forms:
            filled = form.filled()
            if filled["do"] in ("write_fortress", "begin_fortress", "propose_fortress", "add_condition"):
                continue
            answer = drafting.visitor.post(f"{drafting.base}/map", filled)
            assert answer.status_code == 200, (filled, answer.text[-2000:])


def test_what_can_stand_in_a_field_is_in_words(drafting: Drafting) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    page = drafting.get("?map=fortress:night_pool&link=g5").text
    assert "the referee" in page
    assert not re.findall(r">\s*value\.\w+", page)


def test_a_refusal_says_why_and_keeps_what_was_filled_in(drafting: Drafting) -> None:
    answer = drafting.give("write_fortress", text="[[fortress]]\nid = 7")
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text
    assert "[[fortress]]\nid = 7</textarea>" in unescape(answer.text)
    assert drafting.give("propose_fortress", name="Tower", areas="1").status_code == 400
    assert drafting.give("propose_fortress", name="Tower", areas="many").status_code == 400
    assert drafting.give("no_such_command").status_code == 404
    assert drafting.visitor.post(f"{drafting.base}/map", {"command": "{"}).status_code == 400
    assert drafting.visitor.post(f"{drafting.base}/map", {"command": '{"do": 3}'}).status_code == 400
    assert "Tower" not in drafting.get().text


def test_buttons_are_commands_too_and_undo_takes_them_back(drafting: Drafting) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    answer = drafting.get("?map=fortress:night_pool&place=sauna")
    (remove,) = (one for one in re.findall(r'name="command" value="([^"]+)"', answer.text) if "remove_area" in one)
    at = {"at_map": "fortress:night_pool", "at_place": "sauna"}
    assert "Sauna" not in places(drafting.visitor.post(f"{drafting.base}/map", {"command": unescape(remove), **at}))
    back = drafting.visitor.post(f"{drafting.base}/map/undo", at)
    assert "Sauna" in places(back)
    assert back.url.params["place"] == "sauna"
    while places(back):
        back = drafting.visitor.post(f"{drafting.base}/map/undo", at)
    assert back.status_code == 200


def test_faults_of_a_draft_are_shown_beside_the_map(drafting: Drafting) -> None:
    drafting.give("begin_fortress", name="Tower", ruler="nobody_at_all")
    answer = drafting.get("?map=fortress:tower")
    assert re.search(r'<li class="wrong">[^<]*nobody_at_all', answer.text)


def test_nobody_else_sees_or_does_anything(drafting: Drafting) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    eyes = drafting.eyes
    for who in ("player", "spectator"):
        visitor, base = eyes.visitors[who], eyes.base(who)
        for path in ("/map", "/map?map=fortress:night_pool", "/map?map=dive&place=sauna"):
            answer = visitor.get(f"{base}{path}")
            assert answer.status_code == 200
            assert "Night Pool" not in answer.text
            assert "Sauna" not in answer.text
        assert visitor.get(f"{base}/map/file?map=fortress:night_pool").status_code == 404
        assert visitor.post(f"{base}/map", {"do": "begin_fortress", "name": "Mine"}).status_code in (403, 404)
        given = '{"do": "begin_fortress", "name": "Mine"}'
        assert visitor.post(f"{base}/map", {"command": given}).status_code in (403, 409)
        assert f"{base}/map" not in visitor.get(base).text
    assert eyes.visitors["stranger"].get(f"{drafting.base}/map").status_code == 403
    assert f"{drafting.base}/map" in drafting.visitor.get(drafting.base).text


def test_a_piece_of_the_page_for_scripts(drafting: Drafting) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    piece = drafting.visitor.get(f"{drafting.base}/map?map=fortress:night_pool", **{"hx-request": "true"})
    assert places(piece) == ["Turnstile", "Showers", "Deep End", "Sauna", "Pump Room"]
    assert "<html" not in piece.text


def test_a_game_without_maps_has_an_empty_page(server: Server) -> None:
    eyes = Eyes(server, "cairn", "barrow", seed="maps")
    answer = eyes.visitors["referee"].get(f"{eyes.base('referee')}/map")
    assert answer.status_code == 200
    assert page_of(answer).faults == []
    assert "/map" not in eyes.visitors["referee"].get(eyes.base("referee")).text


@pytest.mark.parametrize("language", ["en", "fi", "ja", "zh"])
def test_the_page_speaks_every_language(drafting: Drafting, language: str) -> None:
    drafting.give("write_fortress", text=HEADER + POOL)
    for query in ("", "&place=sauna", "&link=g5"):
        path = f"{drafting.base}/map?map=fortress:night_pool{query}"
        answer = drafting.visitor.get(path, **{"accept-language": language})
        assert answer.status_code == 200
        assert "«" not in answer.text
