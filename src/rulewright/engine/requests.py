"""What a procedure may ask of its driver: dice, decisions, and the result of a pure sub-procedure.

A procedure is a generator that reads like the rulebook. It yields requests and is sent the answers; it never
touches a random number generator, a clock or a socket, so one text of a rule serves play, replay, tests, odds
and simulation.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypeVar

import msgspec

from rulewright.engine.alike import Alike

if TYPE_CHECKING:
    from rulewright.engine.distribution import Distribution

T = TypeVar("T")


class ResultsAlike(Protocol):
    """A class of equal treatment for the results of several sub-procedures."""

    def merge(self, parts: Sequence[Distribution[Any]]) -> Distribution[tuple[Any, ...]]:
        """One combination of results for each class, with the weight of the class."""
        ...


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Dice fall. The answer is a tuple of faces in the order thrown.

    The dice of one roll are thrown together, so a procedure may not let their order matter; where it matters
    (a tens and a ones die) it yields two rolls. With `again` every die that shows that face or more brings
    another die, at most `depth` times in a row; those follow the first `count` faces, wave by wave.

    `alike` says which outcomes the procedure treats alike. It changes nothing in play; exact odds follow only
    one outcome of each class.
    """

    count: int
    sides: int
    rule: str = ""
    who: str = ""
    why: str = ""
    alike: Alike | None = None
    again: int = 0
    depth: int = 0
    secret: bool = False


class Option(msgspec.Struct, frozen=True):
    """One legal answer to a question: its value in the journal, words, and what it costs or does."""

    value: str
    key: str = ""
    facts: Mapping[str, Any] = {}
    cost: Mapping[str, int] = {}


class Question(msgspec.Struct, frozen=True):
    """A decision of one person.

    `kind` "choice" is answered with the value of one option; "several" with a list of them, at least `least`
    and at most `most`; "number" with a whole number from `least` to `most`; "text" with a string of at most
    `most` characters. `to` names the actor whose player decides, or "referee". A default of None means that
    somebody has to decide. `matters` is false where no option can change the outcome any more. `barred` are
    answers that exist but are not allowed now, with the reason of each, and `barred_options` those of them that have
    words; `outlook` gives exact odds for each option where the rules can tell them.
    """

    key: str
    to: str
    options: tuple[Option, ...] = ()
    default: Any = None
    rule: str = ""
    facts: Mapping[str, Any] = {}
    kind: Literal["choice", "several", "number", "text"] = "choice"
    least: int = 0
    most: int = 0
    matters: bool = True
    secret: bool = False
    barred: Mapping[str, str] = {}
    outlook: Outlook | None = None
    barred_options: tuple[Option, ...] = ()

    def refuses(self, answer: Any) -> str:
        """Why `answer` is no legal answer, or "" where it is one."""
        if self.kind == "choice":
            legal = [option.value for option in self.options]
            return "" if answer in legal and isinstance(answer, str) else f"one of {', '.join(legal)}"
        if self.kind == "number":
            fits = type(answer) is int and self.least <= answer <= self.most
            return "" if fits else f"a whole number from {self.least} to {self.most}"
        if self.kind == "text":
            fits = isinstance(answer, str) and self.least <= len(answer) <= self.most
            return "" if fits else f"a text of {self.least} to {self.most} characters"
        legal = [option.value for option in self.options]
        fits = (
            isinstance(answer, list | tuple)
            and all(isinstance(one, str) and one in legal for one in answer)
            and len(set(answer)) == len(answer)
            and self.least <= len(answer) <= self.most
        )
        return "" if fits else f"{self.least} to {self.most} of {', '.join(legal)}"


class Outlook(msgspec.Struct, frozen=True):
    """What a question's answers lead to, as a pure procedure of `args` and the answer.

    Its result is a bool, whose chance is worth showing beside each option, or a number, whose mean is.
    """

    procedure: Callable[..., Generator[Any, Any, Any]]
    args: tuple[Hashable, ...] = ()

    def call(self, answer: Hashable) -> Call:
        """The request for the result after `answer`."""
        return Call(self.procedure, (*self.args, answer))


class Ask(msgspec.Struct, frozen=True):
    """Questions open at the same time, to one or several people. The answer is a list, one for each question."""

    questions: tuple[Question, ...]


class Call(msgspec.Struct, frozen=True):
    """Run a pure sub-procedure: its result depends on `args` alone, so its odds can be merged and kept.

    The answer is what the sub-procedure returns. Arguments and results must be hashable. Where `args` are calls
    that are run in turn, `alike` says which combinations of their results the caller treats alike (see
    `together`).
    """

    procedure: Callable[..., Generator[Any, Any, Any]]
    args: tuple[Hashable, ...] = ()
    alike: ResultsAlike | None = None


Request: TypeAlias = Roll | Ask | Call
Procedure: TypeAlias = Generator[Request, Any, T]


def ask(question: Question) -> Procedure[Any]:
    """Put one question and return its answer."""
    answers = yield Ask((question,))
    return answers[0]


def yes_no(key: str, to: str, *, default: bool | None, rule: str = "", **facts: Any) -> Procedure[bool]:
    """Put one question that is answered with yes or no."""
    options = (Option("yes", "answer.yes"), Option("no", "answer.no"))
    preset = None if default is None else "yes" if default else "no"
    answer = yield from ask(Question(key, to, options, preset, rule, facts))
    return bool(answer == "yes")
