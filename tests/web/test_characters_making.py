"""Making characters over HTTP, as a browser without scripts: question after question to the sheet, and wrong turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from random import Random

import httpx
import pytest

from rulewright.web.characters.drafts import Draft, read_draft, write_draft
from servers import Server, Visitor, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    place: Path = tmp_path_factory.mktemp("making")
    with running(f"sqlite:///{place}/t.db", limit_posts=100_000) as server:
        yield server


class Forms(HTMLParser):
    """The forms of a page: where each goes, its fields, and the values of its buttons."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[dict[str, list[tuple[str, str, bool]]]] = []
        self.actions: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({"hidden": [], "button": [], "checkbox": [], "text": []})
            self.actions.append(known.get("action", ""))
        elif self.forms and tag in ("input", "button") and known.get("name"):
            kind = "button" if tag == "button" else known.get("type", "text")
            self.forms[-1].setdefault(kind, []).append((known["name"], known.get("value", ""), "checked" in known))


def question(page: httpx.Response) -> str:
    found = re.search(r'<h1 id="question">(.*?)</h1>', page.text)
    return unescape(found[1]) if found else ""


def draft_path(page: httpx.Response) -> str:
    return page.url.path


def answer(visitor: Visitor, page: httpx.Response, random: Random) -> httpx.Response:
    """Answer the question of a page as somebody does who clicks at random."""
    forms = Forms(page.text)
    form, action = forms.forms[0], forms.actions[0]
    data: dict[str, str | list[str]] = {name: value for name, value, _ in form["hidden"]}
    picks = [value for name, value, _ in form["button"] if name == "answer"]
    if picks:
        # purchases could go on and on: more often than not take what is first, which is the default where there is one
        data["answer"] = picks[0] if random.random() < 0.3 else random.choice(picks)
    elif form["checkbox"]:
        data["answer"] = [value for _, value, _ in form["checkbox"] if random.random() < 0.5]
    else:
        data["answer"] = "Åsa <b>&\"' 四郎"
    return visitor.http.post(action, data=data)


def make(visitor: Visitor, game: str, random: Random) -> list[httpx.Response]:
    """All pages from the first question to the finished character."""
    pages = [visitor.get(f"/characters/new/{game}")]
    while question(pages[-1]):
        pages.append(answer(visitor, pages[-1], random))
        assert pages[-1].status_code == 200, pages[-1].text
        assert len(pages) < 400
    return pages


def test_a_message_never_shows_a_gap_and_a_script_never_comes_through(server: Server) -> None:
    for page in make(server.visitor(), "cairn", Random(2)):
        assert "«" not in page.text
        assert "<b>&" not in page.text


@pytest.mark.parametrize("game", ["cairn", "nw3"])
@pytest.mark.parametrize("seed", range(4))
def test_question_after_question_leads_to_a_correct_character_that_is_kept(
    server: Server, game: str, seed: int
) -> None:
    visitor = server.visitor()
    pages = make(visitor, game, Random(seed))
    assert "Complete and correct" in pages[-1].text
    kept = visitor.post(draft_path(pages[-1]), {"do": "keep"})
    assert re.fullmatch(r"/characters/[0-9a-f]{20}", kept.url.path)
    assert "Complete and correct" in kept.text
    again = visitor.post(draft_path(pages[-1]), {"do": "keep"})
    assert again.url.path == kept.url.path
    assert visitor.get("/characters").text.count("<h2><a") >= 1


@pytest.mark.parametrize("game", ["cairn", "nw3"])
def test_back_shows_the_question_before_and_the_same_answer_brings_the_same_dice(server: Server, game: str) -> None:
    visitor = server.visitor()
    pages = make(visitor, game, Random(11))
    for before, after in list(pairwise(pages))[-6:]:
        link = re.search(r'href="([^"]+\?to=\d+)">← ', after.text)
        assert link
        back = visitor.get(link[1])
        assert back.url.path == before.url.path
        assert question(back) == question(before)
    forms = Forms(pages[-2].text)
    buttons = [value for name, value, _ in forms.forms[0]["button"] if name == "answer"]
    if buttons:
        first = visitor.post(draft_path(pages[-2]), {"answer": buttons[0]})
        second = visitor.post(draft_path(pages[-2]), {"answer": buttons[0]})
        assert first.url == second.url
        assert body(first) == body(second)


def body(page: httpx.Response) -> str:
    return page.text[page.text.index("<main") :]


def test_a_reload_changes_nothing_and_two_tabs_go_their_own_ways(server: Server) -> None:
    visitor = server.visitor()
    first = visitor.get("/characters/new/cairn")
    one = visitor.post(draft_path(first), {"answer": "tar_burner"})
    other = visitor.post(draft_path(first), {"answer": "lamp_warden"})
    assert "Tar Burner" in body(one)
    assert "Lamp Warden" in body(other)
    assert body(visitor.get(draft_path(one))) == body(one)
    assert "Tar Burner" in visitor.post(draft_path(one), {"answer": "1"}).text


def test_taking_another_way_leaves_the_other_dice_as_they_fell(server: Server) -> None:
    visitor = server.visitor()
    page = visitor.get("/characters/new/cairn")
    for value in ("tar_burner", "1", "1", "1"):
        page = visitor.post(draft_path(page), {"answer": value})
    all_traits = visitor.post(draft_path(page), {"answer": ["physique", "face", "vice"]})
    no_traits = visitor.post(draft_path(page), {"do": "answer"})
    scores = r"<td>\d+/\d+</td>\n?<td>\d+/\d+</td>"
    assert re.findall(scores, all_traits.text) == re.findall(scores, no_traits.text) != []


