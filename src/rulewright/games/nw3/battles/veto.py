"""The referee's veto on Auto Actions, where the table asks for it (NW3-ROUND-19)."""

from __future__ import annotations

from rulewright.engine.errors import Refused
from rulewright.engine.requests import Procedure, yes_no
from rulewright.games.nw3.state import Character, Nw3World


def allowed(world: Nw3World, character: Character, action: str) -> Procedure[None]:
    """Raise `Refused` "referee_refused" where the referee, who is asked by option, does not allow it."""
    if not world.state.options.gm_confirms_targets:
        return
    facts = {"name": character.name, "action": f"auto.{action}"}
    if not (yield from yes_no("auto_action_veto", "referee", default=True, rule="NW3-ROUND-19", **facts)):
        raise Refused("referee_refused", "NW3-ROUND-19")
