"""The course of a fight: counts, turns and round ends, until the referee ends it (NWO-COUNT)."""

from __future__ import annotations

from rulewright.engine.events import REFEREE
from rulewright.engine.requests import Procedure, Question, ask, yes_no
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import casting, dying, harm, lasting, order, using
from rulewright.games.nwo.judges import judging
from rulewright.games.nwo.judges.purposes import Purpose, plain
from rulewright.games.nwo.people import apparent_death, down, members, tell
from rulewright.games.nwo.state import Battle, Character, LastBattle, NwoWorld

COUNT = Purpose(why="action_value", stat="action_value", rule="NWO-COUNT-02", own=True)


def advance(world: NwoWorld) -> Procedure[None]:
    """Go on until somebody has a turn to play, or the fight is over."""
    while (battle := world.state.battle) is not None:
        if battle.process == "counts":
            yield from _counts(world, battle)
            battle.process = "turns"
        elif battle.process == "turns":
            character = yield from order.next_up(world, battle)
            if character is None:
                battle.process = "round_end"
            elif (yield from _begins_turn(world, battle, character)):
                return
        elif battle.process == "round_end":
            yield from _round_end(world, battle)
        else:
            return  # the setup waits for the referee (NWO-COUNT-01)
        yield from propose_end(world)


def _counts(world: NwoWorld, battle: Battle) -> Procedure[None]:
    """Step 1: everybody's count for the round (NWO-COUNT-02 to -05)."""
    battle.round += 1
    order.new_count(world, battle, None)
    order.new_moment(world)
    tell(world, "round.begins", "NWO-COUNT-02", round=battle.round)
    for character in members(world, battle):
        if world.tell:  # what the referee has overridden counts from the next round on
            standing.settled(world, character)
        character.done, character.count = False, None  # of all, before anybody may interrupt the first judge
    for character in members(world, battle):
        if down(character):
            character.done = True
            continue
        yield from roll_count(world, battle, character)


def roll_count(world: NwoWorld, battle: Battle, character: Character) -> Procedure[None]:
    """The count of one character; who is still casting rolls no dice (NWO-COUNT-02, -03, NWO-CAST-15)."""
    if character.casting is not None:
        yield from _keep_cast(world, character)
    if character.casting is not None:
        outcome = plain(world, character, COUNT)
        deficit = character.casting.below if world.state.options.cast_carry_deficit else 0
        character.count = outcome.value - deficit
    else:
        outcome = yield from judging.judge(world, character, COUNT)
        character.count = 0 if outcome.given_up else outcome.value  # NWO-WEIGHT-06
    if character.count <= 0:  # NWO-COUNT-05
        character.done = True
    tell(world, "round.count", "NWO-COUNT-02", who=character, name=character.name, count=character.count)


def _keep_cast(world: NwoWorld, character: Character) -> Procedure[None]:
    """A cast from an earlier round may first be ended (NWO-COUNT-03)."""
    if character.casting is None or character.asks == "never":
        return
    facts = {"name": character.name, "spell": world.content.spells_by_id[character.casting.spell].name}
    question = Question("keep_cast_round", character.id, casting.KEEP_OR_END, "keep", "NWO-COUNT-03", facts)
    if (yield from ask(question)) != "keep":
        casting.interrupted(world, character)


def _begins_turn(world: NwoWorld, battle: Battle, character: Character) -> Procedure[bool]:
    """The start of a turn; whether its player has something to decide (NWO-COUNT-11, -16)."""
    if apparent_death(character):
        character.done = True
        tell(world, "turn.lost", "NWO-COUNT-16", who=character, name=character.name)
        return False
    battle.acting, battle.acted, battle.moved = character.id, False, False
    tell(world, "turn.begins", "NWO-COUNT-07", who=character, name=character.name, count=character.count)
    if character.prone:
        character.prone = False  # NWO-STATUS-08
        tell(world, "status.stands_up", "NWO-STATUS-08", who=character, name=character.name)
    if character.casting is not None:
        if (yield from casting.activate(world, character)) == "used":
            use_action(world, battle, character)
            return bool(battle.acting)  # NWO-COUNT-11: its player may keep the turn open
        if character.done or character.count is None or character.count <= 0:
            end_turn(battle)
            return False
    return True


