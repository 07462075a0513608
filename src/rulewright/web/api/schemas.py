"""The schemas of each game's own data: commands, scenarios, options, arguments of procedures, and what a seat sees."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_type_hints

import msgspec

from rulewright.engine.game import Game

PLACE = "#/components/schemas/"
EACH_GAME = "x-each-game"

Schemas = dict[str, dict[str, Any]]


class GameSchemas(msgspec.Struct, frozen=True):
    """Components of one game, and the reference for each thing that is a game's own."""

    components: Schemas
    references: dict[str, dict[str, Any]]


def schemas_of(game: Game) -> GameSchemas:
    """The schemas of a game. All of them forbid fields that they do not have."""
    forms = [kind.form for kind in game.commands.types.values()]
    fields = [procedure.fields for procedure in game.procedures.values()]
    view = get_type_hints(type(game).view).get("return")
    views = [view] if isinstance(view, type) and issubclass(view, msgspec.Struct) else []
    types = [*forms, *fields, game.scenario_type, game.options_type, *views]
    found, components = msgspec.json.schema_components(types, ref_template=f"{PLACE}{game.id}.{{name}}")
    named: Schemas = {f"{game.id}.{name}": schema for name, schema in components.items()}
    for schema in named.values():
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    commands, arguments = found[: len(forms)], found[len(forms) : len(forms) + len(fields)]
    scenario, options, *seen = found[len(forms) + len(fields) :]
    tags = [kind.name for kind in game.commands.types.values()]
    named[f"{game.id}.AnyCommand"] = {
        "description": f"A command of {game.title}.",
        "oneOf": list(commands),
        "discriminator": {
            "propertyName": "do",
            "mapping": {tag: schema["$ref"] for tag, schema in zip(tags, commands)},
        },
    }
    takes = (f"{name} takes {one['$ref'].removeprefix(PLACE)}" for name, one in zip(game.procedures, arguments))
    named[f"{game.id}.AnyArguments"] = {
        "description": f"The arguments of a procedure of {game.title}: {', '.join(takes)}.",
        "anyOf": _different(arguments),
    }
    references = {
        "command": {"$ref": f"{PLACE}{game.id}.AnyCommand"},
        "arguments": {"$ref": f"{PLACE}{game.id}.AnyArguments"},
        "scenario": scenario,
        "options": options,
        "view": seen[0] if seen else {},
        "id": {"enum": [game.id]},
        "procedure": {"enum": list(game.procedures)},
        "starter": {"enum": list(game.scenarios())},
        "preset": {"enum": list(game.presets)},
    }
    return GameSchemas(named, references)


def of_each(schema: Any, games: Iterable[GameSchemas]) -> Any:
    """A schema in which data that is each game's own is one of those of the games, and long names are short."""
    games = list(games)
    if isinstance(schema, str) and schema.startswith(PLACE):
        return PLACE + short(schema.removeprefix(PLACE))
    if isinstance(schema, list | tuple):
        return [of_each(one, games) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if EACH_GAME in schema:
        kept = {name: value for name, value in schema.items() if name in ("description", "default")}
        return {**kept, "anyOf": [game.references[schema[EACH_GAME]] for game in games]}
    return {name: of_each(value, games) for name, value in schema.items()}


def short(name: str) -> str:
    """The name of a schema without the path of its module, which it has where two structs have the same name."""
    module, dot, own = name.rpartition(".")
    return module.rpartition(".")[2].title().replace("_", "") + own if dot else name


def _different(schemas: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({schema["$ref"]: schema for schema in schemas}.values())
