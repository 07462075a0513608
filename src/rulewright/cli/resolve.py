"""`rulewright resolve`: run one rule of a game and show its result, the sum behind it, its rules and its dice."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer

from rulewright import games
from rulewright.cli import pure
from rulewright.cli.output import json_format, print_json, say, speaks
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game, PureProcedure
from rulewright.engine.modifiers import Sum
from rulewright.table.dice import dice_of
from rulewright.table.procedures import describe, find, listed
from rulewright.table.resolving import Resolved
from rulewright.table.resolving import resolve as run
from rulewright.table.shown_odds import name_of
from rulewright.table.wording import source_named, words_of

app = typer.Typer(add_completion=False)


@app.command()
def resolve(
    game: Annotated[str, typer.Argument(help="The id of a game, such as cairn.")],
    procedure: Annotated[str, typer.Argument(help="The name of a procedure; --list shows them.")] = "",
    arguments: Annotated[
        str, typer.Option("--json", help="The procedure's fields as a JSON object.", metavar="OBJECT")
    ] = "{}",
    faces: Annotated[
        str | None, typer.Option(help="The faces of the dice in the order thrown, such as 4,4. Without: rolls.")
    ] = None,
    answers: Annotated[
        str, typer.Option(help="Answers to questions as a JSON object, key to value.", metavar="OBJECT")
    ] = "{}",
    seed: Annotated[str | None, typer.Option(help="Seed of the dice where no faces are given.")] = None,
    list_all: Annotated[bool, typer.Option("--list", help="Show every procedure with its fields.")] = False,
    format: Annotated[str, typer.Option(help="text, or json for programs.")] = "text",
    lang: Annotated[str, typer.Option(help="Language of the labels.")] = "en",
) -> None:
    """Run one rule of a game by itself.

    --json takes the arguments, so JSON output is asked for with --format json.
    """
    machine = json_format(format)
    found = games.get(game)
    speaks(lang, found.languages)
    if list_all:
        chosen = [find(found, procedure)] if procedure else list(found.procedures.values())
        print_json([listed(one) for one in chosen]) if machine else print("\n\n".join(map(_told, chosen)))
        return
    if faces is not None and seed is not None:
        raise Malformed("--faces and --seed", expected="given faces, or thrown ones")
    chosen_one = find(found, procedure)
    fields = pure.read_arguments(chosen_one, arguments)
    dice = dice_of(seed) if faces is None else read_faces(faces)
    with pure.refusals_in_words(found, lang):
        resolved = run(found, chosen_one, fields, dice, pure.read_object(answers, "--answers"))
    print_json(resolved) if machine else print(_shown(found, resolved, lang))


def read_faces(text: str) -> list[int]:
    """Faces written with commas or spaces between them; raises `Malformed`."""
    faces = []
    for word in text.replace(",", " ").split():
        if not (word.isascii() and word.isdigit() and len(word) <= 4):
            raise Malformed(f"face {word!r}", at="--faces", expected="whole numbers such as 4,4")
        faces.append(int(word))
    return faces


def _shown(game: Game, resolved: Resolved, language: str) -> str:
    lines = [f"{resolved.procedure}: {name_of(resolved.outcome)}"]
    plain = msgspec.to_builtins(resolved.result)
    if isinstance(plain, dict) and plain != msgspec.to_builtins(resolved.outcome):
        lines.append(_labelled("resolve.result", name_of(resolved.result), language))
    if resolved.sum is not None:
        for label, text in _parts(game, resolved.sum, language):
            lines.append(_labelled(label, text, language))
    for roll in resolved.faces:
        why = " ".join(word for word in (roll.why, roll.rule) if word)
        dice = f"{len(roll.faces)}d{roll.sides}: {', '.join(map(str, roll.faces))}"
        lines.append(_labelled("resolve.faces", f"{dice} ({why})" if why else dice, language))
    if not resolved.faces:
        lines.append(_labelled("resolve.faces", say("resolve.no_dice", language), language))
    for one in resolved.answers:
        lines.append(_labelled("resolve.answer", f"{one.key}: {one.answer}", language))
    lines.append(_labelled("resolve.rules", ", ".join(resolved.rules), language))
    return "\n".join(lines)


def _parts(game: Game, total: Sum, language: str) -> list[tuple[str, str]]:
    rows, words = [], words_of(game, language)
    for part in total.parts:
        rule = f" [{part.rule}]" if part.rule else ""
        out = " " + say("resolve.suppressed", language, rule=part.suppressed_by) if part.suppressed_by else ""
        rows.append(("resolve.part", f"{source_named(words, part.source)} {part.value:+d}{rule}{out}"))
    limit = " " + say("resolve.limit", language, rule=total.limit_rule) if total.limit_rule else ""
    return [*rows, ("resolve.sum", f"{total.total}{limit}")]


def _labelled(key: str, text: str, language: str) -> str:
    return f"  {say(key, language)}: {text}"


def _told(procedure: PureProcedure) -> str:
    lines = [f"{procedure.name}: {procedure.text} [{', '.join(procedure.rules)}]"]
    for name, allowed, default, meaning in describe(procedure):
        needed = f"default {default}" if default else "required"
        lines.append(f"  {name} ({allowed}; {needed}){f': {meaning}' if meaning else ''}")
    return "\n".join(lines)
