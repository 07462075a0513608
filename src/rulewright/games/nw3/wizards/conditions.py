"""What restrictions ask for: things equipped and carried, and conditions of a character (NW3-SKILL-39, -40)."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.games.nw3.records.content import Nw3Content
from rulewright.games.nw3.records.content_blocks import ENEMY, GENERAL, Skill
from rulewright.games.nw3.records.items import Item
from rulewright.games.nw3.records.matchers import ItemMatcher, Matcher
from rulewright.games.nw3.state import Character
from rulewright.games.nw3.wizards.belongings import equipped


def holds(
    content: Nw3Content, character: Character, kind: str, any_of: Sequence[Matcher], in_round: bool = False
) -> bool:
    """Whether one alternative of a restriction (equip, unequip, carry, condition) holds (NW3-SKILL-39).

    `in_round` says whether Rounds go on: only then is somebody Post-Action.
    """
    if kind == "condition":
        if len(any_of) == 1:
            return under(content, character, any_of[0], in_round)
        return any(under(content, character, one, in_round) for one in any_of)
    fitting = _fitting(content, tuple(any_of))
    for thing in character.items:
        if thing.item in fitting and not thing.lost and (kind == "carry" or thing.where == "equipped"):
            return kind != "unequip"
    return kind == "unequip"


def _fitting(content: Nw3Content, any_of: tuple[Matcher, ...]) -> frozenset[str]:
    """The items that an alternative of a restriction fits; worked out once and kept with the content."""
    known = content.__dict__.get("_fitting")
    found: frozenset[str] | None = None if known is None else known.get(any_of)
    if found is None:
        known = content.__dict__.setdefault("_fitting", {})
        fits = (item.id for item in content.item if any(matches(item, matcher) for matcher in any_of))
        found = known[any_of] = frozenset(fits)
    return found


def matches(item: Item, matcher: ItemMatcher) -> bool:
    """Whether an item fits all that the matcher names (NW3-SKILL-40)."""
    broom = item.broom
    return (
        matcher.class_ in (None, *item.classes)
        and (matcher.category in (None, item.category) or (matcher.category == "broom" and broom is not None))
        and (matcher.type in (None, item.type) or (broom is not None and matcher.type in broom.types))
        and matcher.slot in (None, item.slot)
        and matcher.item in (None, item.id)
        and matcher.general in (None, item.general)
    )


def under(content: Nw3Content, character: Character, matcher: Matcher, in_round: bool = False) -> bool:
    """Whether the character is under a condition or has a Bad Status."""
    if matcher.bad_status is not None:
        return matcher.bad_status in character.statuses
    return under_condition(content, character, matcher.condition or "", in_round)


def under_condition(content: Nw3Content, character: Character, condition: str, in_round: bool = False) -> bool:
    """Whether the character is under a condition: one of the rules, or an own word that an effect has put on it."""
    match condition:
        case "flying":
            return bool(character.flying)
        case "grounded":
            return not character.flying
        case "riding":  # NW3-BROOM-01, -02
            return character.riding is not None
        case "driver":
            return character.riding is not None and character.riding.driver
        case "passenger":
            return character.riding is not None and not character.riding.driver
        case "incapacitated":
            return character.hp == 0
        case "pre_action":
            return character.pre_action
        case "post_action":
            return in_round and not character.pre_action
        case "engaged":
            return bool(character.engage)
        case "dual_wield":  # NW3-WEAPON-04
            return in_one_hand(content, character, "weapon") == 2
        case "twin_magic":  # NW3-ENCHANT-03
            return in_one_hand(content, character, "enchantment") == 2
    if condition == "hidden" and character.hidden:
        return True
    return any(one.scope == "flag" and one.what == condition for one in character.effects)


def in_one_hand(content: Nw3Content, character: Character, kind: str) -> int:
    """How many hands hold a weapon, or an enchantment, that needs one hand."""
    held = [content.items_by_id.get(one.item) for one in equipped(character)]
    return sum(item is not None and item.slot == "one_hand" and kind in item.classes for item in held)


def secret_not_held(character: Character, skill: Skill) -> bool:
    """Whether this is a Secret skill of a class that the Wizard does not hold now (NW3-SKILL-11)."""
    if "secret" not in skill.categories or character.sheet is None:
        return False
    return skill.id in character.sheet.idle_secrets or skill.class_ not in (*character.sheet.classes, GENERAL, ENEMY)
