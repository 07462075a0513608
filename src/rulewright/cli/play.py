"""`rulewright play`: a scenario at the terminal, or played by policy."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from rulewright.cli import saves, starting
from rulewright.cli.output import print_json, speaks
from rulewright.cli.playing import Playing
from rulewright.cli.terminal import Left, Terminal, at_terminal
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.store.journal import MemoryJournal
from rulewright.store.jsonl import JsonLines
from rulewright.table.table import Table

app = typer.Typer(add_completion=False)


@app.command()
def play(
    scenario: Annotated[
        str, typer.Argument(help="The id of a starter scenario, or a TOML file. Not needed to go on with a --log.")
    ] = "",
    game: Annotated[str, typer.Option(help="The game, where several have such a scenario.")] = "",
    auto: Annotated[bool, typer.Option("--auto", help="Let the program play everybody and print the log.")] = False,
    seed: Annotated[str | None, typer.Option(help="Seed of the dice; the same seed, the same dice.")] = None,
    log: Annotated[
        Path | None, typer.Option(help="The journal, a file of JSON lines. One that is not finished is played on.")
    ] = None,
    seat: Annotated[
        str, typer.Option(help="Whom you play: players, referee, all, or the name of one seat.")
    ] = "players",
    preset: Annotated[str, typer.Option(help="A preset of house rules. Without: the one offered.")] = "",
    option: Annotated[list[str] | None, typer.Option(help="A house rule, as name=value.")] = None,
    json: Annotated[bool, typer.Option("--json", help="With --auto: print how it ended as JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Play a scenario.

    You play the party; the program rolls the dice and plays the referee and the foes. Without a terminal it plays
    everybody.
    """
    if json and not auto:
        raise Malformed("--json without --auto", expected="both, or neither")
    by_policy = auto or not at_terminal()
    if log is not None and saves.begun(log):
        wanted = starting.scenario(scenario, game)[1] if scenario else None
        with JsonLines(log) as journal:
            table = saves.go_on(journal, wanted)
            terminal = Terminal(speaks(lang, table.game.languages))
            _warn(terminal, journal.warning)
            _evening(table, terminal, seat, by_policy, auto, json, journal, resumed=True)
        return
    if not scenario:
        raise Malformed("no scenario", expected=f"one of {', '.join(_known(game))}")
    found, chosen = starting.scenario(scenario, game)
    speaks(lang, found.languages)
    options = starting.options(found, preset, option or ())
    if by_policy and log is None:
        table = Table.new(found, chosen, options, found.seats(chosen), MemoryJournal(), seed, undo=saves.UNDO)
        _evening(table, Terminal(lang), seat, by_policy, auto, json, None)
        return
    with JsonLines(log, new=True) if log is not None else saves.fresh(scenario) as journal:
        table = saves.start(found, chosen, options, journal, seed)
        _evening(table, Terminal(lang), seat, by_policy, auto, json, journal)


def _known(game_id: str) -> list[str]:
    from rulewright import games

    known = [games.get(game_id)] if game_id else list(games.installed().values())
    return [name for one in known for name in one.scenarios()]


def _evening(
    table: Table,
    terminal: Terminal,
    seat: str,
    by_policy: bool,
    auto: bool,
    json: bool,
    journal: JsonLines | None,
    *,
    resumed: bool = False,
) -> None:
    """Play from where the table is to the end, or until the person leaves."""
    path = "" if journal is None else str(journal.path)
    people = () if by_policy else seats_of(table, seat)
    terminal.console.quiet = json
    playing = Playing(table, terminal, people)
    introduce(playing, path, resumed=resumed, said_why=auto)
    try:
        ended = playing.play()
    except (Left, KeyboardInterrupt):
        terminal.say("play.left", path=path)
        terminal.show(Text("  " + saves.command("play", "--log", path)) if path else Text())
        return
    if ended:
        table.close(playing.referee.id)
    playing.tell_all()
    if json:
        print_json(_outcome(playing, path, ended))
        return
    terminal.say("play.over" if ended else "play.stuck", "bold")
    if path:
        terminal.say("play.again", path=path)
        terminal.show(*(Text("  " + saves.command(name, path)) for name in ("replay", "verify")))
    else:
        terminal.say("play.not_kept", "dim")


def seats_of(table: Table, wanted: str) -> tuple[str, ...]:
    """The seats that the person takes; raises `Malformed`."""
    if wanted == "all":
        return tuple(seat.id for seat in table.seats)
    if wanted in ("players", "referee"):
        return tuple(seat.id for seat in table.seats if seat.referee == (wanted == "referee"))
    if wanted in (ids := [seat.id for seat in table.seats]):
        return (wanted,)
    raise Malformed(f"no seat {wanted!r}", at="--seat", expected=f"players, referee, all, or one of {', '.join(ids)}")


def introduce(playing: Playing, path: str, *, resumed: bool, said_why: bool) -> None:
    """Say what this is and what to do, or where an evening that goes on had come to."""
    terminal, table = playing.terminal, playing.table
    board = playing.game.board(table.world, playing.eyes, terminal.language)
    terminal.show(Text(board.title, "bold"), Text(board.text))
    if not playing.people:
        if not said_why:
            terminal.say("play.no_terminal", "yellow")
    else:
        mine = [figure.name for figure in board.figures if figure.mine]
        everything = len(playing.people) == len(table.seats)
        role = "all" if everything else "referee" if playing.eyes.referee else "players"
        terminal.show(Text())
        terminal.say(f"play.you.{role}", names=", ".join(mine))
        terminal.say("play.how")
    if path:
        terminal.say("play.resumed" if resumed else "play.kept", "dim", path=path)
    if resumed:
        told = table.events_for(playing.eyes.id)[-5:]
        playing.shown = told[0][0] - 1 if told else 0
    terminal.show(Text())
    playing.tell()


def _warn(terminal: Terminal, warning: str) -> None:
    if warning:
        terminal.show(Text(warning, "yellow"))


def _outcome(playing: Playing, path: str, ended: bool) -> dict[str, Any]:
    table, game = playing.table, playing.game
    return {
        "game": game.id,
        "scenario": getattr(table.world.scenario, "id", ""),
        "log": path,
        "ended": ended,
        "entries": table.seq + 1,
        "measure": game.measure(table.world),
    }


__all__ = ["Game", "app", "introduce", "play", "seats_of"]
