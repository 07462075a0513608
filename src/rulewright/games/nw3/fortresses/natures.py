"""What characters are: by which record the referee built them, Wizards, Emulators, on whose side (NW3-ENEMY-01)."""

from __future__ import annotations

from rulewright.games.nw3.casket_state import Casket, LogicScope
from rulewright.games.nw3.records.enemies import Enemy
from rulewright.games.nw3.state import EMULATORS, Character, Nw3World


def record_of(world: Nw3World, character: Character) -> Enemy | None:
    """The record that a character of the referee was made from; None of one that was made from none."""
    found: Enemy | None = world.content.enemies_by_id.get(character.record)
    return found


def is_emulator(world: Nw3World, character: Character) -> bool:
    """Whether somebody is an Emulator: as its record says, without one by its side."""
    record = record_of(world, character)
    return record.emulator if record is not None else character.side == EMULATORS


def is_wizard(world: Nw3World, character: Character) -> bool:
    """Whether somebody is a Wizard: a PC, a Guest that is nothing else, or as its record says."""
    if character.kind == "pc":
        return True
    record = record_of(world, character)
    if record is None:
        return character.sheet is not None
    return record.wizard or (record.category == "guest" and not record.emulator)


def in_scope(world: Nw3World, casket: Casket, scope: LogicScope, character: Character) -> bool:
    """Whether a Logic of this scope is about somebody (NW3-LOGIC-03); `enemies` are those of the PCs."""
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
            return is_emulator(world, character)
        case "ruler_side":
            ruler = world.state.characters.get(casket.ruler)
            return character.side == (EMULATORS if ruler is None else ruler.side)
