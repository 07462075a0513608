"""A window that both sides share: the Attacker's announces, the Defender's answers, all is final (NW3-SKILL-43).

Where only one side has anything to use, it simply uses it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.nw3.battles import uses
from rulewright.games.nw3.battles.blocks import why_not
from rulewright.games.nw3.battles.fighters import tell
from rulewright.games.nw3.battles.order import by_count
from rulewright.games.nw3.battles.usable import Usable
from rulewright.games.nw3.state import Character, Nw3World


class Window(Protocol):
    """A moment at which blocks can be used."""

    timing: str

    def blocks(self, user: Character) -> list[Usable]:
        """What this character may use now."""
        ...

    def barred(self, usable: Usable) -> str:
        """The reason for which a block of these is of no use now, or ""."""
        ...

    def facts(self, user: Character) -> dict[str, Any]:
        """What is said beside the question what to use."""
        ...

    def aim(self, user: Character, usable: Usable) -> Procedure[list[Character]]:
        """Whom a block is used on."""
        ...

    def play(self, user: Character, usable: Usable, targets: Sequence[Character]) -> Procedure[None]:
        """Use a block."""
        ...


class Announced(NamedTuple):
    """A block that somebody has said it will use."""

    user: Character
    usable: Usable
    targets: list[Character]


def hold(world: Nw3World, window: Window, ready: Mapping[str, list[Usable]], side: str) -> Procedure[None]:
    """Let everybody use blocks who can: of `side`, which attacks or acts, before the others, each side by Count.

    `ready` is what each of them can use as things are now.
    """
    battle = world.state.battle
    users = [world.state.characters[id] for id in ready]
    if len(users) > 1:
        if battle is not None:
            users = by_count(battle, users)
        first, second = ([one for one in users if (one.side == side) == own] for own in (True, False))
        if first and second:
            yield from _announced(world, window, first, second)
            return
    played = False
    for user in users:
        blocks = window.blocks(user) if played else ready[user.id]
        while blocks and (usable := (yield from _choose(world, window, user, blocks))):
            yield from window.play(user, usable, (yield from window.aim(user, usable)))
            blocks, played = window.blocks(user), True


def _choose(world: Nw3World, window: Window, user: Character, blocks: list[Usable]) -> Procedure[Usable | None]:
    barred = {one.id: reason for one in blocks if (reason := window.barred(one))}
    allowed = [one for one in blocks if one.id not in barred]
    return (yield from uses.choose(world, user, window.timing, allowed, barred, **window.facts(user)))


def _announced(world: Nw3World, window: Window, first: list[Character], second: list[Character]) -> Procedure[None]:
    """Both sides announce; nothing is paid before both have finished."""
    plans: list[Announced] = []
    for users in (first, second):
        yield from _announce(world, window, users, plans)
    house = world.state.options
    if len(second) > 1 or house.prompts == "always":  # those who said it first may have heard something new
        yield from _change(world, window, second, plans)
    if house.attacker_may_change:  # NW3-SKILL-OPEN-09
        for users in (first, second):
            yield from _change(world, window, users, plans)
    for users in (first, second):  # the Attacker's effects first
        for plan in [one for one in plans if one.user in users]:
            yield from _carry_out(world, window, plan)


def _announce(world: Nw3World, window: Window, users: list[Character], plans: list[Announced]) -> Procedure[None]:
    for user in users:
        while blocks := [one for one in window.blocks(user) if not any(_is(plan, user, one.id) for plan in plans)]:
            usable = yield from _choose(world, window, user, blocks)
            if usable is None:
                break
            targets = yield from window.aim(user, usable)
            plans.append(Announced(user, usable, targets))
            tell(world, "announce.block", "NW3-SKILL-43", name=user.name, block=usable.name,
                 targets=", ".join(one.name for one in targets))  # fmt: skip


def _is(plan: Announced, user: Character, block: str) -> bool:
    return plan.user is user and plan.usable.id == block


def _change(world: Nw3World, window: Window, users: list[Character], plans: list[Announced]) -> Procedure[None]:
    """Those who have announced something may drop it and say something else."""
    for user in users:
        mine = [one for one in plans if one.user is user]
        if not mine:
            continue
        options = tuple(Option(one.usable.id, "use.block", {"block": one.usable.name}) for one in mine)
        facts = {"name": user.name, "timing": f"timing.{window.timing}"}
        dropped = yield from ask(
            Question("simultaneous_change", user.id, options, [], "NW3-SKILL-43", facts, "several", 0, len(mine))
        )
        for plan in mine:
            if plan.usable.id in dropped:
                plans.remove(plan)
                tell(world, "announce.withdrawn", "NW3-SKILL-43", name=user.name, block=plan.usable.name)
        if dropped:
            yield from _announce(world, window, [user], plans)


def _carry_out(world: Nw3World, window: Window, plan: Announced) -> Procedure[None]:
    """Use what was announced; what can no longer be used is dropped with its reason."""
    user, usable, _ = plan
    if any(one.id == usable.id for one in window.blocks(user)) and not window.barred(usable):
        yield from window.play(*plan)
        return
    reason = window.barred(usable) or why_not(world, user, usable, window.timing) or "no_target"
    tell(world, "announce.dropped", "NW3-SKILL-43", name=user.name, block=usable.name, reason=f"refuse.{reason}")
