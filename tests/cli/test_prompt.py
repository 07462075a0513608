"""What a typed line means as an answer, what stands beside the options of a question, and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nw3_judge_helpers import played
from rulewright.cli.dialogue import Dialogue
from rulewright.cli.prompt import Given, Pressed, Unread, reply
from rulewright.cli.prospects import advised as advice_lines
from rulewright.engine.requests import Option, Outlook, Question
from rulewright.games.nw3.dice.contests import contest
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.game import game as nw3
from rulewright.games.nw3.options import Options
from rulewright.table.wording import barred, words_of
from sitting import forever, terminal
from toy_outlooks import ENDLESS, TOTAL, at_least

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


# ---------------------------------------------------------------- what the answers are worth

WORDS = {"which": "Which one?", "take.a": "Take {what}", "coin": "Coins", "refuse.no_luck": "You have no luck.",
         "barred.d": "Dance"}  # fmt: skip
COSTLY = (Option("a", "take.a", {"what": "A"}, {"coin": 2}), Option("b"), Option("c", cost={"coin": 1}))


def words(key: str, facts: Mapping[str, Any]) -> str:
    return WORDS[key].format_map(facts) if key in WORDS else f"«{key}»"


def asking(outlook: Outlook | None, options: tuple[Option, ...] = COSTLY, **more: Any) -> Question:
    return Question("which", "me", options, "b", outlook=outlook, **more)


def lines(question: Question, language: str = "en", said: Callable[[str, Mapping[str, Any]], str] = words) -> list[str]:
    """The question as it is shown."""
    at, shown = terminal(forever(), language)
    at.show(*Dialogue(at, said, {"o": print, "a": print}).lines(question))
    return [line.rstrip() for line in shown.getvalue().split("\n")]


def advised(question: Question | None, language: str = "en") -> list[str]:
    at, shown = terminal(forever(), language)
    at.show(*advice_lines(at, words, question))
    return shown.getvalue().split("\n")[:-1]


def test_a_chance_stands_beside_every_option_after_its_cost() -> None:
    question = asking(at_least({"a": 4, "b": 7, "c": 1}))
    assert lines(question)[1:4] == [
        "  1  Take A  (Coins 2)  success 50 %",
        "▸ 2  b  success 0 %",
        "  3  c  (Coins 1)  success 100 %",
    ]
    assert lines(question, "fi")[1].endswith("onnistuu 50 %")


def test_a_mean_stands_beside_every_option_where_a_number_is_at_stake() -> None:
    question = asking(TOTAL)
    assert lines(question)[1:3] == [
        "  1  Take A  (Coins 2)  Result 3.5 on average",
        "▸ 2  b  Result 7.0 on average",
    ]
    assert lines(question, "fi")[1].endswith("tulos keskimäärin 3.5")


@pytest.mark.parametrize(
    "question",
    [
        asking(None),
        asking(ENDLESS),
        Question("which", "me", THREE, ["a"], kind="several", most=1, outlook=TOTAL),
    ],
)
def test_where_nothing_is_known_or_it_takes_too_long_nothing_is_shown(question: Question) -> None:
    assert not [line for line in lines(question) if "success" in line or "Result" in line]
    assert advised(question) == ["There is no advice for this question."]


def test_what_is_barred_is_only_told_to_who_asks_why() -> None:
    barred = {"d": "no_luck", "e_f": "no_luck", "g": "too_dark"}
    assert "no luck" not in "".join(lines(asking(None, barred=barred)))


def test_the_key_for_advice_is_named_where_there_is_some() -> None:
    assert lines(asking(TOTAL))[-2] == "Enter = 2 · o odds · a advice"
    assert lines(asking(None))[-2] == "Enter = 2 · o odds"


# ---------------------------------------------------------------- advice


def test_advice_names_the_best_answer_its_price_and_the_best_for_nothing() -> None:
    first, second, how = advised(asking(at_least({"a": 2, "b": 4, "c": 3})))
    assert first == "Best: Take A, success 83 %  (Coins 2)"
    assert second == "At no cost: b, success 50 %"
    assert how.startswith("Exact")
    assert advised(asking(at_least({"a": 2, "b": 4, "c": 3})), "fi")[:2] == [
        "Paras: Take A, onnistuu 83 %  (Coins 2)",
        "Ilmaiseksi: b, onnistuu 50 %",
    ]


@pytest.mark.parametrize(
    ("least", "best"),
    [({"a": 2, "b": 3, "c": 2}, "c"), ({"a": 2, "b": 2, "c": 2}, "b"), ({"a": 3, "b": 2, "c": 3}, "b")],
)
def test_of_equal_answers_the_cheapest_is_advised(least: dict[str, int], best: str) -> None:
    first, *rest = advised(asking(at_least(least)))
    assert first.startswith(f"Best: {best}, success 83 %")
    assert len(rest) == (1 if best == "b" else 2)


def test_no_question_no_advice() -> None:
    assert advised(None) == ["There is no advice for this question."]
    assert advised(None, "fi") == ["Tähän kysymykseen ei ole neuvoa."]


@pytest.mark.rule("NW3-PRANA-11")
def test_the_dice_window_of_nw3_reads_well() -> None:
    defender = Judge(12, 7, 2, prana=3, why="dodge")
    _, script = played(contest(Judge(11, 7, 2), (defender,), Options()), [4, 4, 1, 2])
    shown = lines(script.asked[0], said=words_of(nw3, "en"))
    assert shown[0] == "Dodge Check: the dice show 3 (ordinary), with Alter 12. Use Prana on them? 3 left."
    assert shown[1] == "  1  Reroll both dice; the new ones count  (Prana 1)  success 58 %"
    assert shown[4] == "▸ 4  Leave the dice as they are  success 0 %"
    assert "Cancel Fumble (There is no Fumble to cancel)" in barred(words_of(nw3, "en"), script.asked[0])
    assert "«" not in "".join(shown)
