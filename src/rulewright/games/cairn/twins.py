"""Texts of the content beside their Finnish twins: a field that ends in `_fi` is the twin of the one before it."""

from __future__ import annotations

from typing import Any


def finnish(thing: Any, field: str = "name") -> str:
    """A text of the content in Finnish, or the text itself where it has no twin."""
    text: str = getattr(thing, f"{field}_fi", "") or getattr(thing, field)
    return text


def twins(thing: Any, field: str = "name", name: str = "") -> dict[str, Any]:
    """A text of the content and its Finnish twin as facts of a message, called `name` (the field's where not given)."""
    return {name or field: getattr(thing, field), f"{name or field}_fi": finnish(thing, field)}
