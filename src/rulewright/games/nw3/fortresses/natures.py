"""Whom a Logic means by its scope: Wizards, Emulators, one side or all (NW3-LOGIC-03)."""

from __future__ import annotations

from rulewright.games.nw3.casket_state import Casket, LogicScope
from rulewright.games.nw3.fortresses import position
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World


def is_wizard(world: Nw3World, character: Character) -> bool:
    """Whether somebody is a Wizard: a PC, a Guest that is nothing else, or as its record says."""
    if character.kind == "pc":
        return True
    record = position.enemy_record(world, character)
    if record is None:
        return character.sheet is not None
    return record.wizard or (record.category == "guest" and not record.emulator)


def in_scope(world: Nw3World, casket: Casket, scope: LogicScope, character: Character) -> bool:
    """Whether a Logic of this scope is about somebody; `enemies` are those of the PCs."""
    match scope:
        case "all":
            return True
        case "pcs":
            return character.kind == "pc"
        case "enemies":
            return character.side == EMULATORS
        case "wizards":
            return is_wizard(world, character)
        case "emulators":
            return position.emulator(world, character)
        case "ruler_side":
            ruler = world.state.characters.get(casket.ruler)
            return character.side == (EMULATORS if ruler is None else ruler.side)
