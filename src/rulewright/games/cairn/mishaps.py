"""The WIL save of a caster in danger, and what goes wrong when it fails (CRN-MAGIC-06, CRN-MAGIC-07)."""

from __future__ import annotations

import msgspec

from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.cairn.actors import tell
from rulewright.games.cairn.content_dice import roll_dice
from rulewright.games.cairn.fatigue import add_fatigue
from rulewright.games.cairn.inventory import words
from rulewright.games.cairn.loss import hurt
from rulewright.games.cairn.rolls import rolled
from rulewright.games.cairn.saves import actor_save
from rulewright.games.cairn.scenario import hostile
from rulewright.games.cairn.state import ABILITIES, Actor, CairnWorld, Carried
from rulewright.games.cairn.wounds import die

MISHAPS = ("extra_fatigue", "book_destroyed", "injury", "death", "other")
INJURIES = (*(str(amount) for amount in range(1, 13)), "1d4", "1d6", "1d8", "1d10", "1d12", "2d6", "3d6")


class Cast(msgspec.Struct, frozen=True):
    """What a casting came to: whether the spell works, and an injury that a mishap did to the caster."""

    works: bool
    injury: int = 0


def danger(world: CairnWorld, actor: Actor, thing: Carried) -> Procedure[Cast]:
    """The WIL save that the referee may ask of one who is deprived or in danger (CRN-MAGIC-06).

    In danger is who fights, and who casts in the face of hostile foes.
    """
    if not actor.deprived and world.state.fight is None and not hostile(world):
        return Cast(True)
    prompt: str = world.state.options.danger_save_prompt
    if prompt == "ask_referee":
        options = (Option("ask", "danger.ask"), Option("skip", "danger.skip"))
        facts = {"name": actor.name}
        prompt = yield from ask(Question("danger_save", "referee", options, "skip", "CRN-MAGIC-06", facts))
    if prompt in ("skip", "never"):
        return Cast(True)
    return (yield from will_or_mishap(world, actor, thing))


def will_or_mishap(world: CairnWorld, actor: Actor, thing: Carried) -> Procedure[Cast]:
    """A WIL save; on failure the referee chooses what goes wrong, and whether the spell still works."""
    if (yield from actor_save(world, actor, "WIL", "casting")):
        return Cast(True)
    tell(world, "cast.mishap", "CRN-MAGIC-06", name=actor.name)
    facts = {"name": actor.name}
    relic = thing.item in world.content.relics_by_id
    options = tuple(
        Option(mishap, f"mishap.{mishap}") for mishap in MISHAPS if not (relic and mishap == "book_destroyed")
    )
    chosen = yield from ask(
        Question("mishap", "referee", options, ["extra_fatigue"], "CRN-MAGIC-06", facts, "several", 1, len(options))
    )
    works: str = world.state.options.spell_works_on_failed_save
    if works == "ask_referee":
        still = yield from yes_no("spell_still_works", "referee", default=True, rule="CRN-MAGIC-06", name=actor.name)
        works = "yes" if still else "no"
    injury = yield from _befall(world, actor, thing, chosen)
    return Cast(works == "yes", injury)


def _befall(world: CairnWorld, actor: Actor, thing: Carried, mishaps: list[str]) -> Procedure[int]:
    """The mishaps that the referee chose, in order; returns an injury that is still to be dealt."""
    injury = 0
    if "book_destroyed" in mishaps:
        item = world.content.items_by_id[thing.item]
        if item.kind == "spellbook" and thing in actor.items:  # CRN-SCROLL-01: a scroll is gone anyway
            actor.items.remove(thing)
            tell(world, "cast.book_destroyed", "CRN-MAGIC-06", name=actor.name, **words(world, thing))
    if "extra_fatigue" in mishaps:
        yield from add_fatigue(world, actor, 1, rule="CRN-MAGIC-06")
    if "injury" in mishaps:
        injury = yield from _injury(world, actor)
    if "death" in mishaps:
        die(world, actor, "CRN-MAGIC-06")
    if "other" in mishaps:
        question = Question("mishap_other", "referee", (), "", "CRN-MAGIC-06", {"name": actor.name}, "text", 0, 500)
        text = yield from ask(question)
        tell(world, "cast.other" if text else "cast.other_untold", "CRN-MAGIC-06", name=actor.name, text=text)
    return injury


def _injury(world: CairnWorld, actor: Actor) -> Procedure[int]:
    """An injury of an amount or dice that the referee enters (CRN-MAGIC-07).

    In combat it is returned, to land with the other damage of the phase as an attack without armor; outside
    combat it goes to an ability at once.
    """
    options = tuple(Option(amount, "injury.amount", {"amount": amount}) for amount in INJURIES)
    facts = {"name": actor.name}
    amount = yield from ask(Question("mishap_injury", "referee", options, "1d4", "CRN-MAGIC-07", facts))
    if amount.isdecimal():
        injury = int(amount)
    else:
        injury = yield from rolled(roll_dice(amount), "CRN-MAGIC-07", actor.id, "injury")
    tell(world, "cast.injury", "CRN-MAGIC-07", name=actor.name, amount=injury)
    if world.state.fight is not None:
        return injury
    abilities = tuple(Option(name, f"ability.{name}", {"value": getattr(actor, name)}) for name in ABILITIES)
    ability = yield from ask(Question("injury_ability", "referee", abilities, "STR", "CRN-LOSS-01", facts))
    yield from hurt(world, actor, ability, injury, False)
    return 0
