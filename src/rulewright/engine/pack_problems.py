"""What may be wrong with a content pack: the codes, one problem in plain words, and all of them as one error."""

from __future__ import annotations

import json
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Final, TypeAlias

import msgspec

from rulewright.engine.errors import Malformed

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a pack: `("monsters", 3, "attacks", 0, "damage")`."""

UNKNOWN_FIELD: Final = "content.unknown_field"
MISSING_FIELD: Final = "content.missing_field"
BAD_TYPE: Final = "content.bad_type"
BAD_VALUE: Final = "content.bad_value"
DUPLICATE_ID: Final = "content.duplicate_id"
UNKNOWN_REF: Final = "content.unknown_ref"
BAD_DICE: Final = "content.bad_dice"
CONFLICT: Final = "content.conflict"
BAD_SYNTAX: Final = "content.bad_syntax"
"""The file is no TOML at all, or not UTF-8."""

_LONGEST_SHOWN = 60
_WORDS = {
    UNKNOWN_FIELD: "there is no such field",
    MISSING_FIELD: "is missing",
    BAD_DICE: "is not a dice expression",
    DUPLICATE_ID: "stands there twice",
    UNKNOWN_REF: "refers to nothing",
    CONFLICT: "does not go with the other fields",
}


class Missing(msgspec.Struct, frozen=True):
    """Found where a value should be and is not."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()


class Complaint(msgspec.Struct, frozen=True):
    """What a game's own check finds wrong with one table.

    `field` is the field's name in TOML, or a path such as ("cost", 0, "amount") to a field further in; `code` is a
    `content.*` code, `allowed` says what would be right (left out: what the field's type allows), and `what`
    finishes the sentence that begins with the value found. A check of the whole library gives paths that begin
    with the table and the number of the row in it.
    """

    field: str | Path
    code: str
    allowed: str = ""
    what: str = ""

    @property
    def place(self) -> Path:
        """The path to the field."""
        return (self.field,) if isinstance(self.field, str) else self.field


class Problem(msgspec.Struct, frozen=True):
    """One thing wrong with a pack.

    `line` counts from 1 and is the line of the field, or of the header of its table where the field is missing;
    0 where there is no text. `path` counts rows within their kind in that file. `found` is the value as read, or
    MISSING. `what` finishes the sentence that begins with the value.
    """

    code: str
    file: str
    line: int
    path: str
    found: Any = MISSING
    allowed: str = ""
    what: str = ""

    @property
    def said(self) -> str:
        """What is wrong in plain words, without its place and what is allowed."""
        what = self.what or _WORDS.get(self.code, "is not allowed here")
        return f"{shown(self.found)} {what}" if self.found is not MISSING and self.code != UNKNOWN_FIELD else what

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        allowed = f"; allowed: {self.allowed}" if self.allowed else ""
        parts = (place, self.path, f"{self.said}{allowed} [{self.code}]")
        return ": ".join(part for part in parts if part)


class BadPack(Malformed):
    """A pack that is not loaded, with everything that is wrong with it.

    Of very much `problems` are the first of each file; `count` is how many there are in all.
    """

    def __init__(self, problems: Iterable[Problem], more: int = 0) -> None:
        self.problems = tuple(problems)
        self.count = len(self.problems) + more
        super().__init__(f"the pack has {self.count} problem{'s' if self.count != 1 else ''}")

    def __str__(self) -> str:
        more = self.count - len(self.problems)
        return "\n".join([self.found, *map(str, self.problems), *([f"and {more} more"] if more else [])])


def shown(value: Any) -> str:
    """A value as it would stand in the file, shortened where it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 128:
        return "a huge number"  # Python refuses to write thousands of digits
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST_SHOWN else value[: _LONGEST_SHOWN - 3] + "..."
        return json.dumps(cut, ensure_ascii=False)
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return str(value)


def kind_of(value: Any) -> str:
    """The kind of a TOML value in plain words."""
    for kind, word in _KINDS:
        if isinstance(value, kind):
            return word
    return "a date or time"


_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),
    (int, "a whole number"),
    (float, "a number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
)


def path_text(path: Path) -> str:
    """`monsters[3].attacks[0].damage`, with quotes round a key that needs them."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
            continue
        bare = part.isascii() and part.replace("-", "_").replace("_", "a").isalnum()
        text += ("." if text else "") + (part if bare else shown(part))
    return text


def near(value: Any, known: Iterable[str]) -> str:
    """` (did you mean "rope"?)` where one of the known words is close to the value, else nothing."""
    if not isinstance(value, str) or len(value) > _LONGEST_SHOWN:
        return ""
    close = get_close_matches(value, list(known), n=1)
    return f' (did you mean "{close[0]}"?)' if close else ""


def nearest(value: str, known: Iterable[str]) -> str:
    """Up to three known words that are close to the value, or the first three where none is, in one text."""
    words = list(known)
    return ", ".join(get_close_matches(value, words, n=3, cutoff=0.5) or words[:3])
