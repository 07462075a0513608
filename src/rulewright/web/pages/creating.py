"""Making a character by the game's own procedure: one question to a page, or all of them left to the dice."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright import games
from rulewright.engine.errors import Refused
from rulewright.engine.game import Game
from rulewright.web.characters.drafts import Draft, new_draft, read_draft, seed_of, write_draft
from rulewright.web.characters.keeping import Checked, checked, keep
from rulewright.web.characters.making import Course, at_random, follow
from rulewright.web.characters.making_view import AskedPart, Standing, asked_part, standing
from rulewright.web.live.turn import answer_of
from rulewright.web.views import Page
from rulewright.web.visit import Visit, text_of


class MakingPage(Page, frozen=True, kw_only=True):
    """A character in the making: what is asked now, or the finished sheets; and how far it has come.

    `given` is what was typed and refused for `problem`; `answered` is how many answers there are.
    """

    template: ClassVar[str] = "character_making.html"
    game: str
    title: str
    path: str
    asked: AskedPart | None
    sheets: tuple[Checked, ...]
    standing: Standing
    answered: int
    random: bool
    lost: bool
    problem: str = ""
    given: str = ""


async def begin(request: Request) -> Response:
    """Start with nothing decided."""
    visit = Visit(request)
    game = game_of(visit)
    return visit.go(_path(visit, new_draft(game.id)))


async def random(request: Request) -> Response:
    """A whole character by the dice; every time another one."""
    visit = Visit(request)
    game = game_of(visit)
    return visit.go(await _rest(visit, game, new_draft(game.id)))


async def show(request: Request) -> Response:
    """The question that a draft has come to, or the finished character; `to` goes back to a number of answers."""
    visit = Visit(request)
    game = game_of(visit)
    draft = read_draft(request.path_params["draft"], game.id, visit.site.links)
    to = request.query_params.get("to", "")
    if to and len(to) < 5 and to.isdecimal():
        return visit.go(_path(visit, draft.until(int(to))))
    course = await _course(visit, game, draft)
    return visit.page(await _page(visit, game, draft, course))


async def answer(request: Request) -> Response:
    """Answer the question, leave the rest to the dice, or keep the finished character."""
    visit = Visit(request)
    game = game_of(visit)
    draft = read_draft(request.path_params["draft"], game.id, visit.site.links)
    form = await visit.form()
    course = await _course(visit, game, draft)
    wanted = text_of(form, "do", "answer")
    if wanted == "rest" and course.asked is not None:
        return visit.go(await _rest(visit, game, draft))
    if wanted == "keep" and course.made:
        mark = f"{draft.nonce} {write_draft(draft, visit.site.links)}"
        return visit.go(f"/characters/{await keep(visit, game, course.made, mark)}")
    if course.asked is None:
        return visit.go(_path(visit, draft))
    if text_of(form, "asked", course.asked.key) != course.asked.key:
        raise Refused("question_changed")
    values = [value for value in form.getlist("answer") if isinstance(value, str)]
    given = answer_of(course.asked, values)
    if course.asked.refuses(given):
        kind, facts = course.asked.kind, {"least": course.asked.least, "most": course.asked.most}
        problem = visit.say(f"making.refused.{kind}", **facts)
        page = await _page(visit, game, draft, course, problem=problem, given=values[0] if values else "")
        return visit.page(page, 400)
    return visit.go(_path(visit, Draft(game.id, draft.nonce, (*course.answers, given))))


def game_of(visit: Visit) -> Game:
    """The game of the path; there is no page for one that is not installed."""
    game = games.installed().get(visit.request.path_params["game"])
    if game is None:
        raise HTTPException(404)
    visit.request.scope["game"] = game
    return game


def _path(visit: Visit, draft: Draft) -> str:
    return f"/characters/new/{draft.game}/{write_draft(draft, visit.site.links)}"


async def _course(visit: Visit, game: Game, draft: Draft) -> Course:
    return await asyncio.to_thread(follow, game, seed_of(draft, visit.site.links), draft.answers)


async def _rest(visit: Visit, game: Game, draft: Draft) -> str:
    """The path of a draft whose rest the dice have decided."""
    course = await asyncio.to_thread(at_random, game, seed_of(draft, visit.site.links), draft.answers)
    return _path(visit, Draft(game.id, draft.nonce, course.answers, random=not draft.answers))


async def _page(visit: Visit, game: Game, draft: Draft, course: Course, **more: Any) -> MakingPage:
    language = visit.game_words(game)
    sheets = [await asyncio.to_thread(checked, game, character, language) for character in course.made]
    return MakingPage(
        game=game.id,
        title=game.title,
        path=_path(visit, draft),
        asked=None if course.asked is None else asked_part(game, course.asked, language),
        sheets=tuple(sheets),
        standing=await asyncio.to_thread(standing, game, course, visit.look, language),
        answered=len(course.answers),
        random=draft.random and not course.lost,
        lost=course.lost,
        **more,
    )


routes = [
    Route("/characters/new/{game}", begin),
    Route("/characters/new/{game}/random", random),
    Route("/characters/new/{game}/{draft}", show),
    Route("/characters/new/{game}/{draft}", answer, methods=["POST"]),
]
