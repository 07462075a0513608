"""What lasts on somebody: attaching, stacking by name, and ending (NWO-TIMING-14, NWO-SPELL-05 to -07)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

from rulewright.games.nwo import standing
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.state import Character, Lasting, NwoWorld

if TYPE_CHECKING:
    from rulewright.games.nwo.battles.effects import Work

Span: TypeAlias = Literal["count", "rounds", "combat", "scene"]
KEPT = ("modify_stat", "modify_judge", "modify_cf", "set_element")


def lasts_already(world: NwoWorld, bearer: Character, work: Work) -> bool:
    """Whether the same name lasts on the bearer; by option its duration begins anew (NWO-SPELL-06)."""
    there = next((one for one in bearer.lasting if one.source == work.source), None)
    if there is None:
        return False
    if world.state.options.same_name_refreshes:
        there.ends, there.last_round = _end(world, work)
    return True


def attach(world: NwoWorld, user: Character, bearer: Character, work: Work) -> None:
    """Attach what lasts of some effects; numbers add up, elements replace one another (NWO-SPELL-05)."""
    kept = [effect for effect in work.effects if effect.op in KEPT]
    if not kept or work.lasts.kind == "instant":
        return
    ends, last_round = _end(world, work)
    made = Lasting(work.source, user.id, ends, last_round)
    for effect in kept:
        if effect.op == "modify_stat":
            made.stats[effect.stat or ""] = made.stats.get(effect.stat or "", 0) + effect.amount_at(work.level)
        elif effect.op == "modify_judge":
            made.judges[effect.stat or ""] = made.judges.get(effect.stat or "", 0) + effect.amount_at(work.level)
        elif effect.op == "set_element":
            made.element = effect.element or ""
        else:
            made.critical_add += effect.critical_add
            made.critical_remove += effect.critical_remove
            made.fumble_add += effect.fumble_add
            made.fumble_remove += effect.fumble_remove
    bearer.lasting.append(made)
    standing.settled(world, bearer)
    tell(
        world, f"effect.lasts.{ends}", "NWO-TIMING-14", who=bearer, name=bearer.name, thing=work.name,
        round=last_round,
    )  # fmt: skip


def _end(world: NwoWorld, work: Work) -> tuple[Span, int]:
    battle, kind = world.state.battle, work.lasts.kind
    if kind == "rounds" and battle is not None:
        return "rounds", last_round(battle.round, work.lasts.rounds or 1)
    if kind == "rounds":
        return "scene", 0
    return "count" if kind == "instant" else kind, 0


def last_round(present: int, rounds: int) -> int:
    """The round at whose end an effect of so many rounds ends, the present one being its first (NWO-TIMING-14)."""
    return present + rounds - 1


def end_count(world: NwoWorld) -> None:
    """The current count has changed: what lasted for it ends."""
    _end_where(world, lambda one: one.ends == "count")


def end_round(world: NwoWorld, round: int) -> None:
    """A round is over: so are its counts, and what lasted up to it."""
    _end_where(world, lambda one: one.ends == "count" or (one.ends == "rounds" and one.last_round <= round))


def end_combat(world: NwoWorld) -> None:
    """The fight is over."""
    _end_where(world, lambda one: one.ends != "scene")


def end_scene(world: NwoWorld) -> None:
    """The scene is over."""
    _end_where(world, lambda one: True)


def leave(world: NwoWorld, character: Character) -> None:
    """Somebody leaves the scene, and what it bears with it ends."""
    if character.lasting:
        character.lasting.clear()
        standing.settled(world, character)


def _end_where(world: NwoWorld, over: Callable[[Lasting], bool]) -> None:
    for character in world.state.characters.values():
        if not character.lasting:
            continue
        ended = [one for one in character.lasting if over(one)]
        if not ended:
            continue
        character.lasting = [one for one in character.lasting if one not in ended]
        standing.settled(world, character)
        for one in ended if world.tell else ():
            thing = _name(world, one)
            tell(world, "effect.over", "NWO-TIMING-14", who=character, name=character.name, thing=thing)


def _name(world: NwoWorld, one: Lasting) -> str:
    content = world.content
    for table in (content.spells_by_id, content.abilities_by_id, content.gear_by_id):
        if one.source in table:
            return str(table[one.source].name)
    return "move.trap" if one.source.startswith("trap:") else one.source
