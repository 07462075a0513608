"""Pure attacks: what an answer to an attack leads to, and the whole of an attack for odds (NWO-ATTACK, NWO-PARRY)."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.engine.requests import Call, Procedure
from rulewright.games.nwo.judges.chances import reaches, surplus, valued
from rulewright.games.nwo.judges.dice import Values


class Offence(NamedTuple):
    """A hit value that stands, and the ability behind the damage with its corrections."""

    hit: int
    power: int
    corrections: int
    penalty: int
    critical: Values
    fumble: Values


class Defence(NamedTuple):
    """Who answers: evasion, defence (or resistance), and things to parry with as (id, judge, defence)."""

    evasion: int
    defence: int
    penalty: int
    critical: Values
    fumble: Values
    parries: tuple[tuple[str, int, int], ...] = ()


def damage_after(offence: Offence, defence: Defence, keep: bool, answer: str) -> Procedure[int]:
    """The damage that comes of an answer: "evade", "waive", or the id of a thing to parry with."""
    bonus = 0
    if answer != "waive":
        parry = next((one for one in defence.parries if one[0] == answer), None)
        judge, guard = (parry[1], parry[2]) if parry else (0, 0)
        numbers = (offence.hit, defence.evasion, judge, defence.penalty, defence.critical, defence.fumble, keep, 0)
        if (yield Call(reaches, numbers)):
            if parry is None:
                return 0
            bonus = guard
    strong = Call(
        valued,
        (offence.power, offence.corrections, 0, offence.penalty, offence.critical, offence.fumble, keep),
    )
    weak = Call(valued, (defence.defence + bonus, 0, 0, defence.penalty, defence.critical, defence.fumble, keep))
    damage: int = yield Call(surplus, (strong, weak))
    return damage
