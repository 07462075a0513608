"""`rulewright roll`: dice without a game, one roll, several, or the exact odds."""

from __future__ import annotations

from typing import Annotated

import typer

from rulewright.cli.output import print_json, speaks
from rulewright.cli.picture import draw
from rulewright.cli.rolling import Wanted, show
from rulewright.engine.errors import Malformed
from rulewright.table.shown_odds import of_dice

app = typer.Typer(add_completion=False)


@app.command()
def roll(
    expression: Annotated[str, typer.Argument(help="Dice such as 2d6+4, 4d6kh3, 10d10>=8, 5d6!, d66, 2d6+1>=8.")],
    seed: Annotated[str | None, typer.Option(help="The same seed gives the same dice.")] = None,
    times: Annotated[int | None, typer.Option(help="Roll this many times; JSON is then a list.")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="Show the exact odds instead of rolling.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> None:
    """Throw dice: the total, and what every die did.

    Without a seed the operating system's source of secrets throws.
    """
    speaks(lang)
    if not odds:
        show(Wanted(expression, seed, times, json, lang))
        return
    if seed is not None or times is not None:
        raise Malformed("--seed or --times with --odds", expected="exact odds alone, or a roll")
    found = of_dice(expression)
    if json:
        print_json(found.plain())
    else:
        print(draw(found, lang))
