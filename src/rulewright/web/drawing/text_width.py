"""How wide a text is in a picture, where nothing measures it: in narrow letters, of which wide ones count two."""

from __future__ import annotations

from unicodedata import east_asian_width


def text_width(text: str) -> int:
    """How many narrow letters wide a text is."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, room: int) -> str:
    """The text, or its beginning where it is wider than so many narrow letters."""
    if text_width(text) <= room:
        return text
    text = text[:room]  # what is far too long is not measured letter by letter
    while text and text_width(text) > room - 1:
        text = text[:-1]
    return text.rstrip() + "…"
