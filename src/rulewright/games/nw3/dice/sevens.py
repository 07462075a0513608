"""Any Seven: taking 7 instead of rolling, and who may (NW3-JUDGE-08)."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.fortresses import bans
from rulewright.games.nw3.state import Character, Nw3World


def seven_is_free(world: Nw3World, character: Character) -> bool:
    """Whether the character may take 7 without asking: the referee's always, a player's by the table's option."""
    if bans.banned(world, character, "any_seven"):
        return False
    return character.player == "referee" or world.state.options.any_seven_players == "always"


def require_seven(world: Nw3World, character: Character, why: str) -> Procedure[None]:
    """Raise `Refused` "logic_ban" or "any_seven_not_allowed" unless the character may take 7 for this Judge."""
    bans.require_allowed(world, character, "any_seven")
    if seven_is_free(world, character):
        return
    facts = {"name": character.name, "why": f"judge.{why}"}
    if world.state.options.any_seven_players == "ask_gm" and (
        yield from yes_no("allow_any_seven", "referee", default=False, rule="NW3-JUDGE-08", **facts)
    ):
        return
    raise Refused("any_seven_not_allowed", "NW3-JUDGE-08", name=character.name)
