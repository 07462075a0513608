"""What each choice of a seat leads to, with pictures: whom it does what, and the best answer where the rules know it.

A player's odds are worked out from what that player may know of the table (`Game.known`), so that no figure that the
board hides can be read off them.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.board import Board
from rulewright.engine.commands import plain
from rulewright.engine.journal import Seat, opened_in
from rulewright.engine.requests import Question
from rulewright.engine.words import Words
from rulewright.engine.world import pack
from rulewright.store.rows import Row
from rulewright.table.chances import Asked, Fate, Outlook, asked
from rulewright.table.moments import Moment, outlook_of_answer, outlook_of_command
from rulewright.table.outlooks import answers, anyway
from rulewright.table.percent import percent
from rulewright.table.prospects import Prospect, advice
from rulewright.table.table import Table
from rulewright.table.wording import cost, named
from rulewright.web.computing.odds_desk import Key, Left, One, Work
from rulewright.web.drawing import charts
from rulewright.web.live.past import history_of
from rulewright.web.live.room import Room
from rulewright.web.live.turn import offered
from rulewright.web.people.links import seat_path
from rulewright.web.views import Look, Page
from rulewright.web.visit import Visit

MOST_AMOUNTS = 24
"""Amounts of harm that have a column of their own."""

SMALL = 50
"""How tall the columns of a small chart are."""


class FatePart(msgspec.Struct, frozen=True):
    """What may become of one figure: in words, and drawn."""

    name: str
    told: tuple[str, ...]
    out: Markup
    harm: Markup
    rows: tuple[tuple[str, str], ...]


class ChoicePart(msgspec.Struct, frozen=True):
    """One choice with what it leads to; `left` says why it is not known (yet)."""

    name: str
    cost: str
    sampled: bool
    left: str
    fates: tuple[FatePart, ...]


class OddsPage(Page, frozen=True, kw_only=True):
    """The odds of what is asked now."""

    template: ClassVar[str] = "odds.html"
    base: str
    title: str
    text: str
    done: int
    count: int = 0
    choices: tuple[ChoicePart, ...]
    quiet: tuple[str, ...] = ()
    always: tuple[FatePart, ...] = ()
    advised: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    samples: int = 0
    none: str = ""


class OddsPart(OddsPage, frozen=True, kw_only=True):
    """Only the odds, for the table page."""

    template: ClassVar[str] = "parts/odds.html"


class Put(msgspec.Struct, frozen=True):
    """What is asked of a seat, taken from the table while it stood still: enough to work elsewhere."""

    key: Key
    text: str
    names: tuple[tuple[str, str], ...]
    board: Board
    state: bytes
    entries: tuple[Any, ...]
    seat: Seat
    referee: Seat
    commands: tuple[dict[str, Any], ...] = ()
    how: Asked | None = None
    answers: tuple[Any, ...] = ()
    question: Question | None = None


async def odds(request: Request) -> Response:
    """The odds, or how far they are."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    words = visit.words(room.table.game)
    async with room.shown() as table:
        put = _put(table, room.id, seat, words, visit.game_words(table.game), request.query_params.get("question", ""))
    kind = OddsPart if visit.by_script else OddsPage
    base = seat_path(room.id, seat.id)
    if put is None or not put.names:
        key = "odds.nothing_asked" if put is None else "odds.none_here"
        advised = await asyncio.to_thread(_advice, put.question, words, visit.look) if put else ()
        text = put.text if put else ""
        page = kind(
            base=base, title=room.row.title, text=text, done=0, choices=(), advised=advised, none=visit.say(key)
        )
        return visit.page(page)
    work = await visit.site.odds.look(put.key, visit.person, partial(_begin, visit, room, put), len(put.names))
    advised = await asyncio.to_thread(_advice, put.question, words, visit.look)
    return visit.page(_page(visit.look, kind, room, base, put, work, advised))


def _put(table: Table, table_id: str, seat: Seat, words: Words, language: str, wanted: str) -> Put | None:
    """What is asked of the seat; of several questions the first, unless another is wanted."""
    if seat.role == "spectator" or table.closed:
        return None
    board = table.game.board(table.world, seat, language)
    mine = [one for one in table.open_questions(seat.id) if one.owner == seat.id or one.id == wanted]
    mine.sort(key=lambda one: one.id != wanted)
    state = pack(table.world.state)
    mark = hashlib.sha256(state).digest()
    common: dict[str, Any] = {
        "board": board,
        "state": state,
        "entries": tuple(table.entries),
        "seat": seat,
        "referee": table.referee,
    }
    if mine:
        waiting, question = mine[0], mine[0].question
        given = answers(question)
        return Put(
            Key(table_id, seat.id, mark, waiting.id),
            words(question.key, question.facts),
            tuple((named(words, option), cost(words, option)) for option, _ in given),
            how=asked(table, waiting),
            answers=tuple(answer for _, answer in given),
            question=question,
            **common,
        )
    menu = offered(table, seat.id)
    if menu is None or table.open_questions(table.referee.id):
        return None
    return Put(
        Key(table_id, seat.id, mark, ""),
        words(menu.key, menu.facts),
        tuple((words(offer.key, offer.facts), "") for offer in menu.offers),
        commands=tuple(plain(offer.command) for offer in menu.offers),
        **common,
    )


