"""TOML text to plain values, and the line on which each value stands.

The reader of the standard library gives values without positions. The lines are worked out by a second, simpler
scan, made only when there is a problem to report and only of text that is known to be good TOML.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
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
_LANDMARK = re.compile(
    r"""\#[^\n]*+ | \"{3}(?:\\.|[^\\])*?\"{3,5} | '{3}.*?'{3,5} | "(?:\\.|[^"\\\n])*+" | '[^'\n]*+'
      | (?P<mark>[\[\]{}])""",
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
    def _scan(self) -> Scan:
        return Scan(self.text)

    def line(self, path: Path) -> int:
        """The line of a value; where there is none, the line of the table or list it should stand in."""
        lines = self._scan.lines_to(path)
        while path and path not in lines:
            path = path[:-1]
        return lines.get(path, 1)


class Scan:
    """Walks the tokens of good TOML and notes on which line each path begins.

    Headers are looked at first; what stands below one is not before a path into it is asked for.
    """

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._text = text
        self._tokens: list[tuple[str, str, int]] = []
        self._at = 0
        self._rows: dict[Path, int] = {}
        self._bodies: dict[Path, list[tuple[int, int, int]]] = {}
        here: Path = ()
        start = line = 1
        body = 0
        for at, header, line in _headers(text):
            self._bodies.setdefault(here, []).append((body, at, start))
            self._tokens, self._at = _tokens(header, line), 0
            here, body, start = self._header(), at + len(header), line
        self._bodies.setdefault(here, []).append((body, len(text), start))

    def lines_to(self, path: Path) -> dict[Path, int]:
        """The lines of all that stands on the way to a path, and of more."""
        for deep in range(len(path) + 1):
            for start, end, line in self._bodies.pop(path[:deep], ()):
                self._tokens, self._at = _tokens(self._text[start:end], line), 0
                self._body(path[:deep])
        return self.lines

    def _note(self, path: Path, line: int) -> None:
        self.lines[path] = min(line, self.lines.get(path, line))

    @property
    def _now(self) -> tuple[str, str, int]:
        return self._tokens[min(self._at, len(self._tokens) - 1)]

    def _body(self, here: Path) -> None:
        """Everything up to the next header."""
        while self._at < len(self._tokens):
            if self._now[0] == "newline":
                self._at += 1
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
            self._note(here, line)
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


def _tokens(text: str, line: int) -> list[tuple[str, str, int]]:
    """The kind, the text and the line of each token; `line` is that on which the text begins."""
    found = []
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "space":
            found.append((match.lastgroup or "", match[0], line))
        line += match[0].count("\n")
    return [*found, ("newline", "\n", line)]


def _headers(text: str) -> Iterator[tuple[int, str, int]]:
    """Where each header of a table begins, its text, and its line: a bracket at the beginning of a line outside of all
    others.
    """
    deep, line, counted, begin = 0, 1, 0, -1
    for match in _LANDMARK.finditer(text):
        mark, at = match["mark"], match.start()
        if mark is None:
            continue
        if mark in "[{":
            if deep == 0 and not text[text.rfind("\n", 0, at) + 1 : at].strip():
                begin = at
            deep += 1
        else:
            deep -= 1
            if deep == 0 and begin >= 0:
                line += text.count("\n", counted, begin)
                counted = begin
                yield begin, text[begin : match.end()], line
                begin = -1
