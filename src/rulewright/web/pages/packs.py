"""Content packs of one's own: bring them, see what is wrong with them, take them back, drop them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import cache
from typing import ClassVar

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright import games
from rulewright.engine.errors import Malformed
from rulewright.engine.packs import json_schema
from rulewright.store.content_packs import PackRow
from rulewright.store.sql import now
from rulewright.web.downloads import attachment
from rulewright.web.tables import pack_check
from rulewright.web.tables.new_table_form import file_name
from rulewright.web.tables.pack_check import Flaw, PackCheck
from rulewright.web.tables.pack_titles import title_of
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, text_of

MOST_BYTES = 16_000_000
"""What the packs of one person may come to together."""


class PackCard(msgspec.Struct, frozen=True):
    """A pack of mine: what it is, and its files with their sizes in bytes."""

    game: str
    game_title: str
    id: str
    digest: str
    title: str
    version: str
    created_at: str
    files: tuple[tuple[str, int], ...]


class PacksPage(Page, frozen=True, kw_only=True):
    """My packs, and the form for another one with what is wrong with the last."""

    template: ClassVar[str] = "packs.html"
    packs: tuple[PackCard, ...]
    games: tuple[tuple[str, str], ...]
    game: str = ""
    text: str = ""
    wrong: str = ""
    flaws: tuple[Flaw, ...] = ()
    count: int = 0
    odd: tuple[Flaw, ...] = ()
    odd_count: int = 0
    brought: str = ""
    known: bool = False


class LivePage(Page, frozen=True, kw_only=True):
    """What is wrong with a pack so far, or that nothing is, and what is odd about it."""

    template: ClassVar[str] = "pack_flaws.html"
    wrong: str
    flaws: tuple[Flaw, ...] = ()
    count: int = 0
    odd: tuple[Flaw, ...] = ()
    odd_count: int = 0
    good: str = ""


async def listing(request: Request) -> Response:
    """My packs."""
    visit = Visit(request)
    query = visit.request.query_params
    return visit.page(await _page(visit, brought=query.get("brought", "")[:80], known=query.get("known") == "yes"))


async def bring(request: Request) -> Response:
    """Check a pack and keep it, and show what is odd about it; or show everything that is wrong with it."""
    visit = Visit(request)
    form = await visit.form()
    chosen, text = text_of(form, "game"), text_of(form, "text")
    try:
        if chosen and chosen not in games.installed():
            raise Malformed(repr(chosen[:40]), at="game", expected=f"one of {', '.join(games.installed())}")
        files = await _files(visit, form)
        found = await visit.site.computing.run(pack_check.check, files, chosen, person=visit.person)
    except Malformed as error:
        return visit.page(await _page(visit, game=chosen, text=text, wrong=str(error)), 400)
    if found.flaws:
        wrong = visit.say("packs.flaws", count=found.count)
        page = await _page(visit, game=chosen, text=text, wrong=wrong, flaws=found.flaws, count=found.count)
        return visit.page(page, 400)
    fresh = await _keep(visit, found, files)
    if found.odd:
        page = await _page(visit, brought=found.id, known=not fresh)
        return visit.page(msgspec.structs.replace(page, odd=found.odd, odd_count=found.odd_count))
    return visit.go(f"/packs?brought={found.id}{'' if fresh else '&known=yes'}")


async def check(request: Request) -> Response:
    """What is wrong with the text that is being written, as a piece of the page."""
    visit = Visit(request)
    form = await visit.form()
    chosen, text = text_of(form, "game"), text_of(form, "text")
    page = LivePage(wrong="")
    if text.strip():
        try:
            if chosen and chosen not in games.installed():
                raise Malformed(repr(chosen[:40]), at="game", expected=f"one of {', '.join(games.installed())}")
            files = {"pack.toml": text.replace("\r\n", "\n").encode()}
            found = await visit.site.computing.run(pack_check.check, files, chosen, person=visit.person)
        except Malformed as error:
            page = LivePage(wrong=str(error))
        else:
            wrong = visit.say("packs.live.flaws", count=found.count) if found.flaws else ""
            good = "" if found.flaws else visit.say("packs.live.good", id=found.id, version=found.version)
            page = LivePage(wrong=wrong, flaws=found.flaws, count=found.count, good=good)
            page = msgspec.structs.replace(page, odd=found.odd, odd_count=found.odd_count)
    return visit.page(page)


async def download(request: Request) -> Response:
    """One file of a pack of mine."""
    visit = Visit(request)
    pack = await _mine(visit)
    names = list(pack.files)
    number = request.path_params["number"]
    if number not in map(str, range(len(names))):
        raise NotAllowed("error.not_found", 404)
    name = names[int(number)]
    return Response(pack.files[name].encode(), headers=attachment(name), media_type="application/toml; charset=utf-8")


async def drop(request: Request) -> Response:
    """A pack is mine no longer; tables that use it keep it."""
    visit = Visit(request)
    await visit.form()
    pack = await _mine(visit)
    packs = visit.site.hub.contents.packs
    await asyncio.wrap_future(packs.delete(pack.game, pack.id, pack.digest, visit.person))
    return visit.go("/packs")


async def schema(request: Request) -> Response:
    """The JSON Schema of a game's packs, for editors that check and complete TOML."""
    game = Visit(request).game()
    content = await asyncio.to_thread(_schema, game.id)
    return Response(content, media_type="application/schema+json")


