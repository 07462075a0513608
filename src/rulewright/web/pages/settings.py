"""How somebody likes their pages: language, colours, sound, motion."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed
from rulewright.web.people.security import own_path
from rulewright.web.people.session import Likes
from rulewright.web.views import Page
from rulewright.web.visit import Visit, text_of

THEMES = ("auto", "light", "dark")


class SettingsPage(Page, frozen=True, kw_only=True):
    """The form."""

    template: ClassVar[str] = "settings.html"
    themes: tuple[str, ...] = THEMES
    back: str


async def show(request: Request) -> Response:
    """The form with what holds now."""
    visit = Visit(request)
    return visit.page(SettingsPage(back=own_path(request.query_params.get("back", "/"))))


async def save(request: Request) -> Response:
    """Keep the choices in the visitor's cookie."""
    visit = Visit(request)
    form = await visit.form()
    try:
        likes = msgspec.convert(
            {
                "language": text_of(form, "language"),
                "theme": text_of(form, "theme", "auto"),
                "sound": text_of(form, "sound") == "yes",
                "motion": text_of(form, "motion") == "yes",
            },
            Likes,
        )
    except msgspec.ValidationError as error:
        raise Malformed(str(error), at="settings", expected="a choice of the form") from error
    visit.session = msgspec.structs.replace(visit.session, likes=likes)
    return visit.go(own_path(text_of(form, "back", "/")))


routes = [Route("/settings", show), Route("/settings", save, methods=["POST"])]
