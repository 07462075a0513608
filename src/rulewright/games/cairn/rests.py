"""Rests (CRN-HEAL, CRN-FATIGUE-06): a few moments, a night, a week in care, or some hours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask, yes_no
from rulewright.games.cairn.actors import GONE, out_of_action, own, require_peace, side_of, tell
from rulewright.games.cairn.fatigue import pass_time
from rulewright.games.cairn.healing import recover_abilities, recover_fatigue, recover_hp
from rulewright.games.cairn.scars import rested
from rulewright.games.cairn.state import DAY, HOUR, MINUTE, Actor, CairnWorld

SHORT_REST_MINUTES = 10
NIGHT_HOURS = 8
WEEK_DAYS = 7  # CRN-HEAL-05

Actors = Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class ShortRest(msgspec.Struct, frozen=True, tag="short_rest", tag_field="do"):
    """A few moments of rest and a drink of water. Only the referee says that it takes other than ten minutes."""

    actors: Actors
    minutes: Annotated[int, msgspec.Meta(ge=1, le=59)] = SHORT_REST_MINUTES


class NightRest(msgspec.Struct, frozen=True, tag="night_rest", tag_field="do"):
    """A whole night of rest. Only the referee says whether the place is `safe`; otherwise the referee is asked."""

    actors: Actors
    safe: bool | None = None


class WeekRest(msgspec.Struct, frozen=True, tag="week_rest", tag_field="do"):
    """A week in the care of an expert, or as many `days` as it lasted before it was broken off.

    Only the referee says whether there is an `expert`; otherwise a hireling who heals counts, or the referee
    is asked.
    """

    actors: Actors
    expert: bool | None = None
    days: Annotated[int, msgspec.Meta(ge=1, le=WEEK_DAYS)] = WEEK_DAYS


class RestHours(msgspec.Struct, frozen=True, tag="rest_hours", tag_field="do"):
    """The referee says that actors rested for some hours, which ends what waits for that (CRN-SCAR-09)."""

    actors: Actors
    hours: Annotated[int, msgspec.Meta(ge=1, le=24)]


def _resting(world: CairnWorld, actor_ids: Sequence[str], seat: Seat, rule: str) -> list[Actor]:
    require_peace(world, rule)
    if not actor_ids or len(set(actor_ids)) < len(actor_ids):
        raise Refused("bad_value", "CRN-GEN-06", actors=", ".join(actor_ids))
    return [own(world, actor_id, seat) for actor_id in actor_ids]


def _recovering(world: CairnWorld, actors: Sequence[Actor], rule: str) -> list[Actor]:
    """Those to whom a rest gives anything; refuses `deprived` where nobody is among them.

    The deprived gain nothing (CRN-HEAL-02), but one who is stable gets up all the same (CRN-HEAL-04).
    """
    ends = _short_rest_ends_critical(world)
    kept = [actor for actor in actors if not actor.deprived or (actor.outcome == "critical" and actor.stable and ends)]
    if not kept:
        raise Refused("deprived", rule, actor=actors[0].name)
    return kept


def _left_out(world: CairnWorld, actors: Sequence[Actor], resting: Sequence[Actor]) -> None:
    for actor in actors:
        if actor not in resting:
            tell(world, "rest.deprived", "CRN-HEAL-02", name=actor.name)


def _short_rest_ends_critical(world: CairnWorld) -> bool:
    return world.state.options.stabilised_state != "after_extended_rest"


def _rested(world: CairnWorld, actors: Sequence[Actor], rule: str) -> None:
    """What any finished rest does: HP for all but the deprived (CRN-FATIGUE-02), and the stable get up."""
    for actor in actors:
        if actor.outcome not in GONE:
            if not actor.deprived and actor.hp < actor.hp_max:
                recover_hp(world, actor, rule)
            _end_critical(world, actor)


def _end_critical(world: CairnWorld, actor: Actor, week: bool = False) -> None:
    """A stable character is up again after the rest that the table asks for (CRN-HEAL-04)."""
    waits = world.state.options.stabilised_state == "after_extended_rest" and not week
    if actor.outcome == "critical" and actor.stable and not waits:
        actor.outcome, actor.stable = "in", False
        tell(world, "heal.up_again", "CRN-HEAL-04", name=actor.name)


def short_rest(world: CairnWorld, command: ShortRest, seat: Seat) -> Procedure[None]:
    actors = _resting(world, command.actors, seat, "CRN-HEAL-01")
    if command.minutes != SHORT_REST_MINUTES and not seat.referee:
        raise Refused("not_referee", "CRN-HEAL-01", minutes=command.minutes)
    resting = _recovering(world, actors, "CRN-HEAL-02")
    tell(world, "rest.short", "CRN-HEAL-01", names=_names(actors), minutes=command.minutes)
    _left_out(world, actors, resting)
    yield from pass_time(world, command.minutes * MINUTE)
    _rested(world, resting, "CRN-HEAL-01")  # no Fatigue goes (CRN-HEAL-08)
    options = (Option("nothing", "rest.nothing"), Option("event", "rest.happens"))
    facts = {"names": _names(actors)}
    happens = yield from ask(Question("rest_event", "referee", options, "nothing", "CRN-HEAL-01", facts))
    if happens == "event":
        tell(world, "rest.disturbed", "CRN-HEAL-01", names=_names(actors))


def night_rest(world: CairnWorld, command: NightRest, seat: Seat) -> Procedure[None]:
    actors = _resting(world, command.actors, seat, "CRN-FATIGUE-06")
    if command.safe is not None and not seat.referee:
        raise Refused("not_referee", "CRN-FATIGUE-06")
    resting = _recovering(world, actors, "CRN-FATIGUE-06")
    safe = command.safe
    if safe is None:
        safe = yield from yes_no("rest_safe", "referee", default=False, rule="CRN-FATIGUE-06", names=_names(actors))
    if not safe:
        raise Refused("not_safe", "CRN-FATIGUE-06")
    tell(world, "rest.night", "CRN-FATIGUE-06", names=_names(actors))
    _left_out(world, actors, resting)
    yield from pass_time(world, NIGHT_HOURS * HOUR)
    for actor in resting:
        if actor.outcome not in GONE and not actor.deprived:
            recover_fatigue(world, actor, "CRN-FATIGUE-06")
    _rested(world, resting, "CRN-FATIGUE-06")  # the night includes a short rest
    yield from _hours(world, actors, NIGHT_HOURS)


def week_rest(world: CairnWorld, command: WeekRest, seat: Seat) -> Procedure[None]:
    actors = _resting(world, command.actors, seat, "CRN-HEAL-05")
    if command.expert is not None and not seat.referee:
        raise Refused("not_referee", "CRN-HEAL-05")
    expert = command.expert
    if expert is None:
        expert = healer(world) is not None
    if not expert and command.expert is None:  # another fitting source of expertise, or the referee's leave
        expert = yield from yes_no("rest_expert", "referee", default=False, rule="CRN-HEAL-05", names=_names(actors))
    if not expert:
        raise Refused("no_expert", "CRN-HEAL-05")
    tell(world, "rest.week", "CRN-HEAL-05", names=_names(actors), days=command.days)
    deprived = [actor.id for actor in actors if actor.deprived]
    yield from pass_time(world, command.days * DAY)
    if command.days < WEEK_DAYS:
        tell(world, "rest.broken_off", "CRN-HEAL-05", days=command.days)
    else:
        yield from _week_over(world, [actor for actor in actors if actor.outcome not in GONE], deprived)
    yield from _hours(world, actors, command.days * 24)


def healer(world: CairnWorld) -> Actor | None:
    """A hireling of the party who can act and whose role heals abilities (CRN-HEAL-05)."""
    roles = world.content.hireling_roles_by_id
    for actor in side_of(world, "party"):
        role = roles.get(actor.role)
        if role is not None and role.heals_abilities and not out_of_action(actor):
            return actor
    return None


def _week_over(world: CairnWorld, actors: Sequence[Actor], deprived: Sequence[str]) -> Procedure[None]:
    """The week counts for all who were not deprived at any moment of it, as the referee tells (CRN-HEAL-06)."""
    if not actors:
        return
    options = tuple(Option(actor.id, "actor", {"name": actor.name}) for actor in actors)
    known = [actor.id for actor in actors if actor.id in deprived or actor.deprived]
    lost = yield from ask(
        Question("week_deprived", "referee", options, known, "CRN-HEAL-06", {}, "several", 0, len(options))
    )
    for actor in actors:
        if actor.id in lost:
            tell(world, "rest.week_lost", "CRN-HEAL-06", name=actor.name)
            continue
        recover_abilities(world, actor, "CRN-HEAL-05")
        if actor.hp < actor.hp_max:  # whoever rests for a week has rested for a while
            recover_hp(world, actor, "CRN-HEAL-01")
        _end_critical(world, actor, week=True)


def rest_hours(world: CairnWorld, command: RestHours, seat: Seat) -> Procedure[None]:
    actors = _resting(world, command.actors, seat, "CRN-SCAR-09")
    tell(world, "rest.hours", "CRN-SCAR-09", names=_names(actors), hours=command.hours)
    yield from pass_time(world, command.hours * HOUR)
    _rested(world, actors, "CRN-HEAL-01")
    yield from _hours(world, actors, command.hours)


def _hours(world: CairnWorld, actors: Sequence[Actor], hours: int) -> Procedure[None]:
    for actor in actors:
        if actor.outcome not in GONE:
            yield from rested(world, actor, hours)


def _names(actors: Sequence[Actor]) -> str:
    return ", ".join(actor.name for actor in actors)


COMMANDS = (
    CommandType(ShortRest, short_rest, "CRN-HEAL-01"),
    CommandType(NightRest, night_rest, "CRN-FATIGUE-06"),
    CommandType(WeekRest, week_rest, "CRN-HEAL-05"),
    CommandType(RestHours, rest_hours, "CRN-SCAR-09", "referee"),
)
