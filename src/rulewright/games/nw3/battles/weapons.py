"""What a plain attack is made with: an equipped weapon, bare hands, or a natural attack of an enemy (NW3-WEAPON)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from rulewright.engine.errors import Refused
from rulewright.games.nw3.fortresses import prepared
from rulewright.games.nw3.options import Stat
from rulewright.games.nw3.records.enemies import Enemy, NaturalAttack
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.vocabulary import AttackKind
from rulewright.games.nw3.state import Carried, Character, Element, Nw3World
from rulewright.games.nw3.wizards.belongings import carrier_of, equipped, there, thing_of


class Weapon(msgspec.Struct, frozen=True):
    """A weapon in use: `bonus` goes on the damage roll (its PATK), `range` is one of weapons (NW3-WEAPON-03)."""

    id: str
    name: str
    range: str
    bonus: int = 0
    kind: AttackKind = "physical"
    damage_kind: AttackKind = "physical"
    elements: tuple[Element, ...] = ()
    status: tuple[str, int] | None = None
    item: Item | None = None
    thing: Carried | None = None


BARE_HANDS = Weapon("", "weapon.bare_hands", "close")  # NW3-WEAPON-06
_PLAIN: tuple[tuple[Weapon, Stat, Stat], ...] = (
    (Weapon("physical", "weapon.plain_physical", "close"), "pacc", "patk"),
    (Weapon("magical", "weapon.plain_magical", "close", 0, "magical", "magical"), "macc", "matk"),
)


def weapon_of(world: Nw3World, attacker: Character, id: str) -> Weapon:
    """The weapon with this id in the attacker's hands; raises `Refused`."""
    if attacker.record:
        for natural in natural_attacks(world, attacker):
            if natural.id == id:
                return natural
    if not id:
        if not world.state.options.unarmed_attack:  # NW3-SKILL-OPEN-12
            raise Refused("item_not_equipped", "NW3-WEAPON-06", item="weapon.bare_hands")
        return BARE_HANDS
    if (carried := _carried_along(world, attacker, id)) is not None:
        return _mounted(world, attacker, *carried)
    thing = thing_of(attacker, id, "NW3-WEAPON-02")
    item = world.content.items_by_id[thing.item]
    if item.broom_option is not None:
        return _mounted(world, attacker, attacker, thing)
    if thing.where != "equipped":
        raise Refused("item_not_equipped", "NW3-WEAPON-02", item=item.name)
    if "weapon" not in item.classes:
        raise Refused("restrict_use", "NW3-WEAPON-01", item=item.name)
    return of_item(item, thing)


def _carried_along(world: Nw3World, attacker: Character, id: str) -> tuple[Character, Carried] | None:
    """Something on the Broom that the attacker rides and somebody else has equipped, with that character."""
    riding = attacker.riding
    if riding is None or riding.owner == attacker.id or any(one.id == id for one in there(attacker)):
        return None
    owner = world.state.characters[riding.owner]
    found = [one for one in there(owner) if one.id == id and one.loaded == riding.broom]
    return (owner, found[0]) if found else None


def _mounted(world: Nw3World, attacker: Character, owner: Character, thing: Carried) -> Weapon:
    """A Mounted Weapon, for the one who uses its Broom; raises `Refused` (NW3-BROOM-15)."""
    item = world.content.items_by_id[thing.item]
    broom = carrier_of(owner, thing)
    if "weapon" not in item.classes:
        raise Refused("restrict_use", "NW3-WEAPON-01", item=item.name)
    if broom is None:
        raise Refused("item_not_equipped", "NW3-BROOM-15", item=item.name)
    if attacker.id != (broom.driver or owner.id):
        raise Refused("not_broom_user", "NW3-BROOM-15", name=attacker.name, item=item.name)
    return of_item(item, thing)


def mounted_weapons(world: Nw3World, character: Character) -> list[Weapon]:
    """The Mounted Weapons that the character can attack with: as the Driver, or with the Broom that nobody rides."""
    items, riding = world.content.items_by_id, character.riding
    owners = [character]
    if riding is not None and riding.driver and riding.owner != character.id:
        owners.append(world.state.characters[riding.owner])
    return [
        of_item(items[one.item], one)
        for owner in owners
        for one in owner.items
        if one.loaded and not one.lost and "weapon" in items[one.item].classes
        and (broom := carrier_of(owner, one)) is not None
        and (broom.driver or owner.id) == character.id
    ]  # fmt: skip


def of_item(item: Item, thing: Carried) -> Weapon:
    """A weapon of the content, as a character holds it (NW3-ATTACK-17)."""
    bonus = item.modifiers.get("patk", 0)
    return Weapon(thing.id, item.name, item.range or "close", bonus, item=item, thing=thing)


def held_weapons(world: Nw3World, character: Character) -> list[Weapon]:
    """Everything that the character can attack with now, bare hands last."""
    natural = natural_attacks(world, character) if character.record else ()
    items = world.content.items_by_id
    held = [of_item(items[one.item], one) for one in equipped(character) if "weapon" in items[one.item].classes]
    held += mounted_weapons(world, character)
    if natural or not world.state.options.unarmed_attack:
        return [*natural, *held]
    return [*held, BARE_HANDS]


def natural_attacks(world: Nw3World, character: Character) -> tuple[Weapon, ...]:
    """The attacks of an enemy's own: those that its record lists, or those that its stats give (NW3-ENEMY-17)."""
    enemy = prepared.known(world, Enemy, character.record)
    if enemy is None or enemy.category == "guest":
        return ()
    return tuple([_natural(attack) for attack in enemy.attacks]) or _plain(enemy)


def _plain(enemy: Enemy) -> tuple[Weapon, ...]:
    """A physical and a magical attack, each where the record has both accuracy and attack."""
    found = []
    for weapon, accuracy, attack in _PLAIN:
        if accuracy in enemy.stats and enemy.stats.get(attack, 0) > 0:
            found.append(msgspec.structs.replace(weapon, range=enemy.range))
    return tuple(found)


@lru_cache(maxsize=1024)
def _natural(attack: NaturalAttack) -> Weapon:
    status = None if attack.status is None else (attack.status, attack.rating or 0)
    elements = () if attack.element is None else (attack.element,)
    kind, damage_kind = attack.attack, attack.damage or attack.attack
    return Weapon(attack.id, attack.name, attack.range, attack.bonus, kind, damage_kind, elements, status)
