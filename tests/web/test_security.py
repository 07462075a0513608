"""Every page for everybody: the headers that it has, what stands in it, and that nobody else can act through it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.routing import Match

from pages import is_html, links_of, page_of
from rulewright.web.app import ROUTES
from rulewright.web.people.security import HEADERS
from servers import Server, Visitor, running
from web_eyes import EYES, Eyes, dump, get_routes, post_routes

TABLES = {"cairn": "ambush", "nw3": "rooftop", "nwo": "last_train"}
PACKS = {
    "cairn": (
        '[pack]\nid = "wells"\ntitle = "Wells"\nversion = "1.2.0"\nlanguage = "en"\nruleset = "cairn"\n'
        '[[items]]\nid = "well_rope"\nname = "Well rope"\nkind = "misc"\n'
    ),
    "nw3": '[pack]\nid = "wells"\nname = "Wells"\nversion = 1\nruleset = "nw3"\n',
    "nwo": '[pack]\nid = "wells"\ntitle = "Wells"\nversion = "1.0.0"\nlanguage = "en"\nruleset = "nwo"\n',
}
EACH = 4
"""Addresses of one route to which the crawl goes, of the hundreds that there are of some."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("security")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10_000_000, limit_joins=10_000_000) as started:
        yield started


@pytest.fixture(scope="module", params=TABLES)
def eyes(server: Server, request: pytest.FixtureRequest) -> Eyes:
    made = Eyes(server, request.param, TABLES[request.param])
    for one in EYES:
        made.character(made.visitors[one])
        assert made.visitors[one].post("/packs", {"text": PACKS[request.param]}).status_code == 200
    return made


def check_headers(answer: httpx.Response) -> None:
    """What every answer has."""
    where = str(answer.url)
    for name, value in HEADERS.items():
        assert answer.headers.get(name) == value, (where, name)
    cache = answer.headers["cache-control"]
    if answer.url.path.startswith("/static/") and answer.status_code == 200:
        assert cache == "public, max-age=31536000, immutable"
    elif answer.url.path.startswith(("/rules", "/api")) and answer.status_code in (200, 304):
        assert cache in ("private, no-cache", "no-store"), where
    else:
        assert cache == "no-store", where


def test_the_policy_allows_nothing_inline_and_no_frames() -> None:
    rules = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert "unsafe" not in HEADERS["content-security-policy"]
    assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["form-action"] == "'self'"
    assert HEADERS["x-content-type-options"] == "nosniff"
    assert HEADERS["referrer-policy"] == "same-origin"


def test_every_page_is_sound_for_everybody_and_looking_changes_nothing(eyes: Eyes) -> None:
    reached: set[str] = set()
    faults: list[tuple[str, list[str]]] = []
    paths = {(route, one): list(eyes.path(route, one)) for one in EYES for route in get_routes()}
    database = eyes.server.site.config.database
    before = dump(database)
    for (route, one), found in paths.items():
        for path in found:
            answer = eyes.visitors[one].get(path)
            assert answer.status_code < 500, (one, path, answer.text)
            check_headers(answer)
            if answer.status_code < 400:
                reached.add(route)
            if is_html(answer) and (wrong := page_of(answer).faults):
                faults.append((path, wrong))
    assert dump(database) == before
    assert not faults, "\n".join(map(str, faults))
    without_glossary = {"/rules/{game}/terms"} if eyes.game.id == "cairn" else set()
    without_maps = {"/t/{table}/{seat}/map/file", "/api/tables/{table}/maps/{map}"}  # these tables have none
    assert set(get_routes()) - reached == without_glossary | without_maps


def test_every_link_leads_to_a_page(eyes: Eyes) -> None:
    for one in ("referee", "player", "spectator"):
        for path, answer in crawl(eyes.visitors[one], [eyes.base(one), "/"]):
            assert answer.status_code < 400, (one, path)
            check_headers(answer)
            if is_html(answer):
                assert not page_of(answer).faults, (one, path)


def crawl(visitor: Visitor, start: list[str]) -> Iterator[tuple[str, httpx.Response]]:
    """Follow links, of each route only some."""
    waiting, seen, count = list(start), set(start), dict[str, int]()
    while waiting:
        path = waiting.pop()
        answer = visitor.get(path)
        yield path, answer
        if not is_html(answer):
            continue
        for link in links_of(page_of(answer)):
            kind = route_of(link)
            if link in seen or count.get(kind, 0) >= EACH or link.startswith("/characters/new"):
                continue
            seen.add(link)
            count[kind] = count.get(kind, 0) + 1
            waiting.append(link)


