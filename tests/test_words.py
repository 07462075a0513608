"""Words: every message that the code can tell is in every language, says what it is given, and none is left over.

Keys are read off the code: what is passed to `tell`, `Event`, `Question`, `Option`, `Offer`, `Menu`, `yes_no`,
`Refused`, `Roll` and the parts of a sum. A key that is put together in place (`f"scar.name.{id}"`) is a family:
`MEMBERS` lists what can stand in the gap.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

import rulewright
from rulewright.engine.journal import Seat
from rulewright.games.cairn import board, fatigue, game, mishaps, options, reactions, scars, state
from rulewright.games.cairn.attacks import BARE_HANDS
from rulewright.table.words import catalogue as table_catalogue

SOURCE = Path(rulewright.__file__).parent
FOLDERS = ("engine", "games/cairn", "table")
LANGUAGES = ("en", "fi")

# Which argument of a call is a key: its place, or the name it is given by.
KEY_OF = {
    "tell": (1, "key"),
    "Event": (0, "key"),
    "Question": (0, "key"),
    "Option": (1, "key"),
    "Offer": (1, "key"),
    "Menu": (0, "key"),
    "yes_no": (0, "key"),
    "Problem": (0, "key"),
    "Board": (2, "key"),
}
SOURCE_OF = {"Part": (0, "source"), "Modifier": (0, "source")}
WHY_OF = {"Roll": (4, "why"), "actor_save": (3, "why"), "save": (2, "why"), "highest": (2, "why")}

WORD = re.compile(r"[A-Za-z][\w-]*(\.[\w*:-]+)*")


class Use:
    """A key, or a family of keys with "*" for what is put in, at one place of the code."""

    def __init__(self, key: str, at: str, facts: frozenset[str] | None) -> None:
        self.key = key
        self.at = at
        self.facts = facts  # None where some are not written out

    def __repr__(self) -> str:
        return f"{self.key} ({self.at})"


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for folder in FOLDERS:
        for path in sorted((SOURCE / folder).rglob("*.py")):
            yield path, ast.parse(path.read_text("utf-8"))


def texts(node: ast.expr, names: dict[str, set[str]]) -> set[str]:
    """What an expression can come to, as far as it is written out: texts, and families with "*"."""
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.JoinedStr(values=parts):
            found = {""}
            for part in parts:
                inner = part.value if isinstance(part, ast.FormattedValue) else part
                more = texts(inner, names) or {"*"}
                found = {one + other for one in found for other in more}
            return found
        case ast.IfExp(body=body, orelse=orelse):
            return texts(body, names) | texts(orelse, names)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return {one + other for one in texts(left, names) or {"*"} for other in texts(right, names) or {"*"}}
        case ast.BoolOp(values=values):
            return set().union(*(texts(value, names) for value in values))
        case ast.Name(id=name):
            return names.get(name, set())
        case ast.Call(func=ast.Attribute(value=ast.Dict(values=values), attr="get"), args=[_, *rest]):
            return set().union(*(texts(value, names) for value in (*values, *rest)))
        case ast.Subscript(value=ast.Dict(values=values)):
            return set().union(*(texts(value, names) for value in values))
    return set()


def assigned(function: ast.AST) -> dict[str, set[str]]:
    """The texts that the local names of a function can stand for."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(function):
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.For):
            pairs = _loop(node.target, node.iter)
        elif isinstance(node, ast.comprehension):
            pairs = _loop(node.target, node.iter)
        for target, value in pairs:
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                inner = list(zip(target.elts, value.elts))
            else:
                inner = [(target, value)]
            for name, given in inner:
                if isinstance(name, ast.Name) and (more := texts(given, found)):
                    found.setdefault(name.id, set()).update(more)
    return found


def _loop(target: ast.expr, over: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    return [(target, one) for one in over.elts] if isinstance(over, ast.Tuple | ast.List) else []


def uses(places: dict[str, tuple[int, str]]) -> list[Use]:
    """Every key at one of these places of a call."""
    found = []
    for path, tree in modules():
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] or [tree]
        for scope in scopes:
            names = assigned(scope)
            for node in ast.walk(scope):
                if not isinstance(node, ast.Call):
                    continue
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called not in places:
                    continue
                index, name = places[called]
                given = [keyword.value for keyword in node.keywords if keyword.arg == name]
                if len(node.args) > index:
                    given.append(node.args[index])
                facts = _facts(called, node)
                for one in given:
                    at = f"{path.relative_to(SOURCE)}:{node.lineno}"
                    found.extend(Use(key, at, facts) for key in texts(one, names))
    return found


def _facts(called: str, node: ast.Call) -> frozenset[str] | None:
    """The facts of a message, where they are all written out in the call."""
    if called in ("tell", "yes_no", "Refused"):
        if any(keyword.arg is None for keyword in node.keywords):
            return None
        return frozenset(str(keyword.arg) for keyword in node.keywords) - {"sum", "to", "default", "rule"}
    index = {"Event": 1, "Question": 5, "Option": 2, "Offer": 2, "Menu": 3}.get(called)
    given = [keyword.value for keyword in node.keywords if keyword.arg == "facts"]
    if index is not None and len(node.args) > index:
        given.append(node.args[index])
    if not given:
        return frozenset()
    if isinstance(given[0], ast.Dict) and all(isinstance(key, ast.Constant) for key in given[0].keys):
        return frozenset(str(key.value) for key in given[0].keys if isinstance(key, ast.Constant))
    return None


# ---------------------------------------------------------------- what can stand in the gaps

_scar_ids = list(scars.by_id())
_steps = [step for scar in scars.by_id().values() for step in scar.steps]
_outcomes = get_args(state.Outcome)

MEMBERS: dict[str, set[str]] = {
    "scar.name.*": set(_scar_ids),
    "event.*": {*scars.EVENTS, "rested_hours"},
    "place.*": {row.id or str(row.ability) for step in _steps for row in step.results},
    "condition.*": {step.condition for step in _steps if step.condition not in ("", "deprived")},
    "ability.*": set(state.ABILITIES),
    "ability.zero_*": {"DEX", "WIL"},
    "heal.no_longer_*": {"DEX", "WIL"},
    "mishap.*": set(mishaps.MISHAPS),
    "attitude.*": set(get_args(reactions.Attitude)),
    "need.*": set(fatigue.NEEDS),
    "board.*": {"party", "foes"},
    "board.side.*": set(get_args(state.Side)),
    "board.doing.*": set(get_args(state.Declaration.__annotations__["action"])) if False else set(),
    "outcome.*": set(board._HURT),
    "over.*": {"victory", "defeat", "retreat", "truce", "too_late"},
    "period.*": {"day", "week", "job"},
    "death.*": {"pc", "hireling", "npc", "destroyed"},
    "modifiers.*": {"impaired", "enhanced", "both", "plain"},
    "attack.*": {"impaired", "enhanced", "both", "plain"},
}


@cache
def said(language: str) -> dict[str, str]:
    return {**table_catalogue(language).messages, **game.catalogue(language).messages}
