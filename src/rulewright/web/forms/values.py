"""What people write into the fields of forms, as values."""

from __future__ import annotations

from typing import Any

import msgspec

from rulewright.engine.errors import Malformed


def whole_number(text: str, at: str) -> int:
    """A whole number of at most ten characters; raises `Malformed`."""
    if len(text) > 10 or not text.removeprefix("-").isdecimal():
        raise Malformed(repr(text[:20]), at=at, expected="a whole number")
    return int(text)


def words(text: str) -> list[str]:
    """What commas part, those of Japanese and Chinese included."""
    return [word.strip() for word in text.replace("、", ",").replace("，", ",").split(",") if word.strip()]


def json_value(text: str, at: str, example: str) -> Any:
    """A value written as JSON; raises `Malformed`, which shows the `example`."""
    try:
        return msgspec.json.decode(text.encode())
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Malformed(str(error), at=at, expected=f"JSON such as {example}") from error
