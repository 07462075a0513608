"""The form of a new table: what was filled in, and a table made of it, with what is wrong named by field."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec
from starlette.datastructures import FormData, UploadFile

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.engine.journal import UndoPolicy
from rulewright.engine.pack_problems import BadPack
from rulewright.store.content_packs import PackRow
from rulewright.table.starting import read_scenario, told
from rulewright.web.live.contents import Contents
from rulewright.web.live.hub import NewTable
from rulewright.web.people import seating
from rulewright.web.people.seating import LONGEST_PASSPHRASE
from rulewright.web.tables import casting
from rulewright.web.visit import Visit, is_text, line_of, text_of

OWN = "own"
"""The choice of a scenario that comes along as a file or text."""
UNDO: tuple[UndoPolicy, ...] = get_args(UndoPolicy)
LONGEST_TITLE = 80
LONGEST_SCENARIO = 64_000
LONGEST_SEED = 200
MOST_SHOWN = 10
"""Problems of packs that are shown here; `/packs` shows all."""


class Filled(msgspec.Struct, frozen=True, kw_only=True):
    """The fields as they were filled in; `packs` are id and digest as the form writes them.

    `cast` says which of the visitor's characters (by id) take whose places (figures).
    """

    title: str = ""
    scenario: str
    text: str = ""
    file: str = ""
    preset: str
    packs: tuple[str, ...] = ()
    apart: bool = True
    undo: str = "own_last"
    passphrase: str = ""
    spectators: bool = True
    public: bool = False
    seed: str = ""
    cast: Mapping[str, str] = {}


def mark(pack: PackRow) -> str:
    """How the form writes a pack."""
    return f"{pack.id}:{pack.digest}"


async def filled(form: FormData) -> Filled:
    """What a form says."""
    given = form.get("file")
    file, text = "", text_of(form, "text")[: LONGEST_SCENARIO + 1]
    if isinstance(given, UploadFile) and given.filename:
        file = file_name(given.filename)
        text = (await given.read(LONGEST_SCENARIO + 1)).decode("utf-8", "replace")
    return Filled(
        title=line_of(form, "title", LONGEST_TITLE),
        scenario=text_of(form, "scenario"),
        text=text,
        file=file or file_name(text_of(form, "file_name")),
        preset=text_of(form, "preset"),
        packs=tuple(one for one in form.getlist("pack") if isinstance(one, str)),
        apart=text_of(form, "apart") == "yes",
        undo=text_of(form, "undo"),
        passphrase=text_of(form, "passphrase").strip()[:LONGEST_PASSPHRASE],
        spectators=text_of(form, "spectators") == "yes",
        public=text_of(form, "public") == "yes",
        seed=line_of(form, "seed", LONGEST_SEED),
        cast=casting.wanted_cast(form),
    )


def file_name(name: str) -> str:
    """The name of an uploaded file as it may be shown: no folder, nothing that hides."""
    last = name.replace("\\", "/").rsplit("/", 1)[-1]
    shown = "".join(character for character in last if character.isprintable() and is_text(character))
    return shown.strip()[:80]


async def wanted(
    visit: Visit, game: Game, given: Filled, options: Any, packs: Mapping[str, PackRow], wrong: dict[str, str]
) -> NewTable | None:
    """The table that is wanted. None where something cannot be; then `wrong` says what, by field."""
    if given.undo not in UNDO:
        wrong["undo"] = visit.say("new.choose")
    unknown = [one for one in given.packs if one not in packs]
    if unknown:
        wrong["packs"] = visit.say("new.no_pack", pack=unknown[0].partition(":")[0][:80])
    scenario = _scenario(visit, game, given, wrong)
    if not wrong and given.cast:
        try:
            scenario = await casting.with_mine(visit, game, scenario, given.cast)
        except Malformed as error:
            wrong["cast"] = visit.say("new.bad_cast", text=str(error))
    if wrong:
        return None
    used = tuple((game.id, packs[one].id, packs[one].digest) for one in dict.fromkeys(given.packs))
    try:
        await asyncio.to_thread(_content, visit.site.hub.contents, game, used)
    except Malformed as error:
        wrong["packs"] = str(error)
        return None
    return NewTable(
        game=game.id,
        title=given.title or told(scenario, "title", visit.game_words(game))[:LONGEST_TITLE] or game.title,
        scenario=scenario,
        options=msgspec.to_builtins(options),
        owner=visit.person,
        packs=used,
        secret=await asyncio.to_thread(seating.hashed, given.passphrase),
        undo=given.undo,  # type: ignore[arg-type]  # one of UNDO
        seed=(given.seed or secrets.token_hex(8)) if given.public else "",
        apart=given.apart,
        settings={"spectators": given.spectators},
    )


def _scenario(visit: Visit, game: Game, given: Filled, wrong: dict[str, str]) -> Any:
    starters = game.scenarios()
    if given.scenario in starters:
        return starters[given.scenario]
    if given.scenario != OWN:
        wrong["scenario"] = visit.say("new.choose")
    elif not given.text.strip():
        wrong["text"] = visit.say("new.no_scenario")
    elif len(given.text) > LONGEST_SCENARIO:
        wrong["text"] = visit.say("new.long_scenario", most=LONGEST_SCENARIO)
    else:
        try:
            return read_scenario(given.file or "scenario.toml", given.text, game.id)[1]
        except Malformed as error:
            wrong["text"] = visit.say("new.bad_scenario", text=str(error))
    return None


def misfit(visit: Visit, given: Filled, error: Malformed) -> dict[str, str]:
    """What is wrong where the scenario goes together with nothing else."""
    return {"text" if given.scenario == OWN else "scenario": visit.say("new.bad_scenario", text=str(error))}


def _content(contents: Contents, game: Game, packs: Sequence[tuple[str, str, str]]) -> None:
    try:
        contents.of(game, packs)
    except BadPack as error:
        raise Malformed(" ".join(map(str, error.problems[:MOST_SHOWN])), at="packs") from error
