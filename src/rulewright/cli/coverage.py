"""Which tests and which code cite each rule of a game, read from the sources without running them.

A test cites rules by the mark `rule`: on a function or class, in a module's `pytestmark`, or among the `marks` of
a `pytest.param`. Ids are texts, or names of constants of the same module that hold texts.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from rulewright.engine.errors import Malformed
from rulewright.engine.game import Game

_ID = re.compile(r"\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b")


class Cited(msgspec.Struct, frozen=True):
    """Where one rule is cited: tests as `file::name`, code as `file:line`."""

    tests: tuple[str, ...]
    code: tuple[str, ...]


class Coverage(msgspec.Struct, frozen=True):
    """The rules of a game with the places that cite them.

    `missing` have no test; `unknown` are ids that tests cite and the rulebook does not have.
    """

    game: str
    tests: str
    rules: Mapping[str, Cited]
    missing: tuple[str, ...]
    unknown: Mapping[str, tuple[str, ...]]


def default_tests() -> Path:
    """The tests' folder of the source checkout; raises `Malformed` where this is no checkout."""
    folder = Path(__file__).parents[3] / "tests"
    if not folder.is_dir():
        raise Malformed("there are no tests beside the installed program", expected="--tests FOLDER of a checkout")
    return folder


def cover(game: Game, tests: Path) -> Coverage:
    """Every rule of the game with the tests below a folder and the game's own code that cite it."""
    if not tests.is_dir():
        raise Malformed(f"{tests} is no folder", at="--tests", expected="a folder with tests")
    ids = game.rulebook().rules
    cited: dict[str, list[str]] = {}
    files = 0
    for file in sorted(tests.rglob("test_*.py")):
        files += 1
        for test, rule in citations(_read(file), str(file), file.relative_to(tests).as_posix()):
            known = cited.setdefault(rule, [])
            if test not in known:
                known.append(test)
    if not files:
        raise Malformed(f"no file test_*.py below {tests}", at="--tests", expected="a folder with tests")
    code = _cited_in_code(game)
    rules = {rule: Cited(tuple(cited.get(rule, ())), tuple(code.get(rule, ()))) for rule in ids}
    own = {rule.split("-")[0] for rule in ids}
    unknown = {rule: tuple(places) for rule, places in cited.items() if rule not in ids and rule.split("-")[0] in own}
    missing = tuple(rule for rule, places in rules.items() if not places.tests)
    return Coverage(game.id, str(tests), rules, missing, unknown)


def citations(source: str, filename: str, shown: str) -> Iterator[tuple[str, str]]:
    """Pairs of a test (`shown::name`, or `shown` for a whole module) and a rule id that it cites."""
    try:
        tree = ast.parse(source, filename)
    except (SyntaxError, ValueError) as error:
        raise Malformed(f"this is no Python: {error}", at=filename) from error
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            marks = any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in targets)
            if marks and node.value is not None:
                yield from ((shown, rule) for rule in _marked(node.value, constants))
        else:
            yield from _definition(node, shown, constants)


def _definition(node: ast.stmt, shown: str, constants: Mapping[str, ast.expr]) -> Iterator[tuple[str, str]]:
    """The citations on a function or class and on what a class contains."""
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return
    name = f"{shown}::{node.name}"
    for decorator in node.decorator_list:
        yield from ((name, rule) for rule in _marked(decorator, constants))
    if isinstance(node, ast.ClassDef):
        for inner in node.body:
            yield from _definition(inner, name, constants)


def _marked(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    """The ids of every `mark.rule(...)` inside an expression; constants that it names are looked into."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr == "rule":
            for argument in part.args:
                yield from _texts(argument, constants)
        elif isinstance(part, ast.Name) and part.id in constants:
            others = {name: value for name, value in constants.items() if name != part.id}
            yield from _marked(constants[part.id], others)


def _texts(node: ast.expr, constants: Mapping[str, ast.expr]) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value
        elif isinstance(part, ast.Name) and part.id in constants:
            others = {name: value for name, value in constants.items() if name != part.id}
            yield from _texts(constants[part.id], others)


def _cited_in_code(game: Game) -> dict[str, list[str]]:
    module = sys.modules[type(game).__module__]
    folder = Path(module.__file__ or "").parent
    cited: dict[str, list[str]] = {}
    for file in sorted(folder.rglob("*.py")):
        for number, line in enumerate(_read(file).split("\n"), 1):
            for rule in dict.fromkeys(_ID.findall(line)):
                cited.setdefault(rule, []).append(f"{file.relative_to(folder.parent).as_posix()}:{number}")
    return cited


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("this is not UTF-8", at=str(file)) from error
