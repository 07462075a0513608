"""What a seat is asked: its own questions and menu, for whom others wait, and nothing that is not for it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import Evening
from pages import Form
from pages import Page as ReadPage
from rulewright import games
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.table.table import Table
from rulewright.table.wording import words_of
from rulewright.web.live.turn import TurnPart, answer_of, turn_part
from rulewright.web.views import Look, render
from walks import any_answer, opened

SCENARIOS = [("cairn", "ambush"), ("cairn", "barrow"), ("nw3", "closing_time"), ("nw3", "duel"), ("nwo", "last_train")]


def part_of(table: Table, seat: Seat, language: str = "en") -> TurnPart:
    return turn_part(table, seat, words_of(table.game, language), "/t/x/y")


def referee(table: Table) -> Seat:
    return next(seat for seat in table.seats if seat.referee)


def forms_of(part: TurnPart) -> list[Form]:
    """The forms as a strict reader finds them."""
    read = ReadPage(render(Look("en", form_token="token"), part))
    assert read.faults == []
    return [form for form in read.forms if not form.action.endswith("/undo")]


def check_asked(table: Table, seat: Seat, part: TurnPart) -> None:
    """The questions of this seat and no others, its own first, then the menu; forms that post what they show."""
    mine = [one for one in table.open_questions(seat.id) if one.owner == seat.id]
    absent = [one for one in table.open_questions(seat.id) if one.owner != seat.id]
    assert [one.of for one in part.asked if one.of] == [one.id for one in (*mine, *absent)]
    assert all(bool(one.absent) is (one.of in {other.id for other in absent}) for one in part.asked if one.of)
    assert seat.referee or not absent
    if table.open_questions(referee(table).id):
        assert all(one.of for one in part.asked)
    if seat.role == "spectator":
        assert part.asked == ()
        assert part.watching
    for one, form in zip(part.asked, forms_of(part), strict=True):
        assert "«" not in one.text
        assert all(choice.text and "«" not in choice.text + choice.cost for choice in one.choices)
        assert form.action == ("/t/x/y/answer" if one.of else "/t/x/y/command")
        given = form.filled()
        assert given["form_token"] == "token"
        if one.of:
            assert given["question"] == one.of
            question = next(other.question for other in (*mine, *absent) if other.id == one.of)
            check_answers(question, form)
        else:
            assert given["seen"] == f"{table.seen_by(seat.id)}"
            whose = next((other.id for other in table.seats if one.absent == (other.name or other.id)), seat.id)
            menu = table.menu(whose)
            assert menu is not None
            marked = [place for place, choice in enumerate(one.choices) if choice.default]
            assert marked == ([menu.default] if menu.due else [])


def check_answers(question: Question, form: Form) -> None:
    """Whatever the form can send is legal, and so is what it sends where nobody touches it if there is a default."""
    fields = [field for field in form.fields if field.name == "answer"]
    if question.kind == "choice":
        assert [field.values[0] for field in fields] == [option.value for option in question.options]
        for field in fields:
            assert question.refuses(answer_of(question, list(field.values))) == ""
    elif question.kind == "several":
        values = [field.values[0] for field in fields]
        assert question.refuses(answer_of(question, values[: question.most])) == ""
    else:
        assert question.refuses(answer_of(question, [fields[0].values[0]])) == ""


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_what_is_asked_through_a_random_evening(game_id: str, scenario: str) -> None:
    evening = Evening(opened(games.get(game_id), scenario, 2))
    table, random, asked = evening.table, Random(2), 0
    for _ in range(50):
        evening.step(random)
        for seat in table.seats:
            part = part_of(table, seat)
            check_asked(table, seat, part)
            asked += len(part.asked)
            names = {one.name or one.id for one in table.seats if one.id != seat.id}
            assert set(part.waiting_for) <= names
            waited = {one.owner for one in table.open_questions(referee(table).id) if not one.question.secret}
            if waited:
                assert set(part.waiting_for) == {
                    one.name or one.id for one in table.seats if one.id in waited and one.id != seat.id
                }
    assert asked > 20


@pytest.mark.parametrize("language", ["fi", "ja", "zh"])
def test_it_is_in_the_language_of_the_reader(language: str) -> None:
    for game_id, scenario in SCENARIOS:
        game = games.get(game_id)
        if language not in game.languages:
            continue
        evening = Evening(opened(game, scenario, 4))
        for _ in range(15):
            evening.step(Random(evening.table.seq))
            for seat in evening.table.seats:
                html = render(Look(language), part_of(evening.table, seat, language))
                assert "«" not in html


def test_a_table_that_is_closed_asks_nothing() -> None:
    table = opened(games.get("cairn"), "ambush", 1)
    table.close("referee")
    for seat in table.seats:
        part = part_of(table, seat)
        assert (part.asked, part.closed) == ((), True)
        assert forms_of(part) == []


def test_before_anything_happens_players_wait_for_the_referee() -> None:
    table = opened(games.get("cairn"), "ambush", 1)
    for seat in table.seats:
        part = part_of(table, seat)
        if seat.referee:
            assert part.asked
            assert part.waiting_for == ()
        elif not part.asked:
            assert part.waiting_for == (referee(table).name,)


NUMBER = Question("k", "a", kind="number", least=-3, most=12)
SEVERAL = Question("k", "a", (Option("x"), Option("y")), kind="several", least=1, most=2)
TEXT = Question("k", "a", kind="text", most=20)
CHOICE = Question("k", "a", (Option("x"), Option("1")))


@pytest.mark.parametrize(
    ("question", "given", "answer"),
    [
        (NUMBER, ["7"], 7),
        (NUMBER, [" -3 "], -3),
        (NUMBER, ["１２"], 12),
        (NUMBER, ["٧"], 7),
        (NUMBER, ["1", "2"], 2),
        (NUMBER, ["--3"], "--3"),
        (NUMBER, ["-"], "-"),
        (NUMBER, ["7.0"], "7.0"),
        (NUMBER, ["9" * 12], "9" * 12),
        (NUMBER, ["²"], "²"),
        (NUMBER, [""], ""),
        (NUMBER, [], ""),
        (SEVERAL, ["x", "y"], ["x", "y"]),
        (SEVERAL, [], []),
        (TEXT, ["7"], "7"),
        (TEXT, [], ""),
        (CHOICE, ["1"], "1"),
        (CHOICE, ["x", "1"], "1"),
        (CHOICE, [], ""),
    ],
)
def test_a_posted_answer_is_read_as_its_question_wants(question: Question, given: list[str], answer: Any) -> None:
    assert answer_of(question, given) == answer


@given(st.sampled_from([NUMBER, SEVERAL, TEXT, CHOICE]), st.lists(st.text(max_size=20), max_size=3))
def test_whatever_is_posted_is_legal_or_refused(question: Question, given: Sequence[str]) -> None:
    assert isinstance(question.refuses(answer_of(question, given)), str)


@given(st.sampled_from([NUMBER, SEVERAL, TEXT, CHOICE]), st.integers(0, 1000))
def test_every_legal_answer_can_be_posted(question: Question, seed: int) -> None:
    answer = any_answer(question, Random(seed))
    given = answer if isinstance(answer, list) else [str(answer)]
    assert answer_of(question, given) == answer
