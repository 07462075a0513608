"""`rulewright games`: what is installed, with its scenarios, presets and languages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from rulewright import games as installed
from rulewright.cli.output import columns, print_json, say, speaks
from rulewright.engine.game import Game
from rulewright.table.starting import starters

app = typer.Typer(add_completion=False)


@app.command()
def games(
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    lang: Annotated[str, typer.Option(help="Language: en or fi.")] = "en",
) -> None:
    """List the installed games with their scenarios and presets of house rules."""
    speaks(lang)
    known = installed.installed().values()
    if json:
        print_json([_plain(game) for game in known])
    else:
        print("\n\n".join(_told(game, lang) for game in known) or say("games.none", lang))


def _plain(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "rules_version": game.rules_version,
        "languages": list(game.languages),
        "presets": [
            {"id": preset.id, "title": preset.title, "text": preset.text}
            for preset in game.house_rules().presets.values()
        ],
        "offered_preset": game.offered_preset,
        "scenarios": [{"id": one.id, "title": one.title, "text": one.text} for one in starters(game, "en")],
        "procedures": list(game.procedures),
    }


def _told(game: Game, language: str) -> str:
    presets = [
        (f"{preset.id}{' *' if preset.id == game.offered_preset else ''}", preset.title_in(language))
        for preset in game.house_rules().presets.values()
    ]
    scenarios = [(one.id, one.title) for one in starters(game, language)]
    return "\n".join(
        [
            f"{game.id}: {game.title} ({game.rules_version}; {', '.join(game.languages)})",
            f"  {say('games.presets', language)}:",
            *_indented(presets),
            f"  {say('games.scenarios', language)}:",
            *_indented(scenarios),
        ]
    )


def _indented(rows: Sequence[Sequence[str]]) -> list[str]:
    return [f"    {line}" for line in columns(rows, left=2).split("\n")] if rows else []
