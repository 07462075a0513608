"""`rulewright db`: the database of the online table, for whoever runs the server."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
import typer

from rulewright import games
from rulewright.cli.output import print_json, say, speaks
from rulewright.engine.errors import Malformed
from rulewright.store.backup import backup as back_up
from rulewright.store.checking import Kept, checked, table_ids
from rulewright.store.content_packs import content_of
from rulewright.store.database import Database
from rulewright.store.exchange import MOST_BYTES, export_table, import_table, read_export
from rulewright.store.migrating import upgrade as migrate
from rulewright.store.urls import VARIABLE, default_url, parse, shown
from rulewright.table.replay import retold

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The database of the online table.")

Url: TypeAlias = Annotated[
    str,
    typer.Option(help=f"Its URL. Without: what {VARIABLE} names, else a SQLite file in your data folder."),
]
Lang: TypeAlias = Annotated[str, typer.Option(help="Language: en or fi.")]


class Found(msgspec.Struct):
    """What a check came to: the tables and entries that are whole, and the first thing that is not."""

    whole: bool = True
    tables: int = 0
    entries: int = 0
    difference: str = ""


@app.command()
def upgrade(database: Url = "", lang: Lang = "en") -> None:
    """Make the database, or bring it up to this program's version. No server may be using it."""
    speaks(lang)
    url = database or default_url()
    migrate(url)
    print(say("db.upgraded", lang, database=shown(parse(url))))


@app.command()
def check(
    database: Url = "",
    replay: Annotated[bool, typer.Option("--replay", help="Play every table again and compare.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Lang = "en",
) -> None:
    """Look whether every table's entries are all there and can be read; with --replay also whether they come out again.

    The exit code is 1 where something is wrong; the first thing is shown.
    """
    speaks(lang)
    with Database.open(database or default_url()) as opened:
        found = _checked(opened, replay, lang)
    if json:
        print_json(found)
    elif found.difference:
        print(say("db.differs", lang, difference=found.difference))
    else:
        key = "db.replayed" if replay else "db.whole"
        print(say(key, lang, tables=found.tables, entries=found.entries))
    raise typer.Exit(0 if found.whole else 1)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="A new file.")], database: Url = "", lang: Lang = "en") -> None:
    """Copy the whole database into a file; servers may go on using it meanwhile."""
    speaks(lang)
    with Database.open(database or default_url()) as opened:
        back_up(opened, file)
        print(say("db.backed_up", lang, file=file, database=opened.name))


@app.command()
def export(
    table: Annotated[str, typer.Argument(help="The id of a table.")],
    file: Annotated[Path, typer.Argument(help="A new file.")],
    seed: Annotated[
        bool, typer.Option("--seed", help="With the secret seed of the dice, for the referee alone.")
    ] = False,
    database: Url = "",
    lang: Lang = "en",
) -> None:
    """Write a whole table into one file, to keep it or to take it elsewhere."""
    speaks(lang)
    with Database.open(database or default_url()) as opened:
        content = export_table(opened, table, seed=seed)
    try:
        with open(file, "xb", opener=_for_its_owner) as out:
            out.write(content)
    except FileExistsError as error:
        raise Malformed("there is a file already", at=str(file), expected="the name of a new file") from error
    print(say("db.exported.seed" if seed else "db.exported", lang, file=file, table=table))


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A file that `rulewright db export` wrote.")],
    owner: Annotated[str, typer.Option(help="The id of the person whose table it will be.")] = "",
    database: Url = "",
    lang: Lang = "en",
) -> None:
    """Put an exported table into the database; the file is checked first, and all of it is taken or nothing."""
    speaks(lang)
    with file.open("rb") as source:
        found = read_export(source.read(MOST_BYTES + 1), str(file))
    with Database.open(database or default_url()) as opened:
        id = import_table(opened, found, owner=owner).result()
    print(say("db.imported", lang, title=found.header.title, table=id))


def _checked(database: Database, replay: bool, language: str) -> Found:
    found = Found()
    expected = table_ids(database)
    try:
        with _progress(sum(expected.values()), say("db.checking", language)) as progress:
            for id, count in expected.items():
                kept = checked(database, id)
                if kept is None:
                    continue
                if replay:
                    _check_replay(kept, lambda: progress(1))
                else:
                    progress(count)
                found.tables += 1
                found.entries += len(kept.rows)
    except Malformed as error:
        found.whole, found.difference = False, str(error)
    return found


def _check_replay(kept: Kept, step: Callable[[], None]) -> None:
    """Play a table again; raises `Malformed` where it comes out otherwise, or tells something else than is kept."""
    if kept.rows:
        game = games.get(kept.table.game)
        retold(game, kept.rows, content_of(game, kept.packs), kept.seed, f"table {kept.table.id}", step)


@contextmanager
def _progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A bar on standard error while the work goes on, if somebody is looking."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda count: bar.advance(task, count)


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