def route_of(path: str) -> str:
    """The route of an address; itself where it has none."""
    scope = {"type": "http", "method": "GET", "path": urlsplit(path).path}
    return next((route.path for route in ROUTES if route.matches(scope)[0] is Match.FULL), path)


def test_rules_in_texts_are_rules_of_the_book(eyes: Eyes) -> None:
    known = eyes.game.rulebook().rules
    named = set()
    for place in ("options", "open"):
        page = eyes.visitors["stranger"].get(f"/rules/{eyes.game.id}/{place}")
        named |= set(re.findall(rf'href="/rules/{eyes.game.id}/([A-Z][^"#]*)"', page.text))
    assert named <= known.keys()


@pytest.mark.parametrize("path", ["", "/static/none/none.css", "/nowhere", "/api/nowhere", "/health", "/health/ready"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])
def test_answers_of_all_kinds_have_the_headers(server: Server, method: str, path: str) -> None:
    answer = server.visitor().http.request(method, path)
    assert answer.status_code < 500
    check_headers(answer)


def test_files_have_the_headers(server: Server) -> None:
    visitor = server.visitor()
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', visitor.get("/").text)
    assert len(files) >= 4
    for path in files:
        answer = visitor.get(path)
        assert answer.status_code == 200
        check_headers(answer)


def test_streams_have_the_headers(eyes: Eyes) -> None:
    for path in (f"{eyes.base('player')}/stream", f"/api/tables/{eyes.made.id}/stream"):
        with eyes.visitors["player"].http.stream("GET", path) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            check_headers(answer)
        answer = eyes.visitors["stranger"].get(path)
        assert answer.status_code == 403
        check_headers(answer)


# ---------------------------------------------------------------- posts of other sites

FROM_ELSEWHERE = {
    "another site": {"sec-fetch-site": "cross-site"},
    "another host of the site": {"sec-fetch-site": "same-site"},
    "another site, who says where": {"sec-fetch-site": "cross-site", "origin": "https://evil.example"},
    "another origin": {"origin": "http://evil.example"},
    "another port": {"origin": "http://127.0.0.1:1"},
    "a page without an origin": {"origin": "null"},
    "an empty origin": {"origin": ""},
    "a site that says it is ours": {"sec-fetch-site": "cross-site", "origin": "http://{host}"},
}


def posts(eyes: Eyes) -> Iterator[tuple[Visitor, str]]:
    """Everything that the referee could post, and with it whoever it is."""
    for route in post_routes():
        for path in eyes.path(route, "referee"):
            yield eyes.visitors["referee"], path


@pytest.mark.parametrize("where", FROM_ELSEWHERE)
def test_posts_from_elsewhere_do_nothing(eyes: Eyes, where: str) -> None:
    host = urlsplit(eyes.server.url).netloc
    headers = {name: value.format(host=host) for name, value in FROM_ELSEWHERE[where].items()}
    token = eyes.visitors["referee"].token()
    everything = list(posts(eyes))
    before = dump(eyes.server.site.config.database)
    for visitor, path in everything:
        answer = visitor.http.post(path, data={**SENSIBLE, "form_token": token}, headers=headers)
        assert answer.status_code == 403, path
        again = visitor.http.post(path, data=SENSIBLE, headers={**headers, "x-form-token": token, "hx-request": "true"})
        assert (again.status_code, again.headers.get("x-status")) == (200, "403"), path
    assert dump(eyes.server.site.config.database) == before


SENSIBLE = {
    "text": "Hello", "dice": "2d6", "do": "say", "command": '{"do":"say","text":"Hello"}', "name": "Eve",
    "title": "Eve's", "passphrase": "eve", "allowed": "no", "sure": "yes", "language": "ja", "asks": "never",
    "path": "round", "value": "9", "reason": "why not", "scenario": "ambush", "preset": "published_style",
}  # fmt: skip
"""Fields that would do something in one form or another."""


@pytest.mark.parametrize(
    "token", ["none", "empty", "of somebody else", "of a stranger", "cut", "longer", "odd", "twice"]
)
def test_posts_without_the_token_of_the_visitor_do_nothing(eyes: Eyes, token: str) -> None:
    own = eyes.visitors["referee"].token()
    given: dict[str, str | list[str]] = {
        "none": {},
        "empty": {"form_token": ""},
        "of somebody else": {"form_token": eyes.visitors["player"].token()},
        "of a stranger": {"form_token": eyes.server.visitor().token()},
        "cut": {"form_token": own[:-1]},
        "longer": {"form_token": f"{own}a"},
        "odd": {"form_token": "ａ日\u202e"},
        "twice": {"form_token": [own, "x"]},
    }[token]  # type: ignore[assignment]
    everything = list(posts(eyes))
    before = dump(eyes.server.site.config.database)
    for visitor, path in everything:
        answer = visitor.http.post(path, data={**SENSIBLE, **given})
        assert answer.status_code == 403, path
    assert dump(eyes.server.site.config.database) == before


