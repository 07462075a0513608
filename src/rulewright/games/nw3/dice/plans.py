"""Plans: fixed rules that spend Prana on Judges which are run by themselves (NW3-PRANA-03 to -07).

A plan is an answer to the very questions that the rules ask: `under` runs a procedure and sends the planned answers
into it. What may be done at all is decided by the procedure alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from rulewright.engine.drivers import by_default
from rulewright.engine.requests import Ask, Call, Procedure, Question


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, cache_hash=True):
    """What one side spends Prana on, as long as it has any and the use can still matter.

    On the dice: a Fumble is cancelled first, then a fudge, then a Reroll is thought of.
    """

    cancel_fumble: Annotated[bool, Meta(description="cancel every Fumble")] = False
    fudge_to_critical: Annotated[bool, Meta(description="Fudge dice that are one off the Critical Value")] = False
    reroll_below: Annotated[int, Meta(ge=0, le=13, description="Reroll ordinary dice that show less than this")] = 0
    raises: Annotated[int, Meta(ge=0, le=20, description="Raise each Result so many times")] = 0
    raise_if_short_by: Annotated[
        int, Meta(ge=0, le=99, description="Raise a Result that lacks at most so much of one known to be enough")
    ] = 0

    def answer(self, question: Question, critical: int, raised: int) -> Any:
        """The answer to a question of one whose Critical Value is `critical`, after `raised` Raises of this Result."""
        if question.key == "dice_window":
            return self._use(question, critical) if question.matters else "pass"
        if question.key == "raise_result":
            needed = question.facts["needed"]
            short = 0 if needed is None else needed - question.facts["result"]
            wanted = raised < self.raises or 0 < short <= self.raise_if_short_by
            return "raise" if question.matters and wanted else "pass"
        return by_default(question)

    def _use(self, question: Question, critical: int) -> str:
        legal, total = {option.value for option in question.options}, question.facts["total"]
        wanted = {
            "cancel": self.cancel_fumble,
            "fudge_up": self.fudge_to_critical and total + 1 == critical,
            "fudge_down": self.fudge_to_critical and total - 1 == critical,
            "reroll": total < self.reroll_below,
        }
        return next((use for use, wants in wanted.items() if wants and use in legal), "pass")


class Planned(msgspec.Struct, frozen=True, cache_hash=True):
    """The plan of one who rolls: `who` the Judges name, the Critical Value, and the plan."""

    who: str
    critical: int
    plan: Plan


Plans: TypeAlias = tuple[Planned, ...]


def planned(plans: Plans, procedure: Callable[..., Procedure[Any]], *args: Any) -> Call:
    """A request for the result of a sub-procedure that runs under these plans."""
    return Call(under, (plans, procedure, *args)) if plans else Call(procedure, args)


def under(plans: Plans, procedure: Callable[..., Procedure[Any]], *args: Any) -> Procedure[Any]:
    """Run a procedure with its questions answered by the plans of those who are asked; others are passed on."""
    by_name = {one.who: one for one in plans}
    raised = dict.fromkeys(by_name, 0)
    running = procedure(*args)
    value: Any = None
    while True:
        try:
            request = running.send(value)
        except StopIteration as stop:
            return stop.value
        if isinstance(request, Ask) and all(question.to in by_name for question in request.questions):
            value = []
            for question in request.questions:
                one = by_name[question.to]
                value.append(one.plan.answer(question, one.critical, raised[one.who]))
                raised[one.who] += value[-1] == "raise"
        elif isinstance(request, Call) and request.alike is None:
            value = yield planned(plans, request.procedure, *request.args)
        else:
            value = yield request  # Judges that are merged have no Prana, so they ask nothing
