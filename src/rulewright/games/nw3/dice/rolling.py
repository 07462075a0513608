"""Rolling a Judge: the dice, their window, and the chain of a Critical (NW3-JUDGE-03, -12, -16).

Who pays the Prana that was spent is the caller's to settle.
"""

from __future__ import annotations

from rulewright.engine.alike import SUM
from rulewright.engine.requests import Ask, Call, Outlook, Procedure, Question, Roll
from rulewright.games.nw3.dice.dice_window import choices, matters, shown, used
from rulewright.games.nw3.dice.judges import (
    SEVEN,
    Chain,
    Dice,
    Judge,
    Judged,
    attacker_wins,
    chains,
    judged,
    needed,
    reached,
)
from rulewright.games.nw3.options import Options


def judge(asked: Judge, house: Options) -> Procedure[Judged]:
    """Steps 2 to 6 of a Judge (NW3-JUDGE-16): the dice, their window, the chain, and the Result."""
    if asked.seven:
        return judged(asked, SEVEN, 0, False, 0, house)  # NW3-JUDGE-08: never a Critical or Fumble
    faces = yield Roll(2, 6, "NW3-JUDGE-03", asked.who, asked.why, SUM)
    total = faces[0] + faces[1]
    if not asked.prana and total != asked.critical:
        return judged(asked, total, 0, total == asked.fumble, 0, house)
    dice = Dice(total)
    if asked.prana:
        dice = yield from opened(asked, dice, house)
    settled = yield from settle(asked, dice, house)
    return settled


def settle(asked: Judge, dice: Dice, house: Options) -> Procedure[Judged]:
    """Steps 4 to 6 (NW3-JUDGE-16): what the dice are, the chain of a Critical, and the Result."""
    if dice.total != asked.critical:  # NW3-JUDGE-09; with cf_equal_allowed the Critical counts
        fumble = dice.total == asked.fumble and not dice.cancelled
        return judged(asked, dice.total, 0, fumble, dice.spent, house)
    if not chains(asked.sort, house):
        return judged(asked, dice.total, 1, False, dice.spent, house)
    left = asked.prana - dice.spent if house.prana_dice_on_chain else 0  # NW3-OPEN-16
    # NW3-JUDGE-13: no Fumble any more
    again = Judge(0, asked.critical, 0, prana=left, who=asked.who, why=asked.why, barred=asked.barred)
    chain: Chain = yield Call(critical_chain, (again, house))
    return judged(asked, chain.last, chain.criticals, False, dice.spent + chain.spent, house)


def critical_chain(again: Judge, house: Options) -> Procedure[Chain]:
    """The rolls after a Critical, until one is none (NW3-JUDGE-12, -13)."""
    criticals, spent = 1, 0
    while True:
        faces = yield Roll(2, 6, "NW3-JUDGE-12", again.who, again.why, SUM)
        dice = Dice(faces[0] + faces[1], spent=spent)
        if again.prana > spent:
            dice = yield from opened(again, dice, house)
            spent = dice.spent
        if dice.total != again.critical:
            return Chain(criticals, dice.total, spent)
        criticals += 1


def opened(asked: Judge, dice: Dice, house: Options) -> Procedure[Dice]:
    """Step 3 of a Judge (NW3-JUDGE-16): as many uses as the rules and the pool allow, in any legal order."""
    while dice.spent < asked.prana:
        state = shown(asked, dice)
        bare = Dice(dice.total, dice.fudged, dice.cancelled)
        options, barred = choices(bare, state, house, asked.barred)
        useful = matters(asked, dice, state, house)
        if len(options) == 1 or not (useful or house.prompts == "always"):
            break
        question = Question(
            "dice_window", asked.who, options, "pass", "NW3-PRANA-11",
            {"why": f"judge.{asked.why}", "total": dice.total, "state": f"dice.{state}", "alter": asked.alter,
             "prana": asked.prana - dice.spent, "needed": needed(asked)},
            matters=useful, barred=barred, outlook=Outlook(after, (asked, dice, house)),
        )  # fmt: skip
        answers = yield Ask((question,))
        if answers[0] == "pass":
            break
        dice = yield from used(asked, dice, answers[0])
    return dice


def after(asked: Judge, dice: Dice, house: Options, use: str) -> Procedure[bool | int]:
    """What a use leads to if no more Prana follows: success where there is something to reach, else the Result."""
    if use != "pass":
        dice = yield from used(asked, dice, use)  # type: ignore[arg-type]
    outcome: Judged = yield Call(settle, (asked, Dice(dice.total, dice.fudged, dice.cancelled, asked.prana), house))
    enough = reached(asked, outcome)
    if enough is not None:
        return enough
    if asked.versus is not None and not asked.secret:
        answer: Judged = yield Call(judge, (asked.versus, house))
        return attacker_wins(outcome, answer)
    return outcome.result
