"""Cover Up: taking an attack for somebody else, after the damage is known (NW3-COVER)."""

from __future__ import annotations

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import damage, damage_windows, uses
from rulewright.games.nw3.battles.blocks import find_block, in_hands, why_not
from rulewright.games.nw3.battles.engages import in_engage
from rulewright.games.nw3.battles.fighters import able, incapacitated, opposing, tell
from rulewright.games.nw3.battles.ongoing import Aim, OngoingAttack, changed
from rulewright.games.nw3.battles.order import by_count
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.records.effects import CoverUp
from rulewright.games.nw3.state import Character, Nw3World, Timings
from rulewright.games.nw3.wizards.standing import rule_value

FAILED_DODGE = 2  # NW3-COVER-08
_COVER, _PASS = Option("cover", "cover.cover"), Option("pass", "cover.pass")


def why_not_cover(world: Nw3World, attack: OngoingAttack, aim: Aim, helper: Character, allowed: set[str]) -> str:
    """The reason that forbids a Cover Up, or "" (NW3-COVER-03). `allowed` are rules that an effect waives."""
    if helper is aim.defender:
        return "cannot_cover_self"
    if helper.dead or helper.retreated:
        return "dead" if helper.dead else "retreated"
    if incapacitated(helper):
        return "incapacitated"
    if not helper.pre_action and "post_action" not in allowed:
        return "post_action"
    same = helper.engage and helper.engage == aim.defender.engage
    if not same and "other_engage" not in allowed:
        return "not_same_engage"
    if world.state.caskets and bans.banned(world, helper, "cover_up"):
        return "logic_ban"
    if not aim.hit:
        return "attack_missed"
    if "any_number" not in allowed and any(other.coverer is helper for other in attack.aims):
        return "already_covering"
    own = attack.aim_at(aim.defender)
    if (own is not None and own.covers is not None) or aim.coverer is not None:
        return "target_is_covering"
    return ""


def offer(world: Nw3World, attack: OngoingAttack, hit: list[Aim], timings: Timings) -> Procedure[None]:
    """Ask who could cover a Defender that is hit, from the highest Count; the first who does counts (NW3-COVER-05)."""
    battle = world.state.battle
    if battle is None:
        return
    with_blocks = timings.get("cover_up", {})
    for aim in hit:
        if aim.covers is not None or (not aim.defender.engage and not with_blocks):
            continue
        near = in_engage(world, aim.defender.engage)
        if with_blocks:
            others = (world.state.characters[id] for id in with_blocks if id in battle.members)
            near += [one for one in others if one not in near]
        helpers = [one for one in near if one is not aim.defender and not opposing(one, aim.defender) and able(one)]
        for helper in by_count(battle, helpers) if len(helpers) > 1 else helpers:
            yield from _ask(world, attack, aim, helper, with_blocks.get(helper.id, []))
            if aim.coverer is not None:
                break


def _ask(world: Nw3World, attack: OngoingAttack, aim: Aim, helper: Character, blocks: list[str]) -> Procedure[None]:
    waived = uses.flags(helper, "cover:")
    options: tuple[Option, ...] = () if why_not_cover(world, attack, aim, helper, waived) else (_COVER,)
    for id in blocks:
        allowed = allowances(world, helper, id)
        if allowed is None or why_not_cover(world, attack, aim, helper, allowed | waived):
            continue
        usable = find_block(world, helper, id)
        if not why_not(world, helper, usable, "auto_action"):
            options += (Option(id, "cover.block", {"block": usable.name}, uses.cost_of(world, helper, usable)),)
    if not options:
        return
    amount = received(attack, aim, helper, waived)
    facts = {"name": helper.name, "target": aim.defender.name, "damage": aim.damage, "received": amount,
             "hp": helper.hp, "target_hp": aim.defender.hp}  # fmt: skip
    comes_along = aim.margin >= 0 and (attack.usable is not None or bool(attack.statuses))
    matters = aim.damage > 0 or incapacitated(aim.defender) or comes_along
    if not matters and world.state.options.prompts == "matters":
        return
    question = Question("cover_up", helper.id, (*options, _PASS), "pass", "NW3-COVER-02", facts, matters=matters)
    answer = yield from ask(question)
    if answer == "pass":
        return
    if answer != "cover":
        usable = find_block(world, helper, answer)
        if not (yield from uses.use(world, helper, usable, [aim.defender], "auto_action", attack)):
            return
    cover(world, attack, aim, helper)


def allowances(world: Nw3World, helper: Character, id: str) -> set[str] | None:
    """What a block of the helper lets a Cover Up ignore, None of one that is no Cover Up."""
    usable = in_hands(world, helper, id)
    if usable is None:
        return None
    found = [effect for effect in usable.block.effect if isinstance(effect, CoverUp)]
    return {rule for effect in found for rule in effect.allow} if found else None


def cover(world: Nw3World, attack: OngoingAttack, aim: Aim, helper: Character) -> None:
    """Declare a Cover Up; of an attack that hit the helper too, it now answers for another (NW3-COVER-04)."""
    aim.coverer = helper
    own = attack.aim_at(helper)
    if own is not None:
        own.covers = aim.defender
    tell(world, "cover.declared", "NW3-COVER-04", name=helper.name, target=aim.defender.name)


def received(attack: OngoingAttack, aim: Aim, helper: Character, allowed: set[str], amount: int | None = None) -> int:
    """The HP Damage that a helper receives: doubled where its own Dodge Check failed (NW3-COVER-08, -09)."""
    own = attack.aim_at(helper)
    doubled = own is not None and own.hit and "no_double_damage" not in allowed
    return (aim.damage if amount is None else amount) * (FAILED_DODGE if doubled else 1)


def takes_own_too(world: Nw3World) -> bool:
    """Whether the helper in an area also takes its own damage (OP-C17)."""
    return world.state.options.cover_area_mode == "double_and_own"


def receive(world: Nw3World, attack: OngoingAttack, aim: Aim, helper: Character) -> Procedure[None]:
    """The helper takes HP Damage and Bad Statuses, reduces by own effects, and is Post-Action (NW3-COVER-07, -10)."""
    allowed, reduction = uses.flags(helper, "cover:"), world.state.options.cover_reduction  # OP-C18
    if "own_defence" in allowed:
        yield from damage.defend_instead(world, attack, aim, helper)
    amount = received(attack, aim, helper, allowed, attack.hp_damage(aim, reduction != "coverer"))
    if reduction != "covered":
        changes = yield from damage_windows.reductions(world, attack, helper)
        amount = changed(amount, changes)
    yield from damage.suffer(world, attack, aim, helper, amount)
    if "keep_pre_action" not in allowed and not rule_value(world.content, helper, "no_post_action"):
        helper.pre_action, helper.count = False, 0
