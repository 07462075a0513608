"""Forms for commands that a game has begun to fill in: the fields that are asked for, the others as they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rulewright.engine.offers import Draft
from rulewright.engine.words import Words, told_or
from rulewright.web.forms.struct_forms import Field, fields_of, written


class Blank(msgspec.Struct, frozen=True):
    """One control: the field, its name in words, what stands in it, and what can, with names."""

    field: Field
    label: str
    given: tuple[str, ...]
    values: tuple[str, ...] = ()
    names: Mapping[str, str] = {}
    long: bool = False


class DraftForm(msgspec.Struct, frozen=True):
    """A command to fill in: its name, what it is for, the fields that are fixed, and the controls."""

    do: str
    text: str
    rule: str
    fixed: tuple[tuple[str, str], ...]
    blanks: tuple[Blank, ...]
    open: bool = False


def draft_form(draft: Draft, words: Words, given: Mapping[str, Sequence[str]] | None = None) -> DraftForm:
    """The form of a draft; `given` is what somebody has filled in already and stays in it.

    Fields and their values are in the words of the game, "field.NAME" and "value.VALUE", where it has some.
    """
    fixed, blanks = [], []
    for field in fields_of(type(draft.command)):
        values = written(getattr(draft.command, field.name))
        if field.name not in draft.asked:
            fixed += [(field.name, value) for value in values]
            continue
        if given is not None:
            values = list(given.get(field.name, ()))
        blanks.append(_blank(draft, field, values, words))
    blanks.sort(key=lambda blank: draft.asked.index(blank.field.name))
    name = str(type(draft.command).__struct_config__.tag)
    return DraftForm(name, words(draft.key, draft.facts), draft.rule, tuple(fixed), tuple(blanks), given is not None)


def _blank(draft: Draft, field: Field, given: Sequence[str], words: Words) -> Blank:
    options = draft.choices.get(field.name)
    if options is None:
        names = {value: told_or(words, f"value.{value}", value.replace("_", " ")) for value in field.values}
    else:
        names = {value: told_or(words, name, name) for value, name in options}
        names |= {value: value for value in given if value not in names}
    label = told_or(words, f"field.{field.name}", field.label)
    return Blank(field, label, tuple(given), tuple(names), names, field.name in draft.long)
