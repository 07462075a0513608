"""Characters that people bring along take the place of a scenario's own."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.games.nwo.growth.files import write_character
from rulewright.games.nwo.state import Character
from rulewright.games.nwo.story import Member, Scenario


def cast(scenario: Scenario, characters: Mapping[str, Character]) -> Scenario:
    """The scenario with characters in the place of members of its party, by their ids; raises `Malformed`."""
    known = {member.id for member in scenario.party}
    for figure, character in characters.items():
        if figure not in known:
            raise Malformed(f"nobody {figure!r} in the party", at="party", expected=f"one of {', '.join(known)}")
        if character.kind != "pc" or character.dead:
            raise Malformed(f"{character.name} cannot take part", at=figure, expected="a living player character")
    party = [_replaced(member, characters.get(member.id)) for member in scenario.party]
    return msgspec.structs.replace(scenario, party=tuple(party))


def _replaced(member: Member, character: Character | None) -> Member:
    if character is None:
        return member
    file = write_character(character)
    return msgspec.structs.replace(member, character="", name=character.name, name_ja="", file=file)
