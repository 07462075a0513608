"""Effects as content packs describe them, carried out on characters (NWO-TIMING-14, NWO-SPELL-05, -06, -16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from rulewright.engine.events import REFEREE
from rulewright.engine.requests import Procedure, Question, Roll, ask
from rulewright.games.nwo.battles import harm, lasting
from rulewright.games.nwo.judges import contests
from rulewright.games.nwo.people import tell
from rulewright.games.nwo.records.effects import Effect
from rulewright.games.nwo.records.uses import Ability, Duration, Spell
from rulewright.games.nwo.state import Character, NwoWorld

COUNT = Duration(kind="count")


class Work(msgspec.Struct, frozen=True):
    """Effects and where they come from: a name for people, `source` for stacking, the level, how long they last."""

    source: str
    name: str
    effects: tuple[Effect, ...]
    level: int = 0
    lasts: Duration = COUNT


class Written(Protocol):
    """Anything with a text for the referee to resolve."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str | None: ...


def of(record: Ability | Spell, level: int = 0) -> Work:
    """The effects of an ability or a spell."""
    return Work(record.id, record.name, record.effects, level, record.lasts)


def apply(
    world: NwoWorld, user: Character, work: Work, on: Sequence[Character], when: tuple[str, ...] = ("effect",)
) -> Procedure[None]:
    """Carry out the effects of `work` on everybody in `on`; `when` is what has happened to them (NWO-SPELL-16)."""
    for target in on:
        if target.dead:
            continue
        if lasting.lasts_already(world, target, work):
            tell(world, "effect.same_name", "NWO-SPELL-06", who=target, name=target.name, thing=work.name)
            continue
        lasting.attach(world, user, target, work)
        for effect in work.effects:
            if effect.on in when and effect.op in NOW:
                yield from NOW[effect.op](world, user, target, work, effect)


def _status(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    if effect.status:
        yield from harm.put_status(world, target, effect.status)


def _no_status(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    yield from ()
    if effect.status:
        harm.take_status(world, target, effect.status)


def _amount(user: Character, work: Work, effect: Effect) -> Procedure[int]:
    """A number of points with its dice (`amount` or `dice`, and more by the level)."""
    amount, dice = effect.amount_at(work.level), effect.thrown
    if dice is not None:
        amount += dice.plus
        if dice.count:
            faces = yield Roll(dice.count, 6, "NWO-TIMING-14", user.id, "effect")
            amount += sum(faces)
    return max(0, amount)


def _damage(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    amount = yield from _amount(user, work, effect)
    tell(world, "effect.damage", "NWO-STATUS-01", who=target, name=target.name, points=amount, thing=work.name)
    yield from harm.lose(world, target, amount)


def _heal(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    amount = yield from _amount(user, work, effect)
    yield from harm.heal(world, target, amount, serious=effect.heals_serious)


def _reroll(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    yield from ()
    if world.state.judging is not None:
        world.state.judging.reroll = True
        tell(world, "effect.reroll", "NWO-TIMING-04", who=target, name=target.name, thing=work.name)


def _dispel(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    """Undo the spell that is being activated (NWO-CAST-16)."""
    judging = world.state.judging
    if judging is None or judging.dispelled:
        return
    won = True
    if effect.contest == "magic":
        won = yield from contests.magic_against_magic(world, user, target)
    judging.dispelled = won
    tell(
        world, "cast.dispelled" if won else "cast.dispel_failed", "NWO-CAST-16", who=target, name=target.name,
        user=user.name,
    )  # fmt: skip


def _text(world: NwoWorld, user: Character, target: Character, work: Work, effect: Effect) -> Procedure[None]:
    """The referee says what comes of it (NWO-SPELL-13)."""
    facts = {"text": effect.text or "", "thing": work.name, "name": target.name, "user": user.name}
    outcome = yield from ask(Question("text_effect", REFEREE, (), "", "NWO-SPELL-13", facts, "text", 0, 500))
    tell(world, "effect.text", "NWO-SPELL-13", who=target, name=target.name, thing=work.name, text=effect.text or "")
    if outcome:
        tell(world, "effect.ruled", "NWO-SPELL-13", who=target, name=target.name, thing=work.name, text=outcome)


NOW: dict[str, Callable[[NwoWorld, Character, Character, Work, Effect], Procedure[None]]] = {
    "add_status": _status,
    "remove_status": _no_status,
    "damage": _damage,
    "heal": _heal,
    "reroll": _reroll,
    "dispel": _dispel,
    "text": _text,
}
"""What happens at once; the other kinds last and are attached to their bearer."""


def tell_text(world: NwoWorld, user: Character, written: Written) -> None:
    """Tell the words of something that has any, for the referee to resolve."""
    if written.text:
        tell(world, "effect.words", "NWO-SPELL-13", who=user, name=user.name, thing=written.name, text=written.text)


def hp_paid(world: NwoWorld, character: Character) -> None:
    """HP were paid as a cost, which never brings them to 0; the wound is looked at again (NWO-STATUS-02)."""
    harm.settle_wound(world, character)
