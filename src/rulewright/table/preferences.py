"""When a seat wants to be asked: always, only where its answer can matter, or never."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from rulewright.engine.requests import Question

When: TypeAlias = Literal["always", "matters", "never"]


class Preferences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's wish overall, and for questions of single keys."""

    overall: When = "always"
    by_key: Mapping[str, When] = {}

    def passes(self, question: Question) -> bool:
        """Whether the question takes its default unasked; one without a legal default is always asked."""
        if question.default is None or question.refuses(question.default):
            return False
        when = self.by_key.get(question.key, self.overall)
        return when == "never" or (when == "matters" and not question.matters)


ASK_ALWAYS = Preferences()
