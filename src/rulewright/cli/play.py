"""`rulewright play`: a scenario at the terminal, or played by policy."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from rulewright.cli import choosing, saves, starting
from rulewright.cli.output import print_json, speaks
from rulewright.cli.playing import Playing
from rulewright.cli.terminal import Left, Terminal, at_terminal
from rulewright.engine.errors import Malformed
from rulewright.engine.journal import Seat
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
    preset: Annotated[
        str, typer.Option(help="A preset of house rules. Without: a person is asked, and else it is the one offered.")
    ] = "",
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
    wishes = Wishes(seat, auto, json, lang)
    if log is not None and saves.begun(log):
        wanted = starting.scenario(scenario, game)[1] if scenario else None
        with JsonLines(log) as journal:
            evening(saves.go_on(journal, wanted), wishes, str(log), warning=journal.warning, resumed=True)
        return
    if not scenario:
        raise Malformed("no scenario", expected=f"one of {', '.join(_known(game))}")
    found, chosen = starting.scenario(scenario, game)
    speaks(lang, found.languages)
    seats_of(found.seats(chosen), seat)
    options = starting.options(found, preset, option or ())
    seated = at_terminal() and not auto
    if seated and not preset and not option:
        terminal = Terminal(lang)
        try:
            options = choosing.house_rules(found, terminal)
        except Left:
            terminal.say("play.left_unsaved")
            return
    if log is None and not seated:
        # nothing can be lost where nobody decides
        evening(saves.start(found, chosen, options, MemoryJournal(), seed), wishes, "")
        return
    with JsonLines(log, new=True) if log is not None else saves.fresh(scenario) as journal:
        evening(saves.start(found, chosen, options, journal, seed), wishes, str(journal.path))


class Wishes(msgspec.Struct, frozen=True):
    """How somebody wants to play."""

    seat: str = "players"
    auto: bool = False
    json: bool = False
    lang: str = "en"


def _known(game_id: str) -> list[str]:
    from rulewright import games

    known = [games.get(game_id)] if game_id else list(games.installed().values())
    return [name for one in known for name in one.scenarios()]


def evening(
    table: Table,
    wishes: Wishes,
    path: str,
    *,
    warning: str = "",
    resumed: bool = False,
    terminal: Terminal | None = None,
) -> None:
    """Play from where the table is to the end, or until the person leaves.

    `path` is where the journal is, "" where it is not kept. With a `terminal` given somebody sits there.
    """
    speaks(wishes.lang, table.game.languages)
    mine = seats_of(table.seats, wishes.seat)
    seated = not wishes.auto and (terminal is not None or at_terminal())
    terminal = terminal or Terminal(wishes.lang)
    terminal.console.quiet = wishes.json
    playing = Playing(table, terminal, mine if seated else ())
    if warning:
        terminal.show(Text(warning, "yellow"))
    introduce(playing, path, resumed=resumed, alone=not seated and not wishes.auto)
    try:
        ended = playing.play()
    except (Left, KeyboardInterrupt):
        terminal.say("play.left" if path else "play.left_unsaved")
        if path:
            terminal.show(Text("  " + saves.command("play", "--log", path, *_again(wishes))))
        return
    if ended:
        table.close(playing.referee.id)
    playing.tell_all()
    if wishes.json:
        print_json(_outcome(playing, path, ended))
    else:
        _farewell(terminal, path, ended)


def _again(wishes: Wishes) -> list[str]:
    """The options with which the game is played on as it was."""
    usual = Wishes()
    given = {"--seat": (wishes.seat, usual.seat), "--lang": (wishes.lang, usual.lang)}
    options = [part for name, (wish, default) in given.items() if wish != default for part in (name, wish)]
    return [*options, *(["--auto"] if wishes.auto else [])]


def _farewell(terminal: Terminal, path: str, ended: bool) -> None:
    terminal.say("play.over" if ended else "play.stuck", "bold")
    if path:
        terminal.say("play.again", path=path)
        terminal.show(*(Text("  " + saves.command(name, path)) for name in ("replay", "verify")))
    else:
        terminal.say("play.not_kept", "dim")


def seats_of(seats: Sequence[Seat], wanted: str) -> tuple[str, ...]:
    """The seats that the person takes; raises `Malformed`."""
    if wanted == "all":
        return tuple(seat.id for seat in seats)
    if wanted in ("players", "referee"):
        return tuple(seat.id for seat in seats if seat.referee == (wanted == "referee"))
    if wanted in (ids := [seat.id for seat in seats]):
        return (wanted,)
    raise Malformed(f"no seat {wanted!r}", at="--seat", expected=f"players, referee, all, or one of {', '.join(ids)}")


def introduce(playing: Playing, path: str, *, resumed: bool, alone: bool) -> None:
    """Say what this is and what to do, or where an evening that goes on had come to."""
    terminal, table = playing.terminal, playing.table
    board = playing.game.board(table.world, playing.eyes, terminal.language)
    terminal.show(Text(board.title, "bold"), Text(board.text))
    if not playing.people:
        if alone:
            terminal.say("play.no_terminal", "yellow")
    else:
        seats = [seat for seat in table.seats if seat.id in playing.people]
        boards = [playing.game.board(table.world, seat, terminal.language) for seat in seats]
        mine = list(dict.fromkeys(figure.name for seen in boards for figure in seen.figures if figure.mine))
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
