"""My characters over HTTP: files in and out, editing, printing, and that nobody else's can be seen or touched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest

from rulewright import games
from rulewright.store.characters import CharacterRow, Characters
from rulewright.store.sql import now
from servers import Server, Visitor, running

GOOD = (
    'game = "cairn"\nname = "Aune"\nSTR = 12\nDEX = 10\nWIL = 9\nhp = 4\nitems = [{ item = "sword", where = "held" }]\n'
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place: Path = tmp_path_factory.mktemp("characters")
    with running(f"sqlite:///{place}/t.db", limit_posts=100_000) as server:
        yield server


def brought(visitor: Visitor, text: str = GOOD, game: str = "cairn") -> httpx.Response:
    return visitor.post(f"/characters/import/{game}", {"text": text})


def editor(page: httpx.Response) -> str:
    found = re.search(r"<textarea[^>]*>\n?(.*?)</textarea>", page.text, re.S)
    assert found
    return unescape(found[1])


def version(page: httpx.Response) -> str:
    found = re.search(r'name="version" value="([^"]+)"', page.text)
    assert found
    return found[1]


def test_a_file_goes_in_and_comes_out_the_same(server: Server) -> None:
    visitor = server.visitor()
    page = brought(visitor)
    assert page.url.path.startswith("/characters/")
    assert "Complete and correct" in page.text
    assert "Aune" in visitor.get("/characters").text
    out = visitor.get(f"{page.url.path}/export")
    assert out.headers["content-disposition"].startswith("attachment")
    cairn = games.get("cairn").characters
    assert cairn.read(out.text) == cairn.read(GOOD)
    assert brought(visitor, out.text).status_code == 200


def test_an_upload_is_read_like_a_text(server: Server) -> None:
    visitor = server.visitor()
    upload = {"file": ("aune.toml", ("\ufeff" + GOOD).encode(), "application/toml")}
    page = visitor.http.post("/characters/import/cairn", data={"form_token": visitor.token()}, files=upload)
    assert page.status_code == 200
    assert "Complete and correct" in page.text
    odd = {"file": ("x.toml", b"\xff\xfe\x00" * 50, "application/toml")}
    page = visitor.http.post("/characters/import/cairn", data={"form_token": visitor.token()}, files=odd)
    assert page.status_code == 400


@pytest.mark.parametrize(
    "text",
    [
        "", "name = ", "[" * 50_000, f"a = {'9' * 9_000}", "a = " + "[" * 30_000, "x" * 70_000,
        'game = "nw3"\nname = "A"', 'name = "A"', "😀", "game = 5",
    ],
)  # fmt: skip
def test_what_is_no_character_is_refused_and_the_text_stays(server: Server, text: str) -> None:
    for game in ("cairn", "nw3"):
        page = brought(server.visitor(), text, game)
        if page.status_code == 200:  # a name is enough for one of nw3 that has no Sheet
            assert "Not as the rules want it" in page.text
            continue
        assert page.status_code == 400
        assert editor(page) == text
        assert "There is no character in this text" in page.text


def test_a_zero_byte_is_refused(server: Server) -> None:
    assert brought(server.visitor(), "\x00").status_code == 400
    assert brought(server.visitor(), GOOD.replace("Aune", "\\u0000")).status_code in (200, 400)


def test_every_broken_rule_is_listed(server: Server) -> None:
    page = brought(
        server.visitor(), GOOD.replace("hp = 4", "hp = 4\nhp_max = 2\nfatigue = 12").replace("sword", "sord")
    )
    assert page.status_code == 200
    problems = re.search(r'<ul class="problems">.*?</ul>', page.text, re.S)
    assert problems
    assert problems[0].count("<li>") == 3
    assert "CRN-" in problems[0]


def test_a_name_with_markup_is_only_text(server: Server) -> None:
    visitor = server.visitor()
    name = "<script>alert(1)</script> [x](javascript:alert(1)) ![y](//evil/z.png)"
    page = brought(visitor, GOOD.replace("Aune", name))
    for path in (page.url.path, f"{page.url.path}/print", "/characters"):
        text = visitor.get(path).text
        assert "<script>alert" not in text
        assert "<img" not in text
        assert 'href="javascript' not in text
    assert "/" not in visitor.get(f"{page.url.path}/export").headers["content-disposition"].split("UTF-8''")[1]


def test_editing_checks_first_and_saves_only_what_can_be_read(server: Server) -> None:
    visitor = server.visitor()
    page = brought(visitor)
    path = page.url.path
    looked = visitor.post(path, {"text": GOOD.replace("hp = 4", "hp = 4\nhp_max = 3"), "do": "check"})
    assert "not saved yet" in looked.text
    assert "hp is 4; allowed: 0..3" in looked.text
    piece = visitor.post(path, {"text": GOOD.replace("Aune", "Tove")}, **{"hx-request": "true"})
    assert piece.text.lstrip().startswith('<section id="checked"')
    assert "Tove" in piece.text
    assert visitor.get(path).text.count("Tove") == 0
    broken = visitor.post(path, {"text": "name = [", "version": version(page)})
    assert broken.status_code == 400
    assert editor(broken) == "name = ["
    saved = visitor.post(path, {"text": GOOD.replace("Aune", "Tove"), "version": version(page)})
    assert saved.url.path == path
    assert "<h1>Tove</h1>" in saved.text
    late = visitor.post(path, {"text": GOOD.replace("Aune", "Ilmi"), "version": version(page)})
    assert late.status_code == 409
    assert 'name = "Ilmi"' in editor(late)
    assert "<h1>Tove</h1>" in visitor.get(path).text


def test_lines_come_back_as_they_were_sent(server: Server) -> None:
    visitor = server.visitor()
    page = brought(visitor, GOOD.replace("\n", "\r\n"))
    assert visitor.get(f"{page.url.path}/export").text.count("\r") == 0


def test_nobody_else_sees_or_touches_a_character(server: Server) -> None:
    owner, other = server.visitor(), server.visitor()
    path = brought(owner).url.path
    for place in (path, f"{path}/print", f"{path}/export"):
        assert owner.get(place).status_code == 200
        refused = other.get(place)
        assert refused.status_code == 404
        assert "Aune" not in refused.text
    assert other.post(path, {"text": GOOD, "version": "x"}).status_code == 404
    assert other.post(f"{path}/delete").status_code == 404
    assert "Aune" not in other.get("/characters").text
    assert owner.get(path).status_code == 200
    for id in ("nobody", "..", "%00", "é", "a" * 5000):
        assert owner.get(f"/characters/{id}").status_code in (404, 200, 400)


def test_deleting_takes_it_from_the_list(server: Server) -> None:
    visitor = server.visitor()
    path = brought(visitor).url.path
    assert visitor.http.post(f"{path}/delete").status_code == 403
    gone = visitor.post(f"{path}/delete")
    assert gone.url.path == "/characters"
    assert "Aune" not in gone.text
    assert visitor.get(path).status_code == 404
    assert visitor.post(f"{path}/delete").status_code == 404


def test_the_printed_page_holds_the_sheets_of_companions_too(server: Server) -> None:
    visitor = server.visitor()
    for _ in range(60):
        page = visitor.get("/characters/new/cairn/random")
        if "companion comes along" in page.text:
            break
    else:
        pytest.fail("no companion in sixty characters")
    kept = visitor.post(page.url.path, {"do": "keep"})
    assert "Comes with:" in kept.text
    assert visitor.get(f"{kept.url.path}/print").text.count('class="paper"') == 2
    assert visitor.get("/characters").text.count("<h2><a") == 2
    companion = visitor.get(f"{kept.url.path}.2")
    assert companion.status_code == 200
    assert "Hireling" in companion.text


def test_nobody_keeps_more_than_fit(server: Server) -> None:
    visitor = server.visitor()
    owner = server.site.sessions.read(visitor.http.cookies["rulewright"] if visitor.get("/") else None)
    assert owner is not None
    store = Characters(server.site.database)
    for number in range(200):
        store.put(CharacterRow(f"many.{number}", owner.person, "cairn", "Aune", GOOD, now())).result()
    full = brought(visitor)
    assert full.status_code == 409
    assert "200 characters" in full.text


@pytest.mark.parametrize("language", ["en", "ja", "fi"])
def test_sheets_speak_the_language_of_the_visitor_where_the_game_does(server: Server, language: str) -> None:
    visitor = server.visitor()
    visitor.http.headers["accept-language"] = language
    page = visitor.get("/characters/new/nw3/random")
    assert page.status_code == 200
    assert ("特技" in page.text.split('class="card sheet"')[1]) or language != "ja"


def test_a_correct_character_is_offered_the_places_of_the_scenarios(server: Server) -> None:
    visitor = server.visitor()
    page = brought(visitor)
    id = page.url.path.rpartition("/")[2]
    assert f'href="/new/cairn?scenario=ambush&amp;character={id}&amp;for=aune"' in page.text
    broken = brought(visitor, GOOD.replace("hp = 4", "hp = 4\nhp_max = 2"))
    assert "cannot come to a table yet" in broken.text
    assert "/new/cairn?scenario" not in broken.text
