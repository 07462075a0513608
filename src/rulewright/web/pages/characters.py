"""My characters: the list, files in and out, a sheet with what is wrong with it, editing, and printing."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, ClassVar
from urllib.parse import quote

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright import games
from rulewright.store.characters import CharacterRow
from rulewright.web.characters import keeping
from rulewright.web.characters.keeping import LONGEST_TEXT, Checked, check
from rulewright.web.pages import creating
from rulewright.web.pages.creating import game_of
from rulewright.web.tables.casting import Stage, stages
from rulewright.web.views import Page, render_block
from rulewright.web.visit import Visit, text_of


class Listed(msgspec.Struct, frozen=True):
    """A character in the list."""

    id: str
    name: str
    game: str
    updated_at: str


class CharactersPage(Page, frozen=True, kw_only=True):
    """My characters and the ways to new ones."""

    template: ClassVar[str] = "characters.html"
    characters: tuple[Listed, ...]
    games: tuple[tuple[str, str], ...]


class ImportPage(Page, frozen=True, kw_only=True):
    """A file to be read: its text, and what has become of it."""

    template: ClassVar[str] = "character_import.html"
    game: str
    title: str
    mark: str
    text: str = ""
    checked: Checked | None = None


class CharacterPage(Page, frozen=True, kw_only=True):
    """A character of mine. `text` is what stands in the editor; `saved` says whether that is what is kept."""

    template: ClassVar[str] = "character.html"
    id: str
    name: str
    game: str
    title: str
    text: str
    version: str
    checked: Checked
    companions: tuple[Listed, ...]
    stages: tuple[Stage, ...]
    saved: bool = True
    problem: str = ""


class PrintPage(Page, frozen=True, kw_only=True):
    """Sheets for paper: a character, then the companions."""

    template: ClassVar[str] = "character_print.html"
    id: str
    name: str
    title: str
    sheets: tuple[Checked, ...]


async def listing(request: Request) -> Response:
    """My characters."""
    visit = Visit(request)
    rows = await keeping.mine(visit)
    known = tuple((id, game.title) for id, game in games.installed().items())
    return visit.page(CharactersPage(characters=tuple(map(_listed, rows)), games=known))


# ---------------------------------------------------------------- files in and out


async def ask_file(request: Request) -> Response:
    """The form for a file."""
    visit = Visit(request)
    game = game_of(visit)
    return visit.page(ImportPage(game=game.id, title=game.title, mark=secrets.token_urlsafe(9)))


async def read_file(request: Request) -> Response:
    """Keep the character of a file, or show what is wrong with it; `do=check` only looks."""
    visit = Visit(request)
    game = game_of(visit)
    form = await visit.form()
    text = await _text(form)
    found = await asyncio.to_thread(check, game, text, visit.game_words(game))
    page = ImportPage(
        game=game.id,
        title=game.title,
        mark=text_of(form, "mark")[:40] or secrets.token_urlsafe(9),
        text=text,
        checked=found,
    )
    if visit.by_script:
        return HTMLResponse(render_block(visit.look, page, "checked"))
    if text_of(form, "do") == "check":
        return visit.page(page)
    if not found.readable:
        return visit.page(page, 400)
    character = await asyncio.to_thread(game.characters.read, text)
    return visit.go(f"/characters/{await keeping.keep(visit, game, [character], page.mark)}")


async def export(request: Request) -> Response:
    """The file of a character."""
    visit = Visit(request)
    row = await keeping.own(visit, request.path_params["id"])
    name = quote(f"{row.name}.toml".replace("/", "_"), safe="")
    headers = {"content-disposition": f"attachment; filename=\"character.toml\"; filename*=UTF-8''{name}"}
    return Response(row.text, headers=headers, media_type="application/toml")


# ---------------------------------------------------------------- one character


async def show(request: Request) -> Response:
    """A sheet, what is wrong with it, and what can be done with it."""
    visit = Visit(request)
    row = await keeping.own(visit, request.path_params["id"])
    return visit.page(await _page(visit, row, row.text))


async def edit(request: Request) -> Response:
    """Keep another text, or only look at what it would give; a page that is behind another changes nothing."""
    visit = Visit(request)
    row = await keeping.own(visit, request.path_params["id"])
    form = await visit.form()
    text = await _text(form)
    page = await _page(visit, row, text, saved=text == row.text)
    if visit.by_script:
        return HTMLResponse(render_block(visit.look, page, "checked"))
    if text_of(form, "do") == "check":
        return visit.page(page)
    if not page.checked.readable:
        return visit.page(msgspec.structs.replace(page, problem=visit.say("character.not_saved")), 400)
    if text_of(form, "version") != row.updated_at:
        return visit.page(msgspec.structs.replace(page, problem=visit.say("character.changed_elsewhere")), 409)
    character = await asyncio.to_thread(games.get(row.game).characters.read, text)
    await keeping.change(visit, row, keeping.name_of(character), text)
    return visit.go(f"/characters/{row.id}")


async def delete(request: Request) -> Response:
    """Remove a character."""
    visit = Visit(request)
    row = await keeping.own(visit, request.path_params["id"])
    await visit.form()
    await keeping.delete(visit, row)
    return visit.go("/characters")


async def paper(request: Request) -> Response:
    """The sheet as it is printed, with those of companions."""
    visit = Visit(request)
    row = await keeping.own(visit, request.path_params["id"])
    game = games.get(row.game)
    rows = [row, *await keeping.companions(visit, row)]
    sheets = [await asyncio.to_thread(check, game, one.text, visit.game_words(game)) for one in rows]
    return visit.page(PrintPage(id=row.id, name=row.name, title=game.title, sheets=tuple(sheets)))


async def _page(visit: Visit, row: CharacterRow, text: str, **more: Any) -> CharacterPage:
    game = games.get(row.game)
    language = visit.game_words(game)
    return CharacterPage(
        id=row.id,
        name=row.name,
        game=row.game,
        title=game.title,
        text=text,
        version=row.updated_at,
        checked=await asyncio.to_thread(check, game, text, language),
        stages=stages(game, row.id, language),
        companions=tuple(map(_listed, await keeping.companions(visit, row))),
        **more,
    )


async def _text(form: FormData) -> str:
    """The text of a form's file, or of its text field; what is no UTF-8 shows itself by its odd letters."""
    file = form.get("file")
    if isinstance(file, UploadFile) and file.filename:
        text = (await file.read(4 * LONGEST_TEXT + 1)).decode("utf-8-sig", "replace")
    else:
        text = text_of(form, "text")
    await form.close()
    return text.replace("\r\n", "\n")  # as forms send every end of a line


def _listed(row: CharacterRow) -> Listed:
    return Listed(row.id, row.name, games.get(row.game).title, row.updated_at)


routes = [
    Route("/characters", listing),
    *creating.routes,
    Route("/characters/import/{game}", ask_file),
    Route("/characters/import/{game}", read_file, methods=["POST"]),
    Route("/characters/{id}", show),
    Route("/characters/{id}", edit, methods=["POST"]),
    Route("/characters/{id}/export", export),
    Route("/characters/{id}/delete", delete, methods=["POST"]),
    Route("/characters/{id}/print", paper),
]
