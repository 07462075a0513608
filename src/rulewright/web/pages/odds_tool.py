"""Exact odds without a table: of dice, and of any rule of a game that can be run by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed, RulewrightError
from rulewright.engine.game import PureProcedure
from rulewright.table.percent import percent
from rulewright.table.procedures import find
from rulewright.web.drawing import charts
from rulewright.web.drawing.odds_pictures import Band, Drawn, of_expression, of_rule
from rulewright.web.errors import text_and_status
from rulewright.web.forms.procedure_forms import Group, arguments_of, form_of
from rulewright.web.views import Look, Page
from rulewright.web.visit import NotAllowed, Visit

EXAMPLES = ("2d6+4", "4d6kh3", "10d10>=8", "5d6!", "d66", "2d6+1>=8")
MOST_COLUMNS = 30
LONGEST_VALUE = 2_000


class Picture(msgspec.Struct, frozen=True):
    """Odds as a page shows them: one or two charts, the rows of the table, and figures in words."""

    title: str
    chart: Markup
    at_least: Markup
    rows: tuple[tuple[str, str, str], ...]
    figures: tuple[str, ...]
    notes: tuple[str, ...]


class DicePage(Page, frozen=True, kw_only=True):
    """A dice expression and its odds."""

    template: ClassVar[str] = "odds_dice.html"
    dice: str
    examples: tuple[str, ...] = EXAMPLES
    picture: Picture | None = None
    problem: str = ""


class RuleCard(msgspec.Struct, frozen=True):
    """A rule that can be run by itself."""

    name: str
    text: str
    rules: tuple[str, ...]


class RuleOddsPage(Page, frozen=True, kw_only=True):
    """The rules of a game that can be run by themselves; of a chosen one its form, and its odds."""

    template: ClassVar[str] = "odds_rule.html"
    game: str
    title: str
    cards: tuple[RuleCard, ...]
    chosen: RuleCard | None = None
    groups: tuple[Group, ...] = ()
    picture: Picture | None = None
    problem: str = ""


async def dice(request: Request) -> Response:
    """The odds of dice."""
    visit = Visit(request)
    text = request.query_params.get("dice", "").strip()[:LONGEST_VALUE]
    page = DicePage(dice=text)
    if not text:
        return visit.page(page)
    return await _answered(visit, page, text, of_expression, text)


async def rule(request: Request) -> Response:
    """The odds of a rule."""
    visit = Visit(request)
    game = visit.game()
    cards = tuple(map(_card, game.procedures.values()))
    name = request.query_params.get("rule", "")
    page = RuleOddsPage(game=game.id, title=game.title, cards=cards)
    if not name:
        return visit.page(page)
    if name not in game.procedures:
        raise NotAllowed("error.no_procedure", 404)
    procedure = find(game, name)
    filled = {key: value[:LONGEST_VALUE] for key, value in request.query_params.items()}
    asked = filled.pop("go", "") != ""
    del filled["rule"]
    groups = tuple(form_of(procedure, _with_boxes(procedure, filled) if asked else filled))
    page = msgspec.structs.replace(page, chosen=_card(procedure), groups=groups)
    if not asked:
        return visit.page(page)
    try:
        arguments = arguments_of(procedure, filled)
    except Malformed as error:
        text, status = text_and_status(visit, error)
        return visit.page(msgspec.structs.replace(page, problem=text), status)
    return await _answered(visit, page, name.replace("_", " "), of_rule, game.id, name, arguments)


async def _answered(visit: Visit, page: Any, title: str, function: Callable[..., Drawn], *arguments: Any) -> Response:
    """The page with the picture of what the function gives, or with what is wrong."""
    try:
        drawn = await visit.site.computing.run(function, *arguments, person=visit.person)
    except RulewrightError as error:
        text, status = text_and_status(visit, error)
        return visit.page(msgspec.structs.replace(page, problem=text), status)
    return visit.page(msgspec.structs.replace(page, picture=picture(visit.look, drawn, title)))


def picture(look: Look, drawn: Drawn, title: str) -> Picture:
    """Odds in words and charts."""
    named = [(_name(look, band), band) for band in drawn.bands]
    label = look.say("odds.chart", title=title)
    if drawn.ordered and 1 < len(named) <= MOST_COLUMNS + 2:
        marks = [band.name if band.name == band.last else f"{band.name}–{band.last}" for band in drawn.bands]
        chart = charts.columns(
            [(mark, band.share, percent(band.share, 2)) for mark, band in zip(marks, drawn.bands)], label
        )
        firsts = [(band.name, band.at_least) for band in drawn.bands]
        rising = charts.line(firsts, look.say("odds.chart.at_least"))
    else:
        bars = [charts.Bar(name, band.share, percent(band.share, 2)) for name, band in named]
        chart, rising = charts.bars(bars, label), Markup("")
    return Picture(
        title,
        chart,
        rising,
        tuple(
            (name, percent(band.share, 2), percent(band.at_least, 2) if drawn.ordered else "") for name, band in named
        ),
        tuple(_figures(look, drawn)),
        tuple(_notes(look, drawn)),
    )


def _name(look: Look, band: Band) -> str:
    return band.name if band.name == band.last else look.say("odds.to", least=band.name, most=band.last)


def _figures(look: Look, drawn: Drawn) -> list[str]:
    told = []
    if drawn.success is not None:
        told.append(look.say("odds.success", share=percent(drawn.success, 2)))
    told += [look.say("odds.event", name=name, share=percent(share, 2)) for name, share in drawn.events.items()]
    if drawn.mean is not None:
        told.append(look.say("odds.mean", mean=f"{drawn.mean:.3f}"))
    return told


def _notes(look: Look, drawn: Drawn) -> list[str]:
    told = []
    if drawn.percentiles:
        each = drawn.percentiles.items()
        values = ", ".join(look.say("odds.percentile", share=share, value=value) for share, value in each)
        told.append(look.say("odds.percentiles", values=values))
    if drawn.by_number:
        told.append(look.say("odds.by_number", count=drawn.by_number))
    if drawn.left_out:
        told.append(look.say("odds.left_out", count=drawn.left_out))
    if drawn.dropped:
        told.append(look.say("odds.dropped", share=f"{drawn.dropped:.2g}"))
    return told


def _card(procedure: PureProcedure) -> RuleCard:
    return RuleCard(procedure.name, procedure.text, procedure.rules)


def _with_boxes(procedure: PureProcedure, filled: dict[str, str]) -> dict[str, str]:
    """What was filled in, with the boxes that were left without a tick."""
    boxes = {one.name: "" for group in form_of(procedure, {}) for one in group.controls if one.kind == "yes"}
    return {**boxes, **filled}


routes = [
    Route("/odds/dice", dice),
    Route("/odds/{game}", rule),
]
