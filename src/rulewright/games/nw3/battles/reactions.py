"""Reactions to an attack: a Dodge Check, a block, or none (NW3-ROUND-18, NW3-ATTACK-05, -16)."""

from __future__ import annotations

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import uses, windows
from rulewright.games.nw3.battles.blocks import find_block
from rulewright.games.nw3.battles.fighters import able, name_for_players
from rulewright.games.nw3.battles.lasting import has_flag
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.sevens import seven_is_free
from rulewright.games.nw3.state import Character, Nw3World, Timings

_DODGE, _SEVEN, _WAIVE = (Option(one, f"reaction.{one}") for one in ("dodge", "seven", "waive"))
_PLAIN = (_DODGE, _WAIVE)
_PLAIN_SEVEN = (_DODGE, _SEVEN, _WAIVE)


def can_react(defender: Character) -> bool:
    """Whether somebody can react at all (NW3-ATTACK-16)."""
    return able(defender) and not (defender.effects and has_flag(defender, "no_reactions"))


def react(world: Nw3World, attack: OngoingAttack, aim: Aim, timings: Timings) -> Procedure[None]:
    """A Defender's Reaction: sets the Judge of the Dodge Check, or none where it is waived or impossible."""
    defender, several = aim.defender, world.state.options.reactions_per_attack == "unlimited"  # OP-C09
    if not can_react(defender):
        return
    answer = yield from _choose(world, attack, defender, timings)
    while answer not in ("dodge", "seven", "waive"):
        usable = find_block(world, defender, answer)
        aim.reaction = usable if usable.block.check.kind == "dodge_check" else aim.reaction
        yield from uses.use(world, defender, usable, [defender], "reaction", attack)
        if aim.full_dodge:
            return
        answer = (yield from _choose(world, attack, defender, timings)) if several else "dodge"
    if answer == "waive":
        return
    if windows.waits(timings, "before_judge:dodge", defender):
        yield from windows.around_judge(world, "before_judge", "dodge", defender, attack)
    if not (attack.full_hit or aim.full_dodge):
        aim.judge = dodge_judge(world, attack, defender, answer == "seven")


def _choose(world: Nw3World, attack: OngoingAttack, defender: Character, timings: Timings) -> Procedure[str]:
    """Ask how a Defender reacts, where there is something to choose."""
    blocks = uses.ready(world, defender, "reaction") if "reaction" in timings else []
    if not blocks and world.state.options.prompts != "always":
        return "dodge"
    options: tuple[Option, ...] = _PLAIN_SEVEN if seven_is_free(world, defender) else _PLAIN
    options += tuple(
        Option(one.id, "reaction.block", {"block": one.name}, uses.cost_of(world, defender, one)) for one in blocks
    )
    result = attack.hit.result if attack.hit is not None and not attack.full_hit else None
    attacker = name_for_players(attack.attacker)
    facts = {"name": defender.name, "attacker": attacker, "weapon": attack.name, "result": result}
    question = Question("reaction", defender.id, options, "dodge", "NW3-ATTACK-05", facts, matters=bool(blocks))
    return str((yield from ask(question)))


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
