"""Answers that exist but are not allowed now, with their reasons: shown to who asks why."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.cli.terminal import Terminal, Words

MOST_BARRED = 4
"""Answers that are named with the reason that bars them all."""


def barred_line(terminal: Terminal, words: Words, barred: Mapping[str, str]) -> str:
    """What is not allowed now, with the reasons, in one line; "" where everything is."""
    reasons: dict[str, list[str]] = {}
    for value, reason in barred.items():
        reasons.setdefault(reason, []).append(_worded(words, f"barred.{value}", value))
    listed = []
    for reason, values in reasons.items():
        named = ", ".join(values[:MOST_BARRED]) + (", ..." if values[MOST_BARRED:] else "")
        listed.append(f"{named} ({_worded(words, f'refuse.{reason}', reason).rstrip('.。')})")
    return terminal.word("prompt.barred", listed="; ".join(listed)) if listed else ""


def _worded(words: Words, key: str, name: str) -> str:
    """A message without facts, or the bare name where there is none."""
    told = words(key, {})
    return name.replace("_", " ") if "«" in told else told
