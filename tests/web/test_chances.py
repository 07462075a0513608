"""The chance beside each answer: for whom the question is, in its place, and no more than the rules can tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plain_forms import Sitter
from rulewright.table.prospects import prospects
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from servers import Server, running
from table_play import at, play
from tables import Made, new_table


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("chances")
    with running(f"sqlite:///{folder}/t.db", limit_posts=10**9, limit_joins=10**9) as found:
        yield found


def with_outlook(table: Table) -> list[OpenQuestion]:
    return [
        one for one in table.open_questions("referee") if one.question.outlook is not None and one.owner != "referee"
    ]


@pytest.fixture(scope="module")
def asked(server: Server) -> tuple[Made, OpenQuestion]:
    """A table where a player is asked something whose odds the rules can tell."""
    made = new_table(server, "nw3", "closing_time", seed="chances")
    play(made, until=lambda table: bool(with_outlook(table)))
    return made, at(made, with_outlook)[0]


@pytest.fixture(scope="module")
def owner(asked: tuple[Made, OpenQuestion]) -> Sitter:
    made, question = asked
    return Sitter(made, question.owner)


def pieces(html: str) -> dict[str, str]:
    """The pieces of the answer by the id of their place."""
    return dict(re.findall(r'<span id="([^"]+)" class="chance" hx-swap-oob="true">([^<]*)</span>', html))


def test_every_answer_has_its_chance_in_its_place(asked: tuple[Made, OpenQuestion], owner: Sitter) -> None:
    _, question = asked
    page = owner.page()
    places = re.findall(r'<span class="chance" id="([^"]+)"></span>', page)
    assert len(places) == len(question.question.options)
    assert f'hx-get="{owner.base}/chances?question={question.id}"' in page
    told = pieces(owner.visitor.get(f"{owner.base}/chances?question={question.id}").text)
    assert list(told) == [place for place in places if place in told]
    found = prospects(question.question)
    assert len(told) == len(found) > 0
    for place, option in enumerate(question.question.options):
        if option.value not in found:
            continue
        text = told[places[place]]
        assert "«" not in text
        value = float(found[option.value].value)
        number = re.search(r"\d+(\.\d+)?", text)
        assert number
        if found[option.value].is_chance:
            assert "%" in text
            assert abs(float(number[0]) - 100 * value) <= 0.5
        else:
            assert abs(float(number[0]) - abs(value)) <= 0.05


def test_a_question_of_somebody_else_has_none(asked: tuple[Made, OpenQuestion]) -> None:
    made, question = asked
    seat = next(seat for seat in made.links if seat not in (question.owner, "referee", "spectator"))
    other = Sitter(made, seat)
    answer = other.visitor.get(f"{other.base}/chances?question={question.id}")
    assert (answer.status_code, answer.text) == (200, "")
    watcher = made.server.visitor()
    watcher.post(made.links["spectator"])
    assert watcher.get(f"/t/{made.id}/spectator/chances?question={question.id}").text == ""


def test_the_referee_sees_those_of_who_is_absent(asked: tuple[Made, OpenQuestion], owner: Sitter) -> None:
    made, question = asked
    referee = Sitter(made, "referee")
    theirs = owner.visitor.get(f"{owner.base}/chances?question={question.id}").text
    assert pieces(referee.visitor.get(f"{referee.base}/chances?question={question.id}").text) == pieces(theirs)


@pytest.mark.parametrize(
    "question", ["", "x", "1", "1.0", "999.0", "-1", "x" * 5_000, "%00", "1.0%3Cscript%3E", "１.０"]
)
def test_a_question_that_is_none_has_none(owner: Sitter, question: str) -> None:
    answer = owner.visitor.get(f"{owner.base}/chances?question={question}")
    assert (answer.status_code, answer.text) == (200, "")


def test_a_question_that_is_closed_has_none(server: Server) -> None:
    made = new_table(server, "nw3", "closing_time", seed="chances")
    play(made, until=lambda table: bool(with_outlook(table)))
    question = at(made, with_outlook)[0]
    owner = Sitter(made, question.owner)
    (form, *_) = owner.asked()
    owner.press(form)
    assert owner.visitor.get(f"{owner.base}/chances?question={question.id}").text == ""


def test_questions_without_an_outlook_have_no_places(server: Server) -> None:
    made = new_table(server, "cairn", "barrow", seed="chances")
    play(made, until=lambda table: bool(table.open_questions("referee")))
    referee = Sitter(made, "referee")
    (question, *_) = at(made, lambda table: table.open_questions("referee"))
    assert 'class="chance"' not in referee.page()
    assert referee.visitor.get(f"{referee.base}/chances?question={question.id}").text == ""


def test_every_amount_has_its_chance(server: Server) -> None:
    made = new_table(server, "nwo", "last_train", seed="amounts")

    def with_amounts(table: Table) -> list[OpenQuestion]:
        return [one for one in with_outlook(table) if one.question.kind == "number"]

    play(made, until=lambda table: bool(with_amounts(table)))
    question = at(made, with_amounts)[0]
    sitter = Sitter(made, question.owner)
    assert f'hx-get="{sitter.base}/chances?question={question.id}"' in sitter.page()
    told = sitter.visitor.get(f"{sitter.base}/chances?question={question.id}").text
    found = prospects(question.question)
    assert list(found) == [str(amount) for amount in range(question.question.least, question.question.most + 1)]
    assert all(f"{amount}: chance" in told for amount in found)
