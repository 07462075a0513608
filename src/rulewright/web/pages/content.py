"""What the packs of a game hold: tables of skills, items and the like, searched and filtered as one types."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar
from urllib.parse import urlencode

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.game import Game
from rulewright.engine.packs import Library
from rulewright.engine.shelves import Card, Shelf
from rulewright.engine.words import told_or
from rulewright.store.content_packs import PackRow
from rulewright.web.tables.pack_titles import title_of
from rulewright.web.views import Page, render_block
from rulewright.web.visit import NotAllowed, Visit

LONGEST_SEARCH = 100
ON_A_PAGE = 60


class FacetPart(msgspec.Struct, frozen=True):
    """What one can filter by: the values that occur, as (value, label, how many cards), and the chosen one."""

    name: str
    title: str
    values: tuple[tuple[str, str, int], ...]
    chosen: str


class ShelfLink(msgspec.Struct, frozen=True):
    """A table to go to, with how much stands in it."""

    path: str
    title: str
    count: int
    here: bool


class ContentPage(Page, frozen=True, kw_only=True):
    """One table of the content of a pack."""

    template: ClassVar[str] = "content.html"
    game: str
    title: str
    shelf: str
    shelf_title: str
    shelves: tuple[ShelfLink, ...]
    packs: tuple[tuple[str, str], ...]
    pack: str
    words: str
    facets: tuple[FacetPart, ...]
    hidden: bool
    show: bool
    count: int
    cards: tuple[Card, ...]
    number: int
    pages: int
    before: str
    after: str


async def browse(request: Request) -> Response:
    """The cards of a table that fit; only these where our script asks."""
    visit = Visit(request)
    game = visit.game()
    mine = [one for one in await asyncio.to_thread(_mine, visit) if one.game == game.id]
    page = await asyncio.to_thread(_page, visit, game, mine)
    if visit.by_script:
        return Response(render_block(visit.look, page, "found"), media_type="text/html")
    return visit.page(page)


def _mine(visit: Visit) -> list[PackRow]:
    return visit.site.hub.contents.packs.packs_of(visit.person)


def _page(visit: Visit, game: Game, mine: list[PackRow]) -> ContentPage:
    query, language, words = visit.request.query_params, visit.game_words(game), visit.words(game)
    own = {f"{row.id}:{row.digest}": row for row in mine}
    pack = query.get("pack", "")
    if pack and pack not in own:
        raise NotAllowed("packs.not_yours", 404)
    row = own.get(pack)
    library = visit.site.hub.contents.of(game, [(row.game, row.id, row.digest)] if row is not None else ())
    rows = _rows(game, library, game.content() if row is not None else None)
    known = {one.table: one for one in game.shelves() if rows[one.table]}
    shelf = known.get(query.get("shelf", "")) or next(iter(known.values()), game.shelves()[0])
    show = query.get("show") == "yes"
    cards = [] if shelf.referee and not show else _cards(game, library, shelf, rows[shelf.table], language)
    text = query.get("q", "").strip()[:LONGEST_SEARCH]
    chosen = {name: query.get(name, "") for name in shelf.facets}
    found = [one for one in cards if _fits(one, text, chosen)]
    pages = max(1, -(-len(found) // ON_A_PAGE))
    asked = query.get("page", "1")
    number = min(pages, max(1, int(asked))) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 1
    kept = {"shelf": shelf.table, "pack": pack, "q": text, "show": "yes" if show else "", **chosen}
    return ContentPage(
        game=game.id,
        title=game.title,
        shelf=shelf.table,
        shelf_title=told_or(words, shelf.key, shelf.table),
        shelves=tuple(
            ShelfLink(
                _path(game, shelf=one.table, pack=pack, show=kept["show"]),
                told_or(words, one.key, one.table),
                len(rows[one.table]),
                one is shelf,
            )
            for one in known.values()
        ),
        packs=tuple((key, " ".join(title_of(one, language))) for key, one in own.items()),
        pack=pack,
        words=text,
        facets=tuple(_facet(name, told_or(words, f"shelf.facet.{name}", name), cards, chosen[name])
                     for name in shelf.facets),
        hidden=shelf.referee and not show,
        show=show,
        count=len(found),
        cards=tuple(found[(number - 1) * ON_A_PAGE : number * ON_A_PAGE]),
        number=number,
        pages=pages,
        before=_path(game, **kept, page=str(number - 1)) if number > 1 else "",
        after=_path(game, **kept, page=str(number + 1)) if number < pages else "",
    )  # fmt: skip


def _path(game: Game, **query: str) -> str:
    return f"/content/{game.id}?{urlencode({name: value for name, value in query.items() if value})}"


def _rows(game: Game, library: Library, without: Library | None) -> dict[str, list[Any]]:
    """The rows of each shelf; of a pack of one's own without those of the game's."""
    found = {}
    for shelf in game.shelves():
        known = {one.id for one in without.rows(shelf.table)} if without is not None else set()
        found[shelf.table] = [one for one in library.rows(shelf.table) if one.id not in known]
    return found


def _cards(game: Game, library: Library, shelf: Shelf, rows: Iterable[Any], language: str) -> list[Card]:
    """The cards of a shelf, made once for a library and a language."""
    made: dict[tuple[str, str], list[Card]] = library.__dict__.setdefault("_cards", {})
    key = (shelf.table, language)
    if key not in made:
        made[key] = [game.card(row, language) for row in rows]
    return made[key]


def _fits(card: Card, text: str, chosen: Mapping[str, str]) -> bool:
    if any(value and value not in card.facets.get(name, {}) for name, value in chosen.items()):
        return False
    if not text:
        return True
    written = "\n".join([card.name, card.beside, card.id, card.text, *[value for _, value in card.lines]]).casefold()
    return all(word in written for word in text.casefold().split())


def _facet(name: str, title: str, cards: Iterable[Card], chosen: str) -> FacetPart:
    labels: dict[str, str] = {}
    counts: dict[str, int] = {}
    for card in cards:
        for value, label in card.facets.get(name, {}).items():
            labels[value] = label
            counts[value] = counts.get(value, 0) + 1
    values = sorted(((value, label, counts[value]) for value, label in labels.items()), key=lambda one: one[1])
    return FacetPart(name, title, tuple(values), chosen if chosen in labels else "")


routes = [Route("/content/{game}", browse)]
