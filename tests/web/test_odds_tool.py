"""Exact odds of dice and rules on pages of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import games
from servers import Server, Visitor, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("tool")
    with running(f"sqlite:///{folder}/t.db") as found:
        yield found


@pytest.fixture
def visitor(server: Server) -> Visitor:
    return server.visitor()


def table_of(page: str) -> dict[str, str]:
    """Outcome to chance, out of the table beside the picture."""
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td class="number">(.*?)</td>', page)
    return dict(rows)


def test_two_dice(visitor: Visitor) -> None:
    page = visitor.http.get("/odds/dice", params={"dice": "2d6"}).text
    assert "On average 7.000" in page
    found = table_of(page)
    assert found["7"] == "16.67 %"
    assert found["2"] == found["12"] == "2.78 %"
    assert page.count("<svg") == 2
    assert "Chance of this much or more" in page


def test_dice_with_a_target(visitor: Visitor) -> None:
    page = visitor.http.get("/odds/dice", params={"dice": "2d6+1>=8"}).text
    assert "Success: 58.33 %" in page


@pytest.mark.parametrize(
    "dice",
    ["1d6+" * 400, "(" * 500, "999999999999d6", "d6!>0", "d1!", "1d6/0", "4d6kh9", "9**9", "1d20.5", "42a", "#",
     "２d６９９９９", "<script>", "choice[1-30000000]"],
)  # fmt: skip
def test_dice_that_cannot_be_are_refused_in_words(visitor: Visitor, dice: str) -> None:
    answer = visitor.http.get("/odds/dice", params={"dice": dice})
    assert answer.status_code == 400
    assert 'class="refusal"' in answer.text
    assert "<script>" not in answer.text.partition("<main")[2]


def test_too_many_ways_are_refused(visitor: Visitor) -> None:
    answer = visitor.http.get("/odds/dice", params={"dice": "1000d1000kh500"})
    assert answer.status_code == 409
    assert "too many ways" in answer.text


@pytest.mark.parametrize("id", list(games.installed()))
def test_every_rule_has_a_form_that_shows_its_odds(visitor: Visitor, id: str) -> None:
    listed = visitor.get(f"/odds/{id}").text
    for name in games.get(id).procedures:
        assert f'href="/odds/{id}?rule={name}"' in listed
        form = visitor.get(f"/odds/{id}?rule={name}").text
        names = re.findall(r'<input type="number" id="f-([\w.]+)"[^>]*required', form)
        given = {"rule": name, "go": "1", **dict.fromkeys(names, "5")}
        answer = visitor.http.get(f"/odds/{id}", params=given)
        assert answer.status_code == 200, answer.text
        assert 'class="chart"' in answer.text


def test_what_is_filled_in_counts_and_stays(visitor: Visitor) -> None:
    given = {"rule": "save", "go": "1", "ability": "13"}
    page = visitor.http.get("/odds/cairn", params=given).text
    assert 'name="ability" min="0" max="99" value="13"' in page
    assert "65.00 %" in table_of(page).values()


def test_a_group_counts_only_with_its_tick(visitor: Visitor) -> None:
    given = {"rule": "opposed", "go": "1", "compared": "yes", "attacker.prana": "5", "attacker.plan.raises": "2"}
    without = visitor.http.get("/odds/nw3", params=given).text
    with_it = visitor.http.get("/odds/nw3", params={**given, "attacker.plan": "1"}).text
    assert table_of(without) != table_of(with_it)
    assert 'name="attacker.plan" value="1" checked' in with_it


@pytest.mark.parametrize(
    ("game", "given", "status"),
    [
        ("cairn", {"rule": "save"}, 400),
        ("cairn", {"rule": "save", "ability": "abc"}, 400),
        ("cairn", {"rule": "save", "ability": "100"}, 400),
        ("cairn", {"rule": "save", "ability": "9" * 40}, 400),
        ("cairn", {"rule": "attack", "damage": "d7d7"}, 400),
        ("cairn", {"rule": "blast", "armors": ",".join(["1"] * 50)}, 400),
        ("cairn", {"rule": "hireling", "role": "emperor"}, 400),
        ("nw3", {"rule": "judge", "alter": "5", "options": "{"}, 400),
        ("nw3", {"rule": "judge", "alter": "5", "options": "[" * 1500}, 400),
        ("nw3", {"rule": "nope"}, 404),
        ("nope", {"rule": "save"}, 404),
    ],
)
def test_bad_arguments_are_refused_in_words(visitor: Visitor, game: str, given: dict[str, str], status: int) -> None:
    answer = visitor.http.get(f"/odds/{game}", params={**given, "go": "1"})
    assert answer.status_code == status
    assert 'class="refusal"' in answer.text
