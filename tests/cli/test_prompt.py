"""What a typed line means as an answer."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.cli.prompt import Given, Pressed, Unread, reply
from rulewright.engine.requests import Option, Question

KEYS = ("?", "w", "o", "u", "q")
THREE = (Option("a"), Option("b"), Option("c"))
CHOICE = Question("which", "me", THREE, "b")
SEVERAL = Question("which", "me", THREE, ["a", "c"], kind="several", least=0, most=2)
NUMBER = Question("how_many", "me", kind="number", least=-2, most=12)
TEXT = Question("name", "me", kind="text", least=1, most=20)
QUESTIONS = (CHOICE, SEVERAL, NUMBER, TEXT)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("", "b"), ("1", "a"), (" 3 ", "c"), ("２", "b"), ("3\x1b", "c"), ("02", "b")],
)
def test_a_choice_is_a_number_or_the_default(typed: str, answer: str) -> None:
    assert reply(CHOICE, typed, KEYS) == Given(answer)


@pytest.mark.parametrize("typed", ["0", "4", "-1", "x", "1,2", "1 2", "9" * 5000, "½", "１.", "\ufffd", "a"])
def test_anything_else_is_no_choice(typed: str) -> None:
    assert reply(CHOICE, typed, KEYS) == Unread("prompt.choice", {"most": 3})


def test_without_a_default_an_empty_line_is_no_answer() -> None:
    assert isinstance(reply(Question("which", "me", THREE), "", KEYS), Unread)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("", ["a", "c"]),
        ("0", []),
        ("-", []),
        ("3,1", ["c", "a"]),
        ("1 2", ["a", "b"]),
        ("１、３", ["a", "c"]),
        ("2", ["b"]),
    ],
)
def test_several_are_numbers_with_something_between(typed: str, answer: list[str]) -> None:
    assert reply(SEVERAL, typed, KEYS) == Given(answer)


@pytest.mark.parametrize("typed", ["1,1", "1,2,3", "4", "1,x", ",", "0,1"])
def test_anything_else_is_not_several(typed: str) -> None:
    assert isinstance(reply(SEVERAL, typed, KEYS), Unread)


@pytest.mark.parametrize(("typed", "answer"), [("0", 0), ("-2", -2), ("１２", 12), ("٣", 3)])
def test_a_number_of_any_script(typed: str, answer: int) -> None:
    assert reply(NUMBER, typed, KEYS) == Given(answer)


@pytest.mark.parametrize("typed", ["", "13", "-3", "1e3", "1.0", "--1", "9" * 300])
def test_anything_else_is_no_number(typed: str) -> None:
    assert isinstance(reply(NUMBER, typed, KEYS), Unread)


def test_a_text_is_taken_as_it_is() -> None:
    assert reply(TEXT, "  Ää Kö ", KEYS) == Given("Ää Kö")
    assert reply(TEXT, "u", KEYS) == Given("u")
    assert reply(TEXT, "/u", KEYS) == Pressed("u")
    assert isinstance(reply(TEXT, "x" * 21, KEYS), Unread)
    assert isinstance(reply(TEXT, "\x00", KEYS), Unread)


@pytest.mark.parametrize(
    ("typed", "key", "rest"),
    [("o", "o", ""), ("O", "o", ""), ("ｑ", "q", ""), ("?", "?", ""), ("？", "?", ""), ("? 12", "?", "12"),
     ("?12", "?", "12"), ("w  12 ", "w", "12"), ("/u", "u", "")],
)  # fmt: skip
def test_keys(typed: str, key: str, rest: str) -> None:
    assert reply(CHOICE, typed, KEYS) == Pressed(key, rest)


@given(st.text(max_size=40), st.sampled_from(QUESTIONS))
def test_no_line_does_harm_and_every_answer_is_legal(typed: str, question: Question) -> None:
    found = reply(question, typed, KEYS)
    if isinstance(found, Given):
        assert not question.refuses(found.answer)
