"""TOML text to plain values, and the line on which each value stands.

The reader of the standard library gives values without positions. The lines are worked out by a second, simpler
scan, made only when there is a problem to report and only of text that is known to be good TOML.
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from typing import Any

from rulewright.engine.pack_problems import BAD_SYNTAX, Path, Problem

_TOKEN = re.compile(
    r"""(?P<space>[ \t\r]+|\#[^\n]*)
      | (?P<newline>\n)
      | (?P<text>\"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*')
      | (?P<mark>[\[\]{},=.])
      | (?P<bare>[^\s\[\]{},=\#"'.]+)
      | (?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_LONG_KEY = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){40}""")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class Source:
    """One file of a pack: its name, its text, its values (empty where it cannot be read) and their lines."""

    def __init__(self, name: str, raw: str | bytes) -> None:
        self.name = name
        self.text = ""
        self.values: dict[str, Any] = {}
        self.problem: Problem | None = None
        try:
            # a string is encoded too, because a lone surrogate cannot be saved or sent
            text = (raw if isinstance(raw, bytes) else raw.encode()).decode()
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1 if isinstance(raw, bytes) else 1
            self._refuse(line, f"byte {error.object[error.start]:#04x} is not UTF-8", "UTF-8 text")
            return
        except UnicodeEncodeError as error:
            line = raw.count("\n", 0, error.start) + 1 if isinstance(raw, str) else 1
            self._refuse(line, "there is a character that is no text", "UTF-8 text")
            return
        self.text = text.removeprefix("\ufeff")
        if long := _LONG_KEY.search(self.text):  # which takes the square of its length to read
            self._refuse(self.text.count("\n", 0, long.start()) + 1, "a key has too many parts", "fewer dots")
            return
        try:
            self.values = tomllib.loads(self.text)
        except RecursionError:
            self._refuse(1, "lists or tables are nested too deeply", "fewer levels")
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            line, column = self.text.count("\n") + 1, ""
            if place and place[1]:
                line, column = int(place[1]), f" (column {place[2]})"
            self._refuse(line, f"this is not TOML: {_PLACE.sub('', str(error))}{column}", "TOML")
        except ValueError:  # Python reads no number of more than some thousand digits
            number = re.search(r"[0-9_]{640,}", self.text)
            line = self.text.count("\n", 0, number.start()) + 1 if number else 1
            self._refuse(line, "a number is too long", "fewer digits")

    def _refuse(self, line: int, what: str, allowed: str) -> None:
        self.problem = Problem(BAD_SYNTAX, self.name, line, "", allowed=allowed, what=what)

    @cached_property
    def lines(self) -> dict[Path, int]:
        """The line of each value, by path."""
        return _Scan(self.text).lines

    def line(self, path: Path) -> int:
        """The line of a value; where there is none, the line of the table or list it should stand in."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


class _Scan:
    """Walks the tokens of good TOML and notes on which line each path begins."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._tokens: list[tuple[str, str, int]] = []
        self._at = 0
        self._rows: dict[Path, int] = {}
        line = 1
        for match in _TOKEN.finditer(text):
            if match.lastgroup != "space":
                self._tokens.append((match.lastgroup or "", match[0], line))
            line += match[0].count("\n")
        self._tokens.append(("newline", "\n", line))
        self._document()

    @property
    def _now(self) -> tuple[str, str, int]:
        return self._tokens[min(self._at, len(self._tokens) - 1)]

    def _document(self) -> None:
        here: Path = ()
        while self._at < len(self._tokens):
            kind, text, _ = self._now
            if kind == "newline":
                self._at += 1
            elif text == "[":
                here = self._header()
            else:
                self._pair(here)

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the path of the table that begins."""
        line = self._now[2]
        self._at += 1
        row = self._now[1] == "["
        self._at += row
        keys = self._key()
        path: Path = ()
        for key in keys[:-1] if row else keys:
            path += (key,)
            self.lines.setdefault(path, line)
            if path in self._rows:
                path += (self._rows[path] - 1,)
        if row:
            path += (keys[-1],)
            self.lines.setdefault(path, line)
            self._rows[path] = self._rows.get(path, 0) + 1
            path += (self._rows[path] - 1,)
        self.lines[path] = line
        self._at += 1 + row
        return path

    def _key(self) -> list[str]:
        """The parts of a dotted key, up to the mark after it."""
        parts: list[str] = []
        while self._now[0] in ("bare", "text") or self._now[1] == ".":
            kind, text, _ = self._now
            if kind == "text":
                text = str(tomllib.loads(f"key = {text}")["key"])
            if text != "." or kind == "text":
                parts.append(text)
            self._at += 1
        return parts

    def _pair(self, here: Path) -> None:
        """`key = value`."""
        line = self._now[2]
        for key in self._key():
            here += (key,)
            self.lines.setdefault(here, line)
        self._at += 1
        self._value(here)

    def _value(self, here: Path) -> None:
        mark = self._now[1]
        if mark not in ("[", "{") or self._now[0] == "text":
            while self._now[0] != "newline" and (self._now[0] == "text" or self._now[1] not in ",]}"):
                self._at += 1
            return
        self._at += 1
        index = 0
        while self._at < len(self._tokens):
            kind, text, line = self._now
            if kind == "newline" or (kind == "mark" and text == ","):
                index += text == ","
                self._at += 1
            elif kind == "mark" and text in "]}":
                self._at += 1
                return
            elif mark == "{":
                self._pair(here)
            else:
                self.lines[(*here, index)] = line
                self._value((*here, index))
