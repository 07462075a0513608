"""Setting up a table: its scenario, house rules, content packs, and who may undo, watch and foretell."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.store.content_packs import PackRow
from rulewright.table.starting import Starter, starters
from rulewright.web.people.links import seat_path
from rulewright.web.tables import casting, house_rule_form
from rulewright.web.tables.casting import Cast
from rulewright.web.tables.house_rule_form import PREFIX, Given
from rulewright.web.tables.new_table_form import OWN, UNDO, Filled, filled, mark, misfit, wanted
from rulewright.web.tables.pack_titles import title_of
from rulewright.web.views import Page, render
from rulewright.web.visit import Visit, text_of


class PresetChoice(msgspec.Struct, frozen=True):
    """A preset in words."""

    id: str
    title: str
    text: str


class PackChoice(msgspec.Struct, frozen=True):
    """A content pack of mine."""

    value: str
    title: str
    version: str
    created_at: str


class NewTablePage(Page, frozen=True, kw_only=True):
    """The form. `wrong` says by field what is wrong with what was filled in."""

    template: ClassVar[str] = "new_table.html"
    game: str
    title: str
    filled: Filled
    scenarios: tuple[Starter, ...]
    own: str = OWN
    presets: tuple[PresetChoice, ...]
    offered_preset: str
    house_rules: Markup
    packs: tuple[PackChoice, ...]
    undo: tuple[str, ...] = UNDO
    cast: tuple[Cast, ...] = ()
    wrong: Mapping[str, str] = {}
    find: str = ""


async def show(request: Request) -> Response:
    """The form, filled in with what is usual."""
    visit = Visit(request)
    game = visit.game()
    first = request.query_params.get("scenario", "")
    known = game.scenarios()
    usual = Filled(
        scenario=first if first in known else next(iter(known), OWN),
        preset=game.offered_preset,
        cast=casting.wanted_cast(request.query_params),
    )
    return visit.page(await _page(visit, game, usual, house_rule_form.of_preset(game, "")))


async def create(request: Request) -> Response:
    """Make the table; or the form again, where something is wrong, searched for, or a preset was chosen."""
    visit = Visit(request)
    form = await visit.form()
    game = visit.game()
    given = await filled(form)
    if given.preset not in game.presets:
        raise Malformed(repr(given.preset[:60]), at="preset", expected=f"one of {', '.join(game.presets)}")
    texts = {name: value for name, value in form.multi_items() if isinstance(value, str) and name.startswith(PREFIX)}
    do, find = text_of(form, "do"), text_of(form, "find")[:200]
    if do == "refill" and given.preset != text_of(form, "preset_was"):
        texts = {}
    rules = house_rule_form.read(visit, game, given.preset, texts)
    if do in ("refill", "find"):
        if visit.by_script:
            part = house_rule_form.part(visit, game, given.preset, rules, find)
            return HTMLResponse(render(visit.look, part))
        return visit.page(await _page(visit, game, given, rules, find=find))
    wrong = {"options": visit.say("new.bad_options")} if rules.wrong else {}
    packs = {mark(pack): pack for pack in await _packs(visit, game)}
    table = await wanted(visit, game, given, rules.options, packs, wrong)
    if table is None:
        return visit.page(await _page(visit, game, given, rules, wrong), 400)
    visit.count(visit.site.new_tables)
    try:
        room = await visit.site.hub.create(table)
    except Malformed as error:
        return visit.page(await _page(visit, game, given, rules, misfit(visit, given, error)), 400)
    return visit.go(f"{seat_path(room.id, room.table.referee.id)}/seats?new=yes")


async def _packs(visit: Visit, game: Game) -> list[PackRow]:
    mine = await asyncio.to_thread(visit.site.hub.contents.packs.packs_of, visit.person)
    return [pack for pack in mine if pack.game == game.id]


async def _page(
    visit: Visit, game: Game, given: Filled, rules: Given, wrong: Mapping[str, str] | None = None, find: str = ""
) -> NewTablePage:
    language = visit.game_words(game)
    texts = game.house_rules()
    packs = [PackChoice(mark(pack), *title_of(pack, language), pack.created_at) for pack in await _packs(visit, game)]
    ids = sorted(game.presets, key=lambda id: id != game.offered_preset)
    presets = [PresetChoice(id, *_preset(texts.presets, id, language)) for id in ids]
    part = house_rule_form.part(visit, game, given.preset, rules, find)
    return NewTablePage(
        game=game.id,
        title=game.title,
        filled=given,
        scenarios=tuple(starters(game, language)),
        presets=tuple(presets),
        offered_preset=game.offered_preset,
        house_rules=Markup(render(visit.look, part)),
        packs=tuple(packs),
        cast=await casting.shown(visit, given.cast),
        wrong=wrong or {},
        find=find,
    )


def _preset(presets: Mapping[str, Any], id: str, language: str) -> tuple[str, str]:
    preset = presets.get(id)
    return (preset.title_in(language), preset.text_in(language)) if preset is not None else (id, "")


routes = [Route("/new/{game}", show), Route("/new/{game}", create, methods=["POST"])]
