"""`rulewright verify`: prove that the dice of a game's log came from the seed that was sealed before play."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from rulewright.cli.output import print_json, speaks
from rulewright.cli.saves import game_of
from rulewright.cli.terminal import Terminal
from rulewright.store import jsonl
from rulewright.table.verify import verify as prove

app = typer.Typer(add_completion=False)
STYLES = {"proved": "bold green", "wrong": "bold red"}


@app.command()
def verify(
    log: Annotated[Path, typer.Argument(help="The journal of a game, a file of JSON lines.")],
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Recompute every die from the revealed seed.

    The exit code is 1 where a face, or the seed itself, is not what was sealed. While the table is open its seed is
    a secret, and only the order of the dice can be checked.
    """
    entries, warning = jsonl.read(log)
    game = game_of(entries, log)
    speaks(lang, game.languages)
    found = prove(entries)
    if json:
        print_json(found)
    else:
        terminal = Terminal(lang)
        if warning:
            terminal.show(Text(warning, "yellow"))
        for event in found.report:
            terminal.show(Text(game.words(event.key, event.facts, lang), STYLES.get(found.status, "")))
    raise typer.Exit(1 if found.status == "wrong" else 0)
