"""Reading what programs send: JSON bodies and query parameters, as strictly as their schemas say."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request

from rulewright.engine.errors import Malformed
from rulewright.web.api.problems import Wrong

T = TypeVar("T")

JSON = "application/json"
DEEPEST = 64
"""Lists and objects inside each other that a body may have."""
_WHOLE = range(-(2**63), 2**63)


async def read_body(request: Request, kind: type[T]) -> T:
    """The body of a request; raises `Wrong` for what is no JSON, and `Malformed`."""
    raw = await request.body()
    if not raw and not msgspec.structs.fields(kind):  # type: ignore[arg-type]
        return kind()
    _check_media(request)
    try:
        plain = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error), at="body", expected="JSON in UTF-8") from error
    _check_size(plain)
    return typed(plain, kind, "body")


def read_query(request: Request, kind: type[T], others: Collection[str] = ()) -> T:
    """The query parameters of a request, without `others`, which somebody else reads; raises `Malformed`."""
    given: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name in given:
            raise Malformed("given twice", at=name, expected="each parameter once")
        given[name] = value
    own = {name: value for name, value in given.items() if name not in others}
    try:
        return msgspec.convert(own, kind, strict=False)
    except msgspec.ValidationError as error:
        raise Malformed(_words(error), at="query") from error


def typed(plain: Any, kind: type[T], at: str) -> T:
    """Plain data as a struct; fields that it does not have are refused wherever they are. Raises `Malformed`."""
    try:
        made = msgspec.convert(plain, kind)
    except (msgspec.ValidationError, TypeError, OverflowError, RecursionError) as error:
        raise Malformed(_words(error), at=at) from error
    if (unknown := next(_unknown(plain, made, ""), None)) is not None:
        raise Malformed(f"Object contains unknown field `{unknown[:200]}`", at=at, expected="only fields of the schema")
    return made


def _words(error: Exception) -> str:
    return str(error).replace("`$.", "`")


def _check_media(request: Request) -> None:
    media, _, parameters = request.headers.get("content-type", "").partition(";")
    charset = parameters.strip().lower().removeprefix("charset=").strip('"')
    if media.strip().lower() != JSON or charset not in ("", "utf-8"):
        raise Wrong("media_type", at="content-type", expected=JSON)


def _check_size(plain: Any) -> None:
    """Refuse numbers of more than 64 bits, NUL and deep nesting: nothing of ours needs any of them."""
    level = [plain]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += value.values()
            elif isinstance(value, list):
                below += value
            elif type(value) is int and value not in _WHOLE:
                raise Malformed("a number of more than 64 bits", at="body", expected="smaller numbers")
            elif isinstance(value, str) and "\0" in value:
                raise Malformed("the character NUL", at="body", expected="text")
        if not below:
            return
        level = below
    raise Malformed(f"more than {DEEPEST} lists and objects inside each other", at="body", expected="fewer")


def _unknown(plain: Any, made: Any, at: str) -> Iterator[str]:
    """Names in plain data that the struct made of it has not taken."""
    if isinstance(made, msgspec.Struct) and isinstance(plain, Mapping):
        names = dict(zip(made.__struct_encode_fields__, made.__struct_fields__))
        tag = made.__struct_config__.tag_field
        for name, value in plain.items():
            if name in names:
                yield from _unknown(value, getattr(made, names[name]), f"{at}{name}.")
            elif name != tag:
                yield f"{at}{name}"
    elif isinstance(made, Mapping) and isinstance(plain, Mapping):
        for (name, value), inner in zip(plain.items(), made.values()):
            yield from _unknown(value, inner, f"{at}{name}.")
    elif isinstance(made, list | tuple) and isinstance(plain, list | tuple):
        for place, (value, inner) in enumerate(zip(plain, made)):
            yield from _unknown(value, inner, f"{at}{place}.")
