"""Errors as pages: what is wrong in plain words, and a way on."""

from __future__ import annotations

import logging
from html import escape
from typing import ClassVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from rulewright.engine.errors import Desync, Malformed, Refused, RulewrightError
from rulewright.web.people.security import HEADERS, own_path
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit
from rulewright.web.words import game_language

log = logging.getLogger(__name__)


class ErrorPage(Page, frozen=True, kw_only=True):
    """What is wrong, and where one may go."""

    template: ClassVar[str] = "error.html"
    title: str
    text: str
    back: str = "/"


def refusal_text(visit: Visit, refusal: Refused) -> str:
    """Why something was refused: in the words of the game at hand, else in those of the pages."""
    key = f"refuse.{refusal.reason}"
    game = visit.request.scope.get("game")
    if game is not None:
        told: str = game.words(key, refusal.facts, game_language(game, visit.language))
        if not told.startswith("«"):
            return f"{told} ({refusal.rule})" if refusal.rule else told
    told = visit.say(key, **refusal.facts)
    return str(refusal) if told.startswith("«") else told


def text_and_status(visit: Visit, error: Exception) -> tuple[str, int]:
    """What to say of an error, and the status of the answer."""
    match error:
        case NotAllowed():
            return visit.say(error.key), error.status
        case Refused(reason="unknown_table"):
            return visit.say("error.no_table"), 404
        case Refused():
            return refusal_text(visit, error), 409
        case Malformed():
            return visit.say("error.malformed", text=str(error)), 400
        case Desync():
            return visit.say("error.desync", text=str(error)), 409
        case HTTPException():
            key = "error.not_found" if error.status_code == 404 else "error.not_possible"
            return visit.say(key), error.status_code
    return visit.say("error.unexpected"), 500


async def show(request: Request, error: Exception) -> Response:
    """The answer to an error: a piece for the page that is open, or a page of its own."""
    visit = Visit(request)
    text, status = text_and_status(visit, error)
    if status >= 500 and isinstance(error, RulewrightError):  # others are raised again, and the server logs them
        log.error("a request failed", exc_info=error)
    if visit.by_script:
        # an answer of 4xx would not be shown, and browsers log it as a fault of the page
        response = HTMLResponse(
            f'<p class="refusal">{escape(text)}</p>',
            headers={"hx-retarget": "#notice", "hx-reswap": "innerHTML", "x-status": str(status)},
        )
    else:
        title = visit.say(f"error.title.{status // 100}")
        response = visit.page(ErrorPage(title=title, text=text, back=_back(request)), status)
    if status >= 500:  # what nobody expected is answered outside of all that adds headers
        response.headers.update({**HEADERS, "cache-control": "no-store"})
    return response


def _back(request: Request) -> str:
    """The page of ours from which somebody came, else the start page."""
    origin, _, path = request.headers.get("referer", "").partition("://")[2].partition("/")
    return own_path(f"/{path}") if origin == request.headers.get("host") else "/"


HANDLERS = {RulewrightError: show, HTTPException: show, Exception: show}
