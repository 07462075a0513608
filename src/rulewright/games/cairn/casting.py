"""Characters that people bring along take the place of a scenario's own."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.world import new_id
from rulewright.games.cairn.characters import character_problems, read_character, write_character
from rulewright.games.cairn.state import Actor, CairnWorld
from rulewright.games.cairn.story import Member, Scenario


def cast(scenario: Scenario, characters: Mapping[str, Actor]) -> Scenario:
    """The scenario with characters in the place of members of its party, by their ids; raises `Malformed`."""
    known = {member.id for member in scenario.party}
    for figure, actor in characters.items():
        if figure not in known:
            raise Malformed(f"nobody {figure!r} in the party", at="party", expected=f"one of {', '.join(known)}")
        if actor.kind == "npc" or actor.outcome != "in":
            raise Malformed(f"{actor.name} cannot take part", at=figure, expected="a character or hireling, in health")
    party = [_replaced(member, characters.get(member.id)) for member in scenario.party]
    return msgspec.structs.replace(scenario, party=tuple(party))


def _replaced(member: Member, actor: Actor | None) -> Member:
    if actor is None:
        return member
    return Member(
        member.id, actor.name, actor.STR, actor.DEX, actor.WIL, actor.hp, "pc" if actor.kind == "pc" else "hireling",
        member.player, gold=actor.gold, background=actor.background, role=actor.role, file=write_character(actor),
    )  # fmt: skip


def from_file(world: CairnWorld, member: Member) -> Actor:
    """The character of a member's file, under the ids of this table; raises `Malformed` for one that breaks a rule."""
    actor = read_character(member.file)
    problems = character_problems(actor, world.content, world.state.options)
    if problems:
        raise Malformed("; ".join(map(str, problems)), at=f"{member.id} ({actor.name})", expected="a correct character")
    fresh = {thing.id: new_id(world.state, thing.item) for thing in actor.items}
    for thing in actor.items:
        thing.id, thing.container = fresh[thing.id], fresh.get(thing.container, "")
    return msgspec.structs.replace(
        actor, id=member.id, side="party", player=member.player, monster="", group="", employer="", deprived_since=0
    )
