"""`rulewright serve`: the online table, for browsers and programs."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
import textwrap
from collections.abc import Sequence
from types import FrameType
from typing import Annotated

import typer

from rulewright.cli import starting
from rulewright.cli.output import say, speaks
from rulewright.engine.errors import Malformed
from rulewright.store.database import Database
from rulewright.store.meta import secret_key
from rulewright.store.migrating import upgrade as migrate
from rulewright.store.urls import VARIABLE, default_url, file_of, parse
from rulewright.web.app import create
from rulewright.web.config import Config
from rulewright.web.live.hub import Hub
from rulewright.web.people.links import Links
from rulewright.web.process import logs
from rulewright.web.process.serving import Server, address, listening
from rulewright.web.process.workers import Workers
from rulewright.web.tables.demo import Demo, demo_table

app = typer.Typer(add_completion=False)

DEMOS = ("ambush", "closing_time", "last_train")
MOST_WORKERS = 64
WIDTH = 80
_SITE = re.compile(r"https?://[^/?#\s]+/?")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets everybody in your network in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65535)] = 8000,
    database: Annotated[
        str, typer.Option(help=f"Its URL. Without: what {VARIABLE} names, else a SQLite file in your data folder.")
    ] = "",
    workers: Annotated[
        int, typer.Option(help="Processes; more than one need PostgreSQL.", min=1, max=MOST_WORKERS)
    ] = 1,
    upgrade: Annotated[
        bool, typer.Option("--upgrade", help="Bring the database up to date first; SQLite always is.")
    ] = False,
    demo: Annotated[
        bool, typer.Option("--demo", help="Make tables to try out, and print a link for each seat.")
    ] = False,
    scenario: Annotated[str, typer.Option(help="With --demo: the scenario, by its id or as a TOML file.")] = "",
    https: Annotated[
        bool, typer.Option("--https", help="A proxy serves us by HTTPS: cookies are for HTTPS only.")
    ] = False,
    url: Annotated[str, typer.Option(help="The address that people use, as https://table.example; for links.")] = "",
    proxy: Annotated[
        str, typer.Option(help="Addresses of proxies, by commas, that are believed on who asks them.")
    ] = "127.0.0.1,::1",
    log_level: Annotated[
        str, typer.Option(help="debug, info, warning or error. Without: info, at a terminal warning.")
    ] = "",
    log_format: Annotated[str, typer.Option(help="json or plain. Without: json, at a terminal plain.")] = "",
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> int:
    """Serve tables until Ctrl-C or SIGTERM. Nothing that was acknowledged is lost, however it ends."""
    speaks(lang)
    if scenario and not demo:
        raise Malformed("--scenario without --demo", expected="both, or neither")
    base = _base(url)
    wanted = database or default_url()
    _check_workers(workers, wanted)
    at_terminal = sys.stderr.isatty()
    logs.set_up(
        _one_of("--log-level", log_level or ("warning" if at_terminal else "info"), logs.LEVELS),
        _one_of("--log-format", log_format or ("plain" if at_terminal else "json"), logs.FORMATS),
    )
    signal.signal(signal.SIGTERM, _leave)  # until there is a server to stop
    config = Config(database=wanted, secure=https or base.startswith("https:"))
    with listening(host, port) as listener:
        if upgrade or file_of(parse(wanted)) is not None:
            migrate(wanted)
        with Database.open(wanted, exclusive=True) as opened:
            tables = asyncio.run(_demo_tables(opened, scenario, lang)) if demo else []
            _welcome(tables, base or address(listener, config.secure), host, opened.name, lang)
            if workers == 1:
                Server(create(config, opened), proxy).run([listener])
                return 0
        parent = os.getpid()
        return Workers(workers, lambda: _work(config, listener, proxy, parent)).run()


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _work(config: Config, listener: socket.socket, proxy: str, parent: int) -> None:
    """What each of several processes does."""
    with Database.open(config.database, exclusive=True) as opened:
        Server(create(config, opened), proxy, parent).run([listener])


def _check_workers(workers: int, url: str) -> None:
    path = file_of(parse(url))
    if workers > 1 and path is not None:
        expected = "--workers 1, or PostgreSQL, through which processes hear of each other's changes"
        raise Malformed(f"{workers} processes cannot share a SQLite database", at=str(path), expected=expected)


def _one_of(option: str, given: str, known: Sequence[str]) -> str:
    if given not in known:
        raise Malformed(f"{given!r} is not known", at=option, expected=f"one of {', '.join(known)}")
    return given


def _base(url: str) -> str:
    """The URL that links begin with; raises `Malformed` for what none can."""
    if url and not _SITE.fullmatch(url):
        raise Malformed(f"{url!r} is no address of a site", at="--url", expected="one such as https://table.example")
    return url.rstrip("/")


async def _demo_tables(database: Database, scenario: str, language: str) -> list[Demo]:
    """The tables to try out, the one whose links all are printed first."""
    hub, links = Hub(database), Links(secret_key(database).hex())
    names = [scenario, *(name for name in DEMOS[1:] if name != scenario)] if scenario else DEMOS
    return [
        await demo_table(hub, links, game, name, chosen, language)
        for name in names
        for game, chosen in [starting.scenario(name)]
    ]


def _welcome(tables: Sequence[Demo], base: str, host: str, database: str, language: str) -> None:
    """Say where everything is: one link for each seat of the first table, the referee's of the others."""

    def word(key: str, **facts: str) -> str:
        return textwrap.fill(say(key, language, **facts), WIDTH)

    lines = []
    for table in tables[:1]:
        lines += [word("serve.demo", title=table.title, game=table.game), ""]
        for seat in table.seats:
            lines += ["  " + word(f"serve.demo.{seat.role}", names=", ".join(seat.plays)), f"    {base}{seat.path}"]
    for table in tables[1:]:
        lines += ["", word("serve.demo.another", title=table.title, game=table.game)]
        lines += [f"    {base}{table.seats[0].path}"]
    if lines:
        lines.append("")
    if host in ("127.0.0.1", "::1", "localhost"):
        lines.append(word("serve.alone"))
    lines += [word("serve.kept", database=database), word("serve.at", url=base)]
    print("\n".join(lines), flush=True)
