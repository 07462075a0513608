"""Reactions to an attack: a Dodge Check, a block, or none (NW3-ROUND-18, NW3-ATTACK-05, -16)."""

from __future__ import annotations

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import uses, windows
from rulewright.games.nw3.battles.blocks import find_block
from rulewright.games.nw3.battles.fighters import able, name_for_players
from rulewright.games.nw3.battles.lasting import has_flag
from rulewright.games.nw3.battles.on_judges import substitutes
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge
from rulewright.games.nw3.dice.sevens import seven_is_free
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Character, Nw3World, Timings

_DODGE, _SEVEN, _WAIVE = (Option(one, f"reaction.{one}") for one in ("dodge", "seven", "waive"))
_PLAIN = (_DODGE, _WAIVE)
_PLAIN_SEVEN = (_DODGE, _SEVEN, _WAIVE)


def can_react(world: Nw3World, defender: Character) -> bool:
    """Whether somebody can react at all (NW3-ATTACK-16), and no Logic forbids it."""
    if defender.auto_hit or not able(defender) or (defender.effects and has_flag(defender, "no_reactions")):
        return False
    return not (world.state.caskets and bans.banned(world, defender, "reaction"))


def react(world: Nw3World, attack: OngoingAttack, aim: Aim, timings: Timings) -> Procedure[None]:
    """A Defender's Reaction: sets the Judge of the Dodge Check, or none where it is waived or impossible."""
    defender, several = aim.defender, world.state.options.reactions_per_attack == "unlimited"  # OP-C09
    if not can_react(world, defender):
        return
    answer = yield from _choose(world, attack, defender, timings)
    while answer not in ("dodge", "seven", "waive"):
        usable = find_block(world, defender, answer)
        aim.reaction = usable if usable.block.check.kind == "dodge_check" else aim.reaction
        yield from uses.use(world, defender, usable, [defender], "reaction", attack)
        if aim.full_dodge or attack.negated or aim.defender is not defender or aim not in attack.aims:
            return
        answer = (yield from _choose(world, attack, defender, timings)) if several else "dodge"
    if answer == "waive":
        return
    yield from windows.before(world, "dodge", defender, attack, reaction=True)
    if not (attack.full_hit or aim.full_dodge):
        dodge = yield from judging.on_stat(
            world, defender, "dodge", "eva", reaction=True, seven=answer == "seven", elements=attack.elements
        )
        aim.judge = _from_one_pool(attack, defender, dodge)


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


def _from_one_pool(attack: OngoingAttack, defender: Character, judge: Judge) -> Judge:
    """The Dodge Check of a Defender (NW3-ATTACK-05), who may be the attacker too."""
    if defender is attack.attacker and judge.prana:  # one pool pays for both Judges; the Hit Check has it
        judge = msgspec.structs.replace(judge, prana=0)
    return judge


def expected(world: Nw3World, attack: OngoingAttack) -> Judge | None:
    """The Dodge Check that the first Defender is expected to make, for the odds shown to the Attacker."""
    defender = attack.aims[0].defender
    if not able(defender) or not (defender.known or world.state.options.odds_before_identify):
        return None
    found = [*substitutes(defender, "dodge", "eva", reaction=True)] if defender.effects else []
    stat = found[0].detail.partition(">")[2] if len(found) == 1 else "eva"
    base = judging.value_of(world, defender, stat)
    judge = judging.asked(world, defender, "dodge", base, reaction=True, stat=stat, elements=attack.elements)
    return Judge(judge.alter, judge.critical, judge.fumble, penalty=judge.penalty, seven=judge.seven)
