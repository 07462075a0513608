"""What effects, healing and things to use are worth to whoever plays by policy, in HP, and on whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from rulewright.games.nwo import standing
from rulewright.games.nwo.battles import gear, targets, turns, using
from rulewright.games.nwo.battles.actions import UseAbility
from rulewright.games.nwo.battles.gear import ReadyItem, TakeFromRobe, UseItem
from rulewright.games.nwo.battles.harm import threshold
from rulewright.games.nwo.judges.purposes import Formula
from rulewright.games.nwo.people import hostile
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.gear import Item, ItemUse
from rulewright.games.nwo.records.uses import THIS_COUNT, Ability, Duration, Heal, Spell
from rulewright.games.nwo.state import COMBAT_STATS, Battle, Character, NwoWorld, Square

FALLS = 6.0
"""What it is worth to bring somebody down, in HP."""
OF_A_ROUND = 0.35
"""What a point more of a combat value is worth in a round."""
ROUNDS = {"instant": 0.3, "count": 0.3, "combat": 2.5, "scene": 2.5}
STATUSES = {"fainted": 8.0, "prone": 2.0, "serious": 10.0}
SAVED = 6.0
"""What it is worth that somebody is no longer seriously wounded, above the HP."""
RESISTED = 0.5

Worth = Callable[[Character], float]


def points(effect: Effect, level: int) -> float:
    """The mean of a number of points with its dice."""
    dice = effect.thrown
    return effect.amount_at(level) + (3.5 * dice.count + dice.plus if dice is not None else 0)


def damage(amount: float, target: Character) -> float:
    """What so much damage is worth to the other side."""
    if target.hp <= 0:
        return 0.0
    return min(amount, target.hp + 4.0) + (FALLS if target.hp <= amount else 0.0)


def healing(amount: float, one: Character, *, serious: bool, apparent_death: bool = False) -> float:
    """What so many points of healing are worth to the own side."""
    most = standing.hp_max(one)
    if one.dead or (one.hp <= 0 and not apparent_death) or (one.serious and not serious):
        return 0.0
    gained = min(amount, float(most - one.hp))
    if one.hp <= 0:
        return 14.0 + gained if one.hp + amount > 0 else 0.0
    if one.serious:
        return gained + (SAVED if one.hp + amount > threshold(most) else 0.0)
    return gained * (0.9 if one.hp <= most // 2 else 0.6)


def worth(me: Character, effects: Sequence[Effect], level: int, lasts: Duration, one: Character) -> float:
    """What effects on somebody are worth to the side of `me`."""
    return sum(_effect(effect, level, lasts, one) for effect in effects) * (-1 if hostile(me, one) else 1)


def _effect(effect: Effect, level: int, lasts: Duration, one: Character) -> float:
    """What one effect is worth to the one it works on."""
    status = effect.status or ""
    match effect.op:
        case "damage":
            return -damage(points(effect, level), one)
        case "heal":
            return healing(points(effect, level), one, serious=effect.heals_serious)
        case "add_status" if not getattr(one, status) and one.hp > 0 and not (status == "prone" and one.serious):
            return -STATUSES[status]
        case "remove_status" if getattr(one, status):
            return STATUSES[status]
        case "modify_stat" | "modify_judge" if one.hp > 0:
            fits = effect.stat in (*COMBAT_STATS, "any")
            return effect.amount_at(level) * OF_A_ROUND * _rounds(lasts) * (1.0 if fits else 0.2)
        case "modify_cf" if one.hp > 0:
            better = len(effect.critical_add) + len(effect.fumble_remove)
            worse = len(effect.fumble_add) + len(effect.critical_remove)
            return (better - worse) * _rounds(lasts)
    return 0.0


def _rounds(lasts: Duration) -> float:
    return min(3.0, float(lasts.rounds or 1)) if lasts.kind == "rounds" else ROUNDS[lasts.kind]


def of_heal(me: Character, heal: Heal, one: Character) -> float:
    """What a healing judge is worth for somebody."""
    power = heal.power
    ability = power.value or 0
    if power.stat is not None:
        ability = Formula(power.stat, power.add, power.cap or 0).of(standing.value(me, power.stat))
    value = healing(
        ability + 7.0 - me.now.penalty, one, serious=heal.heals_serious, apparent_death=heal.heals_apparent_death
    )
    return -value if hostile(me, one) else value


def of_power(me: Character, record: Ability | Spell, level: int) -> Worth:
    """What a spell that is no attack, or an ability, is worth on somebody."""

    def on(one: Character) -> float:
        if any(there.source == record.id for there in one.lasting):  # NWO-SPELL-06
            return 0.0
        value = worth(me, record.effects, level, record.lasts, one)
        if isinstance(record, Spell):
            if record.heal is not None:
                value += of_heal(me, record.heal, one)
            side = -1 if hostile(me, one) else 1
            value += side * sum(STATUSES[status] for status in record.cures if getattr(one, status))
            if record.resistable and hostile(me, one):
                value *= RESISTED
        return value

    return on


def best(
    world: NwoWorld, me: Character, aimed: targets.Aimed, on: Worth
) -> tuple[float, tuple[str, ...], Square | None]:
    """The best targets of something, and what it is worth on them."""
    if aimed.target == "square":
        places = [
            (sum(map(on, targets.on_square(world, me, aimed, square))), square)
            for square in targets.squares(world, me, aimed)
        ]
        value, square = max(places, default=(0.0, None))
        return value, (), square
    valued = sorted(((on(one), one.id) for one in targets.legal(world, me, aimed)), reverse=True)
    chosen = [(value, id) for value, id in valued[: targets.most(aimed)] if value > 0]
    return sum(value for value, _ in chosen), tuple(id for _, id in chosen), None


def abilities(world: NwoWorld, me: Character) -> Iterator[tuple[msgspec.Struct, float]]:
    """The abilities of timing normal that it can use, on the best targets."""
    for id in me.abilities:
        ability = world.content.abilities_by_id.get(id)
        if ability is None or ability.timing != "normal":
            continue
        power = using.power(world, me, f"ability:{id}")
        if using.cannot_pay(world, me, power):
            continue
        value, chosen, square = best(world, me, ability, of_power(me, ability, power.level))
        if value > 0:
            named = () if ability.target == "self" else chosen
            yield UseAbility(me.id, id, named, square), value - price(power)


def price(power: using.Power) -> float:
    """What the cost of something is worth, in HP."""
    return 0.4 * power.cost.get("prana", 0) + 0.1 * power.cost.get("mp", 0) + 0.5 * power.cost.get("hp", 0)


def items(world: NwoWorld, battle: Battle, me: Character) -> Iterator[tuple[msgspec.Struct, float]]:
    """The things that it can use now, and those that it would have to take out first."""
    for thing in me.gear:
        record = world.content.gear_by_id[thing.item]
        if thing.location == "dropped" or thing.uses == 0 or not isinstance(record, Item) or record.use is None:
            continue
        use = record.use

        def on(one: Character, use: ItemUse = use) -> float:
            value = worth(me, use.effects, 0, THIS_COUNT, one)
            value += of_heal(me, use.heal, one) if use.heal is not None else 0.0
            cured = sum(STATUSES[status] for status in use.cures if getattr(one, status))
            return value + (-cured if hostile(me, one) else cured)

        value, chosen, square = best(world, me, gear.aim_of(record), on)
        if value <= 0 or turns.why_not(world, battle, me, "use_item"):
            continue
        if thing.location in ("in_hand", "equipped"):
            yield UseItem(me.id, thing.id, () if use.target == "self" else chosen, square), value
        elif thing.location == "robe":
            yield TakeFromRobe(me.id, thing.id), value - 0.1
        else:
            yield ReadyItem(me.id, thing.id), value - 0.1
