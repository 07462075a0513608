"""The rulebook pages, over HTTP."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import games
from servers import Server, Visitor, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("rulebook")
    with running(f"sqlite:///{folder}/t.db") as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return server.visitor()


def test_every_game_has_its_rules_on_one_page(visitor: Visitor) -> None:
    page = visitor.get("/rules").text
    for game in games.installed().values():
        assert f'href="/rules/{game.id}"' in page
        listed = set(re.findall(rf'href="/rules/{game.id}/([A-Z0-9-]+)"', visitor.get(f"/rules/{game.id}").text))
        assert listed == set(game.rulebook().rules)


@pytest.mark.parametrize("id", ["CRN-ROUND-03", "NW3-JUDGE-16", "OP-C04", "NW3-OPEN-03"])
def test_a_rule_stands_between_its_neighbours(visitor: Visitor, id: str) -> None:
    game = games.get("cairn" if id.startswith("CRN") else "nw3")
    book = game.rulebook()
    page = visitor.get(f"/rules/{game.id}/{id}").text
    ids = list(book.rules)
    place = ids.index(id)
    assert f"<h1>{book.rules[id].title}</h1>" in page
    assert f'rel="prev" href="/rules/{game.id}/{ids[place - 1]}"' in page
    assert f'rel="next" href="/rules/{game.id}/{ids[place + 1]}"' in page


def test_first_and_last_rule_have_one_neighbour(visitor: Visitor) -> None:
    ids = list(games.get("cairn").rulebook().rules)
    first, last = visitor.get(f"/rules/cairn/{ids[0]}").text, visitor.get(f"/rules/cairn/{ids[-1]}").text
    assert 'rel="prev"' not in first
    assert 'rel="next"' in first
    assert 'rel="next"' not in last
    assert 'rel="prev"' in last


def test_a_rule_shows_the_house_rules_that_touch_it(visitor: Visitor) -> None:
    page = visitor.get("/rules/cairn/CRN-ROUND-03").text
    assert "Who saves in round 1" in page
    assert "PCs and hirelings <strong>(the default)</strong>" in page


def test_a_rule_shows_what_is_left_open_about_it_and_who_names_it(visitor: Visitor) -> None:
    page = visitor.get("/rules/cairn/CRN-ARMOR-02").text
    assert "How several separate pieces of armor add up is not spelled out." in page
    named = visitor.get("/rules/cairn/CRN-MORALE-03").text
    assert 'href="/rules/cairn/CRN-GEN-02"' in named.partition("Rules that name it")[2]


def test_rules_named_in_a_text_are_links(visitor: Visitor) -> None:
    page = visitor.get("/rules/cairn/CRN-GEN-02").text
    assert '<a href="/rules/cairn/CRN-MORALE-03">CRN-MORALE-03</a>' in page


def test_our_script_gets_a_rule_alone(visitor: Visitor) -> None:
    piece = visitor.get("/rules/cairn/CRN-GEN-01", **{"hx-request": "true"})
    assert "<html" not in piece.text
    assert "Nothing happens until the whole request has been found legal." in piece.text
    assert "HX-Request" in piece.headers["vary"]


def test_search_finds_rules_house_rules_and_terms(visitor: Visitor) -> None:
    page = visitor.get("/rules/nw3?q=prana").text
    assert "<mark>Prana</mark>" in page
    assert page.count("<h2>") == 3
    piece = visitor.get("/rules/nw3?q=prana", **{"hx-request": "true"}).text
    assert "<html" not in piece
    assert "<mark>Prana</mark>" in piece


def test_search_for_an_id_leads_to_the_rule(visitor: Visitor) -> None:
    found = visitor.get("/rules/cairn?q=crn-gen-04")
    assert found.url.path == "/rules/cairn/CRN-GEN-04"


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "(((", "x" * 5000, "١٢", "*", "\\", "%00", " "])
def test_search_for_anything_is_a_page(visitor: Visitor, words: str) -> None:
    answer = visitor.http.get("/rules/cairn", params={"q": words})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_what_is_not_there_is_404(visitor: Visitor) -> None:
    assert visitor.get("/rules/nope").status_code == 404
    assert visitor.get("/rules/cairn/terms").status_code == 404
    near = visitor.get("/rules/cairn/CRN-GEN-99")
    assert near.status_code == 404
    assert 'href="/rules/cairn/CRN-GEN-04"' in near.text
    assert visitor.get("/rules/cairn/NOPE", **{"hx-request": "true"}).headers["x-status"] == "404"


def test_lower_case_ids_lead_to_the_rule(visitor: Visitor) -> None:
    assert visitor.get("/rules/cairn/crn-gen-01").url.path == "/rules/cairn/CRN-GEN-01"


def test_a_page_that_is_known_is_not_sent_again(visitor: Visitor) -> None:
    first = visitor.get("/rules/cairn")
    again = visitor.get("/rules/cairn", **{"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    other = visitor.get("/rules/cairn", **{"if-none-match": first.headers["etag"], "accept-language": "fi"})
    assert other.status_code == 200


def test_the_rules_are_in_the_language_of_the_visitor(visitor: Visitor) -> None:
    page = visitor.get("/rules/cairn/CRN-GEN-01", **{"accept-language": "fi,en;q=0.5"}).text
    rule = games.get("cairn").rulebook().rules["CRN-GEN-01"]
    assert rule.titles["fi"] in page
    assert 'class="card ruletext" lang="fi"' in page
    untranslated = visitor.get("/rules/nw3/NW3-JUDGE-01", **{"accept-language": "ja"}).text
    assert 'class="card ruletext" lang="en"' in untranslated


def test_house_rules_glossary_and_open_points(visitor: Visitor) -> None:
    for game in games.installed().values():
        page = visitor.get(f"/rules/{game.id}/options").text
        assert all(f'id="{name}"' in page for name in game.house_rules().options)
        assert "offered to new tables" in page
        assert visitor.get(f"/rules/{game.id}/open").status_code == 200
    terms = visitor.get("/rules/nw3/terms").text
    assert all(f'id="{id}"' in terms for id in games.get("nw3").rulebook().terms)
    assert "ウィザード" in terms
