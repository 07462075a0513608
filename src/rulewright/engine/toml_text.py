"""Plain values to TOML text, which the standard library only reads; and reading it without a surprise."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from rulewright.engine.errors import Malformed


def read_toml(text: str, at: str) -> dict[str, Any]:
    """The values of a TOML text; raises `Malformed` for whatever is wrong with it, numbers without end among it."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of `int` too, not only of TOML
        raise Malformed(str(error), at=at, expected="TOML") from error


def toml_lines(values: Mapping[str, Any]) -> Iterator[str]:
    """The lines of a table; a list of tables has one line for each of them, every other value stands in one line."""
    for name, value in values.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            yield from (f"{name} = [", *(f"  {_value(one)}," for one in value), "]")
        else:
            yield f"{_key(name)} = {_value(value)}"


def _value(value: Any) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return "[" + ", ".join(_value(one) for one in value) + "]"
        case _:
            return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)
