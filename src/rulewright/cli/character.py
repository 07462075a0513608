"""`rulewright character`: make characters by a game's own procedure, check them, and show their sheets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markdown import Markdown
from rich.text import Text

from rulewright import games
from rulewright.cli.making import Maker
from rulewright.cli.output import print_json, speaks
from rulewright.cli.terminal import Left, Terminal, at_terminal
from rulewright.engine.drivers import run
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game
from rulewright.table.dice import dice_of

app = typer.Typer(add_completion=False)
MOST_BYTES = 1_000_000


@app.command()
def new(
    game: Annotated[str, typer.Argument(help="The id of a game, such as cairn.")],
    random: Annotated[bool, typer.Option("--random", help="Leave everything to the dice.")] = False,
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice.")] = None,
    name: Annotated[str, typer.Option(help="The character's name.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write it to this file; companions to files beside it.")] = None,
    json: Annotated[bool, typer.Option("--json", help="With --random: print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Make a character: one question at a time, or --random.

    Without a terminal the dice decide everything.
    """
    found = games.get(game)
    terminal = Terminal(speaks(lang, found.languages))
    if json and not random:
        raise Malformed("--json without --random", expected="both, or neither")
    if out is not None and out.exists():
        raise Malformed("there is such a file already", at=str(out), expected="a new name")
    guided = not random and at_terminal()
    if not guided and not random:
        terminal.say("character.no_terminal", "yellow")
    dice = dice_of(seed)
    try:
        if guided:
            made = Maker(found, terminal, dice).make(name)
        else:
            made = run(found.characters.create(name), dice.face, found.characters.at_random(dice))
    except Left:
        terminal.say("character.left")
        return
    if json:
        print_json(list(made))
    for number, character in enumerate(made):
        if not json:
            terminal.show(Markdown(found.characters.sheet(character, lang)), Text())
        if out is not None:
            path = out if number == 0 else out.with_name(f"{out.stem}-{number + 1}{out.suffix}")
            with path.open("x", encoding="utf-8") as file:
                file.write(found.characters.write(character))
            terminal.console.quiet = json
            terminal.say("character.written", path=path)


@app.command()
def check(
    file: Annotated[Path, typer.Argument(help="A character's file.")],
    game: Annotated[str, typer.Option(help="The game, where several are installed.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Check a character against every limit and rule; the exit code is 1 where it breaks one."""
    found, character = _read(file, game)
    speaks(lang, found.languages)
    problems = found.characters.problems(character)
    told = [found.words(problem.key, problem.facts, lang) for problem in problems]
    if json:
        plain = [{"text": text, "rule": problem.rule, **problem.facts} for text, problem in zip(told, problems)]
        print_json({"file": str(file), "game": found.id, "problems": plain})
    else:
        terminal = Terminal(lang)
        for text, problem in zip(told, problems):
            terminal.show(Text.assemble(text, (f"  {problem.rule}", "dim")))
        key = "character.problems" if problems else "character.good"
        terminal.say(key, "bold red" if problems else "bold green", path=file, name=character.name, count=len(problems))
    raise typer.Exit(1 if problems else 0)


@app.command()
def sheet(
    file: Annotated[Path, typer.Argument(help="A character's file.")],
    game: Annotated[str, typer.Option(help="The game, where several are installed.")] = "",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the character as JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language, one of the game's.")] = "en",
) -> None:
    """Show a character's sheet with every number explained."""
    if markdown and json:
        raise Malformed("--markdown and --json", expected="one of them")
    found, character = _read(file, game)
    text = found.characters.sheet(character, speaks(lang, found.languages))
    if json:
        print_json(character)
    elif markdown:
        print(text, end="")
    else:
        Terminal(lang).show(Markdown(text))


def _read(file: Path, game_id: str) -> tuple[Game, Any]:
    """A character with its game, which the file names, or `game_id`, or there is but one; raises `Malformed`."""
    with file.open("rb") as opened:
        raw = opened.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        raise Malformed("this file is too large", at=str(file), expected=f"a character of at most {MOST_BYTES:,} bytes")
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        raise Malformed("this is no text", at=str(file), expected="UTF-8") from error
    found = games.get(game_id or _named(text, file))
    try:
        return found, found.characters.read(text)
    except Malformed as error:
        place = f"{file}: {error.at}" if error.at else str(file)
        raise Malformed(error.found, at=place, expected=error.expected) from error


def _named(text: str, file: Path) -> str:
    import tomllib

    try:
        named = tomllib.loads(text).get("game")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise Malformed(f"this is not TOML: {error}", at=str(file)) from error
    known = list(games.installed())
    if isinstance(named, str) or (named is None and len(known) == 1):
        return named or known[0]
    raise Malformed("the character does not name its game", at=str(file), expected=f"one of {', '.join(known)}")
