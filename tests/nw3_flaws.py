"""One thing wrong with the example Fortress: the text with a change in it, and what is reported."""

from __future__ import annotations

import pytest

from nw3_arcade import TEXT
from rulewright.engine.packs import BadPack, Problem, load
from rulewright.games.nw3.records.content import Nw3Content

Change = tuple[str, str]


def adding(old: str, new: str) -> Change:
    """A change that puts a line behind another."""
    return old, f"{old}\n{new}"


def area(id: str, extra: str) -> Change:
    """A change that puts a field into an Area."""
    return adding(f'[[fortress.area]]\n  id = "{id}"', extra)


def gate(id: str, extra: str) -> Change:
    """A change that puts a field into a Gate."""
    return adding(f'[[fortress.gate]]\n  id = "{id}"', extra)


def problems(*changes: Change) -> tuple[Problem, ...]:
    """Everything that is wrong with the example after these changes, each of which has to be possible."""
    text = TEXT
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    with pytest.raises(BadPack) as caught:
        load({"arcade.toml": text}, Nw3Content)
    return caught.value.problems


def found(*changes: Change) -> list[tuple[str, str]]:
    """The code and the path of each problem; all name the file, a line and what is allowed."""
    told = problems(*changes)
    for one in told:
        assert (one.file, one.line > 1, bool(one.allowed)) == ("arcade.toml", True, True), one
    return [(one.code.removeprefix("content."), one.path) for one in told]
