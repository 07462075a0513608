"""Changing one table option by its name, as a person writes it."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from rulewright.engine.errors import Refused

O = TypeVar("O", bound=msgspec.Struct)
_SPOKEN = {"on": True, "off": False, "none": None}  # how the rules write these values


def changed(options: O, name: str, value: Any, rule: str = "") -> O:
    """The options with one of them changed; raises `Refused` "bad_value" for what is no option or no value of it."""
    known: dict[str, Any] = msgspec.to_builtins(options)
    values = [value]
    if isinstance(value, str) and value in _SPOKEN:
        values.append(_SPOKEN[value])
    for one in values if name in known else []:
        try:
            return msgspec.convert(known | {name: one}, type(options))
        except msgspec.ValidationError:
            continue
    raise Refused("bad_value", rule, option=name, value=str(value))