def test_the_dice_make_a_whole_character_and_the_rest_of_one(server: Server) -> None:
    visitor = server.visitor()
    for game in ("cairn", "nw3"):
        one, other = visitor.get(f"/characters/new/{game}/random"), visitor.get(f"/characters/new/{game}/random")
        assert "Complete and correct" in one.text
        assert "Another one at random" in one.text
        assert body(one) != body(other)
        assert body(visitor.get(draft_path(one))) == body(one)
        assert visitor.post(draft_path(one), {"do": "keep"}).status_code == 200
    page = visitor.post(draft_path(visitor.get("/characters/new/nw3")), {"answer": "ninja"})
    rest = visitor.post(draft_path(page), {"do": "rest"})
    assert "Complete and correct" in rest.text
    assert "Ninja" in body(rest)


def test_what_is_not_possible_is_named_with_its_reason(server: Server) -> None:
    visitor = server.visitor()
    page = visitor.get("/characters/new/nw3")
    for value in ("idol", "ninja", "wind", "light", "finesse"):
        page = visitor.post(draft_path(page), {"answer": value})
    found = re.search(r'<details class="barred">.*?</details>', page.text, re.S)
    assert found
    assert "Lunar Robe" in found[0]
    assert "lunar_robe" not in found[0]
    assert "highest SL" in found[0]
    assert "Body" in page.text
    assert "Still to come" in page.text


def test_answers_that_are_none_are_refused_and_nothing_is_lost(server: Server) -> None:
    visitor = server.visitor()
    page = visitor.get("/characters/new/cairn")
    for wrong in (
        {"answer": "emperor"},
        {"answer": ""},
        {},
        {"answer": ["tar_burner", "emperor"]},
        {"answer": "x" * 9000},
    ):
        refused = visitor.post(draft_path(page), wrong)
        assert refused.status_code == 400
        assert question(refused) == question(page)
    page = visitor.post(draft_path(page), {"answer": "tar_burner"})
    stale = visitor.post(draft_path(page), {"answer": "1", "asked": "creation.background"})
    assert stale.status_code == 409
    page = visitor.post(draft_path(page), {"answer": "own"})
    long = visitor.post(draft_path(page), {"answer": "<i>" + "a" * 58})
    assert long.status_code == 400
    assert "1 to 60 characters" in long.text
    assert 'value="&lt;i&gt;aaa' in long.text
    assert visitor.post(draft_path(page), {"answer": "四郎１２"}).status_code == 200


def test_addresses_that_are_not_ours_are_refused(server: Server) -> None:
    visitor = server.visitor()
    page = visitor.get("/characters/new/cairn")
    path = draft_path(page)
    packed, _, mark = path.rpartition("/")[2].partition(".")
    base = path.rpartition("/")[0]
    for wrong in (packed, f"{packed}.", f".{mark}", f"{packed[:-2]}.{mark}", f"{packed}.{'a' * 32}", "é.é", "x" * 8000):
        assert visitor.get(f"{base}/{wrong}").status_code == 400
        assert visitor.post(f"{base}/{wrong}", {"answer": "tar_burner"}).status_code == 400
    assert visitor.get(f"/characters/new/nw3/{packed}.{mark}").status_code == 400
    assert visitor.get("/characters/new/chess").status_code == 404
    assert visitor.get("/characters/new/chess/random").status_code == 404
    assert visitor.http.post(path, data={"answer": "tar_burner"}).status_code == 403
    cross = visitor.post(path, {"answer": "tar_burner"}, **{"sec-fetch-site": "cross-site"})
    assert cross.status_code == 403
    for to in ("x", "-1", "９", "99999999", "1e3"):
        assert visitor.get(f"{path}?to={to}").status_code == 200


def test_answers_that_no_longer_fit_are_left_out_with_a_word(server: Server) -> None:
    links = server.site.links
    old = Draft("cairn", "abc", ("tar_burner", "1", "a table that is gone", ["physique"], 7))
    visitor = server.visitor()
    page = visitor.get(f"/characters/new/cairn/{write_draft(old, links)}")
    assert "no longer fit" in page.text
    following = visitor.post(draft_path(page), {"answer": "roll"})
    assert "no longer fit" not in following.text
    assert read_draft(draft_path(following).rpartition("/")[2], "cairn", links).answers == ("tar_burner", "1", "roll")


def test_a_draft_ends_before_its_address_is_too_long(server: Server) -> None:
    visitor = server.visitor()
    answers = ("idol", "ninja", "wind", "light", "finesse")
    start = visitor.get(f"/characters/new/nw3/{write_draft(Draft('nw3', 'abc', answers), server.site.links)}")
    page = start
    while "What do you buy" not in question(page):
        picks = [value for name, value, _ in Forms(page.text).forms[0]["button"] if name == "answer"]
        page = visitor.post(draft_path(page), {"answer": picks[0]})
    bought = read_draft(draft_path(page).rpartition("/")[2], "nw3", server.site.links)
    turns = ("corn_soup", "back:corn_soup.1") * ((400 - len(bought.answers)) // 2)
    full = write_draft(Draft("nw3", "abc", (*bought.answers, *turns)), server.site.links)
    page = visitor.get(f"/characters/new/nw3/{full}")
    assert "What do you buy" in question(page)
    for _ in range(2):
        page = visitor.post(draft_path(page), {"answer": "corn_soup"})
    assert page.status_code == 409
    assert "too many steps" in page.text
