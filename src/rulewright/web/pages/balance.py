"""How hard a scenario is: it is played many times in the background, from its start or from how a table stands."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from rulewright.engine.errors import Malformed, Refused
from rulewright.engine.game import Game
from rulewright.engine.journal import Seat, opened_in
from rulewright.engine.world import pack
from rulewright.table.balance import Job
from rulewright.table.starting import preset_options, told
from rulewright.table.sweep import Variant
from rulewright.web.computing.balance_jobs import Progress
from rulewright.web.drawing.balance_report import ReportPart, report_part
from rulewright.web.live.room import Room
from rulewright.web.people.links import seat_path
from rulewright.web.views import Page
from rulewright.web.visit import NotAllowed, Visit, text_of

FIGHTS = (200, 1_000, 5_000)
LONGEST_SEED = 40
SEED = "1"


class BalancePage(Page, frozen=True, kw_only=True):
    """The form; a job with how far it is, or what it has come to."""

    template: ClassVar[str] = "balance.html"
    path: str
    back: str
    title: str
    game_title: str
    text: str
    fights: tuple[int, ...] = FIGHTS
    chosen: int = FIGHTS[1]
    seed: str = SEED
    presets: tuple[tuple[str, str], ...] = ()
    preset: str = ""
    from_now: bool = False
    waiting: bool = False
    job: str = ""
    progress: Progress | None = None
    error: str = ""
    report: ReportPart | None = None


class BalancePart(BalancePage, frozen=True, kw_only=True):
    """Only the job, for a page that is open."""

    template: ClassVar[str] = "parts/balance.html"


class FarPart(BalancePage, frozen=True, kw_only=True):
    """Only how far the job is."""

    template: ClassVar[str] = "parts/balance_far.html"


class About(msgspec.Struct, frozen=True):
    """What a job was asked for, to be shown with what comes of it."""

    path: str
    fights: int
    seed: str
    preset: str = ""
    now: bool = False


async def at_table(request: Request) -> Response:
    """The form for the scenario of a table, and the job that was begun there; for the referee alone."""
    visit = Visit(request)
    room, seat = await _refereed(visit)
    return _shown(visit, room.table.game, await _page_of_table(visit, room, seat))


async def begin_at_table(request: Request) -> Response:
    """Play the scenario of a table with its house rules and packs, or on from how it stands."""
    visit = Visit(request)
    room, seat = await _refereed(visit)
    form = await visit.form()
    fights, seed = _wanted(text_of(form, "fights"), text_of(form, "seed"))
    now = text_of(form, "from") == "now"
    async with room.shown() as table:
        if now and table.open_questions(seat.id):
            raise Refused("waiting_for_answer")
        opened, state = opened_in(table.entries), pack(table.world.state) if now else b""
    packs = await asyncio.to_thread(visit.site.hub.contents.rows, room.packs)
    job = Job(
        opened.game, (Variant(dict(opened.scenario)),), opened.options, seed, fights,
        packs=packs, state=state,
    )  # fmt: skip
    return await _begun(visit, job, About(_path(room, seat), fights, seed, now=now))


async def of_scenario(request: Request) -> Response:
    """The form for a starter scenario, and the job that was begun there."""
    visit = Visit(request)
    game = visit.game()
    return _shown(visit, game, _page_of_scenario(visit, game))


async def begin_of_scenario(request: Request) -> Response:
    """Play a starter scenario."""
    visit = Visit(request)
    game = visit.game()
    scenario = _scenario(visit, game)
    form = await visit.form()
    fights, seed = _wanted(text_of(form, "fights"), text_of(form, "seed"))
    preset = text_of(form, "preset") or game.offered_preset
    options: dict[str, Any] = msgspec.to_builtins(preset_options(game, preset))
    job = Job(game.id, (Variant(msgspec.to_builtins(scenario, str_keys=True)),), options, seed, fights)
    return await _begun(visit, job, About(request.url.path, fights, seed, preset))


async def cancel(request: Request) -> Response:
    """End a job."""
    visit = Visit(request)
    form = await visit.form()
    job = text_of(form, "job")
    found = visit.site.jobs.read(job, visit.person)
    if found is None:
        raise NotAllowed("error.no_job", 404)
    visit.site.jobs.cancel(job, visit.person)
    return visit.go(f"{msgspec.convert(found.about, About).path}?job={job}")


async def _refereed(visit: Visit) -> tuple[Room, Seat]:
    room = await visit.room()
    return room, visit.referee(room, "error.balance_referee")


def _path(room: Room, seat: Seat) -> str:
    return f"{seat_path(room.id, seat.id)}/balance"


def _scenario(visit: Visit, game: Game) -> Any:
    found = game.scenarios().get(visit.request.path_params["scenario"])
    if found is None:
        raise NotAllowed("error.no_scenario", 404)
    return found


def _wanted(fights: str, seed: str) -> tuple[int, str]:
    if fights not in map(str, FIGHTS):
        raise Malformed(repr(fights[:20]), at="fights", expected=", ".join(map(str, FIGHTS)))
    if not seed.strip() or len(seed) > LONGEST_SEED:
        raise Malformed(f"{len(seed)} characters", at="seed", expected=f"1 to {LONGEST_SEED}")
    return int(fights), seed.strip()


async def _begun(visit: Visit, job: Job, about: About) -> Response:
    id = await visit.site.jobs.start(job, visit.person, msgspec.to_builtins(about))
    return visit.go(f"{about.path}?job={id}")


async def _page_of_table(visit: Visit, room: Room, seat: Seat) -> BalancePage:
    async with room.shown() as table:
        waiting = bool(table.open_questions(seat.id))
        board = table.game.board(table.world, seat, visit.game_words(table.game))
    return BalancePage(
        path=_path(room, seat),
        back=seat_path(room.id, seat.id),
        title=room.row.title,
        game_title=room.table.game.title,
        text=board.title,
        from_now=True,
        waiting=waiting,
    )


def _page_of_scenario(visit: Visit, game: Game) -> BalancePage:
    scenario, language = _scenario(visit, game), visit.language
    name = visit.request.path_params["scenario"]
    presets = game.house_rules().presets
    return BalancePage(
        path=f"/balance/{game.id}/{name}",
        back=f"/rules/{game.id}",
        title=told(scenario, "title", language) or name,
        game_title=game.title,
        text=told(scenario, "text", language),
        presets=tuple((id, presets[id].title_in(language) if id in presets else id) for id in game.presets),
        preset=game.offered_preset,
    )


def _shown(visit: Visit, game: Game, page: BalancePage) -> Response:
    """The page with the job that its address names, if it is this person's and was begun here."""
    job = visit.request.query_params.get("job", "")
    found = visit.site.jobs.read(job, visit.person) if job else None
    if found is not None:
        about = msgspec.convert(found.about, About)
        if about.path != page.path:
            found = None
        else:
            report = report_part(visit.look, game, visit.game_words(game), found.count) if found.count.samples else None
            page = msgspec.structs.replace(
                page,
                job=job,
                progress=found,
                chosen=about.fights,
                seed=about.seed,
                preset=about.preset or page.preset,
                error=visit.say(f"refuse.{found.error}", **found.facts) if found.error else "",
                report=report,
            )
    if job and found is None:
        page = msgspec.structs.replace(page, job=job, error=visit.say("balance.gone"))
    if not visit.by_script:
        return visit.page(page)
    values = {name: getattr(page, name) for name in page.__struct_fields__}
    if page.progress is not None and page.progress.status == "running":
        return visit.page(FarPart(**values))
    answer = visit.page(BalancePart(**values))
    answer.headers["hx-retarget"] = "#balance"  # not only the progress, which is what asked
    return answer


routes = [
    Route("/t/{table}/{seat}/balance", at_table),
    Route("/t/{table}/{seat}/balance", begin_at_table, methods=["POST"]),
    Route("/balance/cancel", cancel, methods=["POST"]),
    Route("/balance/{game}/{scenario}", of_scenario),
    Route("/balance/{game}/{scenario}", begin_of_scenario, methods=["POST"]),
]
