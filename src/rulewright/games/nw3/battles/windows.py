"""Windows around Judges: blocks before the dice and after the Result, in battle and in Scenes (NW3-SKILL-24 g, -25)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulewright.engine.requests import Procedure
from rulewright.games.nw3.battles import shared, uses
from rulewright.games.nw3.battles.after_result import changed, rolled_again, why_no_reroll
from rulewright.games.nw3.battles.blocks import in_hands, owned, why_not
from rulewright.games.nw3.battles.engages import reaches
from rulewright.games.nw3.battles.fighters import able, name_for_players, opposing
from rulewright.games.nw3.battles.ongoing import OngoingAttack, OngoingUse
from rulewright.games.nw3.battles.subjects import everybody
from rulewright.games.nw3.battles.usable import AROUND_JUDGES, JUDGES, Usable
from rulewright.games.nw3.dice import judging
from rulewright.games.nw3.dice.judges import Judge, Judged, succeeds
from rulewright.games.nw3.state import Character, Nw3World, Timings

_KINDS = (*JUDGES, "reaction")
_MOMENTS = {(timing, kind): (f"{timing}:{kind}", f"{timing}:{kind}:own") for timing in AROUND_JUDGES for kind in _KINDS}
"""Where the blocks around a Judge stand in the timings: those for anybody's, and those for one's own."""


class Moment:
    """One Judge around which blocks are used: whose, of which kind, and what it has come to, once that is known.

    `held` are the blocks for it by owner, `stat` is what it is made with; `paid` is false while its Prana is owed.
    """

    __slots__ = ("answered", "attack", "held", "judge", "kind", "outcome", "paid", "reaction", "roller", "stat",
                 "timing", "used", "world")  # fmt: skip

    def __init__(
        self,
        world: Nw3World,
        timing: str,
        kind: str,
        roller: Character,
        held: Mapping[str, Sequence[str]],
        attack: OngoingAttack | None,
        reaction: bool,
    ) -> None:
        self.world = world
        self.timing = timing
        self.kind = kind
        self.roller = roller
        self.held = held
        self.attack = attack
        self.reaction = reaction
        self.judge: Judge | None = None
        self.outcome: Judged | None = None
        self.stat = ""
        self.paid = True
        self.answered: OngoingUse | None = None
        self.used: list[str] = []

    def blocks(self, user: Character) -> list[Usable]:
        """What a user may use on this Judge now."""
        ids = self.held.get(user.id, ()) if able(user) else ()
        return _candidates(self.world, user, ids, self.roller, self.timing)

    def barred(self, usable: Usable) -> str:
        """The reason for which it cannot roll these dice again, or ""."""
        return why_no_reroll(usable, self.judge, self.outcome)

    def facts(self, user: Character) -> dict[str, Any]:
        """Whose Judge it is, and its Result if there is one."""
        result = None if self.outcome is None else self.outcome.result
        return {"why": f"judge.{self.kind}", "roller": name_for_players(self.roller), "result": result}

    def aim(self, user: Character, usable: Usable) -> Procedure[list[Character]]:
        """The user, or whose Judge it is."""
        yield from ()
        return [user] if usable.block.target.kind == "self" else [self.roller]

    def play(self, user: Character, usable: Usable, targets: Sequence[Character]) -> Procedure[None]:
        """Use a block, and see what becomes of a Result that is there."""
        world = self.world
        mark, since = f"{user.id}:{usable.id}", world.state.named
        self.used.append(mark)
        if world.state.battle is None:
            world.state.done.append(mark)
        success = yield from uses.use(world, user, usable, targets, self.timing, self.attack, self.answered)
        if self.judge is None or self.outcome is None:
            return
        self.judge, self.outcome = changed(
            world, self.roller, self.judge, self.outcome, self.stat, self.reaction, since
        )
        if success:
            self.outcome = yield from rolled_again(
                world, user, usable, self.roller, self.judge, self.outcome, self.paid
            )


def before(
    world: Nw3World,
    kind: str,
    roller: Character,
    attack: OngoingAttack | None = None,
    reaction: bool = False,
    answered: OngoingUse | None = None,
) -> Procedure[None]:
    """The window before the dice of a Judge; `answered` is the use that it is the Check of."""
    held = _held(world, "before_judge", kind, roller, reaction)
    if held and (ready := _ready(world, held, roller, "before_judge")):
        moment = Moment(world, "before_judge", kind, roller, held, attack, reaction)
        moment.answered = answered
        yield from _hold(moment, ready)


def after(
    world: Nw3World,
    roller: Character,
    judge: Judge,
    outcome: Judged,
    stat: str = "",
    attack: OngoingAttack | None = None,
    *,
    reaction: bool = False,
    paid: bool = True,
) -> Procedure[tuple[Judge, Judged]]:
    """The window after a Judge was told, before anything follows from it: the Judge and its Result then."""
    held = _held(world, "after_judge", judge.why, roller, reaction)
    if not held or not (ready := _ready(world, held, roller, "after_judge")):
        return judge, outcome
    moment = Moment(world, "after_judge", judge.why, roller, held, attack, reaction)
    moment.judge, moment.outcome, moment.stat, moment.paid = judge, outcome, stat, paid
    yield from _hold(moment, ready)
    return moment.judge, moment.outcome


def alone(
    world: Nw3World, roller: Character, judge: Judge, stat: str = "", *, reaction: bool = False
) -> Procedure[Judged]:
    """A Judge that nobody answers, with the window after it."""
    outcome = yield from judging.alone(world, roller, judge)
    _, outcome = yield from after(world, roller, judge, outcome, stat, reaction=reaction)
    return outcome


def normal(
    world: Nw3World, roller: Character, judge: Judge, stat: str = "", *, reaction: bool = False
) -> Procedure[Judged]:
    """A Normal Judge with the window after it; `succeeds` says whether it does."""
    first = yield from judging.normal(world, roller, judge)
    made, outcome = yield from after(world, roller, judge, first, stat, reaction=reaction)
    if succeeds(made, outcome) != succeeds(judge, first):
        judging.told_normal(world, roller, made, outcome)
    return outcome


def _hold(moment: Moment, ready: Mapping[str, list[Usable]]) -> Procedure[None]:
    world, attack = moment.world, moment.attack
    yield from shared.hold(world, moment, ready, moment.roller.side if attack is None else attack.attacker.side)
    battle = world.state.battle
    done = battle.done if battle is not None else world.state.done
    for mark in moment.used:  # each Judge is a window of its own (NW3-SKILL-17)
        if mark in done:
            done.remove(mark)


def _ready(
    world: Nw3World, held: Mapping[str, Sequence[str]], roller: Character, timing: str
) -> dict[str, list[Usable]]:
    """Who can use what now, of those who own a block for a Judge."""
    people = world.state.characters
    ready = {}
    for id, ids in held.items():
        user = people[id]
        if able(user) and (found := _candidates(world, user, ids, roller, timing)):
            ready[id] = found
    return ready


def _candidates(world: Nw3World, user: Character, ids: Sequence[str], roller: Character, timing: str) -> list[Usable]:
    """What of these a user may use on a Judge of the roller (NW3-SKILL-25)."""
    found = []
    for one in ids:
        usable = in_hands(world, user, one)
        trigger = None if usable is None else usable.block.trigger
        if usable is None or trigger is None or not whose(user, roller, trigger.whose):
            continue
        if not why_not(world, user, usable, timing) and within(world, user, usable, roller):
            found.append(usable)
    return found


def _held(
    world: Nw3World, timing: str, kind: str, roller: Character, reaction: bool
) -> Mapping[str, Sequence[str]] | None:
    """The blocks for this moment by owner, None if there are none: anybody's, and the roller's for its own."""
    battle = world.state.battle
    name, own_name = _MOMENTS[timing, kind]
    timings = battle.timings if battle is not None else _in_scene(world, name, own_name, roller)
    held: Mapping[str, Sequence[str]] | None = timings.get(name)
    own = timings.get(own_name)
    if own is not None and (mine := own.get(roller.id)):
        held = {roller.id: mine} if held is None else {**held, roller.id: [*held.get(roller.id, ()), *mine]}
    if reaction and kind != "dodge" and (more := _held(world, timing, "reaction", roller, False)):
        held = held or {}
        held = {id: list(dict.fromkeys([*held.get(id, ()), *more.get(id, ())])) for id in {**held, **more}}
    return held


def _in_scene(world: Nw3World, name: str, own: str, roller: Character) -> Timings:
    """Who in the Scene owns a block for this moment, where no battle lists them."""
    found: Timings = {}
    for one in dict.fromkeys([*[one.id for one in everybody(world)], roller.id]):
        for usable in owned(world, world.state.characters[one]):
            for listed in (name, own):
                if listed in usable.windows:
                    found.setdefault(listed, {}).setdefault(one, []).append(usable.id)
    return found


def whose(user: Character, roller: Character, wanted: str) -> bool:
    """Whether a Judge of the roller is one of those that a block of the user is for."""
    match wanted:
        case "self":
            return user is roller
        case "ally":
            return user is not roller and user.side == roller.side
        case "enemy":
            return opposing(user, roller)
        case _:
            return True


def within(world: Nw3World, user: Character, usable: Usable, roller: Character) -> bool:
    """Whether a block reaches whose Judge it is."""
    if user is roller or usable.block.target.kind == "self":
        return True
    return usable.block.range not in ("none", "weapon") and reaches(world, usable.block.range, user, roller)
