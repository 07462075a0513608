"""The Raise window (NW3-PRANA-03, -04): 1 Prana adds dice to a Result, before the outcome stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rulewright.engine.alike import SUM
from rulewright.engine.requests import Ask, Option, Outlook, Procedure, Question, Roll, yes_no
from rulewright.games.nw3.dice.dice_window import ONE_PRANA
from rulewright.games.nw3.dice.judges import Judge, Judged, needed
from rulewright.games.nw3.options import Options

_OPTIONS = (Option("raise", "raise.raise", cost=ONE_PRANA), Option("pass", "raise.pass"))
_BARRED = {"reroll": "wrong_window", "fudge_up": "wrong_window", "fudge_down": "wrong_window", "cancel": "wrong_window"}
_TOO_LATE = _BARRED | {"reroll": "defender_has_rolled"}  # NW3-PRANA-06
_SEVEN = dict.fromkeys(_BARRED, "no_dice")


def may_raise(asked: Judge, outcome: Judged, house: Options) -> bool:
    """Whether Prana is left for a Raise, and allowed on what the dice were (NW3-OPEN-13, -18)."""
    if asked.prana <= outcome.spent or "raise_result" in asked.barred:
        return False
    if outcome.fumble and not house.prana_raise_on_fumble:
        return False
    return not asked.seven or house.prana_raise_any_seven


def raise_alone(asked: Judge, outcome: Judged, house: Options) -> Procedure[Judged]:
    """The window of a Judge that nobody answers: until the owner passes."""
    enough = needed(asked)
    while may_raise(asked, outcome, house):
        useful = not _reaches(outcome, enough)
        if not (useful or house.prompts == "always"):
            break
        if (yield from _passes(asked, outcome, useful, Outlook(_worth, (asked, outcome, enough, house)), enough)):
            break
        if outcome.automatic:  # NW3-PRANA-03: it changes nothing
            sure = yield from yes_no("raise_confirm", asked.who, default=False, rule="NW3-PRANA-03")
            if not sure:
                break
        outcome = yield from _raised(asked, outcome, house)
    return outcome


def raise_in_turn(
    asked: Sequence[Judge], outcomes: Sequence[Judged], house: Options, compared: bool = True
) -> Procedure[list[Judged]]:
    """The window of an Opposed Judge: the Attacker (first) and then each Defender, until all pass in a row.

    `compared` is false where the difference of the Results counts, as in a damage roll, and not only who wins.
    """
    now = list(outcomes)
    passed, turn = 0, 0
    while passed < len(now):
        mine, judge = now[turn], asked[turn]
        passed += 1
        if may_raise(judge, mine, house):
            others = now[1:] if turn == 0 else now[:1]
            best = max(one.result for one in others)
            enough = best + (turn > 0) if compared and not judge.secret else None  # a tie goes to the Attacker
            useful = judge.secret or (not _reaches(mine, enough) if compared else turn == 0 or best > mine.result)
            if not (useful or house.prompts == "always"):
                turn = (turn + 1) % len(now)
                continue
            outlook, other = Outlook(_worth, (judge, mine, enough, house)), None if judge.secret else best
            if not (yield from _passes(judge, mine, useful, outlook, enough, other, turn == 0)):
                now[turn] = yield from _raised(judge, mine, house)
                passed = 0
        turn = (turn + 1) % len(now)
    return now


def _reaches(outcome: Judged, enough: int | None) -> bool:
    """Whether a Result is known to be enough."""
    return outcome.automatic or (enough is not None and outcome.result >= enough)


def _passes(
    asked: Judge,
    outcome: Judged,
    useful: bool,
    outlook: Outlook,
    enough: int | None,
    other: int | None = None,
    attacker: bool = False,
) -> Procedure[bool]:
    question = Question(
        "raise_result", asked.who, _OPTIONS, "pass", "NW3-PRANA-03",
        {"why": f"judge.{asked.why}", "result": outcome.result, "prana": asked.prana - outcome.spent,
         "needed": enough, "other": "raise.no_other" if other is None else other},
        matters=useful, barred=_SEVEN if asked.seven else _TOO_LATE if attacker else _BARRED, outlook=outlook,
    )  # fmt: skip
    answers = yield Ask((question,))
    return bool(answers[0] == "pass")


def _raised(asked: Judge, outcome: Judged, house: Options) -> Procedure[Judged]:
    """One Raise: the dice make no Critical and no Fumble; the floor holds before and after (NW3-JUDGE-17)."""
    count = 2 if house.prana_raise_dice == "2d6" else 1  # NW3-OPEN-12
    faces = yield Roll(count, 6, "NW3-PRANA-03", asked.who, "raise", SUM)
    gained = sum(faces)
    return msgspec.structs.replace(
        outcome, result=outcome.result + gained, raised=outcome.raised + gained, spent=outcome.spent + 1
    )


def _worth(asked: Judge, outcome: Judged, enough: int | None, house: Options, answer: str) -> Procedure[bool | int]:
    """Whether the Result is enough after an answer; the Result itself where it is not known what is enough."""
    if answer == "raise":
        outcome = yield from _raised(asked, outcome, house)
    return outcome.result if enough is None else _reaches(outcome, enough)
