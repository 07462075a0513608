"""`rulewright links`: links to seats for whoever runs the server, since somebody always loses the one they had."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.output import columns, print_json, say, speaks
from rulewright.engine.errors import Malformed
from rulewright.store.database import Database
from rulewright.store.meta import secret_key
from rulewright.store.tables import TableStore, all_tables
from rulewright.store.urls import VARIABLE, default_url
from rulewright.web.people.links import Links

app = typer.Typer(add_completion=False)


@app.command()
def links(
    table: Annotated[str, typer.Argument(help="The id of a table. Without: all tables are listed.")] = "",
    url: Annotated[
        str, typer.Option(help="The address that people use, which links begin with.")
    ] = "http://127.0.0.1:8000",
    database: Annotated[
        str, typer.Option(help=f"Its URL. Without: what {VARIABLE} names, else a SQLite file in your data folder.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> None:
    """Print the link of each seat of a table. Whoever has one can take that seat; it takes none from anybody yet."""
    speaks(lang)
    with Database.open(database or default_url()) as opened:
        rows = _seats(opened, table, url.rstrip("/")) if table else _tables(opened)
    if json:
        print_json(rows)
    elif rows:
        print(columns([[_shown(cell) for cell in row.values()] for row in rows], left=9))
    else:
        print(say("links.none", lang))


def _tables(database: Database) -> list[dict[str, str]]:
    """Every table, the latest touched first."""
    with database.read() as connection:
        rows = sorted(all_tables(connection), key=lambda row: row.touched_at, reverse=True)
    return [{"table": row.id, "game": row.game, "touched": row.touched_at, "title": row.title} for row in rows]


def _seats(database: Database, table: str, base: str) -> list[dict[str, str]]:
    """Every seat of a table with who has it and its link; raises `Malformed` where there is no such table."""
    seats = TableStore(database).seats(table)
    if not seats:
        raise Malformed(f"no table {table!r}", expected="an id that `rulewright links` lists")
    signed = Links(secret_key(database).hex())
    return [
        {"seat": seat.seat, "name": seat.name, "link": base + signed.path(table, seat.seat, seat.generation)}
        for seat in seats
    ]


def _shown(text: str) -> str:
    """A text that people gave, with nothing in it that would move a terminal's cursor."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
