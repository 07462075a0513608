"""What a side does in a phase, played sensibly.

It finishes weak foes first without wasting more than two attackers on one, leaves the fallen alone, binds the
wounds of friends, uses Blast where it catches several, casts damaging spells from a book in hand, and runs when
there is somewhere to run and the fight is lost.
"""

from __future__ import annotations

from functools import lru_cache

from rulewright.games.cairn.actors import in_fight
from rulewright.games.cairn.attacks import against_individuals
from rulewright.games.cairn.content_dice import damage_dice
from rulewright.games.cairn.inventory import can_make_room, effective_hp
from rulewright.games.cairn.magic import spell_of
from rulewright.games.cairn.state import Actor, CairnWorld, Declaration, Fight
from rulewright.games.cairn.treatment import remedies
from rulewright.games.cairn.wounds import treatable

HELPERS = 2  # attackers that one foe is worth in a phase


class Plan:
    """One side's plan for the present phase: which foes stand, which friends fell, and what is declared already."""

    __slots__ = ("aided", "fallen", "fight", "hopeless", "ranks", "taken", "targets", "world")

    def __init__(self, world: CairnWorld, fight: Fight) -> None:
        self.world = world
        self.fight = fight
        self.targets: list[Actor] = []
        self.fallen: list[Actor] = []
        friends: list[Actor] = []
        actors, side = world.state.actors, fight.phase
        may_run = side == "party" and bool(fight.escape)
        for member in fight.members:
            actor = actors[member]
            if actor.side != side:
                if in_fight(actor):
                    self.targets.append(actor)
            elif actor.outcome != "in":
                self.fallen.append(actor)
            elif may_run and in_fight(actor):
                friends.append(actor)
        self.ranks = [(target.hp + target.STR + 2 * target.armor, target.id) for target in self.targets]
        self.taken: list[str] = []
        self.aided: set[str] = set()
        for declared in fight.declared.values():
            self._note(declared)
        self.hopeless = may_run and self._hopeless(friends)

    def declare(self, actor: Actor) -> Declaration:
        """What the actor does; what others of its side do is taken into account."""
        declared = self._declare(actor)
        self._note(declared)
        return declared

    def weapon_to_draw(self, actor: Actor) -> str:
        """The best weapon in the pack of one whose hands hold nothing to fight with, or ""."""
        if actor.monster or actor.id in self.fight.hands_changed:
            return ""
        best, best_worth = "", 0.0
        for thing in actor.items:
            item = self.world.content.items_by_id.get(thing.item)
            if item is None or not item.damage or thing.where != "pack" or thing.uses == 0:
                continue
            if (worth := _worth(item.damage)) > best_worth:
                best, best_worth = thing.id, worth
        return best

    def _note(self, declared: Declaration) -> None:
        if declared.action == "attack":
            self.taken.extend(declared.targets)
        elif declared.action == "aid":
            self.aided.update(declared.targets)

    def _hopeless(self, friends: list[Actor]) -> bool:
        """A third of the foes' numbers or less, or nobody with HP and strength against as many foes."""
        standing, foes = len(friends), len(self.targets)
        if standing * 3 <= foes:
            return True
        if foes < 2 or foes < standing:
            return False
        return all(friend.STR <= 7 and effective_hp(self.world, friend) == 0 for friend in friends)

    def _declare(self, actor: Actor) -> Declaration:
        if not self.targets:
            return Declaration(actor.id, "pass")
        if self.hopeless:
            return Declaration(actor.id, "retreat", 12)
        if actor.monster:
            return self._creature(actor)
        return self._aid(actor) or self._character(actor)

    def _aid(self, actor: Actor) -> Declaration | None:
        for friend in self.fallen:
            if friend.id not in self.aided and treatable(friend) and (thing := bandage(self.world, actor)):
                return Declaration(actor.id, "aid", item=thing, targets=(friend.id,))
        return None

    def _creature(self, actor: Actor) -> Declaration:
        best, best_worth, cooldowns = None, -1.0, self.fight.cooldowns
        for attack in self.world.content.monsters_by_id[actor.monster].attacks:
            if attack.cooldown_rounds and cooldowns.get(f"{actor.id}:{attack.id}", 0) > self.fight.round:
                continue
            worth = _worth(attack.damage)
            if attack.blast:
                worth *= len(self.targets)
            if worth > best_worth:
                best, best_worth = attack, worth
        weapon = best.id if best is not None else ""
        spread = best is not None and (best.blast or against_individuals(actor, self.targets))
        targets = self._everybody() if spread else (self._target(),)
        return Declaration(actor.id, "attack", weapon=weapon, targets=targets)

    def _character(self, actor: Actor) -> Declaration:
        """The best weapon held, the two best together, or a damaging spell from the book in hand."""
        weapon, worth, blast, second, second_worth = "", -1.0, False, "", -1.0
        for thing in actor.items:
            if thing.where != "held" or thing.uses == 0:
                continue
            item = self.world.content.items_by_id.get(thing.item)
            if item is None:
                continue
            if item.damage:
                value = _worth(item.damage) * (len(self.targets) if item.blast else 1)
                if value > worth:
                    if not blast:
                        second, second_worth = weapon, worth
                    weapon, worth, blast = thing.id, value, item.blast
                elif not item.blast and value > second_worth:
                    second, second_worth = thing.id, value
            elif item.kind in ("spellbook", "scroll"):
                spell = spell_of(self.world, thing)
                if spell is None or not spell.damage or spell.targets == "self":
                    continue
                if item.kind == "scroll" or can_make_room(self.world, actor):
                    several = spell.blast or spell.targets == "several"
                    targets = self._everybody() if several else (self._target(),)
                    return Declaration(actor.id, "cast", item=thing.id, targets=targets)
        if blast:
            return Declaration(actor.id, "attack", weapon=weapon, targets=self._everybody())
        return Declaration(actor.id, "attack", weapon=weapon, second=second, targets=(self._target(),))

    def _everybody(self) -> tuple[str, ...]:
        return tuple([target.id for target in self.targets])

    def _target(self) -> str:
        """The weakest foe that does not have its share of attackers yet."""
        best, best_rank = self.targets[0].id, 999
        for rank, target in self.ranks:
            if self.taken.count(target) >= HELPERS:
                rank += 200
            if rank < best_rank:
                best, best_rank = target, rank
        return best


def bandage(world: CairnWorld, actor: Actor) -> str:
    """Something that stabilises and is not used up, or ""."""
    for thing in remedies(world, actor):
        return thing.id
    return ""


@lru_cache(maxsize=256)
def _worth(damage: str) -> float:
    """About the mean of the highest face."""
    sides = damage_dice(damage)
    return max(sides) * (len(sides) / (len(sides) + 1.0))
