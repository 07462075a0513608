"""`rulewright replay`: a game's log once more, compared entry by entry with what was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from rulewright.cli.output import print_json, speaks
from rulewright.cli.saves import game_of
from rulewright.cli.telling import Teller
from rulewright.cli.terminal import Terminal
from rulewright.engine.errors import Desync, Malformed
from rulewright.engine.game import Game
from rulewright.engine.journal import Commanded, Declined, Entry, Finished
from rulewright.store import jsonl
from rulewright.table.history import History
from rulewright.table.replay import rebuild
from rulewright.table.verify import known_seed
from rulewright.table.wording import words_of

app = typer.Typer(add_completion=False)


class Step(msgspec.Struct, frozen=True):
    """A command that ended: its last entry, the digest after it, who gave what, and why it came to nothing if so."""

    seq: int
    digest: str
    seat: str
    command: str
    declined: str = ""


class Found(msgspec.Struct):
    """What a replay came to: the commands that ended, the entries that agree, and the first that differs."""

    same: bool = True
    entries: int = 0
    commands: list[Step] = []
    difference: Mapping[str, Any] | None = None


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(help="The journal of a game, a file of JSON lines.")],
    to: Annotated[int | None, typer.Option(help="Stop after the entry of this number.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Only the digests, no events.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Play a log again: what happened, and the digest of the state after each command.

    The exit code is 1 where something does not come out as it is written; the first difference is shown.
    """
    entries, warning = jsonl.read(log)
    game = game_of(entries, log)
    terminal = Terminal(speaks(lang, game.languages))
    if to is not None and not 0 <= to < len(entries):
        raise Malformed(str(to), at="--to", expected=f"the number of an entry, 0 to {len(entries) - 1}")
    if warning and not json:
        terminal.show(Text(warning, "yellow"))
    wanted = entries if to is None else entries[: to + 1]
    found = _replayed(game, wanted, known(log, entries), None if json else Showing(terminal, game, quiet))
    if json:
        print_json(found)
    elif found.difference is not None:
        terminal.say("replay.differs", "bold red", difference=str(_desync(found.difference)))
    elif to is not None:
        terminal.say("replay.part", "bold", to=to, commands=len(found.commands))
    else:
        terminal.say("replay.same", "bold green", commands=len(found.commands), entries=found.entries)
    raise typer.Exit(0 if found.same else 1)


class Showing:
    """Shows a replay as it goes."""

    def __init__(self, terminal: Terminal, game: Game, quiet: bool) -> None:
        self.terminal = terminal
        self.quiet = quiet
        self._teller = Teller(terminal, words_of(game, terminal.language), game.rulebook())

    def events(self, history: History) -> None:
        """What the newest entry brought."""
        for seq, event in () if self.quiet else history.session.events:
            if seq == history.entries[-1].seq:
                self.terminal.show(self._teller.line(event))

    def step(self, step: Step) -> None:
        """A command that ended."""
        what = f"{step.command} ({step.declined})" if step.declined else step.command
        told = self.terminal.word("replay.command", seq=step.seq, digest=step.digest, who=step.seat, what=what)
        self.terminal.show(Text(told, "" if self.quiet else "dim"))


def known(log: Path, entries: Sequence[Entry]) -> bytes | None:
    """The seed of the dice, revealed in the journal or kept beside it; None while neither tells it."""
    try:
        return known_seed(entries, jsonl.read_seed(log))
    except Desync:
        return None  # the replay itself finds and shows it


def _replayed(game: Game, entries: Sequence[Entry], seed: bytes | None, showing: Showing | None) -> Found:
    found = Found()
    try:
        for history in rebuild(game, entries, game.content(), seed):
            found.entries = len(history.entries)
            if showing is not None:
                showing.events(history)
            entry = history.entries[-1]
            if isinstance(entry, Finished | Declined):
                step = _step(entries, entry)
                found.commands.append(step)
                if showing is not None:
                    showing.step(step)
    except Desync as error:
        found.same = False
        facts = {"what": error.what, "recorded": error.recorded, "replayed": error.replayed}
        found.difference = {"seq": error.seq, **facts}
    return found


def _step(entries: Sequence[Entry], end: Finished | Declined) -> Step:
    given = entries[end.of]
    assert isinstance(given, Commanded)
    declined = end.reason if isinstance(end, Declined) else ""
    return Step(end.seq, end.digest, given.seat, str(given.command.get("do")), declined)


def _desync(difference: Mapping[str, Any]) -> Desync:
    return Desync(difference["seq"], difference["what"], difference["recorded"], difference["replayed"])
