"""Catalogues of words: gettext messages by key, filled in with facts.

Keys such as "attack.result" are the message ids, in English as in every other language, so that a wording can
change without touching another language. A catalogue is a .po text; parsing waits until a word is needed.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Words: TypeAlias = Callable[[str, Mapping[str, Any]], str]
"""Puts a message key with its facts into words."""

AS_WRITTEN = ("text", "reason")
"""Facts that somebody wrote; what looks like a key there is none."""


class Catalogue:
    """The messages of one language; `text` gives its .po file when first needed."""

    def __init__(self, language: str, texts: Callable[[], list[str]]) -> None:
        self.language = language
        self._texts = texts
        self._messages: dict[str, str] | None = None

    @property
    def messages(self) -> Mapping[str, str]:
        """All messages by key."""
        if self._messages is None:
            from babel.messages.pofile import read_po

            self._messages = {}
            for text in self._texts():
                for message in read_po(io.BytesIO(text.encode()), locale=self.language):
                    if message.id and message.string:
                        self._messages[str(message.id)] = str(message.string)
        return self._messages

    def say(self, key: str, facts: Mapping[str, Any]) -> str:
        """The text of a message, its facts put into words as by `worded`, but for those `AS_WRITTEN`.

        A missing key or fact shows itself in guillemets instead of failing.
        """
        pattern = self.messages.get(key)
        if pattern is None:
            return f"«{key}»"
        return pattern.format_map(_Facts({name: self._fact(name, value) for name, value in facts.items()}))

    def _fact(self, name: str, value: Any) -> Any:
        return value if name in AS_WRITTEN and isinstance(value, str) else self.worded(value)

    def worded(self, fact: Any) -> Any:
        """A fact in words: a key as its message, a mapping of a "key" and facts likewise, a list as its items."""
        if isinstance(fact, str):
            return self.messages.get(fact, fact)
        if isinstance(fact, Mapping):
            return self.say(fact["key"], fact) if "key" in fact else fact
        if isinstance(fact, list | tuple):
            return self.messages.get("table.comma", ", ").join(str(self.worded(one)) for one in fact)
        return fact


class _Facts(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return f"«{name}»"


def told_or(words: Words, key: str, otherwise: str, facts: Mapping[str, Any] = {}) -> str:
    """A message in words, or something else where the message or a fact that it needs is missing."""
    told = words(key, facts)
    return otherwise if "«" in told else told
