"""Starting and ending a Wizard Battle, and who joins it (NW3-ROUND-01, -22)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.engine.world import new_id
from rulewright.games.nw3.battles import aboard, engages, rounds
from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import OTHERS, battle_of, find, gone, tell
from rulewright.games.nw3.episodes import scenes
from rulewright.games.nw3.episodes.position import in_fortress, warn_opening
from rulewright.games.nw3.fortresses import npcs
from rulewright.games.nw3.state import Battle, Nw3World


class StartBattle(msgspec.Struct, frozen=True, tag="start_battle", tag_field="do"):
    """Start Round Progression with everybody in the Scene; all at Short and in no Engage unless said otherwise.

    `distances` are the Move Actions that a destination needs, a character or a place.
    """

    engages: tuple[tuple[str, ...], ...] = ()
    long: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    fortress: bool = False
    distances: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]] = {}


class EndBattle(msgspec.Struct, frozen=True, tag="end_battle", tag_field="do"):
    """End Round Progression now."""

    result: Annotated[str, msgspec.Meta(pattern="^(victory|defeat|stopped)$")] = "stopped"


class JoinBattle(msgspec.Struct, frozen=True, tag="join_battle", tag_field="do"):
    """Somebody comes into the battle; it acts from the next Setup Process."""

    character: str
    engage_with: str = ""


class SetHidden(msgspec.Struct, frozen=True, tag="set_hidden", tag_field="do"):
    """Whether an enemy is hidden: its presence or hostility is not disclosed."""

    character: str
    hidden: bool


def start_battle(world: Nw3World, command: StartBattle, seat: Seat) -> Procedure[None]:
    state = world.state
    if state.battle is not None:
        raise Refused("in_combat", "NW3-ROUND-01")
    everybody = [one for one in state.characters.values() if one.present and not gone(one) and npcs.takes_part(one)]
    if len({one.side for one in everybody if one.hp} - {OTHERS}) < 2:
        raise Refused("no_target", "NW3-ROUND-01")
    named = [find(world, id) for group in (*command.engages, command.long, command.hidden) for id in group]
    engaged = [id for group in command.engages for id in group]
    if any(one not in everybody for one in named):
        raise Refused("not_in_scene", "NW3-ROUND-01", target=next(one for one in named if one not in everybody).name)
    apart = len({*engaged, *command.long}) == len(engaged) + len(set(command.long))
    if not apart or any(len(group) < 2 for group in command.engages):
        raise Refused("invalid_target", "NW3-MOVE-02", target=", ".join(engaged))
    for one in everybody:
        one.band = "long" if one.id in command.long else "field"
        one.hidden = one.hidden or one.id in command.hidden
    battle = state.battle = Battle(
        [one.id for one in everybody],
        fortress=command.fortress or in_fortress(world),
        distances={f">{to}": moves for to, moves in command.distances.items()},
    )
    for group in command.engages:
        engage = new_id(state, "engage")
        for id in group:
            state.characters[id].engage = engage
    aboard.keep_together(world)
    note_timings(world, battle)
    warn_opening(world, "combat")
    tell(world, "battle.begins", "NW3-ROUND-01")
    yield from rounds.begin(world, battle)


def end_battle(world: Nw3World, command: EndBattle, seat: Seat) -> Procedure[None]:
    battle_of(world, "NW3-ROUND-22")
    yield from rounds.end(world, command.result)


def join_battle(world: Nw3World, command: JoinBattle, seat: Seat) -> Procedure[None]:
    battle = battle_of(world)
    character = find(world, command.character)
    near = find(world, command.engage_with) if command.engage_with else None
    if character.id in battle.members or gone(character) or not npcs.takes_part(character):
        raise Refused("invalid_target", "NW3-ROUND-01", target=character.name)
    if near is not None and near.id not in battle.members:
        raise Refused("not_in_scene", "NW3-ROUND-01", target=near.name)
    scenes.enter(world, world.state.scene, character)
    tell(world, "battle.joined", "NW3-ROUND-01", name=character.name)
    if near is not None:
        engages.join(world, character, near)
    aboard.keep_together(world)
    yield from ()


def set_hidden(world: Nw3World, command: SetHidden, seat: Seat) -> Procedure[None]:
    character = find(world, command.character)
    character.hidden = command.hidden
    if not command.hidden:
        tell(world, "battle.revealed", "NW3-ROUND-12", name=character.name)
    yield from ()


COMMANDS = (
    CommandType(StartBattle, start_battle, "NW3-ROUND-01", "referee"),
    CommandType(EndBattle, end_battle, "NW3-ROUND-22", "referee"),
    CommandType(JoinBattle, join_battle, "NW3-ROUND-01", "referee"),
    CommandType(SetHidden, set_hidden, "NW3-ROUND-12", "referee"),
)
