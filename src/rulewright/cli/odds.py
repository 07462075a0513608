"""`rulewright odds`: the exact odds of one rule, or of dice, with a picture; two of them side by side."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

import typer

from rulewright.cli import pure
from rulewright.cli.output import json_format, print_json, speaks
from rulewright.cli.picture import draw, draw_two
from rulewright.engine.errors import Malformed
from rulewright.table.procedures import find
from rulewright.table.shown_odds import of_dice, of_procedure

app = typer.Typer(add_completion=False)
DICE = "dice"


@app.command()
def odds(
    game: Annotated[str, typer.Argument(help='The id of a game, such as cairn, or "dice".')],
    procedure: Annotated[str, typer.Argument(help="The name of a procedure, or dice such as 20d20kh3.")],
    arguments: Annotated[
        str, typer.Option("--json", help="The procedure's fields as a JSON object.", metavar="OBJECT")
    ] = "{}",
    compare: Annotated[
        str | None, typer.Option(help="Other fields (or other dice) to compare with.", metavar="OBJECT")
    ] = None,
    drop: Annotated[
        str | None,
        typer.Option(
            help="Do not follow paths less likely than this (a rule whose dice may go on without end has a bound of "
            "its own); what is left out is reported.",
            metavar="SHARE",
        ),
    ] = None,
    format: Annotated[str, typer.Option(help="text, or json for programs.")] = "text",
    lang: Annotated[str, typer.Option(help="Language of the labels.")] = "en",
) -> None:
    """Exact odds: every outcome, the mean, percentiles, and bars.

    --json takes the arguments, so JSON output is asked for with --format json.
    """
    machine = json_format(format)
    least = None if drop is None else _share(drop)
    if game == DICE:
        speaks(lang)
        if arguments != "{}" or least:
            raise Malformed("--json or --drop with dice", expected="a dice expression alone")
        shown = [of_dice(text) for text in (procedure, compare) if text is not None]
    else:
        from rulewright import games

        found = games.get(game)
        speaks(lang, found.languages)
        chosen = find(found, procedure)
        texts = [("--json", arguments), ("--compare", compare)]
        read = [pure.read_arguments(chosen, text, at) for at, text in texts if text is not None]
        with pure.refusals_in_words(found, lang):
            shown = [of_procedure(chosen, one, least) for one in read]
    first, *others = shown
    if machine:
        plain = first.plain()
        print_json({**plain, "compare": others[0].plain()} if others else plain)
    else:
        print(draw_two(first, others[0], lang) if others else draw(first, lang))


def _share(text: str) -> Fraction:
    try:
        share = Fraction(text) if len(text) <= 30 and "e" not in text[:-4].lower() else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or not 0 <= share < 1:
        raise Malformed(text, at="--drop", expected="a probability such as 1e-9, 0 or more and less than 1")
    return share
