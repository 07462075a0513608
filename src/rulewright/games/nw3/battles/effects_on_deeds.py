"""What effects let somebody do: more actions, conditions to be in, Cover Up, Blockade; and what the referee does."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import blockade, harm, initiative, lasting
from rulewright.games.nw3.battles.effect_use import Apply, Use, amount_of, leave, term
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Character, Nw3World


def _cover_up(world: Nw3World, use: Use, effect: kinds.CoverUp, target: Character) -> Procedure[None]:
    yield from leave(world, use, effect, use.user)


def _extra_action(world: Nw3World, use: Use, effect: kinds.ExtraAction, target: Character) -> Procedure[None]:
    battle = world.state.battle
    if battle is None:
        return
    if effect.action == "main_process":
        count = (yield from amount_of(world, use, effect.set_count, target)) if effect.set_count is not None else 0
        initiative.one_more(world, battle, target, count)
    elif battle.acting == target.id:
        action = "major" if effect.action == "attack" else effect.action
        battle.granted[action] = battle.granted.get(action, 0) + 1


def _condition(world: Nw3World, use: Use, effect: kinds.Condition, target: Character) -> Procedure[None]:
    grant = effect.mode == "grant"
    match effect.condition:
        case "incapacitated":
            pass  # ends with the first HP that an effect gives (NW3-HP-06)
        case "flying" | "grounded" if grant:
            was = target.flying
            yield from leave(world, use, effect, target)
            if was and not target.flying:
                harm.land(world, target)
        case "flying":
            _end_flag(world, target, "flying")
            if target.flying:
                harm.land(world, target)
        case "grounded":
            _end_flag(world, target, "grounded")
            target.flying = target.flying or "other"
        case "pre_action" if grant:
            initiative.act_again(world, target)
        case "post_action" if grant:
            target.pre_action, target.count = False, 0
        case flag if grant:
            yield from leave(world, use, effect, target)
        case flag:
            _end_flag(world, target, flag)
            if flag == "hidden":
                target.hidden = False


def _end_flag(world: Nw3World, target: Character, flag: str) -> None:
    lasting.drop(world, target, lambda one: one.scope == "flag" and one.what == flag, told=False)


def _blockade(world: Nw3World, use: Use, effect: kinds.Blockade, target: Character) -> Procedure[None]:
    blockade.set_up(world, target, *(yield from term(world, use, effect, target)))


def _prose(world: Nw3World, use: Use, effect: kinds.Prose, target: Character) -> Procedure[None]:
    tell(world, "effect.prose", "NW3-SKILL-03", name=use.user.name, block=use.usable.name, text=effect.text)
    yield from ()


EFFECTS: Mapping[type, Apply] = {
    kinds.CoverUp: _cover_up,
    kinds.ExtraAction: _extra_action,
    kinds.Condition: _condition,
    kinds.Blockade: _blockade,
    kinds.Prose: _prose,
}
