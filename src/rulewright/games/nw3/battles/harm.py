"""HP and MP that go and come, Incapacitated and Dead (NW3-HP)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import aboard, engages, uses
from rulewright.games.nw3.battles.disclosure import tell_numbers
from rulewright.games.nw3.battles.fighters import incapacitated, tell
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Character, Nw3World, Pool
from rulewright.games.nw3.wizards import standing

AVOID_PRANA = 2  # NW3-PRANA-09
AVOID_HP = 1


def lose(character: Character, amount: int, pool: Pool = "hp") -> bool:
    """Lose HP or MP, not below 0 (NW3-HP-02); returns whether the character has dropped to HP 0 by it."""
    if pool == "mp":
        character.mp = max(0, character.mp - amount)
        return False
    before = character.hp
    character.hp = max(0, before - amount)
    return before > 0 and character.hp == 0


def gain(world: Nw3World, character: Character, amount: int, pool: Pool = "hp") -> None:
    """Gain HP or MP up to the maximum (NW3-HP-01); 1 HP or more ends Incapacitated (NW3-HP-06)."""
    if character.dead:  # NW3-HP-10
        return
    if pool == "mp":
        character.mp = min(character.mind, character.mp + amount)
        return
    was_down = character.hp == 0
    character.hp = min(character.body, character.hp + amount)
    if was_down and character.hp:
        tell_numbers(world, character, "hp.up_again", "NW3-HP-06", {"hp": character.hp}, name=character.name)


def fall(world: Nw3World, character: Character) -> Procedure[None]:
    """What follows when somebody drops to HP 0 (NW3-HP-05): Post-Action at once, then what may help."""
    battle = world.state.battle
    before = character.pre_action, character.count, character.flying
    sitting = aboard.seats(world, character) if character.riding is not None else None
    blockades = battle.blockades if battle is not None else []
    character.pre_action, character.count = False, 0  # NW3-ROUND-07
    if character.riding is not None:
        aboard.settle(world)  # NW3-BROOM-08: without its Driver all get off, a Passenger stays on
    if character.flying and character.riding is None:
        land(world, character)  # OP-C08
    if battle is not None:
        battle.blockades = [one for one in battle.blockades if one.owner != character.id]  # NW3-MOVE-17
    tell(world, "hp.incapacitated", "NW3-HP-05", name=character.name)
    yield from uses.offer_fallen(world, character)
    if incapacitated(character):
        yield from _avoid(world, character)
        if character.hp and not world.state.options.prana_avoid_loses_turn:  # NW3-OPEN-19
            character.pre_action, character.count, character.flying = before
            if sitting is not None:
                aboard.restore(world, sitting)
            if battle is not None:
                battle.blockades = blockades


def _avoid(world: Nw3World, character: Character) -> Procedure[None]:
    """Avoid Incapacitated: 2 Prana, HP 1, once in a Scene (NW3-PRANA-09)."""
    if character.prana < AVOID_PRANA or character.avoided:
        return
    if bans.banned(world, character, "prana_use", use="avoid_incapacitated"):
        return
    options = (Option("spend", "avoid.spend", cost={"prana": AVOID_PRANA}), Option("accept", "avoid.accept"))
    facts = {"name": character.name, "prana": character.prana}
    answer = yield from ask(Question("avoid_incapacitated", character.id, options, "accept", "NW3-PRANA-09", facts))
    if answer == "spend":
        character.prana -= AVOID_PRANA
        character.avoided = True
        character.hp = AVOID_HP
        tell_numbers(world, character, "hp.avoided", "NW3-PRANA-09", {"prana": character.prana}, name=character.name)


def land(world: Nw3World, character: Character) -> None:
    """Be Grounded again, whatever the cause of flight, and off the Broom (NW3-FLY-03, -04)."""
    if character.riding is not None:
        aboard.get_off(world, character)
    if not character.flying:
        return
    character.flying = ""
    standing.refresh(world.content, world.state.options, character)
    tell(world, "fly.landed", "NW3-FLY-04", name=character.name)


def die(world: Nw3World, character: Character) -> None:
    """Become Dead: out of play (NW3-HP-07, -10)."""
    character.dead = True
    character.hp = 0
    character.pre_action, character.count = False, 0
    if character.riding is not None:
        aboard.settle(world)
    engages.leave(world, character)
    tell(world, "hp.dead", "NW3-HP-07", name=character.name)
