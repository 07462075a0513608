"""The fight as a whole, in the referee's hands: setup, who joins and leaves, the end (NWO-COUNT-01, -14, -17)."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.field import square_name
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Procedure
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import casting, lasting, moving, rounds, squares
from rulewright.games.nwo.battles.squares import NamedSquare
from rulewright.games.nwo.people import battle_of, down, find, members, tell
from rulewright.games.nwo.state import Battle, Character, NwoWorld

Words = Annotated[str, msgspec.Meta(max_length=500)]
Share = Annotated[int, msgspec.Meta(ge=0, le=999)]


class StartBattle(msgspec.Struct, frozen=True, tag="start_battle", tag_field="do"):
    """Begin a fight of everybody in the scene, with its victory condition in words and places for each faction."""

    victory: Words = ""
    shares: dict[str, Share] = {}
    map: str = ""


class ConfirmBattle(msgspec.Struct, frozen=True, tag="confirm_battle", tag_field="do"):
    """Confirm who takes part and the victory condition; round 1 begins."""

    victory: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class EndBattle(msgspec.Struct, frozen=True, tag="end_battle", tag_field="do"):
    """End the fight now."""

    result: Annotated[str, msgspec.Meta(pattern="^(victory|defeat|stopped)$")] = "stopped"


class JoinBattle(msgspec.Struct, frozen=True, tag="join_battle", tag_field="do"):
    """Somebody comes into the fight, or into the scene where there is none."""

    character: str
    square: NamedSquare | None = None


class LeaveBattle(msgspec.Struct, frozen=True, tag="leave_battle", tag_field="do"):
    """Somebody is taken out of the fight and the scene at once."""

    character: str


class SetShares(msgspec.Struct, frozen=True, tag="set_shares", tag_field="do"):
    """Give the places of a square to factions as the referee sees fit."""

    shares: dict[str, Share]


class SetFaction(msgspec.Struct, frozen=True, tag="set_faction", tag_field="do"):
    """Somebody changes sides."""

    character: str
    faction: Annotated[str, msgspec.Meta(pattern="^[a-z][a-z0-9_]{0,39}$")]


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="do"):
    """Put somebody on a square, without a move."""

    character: str
    square: NamedSquare


class Reveal(msgspec.Struct, frozen=True, tag="reveal", tag_field="do"):
    """Show somebody who was hidden, or hide somebody."""

    character: str
    hidden: bool = False


def start(world: NwoWorld, command: StartBattle, seat: Seat) -> Procedure[None]:
    state = world.state
    if state.battle is not None:
        raise Refused("in_combat", "NWO-COUNT-01")
    map = command.map or world.scenario.map
    if map not in world.content.maps_by_id:
        raise Refused("bad_value", "NWO-COUNT-01", map=map)
    there = [one for one in state.characters.values() if one.present and not one.dead]
    battle = state.battle = Battle(map, command.victory.strip(), members=[one.id for one in there])
    battle.shares = even_shares(world, map, there) | command.shares
    state.moment += 1
    note_counters(world, battle)
    tell(world, "battle.begins", "NWO-COUNT-01", map=world.content.maps_by_id[map].name)
    if battle.victory or not state.options.combat_setup_step:
        yield from _begin(world, battle)
    else:
        tell(world, "battle.to_confirm", "NWO-COUNT-01")


def even_shares(world: NwoWorld, map: str, there: list[Character]) -> dict[str, int]:
    """Even places for each faction; with two, or where the referee sets them, those of the map (NWO-MOVE-02, -03)."""
    factions = list(dict.fromkeys(one.faction for one in there))
    most = world.content.maps_by_id[map].capacity_per_faction
    few = len(factions) <= 2 or world.state.options.faction_share == "gm_sets"
    return dict.fromkeys(factions, most if few else squares.share(len(factions), 2 * most))


def share_anew(world: NwoWorld, battle: Battle, were: dict[str, int]) -> None:
    """Even places again for who is there now; what the referee has set stays (NWO-MOVE-03). `were` is even before."""
    now = even_shares(world, battle.map, members(world, battle))
    battle.shares = now if battle.shares == were else now | battle.shares


def note_counters(world: NwoWorld, battle: Battle) -> None:
    """Who is asked in windows, how many can interrupt and how many cast: windows that nobody can use cost nothing."""
    there = members(world, battle)
    battle.polled = [one.id for one in there if one.kind == "pc"] + [one.id for one in there if one.kind == "npc"]
    battle.counters = sum(bool(one.now.held) for one in there)
    battle.casters = sum(one.casting is not None for one in there)


def _begin(world: NwoWorld, battle: Battle) -> Procedure[None]:
    if battle.victory:
        tell(world, "battle.victory", "NWO-COUNT-01", text=battle.victory)
    battle.process = "counts"
    yield from rounds.advance(world)


def confirm(world: NwoWorld, command: ConfirmBattle, seat: Seat) -> Procedure[None]:
    battle = battle_of(world, "NWO-COUNT-01")
    if battle.process != "setup":
        raise Refused("in_combat", "NWO-COUNT-01")
    if not command.victory.strip():
        raise Refused("bad_value", "NWO-COUNT-01", victory=command.victory)
    battle.victory = command.victory.strip()
    yield from _begin(world, battle)


def end(world: NwoWorld, command: EndBattle, seat: Seat) -> Procedure[None]:
    battle_of(world, "NWO-COUNT-17")
    yield from ()
    rounds.end(world, command.result)


def join(world: NwoWorld, command: JoinBattle, seat: Seat) -> Procedure[None]:
    character, battle = find(world, command.character), world.state.battle
    if character.dead:
        raise Refused("dead", "NWO-COUNT-14", name=character.name)
    if battle is not None and character.id in battle.members:
        raise Refused("bad_value", "NWO-COUNT-14", name=character.name)
    if command.square is not None:
        require_room(world, character, command.square)
        character.square = command.square
    character.present = True
    tell(world, "battle.joins", "NWO-COUNT-14", who=character, name=character.name)
    if battle is None:
        return
    were = even_shares(world, battle.map, members(world, battle))
    battle.members.append(character.id)
    share_anew(world, battle, were)
    note_counters(world, battle)
    character.count, character.done = None, False
    if battle.process != "setup" and world.state.options.late_joiner == "roll_now" and not down(character):
        yield from rounds.roll_count(world, battle, character)


def leave(world: NwoWorld, command: LeaveBattle, seat: Seat) -> Procedure[None]:
    character, battle = find(world, command.character), world.state.battle
    if not character.present:
        raise Refused("no_target", "NWO-COUNT-14", name=character.name)
    casting.begin(world, character, None)
    lasting.leave(world, character)  # NWO-TIMING-14
    character.present = False
    character.count, character.done = None, False
    tell(world, "battle.leaves", "NWO-COUNT-14", who=character, name=character.name)
    if battle is not None and character.id in battle.members:
        were = even_shares(world, battle.map, members(world, battle))
        battle.members.remove(character.id)
        share_anew(world, battle, were)
        note_counters(world, battle)
        yield from rounds.carry_on(world)


def set_shares(world: NwoWorld, command: SetShares, seat: Seat) -> Procedure[None]:
    battle = battle_of(world, "NWO-MOVE-03")
    if not command.shares:
        raise Refused("bad_value", "NWO-MOVE-03")
    yield from ()
    battle.shares = battle.shares | command.shares
    for faction, places in command.shares.items():
        tell(world, "battle.share", "NWO-MOVE-03", faction=f"faction.{faction}", places=places)


def set_faction(world: NwoWorld, command: SetFaction, seat: Seat) -> Procedure[None]:
    character, battle = find(world, command.character), world.state.battle
    yield from ()
    were = even_shares(world, battle.map, members(world, battle)) if battle is not None else {}
    character.faction = command.faction
    if battle is not None:
        share_anew(world, battle, were)
    tell(
        world, "battle.faction", "NWO-MOVE-11", who=character, name=character.name, faction=f"faction.{command.faction}"
    )


def require_room(world: NwoWorld, character: Character, square: tuple[int, int]) -> None:
    """Raise `Refused` for a square that is not there, or has no room left for the character's side."""
    moving.require_square(world, square)
    if square in squares.ground_of(world, character).full:
        raise Refused("square_full", "NWO-MOVE-06", name=character.name)


