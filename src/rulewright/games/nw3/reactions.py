"""Reactions to an attack: a Dodge Check, a block, or none (NW3-ROUND-18, NW3-ATTACK-05, -16)."""

from __future__ import annotations

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3 import judging, uses, windows
from rulewright.games.nw3.blocks import find_block, why_not
from rulewright.games.nw3.fighters import able
from rulewright.games.nw3.judges import Judge
from rulewright.games.nw3.lasting import has_flag
from rulewright.games.nw3.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.sevens import seven_is_free
from rulewright.games.nw3.state import Character, Nw3World, Timings
from rulewright.games.nw3.usable import Usable

_DODGE, _SEVEN, _WAIVE = (Option(one, f"reaction.{one}") for one in ("dodge", "seven", "waive"))
_PLAIN = (_DODGE, _WAIVE)
_PLAIN_SEVEN = (_DODGE, _SEVEN, _WAIVE)


def react(
    world: Nw3World, attack: OngoingAttack, aim: Aim, timings: Timings
) -> Procedure[None]:
    """A Defender's Reaction: sets the Judge of the Dodge Check, or none where it is waived or impossible."""
    defender = aim.defender
    if not able(defender) or (defender.effects and has_flag(defender, "no_reactions")):
        aim.waives = True  # NW3-ATTACK-16
        return
    blocks = _blocks(world, attack, defender, timings)
    options: tuple[Option, ...] = _PLAIN_SEVEN if seven_is_free(world, defender) else _PLAIN
    if blocks:
        options += tuple(
            Option(one.id, "reaction.block", {"block": one.name}, uses.cost_of(world, defender, one)) for one in blocks
        )
    answer = "dodge"
    if blocks or world.state.options.prompts == "always":
        result = attack.hit.result if attack.hit is not None and not attack.full_hit else None
        facts = {"name": defender.name, "attacker": attack.attacker.name, "weapon": attack.name, "result": result}
        question = Question(
            "reaction", defender.id, options, "dodge", "NW3-ATTACK-05", facts, matters=bool(blocks)
        )
        answer = yield from ask(question)
    if answer == "waive":
        aim.waives = True
        return
    if answer not in ("dodge", "seven"):
        aim.reacted = True
        yield from uses.use(world, defender, find_block(world, defender, answer), [defender], "reaction", attack)
        if aim.full_dodge:
            return
    if "before_judge:dodge" in timings:
        yield from windows.around_judge(world, "before_judge", "dodge", defender, attack)
    if attack.full_hit:
        return
    aim.judge = dodge_judge(world, attack, defender, answer == "seven")


def dodge_judge(world: Nw3World, attack: OngoingAttack, defender: Character, seven: bool = False) -> Judge:
    """The Dodge Check of a Defender: EVA, as a Reaction (NW3-ATTACK-05)."""
    judge = judging.asked(world, defender, "dodge", defender.stats.eva, reaction=True, seven=seven)
    if defender is attack.attacker and judge.prana:  # one pool pays for both Judges; the Hit Check has it
        judge = msgspec.structs.replace(judge, prana=0)
    return judge


def expected(world: Nw3World, attack: OngoingAttack) -> Judge | None:
    """The Dodge Check that the first Defender is expected to make, for the odds shown to the Attacker."""
    defender = attack.aims[0].defender
    if not able(defender) or not (defender.known or world.state.options.odds_before_identify):
        return None
    judge = dodge_judge(world, attack, defender)
    return Judge(judge.alter, judge.critical, judge.fumble, penalty=judge.penalty, seven=judge.seven)


def _blocks(
    world: Nw3World, attack: OngoingAttack, defender: Character, timings: Timings
) -> list[Usable]:
    """Blocks with Timing Reaction that the Defender could answer with now."""
    held = timings.get("reaction")
    if held is None or defender.id not in held:
        return []
    found = [find_block(world, defender, id) for id in held[defender.id] if uses.has(world, defender, id)]
    return [one for one in found if not why_not(world, defender, one, "reaction")]
