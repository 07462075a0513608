"""Windows of the damage roll: blocks before its dice, and what changes HP Damage after them (NW3-ATTACK-09, -18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import shared, targeting, uses
from rulewright.games.nw3.battles.fighters import able, disclosed, name_for_players
from rulewright.games.nw3.battles.ongoing import Aim, Change, OngoingAttack
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.battles.windows import whose, within
from rulewright.games.nw3.records import effects as kinds
from rulewright.games.nw3.state import Battle, Character, Nw3World


def damage_judges(attack: OngoingAttack) -> tuple[str, str]:
    """The kinds of Judge of the damage roll: the attacker's and the Defenders' (NW3-ATTACK-01)."""
    mine = "matk" if attack.kind == "magical" else "patk"
    return mine, "mdef" if attack.damage_kind == "magical" else "pdef"


def damage_roll(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Offer blocks of the damage roll before its dice (NW3-ATTACK-18, NW3-SKILL-24 h)."""
    battle = world.state.battle
    if battle is not None:
        uses.new_window(battle, battle.timings["damage_roll"])
        yield from _hold(world, battle, _Damage(world, attack, hit, after=False))


def hp_damage(world: Nw3World, attack: OngoingAttack, hit: list[Aim]) -> Procedure[None]:
    """Offer what raises or reduces HP Damage, now that the dice are known (NW3-ATTACK-09, -18)."""
    battle = world.state.battle
    if battle is not None and hit:
        yield from _hold(world, battle, _Damage(world, attack, hit, after=True))


def _hold(world: Nw3World, battle: Battle, window: _Damage) -> Procedure[None]:
    people = world.state.characters
    ids = [id for id in battle.timings["damage_roll"] if able(people[id])]
    ready = {id: found for id in ids if (found := window.blocks(people[id]))}
    yield from shared.hold(world, window, ready, window.attack.attacker.side)


class _Damage:
    """The window before the dice of a damage roll, or the one `after` them."""

    timing = "damage_roll"

    def __init__(self, world: Nw3World, attack: OngoingAttack, hit: list[Aim], after: bool) -> None:
        self.world = world
        self.attack = attack
        self.hit = hit
        self.after = after

    def blocks(self, user: Character) -> list[Usable]:
        """What a user may use here, with somebody whom it is about."""
        ready = uses.ready(self.world, user, "damage_roll", self.after)
        return [one for one in ready if self._concerned(user, one)[0]]

    def barred(self, usable: Usable) -> str:
        """Nothing is."""
        return ""

    def facts(self, user: Character) -> dict[str, Any]:
        """The attacker, and the HP Damage of each Defender that the user knows of."""
        told = [aim for aim in self.hit if self.after and disclosed(user, aim.defender)]
        amounts = ", ".join(f"{aim.defender.name} {aim.damage}" for aim in told) or None
        return {"why": "judge.damage", "roller": name_for_players(self.attack.attacker), "result": amounts}

    def aim(self, user: Character, usable: Usable) -> Procedure[list[Character]]:
        """Those whom the block is about, chosen where they are too many."""
        targets, most = self._concerned(user, usable)
        return targets if len(targets) <= most else (yield from uses.pick(user, usable, targets, most))

    def play(self, user: Character, usable: Usable, targets: Sequence[Character]) -> Procedure[None]:
        """Use a block, and see what HP Damage there is then."""
        yield from uses.use(self.world, user, usable, targets, "damage_roll", self.attack)
        for aim in self.hit if self.after else ():
            aim.damage = self.attack.hp_damage(aim)

    def _concerned(self, user: Character, usable: Usable) -> tuple[list[Character], int]:
        return _concerned(self.world, user, usable, self.attack, self.hit, self.after)


def reductions(world: Nw3World, attack: OngoingAttack, helper: Character) -> Procedure[list[Change]]:
    """What one who covers takes off the amount by own blocks of the damage roll (NW3-COVER-10)."""
    changes: list[Change] = []
    battle = world.state.battle
    if battle is None or helper.id not in battle.timings.get("damage_roll", {}) or not able(helper):
        return changes
    while blocks := [one for one in uses.ready(world, helper, "damage_roll") if _reduces(one, attack)]:
        facts: dict[str, Any] = {"why": "judge.damage", "roller": name_for_players(attack.attacker), "result": None}
        usable = yield from uses.choose(world, helper, "damage_roll", blocks, **facts)
        if usable is None:
            break
        before = OngoingAttack(
            attack.attacker, attack.name, attack.kind, "", "", attack.damage_kind, [helper], attack.elements
        )
        yield from uses.use(world, helper, usable, [helper], "damage_roll", before)
        changes += before.aims[0].changes
    return changes


def _concerned(
    world: Nw3World, user: Character, usable: Usable, attack: OngoingAttack, hit: list[Aim], after: bool
) -> tuple[list[Character], int]:
    """Whom a block of the damage roll can be about by its trigger, and how many of them at most.

    What changes HP Damage is about Defenders, other blocks of the attacker's Judge about the attacker.
    """
    mine, theirs = damage_judges(attack)
    trigger, target = usable.block.trigger, usable.block.target
    if trigger is None:
        return [], 0
    attacker, defenders = attack.attacker, [aim.defender for aim in hit]
    judges = trigger.judges
    if "any" in judges or mine in judges:
        concerned = defenders if after else [attacker]
        found = concerned if whose(user, attacker, trigger.whose) else []
    else:
        found = []
    if not found and ("any" in judges or theirs in judges):
        found = [one for one in defenders if whose(user, one, trigger.whose)]
    if target.kind == "self":
        return ([user] if found else []), 1
    found = [one for one in found if within(world, user, usable, one)]
    return found, targeting.most_targets(user, usable) or len(found)


def _reduces(usable: Usable, attack: OngoingAttack) -> bool:
    trigger = usable.block.trigger
    return (
        trigger is not None
        and trigger.whose in ("self", "any")
        and usable.of_damage
        and any(
            isinstance(effect, kinds.ReduceDamage) and effect.damage in ("any", attack.damage_kind)
            for effect in usable.block.effect
        )
    )
