"""`rulewright resolve`: run one rule of a game and show its result, the sum behind it, its rules and its dice."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from rulewright import games
from rulewright.cli import pure
from rulewright.cli.output import json_format, print_json, say, speaks
from rulewright.cli.picture import name_of
from rulewright.cli.rolling import dice_of
from rulewright.engine.drivers import Recorded, Script, recorded
from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game, PureProcedure
from rulewright.engine.modifiers import Sum

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
        chosen = [pure.find(found, procedure)] if procedure else list(found.procedures.values())
        print_json([_listed(one) for one in chosen]) if machine else print("\n\n".join(map(_told, chosen)))
        return
    if faces is not None and seed is not None:
        raise Malformed("--faces and --seed", expected="given faces, or thrown ones")
    chosen_one = pure.find(found, procedure)
    fields = pure.read_arguments(chosen_one, arguments)
    with pure.refusals_in_words(found, lang):
        resolved = run(found, chosen_one, fields, faces, answers, seed)
    print_json(resolved) if machine else print(_shown(found, resolved, lang))


class Thrown(msgspec.Struct, frozen=True):
    """Dice of one roll."""

    sides: int
    faces: tuple[int, ...]
    rule: str
    who: str
    why: str


class Answered(msgspec.Struct, frozen=True):
    """A question that was put, and its answer."""

    key: str
    answer: Any


class Resolved(msgspec.Struct, frozen=True):
    """One rule that was run."""

    game: str
    procedure: str
    arguments: Any
    outcome: Any
    value: int | None
    result: Any
    sum: Sum | None
    rules: tuple[str, ...]
    faces: tuple[Thrown, ...]
    answers: tuple[Answered, ...]


def run(
    game: Game, procedure: PureProcedure, fields: msgspec.Struct, faces: str | None, answers: str, seed: str | None
) -> Resolved:
    """Run a procedure with given faces, or with dice of a seed or of the operating system."""
    given = pure.read_object(answers, "--answers")
    script = Script(read_faces(faces or ""), given)
    asked: list[Answered] = []

    def answer(question: Any) -> Any:
        asked.append(Answered(question.key, script.answer(question)))
        return asked[-1].answer

    recorder = Recorded(dice_of(seed) if faces is None else script, answer)
    result = recorded(procedure.run(fields), recorder)
    if script.left:
        left = ", ".join(map(str, script.left))
        raise Malformed(f"faces are left over: {left}", at="--faces", expected="no more faces than are thrown")
    if unused := [key for key in given if key not in {one.key for one in asked}]:
        keys = ", ".join(one.key for one in asked) or "no answers: nothing was asked"
        raise Malformed(f"nobody asked {', '.join(unused)}", at="--answers", expected=keys)
    total = procedure.explain(result) if procedure.explain is not None else None
    thrown = tuple(Thrown(roll.sides, shown, roll.rule, roll.who, roll.why) for roll, shown in recorder.rolls)
    rules = [*procedure.rules, *(roll.rule for roll in thrown)]
    if total is not None:
        rules += [total.limit_rule, *(rule for part in total.parts for rule in (part.rule, part.suppressed_by))]
    return Resolved(
        game.id,
        procedure.name,
        fields,
        procedure.outcome(result),
        procedure.value(result) if procedure.value is not None else None,
        result,
        total,
        tuple(dict.fromkeys(rule for rule in rules if rule)),
        thrown,
        tuple(asked),
    )


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
    rows = []
    for part in total.parts:
        rule = f" [{part.rule}]" if part.rule else ""
        out = " " + say("resolve.suppressed", language, rule=part.suppressed_by) if part.suppressed_by else ""
        rows.append(("resolve.part", f"{_source(game, part.source, language)} {part.value:+d}{rule}{out}"))
    limit = " " + say("resolve.limit", language, rule=total.limit_rule) if total.limit_rule else ""
    return [*rows, ("resolve.sum", f"{total.total}{limit}")]


def _source(game: Game, source: str, language: str) -> str:
    """The words for where a part comes from; a source without words of its own shows as it is."""
    words = game.words(source, {}, language)
    return source if "«" in words else words


def _labelled(key: str, text: str, language: str) -> str:
    return f"  {say(key, language)}: {text}"


def _listed(procedure: PureProcedure) -> dict[str, Any]:
    return {
        "name": procedure.name,
        "text": procedure.text,
        "rules": procedure.rules,
        "fields": pure.schema(procedure),
    }


def _told(procedure: PureProcedure) -> str:
    lines = [f"{procedure.name}: {procedure.text} [{', '.join(procedure.rules)}]"]
    for name, allowed, default, meaning in pure.describe(procedure):
        needed = f"default {default}" if default else "required"
        lines.append(f"  {name} ({allowed}; {needed}){f': {meaning}' if meaning else ''}")
    return "\n".join(lines)
