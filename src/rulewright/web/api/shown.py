"""What a seat may see of a table now: the state, the menu, the questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from rulewright.engine.commands import Commands, plain
from rulewright.engine.journal import Seat
from rulewright.engine.offers import Offer
from rulewright.engine.requests import Question
from rulewright.engine.words import Words
from rulewright.table.prospects import Prospect, prospects
from rulewright.table.questions import OpenQuestion
from rulewright.table.table import Table
from rulewright.table.wording import named


def of_each_game(what: str) -> msgspec.Meta:
    """Marks data whose schema is each game's own: its "view", "scenario", "command" and others of `schemas_of`."""
    return msgspec.Meta(extra_json_schema={"x-each-game": what})


class State(msgspec.Struct, frozen=True):
    """The state as the seat may see it, after entry `sequence`; `over` says that the scenario has come to its end."""

    sequence: int
    over: bool
    closed: bool
    view: Annotated[Any, of_each_game("view")]


class OfferShown(msgspec.Struct, frozen=True):
    """A legal command, its words, whom it is for, and its rule."""

    command: dict[str, Any]
    key: str
    text: str
    facts: Mapping[str, Any]
    actor: str
    rule: str


class MenuShown(msgspec.Struct, frozen=True):
    """What the seat can do now: `prompt` and legal commands, the sensible one at `default`; no offers: nothing."""

    sequence: int
    key: str
    prompt: str
    default: int
    offers: tuple[OfferShown, ...]


class OptionShown(msgspec.Struct, frozen=True):
    """A legal answer: the value to send, its words, and what it costs.

    Where odds are asked for and the rules can tell what it leads to, `chance` is that of success from 0 to 1, or `mean`
    that of a number.
    """

    value: str
    key: str
    text: str
    facts: Mapping[str, Any]
    cost: Mapping[str, int]
    chance: float | None = None
    mean: float | None = None


class QuestionShown(msgspec.Struct, frozen=True):
    """A question that waits for the seat, or for `owner`, for whom the referee may answer.

    `kind` says what answers it: "choice" the value of one option, "several" a list of `least` to `most` of them,
    "number" a whole number and "text" a text of `least` to `most`. `barred` are answers that are not allowed now,
    each with the reason. `entry` is the number of the command that asks. Where it does not matter any more `matters`
    is false. A `default` of null means that somebody has to decide. `amounts` are there with odds: what each amount of
    a number leads to.
    """

    id: str
    entry: int
    owner: str
    actor: str
    key: str
    text: str
    facts: Mapping[str, Any]
    kind: str
    options: tuple[OptionShown, ...]
    least: int
    most: int
    default: Any
    rule: str
    matters: bool
    secret: bool
    barred: Mapping[str, str]
    amounts: tuple[OptionShown, ...] = ()


class QuestionsShown(msgspec.Struct, frozen=True):
    """What is asked of the seat now, and the seats that the table waits for, as far as it may know."""

    sequence: int
    questions: tuple[QuestionShown, ...]
    waiting_for: tuple[str, ...]


class Doing(msgspec.Struct, frozen=True):
    """What a seat can do: nothing where it does not act; while somebody is `asked`, only what may interrupt that."""

    commands: Commands
    acts: bool
    asked: bool

    def allows(self, command: msgspec.Struct) -> bool:
        """Whether a command can be given now."""
        return self.acts and (not self.asked or self.commands.type_of(command).interrupts)

    def offers(self, offers: Sequence[Offer], words: Words) -> tuple[OfferShown, ...]:
        """Those of the offers that can be taken up now, in words."""
        return tuple(
            OfferShown(plain(one.command), one.key, words(one.key, one.facts), one.facts, one.actor, one.rule)
            for one in offers
            if self.allows(one.command)
        )


def doing_of(table: Table, seat: Seat) -> Doing:
    """What a seat can do at a table now."""
    asked = any(table.waiting_for(one.id) for one in table.seats if one.referee)
    return Doing(table.game.commands, not table.closed and seat.role != "spectator", asked)


def state_of(table: Table, seat: Seat) -> State:
    """The state as the seat may see it."""
    return State(table.seen_by(seat.id), table.game.over(table.world), table.closed, table.view(seat.id))


def menu_of(table: Table, seat: Seat, words: Words) -> MenuShown:
    """What the seat can do now; while somebody is asked something, only what may interrupt that."""
    doing = doing_of(table, seat)
    menu = table.menu(seat.id) if doing.acts else None
    if menu is None:
        return MenuShown(table.seen_by(seat.id), "", "", 0, ())
    offers = doing.offers(menu.offers, words)
    default = menu.default if len(offers) == len(menu.offers) else 0
    return MenuShown(table.seen_by(seat.id), menu.key, words(menu.key, menu.facts), default, offers)


def questions_of(table: Table, seat: Seat, words: Words) -> QuestionsShown:
    """What is asked of the seat now."""
    asked = tuple(_question(waiting, words) for waiting in table.open_questions(seat.id))
    return QuestionsShown(table.seen_by(seat.id), asked, tuple(table.waiting_for(seat.id)))


def _question(waiting: OpenQuestion, words: Words) -> QuestionShown:
    question = waiting.question
    return QuestionShown(
        id=waiting.id,
        entry=waiting.of,
        owner=waiting.owner,
        actor=question.to,
        key=question.key,
        text=words(question.key, question.facts),
        facts=question.facts,
        kind=question.kind,
        options=_options(question, words),
        least=question.least,
        most=question.most,
        default=question.default,
        rule=question.rule,
        matters=question.matters,
        secret=question.secret,
        barred=question.barred,
    )


def _options(question: Question, words: Words) -> tuple[OptionShown, ...]:
    return tuple(
        OptionShown(option.value, option.key, named(words, option), option.facts, option.cost)
        for option in question.options
    )


def with_odds(shown: QuestionsShown, asked: Sequence[Question]) -> QuestionsShown:
    """The same with what each option leads to, worked out from the questions themselves."""
    questions = []
    for one, question in zip(shown.questions, asked):
        found = prospects(question)
        options = tuple(
            _with(option, found[option.value]) if option.value in found else option for option in one.options
        )
        amounts = tuple(_with(OptionShown(amount, "", amount, {}, {}), prospect) for amount, prospect in found.items())
        amounts = amounts if question.kind == "number" else ()
        questions.append(msgspec.structs.replace(one, options=options, amounts=amounts))
    return msgspec.structs.replace(shown, questions=tuple(questions))


def _with(option: OptionShown, prospect: Prospect) -> OptionShown:
    value = float(prospect.value)
    return msgspec.structs.replace(option, **{"chance" if prospect.is_chance else "mean": value})
