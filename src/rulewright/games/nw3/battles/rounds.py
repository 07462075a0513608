"""The course of a battle: Setup, Initiative, Main and Cleanup Processes, round after round (NW3-ROUND).

`advance` runs on until somebody has a Main Process to play or the battle is over; every command of a Main Process
ends with `carry_on`.
"""

from __future__ import annotations

from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3 import house_rules
from rulewright.games.nw3.battles import constantly, lasting, memory, robe, statuses, uses
from rulewright.games.nw3.battles.fighters import OTHERS, able, members, tell
from rulewright.games.nw3.battles.initiative import decide_next, roll_counts, take_again
from rulewright.games.nw3.battles.order import by_count, by_speed
from rulewright.games.nw3.episodes import appearance
from rulewright.games.nw3.fortresses import logics, pressing
from rulewright.games.nw3.fortresses.after_combat import after_combat
from rulewright.games.nw3.state import WIZARDS, Battle, Character, LastBattle, Nw3World


def begin(world: Nw3World, battle: Battle) -> Procedure[None]:
    """Prep, then the first Round (NW3-ROUND-01, -02)."""
    battle.process = "prep"
    battle.done.clear()
    constantly.settle(world)
    for one in members(world, battle):
        constantly.look_at_worn(world, one)
    yield from uses.offer(world, "prep", by_speed(battle, holders(world, battle, "prep")))
    battle.process = "setup"
    yield from advance(world)


def advance(world: Nw3World) -> Procedure[None]:
    """Go on until a Main Process waits for its player, or the battle is over."""
    while (battle := world.state.battle) is not None:
        if battle.process == "setup":
            yield from setup(world, battle)
            battle.process = "initiative"
        elif battle.process == "initiative":
            if (yield from initiative(world, battle)):
                return
            battle.process = "cleanup"
        else:
            yield from cleanup(world, battle)
            battle.process = "setup"


def holders(world: Nw3World, battle: Battle, timing: str) -> list[Character]:
    """Who owns a block with this timing, in the order of joining."""
    held = battle.timings.get(timing, {})
    return [one for one in members(world, battle) if one.id in held] if held else []


def setup(world: Nw3World, battle: Battle) -> Procedure[None]:
    """The Setup Process, step by step (NW3-ROUND-04)."""
    battle.round += 1
    battle.done.clear()
    battle.again.clear()
    tell(world, "round.begins", "NW3-ROUND-04", round=battle.round)
    yield from appearance.at_setup(world)
    everybody = members(world, battle)
    for character in everybody:
        if character.used:
            uses.forget(character, "round")  # NW3-SKILL-41
        if robe.worth_opening(world, character):
            yield from robe.exchange(world, character)
    for character in everybody:
        character.pre_action = able(character)  # NW3-ROUND-08
    yield from roll_counts(world, everybody)
    if world.state.caskets:
        logics.settle(world)
        yield from logics.at(world, "setup")
    if "setup_process" in battle.timings:
        yield from uses.offer(world, "setup_process", by_count(battle, holders(world, battle, "setup_process")))


def initiative(world: Nw3World, battle: Battle) -> Procedure[bool]:
    """The Initiative Process: its window, then who acts next; false where nobody is left (NW3-ROUND-09, -10)."""
    if "initiative_process" in battle.timings:
        battle.done.clear()
        users = holders(world, battle, "initiative_process")
        yield from uses.offer(world, "initiative_process", by_count(battle, users))
        yield from propose_end(world)
        if world.state.battle is None:
            return False
    acting = yield from decide_next(world, battle)
    if acting is None:
        return False
    start_main(world, battle, acting)
    return True


def start_main(world: Nw3World, battle: Battle, acting: Character) -> None:
    """The Initiative Character takes the Main Process: one Move, one Minor, one Major Action (NW3-ROUND-13)."""
    battle.process, battle.acting = "main", acting.id
    battle.spent.clear()
    battle.done.clear()
    battle.granted.clear()
    tell(world, "round.acts", "NW3-ROUND-09", name=acting.name, count=acting.count)


