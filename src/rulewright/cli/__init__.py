"""The `rulewright` command.

Starting must be quick, so a command is a name in `COMMANDS` and a module of the same name beside this one, and
only the module that is named on the command line is imported. Such a module has a Typer application `app`. Typer
itself takes longer to import than some commands take to run: a command in `QUICK` is first offered to its light
reader, which runs what it fully understands and leaves everything else (help, mistakes) to Typer.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

from rulewright.engine.errors import Malformed, RulewrightError

if TYPE_CHECKING:
    import typer

COMMANDS: Mapping[str, str] = {
    "play": "play a scenario in the terminal",
    "replay": "play a game's log again and compare",
    "verify": "prove the dice of a game's log",
    "character": "make, check and show characters",
    "roll": "throw dice such as 4d6kh3, or show their exact odds",
    "games": "the games that are installed",
    "rules": "what a rule of a game says; which tests hold it",
    "resolve": "run one rule of a game with given or thrown dice",
    "odds": "exact odds of one rule, with a picture",
    "links": "links to the seats of an online table, for whoever runs it",
    "serve": "the online table: friends in browsers, live",
    "simulate": "play a scenario many times and count how it ends",
    "packs": "check content packs; the schema for editors",
    "db": "the database of the online table: upgrade, check, back up",
}
QUICK: Mapping[str, str] = {"roll": "rulewright.cli.rolling"}
ARGUMENTS_AS_JSON = ("resolve", "odds")  # their `--json` holds arguments and asks for no JSON output

BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code.

    0 is success, 1 a finding (a check that fails), 2 input that cannot be read or is refused.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run(given)
        sys.stdout.flush()
        return code
    except RulewrightError as error:
        return _complain(str(error), given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # whatever is still buffered has no reader; without this Python complains about it at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}", given)


def _run(given: list[str]) -> int:
    for number, argument in enumerate(given, 1):
        if not _is_text(argument):
            raise Malformed(f"argument {number} is not UTF-8", expected="text")
    if not given or given[0] in ("--help", "-h", "help"):
        print(_help())
        return 0
    name, *rest = given
    if name == "--version":
        from rulewright import __version__

        print(f"rulewright {__version__}")
        return 0
    if name not in COMMANDS:
        from rulewright.engine.pack_problems import near

        raise Malformed(f"no command {name!r}{near(name, COMMANDS)}", expected=f"one of {', '.join(COMMANDS)}")
    if name in QUICK:
        quick: Callable[[list[str]], int | None] = import_module(QUICK[name]).quick
        code = quick(rest)
        if code is not None:
            return code
    return _typed(import_module(f"rulewright.cli.{name}").app, name, rest)


def _typed(app: typer.Typer, name: str, arguments: list[str]) -> int:
    """Run a Typer application; what is wrong with the arguments becomes `Malformed`."""
    import typer

    try:
        command = typer.main.get_command(app)
        return int(command.main(arguments, prog_name=f"rulewright {name}", standalone_mode=False) or 0)
    except typer.Abort:
        return INTERRUPTED
    except Exception as error:
        # all that Typer finds wrong with arguments is a UsageError, which it has no public name for
        if not isinstance(error, typer.BadParameter.__bases__):
            raise
        message = error.format_message().rstrip(".")  # type: ignore[attr-defined]
        raise Malformed(message, expected=f"what `rulewright {name} --help` says") from error


def wants_json(given: Sequence[str]) -> bool:
    """Whether the command line asks for output that a program reads."""
    if given and given[0] not in ARGUMENTS_AS_JSON and "--json" in given:
        return True
    return "--format=json" in given or ("--format", "json") in pairwise(given)


def _complain(message: str, given: Sequence[str]) -> int:
    """Say what is wrong on standard error: one line, or a JSON object where JSON was asked for."""
    if wants_json(given):
        import json

        message = json.dumps({"error": message}, ensure_ascii=False)
    else:
        message = "rulewright: " + message
    print(message, file=sys.stderr)
    return BAD_INPUT


def _help() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {text}" for name, text in COMMANDS.items()]
    return "\n".join(
        [
            "usage: rulewright COMMAND ...",
            "",
            "A rules engine for tabletop role-playing games.",
            "",
            *lines,
            "",
            "`rulewright COMMAND --help` says more. Exit codes: 0 done, 1 a check failed, 2 bad input.",
        ]
    )


def _is_text(argument: str) -> bool:
    try:
        argument.encode()
    except UnicodeEncodeError:
        return False
    return True