def place(world: NwoWorld, command: Place, seat: Seat) -> Procedure[None]:
    character = find(world, command.character)
    require_room(world, character, command.square)
    yield from ()
    character.square = command.square
    tell(
        world, "battle.placed", "NWO-MOVE-07", who=character, name=character.name,
        square=square_name(*command.square),
    )  # fmt: skip


def reveal(world: NwoWorld, command: Reveal, seat: Seat) -> Procedure[None]:
    character = find(world, command.character)
    yield from ()
    character.hidden = command.hidden
    standing.settled(world, character)
    if not command.hidden:
        tell(world, "battle.appears", "NWO-COUNT-01", name=character.name)


COMMANDS = (
    CommandType(StartBattle, start, "NWO-COUNT-01", who="referee"),
    CommandType(ConfirmBattle, confirm, "NWO-COUNT-01", who="referee"),
    CommandType(EndBattle, end, "NWO-COUNT-17", who="referee"),
    CommandType(JoinBattle, join, "NWO-COUNT-14", who="referee"),
    CommandType(LeaveBattle, leave, "NWO-COUNT-14", who="referee"),
    CommandType(SetShares, set_shares, "NWO-MOVE-03", who="referee"),
    CommandType(SetFaction, set_faction, "NWO-MOVE-11", who="referee"),
    CommandType(Place, place, "NWO-MOVE-07", who="referee"),
    CommandType(Reveal, reveal, "NWO-COUNT-01", who="referee"),
)
