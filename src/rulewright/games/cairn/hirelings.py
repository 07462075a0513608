"""Hirelings (CRN-HIRE): hiring, wages, control, and who follows a dead character (CRN-LOSS-06)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from rulewright.engine.commands import CommandType
from rulewright.engine.errors import Refused
from rulewright.engine.journal import Seat
from rulewright.engine.requests import Option, Procedure, Question, ask
from rulewright.games.cairn.actors import GONE, find, own, require_peace, side_of, tell
from rulewright.games.cairn.creation import create_character, create_hireling, enter_fight, join
from rulewright.games.cairn.state import Actor, CairnWorld
from rulewright.games.cairn.twins import twins

GONE_AWAY = frozenset({"routed", "fled", "surrendered"})


class Hire(msgspec.Struct, frozen=True, tag="hire", tag_field="do"):
    """Hire somebody for a character of the party, made by role or by background.

    What is left out is asked. `player` is the seat that decides for the hireling where the referee gives it
    to another than the employer's player.
    """

    employer: str
    creation: Literal["role", "background"] | None = None
    role: str = ""
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    player: Annotated[str, msgspec.Meta(max_length=60)] = ""


class PayWage(msgspec.Struct, frozen=True, tag="pay_wage", tag_field="do"):
    """The referee has the wage of a hireling paid for some periods, by the employer unless another pays."""

    hireling: str
    periods: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1
    payer: str = ""


class GiveControl(msgspec.Struct, frozen=True, tag="give_control", tag_field="do"):
    """The referee says which seat decides for a hireling."""

    hireling: str
    player: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]


class ReplaceCharacter(msgspec.Struct, frozen=True, tag="replace_character", tag_field="do"):
    """The player of a dead character goes on with a new one or takes over a hireling.

    `by` is "new" or the id of a hireling; it is asked where it is left out.
    """

    actor: str
    by: str = ""


def hire(world: CairnWorld, command: Hire, seat: Seat) -> Procedure[None]:
    employer = own(world, command.employer, seat)
    require_peace(world, "CRN-HIRE-01")
    if employer.kind != "pc":
        raise Refused("bad_value", "CRN-HIRE-04", actor=employer.name)
    if command.player and not seat.referee:  # CRN-HIRE-04: another player is the referee's word
        raise Refused("not_referee", "CRN-HIRE-04", player=command.player)
    roles = world.content.hireling_roles
    if command.role and command.role not in world.content.hireling_roles_by_id:
        raise Refused("bad_value", "CRN-HIRE-01", role=command.role)
    way: str | None = "role" if command.role else command.creation
    ways = [way for way, content in (("role", roles), ("background", world.content.backgrounds)) if content]
    if way is None:
        options = tuple(Option(one, f"hire.way.{one}") for one in ways)
        way = yield from ask(Question("hireling_creation", employer.id, options, ways[0], "CRN-HIRE-01"))
    if way not in ways:
        raise Refused("bad_value", "CRN-HIRE-01", creation=way)
    player = command.player or employer.player
    if way == "background":  # CRN-HIRE-02
        created = yield from create_character(world, employer.id, kind="hireling", name=command.name.strip())
        hired = [created.actor, *created.hirelings]
    else:
        role = command.role
        if not role:
            options = tuple(Option(one.id, "hire.role", {"wage": one.wage, "period": f"period.{one.wage_period}",
                                                         **twins(one)}) for one in roles)  # fmt: skip
            role = yield from ask(Question("hireling_role", employer.id, options, roles[0].id, "CRN-HIRE-01"))
        name = command.name.strip() or _free_name(world, world.content.hireling_roles_by_id[role].name)
        hired = [(yield from create_hireling(world, employer.id, role, name))]
    for one in hired:
        actor = join(world, one, player)
        actor.employer = employer.id
        tell(world, "hire.hired", "CRN-HIRE-04", name=actor.name, employer=employer.name)


def _free_name(world: CairnWorld, name: str) -> str:
    """The name, numbered where somebody at the table bears it already."""
    taken = {actor.name for actor in world.state.actors.values()}
    numbered = (name if number == 1 else f"{name} {number}" for number in range(1, len(taken) + 2))
    return next(one for one in numbered if one not in taken)


def _hireling(world: CairnWorld, actor_id: str, rule: str) -> Actor:
    actor = find(world, actor_id)
    if actor.outcome in GONE:
        raise Refused("dead", rule, actor=actor.name)
    if actor.kind != "hireling":
        raise Refused("bad_value", rule, actor=actor.name)
    return actor


def pay_wage(world: CairnWorld, command: PayWage, seat: Seat) -> Procedure[None]:
    hireling = _hireling(world, command.hireling, "CRN-HIRE-05")
    role = world.content.hireling_roles_by_id.get(hireling.role)
    if role is None:  # the wage is the role's
        raise Refused("bad_value", "CRN-HIRE-05", actor=hireling.name)
    payer = find(world, command.payer or hireling.employer)
    wage = role.wage * command.periods
    if payer.gold < wage:
        raise Refused("bad_value", "CRN-HIRE-05", actor=payer.name, gold=payer.gold, wage=wage)
    payer.gold -= wage
    tell(
        world, "hire.paid", "CRN-HIRE-05", name=hireling.name, payer=payer.name, wage=wage, gold=payer.gold,
        periods=command.periods, period=f"period.{role.wage_period}",
    )  # fmt: skip
    return
    yield


def give_control(world: CairnWorld, command: GiveControl, seat: Seat) -> Procedure[None]:
    hireling = _hireling(world, command.hireling, "CRN-HIRE-04")
    hireling.player = command.player
    tell(world, "hire.control", "CRN-HIRE-04", name=hireling.name, player=command.player)
    return
    yield


def free_hirelings(world: CairnWorld, dead: Actor) -> list[Actor]:
    """The hirelings that the player of a dead character may take over (CRN-LOSS-06).

    They live, are still with the party, and no other player decides for them.
    """
    return [
        actor
        for actor in side_of(world, "party")
        if actor.kind == "hireling"
        and not actor.detachment
        and actor.outcome not in GONE | GONE_AWAY
        and actor.player in (dead.player, "referee")
    ]


def may_be_replaced(actor: Actor) -> bool:
    """Whether the actor is a dead character whose place nobody has taken yet."""
    return actor.kind == "pc" and actor.outcome in GONE and not actor.replaced_by


def replace_character(world: CairnWorld, command: ReplaceCharacter, seat: Seat) -> Procedure[None]:
    dead = find(world, command.actor)
    if not seat.referee and dead.player != seat.id:
        raise Refused("not_your_actor", "CRN-GEN-06", actor=dead.name)
    if dead.replaced_by:
        raise Refused("decision_closed", "CRN-LOSS-06", actor=dead.name)
    if not may_be_replaced(dead):
        raise Refused("bad_value", "CRN-LOSS-06", actor=dead.name)
    by, free = command.by, {actor.id: actor for actor in free_hirelings(world, dead)}
    if by and by != "new" and by not in free:
        raise Refused("bad_value", "CRN-LOSS-06", actor=by)
    if not by:
        options = (
            Option("new", "replacement.new"),
            *(Option(one.id, "replacement.hireling", {"name": one.name}) for one in free.values()),
        )
        by = yield from ask(Question("replacement", dead.id, options, "new", "CRN-LOSS-06", {"name": dead.name}))
    # what the dead one carried stays with the body (CRN-LOSS-06)
    if by == "new":
        created = yield from create_character(world, dead.id)
        successor = join(world, created.actor, dead.player)
        for one in created.hirelings:
            join(world, one, dead.player).employer = successor.id
        tell(world, "replacement.joins", "CRN-LOSS-06", name=successor.name, dead=dead.name)
    else:
        successor = free[by]
        take_over(world, successor, dead.player)
    dead.replaced_by = successor.id


def take_over(world: CairnWorld, hireling: Actor, player: str) -> None:
    """A hireling becomes the character of a player with all its values (CRN-HIRE-06).

    In a fight it acts from the next party phase on (CRN-LOSS-06).
    """
    hireling.kind, hireling.player, hireling.employer = "pc", player, ""
    enter_fight(world, hireling)
    tell(world, "replacement.takes_over", "CRN-HIRE-06", name=hireling.name)


COMMANDS = (
    CommandType(Hire, hire, "CRN-HIRE-01"),
    CommandType(PayWage, pay_wage, "CRN-HIRE-05", "referee"),
    CommandType(GiveControl, give_control, "CRN-HIRE-04", "referee"),
    CommandType(ReplaceCharacter, replace_character, "CRN-LOSS-06"),
)
