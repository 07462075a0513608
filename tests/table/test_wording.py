"""Options, what bars others, and refusals in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Question
from rulewright.table.wording import barred, cost, named, refused, seat_named, seats_named, source_named

WORDS = {
    "take.a": "Take {what}", "coin": "Coins", "refuse.no_luck": "You have no luck.", "barred.d": "Dance",
    "refuse.far": "{name} is too far away.", "sum.source": "from {source}",
    "Referee": "GM",
}  # fmt: skip


def words(key: str, facts: Mapping[str, Any]) -> str:
    known = dict(facts)
    return WORDS[key].format_map({"what": "«what»", "name": "«name»"} | known) if key in WORDS else f"«{key}»"


def asking(reasons: Mapping[str, str], *options: Option) -> Question:
    return Question("ask", "ann", barred=reasons, barred_options=options)


def test_an_option_and_its_price() -> None:
    assert named(words, Option("a", "take.a", {"what": "A"})) == "Take A"
    assert named(words, Option("b")) == "b"
    assert cost(words, Option("a", cost={"coin": 2})) == "Coins 2"
    assert cost(words, Option("b")) == ""


def test_what_is_barred_stands_together_by_its_reason() -> None:
    assert barred(words, asking({"d": "no_luck", "e_f": "no_luck", "g": "too_dark"})) == [
        "Dance, e f (You have no luck)", "g (too dark)"
    ]  # fmt: skip
    many = asking({f"x{number}": "no_luck" for number in range(9)})
    assert barred(words, many) == ["x0, x1, x2, x3, ... (You have no luck)"]
    assert barred(words, asking({"d": "far"})) == ["Dance (far)"]  # no words without a name
    assert barred(words, asking({})) == []
    assert barred(words, asking({"a": "far"}, Option("a", "take.a", {"what": "A"}))) == ["Take A (far)"]


def test_a_refusal_without_words_shows_its_reason_and_facts() -> None:
    assert refused(words, Refused("far", "T-1", name="Ann")) == "Ann is too far away."
    assert refused(words, Refused("far", "T-1")) == "far [T-1]"
    assert refused(words, Refused("odd", "T-1", of="Bo")) == "odd: of Bo [T-1]"


def test_a_source_without_words_shows_as_it_is() -> None:
    assert source_named(words, "Ann") == "from Ann"
    assert source_named(lambda key, facts: f"«{key}»", "Ann") == "Ann"


def test_the_referees_seat_is_named_in_the_language() -> None:
    seats = Seat("referee", "Referee", "referee"), Seat("anna", "Anna"), Seat("bo")
    assert [seat_named(words, seat) for seat in seats] == ["GM", "Anna", "bo"]
    assert seats_named(words, seats) == (Seat("referee", "GM", "referee"), Seat("anna", "Anna"), Seat("bo", "bo"))
