"""What a seat may see of a table: nobody hidden, and no numbers of the referee's characters."""

from __future__ import annotations

from collections.abc import Container, Iterator

import msgspec

from rulewright.engine.journal import Seat
from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import squares
from rulewright.games.nwo.state import Character, Declared, NwoWorld, Square

STEPS = 4
"""How finely the health of a character shows whose numbers are not told."""


class CharacterView(msgspec.Struct, frozen=True):
    """A character as a seat sees it. Numbers that are not its to know are None; then `hp` counts quarters of `hp_max`.

    `casting` is the name of the spell that it casts.
    """

    id: str
    name: str
    faction: str
    kind: str
    hp: int
    hp_max: int
    known: bool
    statuses: tuple[str, ...]
    square: Square
    size: int = 1
    flying: bool = False
    hidden: bool = False
    present: bool = True
    count: int | None = None
    done: bool = False
    casting: str = ""
    takes_effect: int | None = None
    held: tuple[str, ...] = ()
    mine: bool = False
    mp: int | None = None
    mp_max: int | None = None
    prana: int | None = None
    prana_max: int | None = None
    release: int | None = None
    critical: tuple[int, ...] | None = None
    fumble: tuple[int, ...] | None = None
    values: dict[str, int] | None = None
    aura: dict[str, int] | None = None
    worn: int | None = None
    carried: int | None = None
    lasting: tuple[str, ...] | None = None
    gear: tuple[tuple[str, str, str], ...] | None = None


class DeclaredView(msgspec.Struct, frozen=True):
    """An interrupt that waits to be resolved."""

    who: str
    thing: str
    targets: tuple[str, ...]


class View(msgspec.Struct, frozen=True):
    """The table as a seat sees it."""

    title: str
    text: str
    map: str
    victory: str
    round: int
    process: str
    acting: str
    current: int | None
    judging: str
    characters: tuple[CharacterView, ...]
    stack: tuple[DeclaredView, ...] = ()
    over: bool = False
    ended: str = ""


def view(world: NwoWorld, seat: Seat) -> View:
    """What this seat may see now."""
    state, battle, story = world.state, world.state.battle, world.scenario
    seen = [one for one in state.characters.values() if visible(one, seat)]
    acting = state.characters.get(battle.acting) if battle is not None else None
    judging = state.judging
    shown = {one.id for one in seen}
    return View(
        story.title,
        story.text,
        squares.map_of(world).name,
        battle.victory if battle is not None else story.victory,
        battle.round if battle is not None else 0,
        battle.process if battle is not None else "",
        acting.id if acting is not None and acting in seen else "",
        battle.current if battle is not None else None,
        judging.why if judging is not None and judging.who in shown else "",
        tuple(_character(world, one, seat) for one in seen),
        tuple(_declared(world, one, shown) for one in reversed(state.stack) if one.who in shown),
        state.over,
        state.last.result if state.last is not None and battle is None else "",
    )


def _declared(world: NwoWorld, one: Declared, shown: Container[str]) -> DeclaredView:
    names = tuple(world.state.characters[id].name for id in one.targets if id in shown)
    return DeclaredView(one.who, thing_name(world, one.thing), names)


def thing_name(world: NwoWorld, thing: str) -> str:
    """The name of "ability:ID" or "spell:ID"."""
    kind, _, id = thing.partition(":")
    table = world.content.spells_by_id if kind == "spell" else world.content.abilities_by_id
    return str(table[id].name)


def visible(character: Character, seat: Seat) -> bool:
    """Whether a seat sees a character at all."""
    return seat.referee or character.player == seat.id or not character.hidden


def open_numbers(character: Character, seat: Seat) -> bool:
    """Whether a seat may see the numbers: those of the referee's characters only the referee does."""
    return seat.referee or character.player == seat.id or character.kind == "pc"


def statuses(one: Character) -> tuple[str, ...]:
    """Its statuses, the worst first."""
    if one.dead:
        return ("dead",)
    found = ["apparent_death"] if one.hp <= 0 else []
    found += [name for name in ("serious", "fainted", "prone") if getattr(one, name)]
    if one.casting is not None:
        found.append("casting")
    return tuple(found)


def _character(world: NwoWorld, one: Character, seat: Seat) -> CharacterView:
    known, most = open_numbers(one, seat), standing.hp_max(one)
    hp, hp_max = (one.hp, most) if known else (_quarters(one.hp, most), STEPS)
    spells = world.content.spells_by_id
    held = [world.content.gear_by_id[thing.item].name for thing in one.gear if thing.location == "equipped"]
    common = CharacterView(
        one.id, one.name, one.faction, one.kind, hp, hp_max, known, statuses(one), one.square, one.size, one.flying,
        one.hidden, one.present, one.count, one.done,
        spells[one.casting.spell].name if one.casting is not None else "",
        one.count if one.casting is not None else None,
        (*held, *(natural.name for natural in one.natural_weapons)), one.player == seat.id,
    )  # fmt: skip
    if not known:
        return common
    names = _source_names(world, one)
    return msgspec.structs.replace(
        common, mp=one.mp, mp_max=standing.mp_max(one), prana=one.prana, prana_max=one.prana_max, release=one.release,
        critical=one.now.critical, fumble=one.now.fumble, values=dict(one.now.values), aura=dict(one.aura),
        worn=one.now.worn, carried=one.now.carried, lasting=names,
        gear=tuple(
            (thing.id, world.content.gear_by_id[thing.item].name, thing.location)
            for thing in one.gear
            if thing.location != "dropped"
        ),
    )  # fmt: skip


def _quarters(hp: int, most: int) -> int:
    return max(0, -(-hp * STEPS // most))


def _source_names(world: NwoWorld, one: Character) -> tuple[str, ...]:
    content = world.content
    tables = (content.spells_by_id, content.abilities_by_id, content.gear_by_id)
    found = []
    for effect in one.lasting:
        found.append(next((table[effect.source].name for table in tables if effect.source in table), effect.source))
    return tuple(found)


def secrets(world: NwoWorld) -> Iterator[str]:
    """Texts that only the referee may see now: names of hidden characters, and the words of mines nobody has met."""
    shown = {one.name for one in world.state.characters.values() if not one.hidden}
    yield from (one.name for one in world.state.characters.values() if one.hidden and one.name not in shown)
    for trap in squares.map_of(world).traps:
        met = f"{trap.square[0]}.{trap.square[1]}" in world.state.traps_met
        if trap.text and trap.kind == "mine" and not met:
            yield trap.text
