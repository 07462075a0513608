"""Forms out of typed structs: every command can be given by its form, and what is posted is read or refused."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evenings import Evening
from rulewright import games
from rulewright.engine.commands import plain
from rulewright.engine.errors import Malformed
from rulewright.web.forms.struct_forms import Field, fields_of, posted
from walks import opened


class Everything(msgspec.Struct, frozen=True, tag="everything", tag_field="do"):
    who: str
    stat: Literal["STR", "DEX"]
    sure: bool
    text: str = "as usual"
    names: tuple[str, ...] = ()
    listed: list[str] = []
    pair: tuple[str, str] = ("a", "b")
    picks: tuple[Literal["x", "y"], ...] = ()
    number: Annotated[int, msgspec.Meta(ge=1, le=9)] = 3
    maybe: int | None = None
    either: int | float = 0
    on: bool = True
    off: bool = False
    known: bool | None = None
    word: str | None = None
    mixed: int | str = 0
    deep: dict[str, int] = {}
    rows: tuple[tuple[str, int], ...] = ()


def field(name: str) -> Field:
    return next(one for one in fields_of(Everything) if one.name == name)


def read(**values: str | list[str]) -> dict[str, Any]:
    return posted(Everything, {name: [given] if isinstance(given, str) else given for name, given in values.items()})


def test_each_field_has_the_fitting_control() -> None:
    kinds = {one.name: (one.kind, one.required, one.initial) for one in fields_of(Everything)}
    assert kinds == {
        "who": ("text", True, ""),
        "stat": ("choice", True, ""),
        "sure": ("yes", True, ""),
        "text": ("text", False, "as usual"),
        "names": ("words", False, ""),
        "listed": ("words", False, ""),
        "pair": ("words", False, ""),
        "picks": ("choices", False, ""),
        "number": ("number", False, "3"),
        "maybe": ("number", False, ""),
        "either": ("number", False, "0"),
        "on": ("yes", False, "yes"),
        "off": ("yes", False, ""),
        "known": ("choice", False, ""),
        "word": ("text", False, ""),
        "mixed": ("json", False, "0"),
        "deep": ("json", False, ""),
        "rows": ("json", False, "[]"),
    }
    assert field("stat").values == ("DEX", "STR")
    assert field("picks").values == ("x", "y")
    assert (field("number").least, field("number").most) == (1, 9)
    assert field("known").values == ("yes", "no")
    assert Field("second_move", "number", True).label == "second move"


def test_what_is_left_empty_takes_its_default() -> None:
    assert read(who="aune", stat="STR") == {"who": "aune", "stat": "STR", "sure": False, "on": False}
    empty: dict[str, str | list[str]] = {one.name: "  " for one in fields_of(Everything) if one.kind != "yes"}
    assert read(**empty) == {"sure": False, "on": False}
    assert posted(Everything, {}) == {"sure": False, "on": False}


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("who", " aune ", "aune"),
        ("names", "aune, reko ,, ilmi", ["aune", "reko", "ilmi"]),
        ("names", "空、海，山", ["空", "海", "山"]),
        ("names", " , ", []),
        ("picks", ["x", "y"], ["x", "y"]),
        ("picks", ["x", " "], ["x"]),
        ("number", " 7 ", 7),
        ("number", "-7", -7),
        ("number", "７", 7),
        ("number", "--7", "--7"),
        ("number", "7.5", "7.5"),
        ("number", "1e3", "1e3"),
        ("number", "0x1", "0x1"),
        ("number", "9" * 15, 10**15 - 1),
        ("number", "9" * 16, "9" * 16),
        ("number", "²", "²"),
        ("on", "yes", True),
        ("on", "no", False),
        ("off", "yes", True),
        ("off", "on", False),
        ("known", "yes", True),
        ("known", "no", False),
        ("known", "perhaps", "perhaps"),
        ("stat", "WIL", "WIL"),
        ("deep", '{"a": 1}', {"a": 1}),
        ("rows", '[["a", 1]]', [["a", 1]]),
        ("mixed", "3", 3),
        ("mixed", '"3"', "3"),
    ],
)
def test_what_is_given_becomes_plain_data(name: str, given: str | list[str], value: Any) -> None:
    assert read(**{name: given})[name] == value


@pytest.mark.parametrize("text", ["{", "aune", "[1,]", "[" * 20_000, '{"a": NaN}', "1e999", "\\", "'a'", '"\\ud800"'])
def test_broken_json_is_malformed_and_named(text: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(deep=text)
    assert caught.value.at == "deep"


def typed(command: msgspec.Struct) -> Mapping[str, list[str]]:
    """What somebody fills in to give this command by its form."""
    data = plain(command)
    values: dict[str, list[str]] = {}
    for one in fields_of(type(command)):
        value = data[one.name]
        if value is None or value == () or value == []:
            continue
        if one.kind == "yes":
            values[one.name] = ["yes"] if value else []
        elif one.kind == "choice" and isinstance(value, bool):
            values[one.name] = ["yes" if value else "no"]
        elif one.kind == "words":
            values[one.name] = [", ".join(value)]
        elif one.kind == "choices":
            values[one.name] = list(value)
        elif one.kind == "json":
            values[one.name] = [msgspec.json.encode(value).decode()]
        else:
            values[one.name] = [str(value)]
    return values


@pytest.mark.parametrize(("game_id", "scenario"), [("cairn", "ambush"), ("cairn", "barrow"), ("nw3", "closing_time")])
def test_whatever_a_menu_offers_can_be_given_by_its_form(game_id: str, scenario: str) -> None:
    game = games.get(game_id)
    evening = Evening(opened(game, scenario, 5))
    random = Random(5)
    kinds: set[str] = set()
    for _ in range(60):
        for seat in evening.table.seats:
            menu = evening.table.menu(seat.id)
            for offer in menu.offers if menu is not None else ():
                form = type(offer.command)
                name = str(form.__struct_config__.tag)
                assert game.commands.read({"do": name, **posted(form, typed(offer.command))}) == offer.command
                kinds.add(name)
        evening.step(random)
    assert len(kinds) >= 3


@pytest.mark.parametrize("game_id", ["cairn", "nw3"])
def test_every_command_has_a_form(game_id: str) -> None:
    for kind in games.get(game_id).commands.types.values():
        for one in fields_of(kind.form):
            assert one.kind != "choice" or one.values
            assert one.kind in ("number",) or (one.least, one.most) == (None, None)


junk = st.text(max_size=30) | st.sampled_from(
    ["yes", "no", "-", "0", "[]", "{}", "null", "true", "１２", "--1", "9" * 30]
)


@given(st.dictionaries(st.sampled_from([one.name for one in fields_of(Everything)]), st.lists(junk, max_size=3)))
def test_whatever_is_posted_is_plain_data_or_malformed(values: dict[str, list[str]]) -> None:
    try:
        data = posted(Everything, values)
    except Malformed:
        return
    msgspec.json.encode(data)
    assert set(data) <= {one.name for one in fields_of(Everything)}
