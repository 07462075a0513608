"""Who sits on which Broom, and how riding ends (NW3-BROOM-02 to -08).

Each rider carries its seat; the Broom names its Driver.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from rulewright.games.nw3.battles.blocks import note_timings
from rulewright.games.nw3.battles.fighters import able, gone, tell
from rulewright.games.nw3.options import Options
from rulewright.games.nw3.state import Carried, Character, Nw3World, Riding
from rulewright.games.nw3.wizards import standing

Seats: TypeAlias = list[tuple[Character, Riding | None, str]]
"""Characters with their seats and what they fly with, as they were."""


def on_broom(world: Nw3World, owner: str, broom: str) -> list[Character]:
    """Everybody on this Broom, the longest riding first."""
    riders = [
        (one.riding.since, one)
        for one in world.state.characters.values()
        if one.riding is not None and (one.riding.owner, one.riding.broom) == (owner, broom)
    ]
    return [one for _, one in sorted(riders, key=lambda rider: rider[0])]


def together(world: Nw3World, character: Character) -> list[Character]:
    """Everybody on the same Broom, or the character alone."""
    riding = character.riding
    return [character] if riding is None else on_broom(world, riding.owner, riding.broom)


def moved_with(world: Nw3World, mover: Character) -> list[Character]:
    """Who moves when somebody does: with a Driver all on the Broom, the same way (NW3-BROOM-06).

    A Passenger whom an effect moves without the Broom is on it no longer.
    """
    if mover.riding is None:
        return [mover]
    if mover.riding.driver:
        return together(world, mover)
    get_off(world, mover)
    return [mover]


def broom_of(world: Nw3World, riding: Riding) -> Carried | None:
    """The Broom of this seat, None where it is no longer equipped, lost or gone."""
    owner = world.state.characters.get(riding.owner)
    for thing in owner.items if owner is not None else ():
        if thing.id == riding.broom and thing.where == "equipped" and not thing.lost:
            return thing
    return None


def driver_of(world: Nw3World, character: Character) -> Character | None:
    """The Driver of the Broom that the character rides, or has equipped where it rides none."""
    if character.riding is not None:
        return next((one for one in together(world, character) if one.riding and one.riding.driver), None)
    return next((world.state.characters.get(thing.driver) for thing in character.items if thing.driver), None)


# ---------------------------------------------------------------- getting on and off


def get_on(world: Nw3World, character: Character, owner: Character, broom: Carried) -> None:
    """Take a seat: the first rider drives (NW3-BROOM-02); Riding and Flying without MP (NW3-BROOM-01)."""
    state, driver = world.state, not broom.driver
    state.named += 1
    character.riding = Riding(
        owner.id, broom.id, broom.item, driver, state.named, is_meant(state.options, driver)
    )  # fmt: skip
    character.flying = character.flying or "broom"
    character.progress = None
    name = world.content.items_by_id[broom.item].name
    if driver:
        broom.driver = character.id
        tell(world, "ride.driver", "NW3-BROOM-02", name=character.name, broom=name)
    else:
        driving = state.characters[broom.driver]
        character.place = driving.place
        tell(world, "ride.passenger", "NW3-BROOM-02", name=character.name, broom=name, driver=driving.name)
    _changed(world, [owner, character])


def is_meant(house: Options, driver: bool) -> bool:
    """Whether "you" in the effects of a Broom is a rider, the Driver or not (NW3-BROOM-10, NW3-SKILL-OPEN-17)."""
    return driver or house.broom_you == "all_riders"


def get_off(world: Nw3World, character: Character, key: str = "ride.off") -> None:
    """Leave one's seat; what a Driver leaves goes on as the table plays it (NW3-BROOM-07, -08)."""
    riding = character.riding
    if riding is None:
        return
    _off(world, character, key)
    settle(world)
    owner = world.state.characters.get(riding.owner)
    _changed(world, [character] if owner is None else [owner, character])


