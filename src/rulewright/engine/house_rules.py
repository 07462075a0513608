"""Table options as values: which ones an option can have, how people write them, and changing one by its name."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from rulewright.engine.errors import Refused

Options = TypeVar("Options", bound=msgspec.Struct)
_SPOKEN = {"on": True, "off": False, "none": None}  # how the rules write these values


def changed(options: Options, name: str, value: Any, rule: str = "") -> Options:
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


class Choices(msgspec.Struct, frozen=True):
    """What an option can be: one of `values`, or a whole number in `numbers` where it takes any of a range."""

    values: tuple[Any, ...]
    default: Any
    numbers: range | None = None


def choices(options_type: type[msgspec.Struct]) -> Mapping[str, Choices]:
    """What each option can be, by name, in the order of the code; None comes first, the others as they are written.

    Options are switches, `Literal`s and whole numbers with a least and a most; raises `TypeError` for others.
    """
    hints = get_type_hints(options_type, include_extras=True)
    fields = msgspec.structs.fields(options_type)
    return {field.name: _choices(hints[field.name], field.default) for field in fields}


def _choices(kind: Any, default: Any) -> Choices:
    parts = get_args(kind) if get_origin(kind) in (Union, types.UnionType) else (kind,)
    values = [value for part in parts if get_origin(part) is not Annotated for value in _values(part)]
    ranges = [_numbers(part) for part in parts if get_origin(part) is Annotated]
    return Choices(tuple(sorted(values, key=lambda value: value is not None)), default, *ranges)


def _values(kind: Any) -> Iterator[Any]:
    if kind is bool:
        yield from (True, False)
    elif kind is types.NoneType:
        yield None
    elif get_origin(kind) is Literal:
        yield from get_args(kind)
    else:
        raise TypeError(f"{kind} is no type of an option")


def _numbers(kind: Any) -> range:
    base, meta = get_args(kind)
    if base is not int or meta.ge is None or meta.le is None:
        raise TypeError(f"{kind} is no type of an option: a number needs a least (ge) and a most (le)")
    return range(meta.ge, meta.le + 1)


def written(value: Any) -> str:
    """A value of an option as people write it: `true`, `none`, `2d6`, `12`."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)
