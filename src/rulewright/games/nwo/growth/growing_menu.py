"""What somebody who grows can choose now, as offers."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.engine.offers import Offer
from rulewright.games.nwo.growth import choices, class_change
from rulewright.games.nwo.growth.class_change import ChangeClass
from rulewright.games.nwo.growth.level_up import (
    FinishLevelUp,
    LearnSpell,
    LevelUpStart,
    PickAbility,
    PlaceAura,
    RaiseAttribute,
)
from rulewright.games.nwo.people import down
from rulewright.games.nwo.state import COMBAT_STATS, Character, NwoWorld


def anybody(world: NwoWorld) -> bool:
    """Whether somebody has a level to take, or is in the middle of one."""
    return any((one.level_due or one.level_up) and not down(one) for one in world.state.characters.values())


def offers(world: NwoWorld, one: Character) -> Iterator[Offer]:
    """The next choices of a level up, or its beginning where one is due."""
    if down(one):
        return
    up = one.level_up
    if up is None:
        if one.level_due:
            yield Offer(LevelUpStart(one.id), "menu.level_up_start", {"name": one.name}, one.id, "NWO-LEVEL-02")
        return
    content = world.content
    match up.step:
        case "aura":
            for key in COMBAT_STATS:
                new = {**one.aura, key: one.aura.get(key, 0) + one.aura_total - sum(one.aura.values())}
                facts = {"name": one.name, "stat": f"stat.{key}"}
                yield Offer(PlaceAura(one.id, new), "menu.place_aura", facts, one.id, "NWO-LEVEL-05")
        case "attributes":
            for attribute in one.attributes:
                facts = {"name": one.name, "attribute": content.attributes_by_id[attribute].name}
                command = RaiseAttribute(one.id, attribute)
                yield Offer(command, "menu.raise_attribute", facts, one.id, "NWO-LEVEL-06")
        case "abilities":
            for ability in choices.open_abilities(content, one)[0]:
                level = one.abilities.get(ability.id, 0) + 1
                facts = {"name": one.name, "thing": ability.name, "level": str(level)}
                yield Offer(PickAbility(one.id, ability.id), "menu.pick_ability", facts, one.id, "NWO-LEVEL-07")
        case "spell":
            for spell in choices.open_spells(content, one):
                facts = {"name": one.name, "thing": spell.name}
                yield Offer(LearnSpell(one.id, spell.id), "menu.learn_spell", facts, one.id, "NWO-LEVEL-08")
        case _:
            facts = {"name": one.name}
            yield Offer(FinishLevelUp(one.id), "menu.finish_level_up", facts, one.id, "NWO-LEVEL-02")
            for row in content.class_:
                if not class_change.barred(content, world.state.options, one, row, one.class_change_granted):
                    change = ChangeClass(one.id, row.id)
                    named = {**facts, "class": row.name}
                    yield Offer(change, "menu.change_class", named, one.id, "NWO-CLASS-01")
