"""What the program answers for people: Prana, Reactions, Cover Up, blocks in their windows.

It spends Prana where it changes something that matters, and keeps two to avoid Incapacitated.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.engine.drivers import by_default
from rulewright.engine.events import REFEREE
from rulewright.engine.requests import Question
from rulewright.games.nw3.battles.blocks import find_block
from rulewright.games.nw3.battles.harm import AVOID_PRANA
from rulewright.games.nw3.playing import supporting
from rulewright.games.nw3.playing.gains import anybody_opposing, pays, price
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Nw3World

_DEFENDING = ("judge.dodge", "judge.pdef", "judge.mdef")
_WINDOWS = ("timing.before_judge", "timing.after_judge", "timing.damage_roll", "timing.reaction", "timing.with_skill")
_LOW = 4.0
"""What a new throw of a low Judge is worth."""
_REROLL_BELOW = 6
_RAISED = 7

_CONSENT = ("condition_ok", "start_dive", "search_gate")
"""What the referee agrees to who wants play to go on."""


def answer(world: Nw3World, question: Question) -> Any:
    """A sensible legal answer."""
    kind = question.key if not question.key.startswith("use.") else "use"
    ponder = _ANSWERS.get(kind)
    character = world.state.characters.get(question.to)
    if question.to == REFEREE and question.key in _CONSENT:
        return question.options[0].value
    if ponder is None or character is None:
        return by_default(question)
    return ponder(world, question, character)


def _spare(character: Character, question: Question) -> int:
    """The Prana to spend on dice: two are kept back until they have been used (NW3-PRANA-09)."""
    left = int(question.facts["prana"])
    return left if character.avoided else left - AVOID_PRANA


def _dice_window(world: Nw3World, question: Question, character: Character) -> str:
    facts = question.facts
    if not question.matters:
        return "pass"
    legal = {option.value for option in question.options}
    if facts["why"] == "judge.initiative":
        return "cancel" if "cancel" in legal and _spare(character, question) > 1 else "pass"
    spare, total, alter = _spare(character, question), int(facts["total"]), int(facts["alter"])
    in_danger = facts["why"] in _DEFENDING and character.hp * 2 < character.body
    if spare < 1 and not (in_danger and int(facts["prana"]) > 0):
        return "pass"
    if "cancel" in legal:
        needed = facts["needed"]
        return "cancel" if needed is None or alter + total >= needed else "pass"
    up, down = total + 1 == character.critical, total - 1 == character.critical
    if up and "fudge_up" in legal:
        return "fudge_up"
    if down and "fudge_down" in legal:
        return "fudge_down"
    needed = facts["needed"]
    if needed is None:
        worth_it = facts["why"] in ("judge.hit", "judge.patk", "judge.matk") and total < _REROLL_BELOW - 1
        return "reroll" if worth_it and "reroll" in legal and spare > 1 else "pass"
    if alter + total + 1 == needed and "fudge_up" in legal:
        return "fudge_up"
    if "reroll" in legal and alter + _REROLL_BELOW + 1 >= needed:
        return "reroll"
    return "pass"


def _raise(world: Nw3World, question: Question, character: Character) -> str:
    facts = question.facts
    needed, why = facts["needed"], facts["why"]
    if why in ("judge.pdef", "judge.mdef") and isinstance(facts["other"], int):
        harm = facts["other"] - int(facts["result"])  # what gets through
        return "raise" if character.hp <= harm < character.hp + _RAISED else "pass"
    if not question.matters or needed is None:
        return "pass"
    short, spare = int(needed) - int(facts["result"]), _spare(character, question)
    return "raise" if 0 < short <= _RAISED and spare > 0 else "pass"


def _avoid(world: Nw3World, question: Question, character: Character) -> str:
    return "spend"


def _cover(world: Nw3World, question: Question, character: Character) -> str:
    facts = question.facts
    saves = int(facts["damage"]) >= int(facts["target_hp"])
    bears = int(facts["received"]) < int(facts["hp"])
    return question.options[0].value if saves and bears else "pass"


def _reaction(world: Nw3World, question: Question, character: Character) -> str:
    if character.hp * 2 > character.body:
        return "dodge"
    return next((one.value for one in question.options if one.key == "reaction.block"), "dodge")


def _use(world: Nw3World, question: Question, character: Character) -> Any:
    if question.key in ("use.target", "use.targets"):
        return by_default(question)
    for option in question.options:
        if option.value == "pass":
            continue
        if _wanted(world, question, character, option.value):
            return option.value
    return "pass"


def _wanted(world: Nw3World, question: Question, character: Character, id: str) -> bool:
    """Whether a block is worth its cost in this window."""
    usable = find_block(world, character, id)
    if question.facts.get("timing") == "timing.incapacitated":
        return True
    if (reroll := next((one for one in usable.block.effect if isinstance(one, kinds.Reroll)), None)) is not None:
        result = question.facts.get("result")
        low = result is not None and int(result) < character.stats.eva + 7
        return low and price(world, character, usable) < _LOW + (reroll.keep != "new")
    if question.facts.get("timing") in _WINDOWS:  # about one Judge or attack, of somebody who is the block's to name
        target = character if usable.block.target.kind == "self" or not usable.harmful else anybody_opposing(character)
        return pays(world, character, usable, target)
    return supporting.best(world, character, [usable], question.key.removeprefix("use.")) is not None


_ANSWERS: dict[str, Callable[[Nw3World, Question, Character], Any]] = {
    "dice_window": _dice_window,
    "raise_result": _raise,
    "avoid_incapacitated": _avoid,
    "cover_up": _cover,
    "reaction": _reaction,
    "use": _use,
}
