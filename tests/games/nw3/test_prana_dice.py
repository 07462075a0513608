"""NW3-PRANA-05 to -07, -11: what Prana does to the dice, what it may not do, and what that is worth."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from nw3_judge_helpers import FACES, TINY, WAYS, house, play, played, prospects, reason, totals, values, ways
from rulewright.engine.drivers import Script
from rulewright.engine.enumerate import Odds
from rulewright.engine.errors import Malformed
from rulewright.engine.requests import Question
from rulewright.games.nw3.dice.contests import alone, contest
from rulewright.games.nw3.dice.dice_window import Use, choices, matters, shown, used, why_not
from rulewright.games.nw3.dice.judges import Dice, Judge, Judged, Sort, succeeds
from rulewright.games.nw3.dice.rolling import judge
from rulewright.games.nw3.options import Options

HOUSE = Options(prompts="always")
USES: tuple[Use, ...] = ("reroll", "fudge_up", "fudge_down", "cancel")


def asked_after(asked: Judge, faces: list[int], answers: list[str], options: Options = HOUSE) -> list[Question]:
    """The questions of the dice window when these answers have been given and the rest is passed."""
    _, script = played(judge(asked, options), faces, {"dice_window": [*answers, "pass"]})
    return [question for question in script.asked if question.key == "dice_window"]


# ---------------------------------------------------------------- worked examples


@pytest.mark.rule("NW3-PRANA-05", "NW3-PRANA-06", "NW3-PRANA-07")
@pytest.mark.parametrize(
    ("asked", "faces", "answers", "outcome"),
    [
        pytest.param(Judge(8, 7, 3, prana=3), [1, 2], ["cancel", "pass"], Judged(11, 3, spent=1), id="P4"),
        pytest.param(
            Judge(0, 6, 2, "normal", 30, prana=3), [3, 2], ["fudge_up"], Judged(6, 6, 1, False, True, 0, 1), id="P5"
        ),
        pytest.param(Judge(0, 7, 4, prana=3), [3, 2], ["fudge_down", "cancel"], Judged(4, 4, spent=2), id="P6"),
        pytest.param(
            Judge(0, 4, 3, "normal", 30, prana=3), [1, 2], ["cancel", "fudge_up"],
            Judged(4, 4, 1, False, True, 0, 2), id="P7",
        ),
        pytest.param(Judge(0, 7, 2, prana=3), [5, 4, 1, 2], ["reroll", "pass"], Judged(3, 3, spent=1), id="P11"),
        pytest.param(
            Judge(0, 7, 2, prana=3), [5, 4, 1, 2, 3, 3], ["reroll", "reroll", "pass"], Judged(6, 6, spent=2), id="P11b"
        ),
    ],
)  # fmt: skip
def test_uses_of_prana(asked: Judge, faces: list[int], answers: list[str], outcome: Judged) -> None:
    assert play(alone(asked, HOUSE), faces, {"dice_window": answers}) == outcome


@pytest.mark.rule("NW3-PRANA-06", "NW3-PRANA-07")
@pytest.mark.parametrize(
    ("asked", "faces", "use", "refused"),
    [
        pytest.param(Judge(0, 7, 3, prana=3), [1, 2], "fudge_up", "fudge_on_fumble", id="P8"),
        pytest.param(Judge(0, 7, 3, prana=3), [1, 2], "fudge_down", "fudge_on_fumble", id="P8 down"),
        pytest.param(Judge(0, 7, 2, prana=3), [3, 4, 1, 1], "reroll", "reroll_on_cf", id="P9"),
        pytest.param(Judge(0, 7, 2, prana=3), [6, 6], "fudge_up", "fudge_out_of_range", id="P15"),
        pytest.param(Judge(0, 7, 12, prana=3), [1, 1], "fudge_down", "fudge_out_of_range", id="P15 down"),
    ],
)
def test_a_use_that_the_dice_forbid_is_refused_and_costs_nothing(
    asked: Judge, faces: list[int], use: str, refused: str
) -> None:
    outcome, script = played(judge(asked, HOUSE), faces)
    assert reason(script.asked[0], use) == refused
    assert use not in values(script.asked[0])
    assert outcome.spent == 0
    with pytest.raises(Malformed):  # not even a driver can force it
        Script(faces, {"dice_window": use}).run(judge(asked, HOUSE))


@pytest.mark.rule("NW3-PRANA-06")
def test_the_attacker_rerolls_no_more_when_the_defender_has_rolled() -> None:  # P10
    attacker, defender = Judge(0, 7, 2, prana=2, who="anna"), Judge(5, who="ben")
    outcome, script = played(contest(attacker, (defender,), HOUSE), totals(5, 6))
    window, raising = script.asked
    assert "reroll" in values(window)
    assert reason(raising, "reroll") == "defender_has_rolled"
    assert outcome.attacker.spent == 0
    # a Defender whose own dice have been settled has only missed the moment
    _, script = played(contest(Judge(5), (Judge(0, 7, 2, prana=2),), HOUSE), totals(6, 4))
    assert reason(script.asked[1], "reroll") == "wrong_window"


@pytest.mark.rule("NW3-PRANA-06")
def test_a_reroll_can_be_a_critical_or_a_fumble_which_ends_rerolls() -> None:
    for total, state in ((7, "dice.critical"), (2, "dice.fumble")):
        faces = totals(5, total, 8) if total == 7 else totals(5, total)
        first, second = asked_after(Judge(0, 7, 2, prana=5), faces, ["reroll"])
        assert (first.facts["state"], second.facts["state"]) == ("dice.ordinary", state)
        assert reason(second, "reroll") == "reroll_on_cf"


@pytest.mark.rule("NW3-PRANA-06")
def test_a_reroll_throws_both_dice_and_the_new_ones_count_even_if_lower() -> None:
    outcome, script = played(judge(Judge(3, 7, 2, prana=1, who="anna", why="hit"), HOUSE), totals(11, 3),
                             {"dice_window": "reroll"})  # fmt: skip
    roll, faces = script.rolls[1]
    assert (roll.count, roll.sides, roll.rule, roll.who, roll.why) == (2, 6, "NW3-PRANA-06", "anna", "hit")
    assert faces == FACES[3]
    assert outcome == Judged(6, 3, spent=1)


@pytest.mark.rule("NW3-PRANA-07")
def test_a_critical_may_be_fudged_away() -> None:
    assert play(judge(Judge(0, 7, 2, prana=1), HOUSE), totals(7), {"dice_window": "fudge_down"}) == Judged(
        6, 6, spent=1
    )


@pytest.mark.rule("NW3-PRANA-05", "NW3-PRANA-07")
def test_a_fumble_made_by_a_fudge_counts_unless_it_is_cancelled() -> None:
    asked = Judge(20, 7, 4, prana=3)
    assert play(judge(asked, HOUSE), totals(5), {"dice_window": ["fudge_down", "pass"]}) == Judged(
        10, 0, 0, True, spent=1
    )
    assert play(judge(asked, HOUSE), totals(5), {"dice_window": ["fudge_down", "cancel"]}) == Judged(24, 4, spent=2)


# ---------------------------------------------------------------- the table of NW3-PRANA-11

NO_FUDGE = {"fudge_up": "already_fudged", "fudge_down": "already_fudged"}
ROWS: list[Any] = [
    pytest.param(Dice(8), {"cancel": "not_a_fumble"}, id="ordinary, nothing used yet"),
    pytest.param(Dice(8, spent=1), {"cancel": "not_a_fumble"}, id="ordinary, after a Reroll"),
    pytest.param(
        Dice(8, fudged=True, spent=1), NO_FUDGE | {"reroll": "already_fudged", "cancel": "not_a_fumble"},
        id="ordinary, after a Fudge",
    ),
    pytest.param(Dice(7), {"reroll": "reroll_on_cf", "cancel": "not_a_fumble"}, id="Critical"),
    pytest.param(
        Dice(7, fudged=True, spent=1), NO_FUDGE | {"reroll": "reroll_on_cf", "cancel": "not_a_fumble"},
        id="Critical made by a Fudge",
    ),
    pytest.param(
        Dice(4), {"reroll": "reroll_on_cf", "fudge_up": "fudge_on_fumble", "fudge_down": "fudge_on_fumble"},
        id="Fumble, not cancelled",
    ),
    pytest.param(
        Dice(4, cancelled=True, spent=1), {"reroll": "reroll_on_cf", "cancel": "not_a_fumble"}, id="Fumble, cancelled"
    ),
    pytest.param(
        Dice(5, fudged=True, spent=2), NO_FUDGE | {"reroll": "already_fudged", "cancel": "not_a_fumble"},
        id="Fumble, cancelled and fudged",
    ),
    pytest.param(
        Dice(4, fudged=True, spent=1),
        {"reroll": "reroll_on_cf", "fudge_up": "fudge_on_fumble", "fudge_down": "fudge_on_fumble"},
        id="Fumble made by a Fudge",
    ),
    pytest.param(
        Dice(4, True, True, 2), NO_FUDGE | {"reroll": "already_fudged", "cancel": "not_a_fumble"},
        id="Fumble made by a Fudge, cancelled",
    ),
]  # fmt: skip


@pytest.mark.rule("NW3-PRANA-11", "NW3-PRANA-05", "NW3-PRANA-06", "NW3-PRANA-07")
@pytest.mark.parametrize(("dice", "reasons"), ROWS)
def test_what_the_dice_allow(dice: Dice, reasons: dict[str, str]) -> None:
    state = shown(Judge(0, 7, 4), dice)
    assert {use: why for use in USES if (why := why_not(use, dice, state, HOUSE))} == reasons
    options, barred = choices(dice, state, HOUSE)
    assert [option.value for option in options] == [use for use in USES if use not in reasons] + ["pass"]
    assert barred == reasons | {"raise": "wrong_window"}


@pytest.mark.rule("NW3-PRANA-11", "NW3-PRANA-05", "NW3-PRANA-06", "NW3-PRANA-07")
@pytest.mark.parametrize(
    ("faces", "answers", "reasons"),
    [
        pytest.param(totals(8), [], {"cancel": "not_a_fumble"}, id="ordinary, nothing used yet"),
        pytest.param(totals(9, 8), ["reroll"], {"cancel": "not_a_fumble"}, id="ordinary, after a Reroll"),
        pytest.param(totals(8), ["fudge_up"], None, id="ordinary, after a Fudge"),
        pytest.param(totals(7, 8), [], {"reroll": "reroll_on_cf", "cancel": "not_a_fumble"}, id="Critical"),
        pytest.param(totals(8, 8), ["fudge_down"], None, id="Critical made by a Fudge"),
        pytest.param(
            totals(4), [], {"reroll": "reroll_on_cf", "fudge_up": "fudge_on_fumble", "fudge_down": "fudge_on_fumble"},
            id="Fumble, not cancelled",
        ),
        pytest.param(
            totals(4), ["cancel"], {"reroll": "reroll_on_cf", "cancel": "not_a_fumble"}, id="Fumble, cancelled"
        ),
        pytest.param(totals(4), ["cancel", "fudge_up"], None, id="Fumble, cancelled and fudged"),
        pytest.param(
            totals(5), ["fudge_down"],
            {"reroll": "reroll_on_cf", "fudge_up": "fudge_on_fumble", "fudge_down": "fudge_on_fumble"},
            id="Fumble made by a Fudge",
        ),
        pytest.param(totals(5), ["fudge_down", "cancel"], None, id="Fumble made by a Fudge, cancelled"),
    ],
)  # fmt: skip
def test_what_the_dice_window_offers(faces: list[int], answers: list[str], reasons: dict[str, str] | None) -> None:
    questions = asked_after(Judge(0, 7, 4, prana=9), faces, answers)
    if reasons is None:  # nothing is left to do, so nothing is asked
        assert len(questions) == len(answers)
        return
    assert len(questions) == len(answers) + 1
    question = questions[-1]
    assert values(question) == [use for use in USES if use not in reasons] + ["pass"]
    assert {use: reason(question, use) for use in reasons} == reasons


@pytest.mark.rule("NW3-PRANA-11", "NW3-JUDGE-08")
def test_any_seven_has_no_dice_to_change() -> None:
    asked = Judge(0, 7, 2, "normal", 30, prana=4, seven=True)
    _, script = played(alone(asked, HOUSE))
    (raising,) = script.asked
    assert [reason(raising, use) for use in USES] == ["no_dice"] * 4
    _, script = played(contest(Judge(0, prana=4, seven=True), (Judge(20, seven=True),), HOUSE))
    assert [reason(script.asked[0], use) for use in USES] == ["no_dice"] * 4


# ---------------------------------------------------------------- options


@pytest.mark.rule("NW3-OPEN-15", "NW3-PRANA-07")
def test_a_fudge_works_once_for_a_dice_roll_or_without_limit() -> None:
    asked, again = Judge(0, 12, 2, prana=3), ["fudge_up", "fudge_up", "fudge_up"]
    once = asked_after(asked, totals(8), again)
    assert len(once) == 1
    unlimited = asked_after(asked, totals(8), again, house(prana_fudge_limit="unlimited"))
    assert [one.facts["total"] for one in unlimited] == [8, 9, 10]
    assert reason(unlimited[1], "reroll") == "already_fudged"
    outcome = play(judge(asked, house(prana_fudge_limit="unlimited")), totals(8), {"dice_window": again})
    assert outcome == Judged(11, 11, spent=3)
    assert why_not("fudge_up", Dice(12, True), "ordinary", house(prana_fudge_limit="unlimited")) == "fudge_out_of_range"


@pytest.mark.rule("NW3-OPEN-15", "NW3-PRANA-07")
def test_a_reroll_gives_a_dice_roll_of_its_own_to_fudge() -> None:
    outcome = play(judge(Judge(0, 7, 2, prana=2), HOUSE), totals(4, 8), {"dice_window": ["reroll", "fudge_up"]})
    assert outcome == Judged(9, 9, spent=2)


@pytest.mark.rule("NW3-OPEN-15", "NW3-PRANA-05")
def test_fudged_back_onto_the_number_it_is_a_fumble_anew() -> None:
    unlimited = house(prana_fudge_limit="unlimited")
    answers = ["cancel", "fudge_up", "fudge_down"]
    questions = asked_after(Judge(0, 7, 4, prana=5), totals(4), answers, unlimited)
    assert [one.facts["state"] for one in questions] == ["dice.fumble", *["dice.ordinary"] * 2, "dice.fumble"]
    assert values(questions[-1]) == ["cancel", "pass"]


@pytest.mark.rule("NW3-OPEN-16", "NW3-PRANA-11")
def test_chain_dice_have_no_window_by_default() -> None:
    outcome, script = played(judge(Judge(1, 7, 2, prana=3), HOUSE), totals(7, 3))
    assert outcome == Judged(1 + 10 + 3, 3, 1)
    assert len(script.asked) == 1


@pytest.mark.rule("NW3-OPEN-16", "NW3-PRANA-06")
@pytest.mark.parametrize(
    ("faces", "answers", "outcome"),
    [
        (totals(7, 2, 9), ["pass", "reroll", "pass"], Judged(1 + 10 + 9, 9, 1, spent=1)),  # F is ordinary there
        (totals(7, 8, 3), ["pass", "fudge_down", "pass"], Judged(1 + 20 + 3, 3, 2, spent=1)),  # onto C: one more
        (totals(7, 7), ["pass", "fudge_up", "pass"], Judged(1 + 10 + 8, 8, 1, spent=1)),  # a Critical away
        (totals(6, 5, 9), ["fudge_up", "reroll", "pass"], Judged(1 + 10 + 9, 9, 1, spent=2)),
        (totals(7, 5, 7, 9), ["pass", "reroll", "pass", "pass"], Judged(1 + 20 + 9, 9, 2, spent=1)),
    ],
)
def test_chain_dice_have_one_where_the_table_says_so(faces: list[int], answers: list[str], outcome: Judged) -> None:
    on_chain = house(prana_dice_on_chain=True)
    assert play(judge(Judge(1, 7, 2, prana=3), on_chain), faces, {"dice_window": answers}) == outcome


@pytest.mark.rule("NW3-OPEN-16")
def test_a_chain_draws_on_what_is_left_of_the_prana() -> None:
    on_chain = house(prana_dice_on_chain=True)
    answers = {"dice_window": ["fudge_up", "reroll"]}
    outcome, script = played(judge(Judge(0, 7, 2, prana=2), on_chain), totals(6, 5, 7, 8), answers)
    assert [one.facts["prana"] for one in script.asked] == [2, 1]
    assert outcome == Judged(28, 8, 2, spent=2)


@pytest.mark.rule("NW3-OPEN-17", "NW3-PRANA-06")
def test_a_cancelled_fumble_is_rerolled_only_where_the_table_says_so() -> None:
    asked = Judge(0, 7, 3, prana=3)
    (_, after) = asked_after(asked, totals(3), ["cancel"])
    assert reason(after, "reroll") == "reroll_on_cf"
    allowed = house(prana_reroll_after_cancel=True)
    answers = {"dice_window": ["cancel", "reroll", "pass"]}
    assert play(judge(asked, allowed), totals(3, 9), answers) == Judged(9, 9, spent=2)
    assert why_not("reroll", Dice(3, True, True), "ordinary", allowed) == "already_fudged"


# ---------------------------------------------------------------- does it matter


@pytest.mark.rule("NW3-PRANA-11")
@pytest.mark.parametrize(
    ("asked", "total", "expected"),
    [
        (Judge(5, 7, 2, "normal", 13), 8, False),  # reached
        (Judge(5, 7, 2, "normal", 14), 8, True),
        (Judge(5, 7, 2, "normal", 99), 7, False),  # a Critical succeeds
        (Judge(14, 7, 2, "normal", 4), 2, True),  # a Fumble that succeeds may still have consequences
        (Judge(5, 7, 2, "normal", 13, secret=True), 8, True),  # the owner cannot know
        (Judge(5, 7, 2, "normal", 13, secret=True), 7, False),
        (Judge(5, 7, 2), 8, True),
        (Judge(5, 7, 2), 7, False),
        (Judge(5, 7, 2, against=12), 8, False),  # a Defender who is ahead
        (Judge(5, 7, 2, against=13), 8, True),  # a tie is the Attacker's
        (Judge(5, 7, 2, against=12, rising=True), 8, True),  # but the Attacker may still Raise
        (Judge(5, 7, 2, against=12, secret=True), 8, True),
        (Judge(5, 7, 2, "numeric"), 8, True),
        (Judge(5, 7, 2, "numeric"), 7, False),
        (Judge(5, 7, 2, "recovery"), 8, True),
    ],
)
def test_whether_prana_can_be_of_use(asked: Judge, total: int, expected: bool) -> None:
    dice = Dice(total)
    assert matters(asked, dice, shown(asked, dice), HOUSE) is expected


@pytest.mark.rule("NW3-OPEN-10")
@pytest.mark.parametrize("sort", ["numeric", "recovery"])
def test_a_critical_that_brings_nothing_can_be_bettered(sort: Sort) -> None:
    asked = Judge(5, 7, 2, sort, prana=1)
    (question,) = asked_after(asked, totals(7), [], house(critical_chain_scope="opposed_only"))
    assert question.matters
    assert prospects(question) == {"fudge_up": 13, "fudge_down": 11, "pass": 12}


# ---------------------------------------------------------------- what it leads to


def reaches(asked: Judge, total: int) -> bool:
    """Counted by hand: whether a Normal Judge succeeds on this total."""
    if total == asked.critical:
        return True
    return max(0, asked.alter + (-10 if total == asked.fumble else total)) >= asked.difficulty


@pytest.mark.rule("NW3-PRANA-06", "NW3-PRANA-07", "NW3-JUDGE-11")
@pytest.mark.parametrize("critical", [7, 12, 6])
@pytest.mark.parametrize("difficulty", [0, 11, 14, 30])
@pytest.mark.parametrize("total", [5, 8, 11])
def test_the_chance_of_success_beside_each_use(critical: int, difficulty: int, total: int) -> None:
    asked = Judge(3, critical, 2, "normal", difficulty, prana=2)
    (question,) = asked_after(asked, totals(total), [])
    by_hand = {
        "reroll": ways(lambda shown: reaches(asked, shown)),
        "fudge_up": Fraction(reaches(asked, total + 1)),
        "fudge_down": Fraction(reaches(asked, total - 1)),
        "pass": Fraction(reaches(asked, total)),
    }
    assert prospects(question) == by_hand


@pytest.mark.rule("NW3-PRANA-05")
def test_the_chance_beside_cancel_fumble() -> None:
    asked = Judge(12, 7, 3, "normal", 15, prana=2)
    (question,) = asked_after(asked, totals(3), [])
    assert prospects(question) == {"cancel": 1, "pass": 0}


@pytest.mark.rule("NW3-JUDGE-07", "NW3-PRANA-06")
def test_the_attackers_chances_against_the_judge_that_is_expected_count_all_1296_throws() -> None:
    defender = Judge(6, 13, 5)  # 13 never falls, so no chain blurs the count
    asked = Judge(4, 13, 2, prana=2, versus=defender)
    (question,) = asked_after(asked, totals(9), [])

    def beaten(result: int) -> Fraction:
        return ways(lambda shown: result >= max(0, 6 + (-10 if shown == 5 else shown)))

    results = {total: max(0, 4 + (-10 if total == 2 else total)) for total in WAYS}
    reroll = sum((Fraction(WAYS[total], 36) * beaten(result) for total, result in results.items()), Fraction(0))
    assert prospects(question) == {
        "reroll": reroll, "fudge_up": beaten(14), "fudge_down": beaten(12), "pass": beaten(13),
    }  # fmt: skip
    assert (reroll * 1296).denominator == 1


@pytest.mark.rule("NW3-JUDGE-07", "NW3-JUDGE-12")
@pytest.mark.parametrize("against", [10, 14, 17])
def test_the_defenders_chances_against_a_result_that_is_known(against: int) -> None:
    asked = Judge(6, 7, 2, prana=2, against=against)
    (question,) = asked_after(asked, totals(8), [])
    # a Critical brings at least 6 + 10 + 2, which is enough here
    reroll = ways(lambda shown: shown == 7 or max(0, 6 + (-10 if shown == 2 else shown)) > against)
    found = prospects(question)
    assert abs(found.pop("reroll") - reroll) < Fraction(1, 10**6)
    assert abs(found.pop("fudge_down") - 1) < Fraction(1, 10**6)  # onto the Critical
    assert found == {"fudge_up": against < 15, "pass": against < 14}


@pytest.mark.rule("NW3-JUDGE-12", "NW3-JUDGE-14")
def test_where_only_the_number_counts_its_mean_stands_beside_each_use() -> None:
    asked = Judge(4, 7, 2, "numeric", prana=2)
    (question,) = asked_after(asked, totals(8), [])
    plain = sum(Fraction(ways * total, 36) for total, ways in WAYS.items() if total != 7)
    chain = (10 * Fraction(1, 6) + plain) / (1 - Fraction(1, 6)) + 10  # ten for the first, and for each one more
    reroll = 4 + Fraction(1, 6) * chain + (plain - Fraction(2, 36)) - Fraction(1, 36) * 4
    found = prospects(question)
    assert abs(found["reroll"] - reroll) < Fraction(1, 10**4)
    assert abs(found["fudge_down"] - (4 + chain)) < Fraction(1, 10**4)
    assert found["fudge_up"] == 13
    assert found["pass"] == 12


@pytest.mark.rule("NW3-OPEN-16")
def test_what_a_use_leads_to_counts_no_more_prana() -> None:
    asked = Judge(4, 7, 2, "numeric", prana=5)
    (question,) = asked_after(asked, totals(8), [], house(prana_dice_on_chain=True))
    assert question.outlook is not None

    def nobody(question: Question) -> Any:
        raise AssertionError(question.key)

    call = question.outlook.call("fudge_down")  # onto the Critical, so that a chain follows
    assert Odds(nobody, drop=TINY).call(call.procedure, *call.args).p(4 + 10 + 11) == Fraction(2, 36)


@pytest.mark.rule("NW3-JUDGE-05")
@pytest.mark.parametrize(
    "known",
    [
        Judge(4, 13, 2, "normal", 9, prana=2),
        Judge(4, 13, 2, against=9, prana=2),
        Judge(4, 13, 2, versus=Judge(0, 13), prana=2),
    ],
)
def test_a_secret_number_does_not_show_in_the_outlook(known: Judge) -> None:
    secret = Judge(known.alter, 13, 2, known.sort, known.difficulty, prana=2, against=known.against,
                   versus=known.versus, secret=True)  # fmt: skip
    blind = Judge(4, 13, 2, "numeric", prana=2)
    open_, hidden, bare = (asked_after(asked, totals(8), [])[0] for asked in (known, secret, blind))
    assert prospects(hidden) == prospects(bare)
    assert hidden.matters is True
    assert max(prospects(open_).values()) <= 1 < max(prospects(hidden).values())
    assert open_.facts["needed"] == (None if known.versus else 9 if known.sort == "normal" else 10)
    assert hidden.facts == {**open_.facts, "needed": None}
    assert succeeds(secret, Judged(9)) is True


@pytest.mark.rule("NW3-PRANA-11")
def test_a_use_makes_of_the_dice_what_the_rules_say() -> None:
    asked, start = Judge(0, 7, 4, who="anna"), Dice(4, False, False, 1)
    assert play(used(asked, start, "cancel")) == Dice(4, False, True, 2)
    assert play(used(asked, Dice(8, spent=1), "fudge_up")) == Dice(9, True, False, 2)
    assert play(used(asked, Dice(8, spent=1), "fudge_down")) == Dice(7, True, False, 2)
    assert play(used(asked, Dice(8, spent=1), "reroll"), totals(11)) == Dice(11, False, False, 2)