def test_the_token_may_come_in_a_header_as_scripts_send_it(eyes: Eyes) -> None:
    visitor = eyes.visitors["player"]
    headers = {"x-form-token": visitor.token(), "hx-request": "true", "sec-fetch-site": "same-origin"}
    answer = visitor.http.post(f"{eyes.base('player')}/say", data={"text": "Hello"}, headers=headers)
    assert answer.status_code == 204


def test_posts_to_the_api_with_a_cookie_need_the_token_too(eyes: Eyes) -> None:
    visitor = eyes.visitors["referee"]
    token = visitor.token()
    path = f"/api/tables/{eyes.made.id}/commands"
    body = {"command": {"do": "say", "text": "Hello"}}
    before = dump(eyes.server.site.config.database)
    for headers in (
        {},
        {"x-form-token": eyes.visitors["player"].token()},
        {"x-form-token": token, "sec-fetch-site": "cross-site"},
        {"x-form-token": token, "sec-fetch-site": "same-site"},
        {"x-form-token": token, "origin": "null"},
        {"x-form-token": token, "origin": "https://evil.example"},
    ):
        answer = visitor.http.post(path, json=body, headers=headers)
        assert (answer.status_code, answer.json()["reason"]) == (403, "form_token")
    # a form of another site can send text, but no JSON
    simple = visitor.http.post(path, content='{"command":{}}', headers={"content-type": "text/plain"})
    assert simple.status_code in (403, 415)
    assert dump(eyes.server.site.config.database) == before
    assert visitor.http.post(path, json=body, headers={"x-form-token": token}).status_code == 200


def test_no_answer_lets_other_sites_read_it(eyes: Eyes) -> None:
    for path in ("/", eyes.base("player"), f"/api/tables/{eyes.made.id}/state", "/api/games"):
        answer = eyes.visitors["player"].get(path, origin="https://evil.example")
        assert not [name for name in answer.headers if name.startswith("access-control")]


# ---------------------------------------------------------------- ways back

ELSEWHERE = [
    "//evil.example", "/\\evil.example", "/\t/evil.example", "https://evil.example", "javascript:alert(1)",
    "\\\\x", "/\n/evil.example", "evil.example", "/\\\\x", "/x\\y", "/\u2028/x", "",
]  # fmt: skip


@pytest.mark.parametrize("path", ELSEWHERE)
@pytest.mark.parametrize("script", [False, True])
def test_the_way_back_leads_nowhere_else(server: Server, path: str, script: bool) -> None:
    visitor = server.visitor()
    page = page_of(visitor.get(f"/settings?{httpx.QueryParams(back=path)}"))
    assert page.forms[-1].filled()["back"] == "/"
    headers = {"hx-request": "true"} if script else {}
    visitor.http.follow_redirects = False
    answer = visitor.post("/settings", {"back": path, "language": ""}, **headers)
    assert answer.headers["hx-redirect" if script else "location"] == "/"


@pytest.mark.parametrize("script", [False, True])
def test_the_way_back_may_have_any_letters(server: Server, script: bool) -> None:
    visitor = server.visitor()
    visitor.http.follow_redirects = False
    headers = {"hx-request": "true"} if script else {}
    answer = visitor.post("/settings", {"back": "/rules/cairn?q=yö 夜", "language": ""}, **headers)
    assert answer.headers["hx-redirect" if script else "location"] == "/rules/cairn?q=y%C3%B6%20%E5%A4%9C"


def test_an_error_sends_nobody_to_another_site(server: Server) -> None:
    host = urlsplit(server.url).netloc
    for referer, back in {
        f"http://{host}/rules": "/rules",
        f"http://{host}//evil.example": "/",
        "http://evil.example/rules": "/",
        "http://evil.example//evil.example/x": "/",
        f"http://{host}.evil.example/x": "/",
        "junk": "/",
    }.items():
        answer = server.visitor().get("/nowhere", referer=referer)
        assert answer.status_code == 404
        assert f'class="button" href="{back}"' in answer.text
