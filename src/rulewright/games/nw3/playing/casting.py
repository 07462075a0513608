"""Wizards that people bring along take the place of a scenario's own."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.world import new_id
from rulewright.games.nw3.state import WIZARDS, Character, Nw3World
from rulewright.games.nw3.story import Member, Scenario
from rulewright.games.nw3.wizards.character_files import read_character, write_character
from rulewright.games.nw3.wizards.problems import problems

UNROLLED = {"critical": 7, "fumble": 2}
"""Values of a Wizard whose own are thrown at the table (NW3-JUDGE-18)."""


def cast(scenario: Scenario, characters: Mapping[str, Character]) -> Scenario:
    """The scenario with Wizards in the place of members of its party, by their ids; raises `Malformed`."""
    known = {member.id for member in scenario.party}
    for figure in characters:
        if figure not in known:
            raise Malformed(f"nobody {figure!r} in the party", at="party", expected=f"one of {', '.join(known)}")
    party = [_replaced(member, characters.get(member.id)) for member in scenario.party]
    return msgspec.structs.replace(scenario, party=tuple(party))


def _replaced(member: Member, character: Character | None) -> Member:
    if character is None:
        return member
    sheet = character.sheet
    if sheet is None or character.dead:
        raise Malformed(f"{character.name} cannot take part", at=member.id, expected="a living Wizard")
    return Member(
        member.id, character.name, sheet.classes, sheet.elements, sheet.bonus, player=member.player,
        file=write_character(character),
    )  # fmt: skip


def from_file(world: Nw3World, member: Member) -> Character:
    """The Wizard of a member's file, under the ids of this table; raises `Malformed` for one that breaks a rule."""
    character = read_character(member.file, world.content, world.state.options)
    broken = problems(world.content, world.state.options, character)
    if broken or character.sheet is None:
        found = "; ".join(f"{one.key} {dict(one.facts)} [{one.rule}]" for one in broken) or "no Wizard"
        raise Malformed(found, at=f"{member.id} ({character.name})", expected="a correct Wizard")
    fresh = {thing.id: new_id(world.state, thing.item) for thing in character.items}
    for thing in character.items:
        thing.id, thing.loaded = fresh[thing.id], fresh.get(thing.loaded, "")
    values = {} if character.values_rolled else UNROLLED
    return msgspec.structs.replace(
        character, id=member.id, kind="pc", side=WIZARDS, player=member.player, record="", hidden=False, **values
    )
