"""Commands, answers and undo over the API: what has happened since, stale commands, and doing things once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_bots import Bot, default_answer, make_table, problem
from databases import postgresql_url
from servers import Server, running

__all__ = ["postgresql_url"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path: Path = tmp_path_factory.mktemp("api")
    with running(f"sqlite:///{path}/t.db", limit_posts=10_000_000) as server:
        yield server


@pytest.fixture
def bots(server: Server) -> Iterator[dict[str, Bot]]:
    with make_table(server.url, game="cairn", scenario="ambush", seed="commands") as bots:
        yield bots


def say(text: str, **more: Any) -> dict[str, Any]:
    return {"command": {"do": "say", "text": text}, **more}


def start_fight(referee: Bot) -> dict[str, Any]:
    menu = referee.get("menu")
    command: dict[str, Any] = menu["offers"][menu["default"]]["command"]
    assert command["do"] == "start_fight"
    return {"command": command, "expected_sequence": menu["sequence"]}


def all_at_once(tries: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """The answers to requests that begin in the same instant."""
    ready = threading.Barrier(len(tries))
    answers: list[httpx.Response | None] = [None] * len(tries)

    def run(place: int) -> None:
        ready.wait()
        answers[place] = tries[place]()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(tries))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert all(answers)
    return [answer for answer in answers if answer is not None]


def test_an_answer_tells_what_has_happened_since(bots: dict[str, Bot]) -> None:
    bots["aune"].post("commands", say("one"))
    bots["reko"].post("commands", say("two"))
    done = bots["ilmi"].post("commands", say("three", expected_sequence=0))
    texts = [event["facts"]["text"] for event in done["events"]]
    assert texts == ["one", "two", "three"]
    assert [event["sequence"] for event in done["events"]] == sorted(event["sequence"] for event in done["events"])
    assert done["outcome"] == "done"
    assert done["refusal"] is None
    without = bots["ilmi"].post("commands", say("four"))
    assert [event["facts"]["text"] for event in without["events"]] == ["four"]
    assert without["sequence"] == bots["aune"].get("state")["sequence"]
    ahead = bots["ilmi"].refused(400, "commands", say("five", expected_sequence=10_000))
    assert ahead["at"] == "expected_sequence"


def test_a_whisper_is_told_to_those_it_is_for(bots: dict[str, Bot]) -> None:
    body = {"command": {"do": "say", "text": "psst", "to": ["reko"]}, "expected_sequence": 0}
    (event,) = bots["aune"].post("commands", body)["events"]
    assert event["private"]
    assert bots["ilmi"].post("commands", say("x", expected_sequence=0))["events"][0]["facts"]["text"] == "x"
    assert [event["facts"]["text"] for event in bots["reko"].get("events")["events"]] == ["psst", "x"]


def test_a_stale_command_is_answered_with_what_has_happened(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    body = start_fight(referee)
    referee.post("commands", body)
    answered = 0
    while questions := referee.get("questions")["questions"]:
        question = questions[0]
        referee.post("answers", {"question": question["id"], "answer": default_answer(question)})
        answered += 1
    again = referee.refused(409, "commands", body)
    assert again["reason"] == "stale"
    assert again["type"] == "/api#stale"
    assert again["sequence"] == referee.get("state")["sequence"]
    assert again["events"] == referee.get("events", since=body["expected_sequence"])["events"]
    assert referee.get("state")["sequence"] == again["sequence"]
    assert referee.post("commands", say("talk is never stale", expected_sequence=0))["outcome"] == "done"
    undo = referee.refused(409, "undo", {"to": 0, "expected_sequence": 0})
    assert undo["reason"] == "stale"


def test_a_command_that_asks_waits_for_answers(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    done = referee.post("commands", start_fight(referee))
    assert done["outcome"] == "waiting"
    (question, *_) = referee.get("questions")["questions"]
    assert question["entry"] == done["entry"]
    assert question["text"]
    assert question["options"]
    owner = bots[question["owner"]]
    assert question["owner"] in owner.get("questions")["waiting_for"]
    other = next(bot for seat, bot in bots.items() if seat not in (question["owner"], "referee", "spectator"))
    answer = {"question": question["id"], "answer": default_answer(question)}
    assert other.refused(409, "answers", answer)["reason"] == "not_your_question"
    wrong = owner.refused(409, "answers", {**answer, "answer": "no such option"})
    assert wrong["reason"] == "bad_answer"
    assert owner.post("answers", {**answer, "expected_sequence": 0})["entry"] == done["entry"]
    assert owner.refused(409, "answers", answer)["reason"] == "decision_closed"


def test_odds_of_answers_on_request(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    referee.post("commands", start_fight(referee))
    plain = referee.get("questions")["questions"]
    odds = referee.get("questions", odds="true")["questions"]
    assert [one["id"] for one in plain] == [one["id"] for one in odds]
    assert all(option["chance"] is None and option["mean"] is None for one in plain for option in one["options"])


def test_undo(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    done = referee.post("commands", start_fight(referee))
    undone = referee.post("undo", {"to": done["entry"] - 1, "reason": "Not yet", "expected_sequence": done["sequence"]})
    assert undone["events"][-1]["facts"] == {"name": "Referee", "to": 0, "reason": "Not yet"}
    assert referee.get("state")["view"]["round"] == 0
    assert bots["aune"].refused(409, "undo", {"to": undone["entry"]})["reason"] == "no_decision_point"
    assert [event["key"] for event in referee.get("events")["events"]] == ["table.undone.why"]


def test_preferences_answer_for_a_seat(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    referee.post("commands", start_fight(referee))
    before = referee.get("questions")["questions"]
    assert before
    for seat, bot in bots.items():
        if seat != "spectator":
            assert bot.post("preferences", {"overall": "never"}) == {"overall": "never", "by_key": {}}
    left = referee.get("questions")["questions"]
    assert all(question["default"] is None for question in left)
    assert bots["aune"].post("preferences", {"by_key": {"x": "matters"}})["by_key"] == {"x": "matters"}


def test_a_closed_table_takes_nothing_more(bots: dict[str, Bot]) -> None:
    bots["referee"].post("close")
    for part, body in (("commands", say("x")), ("undo", {"to": 0}), ("close", {})):
        assert bots["referee"].refused(409, part, body)["reason"] == "table_closed"
    assert bots["referee"].get("menu")["offers"] == []


def test_the_same_key_does_it_once(bots: dict[str, Bot]) -> None:
    aune = bots["aune"]
    first = aune.send("commands", say("once"), idempotency_key="k 1")
    aune.post("commands", say("in between"))
    second = aune.send("commands", say("once"), idempotency_key="k 1")
    assert first.content == second.content
    assert "idempotency-replayed" not in first.headers
    assert second.headers["idempotency-replayed"] == "true"
    assert aune.refused(422, "commands", say("other"), idempotency_key="k 1")["reason"] == "key_reused"
    assert aune.refused(422, "undo", {"to": 0}, idempotency_key="k 1")["reason"] == "key_reused"
    said = [event["facts"]["text"] for event in aune.get("events")["events"]]
    assert said == ["once", "in between"]
    assert bots["reko"].post("commands", say("another seat"), idempotency_key="k 1")
    for key in ("", "x" * 201):
        assert aune.refused(400, "commands", say("x"), idempotency_key=key)["at"] == "idempotency-key"


def test_a_key_whose_request_was_refused_may_try_again(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    body = {"command": {"do": "lock_phase"}}
    assert referee.refused(409, "commands", body, idempotency_key="k")["reason"] == "wrong_phase"
    assert referee.refused(409, "commands", body, idempotency_key="k")["reason"] == "wrong_phase"
    assert referee.post("commands", say("now"), idempotency_key="k")["outcome"] == "done"


def test_equal_requests_in_the_same_instant(bots: dict[str, Bot]) -> None:
    referee = bots["referee"]
    done = referee.post("commands", start_fight(referee))
    questions = referee.get("questions")["questions"]
    answer = {"question": questions[0]["id"], "answer": default_answer(questions[0])}
    for part, body in [("answers", answer), ("commands", say("all at once")), ("undo", {"to": done["entry"] - 1})]:
        before = referee.get("journal", limit=10_000)["entries"]

        def send(part: str = part, body: dict[str, Any] = body) -> httpx.Response:
            return referee.send(part, body, idempotency_key=f"same {part}")

        answers = all_at_once([send] * 8)
        assert [one.status_code for one in answers] == [200] * 8, answers[0].text
        assert len({one.content for one in answers}) == 1
        new = referee.get("journal", limit=10_000)["entries"][len(before) :]
        given = [one for one in new if one["entry"] in ("command", "answer", "undo") and not one.get("auto")]
        assert len(given) == 1, new


def test_different_commands_in_the_same_instant_are_all_kept(bots: dict[str, Bot]) -> None:
    tries = [partial(bot.send, "commands", say(f"{bot.seat} {number}")) for bot in bots.values() for number in range(4)]
    answers = all_at_once(tries)
    assert [one.status_code for one in answers] == [200] * len(tries)
    texts = [event["facts"]["text"] for event in bots["referee"].get("events")["events"]]
    assert len(set(texts)) == len(texts) == len(tries)


def test_equal_requests_to_two_servers(postgresql_url: str) -> None:
    with ExitStack() as stack:
        one, two = (stack.enter_context(running(postgresql_url)) for _ in range(2))
        bots = stack.enter_context(make_table(one.url, game="cairn", scenario="ambush"))
        aune = bots["aune"]
        token = aune.http.headers["authorization"].removeprefix("Bearer ")
        twin = Bot(two.url, aune.path.rpartition("/")[2], token)
        stack.callback(twin.http.close)
        assert twin.get("state")["sequence"] == 0
        for number in range(5):

            def send(bot: Bot, text: str = f"number {number}") -> httpx.Response:
                return bot.send("commands", say(text), idempotency_key=text)

            answers = all_at_once([lambda: send(aune), lambda: send(twin)] * 3)
            assert [answer.status_code for answer in answers] == [200] * 6, [answer.text for answer in answers]
            assert len({answer.content for answer in answers}) == 1
        told = [event["facts"]["text"] for event in aune.get("events")["events"]]
        assert told == [f"number {number}" for number in range(5)]


def test_keys_belong_to_their_table(server: Server) -> None:
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(make_table(server.url, game="cairn", scenario="ambush"))["aune"] for _ in range(2)
        )
        answers = [bot.send("commands", say("x"), idempotency_key="k") for bot in (first, second)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert not any("idempotency-replayed" in answer.headers for answer in answers)
        assert problem(first.http.get(f"{second.path}/state"), 403)["reason"] == "other_table"
