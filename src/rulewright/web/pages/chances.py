"""The exact chance beside each answer to a question, where the rules can tell it: filled in after the page is shown."""

from __future__ import annotations

import asyncio

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.table.percent import percent
from rulewright.table.prospects import Prospect, prospects
from rulewright.web.visit import Visit


async def chances(request: Request) -> Response:
    """A piece of HTML for each answer, to go in its place; nothing where the question is gone."""
    visit = Visit(request)
    room = await visit.room()
    seat = visit.seat(room)
    wanted = request.query_params.get("question", "")
    async with room.shown() as table:
        question = next((one.question for one in table.open_questions(seat.id) if one.id == wanted), None)
    if question is None:
        return HTMLResponse("")
    found = await asyncio.to_thread(prospects, question)
    if question.kind == "number":
        listed = Markup(" · ").join(Markup("{}: {}").format(amount, _told(visit, one)) for amount, one in found.items())
        return HTMLResponse(Markup('<p class="soft chances">{}</p>').format(listed) if found else "")
    told = [
        Markup('<span id="chance-{}-{}" class="chance" hx-swap-oob="true">{}</span>').format(
            wanted.replace(".", "-"), place, _told(visit, found[option.value])
        )
        for place, option in enumerate(question.options)
        if option.value in found
    ]
    return HTMLResponse(Markup("").join(told))


def _told(visit: Visit, prospect: Prospect) -> str:
    if prospect.is_chance:
        return visit.say("chances.share", share=percent(float(prospect.value), 1))
    return visit.say("chances.mean", mean=f"{float(prospect.value):.1f}")


routes = [Route("/t/{table}/{seat}/chances", chances)]