def carry_on(world: Nw3World) -> Procedure[None]:
    """After something was done: see whether the battle is over, and whose turn it is now."""
    if world.state.unfit:
        yield from memory.settle(world)
    constantly.settle(world)  # NW3-SKILL-26
    pressing.test_again(world)
    battle = world.state.battle
    if battle is None:
        return
    yield from propose_end(world)
    if world.state.battle is None or battle.process != "main":
        return
    acting = world.state.characters[battle.acting]
    if acting.pre_action and able(acting):
        battle.done.clear()  # the next action is another window (NW3-SKILL-17)
        return
    yield from end_main(world)


def end_main(world: Nw3World) -> Procedure[None]:
    """The end of a Main Process, in order (NW3-ROUND-14), and on to the next."""
    battle = world.state.battle
    if battle is None:
        return
    acting = world.state.characters[battle.acting]
    if acting.statuses:
        statuses.clear(world, acting, "rigor")  # NW3-STATUS-04
    lasting.end(world, "main_process", acting)
    for status, rating in battle.owed.items():
        uses.receive_owed(world, acting, status, rating)  # NW3-STATUS-09
    battle.owed.clear()
    if world.state.unfit:
        yield from memory.settle(world)
    acting.pre_action, acting.count = False, 0
    battle.acting, battle.process = "", "initiative"
    if acting.id in battle.again:
        take_again(world, battle, acting)
    yield from advance(world)


def cleanup(world: Nw3World, battle: Battle) -> Procedure[None]:
    """The Cleanup Process: Bad Statuses, effects, and the end of the Round (NW3-ROUND-21)."""
    order = by_count(battle, members(world, battle))
    battle.done.clear()
    yield from statuses.in_cleanup(world, battle, order)
    if world.state.caskets:
        yield from logics.at(world, "cleanup")
    if "cleanup_process" in battle.timings:
        yield from uses.offer(world, "cleanup_process", by_count(battle, holders(world, battle, "cleanup_process")))
    lasting.end_round(world)
    if world.state.unfit:
        yield from memory.settle(world)
    yield from propose_end(world)
    limit = world.scenario.round_limit if world.scenario is not None else 0
    if world.state.battle is not None and limit and battle.round >= limit:
        tell(world, "round.limit", "NW3-ROUND-22", rounds=limit)
        yield from end(world, "stalemate")


def propose_end(world: Nw3World) -> Procedure[None]:
    """Propose the end to the referee where one side has nobody left to act (NW3-ROUND-22)."""
    battle = world.state.battle
    if battle is None:
        return
    characters, side = world.state.characters, ""
    for id in battle.members:
        one = characters[id]
        if one.hp and one.side not in (side, OTHERS) and able(one):
            if side:
                return
            side = one.side
    if (yield from yes_no("end_combat", "referee", default=True, rule="NW3-ROUND-22")):
        yield from end(world, "victory" if side == WIZARDS else "defeat")


def end(world: Nw3World, result: str) -> Procedure[None]:
    """The battle is over: statuses, Engages, Counts and what lasts to its end go (NW3-ROUND-22)."""
    state = world.state
    battle = state.battle
    if battle is None:
        return
    everybody = members(world, battle)
    wizards = [one for one in everybody if one.kind == "pc"]
    state.last = LastBattle(
        result, battle.round, sum(able(one) for one in wizards), sum(one.hp for one in wizards),
        sum(one.prana for one in wizards), [one.id for one in wizards if one.dead or not (one.hp or one.retreated)],
        state.phase,
    )  # fmt: skip
    state.battles += 1
    state.battle = None
    statuses.clear_all(world, everybody)
    for character in everybody:
        character.engage, character.place, character.progress = "", "", None
        character.count, character.pre_action = 0, False
        uses.forget(character, "round")
        lasting.end_combat(world, character)
    if state.options_later is not None:
        state.options, state.options_later = state.options_later, None
        house_rules.settle(world)
    tell(world, f"battle.over.{result}", "NW3-ROUND-22", rounds=battle.round)
    yield from after_combat(world)