@cache
def _schema(game: str) -> bytes:
    return msgspec.json.format(msgspec.json.encode(json_schema(games.get(game).content_type)), indent=2)


async def _files(visit: Visit, form: FormData) -> dict[str, bytes]:
    """The files that were chosen, or the text that was pasted; raises `Malformed`."""
    files: dict[str, bytes] = {}
    for given in form.getlist("file"):
        if isinstance(given, UploadFile) and given.filename:
            name = file_name(given.filename) or "pack.toml"
            if name in files:
                raise Malformed(visit.say("packs.same_name", name=name))
            files[name] = await given.read()
    text = text_of(form, "text")
    if files and text.strip():
        raise Malformed(visit.say("packs.both"))
    if not files and text.strip():
        files["pack.toml"] = text.replace("\r\n", "\n").encode()
    if not files:
        raise Malformed(visit.say("packs.nothing"))
    return files


async def _keep(visit: Visit, found: PackCheck, files: Mapping[str, bytes]) -> bool:
    """Keep a pack that is good; says whether it was not there."""
    packs = visit.site.hub.contents.packs
    texts = {name: raw.decode().removeprefix("\ufeff") for name, raw in files.items()}
    mine = await asyncio.to_thread(packs.packs_of, visit.person)
    had = sum(len(text) for pack in mine for text in pack.files.values())
    if had + sum(map(len, texts.values())) > MOST_BYTES:
        raise NotAllowed("packs.too_many", 400)
    row = PackRow(found.game, found.id, found.digest, texts, visit.person, now())
    return await asyncio.wrap_future(packs.put(row))


async def _mine(visit: Visit) -> PackRow:
    path = visit.request.path_params
    mine = await asyncio.to_thread(visit.site.hub.contents.packs.packs_of, visit.person)
    wanted = (path["game"], path["id"], path["digest"])
    pack = next((pack for pack in mine if (pack.game, pack.id, pack.digest) == wanted), None)
    if pack is None:
        raise NotAllowed("packs.not_yours", 404)
    return pack


async def _page(
    visit: Visit,
    *,
    game: str = "",
    text: str = "",
    wrong: str = "",
    flaws: tuple[Flaw, ...] = (),
    count: int = 0,
    brought: str = "",
    known: bool = False,
) -> PacksPage:
    mine = await asyncio.to_thread(visit.site.hub.contents.packs.packs_of, visit.person)
    return PacksPage(
        packs=tuple(_card(visit, pack) for pack in mine),
        games=tuple((id, one.title) for id, one in games.installed().items()),
        game=game,
        text=text,
        wrong=wrong,
        flaws=flaws,
        count=count,
        brought=brought if any(pack.id == brought for pack in mine) else "",
        known=known,
    )


def _card(visit: Visit, pack: PackRow) -> PackCard:
    game = games.installed().get(pack.game)
    title, version = title_of(pack, visit.game_words(game) if game else "en")
    files = tuple((name, len(text.encode())) for name, text in pack.files.items())
    game_title = game.title if game else pack.game
    return PackCard(pack.game, game_title, pack.id, pack.digest, title, version, pack.created_at, files)


_ONE = "/packs/{game}/{id}/{digest}"
routes = [
    Route("/packs", listing),
    Route("/packs", bring, methods=["POST"]),
    Route("/packs/check", check, methods=["POST"]),
    Route("/packs/schema/{game}", schema),
    Route(f"{_ONE}/delete", drop, methods=["POST"]),
    Route(f"{_ONE}/{{number}}", download),
]