def _off(world: Nw3World, character: Character, key: str) -> None:
    riding = character.riding
    character.riding = None
    if character.flying == "broom":  # other flight goes on (NW3-BROOM-07)
        character.flying = ""
    item = world.content.items_by_id.get(riding.item) if riding is not None else None
    tell(world, key, "NW3-BROOM-08" if key == "ride.over" else "NW3-BROOM-07", name=character.name,
         broom=item.name if item is not None else "")  # fmt: skip


def settle(world: Nw3World) -> None:
    """End riding where it cannot go on: the Broom is gone, or its Driver, or a rider (NW3-BROOM-08)."""
    characters = world.state.characters.values()
    changed: list[Character] = []
    for owner, broom in dict.fromkeys((one.riding.owner, one.riding.broom) for one in characters if one.riding):
        riders = on_broom(world, owner, broom)
        changed += _settle_one(world, riders)
    _changed(world, changed)
    for character in characters:
        for thing in character.items:
            if thing.driver and not on_broom(world, character.id, thing.id):
                thing.driver = ""
                _changed(world, [character])


def _settle_one(world: Nw3World, riders: list[Character]) -> list[Character]:
    """The same for the riders of one Broom; returns those for whom something changed."""
    seat = riders[0].riding
    thing = broom_of(world, seat) if seat is not None else None
    leaving = riders if thing is None else [one for one in riders if gone(one) or not one.present]
    staying = [one for one in riders if one not in leaving]
    driver = next((one for one in staying if one.riding and one.riding.driver), None)
    if staying and thing is not None and (driver is None or not able(driver)):
        heirs = [one for one in staying if one is not driver and able(one)]
        if world.state.options.driver_lost == "next_rider" and heirs:  # NW3-SKILL-OPEN-16
            leaving = [*leaving, *([driver] if driver is not None else [])]
            _take_over(world, heirs[0], thing)
            return [*_all_off(world, leaving), heirs[0], *_owner(world, heirs[0])]
        leaving = riders
    return _all_off(world, leaving)


def _take_over(world: Nw3World, heir: Character, broom: Carried) -> None:
    if heir.riding is not None:
        heir.riding.driver = heir.riding.you = True
    broom.driver = heir.id
    tell(world, "ride.heir", "NW3-BROOM-08", name=heir.name, broom=world.content.items_by_id[broom.item].name)


def _owner(world: Nw3World, rider: Character) -> Sequence[Character]:
    owner = world.state.characters.get(rider.riding.owner) if rider.riding is not None else None
    return () if owner is None else (owner,)


def _all_off(world: Nw3World, riders: Sequence[Character]) -> list[Character]:
    for one in riders:
        _off(world, one, "ride.over")
    return list(riders)


def _changed(world: Nw3World, people: Sequence[Character]) -> None:
    """What follows from riding for the numbers and the blocks of these."""
    for one in people:
        standing.refresh(world.content, world.state.options, one)
    if people and world.state.battle is not None:
        note_timings(world, world.state.battle)


# ---------------------------------------------------------------- keeping and restoring


def seats(world: Nw3World, character: Character) -> Seats:
    """How everybody on the character's Broom sits now, to be restored later."""
    if character.riding is None:
        return []
    return [
        (one, None if one.riding is None else msgspec.structs.replace(one.riding), one.flying)
        for one in together(world, character)
    ]


def restore(world: Nw3World, before: Seats) -> None:
    """Everybody sits as before."""
    for one, riding, flying in before:
        one.riding, one.flying = riding, flying  # type: ignore[assignment]
        thing = broom_of(world, riding) if riding is not None else None
        if thing is not None and riding is not None and riding.driver:
            thing.driver = one.id
    _changed(world, [one for one, _, _ in before])


def keep_together(world: Nw3World) -> None:
    """Passengers stand where their Driver does, after the referee has placed people."""
    everybody = world.state.characters.values()
    left = set()
    for one in everybody:
        if one.riding is not None and not one.riding.driver and (driver := driver_of(world, one)) is not None:
            left.add(one.engage)
            one.engage, one.band, one.place = driver.engage, driver.band, driver.place
    for engage in left - {""}:
        alone = [one for one in everybody if one.engage == engage]
        if len(alone) == 1:
            alone[0].engage = ""  # NW3-MOVE-11
