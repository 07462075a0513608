"""Setting one value deep inside a state by its path, checked against the type that is declared there.

A path is names joined by dots: fields of structs, keys of dicts (which may hold dots themselves), numbers of list
items from 0. Only what is there can be set; to add to a dict or list, set the whole of it.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Callable
from functools import cache
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from rulewright.engine.errors import Refused

S = TypeVar("S")


def overridden(state: S, path: str, value: Any) -> tuple[S, Any, Any]:
    """Set the value at `path` of a state; returns the state, the value before, and the value set.

    Mutable parts are changed in place, frozen structs and tuples on the way are replaced. Raises `Refused`
    `unknown_path` where nothing is there and `bad_value` where the value is not of the declared type, before
    anything has changed.
    """
    changed: list[Any] = []

    def put(old: Any, declared: Any) -> Any:
        try:
            # a copy, so that the state shares nothing with the journal's entry
            new = msgspec.convert(copy.deepcopy(value), declared)
        except (msgspec.ValidationError, TypeError, RecursionError) as error:
            raise Refused("bad_value", path=path, expected=str(error)) from error
        changed.extend((old, new))
        return new

    try:
        state = _set(state, type(state), path.split("."), put)
    except _NoSuchPart as missing:
        raise Refused("unknown_path", path=path, part=missing.part) from None
    return state, changed[0], changed[1]


class _NoSuchPart(Exception):
    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def _set(node: Any, declared: Any, path: list[str], put: Callable[[Any, Any], Any]) -> Any:
    if not path:
        return put(node, declared)
    if isinstance(node, msgspec.Struct):
        return _set_field(node, path, put)
    if isinstance(node, dict):
        key, rest = _key(node, path)
        node[key] = _set(node[key], _item_type(declared, dict), rest, put)
        return node
    if isinstance(node, list | tuple):
        number = path[0]
        if not number.isascii() or not number.isdigit() or len(number) > 9 or int(number) >= len(node):
            raise _NoSuchPart(number)
        index = int(number)
        item = _set(node[index], _item_type(declared, type(node), index), path[1:], put)
        if isinstance(node, list):
            node[index] = item
            return node
        return (*node[:index], item, *node[index + 1 :])
    raise _NoSuchPart(path[0])


def _set_field(node: msgspec.Struct, path: list[str], put: Callable[[Any, Any], Any]) -> msgspec.Struct:
    name = path[0]
    if name not in node.__struct_fields__:
        raise _NoSuchPart(name)
    value = _set(getattr(node, name), _hints(type(node))[name], path[1:], put)
    if node.__struct_config__.frozen:
        return msgspec.structs.replace(node, **{name: value})
    setattr(node, name, value)
    return node


def _key(node: dict[Any, Any], path: list[str]) -> tuple[Any, list[str]]:
    """The key that the path goes on with, and the rest of the path; the longest key that fits."""
    by_text = {str(key): key for key in node}
    for length in range(len(path), 0, -1):
        text = ".".join(path[:length])
        if text in by_text:
            return by_text[text], path[length:]
    raise _NoSuchPart(path[0])


@cache
def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _item_type(declared: Any, container: type, index: int = 0) -> Any:
    """The type declared for the items of a dict, list or tuple that stands where `declared` is declared."""
    origin = get_origin(declared)
    if origin is Annotated:
        return _item_type(get_args(declared)[0], container, index)
    if origin in (Union, types.UnionType):
        found = [_item_type(part, container, index) for part in get_args(declared)]
        return next((part for part in found if part is not Any), Any)
    if not isinstance(origin, type) or not issubclass(container, origin) or not (args := get_args(declared)):
        return Any
    if container is dict:
        return args[1]
    if container is tuple and args[-1] is not Ellipsis:
        return args[index]
    return args[0]