def use_action(world: NwoWorld, battle: Battle, character: Character) -> None:
    """The action of a turn is used: -20, and the turn ends unless its player wants to go on (NWO-COUNT-06, -11)."""
    order.spend(world, character)
    battle.acted = True
    if not character.keeps_turn or down(character):
        end_turn(battle)


def end_turn(battle: Battle) -> None:
    """Nobody has the turn."""
    battle.acting, battle.acted, battle.moved = "", False, False


def carry_on(world: NwoWorld) -> Procedure[None]:
    """After something was done: whoever still has the turn goes on, else the next comes."""
    battle = world.state.battle
    if battle is None:
        return
    acting = world.state.characters.get(battle.acting)
    if acting is not None:
        if not down(acting) and acting.present:
            yield from propose_end(world)
            return
        end_turn(battle)
    yield from propose_end(world)
    yield from advance(world)


def _round_end(world: NwoWorld, battle: Battle) -> Procedure[None]:
    """Step 3: death checks, wounds that bleed, and what ends with the round (NWO-COUNT-15)."""
    order.new_count(world, battle, None)
    order.new_moment(world)
    everybody = members(world, battle)
    everybody = [one for one in everybody if one.kind == "pc"] + [one for one in everybody if one.kind == "npc"]
    dying_now = [one for one in everybody if apparent_death(one)]
    bleeding = [one for one in everybody if one.serious and not one.dead]
    if not world.state.options.round_end_snapshot:
        yield from _bleed(world, bleeding)
        dying_now = [one for one in everybody if apparent_death(one)]
    for character in dying_now:
        if apparent_death(character):
            yield from dying.check(world, character)
    if world.state.options.round_end_snapshot:
        yield from _bleed(world, [one for one in bleeding if one.serious])
    lasting.end_round(world, battle.round)
    for character in everybody:
        using.forget(character, "round", "count")
    battle.process = "counts"
    limit = world.scenario.round_limit if world.scenario is not None else 0
    if limit and battle.round >= limit:
        tell(world, "round.limit", "NWO-COUNT-17", rounds=limit)
        end(world, "stalemate")


def _bleed(world: NwoWorld, bleeding: list[Character]) -> Procedure[None]:
    """A serious wound takes HP equal to strength at each round end (NWO-STATUS-04)."""
    for character in bleeding:
        lost = max(0, standing.value(character, "strength"))
        tell(world, "status.bleeds", "NWO-STATUS-04", who=character, name=character.name, points=lost)
        yield from harm.lose(world, character, lost)


def propose_end(world: NwoWorld) -> Procedure[None]:
    """Propose the end to the referee where only one faction is left standing, once a round (NWO-COUNT-17)."""
    battle = world.state.battle
    if battle is None or battle.process == "setup" or battle.offered_end == battle.round:
        return
    characters, standing_ = world.state.characters, ""
    for id in battle.members:
        one = characters[id]
        if one.hp > 0 and not one.dead and one.present and one.faction != standing_:
            if standing_:
                return
            standing_ = one.faction
    battle.offered_end = battle.round
    if (yield from yes_no("end_combat", REFEREE, default=True, rule="NWO-COUNT-17", side=f"faction.{standing_}")):
        end(world, "victory" if standing_ == party_of(world) else "defeat")


def party_of(world: NwoWorld) -> str:
    """The faction of the players' characters."""
    return next((one.faction for one in world.state.characters.values() if one.kind == "pc"), "party")


def end(world: NwoWorld, result: str) -> None:
    """The fight is over: counts and casts are dropped, and what lasts for the fight ends (NWO-COUNT-17)."""
    state = world.state
    battle = state.battle
    if battle is None:
        return
    everybody = members(world, battle)
    for character in everybody:
        casting.begin(world, character, None)
        character.count, character.done = None, False
        character.slots.clear()
        using.forget(character, "count", "round", "combat")
    party = [one for one in everybody if one.kind == "pc"]
    state.last = LastBattle(
        result, battle.round, sum(not down(one) for one in party), sum(max(0, one.hp) for one in party),
        sum(one.prana for one in party), down=[one.id for one in party if apparent_death(one)],
        dead=[one.id for one in party if one.dead],
    )  # fmt: skip
    state.battles += 1
    state.battle = None
    state.moment += 1
    lasting.end_combat(world)
    if state.options_later is not None:
        state.options, state.options_later = state.options_later, None
        for character in state.characters.values():
            standing.settled(world, character)
    tell(world, f"battle.over.{result}", "NWO-COUNT-17", rounds=battle.round)