async def _begin(visit: Visit, room: Room, put: Put) -> Sequence[One]:
    """The choices as work for other processes."""
    packs = await asyncio.to_thread(visit.site.hub.contents.rows, room.packs)
    now = Moment(opened_in(put.entries), packs, put.state)
    run = visit.site.computing.run
    if put.how is None:
        return [_one(run, outlook_of_command, now, put.seat, command, put.referee) for command in put.commands]
    before = msgspec.structs.replace(now, state=await asyncio.to_thread(_state_before, visit, room, put))
    return [
        _one(run, outlook_of_answer, before, put.state, put.how, answer, put.seat, put.referee)
        for answer in put.answers
    ]


def _one(run: Callable[..., Awaitable[Outlook]], function: Callable[..., Outlook], *arguments: Any) -> One:
    return lambda seconds: run(function, *arguments, seconds=seconds)


def _state_before(visit: Visit, room: Room, put: Put) -> bytes:
    """The state before the command that asks."""
    assert put.how is not None
    hub, game = visit.site.hub, room.table.game
    rows = [Row(entry.seq, entry, ()) for entry in put.entries[: put.how.commanded.seq]]
    content = hub.contents.of(game, room.packs)
    return pack(history_of(game, content, hub.store, room.id, rows).session.world.state)


def _page(
    look: Look, kind: type[OddsPage], room: Room, base: str, put: Put, work: Work, advised: tuple[str, ...]
) -> OddsPage:
    names = {figure.id: figure.name for figure in put.board.figures}
    found = [_seen(one, names) for one in work.found]
    known = [one for one in found if isinstance(one, Outlook)]
    always = anyway(known) if work.finished else []
    parts = [_choice(look, name, price, one, always) for (name, price), one in zip(put.names, found)]
    hidden = [one.name for one in put.board.figures if None in one.numbers.values()]
    return kind(
        base=base,
        title=room.row.title,
        text=put.text,
        done=work.done,
        count=len(parts),
        choices=tuple(part for part in parts if part.fates or part.left),
        quiet=tuple(part.name for part in parts if not (part.fates or part.left)),
        always=tuple(_fate(look, fate) for fate in always),
        advised=advised,
        assumed=() if put.seat.referee else tuple(hidden),
        samples=max((one.samples for one in known), default=0),
    )


def _seen(found: Outlook | Left, names: dict[str, str]) -> Outlook | Left:
    """An outlook with those figures alone that the seat sees, by the names that it knows them by."""
    if not isinstance(found, Outlook):
        return found
    fates = (msgspec.structs.replace(one, name=names[one.figure]) for one in found.fates if one.figure in names)
    return Outlook(tuple(fates), found.samples)


def _choice(look: Look, name: str, price: str, found: Outlook | Left, always: Sequence[Fate]) -> ChoicePart:
    if not isinstance(found, Outlook):
        return ChoicePart(name, price, False, look.say(f"odds.left.{found}"), ())
    fates = tuple(_fate(look, fate) for fate in found.fates if fate not in always)
    return ChoicePart(name, price, bool(found.samples), "", fates)


def _fate(look: Look, fate: Fate) -> FatePart:
    told = []
    out = harm = Markup("")
    if fate.out:
        share = percent(fate.out, 1)
        told.append(look.say("odds.out", share=share))
        out = charts.bars([charts.Bar(look.say("odds.out.bar"), fate.out, share, kind="bad")], told[-1], 1.0)
    amounts = sorted(fate.harm.items())
    rows = tuple((_amount(look, amount), percent(share, 1)) for amount, share in amounts)
    if set(fate.harm) != {0}:
        key = "odds.harm" if fate.mean >= 0 else "odds.heals"
        told.append(look.say(key, mean=f"{abs(fate.mean):.1f}"))
        if 1 < len(amounts) <= MOST_AMOUNTS:
            drawn = [(str(amount), share, percent(share, 1)) for amount, share in amounts]
            harm = charts.columns(drawn, look.say("odds.harm.chart", name=fate.name), SMALL)
    return FatePart(fate.name, tuple(told), out, harm, rows)


def _amount(look: Look, amount: int) -> str:
    return look.say("odds.harm.heals", amount=-amount) if amount < 0 else str(amount)


def _advice(question: Question | None, words: Words, look: Look) -> tuple[str, ...]:
    """The best answer with its price, and beside one that costs something the best that costs nothing."""
    if question is None:
        return ()
    lines = []
    for key, one in zip(("odds.advice.best", "odds.advice.free"), advice(question)):
        price = cost(words, one.option)
        name = f"{named(words, one.option)} ({price})" if price else named(words, one.option)
        lines.append(look.say(key, name=name, prospect=_prospect(look, one.prospect)))
    return tuple(lines)


def _prospect(look: Look, prospect: Prospect) -> str:
    if prospect.is_chance:
        return look.say("odds.prospect.chance", share=percent(prospect.value, 1))
    return look.say("odds.prospect.mean", mean=f"{float(prospect.value):.1f}")


routes = [Route("/t/{table}/{seat}/odds", odds)]
